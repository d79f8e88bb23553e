### leaves_and_results
# source: PyTorch 1.13 on the CPU
import torch
x = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
w = torch.tensor([[.5, -1.], [2., .25]], requires_grad=True)
y = torch.tanh(x @ w).sum()
print(y.requires_grad, y.is_leaf, x.is_leaf, x.grad_fn, y.grad_fn is not None)
y.backward()
print(x.grad)
print(w.grad)
#> True False True None True
#> tensor([[-0.7862,  0.1976],
#>         [-0.0707,  0.0177]])
#> tensor([[4.9347e-04, 9.9840e-01],
#>         [9.8693e-04, 1.8555e+00]])
### gradients_add_up
# source: PyTorch 1.13 on the CPU
import torch
x = torch.tensor([1., 2., 3.], requires_grad=True)
(x * x).sum().backward()
first = x.grad
(3 * x).sum().backward()
print(x.grad, first is x.grad)
x.grad.zero_()
(x ** 3).sum().backward()
print(first)
#> tensor([5., 7., 9.]) True
#> tensor([ 3., 12., 27.])
### the_graph_is_freed
# source: PyTorch 1.13 on the CPU
import torch
x = torch.tensor([1., 2., 3.], requires_grad=True)
y = (x * x).sum()
y.backward(retain_graph=True)
y.backward()
print(x.grad)
try:
    y.backward()
except RuntimeError as error:
    print(error)
z = (x + x).sum()
z.backward()
z.backward()
print(x.grad)
#> tensor([ 4.,  8., 12.])
#> Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after calling backward.
#> tensor([ 8., 12., 16.])
### errors
# source: PyTorch 1.13 on the CPU
import torch
x = torch.ones(3, requires_grad=True)
def show(f):
    try:
        f()
    except RuntimeError as error:
        print(error)
show(lambda: (x * 2).backward())
show(lambda: (x * 2).backward(torch.ones(2)))
show(lambda: torch.ones(3).sum().backward())
show(lambda: torch.ones(3, dtype=torch.int64).requires_grad_())
show(lambda: torch.autograd.grad(x.sum(), torch.ones(3)))
y = torch.ones(3, requires_grad=True)
show(lambda: torch.autograd.grad(x.sum(), y))
print(torch.autograd.grad(x.sum(), [x, y], allow_unused=True))
def change(): x[0] = 2
show(change)
def add():
    global x
    x += 1
show(add)
show(lambda: x.view(1, 3).add_(1))
z = x * 2
show(lambda: z.requires_grad_(False))
#> grad can be implicitly created only for scalar outputs
#> Mismatch in shape: grad_output[0] has a shape of torch.Size([2]) and output[0] has a shape of torch.Size([3]).
#> element 0 of tensors does not require grad and does not have a grad_fn
#> only Tensors of floating point dtype can require gradients
#> One of the differentiated Tensors does not require grad
#> One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.
#> (tensor([1., 1., 1.]), None)
#> a view of a leaf Variable that requires grad is being used in an in-place operation.
#> a leaf Variable that requires grad is being used in an in-place operation.
#> a view of a leaf Variable that requires grad is being used in an in-place operation.
#> you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().
### no_grad_and_detach
# source: PyTorch 1.13 on the CPU
import torch
x = torch.tensor([1., 2.], requires_grad=True)
with torch.no_grad():
    y = x * 3
    print(torch.is_grad_enabled(), y.requires_grad, x.requires_grad, x.clone().requires_grad)
    with torch.enable_grad():
        print((x * 3).requires_grad)
print(y.requires_grad, (y * x).requires_grad)
(y * x).sum().backward()
print(x.grad)
d = x.detach()
(d * x).sum().backward()
print(x.grad, d.requires_grad)
@torch.no_grad()
def f(v):
    return v * 2
print(f(x).requires_grad)
with torch.set_grad_enabled(False):
    print((x * 2).requires_grad)
print((x * 2).requires_grad)
#> False False True False
#> True
#> False True
#> tensor([3., 6.])
#> tensor([4., 8.]) False
#> False
#> False
#> True
### a_step_of_descent
# source: PyTorch 1.13 on the CPU
import torch
x = torch.tensor([1., -2.], requires_grad=True)
for step in range(3):
    loss = (x ** 2).sum()
    x.grad = None
    loss.backward()
    with torch.no_grad():
        x -= 0.25 * x.grad
print(x.detach(), x.requires_grad, x.is_leaf)
for step in range(2):
    (x ** 2).sum().backward()
    x.data -= 0.25 * x.grad
    x.grad.zero_()
