# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.complex jax.numpy.complex
"""Arrays of complex numbers: a pair of real arrays, with the operators and methods of an array.

The compiler knows real arrays only. `np` is the library that the arrays are of: a function of it that meets something
complex is looked for by its name in this text (arrays/Complex.cpp), and refused by name where it is not there. So names
of Python's own are taken here; `_builtins` has them.
"""

import builtins as _builtins
import math as _math

_number = (bool, int, float, complex)


class _DType:
    """`complex64`, `complex128`: an array's dtype, or with `is_scalar` the library's name, which makes scalars too."""

    _isComplex = True
    kind, byteorder, shape, ndim, isnative, hasobject = "c", "=", (), 0, True, False
    fields = names = subdtype = metadata = None

    def __init__(self, name, is_scalar=False):
        self.name, self.is_scalar, wide = name, is_scalar, name == "complex128"
        self.itemsize, self.alignment = (16, 8) if wide else (8, 4)
        self.char, self.str, self.num = ("D", "<c16", 15) if wide else ("F", "<c8", 14)
        self._part = "float64" if wide else "float32"
        self.__name__ = name

    @property
    def type(self):
        return _DType(self.name, True)

    @property
    def dtype(self):
        return _DType(self.name)

    def __eq__(self, other):
        try:
            return _dtype_name(other) == self.name
        except TypeError:
            return False

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        module = "jax.numpy" if _JAX else "numpy"
        return f"<class '{module}.{self.name}'>" if self.is_scalar else f"dtype('{self.name}')"

    def __str__(self):
        return repr(self) if self.is_scalar else self.name

    def __call__(self, *values):
        if not self.is_scalar:
            raise TypeError(f"'numpy.dtype[{self.name}]' object is not callable")
        value = complex(*values) if len(values) != 1 or isinstance(values[0], str) else values[0]
        made = array(value, self)
        made._is_array = _JAX
        return made

    def __reduce__(self):
        return np.dtype, (self.str[1:],)

    def _complete(self, state):
        # What a pickle of NumPy's says of the dtype beyond its name.
        return self

    @staticmethod
    def _paired(re, im):
        # For other texts: a complex array of these parts.
        return ndarray(re, im, True)

    def __instancecheck__(self, value):
        return (
            self.is_scalar
            and _is_complex_array(value)
            and value.ndim == 0
            and not value._is_array
            and value.dtype == self
        )


def _dtype_name(dtype):
    # The name of a complex dtype; None for any other dtype.
    if isinstance(dtype, _DType):
        return dtype.name
    if dtype is complex or (
        isinstance(dtype, str)
        and dtype.lstrip("<=")
        in ("complex", "complex128", "c16", "D", "G", "cdouble", "complex_", "cfloat", "clongdouble")
    ):
        return "complex128"
    if isinstance(dtype, str) and dtype.lstrip("<=") in ("complex64", "c8", "F", "csingle", "singlecomplex"):
        return "complex64"
    return None


def _part_type(dtype):
    # The float dtype of the parts of a complex dtype; None for any other dtype.
    name = _dtype_name(dtype)
    if name is None:
        return None
    return _canonical(np.dtype("float64" if name == "complex128" else "float32"))


def _canonical(part):
    # JAX has float64 in its 64-bit mode only.
    return np.zeros((), float).dtype if _JAX and part.itemsize == 8 else part


complex64 = csingle = _DType("complex64", True)
complex128 = cdouble = _DType("complex128", True)


def _is_complex_array(x):
    return isinstance(x, ndarray)


def _strong_part(dtype):
    # Of the parts of the complex dtype that a real dtype is promoted to.
    narrow = dtype.itemsize < 4 or dtype == np.float32 or (_JAX and dtype.kind != "f")
    return _canonical(np.dtype("float32" if narrow else "float64"))


def _common_part(operands):
    # The dtype of the parts of a result. Python's numbers give way, but beside integers NumPy takes the widest.
    numbers = [x for x in operands if isinstance(x, _number)]
    arrays = [x for x in operands if not isinstance(x, _number)]
    parts = [x._re.dtype if _is_complex_array(x) else _strong_part(x.dtype) for x in arrays]
    inexact = [x for x in arrays if x.dtype.kind in "cf"]
    if not parts or (not _JAX and not inexact and _builtins.any(isinstance(x, (float, complex)) for x in numbers)):
        return _canonical(np.dtype("float64"))
    return _builtins.max(parts, key=lambda part: part.itemsize)


