### grad_of_tanh
# source: JAX documentation: The Autodiff Cookbook, Gradients
import jax, jax.numpy as jnp
grad = jax.grad
for f in [grad(jnp.tanh), grad(grad(jnp.tanh)), grad(grad(grad(jnp.tanh)))]:
    print(f"{f(2.0):.6f}")
#> 0.070651
#> -0.136219
#> 0.252654
### python_control_flow
# source: JAX documentation: Control flow, grad follows Python's branches
import jax
def f(x):
    if x < 3:
        return 3. * x ** 2
    else:
        return -4 * x
print(jax.grad(f)(2.), jax.grad(f)(4.))
#> 12.0 -4.0
### arguments_and_trees
# source: JAX documentation: jax.grad, jax.value_and_grad
import jax, jax.numpy as jnp
def f(p, x, scale=1.0):
    return jnp.sum(p["w"] * x + p["b"][0]) * scale
p = {"w": jnp.array([1., 2.]), "b": (jnp.float32(3),)}
x = jnp.array([5., 7.])
print(jax.grad(f)(p, x))
print(jax.grad(f, argnums=(1,))(p, x, scale=2.0))
print(jax.grad(f, argnums=(0, -1))(p, x)[1])
print(jax.value_and_grad(f, 1)(p, x))
print(jax.grad(lambda x: (jnp.sum(x * x), {"twice": 2 * x}), has_aux=True)(x))
print(jax.value_and_grad(lambda x: (jnp.sum(x * x), "text"), has_aux=True)(x))
#> {'b': (Array(2., dtype=float32),), 'w': Array([5., 7.], dtype=float32)}
#> (Array([2., 4.], dtype=float32),)
#> [1. 2.]
#> (Array(25., dtype=float32), Array([1., 2.], dtype=float32))
#> (Array([10., 14.], dtype=float32), {'twice': Array([10., 14.], dtype=float32)})
#> ((Array(74., dtype=float32), 'text'), Array([10., 14.], dtype=float32))
### errors_of_grad
# source: JAX's api.py: messages of grad
import jax, jax.numpy as jnp
def show(f, *args):
    try:
        f(*args)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
show(jax.grad(jnp.sin), jnp.ones(3))
show(jax.grad(lambda x: (x, x)), 1.0)
show(jax.grad(lambda x: x * 2.0), 1)
show(jax.grad(lambda x: jnp.int32(3)), 1.0)
show(jax.grad(jnp.multiply, argnums=2), 1.0, 2.0)
show(lambda: jax.jvp(jnp.sin, (jnp.ones(3),), (jnp.ones(2),)))
#> TypeError Gradient only defined for scalar-output functions. Output had shape: (3,).
#> TypeError Gradient only defined for scalar-output functions. Output was (Array(1., dtype=float32, weak_type=True), Array(1., dtype=float32, weak_type=True)).
#> TypeError grad requires real- or complex-valued inputs (input dtype that is a sub-dtype of np.inexact), but got int32. If you want to use Boolean- or integer-valued inputs, use vjp or set allow_int to True.
#> TypeError grad requires real-valued outputs (output dtype that is a sub-dtype of np.floating), but got int32. For holomorphic differentiation, pass holomorphic=True. For differentiation of functions involving complex outputs, use jax.vjp directly.
#> ValueError differentiating with respect to argnums=2 requires at least 3 positional arguments to be passed by the caller, but got only 2 positional arguments.
#> ValueError jvp called with different primal and tangent shapes;Got primal shape (3,) and tangent shape as (2,)
### vjp_jvp_linearize
# source: JAX documentation: jax.vjp, jax.jvp, jax.linearize; the values by hand
import jax, jax.numpy as jnp
def f(x, y):
    return {"p": x * y, "s": (x + 2 * y).sum()}
