# SPDX-License-Identifier: Apache-2.0
# class: numpy.ndarray
"""Methods of NumPy's arrays: the array is the first argument."""

import numpy as np

_type = type


class _Flat:
    def __init__(self, array):
        self.base = array

    def __len__(self):
        return self.base.size

    def __iter__(self):
        return iter(np.array(self.base).reshape(-1))

    def __getitem__(self, key):
        return np.array(self.base).reshape(-1)[key]

    def __setitem__(self, key, value):
        line = np.array(np.array(self.base).reshape(-1))
        line[key] = value
        self.base[...] = line.reshape(self.base.shape)

    def __array__(self, dtype=None):
        line = np.array(self.base).reshape(-1) if not self.base.flags.c_contiguous else self.base.reshape(-1)
        return line if dtype is None else line.astype(dtype)

    @property
    def index(self):
        return 0

    @property
    def coords(self):
        return (0,) * self.base.ndim

    def __eq__(self, other):
        return self.__array__() == other

    def __ne__(self, other):
        return self.__array__() != other

    def copy(self):
        return self.base.flatten()


@property
def flat(a):
    """The elements in a row, to be read and assigned."""
    return _Flat(a)


@property
def strides(a):
    """Bytes from one element to the next along each axis."""
    return tuple([step * a.itemsize for step in a._memory()[2]])


@property
def base(a):
    """The array whose memory this is a view of, or None."""
    return a._memory()[0]


def _lies_in(a, axes):
    # Whether the elements follow each other in memory where the axes are walked in this order, the last one fastest.
    if a.size == 0:
        return True
    steps, step = a._memory()[2], 1
    for k in reversed(axes):
        if a.shape[k] != 1 and steps[k] != step:
            return False
        step *= a.shape[k]
    return True


class _Flags:
    _names = {
        "C": "c_contiguous",
        "F": "f_contiguous",
        "O": "owndata",
        "W": "writeable",
        "A": "aligned",
        "X": "writebackifcopy",
    }

    def __init__(self, array):
        self.__dict__["_array"] = array

    @property
    def c_contiguous(self):
        return _lies_in(self._array, range(self._array.ndim))

    @property
    def f_contiguous(self):
        return _lies_in(self._array, range(self._array.ndim)[::-1])

    contiguous = c_contiguous
    fortran = f_contiguous

    @property
    def fnc(self):
        return self.f_contiguous and not self.c_contiguous

    @property
    def forc(self):
        return self.f_contiguous or self.c_contiguous

    behaved = carray = farray = property(lambda self: self.writeable)
    aligned = property(lambda self: True)
    writebackifcopy = property(lambda self: False)
    num = property(
        lambda self: self.c_contiguous + 2 * self.f_contiguous + 4 * self.owndata + 0x100 + 0x400 * self.writeable
    )

    @property
    def owndata(self):
        return self._array._memory()[0] is None

    @property
    def writeable(self):
        return not self._array._memory()[3]

    def __setattr__(self, name, value):
        if name == "writeable":
            _make_writeable(self._array, bool(value))
        elif name in ("aligned", "writebackifcopy", "updateifcopy"):
            if bool(value) != (name == "aligned"):
                raise ValueError(f"cannot set {name.upper()} flag of this array")
        else:
            raise AttributeError(f"attribute '{name}' of 'numpy.core.multiarray.flagsobj' objects is not writable")

    def __getitem__(self, key):
        name = self._names.get(key) or {
            "CA": "carray",
            "FA": "farray",
            "B": "behaved",
            "FNC": "fnc",
            "FORC": "forc",
        }.get(key)
        name = name or str(key).lower()
        if name in ("c_contiguous", "contiguous", "f_contiguous", "fortran", "owndata", "writeable", "aligned"):
            return getattr(self, name)
        if name in ("writebackifcopy", "carray", "farray", "behaved", "fnc", "forc"):
            return getattr(self, name)
        raise KeyError("Unknown flag")

    def __setitem__(self, key, value):
        setattr(self, self._names.get(key) or key.lower(), value)

    def __eq__(self, other):
        return isinstance(other, _Flags) and self.num == other.num

    def __repr__(self):
        lines = [f"  {name.upper()} : {getattr(self, name)}" for name in self._names.values()]
        return "\n".join(lines) + "\n"


