# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""Elementwise functions of items, by Python's operators and methods, and what combines items along axes."""

import operator as _operator


def _maximum(x, y):
    return x if x >= y or x != x else y


def _minimum(x, y):
    return x if x <= y or x != x else y


def _sign(x):
    return 1 if x > 0 else -1 if x < 0 else 0 if x == 0 else _refuse_order(x)


def _refuse_order(x):
    raise TypeError(f"unorderable types for comparison: '{_type_name(x)}' and 'int'")


def _rounded(name):
    def f(x):
        method = getattr(x, f"__{name}__", None)
        return method() if method is not None else getattr(_math, name)(x)

    return f


def _gcd(x, y):
    while y:
        x, y = y, x % y
    return abs_of(x)


abs_of = _builtins.abs


def _lcm(x, y):
    return abs_of(x // _gcd(x, y) * y) if x and y else 0


_binary = {
    "add": _operator.add,
    "subtract": _operator.sub,
    "multiply": _operator.mul,
    "divide": _operator.truediv,
    "true_divide": _operator.truediv,
    "floor_divide": _operator.floordiv,
    "remainder": _operator.mod,
    "mod": _operator.mod,
    "fmod": _operator.mod,
    "power": _operator.pow,
    "pow": _operator.pow,
    "left_shift": _operator.lshift,
    "right_shift": _operator.rshift,
    "bitwise_and": _operator.and_,
    "bitwise_or": _operator.or_,
    "bitwise_xor": _operator.xor,
    "logical_and": lambda x, y: x and y,
    "logical_or": lambda x, y: x or y,
    "logical_xor": lambda x, y: bool(x) != bool(y),
    "maximum": _maximum,
    "minimum": _minimum,
    "fmax": _maximum,
    "fmin": _minimum,
    "gcd": _gcd,
    "lcm": _lcm,
}
_comparisons = {
    "equal": _operator.eq,
    "not_equal": _operator.ne,
    "less": _operator.lt,
    "less_equal": _operator.le,
    "greater": _operator.gt,
    "greater_equal": _operator.ge,
}
_unary = {
    "negative": _operator.neg,
    "positive": _operator.pos,
    "absolute": _builtins.abs,
    "abs": _builtins.abs,
    "invert": _operator.invert,
    "bitwise_not": _operator.invert,
    "logical_not": lambda x: not x,
    "square": lambda x: x * x,
    "reciprocal": lambda x: 1 / x,
    "sign": _sign,
    "floor": _rounded("floor"),
    "ceil": _rounded("ceil"),
    "trunc": _rounded("trunc"),
    "_conjugate": lambda x: x.conjugate(),
}
# Functions that ask each object for a method of their name.
_by_method = (
    "conjugate sqrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh"
    " arctanh rint fabs cbrt deg2rad rad2deg degrees radians"
).split()
_not_of_objects = (
    "isnan isinf isfinite signbit logaddexp logaddexp2 copysign nextafter heaviside hypot arctan2 ldexp".split()
)
_stems = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "divmod": "divmod",
    "pow": "power",
    "matmul": "matmul",
    "lshift": "left_shift",
    "rshift": "right_shift",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "eq": "equal",
    "ne": "not_equal",
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
}


def _method_caller(name):
    def f(x):
        method = getattr(x, name, None)
        if method is None or not callable(method):
            raise TypeError(
                f"loop of ufunc does not support argument 0 of type {_type_name(x)} which has no callable {name} method"
            )
        return method()

    return f


_names_of_ufuncs = {"divmod": 2, **{name: 1 for name in _not_of_objects}}


def _function_of(name):
    if name in _binary:
        return _binary[name]
    if name in _comparisons:
        return _comparisons[name]
    return _unary.get(name) or _method_caller(name)


def _no_loop(name, kinds):
    raise TypeError(
        f"ufunc '{name}' did not contain a loop with signature matching types"
        f" ({', '.join([repr(kind) for kind in kinds])}{',' if len(kinds) == 1 else ''}) -> None"
    )


def _refuse_input(name):
    raise TypeError(
        f"ufunc '{name}' not supported for the input types, and the inputs could not be safely coerced to any supported"
        " types according to the casting rule ''safe''"
    )


def _lined_up(arrays):
    # Each array's items in the order of the common shape.
    shape = np.broadcast_shapes(*[a.shape for a in arrays]) if len(arrays) > 1 else arrays[0].shape
    return shape, [_values(broadcast_to(a, shape) if _is_items(a) else np.broadcast_to(a, shape)) for a in arrays]


