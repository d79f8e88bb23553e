### results_of_two_tensors
# source: torch's documentation of max, sort and topk
import torch

x = torch.tensor([[1.0, 5.0], [4.0, 3.0]])
print(x.max(1))
values, indices = torch.sort(torch.tensor([3, 1, 2]))
print(values, indices, torch.topk(torch.tensor([3, 1, 2]), 2).values, isinstance(x.min(0), tuple))
#> torch.return_types.max(
#> values=tensor([5., 4.]),
#> indices=tensor([1, 0]))
#> tensor([1, 2, 3]) tensor([1, 2, 0]) tensor([3, 2]) True
### sizes
# source: torch.Size is a tuple; slices and sums of it are Sizes
import torch

s = torch.zeros(2, 3, 4).shape
print(s, s[1:], s + (5,), s.numel(), torch.Size([1, 2]) == (1, 2), isinstance(s, tuple), isinstance(s, torch.Size))
#> torch.Size([2, 3, 4]) torch.Size([3, 4]) torch.Size([2, 3, 4, 5]) 24 True True True
### figures_of_dtypes
# source: IEEE 754 and torch's documentation of finfo and iinfo
import torch

print(torch.finfo(torch.float16).max, torch.finfo(torch.bfloat16).eps, torch.finfo(torch.float8_e4m3fn).max, torch.iinfo(torch.int8).min, torch.iinfo(torch.uint8).max)
#> 65504.0 0.0078125 448.0 -128 255
