// Python in a worker: started when it is first needed, ended when it takes too long.
const PATIENCE = 60; // seconds
const MEGA = 1e6;

export const python = new EventTarget(); // says `state` when any of these changes
Object.assign(python, { state: "off", loaded: 0, total: 0, version: "" });

const manifest = fetch(new URL("../runtime/manifest.json", import.meta.url), { cache: "no-cache" })
  .then((response) => response.json())
  .then(({ bytes }) => {
    python.total = bytes;
    tell({});
  })
  .catch(() => {}); // without it there is no size to be told, and all else goes on

const waiting = new Map();
let worker = null;
let ready = null;
let calls = 0;

const tell = (news) => {
  Object.assign(python, news);
  python.dispatchEvent(new Event("state"));
};

// What Python weighs, in brackets, to be read behind a word.
export const size = () =>
  python.total ? ` (${Math.max(1, Math.round(python.total / MEGA))} MB)` : "";

// End the worker; whoever waits for it is told why.
const end = (why) => {
  worker?.terminate();
  worker = ready = null;
  const told = [...waiting.values()];
  waiting.clear();
  tell({ state: "off", loaded: 0 });
  told.forEach(({ reject }) => reject(new Error(why)));
};

export const start = () => {
  ready ??= new Promise((resolve, reject) => {
    waiting.set("start", { reject });
    tell({ state: "loading" });
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("error", () => end("Python could not be started."));
    worker.addEventListener("message", ({ data }) => {
      if (data.broken) end(data.broken);
      else if (data.loaded) tell({ loaded: data.loaded });
      else if (data.begun) waiting.get(data.begun).begin();
      else if (data.ready) {
        waiting.delete("start");
        tell({ state: "ready", version: data.ready });
        resolve();
      } else settle(data);
    });
  });
  return ready;
};

const settle = ({ number, result, error }) => {
  const { resolve, reject } = waiting.get(number);
  waiting.delete(number);
  if (error === undefined) resolve(result);
  else reject(new Error(error));
};

// Call a function of desk.py.
export const call = async (name, ...values) => {
  await manifest;
  await start();
  const number = ++calls;
  const seconds = window.tryPatience ?? PATIENCE; // a test has less
  const late =
    `Python worked on this for ${seconds} seconds and was stopped. ` +
    "It starts again with the next thing you do.";
  let clock; // runs from when the worker takes this up, for others may be before it
  const begin = () => {
    clock = setTimeout(() => end(late), 1000 * seconds);
  };
  const answer = new Promise((resolve, reject) => waiting.set(number, { begin, resolve, reject }));
  worker.postMessage({ number, name, values });
  return answer.finally(() => clearTimeout(clock));
};
