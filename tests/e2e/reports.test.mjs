// SPDX-License-Identifier: Apache-2.0
// What kernels print and assert on a device: the interpreter's text, in the programs' order, and its message and exit code.
import assert from "node:assert/strict";
import { test } from "node:test";
import { tessera } from "./tessera.mjs";

const pallas = `import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
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
