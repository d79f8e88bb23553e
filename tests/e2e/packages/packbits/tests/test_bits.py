# SPDX-License-Identifier: Apache-2.0
"""By hypothesis and by class."""
import pytest
import torch

from packbits import pack, unpack


class TestBits:
    @pytest.fixture(autouse=True)
    def setup(self):
        self.device = "cuda"

    @pytest.mark.parametrize("value", [0, 1])
    def test_all(self, value):
        y = pack(torch.full((16,), value, dtype=torch.int8, device=self.device))
        assert y.tolist() == [255 * value] * 2

    def test_order(self):
        x = torch.zeros(8, dtype=torch.int8, device=self.device)
        x[3] = 1
        assert pack(x).tolist() == [8]
        assert unpack(pack(x)).tolist() == x.tolist()


def test_size():
    with pytest.raises(AssertionError, match="no multiple"):
        pack(torch.zeros(3, dtype=torch.int8, device="cuda"))