def _make_writeable(a, value):
    base = a._memory()[0]
    if value and base is not None and base._memory()[3]:
        raise ValueError("cannot set WRITEABLE flag to True of this array")
    a._set_read_only(not value)


@property
def flags(a):
    """How the memory is laid out."""
    return _Flags(a)


@property
def imag(a):
    """Zeros: what has an imaginary part is another class."""
    return np.zeros_like(a, order="A")


def fill(a, value):
    """Sets all elements."""
    a[...] = value


def sort(a, axis=-1, kind=None, order=None):
    """Sorts in place."""
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")
    a[...] = np.sort(a, axis=axis, kind=kind)


def partition(a, kth, axis=-1, kind="introselect", order=None):
    """Puts the least elements first, in place; here all in order."""
    a[...] = np.partition(a, kth, axis, kind)


def clip(a, min=None, max=None, out=None, **kwargs):
    """Limits each element to a range."""
    return np.clip(a, min, max, out, **kwargs)


def dot(a, b, out=None):
    """Dot product."""
    return np.dot(a, b, out=out)


def round(a, decimals=0, out=None):
    """Rounds to a number of decimals."""
    return np.round(a, decimals, out=out)


def compress(a, condition, axis=None, out=None):
    """Entries where a condition holds."""
    return np.compress(condition, a, axis, out)


def put(a, indices, values, mode="raise"):
    """Replaces elements of the flattened array in place."""
    np.put(a, indices, values, mode)


def itemset(a, *args):
    """Replaces one element."""
    if len(args) == 1:
        if a.size != 1:
            raise ValueError("can only place a scalar for an array of size 1")
        a[...] = args[0]
    elif isinstance(args[0], tuple):
        a[args[0]] = args[1]
    elif not a.flags.writeable:
        raise ValueError("assignment destination is read-only")
    else:
        np.put(a, args[0], args[1])


def resize(a, *new_shape, refcheck=True):
    """Another shape in place, zeros where elements lack."""
    shape = new_shape[0] if len(new_shape) == 1 and isinstance(new_shape[0], (tuple, list)) else new_shape
    if len(new_shape) == 0 or new_shape == (None,):
        return
    for s in shape:
        if not hasattr(s, "__index__"):
            raise TypeError(f"'{_type(s).__name__}' object cannot be interpreted as an integer")
    if any(s < 0 for s in shape):
        raise ValueError("negative dimensions not allowed")
    if not (a.flags.c_contiguous or a.flags.f_contiguous):
        raise ValueError("resize only works on single-segment arrays")
    n = 1
    for s in shape:
        n *= s
    by_columns = not a.flags.c_contiguous
    line = np.array(a)
    line = (line.T if by_columns else line).reshape(-1)
    line = np.concatenate([line, np.zeros((n - a.size,), a.dtype)]) if n > a.size else line[:n].copy()
    changed = line.reshape(tuple(shape)[::-1]).T if by_columns else line.reshape(tuple(shape))
    a._rebind(changed, by_columns or n != a.size)


def copy(a, order="C"):
    """A copy."""
    return np.array(a, order=order)


def take(a, indices, axis=None, out=None, mode="raise"):
    """Elements at an array of indices."""
    return np.take(a, np.asarray(indices), axis, out=out, mode=mode)


def argsort(a, axis=-1, kind=None, order=None, *, stable=None):
    """Positions that sort the array."""
    return np.argsort(a, axis, kind, order, stable=stable)


def searchsorted(a, v, side="left", sorter=None):
    """Where elements would be inserted."""
    return np.searchsorted(a, v, side=side, sorter=sorter)


def choose(a, *choices, out=None, mode="raise"):
    """Elements of several arrays, by index."""
    return np.choose(a, choices[0] if len(choices) == 1 else choices, out, mode)


def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    """Positions that put the least elements first; here all in order."""
    return np.argpartition(a, kth, axis)


def conj(a):
    """The array itself."""
    return a


conjugate = conj


def squeeze(a, axis=None):
    """Removes axes of size 1."""
    return np.squeeze(a, axis=axis)


