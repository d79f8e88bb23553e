### making_arrays_of_objects
# source: NumPy 1.24
import numpy as np

a = np.array([1, None, "x", [1, 2]], dtype=object)
print(a, a.shape, a.dtype, a.dtype.kind, a.dtype == object, isinstance(a, np.ndarray), type(a) is np.ndarray)
print(repr(a))
print(np.array([None, 2]).dtype, np.array([[1, 2], [3]], dtype=object).shape, np.array([2**70, 1]).dtype)
print(np.empty(2, object), np.zeros(2, object), np.ones(2, "O"), np.full((2, 2), None))
print(np.zeros_like(a), np.empty_like(a), np.full_like(a, "y"))
print(np.arange(3).astype(object).tolist(), np.array([1.5, 2], object).astype(int), np.asarray(a) is a)
try:
    np.array([[1, 2], [3]])
except ValueError as error:
    print(error)
try:
    np.array(["x"], object).astype(float)
except ValueError as error:
    print(error)
print(a.tolist(), a.item(2), a[3], a.size, a.itemsize, a.nbytes, a.strides)
#> [1 None 'x' list([1, 2])] (4,) object O True True True
#> array([1, None, 'x', list([1, 2])], dtype=object)
#> object (2,) object
#> [None None] [0 0] [1 1] [[None None]
#>  [None None]]
#> [0 0 0 0] [None None None None] ['y' 'y' 'y' 'y']
#> [0, 1, 2] [1 2] True
#> setting an array element with a sequence. The requested array has an inhomogeneous shape after 1 dimensions. The detected shape was (2,) + inhomogeneous part.
#> could not convert string to float: 'x'
#> [1, None, 'x', [1, 2]] x [1, 2] 4 8 32 (8,)
### views_of_objects_share_their_memory
# source: NumPy 1.24
import numpy as np

a = np.array([[1, 2, 3], [4, 5, 6]], dtype=object)
b, c, d = a[:, ::2], a.T, a.reshape(-1)
b[0, 1] = "seen"
print(a.tolist(), c.tolist(), d.tolist())
d[-1] = None
print(a[1, 2], b[1, 1], c[2, 1], b.base is a, np.shares_memory(a, c), a.flags.owndata, b.flags.owndata)
e = a[[0, 1]]
e[0, 0] = "a copy"
print(a[0, 0], e.base is None, a.copy().base is None, c.flags.f_contiguous, b.flags.c_contiguous)
a[a == 2] = 20
a[:, 0] = 0
print(a.tolist())
row = a[1, :2]
row += 1
print(a.tolist())
row.flags.writeable = False
try:
    row[0] = 1
except ValueError as error:
    print(error)
for k, x in enumerate(a.flat):
    a.flat[k] = k
print(a.tolist(), list(a.ravel()), a[0, ...].tolist(), a[None].shape)
#> [[1, 2, 'seen'], [4, 5, 6]] [[1, 4], [2, 5], ['seen', 6]] [1, 2, 'seen', 4, 5, 6]
#> None None None True True True False
#> 1 True True True False
#> [[0, 20, 'seen'], [0, 5, None]]
#> [[0, 20, 'seen'], [1, 6, None]]
#> assignment destination is read-only
#> [[0, 1, 2], [3, 4, 5]] [0, 1, 2, 3, 4, 5] [0, 1, 2] (1, 2, 3)
### operators_on_objects_are_pythons
# source: NumPy 1.24
from fractions import Fraction

import numpy as np

a = np.array([1, Fraction(1, 2), 2.5], dtype=object)
print((a + a).tolist(), (2 * a).tolist(), (a**2).tolist(), (-a).tolist(), abs(a).tolist())
print((a > 1).dtype, (a > 1).tolist(), (a == a).all(), (a == None).tolist())
print(np.array(["a", [1]], dtype=object) * 2, np.add(np.array(["x"], object), "y"))
b = np.array([3, 4])
print((b + a[:2]).tolist(), (a[:2] - b).tolist(), np.maximum(a, 2).tolist())
print(np.logical_and(np.array([0, 3, None], object), 5).tolist(), np.logical_not(np.array([0, "x"], object)).tolist())
print(np.sqrt(np.array([Fraction(1)], object).astype(float)))
try:
    np.sin(np.array([1, 2], object))
except TypeError as error:
    print(error)
try:
    np.array([1, "a"], dtype=object) + 1
except TypeError as error:
    print(error)
out = np.zeros(3, object)
print(np.multiply(a, 3, out=out) is out, out.tolist())
try:
    np.add(a, 1, out=np.zeros(3, int))
except TypeError as error:
    print(error)
