### text_of_modules
# source: torch.nn.Module.__repr__ and the extra_repr of each layer
import torch
from torch import nn
made = [nn.Identity(3), nn.Linear(2, 3), nn.Linear(2, 3, bias=False), nn.Bilinear(1, 2, 3), nn.Embedding(4, 3), nn.Embedding(4, 3, padding_idx=-1),
 nn.LayerNorm(4), nn.LayerNorm((2, 3), eps=1e-3, elementwise_affine=False), nn.GroupNorm(2, 4), nn.BatchNorm1d(3), nn.BatchNorm2d(3, affine=False, momentum=None), nn.InstanceNorm1d(3), nn.LocalResponseNorm(2),
 nn.Dropout(), nn.Dropout(0.1, inplace=True), nn.Dropout1d(), nn.Dropout2d(0.3), nn.AlphaDropout(),
 nn.Conv1d(1, 2, 3), nn.Conv2d(1, 2, 3, stride=2, padding=(1, 0)), nn.Conv2d(4, 2, (3, 1), dilation=2, groups=2, bias=False), nn.Conv3d(1, 2, 3), nn.Conv1d(1, 2, 3, padding="same"), nn.ConvTranspose1d(1, 2, 3), nn.ConvTranspose2d(2, 2, 3, 2, 1, output_padding=1, groups=2),
 nn.MaxPool1d(2), nn.MaxPool2d((2, 3), 1, ceil_mode=True), nn.AvgPool1d(2), nn.AvgPool2d(2), nn.AvgPool3d((2, 2, 2), 1), nn.LPPool1d(2, 3), nn.LPPool2d(1.5, 3, 2), nn.AdaptiveAvgPool1d(2), nn.AdaptiveAvgPool2d((None, 2)), nn.AdaptiveMaxPool2d(2), nn.AdaptiveMaxPool1d(3),
 nn.ReLU(), nn.ReLU(True), nn.SiLU(), nn.Mish(), nn.SELU(inplace=True), nn.Hardswish(), nn.Hardsigmoid(), nn.LeakyReLU(), nn.LeakyReLU(0.2, True), nn.ELU(), nn.CELU(2), nn.Hardtanh(), nn.Hardtanh(-2, 2, True), nn.ReLU6(), nn.Threshold(1, 20), nn.GELU(), nn.GELU("tanh"), nn.Sigmoid(), nn.Tanh(), nn.LogSigmoid(), nn.Softsign(), nn.Tanhshrink(), nn.Softplus(), nn.Softplus(2, 10), nn.Softshrink(), nn.Hardshrink(1), nn.Softmax(1), nn.Softmax(), nn.LogSoftmax(-1), nn.Softmin(0), nn.GLU(), nn.PReLU(), nn.PReLU(3), nn.MultiheadAttention(4, 2),
 nn.ConstantPad1d(2, 1.5), nn.ConstantPad2d((1, 2, 3, 4), 0), nn.ZeroPad2d(1), nn.ReflectionPad1d(2), nn.ReplicationPad2d((1, 1, 2, 2)), nn.Flatten(), nn.Flatten(0), nn.Unflatten(1, (2, 3)), nn.Fold((4, 5), (2, 2)), nn.Unfold(2), nn.PairwiseDistance(), nn.CosineSimilarity(), nn.PixelShuffle(2), nn.PixelUnshuffle(3),
 nn.L1Loss(), nn.MSELoss(reduction="sum"), nn.CrossEntropyLoss(weight=torch.ones(3)), nn.NLLLoss(), nn.BCELoss(), nn.BCEWithLogitsLoss(), nn.SmoothL1Loss(), nn.HuberLoss(), nn.KLDivLoss(), nn.PoissonNLLLoss(), nn.GaussianNLLLoss(), nn.MarginRankingLoss(), nn.TripletMarginLoss(), nn.MultiMarginLoss(), nn.CosineEmbeddingLoss(), nn.HingeEmbeddingLoss(), nn.SoftMarginLoss(), nn.MultiLabelSoftMarginLoss()]
for m in made:
    print(m)
