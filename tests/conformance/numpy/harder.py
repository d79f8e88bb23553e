### quantile_methods
# source: NumPy 1.24
import numpy as np

a = np.array([7, 1, 5, 2, 9, 4])
for method in "inverted_cdf averaged_inverted_cdf interpolated_inverted_cdf hazen weibull median_unbiased normal_unbiased linear".split():
    print(method, np.round(np.quantile(a, [0, 0.25, 0.4, 0.5, 1], method=method), 6).tolist())
print(np.percentile(a, np.array([[10, 50], [60, 90]])).tolist(), np.quantile(a.reshape(2, 3), np.array([0.5]), axis=1, method="hazen").tolist())
for f in (lambda: np.percentile(a, 101), lambda: np.quantile(a, -0.1)):
    try:
        f()
    except ValueError as error:
        print(error)
#> inverted_cdf [1, 2, 4, 4, 9]
#> averaged_inverted_cdf [1.0, 2.0, 4.0, 4.5, 9.0]
#> interpolated_inverted_cdf [1.0, 1.5, 2.8, 4.0, 9.0]
#> hazen [1.0, 2.0, 3.8, 4.5, 9.0]
#> weibull [1.0, 1.75, 3.6, 4.5, 9.0]
#> median_unbiased [1.0, 1.916667, 3.733333, 4.5, 9.0]
#> normal_unbiased [1.0, 1.9375, 3.75, 4.5, 9.0]
#> linear [1.0, 2.5, 4.0, 4.5, 9.0]
#> [[1.5, 4.5], [5.0, 8.0]] [[5.0, 4.0]]
#> Percentiles must be in the range [0, 100]
#> Quantiles must be in the range [0, 1]
### interp
# source: NumPy 1.24
import numpy as np

print(np.interp([-1, 0.5, 2.5, 9], [0, 1, 3], [10, 20, 0]).tolist(), np.interp(2, [0, 1, 3], [10, 20, 0], left=-1, right=-2))
print(np.interp([-180, -170, 365], [190, -190, 350, -350], [5, 10, 3, 4], period=360).tolist())
print(np.interp([0.0, 1.0, 2.0, np.nan], [0, 1, np.inf], [5, 6, 6]).tolist(), np.interp([1, 2], [1], [4]).tolist())
#> [10.0, 15.0, 5.0, 0.0] 10.0
#> [7.5, 5.0, 3.75]
#> [5.0, 6.0, 6.0, nan] [4.0, 4.0]
### diff_and_average
# source: NumPy 1.24
import numpy as np

print(np.diff([1, 4, 9], prepend=0, append=[16, 25]), np.diff([[1, 3], [6, 10]], axis=0, prepend=[[0, 0]]).tolist())
value, total = np.average([[1.0, 2.0], [3.0, 5.0]], axis=0, weights=[1, 3], returned=True)
print(value, total, [float(x) for x in np.average([1.0, 2.0], returned=True)])
#> [1 3 5 7 9] [[1, 3], [5, 7]]
#> [2.5  4.25] [4. 4.] [1.5, 2.0]
### cross
# source: NumPy 1.24
import numpy as np

print(np.cross([1, 2], [3, 4]), np.cross([1, 2, 3], [4, 5]), np.cross([[1, 2, 3]], [[4, 5, 6]], axisc=0).tolist())
print(np.cross(np.arange(6).reshape(3, 2), [1, 2, 3], axisa=0).tolist())
#> -2 [-15  12  -3] [[-3], [6], [-3]]
#> [[-2, 4, -2], [-1, 2, -1]]
### digitize
# source: NumPy 1.24
import numpy as np

print(np.digitize([0.5, 3, 7], [0, 3, 6]), np.digitize([0.5, 3, 7], [6, 3, 0]), np.digitize([6, 3, 0], [6, 3, 0], right=True))
try:
    np.digitize([1], [1, 3, 2])
except ValueError as error:
    print(error)
