# SPDX-License-Identifier: Apache-2.0
"""Both names."""
import warnings

import jax.numpy as jnp
import numpy as np

import plshift

x = jnp.arange(10.0)
np.testing.assert_array_equal(plshift.roll(x, 3), jnp.roll(x, 3))
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    np.testing.assert_array_equal(plshift.shift(x, -2), jnp.roll(x, -2))
print(len(told), told[0].category.__name__)
print("ok")
