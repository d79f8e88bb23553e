### matrix_product
# source: numpy.einsum; python3
import jax.numpy as jnp
a = jnp.arange(6).reshape(2, 3)
b = jnp.arange(12).reshape(3, 4)
print(jnp.einsum("ij,jk->ik", a, b))
#> [[20 23 26 29]
#>  [56 68 80 92]]
print(jnp.array_equal(jnp.einsum("ij,jk", a, b), a @ b))
#> True
### implicit_output_is_alphabetical
# source: numpy.einsum: 'ba' transposes
import jax.numpy as jnp
a = jnp.arange(6).reshape(2, 3)
print(jnp.einsum("ba", a).shape, jnp.einsum("ij->", a), jnp.einsum("ij->j", a))
#> (3, 2) 15 [3 5 7]
### trace_and_diagonal
# source: numpy.einsum: 'ii' is the trace, 'ii->i' the diagonal
import jax.numpy as jnp
a = jnp.arange(9).reshape(3, 3)
print(jnp.einsum("ii", a), jnp.einsum("ii->i", a))
#> 12 [0 4 8]
### batched_attention_scores
# source: numpy.einsum; python3: the sum over d for each b, q, k
import jax.numpy as jnp
q = jnp.arange(8).reshape(2, 2, 2)
k = jnp.ones((2, 3, 2), jnp.int32)
s = jnp.einsum("bqd,bkd->bqk", q, k)
print(s.shape, s[:, :, 0])
#> (2, 2, 3) [[ 1  5]
#>  [ 9 13]]
### ellipsis
# source: numpy.einsum
import jax.numpy as jnp
a = jnp.arange(8).reshape(2, 2, 2)
print(jnp.einsum("...ij->...ji", a)[1], jnp.einsum("...i,...i->...", a, a).shape, jnp.einsum("i...->...", a))
#> [[4 6]
#>  [5 7]] (2, 2) [[ 4  6]
#>  [ 8 10]]
### outer_and_three_operands
# source: numpy.einsum; python3: 2 * 3 * 5, ...
import jax.numpy as jnp
print(jnp.einsum("i,j->ij", jnp.array([1, 2]), jnp.array([3, 4])), jnp.einsum("i,i,i->", jnp.array([1, 2]), jnp.array([3, 4]), jnp.array([5, 6])))
#> [[3 4]
#>  [6 8]] 63
### preferred_element_type
# source: numerics.md 3.3: int8 products wrap unless a wider type is asked for
import jax.numpy as jnp
a = jnp.full((1, 4), 100, jnp.int8)
print(jnp.einsum("ij,kj->ik", a, a), jnp.einsum("ij,kj->ik", a, a, preferred_element_type=jnp.int32))
#> [[64]] [[40000]]
### labels_that_do_not_fit
# source: numpy.einsum raises
import jax.numpy as jnp
jnp.einsum("ijk->k", jnp.zeros((2, 2)))
#! value-error
### sizes_that_differ
# source: numpy.einsum raises
import jax.numpy as jnp
jnp.einsum("i,i->", jnp.zeros(2), jnp.zeros(3))
#! shape-mismatch
### tensordot_forms
# source: numpy.tensordot
import jax.numpy as jnp
a = jnp.arange(6).reshape(2, 3)
b = jnp.arange(6).reshape(3, 2)
print(jnp.tensordot(a, b, axes=1), jnp.tensordot(a, b, axes=([0, 1], [1, 0])), jnp.tensordot(jnp.array([1, 2]), jnp.array([3, 4]), axes=0))
#> [[10 13]
#>  [28 40]] 50 [[3 4]
#>  [6 8]]
### inner_vdot_kron_cross
# source: numpy
import jax.numpy as jnp
print(jnp.inner(jnp.array([1, 2]), jnp.array([3, 4])), jnp.vdot(jnp.array([[1, 2], [3, 4]]), jnp.array([[1, 1], [1, 1]])), jnp.kron(jnp.array([1, 10]), jnp.array([2, 3])))
#> 11 10 [ 2  3 20 30]
print(jnp.cross(jnp.array([1, 0, 0]), jnp.array([0, 1, 0])))
#> [0 0 1]
### dot_general_any_axes
# source: jax.lax.dot_general: batch axes, then the free ones of both sides
import jax
import jax.numpy as jnp
a = jnp.arange(12).reshape(2, 3, 2)
b = jnp.arange(8).reshape(2, 2, 2)
print(jax.lax.dot_general(a, b, (((0,), (1,)), ((2,), (0,)))))
#> [[[ 12  18]
#>   [ 16  26]
#>   [ 20  34]]
#> 
#>  [[ 46  54]
#>   [ 66  78]
#>   [ 86 102]]]
