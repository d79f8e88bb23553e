### state_of_a_module
# source: torch.nn.Module: parameters, buffers and modules in the order of their registration; frozen parameters stay
import torch
from torch import nn
def told(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__ + ":", *e.args)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))
        self.register_buffer("steps", torch.tensor(3))
        self.register_buffer("cache", torch.zeros(2), persistent=False)
        self.body = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.ReLU())
        self.bias = None
        self.late = nn.Parameter(torch.zeros(1), requires_grad=False)
        self.plain = torch.ones(1)
net = Net()
print([n for n, _ in net.named_parameters()])
print([n for n, _ in net.named_buffers()], len(list(net.buffers(recurse=False))))
print(list(net.state_dict()))
print([n for n, _ in net.named_modules()], [n for n, _ in net.named_children()])
print([type(m).__name__ for m in net.modules()], [type(m).__name__ for m in net.children()])
net.requires_grad_(False)
print(len(list(net.parameters())), any(p.requires_grad for p in net.parameters()))
net.requires_grad_(True)
print(all(p.requires_grad for p in net.parameters()))
print(net.scale, isinstance(net.scale, nn.Parameter), isinstance(net.plain, nn.Parameter), isinstance(net.scale, torch.Tensor))
print(type(net.scale), type(net.scale.data), type(net.scale * 2), nn.parameter.Parameter is nn.Parameter, issubclass(nn.Parameter, torch.Tensor))
print(net.get_parameter("body.0.bias").shape, net.get_buffer("body.1.running_mean"), type(net.get_submodule("body.2")).__name__)
told(net.get_parameter, "body.0.nope")
told(net.get_parameter, "steps")
told(net.get_submodule, "scale")
told(net.get_submodule, "body.7.x")
told(net.get_buffer, "scale")
#> ['scale', 'late', 'body.0.weight', 'body.0.bias', 'body.1.weight', 'body.1.bias']
#> ['steps', 'cache', 'body.1.running_mean', 'body.1.running_var', 'body.1.num_batches_tracked'] 2
#> ['scale', 'late', 'steps', 'body.0.weight', 'body.0.bias', 'body.1.weight', 'body.1.bias', 'body.1.running_mean', 'body.1.running_var', 'body.1.num_batches_tracked']
#> ['', 'body', 'body.0', 'body.1', 'body.2'] ['body']
#> ['Net', 'Sequential', 'Linear', 'BatchNorm1d', 'ReLU'] ['Sequential']
#> 6 False
#> True
#> Parameter containing:
#> tensor([1., 1.], requires_grad=True) True False True
#> <class 'torch.nn.parameter.Parameter'> <class 'torch.Tensor'> <class 'torch.Tensor'> True True
#> torch.Size([3]) tensor([0., 0., 0.]) ReLU
#> AttributeError: Linear has no attribute `nope`
#> AttributeError: `steps` is not an nn.Parameter
#> AttributeError: `scale` is not an nn.Module
#> AttributeError: Sequential has no attribute `7`
#> AttributeError: `scale` is not a buffer
### attributes_of_a_module
# source: torch.nn.Module.__setattr__, __delattr__, register_buffer, register_parameter, add_module
import torch
from torch import nn
def told(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__ + ":", *e.args)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))
        self.register_buffer("steps", torch.tensor(3))
        self.register_buffer("cache", torch.zeros(2), persistent=False)
        self.body = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.ReLU())
        self.bias = None
        self.late = nn.Parameter(torch.zeros(1), requires_grad=False)
        self.plain = torch.ones(1)
