# SPDX-License-Identifier: Apache-2.0
# module: numpy jax.numpy
"""Bodies of functions that call functions for parts of arrays."""


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """A function on each line of an array."""
    arr = np.asarray(arr)
    if not _JAX:
        axis = np.normalize_axis_index(axis, arr.ndim)
        if arr.size == 0 and 0 in arr.shape[:axis] + arr.shape[axis + 1 :]:
            raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    axis = axis % arr.ndim
    lines = np.moveaxis(arr, axis, -1)
    outer = lines.shape[:-1]
    lines = lines.reshape((_size_of(outer), arr.shape[axis]))
    if _JAX:
        import jax

        result = jax.vmap(lambda line: func1d(line, *args, **kwargs))(lines)
    else:
        result = np.stack([np.asarray(func1d(line, *args, **kwargs)) for line in lines])
    inner = result.shape[1:]
    result = result.reshape(outer + inner)
    for k in range(len(inner)):
        result = np.moveaxis(result, len(outer) + k, axis + k)
    return result


def apply_over_axes(func, a, axes):
    """A function repeated over several axes."""
    result = np.asarray(a)
    for axis in (axes,) if isinstance(axes, int) else axes:
        axis %= result.ndim
        part = func(result, axis)
        result = np.expand_dims(part, axis) if part.ndim != result.ndim else part
    return result


def piecewise(x, condlist, funclist, *args, **kw):
    """Functions by condition."""
    x = np.asarray(x)
    n = len(funclist)
    # One condition alone: a scalar, or no list of arrays as NumPy tells them apart.
    if not hasattr(condlist, "__len__") or getattr(condlist, "ndim", 1) == 0:
        condlist = [condlist]
    elif x.ndim != 0 and not (isinstance(condlist[0], (list, tuple)) or getattr(condlist[0], "ndim", 0)):
        condlist = [condlist]
    conditions = [np.asarray(c) for c in condlist]
    if n not in (len(conditions), len(conditions) + 1):
        raise ValueError(
            "with %d condition(s), either %d or %d functions are expected"
            % (len(conditions), len(conditions), len(conditions) + 1)
        )

    def part(f):
        value = f(x, *args, **kw) if callable(f) else f
        return np.asarray(value).astype(x.dtype)

    result = part(funclist[len(conditions)]) if len(funclist) > len(conditions) else np.zeros((), x.dtype)
    result = np.broadcast_to(result, x.shape)
    pairs = list(zip(conditions, funclist))
    for condition, f in reversed(pairs) if _JAX else pairs:
        result = np.where(condition, part(f), result)
    return result


def fromfunction(function, shape, *, dtype=float, **kwargs):
    """A function of each element's indices."""
    grids = [np.asarray(i).astype(dtype) for i in np.indices(shape)]
    return function(*grids, **(kwargs or {}))


def _parse_signature(text):
    import re

    group = r"\((\w+(,\w+)*)?\)"
    if not re.fullmatch(f"{group}(,{group})*->{group}(,{group})*", text.replace(" ", "")):
        raise ValueError(f"not a valid gufunc signature: {text}")
    sides = []
    for side in text.replace(" ", "").split("->"):
        groups = []
        for group in side.split("("):
            names = group.rstrip(",").rstrip(")")
            if group:
                groups.append(tuple([n for n in names.split(",") if n]))
        sides.append(groups)
    return sides[0], sides[1]


def _call_over_loops(func, inputs, core, outputs):
    import jax

    sizes, loops = {}, []
    arrays = [np.asarray(a) for a in inputs]
    if len(arrays) != len(core):
        raise TypeError(f"wrong number of positional arguments: expected {len(core)}, got {len(arrays)}")
    for a, names in zip(arrays, core):
        if a.ndim < len(names):
            raise ValueError(
                f"input with shape {a.shape} does not have enough dimensions for all core dimensions {names}"
            )
        k = a.ndim - len(names)
        for name, size in zip(names, a.shape[k:]):
            if sizes.setdefault(name, size) != size:
                raise ValueError(f"inconsistent size for core dimension {name!r}: {size} vs {sizes[name]}")
        loops.append(a.shape[:k])
    loop = np.broadcast_shapes(*loops)
    mapped = func
    for depth in range(len(loop)):
        axes = []
        for l in loops:
            at = len(l) - 1 - depth
            axes.append(0 if at >= 0 and l[at] != 1 else None)
        if any(axis is not None for axis in axes):
            mapped = jax.vmap(mapped, in_axes=tuple(axes))
        else:
            inner = mapped
            mapped = lambda *a, inner=inner: jax.tree.map(lambda x: np.asarray(x)[None], inner(*a))
    squeezed = [a.reshape(tuple([n for n in l if n != 1]) + a.shape[len(l) :]) for a, l in zip(arrays, loops)]
    result = mapped(*squeezed)
    return result


def _fit_sizes(sizes, shape, names):
    if len(shape) != len(names):
        raise ValueError(
            f"{len(shape)}-dimensional argument does not have enough dimensions for all core dimensions {names!r}"
        )
    for name, size in zip(names, shape):
        if sizes.setdefault(name, size) != size:
            raise ValueError(f"inconsistent size for core dimension {name!r}: {size!r} vs {sizes[name]!r}")


