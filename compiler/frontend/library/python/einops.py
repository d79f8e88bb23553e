# SPDX-License-Identifier: Apache-2.0
"""`einops`: axes of arrays by names, for arrays of NumPy, JAX and torch."""

import math as _math

__version__ = "0.8.0"


class EinopsError(RuntimeError):
    """A pattern can't be used, or does not fit."""


class _Side:
    """One side of a pattern: a list of axes for each dimension; `...` is an axis's name too."""

    def __init__(self, text, allow_underscore=False):
        self.groups, self.names, self.in_brackets, group = [], [], [], None
        spaced = text.replace("(", " ( ").replace(")", " ) ").replace("...", " \u2026 ").split()
        if "." in text.replace("...", ""):
            raise EinopsError("Expression may contain dots only inside ellipsis (...); only one ellipsis for tensor ")
        if spaced.count("\u2026") > 1:
            raise EinopsError("Expression may contain dots only inside ellipsis (...); only one ellipsis for tensor ")
        for word in spaced:
            if word == "(":
                if group is not None:
                    raise EinopsError("Axis composition is one-level (brackets inside brackets not allowed)")
                group = []
            elif word == ")":
                if group is None:
                    raise EinopsError("Brackets are not balanced")
                self.groups.append(group)
                self.in_brackets.append(True)
                group = None
            else:
                name = self._checked(word, allow_underscore)
                if name in self.names and name != "_" and not isinstance(name, int):
                    raise EinopsError(f'Indexing expression contains duplicate dimension "{name}"')
                if name != 1:
                    self.names.append(name)
                if group is None:
                    self.groups.append([] if name == 1 else [name])
                    self.in_brackets.append(False)
                elif name != 1:
                    group.append(name)
        if group is not None:
            raise EinopsError(f'Imbalanced parentheses in expression: "{text}"')
        self.has_ellipsis = "\u2026" in self.names

    @staticmethod
    def _checked(word, allow_underscore):
        if word.isdecimal():
            if int(word) == 0:
                raise EinopsError("Anonymous axis of length 0 is not allowed")
            return 1 if word == "1" else _Anonymous(int(word))
        if word == "\u2026" or (word == "_" and allow_underscore):
            return word
        if not word.isidentifier():
            raise EinopsError(f"Invalid axis identifier: {word}\nnot a valid python identifier")
        if word[0] == "_" or word[-1] == "_":
            told = "axis name should should not start or end with underscore"
            raise EinopsError(f"Invalid axis identifier: {word}\n{told}")
        return word


class _Anonymous:
    """An axis of a number's length; two of them are never the same."""

    def __init__(self, size):
        self.size = size

    def __repr__(self):
        return f"{self.size}-axis"


def _kind(tensor):
    module = type(tensor).__module__.split(".")[0]
    return "torch" if module == "torch" else "jax" if module.startswith("jax") else "numpy"


def _module(tensor):
    name = _kind(tensor)
    if name == "torch":
        import torch

        return torch
    if name == "jax":
        import jax.numpy

        return jax.numpy
    import numpy

    return numpy


def _parse_pattern(pattern, operation, lengths):
    if pattern.count("->") != 1:
        raise EinopsError(f"Pattern should contain exactly one arrow: {pattern}")
    left, right = [_Side(side) for side in pattern.split("->")]
    if right.has_ellipsis and not left.has_ellipsis:
        raise EinopsError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    for group, brackets in zip(left.groups, left.in_brackets):
        if "\u2026" in group and brackets:
            raise EinopsError(f"Ellipsis inside parenthesis in the left side is not allowed: {pattern}")
    plain = [n for n in left.names if isinstance(n, str)]
    wanted = [n for n in right.names if isinstance(n, str)]
    extra = [n for n in wanted if n not in plain]
    lost = [n for n in plain if n not in wanted]
    if operation == "rearrange":
        if any(isinstance(n, _Anonymous) for n in left.names + right.names):
            raise EinopsError("Non-unitary anonymous axes are not supported in rearrange (exception is length 1)")
        if extra or lost:
            raise EinopsError(f"Identifiers only on one side of expression (should be on both): {set(extra + lost)}")
    elif operation == "repeat":
        if lost:
            raise EinopsError(f"Unexpected identifiers on the left side of repeat: {set(lost)}")
        unsized = [n for n in extra if n not in lengths]
        if unsized:
            raise EinopsError(f"Specify sizes for new axes in repeat: {set(unsized)}")
    elif extra or any(isinstance(n, _Anonymous) for n in right.names):
        raise EinopsError(f"Unexpected identifiers on the right side of reduce {operation}: {set(extra)}")
    for name in lengths:
        if name not in plain and name not in wanted:
            raise EinopsError(f"Axis {name} is not used in transform")
    return left, right


