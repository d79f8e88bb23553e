# SPDX-License-Identifier: Apache-2.0
"""Patches by unittest.mock, by name and by object."""
import unittest
from unittest import mock

import torch
import triton

import gluekernels
from gluekernels.ops import swiglu as module


class PatchTest(unittest.TestCase):
    def test_by_name(self):
        with mock.patch("torch.cuda.is_available", return_value=False) as asked:
            self.assertFalse(torch.cuda.is_available())
        asked.assert_called_once()
        self.assertTrue(torch.cuda.is_available())

    def test_by_object(self):
        with mock.patch.object(triton, "cdiv", lambda a, b: -(-a // b)) as cdiv:
            a = torch.randn(300, device="cuda")
            torch.testing.assert_close(gluekernels.swiglu(a, a), torch.nn.functional.silu(a) * a, atol=1e-4, rtol=1e-4)
        self.assertIsNot(triton.cdiv, cdiv)

    @mock.patch("gluekernels.ops.swiglu.swiglu_kernel")
    def test_decorated(self, kernel):
        a = torch.randn(8, device="cuda")
        module.swiglu(a, a)
        self.assertTrue(kernel.__getitem__.called)

    def test_absent(self):
        with self.assertRaises(AttributeError):
            with mock.patch("torch.cuda.no_such_thing"):
                pass


if __name__ == "__main__":
    unittest.main()
