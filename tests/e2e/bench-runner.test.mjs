// SPDX-License-Identifier: Apache-2.0
// `tessera bench --runner`: the same counts as here, A and B in one job, baselines and results that the runner keeps.
import assert from "node:assert/strict";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { binary, makeFolder, serve, tessera } from "./tessera.mjs";

const kernelOf = (block, check = "y, x + 1") => `import torch
import triton
import triton.language as tl

N = 256

@triton.jit
def grow(x_ptr, y_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + at, tl.load(x_ptr + at) + 1)

def run(n):
    x = torch.ones(n, device="cuda")
    y = torch.empty_like(x)
    grow[(n // ${block},)](x, y, BLOCK=${block})
    return x, y

x, y = run(N)
torch.testing.assert_close(${check})
`;
const table = '__tessera_bench__ = [{"function": run, "x": {"n": [256, 512]}}]\n';

async function setUp(t, args = [], env = {}) {
  const folder = makeFolder(t);
  const runner = await serve(t, { args, env });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const here = (...words) => tessera(["bench", ...words], { cwd: folder });
  return { folder, runner, write, here, there: (...words) => here(...words, "--runner", runner.url) };
}
/** All of a report but what says where it was measured. */
const numbers = ({ stdout }) => JSON.parse(stdout).points.map(({ kernels, settings, verdict }) => ({ kernels, settings, verdict }));

test("a runner counts what this machine counts, and A beside B in one job", async (t) => {
  const { runner, write, here, there } = await setUp(t);
  write("grow.py", kernelOf(128));
  write("slow.py", kernelOf(16));
  write("wrong.py", kernelOf(128, "y, x + 2"));
  const at = await there("grow.py", "--json");
  assert.equal(at.code, 0, at.stderr);
  assert.deepEqual(numbers(at), numbers(await here("grow.py", "--json")));
  const before = (await runner.ask("GET", "/v1/jobs")).json.jobs.length;
  const compared = await there("slow.py", "--baseline", "grow.py");
  assert.equal(compared.code, 1, compared.stderr);
  assert.match(compared.stdout, /^slower: grow: .*instructions/m);
  assert.equal((await runner.ask("GET", "/v1/jobs")).json.jobs.length, before + 1, "one job for both");
  const wrong = await there("wrong.py");
  assert.equal(wrong.code, 4);
  assert.match(wrong.stderr, /wrong\.py:19:1: error: [^]*\[check-failed\]/);
  assert.equal((await there("grow.py", "--device", "interpreter")).code, 2);
  assert.equal((await there("grow.py", "--device", "cuda")).code, 5);
  assert.equal((await tessera(["bench", "grow.py", "--runner", "http://127.0.0.1:1"], { cwd: dirname(runner.data) })).code, 5);
});

test("counts that the runner has already are told with their age, and counted again with --fresh", async (t) => {
  const { runner, write, there } = await setUp(t);
  write("grow.py", kernelOf(128) + table);
  const count = async () => (await runner.ask("GET", "/v1/jobs")).json.jobs.length;
  const first = await there("grow.py");
  assert.equal(first.code, 0, first.stderr);
  assert.doesNotMatch(first.stdout, /^kept/m);
  assert.equal(await count(), 2, "a job a point");
  const second = await there("grow.py");
  assert.match(second.stdout, /^kept benchmark=run n=256: measured \d+ s ago; `--fresh` measures again$/m);
  assert.equal(second.stdout.replace(/^kept.*\n/gm, ""), first.stdout);
  assert.equal(await count(), 2);
  assert.doesNotMatch((await there("grow.py", "--fresh")).stdout, /^kept/m);
  assert.equal(await count(), 4);
  await there("grow.py", "--check", "none");
  assert.equal(await count(), 6, "other options, another result");
});

test("a baseline at the runner holds for its machine", async (t) => {
  const { runner, write, here, there } = await setUp(t);
  write("grow.py", kernelOf(128) + table);
  const saved = await there("grow.py", "--save-baseline", "main");
  assert.equal(saved.code, 0, saved.stderr);
  const same = await there("grow.py", "--baseline", "main");
  assert.equal(same.code, 0, same.stdout);
  assert.match(same.stdout, /against main: same/);
  write("grow.py", kernelOf(16) + table);
  const slower = await there("grow.py", "--baseline", "main");
  assert.equal(slower.code, 1);
  assert.match(slower.stdout, /^slower: grow benchmark=run n=512: /m);
  assert.match((await there("grow.py", "--baseline", "nobody")).stderr, /no baseline `nobody`/);
  assert.equal((await here("grow.py", "--save-baseline", "main")).code, 2);
  const { json: body } = await runner.ask("GET", "/v1/baselines/main");
  assert.equal(body.entries.length, 2);
  assert.match(body.entries[0].content.machine, /^emulator, /);
  assert.match(body.entries[0].content.kernels[0].digest, /^[0-9a-f]{64}$/);
  // Of another machine: no verdict rather than a wrong one.
  const [entry] = body.entries;
  entry.content.machine = "h100, driver 12.8";
  await fetch(`${runner.url}/v1/baselines/other`, { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ entries: { [entry.name]: entry.content } }) });
  const other = await there("grow.py", "--baseline", "other");
  assert.equal(other.code, 6, other.stdout);
  assert.match(other.stdout, /the baseline is of h100, driver 12\.8, this is of emulator, /);
});

const fake = join(dirname(binary), "..", "tests/unit/runner/libTesseraFakeCuda.so");
test("a GPU's times come back with its clocks, judged here", { skip: !existsSync(fake) && `no fake driver at ${fake}` }, async (t) => {
  const libraries = makeFolder(t);
  symlinkSync(fake, join(libraries, "libcuda.so.1"));
  symlinkSync(fake, join(libraries, "libnvidia-ml.so.1"));
  const { write, there } = await setUp(t, ["--sandbox", "off"], { LD_LIBRARY_PATH: libraries });
  // The fake driver computes nothing, so what is stored has to be what is there.
  const keep = kernelOf(128, "x, x").replace("tl.load(x_ptr + at) + 1", "tl.load(y_ptr + at)").replace("torch.empty_like(x)", "x");
  write("keep.py", keep);
  write("table.py", keep + table);
  const compared = await there("keep.py", "--baseline", "keep.py", "--device", "cuda", "--json");
  assert.equal(compared.code, 0, compared.stderr + compared.stdout);
  const [point] = JSON.parse(compared.stdout).points;
  assert.equal(point.kernels[0].samples.length, 24);
  assert.deepEqual(point.comparisons[0].ratio, { estimate: 1, low: 1, high: 1, p: 1 });
  assert.equal(point.states[0].clockMHz, 1980);
  assert.equal(point.states.length, 2);
  const swept = await there("table.py", "--device", "cuda", "--lock-clocks");
  assert.equal(swept.code, 0, swept.stderr + swept.stdout);
  assert.match(swept.stdout, /^256 +0\.5 ms +0\.5 to 0\.5 /m);
  assert.match(swept.stdout, /^clocks .*1980 MHz, memory 2619 MHz, 412 W, 54 C, clocks are not locked: only root may ->/m);
  assert.doesNotMatch((await there("table.py", "--device", "cuda")).stdout, /^kept/m, "times are no two times the same");
});
