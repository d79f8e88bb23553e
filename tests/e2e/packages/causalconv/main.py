# SPDX-License-Identifier: Apache-2.0
"""Every width, with and without the activation."""
import torch

import causalconv

torch.manual_seed(0)
for width in causalconv.WIDTHS:
    x = torch.randn(50, 3, device="cuda")
    w = torch.randn(3, width, device="cuda")
    want = causalconv.reference(x, w)
    torch.testing.assert_close(causalconv.causal_conv(x, w), want, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(causalconv.causal_conv(x, w, "silu"), torch.nn.functional.silu(want), atol=1e-5, rtol=1e-4)
print("ok")
