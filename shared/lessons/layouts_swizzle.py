# A buffer of shared memory, written by rows and read by columns (Pallas, Mosaic GPU)
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

SIZE = 64
SWIZZLE = 128


def kernel(x_gmem, o_gmem, x_smem, o_smem, barrier):
    plgpu.copy_gmem_to_smem(x_gmem, x_smem, barrier)
    plgpu.barrier_wait(barrier)
    o_smem[...] = x_smem[...] * 2
    plgpu.commit_smem()
    plgpu.copy_smem_to_gmem(o_smem, o_gmem)
    plgpu.wait_smem_to_gmem(0)


def buffer():
    transforms = (plgpu.TilingTransform((8, SWIZZLE // 2)), plgpu.SwizzleTransform(SWIZZLE))
    return plgpu.SMEM((SIZE, SIZE), jnp.float16, transforms=transforms)


double = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((SIZE, SIZE), jnp.float16),
    scratch_types=[buffer(), buffer(), plgpu.Barrier()],
)
x = jax.random.normal(jax.random.key(0), (SIZE, SIZE), jnp.float16)
np.testing.assert_allclose(double(x), 2 * x)
