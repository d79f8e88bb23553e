# SPDX-License-Identifier: Apache-2.0
# class: numpy.ndarray
"""Methods of NumPy's arrays: the array is the first argument."""

import numpy as np


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

    def copy(self):
        return self.base.flatten()


@property
def flat(a):
    """The elements in a row, to be read and assigned."""
    return _Flat(a)


@property
def strides(a):
    """Bytes from one element to the next along each axis, in row-major order."""
    result, step = [], a.itemsize
    for n in reversed(a.shape):
        result.append(step)
        step *= n
    return tuple(reversed(result))


@property
def base(a):
    """The array whose memory this is a view of."""
    raise NotImplementedError("`base` of an array")


@property
def flags(a):
    """How the memory is laid out."""
    raise NotImplementedError("`flags` of an array")


@property
def imag(a):
    """Zeros: there are no complex numbers here."""
    return np.zeros_like(a)


def fill(a, value):
    """Sets all elements."""
    a[...] = value


def sort(a, axis=-1, kind=None, order=None):
    """Sorts in place."""
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")
    a[...] = np.sort(a, axis=axis)


def partition(a, kth, axis=-1):
    """Puts the least elements first, in place; here all in order."""
    a[...] = np.sort(a, axis=axis)


def put(a, indices, values, mode="raise"):
    """Replaces elements of the flattened array in place."""
    np.put(a, indices, values, mode)


def itemset(a, *args):
    """Replaces one element."""
    if len(args) == 1:
        a[...] = args[0]
    elif isinstance(args[0], tuple):
        a[args[0]] = args[1]
    else:
        np.put(a, args[0], args[1])


def resize(a, *new_shape, refcheck=True):
    """Another shape in place, zeros where elements lack."""
    shape = new_shape[0] if len(new_shape) == 1 and isinstance(new_shape[0], (tuple, list)) else new_shape
    n = 1
    for s in shape:
        n *= s
    line = np.array(a).reshape(-1)
    line = np.concatenate([line, np.zeros((n - a.size,), a.dtype)]) if n > a.size else line[:n].copy()
    a._rebind(line.reshape(tuple(shape)))


def copy(a, order="C"):
    """A copy."""
    return np.array(a)


def searchsorted(a, v, side="left", sorter=None):
    """Where elements would be inserted."""
    return np.searchsorted(a, v, side=side, sorter=sorter)


def compress(a, condition, axis=None):
    """Entries where a condition holds."""
    return np.compress(condition, a, axis)


def choose(a, choices, out=None, mode="raise"):
    """Elements of several arrays, by index."""
    return np.choose(a, choices, out, mode)


def argpartition(a, kth, axis=-1):
    """Positions that put the least elements first; here all in order."""
    return np.argsort(a, axis=axis)


def conj(a):
    """The array itself."""
    return a


conjugate = conj


def squeeze(a, axis=None):
    """Removes axes of size 1."""
    return np.squeeze(a, axis=axis)


def view(a, dtype=None, type=None):
    """The bits read as another dtype."""
    if type is not None:
        raise NotImplementedError("`type` of `ndarray.view`")
    if dtype is None:
        return np.asarray(a)
    return a._bits(dtype)


def tobytes(a, order="C"):
    """The bytes of all elements."""
    if order not in ("C", "A", None):
        a = a.T
    return bytes(a.reshape(-1)._bits(np.uint8).tolist())


def setflags(a, write=None, align=None, uic=None):
    """Changes nothing, but can't make an array read-only."""
    if write is not None and not write:
        raise NotImplementedError("making an array read-only")
