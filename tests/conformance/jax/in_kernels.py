### primitives_in_kernels
# source: a kernel computes what the host program computes, element by element
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
def run(f, *xs, out=None):
    ref = f(*xs)
    def k(*refs):
        refs[-1][...] = f(*[r[...] for r in refs[:-1]])
    o = pl.pallas_call(k, out_shape=jax.ShapeDtypeStruct(ref.shape, ref.dtype))(*xs)
    ok = bool(jnp.all((o == ref) | (jnp.isnan(o.astype(float)) & jnp.isnan(ref.astype(float)))))
    return ok
x = jnp.linspace(-2, 2, 16); p = jnp.abs(x) + 0.1; i = jnp.arange(16) - 8; u = i.astype(jnp.uint32)
names1 = "abs ceil floor exp exp2 expm1 log log1p sqrt square cbrt rsqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf_inv erf sign logistic is_finite neg round reciprocal erfc lgamma digamma".split()
bad = []
for n in names1:
    try:
        if not run(getattr(lax, n), p if n in ("log","sqrt","rsqrt","log1p","acosh","lgamma","digamma","reciprocal") else x * 0.4): bad.append(n)
    except Exception as e: bad.append((n, str(e)[:80]))
for n in "add sub mul div rem max min pow atan2 nextafter".split():
    if not run(getattr(lax, n), p, x): bad.append(n)
for n in "add sub mul div rem max min bitwise_and bitwise_or bitwise_xor shift_left shift_right_logical shift_right_arithmetic".split():
    if not run(getattr(lax, n), i, jnp.abs(i) % 7 + 1): bad.append(n)
for n in "eq ne lt le gt ge".split():
    if not run(getattr(lax, n), i, -i): bad.append(n)
for n in "population_count clz bitwise_not".split():
    if not run(getattr(lax, n), i): bad.append(n)
m = jnp.arange(64.).reshape(8, 8)
fs = dict(select_n=lambda a: lax.select_n(a > 3, a, -a), clamp=lambda a: lax.clamp(1., a, 5.), ipow=lambda a: lax.integer_pow(a, 3), iota=lambda a: a + lax.broadcasted_iota(jnp.float32, (8, 8), 1),
  bid=lambda a: lax.broadcast_in_dim(a[0], (8, 8), (1,)), resh=lambda a: lax.reshape(a, (64,)), tr=lambda a: lax.transpose(a, (1, 0)), conv=lambda a: lax.convert_element_type(a, jnp.int32),
  bitc=lambda a: lax.bitcast_convert_type(a, jnp.int32), cat=lambda a: lax.concatenate([a, a], 1), dg=lambda a: lax.dot_general(a, a, (((1,), (0,)), ((), ()))), rs=lambda a: lax.reduce_sum(a, (0,)), rm=lambda a: lax.reduce_max(a, (1,)), rp=lambda a: lax.reduce_prod(a * 0.1, (1,)),
  am=lambda a: lax.argmax(a, 1, jnp.int32), cs=lambda a: lax.cumsum(a, 0), cond=lambda a: lax.cond(a[0, 1] > 0, lambda z: z, lambda z: -z, a), scan=lambda a: lax.scan(lambda c, _: (c + a, None), a, None, length=3)[0],
  wl=lambda a: lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * 2), (0, a))[1], sg=lambda a: lax.stop_gradient(a), sl=lambda a: lax.slice(a, (1, 2), (5, 6)), sq=lambda a: lax.squeeze(a[None], (0,)),
  srt=lambda a: lax.sort(-a, dimension=1), ds=lambda a: lax.dynamic_slice(a, (1, 2), (4, 4)), dus=lambda a: lax.dynamic_update_slice(a, a[:2, :2], (3, 3)), ob=lambda a: lax.optimization_barrier(a), spl=lambda a: lax.split(a, (4, 4), 0)[1],
  ga=lambda a: a[jnp.array([1, 3])], rev=lambda a: lax.rev(a, (0,)), pad=lambda a: lax.pad(a, 0., ((1, 1, 0), (0, 0, 0))), tk=lambda a: lax.top_k(a, 2)[0], ascan=lambda a: lax.associative_scan(jnp.add, a), ei=lambda a: jnp.einsum("ij,kj->ik", a, a), cm=lambda a: lax.cummax(a, 1),
  rp2=lambda a: lax.reduce_precision(a + 0.1, 8, 7), rw=lambda a: lax.reduce_window(a, 0., lax.add, (2, 2), (2, 2), "VALID"), cv=lambda a: lax.conv(a[None, None], jnp.ones((1, 1, 3, 3)), (1, 1), "VALID")[0, 0])
for n, f in fs.items():
    try:
        if not run(f, m): bad.append(n)
    except Exception as e: bad.append((n, str(e)[:90]))
print("bad", bad)
#> bad []
