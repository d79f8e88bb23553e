# SPDX-License-Identifier: Apache-2.0
# torch.nn and torch.nn.functional.
### activations
import torch
import torch.nn.functional as F

x = torch.tensor([-1.0, 0.5])
print(F.sigmoid(x))
#> tensor([0.2689, 0.6225])
print(F.log_softmax(x, 0))
#> tensor([-1.7014, -0.2014])
print(F.softmin(x, 0))
#> tensor([0.8176, 0.1824])
print(F.normalize(x, dim=0))
#> tensor([-0.8944,  0.4472])
print(F.celu(x))
#> tensor([-0.6321,  0.5000])
print(F.selu(x))
#> tensor([-1.1113,  0.5254])
print(F.hardsigmoid(x))
#> tensor([0.3333, 0.5833])
print(F.hardswish(x))
#> tensor([-0.3333,  0.2917])
print(F.softsign(x))
#> tensor([-0.5000,  0.3333])
print(F.tanhshrink(x))
#> tensor([-0.2384,  0.0379])
print(F.softshrink(x))
#> tensor([-0.5000,  0.0000])
print(F.logsigmoid(x))
#> tensor([-1.3133, -0.4741])
print(F.mish(x))
#> tensor([-0.3034,  0.3752])
print(F.tanh(x))
#> tensor([-0.7616,  0.4621])
print(F.glu(x))
#> tensor([-0.6225])
print(F.rrelu(x))
#> tensor([-0.2292,  0.5000])
print(F.elu_(x.clone()))
#> tensor([-0.6321,  0.5000])
print(F.leaky_relu_(x.clone()))
#> tensor([-0.0100,  0.5000])
print(F.hardtanh_(x.clone()))
#> tensor([-1.0000,  0.5000])
print(F.gumbel_softmax(x, hard=True).sum())
#> tensor(1.)
print(F.dropout(x, training=False))
#> tensor([-1.0000,  0.5000])
print(F.alpha_dropout(x))
#> tensor([-1.0000,  0.5000])
t = torch.ones(1, 2, 2, 2, 2)
print(F.dropout1d(t[0, :, :, 0, 0], training=False).shape)
#> torch.Size([2, 2])
print(F.dropout2d(t[:, :, 0], training=False).shape)
#> torch.Size([1, 2, 2, 2])
print(F.dropout3d(t, training=False).shape)
#> torch.Size([1, 2, 2, 2, 2])
### windows
import torch
import torch.nn.functional as F

x = torch.arange(16.0).reshape(1, 1, 4, 4)
row = torch.arange(4.0).reshape(1, 1, 4)
box = torch.arange(8.0).reshape(1, 1, 2, 2, 2)
print(F.max_pool1d(row, 2))
#> tensor([[[1., 3.]]])
print(F.max_pool2d(x, 2))
#> tensor([[[[ 5.,  7.],
#>           [13., 15.]]]])
print(F.max_pool3d(box, 2))
#> tensor([[[[[7.]]]]])
print(F.avg_pool1d(row, 2))
#> tensor([[[0.5000, 2.5000]]])
print(F.avg_pool2d(x, 2))
#> tensor([[[[ 2.5000,  4.5000],
#>           [10.5000, 12.5000]]]])
print(F.avg_pool3d(box, 2))
#> tensor([[[[[3.5000]]]]])
print(F.lp_pool1d(row, 1, 2))
#> tensor([[[1., 5.]]])
print(F.lp_pool2d(x, 1, 2))
#> tensor([[[[10., 18.],
#>           [42., 50.]]]])
print(F.adaptive_avg_pool1d(row, 2))
#> tensor([[[0.5000, 2.5000]]])
print(F.adaptive_avg_pool2d(x, 2))
#> tensor([[[[ 2.5000,  4.5000],
#>           [10.5000, 12.5000]]]])
print(F.adaptive_avg_pool3d(box, 1))
#> tensor([[[[[3.5000]]]]])
print(F.adaptive_max_pool1d(row, 2))
#> tensor([[[1., 3.]]])
print(F.adaptive_max_pool2d(x, 2))
#> tensor([[[[ 5.,  7.],
#>           [13., 15.]]]])
print(F.unfold(x, 2).shape)
#> torch.Size([1, 4, 9])
print(F.fold(F.unfold(x, 2), (4, 4), 2).shape)
#> torch.Size([1, 1, 4, 4])
print(F.interpolate(row, scale_factor=2))
#> tensor([[[0., 0., 1., 1., 2., 2., 3., 3.]]])
print(F.upsample(row, scale_factor=2))
#> tensor([[[0., 0., 1., 1., 2., 2., 3., 3.]]])
print(F.instance_norm(x).shape)
#> torch.Size([1, 1, 4, 4])
print(F.local_response_norm(x, 2).shape)
#> torch.Size([1, 1, 4, 4])
print(F.batch_norm(x, torch.zeros(1), torch.ones(1)).shape)
#> torch.Size([1, 1, 4, 4])
print(F.conv3d(box, torch.ones(1, 1, 2, 2, 2)))
#> tensor([[[[[28.]]]]])
print(F.conv_transpose1d(row, torch.ones(1, 1, 2)))
#> tensor([[[0., 1., 3., 5., 3.]]])
print(F.conv_transpose2d(x, torch.ones(1, 1, 2, 2)).shape)
#> torch.Size([1, 1, 5, 5])
print(F.conv_transpose3d(box, torch.ones(1, 1, 2, 2, 2)).shape)
#> torch.Size([1, 1, 3, 3, 3])
### losses
import torch
import torch.nn.functional as F

a = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
b = torch.tensor([[1.0, 1.0], [1.0, 1.0]])
sign = torch.tensor([1.0, -1.0])
print(F.pairwise_distance(a, b))
#> tensor([1.0000, 3.6056])
print(F.gaussian_nll_loss(a, b, b))
#> tensor(1.7500)
print(F.hinge_embedding_loss(a, b))
#> tensor(2.5000)
print(F.cosine_embedding_loss(a, b, sign))
#> tensor(0.5206)
print(F.margin_ranking_loss(a[0], b[0], sign))
#> tensor(0.5000)
print(F.multilabel_soft_margin_loss(a, b))
#> tensor(0.1267)
print(F.triplet_margin_loss(a, b, a + 1))
#> tensor(1.8886)
print(F.triplet_margin_with_distance_loss(a, b, a + 1))
#> tensor(1.8886)
print(F.bilinear(a, b, torch.ones(1, 2, 2)))
#> tensor([[ 6.],
#>         [14.]])
print(F.embedding_bag(torch.tensor([[0, 1]]), a))
#> tensor([[2., 3.]])
### modules
import torch

from torch import nn

layer = nn.Linear(2, 2)
layer.register_module("inner", nn.Linear(2, 1))
print(layer.to(torch.float32).weight.dtype)
#> torch.float32
print(layer.type(torch.float32).weight.dtype)
#> torch.float32
print(layer.cuda().weight.shape)
#> torch.Size([2, 2])
print(layer.cpu().weight.shape)
#> torch.Size([2, 2])
print(layer.half().weight.dtype)
#> torch.float16
print(layer.bfloat16().weight.dtype)
#> torch.bfloat16
print(layer.float().weight.dtype)
#> torch.float32
layer.zero_grad()
print(layer.weight.grad)
#> None
parts = nn.ParameterDict({"a": nn.Parameter(torch.ones(1))})
print(parts.get("a"))
#> Parameter containing:
#> tensor([1.], requires_grad=True)
print(list(parts.items()))
#> [('a', Parameter containing:
#> tensor([1.], requires_grad=True))]
print(list(parts.values()))
#> [Parameter containing:
#> tensor([1.], requires_grad=True)]
parts.update({"b": nn.Parameter(torch.zeros(1))})
print(parts.pop("b"))
#> Parameter containing:
#> tensor([0.], requires_grad=True)
print(nn.Buffer(torch.ones(1)))
#> tensor([1.])
### layers
import torch

from torch import nn

x = torch.arange(16.0).reshape(1, 1, 4, 4)
row = torch.arange(4.0).reshape(1, 1, 4)
box = torch.arange(8.0).reshape(1, 1, 2, 2, 2)
print(nn.BatchNorm3d(1)(torch.cat([box, box])).shape)
#> torch.Size([2, 1, 2, 2, 2])
print(nn.InstanceNorm2d(1)(x).shape)
#> torch.Size([1, 1, 4, 4])
print(nn.ConstantPad3d(1, 0.0)(box).shape)
#> torch.Size([1, 1, 4, 4, 4])
print(nn.ZeroPad1d(1)(row))
#> tensor([[[0., 0., 1., 2., 3., 0.]]])
print(nn.ZeroPad3d(1)(box).shape)
#> torch.Size([1, 1, 4, 4, 4])
print(nn.MaxPool3d(2)(box))
#> tensor([[[[[7.]]]]])
print(nn.AdaptiveAvgPool3d(1)(box))
#> tensor([[[[[3.5000]]]]])
### first_values
import torch

from torch import nn

w = torch.empty(2, 2)
print(nn.init.calculate_gain('relu'))
#> 1.4142135623730951
print(nn.init.uniform_(w).shape)
#> torch.Size([2, 2])
print(nn.init.normal_(w).shape)
#> torch.Size([2, 2])
print(nn.init.trunc_normal_(w).shape)
#> torch.Size([2, 2])
print(nn.init.eye_(w))
#> tensor([[1., 0.],
#>         [0., 1.]])
print(nn.init.xavier_uniform_(w).shape)
#> torch.Size([2, 2])
print(nn.init.xavier_normal_(w).shape)
#> torch.Size([2, 2])
print(nn.init.kaiming_uniform_(w).shape)
#> torch.Size([2, 2])
print(nn.init.kaiming_normal_(w).shape)
#> torch.Size([2, 2])
### special_functions
import torch

