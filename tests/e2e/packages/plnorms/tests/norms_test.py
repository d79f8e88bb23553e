# SPDX-License-Identifier: Apache-2.0
"""The norms in JAX's own manner of testing."""
from absl.testing import absltest, parameterized
import jax
import jax.numpy as jnp
from jax._src import config
from jax._src import test_util as jtu

import plnorms
from plnorms._src import util

config.parse_flags_with_absl()


class NormsTest(jtu.JaxTestCase):
    @jtu.sample_product(rows=[8, 20], n=[16, 33], dtype=[jnp.float32])
    def test_softmax(self, rows, n, dtype):
        x = self.rng().normal(size=(rows, n)).astype(dtype)
        self.assertAllClose(plnorms.softmax(x), jax.nn.softmax(x, axis=-1), atol=1e-5, rtol=1e-5)

    @parameterized.parameters(4, 8)
    def test_blocks(self, block_rows):
        x = jnp.arange(64.0).reshape(16, 4)
        self.assertArraysAllClose(plnorms.softmax(x, block_rows=block_rows), jax.nn.softmax(x, axis=-1), atol=1e-5)

    def test_probes(self):
        self.assertNotIn("rocm", plnorms.BACKENDS)
        self.assertEqual(util.ALLOWED[2], jnp.float32)


if __name__ == "__main__":
    absltest.main(testLoader=jtu.JaxTestLoader())
