# SPDX-License-Identifier: Apache-2.0
"""Schemes by absl."""
from absl.testing import absltest, parameterized

import torch

import quantbox
from quantbox.schemes.base import Scheme


class SchemesTest(parameterized.TestCase):
    @parameterized.parameters(*quantbox.names())
    def test_round_trip(self, name):
        x = torch.linspace(-3, 3, 64, device="cuda").reshape(2, 32)
        y = quantbox.get(name).round_trip(x)
        self.assertLess(float((x - y).abs().max()), 0.5)

    def test_abstract(self):
        with self.assertRaises(TypeError):
            Scheme()

    def test_twice(self):
        with self.assertRaisesRegex(KeyError, "twice"):
            quantbox.register("int8", bits=8)(object)


if __name__ == "__main__":
    absltest.main()
