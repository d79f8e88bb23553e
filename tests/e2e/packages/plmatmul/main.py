# SPDX-License-Identifier: Apache-2.0
"""Products of several sizes, and on a machine that is said to be another."""
import jax
import jax.numpy as jnp
import numpy as np

from plmatmul import Tiles, default_tiles, matmul

k1, k2 = jax.random.split(jax.random.key(1))
x = jax.random.normal(k1, (32, 48))
y = jax.random.normal(k2, (48, 64))
np.testing.assert_allclose(matmul(x, y), x @ y, atol=1e-4, rtol=1e-4)
np.testing.assert_allclose(matmul(x, y, activation=jax.nn.relu), jnp.maximum(x @ y, 0), atol=1e-4, rtol=1e-4)
real = jax.default_backend
jax.default_backend = lambda: "cpu"
print(default_tiles())
np.testing.assert_allclose(matmul(x, y, tiles=default_tiles()), x @ y, atol=1e-4, rtol=1e-4)
jax.default_backend = real
try:
    matmul(x, y, tiles=Tiles(30, 30, 30))
except ValueError as error:
    print(error)
print("ok")
