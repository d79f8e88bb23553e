// SPDX-License-Identifier: Apache-2.0
// How long `tessera lsp` takes for a key: a file of 1,000 lines of kernels with their launches, changed key by key, each
// followed by what an editor asks then. Milliseconds of wall time, this machine's; nothing here is a GPU's.
//
//   node tests/bench/lsp.mjs [--json FILE] [--keys N]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LspClient, positionOf } from "../e2e/lsp.mjs";
import { root } from "../e2e/tessera.mjs";

const { values: options } = parseArgs({
  options: { json: { type: "string" }, keys: { type: "string", default: "60" } },
});

/** The examples one after the other, each in functions of its own name, until there are 1,000 lines. */
function makeText() {
  const parts = [];
  let lines = 0;
  for (let copy = 0; lines < 1000; copy++)
    for (const name of ["matmul.py", "softmax.py", "triton_matmul.py", "vector_add.py", "layer_norm.py"]) {
      const text = readFileSync(join(root, "shared/kernels", name), "utf8").replaceAll(/^( *)(def|@triton)/gm, "$1$2");
      if (lines >= 1000) break;
      parts.push(`# ${name}, copy ${copy}\n${text}`);
      lines += text.split("\n").length + 1;
    }
  return parts.join("\n").split("\n").slice(0, 1000).join("\n");
}

const folder = mkdtempSync(join(tmpdir(), "tessera-lsp-"));
const client = new LspClient();
await client.initialize({ rootUri: LspClient.uri(folder) });
const path = join(folder, "program.py");
const begin = performance.now();
const errors = (await client.open(path, makeText())).filter(({ severity }) => severity === 1);
const first = performance.now() - begin;
if (errors.length) console.log(`the text has errors: ${errors[0].message}`);

const times = { diagnostics: [], completion: [], hover: [], inlayHint: [], documentSymbol: [], "key to answer": [] };
const timed = async (name, work) => {
  const from = performance.now();
  const result = await work();
  times[name].push(performance.now() - from);
  return result;
};
// A line near the end of the file is typed: `total = jnp.sum(z)`.
const typed = "total_ = jnp.sum(x)\n";
client.text(path).endsWith("\n") ||
  (await client.edit(path, client.text(path).slice(-8), `${client.text(path).slice(-8)}\n`));
let before = client.text(path).slice(-40),
  at = 0;
for (let key = 0; key < Number(options.keys); key++) {
  const letter = typed[at];
  const from = performance.now();
  const diagnostics = client.edit(path, before, before + letter);
  before += letter;
  at = (at + 1) % typed.length;
  const position = positionOf(client.text(path), client.text(path).length);
  const ask = (method, more) => client.of(`textDocument/${method}`, path, more);
  await timed("completion", () => ask("completion", { position }));
  times["key to answer"].push(performance.now() - from);
  await timed("diagnostics", () => diagnostics);
  times.diagnostics[times.diagnostics.length - 1] = performance.now() - from;
  await timed("hover", () => ask("hover", { position: { line: 500, character: 6 } }));
  await timed("inlayHint", () =>
    ask("inlayHint", { range: { start: { line: 480, character: 0 }, end: { line: 540, character: 0 } } }),
  );
  await timed("documentSymbol", () => ask("documentSymbol"));
}
await client.close();
rmSync(folder, { recursive: true });

const quantile = (list, part) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(part * list.length))];
const rows = Object.entries(times).map(([name, list]) => ({
  name,
  median: quantile(list, 0.5),
  p95: quantile(list, 0.95),
  most: Math.max(...list),
  samples: list,
}));
console.log(`1,000 lines; opened and compiled in ${first.toFixed(0)} ms; ${options.keys} keys, milliseconds:`);
for (const { name, median, p95, most } of rows)
  console.log(
    `${name.padEnd(16)} median ${median.toFixed(1).padStart(6)}  p95 ${p95.toFixed(1).padStart(6)}  most ${most.toFixed(1).padStart(6)}`,
  );
if (options.json)
  writeFileSync(
    options.json,
    `${JSON.stringify({ what: "milliseconds of wall time of tessera lsp, a file of 1,000 lines", first, rows }, null, 1)}\n`,
  );