x, y = jnp.array([1., 2.]), jnp.array([3., 5.])
value, pull = jax.vjp(f, x, y)
print(value)
print(pull({"p": jnp.array([1., 10.]), "s": jnp.float32(100)}))
print(pull({"p": jnp.zeros(2), "s": jnp.float32(1)}))
print(jax.jvp(f, (x, y), (jnp.ones(2), jnp.zeros(2)))[1])
value, push = jax.linearize(f, x, y)
print(push(jnp.zeros(2), jnp.ones(2)))
value, pull, aux = jax.vjp(lambda x: (x * x, x + 1), x, has_aux=True)
print(pull(jnp.ones(2)), aux)
print(jax.linear_transpose(lambda v: v[::2] * 3, jnp.ones(4))(jnp.array([1., 2.])))
print(jax.vmap(pull)(jnp.eye(2)))
#> {'p': Array([ 3., 10.], dtype=float32), 's': Array(19., dtype=float32)}
#> (Array([103., 150.], dtype=float32), Array([201., 220.], dtype=float32))
#> (Array([1., 1.], dtype=float32), Array([2., 2.], dtype=float32))
#> {'p': Array([3., 5.], dtype=float32), 's': Array(2., dtype=float32)}
#> {'p': Array([1., 2.], dtype=float32), 's': Array(4., dtype=float32)}
#> (Array([2., 4.], dtype=float32),) [2. 3.]
#> (Array([3., 0., 6., 0.], dtype=float32),)
#> (Array([[2., 0.],
#>        [0., 4.]], dtype=float32),)
### jacobians
# source: JAX documentation: jacfwd, jacrev, hessian; the values by hand
import jax, jax.numpy as jnp
f = lambda x: jnp.array([x[0] * x[1], x[1] * x[2], x[0]])
x = jnp.array([2., 3., 5.])
print(jax.jacfwd(f)(x))
print(jnp.all(jax.jacrev(f)(x) == jax.jacfwd(f)(x)))
print(jax.hessian(lambda x: x[0] ** 2 * x[1] + x[2] ** 3)(x))
g = lambda a, b: {"y": a[:, None] * b}
j = jax.jacrev(g, argnums=(0, 1))(jnp.ones(2), jnp.ones(3))
print(j["y"][0].shape, j["y"][1].shape, jnp.sum(j["y"][0], axis=(0, 1)))
#> [[3. 2. 0.]
#>  [0. 5. 3.]
#>  [1. 0. 0.]]
#> True
#> [[ 6.  4.  0.]
#>  [ 4.  0.  0.]
#>  [ 0.  0. 30.]]
#> (2, 3, 2) (2, 3, 3) [3. 3.]
### stop_gradient_and_corners
# source: JAX documentation: stop_gradient; lax's rules at corners (max splits evenly, relu is 0 at 0, sign and floor have none)
import jax, jax.numpy as jnp
x = jnp.array([-1., 0., 2., 2.])
g = lambda f: jax.grad(lambda v: jnp.sum(f(v)))(x)
print(g(lambda v: v * jax.lax.stop_gradient(v)))
print(g(lambda v: jax.lax.stop_gradient({"a": v * v})["a"]))
print(g(jnp.max), g(lambda v: jnp.maximum(v, 0)), g(jax.nn.relu))
print(g(jnp.abs), g(jnp.sign), g(jnp.floor))
print(g(lambda v: jnp.where(v > 0, jnp.sqrt(jnp.where(v > 0, v, 1)), 0)))
print(jax.grad(lambda v: v ** 2.0)(0.0), jax.grad(lambda v: v ** 0)(0.0), jax.grad(lambda v: 0.0 ** v)(2.0))
print(jax.nn.sigmoid(-200.0), jax.grad(jax.nn.sigmoid)(-200.0), jax.grad(jax.nn.silu)(-200.0))
print(g(lambda v: (v > 0) * 3.0 + v.astype(jnp.int32)))
#> [-1.  0.  2.  2.]
#> [0. 0. 0. 0.]
#> [0.  0.  0.5 0.5] [0.  0.5 1.  1. ] [0. 0. 1. 1.]
#> [-1.  0.  1.  1.] [0. 0. 0. 0.] [0. 0. 0. 0.]
#> [0.         0.         0.35355338 0.35355338]
#> 0.0 0.0 0.0
#> 0.0 0.0 0.0
#> [0. 0. 0. 0.]
### custom_jvp
# source: JAX documentation: Custom derivative rules, numerical stability and defjvps
import jax, jax.numpy as jnp
@jax.custom_jvp
def log1pexp(x):
    return jnp.log(1. + jnp.exp(x))
@log1pexp.defjvp
def log1pexp_jvp(primals, tangents):
    x, = primals
    x_dot, = tangents
    ans = log1pexp(x)
    return ans, (1 - 1 / (1 + jnp.exp(x))) * x_dot
print(jax.grad(log1pexp)(100.), jax.grad(lambda x: jnp.log(1. + jnp.exp(x)))(100.))
print(jax.jit(jax.grad(log1pexp))(100.), jax.vmap(jax.jit(jax.grad(log1pexp)))(jnp.array([100., 0.])))
print(jax.grad(jax.grad(log1pexp))(0.))
@jax.custom_jvp
def f(x, y):
    return x ** 2 * y
