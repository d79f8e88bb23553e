// SPDX-License-Identifier: Apache-2.0
// `tessera compile --explain`, and that nothing of a person's choices or of a missing schedule is passed over without a word.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { root, tessera } from "./tessera.mjs";

const product = join(root, "tests/bench/peers/programs/gemm_triton.py");
const large = ["--set", "M=4096", "--set", "N=4096", "--set", "K=4096"];
const attention = join(root, "shared/kernels/triton_attention.py");

const explain = async (args, options) => {
  const { code, stdout, stderr } = await tessera(["compile", ...args, "--explain=json"], options);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout).explanation;
};

test("the plan, the prediction and the choices of a product are said as data", async () => {
  const { target, card, kernels: [kernel] } = await explain([product, ...large]);
  assert.equal(target, "sm_90a");
  assert.equal(card, "H100 SXM");
  assert.equal(kernel.form, "warpgroups");
  const { plan, prediction } = kernel;
  assert.equal(plan.products[0].instruction, "wgmma");
  assert.ok(plan.products[0].range.begin.line > 0);
  assert.deepEqual(plan.roles.map(({ name }) => name).sort(), ["consumer", "producer"]);
  assert.ok(plan.roles.every(({ registers }) => registers > 0));
  assert.ok(plan.buffers.some(({ name, stages }) => name === "a" && stages > 1), "a ring");
  assert.ok(plan.accesses.filter(({ kind }) => kind === "load").every(({ how }) => how === "TMA"));
  assert.equal(plan.persistent, true);
  assert.equal(plan.blocks, prediction.blocks);
  assert.ok(prediction.microseconds > 0 && prediction.limit);
  const value = Object.fromEntries(kernel.choices.map((choice) => [choice.name, choice]));
  for (const name of ["tile_m", "tile_n", "tile_k", "stages", "consumers", "persistent", "cluster", "group", "specialize", "resize"])
    assert.equal(value[name]?.from, "cost", name);
  assert.ok(value.tile_n.others.length > 0);
  const asked = (await explain([product, ...large, "--tune", "stages=2"])).kernels[0].choices.find(({ name }) => name === "stages");
  assert.deepEqual([asked.value, asked.from], [2, "asked"]);
});

