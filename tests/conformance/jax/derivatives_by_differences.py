### elementwise
# source: finite differences, in float64, of first and second derivatives, forwards and backwards
import jax
import jax.numpy as jnp
jax.config.update("jax_enable_x64", True)
key = jax.random.key(0)
def numbers(*shape, low=0.2, high=0.9, seed=0):
    return jax.random.uniform(jax.random.key(seed), shape, jnp.float64, low, high)
bad = []
count = 0
def check(name, f, *args, second=True):
    """f's derivatives along one direction: forwards, backwards and by differences; and the same of its gradient."""
    global count
    count += 1
    w = numbers(*jnp.shape(f(*args)), low=-1.0, high=1.0, seed=7)
    scalar = lambda *a: jnp.sum(f(*a) * w)
    step = [numbers(*a.shape, low=-1.0, high=1.0, seed=11 + k) for k, a in enumerate(args)]
    def agree(kind, g):
        e = 1e-6
        by_difference = (g(*[a + e * s for a, s in zip(args, step)]) - g(*[a - e * s for a, s in zip(args, step)])) / (2 * e)
        forward = jax.jvp(g, args, tuple(step))[1]
        gradients = jax.grad(g, argnums=tuple(range(len(args))))(*args)
        backward = sum([jnp.sum(a * s) for a, s in zip(gradients, step)])
        for way, value in (("forward", forward), ("backward", backward)):
            if not abs(value - by_difference) <= 2e-7 * (1 + abs(by_difference)):
                bad.append((name, kind, way, float(value), float(by_difference)))
    agree("first", scalar)
    if second:
        agree("second", lambda *a: sum([jnp.sum(g * numbers(*g.shape, low=-1.0, high=1.0, seed=5)) for g in jax.grad(scalar, argnums=tuple(range(len(a))))(*a)]))
def done():
    print(count, "checked;", bad)
x, y = numbers(3, 4), numbers(3, 4, seed=1)
for name in ["sin", "cos", "tan", "exp", "exp2", "log", "log2", "log10", "log1p", "expm1", "sqrt", "cbrt", "sinh", "cosh", "tanh", "arcsinh",
             "arctanh", "arcsin", "arccos", "arctan", "square", "reciprocal", "abs", "negative", "sinc", "deg2rad"]:
    check(name, getattr(jnp, name), x)
    if name in ("sin", "cos", "exp", "sinh", "cosh", "tanh", "arcsinh", "arctan", "square", "abs", "cbrt"):
        check(name, getattr(jnp, name), -x)
for name in ["rsqrt", "erf", "erfc", "logistic", "lgamma", "digamma", "erf_inv"]:
    check(name, getattr(jax.lax, name), x, second=name not in ("digamma",))
check("arccosh", jnp.arccosh, x + 1.5)
for name in ["add", "subtract", "multiply", "divide", "power", "arctan2", "hypot", "logaddexp", "logaddexp2", "maximum", "minimum", "fmax", "fmin", "copysign"]:
    check(name, getattr(jnp, name), x, y)
check("fmod", lambda a: jnp.fmod(a, 0.3), x)
check("remainder", lambda a: jnp.remainder(a, -0.3), x)
check("remainder", lambda b: jnp.remainder(7.3, b), x)
check("floor_divide", lambda a: a * jnp.floor_divide(a, 0.3), x)
check("rounding", lambda a: a * (jnp.floor(a) + jnp.ceil(a) + jnp.round(a) + jnp.trunc(3 * a) + jnp.sign(a)), x)
check("integer powers", lambda a: a**3 + a**-2 + a**0.5 + a**0 + 2.0**a, x)
check("where", lambda a, b: jnp.where(a > b, a * b, jnp.sin(b)), x, y)
check("clip", lambda a: jnp.clip(a, 0.3, 0.6) * a, x)
for name in ["relu", "relu6", "sigmoid", "softplus", "silu", "gelu", "elu", "selu", "celu", "leaky_relu", "mish", "soft_sign", "log_sigmoid", "hard_tanh",
             "hard_silu", "squareplus"]:
    check(name, getattr(jax.nn, name), x)
    check(name, getattr(jax.nn, name), -x)
