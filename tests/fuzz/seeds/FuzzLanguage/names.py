import functools, jax.numpy as jnp
from n import g as h, *
__all__ = ["f", 'A']
x = 1
@jit(static_argnames=("n",))
def f[T](a: T, /, n=x, *r, k, **w) -> T:
  global y
  y = (lambda n=n: n)(a)
  return [b for b in r if (c := b)], c, f"{a!r:>{n}}"
class A(h[int]):
  __p = x
  def m(self, v):
    self.q = self.__p
    match v:
      case [s, *t] | {'k': s, **t}: del s
      case A(q=u) as o if u: nonlocal_ = o
    try: self.m(v=1)
    except (E, x) as e: e
    with e as (i, j.k): pass
functools.partial(f, n=2)(1)
f[4](n=jnp.sum(x))
