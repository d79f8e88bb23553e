# SPDX-License-Identifier: Apache-2.0
"""What the tests share."""
import pytest
import torch


@pytest.fixture
def rows():
    torch.manual_seed(3)
    return torch.randn(5, 64, device="cuda")