#> [1 2 3] [2 1 0] [1 2 3]
#> bins must be monotonically increasing or decreasing
### gradient
# source: NumPy 1.24
import numpy as np

x = np.array([0.0, 1.0, 3.0, 4.0, 7.0])
print(np.round(np.gradient(x**2, x, edge_order=2), 6).tolist(), np.gradient([1, 4, 9], 2).tolist())
#> [0.0, 2.0, 6.0, 8.0, 14.0] [1.5, 2.0, 2.5]
### vectorize_with_signature
# source: NumPy 1.24
import numpy as np

mean = np.vectorize(lambda v: v.mean(), signature="(n)->()")
print(mean([[1, 3], [2, 4]]).tolist())
outer = np.vectorize(np.outer, signature="(a),(b)->(a,b)")
print(outer([[1, 0], [2, 0]], [1, 2, 3]).tolist())
try:
    outer([1, 2])
except TypeError as error:
    print(error)
#> [2.0, 3.0]
#> [[[1, 2, 3], [0, 0, 0]], [[2, 4, 6], [0, 0, 0]]]
#> wrong number of positional arguments: expected 2, got 1
### covariance
# source: NumPy 1.24
import numpy as np

m = np.array([[0.0, 2.0], [1.0, 1.0], [2.0, 0.0]]).T
print(np.cov(m).tolist(), np.cov(m, dtype=np.float32).dtype, np.round(np.corrcoef(m), 6).tolist())
for f in (lambda: np.cov(m, fweights=[1.5, 1, 1]), lambda: np.cov(m, aweights=[1, -1, 1]), lambda: np.cov(m, fweights=[1, 1])):
    try:
        f()
    except (TypeError, ValueError, RuntimeError) as error:
        print(type(error).__name__, error)
#> [[1.0, -1.0], [-1.0, 1.0]] float32 [[1.0, -1.0], [-1.0, 1.0]]
#> TypeError fweights must be integer
#> ValueError aweights cannot be negative
#> RuntimeError incompatible numbers of samples and fweights
### broadcast_object
# source: NumPy 1.24
import numpy as np

b = np.broadcast([[1], [2]], [3, 4, 5])
print(b.shape, b.size, b.nd, b.numiter, [(int(x), int(y)) for x, y in b][:4])
print(np.array_equal([1, np.nan], [1, np.nan]), np.array_equal([1, np.nan], [1, np.nan], equal_nan=True))
#> (2, 3) 6 2 2 [(1, 3), (1, 4), (1, 5), (2, 3)]
#> False True
### put_along_axis
# source: NumPy 1.24
import numpy as np

a = np.array([[10, 30, 20], [60, 40, 50]])
np.put_along_axis(a, np.expand_dims(np.argmax(a, axis=1), 1), 99, axis=1)
print(a.tolist())
try:
    np.partition([1, 2, 3], 7)
except ValueError as error:
    print(error)
#> [[10, 99, 20], [99, 40, 50]]
#> kth(=7) out of bounds (3)
### names_of_files
# source: NumPy 1.24
import numpy as np
from numpy.lib import trim_zeros, flipud
from numpy.core.numeric import normalize_axis_tuple
import numpy.lib.function_base as nfb

print(trim_zeros(np.array([0, 1, 2, 0])), flipud(np.eye(2))[0], normalize_axis_tuple((-1, 0), 3), nfb.angle(-1.0))
print(np.alltrue([1, 1]), np.round_(2.567, 1), np.float_ is np.float64, np.typecodes["AllInteger"], np.isfortran(np.zeros((2, 3), order="F")))
print(np.fromstring("1, 2,3", sep=",").tolist(), np.fromstring("4 5", dtype=int, sep=" ").tolist(), np.dtype("f8") == "d", np.isscalar(np.float32(1)), np.isscalar(np.array(1)))
#> [1 2] [0. 1.] (2, 0) 3.141592653589793
#> True 2.6 True bBhHiIlLqQpP True
#> [1.0, 2.0, 3.0] [4, 5] True True False
