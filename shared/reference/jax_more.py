# SPDX-License-Identifier: Apache-2.0
# Names of JAX beside its main modules.
### checkify
import jax.numpy as jnp
from jax.experimental import checkify


def f(x):
    checkify.check(x > 0, 'not positive')
    return jnp.log(x)


error, value = checkify.checkify(f, errors=checkify.user_checks)(jnp.float32(-1))
print(error.get())
#> not positive (`check` failed)
print(isinstance(error, checkify.Error))
#> True
print(len(checkify.nan_checks))
#> 1
print(len(checkify.div_checks))
#> 1
print(len(checkify.index_checks))
#> 1
print(len(checkify.automatic_checks))
#> 3
print(len(checkify.all_checks))
#> 4
### checkify_in_a_loop
from jax.experimental import checkify


def step(state, x):
    checkify.check(x > 0, 'not positive')
    return state + x


error = checkify.init_error()
print(error.get())
#> None
total = 0
for x in [1, -2]:
    if error.get() is None:
        error, total = checkify.checkify(step)(total, x)
print(error.get())
#> not positive (`check` failed)
### batching_rules
import jax
import jax.numpy as jnp
from jax import custom_batching


@custom_batching.custom_vmap
def double(x):
    return 2 * x


@double.def_vmap
def rule(size, batched, x):
    return 2 * x, batched[0]


print(jax.vmap(double)(jnp.arange(3)))
#> [0 2 4]


@custom_batching.sequential_vmap
def triple(x):
    return 3 * x


print(jax.vmap(triple)(jnp.arange(3)))
#> [0 3 6]
### rule_of_a_product
import jax
import jax.numpy as jnp
from jax.custom_batching import custom_vmap


def multiply(a, b):
    return a @ b


product: custom_vmap = custom_vmap(multiply)


@product.def_vmap
def multiply_all(size, is_batched, a, b):
    a, b = (x if batched else jnp.broadcast_to(x, (size, *x.shape)) for x, batched in zip((a, b), is_batched))
    return jnp.einsum('nij,njk->nik', a, b), True


a, b = jnp.ones((4, 2, 3)), jnp.ones((3, 2))
print(jax.vmap(product, in_axes=(0, None))(a, b).shape)
#> (4, 2, 2)
### types
import jax
import jax.numpy as jnp

print(jax.dtypes.issubdtype(jnp.int32, jnp.integer))
#> True
print(jax.dtypes.result_type(jnp.int32, jnp.float32))
#> float32
print(jax.core.ShapedArray((2,), jnp.float32))
#> float32[2]
print(jax.core.ShapedArray((2,), jnp.float32).str_short())
#> float32[2]
print(jax.typing.ArrayLike is not None)
#> True
print(jax.typing.DTypeLike is not None)
#> True
print(issubclass(jnp.linalg.LinAlgError, Exception))
#> True
print(jax.extend.backend.get_backend() is not None)
#> True
print(jax.extend.backend.get_default_device() is not None)
#> True
### segments
import jax
import jax.numpy as jnp

x = jnp.array([2.0, 3.0, 4.0])
parts = jnp.array([0, 0, 1])
print(jax.ops.segment_prod(x, parts))
#> [6. 4.]
print(jax.ops.segment_min(x, parts))
#> [2. 4.]
### small_integers
import ml_dtypes
import numpy as np

print(np.dtype(ml_dtypes.float8_e4m3fn))
#> float8_e4m3fn
print(np.dtype(ml_dtypes.int2))
#> int2
print(np.dtype(ml_dtypes.uint2))
#> uint2
print(np.dtype(ml_dtypes.uint4))
#> uint4
### derivatives_checked
import jax
import jax.numpy as jnp
from jax import test_util


def f(x):
    return jnp.sin(x)


x = (jnp.float32(0.5),)
test_util.check_jvp(f, lambda p, t: jax.jvp(f, p, t), x)
test_util.check_vjp(f, lambda *p: jax.vjp(f, *p), x)
print('as by differences')
#> as by differences
### older_names
import jax
import jax.numpy as jnp
from jax import tree_util
from jax.experimental import disable_x64

with disable_x64():
    print(jnp.ones(1).dtype)
#> float32
print(jax.array_ref is not None)
#> True
print(jax.fwd_and_bwd is not None)
#> True
print(jax.lax.ConvDimensionNumbers is not None)
#> True
print(tree_util.register_pytree_with_keys is not None)
#> True
with jax.debug_infs(False):
    print(jnp.ones(1))
#> [1.]
print(jax.lax.pvary(jnp.ones(1), ()))
#> [1.]
### primitives_of_ones_own
import jax
import jax.numpy as jnp
from jax.extend import core

scale_p = core.Primitive('scale')


@scale_p.def_impl
def scale(x):
    return 2 * x


@scale_p.def_abstract_eval
def shape_of(x):
    return x


print(scale_p.bind(jnp.ones(2)))
#> [2. 2.]
### primitives_with_effects
import jax
import jax.numpy as jnp
from jax.extend.core import Primitive

twice: Primitive = Primitive('twice')
twice.def_impl(lambda x: 2 * x)


@twice.def_effectful_abstract_eval
def shape_of(x):
    return jax.core.ShapedArray(x.shape, x.dtype), set()


print(twice.bind(jnp.arange(3)))
#> [0 2 4]
print(jax.eval_shape(twice.bind, jnp.arange(3)))
#> ShapeDtypeStruct(shape=(3,), dtype=dtype('int32'))
