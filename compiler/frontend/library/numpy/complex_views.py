# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.complex
"""Complex arrays in NumPy alone: bytes, pickles and memory, searches, and what a real array takes of them."""


# Bytes: the parts lie side by side.
def _interleaved(a):
    # The parts as one real array, twice as long along the last axis.
    a = asarray(a)
    pairs = np.stack([a._re, a._im], -1)
    return pairs.reshape(pairs.shape[:-2] + (2 * pairs.shape[-2],)) if a.ndim else pairs


def _of_interleaved(line):
    # The complex array whose parts lie side by side in a real one.
    if line.shape[-1] % 2:
        raise ValueError(
            "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis"
            " of the array."
        )
    return ndarray(np.array(line[..., ::2]), np.array(line[..., 1::2]), True)


def view(a, dtype=None, type=None):
    if isinstance(dtype, _builtins.type) and issubclass(dtype, np.ndarray):
        dtype, type = None, dtype
    if type is not None and type is not np.ndarray:
        return type._as_class(a)
    if not _is_complex_array(a):  # of a real array as complex numbers
        part = _part_type(dtype)
        return _of_interleaved(a.view(part))
    if dtype is None or _dtype_name(dtype) == a.dtype.name:
        return a._each(lambda part: part.view())
    if _dtype_name(dtype) is not None:
        return _of_interleaved(_interleaved(a).view(_part_type(dtype)))
    return _interleaved(a).view(dtype)


def tobytes(a, order="C"):
    if order == "F" or (order == "A" and a.flags.fnc):
        a = a.T
    return _interleaved(a).tobytes()


def tofile(a, fid, sep="", format="%s"):
    from numpy.lib.npyio import _to_file

    _to_file(a, fid, sep, format)


def byteswap(a, inplace=False):
    if inplace:
        a._re.byteswap(True)
        a._im.byteswap(True)
        return a
    return a._each(lambda part: part.byteswap())


def dumps(a):
    import pickle

    return pickle.dumps(a, protocol=2)


def dump(a, file):
    from numpy.core.multiarray import _dump

    _dump(a, file)


def _reduce(a):
    from numpy.core.multiarray import _reduced

    return _reduced(a)


def __sizeof__(a):
    return a._re.__sizeof__() + a._im.nbytes


def itemset(a, *args):
    value = args[-1]
    if len(args) == 1:
        a[...] = value
    elif isinstance(args[0], tuple):
        a[args[0]] = value
    else:
        a.reshape(-1)[args[0]] = value


def resize(a, *new_shape, refcheck=True):
    a._re.resize(*new_shape, refcheck=refcheck)
    a._im.resize(*new_shape, refcheck=refcheck)


def setflags(a, write=None, align=None, uic=None):
    a._re.setflags(write, align, uic)
    a._im.setflags(write, align, uic)


# What a real array takes of complex numbers.
def __setitem__(a, key, value):
    if isinstance(value, complex) and not hasattr(value, "dtype"):
        raise TypeError("can't convert complex to float" if a.dtype.kind == "f" else "can't convert complex to int")
    value = asarray(value)
    if a.dtype.kind == "b":
        a[key] = (value._re != 0) | (value._im != 0)
        return
    _warn_of_parts(3)
    a[key] = value._re


def put(a, ind, v, mode="raise"):
    if not _is_complex_array(a):
        return np.put(a, ind, asarray(v)._re, mode)
    v = asarray(v)
    np.put(a._re, ind, v._re, mode)
    np.put(a._im, ind, v._im, mode)


def putmask(a, mask, values):
    values = asarray(values)
    np.putmask(a._re, mask, values._re)
    np.putmask(a._im, mask, values._im)


def place(arr, mask, vals):
    vals = asarray(vals)
    np.place(arr._re, mask, vals._re)
    np.place(arr._im, mask, vals._im)


def copyto(dst, src, casting="same_kind", where=True):
    if not _is_complex_array(dst):
        if casting != "unsafe":
            raise TypeError(
                f"Cannot cast array data from dtype('complex128') to dtype('{dst.dtype}') "
                f"according to the rule '{casting}'"
            )
        return np.copyto(dst, asarray(src)._re, casting, where)
    src = asarray(src)
    np.copyto(dst._re, src._re, casting, where)
    np.copyto(dst._im, src._im, casting, where)


# Searches, in the order of real parts, then of imaginary ones; NaN is last.
def _rank(a):
    # Integers in the order of the elements, and which are NaN.
    return np.isnan(a._re) | np.isnan(a._im)


def _extreme_place(is_last):
    def f(a, axis=None, out=None, *, keepdims=False):
        a = asarray(a)
        flat, along = (a.ravel(), 0) if axis is None else (a, np.normalize_axis_index(axis, a.ndim))
        if flat.shape[along] == 0:
            raise ValueError(f"attempt to get arg{'max' if is_last else 'min'} of an empty sequence")
        is_nan = _rank(flat)
        best = max(flat, along, keepdims=True) if is_last else min(flat, along, keepdims=True)
        is_best = (flat._re == best._re) & (flat._im == best._im)
        at = np.where(np.any(is_nan, along), np.argmax(is_nan, along), np.argmax(is_best, along))
        if keepdims:
            at = at.reshape((1,) * a.ndim) if axis is None else np.expand_dims(at, along)
        if out is None:
            return at if axis is not None or keepdims else at[()]
        if out.shape != at.shape:
            raise ValueError("output array does not match result of np.argmax.")
        out[...] = at
        return out

    return f