check("gelu", lambda a: jax.nn.gelu(a, approximate=False), -x)
check("swiglu", lambda a, b: jax.nn.silu(a) * b, x, y)
check("broadcast", lambda a, b: a[:, None, 1:] * b[0] + a[0, 0], x, numbers(2, 3))
check("casts", lambda a: (a.astype(jnp.float64) * a.astype(jnp.int32) + (a > 0.5)) * a, x)
check("xlogy", jax.scipy.special.xlogy, x, y)
done()
#> 104 checked; []
### arrays
# source: finite differences, in float64, of first and second derivatives, forwards and backwards
import jax
import jax.numpy as jnp
jax.config.update("jax_enable_x64", True)
key = jax.random.key(0)
def numbers(*shape, low=0.2, high=0.9, seed=0):
    return jax.random.uniform(jax.random.key(seed), shape, jnp.float64, low, high)
bad = []
count = 0
def check(name, f, *args, second=True):
    """f's derivatives along one direction: forwards, backwards and by differences; and the same of its gradient."""
    global count
    count += 1
    w = numbers(*jnp.shape(f(*args)), low=-1.0, high=1.0, seed=7)
    scalar = lambda *a: jnp.sum(f(*a) * w)
    step = [numbers(*a.shape, low=-1.0, high=1.0, seed=11 + k) for k, a in enumerate(args)]
    def agree(kind, g):
        e = 1e-6
        by_difference = (g(*[a + e * s for a, s in zip(args, step)]) - g(*[a - e * s for a, s in zip(args, step)])) / (2 * e)
        forward = jax.jvp(g, args, tuple(step))[1]
        gradients = jax.grad(g, argnums=tuple(range(len(args))))(*args)
        backward = sum([jnp.sum(a * s) for a, s in zip(gradients, step)])
        for way, value in (("forward", forward), ("backward", backward)):
            if not abs(value - by_difference) <= 2e-7 * (1 + abs(by_difference)):
                bad.append((name, kind, way, float(value), float(by_difference)))
    agree("first", scalar)
    if second:
        agree("second", lambda *a: sum([jnp.sum(g * numbers(*g.shape, low=-1.0, high=1.0, seed=5)) for g in jax.grad(scalar, argnums=tuple(range(len(a))))(*a)]))
def done():
    print(count, "checked;", bad)
x, y = numbers(4, 6), numbers(6, 5, seed=1)
v = numbers(6, seed=2)
ids = jnp.array([2, 0, 3, 2, -1])
for name in ["sum", "mean", "prod", "max", "min", "std", "var", "ptp", "median", "nansum", "cumsum", "cumprod", "sort", "flip", "ravel", "transpose", "fliplr", "tril", "triu", "diff",
             "trace", "diagonal", "argsort"]:
    if name != "argsort":
        check(name, getattr(jnp, name), x)
    if name in ("sum", "mean", "prod", "max", "min", "std", "var", "cumsum", "cumprod", "sort", "flip"):
        check(name + " of an axis", lambda a, f=getattr(jnp, name): f(a, axis=0) * f(a, axis=0), x)
