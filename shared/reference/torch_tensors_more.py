# SPDX-License-Identifier: Apache-2.0
# More methods of torch.Tensor: what a tensor is, its parts, tensors made like it.
### shapes_and_parts
import torch

x = torch.arange(6.0)
m = x.reshape(2, 3)
print(x.view_as(m))
#> tensor([[0., 1., 2.],
#>         [3., 4., 5.]])
print(x.reshape_as(m))
#> tensor([[0., 1., 2.],
#>         [3., 4., 5.]])
print(torch.ones(1, 3).expand_as(m))
#> tensor([[1., 1., 1.],
#>         [1., 1., 1.]])
print(x.tile(2))
#> tensor([0., 1., 2., 3., 4., 5., 0., 1., 2., 3., 4., 5.])
print(m.ndimension())
#> 2
print(m.dim_order())
#> (0, 1)
print(x.split_with_sizes([2, 4]))
#> (tensor([0., 1.]), tensor([2., 3., 4., 5.]))
print(m.triu())
#> tensor([[0., 1., 2.],
#>         [0., 4., 5.]])
print(x.itemsize)
#> 4
print(x.layout)
#> torch.strided
print(x.names)
#> (None,)
print(x.is_cuda)
#> False
print(x.is_cpu)
#> True
print(x.is_sparse)
#> False
print(x.is_floating_point())
#> True
print(x.is_conj())
#> False
print(x.is_neg())
#> False
print(x.is_inference())
#> False
print(x.is_pinned())
#> False
print(x.is_shared())
#> False
print(x.output_nr)
#> 0
print(x.get_device())
#> -1
print(x.is_set_to(x))
#> True
print(x.to_dense())
#> tensor([0., 1., 2., 3., 4., 5.])
print(x.pin_memory())
#> tensor([0., 1., 2., 3., 4., 5.])
print(x.share_memory_())
#> tensor([0., 1., 2., 3., 4., 5.])
print(x.cuda())
#> tensor([0., 1., 2., 3., 4., 5.], device='cuda:0')
print(x.record_stream(None))
#> None
### new_tensors
import torch

x = torch.zeros(2)
print(x.new_empty(2).shape)
#> torch.Size([2])
print(x.new_full((2,), 3.0))
#> tensor([3., 3.])
print(x.new_tensor([1.0, 2.0]))
#> tensor([1., 2.])
print(x.new_empty_strided((2,), (1,)).shape)
#> torch.Size([2])
### functions_as_methods
import torch

x = torch.tensor([0.25, 1.0, 4.0])
print(x.rsqrt())
#> tensor([2.0000, 1.0000, 0.5000])
print(x.sigmoid())
#> tensor([0.5622, 0.7311, 0.9820])
print(x.relu())
#> tensor([0.2500, 1.0000, 4.0000])
print(x.sub(1))
#> tensor([-0.7500,  0.0000,  3.0000])
print(x.amin())
#> tensor(0.2500)
print(x.softmax(0))
#> tensor([0.0219, 0.0464, 0.9317])
print(x.matmul(x))
#> tensor(17.0625)
print(x.detach_())
#> tensor([0.2500, 1.0000, 4.0000])
