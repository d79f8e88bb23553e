# RUN: %tessera run %s 2>/dev/null | FileCheck %s
# Arrays as text: print, f-strings, format specs, dtypes.
import jax.numpy as jnp
import numpy as np

m = jnp.arange(6.0).reshape(2, 3)
print(jnp.float32(3.5), f"{jnp.float32(0.1)} {m[0, 1]:.2f}", m.dtype == jnp.float32, repr(m.dtype), jnp.bfloat16)
print(np.asarray(m) / 3, np.arange(3).dtype)
# CHECK: 3.5 0.10000000149011612 1.00 True dtype('float32') <class 'jax.numpy.bfloat16'>
# CHECK-NEXT: {{\[\[}}0.         0.33333334 0.6666667 ]
# CHECK-NEXT:  [1.         1.3333334  1.6666666 ]] int64
