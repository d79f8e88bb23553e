# Grids and BlockSpecs: who sees what (Pallas)
#
# Every program writes ten times its first index plus its second one into the block that it got, so the output is a map of who
# wrote where. The entries of a block shape say how its index is meant: in blocks, in elements, or not at all.
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

ROWS = 8
COLUMNS = 6
BLOCK_ROWS = 2
BLOCK_COLUMNS = 3


def show_program_ids(shape, block_shape, grid, index_map):
  def kernel(o_ref):
    o_ref[...] = jnp.full(o_ref.shape, 10 * pl.program_id(1) + pl.program_id(0))

  return pl.pallas_call(
      kernel,
      out_shape=jax.ShapeDtypeStruct(shape, jnp.int32),
      grid=grid,
      out_specs=pl.BlockSpec(block_shape, index_map),
      interpret=True,
  )()


shape = (ROWS, COLUMNS)
rows, columns = np.arange(ROWS)[:, None], np.arange(COLUMNS)[None, :]
grid = (pl.cdiv(ROWS, BLOCK_ROWS), pl.cdiv(COLUMNS, BLOCK_COLUMNS))
owner = 10 * (columns // BLOCK_COLUMNS) + rows // BLOCK_ROWS

# Indices count blocks: program (i, j) writes block (i, j).
blocked = show_program_ids(shape, (BLOCK_ROWS, BLOCK_COLUMNS), grid, lambda i, j: (i, j))
np.testing.assert_array_equal(blocked, owner)
print(blocked)

# The last blocks of a ragged array reach past its end; what is written there vanishes.
ragged = show_program_ids((ROWS - 1, COLUMNS - 1), (BLOCK_ROWS, BLOCK_COLUMNS), grid, lambda i, j: (i, j))
np.testing.assert_array_equal(ragged, owner[:-1, :-1])

# `pl.Element`: the index map counts elements, so it does the multiplication itself.
by_element = show_program_ids(shape, (pl.Element(BLOCK_ROWS), pl.Element(BLOCK_COLUMNS)), grid,
                              lambda i, j: (i * BLOCK_ROWS, j * BLOCK_COLUMNS))
np.testing.assert_array_equal(by_element, owner)

# With padding the first block begins before the array: one row and two columns of it lie in the padding.
padded_grid = (pl.cdiv(ROWS + 1, BLOCK_ROWS), pl.cdiv(COLUMNS + 2, BLOCK_COLUMNS))
padded = show_program_ids(shape, (pl.Element(BLOCK_ROWS, (1, BLOCK_ROWS)), pl.Element(BLOCK_COLUMNS, (2, BLOCK_COLUMNS))), padded_grid,
                          lambda i, j: (i * BLOCK_ROWS, j * BLOCK_COLUMNS))
np.testing.assert_array_equal(padded, 10 * ((columns + 2) // BLOCK_COLUMNS) + (rows + 1) // BLOCK_ROWS)
print(padded)


# None drops an axis: each program sees one matrix of a batch, as a matrix.
def transpose_kernel(x_ref, o_ref):
  assert x_ref.shape == (ROWS, COLUMNS)
  o_ref[...] = x_ref[...].T


batch = jnp.arange(3 * ROWS * COLUMNS).reshape(3, ROWS, COLUMNS)
transposed = pl.pallas_call(
    transpose_kernel,
    out_shape=jax.ShapeDtypeStruct((3, COLUMNS, ROWS), batch.dtype),
    grid=(3,),
    in_specs=[pl.BlockSpec((None, ROWS, COLUMNS), lambda b: (b, 0, 0))],
    out_specs=pl.BlockSpec((pl.squeezed, COLUMNS, ROWS), lambda b: (b, 0, 0)),
)(batch)
np.testing.assert_array_equal(transposed, jnp.swapaxes(batch, 1, 2))
