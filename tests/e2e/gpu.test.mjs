// SPDX-License-Identifier: Apache-2.0
// What a real GPU has to show of `bench`, `tune` and a runner: times and what they are compared with, counters, a job
// behind every wall, and the next job after one that the GPU did not survive. Skipped where there is no GPU. A GPU's
// clocks are left as they are: no test asks for `--lock-clocks`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { binary, makeFolder, root, serve, tessera } from "./tessera.mjs";

const devices = JSON.parse(execFileSync(binary, ["devices", "--json"], { encoding: "utf8" })).devices;
const gpu = devices.find(({ kind, name }) => kind === "cuda" && !name.startsWith("Fake"));
const skip = !gpu && "no GPU on this machine";
const kernel = (name) => join(root, "shared/kernels", name);
const square = (size) => ["M", "N", "K"].flatMap((name) => ["--set", `${name}=${size}`]);
const product = join(root, "tests/bench/peers/programs/gemm_triton.py");
const attention = join(root, "tests/bench/peers/programs/attention_triton.py");

/** A program of one launch; `body` is the kernel's. */
const programOf = (body, after = "", type = "torch.int32") => `import torch
import triton
import triton.language as tl

@triton.jit
def work(x_ptr, N: tl.constexpr):
${body.map((line) => `    ${line}`).join("\n")}

x = torch.zeros(64, dtype=${type}, device="cuda")
work[(1,)](x, N=64)
${after}
`;
const at = "at = tl.arange(0, N)";
const good = programOf([at, "tl.store(x_ptr + at, at + 1)"], "assert x.sum() == 2080");
const illegal = programOf(["tl.store(x_ptr + tl.full((), 1 << 30, tl.int64), 1)"], "print(x)");
const endless = programOf(["while tl.atomic_add(x_ptr, 0) == 0:", "    pass"], "print(x)");
/** A sine of a sine, so many `steps` deep. */
const copy = (steps) => `import torch
import triton
import triton.language as tl

SIZE = 1 << 22

@triton.jit
def scale(x_ptr, y_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at)
    for i in range(${steps}):
        x = tl.sin(x)
    tl.store(y_ptr + at, x)

x = torch.randn(SIZE, device="cuda")
y = torch.empty_like(x)
scale[(SIZE // 1024,)](x, y, BLOCK=1024)
`;