f.defjvps(lambda x_dot, ans, x, y: 2 * x * y * x_dot, lambda y_dot, ans, x, y: x ** 2 * y_dot)
print(jax.grad(f, argnums=(0, 1))(2., 3.), jax.jvp(f, (2., 3.), (1., 0.)))
from functools import partial
@partial(jax.custom_jvp, nondiff_argnums=(0,))
def app(h, x):
    return h(x)
app.defjvp(lambda h, p, t: (h(p[0]), 100 * t[0]))
print(app(lambda x: x ** 3, 3.), jax.grad(app, argnums=1)(lambda x: x ** 3, 3.))
#> 1.0 nan
#> 1.0 [1.  0.5]
#> 0.25
#> (Array(12., dtype=float32, weak_type=True), Array(4., dtype=float32, weak_type=True)) (Array(12., dtype=float32, weak_type=True), Array(12., dtype=float32, weak_type=True))
#> 27.0 100.0
### custom_vjp
# source: JAX documentation: Custom derivative rules, gradient clipping and nondiff_argnums
import jax, jax.numpy as jnp
from functools import partial
@jax.custom_vjp
def clip_gradient(lo, hi, x):
    return x
clip_gradient.defvjp(lambda lo, hi, x: (x, (lo, hi)), lambda res, g: (None, None, jnp.clip(g, res[0], res[1])))
print(jax.vmap(jax.grad(lambda x: jnp.sin(10 * x)))(jnp.array([0., 0.1])))
print(jax.grad(lambda x: 10 * clip_gradient(-0.75, 0.75, x))(1.0))
print(jax.vmap(jax.grad(lambda x: clip_gradient(-0.75, 0.75, x) ** 2))(jnp.array([0.25, -3.])))
@partial(jax.custom_vjp, nondiff_argnums=(0,))
def scaled(n, p):
    return p["a"] * n, p["b"]
def fwd(n, p):
    print("fwd")
    return scaled(n, p), p
def bwd(n, p, g):
    print("bwd", n)
    return ({"a": g[0] * 1000, "b": g[1] * p["a"]},)
scaled.defvjp(fwd, bwd)
p = {"a": 2.0, "b": 3.0}
print(scaled(2, p))
print(jax.grad(lambda p: sum(scaled(2, p)))(p))
try:
    jax.jvp(lambda a: scaled(2, {"a": a, "b": a})[0], (1.0,), (1.0,))
except TypeError as error:
    print(error)
#> [10.        5.403023]
#> 0.75
#> [ 0.5  -0.75]
#> (4.0, 3.0)
#> fwd
#> bwd 2
#> {'a': Array(1000., dtype=float32, weak_type=True), 'b': Array(2., dtype=float32, weak_type=True)}
#> fwd
#> can't apply forward-mode differentiation (jvp) to a custom_vjp function.
### rules_that_do_not_fit
# source: JAX's custom_derivatives.py: messages
import jax
@jax.custom_vjp
def f(x, y):
    return x * y
try:
    f(1.0, 2.0)
except AttributeError as error:
    print(error)
f.defvjp(lambda x, y: (x * y, None), lambda r, g: (g,))
try:
    jax.grad(f)(1.0, 2.0)
except TypeError as error:
    print(error)
#> No VJP defined for custom_vjp function f using defvjp.
#> Custom VJP bwd rule <lambda> must produce a tuple of length equal to the primal args tuple, but the primal args tuple has length 2 and the rule's output has length 1.
### while_loop_backwards
# source: JAX's loops.py: the message of the transposed while
import jax, jax.numpy as jnp
f = lambda x: jax.lax.while_loop(lambda c: c < 10, lambda c: c * x, x)
print(jax.jvp(f, (3.0,), (1.0,)))
try:
    jax.grad(f)(3.0)
except ValueError as error:
    print(error)
#> (Array(27., dtype=float32, weak_type=True), Array(27., dtype=float32, weak_type=True))
#> Reverse-mode differentiation does not work for lax.while_loop or lax.fori_loop with dynamic start/stop values. Try using lax.scan, or using fori_loop with static start/stop.
### kernels_need_a_rule
# source: ours: a kernel is refused by its name
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def double_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2
double = pl.pallas_call(double_kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.float32))
jax.grad(lambda x: jnp.sum(double(x)))(jnp.ones(4))
#! not-supported: the kernel `double_kernel`
### kernels_with_a_rule
# source: JAX documentation: custom_vjp; the values by hand
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def scale_kernel(x_ref, y_ref, o_ref):
    o_ref[...] = x_ref[...] * y_ref[...]
def product(x, y):
    return pl.pallas_call(scale_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x, y)
@jax.custom_vjp
def f(x, y):
    return product(x, y)
