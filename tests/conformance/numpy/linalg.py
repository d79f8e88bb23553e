### norms
# source: NumPy 1.24
import numpy as np
a = np.arange(9.) - 4
m = a.reshape(3, 3)
print(np.linalg.norm(a), np.linalg.norm(a, 3), np.linalg.norm(m, 'fro'), np.linalg.norm(m, np.inf), np.linalg.norm(m, 1))
print(np.linalg.norm(m, axis=1), np.linalg.norm(m, axis=1, keepdims=True).shape, np.linalg.norm(a, np.inf), np.linalg.norm(a, 0))
#> 7.745966692414834 5.848035476425731 7.745966692414834 9.0 7.0
#> [5.38516481 1.41421356 5.38516481] (3, 1) 4.0 8.0
### elimination
# source: NumPy 1.24
import numpy as np
a = np.array([[1., 2], [3, 5]])
print(np.linalg.solve(a, np.array([1., 2])).round(6), np.linalg.inv(a).round(6), np.linalg.det(a).round(6))
print(np.linalg.slogdet(a)[0], np.linalg.slogdet(a)[1].round(6))
print(np.linalg.inv(np.stack([a, 2 * a])).round(6))
print(np.linalg.cholesky(np.array([[4., 2], [2, 3]])).round(6))
print(np.linalg.matrix_power(np.array([[0,1],[-1,0]]),3), np.linalg.multi_dot([np.eye(2),np.ones((2,3)),np.ones((3,1))]))
q, r = np.linalg.qr(np.array([[1., 2], [3, 4], [5, 6]]))
print((q @ r).round(6), (q.T @ q).round(6) + 0.0)
try: np.linalg.inv(np.zeros((2, 2)))
except np.linalg.LinAlgError as e: print(e)
#> [-1.  1.] [[-5.  2.]
#>  [ 3. -1.]] -1.0
#> -1.0 0.0
#> [[[-5.   2. ]
#>   [ 3.  -1. ]]
#>
#>  [[-2.5  1. ]
#>   [ 1.5 -0.5]]]
#> [[2.       0.      ]
#>  [1.       1.414214]]
#> [[ 0 -1]
#>  [ 1  0]] [[3.]
#>  [3.]]
#> [[1. 2.]
#>  [3. 4.]
#>  [5. 6.]] [[1. 0.]
#>  [0. 1.]]
#> Singular matrix
