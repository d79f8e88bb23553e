// SPDX-License-Identifier: Apache-2.0
// `tessera tune` and `--tune auto`: candidates, the cache, configurations of `triton.autotune`, and the measuring path on a fake driver.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { binary, makeFolder, root, tessera } from "./tessera.mjs";

const autotuned = `
import torch
import triton
import triton.language as tl
N = 1 << 20

@triton.autotune(configs=[triton.Config({'BLOCK': 32}, num_warps=1), triton.Config({'BLOCK': 2048}, num_warps=4)], key=['n'])
@triton.jit
def copy(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + at, tl.load(x_ptr + at, mask=at < n), mask=at < n)

x = torch.ones(N, device='cuda')
y = torch.zeros(N, device='cuda')
copy[lambda meta: (triton.cdiv(N, meta['BLOCK']),)](x, y, N)
print(copy.best_config, float(y[N - 1]))
`;
const matmul = join(root, "shared/kernels/triton_matmul.py");

/** A cache of the test's own. */
const isolate = (t) => ({ env: { XDG_CACHE_HOME: makeFolder(t) } });

test("tune ranks the configurations of triton.autotune, and the cache knows them afterwards", async (t) => {
  const options = { ...isolate(t), input: autotuned };
  const first = JSON.parse((await tessera(["tune", "-", "--json"], options)).stdout);
  assert.equal(first.kernels.length, 1);
  const [kernel] = first.kernels;
  assert.equal(kernel.name, "copy");
  assert.equal(kernel.how, "model");
  assert.equal(kernel.cached, false);
  assert.match(kernel.tune, /^copy\.config=1/);
  assert.match(kernel.candidates.find((candidate) => candidate.chosen).config, /BLOCK: 2048/);
  assert.equal(kernel.candidates.filter((candidate) => candidate.own).length, 1);
  assert.ok(kernel.candidates.every((candidate) => candidate.milliseconds === undefined), "an estimate is no time");
  const second = JSON.parse((await tessera(["tune", "-", "--json"], options)).stdout).kernels[0];
  assert.equal(second.cached, true);
  assert.equal(second.tune, kernel.tune);
  const { stdout } = await tessera(["tune", "-"], options);
  assert.match(stdout, /ranked by the cost model, \d{4}-.*; from the cache/);
  const fresh = (await tessera(["tune", "-", "--fresh"], options)).stdout;
  assert.match(fresh, /estimates for an order, not times of a GPU/);
  assert.match(fresh, /best config selected: BLOCK: 2048/);
});

