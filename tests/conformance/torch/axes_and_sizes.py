# Sizes and axes as arguments: none, empty lists, several; norms of vectors and matrices.
### sizes_that_are_not_given
# source: PyTorch 1.13: no sizes at all are not the sizes ()
import torch
x, s = torch.arange(3), torch.tensor(5)
for name in "permute expand repeat view reshape flip tile sum_to_size new_zeros resize_".split():
    for t in (x, s):
        told = []
        for sizes in ((), ((),)):
            try: told.append(tuple(getattr(t.clone(), name)(*sizes).shape))
            except (TypeError, RuntimeError) as e: told.append(type(e).__name__)
        print(name, told)
for make in (torch.zeros, torch.ones, torch.empty, torch.rand):
    try: print(make())
    except TypeError: print("TypeError", make(()).shape, make(size=[2]).shape)
print(x.new(), torch.FloatTensor())
#> permute ['TypeError', 'RuntimeError']
#> permute ['TypeError', ()]
#> expand ['TypeError', 'RuntimeError']
#> expand ['TypeError', ()]
#> repeat ['TypeError', 'RuntimeError']
#> repeat ['TypeError', ()]
#> view ['TypeError', 'RuntimeError']
#> view ['TypeError', ()]
#> reshape ['TypeError', 'RuntimeError']
#> reshape ['TypeError', ()]
#> flip ['TypeError', (3,)]
#> flip ['TypeError', ()]
#> tile ['TypeError', (3,)]
#> tile ['TypeError', ()]
#> sum_to_size ['TypeError', ()]
#> sum_to_size ['TypeError', ()]
#> new_zeros ['TypeError', ()]
#> new_zeros ['TypeError', ()]
#> resize_ ['TypeError', ()]
#> resize_ ['TypeError', ()]
#> TypeError torch.Size([]) torch.Size([2])
#> TypeError torch.Size([]) torch.Size([2])
#> TypeError torch.Size([]) torch.Size([2])
#> TypeError torch.Size([]) torch.Size([2])
#> tensor([], dtype=torch.int64) tensor([])
### empty_lists_of_axes_are_all_axes
# source: PyTorch 1.13
import torch
t = torch.arange(6.0).reshape(2, 3)
for name in "sum mean amax std var nansum".split():
    print(name, [torch.round(getattr(torch, name)(t, dim=dim), decimals=3).tolist() for dim in ((), [], None if name != "amax" else (0, 1))])
for dim in ((), [0], (0, 1)):
    try: print(t.prod(dim))
    except TypeError: print("TypeError")
    try: print(torch.aminmax(t, dim=dim))
    except TypeError: print("TypeError")
print([part.tolist() for part in torch.aminmax(t, keepdim=True)])
#> sum [15.0, 15.0, 15.0]
#> mean [2.5, 2.5, 2.5]
#> amax [5.0, 5.0, 5.0]
#> std [1.871000051498413, 1.871000051498413, 1.871000051498413]
#> var [3.5, 3.5, 3.5]
#> nansum [15.0, 15.0, 15.0]
#> TypeError
#> TypeError
#> TypeError
#> TypeError
#> TypeError
#> TypeError
#> [[[0.0]], [[5.0]]]
### sums_to_a_size
# source: PyTorch 1.13
import torch
t = torch.arange(6).reshape(2, 3)
for x, size in ((t, (1, 3)), (t, (3,)), (t, (2, 1)), (t, (1,)), (t, ()), (t > 1, ()), (t > 1, (3,)), (t, (2,)), (t, (1, 2, 3)), (t[0], (2, 3))):
    try:
        r = x.sum_to_size(size)
        print(r.dtype, r.tolist())
    except RuntimeError as e: print(e)
#> torch.int64 [[3, 5, 7]]
#> torch.int64 [3, 5, 7]
#> torch.int64 [[3], [12]]
#> torch.int64 [15]
#> torch.int64 15
#> torch.int64 4
#> torch.int64 [1, 1, 2]
#> size {[2]} is not expandable to size {[2, 3]}.
#> size {[1, 2, 3]} is not expandable to size {[2, 3]}.
#> size {[2, 3]} is not expandable to size {[3]}.
### rolled_along_several_axes
# source: PyTorch 1.13
import torch
t = torch.arange(6).reshape(2, 3)
for arguments in ((1,), ((1,),), ((1, 2), (0, 1)), ((1, 1), (1, 1)), ((1, 2),), (1, (0, 1)), ((), ()), ((1, 2), 0), (1, 2)):
    try: print(torch.roll(t, *arguments).tolist())
    except (RuntimeError, IndexError) as e: print(type(e).__name__, e)
