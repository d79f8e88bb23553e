// SPDX-License-Identifier: Apache-2.0
// What kernels print and assert on a device: the interpreter's text, in the programs' order, and its message and exit code.
import assert from "node:assert/strict";
import { test } from "node:test";
import { tessera } from "./tessera.mjs";

const pallas = `import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
`;

const mosaic = `import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
`;

const programs = {
  "a block of each program": `${pallas}
def kernel(x_ref, o_ref):
  pl.debug_print("program {}: {}", pl.program_id(0), x_ref[...])
  o_ref[...] = x_ref[...]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((12,), jnp.float32), grid=(4,), in_specs=[pl.BlockSpec((3,), lambda i: (i,))],
               out_specs=pl.BlockSpec((3,), lambda i: (i,)))(jnp.arange(12, dtype=jnp.float32) / 3)
`,
  "several arrays, in a loop, and under a condition": `${pallas}
def kernel(x_ref, o_ref):
  def step(k, total):
    @pl.when(k % 2 == 0)
    def _():
      pl.debug_print("{}: {} and {}", k, x_ref[k], x_ref[...] > total)
    return total + x_ref[k].sum()
  pl.debug_print("begin")
  o_ref[0] = jax.lax.fori_loop(0, 5, step, 0)
  pl.debug_print("end {:>6d}", o_ref[0])
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32))(jnp.arange(25).reshape(5, 5))
`,
  "programs that run in order": `${pallas}
def kernel(x_ref, o_ref):
  @pl.when(pl.program_id(1) == 0)
  def _():
    o_ref[...] = jnp.zeros_like(o_ref)
  o_ref[...] += x_ref[...]
  pl.debug_print("{} {} {}", pl.program_id(0), pl.program_id(1), o_ref[...])
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 2), jnp.int32), grid=(2, 3), in_specs=[pl.BlockSpec((None, 1, 2), lambda i, k: (k, i, 0))],
               out_specs=pl.BlockSpec((1, 2), lambda i, k: (i, 0)))(jnp.arange(12).reshape(3, 2, 2))
`,
  "all kinds of numbers": `import torch, triton
import triton.language as tl
@triton.jit
def kernel(x_ptr, n, BLOCK: tl.constexpr):
    offs = tl.arange(0, BLOCK)
    v = tl.load(x_ptr + offs, mask=offs < n, other=0)
    tl.device_print("x", v)
    tl.device_print("wide", v.to(tl.int64) * 10000000000, v.to(tl.float16) / 3)
    tl.device_print("bits", v > 1)
kernel[(3,)](torch.arange(4, device='cuda'), 3, BLOCK=4)
`,
};

for (const [name, source] of Object.entries(programs))
  test(name, async () => {
    const expected = await tessera(["run", "-"], { input: source });
    const seen = await tessera(["run", "-", "--device=emulator", "--check=race"], { input: source });
    assert.equal(expected.code, 0, expected.stderr);
    assert.notEqual(expected.stdout, "");
    assert.equal(seen.stdout, expected.stdout, seen.stderr);
    assert.equal(seen.code, 0, seen.stderr);
  });

// Warpgroups and warps say things in any order that barriers allow, and whole lines are compared in none.
const unordered = {
  "every warpgroup of every block, once": `${mosaic}
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((6,), jnp.int32), grid=(3,), grid_names=("g",), num_threads=3, thread_name="wg")
def kernel(x, o):
  g, wg = lax.axis_index("g"), lax.axis_index("wg")
  pl.debug_print("block {} warpgroup {}: {} {}", g, wg, x[...], x[2:4] > g)
  @pl.when(jnp.logical_and(g == 0, wg == 2))
  def _():
    o[...] = x[...]
kernel(jnp.arange(6))
`,
  "blocks of a cluster": `${mosaic}
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2, 2, 2), jnp.int32), grid=(2,), grid_names=("g",), num_threads=2, thread_name="wg", cluster=(2,), cluster_names=("c",))
def kernel(x, o):
  g, c, wg = lax.axis_index("g"), lax.axis_index("c"), lax.axis_index("wg")
  o[g, c, wg] = x[wg]
  pl.debug_print("block {} of cluster {}, warpgroup {}: {}", c, g, wg, x[wg])
kernel(jnp.arange(2) + 5)
`,
  "the warps of a warp map": `${mosaic}
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((4,), jnp.int32), num_threads=2, thread_name="wg")
def kernel(x, o):
  wg = lax.axis_index("wg")
  @pl.core_map(plgpu.WarpMesh(axis_name="warp"))
  def _():
    warp = lax.axis_index("warp")
    pl.debug_print("warp {} of warpgroup {}", warp, wg)
    @pl.when(warp == 2)
    def _():
      pl.debug_print("{:>4d} of warpgroup {}", x[1], wg)
  @pl.when(wg == 0)
  def _():
    o[...] = x[...]
kernel(jnp.arange(4))
`,
  "a producer and its consumers, in loops": `${mosaic}
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((2, 8, 64), jnp.int32), grid=(2,), grid_names=("g",), num_threads=3, thread_name="wg",
                   scratch_types=[plgpu.SMEM((2, 8, 64), jnp.int32), plgpu.Barrier(num_barriers=2), plgpu.Barrier(num_arrivals=2, num_barriers=2)])
def kernel(x, o, s, full, free):
  wg, g = lax.axis_index("wg"), lax.axis_index("g")
  @pl.when(wg == 2)
  def _():
    plgpu.set_max_registers(40, action="decrease")
    @pl.loop(0, 4)
    def _(k):
      slot = lax.rem(k, 2)
      @pl.when(k >= 2)
      def _():
        plgpu.barrier_wait(free.at[slot])
        pl.debug_print("block {}: slot {} is free", g, slot)
      pl.debug_print("block {}: rows {:>3d} to slot {}", g, k, slot)
      plgpu.copy_gmem_to_smem(x.at[k], s.at[slot], full.at[slot])
    for slot in range(2):
      plgpu.barrier_wait(free.at[slot])
  @pl.when(wg != 2)
  def _():
    plgpu.set_max_registers(160, action="increase")
    def step(k, acc):
      slot = lax.rem(k, 2)
      plgpu.barrier_wait(full.at[slot])
      rows = s[slot, pl.ds(wg * 4, 4)]
      pl.debug_print("block {} warpgroup {} step {}: {} {}", g, wg, k, jnp.sum(rows), rows[0, 0:8])
      plgpu.barrier_arrive(free.at[slot])
      return acc + rows
    acc = lax.fori_loop(0, 4, step, jnp.zeros((4, 64), jnp.int32))
    o[g, pl.ds(wg * 4, 4)] = acc
    pl.debug_print("{} has {}", wg, jnp.max(acc))
kernel(jnp.arange(4 * 8 * 64, dtype=jnp.int32).reshape(4, 8, 64))
`,
  "numbers of all kinds, and an accumulator": `${mosaic}
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((64, 128), jnp.float32),
                   scratch_types=[plgpu.SMEM((64, 64), jnp.float16), plgpu.SMEM((64, 128), jnp.float16), plgpu.Barrier(num_arrivals=2)])
def kernel(a, b, o, a_smem, b_smem, full):
  plgpu.copy_gmem_to_smem(a, a_smem, full)
  plgpu.copy_gmem_to_smem(b, b_smem, full)
  plgpu.barrier_wait(full)
  def multiply(acc):
    plgpu.wgmma(acc, a_smem, b_smem)
    pl.debug_print("on its way, {}", b[0, 1])
    plgpu.wgmma_wait(0)
    pl.debug_print("the sums {}", acc[...])
    return acc[...]
  o[...] = pl.run_scoped(multiply, plgpu.ACC((64, 128), jnp.float32))
  pl.debug_print("{} and {} and {}", jnp.arange(7), jnp.full((3, 5), 2.5, jnp.float16), o[3, 0:6])
  pl.debug_print("{} {} {}", a[1, 0:3].astype(jnp.int8), a[2, 0:9].astype(jnp.uint32) > 3, a[2, 0:4].astype(jnp.float8_e5m2))
kernel(jnp.arange(64 * 64, dtype=jnp.float16).reshape(64, 64) % 13, jnp.arange(64 * 128, dtype=jnp.float16).reshape(64, 128) % 7)
`,
};

