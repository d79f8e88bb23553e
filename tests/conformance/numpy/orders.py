### results_lie_as_their_operand_does
# source: NumPy, ufuncs: order='K' is the default
import numpy as np

x = np.arange(6.0).reshape(2, 3)
for y in (x.T + 0, -x.T, np.sqrt(x.T), x.T > 2, x.T.astype(np.float32), np.where(x.T > 2, x.T, 0), np.clip(x.T, 1, 4)):
    print(y.shape, [s // y.itemsize for s in y.strides], y.flags.c_contiguous, y.flags.f_contiguous, y.base is None)
print((x.T * 2).ravel("K"), (x.T * 2).ravel())
#> (3, 2) [1, 3] False True True
#> (3, 2) [1, 3] False True True
#> (3, 2) [1, 3] False True True
#> (3, 2) [1, 3] False True True
#> (3, 2) [1, 3] False True True
#> (3, 2) [1, 3] False True True
#> (3, 2) [1, 3] False True True
#> [ 0.  2.  4.  6.  8. 10.] [ 0.  6.  2.  8.  4. 10.]
### results_of_operands_of_two_orders_lie_in_rows
# source: NumPy, nditer: in a conflict C order wins, and what is repeated says nothing
import numpy as np

a = np.arange(24).reshape(2, 3, 4)
b, c = a.T, a.transpose(1, 0, 2)
def tell(y):
    print(y.shape, [s // y.itemsize for s in y.strides])
tell(b + b)
tell(b + np.ones((4, 3, 2)))
tell(b + b[:, :1])
tell(b[:, :1] + b[:1])
tell(c + c[0])
tell(c * c[:, :, ::-1])
tell(np.broadcast_to(a[0].T, (2, 4, 3)) + 0)
tell(b + np.ones(2))
#> (4, 3, 2) [1, 4, 12]
#> (4, 3, 2) [6, 2, 1]
#> (4, 3, 2) [1, 4, 12]
#> (4, 3, 2) [3, 1, 12]
#> (3, 2, 4) [4, 12, 1]
#> (3, 2, 4) [4, 12, 1]
#> (2, 4, 3) [12, 1, 4]
#> (4, 3, 2) [1, 4, 12]
### orders_that_are_asked_for
# source: NumPy, ufunc(order=), asarray, copy, the *_like functions
import numpy as np

x = np.arange(6).reshape(2, 3)
for y in (
    np.add(x, 1, order="F"),
    np.add(x.T, 1, order="C"),
    np.add(x.T, 1, order="A"),
    x.T.copy(),
    np.copy(x.T),
    np.zeros_like(x.T),
    np.full_like(x.T, 2, order="C"),
    np.asarray(x[:, ::-1].T, dtype=float, order="A"),
):
    print(y.shape, [s // y.itemsize for s in y.strides])
try:
    np.add(x, 1, order="X")
except ValueError as error:
    print(error)
#> (2, 3) [1, 2]
#> (3, 2) [2, 1]
#> (3, 2) [1, 3]
#> (3, 2) [2, 1]
#> (3, 2) [1, 3]
#> (3, 2) [1, 3]
#> (3, 2) [2, 1]
#> (3, 2) [1, 3]
#> order must be one of 'C', 'F', 'A', or 'K' (got 'X')
### reductions_and_joins_keep_the_order_of_axes
# source: NumPy's own answers
import numpy as np

x = np.arange(24.0).reshape(2, 3, 4).T
for y in (
    x.sum(axis=0),
    np.mean(x, axis=2),
    np.max(x, axis=0, keepdims=True)[0],
    np.cumsum(x, axis=1),
    np.sort(x),
    np.argsort(x),
    np.roll(x, 1, axis=0),
    np.concatenate([x, x]),
    np.stack([x, x], axis=-1),
    np.select([x > 3], [x]),
    np.nanmean(x, axis=0),
):
    print(y.shape, [s // y.itemsize for s in y.strides])
#> (3, 2) [1, 3]
#> (4, 3) [1, 4]
#> (3, 2) [1, 3]
#> (4, 3, 2) [1, 4, 12]
#> (4, 3, 2) [1, 4, 12]
#> (4, 3, 2) [6, 2, 1]
#> (4, 3, 2) [1, 4, 12]
#> (8, 3, 2) [1, 8, 24]
#> (4, 3, 2, 2) [2, 8, 24, 1]
#> (4, 3, 2) [6, 2, 1]
#> (3, 2) [1, 3]
### reshaped_results_that_share_memory
# source: NumPy's own answers
import numpy as np

x = np.arange(6).reshape(2, 3)
y = x.T + 0
z = y.reshape(2, -1)
z[0, 0] = 9
print(np.shares_memory(y, z), y.tolist(), z.tolist())
w = y.T.reshape(-1)
w[1] = 7
print(np.shares_memory(y, w), y.tolist())
y = x.T + 0
try:
    y.shape = (6,)
except AttributeError as error:
    print("AttributeError")
y = x + 0
y.shape = (6,)
print(y)
#> False [[0, 3], [1, 4], [2, 5]] [[9, 3, 1], [4, 2, 5]]
#> True [[0, 3], [7, 4], [2, 5]]
#> AttributeError
#> [0 1 2 3 4 5]
### results_of_jax_have_no_order
# source: JAX: arrays have no strides
import jax.numpy as jnp

x = jnp.arange(6.0).reshape(2, 3)
print((x.T + 0).reshape(2, -1))
print(hasattr(x.T + 0, "strides"))
#> [[0. 3. 1.]
#>  [4. 2. 5.]]
#> False
### an_array_of_a_scalar_is_another_one
# source: NumPy 1.24
import numpy as np

x = np.arange(3.0)
v = x[1]
u = np.asarray(v)
np.add(u, 3, out=u)
print(x, v, u)
w = np.asarray(u)
w[...] = 0
print(u, w is u)
#> [0. 1. 2.] 1.0 4.0
#> 0.0 True
