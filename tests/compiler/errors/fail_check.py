# RUN: python3 %S/check-errors.py %tessera %s
# expect-run: check-failed 7:1 "Mismatched elements: 1 / 8"
import jax.numpy as jnp
import numpy as np
x = jnp.arange(8)
y = x.at[3].set(0)
np.testing.assert_allclose(x, y)
