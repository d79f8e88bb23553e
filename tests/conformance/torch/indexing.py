### index_by_tensors
# source: torch's indexing, as NumPy's
import torch

x = torch.arange(12).reshape(3, 4)
rows = torch.tensor([2, 0])
print(x[rows].tolist())
print(x[rows, torch.tensor([1, 3])].tolist())
print(x[:, rows].tolist())
print(x[x % 5 == 0].tolist())
print(x[[0, 2], 1:3].tolist())
#> [[8, 9, 10, 11], [0, 1, 2, 3]]
#> [9, 3]
#> [[2, 0], [6, 4], [10, 8]]
#> [0, 5, 10]
#> [[1, 2], [9, 10]]
### assign_by_tensors
# source: torch's indexing, as NumPy's
import torch

x = torch.zeros(3, 3, dtype=torch.int32)
x[torch.tensor([0, 2])] = torch.tensor([1, 2, 3], dtype=torch.int32)
x[x == 2] = 9
print(x.tolist())
#> [[1, 9, 3], [0, 0, 0], [1, 9, 3]]
### write_to_views
# source: torch: views share memory
import torch

x = torch.zeros(3, 4, dtype=torch.int32)
x[1].fill_(5)
x[:, 2].copy_(torch.tensor([7, 8, 9], dtype=torch.int32))
x.T[0, 0] = -1
x[::2, :2] += 10
print(x.tolist())
#> [[9, 10, 7, 0], [5, 5, 8, 5], [10, 10, 9, 0]]
### write_to_an_expanded_view
# source: torch's own message
import torch

torch.zeros(3, 1).expand(3, 4).add_(1)
#! value-error: more than one element of the written-to tensor refers to a single memory location
### view_as_another_dtype
# source: torch.Tensor.view(dtype): the last axis grows or shrinks; little-endian
import torch

x = torch.tensor([1.0, -2.0])
print([hex(v & 0xFFFFFFFF) for v in x.view(torch.int32).tolist()])
print(x.view(torch.uint8).tolist())
b = torch.tensor([0, 0, 128, 63, 0, 0, 0, 64], dtype=torch.uint8)
print(b.view(torch.float32).tolist(), b.view(torch.int16).shape)
x.view(torch.int32)[1] = 0x40490FDB
print(f"{x[1].item():.6f}")
#> ['0x3f800000', '0xc0000000']
#> [0, 0, 128, 63, 0, 0, 0, 192]
#> [1.0, 2.0] torch.Size([4])
#> 3.141593
### scatter_and_gather
# source: torch's documentation of gather, scatter_ and index_add_
import torch

t = torch.tensor([[1, 2], [3, 4]])
print(torch.gather(t, 1, torch.tensor([[0, 0], [1, 0]])).tolist())
src = torch.arange(1, 11).reshape((2, 5))
index = torch.tensor([[0, 1, 2, 0]])
print(torch.zeros(3, 5, dtype=src.dtype).scatter_(0, index, src).tolist())
x = torch.ones(5, 3)
t = torch.tensor([[1, 2, 3], [4, 5, 6], [7, 8, 9]], dtype=torch.float)
x.index_add_(0, torch.tensor([0, 4, 2]), t)
print(x.tolist())
print(torch.zeros(3).scatter_add_(0, torch.tensor([0, 0, 2]), torch.tensor([1.0, 2.0, 3.0])).tolist())
#> [[1, 1], [4, 3]]
#> [[1, 0, 0, 4, 0], [0, 2, 0, 0, 0], [0, 0, 3, 0, 0]]
#> [[2.0, 3.0, 4.0], [1.0, 1.0, 1.0], [8.0, 9.0, 10.0], [1.0, 1.0, 1.0], [5.0, 6.0, 7.0]]
#> [3.0, 0.0, 3.0]
### index_select_of_a_tensor_without_axes
# source: PyTorch 1.13
import torch
x = torch.tensor(5.0)
for d, i in ((0, [0]), (-1, 0), (0, [1]), (0, [True]), (0, [0.0]), (1, [0])):
    try: print(torch.index_select(x, d, torch.tensor(i)))
    except Exception as e: print(type(e).__name__)
print(torch.index_select(torch.arange(6).reshape(2, 3), 1, torch.tensor([2, 0])))
#> tensor(5.)
#> tensor(5.)
#> IndexError
#> RuntimeError
#> RuntimeError
#> IndexError
#> tensor([[2, 0],
#>         [5, 3]])
