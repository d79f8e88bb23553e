# SPDX-License-Identifier: Apache-2.0
# Names of jax.experimental.pallas, of its TPU and Triton parts.
### enumerations
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

print(pl.RevisitMode.IMMEDIATE)
#> IMMEDIATE
print(pl.RevisitMode.ANY)
#> ANY
print(pl.RevisitMode)
#> <class 'jax.experimental.pallas.RevisitMode'>
print(pl.HOST)
#> MemorySpace.HOST
print(pl.MemorySpace.ANY)
#> MemorySpace.ANY
print(pl.MemorySpace.DEFAULT)
#> MemorySpace.DEFAULT
print(pl.MemorySpace.HOST)
#> MemorySpace.HOST
print(pl.MemorySpace)
#> <class 'jax.experimental.pallas.MemorySpace'>
print(pl.BlockDim)
#> <class 'jax.experimental.pallas.BlockDim'>
print(pl.Ref)
#> <class 'jax.experimental.pallas.Ref'>
print(pl.Slice(0, 4))
#> Slice(start=0, size=4, stride=1)
print(pl.DeviceIdType.MESH)
#> MESH
print(pl.gpu is not None)
#> True
### compiler_parameters
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def kernel(x_ref, o_ref):
    o_ref[...] = 2 * x_ref[...]


print(pl.pallas_call(kernel, jax.ShapeDtypeStruct((4,), jnp.int32),
    compiler_params=pl.CompilerParams(num_warps=4, num_stages=2))(jnp.arange(4)))
#> [0 2 4 6]
### atomics
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...]
    at = pl.program_id(0)
    pl.atomic_min(o_ref, (at,), -3)
    pl.atomic_or(o_ref, (at + 1,), 6)
    pl.atomic_xor(o_ref, (at + 2,), 1)
    pl.atomic_xchg(o_ref, (at + 3,), 9)


print(pl.pallas_call(kernel, jax.ShapeDtypeStruct((4,), jnp.int32), grid=(1,))(jnp.arange(4)))
#> [-3  7  3  9]
### loads_and_stores_of_TPUs
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def kernel(x_ref, o_ref):
    pltpu.store(o_ref, x_ref[...])
    pltpu.touch(o_ref)
    o_ref[...] += pltpu.bitcast(x_ref[...], jnp.int32)


print(pl.pallas_call(kernel, jax.ShapeDtypeStruct((4,), jnp.int32))(jnp.arange(4)))
#> [0 2 4 6]
### memories_of_TPUs
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

print(pltpu.TPUMemorySpace)
#> <class 'jax.experimental.pallas.tpu.TPUMemorySpace'>
print(pltpu.TPUMemorySpace.SMEM)
#> MemorySpace.SMEM
print(pltpu.TPUMemorySpace.VMEM)
#> MemorySpace.VMEM
print(pltpu.TPUMemorySpace.ANY)
#> MemorySpace.ANY
print(pltpu.TPUMemorySpace.HBM)
#> MemorySpace.HBM
print(pltpu.TPUMemorySpace.CMEM)
#> MemorySpace.CMEM
print(pltpu.TPUMemorySpace.HOST)
#> MemorySpace.HOST
print(pltpu.TPUMemorySpace.VMEM_SHARED)
#> MemorySpace.VMEM_SHARED
print(pltpu.MemorySpace)
#> <class 'jax.experimental.pallas.tpu.MemorySpace'>
print(pltpu.MemorySpace.SMEM)
#> MemorySpace.SMEM
print(pltpu.MemorySpace.VMEM)
#> MemorySpace.VMEM
print(pltpu.MemorySpace.HBM)
#> MemorySpace.HBM
print(pltpu.MemorySpace.CMEM)
#> MemorySpace.CMEM
print(pltpu.MemorySpace.HOST)
#> MemorySpace.HOST
print(pltpu.MemorySpace.VMEM_SHARED)
#> MemorySpace.VMEM_SHARED
print(pltpu.HBM)
#> MemorySpace.HBM
print(pltpu.CMEM)
#> MemorySpace.CMEM
print(pltpu.HOST)
#> MemorySpace.HOST
print(pltpu.VMEM_SHARED)
#> MemorySpace.VMEM_SHARED
print(pltpu.GridDimensionSemantics)
#> <class 'jax.experimental.pallas.tpu.GridDimensionSemantics'>
print(pltpu.GridDimensionSemantics.PARALLEL)
#> parallel
print(pltpu.GridDimensionSemantics.ARBITRARY)
#> arbitrary
print(pltpu.ARBITRARY)
#> arbitrary
print(pltpu.SemaphoreType.BARRIER)
#> SemaphoreType.BARRIER
print(pltpu.with_memory_space_constraint(jnp.ones(2), pltpu.HBM))
#> [1. 1.]
pltpu.set_tpu_interpret_mode()
pltpu.reset_tpu_interpret_mode_state()
### semaphores_of_TPUs
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def kernel(o_ref, semaphore):
    pltpu.semaphore_signal(semaphore, 2)
    pltpu.semaphore_wait(semaphore, 2)
    o_ref[...] = jnp.ones((4,), jnp.int32)


run = pl.pallas_call(
    kernel, jax.ShapeDtypeStruct((4,), jnp.int32), scratch_shapes=[pltpu.SemaphoreType.REGULAR]
)
print(run())
#> [1 1 1 1]
### names_of_the_Triton_back_end
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plt

print(plt.is_gpu_device())
#> True
print(plt.GpuInfo)
#> <class 'jax.experimental.pallas.triton.GpuInfo'>
print(plt.GpuVersion)
#> <class 'jax.experimental.pallas.triton.GpuVersion'>
### older_compiler_parameters
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plt


def kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] + 1


print(pl.pallas_call(kernel, jax.ShapeDtypeStruct((4,), jnp.int32),
    compiler_params=plt.TritonCompilerParams(num_warps=4))(jnp.arange(4)))
#> [1 2 3 4]
### inline_PTX
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plt


def kernel(x_ref, o_ref):
    [result] = plt.elementwise_inline_asm(
        "add.s32 $0, $1, $1;", args=[x_ref[...]], constraints="=r,r", pack=1,
        result_shape_dtypes=[jax.ShapeDtypeStruct((4,), jnp.int32)],
    )
    o_ref[...] = result


print(pl.pallas_call(kernel, jax.ShapeDtypeStruct((4,), jnp.int32))(jnp.arange(4)))
#> [0 2 4 6]