print(x.detach())
#> tensor([ 0.1250, -0.2500]) True True
#> tensor([-0.0312,  0.0625])
### in_place_and_views
# source: PyTorch 1.13 on the CPU
import torch
x = torch.tensor([1., 2., 3., 4.], requires_grad=True)
y = x * 2
y[1:3] *= x[:2]
y[0] = 7.0
y.view(2, 2)[1] += x[2:]
y.sum().backward()
print(y.detach(), x.grad)
z = torch.zeros(4)
z[1] = x[1] ** 2
z.add_(x)
print(z.requires_grad)
x.grad = None
z.sum().backward()
print(x.grad)
#> tensor([ 7.,  4., 15., 12.]) tensor([4., 8., 5., 3.])
#> True
#> tensor([1., 5., 1., 1.])
### second_order
# source: PyTorch 1.13 on the CPU
import torch
x = torch.tensor([1., 2., 3.], requires_grad=True)
y = (x ** 4).sum()
g, = torch.autograd.grad(y, x, create_graph=True)
print(g.detach(), g.requires_grad)
h, = torch.autograd.grad(g.sum(), x, create_graph=True)
print(h.detach())
h.sum().backward()
print(x.grad)
#> tensor([  4.,  32., 108.]) True
#> tensor([ 12.,  48., 108.])
#> tensor([24., 48., 72.])
### grad_of_inner_values
# source: PyTorch 1.13 on the CPU
import torch
x = torch.tensor([1., 2.], requires_grad=True)
y = x * 3
y.retain_grad()
z = (y * y).sum()
print(torch.autograd.grad(z, y, retain_graph=True))
z.backward()
print(y.grad, x.grad)
#> (tensor([ 6., 12.]),)
#> tensor([ 6., 12.]) tensor([18., 36.])
### ties
# source: PyTorch 1.13 on the CPU
import torch
x = torch.tensor([1., 5., 5., 2.], requires_grad=True)
def gradient(f):
    x.grad = None
    f(x).sum().backward()
    return x.grad
print(gradient(lambda v: v.max()))
print(gradient(lambda v: v.max(0).values))
print(gradient(lambda v: v.amax(0)))
print(gradient(lambda v: torch.relu(v - 5)))
print(gradient(lambda v: v.clamp(min=5)))
print(gradient(lambda v: torch.maximum(v, torch.full((4,), 5.))))
print(gradient(lambda v: (v - 5).abs()))
print(gradient(lambda v: torch.floor(v) * v + torch.sign(v - 5)))
#> tensor([0.0000, 0.5000, 0.5000, 0.0000])
#> tensor([0., 1., 0., 0.])
#> tensor([0.0000, 0.5000, 0.5000, 0.0000])
#> tensor([0., 0., 0., 0.])
#> tensor([0., 1., 1., 0.])
#> tensor([0.0000, 0.5000, 0.5000, 0.0000])
#> tensor([-1.,  0.,  0., -1.])
#> tensor([1., 5., 5., 2.])
### layer_norm_and_attention
# source: PyTorch 1.13 on the CPU
import torch
torch.manual_seed(0)
def ramp(*shape):
    n = 1
    for s in shape:
        n *= s
    return (torch.arange(n, dtype=torch.float64) * 0.7).sin().reshape(shape).requires_grad_()