def _solve(left, shape, lengths):
    """Sizes of all axes on the left; the ellipsis's is a tuple."""
    groups = left.groups
    if left.has_ellipsis:
        if len(shape) < len(groups) - 1:
            raise EinopsError(f"Wrong shape: expected >={len(groups) - 1} dims. Received {len(shape)}-dim tensor.")
    elif len(shape) != len(groups):
        raise EinopsError(f"Wrong shape: expected {len(groups)} dims. Received {len(shape)}-dim tensor.")
    sizes, at = dict(lengths), 0
    for group in groups:
        if group == ["\u2026"]:
            n = len(shape) - len(groups) + 1
            sizes["\u2026"] = tuple(shape[at : at + n])
            at += n
            continue
        size = shape[at]
        at += 1
        known, unknown = 1, []
        for name in group:
            if isinstance(name, _Anonymous):
                known *= name.size
                sizes[name] = name.size
            elif name in sizes:
                known *= sizes[name]
            else:
                unknown.append(name)
        if len(unknown) > 1:
            raise EinopsError(f"Could not infer sizes for {set(unknown)}")
        if unknown:
            if size % known:
                raise EinopsError(f"Shape mismatch, can't divide axis of length {size} in chunks of {known}")
            sizes[unknown[0]] = size // known
        elif size != known:
            raise EinopsError(f"Shape mismatch, {size} != {known}")
    return sizes


def _flat_sizes(names, sizes):
    out = []
    for name in names:
        out += list(sizes[name]) if name == "\u2026" else [sizes[name]]
    return out


def _reduced(tensor, axes, how):
    if callable(how):
        return how(tensor, tuple(axes))
    if how not in ("min", "max", "sum", "mean", "prod", "any", "all"):
        raise EinopsError(f"Unknown reduction {how}. Expect one of ('min', 'max', 'sum', 'mean', 'prod', 'any', 'all')")
    if how == "mean" and _kind(tensor) == "torch" and not tensor.dtype.is_floating_point:
        raise TypeError("reduce_mean is not available for non-floating tensors")
    if _kind(tensor) != "torch":
        return getattr(tensor, how)(axis=tuple(axes))
    if how in ("min", "max"):
        return getattr(tensor, "a" + how)(dim=tuple(axes))
    if how in ("sum", "mean"):
        return getattr(tensor, how)(dim=tuple(axes))
    for axis in sorted(axes, reverse=True):
        tensor = getattr(tensor, how)(dim=axis)
    return tensor


