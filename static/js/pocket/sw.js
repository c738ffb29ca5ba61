// The service worker hands the requests of the shell's frame to the shell, which answers from the site in this phone.
// It keeps no hands and sends nothing by itself. Other requests go to the site. If a whole page cannot be reached, the
// browser is redirected to the shell.
const HERE = "/pocket/";
const FILES = "/pocket/static/";
const BUNDLE = "/pocket/files/";
const AT_SITE = ["/pocket/sw.js", "/pocket/bundle.json", "/pocket/here/", "/pocket/guest/", "/pocket/rows/", "/pocket/file/"];

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (!url.pathname.startsWith(HERE)) {
    if (request.mode === "navigate" && request.method === "GET" && request.destination === "document") {
      event.respondWith(fetch(request).catch(() => Response.redirect(`${HERE}#${url.pathname}${url.search}`)));
    }
  } else if (url.pathname.startsWith(FILES)) event.respondWith(moved(url.pathname.slice(HERE.length - 1)));
  else if (url.pathname.startsWith(BUNDLE)) event.respondWith(file(url.pathname));
  else if (AT_SITE.some((address) => url.pathname.startsWith(address))) return;
  else if (request.destination === "document") event.respondWith(shell(request));
  else event.respondWith(ask(event, url));
});

async function file(address) {
  return (await caches.match(address, { ignoreVary: true })) ?? fetch(address);
}

// Returns a copy without an address: a browser resolves names of other files against the address of the response.
async function moved(address) {
  const response = await file(address);
  return new Response(response.body, response);
}

async function shell(request) {
  return (await caches.match(HERE, { ignoreVary: true })) ?? fetch(request);
}

// Asks all shells, of which only one answers. Only a frame gets the shell's answer: other pages ask the site.
async function ask({ request, clientId }, url) {
  const asks = request.mode !== "navigate" && (await clients.get(clientId));
  if (asks && asks.frameType === "top-level") return fetch(request);
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const question = {
    method: request.method,
    address: url.pathname + url.search,
    headers: Object.fromEntries(request.headers),
    body,
  };
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const shells = windows.filter((each) => each.frameType === "top-level" && new URL(each.url).pathname === HERE);
  if (!shells.length) return Response.error();
  const answer = await new Promise((resolve) => {
    for (const each of shells) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      each.postMessage(question, [port2]);
    }
  });
  const { status, headers } = answer;
  if (headers.location) return Response.redirect(new URL(headers.location, url), status);
  return new Response([204, 304].includes(status) ? null : answer.body, { status, headers });
}