x, weight, bias = ramp(3, 4), ramp(4), ramp(4)
(torch.nn.functional.layer_norm(x, (4,), weight, bias, 1e-5) ** 3).sum().backward()
print(x.grad)
print(weight.grad, bias.grad)
q, k, v = ramp(2, 3, 4), ramp(2, 5, 4), ramp(2, 5, 3)
p = torch.softmax(q @ k.transpose(-1, -2) * 0.5, dim=-1)
((p @ v) ** 2).sum().backward()
print(q.grad[1])
print(k.grad[0])
print(v.grad.sum(0))
rms = x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6)
x.grad = None
(rms * weight).sum().backward()
print(x.grad)
#> tensor([[ 3.6432, -9.3202,  9.0376, -3.3606],
#>         [-0.7616,  1.6430, -0.3101, -0.5712],
#>         [ 2.0888, -3.9991,  1.5141,  0.3962]], dtype=torch.float64)
#> tensor([ 0.0000,  0.3133, 15.5401, 16.2219], dtype=torch.float64) tensor([ 0.0000,  3.7178, 19.1277, 16.5426], dtype=torch.float64)
#> tensor([[ 0.1106, -0.0351, -0.1643, -0.2162],
#>         [-0.1065, -0.0553,  0.0220,  0.0889],
#>         [ 0.0752, -0.0032, -0.0801, -0.1194]], dtype=torch.float64)
#> tensor([[-0.0017,  0.0555,  0.0866,  0.0770],
#>         [ 0.0160, -0.0219, -0.0495, -0.0538],
#>         [-0.0279, -0.0168,  0.0022,  0.0202],
#>         [ 0.0061,  0.0054,  0.0022, -0.0021],
#>         [ 0.0076, -0.0221, -0.0414, -0.0413]], dtype=torch.float64)
#> tensor([[-0.3373, -0.2069,  0.0209],
#>         [ 0.1467,  0.3282,  0.3553],
#>         [-0.2351, -0.1126,  0.0629],
#>         [ 0.0374,  0.1535,  0.1974],
#>         [-0.1192,  0.0131,  0.1393]], dtype=torch.float64)
#> tensor([[ 0.0000e+00,  1.6564e-06,  2.5338e-06,  2.2195e-06],
#>         [ 4.7190e-01,  4.2613e-01,  1.7994e-01, -1.5087e-01],
#>         [ 7.8557e-01,  9.3759e-01,  6.4865e-01,  5.4637e-02]],
#>        dtype=torch.float64)
### losses
# source: PyTorch 1.13 on the CPU
import torch
x = (torch.arange(12, dtype=torch.float64) * 0.7).sin().reshape(3, 4).requires_grad_()
t = torch.tensor([2, 0, 3])
torch.nn.functional.cross_entropy(x, t).backward()
print(x.grad)
x.grad = None
torch.log_softmax(x, -1)[torch.arange(3), t].mean().backward()
print(x.grad)
x.grad = None
torch.nn.functional.mse_loss(x, torch.ones(3, 4, dtype=torch.float64)).backward()
print(x.grad)
x.grad = None
torch.logsumexp(x, 1).sum().backward()
print(x.grad)
#> tensor([[ 0.0419,  0.0798, -0.2211,  0.0993],
#>         [-0.1724,  0.0811,  0.0482,  0.0431],
#>         [ 0.0288,  0.0550,  0.1043, -0.1881]], dtype=torch.float64)
#> tensor([[-0.0419, -0.0798,  0.2211, -0.0993],
#>         [ 0.1724, -0.0811, -0.0482, -0.0431],
#>         [-0.0288, -0.0550, -0.1043,  0.1881]], dtype=torch.float64)
#> tensor([[-0.1667, -0.0593, -0.0024, -0.0228],
#>         [-0.1108, -0.2251, -0.3119, -0.3304],
#>         [-0.2719, -0.1639, -0.0572, -0.0020]], dtype=torch.float64)
#> tensor([[0.1257, 0.2394, 0.3368, 0.2980],
#>         [0.4829, 0.2432, 0.1445, 0.1293],
#>         [0.0863, 0.1650, 0.3129, 0.4358]], dtype=torch.float64)
### activations
# source: PyTorch 1.13 on the CPU
import torch
x = torch.tensor([-30., -2., -0.5, 0., 0.5, 2., 30.], requires_grad=True)
for f in [torch.sigmoid, torch.tanh, torch.relu, torch.nn.functional.silu, torch.nn.functional.gelu, torch.nn.functional.softplus, torch.nn.functional.elu,
          torch.nn.functional.leaky_relu]:
    x.grad = None
    f(x).sum().backward()
    print([round(g, 4) for g in x.grad.tolist()])
