# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.functional
"""Convolutions the other way, pooling, resizing and losses."""

import math


def _tuple(n, count):
    return (n,) * count if isinstance(n, int) else tuple(n) * (count if len(n) == 1 else 1)


def _batched(input, count):
    # The input with a batch axis, and whether it had none.
    if input.ndim == count + 1:
        return input.unsqueeze(0), True
    if input.ndim != count + 2:
        raise RuntimeError(f"expected {count + 1}D or {count + 2}D input (got {input.ndim}D input)")
    return input, False


def _places(sizes):
    places = [()]
    for n in sizes:
        places = [place + (i,) for place in places for i in range(n)]
    return places


def _conv_transpose(input, weight, bias, stride, padding, output_padding, groups, dilation, count):
    x, bare = _batched(input, count)
    stride, padding, dilation = _tuple(stride, count), _tuple(padding, count), _tuple(dilation, count)
    output_padding, size = _tuple(output_padding, count), tuple(weight.shape[2:])
    n, channels, per_group = x.shape[0], x.shape[1], weight.shape[1]
    extents = tuple(x.shape[2:])
    full = [(m - 1) * s + d * (k - 1) + 1 + o for m, s, d, k, o in zip(extents, stride, dilation, size, output_padding)]
    flat = x.reshape(n, groups, channels // groups, -1)
    result = torch.zeros((n, groups * per_group) + tuple(full), dtype=x.dtype, device=x.device)
    for place in _places(size):
        taps = weight[(slice(None), slice(None)) + place].reshape(groups, channels // groups, per_group)
        part = torch.einsum("gco,ngcp->ngop", taps, flat).reshape((n, groups * per_group) + extents)
        # Spread to the stride and moved to its place.
        pads = []
        for axis, (m, s) in enumerate(zip(extents, stride)):
            shape = tuple(part.shape)
            axis += 2
            if s > 1:
                gaps = torch.zeros(shape[: axis + 1] + (s - 1,) + shape[axis + 1 :], dtype=x.dtype, device=x.device)
                part = torch.cat([part.unsqueeze(axis + 1), gaps], axis + 1)
                part = part.reshape(shape[:axis] + (m * s,) + shape[axis + 1 :]).narrow(axis, 0, (m - 1) * s + 1)
            before = place[axis - 2] * dilation[axis - 2]
            pads = [before, full[axis - 2] - before - part.shape[axis], *pads]
        result = result + torch.nn.functional.pad(part, pads)
    for axis, (p, m) in enumerate(zip(padding, full)):
        result = result.narrow(axis + 2, p, m - 2 * p)
    if bias is not None:
        result = result + bias.reshape((1, -1) + (1,) * count)
    return result.squeeze(0) if bare else result


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _conv_transpose(input, weight, bias, stride, padding, output_padding, groups, dilation, 1)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _conv_transpose(input, weight, bias, stride, padding, output_padding, groups, dilation, 2)


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _conv_transpose(input, weight, bias, stride, padding, output_padding, groups, dilation, 3)


def _outputs(extent, size, stride, padding, dilation, ceil_mode):
    span = extent + 2 * padding - dilation * (size - 1) - 1
    n = (span + stride - 1 if ceil_mode else span) // stride + 1
    if ceil_mode and (n - 1) * stride >= extent + padding:
        n -= 1
    if n <= 0:
        raise RuntimeError(f"Given input size: {extent}. Calculated output size: {n}. Output size is too small")
    return n


def _windows(x, size, stride, padding, dilation, ceil_mode, fill, count):
    # All elements of each window as the last axis, and how many outputs there are along each axis.
    outs = [_outputs(m, k, s, p, d, ceil_mode) for m, k, s, p, d in zip(x.shape[2:], size, stride, padding, dilation)]
    pads = []
    for m, k, s, p, d, n in zip(x.shape[2:], size, stride, padding, dilation, outs):
        pads = [p, max(p, (n - 1) * s + d * (k - 1) + 1 - m - p), *pads]
    x = torch.nn.functional.pad(x, pads, value=fill)
    parts = []
    for place in _places(size):
        key = tuple(slice(i * d, i * d + (n - 1) * s + 1, s) for i, d, n, s in zip(place, dilation, outs, stride))
        parts.append(x[(slice(None), slice(None)) + key])
    return torch.stack(parts, -1), outs


def _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices, count):
    x, bare = _batched(input, count)
    size = _tuple(kernel_size, count)
    stride = size if stride is None or stride == [] else _tuple(stride, count)
    padding, dilation = _tuple(padding, count), _tuple(dilation, count)
    if any(p > k // 2 for p, k in zip(padding, size)):
        raise RuntimeError(
            f"pad should be at most half of effective kernel size, but got pad={padding} and kernel={size}"
        )
    lowest = -math.inf if x.is_floating_point() else torch.iinfo(x.dtype).min
    windows, outs = _windows(x, size, stride, padding, dilation, ceil_mode, lowest, count)
    values = torch.amax(windows, -1)
    if not return_indices:
        return values.squeeze(0) if bare else values
    at = torch.arange(math.prod(x.shape[2:]), device=x.device).reshape((1, 1) + tuple(x.shape[2:]))
    numbers, _ = _windows(at, size, stride, padding, dilation, ceil_mode, 0, count)
    best = torch.argmax(windows, -1, True)
    places = torch.take_along_dim(numbers.expand(windows.shape), best, -1).squeeze(-1)
    return (values.squeeze(0), places.squeeze(0)) if bare else (values, places)


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices, 1)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices, 2)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices, 3)


