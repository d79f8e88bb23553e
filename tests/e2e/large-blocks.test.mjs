// SPDX-License-Identifier: Apache-2.0
// Blocks that no thread block could hold, cut by the compiler: each launch runs on the emulator and in the interpreter and gives the same, and the race checker
// is silent. A program with an operation that has no schedule is skipped with the reason; none is refused for its size.
import assert from "node:assert/strict";
import { test } from "node:test";
import { tessera } from "./tessera.mjs";

/** One program of one block: `kernel` from x and y (their shapes) to o. */
const onePallas = (body, inputs, output, type = "float32") => `
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(*refs):
  ${body.replaceAll("\n", "\n  ")}

xs = [jax.random.normal(k, s, dtype=jnp.float32).astype(jnp.${type}) for k, s in zip(jax.random.split(jax.random.key(0), ${inputs.length}), [${inputs}])]
o = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(${output}, jnp.${type}))(*xs)
print(o.shape)
`;

/** `x` is a 76x126 block in a 128x128 one, and so few warps that `o` is done in tiles. */
const oneTriton = (body, output, warps) => `
import torch
import triton
import triton.language as tl

@triton.jit
def kernel(x_ptr, o_ptr):
  rows, columns = tl.arange(0, 128)[:, None], tl.arange(0, 128)[None, :]
  x = tl.load(x_ptr + rows * 126 + columns, mask=(rows < 76) & (columns < 126), other=0)
  ${body.replaceAll("\n", "\n  ")}

torch.manual_seed(0)
o = torch.empty(${output}, device="cuda", dtype=torch.float32)
kernel[(1,)](torch.randn((76, 126), device="cuda", dtype=torch.float32), o, num_warps=${warps})
print(tuple(o.shape))
`;

const programs = {
  "elementwise, in many blocks": onePallas("x, y, o = refs\no[...] = x[...] * y[...] + 1", ["(300, 1000)", "(300, 1000)"], "(300, 1000)"),
  "a transpose": onePallas("x, o = refs\no[...] = x[...].T", ["(512, 500)"], "(500, 512)"),
  "a product": onePallas("x, y, o = refs\no[...] = x[...] @ y[...]", ["(256, 512)", "(512, 256)"], "(256, 256)"),
  "a ragged product": onePallas("x, y, o = refs\no[...] = x[...] @ y[...]", ["(130, 300)", "(300, 70)"], "(130, 70)"),
  "a product in bf16": onePallas("x, y, o = refs\no[...] = x[...] @ y[...]", ["(256, 512)", "(512, 128)"], "(256, 128)", "bfloat16"),
  "a product and what follows it": onePallas("x, y, b, o = refs\no[...] = jax.nn.relu(x[...] @ y[...] + b[...])", ["(256, 256)", "(256, 256)", "(256,)"], "(256, 256)"),
  "products in a batch": onePallas("x, y, o = refs\no[...] = jax.lax.dot_general(x[...], y[...], (((2,), (1,)), ((0,), (0,))))", ["(4, 96, 256)", "(4, 256, 96)"], "(4, 96, 96)"),
  "softmax of rows": onePallas("x, o = refs\no[...] = jax.nn.softmax(x[...], axis=-1)", ["(16, 3000)"], "(16, 3000)"),
  "softmax of one long row": onePallas("x, o = refs\no[...] = jax.nn.softmax(x[...], axis=-1)", ["(1, 100000)"], "(1, 100000)"),
  "softmax of columns": onePallas("x, o = refs\no[...] = jax.nn.softmax(x[...], axis=0)", ["(600, 300)"], "(600, 300)"),
  "layer norm": onePallas("x, o = refs\nv = x[...]\nm = v.mean(axis=1, keepdims=True)\nd = v - m\no[...] = d * jax.lax.rsqrt((d * d).mean(axis=1, keepdims=True) + 1e-5)", ["(3, 16384)"], "(3, 16384)"),
  "sums of rows": onePallas("x, o = refs\no[...] = x[...].sum(axis=1)", ["(512, 1024)"], "(512,)"),
  "sums of columns": onePallas("x, o = refs\no[...] = x[...].sum(axis=0)", ["(1024, 512)"], "(512,)"),
  "the sum of all": onePallas("x, o = refs\no[...] = x[...].sum(axis=(0, 1), keepdims=True)", ["(700, 700)"], "(1, 1)"),
  "where the largest is": onePallas("x, o = refs\no[...] = jnp.argmax(x[...], axis=1, keepdims=True).astype(jnp.float32)", ["(8, 20000)"], "(8, 1)"),
  "a cumulative sum": onePallas("x, o = refs\no[...] = jnp.cumsum(x[...])", ["(100000,)"], "(100000,)"),
  "a cumulative sum of rows, then arithmetic": onePallas("x, o = refs\no[...] = jnp.cumsum(x[...], axis=1) * 2 - x[...]", ["(8, 9000)"], "(8, 9000)"),
  "a reshape": onePallas("x, o = refs\no[...] = x[...].reshape(65536)", ["(256, 256)"], "(65536,)"),
  "a loop that carries": onePallas("x, y, o = refs\no[...] = jax.lax.fori_loop(0, 3, lambda i, a: a * 0.5 + y[...], x[...])", ["(256, 200)", "(256, 200)"], "(256, 200)"),
  "in place, at other places": onePallas("x, o = refs\no[...] = x[...]\no[...] = o[...].T", ["(200, 200)"], "(200, 200)"),
  "attention without loops": onePallas("q, k, v, o = refs\no[...] = jax.nn.softmax(q[...] @ k[...].T * 0.125, axis=-1) @ v[...]", ["(192, 64)", "(320, 64)", "(320, 64)"], "(192, 64)"),
  "the largest where some rows are no number": onePallas("x, o = refs\no[...] = jnp.nanmax(jnp.where(x[...][:, :1] > 0, jnp.nan, x[...]), axis=1)", ["(8, 20000)"], "(8,)"),
  "a product of products": oneTriton('y = tl.dot(x, x, input_precision="ieee") * 0.1\ntl.store(o_ptr + rows * 128 + columns, tl.dot(y, y, input_precision="ieee"))', "(128, 128)", 1),
  "a product of a cumulative sum of a product": oneTriton(
    'y = tl.dot(x, x, input_precision="ieee") * 0.1\ns = tl.cumsum(y, axis=0)\ntl.store(o_ptr + rows * 128 + columns, tl.trans(tl.dot(s, y, input_precision="ieee")))', "(128, 128)", 2),
  "where a cumulative sum is largest": oneTriton("y = (x * 64).to(tl.int32)\ntl.store(o_ptr + tl.arange(0, 128), tl.argmax(tl.cumsum(y, axis=0) - y, axis=1).to(tl.float32))", "(128,)", 1),
};

for (const target of ["sm_80", "sm_90a"])
  for (const [name, input] of Object.entries(programs))
    test(`${name}, ${target}`, async () => {
      const { code, stderr, stdout } = await tessera(["run", "-", "--device=emulator", "--check=race", "--compare", `--target=${target}`], { input });
      assert.doesNotMatch(stderr, /\[(no-schedule|block-too-large)\]/);
      assert.equal(code, 0, stderr + stdout);
      assert.match(stdout, /\(\d+/);
    });
