# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""What functions of elements do to arrays of times."""


def _later(x, y):
    return x if x._is_nat() or (not y._is_nat() and x >= y) else y


def _earlier(x, y):
    return x if x._is_nat() or (not y._is_nat() and x <= y) else y


def _ignoring(function):
    def f(x, y):
        return y if x._is_nat() else x if y._is_nat() else function(x, y)

    return f


def _time_function(name):
    known = {"maximum": _later, "minimum": _earlier, "fmax": _ignoring(_later), "fmin": _ignoring(_earlier)}
    known["isnan"] = known["isnat"] = lambda x: x._is_nat()
    known["isfinite"], known["isinf"] = lambda x: not x._is_nat(), lambda x: False
    known["sign"] = lambda x: x if x._is_nat() else _time((x._ticks > 0) - (x._ticks < 0), x._dtype)
    if name in known:
        return known[name]
    allowed = (
        "add subtract multiply divide true_divide floor_divide remainder mod divmod negative positive absolute abs"
    )
    if name in _comparisons or name in allowed.split():
        return _function_of(name)
    return None


def _as_times(arrays, name):
    # Numbers and texts beside times as what they are there.
    kinds = _kinds(arrays)
    made = []
    for a in arrays:
        if _is_items(a) and a.dtype.kind in "SU" and "M" in kinds:
            a = _converted(a, _TimeDType("M"))
        elif not _is_items(a) and a.dtype.kind in "biu" and "m" in kinds and name in _comparisons:
            a = _converted(a, _TimeDType("m"))
        made.append(a)
    return made


def _computed_times(name, arrays, where):
    if name in ("logical_and", "logical_or", "logical_xor", "logical_not"):
        return getattr(np, name)(*[_truths(a) for a in arrays])
    function = _time_function(name)
    kinds = _kinds(arrays)
    if function is None or (
        name not in _comparisons
        and "M" in kinds
        and name in ("multiply", "divide", "true_divide", "floor_divide", "negative", "absolute")
    ):
        if len(arrays) == 2 and name in allowed_names:
            _refuse_times(name, *arrays)
        _refuse_input(name) if len(arrays) == 1 else _refuse_times(name, *arrays)
    arrays = _as_times(arrays, name)
    if name in _comparisons and len(set(_kinds(arrays))) > 1:
        return (
            NotImplemented
            if name not in ("equal", "not_equal")
            else np.full(_broadcast_shape(arrays), name == "not_equal")[()]
        )
    shape = _broadcast_shape(arrays)
    lines = _lined_up(arrays)[1]
    results = []
    for k in range(_math.prod(shape)):
        try:
            results.append(function(*[line[k] for line in lines]))
        except TypeError as error:
            if "unsupported operand" in _builtins.str(error):
                _refuse_times(name, *arrays)
            raise
    if not results:
        sample = function(*[a.dtype.type(1) if not _is_items(a) else _time(1, a.dtype) for a in arrays])
        if isinstance(sample, (bool, int, float)) or not isinstance(sample, _Time):
            return np.zeros(shape, bool if name in _comparisons or name.startswith("is") else asarray(sample).dtype)
        return _made([], sample._dtype, shape)
    if name == "divmod":
        return tuple([asarray([pair[k] for pair in results]).reshape(shape)[()] for k in range(2)])
    if isinstance(results[0], bool):
        return _of_bools(results, shape)[()]
    return asarray(results).reshape(shape)[()]


allowed_names = ("add", "subtract", "multiply", "divide", "true_divide", "floor_divide", "remainder")


def isnat(x, /, out=None, **options):
    """Whether each time is none."""
    a = asarray(x)
    if a.dtype.kind not in "Mm":
        raise TypeError("ufunc 'isnat' is only defined for np.datetime64 and np.timedelta64.")
    return _finished("isnat", a._nothing()[()], out, True, "same_kind")


def _converted_times(a, target):
    target = (
        target
        if target.unit is not None or a.dtype.unit is None
        else _TimeDType(target.kind, a.dtype.unit, a.dtype.count)
    )
    if a.dtype.kind != target.kind:
        return _made(a._raw(), target, a.shape)
    return _made([_converted_ticks(raw, a.dtype, target) for raw in a._raw()], target, a.shape)


def _times_between(kind, start, stop=None, step=None, **options):
    if stop is None:
        start, stop = 0, start
    times = [x for x in (start, stop) if isinstance(x, _Time)]
    if kind is None:
        kind = times[0]._dtype if times else step._dtype
    for x in times:
        kind = _finest(kind, x._dtype) if kind.unit is None or len(times) > 1 else kind
    if kind.unit is None and isinstance(step, timedelta64):
        kind = _TimeDType(kind.kind, step._dtype.unit, step._dtype.count)

    def ticks(x, of):
        if isinstance(x, _Time):
            return _converted_ticks(x._ticks, x._dtype, of)
        return int(x) if isinstance(x, int) else of._take(x)

    difference = _TimeDType("m", kind.unit, kind.count)
    first, step = ticks(start, kind), 1 if step is None else ticks(step, difference)
    is_span = kind.kind == "M" and (isinstance(stop, timedelta64) or isinstance(stop, int))
    last = first + ticks(stop, difference) if is_span else ticks(stop, kind)
    raw = list(range(first, last, step))
    return _made(raw, kind, (len(raw),))
