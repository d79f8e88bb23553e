# SPDX-License-Identifier: Apache-2.0
# More names of numpy.
### random_streams
import numpy as np

rng = np.random.default_rng(0)
print(rng.standard_normal(2))
#> [ 0.12573022 -0.13210486]
print(rng.standard_exponential(2))
#> [0.01980666 0.00226933]
### others
import numpy as np

print(np.asinh(1.0))
#> 0.881373587019543
print(np.clongdouble is not None)
#> True
print(np.normalize_axis_index(-1, 2))
#> 1
print(np.normalize_axis_tuple(-1, 2))
#> (1,)
print(np.add_docstring is not None)
#> True
print(np.add_newdoc is not None)
#> True
print(np.add_newdoc_ufunc is not None)
#> True
print(np.array([1]).newbyteorder is not None)
#> True
