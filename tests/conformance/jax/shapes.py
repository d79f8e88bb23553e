### joins
# source: numpy.vstack and its kin
import jax.numpy as jnp
a, b = jnp.array([1, 2]), jnp.array([3, 4])
print(jnp.vstack([a, b]), jnp.hstack([a, b]), jnp.column_stack([a, b]), jnp.dstack([a, b]).shape)
#> [[1 2]
#>  [3 4]] [1 2 3 4] [[1 3]
#>  [2 4]] (1, 2, 2)
print(jnp.concatenate([a, jnp.array([0.5])]), jnp.append(a, 9), jnp.stack([a, b], axis=1))
#> [1.  2.  0.5] [1 2 9] [[1 3]
#>  [2 4]]
### blocks
# source: numpy.block documentation
import jax.numpy as jnp
print(jnp.block([[jnp.eye(2, dtype=int), jnp.zeros((2, 1), int)], [jnp.ones((1, 2), int), jnp.array([[7]])]]))
#> [[1 0 0]
#>  [0 1 0]
#>  [1 1 7]]
### splits
# source: numpy.split, numpy.array_split
import jax.numpy as jnp
x = jnp.arange(7)
print([p.shape for p in jnp.array_split(x, 3)], jnp.split(x, [2, 5]), jnp.split(jnp.arange(4), 2)[1])
#> [(3,), (2,), (2,)] [Array([0, 1], dtype=int32), Array([2, 3, 4], dtype=int32), Array([5, 6], dtype=int32)] [2 3]
print(jnp.hsplit(jnp.arange(4).reshape(2, 2), 2)[1], jnp.unstack(jnp.arange(4).reshape(2, 2))[1])
#> [[1]
#>  [3]] [2 3]
### split_into_unequal_parts
# source: numpy.split raises
import jax.numpy as jnp
jnp.split(jnp.arange(7), 3)
#! value-error: equal parts
### tile_and_repeat
# source: numpy.tile, numpy.repeat
import jax.numpy as jnp
x = jnp.array([[1, 2], [3, 4]])
print(jnp.tile(x, 2), jnp.tile(jnp.array([1, 2]), (2, 2)))
#> [[1 2 1 2]
#>  [3 4 3 4]] [[1 2 1 2]
#>  [1 2 1 2]]
print(jnp.repeat(x, 2), jnp.repeat(x, 2, axis=0), jnp.repeat(jnp.array([5, 6, 7]), jnp.array([0, 2, 1])) if False else jnp.repeat(jnp.array([5, 6, 7]), [0, 2, 1]))
#> [1 1 2 2 3 3 4 4] [[1 2]
#>  [1 2]
#>  [3 4]
#>  [3 4]] [6 6 7]
### roll_flip_rot90
# source: numpy.roll, numpy.flip, numpy.rot90
import jax.numpy as jnp
x = jnp.arange(6).reshape(2, 3)
print(jnp.roll(x, 1), jnp.roll(x, -1, axis=1), jnp.roll(x, (1, 1), axis=(0, 1)))
#> [[5 0 1]
#>  [2 3 4]] [[1 2 0]
#>  [4 5 3]] [[5 3 4]
#>  [2 0 1]]
print(jnp.flip(x), jnp.fliplr(x), jnp.flipud(x), jnp.rot90(x), jnp.rot90(x, 3))
#> [[5 4 3]
#>  [2 1 0]] [[2 1 0]
#>  [5 4 3]] [[3 4 5]
#>  [0 1 2]] [[2 5]
#>  [1 4]
#>  [0 3]] [[3 0]
#>  [4 1]
#>  [5 2]]
### roll_by_a_computed_number
# source: numpy.roll
import jax
import jax.numpy as jnp
f = jax.jit(lambda x, s: jnp.roll(x, s))
print(f(jnp.arange(4), 1), f(jnp.arange(4), -1), f(jnp.arange(4), 6))
#> [3 0 1 2] [1 2 3 0] [2 3 0 1]
### axes_moved
# source: numpy.moveaxis, swapaxes, rollaxis
import jax.numpy as jnp
x = jnp.zeros((2, 3, 4))
print(jnp.moveaxis(x, 0, -1).shape, jnp.moveaxis(x, (0, 1), (-1, -2)).shape, jnp.swapaxes(x, 0, 2).shape, jnp.rollaxis(x, 2).shape, jnp.matrix_transpose(x).shape, x.mT.shape)
#> (3, 4, 2) (4, 3, 2) (4, 3, 2) (4, 2, 3) (2, 4, 3) (2, 4, 3)
### pad_modes
# source: numpy.pad documentation
import jax.numpy as jnp
a = jnp.array([1, 2, 3, 4, 5])
print(jnp.pad(a, (2, 3), constant_values=(4, 6)), jnp.pad(a, (2, 3), "edge"), jnp.pad(a, (2, 3), mode="reflect"))
#> [4 4 1 2 3 4 5 6 6 6] [1 1 1 2 3 4 5 5 5 5] [3 2 1 2 3 4 5 4 3 2]
print(jnp.pad(a, (2, 3), "symmetric"), jnp.pad(a, (2, 3), "wrap"))
#> [2 1 1 2 3 4 5 5 4 3] [4 5 1 2 3 4 5 1 2 3]
print(jnp.pad(jnp.ones((1, 2), int), ((1, 0), (0, 1))))
#> [[0 0 0]
#>  [1 1 0]]
### lax_pad_with_interior_and_negative
# source: jax.lax.pad documentation
import jax
import jax.numpy as jnp
x = jnp.array([1, 2, 3])
print(jax.lax.pad(x, 0, [(1, 2, 1)]), jax.lax.pad(x, 9, [(-1, 1, 0)]))
#> [0 1 0 2 0 3 0 0] [2 3 9]
### diagonals
# source: numpy.diag, numpy.trace
import jax.numpy as jnp
x = jnp.arange(9).reshape(3, 3)
print(jnp.diag(x), jnp.diag(x, 1), jnp.diag(x, -1), jnp.trace(x), jnp.diagonal(x, 1))
#> [0 4 8] [1 5] [3 7] 12 [1 5]
print(jnp.diag(jnp.array([1, 2])), jnp.diag(jnp.array([1, 2]), -1))
#> [[1 0]
#>  [0 2]] [[0 0 0]
#>  [1 0 0]
#>  [0 2 0]]
### triangles
# source: numpy.tril, numpy.triu, numpy.tri
import jax.numpy as jnp
x = jnp.arange(1, 10).reshape(3, 3)
print(jnp.tril(x, -1), jnp.triu(x, 1), jnp.tri(2, 3, 1, dtype=int))
#> [[0 0 0]
#>  [4 0 0]
#>  [7 8 0]] [[0 2 3]
#>  [0 0 6]
#>  [0 0 0]] [[1 1 0]
#>  [1 1 1]]
### grids
# source: numpy.meshgrid, numpy.indices
import jax.numpy as jnp
x, y = jnp.meshgrid(jnp.arange(3), jnp.arange(2))
print(x, y, jnp.meshgrid(jnp.arange(3), jnp.arange(2), indexing="ij")[0].shape)
#> [[0 1 2]
#>  [0 1 2]] [[0 0 0]
#>  [1 1 1]] (3, 2)
print(jnp.indices((2, 2))[1])
#> [[0 1]
#>  [0 1]]
### at_least_and_broadcast
# source: numpy.atleast_2d, numpy.broadcast_arrays
import jax.numpy as jnp
print(jnp.atleast_1d(3.0).shape, jnp.atleast_2d(jnp.arange(3)).shape, jnp.atleast_3d(jnp.zeros((2, 3))).shape)
#> (1,) (1, 3) (2, 3, 1)
a, b = jnp.broadcast_arrays(jnp.arange(2), jnp.array([[5], [6]]))
print(a, b)
#> [[0 1]
#>  [0 1]] [[5 5]
#>  [6 6]]
### spaced_points
# source: numpy.linspace, numpy.logspace, numpy.geomspace documentation
import jax.numpy as jnp
print(jnp.linspace(2.0, 3.0, 5), jnp.linspace(0, 1, 4, endpoint=False), jnp.logspace(0, 2, 3), jnp.geomspace(1, 1000, 4))
#> [2.   2.25 2.5  2.75 3.  ] [0.   0.25 0.5  0.75] [  1.  10. 100.] [   1.   10.  100. 1000.]
### arange_forms
# source: numerics.md 3.4
import jax.numpy as jnp
print(jnp.arange(5), jnp.arange(2, 10, 3), jnp.arange(0, 1, 0.25), jnp.arange(3, dtype=jnp.float16), jnp.arange(5, 0, -2))
#> [0 1 2 3 4] [2 5 8] [0.   0.25 0.5  0.75] [0. 1. 2.] [5 3 1]
### lax_shapes
# source: jax.lax documentation
import jax
import jax.numpy as jnp
x = jnp.zeros((2, 1, 3))
print(jax.lax.squeeze(x, (1,)).shape, jax.lax.expand_dims(x, (0,)).shape, jax.lax.collapse(x, 0, 2).shape, jax.lax.rev(jnp.arange(3), (0,)), [p.shape for p in jax.lax.split(jnp.arange(5), (2, 3))])
#> (2, 3) (1, 2, 1, 3) (2, 3) [2 1 0] [(2,), (3,)]
