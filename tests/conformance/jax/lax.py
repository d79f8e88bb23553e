### convolution_by_definition
# source: the sum that defines a convolution, computed with NumPy
import numpy as np, jax.numpy as jnp
from jax import lax
rng = np.random.default_rng(0)
x = jnp.array(rng.integers(-3, 4, (2, 3, 5, 6)).astype(np.float32))
w = jnp.array(rng.integers(-3, 4, (4, 3, 2, 3)).astype(np.float32))
print(lax.conv(x, w, (1, 1), "VALID")[0, 1])
print(lax.conv_general_dilated(x, w, (2, 1), "SAME")[1, 2])
print(lax.conv_general_dilated(x, w, (1, 2), ((2, 1), (0, 1)), lhs_dilation=(2, 1), rhs_dilation=(1, 2))[0, 0])
y = lax.conv_general_dilated(x.transpose(0, 2, 3, 1), w.transpose(2, 3, 1, 0), (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))
print(y.sum())
#> [[  7. -27.  -2.  -1.]
#>  [-22. -29. -23.  12.]
#>  [ -8.  -4. -22.  -3.]
#>  [ 13.   8.   6. -11.]]
#> [[ 13. -10. -12.  13. -20.  21.]
#>  [-25.  27. -16. -10.  -6.  29.]
#>  [ -2.   0.  -3.   2.  -9.  24.]]
#> [[  0.   0.]
#>  [ 14. -18.]
#>  [ -5. -10.]
#>  [-32.   2.]
#>  [ -7.  -6.]
#>  [-23.  12.]
#>  [  7.  25.]
#>  [-18.   8.]
#>  [  5.  -6.]
#>  [ 16.   7.]
#>  [-21.  14.]]
#> -48.0
### convolution_in_groups
# source: each group is a convolution of its own
import numpy as np, jax.numpy as jnp
from jax import lax
rng = np.random.default_rng(1)
x = jnp.array(rng.integers(-3, 4, (1, 4, 6)).astype(np.float32))
w = jnp.array(rng.integers(-3, 4, (6, 2, 3)).astype(np.float32))
print(lax.conv_general_dilated(x, w, (1,), "VALID", feature_group_count=2)[0])
#> [[ -3.  11.  -3.  -1.]
#>  [ -1.   3. -11. -14.]
#>  [-17.  -6.  13.   6.]
#>  [ 20.  -5.   8.  -5.]
#>  [  5.  -8.  -6.   3.]
#>  [  4.  17.  -4. -11.]]
### windows
# source: sums and maxima of slices
import jax.numpy as jnp
from jax import lax
x = jnp.arange(6.)
print(lax.reduce_window(x, 0., lax.add, (2,), (1,), "VALID"))
y = jnp.arange(16.).reshape(4, 4) % 7
print(lax.reduce_window(y, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID"))
print(lax.reduce_window(y, -jnp.inf, lax.max, (2, 2), (1, 1), "SAME"))
print(lax.reduce_window(y, 0., lax.add, (2, 1), window_dilation=(2, 1)))
#> [1. 3. 5. 7. 9.]
#> [[5. 6.]
#>  [6. 4.]]
#> [[5. 6. 6. 3.]
#>  [5. 6. 6. 4.]
#>  [6. 6. 4. 4.]
#>  [6. 6. 1. 1.]]
#> [[ 1.  3.  5.  7.]
#>  [ 9. 11.  6.  1.]]
### gathers
# source: XLA's operation semantics of Gather
import jax.numpy as jnp
from jax import lax
x = jnp.arange(12.).reshape(3, 4)
rows = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0,))
print(lax.gather(x, jnp.array([[0], [2]]), rows, slice_sizes=(1, 4)))
blocks = lax.GatherDimensionNumbers(offset_dims=(1, 2), collapsed_slice_dims=(), start_index_map=(0, 1))
print(lax.gather(x, jnp.array([[0, 1], [1, 2]]), blocks, slice_sizes=(2, 2)))
points = lax.GatherDimensionNumbers(offset_dims=(), collapsed_slice_dims=(0, 1), start_index_map=(0, 1))
at = jnp.array([[1, 2], [5, 0], [0, 3]])
print(lax.gather(x, at, points, slice_sizes=(1, 1)))
print(lax.gather(x, at, points, slice_sizes=(1, 1), mode=lax.GatherScatterMode.CLIP))
columns = lax.GatherDimensionNumbers(offset_dims=(0,), collapsed_slice_dims=(1,), start_index_map=(1,))
print(lax.gather(x, jnp.array([[3], [0]]), columns, slice_sizes=(3, 1), mode="clip"))
#> [[ 0.  1.  2.  3.]
#>  [ 8.  9. 10. 11.]]
#> [[[ 1.  2.]
#>   [ 5.  6.]]
#>
#>  [[ 6.  7.]
#>   [10. 11.]]]
#> [ 6. nan  3.]
#> [6. 8. 3.]
#> [[ 3.  0.]
#>  [ 7.  4.]
#>  [11.  8.]]
### scatters
# source: XLA's operation semantics of Scatter
import jax.numpy as jnp
from jax import lax
d = lax.ScatterDimensionNumbers(update_window_dims=(), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))
print(lax.scatter_add(jnp.zeros(5), jnp.array([[1], [3], [1], [9]]), jnp.array([1., 2, 4, 8]), d))
d = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))
print(lax.scatter(jnp.zeros((3, 4)), jnp.array([[2]]), jnp.array([[1., 2, 3, 4]]), d))
d = lax.ScatterDimensionNumbers(update_window_dims=(0, 1), inserted_window_dims=(), scatter_dims_to_operand_dims=(0, 1))
print(lax.scatter_min(jnp.full((3, 4), 9.), jnp.array([0, 1]), jnp.array([[5., 10], [7, 8]]), d))
#> [0. 5. 0. 2. 0.]
#> [[0. 0. 0. 0.]
#>  [0. 0. 0. 0.]
#>  [1. 2. 3. 4.]]
#> [[9. 5. 9. 9.]
#>  [9. 7. 8. 9.]
#>  [9. 9. 9. 9.]]
### ragged_products
# source: rows of each group times its matrix
import jax.numpy as jnp
from jax import lax
x, w = jnp.arange(10.).reshape(5, 2), jnp.arange(12.).reshape(3, 2, 2)
print(lax.ragged_dot(x, w, jnp.array([2, 0, 2])))
#> [[  2.   3.]
#>  [  6.  11.]
#>  [ 82.  91.]
#>  [118. 131.]
#>  [  0.   0.]]
### fewer_bits
# source: bfloat16 has 8 bits of exponent and 7 of mantissa, float16 5 and 10
import jax.numpy as jnp
from jax import lax
x = jnp.array([1.1, 3.14159, -0.1])
print([float(v) for v in lax.reduce_precision(x, 8, 7)], [float(v) for v in lax.reduce_precision(jnp.array([1.1, 3.14159, 1e9, 1e-9]), 5, 10)])
#> [1.1015625, 3.140625, -0.10009765625] [1.099609375, 3.140625, inf, 0.0]
### bits_of_another_width
# source: little-endian bytes
import jax.numpy as jnp
from jax import lax
print(lax.bitcast_convert_type(jnp.array([1, 258], jnp.uint32), jnp.uint8))
print(lax.bitcast_convert_type(jnp.array([[1, 2], [3, 4]], jnp.uint16), jnp.uint32))
print(lax.bitcast_convert_type(jnp.array([1.5]), jnp.uint16)[0])
print(jnp.arange(4, dtype=jnp.int16).view(jnp.int32))
#> [[1 0 0 0]
#>  [2 1 0 0]]
#> [131073 262147]
#> [    0 16320]
#> [ 65536 196610]
### algorithms_of_products
# source: lax.DotAlgorithmPreset
import jax.numpy as jnp
from jax import lax
a, b = jnp.ones((2, 3), jnp.bfloat16), jnp.ones((3, 2), jnp.bfloat16)
y = lax.dot_general(a, b, (((1,), (0,)), ((), ())), precision=lax.DotAlgorithmPreset.BF16_BF16_F32, preferred_element_type=jnp.float32)
print(y, y.dtype)
#> [[3. 3.]
#>  [3. 3.]] float32
