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


def _reduced(a):
    # What pickle needs to make an array anew.
    is_fortran = a.flags.fnc
    state = (1, a.shape, a.dtype, is_fortran, a.tobytes("F" if is_fortran else "C"))
    return _reconstruct, (np.ndarray, (0,), b"b"), state


def _dump(a, file):
    # Writes an array's pickle to a file or to one of that name.
    if hasattr(file, "write"):
        file.write(a.dumps())
    else:
        with open(file, "wb") as opened:
            opened.write(a.dumps())


def _ufunc_reconstruct(module, name):
    import importlib

    return getattr(importlib.import_module(module), name)


def _frombuffer(buf, dtype, shape, order):
    return np.frombuffer(buf, dtype).reshape(shape, order=order)
