// The site in the phone: Python, the site's own code and its database. A message {id, what, with} is one call, and is
// answered by {id, result} or {id, error}; while the first start compiles, {progress} comes in between.
const CACHE = "khata-pocket";
const COMPILED = ["stdlib.zip", "packages.zip", "khata.zip"]; // source in the bundle; compiled once in the phone
const PLACES = { "stdlib.zip": "/stdlib", "packages.zip": "/packages", "khata.zip": "/khata" };
// Constants, because collectstatic takes a text in the brackets of `pyimport` for the name of a JavaScript module.
const COMPILING = "ledger.pocket.phone.compiling";
const CALLS = "ledger.pocket.phone.calls";
const DATABASE = "/pocket/pocket.sqlite3";

let python;
let heap;
let site; // the Python module ledger/pocket/phone/calls.py

async function start({ bundle, origin = location.origin, cookies = {}, database = null }) {
  const began = performance.now();
  const cache = await caches.open(CACHE);
  const files = Object.fromEntries(bundle.files.map((file) => [file.name, file]));
  const engine = new URL(".", new URL(files["pyodide.asm.wasm"].url, origin)).href;
  // The address names the version of Python, because no other version can read its bytecode.
  const compiledAt = (name) => `/pocket/compiled/${engine.split("/").at(-2)}${files[name].url.replace("/pocket/files", "")}`;
  const found = await Promise.all(COMPILED.map((name) => cache.match(compiledAt(name))));
  const missing = COMPILED.filter((_, i) => !found[i]);
  const [stdlib, packages, khata] = await Promise.all(
    COMPILED.map((name, i) => (found[i] ? bytesOf(found[i]) : take(cache, files[name].url))),
  );
  const rest = Promise.all(["pydantic_core.so", "tzdata.zip", "empty.sqlite3"].map((name) => take(cache, files[name].url)));
  const [{ loadPyodide }, { default: create }] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(new URL(files[name].url, origin))),
  );
  const library = URL.createObjectURL(new Blob([stdlib]));
  python = await loadPyodide({
    indexURL: engine,
    stdLibURL: library,
    lockFileContents: { info: { abi_version: "2026_0" }, packages: {} }, // no package is fetched by Pyodide itself
    createPyodideModule: async (settings) => (heap = await create(settings)),
    env: {
      HOME: "/tmp",
      DJANGO_SETTINGS_MODULE: "ledger.pocket.phone.settings",
      DJANGO_ALLOW_ASYNC_UNSAFE: "1", // Python sees an event loop here
      POCKET_DIR: "/pocket",
      PYTHONDONTWRITEBYTECODE: "1",
    },
  });
  URL.revokeObjectURL(library);
  unpack(packages, "/packages");
  unpack(khata, "/khata");
  const [core, zones, empty] = await rest;
  write("/packages/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so", core);
  write("/packages/tzdata.zip", zones);
  write(DATABASE, database ? new Uint8Array(database) : empty);
  python.runPython("import sys; sys.path[:0] = ['/khata', '/packages', '/packages/tzdata.zip']");
  if (missing.includes("stdlib.zip")) unpack(stdlib, "/stdlib");
  for (const [i, name] of missing.entries()) {
    const compiling = python.pyimport(COMPILING);
    compiling.compile_folder(PLACES[name], (part) => postMessage({ progress: (i + part) / missing.length }));
    const compiled = python.FS.readFile(`${PLACES[name]}.zip`);
    python.FS.unlink(`${PLACES[name]}.zip`);
    await forgetOthers(cache, name, compiledAt(name));
    // Without room for the compiled code, the phone works too, and compiles again at the next start.
    await cache.put(compiledAt(name), new Response(compiled)).catch((error) => console.warn(error));
  }
  const { site: settings, addresses, manifest } = bundle;
  site = python.pyimport(CALLS);
  site.start(JSON.stringify({ site: settings, addresses, manifest, origin, cookies }));
  return { heap: heap.HEAPU8.length, took: performance.now() - began, compiled: missing.length > 0 };
}

async function bytesOf(response) {
  return new Uint8Array(await response.arrayBuffer());
}

async function take(cache, url) {
  const kept = await cache.match(url, { ignoreVary: true });
  if (kept) return bytesOf(kept);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return bytesOf(answer);
}

// Our zips have only uncompressed files.
function unpack(zip, folder) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.length - 22;
  let entry = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const size = view.getUint32(entry + 24, true);
    const [name, extra, comment] = [28, 30, 32].map((at) => view.getUint16(entry + at, true));
    const header = view.getUint32(entry + 42, true);
    const path = new TextDecoder().decode(zip.subarray(entry + 46, entry + 46 + name));
    const content = header + 30 + name + view.getUint16(header + 28, true);
    write(`${folder}/${path}`, zip.subarray(content, content + size));
    entry += 46 + name + extra + comment;
  }
}

function write(path, content) {
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, content, { canOwn: true });
}

// Deletes the compiled code of other versions.
async function forgetOthers(cache, name, address) {
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    const isCompiled = pathname.startsWith("/pocket/compiled/") && pathname.endsWith(`/${name}`);
    if (isCompiled && pathname !== address) await cache.delete(request);
  }
}

// Returns Python's answer: details as JSON, and bytes.
function ask(what, details, body = new ArrayBuffer(0)) {
  const bytes = python.toPy(new Uint8Array(body));
  const answer = site.call(what, JSON.stringify(details), bytes);
  const [text, content] = answer.toJs();
  bytes.destroy();
  answer.destroy();
  return [JSON.parse(text), content];
}

const calls = {
  start,
  answer({ body, ...request }) {
    const [answer, content] = ask("answer", request, body ?? undefined);
    return { ...answer, body: content.buffer };
  },
  database() {
    return python.FS.readFile(DATABASE).buffer;
  },
  heap() {
    return heap.HEAPU8.length;
  },
  restore({ database }) {
    ask("close", {});
    write(DATABASE, new Uint8Array(database));
  },
};

onmessage = async ({ data: { id, what, with: details } }) => {
  try {
    const result = await (calls[what] ? calls[what](details) : ask(what, details)[0]);
    const buffer = result instanceof ArrayBuffer ? result : result?.body;
    postMessage({ id, result }, buffer ? [buffer] : []);
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error) });
  }
};
