### sorts_by_position
# source: NumPy 1.24
import numpy as np

a = np.array([[3, 1, 2], [9, 7, 8]])
print(np.sort(a, 1, "stable").tolist(), np.argsort(a, -1, "quicksort").tolist(), a.argsort(0, "heapsort").tolist())
print(np.sort(a, axis=None, kind="mergesort"), np.partition(a, 1, 1, "introselect").tolist(), np.argpartition(a, 1, 1, "introselect")[:, 0])
for call in (lambda: np.sort(a, 1, "odd"), lambda: np.sort(a, 1, None, "x"), lambda: np.argsort(a, order="x")):
    try:
        call()
    except ValueError as error:
        print("ValueError")
#> [[1, 2, 3], [7, 8, 9]] [[1, 2, 0], [1, 2, 0]] [[0, 0, 0], [1, 1, 1]]
#> [1 2 3 7 8 9] [[1, 2, 3], [7, 8, 9]] [1 1]
#> ValueError
#> ValueError
#> ValueError
### dtypes_of_joins
# source: NumPy 1.24
import numpy as np

a, b = np.array([1, 2]), np.array([3.5, 4.5])
for function in (np.concatenate, np.stack, np.vstack, np.hstack):
    x = function([a, a], dtype=np.float32)
    y = function([a, b], dtype=int, casting="unsafe")
    print(x.dtype, x.tolist(), y.dtype, y.tolist())
    try:
        function([a, b], dtype=int)
    except TypeError as error:
        print(error)
#> float32 [1.0, 2.0, 1.0, 2.0] int64 [1, 2, 3, 4]
#> Cannot cast array data from dtype('float64') to dtype('int64') according to the rule 'same_kind'
#> float32 [[1.0, 2.0], [1.0, 2.0]] int64 [[1, 2], [3, 4]]
#> Cannot cast array data from dtype('float64') to dtype('int64') according to the rule 'same_kind'
#> float32 [[1.0, 2.0], [1.0, 2.0]] int64 [[1, 2], [3, 4]]
#> Cannot cast array data from dtype('float64') to dtype('int64') according to the rule 'same_kind'
#> float32 [1.0, 2.0, 1.0, 2.0] int64 [1, 2, 3, 4]
#> Cannot cast array data from dtype('float64') to dtype('int64') according to the rule 'same_kind'
### einsum_as_it_is_asked_for
# source: NumPy 1.24
import numpy as np

a = np.arange(6).reshape(2, 3)
x = np.einsum("ij,ij->ij", a, a, dtype=np.float32, casting="unsafe")
print(x.dtype, x.tolist(), np.einsum("ij->j", a, dtype=float))
y = np.einsum("ij,ij->ij", a, a, order="F")
print(y.flags.f_contiguous, y.tolist(), np.einsum("ij,jk", a, a.T, optimize=True, order="C").tolist())
try:
    np.einsum("ij->j", a * 0.5, dtype=int)
except TypeError:
    print("TypeError")
#> float32 [[0.0, 1.0, 4.0], [9.0, 16.0, 25.0]] [3. 5. 7.]
#> True [[0, 1, 4], [9, 16, 25]] [[5, 14], [14, 50]]
#> TypeError
### names_and_places_of_arguments
# source: NumPy 1.24
import numpy as np

a = np.array([[1.0, 2.0], [3.0, 4.0]])
print(np.reshape(a, newshape=(4,)), np.broadcast_to(array=a[0], shape=(2, 2), subok=True).tolist())
print(np.choose(a=[0, 1], choices=[[1, 2], [3, 4]]), np.broadcast_arrays(a[0], 1, subok=True)[1])
print(np.histogram([1, 2, 2, 3], 2, None, True), np.histogram([1, 2, 2, 3], 2, weights=[1, 2, 3, 4])[0])
print(np.quantile(a, 0.4, interpolation="lower"), np.percentile(a, 40, interpolation="higher"))
print(np.isneginf([-np.inf, 1.0], out=np.zeros(2, bool)), np.isin([1, 2], [2], kind="sort"), np.in1d([1], [1], kind=None))
for call in (
    lambda: np.mean(a, None, None, None, False, True),
    lambda: np.any(a, None, None, False, True),
    lambda: np.argmax(a, None, None, True),
    lambda: np.count_nonzero(a, None, True),
    lambda: np.average(a, None, None, False, True),
    lambda: np.array([1], int, True),
    lambda: np.reshape(a),
):
    try:
        print(call())
    except TypeError:
        print("TypeError")
try:
    np.average(np.zeros((2, 0)), axis=0)
except ZeroDivisionError as error:
    print(error)
#> [1. 2. 3. 4.] [[1.0, 2.0], [1.0, 2.0]]
#> [1 4] [1 1]
#> (array([0.25, 0.75]), array([1., 2., 3.])) [1 9]
#> 2.0 3.0
#> [ True False] [False  True] [ True]
#> TypeError
#> TypeError
#> TypeError
#> TypeError
#> TypeError
#> TypeError
#> TypeError
#> division by zero
### corrections_by_name
# source: NumPy 2: var and std
import numpy as np

a = np.array([1.0, 2.0, 4.0])
print(np.var(a, correction=1) == np.var(a, ddof=1), np.std(a, correction=1) == np.std(a, ddof=1))
try:
    np.var(a, ddof=1, correction=1)
except ValueError as error:
    print(error)
try:
    np.sort(a, kind="stable", stable=True)
except ValueError as error:
    print(error)
print(np.sort(a, stable=True))
#> True True
#> ddof and correction can't be provided simultaneously.
#> `kind` and `stable` parameters can't be provided at the same time. Use only one of them.
#> [1. 2. 4.]
