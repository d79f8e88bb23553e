### hooks_of_tensors
# source: torch.Tensor.register_hook: a hook sees the complete gradient once, and may give another; None keeps it
import torch
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * x
seen = []
handle = y.register_hook(lambda g: seen.append(g.tolist()))
x.register_hook(lambda g: g * 10)
x.register_hook(lambda g: g + 1)
z = (2 * y).sum() + y[0]
z.backward()
print(seen, x.grad)
handle.remove()
x.grad = None
(x * x).sum().backward()
print(seen, x.grad)
#> [[3.0, 2.0, 2.0]] tensor([ 61.,  81., 121.])
#> [[3.0, 2.0, 2.0]] tensor([21., 41., 61.])
### hooks_registered_late_and_changed_in_place
# source: torch.Tensor.register_hook: what was computed before the hook counts too; a hook may change its gradient
import torch
w = torch.tensor(3.0, requires_grad=True)
h = w * 2
loss = h * h + h
def double(g):
    g.mul_(2)
h.register_hook(double)
h.retain_grad()
loss.backward()
print(h.grad, w.grad)
g, = torch.autograd.grad((w * 5) ** 2, w)
print(g)
with w.register_hook(lambda g: -g):
    print(torch.autograd.grad(w * 5, w)[0])
print(torch.autograd.grad(w * 5, w)[0])
#> tensor(26.) tensor(52.)
#> tensor(150.)
#> tensor(-5.)
#> tensor(5.)
### hooks_need_a_gradient
# source: torch.Tensor.register_hook
import torch
torch.ones(2).register_hook(print)
#! raised: cannot register a hook on a tensor that doesn't require gradient
### hooks_around_forward
# source: torch.nn.Module.register_forward_pre_hook, register_forward_hook: order, replaced arguments and results, kwargs, removal
import torch
import torch.nn as nn
class Scale(nn.Module):
    def __init__(self, by):
        super().__init__()
        self.by = by
    def forward(self, x, shift=0):
        return x * self.by + shift
m = Scale(3)
m.register_forward_pre_hook(lambda module, args: print("before", module.by, len(args)))
first = m.register_forward_pre_hook(lambda module, args: (args[0] + 1,))
m.register_forward_pre_hook(lambda module, args, kwargs: (args, {"shift": 100}), with_kwargs=True)
m.register_forward_hook(lambda module, args, result: print("after", args[0].item(), result.item()))
last = m.register_forward_hook(lambda module, args, result: -result)
m.register_forward_hook(lambda module, args, kwargs, result: print("first of all", kwargs), with_kwargs=True, prepend=True)
print(m(torch.tensor(2.0)))
first.remove()
last.remove()
print(m(torch.tensor(2.0), shift=1))
#> before 3 1
#> first of all {'shift': 100}
#> after 3.0 109.0
#> tensor(-109.)
#> before 3 1
#> first of all {'shift': 100}
#> after 2.0 106.0
#> tensor(106.)
### activations_by_forward_hooks
# source: the usual way to look into a network: hooks on its children
import torch
import torch.nn as nn
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
with torch.no_grad():
    for p in net.parameters():
        p.fill_(0.5)
seen = {}
for name, child in net.named_children():
    child.register_forward_hook(lambda module, args, result, name=name: seen.__setitem__(name, result.detach()))
print(net(torch.tensor([[1.0, -4.0], [2.0, 2.0]])).detach())
print(list(seen), seen["0"], seen["1"])
#> tensor([[0.5000],
#>         [4.2500]])
#> ['0', '1', '2'] tensor([[-1.0000, -1.0000, -1.0000],
#>         [ 2.5000,  2.5000,  2.5000]]) tensor([[0.0000, 0.0000, 0.0000],
#>         [2.5000, 2.5000, 2.5000]])
### hooks_of_a_modules_gradients
# source: torch.nn.Module.register_full_backward_hook and register_full_backward_pre_hook: (module, grad_input, grad_output), always tuples
import torch
import torch.nn as nn
class Multiply(nn.Module):
    def forward(self, a, b, note=None):
        return a * b
m = Multiply()
m.register_full_backward_pre_hook(lambda module, grad_output: print("pre", [g.tolist() for g in grad_output]))
def tell(module, grad_input, grad_output):
    print(type(module).__name__, [None if g is None else g.tolist() for g in grad_input], [g.tolist() for g in grad_output])
handle = m.register_full_backward_hook(tell)
a, b = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([5.0, 7.0])
m(a, b).sum().backward()
print(a.grad)
handle.remove()
m.register_full_backward_hook(lambda module, grad_input, grad_output: (grad_input[0] * 10, None))
a.grad = None
(m(a, b) * 2).sum().backward()
print(a.grad)
#> pre [[1.0, 1.0]]
#> Multiply [[5.0, 7.0], None] [[1.0, 1.0]]
#> tensor([5., 7.])
#> pre [[2.0, 2.0]]
#> tensor([100., 140.])
### forward_hooks_that_are_always_called
# source: torch.nn.Module.register_forward_hook: always_call runs the hook after an exception too, with the result there is
import torch
import torch.nn as nn
class Doubled(nn.Module):
    def forward(self, x):
        if x.item() > 2:
            raise ValueError("too large")
        return x * 2
m = Doubled()
m.register_forward_hook(lambda module, args, result: print("usual", result))
m.register_forward_hook(lambda module, args, result: print("always", args[0], result), always_call=True)
print(m(torch.tensor(1.0)))
try:
    m(torch.tensor(3.0))
except ValueError as error:
    print(error)
def fail(module, args, result):
    raise RuntimeError("in a hook")
m.register_forward_hook(fail, prepend=True)
m.register_forward_hook(lambda module, args, kwargs, result: print("last", kwargs, result), with_kwargs=True, always_call=True)
try:
    m(torch.tensor(2.0))
except RuntimeError as error:
    print(error)
#> usual tensor(2.)
#> always tensor(1.) tensor(2.)
#> tensor(2.)
#> always tensor(3.) None
#> too large
#> always tensor(2.) tensor(4.)
#> last {} tensor(4.)
#> in a hook
### hooks_after_accumulation
# source: torch.Tensor.register_post_accumulate_grad_hook
import torch
p = torch.tensor([1.0, 2.0], requires_grad=True)
q = torch.tensor(3.0, requires_grad=True)
def step(leaf):
    with torch.no_grad():
        leaf -= 0.25 * leaf.grad
    leaf.grad = None
handle = p.register_post_accumulate_grad_hook(step)
(p * p * q).sum().backward()
print(p, p.grad, q.grad)
(p * p).sum().backward()
print(p, p.grad)
handle.remove()
(p * p).sum().backward()
print(p, p.grad)
for x in (p * 2, torch.ones(2)):
    try:
        x.register_post_accumulate_grad_hook(print)
    except RuntimeError as error:
        print(error)
#> tensor([-0.5000, -1.0000], requires_grad=True) None tensor(5.)
#> tensor([-0.2500, -0.5000], requires_grad=True) None
#> tensor([-0.2500, -0.5000], requires_grad=True) tensor([-0.5000, -1.0000])
#> post accumulate grad hooks cannot be registered on non-leaf tensors
#> cannot register a hook on a tensor that doesn't require gradient