def view(a, dtype=None, type=None):
    """The same memory, its bits read as another dtype, or as an array of a class."""
    if isinstance(dtype, _type) and issubclass(dtype, np.ndarray):
        dtype, type = None, dtype
    if type is not None and type is np.recarray:
        if dtype is None or np.dtype(dtype).names is None:
            raise NotImplementedError("`view` of numbers as `np.recarray`, which wants fields")
        return view(a, dtype).view(np.recarray)
    if dtype is not None and hasattr(np.dtype(dtype), "_isItems"):
        if type is not None and type is not np.ndarray:
            raise NotImplementedError("`type` of `ndarray.view` of items that are no numbers")
        return np.dtype("O")._named("_viewed")(a, np.dtype(dtype))
    if dtype is not None and np.dtype(dtype) != a.dtype:
        wanted = np.dtype(dtype)
        if wanted.kind == "c":
            part = np.float32 if wanted.itemsize == 8 else np.float64
            line = view(a, part)
            return wanted._paired(np.array(line[..., ::2]), np.array(line[..., 1::2]))
        if not wanted.isnative or not a.dtype.isnative:
            a = a if a.dtype.isnative else np._swapped_bytes(a)
            a = a if a.dtype == wanted.newbyteorder("=") else a._bits(wanted)
            a = a if wanted.isnative else np._swapped_bytes(a)._set_swapped(True)
        else:
            a = a._bits(dtype)
    else:
        a = a.reshape(a.shape)
    return a if type is None or type is np.ndarray else type._as_class(a)


def byteswap(a, inplace=False):
    """The bytes of each element the other way round."""
    swapped = np._swapped_bytes(a)
    if inplace:
        a[...] = swapped
        return a
    return swapped if a.dtype.isnative else swapped._set_swapped(True)


def newbyteorder(a, new_order="S"):
    """The same memory, read in another byte order."""
    return a.view(a.dtype.newbyteorder(new_order))


def tobytes(a, order="C"):
    """The bytes of all elements."""
    if order == "F" or (order == "A" and a.flags.fnc):
        a = a.T
    if not a.dtype.isnative:
        a = np._swapped_bytes(a)
    return bytes(a.reshape(-1)._bits(np.uint8).tolist())


def tofile(a, fid, sep="", format="%s"):
    """Writes the bytes of all elements to a file, or with `sep` their text."""
    from numpy.lib.npyio import _to_file

    _to_file(a, fid, sep, format)


def dumps(a):
    """The array's pickle."""
    import pickle

    return pickle.dumps(a, protocol=2)


def dump(a, file):
    """Writes the array's pickle to a file."""
    from numpy.core.multiarray import _dump

    _dump(a, file)


def __reduce__(a):
    """What pickle needs to make the array anew."""
    from numpy.core.multiarray import _reduced

    return _reduced(a)


def __reduce_ex__(a, protocol):
    """What pickle needs to make the array anew."""
    return __reduce__(a)


def __sizeof__(a):
    """Bytes of the array, with those of its elements where the memory is its own."""
    return 96 + 16 * a.ndim + (a.nbytes if a._memory()[0] is None else 0)


def _array_interface(a):
    # `a.__array_interface__`.
    strides = None if a.flags.c_contiguous else a.strides
    place = (id(a if a.base is None else a.base) * 64 + a._memory()[1] * a.itemsize, not a.flags.writeable)
    return {
        "data": place,
        "strides": strides,
        "descr": [("", a.dtype.str)],
        "typestr": a.dtype.str,
        "shape": a.shape,
        "version": 3,
    }


def getfield(a, dtype, offset=0):
    """The bytes from an offset on in each element, read as a dtype."""
    kind = np.dtype(dtype)
    if offset < 0 or offset + kind.itemsize > a.itemsize:
        raise ValueError(f"Need 0 <= offset <= {a.itemsize} for requested type but received offset = {offset}")
    parts = a.reshape(a.shape + (1,)).view(np.uint8)[..., offset : offset + kind.itemsize]
    return np.array(parts).view(kind).reshape(a.shape)


def setflags(a, write=None, align=None, uic=None):
    """Whether the array may be changed."""
    if write is not None:
        _make_writeable(a, bool(write))
    if align is not None and not align:
        raise NotImplementedError("an array that is not aligned")
    if uic:
        raise ValueError("cannot set WRITEBACKIFCOPY flag to True")


def __buffer__(a, flags):
    """The array's memory, for `memoryview`."""
    from numpy.core._buffers import ArrayMemory

    return ArrayMemory(a)


@property
def data(a):
    """The array's memory."""
    return memoryview(a)


def __complex__(a):
    """The only element, for `complex(a)`."""
    if a.size != 1:
        raise TypeError("only length-1 arrays can be converted to Python scalars")
    return complex(a.item())
