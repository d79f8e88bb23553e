# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.modules.activation
"""Functions of elements, and attention."""

import math
import torch
import torch.nn.functional as F
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class _Placing(Module):
    # A function that may write to its argument.
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""

    def _told(self, options):
        return options + ", inplace=True" * bool(self.inplace)


class ReLU(_Placing):
    def forward(self, input):
        return F.relu(input, self.inplace)


class SiLU(_Placing):
    def forward(self, input):
        return F.silu(input, self.inplace)


class Mish(_Placing):
    def forward(self, input):
        return F.mish(input, self.inplace)


class SELU(_Placing):
    def forward(self, input):
        return F.selu(input, self.inplace)


class Hardswish(_Placing):
    def forward(self, input):
        return F.hardswish(input, self.inplace)

    def extra_repr(self):
        return ""


class Hardsigmoid(_Placing):
    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)

    def extra_repr(self):
        return ""


class LeakyReLU(_Placing):
    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__(inplace)
        self.negative_slope = negative_slope

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return self._told(f"negative_slope={self.negative_slope}")


class ELU(_Placing):
    def __init__(self, alpha=1.0, inplace=False):
        super().__init__(inplace)
        self.alpha = alpha

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self):
        return self._told(f"alpha={self.alpha}")


class CELU(_Placing):
    def __init__(self, alpha=1.0, inplace=False):
        super().__init__(inplace)
        self.alpha = alpha

    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)

    def extra_repr(self):
        return self._told(f"alpha={self.alpha}")


class Hardtanh(_Placing):
    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False):
        super().__init__(inplace)
        self.min_val, self.max_val = min_val, max_val

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        return self._told(f"min_val={self.min_val}, max_val={self.max_val}")


class ReLU6(Hardtanh):
    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class Threshold(_Placing):
    def __init__(self, threshold, value, inplace=False):
        super().__init__(inplace)
        self.threshold, self.value = threshold, value

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self):
        return self._told(f"threshold={self.threshold}, value={self.value}")


class GELU(Module):
    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class Sigmoid(Module):
    def forward(self, input):
        return torch.sigmoid(input)


class Tanh(Module):
    def forward(self, input):
        return torch.tanh(input)


class LogSigmoid(Module):
    def forward(self, input):
        return F.logsigmoid(input)


class Softsign(Module):
    def forward(self, input):
        return F.softsign(input)


class Tanhshrink(Module):
    def forward(self, input):
        return F.tanhshrink(input)


class Softplus(Module):
    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta, self.threshold = beta, threshold

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self):
        return f"beta={self.beta}, threshold={self.threshold}"


class _Shrinking(Module):
    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def extra_repr(self):
        return f"{self.lambd}"


class Softshrink(_Shrinking):
    def forward(self, input):
        return F.softshrink(input, self.lambd)


class Hardshrink(_Shrinking):
    def forward(self, input):
        return F.hardshrink(input, self.lambd)


class _Along(Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def extra_repr(self):
        return f"dim={self.dim}"


class Softmax(_Along):
    def forward(self, input):
        return F.softmax(input, dim=self.dim)


class LogSoftmax(_Along):
    def forward(self, input):
        return F.log_softmax(input, dim=self.dim)


class Softmin(_Along):
    def forward(self, input):
        return F.softmin(input, self.dim)


class GLU(_Along):
    def __init__(self, dim=-1):
        super().__init__(dim)

    def forward(self, input):
        return F.glu(input, self.dim)


class PReLU(Module):
    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        self.weight = Parameter(torch.full((num_parameters,), init, device=device, dtype=dtype))

    def forward(self, input):
        fit = (1, -1) + (1,) * (input.ndim - 2) if self.weight.numel() > 1 else (1,) * input.ndim
        return torch.where(input > 0, input, input * self.weight.reshape(fit))

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"


class MultiheadAttention(Module):
    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, batch_first=False, device=None, dtype=None):
        super().__init__()
        if dropout:
            raise NotImplementedError("`dropout` of `MultiheadAttention`")
        self.embed_dim, self.num_heads, self.batch_first = embed_dim, num_heads, batch_first
        bound = math.sqrt(6.0 / (4 * embed_dim))
        drawn = (torch.rand(3 * embed_dim, embed_dim, device=device) * 2 - 1) * bound
        self.in_proj_weight = Parameter(drawn.to(dtype or torch.float32))
        self.register_parameter(
            "in_proj_bias", Parameter(torch.zeros(3 * embed_dim, device=device, dtype=dtype)) if bias else None
        )
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias, device, dtype)

    def forward(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        is_causal=False,
    ):
        parts = [query, key, value]
        if not self.batch_first and query.ndim == 3:
            parts = [x.transpose(0, 1) for x in parts]
        weights = self.in_proj_weight.chunk(3)
        biases = (None,) * 3 if self.in_proj_bias is None else self.in_proj_bias.chunk(3)
        heads = []
        for x, weight, bias in zip(parts, weights, biases):
            y = F.linear(x, weight, bias)
            heads.append(y.unflatten(-1, (self.num_heads, -1)).transpose(-3, -2))
        q, k, v = heads
        scores = q @ k.mT / math.sqrt(q.shape[-1])
        for mask in (attn_mask, None if key_padding_mask is None else key_padding_mask[..., None, None, :]):
            if mask is not None:
                scores = scores.masked_fill(mask, -math.inf) if mask.dtype == torch.bool else scores + mask
        chosen = torch.softmax(scores, -1)
        output = self.out_proj((chosen @ v).transpose(-3, -2).flatten(-2))
        if not self.batch_first and query.ndim == 3:
            output = output.transpose(0, 1)
        if not need_weights:
            return output, None
        return output, chosen.mean(-3) if average_attn_weights else chosen