net = Net()
told(setattr, net, "scale", torch.ones(2))
told(setattr, net, "body", 3)
told(setattr, net, "steps", "x")
told(setattr, net, "steps", torch.tensor(9))
print(net.steps)
told(getattr, net, "missing")
told(delattr, net, "missing")
told(net.register_buffer, "scale", torch.ones(1))
told(net.register_buffer, "a.b", torch.ones(1))
told(net.register_buffer, "", torch.ones(1))
told(net.register_buffer, "q", 3)
told(net.register_buffer, 3, torch.ones(1))
told(net.register_parameter, "steps", nn.Parameter(torch.ones(1)))
told(net.register_parameter, "r", torch.ones(1))
told(net.register_parameter, "r.s", None)
told(net.add_module, "m.n", nn.ReLU())
told(net.add_module, "m", 3)
told(net.add_module, "scale", nn.ReLU())
net.scale = None
print([n for n, _ in net.named_parameters()], list(net.state_dict())[:2], net.scale)
net.scale = nn.Parameter(torch.full((2,), 2.0))
print([n for n, _ in net.named_parameters()])
del net.scale
net.bias = nn.Parameter(torch.zeros(2))
net.steps = None
print([n for n, _ in net.named_parameters()], list(net.state_dict()), hasattr(net, "scale"))
net.plain = nn.Parameter(net.plain)
net.late = None
print([n for n, _ in net.named_parameters()], "plain" in net.__dict__)
class Early(nn.Module):
    def __init__(self):
        self.w = nn.Parameter(torch.ones(1))
told(Early)
class Early2(nn.Module):
    def __init__(self):
        self.w = nn.Linear(1, 1)
told(Early2)
class Early3(nn.Module):
    def __init__(self):
        self.register_buffer("w", None)
told(Early3)
#> TypeError: cannot assign 'torch.FloatTensor' as parameter 'scale' (torch.nn.Parameter or None expected)
#> TypeError: cannot assign 'int' as child module 'body' (torch.nn.Module or None expected)
#> TypeError: cannot assign 'str' as buffer 'steps' (torch.Tensor or None expected)
#> None
#> tensor(9)
#> AttributeError: 'Net' object has no attribute 'missing'
#> AttributeError: 'Net' object has no attribute 'missing'
#> KeyError: attribute 'scale' already exists
#> KeyError: buffer name can't contain "."
#> KeyError: buffer name can't be empty string ""
#> TypeError: cannot assign 'int' object to buffer 'q' (torch Tensor or None required)
#> TypeError: buffer name should be a string. Got int
#> KeyError: attribute 'steps' already exists
#> TypeError: cannot assign 'torch.FloatTensor' object to parameter 'r' (torch.nn.Parameter or None required)
#> KeyError: parameter name can't contain "."
#> KeyError: module name can't contain ".", got: m.n
#> TypeError: int is not a Module subclass
#> KeyError: attribute 'scale' already exists
#> ['late', 'body.0.weight', 'body.0.bias', 'body.1.weight', 'body.1.bias'] ['late', 'steps'] None
#> ['scale', 'late', 'body.0.weight', 'body.0.bias', 'body.1.weight', 'body.1.bias']
#> ['late', 'bias', 'body.0.weight', 'body.0.bias', 'body.1.weight', 'body.1.bias'] ['late', 'bias', 'body.0.weight', 'body.0.bias', 'body.1.weight', 'body.1.bias', 'body.1.running_mean', 'body.1.running_var', 'body.1.num_batches_tracked'] False
#> ['bias', 'plain', 'body.0.weight', 'body.0.bias', 'body.1.weight', 'body.1.bias'] False
#> AttributeError: cannot assign parameters before Module.__init__() call
#> AttributeError: cannot assign module before Module.__init__() call
#> AttributeError: cannot assign buffer before Module.__init__() call
### state_dict_and_load_state_dict
# source: torch.nn.Module.state_dict shares memory; load_state_dict tells every key at once
import copy
import torch
from torch import nn
from collections import OrderedDict
def told(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__ + ":", *e.args)
def make():
    torch.manual_seed(0)
    m = nn.Sequential(OrderedDict([("fc", nn.Linear(2, 2)), ("bn", nn.BatchNorm1d(2))]))
    with torch.no_grad():
        for i, p in enumerate(m.parameters()):
            p.fill_(i)
    return m