f.defvjp(lambda x, y: (product(x, y), (x, y)), lambda r, g: (product(g, r[1]), product(g, r[0])))
x, y = jnp.arange(4.), jnp.arange(4.) + 1
print(jax.grad(lambda x, y: jnp.sum(f(x, y) ** 2), argnums=(0, 1))(x, y))
print(jax.vmap(jax.grad(lambda x, y: jnp.sum(f(x, y))), in_axes=(0, None))(jnp.ones((2, 4)), y))
print(jax.grad(lambda x: jnp.sum(jax.vmap(f, in_axes=(0, None))(x, y)))(jnp.ones((2, 4))))
#> (Array([ 0.,  8., 36., 96.], dtype=float32), Array([ 0.,  4., 24., 72.], dtype=float32))
#> [[1. 2. 3. 4.]
#>  [1. 2. 3. 4.]]
#> [[1. 2. 3. 4.]
#>  [1. 2. 3. 4.]]
### inside_of_a_kernel
# source: JAX documentation: transformations inside of kernels; the values by hand
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
    o_ref[...] = jax.grad(lambda v: jnp.sum(v ** 3))(x_ref[...])
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.float32))(jnp.arange(4.)))
#> [ 0.  3. 12. 27.]
### transformations_compose
# source: JAX documentation: composing transformations; the values by hand
import jax, jax.numpy as jnp
x = jnp.arange(6.).reshape(2, 3)
print(jax.vmap(jax.grad(lambda r: jnp.sum(r ** 3)))(x))
print(jax.jit(jax.vmap(jax.value_and_grad(lambda r: jnp.prod(r))))(x + 1))
print(jax.grad(lambda s: jnp.sum(jax.vmap(lambda r: r * s)(x)))(2.0))
print(jax.grad(lambda x: x * jax.grad(lambda y: x * y * y)(3.0))(2.0))
print(jax.jvp(jax.grad(lambda x: jnp.sum(x ** 3)), (x[0],), (jnp.ones(3),))[1])
print(jax.grad(jax.checkpoint(lambda x: jnp.sum(jnp.sin(x)), policy=None))(jnp.zeros(2)), jax.remat(lambda x: x)(1))
def step(params, x):
    g = jax.grad(lambda p: jnp.mean((x @ p["w"] + p["b"]) ** 2))(params)
    return jax.tree.map(lambda p, d: p - 0.1 * d, params, g)
print(jax.lax.fori_loop(0, 2, lambda i, p: step(p, x), {"w": jnp.ones(3), "b": jnp.float32(0)}))
#> [[ 0.  3. 12.]
#>  [27. 48. 75.]]
#> (Array([  6., 120.], dtype=float32), Array([[ 6.,  3.,  2.],
#>        [30., 24., 20.]], dtype=float32))
#> 15.0
#> 24.0
#> [ 0.  6. 12.]
#> [1. 1.] 1
#> {'b': Array(5.55, dtype=float32), 'w': Array([13.51    , 19.060001, 24.61    ], dtype=float32)}
### check_grads
# source: JAX documentation: jax.test_util.check_grads
import jax, jax.numpy as jnp
from jax.test_util import check_grads
from jax._src import test_util as jtu
check_grads(lambda x, y: jnp.tanh(x @ y), (jnp.arange(6.).reshape(2, 3) / 5, jnp.ones((3, 2)) / 3), order=2)
jtu.check_grads(jnp.sin, (1.0,), order=3, modes=["rev"], atol=1e-2, rtol=1e-2)
@jax.custom_vjp
def wrong(x):
    return x * x
wrong.defvjp(lambda x: (x * x, x), lambda x, g: (3 * x * g,))
try:
    check_grads(wrong, (2.0,), order=1, modes=["rev"])
except AssertionError:
    print("wrong")
#> wrong
### collectives_refused
# source: ours: refused by name
import jax, jax.numpy as jnp
jax.vmap(jax.grad(lambda x: jax.lax.psum(x * x, "i")), axis_name="i")(jnp.ones(3))
#! not-supported: the collective `
### checkpoint_policies
# source: JAX documentation: jax.checkpoint, jax.checkpoint_policies
import jax, jax.numpy as jnp
from functools import partial
@partial(jax.checkpoint, policy=jax.checkpoint_policies.dots_with_no_batch_dims_saveable)
def f(x):
    return jnp.sum(jnp.sin(x) ** 2)
@partial(jax.remat, policy=jax.checkpoint_policies.save_only_these_names("a", "b"), static_argnums=(1,))
def g(x, n):
    return x ** n
print(jax.grad(f)(jnp.zeros(2)), jax.grad(g)(2.0, 3))
#> [0. 0.] 12.0
