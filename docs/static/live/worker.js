// Runs Python, and in it desk.py: a message names one of its functions, another has the answer.
import { loadPyodide } from "../runtime/pyodide.mjs";

const beside = (name) => new URL(name, import.meta.url);
const AGAIN = "It starts again with the next thing you do.";
const plainFetch = self.fetch.bind(self);
let loaded = 0;

// Pyodide fetches its parts itself: what passes here is counted, for the bar on the page.
self.fetch = async (...request) => {
  const response = await plainFetch(...request);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const counter = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      postMessage({ loaded });
      controller.enqueue(chunk);
    },
  });
  const { headers, status } = response;
  return new Response(response.body.pipeThrough(counter), { headers, status });
};

const start = async () => {
  const [python, packages, desk] = await Promise.all([
    loadPyodide(),
    fetch(beside("../runtime/packages.zip"), { cache: "no-cache" }).then((it) => it.arrayBuffer()),
    fetch(beside("desk.py"), { cache: "no-cache" }).then((it) => it.text()),
  ]);
  python.FS.mkdir("/desk");
  python.unpackArchive(packages, "zip", { extractDir: "/desk" });
  python.FS.writeFile("/desk/desk.py", desk);
  python.runPython("import sys; sys.path.insert(0, '/desk')");
  const module = python.pyimport("desk");
  return { python, module };
};

const started = start();
started.then(
  ({ module }) => postMessage({ ready: module.versions() }),
  (error) => postMessage({ broken: `Python could not be started: ${error.message}` }),
);

// The last line of a traceback, without the class of the error.
const sentence = (error) => error.message.trim().split("\n").pop().replace(/^[\w.]+: /, "");

self.addEventListener("message", async ({ data: { number, name, values } }) => {
  const { python, module } = await started;
  postMessage({ begun: number });
  try {
    const result = module[name](...values.map((value) => python.toPy(value)));
    postMessage({ number, result });
  } catch (error) {
    if (error.name === "PythonError") postMessage({ number, error: sentence(error) });
    else postMessage({ broken: `Python broke down over this: ${error.message}. ${AGAIN}` });
  }
});
