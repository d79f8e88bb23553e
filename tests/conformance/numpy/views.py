### view_sees_assignment
# source: NumPy 1.24
import numpy as np

a = np.arange(8)
b = a[2:6]
a[3] = 30
print(b)
b[0] = 20
print(a)
b += 1
print(a, b)
#> [ 2 30  4  5]
#> [ 0  1 20 30  4  5  6  7]
#> [ 0  1 21 31  5  6  6  7] [21 31  5  6]
### views_of_views
# source: NumPy 1.24
import numpy as np

a = np.arange(12).reshape(3, 4)
t = a.T
row = t[1]
row[...] = [7, 8, 9]
print(a)
a[2, 1] = 0
print(row, t[1])
t[0, 1:] = -1
print(a)
r = a[::-1, ::2]
r[0] = [50, 60]
print(a)
print(r)
#> [[ 0  7  2  3]
#>  [ 4  8  6  7]
#>  [ 8  9 10 11]]
#> [7 8 0] [7 8 0]
#> [[ 0  7  2  3]
#>  [-1  8  6  7]
#>  [-1  0 10 11]]
#> [[ 0  7  2  3]
#>  [-1  8  6  7]
#>  [50  0 60 11]]
#> [[50 60]
#>  [-1  6]
#>  [ 0  2]]
### views_in_containers_and_attributes
# source: NumPy 1.24
import numpy as np


class Box:
    pass


box = Box()
box.data = np.zeros(4)
parts = [box.data[:2], box.data[2:]]
for k, part in enumerate(parts):
    part[:] = k + 1
print(box.data)
box.data *= 10
print(parts[0], parts[1])
#> [1. 1. 2. 2.]
#> [10. 10.] [20. 20.]
### rows_of_a_loop
# source: NumPy 1.24
import numpy as np

a = np.ones((4, 3), int)
for k, row in enumerate(a):
    row *= k
print(a)
for column in a.T:
    column[0] = 9
print(a)
#> [[0 0 0]
#>  [1 1 1]
#>  [2 2 2]
#>  [3 3 3]]
#> [[9 9 9]
#>  [1 1 1]
#>  [2 2 2]
#>  [3 3 3]]
### copies_are_no_views
# source: NumPy 1.24
import numpy as np

a = np.arange(6).reshape(2, 3)
copies = [a.copy(), np.array(a), a.flatten(), a[[0, 1]], a[a > -1], a + 0, a.T.reshape(6), a.astype(int)]
a[...] = 0
print([bool(c.sum() > 0) for c in copies])
print(np.shares_memory(a, a.ravel()), np.shares_memory(a, a.T.ravel()), np.shares_memory(a, a.flatten()))
#> [True, True, True, True, True, True, True, True]
#> True False False
### reshape_is_a_view_where_memory_allows
# source: NumPy 1.24
import numpy as np

a = np.arange(12)
m = a.reshape(3, 4)
m[1, 1] = 99
print(a)
k = m[:, :2].reshape(6)
k[0] = -5
print(m[0, 0], k)
h = m.reshape(3, 2, 2)
h[2, 1, 1] = 77
print(a[-1])
#> [ 0  1  2  3  4 99  6  7  8  9 10 11]
#> 0 [-5  1  4 99  8  9]
#> 77
### overlap
# source: NumPy 1.24
import numpy as np

x = np.arange(10)
print(np.shares_memory(x[:5], x[5:]), np.shares_memory(x[::2], x[1::2]), np.shares_memory(x[::2], x[::3]))
print(np.may_share_memory(x[::2], x[1::2]), np.may_share_memory(x[:5], x[5:]), np.shares_memory(x, np.arange(10)))
x[1:] = x[:-1]
print(x)
#> False False True
#> True False False
#> [0 0 1 2 3 4 5 6 7 8]
### base_and_strides
# source: NumPy 1.24
import numpy as np

