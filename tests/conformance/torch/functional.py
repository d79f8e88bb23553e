# torch.nn.functional: activations and losses at NaN, in place, with several dtypes and shapes.
### threshold_lets_nan_pass
# source: PyTorch 1.13: what is not at most the threshold stays, in its dtype
import torch
import torch.nn.functional as F
x = torch.tensor([float("nan"), float("inf"), -float("inf"), -0.5, 3.0])
for limit in (-1, 0, 3, float("nan")):
    print(F.threshold(x, limit, 2).tolist(), torch.nn.Threshold(limit, 2)(x).tolist())
print(torch.threshold(torch.tensor([-1, 0, 5]), 1.5, 20.5))
y = x.clone()
print(F.threshold(y, 0, 7, inplace=True) is y, y)
#> [nan, inf, 2.0, -0.5, 3.0] [nan, inf, 2.0, -0.5, 3.0]
#> [nan, inf, 2.0, 2.0, 3.0] [nan, inf, 2.0, 2.0, 3.0]
#> [nan, inf, 2.0, 2.0, 2.0] [nan, inf, 2.0, 2.0, 2.0]
#> [nan, inf, -inf, -0.5, 3.0] [nan, inf, -inf, -0.5, 3.0]
#> tensor([20, 20,  5])
#> True tensor([nan, inf, 7., 7., 3.])
### losses_broadcast_before_they_promote
# source: PyTorch 1.13: a tensor without axes is expanded first, so its dtype counts
import torch
import torch.nn.functional as F
v, s = torch.tensor([3.5, -13.5]), torch.tensor(-14.0)
for first, second in ((torch.float32, torch.float64), (torch.float16, torch.float32), (torch.int64, torch.float32)):
    for x, y in ((v, s), (s, v), (s, s)):
        try: print(F.l1_loss(x.to(first), y.to(second), reduction="sum"))
        except RuntimeError as e: print(e)
for x, y in ((v.view(1, 2), v), (torch.tensor([0.25, 0.5]).view(1, 2), torch.tensor(1.0))):
    try: print(F.binary_cross_entropy(x, y))
    except ValueError as e: print(e)
#> tensor(18., dtype=torch.float64)
#> tensor(18., dtype=torch.float64)
#> tensor(0., dtype=torch.float64)
#> tensor(18.)
#> tensor(18.)
#> tensor(0.)
#> tensor(18.)
#> tensor(18.)
#> tensor(0.)
#> Using a target size (torch.Size([2])) that is different to the input size (torch.Size([1, 2])) is deprecated. Please ensure they have the same size.
#> Using a target size (torch.Size([])) that is different to the input size (torch.Size([1, 2])) is deprecated. Please ensure they have the same size.
### cosine_similarity_along_an_axis_of_the_result
# source: PyTorch 1.13: both are expanded before norms are taken
import torch
import torch.nn.functional as F
a = torch.tensor([[[6.0, 5.0, 0.75]], [[3.0, 0.0, 4.25]]])
b = torch.tensor([[-15.0, 11.0, 2.0], [-16.0, -1.5, -8.75], [5.0, -19.5, -8.0]])
for x, y in ((b, a), (a, b), (b, b[0]), (b[0], b)):
    for dim in (0, 1, -1):
        print(torch.round(F.cosine_similarity(x, y, dim=dim), decimals=4).tolist())
#> [[-0.9487000107765198, 0.707099974155426, 0.8191999793052673], [-0.9487000107765198, -0.707099974155426, -0.8191999793052673], [0.9487000107765198, -0.707099974155426, -0.8191999793052673]]
#> [[-0.6672999858856201, -0.2572999894618988, -0.708299994468689], [-0.6672999858856201, 0.0, -0.708299994468689]]
#> [[-0.2282000035047531, -0.7666000127792358, -0.4323999881744385], [-0.375, -0.8949000239372253, -0.16859999299049377]]
#> [[-0.9487000107765198, 0.707099974155426, 0.8191999793052673], [-0.9487000107765198, -0.707099974155426, -0.8191999793052673], [0.9487000107765198, -0.707099974155426, -0.8191999793052673]]
#> [[-0.6672999858856201, -0.2572999894618988, -0.708299994468689], [-0.6672999858856201, 0.0, -0.708299994468689]]
#> [[-0.2282000035047531, -0.7666000127792358, -0.4323999881744385], [-0.375, -0.8949000239372253, -0.16859999299049377]]
#> [0.6672999858856201, -0.2572999894618988, -0.708299994468689]
#> [1.0, 0.6018000245094299, -0.7537999749183655]
#> [1.0, 0.6018000245094299, -0.7537999749183655]
#> [0.6672999858856201, -0.2572999894618988, -0.708299994468689]
#> [1.0, 0.6018000245094299, -0.7537999749183655]
#> [1.0, 0.6018000245094299, -0.7537999749183655]
### prelu_of_channels
# source: PyTorch 1.13: weights belong to the second axis
import torch
import torch.nn.functional as F
x = torch.arange(-6.0, 6.0)
for w in (torch.tensor([0.5]), torch.tensor([0.1, 0.2, 0.5])):
    for t in (x.reshape(4, 3), x.reshape(2, 3, 2), x.reshape(1, 3, 2, 2), x[0], x.reshape(6, 2)):
        try: print(torch.round(F.prelu(t, w), decimals=2).tolist())
        except RuntimeError as e: print(e)
