# SPDX-License-Identifier: Apache-2.0
# module: numpy
"""Tables of dtypes, names that NumPy 2 has dropped and programs still use, and small functions on dtypes."""

import numpy as np

Inf = Infinity = infty = PINF = float("inf")
NINF = -float("inf")
NaN = NAN = float("nan")
PZERO, NZERO = 0.0, -0.0
little_endian = True
MAXDIMS, BUFSIZE, ALLOW_THREADS = 32, 8192, 1
CLIP, WRAP, RAISE = 0, 1, 2
MAY_SHARE_BOUNDS, MAY_SHARE_EXACT = 0, -1

float_, string_, unicode_ = np.float64, bytes, str
# What the text of arrays whose items are no numbers has under the same name.
_of_items = ("bytes_", "character", "flexible", "isnat", "datetime_data", "record")

# The dtypes that there are here, by kind and by character: no texts, objects or times.
typecodes = {
    "Character": "c",
    "Integer": "bhilqp",
    "UnsignedInteger": "BHILQP",
    "Float": "efdg",
    "Complex": "FDG",
    "AllInteger": "bBhHiIlLqQpP",
    "AllFloat": "efdgFDG",
    "Datetime": "",
    "All": "?bhilqpBHILQPefdgFDG",
}
_real_types = {
    "int": [np.int8, np.int16, np.int32, np.int64],
    "uint": [np.uint8, np.uint16, np.uint32, np.uint64],
    "float": [np.float16, np.float32, np.float64],
}
ScalarType = (int, float, bool, np.bool_, *_real_types["int"], *_real_types["uint"], *_real_types["float"])


_scalar_names = (
    "bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128 byte short"
    " intc int_ longlong ubyte ushort uintc uint ulonglong half single double longdouble csingle cdouble clongdouble"
).split()
_in_files = "fromfile fromstring save load savez savez_compressed savetxt loadtxt".split()


class ComplexWarning(RuntimeWarning):
    """The imaginary part of a complex number is dropped."""


class VisibleDeprecationWarning(UserWarning):
    """Something will go; users see this one."""


class ModuleDeprecationWarning(DeprecationWarning):
    """A module will go."""


class RankWarning(UserWarning):
    """A fit has not enough points."""


class TooHardError(RuntimeError):
    """A question takes too long to answer."""


def __getattr__(name):
    # Scalars are recorded where they are asked for, not where this text is read.
    if name == "True_":
        return np.bool_(True)
    if name == "False_":
        return np.bool_(False)
    if name in _of_items:
        return np.dtype("O")._named(name)
    if name in _in_files:
        import numpy.lib.npyio

        return getattr(numpy.lib.npyio, name)
    if name in ("longcomplex", "clongfloat"):
        return np.complex128
    if name == "longfloat":
        return np.float64
    if name in ("matrix", "mat", "asmatrix", "bmat"):
        import numpy.matrixlib

        return getattr(numpy.matrixlib, name)
    if name == "sctypes":  # with those of complex numbers, whose text few programs need
        return {**_real_types, "complex": [np.complex64, np.complex128], "others": [bool]}
    if name == "sctypeDict":
        return {each: getattr(np, each) for each in _scalar_names}
    if name == "compat":
        import numpy.compat

        return numpy.compat
    raise AttributeError(f"module 'numpy' has no attribute {name!r}")


def alltrue(*args, **kwargs):
    """Whether all elements are nonzero."""
    return np.all(*args, **kwargs)


def sometrue(*args, **kwargs):
    """Whether any element is nonzero."""
    return np.any(*args, **kwargs)


def product(*args, **kwargs):
    """Product along axes."""
    return np.prod(*args, **kwargs)


def cumproduct(*args, **kwargs):
    """Running product."""
    return np.cumprod(*args, **kwargs)


def round_(a, decimals=0, out=None):
    """Rounds to a number of decimals, halves to even."""
    return np.around(a, decimals, out)


def msort(a):
    """Sorted along the first axis."""
    import warnings

    warnings.warn("msort is deprecated, use np.sort(a, axis=0) instead", DeprecationWarning, stacklevel=2)
    return np.sort(a, axis=0)


def clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None, **kwargs):
    """Limits each element to a range."""
    low, high = a_min if min is None else min, a_max if max is None else max
    if low is None and high is None:
        result = np.positive(a, **kwargs) if np.asarray(a).dtype != bool else np.array(a)
    elif high is None:
        return np.maximum(a, low, out=out, **kwargs)
    elif low is None:
        return np.minimum(a, high, out=out, **kwargs)
    else:
        # Casts are those of the result alone.
        inner = {key: value for key, value in kwargs.items() if key != "casting" or out is None}
        result = np.minimum(np.maximum(a, low, **inner), high, out=out, **kwargs)
    if out is not None and result is not out:
        out[...] = result
        return out
    return result


def _ndarray(shape, dtype=None, buffer=None, offset=0, strides=None, order=None):
    # What `np.ndarray(...)` makes.
    if strides is not None:
        raise NotImplementedError("`strides` of `np.ndarray`")
    if buffer is None:
        return np.zeros(shape, dtype, order="C" if order is None else order)
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    return np.frombuffer(buffer, dtype, _size_of(shape), offset).reshape(shape, order="C" if order is None else order)


def isfortran(a):
    """Whether an array lies in columns, and not in rows."""
    return a.flags.fnc


