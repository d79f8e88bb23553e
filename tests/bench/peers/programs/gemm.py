# SPDX-License-Identifier: Apache-2.0
"""C = A @ B, as fast as these blocks can: persistent programs that walk the tiles in a snake, a warpgroup that only copies, two that multiply a
tile of TILE_M rows each, and an epilogue in pieces whose stores overlap the next tile's copies. Measured by ../run.py; the host checks the first rows."""
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

M = 256
N = 256
K = 128
DTYPE = "bfloat16"
INPUTS = "normal"
TILE_M = 128  # of one of the two consumers
TILE_N = 128
TILE_K = 64
STAGES = 4
PIECE = 64  # rows and columns of the epilogue's pieces
WIDTH = 8  # tiles of the snake's band
PROGRAMS = 132  # multiprocessors

dtype = jnp.dtype(DTYPE)
make_input = {"normal": jax.random.normal, "uniform": jax.random.uniform}[INPUTS]
a = make_input(jax.random.key(0), (M, K)).astype(dtype)
b = make_input(jax.random.key(1), (K, N)).astype(dtype)

rows, columns, steps = M // (2 * TILE_M), N // TILE_N, K // TILE_K
tiled = (plgpu.TilingTransform((8, 64)), plgpu.SwizzleTransform(128))


def make_pipeline(body, context):
    return plgpu.emit_pipeline_warp_specialized(
        body,
        grid=(steps,),
        memory_registers=40,
        in_specs=[
            plgpu.BlockSpec((2 * TILE_M, TILE_K), lambda k: (0, k), transforms=tiled),
            plgpu.BlockSpec((TILE_K, TILE_N), lambda k: (k, 0), transforms=tiled),
        ],
        wg_axis="wg",
        num_compute_wgs=2,
        max_concurrent_steps=STAGES,
        compute_context=context,
    )


def kernel(a_ref, b_ref, c_ref, piece_ref):
    nothing = lambda *_: None

    def with_slots(slots):
        wg = lax.axis_index("wg")

        @plgpu.nd_loop((rows * columns,), collective_axes="sm")
        def each_tile(info):
            row, column = plgpu.planar_snake(info.index[0], (rows, columns), 1, WIDTH)
            height, width = pl.ds(row * 2 * TILE_M, 2 * TILE_M), pl.ds(column * TILE_N, TILE_N)
            own = pl.ds(wg * TILE_M, TILE_M)

            def multiply(_, a_smem, b_smem, total_ref):
                plgpu.wgmma(total_ref, a_smem.at[own], b_smem)
                plgpu.wgmma_wait(0)
                return total_ref

            def compute(run_pipeline):
                @functools.partial(pl.run_scoped, total_ref=plgpu.ACC((TILE_M, TILE_N), jnp.float32))
                def with_total(total_ref):
                    run_pipeline(total_ref)
                    total = total_ref[...].astype(dtype)
                    for piece in range((TILE_M // PIECE) * (TILE_N // PIECE)):
                        top, left, slot = piece // (TILE_N // PIECE) * PIECE, piece % (TILE_N // PIECE) * PIECE, piece % 2
                        plgpu.wait_smem_to_gmem(1, wait_read_only=True)
                        piece_ref[wg, slot] = total[top : top + PIECE, left : left + PIECE]
                        plgpu.commit_smem()
                        target = c_ref.at[height, width].at[own, :].at[pl.ds(top, PIECE), pl.ds(left, PIECE)]
                        plgpu.copy_smem_to_gmem(piece_ref.at[wg, slot], target)

            make_pipeline(multiply, compute)(a_ref.at[height, :], b_ref.at[:, width], allocations=slots)

        plgpu.wait_smem_to_gmem(0)

    pl.run_scoped(with_slots, make_pipeline(nothing, nothing).get_allocations(a_ref, b_ref), collective_axes="wg")


c = plgpu.kernel(
    kernel,
    out_shape=jax.ShapeDtypeStruct((M, N), dtype),
    grid=(min(PROGRAMS, rows * columns),),
    grid_names=("sm",),
    num_threads=3,
    thread_name="wg",
    scratch_shapes=[plgpu.SMEM((2, 2, PIECE, PIECE), dtype, transforms=tiled)],
)(a, b)

wanted = jnp.dot(a[:4].astype(jnp.float32), b.astype(jnp.float32))
np.testing.assert_allclose(c[:4].astype(jnp.float32), wanted, rtol=1e-2, atol=1e-2 * np.sqrt(K))
