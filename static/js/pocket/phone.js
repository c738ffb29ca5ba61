// The site in the phone, in a worker: questions go in one after the other, answers come out.

// `show` hears how much of the start is done, from 0 to 1.
export async function start(script, how, show = () => {}) {
  const worker = new Worker(script, { type: "module" });
  const waiting = new Map();
  let last = 0;
  const stop = (why) => {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  };
  worker.onerror = (event) => stop(new Error(event.message));
  worker.onmessage = ({ data: { id, result, error, progress } }) => {
    if (progress !== undefined) return show(progress);
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error));
    else resolve(result);
  };
  const ask = (what, details = {}) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, what, with: details });
    });
  await ask("start", how);
  return { ask, stop };
}