a = np.zeros((3, 4), np.float32)
print(a.base is None, a[1:].base is a, a.T.base is a, a[1:][0].base is a, (a + 1).base is None)
print(a.strides, a.T.strides, a[::2, ::-1].strides, a[None, 1].strides, a.reshape(2, 6).strides)
print(np.zeros((2, 3, 4), np.int16, order="F").strides, np.asfortranarray(a).strides, np.array(a.T).strides)
print(np.copy(a.T).strides, a.T.copy().strides, np.ascontiguousarray(a.T).strides, np.zeros_like(a.T).strides)
#> True True True True True
#> (16, 4) (4, 16) (32, -4) (0, 4) (24, 4)
#> (2, 4, 12) (4, 12) (4, 16)
#> (4, 16) (12, 4) (12, 4) (4, 16)
### flags
# source: NumPy 1.24
import numpy as np

a = np.zeros((3, 4))
for x in (a, a.T, a[:, :2], a[1], a[::2], np.zeros((3, 4), order="F"), np.zeros((1, 5)).T, np.zeros((0, 4))[::2]):
    f = x.flags
    print(f.c_contiguous, f["F"], f.owndata, f.writeable, f.fnc, f["FORC"])
print([line for line in str(a.flags).split("\n") if line])
#> True False True True False True
#> False True False True True True
#> False False False True False False
#> True True False True False True
#> False False False True False False
#> False True True True True True
#> True True False True False True
#> True True False True False True
#> ['  C_CONTIGUOUS : True', '  F_CONTIGUOUS : False', '  OWNDATA : True', '  WRITEABLE : True', '  ALIGNED : True', '  WRITEBACKIFCOPY : False']
### read_only
# source: NumPy 1.24
import numpy as np

a = np.arange(4)
a.flags.writeable = False
b = a[1:]
for change in (lambda: a.__setitem__(0, 1), lambda: b.fill(2), lambda: a.itemset(0, 3)):
    try:
        change()
    except ValueError as error:
        print(error)
try:
    b.flags.writeable = True
except ValueError as error:
    print(error)
a.setflags(write=True)
a[0] = 5
print(a)
#> assignment destination is read-only
#> assignment destination is read-only
#> assignment destination is read-only
#> cannot set WRITEABLE flag to True of this array
#> [5 1 2 3]
### shape_in_place
# source: NumPy 1.24
import numpy as np

a = np.arange(6)
b = a[::-1]
a.shape = (2, 3)
a[0, 0] = 42
print(a, b)
b[0] = 7
print(a)
#> [[42  1  2]
#>  [ 3  4  5]] [ 5  4  3  2  1 42]
#> [[42  1  2]
#>  [ 3  4  7]]
### whole_assignment_of_an_ellipsis
# source: NumPy 1.24
import numpy as np

s = np.array(5)
v = s[...]
v[...] = 6
print(s, v.ndim, np.arange(3)[1, ...].ndim)
#> 6 0 0
### views_to_read
# source: NumPy 1.24
import numpy as np

a = np.arange(12).reshape(3, 4)
d, e = a.diagonal(), np.diagonal(a.T, 1)
b = np.broadcast_to(a, (2, 3, 4))
row = np.broadcast_to(a[0], (2, 4))
m = np.diag(a[:, 1:])
a += 100
print(d, e, b.sum(), row, m)
a[0, 0] = -1
print(d, b[1, 0], row[1, 0], np.shares_memory(a, d), np.shares_memory(b, d), np.shares_memory(a, a + 0))
print(d.flags.writeable, b.flags.writeable, d.strides, b.strides, row.strides, b.flags.owndata, d.base is a.base, m.shape)
for f in (lambda: d.fill(1), lambda: b.sort(), lambda: np.add(b, 1, out=b), lambda: row.__setitem__(0, 5), lambda: np.copyto(b, 0)):
    try:
        f()
    except ValueError as error:
        print(type(error).__name__)
