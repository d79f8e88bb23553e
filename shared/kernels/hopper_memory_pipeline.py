# Hopper: a pipeline bound by memory (Pallas, Mosaic GPU)
#
# An elementwise kernel does nothing but wait for memory: it is fast when enough bytes are under way. Each program takes a strip of rows, and
# `plgpu.emit_pipeline` walks along it, with the copies in of SLOTS blocks and the stores of as many under way. Outputs are blocks in
# shared memory too: the body writes one, and the pipeline stores it (`commit_smem`, a copy out, and later a wait until it has been read).
#
# ROWS and COLUMNS may be any sizes; rows are a multiple of 16 bytes, since the copy engine wants that.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

ROWS = 256
COLUMNS = 1024
BLOCK_ROWS = 16
BLOCK_COLUMNS = 256
SLOTS = 3


def kernel(x_gmem, y_gmem, o_gmem):
    strip = lax.axis_index("strip")

    def step(indices, x_smem, y_smem, o_smem):
        x = x_smem[...]
        o_smem[...] = x * jax.nn.sigmoid(x) * y_smem[...]

    block = plgpu.BlockSpec((BLOCK_ROWS, BLOCK_COLUMNS), lambda column: (strip, column))
    pipeline = plgpu.emit_pipeline(
        step,
        grid=(pl.cdiv(COLUMNS, BLOCK_COLUMNS),),
        in_specs=[block, block],
        out_specs=[block],
        max_concurrent_steps=SLOTS,
    )
    pipeline(x_gmem, y_gmem, o_gmem)


swish_times = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((ROWS, COLUMNS), jnp.float32),
    grid=(pl.cdiv(ROWS, BLOCK_ROWS),),
    grid_names=("strip",),
)

key_x, key_y = jax.random.split(jax.random.key(0))
x = jax.random.normal(key_x, (ROWS, COLUMNS), jnp.float32)
y = jax.random.normal(key_y, (ROWS, COLUMNS), jnp.float32)
np.testing.assert_allclose(swish_times(x, y), x / (1 + jnp.exp(-x)) * y, rtol=1e-5, atol=1e-5)
print(f"{ROWS}x{COLUMNS}: {pl.cdiv(ROWS, BLOCK_ROWS)} programs, {SLOTS} slots: x * sigmoid(x) * y")
