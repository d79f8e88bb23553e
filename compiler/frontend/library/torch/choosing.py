# SPDX-License-Identifier: Apache-2.0
# module: torch
"""Elements by index, by order and by how often they occur."""

import math as _math
import numpy as np
import torch


def gather(input, dim, index):
    dim = torch._axis(input, dim)
    if input.ndim == 0 or index.ndim == 0:
        index = index.reshape(1) if index.ndim == 0 else index
        return gather(input.reshape(-1), 0, index).reshape(index.shape if input.ndim else ())
    return _like(np.take_along_axis(_array(_head(input, index, dim)), _array(index), dim), input)


def _head(input, index, dim):
    # `index` may be smaller along the other axes.
    return input[tuple(slice(None) if i == dim % input.ndim else slice(0, s) for i, s in enumerate(index.shape))]


def take_along_dim(input, indices, dim):
    dim = torch._axis(input, dim)
    if input.ndim == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return _like(np.take_along_axis(_array(input), _array(indices), dim), input)


def index_select(input, dim, index):
    dim = torch._axis(input, dim)
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if index.dtype not in (torch.int32, torch.int64):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    index = index.reshape(-1)
    if input.ndim > 1 and input.shape[dim] == 0 and index.numel():
        raise RuntimeError("index_select(): self indexing axis dim should be positive")
    size = input.shape[dim] if input.ndim else 1
    if index.numel() and bool(((index < 0) | (index >= size)).any()):
        raise IndexError("index out of range in self")
    if input.ndim == 0:
        return input.clone()
    return input[(slice(None),) * dim + (index,)]


def take(input, index):
    return input.reshape(-1)[index]


def masked_select(input, mask):
    input, mask = broadcast_tensors(input, mask)
    return input.reshape(-1)[mask.reshape(-1)]


def nonzero(input, *, as_tuple=False):
    if input.ndim == 0:  # as a vector, whose place has no coordinates
        found = nonzero(input.reshape(1))
        return (found.reshape(-1),) if as_tuple else found.reshape(found.shape[0], 1)[:, :0]
    parts = [_like(part, input) for part in np.nonzero(_array(input))]
    return tuple(parts) if as_tuple else torch.stack(parts, 1)


def argwhere(input):
    return nonzero(input)


def count_nonzero(input, dim=None):
    return (input != 0).sum(dim)


def argsort(input, dim=-1, descending=False, stable=False):
    return torch.sort(input, dim=dim, descending=descending, stable=stable)[1]


def msort(input):
    return torch.sort(input, dim=0)[0]


def kthvalue(input, k, dim=-1, keepdim=False):
    torch._axis(input, dim)
    if input.ndim == 0:
        return torch._pair(input.clone(), torch.zeros((), dtype=torch.int64, device=input.device), "kthvalue")
    values, indices = torch.sort(input, dim=dim)
    part = (slice(None),) * (dim % input.ndim) + (slice(k - 1, k) if keepdim else k - 1,)
    return torch._pair(values[part], indices[part], "kthvalue")