#> [[-3.0, -2.5, -2.0], [-1.5, -1.0, -0.5], [0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
#> [[[-3.0, -2.5], [-2.0, -1.5], [-1.0, -0.5]], [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]]
#> [[[[-3.0, -2.5], [-2.0, -1.5]], [[-1.0, -0.5], [0.0, 1.0]], [[2.0, 3.0], [4.0, 5.0]]]]
#> -3.0
#> [[-3.0, -2.5], [-2.0, -1.5], [-1.0, -0.5], [0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]
#> [[-0.6000000238418579, -1.0, -2.0], [-0.30000001192092896, -0.4000000059604645, -0.5], [0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
#> [[[-0.6000000238418579, -0.5], [-0.800000011920929, -0.6000000238418579], [-1.0, -0.5]], [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]]
#> [[[[-0.6000000238418579, -0.5], [-0.4000000059604645, -0.30000001192092896]], [[-0.4000000059604645, -0.20000000298023224], [0.0, 1.0]], [[2.0, 3.0], [4.0, 5.0]]]]
#> Not allow zero-dim input tensor.
#> Mismatch of parameter numbers and input channel size. Found parameter numbers = 3 and channel size = 2.
### activations_in_the_place_of_their_input
# source: PyTorch 1.13
import torch
import torch.nn as nn
import torch.nn.functional as F
x = torch.tensor([-3.0, -0.5, 0.25, 2.0, 7.0])
for name in "relu elu selu celu leaky_relu hardtanh relu6 hardswish hardsigmoid silu mish rrelu".split():
    y = x.clone()
    print(name, getattr(F, name)(y, inplace=True) is y, torch.round(y, decimals=3).tolist(), getattr(F, name)(x) is x)
for layer in (nn.ReLU, nn.ELU, nn.LeakyReLU, nn.ReLU6, nn.SiLU, nn.Mish, nn.Hardtanh):
    y = x.clone()
    z = layer(inplace=True)(y)
    print(layer.__name__, z is y, torch.round(y, decimals=3).tolist())
for name in "relu_ elu_ selu_ celu_ leaky_relu_ hardtanh_ rrelu_".split():
    y = x.clone()
    print(name, getattr(F, name)(y) is y, torch.round(y, decimals=3).tolist())