def _transform(tensor, pattern, operation, lengths):
    if isinstance(tensor, (list, tuple)):
        if not tensor:
            raise TypeError("Rearrange/Reduce/Repeat can't be applied to an empty list")
        module = _module(tensor[0])
        tensor = module.stack(list(tensor))
    try:
        left, right = _parse_pattern(pattern, operation, lengths)
        shape = tuple(tensor.shape)
        sizes = _solve(left, shape, lengths)
    except EinopsError as error:
        told = f' Error while processing {operation}-reduction pattern "{pattern}".\n'
        if hasattr(tensor, "shape"):
            told += f" Input tensor shape: {tuple(tensor.shape)}. "
        told += f"Additional info: {lengths}."
        raise EinopsError(told + f"\n {error}") from None
    names = left.names
    at, places = 0, {}
    for name in names:
        n = len(sizes[name]) if name == "\u2026" else 1
        places[name] = list(range(at, at + n))
        at += n
    parts = _flat_sizes(names, sizes)
    if parts != list(shape):
        tensor = tensor.reshape(tuple(parts))
    kept = [n for n in right.names if n in places]
    gone = [a for n in names if n not in kept for a in places[n]]
    if gone and operation != "repeat":
        tensor = _reduced(tensor, gone, operation)
    elif gone:
        # anonymous axes on the left of `repeat` are of the length that they say, and are gone on the right
        raise EinopsError(f"Unexpected identifiers on the left side of repeat: {[n for n in names if n not in kept]}")
    left_over = [a for a in range(at) if a not in gone]
    order = [left_over.index(a) for n in kept for a in places[n]]
    if order != list(range(len(order))):
        tensor = tensor.permute(*order) if _kind(tensor) == "torch" else tensor.transpose(tuple(order))
    new = [n for n in right.names if n not in places]
    for name in new:
        sizes[name] = name.size if isinstance(name, _Anonymous) else lengths[name]
    if new:
        ones = [s for n in right.names for s in ([1] if n in new else _flat_sizes([n], sizes))]
        tensor = tensor.reshape(tuple(ones))
        full = tuple(_flat_sizes(right.names, sizes))
        tensor = tensor.expand(full) if _kind(tensor) == "torch" else _module(tensor).broadcast_to(tensor, full)
    final = []
    for group, brackets in zip(right.groups, right.in_brackets):
        final += (
            list(sizes["\u2026"]) if group == ["\u2026"] and not brackets else [_math.prod(_flat_sizes(group, sizes))]
        )
    return tensor if final == list(tensor.shape) else tensor.reshape(tuple(final))


def rearrange(tensor, pattern, **axes_lengths):
    """The axes in another order, put together and taken apart, as in `rearrange(x, "b (h d) -> b h d", h=4)`."""
    return _transform(tensor, pattern, "rearrange", axes_lengths)


def reduce(tensor, pattern, reduction, **axes_lengths):
    """Axes that are only on the left are reduced by `min`, `max`, `sum`, `mean`, `prod`, `any`, `all` or a function."""
    return _transform(tensor, pattern, reduction, axes_lengths)


def repeat(tensor, pattern, **axes_lengths):
    """Axes that are only on the right are repeated."""
    return _transform(tensor, pattern, "repeat", axes_lengths)


def parse_shape(x, pattern):
    """The sizes of the axes by their names; `_` passes one by."""
    side, shape = _Side(pattern, allow_underscore=True), tuple(x.shape)
    if any(len(group) > 1 for group in side.groups):
        raise RuntimeError(f"Can't parse shape with composite axes: {pattern} {shape}")
    if len(shape) != len(side.groups) and not (side.has_ellipsis and len(shape) >= len(side.groups) - 1):
        raise RuntimeError(f"Can't parse shape with this number of dimensions: {pattern} {shape}")
    found, at = {}, 0
    for group in side.groups:
        if group == ["\u2026"]:
            at += len(shape) - len(side.groups) + 1
            continue
        name = group[0] if group else None
        if isinstance(name, _Anonymous) or name is None:
            if shape[at] != (1 if name is None else name.size):
                raise RuntimeError(f"Length of anonymous axis does not match: {pattern} {shape}")
        elif name != "_":
            found[name] = shape[at]
        at += 1
    return found


def asnumpy(tensor):
    """The array as NumPy's."""
    if _kind(tensor) == "torch":
        return tensor.detach().cpu().numpy()
    import numpy

    return numpy.asarray(tensor)


