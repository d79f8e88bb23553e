# SPDX-License-Identifier: Apache-2.0
# JAX's own test classes; `tessera test` runs it.
import jax.numpy as jnp
import numpy as np
from absl.testing import parameterized
from jax._src import test_util as jtu


class Values(jtu.JaxTestCase):
    def test_close(self):
        self.assertArraysAllClose(jnp.float32(1) / 3, np.float32(0.333333), rtol=1e-5)
        with self.assertRaises(AssertionError):
            self.assertArraysAllClose(jnp.ones(2), np.array([1, 1.5], np.float32), atol=0.1)


class Dtypes(jtu.JaxTestCase):
    def test_dtypes(self):
        self.assertDtypesMatch(jnp.ones(2, jnp.float16), np.zeros(3, np.float16))
        with self.assertRaises(AssertionError):
            self.assertDtypesMatch(jnp.ones(2, jnp.float16), np.zeros(3, np.float32))


class Inputs(jtu.JaxTestCase):
    def test_sine(self):
        x = self.rng().randn(3).astype(np.float32)
        self.assertArraysAllClose(jnp.sin(x), np.sin(x))


class Numbers(jtu.NumpyRngMixin, parameterized.TestCase):
    def test_random(self):
        first, second = self.rng().rand(3), self.rng().rand(3)
        self.assertFalse(np.array_equal(first, second))


class Hopper(jtu.JaxTestCase, jtu.CudaArchSpecificTest):
    def setUp(self):
        self.skip_unless_sm90a()
        super().setUp()

    def test_here(self):
        self.assertTrue(jtu.is_cuda_compute_capability_equal("9.0"))


class Blackwell(jtu.JaxTestCase, jtu.CudaArchSpecificTest):
    def test_architecture(self):
        self.skip_unless_sm100a()
        self.fail("another GPU was there")

    def test_instruction(self):
        self.skip_unless_tcgen05()
        self.fail("another GPU was there")
