# SPDX-License-Identifier: Apache-2.0
"""Against the loop."""
import torch

import ssdscan

torch.manual_seed(0)
a = torch.rand(20, 3, device="cuda")
b = torch.randn(20, 3, device="cuda")
torch.testing.assert_close(ssdscan.scan(a, b), ssdscan.loop(a, b), atol=1e-5, rtol=1e-4)
print("ok")
