# SPDX-License-Identifier: Apache-2.0
# RUN: %tessera run -v %s 2>&1 | FileCheck %s
# Which version of Pallas a pipeline's body is written for is told where it is not plainly today's.
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))

def kernel(x_gmem, o_gmem):
  def march(x_smem, o_smem):
    o_smem[...] = x_smem[...] * 2
  def today(indices, x_smem, o_smem):
    o_smem[...] = x_smem[...] * 2
  def either(*arguments):
    arguments[-1][...] = arguments[-2][...] * 2
  # CHECK-DAG: versions.py:[[@LINE+1]]:3: remark: the pipeline's body takes no indices, as in Pallas of March 2025 [chosen-version]
  plgpu.emit_pipeline(march, grid=(4,), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
  # CHECK-NOT: versions.py:[[@LINE+1]]:3: remark
  plgpu.emit_pipeline(today, grid=(4,), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
  # CHECK-DAG: versions.py:[[@LINE+1]]:3: remark: the pipeline's body takes any number of arguments; it gets the indices first
  plgpu.emit_pipeline(either, grid=(4,), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
  # CHECK-DAG: versions.py:[[@LINE+1]]:3: remark: the pipeline's body takes any number of arguments; with the arguments of March 2025 it gets no indices
  plgpu.emit_pipeline(either, grid=(4,), in_specs=[block], out_specs=[block], delay_release=0)(x_gmem, o_gmem)

plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(jnp.zeros((32, 128), jnp.float32))
