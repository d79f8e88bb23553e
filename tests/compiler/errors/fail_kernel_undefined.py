# RUN: python3 %S/check-errors.py %tessera %s
# expect: unknown-name 7:16 "add_kernel"
# expect-note: "add_kernels"
import jax
from jax.experimental import pallas as pl
def add_kernels(x_ref, o_ref): pass
pl.pallas_call(add_kernel, out_shape=jax.ShapeDtypeStruct((8,), 'float32'))(jax.numpy.ones(8))
