# Hopper: a product for each group of rows (Pallas, Mosaic GPU)
#
# The rows of A are sorted by group, as the tokens of a mixture of experts are, and group g is multiplied with its own matrix B[g]. How many rows a group
# has is known only when the program runs. So tiles are not cut along a grid: a table, made on the host from the groups' sizes, has one
# entry a tile: its group, its first row, and how many rows it has. A program reads its entry and makes that tile.
#
# The block of B is `(None, TILE_K, TILE_N)`: its first axis is squeezed, and the index map picks the group. A tile's first row is no multiple of TILE_M,
# so A's rows are counted in elements: `pl.Element(TILE_M)`. The last tile of a group reads rows of the next group too, and must not
# write them. A copy out has no mask: the tile leaves in strips of 8 rows, each with a predicate. Hence groups have a multiple of 8 rows.
#
# SIZES is the groups' sizes; K and N may be any multiples of 8.
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

SIZES = (104, 0, 64, 8, 136)
N = 128
K = 128
TILE_M = 64
TILE_N = 128
TILE_K = 64
STRIP = 8
SLOTS = 2
M = sum(SIZES)


def make_table(sizes):
    # One row a tile: group, first row, number of rows.
    table, first = [], 0
    for group, size in enumerate(sizes):
        assert size % STRIP == 0, f"group {group} has {size} rows, which is no multiple of {STRIP}"
        for row in range(0, size, TILE_M):
            table.append((group, first + row, min(TILE_M, size - row)))
        first += size
    return np.array(table, np.int32)


TABLE = make_table(SIZES)


def kernel(table_gmem, a_gmem, b_gmem, c_gmem, c_smem, acc):
    tile, n = lax.axis_index("tile"), lax.axis_index("n")
    group, row, rows = table_gmem[tile, 0], table_gmem[tile, 1], table_gmem[tile, 2]

    def step(indices, a_smem, b_smem):
        plgpu.wgmma(acc, a_smem, b_smem)
        plgpu.wgmma_wait(1)

    pipeline = plgpu.emit_pipeline(
        step,
        grid=(pl.cdiv(K, TILE_K),),
        in_specs=[
            plgpu.BlockSpec((pl.Element(TILE_M), TILE_K), lambda k: (row, k), delay_release=1),
            plgpu.BlockSpec((None, TILE_K, TILE_N), lambda k: (group, k, n), delay_release=1),
        ],
        max_concurrent_steps=SLOTS,
    )
    pipeline(a_gmem, b_gmem)

    c_smem[...] = acc[...].astype(c_smem.dtype)
    plgpu.commit_smem()
    for strip in range(0, TILE_M, STRIP):
        target = c_gmem.at[pl.ds(row + strip, STRIP), pl.ds(n * TILE_N, TILE_N)]
        plgpu.copy_smem_to_gmem(c_smem.at[pl.ds(strip, STRIP)], target, predicate=strip < rows, commit_group=False)
    plgpu.commit_smem_to_gmem_group()
    plgpu.wait_smem_to_gmem(0)


ragged_dot = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((M, N), jnp.bfloat16),
    scratch_types=[plgpu.SMEM((TILE_M, TILE_N), jnp.bfloat16), plgpu.ACC((TILE_M, TILE_N), jnp.float32)],
    grid=(len(TABLE), pl.cdiv(N, TILE_N)),
    grid_names=("tile", "n"),
)

key_a, key_b = jax.random.split(jax.random.key(0))
a = jax.random.normal(key_a, (M, K), jnp.bfloat16)
b = jax.random.normal(key_b, (len(SIZES), K, N), jnp.bfloat16)
result = ragged_dot(TABLE, a, b)
first = 0
for group, size in enumerate(SIZES):
    expected = jnp.dot(a[first : first + size], b[group], preferred_element_type=jnp.float32).astype(jnp.bfloat16)
    np.testing.assert_allclose(result[first : first + size], expected, rtol=2e-2, atol=2e-2)
    first += size
print(f"{len(SIZES)} groups of {SIZES} rows, {len(TABLE)} tiles: each as jnp.dot")