def einsum(*tensors_and_pattern):
    """Products and sums by axes' names: arrays, then `"b i k, b k j -> b i j"`."""
    if len(tensors_and_pattern) <= 1:
        raise ValueError(
            "`einops.einsum` takes at minimum two arguments: the tensors (at least one), followed by the pattern."
        )
    tensors, pattern = tensors_and_pattern[:-1], tensors_and_pattern[-1]
    if not isinstance(pattern, str):
        raise ValueError(
            "The last argument passed to `einops.einsum` must be a string, representing the einsum pattern."
        )
    if pattern.count("->") != 1:
        raise ValueError("Einsum pattern must contain exactly one '->'")
    ins, out = pattern.split("->")
    letters, texts = {}, []
    for text in ins.split(",") + [out]:
        side, made = _Side(text), ""
        for group in side.groups:
            if not group:
                raise NotImplementedError("a singleton `()` axis in `einops.einsum`")
            if len(group) > 1:
                raise NotImplementedError("a rearranged shape in `einops.einsum`")
            if isinstance(group[0], _Anonymous):
                raise NotImplementedError("an axis without a name in `einops.einsum`")
            if group[0] == "\u2026":
                made += "..."
            else:
                if group[0] not in letters and len(texts) == ins.count(",") + 1:
                    raise EinopsError(f"Unknown axis {group[0]} on right side of einsum {pattern}.")
                letters.setdefault(group[0], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[len(letters) % 52])
                made += letters[group[0]]
        texts.append(made)
    if len(texts) - 1 != len(tensors):
        raise ValueError(f"einsum pattern has {len(texts) - 1} operands, {len(tensors)} tensors were given")
    return _module(tensors[0]).einsum(",".join(texts[:-1]) + "->" + texts[-1], *tensors)


def _packed_axes(pattern, name):
    words = pattern.split()
    if len(words) != len(set(words)):
        raise EinopsError(f'Duplicates in axes names in {name}(..., "{pattern}")')
    if words.count("*") != 1:
        raise EinopsError(f'No *-axis in {name}(..., "{pattern}")')
    for word in words:
        if word != "*" and not word.isidentifier():
            raise EinopsError(f'Invalid axis name {word} in {name}(..., "{pattern}")')
    at = words.index("*")
    return at, len(words) - at - 1


def pack(tensors, pattern):
    """Arrays that differ in the `*` axes, joined there, and the shapes that they had in them."""
    before, after = _packed_axes(pattern, "pack")
    flat, shapes = [], []
    for i, tensor in enumerate(tensors):
        shape = tuple(tensor.shape)
        if len(shape) < before + after:
            raise EinopsError(
                f"packed tensor #{i} (enumeration starts with 0) has shape {shape}, while pattern {pattern} assumes at "
                f"least {before + after} axes"
            )
        end = len(shape) - after
        shapes.append(shape[before:end])
        flat.append(tensor.reshape(shape[:before] + (_math.prod(shape[before:end]),) + shape[end:]))
    module = _module(flat[0])
    return module.concatenate(flat, before) if _kind(flat[0]) != "torch" else module.cat(flat, before), shapes


def unpack(tensor, packed_shapes, pattern):
    """The arrays that `pack` joined."""
    before, after = _packed_axes(pattern, "unpack")
    shape = tuple(tensor.shape)
    if len(shape) != before + 1 + after:
        raise EinopsError(f"unpack(..., {pattern}) received input of wrong dim with shape {shape}")
    lengths = [-1 if -1 in tuple(s) else _math.prod(s) for s in packed_shapes]
    if lengths.count(-1) > 1:
        raise EinopsError(
            f"unpack(..., {pattern}) received more than one -1 in {packed_shapes} and can't infer dimensions"
        )
    rest = shape[before] - sum(n for n in lengths if n != -1)
    if rest < 0 or (rest and -1 not in lengths):
        raise EinopsError(
            f'Error during unpack(..., "{pattern}"): could not split axis of size {shape[before]} into requested '
            f"{packed_shapes}"
        )
    out, at = [], 0
    for packed, length in zip(packed_shapes, lengths):
        length = rest if length == -1 else length
        part = tensor[(slice(None),) * before + (slice(at, at + length),)]
        out.append(part.reshape(shape[:before] + tuple(packed) + shape[before + 1 :]))
        at += length
    return out
