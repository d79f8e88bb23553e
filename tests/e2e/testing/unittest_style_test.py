# SPDX-License-Identifier: Apache-2.0
"""A file of tests in the style of Python's own `unittest`. One test fails on purpose."""
import unittest

import numpy as np

LOG = []


class ArrayTest(unittest.TestCase):
  @classmethod
  def setUpClass(cls):
    cls.table = np.arange(12).reshape(3, 4)
    LOG.append("class")

  def setUp(self):
    LOG.append("up")
    self.addCleanup(LOG.append, "clean")

  def tearDown(self):
    LOG.append("down")

  def test_1_table(self):
    self.assertEqual(self.table.shape, (3, 4))
    np.testing.assert_array_equal(self.table.sum(axis=0), [12, 15, 18, 21])

  def test_2_order(self):
    self.assertEqual(LOG[0], "class")
    self.assertListEqual(LOG[-4:], ["up", "down", "clean", "up"])

  def test_3_fails(self):
    self.assertEqual(1 + 1, 3, "arithmetic")

  def test_4_after_a_failure(self):
    self.assertListEqual(LOG[-3:], ["down", "clean", "up"])
    self.assertAlmostEqual(0.1 + 0.2, 0.3)
    self.assertCountEqual([3, 1, 2], [1, 2, 3])
    self.assertRegex("sm_90a", r"^sm_\d+a$")

  @unittest.skip("not ready")
  def test_5_skipped(self):
    self.fail()

  @unittest.skipIf(np.arange(3).shape == (3,), "condition")
  def test_6_skipped_if(self):
    self.fail()

  @unittest.expectedFailure
  def test_7_expected(self):
    self.assertTrue(False)


if __name__ == "__main__":
  unittest.main()