same = np.broadcast_to(a, (3, 4))
print(same is a, same.flags.writeable, a.flags.writeable, np.shares_memory(same, a))
c = np.arange(24).reshape(2, 3, 4)
f = c.diagonal(1, 0, 2)
c *= 10
print(f.tolist(), c.diagonal(5).shape, f.copy().flags.writeable)
#> [100 105 110] [104 109] 2532 [[100 101 102 103]
#>  [100 101 102 103]] [101 106 111]
#> [ -1 105 110] [ -1 101 102 103] -1 True True False
#> False False (40,) (0, 32, 8) (0, 8) False True (3,)
#> ValueError
#> ValueError
#> ValueError
#> ValueError
#> ValueError
#> False False True True
#> [[10, 140], [50, 180], [90, 220]] (4, 0) True
### sizes_changed_in_place
# source: NumPy 1.24 (what random programs found)
import numpy as np
def told(array, *shape):
    try:
        array.resize(*shape)
        print(array.tolist())
    except Exception as error:
        print(type(error).__name__, error)
told(np.arange(6).reshape(2, 3).copy(), 3, 2)
told(np.arange(6)[::2], 3)
told(np.arange(6)[::-1], 6)
told(np.asfortranarray(np.arange(6).reshape(2, 3)), 3, 2)
told(np.asfortranarray(np.arange(6).reshape(2, 3)), 6)
told(np.asfortranarray(np.arange(6).reshape(2, 3)), 2, 2)
told(np.asfortranarray(np.arange(6).reshape(2, 3)), 2, 4)
for kind in (np.float32, np.float64, np.uint64, np.int8, np.bool_):
    try:
        print(np.bincount(np.array([1, 0, 1]).astype(kind)))
    except Exception as error:
        print(type(error).__name__, error)
print(np.spacing(np.array([1, 2], np.int8)).dtype, np.spacing(np.array([1.0]), where=np.array([False]), out=np.zeros(1)), np.spacing(np.array([1, 2]), dtype=np.float32))
print(np.logical_or.accumulate(np.zeros(0, np.uint16)), np.logical_xor.accumulate(np.array([2, 0, 3])))
#> [[0, 1], [2, 3], [4, 5]]
#> ValueError resize only works on single-segment arrays
#> ValueError resize only works on single-segment arrays
#> [[0, 4], [3, 2], [1, 5]]
#> [0, 3, 1, 4, 2, 5]
#> [[0, 1], [3, 4]]
#> [[0, 1, 2, 0], [3, 4, 5, 0]]
#> TypeError Cannot cast array data from dtype('float32') to dtype('int64') according to the rule 'safe'
#> TypeError Cannot cast array data from dtype('float64') to dtype('int64') according to the rule 'safe'
#> TypeError Cannot cast array data from dtype('uint64') to dtype('int64') according to the rule 'safe'
#> [1 2]
#> [1 2]
#> float16 [0.] [1.1920929e-07 2.3841858e-07]
#> [] [ True  True False]
### an_ellipsis_for_no_axes_parts_indices
# source: NumPy 1.24: an ellipsis between index arrays parts them, also where it stands for no axes
import numpy as np
x = np.arange(24).reshape(2, 3, 4)
print(x[:, -2, ..., [1, 1, -1]].tolist(), x[..., 1, [0, 1]].shape, x[1, ..., [0, 2], :].shape, x[0, [1, 2], ...].shape)
print(x[[0, 1], ..., [0, 1], [2, 3]].shape, x[:, [0, 1], ..., [2, 3]].shape, x[:, [0, 1], [2, 3]].shape)
print(x[:, None, [0, 1], ..., [2, 3]].shape, x[..., [0, 1], [2, 3]].shape, x[:, [0, 1], None, [2, 3]].shape)
x[:, 1, ..., [0, 3]] = [[-1, -2], [-3, -4]]
print(x[:, 1].tolist())
#> [[5, 17], [5, 17], [7, 19]] (2, 2) (2, 4) (2, 4)
#> (2,) (2, 2) (2, 2)
#> (2, 2, 1) (2, 2) (2, 2, 1)
#> [[-1, 5, 6, -3], [-2, 17, 18, -4]]
### what_is_read_only
# source: NumPy 1.24
import numpy as np
x = np.arange(6)
np.put(x, [], [1])
print(x)
x.flags.writeable = False
m = x > 99
calls = [
    lambda: np.place(x, m, [1]),
    lambda: np.putmask(x, m, [1]),
    lambda: np.put(x, [], [1]),
    lambda: np.copyto(x, 1, where=m),
    lambda: np.place(np.broadcast_to(np.arange(3), (2, 3)), m.reshape(2, 3), []),
    lambda: np.put_along_axis(x, np.array([], int), 1, 0),
]
for call in calls:
    try:
        print(call())
    except ValueError as error:
        print(error)
