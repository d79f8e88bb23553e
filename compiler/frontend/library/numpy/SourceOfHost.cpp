// SPDX-License-Identifier: Apache-2.0
// Bodies of what only `numpy` has, in Python: functions that change an array in place; see NumpySource.h.
#include "compiler/frontend/library/numpy/NumpySource.h"

const char tessera::frontend::library::sourceOfHost[] = R"py(
def set_shape(a, shape):
    a._rebind(a.reshape(shape))

def set_flat(a, value):
    value = np.asarray(value)
    a[...] = value if value.ndim == 0 else resize(value, a.size).reshape(a.shape)

def put(a, ind, v, mode='raise'):
    at = np.asarray(ind).reshape(-1)
    n = a.size
    if mode == 'wrap':
        at = at % n
    elif mode == 'clip':
        at = np.clip(at, 0, n - 1)
    elif bool(np.any((at < -n) | (at >= n))):
        raise IndexError(f"index out of bounds for array with size {n}")
    at = np.where(at < 0, at + n, at)
    values = resize(np.asarray(v).astype(a.dtype), at.shape[0])
    flat = a.reshape(-1).copy()
    flat[at] = values
    a[...] = flat.reshape(a.shape)

def fill_diagonal(a, val, wrap=False):
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    indices = fill_indices(a, wrap)
    val = np.asarray(val)
    a[indices] = val if val.ndim == 0 else resize(val, indices[0].shape[0])

def copyto(dst, src, casting='same_kind', where=True):
    src = np.broadcast_to(np.asarray(src), dst.shape)
    dst[...] = src if where is True else np.where(where, src.astype(dst.dtype), dst)

def place(arr, mask, vals):
    at = np.flatnonzero(np.asarray(mask).reshape(-1))
    flat = arr.reshape(-1).copy()
    flat[at] = resize(np.asarray(vals).astype(arr.dtype), at.shape[0])
    arr[...] = flat.reshape(arr.shape)

def putmask(a, mask, values):
    values = resize(np.asarray(values).astype(a.dtype), a.shape)
    a[...] = np.where(mask, values, a)

def ndenumerate(arr):
    arr = np.asarray(arr)
    flat = arr.reshape(-1)
    for k, index in enumerate(ndindex((arr.shape,))):
        yield index, flat[k]

def ndindex(shape):
    if len(shape) == 1 and isinstance(shape[0], tuple):
        shape = shape[0]
    from itertools import product
    return product(*[range(n) for n in shape])
)py";
