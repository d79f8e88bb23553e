# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.complex jax.numpy.complex numpy.items
"""What the arrays that are objects of Python share, whatever their elements are: axes, iteration, truth, text.

A text that has such arrays has `asarray`, `_truths` (where elements are not zero), and of an array `_repr` and `_str`.
"""


class _ArrayInPython:
    """An array that tells `shape`, `ndim`, `size`; `_moved(f)` is a function of shapes done to what it is made of."""

    _isTensor = False
    __array_priority__ = 0.0

    @property
    def __class__(self):
        return np.ndarray

    @property
    def T(self):
        return self._moved(lambda part: part.T)

    @property
    def mT(self):
        return self._moved(lambda part: part.mT)

    def __len__(self):
        if self.ndim == 0:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d array")
        return iter([self[k] for k in range(len(self))])

    def _refuse_several(self):
        if self.size != 1:
            raise ValueError(
                "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"
            )

    def __copy__(self):
        return self.copy()

    def __repr__(self):
        return _repr(self)

    def __str__(self):
        return _str(self)

    def _formatted(self, spec):
        # The text of the only element.
        return format(self.item(), spec)

    def __format__(self, spec):
        if self.ndim == 0:
            return self._formatted(spec)
        if spec:
            raise TypeError("unsupported format string passed to numpy.ndarray.__format__")
        return _str(self)


def shape(a):
    return asarray(a).shape


def ndim(a):
    return asarray(a).ndim


def size(a, axis=None):
    return asarray(a).size if axis is None else asarray(a).shape[axis]


def nonzero(a, **options):
    return np.nonzero(_truths(asarray(a)), **options)


def flatnonzero(a, **options):
    return np.flatnonzero(_truths(asarray(a)), **options)


def argwhere(a, **options):
    return np.argwhere(_truths(asarray(a)), **options)