def find_common_type(array_types, scalar_types):
    """The dtype of several together."""
    return np.result_type(*[np.dtype(t) for t in array_types], *[np.dtype(t) for t in scalar_types])


def common_type(*arrays):
    """The float that holds the elements of all."""
    kinds = [np.float64 if np.issubdtype(a.dtype, np.integer) else a.dtype.type for a in map(np.asarray, arrays)]
    return np.result_type(np.float16, *kinds).type


def obj2sctype(rep, default=None):
    """The scalar type of something."""
    try:
        return np.dtype(rep.dtype if hasattr(rep, "dtype") else rep).type
    except TypeError:
        return default


def issctype(rep):
    """Whether something is a scalar type."""
    return obj2sctype(rep) is not None and (isinstance(rep, type) or hasattr(rep, "dtype"))


def sctype2char(sctype):
    """The character of a scalar type."""
    return np.dtype(obj2sctype(sctype)).char


def issubsctype(arg1, arg2):
    """Whether a dtype is of a kind."""
    return np.issubdtype(obj2sctype(arg1), arg2)


def asfarray(a, dtype=np.float64):
    """An array of floats."""
    if not np.issubdtype(np.dtype(dtype), np.inexact):
        dtype = np.float64
    return np.asarray(a, dtype=dtype)


def add_docstring(obj, docstring):
    """Changes nothing: functions of the library keep their texts."""
    return None


def add_newdoc(place, obj, doc, warn_on_python=True):
    """Changes nothing: functions of the library keep their texts."""
    return None


def add_newdoc_ufunc(ufunc, docstring):
    """Changes nothing: functions of the library keep their texts."""
    return None


def put_along_axis(arr, indices, values, axis):
    """Replaces elements at indices along one axis, in place."""
    indices = np.asarray(indices)
    if not np.issubdtype(indices.dtype, np.integer):
        raise IndexError("`indices` must be an integer array")
    if axis is None:
        flat, values = np.array(arr).reshape(-1), np.asarray(values)
        flat = np.array(flat)
        put_along_axis(flat, indices.reshape(-1), values.reshape(-1) if values.ndim else values, 0)
        arr[...] = flat.reshape(arr.shape)
        return
    axis = normalize_axis_index(axis, arr.ndim)
    if indices.ndim != arr.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    arr[_along_axis(arr.shape, indices, axis)] = values


def _along_axis(shape, indices, axis):
    key = []
    for k, n in enumerate(shape):
        lines = [1] * len(shape)
        lines[k] = -1
        key.append(indices if k == axis else np.arange(n).reshape(lines))
    return tuple(key)


def normalize_axis_index(axis, ndim, msg_prefix=None):
    """An axis counted from the front."""
    if not hasattr(axis, "__index__"):
        raise TypeError(f"'{type(axis).__name__}' object cannot be interpreted as an integer")
    axis = axis.__index__()
    if not -ndim <= axis < ndim:
        raise np.AxisError(axis, ndim, msg_prefix)
    return axis + ndim if axis < 0 else axis


def normalize_axis_tuple(axis, ndim, argname=None, allow_duplicate=False):
    """Axes counted from the front, none twice."""
    if not isinstance(axis, (tuple, list)):
        axis = [axis]
    axis = tuple([normalize_axis_index(k, ndim, argname) for k in axis])
    if not allow_duplicate and len(set(axis)) != len(axis):
        raise ValueError(f"repeated axis in `{argname}` argument" if argname else "repeated axis")
    return axis


class _BroadcastIterator:
    # One array's elements in the order of the common shape.
    def __init__(self, base, line):
        self.base, self._rest = base, iter(line)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._rest)


class broadcast:
    """How several arrays broadcast: their common shape, and their elements in its order."""

    def __init__(self, *args, **kwargs):
        if kwargs:
            raise ValueError("keyword arguments not accepted.")
        if len(args) > 32:
            raise ValueError("Need at least 0 and at most 32 array objects.")
        self._arrays = []
        for a in args:
            self._arrays += a._arrays if isinstance(a, broadcast) else [np.asarray(a)]
        if len(self._arrays) > 32:
            raise ValueError("Need at least 0 and at most 32 array objects.")
        shape = ()
        for k, a in enumerate(self._arrays):
            shape = self._joined(shape, a.shape, k)
        self.shape, self.ndim, self.nd, self.numiter = shape, len(shape), len(shape), len(self._arrays)
        self.index = 0

    def _joined(self, shape, other, k):
        n = max(len(shape), len(other))
        result = []
        for x, y in zip((1,) * (n - len(shape)) + shape, (1,) * (n - len(other)) + other):
            if x != y and x != 1 and y != 1:
                first = next(i for i, a in enumerate(self._arrays) if self._clashes(a.shape, other))
                raise ValueError(
                    "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg"
                    f" {first} with shape {self._arrays[first].shape} and arg {k} with shape {other}."
                )
            result.append(y if x == 1 else x)
        return tuple(result)

    def _clashes(self, shape, other):
        return any(x != y and x != 1 and y != 1 for x, y in zip(reversed(shape), reversed(other)))

    @property
    def size(self):
        return _size_of(self.shape)

    def _lines(self):
        return [np.broadcast_to(a, self.shape).reshape(-1) for a in self._arrays]

    @property
    def iters(self):
        return tuple([_BroadcastIterator(a, line) for a, line in zip(self._arrays, self._lines())])

    def reset(self):
        self.index = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.index >= self.size:
            raise StopIteration
        self.index += 1
        return tuple([line[self.index - 1] for line in self._lines()])