#> [0.0, 0.105, 0.235, 0.25, 0.235, 0.105, 0.0]
#> [0.0, 0.0707, 0.7864, 1.0, 0.7864, 0.0707, 0.0]
#> [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]
#> [-0.0, -0.0908, 0.26, 0.5, 0.74, 1.0908, 1.0]
#> [0.0, -0.0852, 0.1325, 0.5, 0.8675, 1.0852, 1.0]
#> [0.0, 0.1192, 0.3775, 0.5, 0.6225, 0.8808, 1.0]
#> [0.0, 0.1353, 0.6065, 1.0, 1.0, 1.0, 1.0]
#> [0.01, 0.01, 0.01, 0.01, 1.0, 1.0, 1.0]
### gathers
# source: PyTorch 1.13 on the CPU
import torch
table = (torch.arange(12.).reshape(4, 3) / 4).requires_grad_()
ids = torch.tensor([[0, 2], [2, 3]])
(table[ids] ** 2).sum().backward()
print(table.grad)
table.grad = None
torch.nn.functional.embedding(ids, table).cumsum(1).sum().backward()
print(table.grad)
table.grad = None
(table.gather(1, torch.tensor([[0, 2], [1, 1], [2, 0], [0, 0]])) * 2).sum().backward()
print(table.grad)
table.grad = None
(table.index_select(0, torch.tensor([1, 1])) * table[1:3, :]).sum().backward()
print(table.grad)
table.grad = None
torch.where(table > 1, table * table, -table).sum().backward()
print(table.grad)
table.grad = None
(table[table > 1.5] ** 2).sum().backward()
print(table.grad)
#> tensor([[0.0000, 0.5000, 1.0000],
#>         [0.0000, 0.0000, 0.0000],
#>         [6.0000, 7.0000, 8.0000],
#>         [4.5000, 5.0000, 5.5000]])
#> tensor([[2., 2., 2.],
#>         [0., 0., 0.],
#>         [3., 3., 3.],
#>         [1., 1., 1.]])
#> tensor([[2., 0., 2.],
#>         [0., 4., 0.],
#>         [2., 0., 2.],
#>         [4., 0., 0.]])
#> tensor([[0.0000, 0.0000, 0.0000],
#>         [3.0000, 3.7500, 4.5000],
#>         [0.7500, 1.0000, 1.2500],
#>         [0.0000, 0.0000, 0.0000]])
#> tensor([[-1.0000, -1.0000, -1.0000],
#>         [-1.0000, -1.0000,  2.5000],
#>         [ 3.0000,  3.5000,  4.0000],
#>         [ 4.5000,  5.0000,  5.5000]])
#> tensor([[0.0000, 0.0000, 0.0000],
#>         [0.0000, 0.0000, 0.0000],
#>         [0.0000, 3.5000, 4.0000],
#>         [4.5000, 5.0000, 5.5000]])
### shapes
# source: PyTorch 1.13 on the CPU
import torch
x = torch.arange(6.).reshape(2, 3).requires_grad_()
y = torch.cat([x, x.T.reshape(2, 3)], dim=1).permute(1, 0)
(y.unsqueeze(0).expand(2, 6, 2) * torch.arange(6.).reshape(1, 6, 1)).sum().backward()
print(x.grad)
x.grad = None
a, b, c = x.unbind(1)
(torch.stack([a * b, c]).flatten() * torch.arange(4.)).sum().backward()
print(x.grad)
x.grad = None
p, q = x.split([1, 2], dim=1)
(p * q.sum(1, keepdim=True)).sum().backward()
print(x.grad)
#> tensor([[ 6., 12., 12.],
#>         [ 8.,  8., 14.]])
#> tensor([[0., 0., 2.],
#>         [4., 3., 3.]])
#> tensor([[3., 0., 0.],
#>         [9., 3., 3.]])
### sorts_and_products
# source: PyTorch 1.13 on the CPU
import torch
x = torch.tensor([[3., 1., 2.], [0., 5., 4.]], requires_grad=True)
values, order = x.sort(dim=1)
(values * torch.tensor([1., 10., 100.])).sum().backward()
print(x.grad)
x.grad = None
x.topk(2, dim=1).values.prod(1).sum().backward()
print(x.grad)
x.grad = None
x.prod(1).sum().backward()
print(x.grad)
x.grad = None
(x.std(1) + x.var(0).sum() + x.norm()).sum().backward()
print(x.grad)
#> tensor([[100.,   1.,  10.],
#>         [  1., 100.,  10.]])
#> tensor([[2., 0., 3.],
#>         [0., 4., 5.]])
#> tensor([[ 2.,  6.,  3.],
#>         [20.,  0.,  0.]])
#> tensor([[ 7.3090, -8.2303, -3.4606],
#>         [-6.5669,  9.7264,  5.2677]])
### einsum_and_linear
# source: PyTorch 1.13 on the CPU
import torch
a = torch.arange(6.).reshape(2, 3).requires_grad_()
b = torch.arange(12.).reshape(3, 4).requires_grad_()
(torch.einsum("ij,jk->ki", a, b) ** 2).sum().backward()
print(a.grad)
print(b.grad)
a.grad = b.grad = None
bias = torch.ones(4, requires_grad=True)
torch.nn.functional.linear(a, b.t(), bias).sum().backward()
print(a.grad, bias.grad)
#> tensor([[ 324., 1108., 1892.],
#>         [1008., 3376., 5744.]])
#> tensor([[ 336.,  408.,  480.,  552.],
#>         [ 488.,  590.,  692.,  794.],
#>         [ 640.,  772.,  904., 1036.]])
#> tensor([[ 6., 22., 38.],
#>         [ 6., 22., 38.]]) tensor([2., 2., 2., 2.])
### half_precision
# source: PyTorch 1.13 on the CPU
import torch
x = torch.tensor([1., 2., 3.], dtype=torch.bfloat16, requires_grad=True)
w = torch.tensor([0.5, 1., 2.], requires_grad=True)
y = (x.float() * w).to(torch.bfloat16)
y.sum().backward()
print(x.grad, w.grad)
#> tensor([0.5000, 1.0000, 2.0000], dtype=torch.bfloat16) tensor([1., 2., 3.])
### function_among_operations
# source: PyTorch 1.13 on the CPU
import torch
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, x + y
    @staticmethod
    def backward(ctx, dxy, dsum):
        x, y = ctx.saved_tensors
        return 10 * (dxy * y + dsum), dxy * x + dsum
