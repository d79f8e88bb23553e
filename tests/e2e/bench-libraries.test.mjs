// SPDX-License-Identifier: Apache-2.0
// `tessera bench` beside cuBLAS and cuDNN and with a GPU's counters, on a fake driver whose kernels `multiplies_M_N_K` work, a
// fake cuBLAS that multiplies, a fake cuDNN and a fake CUPTI: here, and in a runner's sandbox.
import assert from "node:assert/strict";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { binary, makeFolder, serve, tessera } from "./tessera.mjs";

const fake = join(dirname(binary), "..", "tests/unit/runner/libTesseraFakeCuda.so");
const skip = !existsSync(fake) && `no fake driver at ${fake}`;

const product = `import torch
import triton
import triton.language as tl

@triton.jit
def multiplies_16_16_16(a_ptr, b_ptr, c_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    at = i[:, None] * N + i[None, :]
    c = tl.dot(tl.load(a_ptr + at), tl.load(b_ptr + at), input_precision="ieee")
    tl.store(c_ptr + at, c)

torch.manual_seed(0)
a, b, c = torch.randn((16, 16), device="cuda"), torch.randn((16, 16), device="cuda"), torch.empty((16, 16), device="cuda")
multiplies_16_16_16[(1,)](a, b, c, N=16)
torch.testing.assert_close(c, a @ b)
`;
// The fake driver computes nothing else, so what is stored has to be what is there.
const copy = `import torch
import triton
import triton.language as tl

@triton.jit
def keep(x_ptr, y_ptr, N: tl.constexpr):
    at = tl.arange(0, N)
    tl.store(y_ptr + at, tl.load(y_ptr + at))

x, y = torch.ones(64, device="cuda"), torch.ones(64, device="cuda")
keep[(1,)](x, y, N=64)
`;

const attention = `import torch
import triton
import triton.language as tl

@triton.jit
def attends_32_16(q_ptr, k_ptr, v_ptr, o_ptr, N: tl.constexpr, D: tl.constexpr):
    n, d = tl.arange(0, N), tl.arange(0, D)
    at = n[:, None] * D + d[None, :]
    scores = tl.dot(tl.load(q_ptr + at), tl.trans(tl.load(k_ptr + at))) * D**-0.5
    shares = tl.exp(scores - tl.max(scores, 1)[:, None])
    o = tl.dot(shares.to(tl.float16), tl.load(v_ptr + at)) / tl.sum(shares, 1)[:, None]
    tl.store(o_ptr + at, o.to(tl.float16))

torch.manual_seed(0)
q, k, v = (torch.randn((32, 16), device="cuda", dtype=torch.float16) for _ in range(3))
o = torch.empty_like(q)
attends_32_16[(1,)](q, k, v, o, N=32, D=16)
`;

function setUp(t, libraries) {
  const folder = makeFolder(t), env = { LD_LIBRARY_PATH: makeFolder(t) };
  for (const name of libraries) symlinkSync(fake, join(env.LD_LIBRARY_PATH, name));
  writeFileSync(join(folder, "product.py"), product);
  writeFileSync(join(folder, "copy.py"), copy);
  writeFileSync(join(folder, "attention.py"), attention);
  return { env, bench: (...words) => tessera(["bench", ...words], { cwd: folder, env }) };
}
const call = "cublasGemmStridedBatchedEx of cuBLAS 13.3.0: 16x16 by 16x16, f32, sums in f32";

test("a product is measured in turn with cuBLAS's", { skip }, async (t) => {
  const { env, bench } = setUp(t, ["libcuda.so.1", "libcublas.so.13"]);
  const here = await bench("product.py", "--baseline", "cublas", "--json");
  assert.equal(here.code, 0, here.stderr + here.stdout);
  const [point] = JSON.parse(here.stdout).points;
  assert.equal(point.comparisons[0].peer, call);
  assert.deepEqual(point.comparisons[0].ratio, { estimate: 1, low: 1, high: 1, p: 1 });
  assert.equal(point.kernels[0].samples.length, 24);
  assert.match((await bench("product.py", "--baseline", "cublas")).stdout, new RegExp(`^same: multiplies_16_16_16: .*beside ${call}$`, "m"));
  const runner = await serve(t, { env });
  const there = await bench("product.py", "--baseline", "cublas", "--device", "cuda", "--json", "--runner", runner.url);
  assert.equal(there.code, 0, there.stderr + there.stdout);
  assert.equal(JSON.parse(there.stdout).points[0].comparisons[0].peer, call, "in a job's sandbox, too");
});