test("the text says the same, never calls a prediction a time, and leaves nothing said twice", async () => {
  const { code, stdout, stderr } = await tessera(["compile", product, ...large, "--explain"]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^multiply for sm_90a: a kernel of warpgroups, .*gemm_triton\.py:\d+$/m);
  assert.match(stdout, /products +line \d+: wgmma \d+x\d+x\d+xbf16, sums f32/);
  assert.match(stdout, /prediction +[\d.]+ us on H100 SXM, limited by /);
  assert.match(stdout, /no GPU took it/);
  assert.match(stdout, /tile_n=\d+ +by cost; columns of a product's block; also /);
  assert.doesNotMatch(stderr, /schedule-(choice|plan)/);
});

test("one remark is a kernel's plan, with its reasons; kernels with the same plan share it", async () => {
  const { stdout } = await tessera(["compile", join(root, "shared/kernels/triton_matmul.py"), "--json"]);
  const plans = JSON.parse(stdout).diagnostics.filter(({ id }) => id === "schedule-plan");
  assert.equal(plans.length, 1, JSON.stringify(plans, null, 1));
  assert.match(plans[0].message, new RegExp("^plan of `matmul_kernel` and `matmul_kernel_1`: wgmma \\d+x\\d+x\\d+xf16; " +
    "1 consumer warpgroup and a producer; \\d stages of `a_ptr` and `b_ptr`; global memory by TMA; " +
    "\\d+ blocks of 256 threads; the cost model says [\\d.]+ us on H100 SXM, limited by "));
  assert.ok(plans[0].notes.some(({ message }) => /^loops multiply 64 of the depth a pass/.test(message)));
  assert.equal(plans[0].range.begin.line, 27);
});

test("a block program says which condition failed at which line, and what would satisfy it", async () => {
  const { kernels: [kernel] } = await explain([join(root, "shared/kernels/matmul.py")]);
  assert.equal(kernel.form, "block program");
  const [reason] = kernel.obstacles;
  assert.match(reason.why, /multiplied exactly/);
  assert.equal(reason.remedy, "let their precision be tf32");
  assert.equal(reason.range.begin.line, 11);
  assert.equal(kernel.plan.products[0].instruction, "multiply-adds");
  assert.match(kernel.plan.products[0].whyNotBetter, /multiplied exactly/);
  const { stdout } = await tessera(["compile", join(root, "shared/kernels/matmul.py"), "--explain"]);
  assert.match(stdout, /not better +line 11: no warpgroups .*\n +what would do: let their precision be tf32/);
});

test("an access that is narrower than it could be says why", async () => {
  const input = `
import torch, triton
import triton.language as tl
@triton.jit
def shift(x, y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + i, tl.load(x + i + 1, mask=i + 1 < n), mask=i < n)
x = torch.ones(4097, device='cuda')
y = torch.zeros(4097, device='cuda')
shift[(5,)](x, y, 4097, 1024)
`;
  const { kernels: [kernel] } = await explain(["-"], { input });
  const load = kernel.plan.accesses.find(({ kind }) => kind === "load");
  assert.equal(load.vectorBytes, 4);
  assert.match(load.whyNotBetter, /mask is known to be the same|indices are known to count up/);
  assert.equal(load.range.begin.line, 7);
});

test("a kernel without a schedule says why in each command that would need it", async () => {
  const program = [join(root, "shared/kernels/vector_add.py"), "--tune", "warps=3"];
  const { kernels: [kernel] } = await explain(program);
  assert.equal(kernel.form, "none");
  assert.equal(kernel.plan, undefined);
  assert.match(kernel.refusals[0].why, /`num_warps` 3 .* has no GPU schedule yet/);
  assert.equal(kernel.refusals[0].what, "no-schedule");
  for (const stage of ["tilegpu", "ptx"]) {
    const { stderr } = await tessera(["show", ...program, "--stage", stage]);
    assert.match(stderr, /`num_warps` 3 .* has no GPU schedule yet \[no-schedule\]/, stage);
  }
  const { stdout } = await tessera(["compile", ...program, "--explain"]);
  assert.match(stdout, /no schedule, .*\n +why +line \d+: `num_warps` 3 .*\[no-schedule\]/);
});

const remarks = async (args, options) => (await tessera(["compile", ...args], options)).stderr;

test("a choice that a kernel can't do is told, whatever its name", async () => {
  assert.match(await remarks([attention, "--tune", "attention_forward.persistent=1"]),
    /`persistent=1` is not done in `attention_forward`: .*\[schedule-choice\]/);
  assert.match(await remarks([product, ...large, "--tune", "tile_k=48"]),
    /`tile_k=48` is not done in `multiply`: passes multiply \d+ of the depth, of which that is neither a part nor a multiple/);
  for (const name of ["warps=8", "tile=256", "parts=2", "registers=64"])
    assert.match(await remarks([product, ...large, "--tune", name]),
      new RegExp(`\`${name}\` is not done in \`multiply\`: a kernel of warpgroups has none to choose`), name);
  const copy = join(root, "shared/kernels/vector_add.py");
  for (const name of ["tile_m", "tile_n", "tile_k", "consumers", "persistent", "cluster", "group", "stages", "parts", "tile", "specialize", "resize"])
    assert.match(await remarks([copy, "--tune", `${name}=2`]), new RegExp(`\`${name}=2\` is not done in `), name);
  assert.doesNotMatch(await remarks([copy, "--tune", "warps=2"]), /is not done/);
  for (const name of ["tile_m=128", "tile_n=128", "tile_k=32", "stages=3", "consumers=2", "persistent=0", "group=4", "specialize=0", "resize=0"])
    assert.doesNotMatch(await remarks([product, ...large, "--tune", name]), /is not done/, name);
});

test("what passes between the threads of warpgroups takes stages from their buffers, not the kernel", async () => {
  const input = `
import torch, triton
import triton.language as tl
M = N = K = 1024
@triton.jit
def gradient(x_ptr, y_ptr, w_ptr, b_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rk = tl.program_id(0) * BK + tl.arange(0, BK)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rm = tl.arange(0, BM)
    acc = tl.zeros((BK, BN), dtype=tl.float32)
    sums = tl.zeros((BN,), dtype=tl.float32)
    for m in range(0, M, BM):
        x = tl.load(x_ptr + (m + rm)[:, None] * K + rk[None, :])
        y = tl.load(y_ptr + (m + rm)[:, None] * N + rn[None, :])
        acc = tl.dot(tl.trans(x), y, acc)
        sums += tl.sum(y.to(tl.float32), 0)
    tl.store(w_ptr + rk[:, None] * N + rn[None, :], acc)
    if tl.program_id(0) == 0:
        tl.store(b_ptr + rn, sums)
x = torch.ones((M, K), dtype=torch.bfloat16, device="cuda")
w, b = torch.empty((K, N), device="cuda"), torch.empty(N, device="cuda")
gradient[(K // 128, N // 128)](x, x, w, b, M, N, K, BM=128, BN=128, BK=128)
`;
  for (const tune of ["resize=1", "resize=0"]) {
    const { kernels: [kernel] } = await explain(["-", "--tune", tune], { input });
    assert.equal(kernel.form, "warpgroups");
    assert.ok(kernel.plan.sharedBytes <= 232448, `${kernel.plan.sharedBytes}`);
  }
});