x = torch.tensor([0.25, 0.5])
print(torch.special.expit(x))
#> tensor([0.5622, 0.6225])
print(torch.special.erf(x))
#> tensor([0.2763, 0.5205])
print(torch.special.expm1(x))
#> tensor([0.2840, 0.6487])
print(torch.special.exp2(x))
#> tensor([1.1892, 1.4142])
print(torch.special.log1p(x))
#> tensor([0.2231, 0.4055])
print(torch.special.digamma(x))
#> tensor([-4.2275, -1.9635])
print(torch.special.gammaln(x))
#> tensor([1.2880, 0.5724])
print(torch.special.erfinv(x))
#> tensor([0.2253, 0.4769])
print(torch.special.psi(x))
#> tensor([-4.2275, -1.9635])
print(torch.special.i0(x))
#> tensor([1.0157, 1.0635])
print(torch.special.logit(x))
#> tensor([-1.0986,  0.0000])
print(torch.special.sinc(x))
#> tensor([0.9003, 0.6366])
print(torch.special.round(x))
#> tensor([0., 0.])
print(torch.special.entr(x))
#> tensor([0.3466, 0.3466])
print(torch.special.ndtr(x))
#> tensor([0.5987, 0.6915])
print(torch.special.ndtri(x))
#> tensor([-0.6745,  0.0000])
print(torch.special.log_ndtr(x))
#> tensor([-0.5130, -0.3689])
print(torch.special.erfcx(x))
#> tensor([0.7703, 0.6157])
print(torch.special.log_softmax(x, 0))
#> tensor([-0.8259, -0.5759])
print(torch.special.softmax(x, 0))
#> tensor([0.4378, 0.5622])
print(torch.special.polygamma(0, x))
#> tensor([-4.2275, -1.9635])
print(torch.special.multigammaln(x + 2, 2))
#> tensor([0.6128, 0.8570])
print(torch.special.xlogy(x, x))
#> tensor([-0.3466, -0.3466])
print(torch.special.xlog1py(x, x))
#> tensor([0.0558, 0.2027])
### linear_algebra
import torch

a = torch.tensor([[2.0, 0.0], [0.0, 4.0]])
v = torch.tensor([3.0, 4.0])
print(torch.linalg.det(a))
#> tensor(8.)
print(torch.linalg.slogdet(a))
#> slogdet(sign=tensor(1.), logabsdet=tensor(2.0794))
print(torch.linalg.inv_ex(a))
#> (tensor([[0.5000, 0.0000],
#>         [0.0000, 0.2500]]), tensor(0, dtype=torch.int32))
print(torch.linalg.solve(a, v))
#> tensor([1.5000, 1.0000])
print(torch.linalg.solve_triangular(a, v[:, None], upper=False))
#> tensor([[1.5000],
#>         [1.0000]])
print(torch.linalg.cholesky(a))
#> tensor([[1.4142, 0.0000],
#>         [0.0000, 2.0000]])
print(torch.linalg.cholesky_ex(a))
#> (tensor([[1.4142, 0.0000],
#>         [0.0000, 2.0000]]), tensor(0, dtype=torch.int32))
print(torch.linalg.lstsq(a, v[:, None]).solution)
#> tensor([[1.5000],
#>         [1.0000]])
print(torch.linalg.pinv(a))
#> tensor([[0.5000, 0.0000],
#>         [0.0000, 0.2500]])
print(torch.linalg.matrix_power(a, 2))
#> tensor([[ 4.,  0.],
#>         [ 0., 16.]])
print(torch.linalg.matrix_exp(torch.zeros(2, 2)))
#> tensor([[1., 0.],
#>         [0., 1.]])
print(torch.linalg.cross(torch.tensor([1.0, 0.0, 0.0]), torch.tensor([0.0, 1.0, 0.0])))
#> tensor([0., 0., 1.])
print(torch.linalg.vander(v))
#> tensor([[1., 3.],
#>         [1., 4.]])
print(torch.linalg.matmul(a, v))
#> tensor([ 6., 16.])
print(torch.linalg.vecdot(v, v))
#> tensor(25.)
print(torch.linalg.diagonal(a))
#> tensor([2., 4.])
print(issubclass(torch.linalg.LinAlgError, Exception))
#> True
q, r = torch.linalg.qr(a)
print((q @ r).round())
#> tensor([[2., 0.],
#>         [0., 4.]])
### mixed_precision
import torch

print(torch.amp.is_autocast_available("cuda"))
#> True
with torch.amp.autocast("cuda"):
    print((torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
#> torch.float32
w = torch.ones(2, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
print(isinstance(optimizer, torch.optim.Optimizer))
#> True
optimizer.zero_grad()
scaler = torch.amp.GradScaler("cpu")
scaler.scale((w * w).sum()).backward()
scaler.update()
print(w, scaler.get_scale(), scaler.is_enabled())
#> tensor([1., 1.], requires_grad=True) 65536.0 True
optimizer.step()
### functions_with_their_own_derivative
import torch



class Double(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cuda")
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    @torch.amp.custom_bwd(device_type="cuda")
    def backward(ctx, g):
        return 2 * g


print(Double.apply(torch.ones(2)))
#> tensor([2., 2.])