function setUp(t, files) {
  const folder = makeFolder(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return (...words) => tessera(words, { cwd: folder });
}
/** A machine may have a GPU without NVIDIA's libraries, or none that the loader finds (LD_LIBRARY_PATH). */
const lacksLibrary = ({ stdout, stderr }) => /can't be loaded: there is no `/.test(stdout + stderr);
const explain = ({ code, stdout, stderr }) => `exit ${code}\n${stderr.slice(-2000)}\n${stdout.slice(-2000)}`;

test("times of a GPU, with the state of its clocks", { skip }, async () => {
  const { stdout, ...rest } = await tessera(["bench", product, "--device=cuda", "--json", ...square(2048)]);
  assert.equal(rest.code, 0, explain({ stdout, ...rest }));
  const [point] = JSON.parse(stdout).points, [measured] = point.kernels;
  assert.ok(measured.samples.length >= 10, stdout.slice(0, 2000));
  assert.equal(measured.rates.of, "time");
  assert.ok(measured.rates.roofline > 0.1 && measured.rates.roofline < 1.1, "what a card can do, and not more");
  assert.ok(point.states.length >= 2 && point.states.every(({ clockMHz }) => clockMHz > 0), "clocks before and after");
  console.log(JSON.stringify({ ...point, kernels: point.kernels.map(({ samples, ...each }) => ({ ...each, samples: samples.length })) }).slice(0, 1500));
});

test("the same program is the same, a tenth more work is slower", { skip }, async (t) => {
  const ask = setUp(t, { "one.py": copy(40), "other.py": copy(40) + "# the same\n", "slow.py": copy(44) });
  const same = await ask("bench", "other.py", "--baseline", "one.py", "--device=cuda");
  assert.equal(same.code, 0, explain(same));
  assert.match(same.stdout, /^same: scale/m);
  const slow = await ask("bench", "slow.py", "--baseline", "one.py", "--device=cuda");
  console.log(same.stdout, slow.stdout);
  assert.equal(slow.code, 1, explain(slow));
  assert.match(slow.stdout, /^slower: scale/m);
  const fast = await ask("bench", "one.py", "--baseline", "slow.py", "--device=cuda");
  assert.equal(fast.code, 0, explain(fast));
  assert.match(fast.stdout, /^faster: scale/m);
});

test("beside cuBLAS", { skip }, async (t) => {
  const answer = await tessera(["bench", product, "--device=cuda", "--baseline=cublas", "--json", ...square(2048)]);
  if (lacksLibrary(answer)) return t.skip("no cuBLAS here");
  assert.ok([0, 1].includes(answer.code), explain(answer));
  const [comparison] = JSON.parse(answer.stdout).points[0].comparisons;
  console.log(JSON.stringify(comparison));
  assert.match(comparison.peer, /^cublasGemm\w+ of cuBLAS [\d.]+: /);
});

test("beside cuDNN's attention, causal or not", { skip }, async (t) => {
  const sizes = ["BATCH=1", "HEADS=4", "SEQUENCE=1024"].flatMap((set) => ["--set", set]);
  for (const sets of [["HEAD_DIM=64"], ["HEAD_DIM=128", "DTYPE='bfloat16'"], ["HEAD_DIM=64", "CAUSAL=True"]]) {
    const answer = await tessera(["bench", attention, "--device=cuda", "--baseline=cudnn", "--json", ...sizes, ...sets.flatMap((set) => ["--set", set])]);
    if (lacksLibrary(answer)) return t.skip("no cuDNN here");
    assert.ok([0, 1].includes(answer.code), explain(answer));
    const [comparison] = JSON.parse(answer.stdout).points[0].comparisons;
    console.log(JSON.stringify(comparison));
    assert.match(comparison.peer, /^scaled_dot_product_attention of cuDNN [\d.]+: /);
  }
});

test("a GPU's own counters", { skip }, async (t) => {
  const answer = await tessera(["bench", product, "--device=cuda", "--counters", "--json", ...square(2048)]);
  if (lacksLibrary(answer)) return t.skip("no CUPTI here");
  assert.equal(answer.code, 0, explain(answer));
  const [point] = JSON.parse(answer.stdout).points;
  console.log(point.whyNoCounters ?? JSON.stringify(point.kernels[0].counters));
  const counters = Object.fromEntries((point.kernels[0].counters ?? []).map(({ name, value }) => [name, value]));
  assert.ok(counters["tensor cores"] > 20 && counters["tensor cores"] <= 100, point.whyNoCounters);
});

test("many launches in one graph, and what a file declares", { skip }, async () => {
  const graph = await tessera(["bench", kernel("vector_add.py"), "--device=cuda", "--graphs", "--json"]);
  assert.equal(graph.code, 0, explain(graph));
  const folder = join(root, "tests/e2e/packages/lazyloss");
  const declared = await tessera(["bench", join(folder, "lazyloss/bench.py"), "--path", folder, "--device=cuda"]);
  console.log(declared.stdout);
  assert.equal(declared.code, 0, explain(declared));
});

test("tune measures, and what it chose runs", { skip }, async () => {
  const words = [product, "--device=cuda", ...square(2048)];
  const tuned = await tessera(["tune", ...words, "--json", "--no-cache", "--budget=40", "--candidates=4"]);
  assert.equal(tuned.code, 0, explain(tuned));
  const { tune } = JSON.parse(tuned.stdout);
  console.log(tune);
  const run = await tessera(["run", ...words, ...(tune ? ["--tune", tune] : [])]);
  assert.equal(run.code, 0, explain(run));
});

test("a job on the GPU, behind every wall", { skip }, async (t) => {
  const ask = setUp(t, { "good.py": good });
  const runner = await serve(t, { args: ["--sandbox=require"] });
  console.log(runner.log());
  const submit = (...words) => ask("submit", ...words, "--device=cuda", "--runner", runner.url);
  const first = await submit("good.py");
  assert.equal(first.code, 0, explain(first) + runner.log());
  const bench = await ask("bench", product, ...square(2048), "--baseline=cublas", "--counters", "--json", "--device=cuda", "--runner", runner.url);
  if (lacksLibrary(bench)) return t.diagnostic("no cuBLAS here to try behind the walls");
  const [point] = JSON.parse(bench.stdout).points;
  console.log(JSON.stringify({ comparisons: point.comparisons, why: point.whyNoCounters, counters: point.kernels?.[0]?.counters }));
  assert.ok([0, 1].includes(bench.code), explain(bench) + runner.log());
});

test("after what a GPU does not survive, the next job runs within 5 s", { skip }, async (t) => {
  const ask = setUp(t, { "good.py": good, "illegal.py": illegal, "endless.py": endless });
  const runner = await serve(t, { args: ["--sandbox=try"] });
  const submit = (...words) => ask("submit", ...words, "--device=cuda", "--runner", runner.url);
  for (const [file, code, words] of [["illegal.py", 4, []], ["endless.py", 5, ["--deadline-ms=6000"]]]) {
    const bad = await submit(file, ...words);
    console.log(`${file}: ${explain(bad)}`);
    assert.equal(bad.code, code, explain(bad) + runner.log());
    const begin = Date.now(), next = await submit("good.py");
    console.log(`the next job after ${file}: ${Date.now() - begin} ms`);
    assert.equal(next.code, 0, explain(next) + runner.log());
    assert.ok(Date.now() - begin < 5000, `${Date.now() - begin} ms`);
  }
});
