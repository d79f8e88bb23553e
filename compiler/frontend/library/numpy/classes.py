# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.classes
"""Classes that derive from `np.ndarray`: an object that holds an array, and NumPy's protocols around it.

A class of a program gets `ndarray` of this text as its base in the place of NumPy's. A function of NumPy that meets
such an object (arrays/ArrayClasses.cpp) asks it by `__array_ufunc__` and `__array_function__` where it has its own,
else computes with the arrays that the objects hold and gives the result the class of the operand with the highest
`__array_priority__`, by `__array_wrap__` and `__array_finalize__`. Objects with `__array__` are taken as arrays.
"""

import numpy as np

# Functions whose results are plain arrays whatever they are given.
_plain_results = set(
    (
        "array asarray ascontiguousarray asfortranarray asarray_chkfinite where nonzero flatnonzero argwhere "
        "searchsorted"
        " digitize bincount broadcast_to broadcast_arrays frombuffer fromiter lexsort ravel_multi_index isin in1d"
        " histogram min_scalar_type unravel_index array_equal array_equiv allclose shares_memory may_share_memory"
        " packbits unpackbits correlate convolve interp cov corrcoef"
    ).split()
).__contains__
_joins = set("concatenate stack vstack hstack dstack column_stack block row_stack append".split()).__contains__
_makers = set("array asarray asanyarray ascontiguousarray asfortranarray dtype ndarray".split()).__contains__
_reductions = set("sum prod min max amin amax mean std var all any ptp cumsum cumprod trace round".split()).__contains__


def _is_ours(x):
    return getattr(type(x), "_isOfClass", False)


def _takes_part(x):
    return any(hasattr(type(x), name) for name in ("__array__", "__array_interface__")) and not isinstance(
        x, np.generic
    )


def _plain(x):
    # The value with arrays in the place of objects.
    if _is_ours(x):
        return x._array
    if isinstance(x, (list, tuple)) and type(x) in (list, tuple):
        return type(x)([_plain(item) for item in x])
    if isinstance(x, np.ndarray) or isinstance(x, type):
        return x
    if hasattr(type(x), "__array__"):
        made = x.__array__()
        if not isinstance(made, np.ndarray):
            raise ValueError("object __array__ method not producing an array")
        return _plain(made)
    if hasattr(type(x), "__array_interface__"):
        return _of_interface(x.__array_interface__)
    return x


def _of_interface(interface):
    data, shape = interface.get("data"), interface.get("shape")
    if shape is None:
        raise ValueError("Missing __array_interface__ shape")
    if not isinstance(data, (bytes, bytearray)):
        raise NotImplementedError("`__array_interface__` with an address")
    kind = np.dtype(interface["typestr"])
    count = 1
    for n in shape:
        count *= n
    return np.frombuffer(bytes(data), kind, count, interface.get("offset", 0)).reshape(shape)


def _items(values):
    for x in values:
        if isinstance(x, (list, tuple)) and type(x) in (list, tuple):
            yield from _items(x)
        else:
            yield x


def _by_class(objects):
    # Left to right, but a class's objects before those of classes that it derives from; one object for a class.
    order = []
    for x in objects:
        if any(type(x) is type(other) for other in order):
            continue
        at = len(order)
        for k, other in enumerate(order):
            if issubclass(type(x), type(other)):
                at = k
                break
        order.insert(at, x)
    return order


def _public(function, name):
    return getattr(np, name, function)


def _ask_ufunc(function, name, method, args, kwargs):
    # The answer of operands with an `__array_ufunc__` of their own; (False, None) where none has one.
    out = kwargs.get("out")
    outs = out if isinstance(out, tuple) else () if out is None else (out,)
    asked = []
    for x in _by_class([*args, *outs]):
        own = getattr(type(x), "__array_ufunc__", _missing)
        if own is _missing or own is ndarray.__array_ufunc__:
            continue
        if own is None:
            raise TypeError(f"operand '{type(x).__name__}' does not support ufuncs (__array_ufunc__=None)")
        asked.append(x)
    if not asked:
        return False, None
    ufunc = _public(function, name)
    given = dict(kwargs)
    if "sig" in given:
        given["signature"] = given.pop("sig")
    if out is None:
        given.pop("out", None)
    elif not isinstance(out, tuple):
        given["out"] = (out,)
    for x in asked:
        result = x.__array_ufunc__(ufunc, method, *args, **given)
        if result is not NotImplemented:
            return True, result
    names = ", ".join([f"'{type(x).__name__}'" for x in args])
    raise TypeError(
        f"operand type(s) all returned NotImplemented from __array_ufunc__(<ufunc '{name}'>, '{method}',"
        f" {', '.join([repr(x) for x in args])}): {names}"
    )