check("prod with zeros", lambda a: jnp.prod(a * jnp.array([1., 0., 1., 1., 1., 1.]), axis=1), x)
check("logsumexp", lambda a: jax.nn.logsumexp(a, axis=1), 9 * x)
check("softmax", lambda a: jax.nn.softmax(a, axis=1), 9 * x)
check("log_softmax", lambda a: jax.nn.log_softmax(a, axis=0), 9 * x)
check("cummax", lambda a: jax.lax.cummax(a, axis=1) * a, x)
check("cumlogsumexp", lambda a: jax.lax.cumlogsumexp(a, axis=1), x)
check("reverse cumsum", lambda a: jax.lax.cumsum(a, axis=1, reverse=True), x)
check("associative_scan", lambda a: jax.lax.associative_scan(jnp.multiply, a, axis=1), x)
check("affine scan", lambda a, b: jax.lax.associative_scan(lambda l, r: (l[0] * r[0], l[1] * r[0] + r[1]), (a, b))[1], x, x + 1)
check("dot", jnp.dot, x, y)
check("matmul", lambda a, b: jnp.matmul(a, b), numbers(2, 1, 3, 4), numbers(5, 4, 2))
check("vectors", lambda a, b: jnp.inner(a, b) * jnp.outer(a, b), v, v + 1)
check("tensordot", lambda a, b: jnp.tensordot(a, b, 1), x, y)
check("einsum", lambda a, b: jnp.einsum("bij,bkj->bik", a, b), numbers(2, 3, 4), numbers(2, 5, 4))
check("vdot", jnp.vdot, x, x + 1)
check("kron", jnp.kron, x[:2, :2], y[:2, :3])
check("cross", jnp.cross, x[:, :3], x[:, 3:])
check("conv", lambda a, b: jax.lax.conv_general_dilated(a, b, (1, 2), ((1, 1), (0, 1))), numbers(2, 3, 6, 5), numbers(4, 3, 3, 2))
check("convolve", jnp.convolve, v, v[:3] + 1)
check("reshape", lambda a: a.reshape(2, 12) @ a.reshape(12, 2), x)
check("indexing", lambda a: a[1:3, ::2].sum() * a[-1] + a[ids[:2], 1].sum() + a[:, None, 2, ...].sum(), x)
check("boolean mask", lambda a: jnp.where(jnp.arange(6) % 2 == 0, a, 0) * a, x)
check("gather", lambda a: a[ids] * a[ids], x)
check("take", lambda a: jnp.take(a, ids, axis=1) * 2, x)
check("take_along_axis", lambda a: jnp.take_along_axis(a, jnp.argsort(a, axis=1), axis=1) * a, x)
check("at add", lambda a, b: a.at[ids].add(b) ** 2, x, numbers(5, 6))
check("at set", lambda a, b: a.at[1:3, 2].set(b) * a, x, numbers(2))
check("at set", lambda a, b: a.at[jnp.array([3, 1])].set(b) * a, x, numbers(2, 6))
check("at multiply", lambda a, b: a.at[jnp.array([3, 1])].multiply(b), x, numbers(2, 6))
check("one_hot", lambda a: jax.nn.one_hot(ids, 4) @ a, x)
check("concatenate", lambda a, b: jnp.concatenate([a, b.T[:4], a * b.T[:4]], axis=1), x, y[:, :4] + 0)
check("stack", lambda a: jnp.stack([a, a * a], axis=1), x)
check("pad", lambda a: jnp.pad(a, ((1, 0), (2, 1))) ** 2, x)
check("pad edge", lambda a: jnp.pad(a, ((1, 0), (2, 1)), mode="edge") ** 2, x)
check("tile repeat roll", lambda a: jnp.roll(jnp.tile(a, (2, 1)), 3, axis=1) * jnp.repeat(a, 2, axis=0), x)
check("dynamic_slice", lambda a: jax.lax.dynamic_slice(a, (ids[0], 1), (2, 3)), x)
check("dynamic_update_slice", lambda a, b: jax.lax.dynamic_update_slice(a, b, (ids[0], 1)) * a, x, numbers(2, 3))
check("norm", jnp.linalg.norm, x)
check("norm", lambda a: jnp.linalg.norm(a, axis=1), x)
check("interp", lambda a: jnp.interp(a, jnp.arange(5.0), jnp.arange(5.0) ** 2), 3 * v)
check("diag", lambda a: jnp.diag(a) @ jnp.diag(jnp.diag(a)), v)
check("segment_sum", lambda a: jax.ops.segment_sum(a, jnp.array([0, 1, 0, 1]), 2) ** 2, x)
check("logcumsumexp", lambda a: jax.lax.reduce_window(a, -jnp.inf, jax.lax.max, (2, 2), (2, 2), "VALID"), x, second=False)
check("avg pool", lambda a: jax.lax.reduce_window(a, 0.0, jax.lax.add, (2, 2), (1, 1), "SAME") ** 2, x)
check("polyval", lambda a: jnp.polyval(a, 0.7), v)
check("solve", lambda a, b: jnp.linalg.solve(a, b), x[:4, :4] + 3 * jnp.eye(4), numbers(4))
check("cholesky", lambda a: jnp.linalg.cholesky(a @ a.T + jnp.eye(4)), x)
done()
#> 80 checked; []
### control
# source: finite differences, in float64; rules of the program against the function's own derivative
import jax
import jax.numpy as jnp
jax.config.update("jax_enable_x64", True)
key = jax.random.key(0)
def numbers(*shape, low=0.2, high=0.9, seed=0):
    return jax.random.uniform(jax.random.key(seed), shape, jnp.float64, low, high)
