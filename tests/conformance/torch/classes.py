### a_class_of_parameters
# source: PyTorch 1.13's own answers
import torch

class Weight(torch.nn.Parameter):
    pass

w = Weight(torch.tensor([1.0, 2.0]))
print(type(w).__name__, isinstance(w, torch.nn.Parameter), isinstance(w, torch.Tensor), w.requires_grad, w.is_leaf)
print(w)
y = w * 2
print(type(y).__name__, y)
y.sum().backward()
print(w.grad)
#> Weight True True True True
#> Parameter containing:
#> Parameter(Weight([1., 2.], requires_grad=True))
#> Tensor tensor([2., 4.], grad_fn=<MulBackward0>)
#> tensor([2., 2.])
### a_class_of_parameters_that_makes_its_own
# source: PyTorch 1.13's own answers
import torch

class Scaled(torch.nn.Parameter):
    def __new__(cls, data, requires_grad=True, *, scale=1.0):
        self = super().__new__(cls, data, requires_grad)
        self.scale = scale
        return self

    def scaled(self):
        return self * self.scale

    @property
    def twice(self):
        return self.data * 2

class Named(torch.nn.Parameter):
    def __new__(cls, data, label):
        self = torch.Tensor._make_subclass(cls, data, True)
        self.label = label
        return self

    def __init__(self, data, label):
        self.isReady = True

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = Scaled(torch.ones(2), scale=2.0)

    def forward(self, x):
        return self.w.scaled() + x

n = Named(torch.zeros(2), "w")
print(n.label, n.isReady, n.requires_grad, n.shape)
net = Net()
print([name for name, _ in net.named_parameters()], net(torch.ones(2)))
torch.optim.SGD(net.parameters(), lr=0.5)
net(torch.ones(2)).sum().backward()
with torch.no_grad():
    net.w -= 0.5 * net.w.grad
print(net.w, type(net.w).__name__, net.w.scale, net.w.twice)
#> w True True torch.Size([2])
#> ['w'] tensor([3., 3.], grad_fn=<AddBackward0>)
#> Parameter containing:
#> Parameter(Scaled([0., 0.], requires_grad=True)) Scaled 2.0 tensor([0., 0.])
### attributes_of_tensors
# source: PyTorch 1.13's own answers
import torch

p = torch.nn.Parameter(torch.ones(2, 2))
p.weight_decay = 0.1
print(p.weight_decay, hasattr(p.data, "weight_decay"), vars(p))
del p.weight_decay
print(hasattr(p, "weight_decay"), p.__class__ is torch.nn.Parameter)
try:
    p.nothing
except AttributeError as error:
    print(error)
try:
    p.shape = 3
except AttributeError:
    print("no shape")
layer = torch.nn.Linear(2, 2)
for q in layer.parameters():
    q.is_special = True
print([q.is_special for q in layer.parameters()])
#> 0.1 False {'weight_decay': 0.1}
#> False True
#> 'Parameter' object has no attribute 'nothing'
#> no shape
#> [True, True]
### a_class_of_tensors
# source: PyTorch 1.13's own answers
import torch

class Image(torch.Tensor):
    def double(self):
        return self * 2

    def flip(self, *dims):
        return super().flip(*dims)

a = torch.ones(2).as_subclass(Image)
print(a, [type(x).__name__ for x in (a + 1, 1 - a, -a, a.double(), torch.exp(a), a[0], a.sum(), torch.stack([a, a]), a.flip(0), a > 0)])
b = Image([1.0, 2.0])
b += 1
print(b, type(a.as_subclass(torch.Tensor)).__name__, b.tolist(), b.max(0))
print([type(x).__name__ for x in (torch.nn.functional.relu(b), b.view(2, 1), torch.cat([torch.ones(1), b]), *b)])
#> Image([1., 1.]) ['Image', 'Image', 'Image', 'Image', 'Image', 'Image', 'Image', 'Image', 'Image', 'Image']
#> Image([2., 3.]) Tensor [2.0, 3.0] torch.return_types.max(
#> values=Image(3.),
#> indices=Image(1))
#> ['Image', 'Image', 'Image', 'Image', 'Image']
### operators_of_a_class_of_tensors
# source: PyTorch 1.13's own answers
import torch

