// Runs Python away from the page: loads the interpreter, unpacks the games, then answers requests one by one.

const post = (kind, value) => self.postMessage({ kind, ...value });

// The parts of the interpreter are fetched here, packed, and kept for the next visit; nothing else reports how far a
// download has come, or that it has failed.
const plainFetch = self.fetch.bind(self);
const PACKED = /\/(pyodide\.asm\.mjs|pyodide\.asm\.wasm|python_stdlib\.zip|pyodide-lock\.json)$/;
const TYPES = { mjs: "text/javascript", wasm: "application/wasm", zip: "application/zip", json: "application/json" };
let loaded = 0;
let store;

async function kept(address) {
  const before = await store?.match(address);
  if (before) return before;
  const response = await plainFetch(address);
  if (!response.ok) throw new Error(`${new URL(address).pathname.split("/").pop()} is missing (${response.status})`);
  // Kept only when it has arrived whole; no place to keep it does no harm.
  if (store) store.put(address, response.clone()).catch(() => {});
  return response;
}

async function counted(address) {
  const response = await kept(address);
  return response.body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        loaded += chunk.byteLength;
        post("progress", { loaded });
        controller.enqueue(chunk);
      },
    }),
  );
}

self.fetch = async (resource, options) => {
  const address = new URL(resource.url ?? resource, self.location).href;
  const part = PACKED.exec(address);
  if (!part) return plainFetch(resource, options);
  try {
    const body = (await counted(`${address}.bin`)).pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "Content-Type": TYPES[part[1].split(".").pop()] } });
  } catch (error) {
    // The interpreter would wait for a part that never comes.
    post("failure", { text: error.message });
    throw error;
  }
};

let desk;

async function start(base, told) {
  // Where the page's policy forbids WebAssembly the interpreter would wait forever in silence; this throws.
  new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  const python = new URL(told.python, base).href;
  const name = `tryout ${told.python} ${told.games}`;
  try {
    store = await self.caches?.open(name);
    for (const old of await self.caches.keys()) if (old.startsWith("tryout ") && old !== name) self.caches.delete(old);
  } catch {
    store = undefined; // not allowed here; the browser's own cache remains
  }
  const games = counted(new URL(told.games, base).href).then((body) => new Response(body).arrayBuffer());
  const code = self.fetch(new URL("pyodide.asm.mjs", python)).then((response) => response.blob());
  const { loadPyodide } = await import(new URL("pyodide.mjs", python).href);
  const { default: createPyodideModule } = await import(URL.createObjectURL(await code));
  const [pyodide, archive] = await Promise.all([loadPyodide({ indexURL: python, createPyodideModule }), games]);
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
