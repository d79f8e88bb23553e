### pads_by_statistics
# source: NumPy 1.24
import numpy as np
print(np.pad([1,2,3],(2,3),'maximum'), np.pad([1,2,4],(2,3),'mean'), np.pad([1,2,3],(2,3),'minimum'), np.pad([1,5,3],1,'median'))
print(np.pad(np.arange(6).reshape(2,3), ((1,1),(2,0)), 'mean'))
print(np.pad(np.arange(6.).reshape(2,3), ((1,1),(2,1)), 'maximum', stat_length=2))
print(np.pad([1.,2,3],(2,3),'linear_ramp',end_values=(5,-4)), np.pad([10,20],(2,2),'linear_ramp'))
#> [3 3 1 2 3 3 3 3] [2 2 1 2 4 2 2 2] [1 1 1 2 3 1 1 1] [3 1 5 3 3]
#> [[3 3 2 2 4]
#>  [1 1 0 1 2]
#>  [4 4 3 4 5]
#>  [3 3 2 2 4]]
#> [[4. 4. 3. 4. 5. 5.]
#>  [1. 1. 0. 1. 2. 2.]
#>  [4. 4. 3. 4. 5. 5.]
#>  [4. 4. 3. 4. 5. 5.]]
#> [ 5.          3.          1.          2.          3.          0.66666667
#>  -1.66666667 -4.        ] [ 0  5 10 20 10  0]
### kinds_of_scalars
# source: NumPy 1.24
import numpy as np
print(isinstance(np.float32(1), np.floating), isinstance(np.int32(1), np.integer), isinstance(np.float64(1), (int, np.integer)), isinstance(np.arange(3)[0], np.int64), isinstance(np.arange(3), np.number))
#> True True False True False
