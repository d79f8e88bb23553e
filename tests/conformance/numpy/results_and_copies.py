# What NumPy's functions write to: results in place, copies that are no names, orders.
### nan_to_num_in_place
# source: NumPy 1.24
import numpy as np
a = np.array([np.nan, 1.0, -np.inf])
v = a[::2]
print(np.nan_to_num(a, copy=False, neginf=-9.0) is a, a, v)
b = np.nan_to_num(a)
b[0] = 5
i = np.array([1, 2])
j = np.nan_to_num(i)
j[0] = 7
print(a, i, np.nan_to_num(i, copy=False) is i, np.nan_to_num([np.nan], copy=False))
c = np.array([np.nan + 1j, 2 - 1j])
print(np.nan_to_num(c, copy=False) is c, c)
#> True [ 0.  1. -9.] [ 0. -9.]
#> [ 0.  1. -9.] [1 2] True [0.]
#> True [0.+1.j 2.-1.j]
### results_of_complex_arrays_into_others
# source: NumPy 1.24
import numpy as np
c = np.array([[3.0 + 1j, 1.0], [6.0, 5.0 - 2j]])
for function, dtype in ((np.var, float), (np.std, float), (np.any, bool), (np.all, bool), (np.ptp, complex)):
    o = np.zeros(2, dtype)
    print(function.__name__, function(c, axis=0, out=o) is o, o)
#> var True [2.5 5. ]
#> std True [1.58113883 2.23606798]
#> any True [ True  True]
#> all True [ True  True]
#> ptp True [3.-1.j 4.-2.j]
### quantiles_from_the_nearer_element
# source: NumPy 1.24: rounded as its own interpolation does
import numpy as np
a = np.array([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]])
print(np.quantile(a, 0.3, axis=0).tolist(), np.percentile(a, 70).tolist(), np.quantile(a[0], [0.1, 0.35, 0.9]).tolist())
x = np.array([0.1, 0.7, 1.3, 2.9, 3.1])
print([np.quantile(x, q).tolist() for q in (0.05, 0.15, 0.3, 0.45, 0.55, 0.62, 0.8, 0.97)])
print([np.median(x[:n]).tolist() for n in (1, 2, 3, 4)], np.median(a.astype(np.float32), axis=1).tolist())
print(np.quantile(np.array([2.0, 2.0, 5.0]), 0.4))
#> [3.9, 2.2, 2.6] 4.5 [1.2, 1.7, 2.8]
#> [0.22, 0.45999999999999996, 0.82, 1.1800000000000002, 1.6200000000000003, 2.068, 2.94, 3.076]
#> [0.1, 0.39999999999999997, 0.7, 1.0] [2.0, 5.0]
#> 2.0
### copies_that_are_no_names
# source: NumPy 1.24: what is written to the result is not seen in the argument
import numpy as np
for a in (np.array([3, 1, 2]), np.array([3.0, 1.0, 2.0])):
    for function in (np.positive, np.nan_to_num, lambda x: np.choose([0, 0, 0], [x]), lambda x: +x, np.atleast_1d):
        b = a.copy()
        r = function(b)
        r[0] = 9
        print(r is b, b)
m = np.eye(2)
print(np.atleast_2d(m) is m, np.atleast_3d(m[None]).shape, np.atleast_1d(5), np.choose([0, 0, 0], [7]), np.choose([[0], [0]], [np.arange(2)]).tolist())
#> False [3 1 2]
#> False [3 1 2]
#> False [3 1 2]
#> False [3 1 2]
#> True [9 1 2]
#> False [3. 1. 2.]
#> False [3. 1. 2.]
#> False [3. 1. 2.]
#> False [3. 1. 2.]
#> True [9. 1. 2.]
#> True (1, 2, 2) [5] [7 7 7] [[0, 1], [0, 1]]
### orders_that_are_asked_for
# source: NumPy 1.24
import numpy as np
a = np.array([[3.0, 1.0], [6.0, 5.0]])
for wanted in ("F", ["C"], ["F_CONTIGUOUS", "A"], "W", None, "FA"):
    r = np.require(a, requirements=wanted)
    print(r.flags.c_contiguous, r.flags.f_contiguous, r.tolist() == a.tolist())
print(np.asarray_chkfinite(a, order="F").flags.f_contiguous)
for wanted in ("CF", "X"):
    try: np.require(a, requirements=wanted)
    except (ValueError, KeyError) as e: print(type(e).__name__, e)
#> False True True
#> True False True
#> False True True
#> True False True
#> True False True
#> False True True
#> True
#> ValueError Cannot specify both "C" and "F" order
#> KeyError 'X'
