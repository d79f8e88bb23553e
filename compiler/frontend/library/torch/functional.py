# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.functional
"""`torch.nn.functional`, over torch's operations."""

import torch
from torch.nn.functional import softmax


def _wide(x):
    return x if x.dtype == torch.float64 else x.float()


def linear(input, weight, bias=None):
    y = input @ weight.t()
    return y if bias is None else y + bias


def bilinear(input1, input2, weight, bias=None):
    y = torch.einsum("bi,oij,bj->bo", input1, weight, input2)
    return y if bias is None else y + bias


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    if max_norm is not None:
        raise NotImplementedError("`max_norm` of `embedding` is not supported yet")
    if padding_idx is None:
        return weight[input]
    n = weight.shape[0]
    if not -n <= padding_idx < n:
        raise AssertionError("Padding_idx must be within num_embeddings")
    # The row of what pads learns nothing.
    rows = weight[input]
    return torch.where((input == padding_idx % n).unsqueeze(-1), rows.detach(), rows)


def one_hot(tensor, num_classes=-1):
    if num_classes == -1:
        num_classes = int(tensor.max().item()) + 1
    return (tensor.unsqueeze(-1) == torch.arange(num_classes, device=tensor.device)).to(torch.int64)


def log_softmax(input, dim=None, dtype=None):
    if dim is None:
        raise TypeError("log_softmax() needs `dim`")
    x = input if dtype is None else input.to(dtype)
    return torch.log_softmax(_wide(x), dim).to(x.dtype)


def softmin(input, dim=None, dtype=None):
    return softmax(-input, dim, dtype)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    x = _wide(input)
    dims = tuple(range(-len(normalized_shape), 0))
    y = x * torch.rsqrt((x * x).mean(dims, keepdim=True) + (torch.finfo(input.dtype).eps if eps is None else eps))
    y = y if weight is None else y * weight
    return y.to(input.dtype)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    shape = tuple(input.shape)
    x = _wide(input).reshape(shape[0], num_groups, -1)
    d = x - x.mean(-1, keepdim=True)
    y = (d * torch.rsqrt((d * d).mean(-1, keepdim=True) + eps)).reshape(shape)
    fit = (1, shape[1]) + (1,) * (len(shape) - 2)
    y = y if weight is None else y * weight.reshape(fit)
    y = y if bias is None else y + bias.reshape(fit)
    return y.to(input.dtype)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    dims = tuple(i for i in range(input.ndim) if i != 1)
    fit = (1, input.shape[1]) + (1,) * (input.ndim - 2)
    if training:
        count = input.numel() // input.shape[1]
        if count <= 1:
            raise ValueError(f"Expected more than 1 value per channel when training, got input size {input.shape}")
        mean = input.mean(dims, keepdim=True)
        d = input - mean
        variance = (d * d).mean(dims, keepdim=True)
        y = d * torch.rsqrt(variance + eps)
        if running_mean is not None:
            with torch.no_grad():
                unbiased = variance.detach().reshape(-1) * (count / (count - 1))
                running_mean.copy_(running_mean * (1 - momentum) + mean.detach().reshape(-1) * momentum)
                running_var.copy_(running_var * (1 - momentum) + unbiased * momentum)
    else:
        y = (input - running_mean.reshape(fit)) * torch.rsqrt(running_var.reshape(fit) + eps)
    y = y if weight is None else y * weight.reshape(fit)
    return y if bias is None else y + bias.reshape(fit)


def normalize(input, p=2.0, dim=1, eps=1e-12):
    return input / torch.clamp(torch.norm(input, p, dim, True), min=eps)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    return torch.cosine_similarity(x1, x2, dim, eps)


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return torch.norm(x1 - x2 + eps, p, -1, keepdim)


def _placed(input, result, inplace):
    return input._update(result) if inplace else result


def dropout(input, p=0.5, training=True, inplace=False):
    if not training or p == 0:
        return input
    kept = torch.where(torch.rand_like(input) >= p, input / (1 - p) if p < 1 else 0.0, 0.0).to(input.dtype)
    return _placed(input, kept, inplace)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    return _placed(input, torch.where(input > 0, input, input * negative_slope), inplace)


def prelu(input, weight):
    if weight.numel() == 1:
        weight = weight.reshape(())
    else:  # one a channel, which is the second axis
        if input.ndim == 0:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = input.shape[1] if input.ndim > 1 else 1
        if channels != weight.numel():
            raise RuntimeError(
                "Mismatch of parameter numbers and input channel size. Found parameter numbers ="
                f" {weight.numel()} and channel size = {channels}."
            )
        weight = weight.reshape((1, channels) + (1,) * (input.ndim - 2))
    return torch.where(input > 0, input, input * weight)


def elu(input, alpha=1.0, inplace=False):
    return _placed(input, torch.where(input > 0, input, alpha * torch.expm1(input)), inplace)


def celu(input, alpha=1.0, inplace=False):
    return _placed(input, torch.where(input > 0, input, alpha * torch.expm1(input / alpha)), inplace)


def selu(input, inplace=False):
    low = 1.6732632423543772848170429916717 * torch.expm1(input)
    return _placed(input, 1.0507009873554804934193349852946 * torch.where(input > 0, input, low), inplace)


