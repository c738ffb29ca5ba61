// The site in the phone runs in a worker: `ask` sends the worker a question, and returns the answer.

const PATIENCE = 60000; // milliseconds after which a worker that does not answer is stopped

// `show` is called with the progress of the start, from 0 to 1.
export async function start(script, how, show = () => {}) {
  const worker = new Worker(script, { type: "module" });
  const waiting = new Map();
  let last = 0;
  let silent; // the timer that stops a worker that does not answer
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
  await ask("start", how).catch((error) => {
    stop(error);
    throw error;
  });
  return { ask, stop, runs: () => !isStopped };
}