def _broadcast_shape(arrays):
    try:
        return np.broadcast_shapes(*[a.shape for a in arrays])
    except ValueError:
        raise ValueError(
            "operands could not be broadcast together with shapes " + " ".join([_shape_text(a.shape) for a in arrays])
        ) from None


def _operands(values):
    return [x if isinstance(x, np.ndarray) else asarray(x) for x in values]


def _asked_dtype(name, dtype, signature, sig, count):
    # The dtype that all operands are taken as, and that of the result; None where it is open.
    signature = sig if signature is None else signature
    if dtype is not None:
        return [None] * count, _read_dtype(dtype)
    if signature is None:
        return None, None
    if isinstance(signature, str):
        sides = signature.split("->")
        signature = tuple("".join(sides))
    if len(signature) == 1:
        signature = (None,) * count + tuple(signature)
    kinds = [None if each is None else _read_dtype(each) for each in signature]
    return kinds[:count], kinds[count]


def _apply(
    name, args, out=None, where=True, casting="same_kind", order="K", dtype=None, subok=True, signature=None, sig=None
):
    """An elementwise function of arrays of which one has items that are no numbers."""
    if isinstance(out, tuple):
        out = out[0] if len(out) == 1 else out
    arrays = _operands(args)
    asked, target = _asked_dtype(name, dtype, signature, sig, len(args))
    result = _computed(name, arrays, where, asked, target, out)
    if result is NotImplemented:
        _refuse_input(name)
    return _finished(name, result, out, where, casting)


def _finished(name, result, out, where, casting):
    if out is None:
        return result
    if not isinstance(out, np.ndarray):
        raise TypeError("return arrays must be of ArrayType")
    made = result if isinstance(result, np.ndarray) else asarray(result, out.dtype if _is_items(out) else None)
    if not _can_cast(made.dtype, out.dtype, casting):
        raise TypeError(
            f"Cannot cast ufunc '{name}' output from {made.dtype!r} to {out.dtype!r} with casting rule '{casting}'"
        )
    if made.shape != out.shape and _broadcast_shape([made, out]) != out.shape:
        raise ValueError(
            f"non-broadcastable output operand with shape {_shape_text(out.shape)} doesn't match the broadcast shape"
            f" {_shape_text(made.shape)}"
        )
    if where is not True:
        where = np.broadcast_to(where, out.shape)
        out[where] = made[where] if made.shape == out.shape else broadcast_to(made, out.shape)[where]
    else:
        out[...] = made
    return out


def _kinds(arrays):
    return [a.dtype.kind for a in arrays]


def _computed(name, arrays, where, asked, target, out):
    kinds = _kinds(arrays)
    if asked is not None and _builtins.any(kind is not None and kind.kind == "O" for kind in asked + [target]):
        kinds = ["O"]
    if "V" in kinds:
        return (
            _compare_records(name, arrays)
            if name in ("equal", "not_equal")
            else _no_loop(name, [a.dtype for a in arrays])
        )
    if ("M" in kinds or "m" in kinds) and "O" not in kinds:
        return _computed_times(name, arrays, where)
    if "O" not in kinds:
        return _computed_texts(name, arrays)
    if name in _not_of_objects:
        _refuse_input(name)
    shape = _broadcast_shape(arrays)
    lines = _lined_up(arrays)[1]
    function = _function_of(name)
    chosen = None if where is True else np.broadcast_to(where, shape).reshape(-1).tolist()
    results = []
    for k in range(_math.prod(shape)):
        results.append(function(*[line[k] for line in lines]) if chosen is None or chosen[k] else None)
    if name in _comparisons and (target is None or target.kind != "O"):
        return _of_bools([bool(x) for x in results], shape)[()]
    if name == "divmod":
        return tuple([_object_result([pair[k] for pair in results], shape) for k in range(2)])
    if target is not None and target.kind == "b":
        return _of_bools([bool(x) for x in results], shape)[()]
    return _object_result(results, shape)


def _object_result(results, shape):
    return _made(results, _OBJECT, shape) if shape else results[0]


def _computed_texts(name, arrays):
    kinds = _kinds(arrays)
    if name in _comparisons and _builtins.all(kind in "SU" for kind in kinds):
        if kinds[0] != kinds[1]:
            arrays = [_converted(a, _DType("U")) for a in arrays]
        shape = _broadcast_shape(arrays)
        first, second = _lined_up(arrays)[1]
        function = _comparisons[name]
        return _of_bools([function(x, y) for x, y in zip(first, second)], shape)[()]
    if name in ("logical_and", "logical_or", "logical_xor", "logical_not"):
        return getattr(np, name)(*[_truths(a) for a in arrays])
    if name in ("isnan", "isinf", "isfinite"):
        _refuse_input(name)
    _no_loop(name, [a.dtype for a in arrays])