def relu6(input, inplace=False):
    return hardtanh(input, 0, 6, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    if input.dtype == torch.bool:
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if not input.is_floating_point():
        min_val, max_val = int(min_val), int(max_val)
        if not input.is_signed() and min_val < 0:
            raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    return _placed(input, torch.clamp(input, min_val, max_val), inplace)


def hardsigmoid(input, inplace=False):
    return _placed(input, torch.clamp(input / 6 + 0.5, 0, 1), inplace)


def hardswish(input, inplace=False):
    return _placed(input, input * torch.clamp(input + 3, 0, 6) / 6, inplace)


def softplus(input, beta=1.0, threshold=20.0):
    x = input * beta
    return torch.where(x > threshold, input, torch.log1p(torch.exp(torch.clamp(x, max=threshold))) / beta)


def softsign(input):
    return input / (1 + torch.abs(input))


def tanhshrink(input):
    return input - torch.tanh(input)


def hardshrink(input, lambd=0.5):
    return torch.where(torch.abs(input) <= lambd, 0.0, input)


def softshrink(input, lambd=0.5):
    return torch.where(input > lambd, input - lambd, torch.where(input < -lambd, input + lambd, 0.0))


def logsigmoid(input):
    return torch.clamp(input, max=0) - torch.log1p(torch.exp(-torch.abs(input)))


def mish(input, inplace=False):
    return _placed(input, input * torch.tanh(softplus(input)), inplace)


def tanh(input):
    return torch.tanh(input)


def glu(input, dim=-1):
    if input.ndim == 0:
        raise RuntimeError("glu does not support 0-dimensional tensors")
    n = input.shape[torch._axis(input, dim)]
    if n % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {n}")
    a, b = torch.chunk(input, 2, dim)
    return a * torch.sigmoid(b)


def threshold(input, threshold, value, inplace=False):
    if not input.is_floating_point():
        threshold, value = int(threshold), int(value)
    return _placed(input, torch.where(input <= threshold, value, input), inplace)  # NaN stays


def pad(input, pad, mode="constant", value=None):
    if mode != "constant":
        raise NotImplementedError(f"`mode={mode!r}` of `pad` is not supported yet")
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * input.ndim:
        raise RuntimeError("Length of pad should be no more than twice the number of dimensions of the input")
    x = input
    for k in range(len(pad) // 2):
        axis = x.ndim - 1 - k
        before, after = pad[2 * k], pad[2 * k + 1]
        if before < 0 or after < 0:
            part = [slice(None)] * x.ndim
            part[axis] = slice(max(0, -before), x.shape[axis] - max(0, -after))
            x = x[tuple(part)]
        pieces = []
        for n in (before, after):
            shape = list(x.shape)
            shape[axis] = max(0, n)
            pieces.append(torch.full(shape, 0 if value is None else value, dtype=x.dtype, device=x.device))
        x = torch.cat([pieces[0], x, pieces[1]], axis)
    return x


def _pair(n, count):
    return (n,) * count if isinstance(n, int) else tuple(n)


def _convolve(input, weight, bias, stride, padding, dilation, groups, count):
    if input.ndim == count + 1:
        batched = _convolve(input.unsqueeze(0), weight, bias, stride, padding, dilation, groups, count)
        return batched.squeeze(0)
    if input.ndim != count + 2 or weight.ndim != count + 2:
        raise RuntimeError(
            f"Expected {count + 1}D (unbatched) or {count + 2}D (batched) input to conv{count}d, but got input of size:"
            f" {list(input.shape)}"
        )
    if input.dtype != weight.dtype:
        raise RuntimeError(f"Input type ({input.type()}) and weight type ({weight.type()}) should be the same")
    if input.shape[1] != weight.shape[1] * groups:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected input{list(input.shape)} to have"
            f" {weight.shape[1] * groups} channels, but got {input.shape[1]} channels instead"
        )
    stride, dilation = _pair(stride, count), _pair(dilation, count)
    size = tuple(weight.shape[2:])
    if padding == "same":
        if any(s != 1 for s in stride):
            raise RuntimeError("padding='same' is not supported for strided convolutions")
        total = [d * (s - 1) for d, s in zip(dilation, size)]
        sides = [(n // 2, n - n // 2) for n in total]
    else:
        sides = [(p, p) for p in _pair(0 if padding == "valid" else padding, count)]
    x = pad(input, [n for side in reversed(sides) for n in side])
    out = tuple((x.shape[2 + k] - dilation[k] * (size[k] - 1) - 1) // stride[k] + 1 for k in range(count))
    b, channels, outs = x.shape[0], x.shape[1] // groups, weight.shape[0] // groups
    places = [()]
    for s in size:
        places = [p + (i,) for p in places for i in range(s)]
    y = None
    for place in places:
        part = (slice(None), slice(None)) + tuple(
            slice(i * d, i * d + (n - 1) * s + 1, s) for i, d, n, s in zip(place, dilation, out, stride)
        )
        taken = x[part].reshape((b, groups, channels, -1))
        term = torch.einsum(
            "goc,bgcn->bgon", weight[(slice(None), slice(None)) + place].reshape(groups, outs, channels), taken
        )
        y = term if y is None else y + term
    y = y.reshape((b, groups * outs) + out)
    return y if bias is None else y + bias.reshape((1, -1) + (1,) * count)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolve(input, weight, bias, stride, padding, dilation, groups, 1)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolve(input, weight, bias, stride, padding, dilation, groups, 2)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolve(input, weight, bias, stride, padding, dilation, groups, 3)
