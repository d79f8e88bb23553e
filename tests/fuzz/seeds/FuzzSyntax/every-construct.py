import jax
from jax.experimental import pallas as pl
def add(x_ref, y_ref, o_ref, *, bm=128):
    """doc"""
    x, y = x_ref[...], y_ref[::2, 1:, None]
    o_ref[...] = x + y * 2 ** -1 @ z
    if not x and y or 1 < z <= 3 is not None:
        return f"a{x!r:>{w}}b{{}} {y=}"
    elif a: pass
    else:
        print([i for i in range(3) if i], {1: 2, **k}, {1}, lambda a, /, b=1, *c, d, **e: a)
match x:
    case [1, *r] | {"a": P(x=1, y=_)} if z: pass
