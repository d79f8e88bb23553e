### legacy_uniform_and_normal
# source: NumPy 1.24
import numpy as np
print(np.random.seed(0))
print(np.random.rand(3), np.random.randn(5), np.random.random((2, 2)))
print(np.random.RandomState(0).uniform(size=2), np.random.RandomState(123).randn(2, 2))
print(np.random.seed(1))
print(np.random.uniform(-1, 1, (2, 3)), np.random.normal(5, 2, 4))
print(np.random.seed([1, 2, 3]))
print(np.random.rand(2))
print(np.random.seed(5))
print(np.random.randn(10000).view(np.int64).sum())
#> None
#> [0.5488135  0.71518937 0.60276338] [-2.2683282   1.33354538 -0.84272405  1.96992445  1.26611853] [[0.52889492 0.56804456]
#>  [0.92559664 0.07103606]]
#> [0.5488135  0.71518937] [[-1.0856306   0.99734545]
#>  [ 0.2829785  -1.50629471]]
#> None
#> [[-0.16595599  0.44064899 -0.99977125]
#>  [-0.39533485 -0.70648822 -0.81532281]] [3.9436565  2.85406276 6.73081526 0.39692261]
#> None
#> [0.60986127 0.88669704]
#> None
#> -4845185525691670948
### legacy_integers
# source: NumPy 1.24
import numpy as np
print(np.random.seed(42))
print(np.random.randint(0, 10, 8), np.random.randint(5), np.random.randint(0, 2**40, 3))
print(np.random.randint(0, 256, 5, dtype=np.uint8), np.random.randint(-3, 3, (2, 2), dtype=np.int32))
#> None
#> [6 3 7 4 6 9 2 6] 2 [871303592023 500797975651 445422780055]
#> [130 160 160 166 149] [[ 1 -2]
#>  [ 0  2]]
### legacy_orders
# source: NumPy 1.24
import numpy as np
print(np.random.seed(1))
print(np.random.permutation(10), np.random.choice(10, 4, replace=False), np.random.choice(3, 5, p=[0.1, 0.3, 0.6]))
print(np.random.choice(5, 3), np.random.choice([1.5, 2.5, 3.5], 4))
a = np.arange(8)
print(np.random.shuffle(a))
print(a, np.random.permutation(np.arange(6).reshape(3, 2)))
#> None
#> [2 9 6 4 0 3 1 7 8 5] [9 5 3 0] [1 2 2 2 2]
#> [0 1 1] [2.5 3.5 2.5 2.5]
#> None
#> [3 2 5 6 7 1 4 0] [[0 1]
#>  [2 3]
#>  [4 5]]
### legacy_other_distributions
# source: NumPy 1.24
import numpy as np
print(np.random.seed(7))
print(np.random.exponential(2.0, 3), np.random.laplace(size=3))
print(np.random.gumbel(size=2), np.random.logistic(size=2), np.random.lognormal(0, 1, 2))
#> None
#> [0.15875382 3.02751735 1.15396373] [0.59227135 3.12308903 0.0801171 ]
#> [0.36328154 2.59322289] [-1.00255701e+00 -4.69996706e-04] [2.76670756 1.82302738]
### generator_uniform_and_normal
# source: NumPy 1.24
import numpy as np
print(np.random.default_rng(0).random(3), np.random.default_rng(0).standard_normal(5))
r = np.random.default_rng(1)
print(r.normal(0, 1, (2, 2)), r.uniform(-2, 2, 3))
print(r.standard_normal(4, dtype=np.float32), r.random(3, dtype=np.float32))
print(np.random.default_rng([1, 2]).random(), np.random.default_rng(2**40 + 3).random())
print(np.random.default_rng(5).standard_normal(100000).view(np.int64).sum())
#> [0.63696169 0.26978671 0.04097352] [ 0.12573022 -0.13210486  0.64042265  0.10490012 -0.53566937]
#> [[ 0.34558419  0.82161814]
#>  [ 0.33043708 -1.30315723]] [-0.75267419 -0.3066942   1.31081038]
#> [0.54585695 0.48411083 0.5916133  0.15727974] [0.08573925 0.0275591  0.8655883 ]
#> 0.44841514333227195 0.7736560850714245
#> -6474856186204407526
### generator_integers
# source: NumPy 1.24
import numpy as np
r = np.random.default_rng(42)
print(r.integers(0, 10, 5), r.integers(0, 10, 5, dtype=np.int32), r.integers(0, 2**40, 3), r.integers(1, 7, endpoint=True, size=4), r.random(2))
print(r.integers(0, 100, 7, dtype=np.uint8), r.integers(0, 60000, 5, dtype=np.uint16), r.integers(0, 2, 6, dtype=bool))
#> [0 7 6 4 4] [8 0 6 2 0] [1072708119942  836881952700  864286843831] [4 1 6 4] [0.37079802 0.92676499]
#> [ 2 80  7 34 82 62  1] [30304 49365 14563 32725 35575] [False  True False  True  True  True]
### generator_orders
# source: NumPy 1.24
import numpy as np
r = np.random.default_rng(2)
print(r.permutation(8), r.choice(5, 3), r.choice(10, 4, replace=False), r.choice(3, 5, p=[0.2, 0.3, 0.5]))
a = np.arange(6)
print(r.shuffle(a))
print(a, r.permutation(np.arange(6).reshape(3, 2)), r.choice(20000, 1000, replace=False)[:5], r.choice(20000, 100, replace=False)[:5])
#> [6 5 7 2 3 4 0 1] [1 3 4] [1 8 7 5] [2 2 0 1 2]
#> None
#> [3 2 4 1 0 5] [[2 3]
#>  [0 1]
#>  [4 5]] [ 8174 17857 10890  4600  4023] [16408  9694 15616 16757  6881]
