# RUN: python3 %S/check-errors.py %tessera %s
# expect-run: data-race 23:10 "a copy in of warpgroup 0 writes `a_smem[0]` in step 1 while a wgmma of warpgroup 0 may still read it"
# expect-run: data-race 24:10 "a copy in of warpgroup 0 writes `b_smem[0]` in step 1 while a wgmma of warpgroup 0 may still read it"
# The places are the program's: the BlockSpec whose slots are used too early, not the text of the pipeline.
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu


def kernel(a_gmem, b_gmem, o_gmem):
    def product(acc):
        def step(indices, a_smem, b_smem):
            plgpu.wgmma(acc, a_smem, b_smem)
            plgpu.wgmma_wait(1)

        plgpu.emit_pipeline(step, grid=(4,), in_specs=specs, max_concurrent_steps=2)(a_gmem, b_gmem)
        o_gmem[...] = acc[...]

    pl.run_scoped(product, plgpu.ACC((64, 64), jnp.float32))


specs = [plgpu.BlockSpec((64, 64), lambda k: (0, k)),
         plgpu.BlockSpec((64, 64), lambda k: (k, 0))]


result = jax.ShapeDtypeStruct((64, 64), jnp.float32)
plgpu.kernel(kernel, out_type=result)(jnp.ones((64, 256), jnp.float16), jnp.ones((256, 64), jnp.float16))
