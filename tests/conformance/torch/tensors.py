### default_dtypes
# source: torch documentation: creation
import torch
print(torch.zeros(1).dtype, torch.arange(3).dtype, torch.arange(3.0).dtype, torch.tensor([1, 2]).dtype, torch.tensor([1.0]).dtype, torch.tensor(True).dtype, torch.full((1,), 2).dtype)
#> torch.float32 torch.int64 torch.float32 torch.int64 torch.float32 torch.bool torch.int64
### text_of_tensors
# source: torch documentation: set_printoptions
import torch
print(torch.tensor([1.0, 2.5]), torch.tensor([1.0, 2.0]), torch.arange(3), torch.tensor([True, False]), torch.zeros(2, dtype=torch.float16))
#> tensor([1.0000, 2.5000]) tensor([1., 2.]) tensor([0, 1, 2]) tensor([ True, False]) tensor([0., 0.], dtype=torch.float16)
### device_in_the_text
# source: torch documentation: Tensor
import torch
print(torch.ones(2, device='cuda'), torch.ones(2, device='cuda').cpu())
#> tensor([1., 1.], device='cuda:0') tensor([1., 1.])
### size_by_name
# source: torch documentation: randn(size=...)
import torch
print(torch.randn(size=(2, 3)).shape, torch.zeros(size=(4,)).shape, torch.empty(2, 3).shape)
#> torch.Size([2, 3]) torch.Size([4]) torch.Size([2, 3])
### strides_of_views
# source: torch documentation: Tensor.stride
import torch
x = torch.zeros(2, 3, 4)
print(x.stride(), x.transpose(0, 2).stride(), x[1, :, ::2].stride(), x.permute(1, 0, 2).stride(), x.T.shape)
#> (12, 4, 1) (1, 4, 12) (4, 2) (4, 12, 1) torch.Size([4, 3, 2])
### views_share_memory
# source: torch documentation: Tensor.view
import torch
x = torch.zeros(4, dtype=torch.int32)
y = x.view(2, 2)
x += 3
print(y)
#> tensor([[3, 3],
#>         [3, 3]], dtype=torch.int32)
### expand_repeats_without_memory
# source: torch documentation: Tensor.expand
import torch
x = torch.tensor([[1], [2]])
y = x.expand(2, 3)
print(y, y.stride(), x.expand(-1, 2).shape)
#> tensor([[1, 1, 1],
#>         [2, 2, 2]]) (1, 0) torch.Size([2, 2])
### squeeze_and_unsqueeze
# source: torch documentation: squeeze
import torch
x = torch.zeros(1, 3, 1)
print(x.squeeze().shape, x.squeeze(0).shape, x.unsqueeze(-1).shape)
#> torch.Size([3]) torch.Size([3, 1]) torch.Size([1, 3, 1, 1])
### promotion_of_numbers
# source: torch documentation: type promotion
import torch
i = torch.tensor([1, 2])
h = torch.zeros(2, dtype=torch.float16)
print((i + 1.5).dtype, (h * 2.0).dtype, (h + torch.zeros(2, dtype=torch.bfloat16)).dtype, (i / i).dtype, (i // i).dtype)
#> torch.float32 torch.float16 torch.float32 torch.float32 torch.int64
### floor_division_and_remainder
# source: torch documentation: floor_divide, remainder
import torch
x = torch.tensor([-7, 7])
print(x // 2, x % 3, torch.fmod(x, 3))
#> tensor([-4,  3]) tensor([2, 1]) tensor([-1,  1])
### reductions
# source: torch documentation: sum, mean, amax
import torch
x = torch.arange(6.0).reshape(2, 3)
print(x.sum(), x.sum(0), x.mean(1), x.amax(0), x.sum(axis=1), x.sum(1, keepdim=True).shape, torch.arange(3, dtype=torch.int32).sum().dtype)
#> tensor(15.) tensor([3., 5., 7.]) tensor([1., 4.]) tensor([3., 4., 5.]) tensor([ 3., 12.]) torch.Size([2, 1]) torch.int64
### max_along_an_axis
# source: torch documentation: max(dim)
import torch
x = torch.tensor([[1, 5, 2], [7, 3, 7]])
values, indices = x.max(1)
print(values, indices, torch.min(x, dim=0).values, torch.max(x))
#> tensor([5, 7]) tensor([1, 0]) tensor([1, 3, 2]) tensor(7)
### argmax_and_argmin
# source: torch documentation: argmax
import torch
x = torch.tensor([[1, 5, 2], [7, 3, 7]])
print(torch.argmax(x), x.argmax(1), x.argmin(0), x.argmax(1, keepdim=True).shape)
#> tensor(3) tensor([1, 0]) tensor([0, 1, 0]) torch.Size([2, 1])
### sort_gives_values_and_indices
# source: torch documentation: sort
import torch
v, i = torch.sort(torch.tensor([3, 1, 2]))
print(v, i, torch.sort(torch.tensor([3, 1, 2]), descending=True).values)
#> tensor([1, 2, 3]) tensor([1, 2, 0]) tensor([3, 2, 1])
### topk
# source: torch documentation: topk
import torch
v, i = torch.tensor([1, 9, 4, 7]).topk(2)
print(v, i, torch.topk(torch.tensor([1, 9, 4, 7]), 2, largest=False)[0])
#> tensor([9, 7]) tensor([1, 3]) tensor([1, 4])
### cumsum
# source: torch documentation: cumsum
import torch
x = torch.arange(1, 7).reshape(2, 3)
print(x.cumsum(1), torch.cumprod(x, 0))
#> tensor([[ 1,  3,  6],
#>         [ 4,  9, 15]]) tensor([[ 1,  2,  3],
#>         [ 4, 10, 18]])
### cat_and_stack
# source: torch documentation: cat, stack
import torch
a, b = torch.tensor([1, 2]), torch.tensor([3])
print(torch.cat([a, b]), torch.stack([a, a * 10]), torch.stack((a, a), dim=1).shape)
#> tensor([1, 2, 3]) tensor([[ 1,  2],
#>         [10, 20]]) torch.Size([2, 2])
### chunk_split_unbind
# source: torch documentation: chunk, split, unbind
import torch
x = torch.arange(6)
print([tuple(c.shape) for c in x.chunk(4)], x.split([1, 5])[1], x.reshape(2, 3).unbind(0)[1])
#> [(2,), (2,), (2,)] tensor([1, 2, 3, 4, 5]) tensor([3, 4, 5])
### tril_and_triu
# source: torch documentation: tril, triu
import torch
x = torch.ones(3, 3, dtype=torch.int64)
print(torch.tril(x).sum(1), torch.triu(x, diagonal=1).sum(1))
#> tensor([1, 2, 3]) tensor([2, 1, 0])
### masked_fill_and_where
# source: torch documentation: masked_fill, where
import torch
x = torch.arange(4.0)
print(x.masked_fill(x > 1, -1.0), torch.where(x > 1, x, torch.zeros_like(x)))
#> tensor([ 0.,  1., -1., -1.]) tensor([0., 0., 2., 3.])
### var_and_std
# source: torch documentation: var: Bessel's correction by default
import torch
x = torch.tensor([1.0, 3.0])
print(x.var(), x.std(unbiased=False), torch.var(x, dim=0, correction=0))
#> tensor(2.) tensor(1.) tensor(1.)
### matmul
# source: torch documentation: matmul
import torch
a = torch.arange(4.0).reshape(2, 2)
print(a @ a, torch.matmul(a, torch.ones(2)), torch.bmm(torch.ones(2, 1, 3), torch.ones(2, 3, 1)).shape)
#> tensor([[ 2.,  3.],
#>         [ 6., 11.]]) tensor([1., 5.]) torch.Size([2, 1, 1])
### softmax_over_an_axis
# source: torch documentation: softmax
import torch
print(torch.softmax(torch.zeros(2, 4), axis=1), torch.softmax(torch.zeros(4), dim=0)[0])
#> tensor([[0.2500, 0.2500, 0.2500, 0.2500],
#>         [0.2500, 0.2500, 0.2500, 0.2500]]) tensor(0.2500)
### layer_norm
# source: torch documentation: nn.functional.layer_norm: [-1, 1] has mean 0 and variance 1
import torch
x = torch.tensor([[-1.0, 1.0]])
print(torch.nn.functional.layer_norm(x, (2,), eps=0.0), torch.nn.functional.layer_norm(x, (2,), torch.tensor([2.0, 3.0]), torch.tensor([1.0, 1.0]), 0.0))
#> tensor([[-1.,  1.]]) tensor([[-1.,  4.]])
### attention_of_equal_keys
# source: torch documentation: scaled_dot_product_attention: equal scores give the mean
import torch
import torch.nn.functional as F
q = torch.zeros(1, 2, 4)
v = torch.tensor([[[0.0, 2.0, 4.0, 6.0], [2.0, 4.0, 6.0, 8.0]]])
print(F.scaled_dot_product_attention(q, q, v), F.scaled_dot_product_attention(q, q, v, is_causal=True)[0, 0])
#> tensor([[[1., 3., 5., 7.],
#>          [1., 3., 5., 7.]]]) tensor([0., 2., 4., 6.])
### linspace_and_eye
# source: torch documentation: linspace, eye
import torch
print(torch.linspace(0, 1, 5), torch.eye(2))
#> tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000]) tensor([[1., 0.],
#>         [0., 1.]])
### new_tensors
# source: torch documentation: new_zeros, new_full's kin
import torch
x = torch.zeros(2, dtype=torch.int32, device='cuda')
print(x.new_zeros(3), x.new_ones((1, 2), dtype=torch.float32).dtype)
#> tensor([0, 0, 0], device='cuda:0', dtype=torch.int32) torch.float32
### in_place_operations
# source: torch documentation: add_, mul_, fill_, zero_
import torch
x = torch.ones(3)
x.add_(2).mul_(3)
y = torch.empty(2).fill_(4)
print(x, y, y.zero_())
#> tensor([9., 9., 9.]) tensor([0., 0.]) tensor([0., 0.])
### element_size_and_numel
# source: torch documentation: Tensor
import torch
x = torch.zeros(2, 3, dtype=torch.float16)
print(x.element_size(), x.numel(), x.dim(), x.is_contiguous(), x.T.is_contiguous(), x.T.contiguous().stride())
#> 2 6 2 True False (2, 1)
### conversions
# source: torch documentation: Tensor.to
import torch
x = torch.tensor([1.7, -1.7])
print(x.to(torch.int32), x.half().dtype, x.to('cuda').device, x.int(), x.bool())
#> tensor([ 1, -1], dtype=torch.int32) torch.float16 cuda:0 tensor([ 1, -1], dtype=torch.int32) tensor([True, True])
### addresses_are_distinct
# source: Tensor.data_ptr
import torch
x, y = torch.zeros(8), torch.zeros(8)
print(x.data_ptr() != y.data_ptr(), x.data_ptr() == x.view(2, 4).data_ptr(), x[3:].data_ptr() - x.data_ptr(), x.data_ptr() % 256)
#> True True 12 0
### seeds_repeat
# source: torch documentation: manual_seed
import torch
torch.manual_seed(3)
a = torch.rand(4)
torch.manual_seed(3)
print((a == torch.rand(4)).all(), ((a >= 0) & (a < 1)).all())
#> tensor(True) tensor(True)
### randint_stays_inside
# source: torch documentation: randint(low, high, size)
import torch
x = torch.randint(3, 6, (1000,))
print(x.min(), x.max(), x.dtype)
#> tensor(3) tensor(5) torch.int64
### two_devices
# source: torch documentation: operands on two devices
import torch
torch.zeros(2) + torch.zeros(2, device='cuda')
#! value-error: two devices
### assert_close_fails
# source: torch documentation: testing.assert_close: rtol 1.3e-6, atol 1e-5 for float32
import torch
x = torch.ones(3)
torch.testing.assert_close(x, x + 1e-6)
torch.testing.assert_close(x, x + 1e-3)
#! check-failed: not close
### allclose_and_equal_are_bools
# source: torch documentation: allclose, equal
import torch
x = torch.ones(3)
print(torch.allclose(x, x + 1e-7), torch.allclose(x, x + 1), torch.equal(x, x), torch.equal(x, torch.ones(2)))
if torch.equal(x, x):
    print("the same")
assert torch.allclose(x, x)
#> True False True False
#> the same
### normal_and_uniform_in_place
# source: torch documentation: Tensor.normal_, Tensor.uniform_; limits of 5 standard errors
import torch
torch.manual_seed(1)
x = torch.empty(4096).normal_(mean=2.0, std=0.5)
y = torch.empty(4096, dtype=torch.float64).uniform_(-1, 3)
print((torch.abs(x.mean() - 2) < 0.04).item(), (torch.abs(x.std() - 0.5) < 0.03).item(), ((y >= -1) & (y < 3)).all().item(), y.dtype)
#> True True True torch.float64
