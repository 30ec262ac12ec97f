// Runs Python away from the page: loads the interpreter, unpacks the games, then answers requests one by one.

const post = (kind, value) => self.postMessage({ kind, ...value });

// Nothing reports how far the interpreter's downloads have come, so they are counted here. The same place corrects a
// wrong content type of the wasm file, which would keep the browser from compiling it while it arrives.
const plainFetch = self.fetch.bind(self);
let loaded = 0;
self.fetch = async (resource, options) => {
  const response = await plainFetch(resource, options);
  if (!response.ok || !response.body) return response;
  const counted = response.body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        loaded += chunk.byteLength;
        post("progress", { loaded });
        controller.enqueue(chunk);
      },
    }),
  );
  const headers = new Headers(response.headers);
  if (new URL(response.url).pathname.endsWith(".wasm")) headers.set("Content-Type", "application/wasm");
  return new Response(counted, { status: response.status, headers });
};

let desk;

async function start(base, told) {
  // Where the page's policy forbids WebAssembly the interpreter would wait forever in silence; this throws.
  new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  const python = new URL(told.python, base).href;
  const games = self.fetch(new URL(told.games, base)).then((response) => {
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    return response.arrayBuffer();
  });
  const { loadPyodide } = await import(new URL("pyodide.mjs", python).href);
  const [pyodide, archive] = await Promise.all([loadPyodide({ indexURL: python }), games]);
  post("stage", { text: "Starting the engine …" });
  const site = pyodide.runPython("import site; site.getsitepackages()[0]");
  pyodide.unpackArchive(archive, "zip", { extractDir: site });
  desk = pyodide.runPython("import importlib; importlib.invalidate_caches(); from gamerules.browser import Desk; Desk()");
}

self.onmessage = async ({ data }) => {
  try {
    if (data.kind === "start") {
      await start(data.base, data.told);
      post("ready", {});
    } else {
      post("answer", { number: data.number, text: desk.handle(data.text) });
    }
  } catch (error) {
    post("failure", { number: data.number, text: String(error.message || error) });
  }
};
