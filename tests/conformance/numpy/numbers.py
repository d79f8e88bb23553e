### convolution
# source: NumPy 1.24
import numpy as np
print(np.convolve([1,2,3],[0,1,0.5]), np.convolve([1,2,3],[0,1,0.5],'same'), np.convolve([1,2,3],[0,1,0.5],'valid'))
print(np.correlate([1,2,3],[0,1,0.5]), np.correlate([1,2,3],[0,1,0.5],'full'), np.correlate([1,2],[1,2,3,4],'same'))
#> [0.  1.  2.5 4.  1.5] [1.  2.5 4. ] [2.5]
#> [3.5] [0.5 2.  3.5 3.  0. ] [11  8  5  2]
### statistics
# source: NumPy 1.24
import numpy as np
print(np.cov(np.array([[0.,2],[1,1],[2,0]]).T))
print(np.corrcoef(np.array([[0.,2,3],[1,1,5]])))
print(np.nanmedian(np.array([[10.,np.nan,4],[3,2,1]])), np.nanmedian(np.array([[10.,np.nan,4],[3,2,1]]),axis=0))
print(np.nanquantile(np.array([[10.,np.nan,4],[3,2,1]]),0.5,axis=1), np.nanpercentile(np.array([[10.,np.nan,4],[3,2,1]]),50))
#> [[ 1. -1.]
#>  [-1.  1.]]
#> [[1.         0.75592895]
#>  [0.75592895 1.        ]]
#> 3.0 [6.5 2.  2.5]
#> [7. 2.] 3.0
### gradients
# source: NumPy 1.24
import numpy as np
print(np.gradient(np.array([1.,2,4,7,11,16])), np.gradient(np.array([1.,2,4,7,11,16]),2))
print(np.gradient(np.arange(12.).reshape(3,4)**2,axis=1))
print(np.gradient(np.array([1.,2,4,7]),np.array([0.,1,3,4])), np.gradient(np.array([1.,2,4,7]),edge_order=2))
#> [1.  1.5 2.5 3.5 4.5 5. ] [0.5  0.75 1.25 1.75 2.25 2.5 ]
#> [[ 1.  2.  4.  5.]
#>  [ 9. 10. 12. 13.]
#>  [17. 18. 20. 21.]]
#> [1.         1.         2.33333333 3.        ] [0.5 1.5 2.5 3.5]
### histograms
# source: NumPy 1.24
import numpy as np
print(np.histogram([1,2,1],bins=[0,1,2,3]))
print(np.histogram(np.arange(4),bins=np.arange(5),density=True))
print(np.histogram([1.,2,3,4,5]), np.histogram([1.,2,3,4,5],bins=3,range=(0,6),weights=[1.,2,3,4,5]))
print(np.histogram_bin_edges([1,2,3],4))
print(np.histogram2d([0,1,2,2],[0,1,1,2],bins=2))
#> (array([0, 2, 1]), array([0, 1, 2, 3]))
#> (array([0.25, 0.25, 0.25, 0.25]), array([0, 1, 2, 3, 4]))
#> (array([1, 0, 1, 0, 0, 1, 0, 1, 0, 1]), array([1. , 1.4, 1.8, 2.2, 2.6, 3. , 3.4, 3.8, 4.2, 4.6, 5. ])) (array([1., 5., 9.]), array([0., 2., 4., 6.]))
#> [1.  1.5 2.  2.5 3. ]
#> (array([[1., 0.],
#>        [0., 3.]]), array([0., 1., 2.]), array([0., 1., 2.]))
### integers_and_bits
# source: NumPy 1.24
import numpy as np
print(np.gcd([12,8],20), np.lcm([12,8],20))
print(np.packbits(np.array([[1,0,1],[0,1,0]],dtype=np.uint8),axis=-1), np.unpackbits(np.array([[2],[7]],dtype=np.uint8),axis=1))
print(np.base_repr(5), np.base_repr(-255,16), np.binary_repr(5,width=8), np.binary_repr(-3,width=8))
#> [4 4] [60 40]
#> [[160]
#>  [ 64]] [[0 0 0 0 0 0 1 0]
#>  [0 0 0 0 0 1 1 1]]
#> 101 -FF 00000101 11111101