#> [[5, 0, 1], [2, 3, 4]]
#> [[5, 0, 1], [2, 3, 4]]
#> [[4, 5, 3], [1, 2, 0]]
#> [[1, 2, 0], [4, 5, 3]]
#> RuntimeError shifts and dimensions must align. shifts: 2, dims:0
#> RuntimeError shifts and dimensions must align. shifts: 1, dims:2
#> RuntimeError `shifts` required
#> RuntimeError shifts and dimensions must align. shifts: 2, dims:1
#> IndexError Dimension out of range (expected to be in range of [-2, 1], but got 2)
### norms_of_vectors_and_of_matrices
# source: PyTorch 1.13: with an order, two axes are a matrix's
import torch
inf = float("inf")
A = torch.tensor([[3.0, -4.0, 1.0], [0.5, 2.0, -7.0]])
B = torch.arange(-6.0, 6.0).reshape(2, 3, 2)
for ord in (None, 1, -1, inf, -inf, "fro", 3, 0):
    told = []
    for x, dim in ((A, None), (A[0], None), (A, 0), (A, (0, 1)), (A, (1, 0)), (B, (0, -1)), (B, None), (A, (0, 0)), (A, ()), (B, (0, 1, 2))):
        try: told.append(torch.round(torch.linalg.norm(x, ord, dim), decimals=3).tolist())
        except RuntimeError: told.append("RuntimeError")
    print(ord, told)
for f in (lambda: torch.linalg.norm(B, 1), lambda: torch.linalg.matrix_norm(A, 3), lambda: torch.linalg.matrix_norm(A[0]), lambda: torch.linalg.matrix_norm(A, 1, (0, -2)),
          lambda: torch.linalg.matrix_norm(A.long()), lambda: torch.linalg.norm(A, 1, ()), lambda: torch.linalg.vector_norm(A, "fro")):
    try: print(f())
    except (RuntimeError, TypeError) as e: print(type(e).__name__, str(e).split("\n")[0])
#> None [8.902000427246094, 5.098999977111816, [3.0409998893737793, 4.4720001220703125, 7.071000099182129], 8.902000427246094, 8.902000427246094, [7.874000072479248, 6.164000034332275, 6.7820000648498535], 12.083000183105469, 'RuntimeError', 'RuntimeError', 'RuntimeError']
#> 1 [8.0, 8.0, [3.5, 6.0, 8.0], 8.0, 9.5, [6.0, 6.0, 6.0], 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError']
#> -1 [3.5, 0.6320000290870667, [0.42899999022483826, 1.3329999446868896, 0.875], 3.5, 8.0, [6.0, 6.0, 6.0], 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError']
#> inf [9.5, 4.0, [3.0, 4.0, 7.0], 9.5, 8.0, [11.0, 7.0, 9.0], 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError']
#> -inf [8.0, 1.0, [0.5, 2.0, 1.0], 8.0, 3.5, [1.0, 5.0, 3.0], 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError']
#> fro [8.902000427246094, 'RuntimeError', 'RuntimeError', 8.902000427246094, 8.902000427246094, [7.874000072479248, 6.164000034332275, 6.7820000648498535], 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError']
#> 3 ['RuntimeError', 4.513999938964844, [3.005000114440918, 4.159999847412109, 7.006999969482422], 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError']
#> 0 ['RuntimeError', 3.0, [2.0, 2.0, 2.0], 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError', 'RuntimeError']
#> RuntimeError linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got 3D.
#> RuntimeError linalg.matrix_norm: Order 3 not supported.
#> RuntimeError linalg.matrix_norm: The input tensor A must have at least 2 dimensions.
#> RuntimeError linalg.matrix_norm: dims must be different. Got (0, 0)
#> RuntimeError linalg.matrix_norm: Expected a floating point or complex tensor as input. Got Long
#> RuntimeError linalg.norm: If dim is specified, it must be of length 1 or 2. Got []
#> TypeError linalg_vector_norm(): argument 'ord' (position 2) must be Number, not str
