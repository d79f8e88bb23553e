# SPDX-License-Identifier: Apache-2.0
# module: torch
"""Shapes: views, joined and repeated tensors, diagonals."""

import math

import numpy as np
import torch


def diag(input, diagonal=0):
    if input.ndim not in (1, 2):
        raise RuntimeError("diag(): Supports 1D or 2D tensors. Got " + str(input.ndim) + "D")
    return torch.diag_embed(input, diagonal) if input.ndim == 1 else torch.diagonal(input, diagonal).clone()


def diagonal(input, offset=0, dim1=0, dim2=1):
    """A view of the elements at equal positions along two axes, as the last axis."""
    dim1, dim2 = torch._axis(input, dim1), torch._axis(input, dim2)
    if dim1 == dim2:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    rows, columns = input.shape[dim1], input.shape[dim2]
    size = max(0, min(rows + min(offset, 0), columns - max(offset, 0)))
    strides = input.stride()
    kept = [axis for axis in range(input.ndim) if axis not in (dim1, dim2)]
    first = input.storage_offset()
    if size:
        first += offset * strides[dim2] if offset > 0 else -offset * strides[dim1]
    return input.as_strided(
        [input.shape[axis] for axis in kept] + [size],
        [strides[axis] for axis in kept] + [strides[dim1] + strides[dim2]],
        first,
    )


def tril_indices(row, col, offset=0, *, dtype=None, device=None):
    pairs = [(i, j) for i in range(row) for j in range(col) if j - i <= offset]
    return torch.tensor([[i for i, j in pairs], [j for i, j in pairs]], dtype=dtype or torch.int64, device=device)


def triu_indices(row, col, offset=0, *, dtype=None, device=None):
    pairs = [(i, j) for i in range(row) for j in range(col) if j - i >= offset]
    return torch.tensor([[i for i, j in pairs], [j for i, j in pairs]], dtype=dtype or torch.int64, device=device)


def flip(input, dims):
    if isinstance(dims, int):
        raise TypeError("flip(): argument 'dims' must be tuple of ints, not int")
    dims = _distinct_axes(input, dims)
    return _like(np.flip(_array(input), dims), input)


def fliplr(input):
    if input.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return flip(input, (1,))


def flipud(input):
    if input.ndim < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return flip(input, (0,))


def _distinct_axes(input, dims):
    # None are left of a tensor without axes.
    axes = []
    for dim in dims:
        axis = torch._axis(input, dim)
        if axis in axes:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
        axes.append(axis)
    return tuple(axes) if input.ndim else ()


def roll(input, shifts, dims=None):
    shifts = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    dims = () if dims is None else (dims,) if isinstance(dims, int) else tuple(dims)
    if not shifts:
        raise RuntimeError("`shifts` required")
    if not dims and len(shifts) == 1:
        return _like(np.roll(_array(input), shifts[0]), input)
    if len(shifts) != len(dims):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    for dim in dims if input.ndim == 0 else ():
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return _like(np.roll(_array(input), shifts, tuple(torch._axis(input, dim) for dim in dims)), input)


def rot90(input, k=1, dims=(0, 1)):
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.ndim}")
    if dims[0] == dims[1] or abs(dims[0] - dims[1]) == input.ndim:
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")
    return _like(np.rot90(_array(input), k, dims), input)


def tile(input, dims):
    return _like(np.tile(_array(input), dims), input)


def repeat_interleave(input, repeats, dim=None):
    if dim is not None and input.ndim == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if torch.is_tensor(repeats):
        repeats = repeats.tolist()
    return _like(np.repeat(_array(input), repeats, dim), input)


def flatten(input, start_dim=0, end_dim=-1):
    start, end = torch._axis(input, start_dim), torch._axis(input, end_dim)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if input.ndim == 0:
        return input.reshape(1)
    if start == end:
        return input  # the tensor itself, no view of it
    shape = tuple(input.shape)
    size = 1
    for s in shape[start : end + 1]:
        size *= s
    return input.reshape(shape[:start] + (size,) + shape[end + 1 :])


def unflatten(input, dim, sizes):
    sizes = tuple(sizes)
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    axis = torch._axis(input, dim)
    shape = tuple(input.shape)
    if not shape:
        raise IndexError(f"Dimension specified as {axis} but tensor has no dimensions")
    for size in sizes:
        if size < -1:
            raise RuntimeError(f"invalid shape dimension {size}")
    if sizes.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    # What is left open follows from the axis alone: the others may have no elements.
    known = math.prod(size for size in sizes if size != -1)
    if -1 in sizes and known == shape[axis] == 0:
        raise RuntimeError(f"unflatten: the size of -1 in {list(sizes)} is ambiguous, since dim {axis} has size 0")
    if -1 in sizes and known and shape[axis] % known == 0:
        sizes = tuple(shape[axis] // known if size == -1 else size for size in sizes)
    elif known != shape[axis] or -1 in sizes:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {axis} ({shape[axis]})"
            " in the input tensor"
        )
    return input.reshape(shape[:axis] + sizes + shape[axis + 1 :])