y = x.clone()
print(torch.threshold_(y, 0, 5) is y, y, torch.relu_(y) is y, nn.Dropout(0.0, inplace=True)(y) is y)
z = x.clone()
F.relu(z[1:3], inplace=True)
print(z)
#> relu True [0.0, 0.0, 0.25, 2.0, 7.0] False
#> elu True [-0.949999988079071, -0.3930000066757202, 0.25, 2.0, 7.0] False
#> selu True [-1.6710000038146973, -0.6919999718666077, 0.2630000114440918, 2.1010000705718994, 7.355000019073486] False
#> celu True [-0.949999988079071, -0.3930000066757202, 0.25, 2.0, 7.0] False
#> leaky_relu True [-0.029999999329447746, -0.004999999888241291, 0.25, 2.0, 7.0] False
#> hardtanh True [-1.0, -0.5, 0.25, 1.0, 1.0] False
#> relu6 True [0.0, 0.0, 0.25, 2.0, 6.0] False
#> hardswish True [-0.0, -0.20800000429153442, 0.13500000536441803, 1.6670000553131104, 7.0] False
#> hardsigmoid True [0.0, 0.4169999957084656, 0.5419999957084656, 0.8330000042915344, 1.0] False
#> silu True [-0.1420000046491623, -0.1889999955892563, 0.14100000262260437, 1.7619999647140503, 6.99399995803833] False
#> mish True [-0.1459999978542328, -0.22100000083446503, 0.17000000178813934, 1.944000005722046, 7.0] False
#> rrelu True [-0.6880000233650208, -0.11500000208616257, 0.25, 2.0, 7.0] False
#> ReLU True [0.0, 0.0, 0.25, 2.0, 7.0]
#> ELU True [-0.949999988079071, -0.3930000066757202, 0.25, 2.0, 7.0]
#> LeakyReLU True [-0.029999999329447746, -0.004999999888241291, 0.25, 2.0, 7.0]
#> ReLU6 True [0.0, 0.0, 0.25, 2.0, 6.0]
#> SiLU True [-0.1420000046491623, -0.1889999955892563, 0.14100000262260437, 1.7619999647140503, 6.99399995803833]
#> Mish True [-0.1459999978542328, -0.22100000083446503, 0.17000000178813934, 1.944000005722046, 7.0]
#> Hardtanh True [-1.0, -0.5, 0.25, 1.0, 1.0]
#> relu_ True [0.0, 0.0, 0.25, 2.0, 7.0]
#> elu_ True [-0.949999988079071, -0.3930000066757202, 0.25, 2.0, 7.0]
#> selu_ True [-1.6710000038146973, -0.6919999718666077, 0.2630000114440918, 2.1010000705718994, 7.355000019073486]
#> celu_ True [-0.949999988079071, -0.3930000066757202, 0.25, 2.0, 7.0]
#> leaky_relu_ True [-0.029999999329447746, -0.004999999888241291, 0.25, 2.0, 7.0]
#> hardtanh_ True [-1.0, -0.5, 0.25, 1.0, 1.0]
#> rrelu_ True [-0.6880000233650208, -0.11500000208616257, 0.25, 2.0, 7.0]
#> True tensor([5.0000, 5.0000, 0.2500, 2.0000, 7.0000]) True True
#> tensor([-3.0000,  0.0000,  0.2500,  2.0000,  7.0000])
### gradients_through_activations_in_place
# source: PyTorch 1.13
import torch
import torch.nn as nn
import torch.nn.functional as F
p = torch.tensor([-3.0, 0.25, 2.0], requires_grad=True)
q = p * 2
F.relu(q, inplace=True).sum().backward()
print(p.grad, q.tolist())
p.grad = None
q = p * 2
nn.Sequential(nn.LeakyReLU(0.5, inplace=True), nn.Hardtanh(-9, 3))(q).sum().backward()
print(p.grad, q.tolist())
try: F.relu(p, inplace=True)
except RuntimeError as e: print(e)
#> tensor([0., 2., 2.]) [0.0, 0.5, 4.0]
#> tensor([1., 2., 0.]) [-3.0, 0.5, 4.0]
#> a leaf Variable that requires grad is being used in an in-place operation.
### the_row_that_pads_learns_nothing
# source: PyTorch 1.13
import torch
import torch.nn as nn
import torch.nn.functional as F
w = torch.arange(8.0).reshape(4, 2).requires_grad_()
for padding in (None, 1, -1):
    w.grad = None
    y = F.embedding(torch.tensor([[1, 3], [0, 1]]), w, padding_idx=padding)
    y.sum().backward()
    print(padding, y.tolist(), w.grad.tolist())
e = nn.Embedding(4, 2, padding_idx=-3)
print(e.padding_idx, e.weight[1].tolist(), e.weight.requires_grad)
e(torch.tensor([1, 2, 2])).sum().backward()
print(e.weight.grad.tolist())
e.zero_grad(set_to_none=False)
print(e.weight.grad.tolist())
e.zero_grad(set_to_none=True)
print(e.weight.grad)
for make in (lambda: nn.Embedding(4, 2, padding_idx=4), lambda: F.embedding(torch.tensor([0]), w, padding_idx=-5)):
    try: make()
    except AssertionError as error: print(error)