test("--tune auto takes what tuning found; the numbers stay the same", async (t) => {
  const options = { ...isolate(t), input: autotuned };
  const plain = await tessera(["run", "-"], options);
  assert.equal(plain.stdout, "BLOCK: 32, num_warps: 1, num_ctas: 1, num_stages: 3 1.0\n");
  const tuned = await tessera(["run", "-", "--tune", "auto"], options);
  assert.equal(tuned.code, 0, tuned.stderr);
  assert.equal(tuned.stdout, "BLOCK: 2048, num_warps: 4, num_ctas: 1, num_stages: 3 1.0\n");
  assert.match(tuned.stderr, /copy: --tune 'copy\.config=1.*by the cost model\)/);
  const again = await tessera(["compile", "-", "--tune", "auto"], options);
  assert.match(again.stderr, /from the cache/);
  assert.doesNotMatch(again.stderr, /takes the first of/);
});

test("the string that tune prints is taken by the other commands, by name and number", async (t) => {
  const { stdout } = await tessera(["tune", matmul, "--set", "M=2048", "--set", "N=2048", "--set", "K=2048", "--json", "--target", "sm_80"], isolate(t));
  const { tune, kernels } = JSON.parse(stdout);
  assert.deepEqual(kernels[0].kernels, ["matmul_kernel", "matmul_kernel_1"], "an autotuned function is one subject, however often it was recorded");
  assert.match(tune, /matmul_kernel\./);
  const { code, stderr } = await tessera(["compile", matmul, "--target", "sm_80", "--tune", tune]);
  assert.equal(code, 0, stderr);
  const wrong = await tessera(["compile", matmul, "--tune", "matmul_kernel.config=7"]);
  assert.equal(wrong.code, 3);
  assert.match(wrong.stderr, /`matmul_kernel\.config` is 7, but `matmul_kernel` has 3 configurations, numbered from 0 \[schedule-choice\]/);
});

test("the peers' product is tuned: every candidate has a schedule, and none has more sums than registers", async () => {
  const program = join(root, "tests/bench/peers/programs/gemm_triton.py");
  const small = await tessera(["tune", program, "--target", "sm_90a", "--no-cache", "--json"]);
  assert.equal(small.code, 0, `${small.signal} ${small.stderr}`);
  assert.ok(JSON.parse(small.stdout).kernels[0].candidates.some(({ choices }) => /tile_k=32/.test(choices)));
  const wide = ["--set", "M=8192", "--set", "N=8192", "--set", "K=512", "--target", "sm_90a"];
  const { stdout } = await tessera(["tune", program, ...wide, "--no-cache", "--json"]);
  assert.ok(JSON.parse(stdout).kernels[0].candidates.every(({ choices }) => !/consumers=3/.test(choices) || !/tile_n=256/.test(choices)));
  const { stderr } = await tessera(["compile", program, ...wide, "--tune", "consumers=3;tile_n=256"]);
  assert.match(stderr, /no kernel of warpgroups has tile_n=256, consumers=3/);
});

test("without tuning the first configuration is taken, and the remark names tune", async () => {
  const { stderr } = await tessera(["compile", "-"], { input: autotuned });
  assert.match(stderr, /`copy` takes the first of 2 configurations \(BLOCK: 32/);
  assert.match(stderr, /note: `tessera tune` ranks them, `--tune=auto` takes the best/);
});

test("a dead loop that other choices leave behind goes with what is in it", async () => {
  for (const tune of ["registers=32", "warps=2"]) {
    const { code, signal, stderr } = await tessera(["compile", join(root, "shared/kernels/matmul_batched.py"), "--tune", tune]);
    assert.equal(code, 0, `${tune}: ${signal} ${stderr}`);
  }
});

const keyed = autotuned.replace(/x = torch[^]*/, `
for n, dtype in ((64, torch.float32), (N, torch.float32), (64, torch.float16), (64, torch.float32)):
    x = torch.ones(n, device='cuda', dtype=dtype)
    y = torch.zeros(n, device='cuda', dtype=dtype)
    copy[lambda meta: (triton.cdiv(n, meta['BLOCK']),)](x, y, n)
    print(n, copy.best_config.kwargs['BLOCK'], float(y[n - 1]))
`);
const keys = ["n=64,float32,float32", "n=1048576,float32,float32", "n=64,float16,float16"];

test("a configuration can be chosen for one key: values of the key arguments, and dtypes", async () => {
  const run = async (tune) => tessera(["run", "-", ...(tune ? ["--tune", tune] : [])], { input: keyed });
  const blocks = ({ stdout }) => [...stdout.matchAll(/^\d+ (\d+) 1\.0$/gm)].map(([, block]) => Number(block));
  assert.deepEqual(blocks(await run("")), [32, 32, 32, 32], "without a choice the first");
  assert.deepEqual(blocks(await run(`copy.config[${keys[1]}]=1`)), [32, 2048, 32, 32]);
  assert.deepEqual(blocks(await run(`copy.config[${keys[0]}]=1`)), [2048, 32, 32, 2048]);
  assert.deepEqual(blocks(await run(`copy.config[${keys[2]}]=0;copy.config=1`)), [2048, 2048, 32, 2048], "the key's choice counts before that for all");
  const emulated = await tessera(["run", "-", "--device", "emulator", "--tune", `copy.config[${keys[0]}]=1`], { input: keyed.replace("1 << 20", "1 << 12") });
  assert.deepEqual(blocks(emulated), [2048, 32, 32, 2048], emulated.stderr);
});

test("a choice for a key that the program does not launch, or for none, is refused", async () => {
  const other = await tessera(["compile", "-", "--tune", "copy.config[n=65,float32,float32]=1"], { input: keyed });
  assert.equal(other.code, 3);
  assert.match(other.stderr, /`copy\.config\[n=65,float32,float32\]` is chosen, but `copy` is not launched with that key \[schedule-choice\]/);
  assert.ok(other.stderr.includes(`its keys are ${keys.map((key) => `\`${key}\``).join(", ")}`), other.stderr);
  for (const wrong of ["copy.config[]=1", "copy.config[n=64]=x", "config[n=64]=1"]) {
    const { code, stderr } = await tessera(["compile", "-", "--tune", wrong], { input: keyed });
    assert.equal(code, 3, wrong);
    assert.match(stderr, /expected a kernel, a key and a number, as in `matmul_kernel\.config\[M=256,float16\]=1`/);
  }
  const many = await tessera(["compile", "-", "--tune", `copy.config[${keys[0]}]=2`], { input: keyed });
  assert.match(many.stderr, /`copy\.config` is 2, but `copy` has 2 configurations, numbered from 0/);
});

test("tune chooses for each key of an autotuned kernel, and the cache keeps that", async (t) => {
  const options = { ...isolate(t), input: keyed };
  const [kernel] = JSON.parse((await tessera(["tune", "-", "--json"], options)).stdout).kernels;
  const chosen = kernel.candidates.find((candidate) => candidate.chosen);
  assert.ok(kernel.tune.includes(`copy.config[${keys[1]}]=1`), kernel.tune);
  assert.ok(!kernel.tune.includes(`copy.config[${keys[0]}]`), "the first is best for few elements, and the default");
  assert.doesNotMatch(kernel.tune, /copy\.config=/);
  assert.match(chosen.config, /^BLOCK: 32, .* for n=64,float32,float32; BLOCK: 2048, .* for n=1048576,float32,float32; BLOCK: 32, .* for n=64,float16,float16$/);
  const again = JSON.parse((await tessera(["tune", "-", "--json"], options)).stdout).kernels[0];
  assert.equal(again.cached, true);
  assert.equal(again.tune, kernel.tune);
  const { stdout, stderr } = await tessera(["run", "-", "--tune", "auto"], options);
  assert.equal(stdout, "64 32 1.0\n1048576 2048 1.0\n64 32 1.0\n64 32 1.0\n", stderr);
  assert.match(stderr, /copy: --tune 'copy\.config\[n=1048576,float32,float32\]=1.*from the cache\)/);
  const byHand = JSON.parse((await tessera(["tune", "-", "--json", "--tune", "copy.config=0"], options)).stdout).kernels[0];
  assert.doesNotMatch(byHand.tune, /config/, "what is chosen by hand stays");
});

test("what can't be tuned says why", async (t) => {
  const options = isolate(t);
  const none = await tessera(["tune", "-"], { ...options, input: "print(1)\n" });
  assert.equal(none.code, 0);
  assert.match(none.stderr, /launches no kernel/);
  const other = await tessera(["tune", matmul, "--kernel", "matmul"], options);
  assert.equal(other.code, 2);
  assert.match(other.stderr, /`--kernel` is `matmul`, expected one of `matmul_kernel`/);
  assert.equal((await tessera(["tune", "-"], { ...options, input: "x = [\n" })).code, 3);
  assert.equal((await tessera(["tune", matmul, "--device", "tpu"], options)).code, 2);
  const artifact = join(makeFolder(t), "artifact.tsr");
  await tessera(["compile", matmul, "-o", artifact]);
  const refused = await tessera(["tune", artifact], options);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /is an artifact.*tune its source/);
});

test("a cache that can't be used is no reason to fail", async (t) => {
  const folder = makeFolder(t);
  writeFileSync(join(folder, "tessera"), "a file where the folder should be");
  const blocked = await tessera(["tune", "-"], { env: { XDG_CACHE_HOME: folder }, input: autotuned });
  assert.equal(blocked.code, 0);
  assert.match(blocked.stderr, /nothing is kept: .*`--no-cache`/);
  const damaged = makeFolder(t);
  mkdirSync(join(damaged, "tessera"));
  writeFileSync(join(damaged, "tessera", "tune-1.sqlite"), "no data base at all, however long this text may be. ".repeat(100));
  const { code, stderr } = await tessera(["run", "-", "--tune", "auto"], { env: { XDG_CACHE_HOME: damaged }, input: autotuned });
  assert.equal(code, 0);
  assert.match(stderr, /the tuning cache `.*` is damaged.*remove it/);
  const untouched = makeFolder(t);
  assert.equal((await tessera(["tune", "-", "--no-cache"], { env: { XDG_CACHE_HOME: untouched }, input: autotuned })).code, 0);
  assert.deepEqual(readdirSync(untouched), []);
});

const fake = join(dirname(binary), "..", "tests/unit/runner/libTesseraFakeCuda.so");
test("on a GPU the best few and the compiler's own choices are measured", { skip: !existsSync(fake) && `no fake driver at ${fake}` }, async (t) => {
  const folder = makeFolder(t), cache = isolate(t).env;
  symlinkSync(fake, join(folder, "libcuda.so.1"));
  const env = { ...cache, LD_LIBRARY_PATH: folder }, input = autotuned.replace(/print.*/, "");
  const { stdout, stderr } = await tessera(["tune", "-", "--device", "cuda", "--candidates", "2", "--rounds", "3", "--json"], { env, input });
  const [kernel] = JSON.parse(stdout || stderr).kernels;
  assert.equal(kernel.how, "measured");
  assert.equal(kernel.device, "Fake GPU 0");
  assert.equal(kernel.milliseconds, 0.5, "what the fake driver's events say");
  const measured = kernel.candidates.filter((candidate) => candidate.milliseconds !== undefined);
  assert.equal(measured.length, 3, "two and the compiler's own");
  assert.ok(measured.every((candidate) => candidate.samples.length === 3));
  const table = await tessera(["tune", "-", "--device", "cuda", "--fresh"], { env, input });
  assert.match(table.stdout, /measured on Fake GPU 0 \(ms, medians\)/);
  assert.match((await tessera(["tune", "-"], { env: cache, input })).stdout, /measured on Fake GPU 0, 0\.5000 ms/, "a measurement counts where there is no GPU, too");
});

test("tune ranks for the card that is named", async (t) => {
  const options = { ...isolate(t), input: autotuned };
  const h100 = await tessera(["tune", "-", "--device=interpreter"], options);
  assert.match(h100.stdout, /ranked by the cost model for H100 SXM:/);
  const h200 = await tessera(["tune", "-", "--device=interpreter", "--card", "h200", "--json"], options);
  const [kernel] = JSON.parse(h200.stdout).kernels;
  assert.equal(kernel.card, "H200");
  assert.equal(kernel.cached, false, "what is best for one card is not taken for another");
  const none = await tessera(["tune", "-", "--card", "a100"], options);
  assert.equal(none.code, 2);
  assert.match(none.stderr, /`--card` is `a100`, which does not run sm_90a; its cards: h100, h100-nvl, h100-pcie, h200/);
});
