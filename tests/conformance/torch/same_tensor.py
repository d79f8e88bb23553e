# Functions that give the tensor that they are given, or a view of it, and what they refuse.
### what_gives_the_tensor_itself
# source: PyTorch 1.13: nothing to do gives the tensor, no view of it
import torch
x, m, s = torch.arange(6), torch.arange(6).reshape(2, 3), torch.tensor(5)
print(x.flatten() is x, torch.flatten(x, -1) is x, m.flatten(1, 1) is m, m.flatten() is m, s.flatten() is s, torch.nn.Flatten(0)(x) is x)
print(torch.cartesian_prod(x) is x, torch.broadcast_tensors(x, s)[0] is x, torch.broadcast_tensors(m, m)[1] is m)
print(s.mT is s, s.mH is s, torch.adjoint(s) is s, x.contiguous() is x, x.sum_to_size(6) is x, s.sum_to_size(()) is s)
y = x.flatten()
x.resize_(2, 2)
print(y, y.stride())
#> True True True False False True
#> True True True
#> True True True True True False
#> tensor([[0, 1],
#>         [2, 3]]) (2, 1)
### flatten_and_unflatten_look_at_their_axes
# source: PyTorch 1.13, its messages
import torch
t, s = torch.arange(24).reshape(2, 3, 4), torch.tensor(5)
def show(f):
    try: print(tuple(f().shape))
    except Exception as e: print(type(e).__name__, e)
for a in ((0, 1), (-2, -1), (2, 1), (3,), (0, -4)):
    show(lambda: t.flatten(*a))
show(lambda: s.flatten(0, 1))
for a in ((1, (3, -1)), (2, (2, 2)), (2, (0, -1)), (1, (2, -1)), (0, (2, 1)), (-1, ()), (3, (2, 2))):
    show(lambda: t[:0].unflatten(*a))
show(lambda: t[:, :0].unflatten(1, (-1, 3)))
show(lambda: s.unflatten(-1, (1,)))
#> (6, 4)
#> (2, 12)
#> RuntimeError flatten() has invalid args: start_dim cannot come after end_dim
#> IndexError Dimension out of range (expected to be in range of [-3, 2], but got 3)
#> IndexError Dimension out of range (expected to be in range of [-3, 2], but got -4)
#> IndexError Dimension out of range (expected to be in range of [-1, 0], but got 1)
#> (0, 3, 1, 4)
#> (0, 3, 2, 2)
#> RuntimeError unflatten: Provided sizes [0, -1] don't multiply up to the size of dim 2 (4) in the input tensor
#> RuntimeError unflatten: Provided sizes [2, -1] don't multiply up to the size of dim 1 (3) in the input tensor
#> RuntimeError unflatten: Provided sizes [2, 1] don't multiply up to the size of dim 0 (0) in the input tensor
#> RuntimeError unflatten: sizes must be non-empty
#> IndexError Dimension out of range (expected to be in range of [-3, 2], but got 3)
#> (2, 0, 3, 4)
#> IndexError Dimension specified as 0 but tensor has no dimensions
### one_operand_of_einsum_is_seen_anew
# source: PyTorch 1.13: a view unless an axis is summed
import torch
t = torch.arange(12).reshape(3, 4)
for equation, x in (("ij->ji", t), ("ji", t), ("ij", t), ("ii->i", t[:, :3]), ("...->...", t), ("i...->...i", t), ("ij->i", t), ("kiik->ik", torch.arange(36).reshape(2, 3, 3, 2))):
    r = torch.einsum(equation, x)
    print(equation, r.data_ptr() == x.data_ptr(), tuple(r.shape), r.stride(), r.tolist())
