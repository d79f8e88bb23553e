# SPDX-License-Identifier: Apache-2.0
"""The norms against jax.nn."""
import jax
import jax.numpy as jnp
import numpy as np

import plnorms

x = jax.random.normal(jax.random.key(0), (16, 40))
w = jnp.linspace(0.5, 1.5, 40)
b = jnp.linspace(-1, 1, 40)
np.testing.assert_allclose(plnorms.softmax(x), jax.nn.softmax(x, axis=-1), rtol=1e-5, atol=1e-6)
want = (x - x.mean(1, keepdims=True)) / jnp.sqrt(x.var(1, keepdims=True) + 1e-5) * w + b
np.testing.assert_allclose(jax.jit(plnorms.layer_norm)(x, w, b), want, rtol=1e-4, atol=1e-5)
print(plnorms.BACKENDS, plnorms.softmax.__name__)
print("ok")