#> [2, Fraction(1, 1), 5.0] [2, Fraction(1, 1), 5.0] [1, Fraction(1, 4), 6.25] [-1, Fraction(-1, 2), -2.5] [1, Fraction(1, 2), 2.5]
#> bool [False, False, True] True [False, False, False]
#> ['aa' list([1, 1])] ['xy']
#> [4, Fraction(9, 2)] [-2, Fraction(-7, 2)] [2, 2, 2.5]
#> [0, 5, None] [True, False]
#> [1.]
#> loop of ufunc does not support argument 0 of type int which has no callable sin method
#> can only concatenate str (not "int") to str
#> True [3, Fraction(3, 2), 7.5]
#> Cannot cast ufunc 'add' output from dtype('O') to dtype('int64') with casting rule 'same_kind'
### reductions_of_objects
# source: NumPy 1.24
import numpy as np

a = np.array([[1, 2], [3, 4]], dtype=object)
print(a.sum(), a.sum(axis=0).tolist(), a.prod(), a.max(axis=1).tolist(), a.min(), np.cumsum(a).tolist())
print(np.array(["a", "b"], object).sum(), np.add.reduce(a).tolist(), np.multiply.accumulate(a, axis=1).tolist())
print(np.any(np.array([0, None, 3], object)), np.all(np.array([1, "x"], object)), a.mean(), a.argmax(), a.argmin(axis=1))
print((a @ a).tolist(), a.dot([1, 2]).tolist(), np.dot(a[0], a[1]), np.outer(a[0], a[1]).tolist(), a.trace())
print(np.subtract.outer(a[0], a[1]).tolist(), a.sum(keepdims=True).shape, np.zeros(0, object).sum())
try:
    np.zeros(0, object).max()
except ValueError as error:
    print(error)
print(np.count_nonzero(np.array([0, 1, None, "x"], object)), np.nonzero(np.array([0, 1, None, "x"], object)))
#> 10 [4, 6] 24 [2, 4] 1 [1, 3, 6, 10]
#> ab [4, 6] [[1, 2], [3, 12]]
#> 3 x 2.5 3 [0 0]
#> [[7, 10], [15, 22]] [5, 11] 11 [[3, 4], [6, 8]] 5
#> [[-2, -3], [-1, -2]] (1, 1) 0
#> zero-size array to reduction operation maximum which has no identity
#> 2 (array([1, 3]),)
### shapes_of_objects
# source: NumPy 1.24
import numpy as np

a = np.array([3, 1, 2], dtype=object)
print(np.sort(a), np.argsort(a), np.unique(np.array([2, 1, 2], object)), np.searchsorted(np.sort(a), 2))
print(np.concatenate([a, a[:1]]), np.stack([a, a]).shape, np.hstack([a, ["x"]]), np.vstack((a, a)).tolist())
print(np.repeat(a, 2), np.tile(a, 2), a.take([0, 2]), np.roll(a, 1), np.flip(a), np.where(a > 1, a, None))
print(np.choose([0, 1, 0], [a, a * 10]), np.diag(a).tolist(), np.append(a, [None]), np.delete(a, 0))
print(np.split(a, 3)[1], a.reshape(3, 1).swapaxes(0, 1).shape, np.broadcast_to(a, (2, 3)).tolist(), a.compress([True, False, True]))
a.put([0, 1], ["p", "q"])
np.putmask(a, np.array([False, False, True]), "m")
print(a, a[np.array([True, False, True])], a[[2, 0]])
a.fill(7)
a.resize(4)
print(a)
try:
    a[4]
except IndexError as error:
    print(error)
try:
    a["x"]
except IndexError as error:
    print(error)
try:
    a[:] = [1, 2]
except ValueError as error:
    print(error)
#> [1 2 3] [1 2 0] [1 2] 1
#> [3 1 2 3] (2, 3) [3 1 2 'x'] [[3, 1, 2], [3, 1, 2]]
#> [3 3 1 1 2 2] [3 1 2 3 1 2] [3 2] [2 3 1] [2 1 3] [3 None 2]
#> [3 10 2] [[3, 0, 0], [0, 1, 0], [0, 0, 2]] [3 1 2 None] [1 2]
#> [1] (1, 3) [[3, 1, 2], [3, 1, 2]] [3 2]
#> ['p' 'q' 'm'] ['p' 'm'] ['m' 'p']
#> [7 7 7 0]
#> index 4 is out of bounds for axis 0 with size 4
#> only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices
#> could not broadcast input array from shape (2,) into shape (4,)
### functions_of_pythons_as_elementwise_ones
# source: NumPy 1.24
import numpy as np

add = np.frompyfunc(lambda x, y: x + y, 2, 1)
print(add([1, 2], 3), add.nin, add.nout, add.reduce([1, 2, 3]), add.accumulate([1, 2, 3]), add.outer([1, 2], [3, 4]).tolist())
split = np.frompyfunc(lambda x: (x, str(x)), 1, 2)
print(split([1, 2]))
print(np.vectorize(lambda x: "n" if x else None)([0, 1]), np.frompyfunc(len, 1, 1)("abc"))
#> [4 5] 2 1 6 [1 3 6] [[4, 5], [5, 6]]
#> (array([1, 2], dtype=object), array(['1', '2'], dtype=object))
#> [None 'n'] 3
