# SPDX-License-Identifier: Apache-2.0
"""A good text, and two that are not."""
import jax.numpy as jnp
import numpy as np

import plconfig

settings = plconfig.load('{"name": "fast", "factor": 2.5, "tags": ["a"]}')
print(settings)
np.testing.assert_array_equal(plconfig.scale(jnp.arange(20.0), settings), 2.5 * np.arange(20))
for text in ['{"name": "Slow"}', '{"name": "x", "blocks": 3}']:
    try:
        plconfig.load(text)
    except (ValueError, KeyError) as error:
        print(type(error).__name__, error)
print("ok")
