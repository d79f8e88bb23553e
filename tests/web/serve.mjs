// SPDX-License-Identifier: Apache-2.0
// A static host for the built site, as plain as they come: what the end-to-end tests and the benchmark look at, and `npm run preview`.
// `/site/` is web/dist; `/fake/` is the same with the compiler replaced by fixtures/fake-module.js, which crashes and hangs on
// demand, and its code generator by fixtures/fake-code-module.js. Both lie under a path, because the site must work under any.
//
//   node tests/web/serve.mjs [--port=8420] [--plain]      --plain: no compressed siblings, as the simplest hosts

import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = join(here, "../../web/dist");
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".gz": "application/gzip",
};

function find(path) {
  const [, site, ...rest] = normalize(path).split("/");
  const name = rest.join("/") || "index.html";
  if (name.split("/").includes("..")) return null;
  if (site === "fake" && name === "wasm/tessera.js") return join(here, "fixtures/fake-module.js");
  if (site === "fake" && name === "wasm/tessera-code.js") return join(here, "fixtures/fake-code-module.js");
  if (site === "fake" && /^wasm\/tessera(-code)?\.wasm$/.test(name)) return join(here, "fixtures/empty.wasm");
  return site === "site" || site === "fake" ? join(dist, name) : null;
}

export function serve(port, plain = false) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const file = find(decodeURIComponent(url.pathname));
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("no such file\n");
      return;
    }
    if (url.pathname === "/fake/sw.js") {
      // The site may have been built without a compiler; the fake one is to be kept offline all the same.
      response
        .writeHead(200, { "Content-Type": types[".js"] })
        .end(readFileSync(file, "utf8").replace('"./"', '"./","wasm/tessera.js","wasm/tessera.wasm"'));
      return;
    }
    const accepted = plain ? "" : String(request.headers["accept-encoding"] ?? "");
    const encoding = [
      ["br", ".br"],
      ["gzip", ".gz"],
    ].find(([name, ending]) => accepted.includes(name) && existsSync(file + ending));
    const headers = {
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      "Cache-Control": url.search || file.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    };
    if (encoding) headers["Content-Encoding"] = encoding[0];
    response.writeHead(200, headers);
    createReadStream(encoding ? file + encoding[1] : file).pipe(response);
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name, fallback) =>
    process.argv.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? fallback;
  const server = await serve(Number(option("port", "8420")), process.argv.includes("--plain"));
  console.log(`http://127.0.0.1:${server.address().port}/site/`);
}
