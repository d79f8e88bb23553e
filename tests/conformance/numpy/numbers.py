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
### polynomials
# source: NumPy 1.24
import numpy as np
print(np.polyadd([1,2],[9,5,4]), np.polysub([1,2],[9,5,4]), np.polymul([1,2,3],[9,5,1]))
print(np.polyder([1,2,3]), np.polyint([1.,2,3]), np.polyfit([0.,1,2,3],[1.,2,5,11],2).round(6)+0.0)
print(np.vander(np.array([1,2,3,5]),3))
#> [9 6 6] [-9 -4 -2] [ 9 23 38 17  3]
#> [2 2] [0.33333333 1.         3.         0.        ] [ 1.25 -0.45  1.05]
#> [[ 1  1  1]
#>  [ 4  2  1]
#>  [ 9  3  1]
#>  [25  5  1]]
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
### spaces
# source: NumPy 1.24
import numpy as np
print(np.linspace(0,1,5,retstep=True)[0], float(np.linspace(0,1,5,retstep=True)[1]))
print(np.linspace(np.array([0,10]),np.array([1,20]),3))
print(np.unwrap([0.,0.78,5.5,6.28]).round(4), np.i0([0.,1.,10.]).round(5))
#> [0.   0.25 0.5  0.75 1.  ] 0.25
#> [[ 0.  10. ]
#>  [ 0.5 15. ]
#>  [ 1.  20. ]]
#> [ 0.      0.78   -0.7832 -0.0032] [1.00000000e+00 1.26607000e+00 2.81571663e+03]
