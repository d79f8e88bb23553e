# SPDX-License-Identifier: Apache-2.0
"""A file of tests in JAX's style: absl's parameterized classes over JAX's test class. Two tests fail on purpose, one is skipped
everywhere, one on the CPU; `tests/e2e/testing.test.mjs` knows which."""
import functools
import itertools

from absl.testing import absltest
from absl.testing import parameterized
import jax
import jax.numpy as jnp
from jax._src import config
from jax._src import test_util as jtu
from jax._src.mosaic_dumps import something_internal
from jax.experimental import pallas as pl
import numpy as np

jax.config.parse_flags_with_absl()

traces = 0


def add_kernel(x_ref, y_ref, o_ref):
  global traces
  traces += 1
  o_ref[...] = x_ref[...] + y_ref[...]


class KernelTest(jtu.JaxTestCase):
  SIZE = 8
  INTERPRET = False

  def setUp(self):
    super().setUp()
    self.x = jnp.arange(self.SIZE, dtype=jnp.float32)

  def call(self, kernel, *args, grid=()):
    return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(args[0].shape, args[0].dtype), interpret=self.INTERPRET)(*args)

  def test_add(self):
    out = self.call(add_kernel, self.x, self.x)
    self.assertAllClose(out, self.x * 2)
    np.testing.assert_array_equal(out, self.x + self.x)

  def test_traced_once(self):
    global traces
    traces = 0
    blocks = pl.BlockSpec((2,), lambda i: i)
    pl.pallas_call(add_kernel, grid=(4,), in_specs=[blocks, blocks], out_specs=blocks,
                   out_shape=jax.ShapeDtypeStruct((8,), jnp.float32))(self.x, self.x)
    self.assertEqual(traces, 1)

  @parameterized.parameters(jnp.float32, jnp.int32)
  def test_dtypes(self, dtype):
    x = jnp.ones((4,), dtype)
    self.assertEqual(self.call(add_kernel, x, x).dtype, dtype)

  @parameterized.parameters((2, 3), (3, 2), dict(a=6, b=1))
  def test_spread(self, a, b):
    self.assertEqual(a * b, 6)
    self.assertIn("test_spread", self._testMethodName)

  @parameterized.named_parameters(("two", 2), ("_three", 3), dict(testcase_name="four", n=4))
  def test_named(self, n):
    self.assertLess(n, 5)

  @parameterized.product(rows=[1, 2], columns=[3, 4])
  def test_product(self, rows, columns):
    self.assertArraysEqual(jnp.zeros((rows, columns)), jnp.zeros((rows, columns)))

  @parameterized.parameters(*itertools.product([1, 2], [3]))
  def test_combined(self, a, b):
    self.assertGreater(b, a)

  def test_device(self):
    if not jtu.test_device_matches(["gpu"]):
      self.skipTest("needs a GPU")
    self.assertTrue(jtu.is_cuda_compute_capability_at_least("8.0"))

  @jtu.skip_on_devices("cpu", "gpu")
  def test_elsewhere(self):
    self.fail("never runs")

  def test_wrong(self):
    self.assertAllClose(self.x, self.x + 1)

  def test_lacking(self):
    something_internal.run()

  def test_raises(self):
    with self.assertRaisesRegex(ValueError, "not enough"):
      a, b = [1]
    with self.assertRaises(KeyError) as caught:
      {}["missing"]
    self.assertIsInstance(caught.exception, LookupError)

  def test_subtests(self):
    for n in range(3):
      with self.subTest(n=n):
        self.assertGreaterEqual(n, 0)


class InterpretedTest(KernelTest):
  INTERPRET = True

  @absltest.skip("said so")
  def test_add(self):
    super().test_add()


@absltest.skipThisClass("only derived from")
class BaseTest(parameterized.TestCase):
  def test_shared(self):
    self.assertLen([1, 2], self.wanted)


class DerivedTest(BaseTest):
  wanted = 2


if __name__ == "__main__":
  absltest.main(testLoader=jtu.JaxTestLoader())
