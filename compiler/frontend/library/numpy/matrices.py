# SPDX-License-Identifier: Apache-2.0
# module: numpy.matrixlib
"""`np.matrix`: arrays with two axes always, whose product is that of matrices."""

import numpy as np


def _rows_of(text):
    # "1 2; 3 4"
    rows = []
    for line in text.replace("[", "").replace("]", "").split(";"):
        rows.append([_number(word) for word in line.replace(",", " ").split()])
        if len(rows[-1]) != len(rows[0]):
            raise ValueError("Rows not the same size.")
    return rows


def _number(word):
    for kind in (int, float, complex):
        try:
            return kind(word)
        except ValueError:
            continue
    raise ValueError(f"malformed node or string: {word!r}")


class matrix(np.ndarray):
    """An array with two axes, whose product is that of matrices."""

    __array_priority__ = 10.0

    def __new__(subtype, data, dtype=None, copy=True):
        if isinstance(data, matrix) and not copy and (dtype is None or np.dtype(dtype) == data.dtype):
            return data
        array = np.array(_rows_of(data) if isinstance(data, str) else data, dtype=dtype)
        if array.ndim > 2:
            raise ValueError("matrix must be 2-dimensional")
        return subtype._as_class(array.reshape((1,) * (2 - array.ndim) + array.shape))

    def __array_finalize__(self, obj):
        array = self._array
        if array.ndim == 2:
            return
        if array.ndim > 2:
            shape = tuple([n for n in array.shape if n > 1])
            if len(shape) > 2:
                raise ValueError("shape too large to be a matrix.")
            self._hold(array.reshape((1,) * (2 - len(shape)) + shape))
        else:
            self._hold(array.reshape((1,) * (2 - array.ndim) + array.shape))

    def __getitem__(self, key):
        found = self.view(np.ndarray)[key]
        if isinstance(found, np.generic) or found.ndim == 0:
            return found
        if found.ndim == 1:
            rows = key[0] if isinstance(key, tuple) else key
            is_column = isinstance(key, tuple) and len(key) > 1 and hasattr(key[1], "__index__")
            found = found.reshape(-1, 1) if is_column and not hasattr(rows, "__index__") else found.reshape(1, -1)
        return type(self)._as_class(found)

    def __mul__(self, other):
        if isinstance(other, (np.ndarray, list, tuple)):
            return np.dot(self, asmatrix(other))
        if isinstance(other, (int, float, complex, np.generic)) or not hasattr(other, "__rmul__"):
            return np.multiply(self, other)
        return NotImplemented

    def __rmul__(self, other):
        if isinstance(other, (int, float, complex, np.generic)):
            return np.multiply(other, self)
        return np.dot(asmatrix(other), self)

    def __imul__(self, other):
        self[:] = self * other
        return self

    def __pow__(self, other):
        return asmatrix(np.linalg.matrix_power(self.A, other))

    def tolist(self):
        """The elements as nested lists."""
        return self.A.tolist()

    def flatten(self, order="C"):
        """The elements in one row."""
        return asmatrix(self.A.flatten(order))

    ravel = flatten

    def getA(self):
        """The elements as an array."""
        return self.view(np.ndarray)

    def getA1(self):
        """The elements as an array in a row."""
        return self.A.ravel()

    def getT(self):
        """The transposed matrix."""
        return asmatrix(self.A.T)

    def getH(self):
        """The conjugate transposed matrix."""
        return asmatrix(self.A.T.conj())

    def getI(self):
        """The inverse."""
        return asmatrix(np.linalg.inv(self.A))

    A, A1, T, H, I = property(getA), property(getA1), property(getT), property(getH), property(getI)


def _reduction(name):
    def method(self, axis=None, *args, **kwargs):
        result = getattr(self.A, name)(axis, *args, **kwargs)
        if axis is None:
            return result
        return asmatrix(result if axis in (0, -2) else np.asarray(result).reshape(-1, 1))

    method.__name__ = name
    return method


for _name in "sum mean std var prod any all max min argmax argmin ptp".split():
    setattr(matrix, _name, _reduction(_name))


def asmatrix(data, dtype=None):
    """A matrix of the same elements."""
    return matrix(data, dtype=dtype, copy=False)


mat = asmatrix


def bmat(obj, ldict=None, gdict=None):
    """A matrix of blocks."""
    if isinstance(obj, str):
        raise NotImplementedError("a text in `np.bmat`")
    return asmatrix(np.block(obj))
