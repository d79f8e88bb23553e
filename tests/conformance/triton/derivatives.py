### function_of_kernels_among_operations
# source: torch documentation: autograd.Function; the gradient of the same formula in torch's own operations
import torch, triton, triton.language as tl
@triton.jit
def scale_kernel(x_ptr, o_ptr, s, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(o_ptr + i, tl.load(x_ptr + i, mask=i < n) * s, mask=i < n)
def scale(x, s):
    o = torch.empty_like(x)
    scale_kernel[(1,)](x, o, s, x.numel(), BLOCK=8)
    return o
class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, s):
        ctx.s = s
        return scale(x, s)
    @staticmethod
    def backward(ctx, g):
        return scale(g, ctx.s), None
x = torch.arange(4., device="cuda").requires_grad_()
y = Scale.apply(torch.sin(x), 3.0)
(y * y).sum().backward()
reference = torch.autograd.grad(((torch.sin(x) * 3.0) ** 2).sum(), x)[0]
torch.testing.assert_close(x.grad, reference)
print(x.grad is not None, y.requires_grad)
print(scale(x, 2.0).requires_grad)
try:
    scale(x, 2.0).sum().backward()
except RuntimeError as error:
    print(error)
w = torch.ones(4, device="cuda", requires_grad=True)
scale_kernel[(1,)](w, w, 5.0, 4, BLOCK=8)
(w * w).sum().backward()
print(w.grad)
#> True True
#> False
#> element 0 of tensors does not require grad and does not have a grad_fn
#> tensor([10., 10., 10., 10.], device='cuda:0')
