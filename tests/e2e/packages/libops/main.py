# SPDX-License-Identifier: Apache-2.0
"""By its name and by torch.ops."""
import torch

import libops

x, y = torch.arange(100.0, device="cuda"), torch.ones(100, device="cuda")
assert torch.equal(libops.add_scaled(x, y, 2.0), x + 2)
assert torch.equal(torch.ops.libops.add_scaled(x, y, 3.0), x + 3)
print("ok")
