### booleans_without_axes
# source: NumPy 1.24
import numpy as np

a = np.arange(6).reshape(2, 3)
print(a[True].shape, a[False].shape, a[np.True_, 1].tolist(), a[..., True].shape, a[None, False].shape, a[0, True].tolist())
a[False] = 9
print(a.tolist())
a[True, 0] = 7
print(a.tolist())
s = np.array(3)
s[s > 2] = 8
print(s, s[True], s[False].shape)
#> (1, 2, 3) (0, 2, 3) [[3, 4, 5]] (2, 3, 1) (1, 0, 2, 3) [[0, 1, 2]]
#> [[0, 1, 2], [3, 4, 5]]
#> [[7, 7, 7], [3, 4, 5]]
#> 8 [8] (0,)
### errors_of_keys
# source: NumPy 1.24
import numpy as np

a = np.arange(6).reshape(2, 3)
for key in (1.0, "x", (0, 1.5), (0, 0, 0), (..., ...), np.array([0.5]), [5], (slice(None), 7), -3, np.int64(4)):
    try:
        print(a[key])
    except IndexError as error:
        print(error)
#> only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices
#> only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices
#> only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices
#> too many indices for array: array is 2-dimensional, but 3 were indexed
#> an index can only have a single ellipsis ('...')
#> arrays used as indices must be of integer (or boolean) type
#> index 5 is out of bounds for axis 0 with size 2
#> index 7 is out of bounds for axis 1 with size 3
#> index -3 is out of bounds for axis 0 with size 2
#> index 4 is out of bounds for axis 0 with size 2
### keys_of_other_kinds
# source: NumPy 1.24
import numpy as np


class Two:
    def __index__(self):
        return 2


a = np.arange(12).reshape(3, 4)
print(a[Two()].tolist(), a[(0, 1), (2, 3)].tolist(), a[range(2), [1, 0]].tolist(), a[[]].shape, a[:, Two()].tolist())
#> [8, 9, 10, 11] [2, 7] [1, 4] (0, 4) [2, 6, 10]
### assignments_that_do_not_fit
# source: NumPy 1.24
import numpy as np

a = np.zeros((2, 3))
a[...] = np.ones((1, 1, 2, 3))
a[[0, 1]] = np.full((1, 2, 3), 2.0)
print(a.tolist())
for key, value in ((0, [1, 2]), (slice(None), np.ones((3, 2)))):
    try:
        a[key] = value
    except ValueError as error:
        print(error)
#> [[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]
#> could not broadcast input array from shape (2,) into shape (3,)
#> could not broadcast input array from shape (3,2) into shape (2,3)
### methods_of_operators
# source: NumPy 1.24
import numpy as np

a = np.arange(4)
print(a.__add__(1), a.__rsub__(10), a.__getitem__(2), a.__len__(), a.__contains__(3), a.__eq__(2), a.__neg__())
a.__setitem__(slice(2), 7)
print(a, np.ndarray.__getitem__(a, 0))
#> [1 2 3 4] [10  9  8  7] 2 4 True [False False  True False] [ 0 -1 -2 -3]
#> [7 7 2 3] 7
### axis_errors
# source: NumPy 1.24
import numpy as np

a = np.zeros((2, 3))
for f in (lambda: np.sum(a, axis=2), lambda: a.max(axis=-3), lambda: np.expand_dims(a, 5), lambda: np.flip(a, 4), lambda: np.concatenate([a, a], axis=3)):
    try:
        f()
    except np.AxisError as error:
        print(type(error).__name__, isinstance(error, ValueError), isinstance(error, IndexError), error)
#> AxisError True True axis 2 is out of bounds for array of dimension 2
#> AxisError True True axis -3 is out of bounds for array of dimension 2
#> AxisError True True axis 5 is out of bounds for array of dimension 3
#> AxisError True True axis 4 is out of bounds for array of dimension 2
#> AxisError True True axis 3 is out of bounds for array of dimension 2
