# SPDX-License-Identifier: Apache-2.0
"""The operation, its switches, and what it does where something is absent."""
import pytest
import torch

import fastnorm
from fastnorm.utils import device

from .helpers import formula


@pytest.mark.parametrize("eps", [1e-6, 1e-2])
def test_formula(rows, eps):
    w = torch.linspace(0.5, 1.5, 64, device="cuda")
    torch.testing.assert_close(fastnorm.rms_norm(rows, w, eps), formula(rows, w, eps), atol=1e-4, rtol=1e-4)


def test_probes(monkeypatch):
    assert not fastnorm.HAS_FLASH
    assert device.maybe_compile(len) is len
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    device.is_hopper.cache_clear()
    assert not fastnorm.is_hopper()
    device.is_hopper.cache_clear()


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_again():
    device.is_hopper.cache_clear()
    assert fastnorm.is_hopper()
