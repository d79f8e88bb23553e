# SPDX-License-Identifier: Apache-2.0
# Names of jax itself: arrays, devices, transformations, options.
### methods_of_arrays
import jax
import jax.numpy as jnp

x = jnp.array([[3.0, 1.0], [2.0, 4.0]])
v = jnp.array([3, 1, 2])
print(x.nbytes)
#> 16
print(x.ravel())
#> [3. 1. 2. 4.]
print(x.flatten())
#> [3. 1. 2. 4.]
print(x.swapaxes(0, 1))
#> [[3. 2.]
#>  [1. 4.]]
print(x[None].squeeze().shape)
#> (2, 2)
print(x.var())
#> 1.25
print(x.argmin())
#> 1
print(x.dot(x))
#> [[11.  7.]
#>  [14. 18.]]
print(x.clip(2, 3))
#> [[3. 2.]
#>  [2. 3.]]
print(x.round())
#> [[3. 1.]
#>  [2. 4.]]
print(x.copy())
#> [[3. 1.]
#>  [2. 4.]]
print(x.block_until_ready())
#> [[3. 1.]
#>  [2. 4.]]
print(x.cumsum())
#> [ 3.  4.  6. 10.]
print(x.cumprod())
#> [ 3.  3.  6. 24.]
print(x.sort(axis=1))
#> [[1. 3.]
#>  [2. 4.]]
print(v.argsort())
#> [1 2 0]
print(x.take(jnp.array([0, 3])))
#> [3. 4.]
print(x.diagonal())
#> [3. 4.]
print(x.trace())
#> 7.0
print(x.ptp())
#> 3.0
print(v.nonzero())
#> (Array([0, 1, 2], dtype=int32),)
print(x.conjugate())
#> [[3. 1.]
#>  [2. 4.]]
print(jnp.array([1, 3, 5]).searchsorted(4))
#> 2
print(x.device)
#> Device(id=0, platform='gpu', device_kind='sm_90a', process_index=0, core_count=132)
print(x.copy_to_host_async())
#> None
print(x.addressable_data(0))
#> [[3. 1.]
#>  [2. 4.]]
### devices
import jax
import jax.numpy as jnp

print(jax.device_count(), jax.local_device_count())
#> 1 1
print(len(jax.devices()), len(jax.local_devices()))
#> 1 1
print(isinstance(jax.devices()[0], jax.Device))
#> True
print(jax.process_index(), jax.process_count())
#> 0 1
x = jax.block_until_ready(jnp.ones(2))
print(jax.device_get(x))
#> [1. 1.]

with jax.default_device(jax.devices()[0]):
    print(jnp.zeros(1))
#> [0.]
jax.effects_barrier()
jax.clear_caches()
print(len(jax.__version_info__) >= 3)
#> True
jax.print_environment_info(return_string=True)
### names_and_shapes
import jax
import jax.numpy as jnp

spec = jax.ShapeDtypeStruct((2, 3), jnp.float32)
print(spec.ndim, spec.size)
#> 2 6
with jax.named_scope("scale"):
    print(jnp.ones(2) * 2)
#> [2. 2.]
double = jax.named_call(lambda x: 2 * x, name="double")
print(double(3))
#> 6
print(jax.jacobian(lambda x: x * x)(jnp.array([1.0, 2.0])))
#> [[2. 0.]
#>  [0. 4.]]
### derivatives_of_ones_own
import jax
import jax.numpy as jnp


@jax.custom_gradient
def clipped(x):
    return x * x, lambda g: (jnp.clip(g * 2 * x, -1.0, 1.0),)


print(jax.grad(clipped)(5.0))
#> 1.0
### options
import jax
import jax.numpy as jnp

with jax.enable_checks(True):
    print(jnp.ones(1))
#> [1.]
with jax.check_tracer_leaks(True):
    print(jnp.ones(1))
#> [1.]
with jax.log_compiles(True):
    print(jnp.ones(1))