def ravel(input):
    return input.reshape(-1)


def unsqueeze(input, dim):
    return input.unsqueeze(dim)


def permute(input, dims):
    return input.permute(dims)


def movedim(input, source, destination):
    source = (source,) if isinstance(source, int) else tuple(source)
    destination = (destination,) if isinstance(destination, int) else tuple(destination)
    source, destination = [torch._axis(input, s) for s in source], [torch._axis(input, d) for d in destination]
    if len(source) != len(destination):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source ({source} dims) should contain the same number of"
            f" dims as destination ({destination} dims)"
        )
    for name, axes in (("source", source), ("destination", destination)):
        if len(set(axes)) < len(axes):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({axes})")
    if input.ndim == 0:
        return input.view(())
    order = [i for i in range(input.ndim) if i not in source]
    for d, s in sorted(zip(destination, source)):
        order.insert(d, s)
    return input.permute(order)


moveaxis = movedim


def swapaxes(input, axis0, axis1):
    return input.transpose(axis0, axis1)


swapdims = swapaxes


def t(input):
    return input.t()


def narrow(input, dim, start, length):
    if input.ndim == 0:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    dim = torch._axis(input, dim)
    size = input.shape[dim]
    if not -max(size, 1) <= start <= size:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-max(size, 1)}, {max(size, 1) - 1}], "
            f"but got {start})"
        )
    start = int(start) + size if start < 0 else int(start)
    if length < 0 or not 0 <= start <= input.shape[dim] - length:
        raise RuntimeError(
            f"start ({start}) + length ({length}) exceeds dimension size ({input.shape[dim]})."
            if length >= 0
            else "narrow(): length must be non-negative."
        )
    return input[(slice(None),) * (dim % input.ndim) + (slice(start, start + length),)]


def select(input, dim, index):
    if input.ndim == 0:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = torch._axis(input, dim)
    return input[(slice(None),) * (dim % input.ndim) + (index,)]


def concat(tensors, dim=0):
    return torch.cat(tensors, dim)


concatenate = concat


def hstack(tensors):
    return torch.cat([x.reshape(1) if x.ndim == 0 else x for x in tensors], 0 if tensors[0].ndim <= 1 else 1)


def vstack(tensors):
    return torch.cat([x.reshape(1, -1) if x.ndim <= 1 else x for x in tensors], 0)


row_stack = vstack


def dstack(tensors):
    return torch.cat(
        [
            x.reshape(1, -1, 1) if x.ndim <= 1 else x.reshape(tuple(x.shape) + (1,)) if x.ndim == 2 else x
            for x in tensors
        ],
        2,
    )


def column_stack(tensors):
    return torch.cat([x.reshape(-1, 1) if x.ndim <= 1 else x for x in tensors], 1)


def tensor_split(input, indices_or_sections, dim=0):
    """Views: so many of nearly equal size, or between the positions given."""
    if input.ndim == 0:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    dim, places = torch._axis(input, dim), indices_or_sections
    if torch.is_tensor(places):
        places = places.tolist()
    n = input.shape[dim]
    if isinstance(places, int):
        if places <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {places}")
        small, larger = divmod(n, places)
        places = [k * small + min(k, larger) for k in range(1, places)]
    bounds = [0, *places, n]
    front = (slice(None),) * dim
    return tuple(input[front + (slice(a, b),)] for a, b in zip(bounds, bounds[1:]))


def broadcast_to(input, shape):
    return input.expand(shape)


def broadcast_tensors(*tensors):
    shape = broadcast_shapes(*[x.shape for x in tensors])
    return tuple(x if x.shape == shape else x.expand(shape) for x in tensors)


def broadcast_shapes(*shapes):
    try:
        return torch.Size(np.broadcast_shapes(*[tuple(s) for s in shapes]))
    except ValueError as error:
        raise RuntimeError(f"The sizes of the tensors do not go together: {error}") from None


def atleast_1d(input):
    return input.reshape(1) if input.ndim == 0 else input


def atleast_2d(input):
    return input.reshape(1, -1) if input.ndim <= 1 else input