x = torch.tensor([1., 2.], requires_grad=True)
a, b = Double.apply(x * 3, torch.sin(x))
print(a.requires_grad, b.requires_grad)
(a * b).sum().backward()
print(x.grad)
x.grad = None
a, b = Double.apply(x, x)
b.sum().backward()
print(x.grad)
g, = torch.autograd.grad(Double.apply(x, x)[0].sum(), x, create_graph=True)
print(torch.autograd.grad(g.sum(), x))
#> True True
#> tensor([180.2976, 332.6296])
#> tensor([11., 11.])
#> (tensor([11., 11.]),)
### function_checks
# source: PyTorch 1.13 on the CPU
import torch
class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y
    @staticmethod
    def backward(ctx, g):
        return g
x = torch.ones(2, requires_grad=True)
try:
    Bad.apply(x, x).sum().backward()
except RuntimeError as error:
    print(error)
class Counts(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        index = x.argmax()
        ctx.mark_non_differentiable(index)
        return x * 2, index
    @staticmethod
    def backward(ctx, g, h):
        print(h)
        return g * 5
y, i = Counts.apply(x)
print(y.requires_grad, i.requires_grad)
y.sum().backward()
print(x.grad)
#> function BadBackward returned an incorrect number of gradients (expected 2, got 1)
#> True False
#> None
#> tensor([5., 5.])
### modules
# source: PyTorch 1.13 on the CPU
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(3, 4)
        self.second = torch.nn.Linear(4, 1, bias=False)
    def forward(self, x):
        return self.second(torch.relu(self.first(x)))
net = Net()
with torch.no_grad():
    for k, p in enumerate(net.parameters()):
        p.copy_((torch.arange(p.numel()) * 0.7 + k).sin().reshape(p.shape))
x = torch.arange(6.).reshape(2, 3)
losses = []
for step in range(3):
    loss = ((net(x) - 1) ** 2).mean()
    for p in net.parameters():
        p.grad = None
    loss.backward()
    losses.append(round(loss.item(), 4))
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.01 * p.grad
print(losses)
print(net.first.weight.grad)
#> [1.425, 3.0439, 6.0861]
#> tensor([[  9.7955,  13.8641,  17.9326],
#>         [  4.4729,   6.3308,   8.1886],
#>         [  0.0000,   0.0000,   0.0000],
#>         [ -7.4757, -10.5807, -13.6858]])
### checks_by_differences
# source: PyTorch 1.13 on the CPU
import torch
from torch.autograd import gradcheck, gradgradcheck
from torch.autograd.function import once_differentiable
x = (torch.arange(6, dtype=torch.float64) * 0.7).sin().reshape(2, 3).requires_grad_()
w = (torch.arange(3, dtype=torch.float64) * 1.3).cos().requires_grad_()
print(gradcheck(lambda a, b: torch.tanh(a) * b, (x, w)), gradgradcheck(lambda a, b: torch.tanh(a) * b, (x, w)))
class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return g * 3
print(gradcheck(Wrong.apply, (x,), raise_exception=False))
try:
    gradcheck(Wrong.apply, x)
except RuntimeError as error:
    print(str(error).split(",")[0])
#> True True
#> False
#> Jacobian mismatch for output 0 with respect to input 0
### functional
# source: PyTorch 1.13 on the CPU
import torch
from torch.autograd.functional import jacobian, hessian, vjp, jvp
x = torch.tensor([1., 2., 3.])
y = torch.tensor([2., 0.5, 1.])
print(jacobian(lambda a: a * a * 2, x))
print(jacobian(lambda a, b: a * b, (x, y)))
print(hessian(lambda a: (a ** 3).sum(), x))
print(vjp(lambda a: a * a, x, torch.ones(3)))
print(jvp(lambda a, b: a * b, (x, y), (torch.ones(3), torch.zeros(3))))
#> tensor([[ 4.,  0.,  0.],
#>         [ 0.,  8.,  0.],
#>         [ 0.,  0., 12.]])
#> (tensor([[2.0000, 0.0000, 0.0000],
#>         [0.0000, 0.5000, 0.0000],
#>         [0.0000, 0.0000, 1.0000]]), tensor([[1., 0., 0.],
#>         [0., 2., 0.],
#>         [0., 0., 3.]]))
#> tensor([[ 6.,  0.,  0.],
#>         [ 0., 12.,  0.],
#>         [ 0.,  0., 18.]])
#> (tensor([1., 4., 9.]), tensor([2., 4., 6.]))
#> (tensor([2., 1., 3.]), tensor([2.0000, 0.5000, 1.0000]))
### optimizers
# source: PyTorch 1.13 on the CPU
import torch
for make in [lambda p: torch.optim.SGD(p, lr=0.1), lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.1),
             lambda p: torch.optim.Adam(p, lr=0.1), lambda p: torch.optim.AdamW(p, lr=0.1, weight_decay=0.5), lambda p: torch.optim.Adam(p, amsgrad=True, weight_decay=0.1)]:
    w = torch.tensor([1., -2., 3.], dtype=torch.float64, requires_grad=True)
    b = torch.tensor(0.5, dtype=torch.float64, requires_grad=True)
    optimizer = make([w, b])
    for step in range(4):
        optimizer.zero_grad()
        loss = ((w * torch.tensor([1., 2., 0.5]) + b) ** 2).sum()
        loss.backward()
        optimizer.step()
    print([round(v, 3) for v in w.tolist()], round(b.item(), 3))
