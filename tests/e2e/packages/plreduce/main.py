# SPDX-License-Identifier: Apache-2.0
"""Every operation, under jit and vmap."""
import jax
import jax.numpy as jnp
import numpy as np

from plreduce import OPS, reduce_rows

x = jax.random.normal(jax.random.key(0), (16, 6))
np.testing.assert_allclose(reduce_rows(x), x.sum(0), rtol=1e-5, atol=1e-5)
np.testing.assert_array_equal(jax.jit(lambda y: reduce_rows(y, OPS.MAX))(x), x.max(0))
many = jnp.stack([x, 2 * x])
np.testing.assert_allclose(jax.vmap(reduce_rows)(many), many.sum(1), rtol=1e-5, atol=1e-5)
print([op.word for op in OPS])
print("ok")