def _avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, count):
    x, bare = _batched(input, count)
    size = _tuple(kernel_size, count)
    stride = size if stride is None or stride == [] else _tuple(stride, count)
    padding, ones = _tuple(padding, count), (1,) * count
    windows, outs = _windows(x, size, stride, padding, ones, ceil_mode, 0, count)
    total = windows.sum(-1)
    if divisor_override is not None:
        result = total / divisor_override
    else:
        # What counts: the elements, with the padding if asked for, but never what `ceil_mode` adds at the end.
        counted = torch.ones((1, 1) + tuple(x.shape[2:]), dtype=x.dtype, device=x.device)
        if count_include_pad:
            sides = [n for p in reversed(padding) for n in (p, p)]
            counted = torch.nn.functional.pad(counted, sides, value=1)
            padding = (0,) * count
        parts = []
        for m, k, s, p, n in zip(counted.shape[2:], size, stride, padding, outs):
            parts.append([min(i * s - p + k, m) - max(i * s - p, 0) for i in range(n)])
        number = torch.ones((1, 1) + (1,) * count, dtype=x.dtype, device=x.device)
        for axis, lengths in enumerate(parts):
            shape = [1] * (count + 2)
            shape[axis + 2] = -1
            number = number * torch.tensor(lengths, dtype=x.dtype, device=x.device).reshape(shape)
        result = total / number
    return result.squeeze(0) if bare else result


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    return _avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, None, 1)


def avg_pool2d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    return _avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, 2)


def avg_pool3d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    return _avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, 3)


def _lp_pool(input, norm_type, kernel_size, stride, ceil_mode, count):
    average = _avg_pool(torch.abs(input) ** norm_type, kernel_size, stride, 0, ceil_mode, True, 1, count)
    return average ** (1.0 / norm_type)


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    return _lp_pool(input, norm_type, kernel_size, stride, ceil_mode, 1)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    return _lp_pool(input, norm_type, kernel_size, stride, ceil_mode, 2)


