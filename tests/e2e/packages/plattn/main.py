# SPDX-License-Identifier: Apache-2.0
"""With and without the mask."""
import jax
import numpy as np

import plattn

q, k, v = (jax.random.normal(key, (1, 32, 2, 8)) for key in jax.random.split(jax.random.key(0), 3))
for causal in (False, True):
    got = plattn.attention(q, k, v, causal=causal)
    np.testing.assert_allclose(got, plattn.reference(q, k, v, causal), atol=1e-4, rtol=1e-4)
got = plattn.attention(q, k, v, sizes=plattn.BlockSizes(q=8, k=32))
np.testing.assert_allclose(got, plattn.reference(q, k, v), atol=1e-4, rtol=1e-4)
print(plattn.BlockSizes())
print("ok")
