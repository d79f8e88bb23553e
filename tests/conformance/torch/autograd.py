### apply_and_backward
# source: torch documentation: autograd.Function
import torch
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return x * x * scale
    @staticmethod
    def backward(ctx, dy):
        x, = ctx.saved_tensors
        return 2 * x * ctx.scale * dy, None

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Square.apply(x, 3.0)
y.backward(torch.tensor([1.0, 10.0]))
print(y.detach(), x.grad, y.requires_grad)
#> tensor([ 3., 12.]) tensor([  6., 120.]) True
### gradients_accumulate
# source: torch documentation: backward adds to .grad
import torch
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return x * x * scale
    @staticmethod
    def backward(ctx, dy):
        x, = ctx.saved_tensors
        return 2 * x * ctx.scale * dy, None

x = torch.tensor([1.0], requires_grad=True)
for _ in range(2):
    Square.apply(x, 1.0).backward(torch.ones(1))
print(x.grad)
x.grad = None
print(x.grad)
#> tensor([4.])
#> None
### functions_in_a_chain
# source: torch documentation: autograd.Function
import torch
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return x * x * scale
    @staticmethod
    def backward(ctx, dy):
        x, = ctx.saved_tensors
        return 2 * x * ctx.scale * dy, None

x = torch.tensor([3.0]).requires_grad_()
square = Square.apply
square(square(x, 1.0), 1.0).backward(torch.ones(1))
print(x.grad)
#> tensor([108.])
### no_gradient_was_asked_for
# source: torch documentation: requires_grad is false
import torch
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return x * x * scale
    @staticmethod
    def backward(ctx, dy):
        x, = ctx.saved_tensors
        return 2 * x * ctx.scale * dy, None

y = Square.apply(torch.tensor([1.0]), 1.0)
print(y.requires_grad)
y.backward(torch.ones(1))
#> False
#! raised: element 0 of tensors does not require grad and does not have a grad_fn
### needs_input_grad
# source: torch documentation: ctx.needs_input_grad
import torch
class Probe(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        print(ctx.needs_input_grad)
        return x + y
Probe.apply(torch.ones(1, requires_grad=True), torch.ones(1))
#> (True, False)
### integers_have_no_gradient
# source: torch documentation: only floating point tensors can require gradients
import torch
torch.zeros(2, dtype=torch.int32).requires_grad_()
#! raised: only Tensors of floating point dtype can require gradients
### no_grad
# source: torch documentation: torch.no_grad
import torch
with torch.no_grad():
    print(torch.ones(1) + 1)
@torch.no_grad()
def f(x):
    return x * 2
print(f(torch.ones(1)))
#> tensor([2.])
#> tensor([2.])