test("attention is measured in turn with cuDNN's", { skip }, async (t) => {
  const { env, bench } = setUp(t, ["libcuda.so.1", "libcudnn.so.9"]);
  const peer = "scaled_dot_product_attention of cuDNN 9.10.2: 1 head of 16, 32 queries, 32 keys, f16, scale 0.2500";
  const here = await bench("attention.py", "--baseline", "cudnn", "--json");
  assert.equal(here.code, 0, here.stderr + here.stdout);
  assert.equal(JSON.parse(here.stdout).points[0].comparisons[0].peer, peer);
  const runner = await serve(t, { env });
  const there = await bench("attention.py", "--baseline", "cudnn", "--device", "cuda", "--json", "--runner", runner.url);
  assert.equal(there.code, 0, there.stderr + there.stdout);
  assert.equal(JSON.parse(there.stdout).points[0].comparisons[0].peer, peer, "in a job's sandbox, too");
  const product = await bench("product.py", "--baseline", "cudnn");
  assert.equal(product.code, 6, product.stdout);
  assert.match(product.stdout, /^inconclusive: multiplies_16_16_16: attention takes queries, keys and values/m);
});

test("what is no product has no peer, and is told why", { skip }, async (t) => {
  const { bench } = setUp(t, ["libcuda.so.1", "libcublas.so.13"]);
  const { code, stdout } = await bench("copy.py", "--baseline", "cublas");
  assert.equal(code, 6, stdout);
  assert.match(stdout, /^inconclusive: keep: (no product of matrices has these shapes|a product takes two arrays and gives one)/m);
  const unknown = await bench("product.py", "--baseline", "cublaslt");
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /`cublaslt` is no peer .*`cublas` is one, for products of matrices .*`cudnn`, for attention/);
  const emulated = await bench("product.py", "--baseline", "cublas", "--device", "emulator");
  assert.equal(emulated.code, 2);
  assert.match(emulated.stderr, /times the library's calls on a GPU, but `emulator` is none/);
  assert.equal((await bench("product.py", "--save-baseline", "cublas", "--runner", "http://127.0.0.1:1")).code, 2);
});

// This machine may have the real ones, which do not start on a fake GPU.
test("without cuBLAS, without a GPU", { skip }, async (t) => {
  const { bench } = setUp(t, ["libcuda.so.1"]);
  const { code, stdout } = await bench("product.py", "--baseline", "cublas");
  assert.equal(code, 5, stdout);
  assert.match(stdout, /infrastructure: the baseline: cuBLAS (can't be loaded: there is no `libcublas\.so\.13`|[\d.]+ does not start: CUBLAS_STATUS_NOT_INITIALIZED)/);
  const none = await setUp(t, []).bench("product.py", "--baseline", "cublas");
  assert.equal(none.code, 5, none.stderr);
});

test("a GPU's counters are told, or why there are none", { skip }, async (t) => {
  const { env, bench } = setUp(t, ["libcuda.so.1", "libcupti.so.13"]);
  const here = await bench("product.py", "--counters");
  assert.equal(here.code, 0, here.stderr);
  assert.match(here.stdout, /^counters: multiplies_16_16_16: memory 10\.5 %, L2 hits 21\.0 %, tensor cores 31\.5 %, issue slots 42\.0 %, warps 52\.5 %, bank conflicts 63$/m);
  const runner = await serve(t, { env });
  const there = await bench("product.py", "--counters", "--device", "cuda", "--json", "--runner", runner.url);
  assert.deepEqual(JSON.parse(there.stdout).points[0].kernels[0].counters[2], { name: "tensor cores", unit: "%", value: 31.5 });
  const without = await setUp(t, ["libcuda.so.1"]).bench("product.py", "--counters", "--json");
  assert.equal(without.code, 0, "no reason to fail");
  assert.match(JSON.parse(without.stdout).points[0].whyNoCounters, /^(CUPTI can't be loaded: there is no `libcupti\.so\.13`|starting CUPTI failed: )/);
});

test("a driver that does not work in the sandbox is told with what it was refused", { skip }, async (t) => {
  const { env } = setUp(t, ["libcuda.so.1"]);
  const findLack = async () => (await (await serve(t, { env, args: ["--sandbox=try"] })).ask("GET", "/v1/devices")).json.sandbox.gpus;
  assert.doesNotMatch(await findLack(), /does not work in it/);
  writeFileSync(join(env.LD_LIBRARY_PATH, "needs-more"), "");
  assert.match(await findLack(), /^everything, as the driver does not work in it: .*; its driver was refused the system calls socketpair and the files \/etc\/hostname, of which it does without some$/);
  await assert.rejects(serve(t, { env, args: ["--sandbox=require"] }), /the sandbox does not hold for `cuda:0`: .*socketpair/);
});
