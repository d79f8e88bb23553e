# Hopper GEMM 5: programs that stay, and a pipeline of pipelines (Pallas, Mosaic GPU)
#
# A tile's pipeline begins with empty slots and ends with an epilogue, and the tensor core idles in both. Here there are only as many programs as
# multiprocessors, and each takes every PROGRAMS-th tile (`plgpu.nd_loop`). The pipelines of its tiles are one: when the memory thread
# has asked for the last blocks of a tile, it goes on with the first ones of the next, while the consumers are still in the epilogue.
#
# For that the slots must outlive a tile: `pipeline.get_allocations` says what they are, `pl.run_scoped` allocates them around the loop, and
# each call gets them as `allocations`. `pipeline_state` says which pipeline it is: START fills the slots, STEADY finds them filled, and STOP
# waits at its end until all have been read. So a program needs two tiles at least; with one, there is nothing to overlap, and no state.
#
# A tile's number of steps must be a multiple of SLOTS, so that each pipeline begins with slot 0: K is a multiple of TILE_K * SLOTS. N is any multiple of 8, M any number.
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

M = 512
N = 512
K = 128
MULTIPROCESSORS = 132
TILE_M = 128
TILE_N = 256
TILE_K = 64
EPILOGUE_N = 64
SLOTS = 2
TILE_WIDTH = 2
CONSUMERS = 2
ROWS = TILE_M // CONSUMERS  # of one consumer
TILES = (pl.cdiv(M, TILE_M), pl.cdiv(N, TILE_N))
PROGRAMS = max(1, min(MULTIPROCESSORS, TILES[0] * TILES[1] // 2))
STEPS = K // TILE_K
assert K % TILE_K == 0 and STEPS % SLOTS == 0, f"K must be a multiple of {TILE_K * SLOTS}"


def kernel(a_gmem, b_gmem, c_gmem, strip_smem):
    wg = lax.axis_index("wg")

    def step(indices, a_smem, b_smem, acc):
        plgpu.wgmma(acc, a_smem.at[pl.ds(wg * ROWS, ROWS)], b_smem)
        plgpu.wgmma_wait(0)
        return acc

    def store(tile, m, n):
        row = m * TILE_M + wg * ROWS
        for strip in range(TILE_N // EPILOGUE_N):
            buffer = strip_smem.at[wg, strip % 2]
            plgpu.wait_smem_to_gmem(1, wait_read_only=True)  # the tile before may still be read
            buffer[...] = tile[:, strip * EPILOGUE_N : (strip + 1) * EPILOGUE_N]
            plgpu.commit_smem()
            plgpu.copy_smem_to_gmem(buffer, c_gmem.at[pl.ds(row, ROWS), pl.ds(n * TILE_N + strip * EPILOGUE_N, EPILOGUE_N)])

    def make_pipeline(m, n, state):
        def compute(pipeline):
            @functools.partial(pl.run_scoped, acc=plgpu.ACC((ROWS, TILE_N), jnp.float32))
            def with_accumulator(acc):
                pipeline(acc)
                store(acc[...].astype(c_gmem.dtype), m, n)

        return plgpu.emit_pipeline_warp_specialized(
            step,
            grid=(STEPS,),
            memory_registers=40,
            in_specs=[plgpu.BlockSpec((TILE_M, TILE_K), lambda k: (m, k)), plgpu.BlockSpec((TILE_K, TILE_N), lambda k: (k, n))],
            max_concurrent_steps=SLOTS,
            wg_axis="wg",
            num_compute_wgs=CONSUMERS,
            compute_context=compute,
            pipeline_state=state,
        )

    allocations = make_pipeline(0, 0, plgpu.PipelinePipeline.START).get_allocations(a_gmem, b_gmem)

    @functools.partial(pl.run_scoped, slots=allocations, collective_axes="wg")
    def with_slots(slots):
        @plgpu.nd_loop((TILES[0] * TILES[1],), collective_axes="sm")
        def one_tile(loop):
            m, n = plgpu.planar_snake(loop.index[0], TILES, 0, TILE_WIDTH)
            state = None
            if TILES[0] * TILES[1] > 1:
                is_last = loop.local_index == loop.num_local_steps - 1
                after_first = jnp.where(is_last, plgpu.PipelinePipeline.STOP, plgpu.PipelinePipeline.STEADY)
                state = jnp.where(loop.local_index == 0, plgpu.PipelinePipeline.START, after_first)
            make_pipeline(m, n, state)(a_gmem, b_gmem, allocations=slots)

        plgpu.wait_smem_to_gmem(0)


matmul = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((M, N), jnp.bfloat16),
    scratch_types=[plgpu.SMEM((CONSUMERS, 2, ROWS, EPILOGUE_N), jnp.bfloat16)],
    grid=(PROGRAMS,),
    grid_names=("sm",),
    num_threads=CONSUMERS + 1,
    thread_name="wg",
)

key_a, key_b = jax.random.split(jax.random.key(0))
a = jax.random.normal(key_a, (M, K), jnp.bfloat16)
b = jax.random.normal(key_b, (K, N), jnp.bfloat16)
expected = jnp.dot(a, b, preferred_element_type=jnp.float32).astype(jnp.bfloat16)
np.testing.assert_allclose(matmul(a, b), expected, rtol=2e-2, atol=2e-2)
print(f"{M}x{K} by {K}x{N}: {TILES[0] * TILES[1]} tiles by {PROGRAMS} programs that stay: as jnp.dot")