bad = []
count = 0
def check(name, f, *args, second=True):
    """f's derivatives along one direction: forwards, backwards and by differences; and the same of its gradient."""
    global count
    count += 1
    w = numbers(*jnp.shape(f(*args)), low=-1.0, high=1.0, seed=7)
    scalar = lambda *a: jnp.sum(f(*a) * w)
    step = [numbers(*a.shape, low=-1.0, high=1.0, seed=11 + k) for k, a in enumerate(args)]
    def agree(kind, g):
        e = 1e-6
        by_difference = (g(*[a + e * s for a, s in zip(args, step)]) - g(*[a - e * s for a, s in zip(args, step)])) / (2 * e)
        forward = jax.jvp(g, args, tuple(step))[1]
        gradients = jax.grad(g, argnums=tuple(range(len(args))))(*args)
        backward = sum([jnp.sum(a * s) for a, s in zip(gradients, step)])
        for way, value in (("forward", forward), ("backward", backward)):
            if not abs(value - by_difference) <= 2e-7 * (1 + abs(by_difference)):
                bad.append((name, kind, way, float(value), float(by_difference)))
    agree("first", scalar)
    if second:
        agree("second", lambda *a: sum([jnp.sum(g * numbers(*g.shape, low=-1.0, high=1.0, seed=5)) for g in jax.grad(scalar, argnums=tuple(range(len(a))))(*a)]))
def done():
    print(count, "checked;", bad)
