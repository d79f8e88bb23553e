# SPDX-License-Identifier: Apache-2.0
"""A small model whose activation is exchanged while it runs."""
import torch
import torch.nn.functional as F

import gluekernels
from gluekernels import patch


class Mlp:
    def __init__(self, dim, hidden):
        self.gate = torch.randn(dim, hidden, device="cuda") * 0.1
        self.up = torch.randn(dim, hidden, device="cuda") * 0.1

    def __call__(self, x):
        return F.silu(x @ self.gate) * (x @ self.up)


class FastMlp(Mlp):
    def __call__(self, x):
        return gluekernels.swiglu(x @ self.gate, x @ self.up)


torch.manual_seed(1)
x = torch.randn(4, 32, device="cuda")
model = Mlp(32, 96)
before = model(x)
wrapper = patch.count_silu()
torch.testing.assert_close(model(x), before)
assert wrapper.calls == 1
gluekernels.revert()
model(x)
assert wrapper.calls == 1
gluekernels.apply_to(Mlp, __call__=FastMlp.__call__)
torch.testing.assert_close(model(x), before, atol=1e-4, rtol=1e-4)
gluekernels.revert()
assert Mlp.__call__ is not FastMlp.__call__
torch.Tensor.twice = lambda self: self + self
torch.testing.assert_close(x.twice(), x * 2)
del torch.Tensor.twice
assert not hasattr(x, "twice")
torch.compiler_of_ours = "set"
assert torch.compiler_of_ours == "set" and hasattr(torch, "compiler_of_ours")
del torch.compiler_of_ours
assert not hasattr(torch, "compiler_of_ours")
print("models patched:", gluekernels.modeling_llama is not None)
print("ok")