const sortLines = (text) => text.split("\n").sort();

for (const [name, source] of Object.entries(unordered))
  test(`warpgroups: ${name}`, async () => {
    const expected = await tessera(["run", "-", "--seeds=3"], { input: source });
    assert.equal(expected.code, 0, expected.stderr);
    assert.notEqual(expected.stdout, "");
    const seen = await tessera(["run", "-", "--device=emulator", "--check=race", "--seeds=5"], { input: source });
    assert.deepEqual(sortLines(seen.stdout), sortLines(expected.stdout), seen.stderr);
    assert.equal(seen.code, 0, seen.stderr);
  });

test("a failed assert of a warpgroup ends the run", async () => {
  const source = `${mosaic}
@functools.partial(plgpu.kernel, out_type=jax.ShapeDtypeStruct((4,), jnp.int32), num_threads=2, thread_name="wg")
def kernel(x, o):
  wg = lax.axis_index("wg")
  with pl.enable_debug_checks():
    pl.debug_check(x[3] + wg < 9, "too large")
  @pl.when(wg == 0)
  def _():
    o[...] = x[...]
kernel(jnp.arange(4) + 5)
`;
  for (const device of ["interpreter", "emulator"]) {
    const { code, stdout } = await tessera(["run", "-", "--json", `--device=${device}`], { input: source });
    assert.notEqual(code, 0);
    const errors = JSON.parse(stdout).diagnostics.filter(({ severity }) => severity === "error");
    assert.deepEqual(errors.map(({ id, message, range }) => [id, message, range.begin.line]), [["assertion-failed", "too large", 11]], device);
  }
});

test("a failed assert ends the run where the interpreter's does", async () => {
  const source = `import torch, triton
import triton.language as tl
@triton.jit
def kernel(x_ptr, BLOCK: tl.constexpr):
    v = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.device_print("x", v)
    tl.device_assert(v < 6, "too big")
    tl.device_print("fine", v)
kernel[(4,)](torch.arange(16, device='cuda'), BLOCK=4)
`;
  const expected = await tessera(["run", "-", "--json"], { input: source });
  const seen = await tessera(["run", "-", "--json", "--device=emulator"], { input: source });
  assert.equal(seen.code, expected.code);
  assert.notEqual(seen.code, 0);
  const [left, right] = [JSON.parse(expected.stdout), JSON.parse(seen.stdout)];
  assert.equal(right.output, left.output);
  const errors = ({ diagnostics }) => diagnostics.filter(({ severity }) => severity === "error").map(({ id, message, range }) => ({ id, message, range }));
  assert.deepEqual(errors(right), errors(left));
});

test("what does not fit is told", async () => {
  const source = `${pallas}
def kernel(x_ref, o_ref):
  def step(k, total):
    pl.debug_print("{}", x_ref[...])
    return total
  o_ref[0] = jax.lax.fori_loop(0, 600, step, 0)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32))(jnp.arange(1024))
`;
  const { code, stderr } = await tessera(["run", "-", "--device=emulator"], { input: source });
  assert.notEqual(code, 0);
  assert.match(stderr, /kernel `kernel` says more than a launch has room for/);
});