class Odd(torch.Tensor):
    @staticmethod
    def __new__(cls, data, label="n"):
        return torch.Tensor._make_subclass(cls, torch.as_tensor(data, dtype=torch.float32))

    def __init__(self, data, label="n"):
        self.label = label

    def __repr__(self):
        return f"Odd<{self.label}, {tuple(self.shape)}>"

    def __len__(self):
        return 42

    def __getitem__(self, key):
        return ("item", super().__getitem__(key).item())

    def __add__(self, other):
        return ("sum", super().__add__(other).tolist())

    def sum(self, *args, **kwargs):
        return super().sum(*args, **kwargs) * 10

t = Odd([1, 2, 3], label="three")
print(t, repr(t), f"{t}", len(t), t[1], t + 1)
print(t.sum().as_subclass(torch.Tensor), type(t * 2) is Odd, hasattr(t * 2, "label"))
#> Odd<three, (3,)> Odd<three, (3,)> Odd<three, (3,)> 42 ('item', 2.0) ('sum', [2.0, 3.0, 4.0])
#> tensor(60.) True False
### hooks_of_attributes
# source: PyTorch 1.13's own answers
import torch

class Lazy(torch.nn.Parameter):
    def __getattr__(self, name):
        if name == "lazy":
            return "made"
        raise AttributeError(name)

    def __setattr__(self, name, value):
        super().__setattr__(name, value)

g = Lazy(torch.zeros(1))
g.a = 5
g.grad = torch.ones(1)
print(g.lazy, g.a, g.shape, hasattr(g, "b"), g.grad)
#> made 5 torch.Size([1]) False tensor([1.])
### pickled_tensors
# source: PyTorch 2.8: Tensor.__reduce_ex__, Parameter.__reduce_ex__ and __deepcopy__
import copy
import pickle
import torch

p = pickle.loads(pickle.dumps(torch.nn.Parameter(torch.eye(2))))
print(type(p).__name__, p, p.requires_grad)
x = torch.arange(6.0).reshape(2, 3).T
x.note = [1]
y = pickle.loads(pickle.dumps(x))
print(y, y.stride(), y.note)
z = copy.deepcopy(x)
print(z.note, z.note is x.note)
for dtype in (torch.bool, torch.int8, torch.float16, torch.bfloat16, torch.float64):
    v = pickle.loads(pickle.dumps(torch.ones((), dtype=dtype)))
    print(v, end=" ")
print(pickle.loads(pickle.dumps({"w": torch.zeros(0, 2)})))
class Weight(torch.nn.Parameter):
    pass
w = Weight(torch.ones(1))
w.tag = 1
c = copy.deepcopy(w)
print(type(c).__name__, c.requires_grad, hasattr(c, "tag"))
#> Parameter Parameter containing:
#> tensor([[1., 0.],
#>         [0., 1.]], requires_grad=True) True
#> tensor([[0., 3.],
#>         [1., 4.],
#>         [2., 5.]]) (1, 3) [1]
#> [1] False
#> tensor(True) tensor(1, dtype=torch.int8) tensor(1., dtype=torch.float16) tensor(1., dtype=torch.bfloat16) tensor(1., dtype=torch.float64) {'w': tensor([], size=(0, 2))}
#> Weight True False
### a_torch_function_of_its_own
# source: ours
import torch

class Logged(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return super().__torch_function__(func, types, args, kwargs)

print(Logged([1.0]) + 1)
#! not-supported: a class `Logged` of tensors with a `__torch_function__` of its own
### tensors_by_the_class
# source: PyTorch 1.13's own answers
import numpy as np
import torch

print(torch.Tensor([1, 2]), torch.Tensor(2, 3).shape, torch.Tensor().shape, torch.Tensor(np.arange(3)))
for given in (3.5, torch.ones(2, dtype=torch.int32)):
    try:
        torch.Tensor(given)
    except TypeError:
        print("TypeError")
#> tensor([1., 2.]) torch.Size([2, 3]) torch.Size([0]) tensor([0., 1., 2.])
#> TypeError