a, b = make(), make()
with torch.no_grad():
    a.fc.weight.add_(5)
a(torch.arange(6.0).reshape(3, 2))
print(dict(a.state_dict()))
print(b.load_state_dict(a.state_dict()))
print(b.bn.running_mean, b.bn.running_var, b.bn.num_batches_tracked, b.fc.weight)
sd = a.state_dict()
sd["fc.weight"].zero_()
print(a.fc.weight)
sd = OrderedDict(a.state_dict())
del sd["fc.bias"]
sd["extra"] = torch.ones(1)
sd["fc.more.x"] = torch.ones(1)
told(b.load_state_dict, sd)
told(b.load_state_dict, sd, strict=False)
sd["fc.weight"] = torch.ones(3, 2)
told(b.load_state_dict, sd, strict=False)
told(b.load_state_dict, sd)
told(b.load_state_dict, [1])
told(b.load_state_dict, {"fc.weight": 3}, strict=False)
full = a.state_dict(); del full["bn.num_batches_tracked"]
told(b.load_state_dict, full)
told(b.load_state_dict, dict(full))
print(list(a.state_dict(prefix="x.")), a.state_dict(keep_vars=True)["fc.weight"] is a.fc.weight, a.state_dict()["fc.weight"].requires_grad)
c = copy.deepcopy(a)
with torch.no_grad():
    c.fc.weight.fill_(7)
print(a.fc.weight, c.fc.weight, isinstance(c.fc.weight, nn.Parameter), c.bn.running_mean is a.bn.running_mean)
#> {'fc.weight': tensor([[5., 5.],
#>         [5., 5.]]), 'fc.bias': tensor([1., 1.]), 'bn.weight': tensor([2., 2.]), 'bn.bias': tensor([3., 3.]), 'bn.running_mean': tensor([2.6000, 2.6000]), 'bn.running_var': tensor([40.9000, 40.9000]), 'bn.num_batches_tracked': tensor(1)}
#> <All keys matched successfully>
#> tensor([2.6000, 2.6000]) tensor([40.9000, 40.9000]) tensor(1) Parameter containing:
#> tensor([[5., 5.],
#>         [5., 5.]], requires_grad=True)
#> Parameter containing:
#> tensor([[0., 0.],
#>         [0., 0.]], requires_grad=True)
#> RuntimeError: Error(s) in loading state_dict for Sequential:
#> 	Missing key(s) in state_dict: "fc.bias". 
#> 	Unexpected key(s) in state_dict: "extra", "fc.more.x". 
#> _IncompatibleKeys(missing_keys=['fc.bias'], unexpected_keys=['extra', 'fc.more.x'])
#> RuntimeError: Error(s) in loading state_dict for Sequential:
#> 	size mismatch for fc.weight: copying a param with shape torch.Size([3, 2]) from checkpoint, the shape in current model is torch.Size([2, 2]).
#> RuntimeError: Error(s) in loading state_dict for Sequential:
#> 	Missing key(s) in state_dict: "fc.bias". 
#> 	Unexpected key(s) in state_dict: "extra", "fc.more.x". 
#> 	size mismatch for fc.weight: copying a param with shape torch.Size([3, 2]) from checkpoint, the shape in current model is torch.Size([2, 2]).
#> TypeError: Expected state_dict to be dict-like, got <class 'list'>.
#> RuntimeError: Error(s) in loading state_dict for Sequential:
#> 	While copying the parameter named "fc.weight", expected torch.Tensor or Tensor-like object from checkpoint but received <class 'int'>
#> RuntimeError: Error(s) in loading state_dict for Sequential:
#> 	Missing key(s) in state_dict: "bn.num_batches_tracked". 
#> <All keys matched successfully>
#> ['x.fc.weight', 'x.fc.bias', 'x.bn.weight', 'x.bn.bias', 'x.bn.running_mean', 'x.bn.running_var', 'x.bn.num_batches_tracked'] True False
#> Parameter containing:
#> tensor([[0., 0.],
#>         [0., 0.]], requires_grad=True) Parameter containing:
#> tensor([[7., 7.],
#>         [7., 7.]], requires_grad=True) True False
### modules_change_their_dtype
# source: torch.nn.Module.to, half, double: parameters and buffers of floats; counts stay
import torch
from torch import nn
from collections import OrderedDict
def told(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__ + ":", *e.args)
def make():
    torch.manual_seed(0)
    m = nn.Sequential(OrderedDict([("fc", nn.Linear(2, 2)), ("bn", nn.BatchNorm1d(2))]))
    with torch.no_grad():
        for i, p in enumerate(m.parameters()):
            p.fill_(i)
    return m
