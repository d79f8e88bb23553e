### compress_extract_delete_insert
# source: NumPy 1.24
import numpy as np
print(np.compress([0,1],np.array([[1,2],[3,4],[5,6]]),axis=0))
print(np.extract(np.arange(12)%3==0,np.arange(12)))
print(np.delete(np.arange(12).reshape(3,4),1,0))
print(np.delete(np.arange(12).reshape(3,4),[1,3],1))
print(np.delete(np.arange(5),slice(1,3)), np.delete(np.arange(5),-1))
print(np.insert(np.array([[1,1],[2,2],[3,3]]),1,5))
print(np.insert(np.array([[1,1],[2,2],[3,3]]),1,5,axis=1))
print(np.insert(np.arange(5),[1,3],[10,20]))
print(np.resize([1,2,3],(2,4)))
print(np.trim_zeros(np.array([0,0,0,1,2,3,0,2,1,0])))
#> [[3 4]]
#> [0 3 6 9]
#> [[ 0  1  2  3]
#>  [ 8  9 10 11]]
#> [[ 0  2]
#>  [ 4  6]
#>  [ 8 10]]
#> [0 3 4] [0 1 2 3]
#> [1 5 1 2 2 3 3]
#> [[1 5 1]
#>  [2 5 2]
#>  [3 5 3]]
#> [ 0 10  1  2 20  3  4]
#> [[1 2 3 1]
#>  [2 3 1 2]]
#> [1 2 3 0 2 1]
### sets
# source: NumPy 1.24
import numpy as np
print(np.isin(np.array([0,1,2,5,0]),[0,2]), np.in1d([0,1,2,5,0],[0,2]))
print(np.union1d([-1,0,1],[-2,0,2]), np.setdiff1d([1,2,3,2,4,1],[3,4,5,6]), np.setxor1d([1,2,3,2,4],[2,3,5,7,5]))
print(np.ediff1d([1,2,4,7,0]))
#> [ True False  True False  True] [ True False  True False  True]
#> [-2 -1  0  1  2] [1 2] [1 4 5 7]
#> [ 1  2  3 -7]
### indices
# source: NumPy 1.24
import numpy as np
print(np.unravel_index([22,41,37],(7,6)))
print(np.ravel_multi_index(np.array([[3,6,6],[4,5,1]]),(7,6)))
print(np.ix_([0,1],[2,4]))
print(np.mgrid[0:3,0:2])
print(np.ogrid[0:3,0:2][0], np.ogrid[0:3,0:2][1])
print(np.r_[1,2,3,np.array([4,5])], np.r_[0:10:3])
print(np.c_[np.array([1,2,3]),np.array([4,5,6])])
print(np.tril_indices(3), np.triu_indices(3,1), np.diag_indices(3), np.mask_indices(3,np.triu))
print(np.arange(9)[np.s_[1:6:2]])
print(list(np.ndindex(2,2)))
#> (array([3, 6, 6]), array([4, 5, 1]))
#> [22 41 37]
#> (array([[0],
#>        [1]]), array([[2, 4]]))
#> [[[0 0]
#>   [1 1]
#>   [2 2]]
#>
#>  [[0 1]
#>   [0 1]
#>   [0 1]]]
#> [[0]
#>  [1]
#>  [2]] [[0 1]]
#> [1 2 3 4 5] [0 3 6 9]
#> [[1 4]
#>  [2 5]
#>  [3 6]]
#> (array([0, 1, 1, 2, 2, 2]), array([0, 0, 1, 0, 1, 2])) (array([0, 0, 1]), array([1, 2, 2])) (array([0, 1, 2]), array([0, 1, 2])) (array([0, 0, 0, 1, 1, 2]), array([0, 1, 2, 1, 2, 2]))
#> [1 3 5]
#> [(0, 0), (0, 1), (1, 0), (1, 1)]
### functions_of_lines
# source: NumPy 1.24
import numpy as np
print(np.apply_along_axis(lambda a: (a[0]+a[-1])*0.5, 0, np.array([[1,2,3],[4,5,6],[7,8,9]])))
print(np.apply_along_axis(sorted, 1, np.array([[8,1,7],[4,3,9],[5,2,6]])))
print(np.vectorize(lambda a,b: a-b if a>b else a+b)([1,2,3,4],2))
print(np.piecewise(np.linspace(-2.5,2.5,6),[np.linspace(-2.5,2.5,6)<0],[lambda x:-x,lambda x:x]))
print(np.fromfunction(lambda i,j: i+j,(3,3),dtype=int))
#> [4. 5. 6.]
#> [[1 7 8]
#>  [3 4 9]
#>  [2 5 6]]
#> [3 4 1 2]
#> [2.5 1.5 0.5 0.5 1.5 2.5]
#> [[0 1 2]
#>  [1 2 3]
#>  [2 3 4]]
### orders_of_memory
# source: NumPy 1.24
import numpy as np
print(np.arange(6).reshape(2,3,order='F'), np.arange(6).reshape(2,3).ravel(order='F'), np.arange(6).reshape((2,3)).flatten('F'))
print(np.arange(3,dtype=np.int16).view(np.uint8), np.arange(4,dtype=np.uint8).view(np.uint16), np.arange(3,dtype=np.int32).tobytes())
print(np.float32([1,2]).view(np.int32))
#> [[0 2 4]
#>  [1 3 5]] [0 3 1 4 2 5] [0 3 1 4 2 5]
#> [0 0 1 0 2 0] [256 770] b'\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00'
#> [1065353216 1073741824]

### index_of_each_element
# source: NumPy 1.24
import numpy as np
for index, x in np.ndenumerate(np.array([[1, 2], [3, 4]])):
    print(index, x)
print(list(np.ndindex(2, 2)))
#> (0, 0) 1
#> (0, 1) 2
#> (1, 0) 3
#> (1, 1) 4
#> [(0, 0), (0, 1), (1, 0), (1, 1)]

### a_texts_own_names_are_no_names_of_the_module
# source: NumPy 1.24, JAX 0.4
import numpy as np, jax, torch
print([hasattr(np, n) for n in ("size_of", "_size_of", "math", "JAX", "compress")])
print(hasattr(jax.tree, "SequenceKey"), hasattr(jax.tree_util, "SequenceKey"), hasattr(torch, "np"))
#> [False, False, False, False, True]
#> False True False
