# SPDX-License-Identifier: Apache-2.0
# module: numpy.core._umath_tests numpy.linalg._umath_linalg
"""Functions over core dimensions, as `(m,n),(n,p)->(m,p)` says: those that NumPy has to try such functions with,
and two of its linear algebra. The other dimensions of operands broadcast against each other.
"""

import operator

import numpy as np


def _dimensions(text):
    # [(name, is_optional)] of `m?,n`; fixed sizes by their number.
    result = []
    for part in text.split(",") if text.strip() else []:
        name = part.strip()
        is_optional = name.endswith("?")
        name = name[:-1].strip() if is_optional else name
        if not name.isidentifier() and not name.isdigit():
            raise ValueError(f"expect dimension name at {part!r}")
        result.append((str(int(name)) if name.isdigit() else name, is_optional))
    return result


def _operands(text, count):
    # The dimensions of each operand of one side.
    import re

    group = r"\(([^()]*)\)"
    if not re.match(rf"^\s*{group}\s*(?:,\s*{group}\s*)*$", text):
        raise ValueError(f"invalid part of a signature: {text!r}")
    parts = [_dimensions(part) for part in re.findall(group, text)]
    if len(parts) != count:
        raise ValueError(f"{count} operands are expected: {text!r}")
    return parts


def _parse(nin, nout, signature):
    left, arrow, right = signature.partition("->")
    if not arrow:
        raise ValueError("expect '->'")
    return _operands(left, nin), _operands(right, nout)


def test_signature(nin, nout, signature):
    """What a signature says: whether there are core dimensions, how many each operand has, which, flags and sizes."""
    inputs, outputs = _parse(nin, nout, signature)
    names, flags, places = [], [], []
    for name, is_optional in [dimension for part in inputs + outputs for dimension in part]:
        if name not in names:
            names.append(name)
            flags.append((0 if name.isdigit() else 2) | (4 if is_optional else 0))
        places.append(names.index(name))
    sizes = tuple([int(name) if name.isdigit() else -1 for name in names])
    counts = tuple([len(part) for part in inputs + outputs])
    return 1 if names else 0, counts, tuple(places), tuple(flags), sizes