a = make()
a.double()
print({k: v.dtype for k, v in a.state_dict().items()}, [p.requires_grad for p in a.parameters()])
a.half(); print(a.fc.weight.dtype, a.bn.num_batches_tracked.dtype)
a.to(torch.float32); print(a.fc.weight.dtype, isinstance(a.fc.weight, nn.Parameter), a.fc.weight.is_leaf)
told(a.to, torch.int32)
a.to("cpu", torch.float64); print(a.bn.running_var.dtype)
a.to(torch.ones(1)); print(a.bn.running_var.dtype)
a.to(device="cpu", dtype=torch.bfloat16); print(a.bn.running_var.dtype)
w = a.fc.weight
a.to("cpu"); print(w is a.fc.weight)
#> {'fc.weight': torch.float64, 'fc.bias': torch.float64, 'bn.weight': torch.float64, 'bn.bias': torch.float64, 'bn.running_mean': torch.float64, 'bn.running_var': torch.float64, 'bn.num_batches_tracked': torch.int64} [True, True, True, True]
#> torch.float16 torch.int64
#> torch.float32 True True
#> TypeError: nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=torch.int32
#> torch.float64
#> torch.float32
#> torch.bfloat16
#> True
### train_apply_and_zero_grad
# source: torch.nn.Module.train, eval, apply, zero_grad; a parameter of two modules is one
import torch
from torch import nn
def told(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__ + ":", *e.args)
net = nn.Sequential(nn.Dropout(0.5), nn.Sequential(nn.BatchNorm1d(2)))
net.eval(); print([m.training for m in net.modules()])
net[1].train(); print([m.training for m in net.modules()])
net.train(); print([m.training for m in net.modules()])
told(net.train, 3)
# apply
def init(m):
    if isinstance(m, nn.Linear):
        nn.init.constant_(m.weight, 2.0); nn.init.zeros_(m.bias)
    print(type(m).__name__, end=" ")
net = nn.Sequential(nn.Linear(1, 2), nn.Sequential(nn.Linear(2, 1), nn.Tanh()))
net.apply(init); print(net(torch.ones(1, 1)))
# zero_grad
l = nn.Linear(2, 1); nn.init.ones_(l.weight)
l(torch.ones(1, 2)).sum().backward()
print(l.weight.grad); l.zero_grad(set_to_none=False); print(l.weight.grad, l.bias.grad); l.zero_grad(set_to_none=True); print(l.weight.grad)
# tied
class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2, bias=False); self.b = nn.Linear(2, 2, bias=False)
        self.b.weight = self.a.weight
        self.twice = self.a