_missing = object()


def _has_own_function(x):
    own = getattr(type(x), "__array_function__", None)
    return own is not None and own is not ndarray.__array_function__


def _ask_function(function, name, args, kwargs):
    objects = [
        x
        for x in _items([*args, *kwargs.values()])
        if hasattr(type(x), "__array_function__") or (isinstance(x, np.ndarray) and not isinstance(x, np.generic))
    ]
    asked = [x for x in _by_class(objects) if _has_own_function(x)]
    if not asked:
        return False, None
    types = tuple([type(x) for x in _by_class(objects)])
    public = _public(function, name)
    for x in asked:
        result = x.__array_function__(public, types, args, kwargs)
        if result is not NotImplemented:
            return True, result
    raise TypeError(
        f"no implementation found for 'numpy.{name}' on types that implement __array_function__:"
        f" {[type(x) for x in asked]}"
    )


def _foremost(values):
    # The object whose class results get.
    best = None
    for x in _items(values):
        if _is_ours(x) or (hasattr(type(x), "__array_wrap__") and not isinstance(x, np.ndarray)):
            if best is None or _priority(x) > _priority(best):
                best = x
    return best


def _priority(x):
    # What says nothing usable has NumPy's least.
    try:
        return float(getattr(x, "__array_priority__", 0.0))
    except Exception:
        return -1000000.0


def _outs(given):
    # The objects of `out=`, by the arrays that they hold.
    return [x for x in _items([given]) if _is_ours(x)]


def _dressed(result, like, wrap):
    if isinstance(result, tuple):
        return tuple([_dressed(part, like, wrap) for part in result])
    if isinstance(result, list):
        return [_dressed(part, like, wrap) for part in result]
    if not isinstance(result, np.ndarray) and not isinstance(result, np.generic):
        return result
    if _is_ours(result):
        return result
    result = np.asarray(result)
    return wrap(result) if wrap is not None else _made(type(like), result, like)


def _call(function, name, is_method, is_ufunc, args, kwargs):
    """A function of NumPy on objects."""
    if is_method and args and _is_ours(args[0]):
        return _method_of(name)(*args, **kwargs)
    if is_ufunc and not is_method:
        is_answered, result = _ask_ufunc(function, name, "__call__", args, kwargs)
        if is_answered:
            return result
    elif not is_method and not _makers(name):
        is_answered, result = _ask_function(function, name, args, kwargs)
        if is_answered:
            return result
    return _run(function, name, is_ufunc, args, kwargs)


def _run(function, name, is_ufunc, args, kwargs):
    if name == "asanyarray" and _is_ours(args[0]):
        kind = args[1] if len(args) > 1 else kwargs.get("dtype")
        return args[0] if kind is None or np.dtype(kind) == args[0].dtype else args[0].astype(kind)
    out, subok = kwargs.get("out"), kwargs.get("subok")
    if name == "array" and subok and _is_ours(args[0]):
        kwargs = dict(kwargs)
        kwargs.pop("subok")
        return _made(type(args[0]), function(_plain(args[0]), *args[1:], **kwargs), args[0])
    result = function(*_plain(tuple(args)), **{key: _plain(value) for key, value in kwargs.items()})
    given = _outs(out) if out is not None else []
    if out is not None:
        return given[0] if given and not isinstance(result, tuple) else result
    if is_ufunc and len(args) > 2 and _is_ours(args[-1]) and result is args[-1]._array:
        return args[-1]
    like = _foremost(args)
    keeps = (
        subok if subok is not None and name.startswith("broadcast") else not _plain_results(name) and subok is not False
    )
    if like is None or not keeps or (_joins(name) and _priority(like) <= 0):
        return result
    if is_ufunc:
        inputs = tuple(args)
        return _dressed(result, like, lambda array: like.__array_wrap__(array, (_public(function, name), inputs, 0)))
    if not _is_ours(like):
        return _dressed(result, like, lambda array: like.__array_wrap__(array))
    return result if result is None or _is_scalar(result) and not _reductions(name) else _dressed(result, like, None)


