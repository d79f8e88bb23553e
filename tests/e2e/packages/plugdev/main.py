# SPDX-License-Identifier: Apache-2.0
"""The one that is there, and another by force."""
import jax.numpy as jnp
import numpy as np

import plugdev

x = jnp.arange(6.0)
print(plugdev.available(), plugdev.backend().__name__)
want = plugdev.backend().axpb(x, 2.0, 1.0)
with plugdev.force("plain") as plain:
    assert plugdev.backend() is plain
    np.testing.assert_allclose(plain.axpb(x, 2.0, 1.0), want)
print("ok")