#> [0 1 2 3 4 5]
#> WRITEBACKIFCOPY base is read-only
#> putmask: output array is read-only
#> put: output array is read-only
#> assignment destination is read-only
#> WRITEBACKIFCOPY base is read-only
#> assignment destination is read-only
### einsum_of_one_operand_is_a_view
# source: numpy.einsum: axes in another order and diagonals are views that may be written to
import numpy as np
a = np.arange(6.0).reshape(2, 3)
v = np.einsum("ij->ji", a); v[0, 1] = 77; print(a, v.strides, v.flags.writeable)
z = np.zeros((3, 3)); np.einsum("ii->i", z)[:] = [1, 2, 3]; print(z)
t = np.arange(24).reshape(2, 3, 2, 2)
d = np.einsum("ijkk->kij", t); d[1, 0, 0] = -5; d[0] += 100; print(t.tolist(), d.strides, np.shares_memory(d, t))
q = np.zeros((2, 2, 2)); e = np.einsum("iii->i", q); e += [1, 2]; print(q.tolist(), e.tolist())
for s, x in [("ij", a), ("ij->i", a), ("i...->...i", a), ("ij->", a), ("i", a[0]), ("...", a)]:
    print(s, np.shares_memory(np.einsum(s, x), x))
r = np.arange(3); r.flags.writeable = False; print(np.einsum("i->i", r).flags.writeable)
z[0, 0] = 50; print(np.einsum("ii->i", z), np.einsum("ii", z))
#> [[ 0.  1.  2.]
#>  [77.  4.  5.]] (8, 24) True
#> [[1. 0. 0.]
#>  [0. 2. 0.]
#>  [0. 0. 3.]]
#> [[[[100, 1], [2, -5]], [[104, 5], [6, 7]], [[108, 9], [10, 11]]], [[[112, 13], [14, 15]], [[116, 17], [18, 19]], [[120, 21], [22, 23]]]] (24, 96, 32) True
#> [[[1.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 2.0]]] [1.0, 2.0]
#> ij True
#> ij->i False
#> i...->...i True
#> ij-> False
#> i True
#> ... True
#> False
#> [50.  2.  3.] 55.0
### meshgrid_without_copies
# source: numpy.meshgrid: copy=False gives views, copy=True never does
import numpy as np
a = np.arange(3.0)
x, y = np.meshgrid(a, [3.0, 4.0], copy=False); print(x.tolist(), y.tolist(), x.strides, y.strides)
a[1] = 9; print(x.tolist())
x, y = np.meshgrid(a, [3.0, 4.0], copy=False, sparse=True); x[0, 0] = 5; print(a, np.shares_memory(x, a))
x, y = np.meshgrid(a, [3.0, 4.0], sparse=True); x[0, 0] = 8; print(a, np.shares_memory(x, a))
x, y = np.meshgrid(a, [3.0, 4.0], indexing="ij"); x[0, 0] = 8; print(a, x.tolist(), x.strides)
(x,) = np.meshgrid(a); x[0] = 8; print(a)
#> [[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]] [[3.0, 3.0, 3.0], [4.0, 4.0, 4.0]] (0, 8) (8, 0)
#> [[0.0, 9.0, 2.0], [0.0, 9.0, 2.0]]
#> [5. 9. 2.] True
#> [5. 9. 2.] False
#> [5. 9. 2.] [[8.0, 5.0], [9.0, 9.0], [2.0, 2.0]] (16, 8)
#> [5. 9. 2.]
