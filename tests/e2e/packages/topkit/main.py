# SPDX-License-Identifier: Apache-2.0
"""Against torch."""
import torch

import topkit

torch.manual_seed(0)
x = torch.randn(4, 21, device="cuda")
assert torch.equal(topkit.sort_rows(x), torch.sort(x, dim=1).values)
assert torch.equal(topkit.top_rows(x, 3), torch.topk(x, 3, dim=1).values)
print("ok")