def _operand(x):
    # A complex array, a real one or a Python number.
    if isinstance(x, _number) or _is_complex_array(x):
        return x
    if hasattr(x, "_isComplex"):  # of another library
        return ndarray(np.asarray(x.real), np.asarray(x.imag), True)
    if hasattr(x, "dtype"):
        return x
    return asarray(x) if _holds_complex(x) else np.asarray(x)


def _holds_complex(x):
    if isinstance(x, (list, tuple)):
        return _builtins.any(_holds_complex(item) for item in x)
    return isinstance(x, complex) or hasattr(x, "_isComplex")


def _parts(x, part):
    # The real and imaginary part as arrays of dtype `part`.
    if isinstance(x, _number):
        x = x if isinstance(x, complex) else complex(x)
        return np.asarray(x.real, dtype=part), np.asarray(x.imag, dtype=part)
    if _is_complex_array(x):
        return (x._re, x._im) if x._re.dtype == part else (x._re.astype(part), x._im.astype(part))
    x = x if x.dtype == part else x.astype(part)
    return x, np.zeros_like(x)


def _both(x, y):
    # Two operands as (re, im, re, im) of one dtype.
    x, y = _operand(x), _operand(y)
    part = _common_part((x, y))
    return _parts(x, part) + _parts(y, part)


def _of(x):
    # One operand's parts.
    x = _operand(x)
    return _parts(x, _common_part((x,)))


def _multiply(a, b, c, d):
    return a * c - b * d, a * d + b * c


def _divide(a, b, c, d):
    # By the larger part of the divisor (Smith), so that squares neither overflow nor vanish.
    by_real = np.abs(c) >= np.abs(d)
    high, low = np.where(by_real, c, d), np.where(by_real, d, c)
    is_zero = (c == 0) & (d == 0)
    ratio = np.where(is_zero, 0.0, low / np.where(is_zero, 1.0, high)).astype(a.dtype)
    scale = 1.0 / (high + low * ratio)
    re = np.where(by_real, a + b * ratio, a * ratio + b)
    im = np.where(by_real, b - a * ratio, b * ratio - a)
    zero = np.abs(c)
    return np.where(is_zero, a / zero, re * scale), np.where(is_zero, b / zero, im * scale)


def _length(re, im):
    # The root of the sum of squares, corrected to the last digit (Borges), scaled by a power of two beside overflow.
    if re.dtype.itemsize == 4 and not _JAX:
        wide = re.astype(np.float64), im.astype(np.float64)
        return np.sqrt(wide[0] * wide[0] + wide[1] * wide[1]).astype(re.dtype)
    x, y = np.abs(re), np.abs(im)
    high, low = np.maximum(x, y), np.minimum(x, y)
    wide = re.dtype.itemsize == 8
    up, down = (2.0**600, 2.0**-600) if wide else (2.0**80, 2.0**-80)
    scale = np.where(
        high > (2.0**500 if wide else 2.0**60),
        down,
        np.where(high < (2.0**-400 if wide else 2.0**-50), up, 1.0),
    )
    scale = scale.astype(re.dtype)
    x, y = high * scale, low * scale
    h = np.sqrt(x * x + y * y)
    near = h - y
    first = np.where(h <= 2 * y, x * (2 * near - x), 2 * (h - x) * (x - 2 * y))
    second = np.where(h <= 2 * y, (near - 2 * (x - y)) * near, (4 * (h - x) - y) * y + (h - x) * (h - x))
    corrected = h - (first + second) / np.where(h == 0, 1.0, 2 * h).astype(re.dtype)
    is_plain = np.isfinite(h) & (h > 0)
    result = np.where(is_plain, corrected, h) / scale
    return np.where(np.isinf(re) | np.isinf(im), np.inf, result).astype(re.dtype)


def _warn_of_parts(level=3):
    import warnings

    if _JAX:

        class ComplexWarning(RuntimeWarning):
            pass

    else:
        ComplexWarning = np.ComplexWarning
    warnings.warn("Casting complex values to real discards the imaginary part", ComplexWarning, level)


def _less(a, b, c, d):
    # In the order of the real parts, then of the imaginary ones.
    return (a < c) | ((a == c) & (b < d))


def _compare(name, x, y):
    a, b, c, d = _both(x, y)
    if name == "eq":
        return (a == c) & (b == d)
    if name == "ne":
        return (a != c) | (b != d)
    if name == "lt":
        return _less(a, b, c, d)
    if name == "gt":
        return _less(c, d, a, b)
    if name == "le":
        return _less(a, b, c, d) | ((a == c) & (b == d))
    return _less(c, d, a, b) | ((a == c) & (b == d))