#> [0.335, 0.072, 2.375] -0.379
#> [0.33, 0.777, 1.407] -1.319
#> [0.603, -1.602, 2.601] 0.476
#> [0.449, -1.262, 2.075] 0.388
#> [0.996, -1.996, 2.996] 0.496
### texts
# source: PyTorch 1.13 on the CPU
import torch
x = torch.arange(3.).requires_grad_()
print(x)
print(x * 2, x + 1, x - 1, x / 3, -x, torch.exp(x), torch.sin(x))
print((x * 2).sum(), f"{x.sum()}", f"{x}", repr(x))
y = torch.arange(12., requires_grad=True, dtype=torch.float64) * 1.123456
print(y)
z = torch.arange(20.).requires_grad_() * 0 + 1.25
print(z)
print(x.detach(), x.grad, (x * 2).detach())
#> tensor([0., 1., 2.], requires_grad=True)
#> tensor([0., 2., 4.], grad_fn=<MulBackward0>) tensor([1., 2., 3.], grad_fn=<AddBackward0>) tensor([-1.,  0.,  1.], grad_fn=<SubBackward0>) tensor([0.0000, 0.3333, 0.6667], grad_fn=<DivBackward0>) tensor([-0., -1., -2.], grad_fn=<NegBackward0>) tensor([1.0000, 2.7183, 7.3891], grad_fn=<ExpBackward0>) tensor([0.0000, 0.8415, 0.9093], grad_fn=<SinBackward0>)
#> tensor(6., grad_fn=<SumBackward0>) 3.0 tensor([0., 1., 2.], requires_grad=True) tensor([0., 1., 2.], requires_grad=True)
#> tensor([ 0.0000,  1.1235,  2.2469,  3.3704,  4.4938,  5.6173,  6.7407,  7.8642,
#>          8.9876, 10.1111, 11.2346, 12.3580], dtype=torch.float64,
#>        grad_fn=<MulBackward0>)
#> tensor([1.2500, 1.2500, 1.2500, 1.2500, 1.2500, 1.2500, 1.2500, 1.2500, 1.2500,
#>         1.2500, 1.2500, 1.2500, 1.2500, 1.2500, 1.2500, 1.2500, 1.2500, 1.2500,
#>         1.2500, 1.2500], grad_fn=<AddBackward0>)
#> tensor([0., 1., 2.]) None tensor([0., 2., 4.])