t = Tied()
print([n for n, _ in t.named_parameters()], list(t.state_dict()), [n for n, _ in t.named_modules()])
t.double(); print(t.a.weight is t.b.weight, t.b.weight.dtype)
told(setattr, t.a, "bias", torch.ones(2))
t.a.bias = nn.Parameter(torch.zeros(2)); print([n for n, _ in t.named_parameters()])
#> [False, False, False, False]
#> [False, False, True, True]
#> [True, True, True, True]
#> ValueError: training mode is expected to be boolean
#> Linear Linear Tanh Sequential Sequential tensor([[1.0000]], grad_fn=<TanhBackward0>)
#> tensor([[1., 1.]])
#> tensor([[0., 0.]]) tensor([0.])
#> None
#> ['a.weight'] ['a.weight', 'b.weight', 'twice.weight'] ['', 'a', 'b']
#> True torch.float64
#> TypeError: cannot assign 'torch.FloatTensor' as parameter 'bias' (torch.nn.Parameter or None expected)
#> ['a.weight', 'a.bias']
### module_list_and_sequential
# source: torch.nn.ModuleList, torch.nn.Sequential
import torch
from torch import nn
from collections import OrderedDict
def told(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__ + ":", *e.args)
names = lambda m: [n for n, _ in m.named_parameters()]
L = lambda: nn.Linear(1, 1, bias=False)
ml = nn.ModuleList([L(), L()])
ml.append(L()); ml.extend([nn.ReLU()]); ml += [nn.Tanh()]
print(len(ml), names(ml), [type(m).__name__ for m in ml], type(ml[-1]).__name__, type(ml[1:3]).__name__, names(ml[1:3]))
ml.insert(0, nn.Sigmoid()); print(names(ml), type(ml[0]).__name__)
del ml[1]; print(names(ml), len(ml))
told(ml.__getitem__, 9)
ml[0] = L(); print(names(ml))
print(type(ml.pop(0)).__name__, names(ml), len(ml + [L()]))
told(ml.extend, 3)
told(ml.append, 3)
s = nn.Sequential(L(), nn.ReLU(), L())
print(names(s), names(s[1:]), type(s[1]).__name__, len(s))
s.append(L()); s.insert(1, L()); print(names(s))
del s[0]; print(names(s)); s[0] = nn.Tanh(); print(names(s))
print(len(s + s), len(s * 2), names(nn.Sequential(OrderedDict(x=L(), y=L()))))
told(s.insert, 99, L()); told(s.__getitem__, -9);
named = nn.Sequential(OrderedDict(x=L(), y=nn.ReLU())); print(type(named.x).__name__, names(named[:1]), type(named[1]).__name__)
#> 5 ['0.weight', '1.weight', '2.weight'] ['Linear', 'Linear', 'Linear', 'ReLU', 'Tanh'] Tanh ModuleList ['0.weight', '1.weight']
#> ['1.weight', '2.weight', '3.weight'] Sigmoid
#> ['1.weight', '2.weight'] 5
#> IndexError: index 9 is out of range
#> ['0.weight', '1.weight', '2.weight']
#> Linear ['0.weight', '1.weight'] 5
#> TypeError: ModuleList.extend should be called with an iterable, but got int
#> TypeError: int is not a Module subclass
#> ['0.weight', '2.weight'] ['2.weight'] ReLU 3
#> ['0.weight', '1.weight', '3.weight', '4.weight']
#> ['0.weight', '2.weight', '3.weight']
#> ['2.weight', '3.weight']
#> 8 8 ['x.weight', 'y.weight']
#> IndexError: Index out of range: 99
#> IndexError: index -9 is out of range
#> Linear ['x.weight'] ReLU
### module_dict_and_lists_of_parameters
# source: torch.nn.ModuleDict, ParameterList, ParameterDict
import torch
from torch import nn
def told(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__ + ":", *e.args)
names = lambda m: [n for n, _ in m.named_parameters()]
L = lambda: nn.Linear(1, 1, bias=False)
d = nn.ModuleDict({"a": L(), "b": nn.ReLU()})
d["c"] = L(); d.update([["e", L()]]); print(names(d), list(d), "a" in d, len(d), list(d.keys()))
print([k for k, v in d.items()], [type(v).__name__ for v in d.values()])
del d["a"]; print(type(d.pop("b")).__name__, list(d)); told(d.__getitem__, "zz"); told(d.update, 3); d.clear(); print(len(d))
told(d.__setitem__, "x.y", L()); told(d.__setitem__, 3, L())
told(d.__setitem__, "pop", L())
p = nn.ParameterList([nn.Parameter(torch.ones(2)), torch.zeros(1)])
p.append(torch.ones(3)); p += [nn.Parameter(torch.ones(1))]
print(len(p), names(p), [tuple(q.shape) for q in p], isinstance(p[1], nn.Parameter), list(p.state_dict()))
p[0] = nn.Parameter(torch.zeros(4)); print(p[0], len(p[1:3]), p[-1]); told(p.__getitem__, 5); told(p.extend, torch.ones(2))
told(p, 1)
q = nn.ParameterDict({"w": nn.Parameter(torch.ones(2)), "v": torch.zeros(1)})
q["u"] = torch.ones(1); print(names(q), list(q.keys()), "w" in q, q["v"], len(q))
#> ['a.weight', 'c.weight', 'e.weight'] ['a', 'b', 'c', 'e'] True 4 ['a', 'b', 'c', 'e']
#> ['a', 'b', 'c', 'e'] ['Linear', 'ReLU', 'Linear', 'Linear']
#> ReLU ['c', 'e']
#> KeyError: zz
#> TypeError: ModuleDict.update should be called with an iterable of key/value pairs, but got int
#> 0
#> KeyError: module name can't contain ".", got: x.y
#> TypeError: module name should be a string. Got int
#> KeyError: attribute 'pop' already exists
#> 4 ['0', '1', '2', '3'] [(2,), (1,), (3,), (1,)] True ['0', '1', '2', '3']
#> Parameter containing:
#> tensor([0., 0., 0., 0.], requires_grad=True) 2 Parameter containing:
#> tensor([1.], requires_grad=True)
#> IndexError: index 5 is out of range
#> TypeError: ParameterList.extend should be called with an iterable, but got Tensor
#> RuntimeError: ParameterList should not be called.
#> ['v', 'w', 'u'] ['v', 'w', 'u'] True Parameter containing:
#> tensor([0.], requires_grad=True) 3
### parameters_and_their_data
# source: torch.nn.Parameter shares the memory of its tensor; `.data = y` shares that of y
import copy
import torch
from torch import nn
def told(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__ + ":", *e.args)
w = torch.zeros(2)
par = nn.Parameter(w); par.data.add_(1); print(w, par)
par.data = torch.full((3,), 2.0); print(par, w, par.shape)
(par * par).sum().backward(); print(par.grad)
opt = torch.optim.SGD([par], lr=0.25); opt.step(); print(par)
x = torch.ones(3); v = x[1:]; x.data = torch.zeros(2, 2); v.add_(1); print(x, v)
y = torch.arange(4.0).reshape(2, 2); x.data = y.t(); y[0, 1] = 9; print(x, x.stride())
x.data = x.data.t(); x[0, 0] = 5; print(x, y)
told(nn.Parameter, torch.tensor(3)); print(nn.Parameter(torch.tensor(3), requires_grad=False), nn.Parameter(requires_grad=False).shape)
lst = [nn.Parameter(torch.ones(1))]; print(lst, f"{lst[0]}", str(lst[0]) == repr(lst[0])); told(lambda: f"{nn.Parameter(torch.tensor(2.5)):.2f}"); print(f"{nn.Parameter(torch.tensor(2.5))}")
z = copy.deepcopy(torch.ones(2, requires_grad=True)); print(z, z.is_leaf)
told(copy.deepcopy, z * 2)
c = nn.Parameter(torch.tensor([1 + 2j])); print(c, isinstance(c, nn.Parameter))
m = nn.Module(); m.c = c; print(list(m.state_dict()), type(m.c))
#> tensor([1., 1.]) Parameter containing:
#> tensor([1., 1.], requires_grad=True)
#> Parameter containing:
#> tensor([2., 2., 2.], requires_grad=True) tensor([1., 1.]) torch.Size([3])
#> tensor([4., 4., 4.])
#> Parameter containing:
#> tensor([1., 1., 1.], requires_grad=True)
#> tensor([[0., 0.],
#>         [0., 0.]]) tensor([2., 2.])
#> tensor([[0., 2.],
#>         [9., 3.]]) (1, 2)
#> tensor([[5., 9.],
#>         [2., 3.]]) tensor([[5., 9.],
#>         [2., 3.]])
#> RuntimeError: Only Tensors of floating point and complex dtype can require gradients
#> Parameter containing:
#> tensor(3) torch.Size([0])
#> [Parameter containing:
#> tensor([1.], requires_grad=True)] Parameter containing:
#> tensor([1.], requires_grad=True) True
#> TypeError: unsupported format string passed to Parameter.__format__
#> Parameter containing:
#> tensor(2.5000, requires_grad=True)
#> tensor([1., 1.], requires_grad=True) True
#> RuntimeError: Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment
#> Parameter containing:
#> tensor([1.+2.j], requires_grad=True) True
#> ['c'] <class 'torch.nn.parameter.Parameter'>
### hooks_and_extra_state
# source: torch.nn.Module.get_extra_state, _load_from_state_dict, hooks of state_dict and load_state_dict
import torch
from torch import nn
def told(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__ + ":", *e.args)
class WithExtra(nn.Module):
    def get_extra_state(self): return {"n": 3}
    def set_extra_state(self, s): print("got", s)
