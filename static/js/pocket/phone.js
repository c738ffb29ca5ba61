// The site in the phone, in a worker: questions go in one after the other, answers come out.

const PATIENCE = 60000; // milliseconds in which a worker that was asked must say something; then it is stopped

// `show` hears how much of the start is done, from 0 to 1.
export async function start(script, how, show = () => {}) {
  const worker = new Worker(script, { type: "module" });
  const waiting = new Map();
  let last = 0;
  let silent; // the timer that stops a worker which says nothing
  let isStopped = false;
  const stop = (why) => {
    isStopped = true;
    clearTimeout(silent);
    worker.terminate();
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  };
  const listen = () => {
    clearTimeout(silent);
    if (waiting.size) silent = setTimeout(() => stop(new Error("No answer")), PATIENCE);
  };
  worker.onerror = (event) => stop(new Error(event.message));
  worker.onmessage = ({ data: { id, result, error, progress } }) => {
    if (progress === undefined) {
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (error) reject(new Error(error));
      else resolve(result);
    } else show(progress);
    listen();
  };
  const ask = (what, details = {}) =>
    new Promise((resolve, reject) => {
      if (isStopped) return reject(new Error("The worker was stopped"));
      const id = ++last;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, what, with: details });
      listen();
    });
  await ask("start", how);
  return { ask, stop, runs: () => !isStopped };
}