def _adaptive(input, output_size, count, reduce):
    x, bare = _batched(input, count)
    sizes = [m if n is None else n for m, n in zip(x.shape[2:], _tuple(output_size, count))]
    for axis, (m, n) in enumerate(zip(tuple(x.shape[2:]), sizes)):
        axis += 2
        bounds = [(i * m // n, -(-((i + 1) * m) // n)) for i in range(n)]
        x = torch.cat([reduce(x.narrow(axis, a, b - a), axis) for a, b in bounds], axis)
    return x.squeeze(0) if bare else x


def adaptive_avg_pool1d(input, output_size):
    return _adaptive(input, output_size, 1, lambda part, axis: part.mean(axis, True))


def adaptive_avg_pool2d(input, output_size):
    return _adaptive(input, output_size, 2, lambda part, axis: part.mean(axis, True))


def adaptive_avg_pool3d(input, output_size):
    return _adaptive(input, output_size, 3, lambda part, axis: part.mean(axis, True))


def _adaptive_max(input, output_size, return_indices, count):
    if return_indices:
        raise NotImplementedError("`return_indices` of adaptive pooling")
    return _adaptive(input, output_size, count, lambda part, axis: torch.amax(part, axis, True))


def adaptive_max_pool1d(input, output_size, return_indices=False):
    return _adaptive_max(input, output_size, return_indices, 1)


def adaptive_max_pool2d(input, output_size, return_indices=False):
    return _adaptive_max(input, output_size, return_indices, 2)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Windows of an image as columns."""
    x, bare = _batched(input, 2)
    size, stride = _tuple(kernel_size, 2), _tuple(stride, 2)
    windows, outs = _windows(x, size, stride, _tuple(padding, 2), _tuple(dilation, 2), False, 0, 2)
    n, c = x.shape[0], x.shape[1]
    result = windows.permute(0, 1, 4, 2, 3).reshape(n, c * size[0] * size[1], outs[0] * outs[1])
    return result.squeeze(0) if bare else result


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Columns put back into an image, added where they overlap."""
    bare = input.ndim == 2
    x = input.unsqueeze(0) if bare else input
    height, width = _tuple(output_size, 2)
    size, stride, padding, dilation = [_tuple(n, 2) for n in (kernel_size, stride, padding, dilation)]
    outs = [_outputs(m, k, s, p, d, False) for m, k, s, p, d in zip((height, width), size, stride, padding, dilation)]
    n, c = x.shape[0], x.shape[1] // (size[0] * size[1])
    x = x.reshape(n, c, size[0], size[1], outs[0], outs[1])
    result = torch.zeros((n, c, height + 2 * padding[0], width + 2 * padding[1]), dtype=x.dtype, device=x.device)
    for i, j in _places(size):
        rows = slice(i * dilation[0], i * dilation[0] + (outs[0] - 1) * stride[0] + 1, stride[0])
        columns = slice(j * dilation[1], j * dilation[1] + (outs[1] - 1) * stride[1] + 1, stride[1])
        result[:, :, rows, columns] += x[:, :, i, j]
    result = result[:, :, padding[0] : padding[0] + height, padding[1] : padding[1] + width]
    return result.squeeze(0) if bare else result


def pixel_shuffle(input, upscale_factor):
    r, front = upscale_factor, tuple(input.shape[:-3])
    c, h, w = input.shape[-3:]
    x = input.reshape((-1, c // (r * r), r, r, h, w)).permute(0, 1, 4, 2, 5, 3)
    return x.reshape(front + (c // (r * r), h * r, w * r))


def pixel_unshuffle(input, downscale_factor):
    r, front = downscale_factor, tuple(input.shape[:-3])
    c, h, w = input.shape[-3:]
    x = input.reshape((-1, c, h // r, r, w // r, r)).permute(0, 1, 3, 5, 2, 4)
    return x.reshape(front + (c * r * r, h // r, w // r))


def interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
    count = input.ndim - 2
    if mode not in ("nearest", "linear", "bilinear", "trilinear") or antialias:
        raise NotImplementedError(f"`mode={mode!r}`, antialias={antialias} of `interpolate`")
    extents = tuple(input.shape[2:])
    scales = [None] * count
    if size is None:
        scales = list(scale_factor) if isinstance(scale_factor, (tuple, list)) else [scale_factor] * count
        sizes = [math.floor(m * s) for m, s in zip(extents, scales)]
    else:
        sizes = list(_tuple(size, count))
    x = input
    for axis, (m, n, s) in enumerate(zip(extents, sizes, scales)):
        axis += 2
        step = m / n if s is None or recompute_scale_factor else 1 / s
        if mode == "nearest":
            x = torch.index_select(x, axis, torch.tensor([min(math.floor(i * step), m - 1) for i in range(n)]))
            continue
        if align_corners:
            at = [i * (m - 1) / (n - 1) if n > 1 else 0.0 for i in range(n)]
        else:
            at = [max((i + 0.5) * step - 0.5, 0.0) for i in range(n)]
        low = [min(math.floor(p), m - 1) for p in at]
        high = [min(k + 1, m - 1) for k in low]
        shape = [1] * x.ndim
        shape[axis] = -1
        share = torch.tensor([p - k for p, k in zip(at, low)], dtype=x.dtype, device=x.device).reshape(shape)
        first, second = [torch.index_select(x, axis, torch.tensor(k, device=x.device)) for k in (low, high)]
        x = first * (1 - share) + second * share
    return x


upsample = interpolate


def instance_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-5
):
    dims = tuple(range(2, input.ndim)) if use_input_stats else ()
    fit = (1, input.shape[1]) + (1,) * (input.ndim - 2)
    if use_input_stats:
        d = input - input.mean(dims, keepdim=True)
        y = d * torch.rsqrt((d * d).mean(dims, keepdim=True) + eps)
    else:
        y = (input - running_mean.reshape(fit)) * torch.rsqrt(running_var.reshape(fit) + eps)
    y = y if weight is None else y * weight.reshape(fit)
    return y if bias is None else y + bias.reshape(fit)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    shape = tuple(input.shape)
    x = (input * input).reshape(shape[0], 1, shape[1], -1)
    x = torch.nn.functional.pad(x, (0, 0, size // 2, (size - 1) // 2))
    mean = avg_pool2d(x, (size, 1), stride=1).reshape(shape)
    return input / (mean * alpha + k) ** beta


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    if training:
        slope = torch.rand_like(input) * (upper - lower) + lower
    else:
        slope = (lower + upper) / 2
    result = torch.where(input >= 0, input, input * slope)
    return input._update(result) if inplace else result


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    noise = -torch.log(-torch.log(torch.rand_like(logits)))
    soft = torch.softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    best = torch.zeros_like(logits).scatter_(dim, torch.argmax(soft, dim, True), 1.0)
    return best - soft.detach() + soft


def relu_(input):
    return torch.nn.functional.relu(input, True)


def elu_(input, alpha=1.0):
    return torch.nn.functional.elu(input, alpha, True)


def selu_(input):
    return torch.nn.functional.selu(input, True)


def celu_(input, alpha=1.0):
    return torch.nn.functional.celu(input, alpha, True)


def leaky_relu_(input, negative_slope=0.01):
    return torch.nn.functional.leaky_relu(input, negative_slope, True)


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    return torch.nn.functional.hardtanh(input, min_val, max_val, True)


def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    return rrelu(input, lower, upper, training, True)


def threshold_(input, threshold, value):
    return torch.nn.functional.threshold(input, threshold, value, True)


def _drop_whole(input, p, training, kept, inplace):
    if not training or p == 0:
        return input
    shape = tuple(input.shape[:kept]) + (1,) * (input.ndim - kept)
    scale = (torch.rand(shape, device=input.device) >= p).to(input.dtype) / (1 - p if p < 1 else 1)
    return input._update(input * scale) if inplace else input * scale


def dropout1d(input, p=0.5, training=True, inplace=False):
    return _drop_whole(input, p, training, input.ndim - 1, inplace)


def dropout2d(input, p=0.5, training=True, inplace=False):
    return _drop_whole(input, p, training, input.ndim - 2, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    return _drop_whole(input, p, training, input.ndim - 3, inplace)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    if not training or p == 0:
        return input
    low = -1.7580993408473766
    a = ((1 - p) * (1 + p * low * low)) ** -0.5
    kept = torch.rand_like(input) >= p
    result = torch.where(kept, input, low) * a - a * p * low
    return input._update(result) if inplace else result


def embedding_bag(
    input,
    weight,
    offsets=None,
    max_norm=None,
    norm_type=2,
    scale_grad_by_freq=False,
    mode="mean",
    sparse=False,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=None,
):
    if max_norm is not None or padding_idx is not None or mode not in ("sum", "mean", "max"):
        raise NotImplementedError("`max_norm`, `padding_idx` of `embedding_bag`")
    if input.ndim == 2:
        rows = weight[input]
        if per_sample_weights is not None:
            rows = rows * per_sample_weights.unsqueeze(-1)
        return rows.sum(1) if mode == "sum" else rows.mean(1) if mode == "mean" else torch.amax(rows, 1)
    starts = offsets.tolist() + ([] if include_last_offset else [input.numel()])
    rows = weight[input]
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.unsqueeze(-1)
    reduce = {"sum": lambda x: x.sum(0), "mean": lambda x: x.mean(0), "max": lambda x: torch.amax(x, 0)}[mode]
    empty = torch.zeros(weight.shape[1], dtype=weight.dtype, device=weight.device)
    return torch.stack([reduce(rows[a:b]) if b > a else empty for a, b in zip(starts, starts[1:])])


def pdist(input, p=2.0):
    return torch.pdist(input, p)


def _refuse(name):
    def function(*args, **kwargs):
        raise NotImplementedError(f"`torch.nn.functional.{name}`")

    return function


ctc_loss, grid_sample, affine_grid = [_refuse(name) for name in ("ctc_loss", "grid_sample", "affine_grid")]
