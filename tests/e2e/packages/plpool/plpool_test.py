# SPDX-License-Identifier: Apache-2.0
"""Windows by absl."""
from absl.testing import absltest, parameterized

import jax
import jax.numpy as jnp
import numpy as np

import plpool


class PoolTest(parameterized.TestCase):
    @parameterized.named_parameters(("two", 2), ("four", 4))
    def test_ones(self, window):
        np.testing.assert_array_equal(plpool.mean_pool(jnp.ones((8, 3)), window), jnp.ones((8 // window, 3)))

    def test_jit(self):
        x = jnp.arange(16.0).reshape(8, 2)
        np.testing.assert_array_equal(jax.jit(lambda y: plpool.max_pool(y, 4))(x), jnp.array([[6.0, 7.0], [14.0, 15.0]]))

    def test_error(self):
        with self.assertRaisesRegex(ValueError, "not made of windows"):
            plpool.max_pool(jnp.ones((7, 2)), 2)


if __name__ == "__main__":
    absltest.main()