def _is_scalar(x):
    return isinstance(x, np.generic)


def _made(cls, array, parent):
    made = object.__new__(cls)
    made.__dict__["_array"] = array
    if cls.__array_finalize__ is not None:
        made.__array_finalize__(parent)
    return made


class ndarray(np.ndarray):
    """An array of a class that a program derives from NumPy's."""

    _isOfClass, _isTensor = True, False
    __array_priority__ = 0.0
    __hash__ = None

    def __new__(cls, shape, dtype=float, buffer=None, offset=0, strides=None, order=None):
        return _made(cls, np.ndarray(shape, dtype, buffer, offset, strides, order), None)

    def __init__(self, *args, **kwargs):
        return None

    @classmethod
    def _as_class(cls, array):
        return _made(cls, array, array)

    def _hold(self, array):
        self.__dict__["_array"] = array

    # The protocols.
    def __array_finalize__(self, obj):
        return None

    def __array_prepare__(self, array, context=None):
        return array

    def __array_wrap__(self, array, context=None):
        return _made(type(self), _plain(array), self)

    def __array__(self, dtype=None):
        return self._array if dtype is None else self._array.astype(dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        for x in [*inputs, *_items([kwargs.get("out", ())])]:
            own = getattr(type(x), "__array_ufunc__", _missing)
            if own is not _missing and own is not ndarray.__array_ufunc__ and type(x) is not type(self):
                return NotImplemented
        out = kwargs.get("out")
        if isinstance(out, tuple) and len(out) == 1:
            kwargs["out"] = out[0]
        if method != "__call__":
            return getattr(ufunc, method)(*_plain(inputs), **{key: _plain(v) for key, v in kwargs.items()})
        return _run(ufunc, ufunc.__name__, True, inputs, kwargs)

    def __array_function__(self, func, types, args, kwargs):
        if not all(issubclass(each, np.ndarray) for each in types):
            return NotImplemented
        return _run(func, func.__name__, False, args, kwargs)

    # Elements.
    def __getitem__(self, key):
        found = self._array[_plain(key)]
        if isinstance(found, np.generic):
            return found
        return _made(type(self), found, self)

    def __setitem__(self, key, value):
        self._array[_plain(key)] = _plain(value)

    def __len__(self):
        return len(self._array)

    def __iter__(self):
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d array")
        return iter([self[k] for k in range(len(self))])

    def __contains__(self, value):
        return _plain(value) in self._array

    def __repr__(self):
        name = type(self).__name__
        text = repr(self._array).replace("array(", name + "(", 1)
        pad = len(name) - len("array")
        return text.replace("\n      ", "\n" + " " * (6 + pad)) if pad > 0 else text

    def __str__(self):
        return str(self._array)

    def __format__(self, spec):
        return format(self._array, spec)

    def __divmod__(self, other):
        return np.floor_divide(self, other), np.remainder(self, other)

    def __copy__(self):
        return _made(type(self), np.array(self._array), self)

    def __deepcopy__(self, memo):
        return _made(type(self), np.array(self._array), self)

    def __reduce__(self):
        head, args, state = self._array.__reduce__()
        return head, (type(self),) + args[1:], state

    def __reduce_ex__(self, protocol):
        return self.__reduce__()

    def view(self, dtype=None, type=None):
        """The same memory as another dtype, or of another class."""
        if isinstance(dtype, _type) and issubclass(dtype, np.ndarray):
            dtype, type = None, dtype
        array = self._array.view() if dtype is None else self._array.view(dtype)
        if type is None:
            return _made(_type(self), array, self)
        return array if type is np.ndarray else _made(type, array, self)

    def flatten(self, order="C"):
        """A copy in one row."""
        return _made(type(self), self._array.flatten(order), self)


_type = type
_plain_methods = set(
    (
        "tolist item tobytes tofile dump dumps fill put sort partition itemset resize setflags searchsorted nonzero"
        " __bool__ __int__ __float__ __complex__ __index__ __sizeof__"
    ).split()
).__contains__
_methods = (
    "all any argmax argmin argpartition argsort astype byteswap choose clip compress conj conjugate copy cumprod cumsum"
    " diagonal dot getfield max mean min newbyteorder prod ptp ravel repeat reshape round squeeze std sum swapaxes take"
    " trace transpose var tolist item tobytes tofile dump dumps fill put sort partition itemset resize setflags"
    " searchsorted nonzero __bool__ __int__ __float__ __complex__ __index__ __sizeof__"
).split()
_found = {}


def _method_of(name):
    if name in _found:
        return _found[name]

    def method(self, *args, **kwargs):
        out = kwargs.get("out")
        array = self._array
        result = getattr(array, name)(*_plain(args), **{key: _plain(value) for key, value in kwargs.items()})
        if out is not None:
            return out
        if _plain_methods(name) or not isinstance(result, (np.ndarray, np.generic)):
            return result
        if isinstance(result, np.generic) and not _reductions(name):
            return result
        return _made(type(self), np.asarray(result), self)

    method.__name__ = name
    _found[name] = method
    return method


for _name in _methods:
    setattr(ndarray, _name, _method_of(_name))


def _property_of(name, keeps):
    def read(self):
        value = getattr(self._array, name)
        return _made(type(self), value, self) if keeps else value

    def write(self, value):
        setattr(self._array, name, _plain(value))

    return property(read, write)


for _name in "dtype flags flat itemsize nbytes ndim shape size strides base data ctypes __array_interface__".split():
    setattr(ndarray, _name, _property_of(_name, False))
for _name in ("T", "mT", "real", "imag"):
    setattr(ndarray, _name, _property_of(_name, True))


def _gives_up(self, other):
    # Whether the other operand's own operator shall answer.
    own = getattr(type(other), "__array_ufunc__", _missing)
    if own is not _missing:
        return own is None
    if isinstance(other, (np.ndarray, np.generic, int, float, complex, list, tuple, bool)):
        return False
    return _priority(other) > _priority(self)


def _binary(ufunc, is_reflected):
    def method(self, other):
        if _gives_up(self, other):
            return NotImplemented
        function = getattr(np, ufunc)
        return function(other, self) if is_reflected else function(self, other)

    return method


def _in_place(ufunc):
    def method(self, other):
        getattr(np, ufunc)(self, other, out=self)
        return self

    return method


for _stem, _ufunc in (
    ("add", "add"),
    ("sub", "subtract"),
    ("mul", "multiply"),
    ("truediv", "true_divide"),
    ("floordiv", "floor_divide"),
    ("mod", "remainder"),
    ("pow", "power"),
    ("lshift", "left_shift"),
    ("rshift", "right_shift"),
    ("and", "bitwise_and"),
    ("or", "bitwise_or"),
    ("xor", "bitwise_xor"),
    ("matmul", "matmul"),
):
    setattr(ndarray, f"__{_stem}__", _binary(_ufunc, False))
    setattr(ndarray, f"__r{_stem}__", _binary(_ufunc, True))
    setattr(ndarray, f"__i{_stem}__", _in_place(_ufunc))
for _stem, _ufunc in (
    ("eq", "equal"),
    ("ne", "not_equal"),
    ("lt", "less"),
    ("le", "less_equal"),
    ("gt", "greater"),
    ("ge", "greater_equal"),
):
    setattr(ndarray, f"__{_stem}__", _binary(_ufunc, False))


def _unary(ufunc):
    return lambda self: getattr(np, ufunc)(self)


for _stem, _ufunc in (("neg", "negative"), ("pos", "positive"), ("abs", "absolute"), ("invert", "invert")):
    setattr(ndarray, f"__{_stem}__", _unary(_ufunc))
