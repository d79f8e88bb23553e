# SPDX-License-Identifier: Apache-2.0
"""Loss and softmax against torch's."""
import torch

import lazyloss

assert "cross_entropy" in dir(lazyloss) and not hasattr(lazyloss, "hinge")
torch.manual_seed(0)
x = torch.randn(6, 50, device="cuda", requires_grad=True)
target = torch.tensor([3, 0, 49, -100, 7, 8], device="cuda")
loss = lazyloss.cross_entropy(x, target)
want = torch.nn.functional.cross_entropy(x.detach(), target, reduction="none")
torch.testing.assert_close(loss.detach(), want, atol=1e-5, rtol=1e-5)
loss.backward(torch.ones(6, device="cuda"))
torch.testing.assert_close(x.grad.sum(dim=1), torch.zeros(6, device="cuda"), atol=1e-5, rtol=0)
torch.testing.assert_close(lazyloss.softmax(x.detach()), torch.softmax(x.detach(), dim=-1), atol=1e-6, rtol=1e-5)
lazyloss.bench.run.run(show_plots=False, print_data=False)
from lazyloss import *

print(cross_entropy is lazyloss.cross_entropy, softmax.__module__)
print("ok")
