// SPDX-License-Identifier: Apache-2.0
// The bridge as wasm/bridge/README.md documents it: requests that are none, hooks, bytes, limits, and that nothing a page can
// send takes the module down.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { ask, folder, listKernels, loadModule } from "./load-module.mjs";

let tessera;
before(async () => {
  tessera = await loadModule();
});

const vectorAdd = listKernels().find(({ file }) => file === "vector_add.py");
const hello = listKernels().find(({ file }) => file === "hello_vectors.py");
const compile = (module, { file, source }, target = "sm_90a") => ask(module, "compile", { file, source, target });

test("version names the protocol and says that code generation is a runner's", () => {
  const version = ask(tessera, "version");
  assert.equal(version.protocol, 1);
  assert.equal(version.codegen, false);
  assert.ok(version.targets.includes("sm_90a"));
});

test("a request that is none is refused, and the module goes on", async () => {
  const fresh = await loadModule();
  for (const [request, why] of [
    [{}, /no `method`/],
    [{ method: "explode" }, /unknown method `explode`/],
    [{ method: "compile" }, /needs `file` and `source`/],
    [{ method: "compile", file: "a.py", source: 7 }, /needs `file` and `source`/],
    [{ method: "compile", file: "a.py", source: "", target: 90 }, /`target` is not a string/],
    [{ method: "compile", file: "a.py", source: "", tune: 3 }, /`tune` is not a string/],
    [{ method: "compile", file: "a.py", source: "", files: {} }, /`files` is not a list of `{path, text}`/],
    [{ method: "compile", file: "a.py", source: "", files: [{ path: "b.py" }] }, /`files` is not a list of `{path, text}`/],
    [{ method: "compile", file: "a.py", source: "", folders: [1] }, /`folders` is not a list of strings/],
    [{ method: "compile", module: 1 }, /`module` is not a string/],
    [{ method: "compile", module: "a" }, /no such module below `.`/],
    [{ method: "run" }, /before any `compile`/],
    [{ method: "candidates", kernel: "k" }, /before any `compile`/],
    [[1, 2], /not a JSON object/],
    ["text", /not a JSON object/],
    [null, /not a JSON object/],
  ]) {
    const reply = fresh.call(request);
    assert.equal(reply.ok, false, JSON.stringify(request));
    assert.match(reply.error, why);
  }
  assert.ok(compile(fresh, hello).ok);
  assert.match(fresh.call({ method: "run", maxMilliseconds: -1 }).error, /not a positive number/);
  for (const odd of [{ seed: -1 }, { seed: "x" }, { schedules: 0 }, { schedules: 1.5 }])
    assert.match(fresh.call({ method: "run", ...odd }).error, /`seed` is not a whole number/);
});

test("a program with errors answers with diagnostics and has nothing to run", () => {
  const answer = compile(tessera, { file: "wrong.py", source: "import jax\nx = jaxx\n" });
  assert.equal(answer.ok, false);
  assert.deepEqual(answer.diagnostics[0].range.begin, { line: 2, column: 5 });
  assert.match(tessera.call({ method: "tilings" }).error, /program with errors/);
});

test("columns count code points, also outside the basic plane", () => {
  const answer = compile(tessera, { file: "wide.py", source: 's = "𝛼β" + jaxx\n' });
  assert.equal(answer.diagnostics[0].range.begin.column, 12);
});

test("a schedule is chosen by hand, and the model tells what else there is", () => {
  const matmul = listKernels().find(({ file }) => file === "triton_matmul.py");
  const find = (name) => ask(tessera, "explain").kernels.find((kernel) => kernel.name === "matmul_kernel").choices.find((choice) => choice.name === name);
  compile(tessera, matmul);
  const stages = find("stages");
  assert.equal(stages.from, "cost");
  const { kernel, candidates } = ask(tessera, "candidates", { kernel: "matmul_kernel" });
  assert.equal(kernel, "matmul_kernel");
  const tried = candidates.filter(({ name }) => name === "stages");
  assert.deepEqual(tried.map(({ value }) => value), stages.others);
  // What it predicts of a choice is what is predicted of the kernel that is compiled with it.
  const { value, prediction } = tried.find((candidate) => candidate.prediction);
  ask(tessera, "compile", { ...matmul, target: "sm_90a", tune: `matmul_kernel.stages=${value}` });
  assert.deepEqual([find("stages").value, find("stages").from], [value, "asked"]);
  assert.deepEqual(ask(tessera, "explain").kernels.find(({ name }) => name === "matmul_kernel").prediction, prediction);
  assert.throws(() => ask(tessera, "candidates", { kernel: "nobody" }), /launches no kernel `nobody`/);
});

test("a choice that there is not is told", () => {
  const { ok, diagnostics } = ask(tessera, "compile", { ...vectorAdd, target: "sm_90a", tune: "add_kernel.nothing=3" });
  assert.equal(ok, false);
  assert.match(diagnostics[0].message, /there is no choice `nothing`/);
});

test("stages below tilegpu are null with a reason", () => {
  compile(tessera, vectorAdd);
  const { text, diagnostics } = ask(tessera, "show", { stage: "ptx" });
  assert.equal(text, null);
  assert.equal(diagnostics[0].id, "no-code-generator");
});