print(type(made[1]), type(made[9]), nn.Module, nn.Sequential, nn.MSELoss)
#> Identity()
#> Linear(in_features=2, out_features=3, bias=True)
#> Linear(in_features=2, out_features=3, bias=False)
#> Bilinear(in1_features=1, in2_features=2, out_features=3, bias=True)
#> Embedding(4, 3)
#> Embedding(4, 3, padding_idx=3)
#> LayerNorm((4,), eps=1e-05, elementwise_affine=True)
#> LayerNorm((2, 3), eps=0.001, elementwise_affine=False)
#> GroupNorm(2, 4, eps=1e-05, affine=True)
#> BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
#> BatchNorm2d(3, eps=1e-05, momentum=None, affine=False, track_running_stats=True)
#> InstanceNorm1d(3, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False)
#> LocalResponseNorm(2, alpha=0.0001, beta=0.75, k=1.0)
#> Dropout(p=0.5, inplace=False)
#> Dropout(p=0.1, inplace=True)
#> Dropout1d(p=0.5, inplace=False)
#> Dropout2d(p=0.3, inplace=False)
#> AlphaDropout(p=0.5, inplace=False)
#> Conv1d(1, 2, kernel_size=(3,), stride=(1,))
#> Conv2d(1, 2, kernel_size=(3, 3), stride=(2, 2), padding=(1, 0))
#> Conv2d(4, 2, kernel_size=(3, 1), stride=(1, 1), dilation=(2, 2), groups=2, bias=False)
#> Conv3d(1, 2, kernel_size=(3, 3, 3), stride=(1, 1, 1))
#> Conv1d(1, 2, kernel_size=(3,), stride=(1,), padding=same)
#> ConvTranspose1d(1, 2, kernel_size=(3,), stride=(1,))
#> ConvTranspose2d(2, 2, kernel_size=(3, 3), stride=(2, 2), padding=(1, 1), output_padding=(1, 1), groups=2)
#> MaxPool1d(kernel_size=2, stride=2, padding=0, dilation=1, ceil_mode=False)
#> MaxPool2d(kernel_size=(2, 3), stride=1, padding=0, dilation=1, ceil_mode=True)
#> AvgPool1d(kernel_size=(2,), stride=(2,), padding=(0,))
#> AvgPool2d(kernel_size=2, stride=2, padding=0)
#> AvgPool3d(kernel_size=(2, 2, 2), stride=1, padding=0)
#> LPPool1d(norm_type=2, kernel_size=3, stride=None, ceil_mode=False)
#> LPPool2d(norm_type=1.5, kernel_size=3, stride=2, ceil_mode=False)
#> AdaptiveAvgPool1d(output_size=2)
#> AdaptiveAvgPool2d(output_size=(None, 2))
#> AdaptiveMaxPool2d(output_size=2)
#> AdaptiveMaxPool1d(output_size=3)
#> ReLU()
#> ReLU(inplace=True)
#> SiLU()
#> Mish()
#> SELU(inplace=True)
#> Hardswish()
#> Hardsigmoid()
#> LeakyReLU(negative_slope=0.01)
#> LeakyReLU(negative_slope=0.2, inplace=True)
#> ELU(alpha=1.0)
#> CELU(alpha=2)
#> Hardtanh(min_val=-1.0, max_val=1.0)
#> Hardtanh(min_val=-2, max_val=2, inplace=True)
#> ReLU6()
#> Threshold(threshold=1, value=20)
#> GELU(approximate='none')
#> GELU(approximate='tanh')
#> Sigmoid()
#> Tanh()
#> LogSigmoid()
#> Softsign()
#> Tanhshrink()
#> Softplus(beta=1.0, threshold=20.0)
#> Softplus(beta=2, threshold=10)
#> Softshrink(0.5)
#> Hardshrink(1)
#> Softmax(dim=1)
#> Softmax(dim=None)
#> LogSoftmax(dim=-1)
#> Softmin(dim=0)
#> GLU(dim=-1)
#> PReLU(num_parameters=1)
#> PReLU(num_parameters=3)
#> MultiheadAttention(
#>   (out_proj): NonDynamicallyQuantizableLinear(in_features=4, out_features=4, bias=True)
#> )
#> ConstantPad1d(padding=(2, 2), value=1.5)
#> ConstantPad2d(padding=(1, 2, 3, 4), value=0)
#> ZeroPad2d((1, 1, 1, 1))
#> ReflectionPad1d((2, 2))
#> ReplicationPad2d((1, 1, 2, 2))
#> Flatten(start_dim=1, end_dim=-1)
#> Flatten(start_dim=0, end_dim=-1)
#> Unflatten(dim=1, unflattened_size=(2, 3))
#> Fold(output_size=(4, 5), kernel_size=(2, 2), dilation=1, padding=0, stride=1)
#> Unfold(kernel_size=2, dilation=1, padding=0, stride=1)
#> PairwiseDistance()
#> CosineSimilarity()
#> PixelShuffle(upscale_factor=2)
#> PixelUnshuffle(downscale_factor=3)
#> L1Loss()
#> MSELoss()
#> CrossEntropyLoss()
#> NLLLoss()
#> BCELoss()
#> BCEWithLogitsLoss()
#> SmoothL1Loss()
#> HuberLoss()
#> KLDivLoss()
#> PoissonNLLLoss()
#> GaussianNLLLoss()
#> MarginRankingLoss()
#> TripletMarginLoss()
#> MultiMarginLoss()
#> CosineEmbeddingLoss()
#> HingeEmbeddingLoss()
#> SoftMarginLoss()
#> MultiLabelSoftMarginLoss()
#> <class 'torch.nn.modules.linear.Linear'> <class 'torch.nn.modules.batchnorm.BatchNorm1d'> <class 'torch.nn.modules.module.Module'> <class 'torch.nn.modules.container.Sequential'> <class 'torch.nn.modules.loss.MSELoss'>
### text_of_modules_in_modules
# source: torch.nn.Module.__repr__, torch.nn.ModuleList.__repr__ (2.8: neighbours that are alike are one line)
import torch
from torch import nn
print(nn.Sequential(), nn.ModuleList(), nn.ModuleDict(), nn.ParameterList(), nn.ParameterDict())
print(nn.Sequential(nn.Linear(1, 2), nn.Sequential(nn.ReLU(), nn.MultiheadAttention(4, 2))))
print(nn.ModuleDict({"a": nn.ReLU(), "b": nn.Sequential(nn.Tanh())}))
print(nn.ParameterList([nn.Parameter(torch.ones(2, 3)), torch.ones(()), 3]))
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(1, 1)
        self.add_module("empty", None)
    def extra_repr(self):
        return "x=1\ny=2"