e = WithExtra(); print(e.state_dict()); told(e.load_state_dict, e.state_dict()); told(e.load_state_dict, {})
told(nn.ReLU().load_state_dict, {"_extra_state": 3})
class Old(nn.Module):
    def __init__(self):
        super().__init__(); self.w = nn.Parameter(torch.zeros(1))
    def _load_from_state_dict(self, sd, prefix, *rest):
        if prefix + "old" in sd: sd[prefix + "w"] = sd.pop(prefix + "old")
        super()._load_from_state_dict(sd, prefix, *rest)
o = nn.Sequential(Old()); print(o.load_state_dict({"0.old": torch.ones(1)}), o[0].w)
h = o[0]._register_state_dict_hook(lambda m, sd, prefix, meta: sd.update({prefix + "z": 1})); print(dict(o.state_dict())); h.remove(); print(list(o.state_dict()))
o.register_load_state_dict_post_hook(lambda m, keys: keys.missing_keys.clear()); told(o.load_state_dict, {})
#> OrderedDict([('_extra_state', {'n': 3})])
#> got {'n': 3}
#> <All keys matched successfully>
#> RuntimeError: Error(s) in loading state_dict for WithExtra:
#> 	Missing key(s) in state_dict: "_extra_state". 
#> RuntimeError: Error(s) in loading state_dict for ReLU:
#> 	Unexpected key(s) in state_dict: "_extra_state". 
#> <All keys matched successfully> Parameter containing:
#> tensor([1.], requires_grad=True)
#> {'0.w': tensor([1.]), '0.z': 1}
#> ['0.w']
#> <All keys matched successfully>
### buffers_of_layers
# source: torch.nn.BatchNorm2d counts its batches; the weights of losses are buffers
import torch
from torch import nn
def told(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__ + ":", *e.args)
bn = nn.BatchNorm2d(2, momentum=None); bn(torch.ones(1, 2, 1, 2)); bn(torch.zeros(1, 2, 1, 2)); print(bn.running_mean, bn.num_batches_tracked); bn.reset_running_stats(); print(bn.running_var)
bn = nn.BatchNorm1d(2, track_running_stats=False, affine=False); print(bn.state_dict(), bn.weight, bn.running_mean, list(bn.named_buffers()))
ce = nn.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0])); print(dict(ce.state_dict()), ce(torch.zeros(2, 2), torch.tensor([0, 1])))
bce = nn.BCEWithLogitsLoss(pos_weight=torch.ones(2)); print(dict(bce.state_dict()), bce(torch.zeros(1, 2), torch.ones(1, 2)))
print([n for n in dir(nn.Linear(1, 1)) if n in ("weight", "bias", "training", "forward")])
#> tensor([0.5000, 0.5000]) tensor(2)
#> tensor([1., 1.])
#> OrderedDict() None None []
#> {'weight': tensor([1., 2.])} tensor(0.6931)
#> {'pos_weight': tensor([1., 1.])} tensor(0.6931)
#> ['bias', 'forward', 'training', 'weight']
### dtype_changes_keep_parameters
# source: torch.nn.Module._apply: parameters and their gradients are the same objects with other contents
import torch
from torch import nn
m = nn.Linear(2, 1)
with torch.no_grad():
    m.weight.fill_(1); m.bias.fill_(0)
