### shapes
# source: torch's documentation
import torch

x = torch.arange(6).reshape(2, 3)
print(torch.flip(x, (0, 1)).tolist(), x.flip(1).tolist())
print(torch.roll(x, 1, 1).tolist())
print(x.repeat(1, 2).tolist(), x.repeat_interleave(2, dim=0).tolist())
print(x.flatten().tolist(), torch.arange(24).reshape(2, 3, 4).flatten(1).shape)
print(x.unflatten(1, (3, 1)).shape, x.movedim(0, 1).shape, x.narrow(1, 1, 2).tolist())
print(torch.hstack([x, x]).shape, torch.vstack([x, x]).shape)
print([tuple(p.shape) for p in torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")])
#> [[5, 4, 3], [2, 1, 0]] [[2, 1, 0], [5, 4, 3]]
#> [[2, 0, 1], [5, 3, 4]]
#> [[0, 1, 2, 0, 1, 2], [3, 4, 5, 3, 4, 5]] [[0, 1, 2], [0, 1, 2], [3, 4, 5], [3, 4, 5]]
#> [0, 1, 2, 3, 4, 5] torch.Size([2, 12])
#> torch.Size([2, 3, 1]) torch.Size([3, 2]) [[1, 2], [4, 5]]
#> torch.Size([2, 6]) torch.Size([4, 3])
#> [(2, 3), (2, 3)]
### search_and_order
# source: torch's documentation
import torch

x = torch.tensor([3, 1, 2, 1])
print(torch.unique(x).tolist(), torch.argsort(x, stable=True).tolist(), torch.median(x).item())
values, counts = torch.unique(x, return_counts=True)
print(counts.tolist(), torch.bincount(x).tolist(), torch.nonzero(x == 1).tolist())
print(torch.cummax(torch.tensor([1, 3, 2, 4]), 0)[0].tolist())
print(torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([0, 3, 6])).tolist())
print(torch.isin(x, torch.tensor([1, 9])).tolist(), torch.diff(x).tolist())
#> [1, 2, 3] [1, 3, 2, 0] 1
#> [2, 1, 1] [0, 2, 1, 1] [[1], [3]]
#> [1, 3, 3, 4]
#> [0, 1, 3]
#> [False, True, False, True] [-2, 1, -1]
### arithmetic
# source: torch's documentation
import torch

a, b = torch.tensor([1.0, -2.0, 3.0]), torch.tensor([2.0, 2.0, 2.0])
print(torch.dot(a, b).item(), torch.addcmul(a, a, b, value=2).tolist(), torch.lerp(a, b, 0.5).tolist())
print(torch.norm(torch.tensor([3.0, 4.0])).item(), torch.logsumexp(torch.zeros(4), 0).item() == torch.log(torch.tensor(4.0)).item())
print(torch.einsum("ij,jk->ik", torch.ones(2, 3), torch.ones(3, 2)).tolist())
print(torch.addmm(torch.ones(2, 2), torch.ones(2, 3), torch.ones(3, 2), beta=2).tolist())
print(torch.nan_to_num(torch.tensor([float("nan"), float("inf"), 1.0]), posinf=9.0).tolist())
print(a.eq(1).tolist(), a.ge(0).tolist(), a.clip(-1, 1).tolist(), a.sign().tolist())
v, m = torch.var_mean(torch.tensor([1.0, 2.0, 3.0, 4.0]), correction=0)
print(v.item(), m.item())
#> 4.0 [5.0, -10.0, 15.0] [1.5, 0.0, 2.5]
#> 5.0 True
#> [[3.0, 3.0], [3.0, 3.0]]
#> [[5.0, 5.0], [5.0, 5.0]]
#> [0.0, 9.0, 1.0]
#> [True, False, False] [True, False, True] [1.0, -1.0, 1.0] [1.0, -1.0, 1.0]
#> 1.25 2.5
### losses
# source: their formulas: -log softmax; 0 logits of 4 classes give log 4
import math
import torch
import torch.nn.functional as F

x = torch.zeros(2, 4)
t = torch.tensor([1, 3])
print(abs(F.cross_entropy(x, t).item() - math.log(4)) < 1e-6)
print(abs(F.cross_entropy(x, torch.tensor([1, -100]), reduction="sum").item() - math.log(4)) < 1e-6)
print(F.mse_loss(torch.tensor([1.0, 2.0]), torch.tensor([3.0, 2.0])).item())
print(F.smooth_l1_loss(torch.tensor([0.0, 0.0]), torch.tensor([0.5, 2.0]), reduction="none").tolist())
p = torch.tensor([0.5, 0.5])
print(F.kl_div(torch.log(p), p, reduction="sum").item())
print(F.one_hot(torch.tensor([0, 2]), 3).tolist(), F.pad(torch.ones(1, 2), (1, 2), value=7.0).tolist())
#> True
#> True
#> 2.0
#> [0.125, 1.5]
#> 0.0
#> [[1, 0, 0], [0, 0, 1]] [[7.0, 1.0, 1.0, 7.0, 7.0]]
### layers
# source: their formulas
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2, bias=False)
        self.norm = nn.RMSNorm(2, eps=0.0)
        self.act = nn.ReLU()

    def forward(self, x):
        return self.act(self.norm(self.linear(x)))


net = Net()
net.linear.weight.data.copy_(torch.tensor([[1.0, 0.0], [0.0, -1.0]]))
print([name for name, _ in net.named_parameters()])
print(net(torch.tensor([[3.0, 3.0]])).tolist())
print(nn.Sequential(nn.Identity(), nn.Softmax(dim=-1))(torch.zeros(2)).tolist(), net.eval().training)
#> ['linear.weight', 'norm.weight']
#> [[1.0, 0.0]]
#> [0.5, 0.5] False
### convolution
# source: the definition of a convolution with stride and padding
import torch
import torch.nn.functional as F

x = torch.arange(16.0).reshape(1, 1, 4, 4)
print(F.conv2d(x, torch.ones(1, 1, 2, 2), stride=2).tolist())
print(F.conv1d(torch.tensor([[[1.0, 2.0, 3.0]]]), torch.tensor([[[1.0, 0.0, -1.0]]]), padding=1).tolist())
#> [[[[10.0, 18.0], [42.0, 50.0]]]]
#> [[[-2.0, -2.0, 2.0]]]
### streams_and_events
# source: torch.cuda: work is in order here
import torch

stream = torch.cuda.Stream()
with torch.cuda.stream(stream):
    x = torch.ones(2, device="cuda") * 3
torch.cuda.current_stream().wait_stream(stream)
start = torch.cuda.Event(enable_timing=True)
start.record()
torch.cuda.synchronize()
print(x.tolist())
#> [3.0, 3.0]

### powers_of_a_half_are_roots
# source: torch, pow: an exponent of 0.5 is sqrt, of -0.5 its inverse; of a tensor it is a power
import torch

x = torch.tensor([-float("inf"), -21.0, 16.0, -0.0])
print((x**0.5).tolist(), x.pow(-0.5).tolist(), (x ** torch.tensor(0.5)).tolist())
x **= 0.5
print(x.tolist())
#> [nan, nan, 4.0, -0.0] [nan, nan, 0.25, -inf] [inf, nan, 4.0, 0.0]
#> [nan, nan, 4.0, -0.0]