#> [1.]
with jax.transfer_guard("allow"):
    print(jnp.ones(1))
#> [1.]
with jax.debug_nans(False):
    print(jnp.ones(1))
#> [1.]
with jax.numpy_dtype_promotion("standard"):
    print((jnp.ones(1) + 1).dtype)
#> float32
### random_numbers
import jax
import jax.numpy as jnp

key = jax.random.key(0)
print(jax.random.key_impl(key))
#> threefry2x32
print(jax.random.clone(key))
#> Array((), dtype=key<fry>) overlaying:
#> [0 0]
print(jax.random.wrap_key_data(jax.random.key_data(key)))
#> Array((), dtype=key<fry>) overlaying:
#> [0 0]
print(jax.random.truncated_normal(key, -1.0, 1.0, (2,)))
#> [0.8618594 0.9412883]
print(jax.random.exponential(key, (2,)))
#> [2.950128  3.8434246]
print(jax.random.gumbel(key, (2,)))
#> [2.9233725 3.8326175]
print(jax.random.logistic(key, (2,)))
#> [2.896376  3.8217716]
print(jax.random.maxwell(key, (2,)))
#> [2.6310966 0.9910329]
print(jax.random.rayleigh(key, 1.0, (2,)))
#> [0.32787833 0.20810027]
print(jax.random.weibull_min(key, 1.0, 2.0, (2,)))
#> [1.7175937 1.9604654]
print(jax.random.geometric(key, 0.5, (3,)))
#> [1 1 2]
print(jax.random.lognormal(key, 1.0, (2,)))
#> [5.066459 7.578117]
print(jax.random.triangular(key, 0.0, 0.5, 1.0, (2,)))
#> [0.8382394 0.8965106]
print(jax.random.multivariate_normal(key, jnp.zeros(2), jnp.eye(2)).shape)
#> (2,)
print(jax.random.orthogonal(key, 2).shape)
#> (2, 2)
### trees
import jax
from jax import tree_util

tree = {"a": 1, "b": [2, 3]}
print(tree_util.tree_structure(tree))
#> PyTreeDef({'a': *, 'b': [*, *]})
print(tree_util.tree_reduce(lambda x, y: x + y, tree))
#> 6
print(tree_util.tree_all({"a": True, "b": False}))
#> False
print(tree_util.tree_leaves_with_path(tree)[0])
#> ((DictKey(key='a'),), 1)
print(tree_util.tree_map_with_path(lambda path, x: x * 10, tree))
#> {'a': 10, 'b': [20, 30]}
print(tree_util.all_leaves([1, 2]))
#> True
print(tree_util.GetAttrKey("weight"))
#> .weight
print(tree_util.FlattenedIndexKey(0))
#> [<flat index 0>]
outer = tree_util.tree_structure([0, 0])
inner = tree_util.tree_structure({"a": 0})
print(tree_util.tree_transpose(outer, inner, [{"a": 1}, {"a": 2}]))
#> {'a': [1, 2]}
print(jax.tree.flatten_with_path(tree)[0][1])
#> ((DictKey(key='b'), SequenceKey(idx=0)), 2)
print(jax.tree.broadcast(1, tree))
#> {'a': 1, 'b': [1, 1]}
print(tree_util.tree_broadcast(1, tree))
#> {'a': 1, 'b': [1, 1]}
### classes_as_trees
import jax
from jax import tree_util


@tree_util.register_pytree_with_keys_class
class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def tree_flatten_with_keys(self):
        return ((tree_util.GetAttrKey("a"), self.a), (tree_util.GetAttrKey("b"), self.b)), None

    @classmethod
    def tree_unflatten(cls, data, children):
        return cls(*children)


print(tree_util.tree_leaves(Pair(1, 2)))
#> [1, 2]


@tree_util.register_static
class Setting:
    pass