def median(input, dim=None, keepdim=False):
    if dim is None:
        if input.numel() == 0 and input.is_floating_point():
            return torch.full((), _math.nan, dtype=input.dtype, device=input.device)
        middle = torch.sort(input.reshape(-1))[0][(input.numel() - 1) // 2]
        if not input.is_floating_point():
            return middle
        return torch.where(torch.isnan(input).any(), _math.nan, middle).to(input.dtype)
    size = input.shape[torch._axis(input, dim)] if input.ndim else 1
    values, places = kthvalue(input, (size + 1) // 2, dim, keepdim)
    if input.is_floating_point():  # the first NaN comes before all numbers
        holes = torch.isnan(input)
        has_hole = holes.any(dim, keepdim)
        values = torch.where(has_hole, _math.nan, values).to(input.dtype)
        places = torch.where(has_hole, torch.argmax(holes.to(torch.int8), dim, keepdim), places)
    return torch._pair(values, places, "median")


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        raise NotImplementedError("`dim` of `torch.unique` is not supported yet")
    values = _like(np.unique(_array(input)), input)
    if not (return_inverse or return_counts):
        return values
    parts = [values]
    places = searchsorted(values, input.reshape(-1))
    if return_inverse:
        parts.append(places.reshape(input.shape))
    if return_counts:
        parts.append(bincount(places, minlength=values.numel()))
    return tuple(parts)


def bincount(input, weights=None, minlength=0):
    if input.is_floating_point() or input.dtype == torch.bool:
        raise RuntimeError(f"\"bincount_cpu\" not implemented for '{torch._kind(input)}'")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if input.ndim != 1 or (input.numel() and bool((input < 0).any())):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is None:
        return _like(np.bincount(_array(input), None, minlength), input)
    if weights.shape != input.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    type = weights.dtype if weights.dtype == torch.float32 else torch.float64
    return _like(np.bincount(_array(input), _array(weights.to(torch.float64)), minlength), input).to(type)


def histc(input, bins=100, min=0, max=0):
    if min == 0 and max == 0:
        min, max = input.min().item(), input.max().item()
    return _like(np.histogram(_array(input), bins, (min, max))[0], input).to(input.dtype)


def searchsorted(sorted_sequence, values, *, right=False, side=None):
    where = "right" if right or side == "right" else "left"
    return _like(np.searchsorted(_array(sorted_sequence), _array(values), where), values)


def bucketize(input, boundaries, *, right=False):
    return searchsorted(boundaries, input, right=right)


def isin(elements, test_elements):
    return (elements.unsqueeze(-1) == test_elements.reshape(-1)).any(-1)


def scatter(input, dim, index, src, reduce=None):
    return input.clone().scatter_(dim, index, src, **({} if reduce is None else {"reduce": reduce}))


def scatter_add(input, dim, index, src):
    return input.clone().scatter_add_(dim, index, src)


def index_add(input, dim, index, source, *, alpha=1):
    return input.clone().index_add_(dim, index, source, alpha=alpha)


def index_fill(input, dim, index, value):
    return input.clone().index_fill_(dim, index, value)


def index_copy(input, dim, index, source):
    return input.clone().index_copy_(dim, index, source)


def masked_scatter(input, mask, source):
    result = input.clone()
    result[mask] = source.reshape(-1)[: int(mask.sum().item())]
    return result


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        raise NotImplementedError("`dim` of `torch.unique_consecutive` is not supported yet")
    x = input.reshape(-1)
    starts = torch.ones_like(x, dtype=torch.bool)
    if x.numel() > 1:
        starts[1:] = x[1:] != x[:-1]
    parts = [x[starts]]
    places = torch.cumsum(starts, 0) - 1
    if return_inverse:
        parts.append(places.reshape(input.shape))
    if return_counts:
        parts.append(torch.bincount(places, minlength=parts[0].numel()))
    return parts[0] if len(parts) == 1 else tuple(parts)


def index_put(input, indices, values, accumulate=False):
    return input.clone().index_put_(indices, values, accumulate)


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    return input.clone().scatter_reduce_(dim, index, src, reduce, include_self=include_self)


def index_reduce(input, dim, index, source, reduce, *, include_self=True):
    kinds = {"amax": "max", "amin": "min"}
    if reduce not in kinds or not include_self:
        raise NotImplementedError(f"`index_reduce` with reduce={reduce!r}, include_self={include_self}")
    key = (slice(None),) * _axis(input, dim) + (index,)
    return input.clone()._put(key, source, kinds[reduce])


def mode(input, dim=-1, keepdim=False):
    """The most frequent value, the least of several, and the last place where it stands."""
    dim = _axis(input, dim)
    same = (input.unsqueeze(dim) == input.unsqueeze(dim + 1)).sum(dim + 1)
    candidates = torch.where(same == torch.amax(same, dim, True), 0, 1)
    order = torch.argsort(input, dim=dim, stable=True)
    sorted_ones = torch.take_along_dim(candidates, order, dim)
    first = torch.argmin(sorted_ones, dim, True)
    values = torch.take_along_dim(torch.take_along_dim(input, order, dim), first, dim)
    shape = [1] * input.ndim
    shape[dim] = -1
    places = torch.arange(input.shape[dim], device=input.device).reshape(shape)
    indices = torch.where(input == values, places, -1).amax(dim, True)
    if not keepdim:
        values, indices = values.squeeze(dim), indices.squeeze(dim)
    return torch._pair(values, indices, "mode")


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", _ignore_nan=False):
    if input.dtype not in (torch.float32, torch.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    x = input.detach().cpu().numpy()
    at = q.detach().cpu().numpy() if torch.is_tensor(q) else q
    function = np.nanquantile if _ignore_nan else np.quantile
    result = function(x, at, axis=dim, keepdims=keepdim, method=interpolation)
    return torch.from_numpy(np.asarray(result)).to(input.device).to(input.dtype)


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    return quantile(input, q, dim, keepdim, interpolation=interpolation, _ignore_nan=True)


def nanmedian(input, dim=None, keepdim=False):
    x = torch.where(torch.isnan(_real(input)), _math.inf, input).to(input.dtype)
    counted = (~torch.isnan(_real(input))).sum() if dim is None else (~torch.isnan(_real(input))).sum(dim, True)
    place = torch.clamp((counted - 1) // 2, min=0)
    if dim is None:
        if x.numel() == 0 and x.is_floating_point():
            return torch.full((), _math.nan, dtype=x.dtype, device=x.device)
        return torch.where(counted == 0, _math.nan, torch.sort(x.reshape(-1))[0][place]).to(input.dtype)
    values, order = torch.sort(x, dim=dim)
    middle = torch.take_along_dim(values, place, dim)
    if input.is_floating_point():
        middle = torch.where(counted == 0, _math.nan, middle).to(input.dtype)
    found = middle, torch.take_along_dim(order, place, dim)
    return torch._pair(*[part if keepdim else part.squeeze(dim) for part in found], "nanmedian")


def histogram(input, bins, *, range=None, weight=None, density=False):
    at = bins.cpu().numpy() if torch.is_tensor(bins) else bins
    w = None if weight is None else weight.cpu().numpy()
    counts, edges = np.histogram(input.detach().cpu().numpy(), at, range, density=density, weights=w)
    return torch.from_numpy(counts).to(input.dtype), torch.from_numpy(edges).to(input.dtype)