class E(nn.Module):
    def extra_repr(self):
        return "x=1\ny=2"
class F(nn.Module):
    class G(nn.Module):
        pass
print(M(), [F.G()], f"{F()}", nn.Module(), str(E()))
#> Sequential() ModuleList() ModuleDict() ParameterList() ParameterDict()
#> Sequential(
#>   (0): Linear(in_features=1, out_features=2, bias=True)
#>   (1): Sequential(
#>     (0): ReLU()
#>     (1): MultiheadAttention(
#>       (out_proj): NonDynamicallyQuantizableLinear(in_features=4, out_features=4, bias=True)
#>     )
#>   )
#> )
#> ModuleDict(
#>   (a): ReLU()
#>   (b): Sequential(
#>     (0): Tanh()
#>   )
#> )
#> ParameterList(
#>     (0): Parameter containing: [torch.float32 of size 2x3]
#>     (1): Parameter containing: [torch.float32 of size ]
#>     (2): Object of type: int
#> )
#> M(
#>   x=1
#>   y=2
#>   (a): Linear(in_features=1, out_features=1, bias=True)
#>   (empty): None
#> ) [G()] F() Module() E(
#>   x=1
#>   y=2
#> )
### text_of_modules_since_2_0
# source: PyTorch 2.8: ModuleList.__repr__, Upsample.extra_repr, EmbeddingBag.extra_repr, RMSNorm.extra_repr
import torch
from torch import nn
print(nn.ModuleList([nn.Linear(1, 2), nn.Linear(1, 2), nn.Sequential(nn.ReLU()), nn.Sequential(nn.ReLU())]), nn.ModuleList([nn.Tanh()]))
print(nn.Upsample(scale_factor=2), nn.Upsample(size=(3, 4), mode="bilinear"), nn.Upsample(scale_factor=(2, 3)))
print(nn.EmbeddingBag(4, 3), nn.RMSNorm(4), nn.RMSNorm((2, 4), eps=1e-6, elementwise_affine=False), nn.Softplus())
#> ModuleList(
#>   (0-1): 2 x Linear(in_features=1, out_features=2, bias=True)
#>   (2-3): 2 x Sequential(
#>     (0): ReLU()
#>   )
#> ) ModuleList(
#>   (0): Tanh()
#> )
#> Upsample(scale_factor=2.0, mode='nearest') Upsample(size=(3, 4), mode='bilinear') Upsample(scale_factor=(2.0, 3.0), mode='nearest')
#> EmbeddingBag(4, 3, mode='mean') RMSNorm((4,), eps=None, elementwise_affine=True) RMSNorm((2, 4), eps=1e-06, elementwise_affine=False) Softplus(beta=1.0, threshold=20.0)