o = torch.optim.SGD(m.parameters(), lr=0.5, momentum=0.9)
w = m.weight
m(torch.ones(1, 2)).sum().backward(); o.step(); g = w.grad
m.double(); print(m.weight is w, w.dtype, w.grad is g, g.dtype, o.param_groups[0]["params"][0] is w)
o.zero_grad(); m(torch.ones(1, 2, dtype=torch.float64)).sum().backward(); o.step(); print(w)
print([s["momentum_buffer"] for s in o.state.values()])
m.half(); print(w.dtype, w.grad.dtype, w.requires_grad, w.is_leaf, type(w).__name__)
m.to(torch.float32); v = m.weight.data; m.bfloat16(); v.fill_(9); print(w.tolist(), v.tolist())
class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Embedding(3, 2); self.b = nn.Linear(2, 3, bias=False)
        self.b.weight = self.a.weight
t = Tied(); before = t.a.weight; t.double(); print(t.b.weight is before, t.a.weight is t.b.weight, t.b.weight.dtype)
p = nn.Parameter(torch.ones(2)); y = (p * 2).sum(); p.data = p.data.double(); y.backward(); print(p.dtype, p.grad)
try:
    p.data = torch.ones(2, dtype=torch.int32)
except RuntimeError as e:
    print(e)
