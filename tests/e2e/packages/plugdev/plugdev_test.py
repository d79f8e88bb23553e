# SPDX-License-Identifier: Apache-2.0
"""Back ends under absl, with a patch."""
import sys
from unittest import mock

from absl.testing import absltest

import plugdev
from plugdev import select


class SelectTest(absltest.TestCase):
    def test_order(self):
        self.assertEqual(plugdev.available(), ["pallas", "plain"])

    def test_none(self):
        with mock.patch.object(select, "_order", ["cutlass_of_nobody"]):
            self.assertEmpty(plugdev.available())
            with self.assertRaises(IndexError):
                plugdev.backend()

    def test_in_its_place(self):
        fake = mock.MagicMock(__name__="fake")
        with mock.patch.dict(sys.modules, {"cutlass_of_nobody_at_all": fake}):
            self.assertIn("cutlass_of_nobody", plugdev.available())


if __name__ == "__main__":
    absltest.main()
