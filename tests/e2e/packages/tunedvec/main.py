# SPDX-License-Identifier: Apache-2.0
"""The result of one launch, and of a benchmark that has no times here."""
import torch

from tunedvec import axpy, benchmark

x = torch.arange(200, device="cuda", dtype=torch.float32)
y = torch.ones(200, device="cuda")
axpy(3.0, x, y)
assert torch.equal(y, 1 + 3 * x)
assert len(benchmark(64)) == 3
print("ok")
