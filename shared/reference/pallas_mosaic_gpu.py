# SPDX-License-Identifier: Apache-2.0
# Names of jax.experimental.pallas.mosaic_gpu.
### enumerations
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

print(plgpu.Layout.WGMMA_8BIT)
#> Layout.WGMMA_8BIT
print(plgpu.Layout.WGMMA_ROW)
#> Layout.WGMMA_ROW.reduce((1,))
print(plgpu.Layout.WGMMA_COL)
#> Layout.WGMMA_COL.reduce((0,))
print(plgpu.MemorySpace)
#> <class 'jax.experimental.pallas.mosaic_gpu.MemorySpace'>
print(plgpu.MemorySpace.GMEM)
#> MemorySpace.GMEM
print(plgpu.MemorySpace.SMEM)
#> MemorySpace.SMEM
print(plgpu.MemorySpace.TMEM)
#> MemorySpace.TMEM
print(plgpu.MemorySpace.REGS)
#> MemorySpace.REGS
print(plgpu.GPUMemorySpace.GMEM)
#> MemorySpace.GMEM
print(plgpu.GPUMemorySpace.TMEM)
#> MemorySpace.TMEM
print(plgpu.GPUMemorySpace.REGS)
#> MemorySpace.REGS
print(plgpu.REGS)
#> MemorySpace.REGS
print(plgpu.LoweringSemantics.Lane)
#> Lane
print(plgpu.TraceScope)
#> <class 'jax.experimental.pallas.mosaic_gpu.TraceScope'>
print(plgpu.TraceScope.WARP)
#> WARP
print(plgpu.TraceScope.WARPGROUP)
#> WARPGROUP
print(plgpu.OOBFillMode.UNDEFINED)
#> UNDEFINED
print(plgpu.CopyPartition)
#> <class 'jax.experimental.pallas.mosaic_gpu.CopyPartition'>
print(plgpu.CopyPartition.REPLICATED)
#> CopyPartition()
print(plgpu.Transform)
#> <class 'jax.experimental.pallas.mosaic_gpu.Transform'>
print(plgpu.TMEMLayout)
#> <class 'jax.experimental.pallas.mosaic_gpu.TMEMLayout'>
print(plgpu.CopyPartition.PARTITIONED(0))
#> CopyPartition(axis=0)
print(plgpu.Replicated(2))
#> Replicated(times=2)
print(plgpu.WGMMAAccumulatorRef((64, 64)))
#> WGMMAAccumulatorRef(shape=(64, 64), dtype=dtype('float32'))
### accumulator_from_an_array
import functools
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

transforms = (plgpu.TilingTransform((8, 64)), plgpu.SwizzleTransform(128))
tile = plgpu.SMEM((64, 64), jnp.float16, transforms=transforms)


def kernel(a_gmem, b_gmem, c_ref, o_ref):
    @functools.partial(pl.run_scoped, a=tile, b=tile, barrier=plgpu.Barrier(num_arrivals=2))
    def with_tiles(a, b, barrier):
        plgpu.copy_gmem_to_smem(a_gmem, a, barrier)
        plgpu.copy_gmem_to_smem(b_gmem, b, barrier)
        plgpu.barrier_wait(barrier)

        def multiply(acc):
            plgpu.wgmma(acc, a, b)

        start = plgpu.layout_cast(plgpu.load(c_ref, (), layout=plgpu.Layout.WGMMA), plgpu.Layout.WGMMA)
        o_ref[...] = pl.run_state(multiply)(plgpu.WGMMAAccumulatorRef.init(start))


a, b, c = jnp.ones((64, 64), jnp.float16), jnp.ones((64, 64), jnp.float16), jnp.ones((64, 64), jnp.float32)
run = plgpu.kernel(kernel, out_shape=jax.ShapeDtypeStruct((64, 64), jnp.float32))
print(run(a, b, c)[0, :4])
#> [65. 65. 65. 65.]
### registers_of_a_warpgroup
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu


def kernel(x_ref, o_ref):
    plgpu.set_max_registers(40, action="decrease")
    o_ref[...] = x_ref[...] + 1


run = plgpu.kernel(kernel, out_shape=jax.ShapeDtypeStruct((128,), jnp.float32), num_threads=1, thread_name="wg")
print(run(jnp.ones(128))[:4])
#> [2. 2. 2. 2.]
### atomics
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu


def kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...]
    one = jnp.full((128,), 1, jnp.int32)
    plgpu.atomic_min(o_ref, one)
    plgpu.atomic_and(o_ref, one)
    plgpu.atomic_xor(o_ref, one)


run = plgpu.kernel(kernel, out_shape=jax.ShapeDtypeStruct((128,), jnp.int32))
print(run(jnp.arange(128, dtype=jnp.int32))[:4])
#> [1 0 0 0]
### semaphores
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu


def kernel(x_ref, o_ref, semaphore):
    plgpu.semaphore_signal(semaphore, 1)
    pl.semaphore_wait(semaphore, 1)
    o_ref[...] = x_ref[...]


run = plgpu.kernel(
    kernel, out_shape=jax.ShapeDtypeStruct((128,), jnp.float32), scratch_shapes=[plgpu.SemaphoreType.REGULAR]
)
print(run(jnp.ones(128))[:4])
#> [1. 1. 1. 1.]
### another_block_of_the_cluster
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
from jax import lax


def kernel(x_ref, o_ref, smem, barrier):
    me = lax.axis_index("c")
    smem[...] = x_ref[pl.ds(me * 128, 128)]
    plgpu.commit_smem()
    plgpu.barrier_arrive(barrier)
    plgpu.barrier_wait(barrier)
    o_ref[pl.ds(me * 128, 128)] = plgpu.cluster_ref(smem, {"c": 1 - me})[...]
    plgpu.barrier_arrive(barrier)
    plgpu.barrier_wait(barrier)


run = plgpu.kernel(
    kernel,
    out_shape=jax.ShapeDtypeStruct((256,), jnp.float32),
    cluster=(2,),
    cluster_names=("c",),
    scratch_shapes=[plgpu.SMEM((128,), jnp.float32), plgpu.ClusterBarrier(collective_axes=("c",))],
)
print(run(jnp.arange(256.0))[::128])
#> [128.   0.]