test("output and progress arrive while the program runs", async () => {
  let output = "";
  const progress = [];
  const module = await loadModule({ onOutput: (text) => (output += text), onProgress: (...event) => progress.push(event) });
  compile(module, hello);
  const result = ask(module, "run");
  assert.equal(output, result.output);
  assert.ok(output.length > 0);
  const [, done, total] = progress.at(-1);
  assert.equal(done, total);
});

test("a part of the library that is written in Python is fetched once, when a program needs it, and its lack is told", async () => {
  const asked = [];
  const onLibrary = (file) => (asked.push(file), readFileSync(join(folder, "library", file), "utf8"));
  const module = await loadModule({ onLibrary });
  compile(module, { file: "a.py", source: "import torch\nprint(torch.ones(2).sum())\n" });
  assert.deepEqual(asked, []);
  for (let i = 0; i < 2; ++i) compile(module, { file: "a.py", source: "import textwrap\nprint(textwrap.dedent('  a'))\n" });
  assert.deepEqual(asked, ["python/textwrap.py"]);

  const without = await loadModule({ onLibrary: () => null });
  const { ok, diagnostics } = ask(without, "compile", { file: "a.py", source: "import textwrap\ntextwrap.dedent('a')\n" });
  assert.equal(ok, false);
  assert.equal(diagnostics[0].id, "not-supported");
  assert.match(diagnostics[0].message, /`textwrap` could not be fetched/);
});

test("freeze hands out bytes under their own digest, with the source only when asked", () => {
  compile(tessera, vectorAdd);
  const plain = ask(tessera, "freeze", { includeSource: false });
  const bytes = tessera.bytes();
  assert.equal(bytes.length, plain.bytes);
  assert.equal(createHash("sha256").update(bytes).digest("hex"), plain.sha256);
  const marker = "def add_kernel";
  assert.ok(!Buffer.from(bytes).includes(marker));
  ask(tessera, "freeze", { includeSource: true });
  assert.ok(Buffer.from(tessera.bytes()).includes(marker));
});

test("a run stops at its limit", () => {
  const source = [
    "import jax, jax.numpy as jnp",
    "from jax.experimental import pallas as pl",
    "def k(x_ref, o_ref):",
    "  o_ref[...] = x_ref[...] @ x_ref[...]",
    "x = jnp.ones((1024, 1024))",
    "for _ in range(40):",
    "  x = pl.pallas_call(k, out_shape=jax.ShapeDtypeStruct((1024, 1024), jnp.float32), grid=(8,))(x)",
    "print(x[0, 0])",
  ].join("\n");
  assert.ok(compile(tessera, { file: "long.py", source }).ok);
  const result = ask(tessera, "run", { maxMilliseconds: 50 });
  assert.equal(result.ok, false);
  assert.equal(result.diagnostics.at(-1).id, "cancelled");
});

test("a program that an error ended is run up to there", () => {
  const begun = compile(tessera, { file: "begun.py", source: "import jax.numpy as jnp\nprint(jnp.arange(3))\nraise ValueError('so')\n" });
  assert.deepEqual([begun.ok, begun.begun], [false, true]);
  const result = ask(tessera, "run");
  assert.deepEqual([result.ok, result.output, result.diagnostics.map(({ id }) => id)], [false, "[0 1 2]\n", ["raised"]]);
  assert.equal(compile(tessera, { file: "not.py", source: "print(1\n" }).begun, false);
});

// Each once took some compiler down: depth, width, halves, and bytes that are no text.
const hostile = {
  empty: "",
  "only a NUL": "\u0000",
  "deep brackets": "(".repeat(100_000),
  "deep closed brackets": "x = " + "[".repeat(5_000) + "]".repeat(5_000),
  "deep unary": "x = " + "-".repeat(50_000) + "1",
  "deep power": "x = 2" + "**2".repeat(20_000),
  "deep blocks": Array.from({ length: 3_000 }, (_, depth) => " ".repeat(depth) + "if 1:").join("\n"),
  "deep calls": "def f(n):\n  return f(n + 1)\nf(0)\n",
  "endless loop": "while True:\n  pass\n",
  "a long sum": "x = 1" + " + 1".repeat(50_000),
  "huge power": "x = 9 ** 9 ** 9 ** 9\n",
  "huge string": "x = 'a' * (1 << 40)\n",
  "huge list": "x = [0] * (1 << 40)\n",
  "huge array": "import jax.numpy as jnp\nx = jnp.ones((1 << 20, 1 << 20))\nprint(x)\n",
  "lone surrogate": "x = '\ud800'\n",
  "half a file": "def kernel(x_ref, o_ref):\n  o_ref[...] = x_ref[",
};
for (const [name, source] of Object.entries(hostile))
  test(`hostile text does not take the module down: ${name}`, () => {
    const answer = compile(tessera, { file: "hostile.py", source });
    if (answer.ok) ask(tessera, "run", { maxMilliseconds: 5_000 });
    else assert.ok(answer.diagnostics.some(({ severity, fault }) => severity === "error" && fault === "user"), JSON.stringify(answer.diagnostics));
    assert.ok(compile(tessera, hello).ok, "and what comes after it compiles");
  });

test("memory stays bounded over many compiles", () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let round = 0; round < 200; ++round)
    compile(tessera, { file: "again.py", source: vectorAdd.source + "\n".repeat(round) });
  const grown = process.memoryUsage().arrayBuffers - before;
  assert.ok(grown < 128e6, `${grown} bytes more after 200 compiles`);
});
