# SPDX-License-Identifier: Apache-2.0
"""Against torch."""
import torch

import welford

torch.manual_seed(0)
x = torch.randn(5, 90, device="cuda") + 10
mean, var = welford.mean_and_variance(x)
torch.testing.assert_close(mean, x.mean(dim=1), atol=1e-4, rtol=1e-5)
torch.testing.assert_close(var, x.var(dim=1, unbiased=False), atol=1e-4, rtol=1e-4)
print("ok")