print(torch.frombuffer(bytearray(b"\0\0\0\0\0\0\x80?"), dtype=torch.float32, count=2, requires_grad=True))
#> None [[[2.0, 3.0], [6.0, 7.0]], [[0.0, 1.0], [2.0, 3.0]]] [[1.0, 1.0], [2.0, 2.0], [0.0, 0.0], [1.0, 1.0]]
#> 1 [[[2.0, 3.0], [6.0, 7.0]], [[0.0, 1.0], [2.0, 3.0]]] [[1.0, 1.0], [0.0, 0.0], [0.0, 0.0], [1.0, 1.0]]
#> -1 [[[2.0, 3.0], [6.0, 7.0]], [[0.0, 1.0], [2.0, 3.0]]] [[1.0, 1.0], [2.0, 2.0], [0.0, 0.0], [0.0, 0.0]]
#> 1 [0.0, 0.0] True
#> [[0.0, 0.0], [0.0, 0.0], [2.0, 2.0], [0.0, 0.0]]
#> [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]
#> None
#> Padding_idx must be within num_embeddings
#> Padding_idx must be within num_embeddings
#> tensor([0., 1.], requires_grad=True)
### deprecated_arguments_of_losses
# source: torch.nn._reduction: size_average and reduce go before reduction
import torch
from torch import nn
for kw in [dict(size_average=False), dict(reduce=False), dict(size_average=True), dict(size_average=False, reduce=True), dict(reduce=True, reduction="sum"), dict(size_average=None, reduction="sum")]:
    a, b = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 5.0])
    print(nn.functional.mse_loss(a, b, **kw), nn.MSELoss(**kw)(a, b), nn.functional.l1_loss(a, b, **kw), nn.SmoothL1Loss(**kw).reduction, nn.BCELoss(**kw).reduction)
    print(nn.functional.kl_div(a, b, **kw), nn.functional.smooth_l1_loss(a, b, **kw), nn.functional.soft_margin_loss(a, b, **kw), nn.functional.binary_cross_entropy_with_logits(a, b, **kw), nn.functional.poisson_nll_loss(a, b, **kw))
    x, y = torch.tensor([[0.5, 2.0], [1.0, -1.0]]), torch.tensor([0, 1])
    print(nn.functional.cross_entropy(x, y, **kw), nn.functional.nll_loss(x, y, **kw), nn.functional.multi_margin_loss(x, y, **kw), nn.CrossEntropyLoss(**kw)(x, y), nn.functional.cross_entropy(x, y, None, None, 1, **{k: v for k, v in kw.items() if k != "size_average"}))
print(nn.functional.mse_loss(a, b, False), nn.MSELoss(False)(a, b), nn.MSELoss(None, False)(a, b))
#> tensor(13.) tensor(13.) tensor(5.) sum sum
#> tensor(-1.6570) tensor(4.) tensor(0.0486) tensor(-9.5598) tensor(-2.8927)
#> tensor(3.8283) tensor(0.5000) tensor(2.7500) tensor(3.8283) tensor(1.7014)
#> tensor([4., 9.]) tensor([4., 9.]) tensor([2., 3.]) none none
#> tensor([ 0.2958, -1.9528]) tensor([1.5000, 2.5000]) tensor([4.8587e-02, 4.5399e-05]) tensor([-1.6867, -7.8731]) tensor([-0.2817, -2.6109])
#> tensor([1.7014, 2.1269]) tensor([-0.5000,  1.0000]) tensor([1.2500, 1.5000]) tensor([1.7014, 2.1269]) tensor([1.7014, 0.0000])
#> tensor(6.5000) tensor(6.5000) tensor(2.5000) mean mean
#> tensor(-0.8285) tensor(2.) tensor(0.0243) tensor(-4.7799) tensor(-1.4463)
#> tensor(1.9142) tensor(0.2500) tensor(1.3750) tensor(1.9142) tensor(1.7014)
#> tensor(13.) tensor(13.) tensor(5.) sum sum
#> tensor(-1.6570) tensor(4.) tensor(0.0486) tensor(-9.5598) tensor(-2.8927)
#> tensor(3.8283) tensor(0.5000) tensor(2.7500) tensor(3.8283) tensor(1.7014)
#> tensor(6.5000) tensor(6.5000) tensor(2.5000) mean mean
#> tensor(-0.8285) tensor(2.) tensor(0.0243) tensor(-4.7799) tensor(-1.4463)
#> tensor(1.9142) tensor(0.2500) tensor(1.3750) tensor(1.9142) tensor(1.7014)
#> tensor(13.) tensor(13.) tensor(5.) sum sum
#> tensor(-1.6570) tensor(4.) tensor(0.0486) tensor(-9.5598) tensor(-2.8927)
#> tensor(3.8283) tensor(0.5000) tensor(2.7500) tensor(3.8283) tensor(1.7014)
#> tensor(13.) tensor(13.) tensor([4., 9.])