x = torch.ones(2); z = x[:1]; x.data = torch.tensor([1, 2]); print(x, x + x, z); x[0] = 7; print(x)
#> True torch.float64 True torch.float64 True
#> Parameter containing:
#> tensor([[-0.4500, -0.4500]], dtype=torch.float64, requires_grad=True)
#> [tensor([[1.9000, 1.9000]]), tensor([1.9000])]
#> torch.float16 torch.float16 True True Parameter
#> [[-0.44921875, -0.44921875]] [[9.0, 9.0]]
#> True True torch.float64
#> torch.float64 tensor([2., 2.])
#> data set to a tensor that requires gradients must be floating point or complex dtype
#> tensor([1, 2]) tensor([2, 4]) tensor([1.])
#> tensor([7, 2])
### modules_of_the_layers
# source: torch.nn.modules: where each layer is defined
import torch
from torch import nn
from torch.nn.modules.linear import Linear
from torch.nn.modules.batchnorm import _BatchNorm
import torch.nn.modules.conv as conv
print(Linear is nn.Linear, isinstance(nn.BatchNorm1d(2), _BatchNorm), conv.Conv2d is nn.Conv2d)
print(nn.Linear.__module__, torch.typename(nn.ReLU()), nn.Parameter.__module__)
try:
    nn.Linear(1, 1).weight = 3
except TypeError as e:
    print(e)
#> True True True
#> torch.nn.modules.linear torch.nn.modules.activation.ReLU torch.nn.parameter
#> cannot assign 'int' as parameter 'weight' (torch.nn.Parameter or None expected)
