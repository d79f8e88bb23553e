### out_of_functions_and_methods
# source: NumPy 1.24
import numpy as np

a = np.array([[3.0, 1.0], [2.0, 5.0]])
o = np.zeros(2)
print(np.sum(a, axis=0, out=o) is o, o)
print(a.max(axis=1, out=o) is o, o)
np.median(a, 0, out=o)
print(o)
np.dot(a, [1, 2], out=o)
print(o, a.mean(0, out=o))
m = np.zeros((2, 2))
np.cumsum(a, axis=0, out=m)
print(m.tolist())
np.take(a, [1, 0], axis=1, out=m)
print(m.tolist())
np.matmul(a, a, out=m)
print(m.tolist())
np.round(a / 3, 1, out=m)
print(m.tolist(), np.percentile(a, 50, axis=0, out=o))
np.concatenate([a[:1], a[1:]], out=m)
print(m.tolist(), a.clip(2, 4, out=m).tolist(), np.clip(a, None, 2).tolist())
#> True [5. 6.]
#> True [3. 5.]
#> [2.5 3. ]
#> [2.5 3. ] [2.5 3. ]
#> [[3.0, 1.0], [5.0, 6.0]]
#> [[1.0, 3.0], [5.0, 2.0]]
#> [[11.0, 8.0], [16.0, 27.0]]
#> [[1.0, 0.3], [0.7, 1.7]] [2.5 3. ]
#> [[3.0, 1.0], [2.0, 5.0]] [[3.0, 2.0], [2.0, 4.0]] [[2.0, 1.0], [2.0, 2.0]]
### out_that_is_a_view
# source: NumPy 1.24
import numpy as np

a = np.arange(6.0).reshape(2, 3)
np.add(a[0], 10, out=a[1])
print(a)
np.sum(a, axis=0, out=a[0])
print(a)
#> [[ 0.  1.  2.]
#>  [10. 11. 12.]]
#> [[10. 12. 14.]
#>  [10. 11. 12.]]
### out_that_does_not_fit
# source: NumPy 1.24
import numpy as np

a = np.ones((2, 3))
for f in (
    lambda: np.add(a, 1, out=np.zeros((1, 3))),
    lambda: np.add(a, 0.5, out=np.zeros((2, 3), int)),
    lambda: np.add(a, 1, out=5),
    lambda: np.multiply(a, 1.5, dtype=int),
):
    try:
        f()
    except (TypeError, ValueError) as error:
        print(isinstance(error, TypeError), error)
print(np.add(a, 0.5, out=np.zeros((2, 3), int), casting="unsafe").tolist())
#> False non-broadcastable output operand with shape (1,3) doesn't match the broadcast shape (2,3)
#> True Cannot cast ufunc 'add' output from dtype('float64') to dtype('int64') with casting rule 'same_kind'
#> True return arrays must be of ArrayType
#> True Cannot cast ufunc 'multiply' input 0 from dtype('float64') to dtype('int64') with casting rule 'same_kind'
#> [[1, 1, 1], [1, 1, 1]]
### signature_of_ufuncs
# source: NumPy 1.24
import numpy as np

print(np.add(3, 4, signature="ff->f").dtype, np.add(3, 4, sig=("d", None, None)).dtype, np.sqrt(4, signature=(None, np.float32)).dtype)
try:
    np.add(1, 2, sig="ii->i", dtype=int)
except TypeError:
    print("TypeError")
#> float32 float64 float32
#> TypeError
