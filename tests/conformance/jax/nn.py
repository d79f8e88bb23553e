### softmax_rows
# source: python3: exp(x - max) / sum
import jax
import jax.numpy as jnp
x = jnp.array([[0.0, 0.0], [1000.0, 1000.0]])
print(jax.nn.softmax(x), jax.nn.softmax(x, axis=0)[1], jax.nn.log_softmax(jnp.zeros(2)))
#> [[0.5 0.5]
#>  [0.5 0.5]] [1. 1.] [-0.6931472 -0.6931472]
### softmax_with_a_mask
# source: numerics.md 3.4: masked entries are 0
import jax
import jax.numpy as jnp
print(jax.nn.softmax(jnp.array([1.0, 1.0, 50.0]), where=jnp.array([True, True, False])))
#> [0.5 0.5 0. ]
### logsumexp_forms
# source: numerics.md 3.4; python3: log 2, log(3 * e^0 + 1)
import jax
import jax.numpy as jnp
print(jax.nn.logsumexp(jnp.zeros(2)), jax.nn.logsumexp(jnp.array([-jnp.inf, -jnp.inf])), jax.scipy.special.logsumexp(jnp.zeros((2, 2)), axis=1, b=jnp.array([3.0, 1.0]), keepdims=True))
#> 0.6931472 -inf [[1.3862944]
#>  [1.3862944]]
### activations
# source: numerics.md 3.4
import jax
import jax.numpy as jnp
x = jnp.array([-4.0, 0.0, 4.0])
print(jax.nn.relu(x), jax.nn.relu6(x * 2), jax.nn.leaky_relu(x), jax.nn.hard_sigmoid(x), jax.nn.hard_tanh(x))
#> [0. 0. 4.] [0. 0. 6.] [-0.04  0.    4.  ] [0.  0.5 1. ] [-1.  0.  1.]
print(jax.nn.hard_silu(x), jax.nn.soft_sign(x), jax.nn.squareplus(jnp.array([0.0]), b=4), jax.nn.sparse_plus(jnp.array([-2.0, 0.0, 2.0])))
#> [-0.  0.  4.] [-0.8  0.   0.8] [1.] [0.   0.25 2.  ]
### activations_by_formula
# source: numerics.md 3.4; python3's math to a relative 1e-6
import jax
import jax.numpy as jnp
import numpy as np
near = lambda a, b: np.testing.assert_allclose(a, np.array(b, np.float32), rtol=2e-6)
x = jnp.array([-1.0, 2.0])
near(jax.nn.sigmoid(x), [0.2689414213699951, 0.8807970779778823])
near(jax.nn.silu(x), [-0.2689414213699951, 1.7615941559557646])
near(jax.nn.gelu(x, approximate=False), [-0.15865525393145707, 1.9544997361036416])
near(jax.nn.gelu(x), [-0.15880800939172324, 1.954597694087775])
near(jax.nn.softplus(x), [0.31326168751822286, 2.1269280110429727])
near(jax.nn.elu(x), [-0.6321205588285577, 2.0])
near(jax.nn.selu(x), [-1.1113307378125625, 2.101401974710961])
near(jax.nn.celu(x), [-0.6321205588285577, 2.0])
near(jax.nn.mish(x), [-0.30340146137410895, 1.9439589595339946])
near(jax.nn.log_sigmoid(x), [-1.3132616875182228, -0.1269280110429726])
print("near")
#> near
### one_hot_rows
# source: numerics.md 3.4: rows of zeros outside
import jax
import jax.numpy as jnp
print(jax.nn.one_hot(jnp.array([0, 2, 5, -1]), 3), jax.nn.one_hot(jnp.array([1]), 2, dtype=jnp.int32))
#> [[1. 0. 0.]
#>  [0. 0. 1.]
#>  [0. 0. 0.]
#>  [0. 0. 0.]] [[0 1]]
### standardize_and_glu
# source: numerics.md 3.4; python3: (x - 2) / sqrt(1 + 1e-5)
import jax
import jax.numpy as jnp
print(jax.nn.standardize(jnp.array([1.0, 3.0])), jax.nn.glu(jnp.array([2.0, 4.0, 0.0, 0.0])))
#> [-0.999995  0.999995] [1. 2.]
### formulas_name_the_function_that_was_called
# source: ours: an error names what the program called, not a step of it, and no variable of the library
import jax
import jax.numpy as jnp
x = jnp.ones((2, 3))
def told(function, *arguments, **options):
    try:
        function(*arguments, **options)
    except (TypeError, ValueError, IndexError) as error:
        print(type(error).__name__, error)
told(jax.nn.hard_swish, "a")
told(jax.nn.softmax, x, 2)
told(jax.nn.elu, x, alpha="half")
told(jax.scipy.special.gammaln, [1.0])
told(jax.lax.lgamma, [1.0])
told(jax.scipy.special.betaln, x, jnp.ones(2))
told(jax.random.pareto, jax.random.key(0), jnp.ones(2), (3,))
told(jax.random.laplace, 3)
told(jax.random.cauchy, jax.random.key(0), (2,), jnp.int32)
#> TypeError `jax.nn.hard_swish` takes arrays and numbers, not `str`
#> IndexError axis 2 of `jax.nn.softmax` is outside an array with 2 axes
#> TypeError `jax.nn.elu` takes arrays and numbers, not `str`
#> TypeError `jax.scipy.special.gammaln` takes arrays and numbers, not `list`
#> TypeError `jax.lax.lgamma` takes arrays and numbers, not `list`
#> ValueError shapes do not go together in `jax.scipy.special.betaln`: `x` is (2, 3) but `jnp.ones(2)` is (2,)
#> ValueError shapes do not go together in `jax.random.pareto`: `function(*arguments, **options)` is (3,) but `jnp.ones(2)` is (2,)
#> TypeError `jax.random.laplace` takes a random key, not a `int`
#> ValueError `jax.random.cauchy` draws floats, not `int32`
### one_hot_along_an_axis_and_standardize_where
# source: JAX's documentation: the classes lie along `axis`; statistics are of the elements that `where` takes
import jax
import jax.numpy as jnp
print(jax.nn.one_hot(jnp.array([0, 2]), 3, axis=0), jax.nn.one_hot(1, 3, axis=-1))
x = jnp.array([[1.0, 3.0, 100.0]])
print(jax.nn.standardize(x, where=jnp.array([True, True, False]), epsilon=0.0)[0, :2])
#> [[1. 0.]
#>  [0. 0.]
#>  [0. 1.]] [0. 1. 0.]
#> [-1.  1.]
