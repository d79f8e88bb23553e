# SPDX-License-Identifier: Apache-2.0
"""What was found, and what works without the rest."""
import torch

import optdeps
from optdeps import compat

print(optdeps.FEATURES)
x = torch.arange(20, device="cuda", dtype=torch.float32)
torch.testing.assert_close(optdeps.cumsum(x), torch.cumsum(x, dim=0))
print(compat.Loom, compat.kind_of(3), compat._has("json"), compat._has("json.no_such_part"))
print("ok")
