### attention_by_definition
# source: softmax(q k / sqrt h) v, computed with NumPy
import numpy as np, jax, jax.numpy as jnp
rng = np.random.default_rng(0)
q, k, v = rng.standard_normal((2, 3, 4, 8)), rng.standard_normal((2, 5, 2, 8)), rng.standard_normal((2, 5, 2, 8))
def attention(mask):
    kk, vv = np.repeat(k, 2, 2), np.repeat(v, 2, 2)
    s = np.where(mask, np.einsum("btnh,bsnh->bnts", q, kk) / np.sqrt(8), -1e30)
    e = np.exp(s - s.max(-1, keepdims=True))
    return np.einsum("bnts,bsnh->btnh", e / e.sum(-1, keepdims=True), vv)
f = jax.nn.dot_product_attention
args = [jnp.array(x, jnp.float32) for x in (q, k, v)]
causal = np.arange(5)[None] <= np.arange(3)[:, None]
print(np.allclose(f(*args), attention(True), atol=1e-5), np.allclose(f(*args, is_causal=True), attention(causal), atol=1e-5),
      np.allclose(f(*args, key_value_seq_lengths=jnp.array([2, 5])), attention(np.arange(5) < np.array([2, 5])[:, None, None, None]), atol=1e-5))
#> True True True
### initializers
# source: documentation of jax.nn.initializers: bounds and deviations
import jax, jax.numpy as jnp
init = jax.nn.initializers
key = jax.random.key(0)
w = init.glorot_uniform()(key, (100, 200), jnp.float32)
limit = (6 / 300) ** 0.5
print(bool(jnp.abs(w).max() <= limit), bool(jnp.abs(w).max() > 0.99 * limit), init.normal(1.0)(key, (2, 3), jnp.bfloat16).shape, init.he_normal()(key, (4, 4), jnp.bfloat16).dtype, init.zeros(key, (1, 2)))
print(abs(float(init.lecun_normal()(key, (400, 50)).std()) - 0.05) < 0.002)
#> True True (2, 3) bfloat16 [[0. 0.]]
#> True
### solving
# source: A x = b
import jax, jax.numpy as jnp
from jax.scipy import linalg
a = jnp.array([[4., 1, 2], [1, 3, 0], [2, 0, 5]])
b = jnp.array([1., 2, 3])
ok = lambda m, x: bool(jnp.allclose(m @ x, b, atol=1e-5))
print(ok(a, jnp.linalg.solve(a, b)), ok(a, linalg.cho_solve(linalg.cho_factor(a, lower=True), b)), ok(jnp.tril(a), linalg.solve_triangular(a, b, lower=True)))
print(linalg.block_diag(jnp.array([[1., 2], [3, 4]]), jnp.array([[5.]])))
#> True True True
#> [[1. 2. 0.]
#>  [3. 4. 0.]
#>  [0. 0. 5.]]
### ahead_of_time
# source: documentation of ahead-of-time lowering and compilation
import jax, jax.numpy as jnp
f = jax.jit(lambda x: x * 2)
compiled = f.lower(jnp.ones(2)).compile()
print(compiled(jnp.array([1., 2])), jax.typeof(compiled(jnp.ones(2))))
shape = f.eval_shape(jax.ShapeDtypeStruct((2,), jnp.float32))
print(shape.shape, shape.dtype)
#> [2. 4.] float32[2]
#> (2,) float32
### jit_of_refs_in_a_kernel
# source: a jitted function may take a kernel's Refs
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
@jax.jit
def double(x_ref, o_ref): o_ref[...] = x_ref[...] * 2
print(pl.pallas_call(double, out_shape=jax.ShapeDtypeStruct((4,), jnp.float32))(jnp.ones(4)))
#> [2. 2. 2. 2.]
### questions_about_arrays
# source: documentation of jax.Array
import jax, jax.numpy as jnp
x = jnp.ones(2)
print(len(x.devices()), x.is_fully_addressable, x.aval, x.is_deleted(), jax.dtypes.canonicalize_dtype(jnp.float64))
#> 1 True float32[2] False float32
### closures_refused
# source: ours
import jax
jax.closure_convert(lambda x: x * x, 1.0)
#! not-supported: jax.closure_convert
### texts_of_compiled_functions_refused
# source: ours
import jax
jax.jit(lambda x: x).lower(1.0).as_text()
#! not-supported: as_text