class _Generalized:
    def __init__(self, name, signature, kernel):
        self.__name__, self.signature, self.kernel = name, signature, kernel
        left, _, right = signature.partition("->")
        self.nin, self.nout = left.count("("), right.count("(")
        self.nargs, self.identity, self.__doc__ = self.nin + self.nout, None, name
        self.inputs, self.outputs = _parse(self.nin, self.nout, signature)

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"

    def __call__(self, *args, out=None, axes=None, axis=None, keepdims=None, dtype=None, casting="same_kind"):
        if not self.nin <= len(args) <= self.nargs:
            raise TypeError(f"{self.__name__}() takes from {self.nin} to {self.nargs} positional arguments")
        if len(args) > self.nin:
            if out is not None:
                raise TypeError("cannot specify 'out' as both a positional and keyword argument")
            out, args = args[self.nin :], args[: self.nin]
        outs = (None,) * self.nout if out is None else out if isinstance(out, tuple) else (out,)
        counts = self._counts(keepdims)
        places = self._axes(axes, axis, counts)
        arrays = [np.asarray(a) if dtype is None else np.asarray(a, dtype) for a in args]
        dropped, sizes, loops, moved = self._dropped(arrays), {}, [], []
        for a, dimensions, where in zip(arrays, self.inputs, places):
            a, loop = self._prepared(a, dimensions, where, dropped, sizes)
            moved.append(a)
            loops.append(loop)
        loop = np.broadcast_shapes(*loops)
        for k, given in enumerate(outs):
            if given is not None:
                loop = self._check_out(given, k, counts, places, dropped, sizes, loop)
        missing = [name for part in self.outputs for name, _ in part if name not in sizes and not name.isdigit()]
        if missing:
            raise ValueError(f"{self.__name__}: output has an unspecified core dimension {missing[0]}")
        results = self.kernel(*moved)
        results = results if isinstance(results, tuple) else (results,)
        finished = [
            self._finished(result, k, outs[k], places[self.nin + k], counts, dropped, loop, bool(keepdims))
            for k, result in enumerate(results)
        ]
        return finished[0] if len(finished) == 1 else tuple(finished)

    def _counts(self, keepdims):
        # How many core dimensions each result has.
        counts = [len(part) for part in self.outputs]
        if keepdims is None:
            return counts
        if not isinstance(keepdims, bool):
            raise TypeError("'keepdims' must be a boolean")
        same = len({len(part) for part in self.inputs}) == 1
        if any(counts) or not same:
            raise TypeError(
                f"{self.__name__} does not support keepdims: its signature {self.signature} requires operands to have a"
                " variable number of core dimensions"
            )
        return [len(self.inputs[0])] * self.nout if keepdims else counts

    def _axes(self, axes, axis, counts):
        wanted = [len(part) for part in self.inputs] + list(counts)
        if axes is not None and axis is not None:
            raise TypeError("cannot specify both 'axis' and 'axes'")
        if axis is not None:
            names = {name for part in self.inputs + self.outputs for name, _ in part}
            if len(names) != 1 or max(wanted) > 1:
                raise TypeError(
                    f"{self.__name__}: axis can only be used with a single shared core dimension, not with"
                    f" {self.signature}"
                )
            return [(operator.index(axis),) if n else () for n in wanted]
        if axes is None:
            return [tuple(range(-n, 0)) for n in wanted]
        if not isinstance(axes, list):
            raise TypeError("axes should be a list.")
        if len(axes) == self.nin and not any(self.outputs):
            axes = axes + [tuple(range(-n, 0)) for n in counts]
        if len(axes) != self.nargs:
            raise ValueError("axes should be a list with an entry for all inputs and outputs")
        return [self._entry(entry, n) for entry, n in zip(axes, wanted)]

    def _entry(self, entry, n):
        if not isinstance(entry, tuple):
            if n != 1:
                raise TypeError(
                    f"{self.__name__}: axes item should be a tuple or an integer for a single core dimension"
                )
            entry = (entry,)
        if len(entry) != n:
            raise ValueError(f"{self.__name__}: axes item should be a tuple with {n} elements")
        return tuple([operator.index(k) for k in entry])

    def _dropped(self, arrays):
        # The optional dimensions that an operand lacks: they are none of any operand.
        dropped = set()
        for a, dimensions in zip(arrays, self.inputs):
            lacking = len(dimensions) - a.ndim
            for name, is_optional in dimensions:
                if lacking > 0 and is_optional:
                    dropped.add(name)
                    lacking -= 1
            if lacking > 0:
                raise ValueError(
                    f"{self.__name__}: Input operand does not have enough dimensions (has {a.ndim}, gufunc core with"
                    f" signature {self.signature} requires {len(dimensions)})"
                )
        return dropped

    def _to_end(self, a, where):
        axes = []
        for k in where:
            axes.append(np.normalize_axis_index(k, a.ndim))
        if len(set(axes)) != len(axes):
            raise ValueError(f"{self.__name__}: axes item has value repeated")
        return np.moveaxis(a, axes, list(range(-len(axes), 0))) if axes else a

    def _prepared(self, a, dimensions, where, dropped, sizes):
        # The array with its core dimensions last, those that are dropped of size 1.
        kept = [name for name, _ in dimensions if name not in dropped]
        a = self._to_end(a, where[len(where) - len(kept) :] if len(kept) != len(where) else where)
        loop = a.shape[: a.ndim - len(kept)]
        core = dict(zip(kept, a.shape[a.ndim - len(kept) :]))
        for name, size in core.items():
            self._check_size(name, size, sizes)
        for name in dropped:
            sizes[name] = 1
        return a.reshape(loop + tuple([core.get(name, 1) for name, _ in dimensions])), loop

    def _check_size(self, name, size, sizes):
        known = int(name) if name.isdigit() else sizes.setdefault(name, size)
        if known != size:
            raise ValueError(
                f"{self.__name__}: operand has a mismatch in its core dimension {name}, with gufunc signature"
                f" {self.signature} (size {size} is different from {known})"
            )

    def _check_out(self, out, k, counts, places, dropped, sizes, loop):
        names = [name for name, _ in self.outputs[k] if name not in dropped]
        n = counts[k] if not self.outputs[k] else len(names)
        if out.ndim < n:
            raise ValueError(f"{self.__name__}: Output operand does not have enough dimensions")
        moved = self._to_end(out, places[self.nin + k][len(places[self.nin + k]) - n :])
        core = moved.shape[moved.ndim - n :]
        for name, size in zip(names, core) if names else ():
            self._check_size(name, size, sizes)
        if not names and any(size != 1 for size in core):
            raise ValueError(f"{self.__name__}: Output operand has a core dimension that is not of size 1")
        given = moved.shape[: moved.ndim - n]
        if np.broadcast_shapes(given, loop) != given:
            raise ValueError("non-broadcastable output operand doesn't match the broadcast shape")
        return given

    def _finished(self, result, k, out, where, counts, dropped, loop, keepdims):
        result = np.asarray(result)
        dimensions = self.outputs[k]
        core = result.shape[result.ndim - len(dimensions) :] if dimensions else ()
        core = tuple([size for size, (name, _) in zip(core, dimensions) if name not in dropped])
        result = result.reshape(result.shape[: result.ndim - len(dimensions)] + core)
        core = (1,) * counts[k] if keepdims else core
        if keepdims:
            result = result.reshape(result.shape + core)
        result = np.broadcast_to(result, loop + core)
        where = where[len(where) - len(core) :]
        if core and where != tuple(range(-len(core), 0)):
            ndim = len(loop) + len(core)
            axes = [np.normalize_axis_index(axis, ndim) for axis in where]
            if len(set(axes)) != len(axes):
                raise ValueError(f"{self.__name__}: axes item has value repeated")
            result = np.moveaxis(result, list(range(-len(core), 0)), axes)
        if out is None:
            return np.array(result)[()] if result.ndim == 0 else np.array(result)
        out[...] = result.astype(out.dtype)
        return out