class _Vectorized:
    def __init__(self, pyfunc, otypes, excluded, signature, doc=None, cache=False):
        self.cache = cache
        self.__doc__ = getattr(pyfunc, "__doc__", None) if doc is None else doc
        self.pyfunc, self.otypes, self.excluded, self.signature = pyfunc, otypes, set(excluded or ()), signature

    def __call__(self, *args, **kwargs):
        if _JAX:
            return self.trace(args, kwargs)
        return self.run(args, kwargs)

    def trace(self, args, kwargs):
        free = [i for i in range(len(args)) if i not in self.excluded]

        def func(*values):
            full = list(args)
            for i, v in zip(free, values):
                full[i] = v
            return self.pyfunc(*full, **kwargs)

        core, outputs = _parse_signature(self.signature) if self.signature else ([()] * len(free), None)
        return _call_over_loops(func, [args[i] for i in free], core, outputs)

    def run_over_loops(self, args, kwargs):
        core, outputs = _parse_signature(self.signature)
        free = [i for i in range(len(args)) if i not in self.excluded]
        if len(free) != len(core):
            raise TypeError(f"wrong number of positional arguments: expected {len(core)}, got {len(free)}")
        arrays = [np.asarray(args[i]) for i in free]
        sizes, loops = {}, []
        for a, names in zip(arrays, core):
            if a.ndim < len(names):
                raise ValueError(
                    f"{a.ndim}-dimensional argument does not have enough dimensions for all core dimensions {names!r}"
                )
            _fit_sizes(sizes, a.shape[a.ndim - len(names) :], names)
            loops.append(a.shape[: a.ndim - len(names)])
        loop = np.broadcast_shapes(*loops)
        arrays = [np.broadcast_to(a, loop + a.shape[len(l) :]) for a, l in zip(arrays, loops)]
        rows = []
        for index in np.ndindex(*loop):
            full = list(args)
            for i, a in zip(free, arrays):
                full[i] = a[index]
            result = self.pyfunc(*full, **kwargs)
            count = len(result) if isinstance(result, tuple) else 1
            if count != len(outputs):
                raise ValueError(f"wrong number of outputs from pyfunc: expected {len(outputs)}, got {count}")
            result = [np.asarray(r) for r in (result if isinstance(result, tuple) else (result,))]
            for r, names in zip(result, outputs):
                _fit_sizes(sizes, r.shape, names)
            rows.append(result)
        if not rows:
            return self.of_nothing(loop, outputs, sizes)
        kinds = [None] * len(outputs) if self.otypes is None else list(self.otypes)
        results = []
        for k, kind in enumerate(kinds):
            part = np.stack([row[k] for row in rows])
            part = part.reshape(loop + part.shape[1:])
            results.append(part if kind is None else part.astype(kind))
        return results[0] if len(results) == 1 else tuple(results)

    def of_nothing(self, loop, outputs, sizes):
        if self.otypes is None:
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        if any(name not in sizes for names in outputs for name in names):
            raise ValueError(
                "cannot call `vectorize` with a signature including new output dimensions on size 0 inputs"
            )
        results = []
        for names, kind in zip(outputs, self.otypes):
            results.append(np.zeros(loop + tuple([sizes[name] for name in names]), kind))
        return results[0] if len(results) == 1 else tuple(results)

    def run(self, args, kwargs):
        if self.signature is not None:
            return self.run_over_loops(args, kwargs)
        names = list(kwargs)
        free = [i for i in range(len(args)) if i not in self.excluded]
        free_names = [n for n in names if n not in self.excluded]
        arrays = [np.asarray(args[i]) for i in free] + [np.asarray(kwargs[n]) for n in free_names]
        shape = np.broadcast_shapes(*[a.shape for a in arrays])
        lists = [np.broadcast_to(a, shape).reshape(-1).tolist() for a in arrays]
        results, first = [], None
        if self.otypes is None and lists and lists[0]:
            # The dtypes of the results are those of the first call's, which gets scalars of the arrays.
            full, named = list(args), dict(kwargs)
            scalars = [np.broadcast_to(a, shape).reshape(-1)[0] for a in arrays]
            for i, v in zip(free, scalars):
                full[i] = v
            for n, v in zip(free_names, scalars[len(free) :]):
                named[n] = v
            found = self.pyfunc(*full, **named)
            first = [np.asarray(x).dtype for x in (found if isinstance(found, tuple) else (found,))]
            if self.cache:
                results.append(found)
        for row in list(zip(*lists))[len(results) :]:
            full, named = list(args), dict(kwargs)
            for i, v in zip(free, row):
                full[i] = v
            for n, v in zip(free_names, row[len(free) :]):
                named[n] = v
            results.append(self.pyfunc(*full, **named))
        if not results and self.otypes is None:
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        codes = {"d": float, "f": np.float32, "i": np.int32, "l": int, "?": bool}

        def gather(values, k):
            if self.otypes is None:
                return np.array(values, dtype=first[k]).reshape(shape)
            kind = self.otypes[k]
            return np.array(values, dtype=codes.get(kind, kind) if isinstance(kind, str) else kind).reshape(shape)

        if results and isinstance(results[0], tuple):
            return tuple([gather([r[k] for r in results], k) for k in range(len(results[0]))])
        return gather(results, 0)


def vectorize(pyfunc=None, otypes=None, doc=None, excluded=None, cache=False, signature=None):
    """A function of scalars on arrays."""
    if pyfunc is None:
        return lambda f: _Vectorized(f, otypes, excluded, signature, doc, cache)
    return _Vectorized(pyfunc, otypes, excluded, signature, doc, cache)


def frompyfunc(func, /, nin, nout, *, identity=None):
    """A function of scalars on arrays."""
    if not _JAX:
        return np.dtype("O")._named("frompyfunc")(func, nin, nout, *(() if identity is None else (identity,)))
    return _Vectorized(func, None, None, None)
