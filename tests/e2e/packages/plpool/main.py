# SPDX-License-Identifier: Apache-2.0
"""Against reshapes."""
import jax.numpy as jnp
import numpy as np

from plpool import max_pool, mean_pool

x = jnp.arange(48.0).reshape(12, 4) % 11
for function, reduce in [(max_pool, jnp.max), (mean_pool, jnp.mean)]:
    np.testing.assert_allclose(function(x, 3), reduce(x.reshape(4, 3, 4), axis=1), rtol=1e-6)
try:
    max_pool(x, 5)
except ValueError as error:
    print(error)
print("ok")
