# SPDX-License-Identifier: Apache-2.0
"""Against finite differences."""
import jax
import jax.numpy as jnp
import numpy as np

from plgrad import gelu

x = jnp.linspace(-2.0, 2.0, 16)
slope = jax.grad(lambda y: gelu(y).sum())(x)
step = 1e-2
want = (gelu(x + step) - gelu(x - step)) / (2 * step)
np.testing.assert_allclose(slope, want, atol=1e-3, rtol=1e-3)
value, again = jax.value_and_grad(lambda y: (gelu(y) ** 2).sum())(x)
np.testing.assert_allclose(again, 2 * gelu(x) * slope, rtol=1e-4, atol=1e-5)
print("ok")