_functions_of = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "pow": "power",
    "matmul": "matmul",
}
_ufuncs = {"floordiv": "floor_divide", "mod": "remainder", "lshift": "left_shift", "rshift": "right_shift"}
_ufuncs.update({"and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "divmod": "divmod"})


def _operate(name, x, y):
    """`x op y` by the stem of the method, for operators where the real array stands first."""
    if name in ("eq", "ne", "lt", "le", "gt", "ge"):
        return _compare(name, x, y)
    if name in _functions_of:
        return globals()[_functions_of[name]](x, y)
    _refuse_type(_ufuncs.get(name, name))


def _refuse_type(name):
    raise TypeError(
        f"ufunc '{name}' not supported for the input types, and the inputs could not be safely coerced to any supported"
        " types according to the casting rule ''safe''"
    )


def _is_operand(x):
    return isinstance(x, (list, tuple) + _number) or _is_complex_array(x) or hasattr(x, "dtype")


def _operator(name, reflected=False):
    def method(self, other):
        if not _is_operand(other) or getattr(other, "_isTensor", False) != self._isTensor:
            return NotImplemented
        if name in ("eq", "ne") and isinstance(other, str):
            return NotImplemented
        return _operate(name, other, self) if reflected else _operate(name, self, other)

    return method


def _in_place(name):
    def method(self, other):
        if not _is_operand(other):
            return NotImplemented
        result = _operate(name, self, other)
        if self._is_immutable():
            return result
        if result.shape != self.shape:
            raise ValueError(
                f"non-broadcastable output operand with shape {self.shape} doesn't match the broadcast shape"
                f" {result.shape}"
            )
        self[...] = result
        return self

    return method


class ndarray(_ArrayInPython):
    """An array of complex numbers."""

    _isComplex = True

    def __init__(self, re=None, im=None, is_array=False, shape=None, dtype=None, buffer=None, offset=0):
        if shape is not None or isinstance(re, (int, tuple)):  # `np.ndarray(shape, complex)`
            shape, dtype = re if shape is None else shape, im if dtype is None else dtype
            made = zeros(shape, dtype)
            if buffer is not None:
                line = np.frombuffer(buffer, _part_type(dtype), 2 * made.size, offset)
                made = ndarray(line[::2].reshape(shape), line[1::2].reshape(shape))
            re, im, is_array = made._re, made._im, True
        # A part has a variable's name, so that assigning to what has a view is refused as of real arrays.
        real, imag = re, im
        self._re, self._im, self._is_array = real, imag, is_array

    def _is_immutable(self):
        return _JAX or (self.ndim == 0 and not self._is_array)

    def _each(self, function):
        # What gives the same for the imaginary part as for the real one.
        return _joined(function(self._re), function(self._im))

    _moved = _each

    # Facts.
    @property
    def shape(self):
        return self._re.shape

    @shape.setter
    def shape(self, shape):
        if _JAX:
            raise AttributeError("property 'shape' of 'Array' object has no setter")
        self._re.shape = shape
        self._im.shape = shape

    @property
    def dtype(self):
        return _DType("complex128" if self._re.dtype.itemsize == 8 else "complex64")

    @property
    def ndim(self):
        return self._re.ndim

    @property
    def size(self):
        return self._re.size

    @property
    def itemsize(self):
        return 2 * self._re.itemsize

    @property
    def nbytes(self):
        return 2 * self._re.nbytes

    @property
    def strides(self):
        return tuple([2 * step for step in self._re.strides])

    @property
    def weak_type(self):
        return False

    @property
    def real(self):
        return self._re

    @real.setter
    def real(self, value):
        self._re[...] = value

    @property
    def imag(self):
        return self._im

    @imag.setter
    def imag(self, value):
        self._im[...] = value

    @property
    def flat(self):
        return self.flatten()

    @property
    def at(self):
        if not _JAX:
            raise AttributeError("'numpy.ndarray' object has no attribute 'at'")
        return _Places(self)

    # Elements.
    def __getitem__(self, key):
        found = ndarray(self._re[key], self._im[key])
        found._is_array = found.ndim > 0 or key is Ellipsis or (isinstance(key, tuple) and Ellipsis in key)
        return found

    def __setitem__(self, key, value):
        if self._is_immutable():
            if not _JAX:
                raise TypeError(f"'numpy.{self.dtype.name}' object does not support item assignment")
            raise TypeError(
                "JAX arrays are immutable and do not support in-place item assignment. Instead of x[idx] = y, use x ="
                " x.at[idx].set(y) or another .at[] method:"
                " https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html"
            )
        re, im = _parts(_operand(value), self._re.dtype)
        self._re[key] = re
        self._im[key] = im

    def __contains__(self, value):
        return bool(np.any(_compare("eq", self, value)))

    def __bool__(self):
        self._refuse_several()
        return self.item() != 0

    def __complex__(self):
        if self.size != 1:
            raise TypeError("only length-1 arrays can be converted to Python scalars")
        return self.item()

    def __float__(self):
        if _JAX:
            raise TypeError("float() argument must be a string or a real number, not 'complex'")
        _warn_of_parts()
        return complex(self).real

    def __int__(self):
        return int(float(self))

    def __hash__(self):
        if self._is_array or self.ndim:
            raise TypeError("unhashable type: 'numpy.ndarray'")
        return hash(self.item())

    def copy(self, order="C"):
        """A copy."""
        return ndarray(np.array(self._re), np.array(self._im), self._is_array)

    def item(self, *args):
        """The only element, or the one at an index, as a Python number."""
        return complex(self._re.item(*args), self._im.item(*args))

    def tolist(self):
        """The elements as nested lists."""
        return _zipped(self._re.tolist(), self._im.tolist())

    # Text.
    def _formatted(self, spec):
        return format(self.item(), spec) if spec or self._re.dtype.itemsize == 8 else _str(self)

    # Operators.
    def __neg__(self):
        return ndarray(-self._re, -self._im, self.ndim > 0)

    def __pos__(self):
        return self.copy()

    def __abs__(self):
        return _length(self._re, self._im)

    # Methods.
    def __getattr__(self, name):
        if name in _methods_by_parts:
            return lambda *args, out=None, **kwargs: _into(
                self._each(lambda part: getattr(part, name)(*args, **kwargs)), out
            )
        if name in _dtype_places:
            function = globals()[name]
            return lambda *args, **kwargs: function(self, *args, **kwargs)
        if name in _methods:
            function = globals()[_methods[name]]
            return lambda *args, **kwargs: function(self, *args, **kwargs)
        if name.startswith("_") or not hasattr(self._re, name):
            raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")
        raise NotImplementedError(f"`{name}` of an array of complex numbers")

    def __deepcopy__(self, memo):
        return self.copy()

    def __array__(self, dtype=None, copy=None):
        return self

    def sort(self, axis=-1, kind=None, **options):
        """Sorts in place, in JAX anew."""
        if _JAX:
            return sort(self, axis)
        self[...] = sort(self, axis, kind)

    def fill(self, value):
        """Sets all elements."""
        self[...] = value

    def block_until_ready(self):
        """The same array: results are always there."""
        return self


_define_operators(ndarray, (*_functions_of, "floordiv", "mod", "divmod"), _functions_of, _operator, _in_place)


def _into(result, out):
    # The result, or the array of `out=` with it.
    if out is None:
        return result
    if result.shape != out.shape:
        raise ValueError("output array does not match the result's shape")
    out[...] = result
    return out


class _Places:
    """`x.at[index]` of JAX."""

    def __init__(self, array, key=()):
        self.array, self.key = array, key

    def __getitem__(self, key):
        return _Places(self.array, key)

    def get(self, **options):
        return self.array._each(lambda part: part.at[self.key].get(**options))

    def _changed(self, name, value, options):
        re, im = _parts(_operand(value), self.array._re.dtype)
        at = self.array._re.at[self.key], self.array._im.at[self.key]
        return ndarray(getattr(at[0], name)(re, **options), getattr(at[1], name)(im, **options), True)

    def set(self, value, **options):
        return self._changed("set", value, options)

    def add(self, value, **options):
        return self._changed("add", value, options)

    def multiply(self, value, **options):
        return self.set(self.get() * value, **options)


def _joined(re, im):
    # Results for the parts as results for the whole: arrays, lists and tuples of arrays.
    if isinstance(re, (list, tuple)):
        return type(re)([_joined(*pair) for pair in zip(re, im)])
    return ndarray(re, im, re.ndim > 0)


def _zipped(re, im):
    return [_zipped(*pair) for pair in zip(re, im)] if isinstance(re, list) else complex(re, im)