torch.einsum("ii->i", t[:, :3])[1] = 50
torch.einsum("ij->i", t)[0] = 60
print(t)
#> ij->ji True (4, 3) (1, 4) [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]
#> ji True (4, 3) (1, 4) [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]
#> ij True (3, 4) (4, 1) [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
#> ii->i True (3,) (5,) [0, 5, 10]
#> ...->... True (3, 4) (4, 1) [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
#> i...->...i True (4, 3) (1, 4) [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]
#> ij->i False (3,) (1,) [6, 22, 38]
#> kiik->ik True (3, 2) (8, 19) [[0, 19], [8, 27], [16, 35]]
#> tensor([[ 0,  1,  2,  3],
#>         [ 4, 50,  6,  7],
#>         [ 8,  9, 10, 11]])
### meshgrid_repeats_nothing
# source: PyTorch 1.13: views with strides of 0
import torch
x, y, z, s = torch.arange(3), torch.arange(2), torch.arange(4), torch.tensor(7)
for indexing in ("ij", "xy"):
    for tensors in ((x, y), (y, x, z), (x, s), (x,), ([x, y],)):
        print(indexing, [(tuple(g.shape), g.stride(), g.flatten()[:5].tolist()) for g in torch.meshgrid(*tensors, indexing=indexing)])
a, b = torch.meshgrid(x, y, indexing="xy")
x[1] = 40
print(a.tolist(), b.tolist())
for f in (lambda: torch.meshgrid(), lambda: torch.meshgrid(x, y.float()), lambda: torch.meshgrid(x, indexing="ji"), lambda: torch.cartesian_prod(x, s)):
    try: f()
    except RuntimeError as e: print(e)
#> ij [((3, 2), (1, 0), [0, 0, 1, 1, 2]), ((3, 2), (0, 1), [0, 1, 0, 1, 0])]
#> ij [((2, 3, 4), (1, 0, 0), [0, 0, 0, 0, 0]), ((2, 3, 4), (0, 1, 0), [0, 0, 0, 0, 1]), ((2, 3, 4), (0, 0, 1), [0, 1, 2, 3, 0])]
#> ij [((3, 1), (1, 1), [0, 1, 2]), ((3, 1), (0, 1), [7, 7, 7])]
#> ij [((3,), (1,), [0, 1, 2])]
#> ij [((3, 2), (1, 0), [0, 0, 1, 1, 2]), ((3, 2), (0, 1), [0, 1, 0, 1, 0])]
#> xy [((2, 3), (0, 1), [0, 1, 2, 0, 1]), ((2, 3), (1, 0), [0, 0, 0, 1, 1])]
#> xy [((3, 2, 4), (0, 1, 0), [0, 0, 0, 0, 1]), ((3, 2, 4), (1, 0, 0), [0, 0, 0, 0, 0]), ((3, 2, 4), (0, 0, 1), [0, 1, 2, 3, 0])]
#> xy [((1, 3), (3, 1), [0, 1, 2]), ((1, 3), (1, 0), [7, 7, 7])]
#> xy [((3,), (1,), [0, 1, 2])]
#> xy [((2, 3), (0, 1), [0, 1, 2, 0, 1]), ((2, 3), (1, 0), [0, 0, 0, 1, 1])]
#> [[0, 40, 2], [0, 40, 2]] [[0, 0, 0], [1, 1, 1]]
#> meshgrid expects a non-empty TensorList
#> meshgrid expects all tensors to have the same dtype
#> torch.meshgrid: indexing must be one of "xy" or "ij", but received: ji
#> Expect a 1D vector, but got shape []
### adjoint_of_a_vector
# source: PyTorch 1.13, its messages
import torch
x = torch.arange(3)
for f in (lambda: x.mT, lambda: x.mH, lambda: x.adjoint(), lambda: torch.chain_matmul(x), lambda: torch.chain_matmul(), lambda: torch.linalg.multi_dot([x])):
    try: print(f())
    except RuntimeError as e: print(e)
m = torch.ones(2, 2)
r = torch.chain_matmul(m)
print(r.tolist(), r is m, r.data_ptr() == m.data_ptr())
#> tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.
#> tensor.mH is only supported on matrices or batches of matrices. Got 1-D tensor.
#> tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.
#> Tensor dimension is 1, expected 2 instead.
#> chain_matmul(): Expected one or more matrices
#> multi_dot(): expected at least 2 tensors but got 1
#> [[1.0, 1.0], [1.0, 1.0]] False False
