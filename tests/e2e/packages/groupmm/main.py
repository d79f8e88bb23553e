# SPDX-License-Identifier: Apache-2.0
"""Products of unlike sizes."""
import torch

import groupmm

torch.manual_seed(0)
pairs = [(torch.randn(m, k, device="cuda"), torch.randn(k, n, device="cuda")) for m, n, k in [(32, 32, 32), (17, 40, 24)]]
for (a, b), c in zip(pairs, groupmm.grouped_matmul(pairs)):
    torch.testing.assert_close(c, a @ b, atol=1e-4, rtol=1e-4)
print(groupmm.launch.kernel.__name__, groupmm.launch.BLOCK.value)
print("ok")
