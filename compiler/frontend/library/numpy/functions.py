# SPDX-License-Identifier: Apache-2.0
# module: numpy jax.numpy
"""Bodies of functions that call functions for parts of arrays."""


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """A function on each line of an array."""
    arr = np.asarray(arr)
    axis = axis % arr.ndim
    lines = np.moveaxis(arr, axis, -1)
    outer = lines.shape[:-1]
    lines = lines.reshape((-1, arr.shape[axis]))
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
    if (
        not isinstance(condlist, (list, tuple))
        and condlist.ndim == x.ndim
        or isinstance(condlist, (list, tuple))
        and condlist
        and isinstance(condlist[0], bool)
    ):
        condlist = [condlist]
    conditions = [np.asarray(c) for c in condlist]
    if len(funclist) not in (len(conditions), len(conditions) + 1):
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
    if "->" not in text:
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


class _Vectorized:
    def __init__(self, pyfunc, otypes, excluded, signature):
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

    def run(self, args, kwargs):
        if self.signature is not None:
            raise NotImplementedError("`signature` of `np.vectorize`")
        names = list(kwargs)
        free = [i for i in range(len(args)) if i not in self.excluded]
        free_names = [n for n in names if n not in self.excluded]
        arrays = [np.asarray(args[i]) for i in free] + [np.asarray(kwargs[n]) for n in free_names]
        shape = np.broadcast_shapes(*[a.shape for a in arrays])
        lists = [np.broadcast_to(a, shape).reshape(-1).tolist() for a in arrays]
        results = []
        for row in zip(*lists):
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
                return np.array(values).reshape(shape)
            kind = self.otypes[k]
            return np.array(values, dtype=codes.get(kind, kind) if isinstance(kind, str) else kind).reshape(shape)

        if results and isinstance(results[0], tuple):
            return tuple([gather([r[k] for r in results], k) for k in range(len(results[0]))])
        return gather(results, 0)


def vectorize(pyfunc=None, otypes=None, doc=None, excluded=None, cache=False, signature=None):
    """A function of scalars on arrays."""
    if pyfunc is None:
        return lambda f: _Vectorized(f, otypes, excluded, signature)
    return _Vectorized(pyfunc, otypes, excluded, signature)


def frompyfunc(func, /, nin, nout, *, identity=None):
    """A function of scalars on arrays."""
    if not _JAX:
        raise NotImplementedError("`np.frompyfunc`, whose results are arrays of objects")
    return _Vectorized(func, None, None, None)