argmax, argmin = _extreme_place(True), _extreme_place(False)


def _order_of(z):
    # What numbers are ordered by: one with NaN in the imaginary part comes before one with NaN in the real part.
    re_nan, im_nan = z.real != z.real, z.imag != z.imag
    group = 3 if re_nan and im_nan else 2 if re_nan else 1 if im_nan else 0
    return group, 0.0 if re_nan else z.real, 0.0 if im_nan else z.imag


def searchsorted(a, v, side="left", sorter=None):
    values = asarray(a) if sorter is None else asarray(a)[sorter]
    values = [_order_of(z) for z in values.tolist()]
    v = asarray(v)
    places = []
    for z in [_order_of(z) for z in v.ravel().tolist()]:
        low, high = 0, len(values)
        while low < high:
            middle = (low + high) // 2
            goes_right = values[middle] <= z if side == "right" else values[middle] < z
            low, high = (middle + 1, high) if goes_right else (low, middle)
        places.append(low)
    found = np.array(places, dtype=int).reshape(v.shape)
    return found if v.ndim else found[()]


def _check_place(a, kth, axis):
    n = a.size if axis is None else a.shape[axis]
    for k in np.asarray(kth).reshape(-1).tolist():
        if not -n <= k < n:
            raise ValueError(f"kth(={k}) out of bounds ({n})")


def partition(a, kth, axis=-1, kind="introselect", order=None):
    np._check_select(kind)
    a = asarray(a)
    _check_place(a, kth, axis)
    return sort(a, axis)


def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    np._check_select(kind)
    a = asarray(a)
    _check_place(a, kth, axis)
    return argsort(a, axis)


def _partition_in_place(a, kth, axis=-1, kind="introselect", order=None):
    a[...] = partition(a, kth, axis, kind)


def digitize(x, bins, right=False):
    raise TypeError("x may not be complex")


def _refuse_order(a, q, *args, **kwargs):
    raise TypeError("a must be an array of real numbers")


percentile = quantile = nanpercentile = nanquantile = _refuse_order


def i0(x):
    raise TypeError("i0 not supported for complex values")


def interp(x, xp, fp, left=None, right=None, period=None):
    if hasattr(x, "_isComplex") or hasattr(xp, "_isComplex"):
        raise TypeError(
            "Cannot cast array data from dtype('complex128') to dtype('float64') according to the rule 'safe'"
        )
    fp = asarray(fp)
    sides = [(None, None) if side is None else (complex(side).real, complex(side).imag) for side in (left, right)]
    re = np.interp(x, xp, fp._re, sides[0][0], sides[1][0], period)
    im = np.interp(x, xp, fp._im, sides[0][1], sides[1][1], period)
    return _made((np.asarray(re), np.asarray(im)))


def clip(a, a_min=None, a_max=None, out=None, **options):
    low, high = options.pop("min", a_min), options.pop("max", a_max)
    if low is None and high is None:
        raise ValueError("One of max or min must be given")
    result = asarray(a)
    result = result if low is None else maximum(result, low)
    result = result if high is None else minimum(result, high)
    return _finish(result, out)


def isreal(x):
    return asarray(x)._im == 0


def iscomplex(x):
    return asarray(x)._im != 0


def ptp(a, axis=None, out=None, keepdims=False):
    return _into(subtract(max(a, axis, keepdims=keepdims), min(a, axis, keepdims=keepdims)), out)


def common_type(*arrays):
    narrow = _builtins.all([np.asarray(a).dtype.itemsize <= (8 if hasattr(a, "_isComplex") else 4) for a in arrays])
    return complex64 if narrow and _builtins.all([np.asarray(a).dtype.kind in "fc" for a in arrays]) else complex128


complex_ = cfloat = clongdouble = complex128
singlecomplex = complex64


# Members of arrays.
def _flags_of(a):
    return a._re.flags


class _Flat:
    # `z.flat`, to be read and assigned.
    def __init__(self, array):
        self.base = array

    def __len__(self):
        return self.base.size

    def __iter__(self):
        return iter(self.base.ravel())

    def __getitem__(self, key):
        return self.base.ravel()[key]

    def __setitem__(self, key, value):
        value = asarray(value)
        self.base._re.flat[key] = value._re
        self.base._im.flat[key] = value._im

    def __array__(self, dtype=None):
        return self.base.ravel()

    def copy(self):
        return self.base.ravel()


ndarray.flags = property(_flags_of)
ndarray.base = property(lambda a: a._re.base)
ndarray.flat = property(_Flat)
ndarray.__reduce__ = _reduce
ndarray.__reduce_ex__ = lambda a, protocol: _reduce(a)
ndarray._memory = lambda a: a._re._memory()
ndarray._in_columns = lambda a: ndarray(a._re._in_columns(), a._im._in_columns(), a._is_array)
ndarray.newbyteorder = lambda a, new_order="S": a
_methods["partition"] = "_partition_in_place"
_methods.update(
    {
        name: name
        for name in (
            "tofile dump dumps byteswap itemset put resize setflags searchsorted "
            "argmax argmin argpartition clip ptp __sizeof__"
        ).split()
    }
)