def meshgrid(*tensors, indexing="ij"):
    tensors = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    for x in tensors:
        if x.ndim > 1:
            raise RuntimeError(f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {x}")
        if x.dtype != tensors[0].dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    # Views: along the other axes, all elements are one.
    n = len(tensors)
    axes = list(range(n))
    if indexing == "xy":
        axes[:2] = axes[:2][::-1]
    shape = [tensors[axis].numel() for axis in axes]
    own = [[x.numel() if k == axis else 1 for k in range(n)] for x, axis in zip(tensors, axes)]
    return tuple(x.reshape(one).expand(shape) for x, one in zip(tensors, own))


def cartesian_prod(*tensors):
    for k, x in enumerate(tensors):
        if not torch.is_tensor(x):
            raise TypeError(f"expected Tensor as element {k} in argument 0, but got {type(x).__name__}")
        if x.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(x.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return torch.stack([x.reshape(-1) for x in meshgrid(*tensors)], 1)


def atleast_3d(input):
    if input.ndim == 0:
        return input.reshape(1, 1, 1)
    return input.reshape(1, -1, 1) if input.ndim == 1 else input.unsqueeze(-1) if input.ndim == 2 else input


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    n = input.shape[-1] + abs(offset)
    result = torch.zeros(tuple(input.shape[:-1]) + (n, n), dtype=input.dtype, device=input.device)
    size = input.shape[-1]
    rows = torch.arange(size, device=input.device) + max(-offset, 0)
    columns = torch.arange(size, device=input.device) + max(offset, 0)
    if size:
        result[..., rows, columns] = input
    rank = result.ndim
    return result if (dim1 % rank, dim2 % rank) == (rank - 2, rank - 1) else result.movedim((-2, -1), (dim1, dim2))


def diagflat(input, offset=0):
    return diag_embed(input.reshape(-1), offset)


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    result = input.clone()
    result.diagonal(offset, dim1, dim2).copy_(src)
    return result


def select_scatter(input, src, dim, index):
    result = input.clone()
    result.select(dim, index).copy_(src)
    return result


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    result = input.clone()
    part = result[(slice(None),) * _axis(input, dim) + (slice(start, end, step),)]
    if part.shape != src.shape:
        raise RuntimeError(
            "expected src to have a size equal to the slice of self."
            f" src size = {list(src.shape)}, slice size = {list(part.shape)}"
        )
    part.copy_(src)
    return result


def narrow_copy(input, dim, start, length):
    return input.narrow(dim, start, length).clone()


def hsplit(input, indices_or_sections):
    if input.ndim == 0:
        raise RuntimeError("torch.hsplit requires a tensor with at least 1 dimension, but got a tensor with 0 dims")
    return input.tensor_split(indices_or_sections, 0 if input.ndim == 1 else 1)


def vsplit(input, indices_or_sections):
    if input.ndim < 2:
        raise RuntimeError(f"torch.vsplit requires a tensor with at least 2 dimension, but got {input.ndim}")
    return input.tensor_split(indices_or_sections, 0)


def dsplit(input, indices_or_sections):
    if input.ndim < 3:
        raise RuntimeError(f"torch.dsplit requires a tensor with at least 3 dimension, but got {input.ndim}")
    return input.tensor_split(indices_or_sections, 2)


def block_diag(*tensors):
    parts = [x.reshape(1, -1) if x.ndim < 2 else x for x in tensors]
    type = parts[0].dtype
    for x in parts[1:]:
        type = torch.promote_types(type, x.dtype)
    shape = sum(x.shape[0] for x in parts), sum(x.shape[1] for x in parts)
    result = torch.zeros(shape, dtype=type, device=parts[0].device)
    row = column = 0
    for x in parts:
        result[row : row + x.shape[0], column : column + x.shape[1]] = x
        row, column = row + x.shape[0], column + x.shape[1]
    return result


def combinations(input, r=2, with_replacement=False):
    import itertools

    if input.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input.shape)}")

    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = list(choose(range(input.shape[0]), r))
    return input[torch.tensor(rows)] if rows else torch.empty((0, r), dtype=input.dtype)


def empty_strided(size, stride, *, dtype=None, device=None, requires_grad=False):
    """A tensor of any strides, whose elements say nothing."""
    count = 1 + sum((n - 1) * step for n, step in zip(size, stride)) if all(size) else 0
    result = torch.empty(count, dtype=dtype, device=device).as_strided(size, stride)
    result.requires_grad = requires_grad
    return result


def unravel_index(indices, shape):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    parts = []
    for n in reversed(shape):
        parts.append(indices % n)
        indices = indices // n
    return tuple(reversed(parts))
