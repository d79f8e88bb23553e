### scalars_are_keys
# source: CPython with NumPy 2
import numpy as np
d = {np.int64(1): "a"}
print(1 in d, d[1], d[np.int8(1)], {np.float32(0.5): "b"}[0.5])
print(sorted({np.int32(3), np.int32(1), 3}), len({np.bool_(True), 1, 1.0}))
counts = {}
for word in np.array([2, 7, 2]):
    counts[word] = counts.get(word, 0) + 1
print(counts[2], counts[7])
#> True a a b
#> [np.int32(1), np.int32(3)] 1
#> 2 1
### arrays_are_no_keys
# source: CPython with NumPy 2
import numpy as np
try:
    {np.arange(2): 1}
except TypeError as e:
    print(e)
#> unhashable type: 'numpy.ndarray'
