# SPDX-License-Identifier: Apache-2.0
# module: numpy.core._buffers
"""`memoryview` of an array: its elements with their format, shape and strides."""

import numpy as np


def _format_of(dtype):
    code = dtype.char
    if dtype.kind == "c":
        code = {"F": "Zf", "D": "Zd"}[code]
    return code if dtype.isnative else ">" + {"l": "q", "L": "Q"}.get(code, code)


class ArrayMemory(memoryview):
    """The memory of an array."""

    def __init__(self, array):
        self._array, self._released = array, False

    def _shown(self):
        if self._released:
            raise ValueError("operation forbidden on released memoryview object")
        return self._array

    obj = property(lambda self: self._shown())
    readonly = property(lambda self: not self._shown().flags.writeable)
    format = property(lambda self: _format_of(self._shown().dtype))
    itemsize = property(lambda self: self._shown().itemsize)
    ndim = property(lambda self: self._shown().ndim)
    shape = property(lambda self: self._shown().shape)
    strides = property(lambda self: self._shown().strides)
    nbytes = property(lambda self: self._shown().nbytes)
    c_contiguous = property(lambda self: self._shown().flags.c_contiguous)
    f_contiguous = property(lambda self: self._shown().flags.f_contiguous)
    contiguous = property(lambda self: self._shown().flags.forc)

    def __array__(self, dtype=None):
        return self._shown().view() if dtype is None else self._shown().astype(dtype)

    def __len__(self):
        return len(self._shown()) if self.ndim else 1

    def __getitem__(self, key):
        found = self._shown()[key]
        if isinstance(found, np.generic) or found.ndim == 0:
            return found.item()
        if not isinstance(key, slice) and key is not ...:
            raise NotImplementedError("a sub-view of a `memoryview` of several axes")
        return ArrayMemory(found)

    def __setitem__(self, key, value):
        if self.readonly:
            raise TypeError("cannot modify read-only memory")
        self._shown()[key] = np.asarray(value)

    def __iter__(self):
        return iter(self.tolist())

    def __eq__(self, other):
        return self.tolist() == other.tolist() if isinstance(other, memoryview) else NotImplemented

    def __hash__(self):
        if not self.readonly:
            raise ValueError("cannot hash writable memoryview object")
        return hash(self.tobytes())

    def tobytes(self, order="C"):
        """The bytes, copied."""
        return self._shown().tobytes("C" if order is None else order)

    def tolist(self):
        """The elements as nested lists."""
        return self._shown().tolist()

    def toreadonly(self):
        """The same, which can't be changed."""
        array = self._shown().view()
        array.flags.writeable = False
        return ArrayMemory(array)

    def cast(self, format, shape=None):
        """The same bytes as elements of another format."""
        array = np.frombuffer(self.tobytes(), np.dtype(format.lstrip("@")))
        return ArrayMemory(array if shape is None else array.reshape(shape))