def _cross(a, b):
    parts = [a[..., (k + 1) % 3] * b[..., (k + 2) % 3] - a[..., (k + 2) % 3] * b[..., (k + 1) % 3] for k in range(3)]
    return np.stack(parts, -1)


def _distances(a):
    n = a.shape[-2]
    apart = np.sqrt(((a[..., :, None, :] - a[..., None, :, :]) ** 2).sum(-1))
    return np.stack([apart[..., i, j] for i in range(n) for j in range(i + 1, n)], -1)


inner1d = _Generalized("inner1d", "(i),(i)->()", lambda a, b: (a * b).sum(-1))
innerwt = _Generalized("innerwt", "(i),(i),(i)->()", lambda a, b, w: (a * b * w).sum(-1))
matrix_multiply = _Generalized("matrix_multiply", "(m,n),(n,p)->(m,p)", lambda a, b: np.matmul(a, b))
matmul = _Generalized("matmul", "(m?,n),(n,p?)->(m?,p?)", lambda a, b: np.matmul(a, b))
cumsum = _Generalized("cumsum", "(i)->(i)", lambda a: np.cumsum(a, -1))
cross1d = _Generalized("cross1d", "(3),(3)->(3)", _cross)
euclidean_pdist = _Generalized("euclidean_pdist", "(n,d)->(p)", _distances)
det = _Generalized("det", "(m,m)->()", lambda a: np.linalg.det(a))
slogdet = _Generalized("slogdet", "(m,m)->(),()", lambda a: tuple(np.linalg.slogdet(a)))