print(tree_util.tree_leaves(Setting()))
#> []
### neural_networks
import jax
import jax.numpy as jnp

x = jnp.array([-1.0, 0.5])
print(jax.nn.swish(x))
#> [-0.26894143  0.31122968]
print(jax.nn.tanh(x))
#> [-0.7615942   0.46211717]
print(jax.nn.identity(x))
#> [-1.   0.5]
print(jax.nn.sparse_sigmoid(x))
#> [0.   0.75]
print(jax.nn.log1mexp(jnp.array([0.5])))
#> [-0.93275213]
key = jax.random.key(0)
init = jax.nn.initializers
print(jax.nn.initializers.zeros(key, (2, 2), jnp.float32).shape)
#> (2, 2)
print(jax.nn.initializers.ones(key, (2, 2), jnp.float32).shape)
#> (2, 2)
print(jax.nn.initializers.constant(3.0)(key, (2,), jnp.float32))
#> [3. 3.]
print(jax.nn.initializers.variance_scaling(1.0, "fan_in", "normal")(key, (2, 2), jnp.float32).shape)
#> (2, 2)
print(jax.nn.initializers.uniform()(key, (2, 2), jnp.float32).shape)
#> (2, 2)
print(jax.nn.initializers.normal()(key, (2, 2), jnp.float32).shape)
#> (2, 2)
print(jax.nn.initializers.truncated_normal()(key, (2, 2), jnp.float32).shape)
#> (2, 2)
print(jax.nn.initializers.glorot_uniform()(key, (2, 2), jnp.float32).shape)
#> (2, 2)
print(jax.nn.initializers.glorot_normal()(key, (2, 2), jnp.float32).shape)
#> (2, 2)
print(jax.nn.initializers.lecun_uniform()(key, (2, 2), jnp.float32).shape)
#> (2, 2)
print(jax.nn.initializers.lecun_normal()(key, (2, 2), jnp.float32).shape)
#> (2, 2)
print(jax.nn.initializers.he_uniform()(key, (2, 2), jnp.float32).shape)
#> (2, 2)
print(jax.nn.initializers.he_normal()(key, (2, 2), jnp.float32).shape)
#> (2, 2)
### functions_of_SciPy
import jax.numpy as jnp
import jax.scipy as jsp

x = jnp.array([0.5, 1.5])
print(jsp.special.erfc(x))
#> [0.47950011 0.03389485]
print(jsp.special.digamma(x))
#> [-1.96351     0.03649008]
print(jsp.special.softmax(x))
#> [0.26894143 0.7310586 ]
print(jsp.special.log_softmax(x))
#> [-1.3132616  -0.31326166]
print(jsp.special.entr(x))
#> [ 0.3465736 -0.6081976]
print(jsp.special.ndtri(jnp.array([0.5])))
#> [0.]
print(jsp.special.xlog1py(x, x))
#> [0.20273255 1.3744361 ]
print(jsp.stats.norm.logpdf(x))
#> [-1.0439385 -2.0439386]
print(jsp.stats.norm.pdf(x))
#> [0.35206532 0.12951759]
print(jsp.stats.norm.cdf(x))
#> [0.69146246 0.9331928 ]
print(jsp.stats.norm.sf(x))
#> [0.30853754 0.06680721]
print(jsp.stats.norm.ppf(jnp.array([0.5])))
#> [0.]
a = jnp.array([[2.0, 0.0], [0.0, 4.0]])
print(jsp.linalg.solve(a, x))
#> [0.25  0.375]
print(jsp.linalg.inv(a))
#> [[0.5  0.  ]
#>  [0.   0.25]]
print(jsp.linalg.det(a))
#> 8.0
print(jsp.linalg.cholesky(a))
#> [[1.4142135 0.       ]
#>  [0.        2.       ]]
print(jsp.signal.convolve(x, x))
#> [0.25 1.5  2.25]
print(jsp.signal.correlate(x, x))
#> [0.75 2.5  0.75]
