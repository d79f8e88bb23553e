# RUN: python3 %S/check-errors.py %tessera %s
# expect: unterminated 11:25 "`[` is never closed"
# expect-note: "the text ends here"
import jax
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]

x = pl.pallas_call(kernel, grid=(2,),
               in_specs=[pl.BlockSpec((8, 128), lambda i: (i, 0)),
