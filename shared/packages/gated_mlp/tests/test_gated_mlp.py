# SPDX-License-Identifier: Apache-2.0
"""Run it with `tessera test --path . tests/test_gated_mlp.py`, or with pytest on a machine that has a GPU."""
import pytest
import torch

from gated_mlp import gated, reference


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("shape", [(1,), (7, 33), (2, 3, 1024)])
def test_matches_the_formula(shape, dtype):
    torch.manual_seed(1)
    gate, up = (torch.randn(shape, device="cuda", dtype=dtype) for _ in range(2))
    torch.testing.assert_close(gated(gate, up), reference.gated(gate, up), atol=2e-2, rtol=2e-2)


def test_shapes_must_match():
    with pytest.raises(ValueError, match="differ in shape"):
        gated(torch.ones(4, device="cuda"), torch.ones(5, device="cuda"))