x, w = numbers(3, 4), numbers(4, 4, seed=1)
h = numbers(4, seed=2)
check("scan", lambda h, x, w: jax.lax.scan(lambda c, r: (jnp.tanh(c @ w + r), c * r), h, x)[1], h, x, w)
check("scan's carry", lambda h, x, w: jax.lax.scan(lambda c, r: (jnp.tanh(c @ w + r), None), h, x)[0], h, x, w)
check("scan in reverse", lambda h, x: jax.lax.scan(lambda c, r: (c * r + h, c.sum()), h, x, reverse=True)[1], h, x)
check("fori_loop", lambda h, w: jax.lax.fori_loop(0, 5, lambda i, c: jnp.sin(c @ w) + i * h, h), h, w)
check("fori_loop from 2", lambda h, x: jax.lax.fori_loop(1, 3, lambda i, c: c * x[i], h), h, x)
check("nested loops", lambda h, x: jax.lax.fori_loop(0, 3, lambda i, c: jax.lax.scan(lambda d, r: (d * r + c, None), c, x)[0], h), h, x, second=False)
check("no rounds", lambda h: jax.lax.fori_loop(3, 3, lambda i, c: c * c, h) * h, h)
check("integers in the carry", lambda h: jax.lax.fori_loop(0, 4, lambda i, c: (c[0] + i, c[1] * h[c[0] % 4]), (1, h))[1], h)
check("cond", lambda h, x: jax.lax.cond(jnp.sum(h) > 0, lambda a, b: a * b[0], lambda a, b: a - b[1], h, x), h, x)
check("cond, other branch", lambda h, x: jax.lax.cond(jnp.sum(h) < 0, lambda a, b: a * b[0], lambda a, b: a * a - b[1], h, x), h, x)
check("cond in a loop", lambda h: jax.lax.fori_loop(0, 4, lambda i, c: jax.lax.cond(i % 2 == 0, lambda: c * h, lambda: jnp.sin(c)), h), h)
check("switch", lambda h: jax.lax.switch(1, [jnp.sin, lambda v: v**3, jnp.cos], h), h)
check("lax.map", lambda x: jax.lax.map(lambda r: r * jnp.sum(r), x), x)
check("vmap", lambda x, w: jax.vmap(lambda r: jnp.tanh(w @ r))(x), x, w)
check("jit", jax.jit(lambda x: jnp.sum(jnp.sin(x) * x)), x)
check("checkpoint", jax.checkpoint(lambda x: jnp.sum(jnp.sin(x) * x)), x)
check("vmap of a gradient", lambda x: jax.vmap(jax.grad(lambda r: jnp.sum(r**3)))(x), x)
check("vmap of a scan", lambda x: jax.vmap(lambda r: jax.lax.scan(lambda c, v: (c * v, c + v), 1.0, r)[1])(x), x)
def root(a):
    return jax.lax.while_loop(lambda c: jnp.sum(jnp.abs(c * c - a)) > 1e-14, lambda c: (c + a / c) / 2, jnp.ones_like(a))
e = jax.jvp(root, (h,), (jnp.ones(4),))[1] - 0.5 / jnp.sqrt(h)
print(jnp.max(jnp.abs(e)) < 1e-9)
@jax.custom_jvp
def f(a, b):
    return jnp.sin(a) * b
f.defjvp(lambda p, t: (f(*p), jnp.cos(p[0]) * p[1] * t[0] + jnp.sin(p[0]) * t[1]))
check("custom_jvp", f, h, h + 1)
check("custom_jvp in vmap", lambda x: jax.vmap(f, in_axes=(0, None))(x, h), x)
check("custom_jvp in scan", lambda x: jax.lax.scan(lambda c, r: (f(c, r), c), h, x)[1], x)
@jax.custom_vjp
def g(a, b):
    return jnp.sin(a) * b
g.defvjp(lambda a, b: (g(a, b), (a, b)), lambda r, ct: (jnp.cos(r[0]) * r[1] * ct, jnp.sin(r[0]) * ct))
def check_backward(name, f, *args):
    a = jax.grad(lambda *p: jnp.sum(f(g, *p)**2), argnums=tuple(range(len(args))))(*args)
    b = jax.grad(lambda *p: jnp.sum(f(lambda a, b: jnp.sin(a) * b, *p)**2), argnums=tuple(range(len(args))))(*args)
    print(name, all([bool(jnp.allclose(p, q, rtol=1e-12)) for p, q in zip(a, b)]))
check_backward("custom_vjp", lambda g, a, b: g(a, b), h, h + 1)
check_backward("in vmap", lambda g, x, h: jax.vmap(g, in_axes=(0, None))(x, h), x, h)
check_backward("in scan", lambda g, x, h: jax.lax.scan(lambda c, r: (g(c, r), c), h, x)[1], x, h)
check_backward("in cond", lambda g, x, h: jax.lax.cond(jnp.sum(x) > 0, lambda: g(x, x), lambda: x * h), x, h)
check_backward("twice", lambda g, x, h: jax.grad(lambda x: jnp.sum(g(x, h)))(x), h, h)
done()
#> True
#> custom_vjp True
#> in vmap True
#> in scan True
#> in cond True
#> twice True
#> 21 checked; []