def _define_ufuncs():
    def define(name, count):
        def f(*args, **kwargs):
            if len(args) > count:
                kwargs["out"], args = args[count], args[:count]
            if name == "matmul":
                return matmul(*args, **kwargs)
            return _apply(name, args, **kwargs)

        globals().setdefault(name, f)

    for name in (*_binary, *_comparisons, "divmod"):
        define(name, 2)
    for name in (*_unary, *_by_method):
        if not name.startswith("_"):
            define(name, 1)
    for name in _not_of_objects:
        define(
            name,
            2
            if name in ("logaddexp", "logaddexp2", "copysign", "nextafter", "heaviside", "hypot", "arctan2", "ldexp")
            else 1,
        )


_binary["divmod"] = _builtins.divmod
_define_ufuncs()
conj = globals()["conjugate"]


def _is_elementwise(x):
    # Whether an operator takes something for an array, or leaves the operation to it.
    if (
        isinstance(x, np.ndarray)
        or isinstance(x, (list, tuple, str, bytes))
        or x is None
        or _is_number(x)
        or _is_items(x)
    ):
        return True
    missing = object_
    if getattr(x, "__array_ufunc__", missing) is None:
        return False
    return True


def _defers(x, stem):
    kind = type(x)
    if isinstance(x, np.ndarray) or _is_items(x) or _is_number(x) or not hasattr(kind, stem):
        return False
    return getattr(x, "__array_priority__", 0.0) > 0.0 or getattr(x, "__array_ufunc__", 0) is None


def _operate(stem, x, y):
    """`x op y` by the stem of the method, where one of both is an array."""
    name = _stems[stem]
    other = x if not isinstance(x, np.ndarray) else y
    if not _is_elementwise(other) or _defers(other, f"__r{stem}__" if other is y else f"__{stem}__"):
        return NotImplemented
    if isinstance(other, (list, tuple, range)) and not (_is_items(x) or _is_items(y)):
        made = asarray(other)
        if not _is_items(made):
            function = {"divmod": np.divmod, "matmul": np.matmul}.get(name) or getattr(np, name)
            return function(made, y) if other is x else function(x, made)
    if name == "matmul":
        return matmul(x, y)
    if name in ("equal", "not_equal"):
        return _equality(name, x, y)
    return _apply(name, (x, y))


def _equality(name, x, y):
    try:
        arrays = _operands((x, y))
    except ValueError:
        return NotImplemented
    kinds = _kinds(arrays)
    is_text = [kind in "SU" for kind in kinds]
    if "V" in kinds:
        return _compare_records(name, arrays)
    if "O" not in kinds and is_text[0] != is_text[1]:
        return np.full(_broadcast_shape(arrays), name == "not_equal")[()]
    if _builtins.all(is_text) and kinds[0] != kinds[1]:
        return np.full(_broadcast_shape(arrays), name == "not_equal")[()]
    result = _computed(name, arrays, True, None, None, None)
    return NotImplemented if result is NotImplemented else result


def _operator_method(stem, is_reflected):
    def method(self, other):
        return _operate(stem, other, self) if is_reflected else _operate(stem, self, other)

    return method


def _in_place_method(stem):
    def method(self, other):
        if stem == "matmul":
            raise TypeError(
                "In-place matrix multiplication is not (yet) supported. Use 'a = a @ b' instead of 'a @= b'."
            )
        if not _is_elementwise(other):
            return NotImplemented
        if self._is_read_only:
            raise ValueError("output array is read-only")
        return _apply(_stems[stem], (self, other), out=self)

    return method


def _unary_method(name):
    def method(self):
        return _apply(name, (self,))

    return method


_arithmetic = [stem for stem in _stems if stem not in ("eq", "ne", "lt", "le", "gt", "ge")]
_define_operators(
    ndarray, _arithmetic, [stem for stem in _arithmetic if stem != "divmod"], _operator_method, _in_place_method
)
for _stem, _name in (("neg", "negative"), ("pos", "positive"), ("abs", "absolute"), ("invert", "invert")):
    setattr(ndarray, f"__{_stem}__", _unary_method(_name))
