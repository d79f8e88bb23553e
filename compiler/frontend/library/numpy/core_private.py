# SPDX-License-Identifier: Apache-2.0
# module: numpy.core numpy.core.multiarray numpy.core._internal numpy._core.multiarray numpy.core.numeric
"""What pickles of arrays and of NumPy's functions name."""

import numpy as np

_shown = ("_reconstruct", "_ufunc_reconstruct", "_frombuffer")


class _Unfinished:
    # An array of a pickle before its state is read: pickle.py puts what `_complete` gives in its place.
    def __init__(self, cls):
        self.cls = cls

    def _complete(self, state):
        shape, dtype, is_fortran, data = state[-4:]
        if isinstance(data, list):
            line = np.empty(len(data), dtype)
            for k, item in enumerate(data):
                line[k] = item
        else:
            line = np.frombuffer(data.encode("latin1") if isinstance(data, str) else data, dtype)
        line = line if line.dtype.isnative else line.astype(line.dtype.newbyteorder("="))
        made = np.array(line.reshape(shape, order="F" if is_fortran else "C"))
        return made if self.cls is np.ndarray else made.view(self.cls)


def _reconstruct(subtype, shape, dtype):
    return _Unfinished(subtype)


def _ufunc_reconstruct(module, name):
    import importlib

    return getattr(importlib.import_module(module), name)


def _frombuffer(buf, dtype, shape, order):
    return np.frombuffer(buf, dtype).reshape(shape, order=order)
