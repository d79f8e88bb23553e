### operators_of_ones_own
# source: torch documentation: torch.library
import torch
@torch.library.custom_op("mylib::scale", mutates_args=())
def scale(x: torch.Tensor, k: float) -> torch.Tensor:
    return x * k
@scale.register_fake
def _(x, k):
    return torch.empty_like(x)
print(scale(torch.ones(2), 3.0), torch.ops.mylib.scale(torch.ones(2), 2.0), torch.ops.mylib.scale.default(torch.ones(1), 4.0))
lib = torch.library.Library("other", "DEF")
lib.define("twice(Tensor x) -> Tensor")
lib.impl("twice", lambda x: x + x, "CPU")
print(torch.ops.other.twice(torch.tensor([1.0, 2.0])))
try:
    torch.ops.other.lost
except AttributeError:
    print("AttributeError")
#> tensor([3., 3.]) tensor([2., 2.]) tensor([4.])
#> tensor([2., 4.])
#> AttributeError
### autocast_narrows_products
# source: torch documentation: torch.amp, the list for CUDA
import torch
a = torch.ones(2, 2, device="cuda")
with torch.autocast("cuda", dtype=torch.bfloat16):
    b = a @ a
    print(b.dtype, torch.exp(b).dtype, (b + a).dtype, b.sum().dtype, (a.cpu() @ a.cpu()).dtype)
    with torch.autocast("cuda", enabled=False):
        print((a @ a).dtype)
print((a @ a).dtype)
#> torch.bfloat16 torch.float32 torch.float32 torch.float32 torch.float32
#> torch.float32
#> torch.float32
### one_rank
# source: torch documentation: torch.distributed
import torch
import torch.distributed as dist
print(dist.is_available(), dist.is_initialized())
dist.init_process_group("gloo", rank=0, world_size=1)
x = torch.ones(2)
dist.all_reduce(x)
print(dist.get_rank(), dist.get_world_size(), x)
dist.destroy_process_group()
try:
    dist.get_rank()
except ValueError:
    print("ValueError")
#> True False
#> 0 1 tensor([1., 1.])
#> ValueError
### names_around_kernels
# source: torch documentation
import torch
print(torch.compiler.is_compiling(), torch.accelerator.device_count(), torch.accelerator.current_accelerator().type)
s = torch.cuda.Stream()
with torch.cuda.stream(s):
    print(torch.cuda.current_stream() == s)
print(torch.cuda.current_stream() == s, torch.cuda.current_stream() == torch.cuda.default_stream())
try:
    torch.cuda.Event().elapsed_time(torch.cuda.Event())
except RuntimeError:
    print("RuntimeError")
x = torch.ones(2, 3)
print(x.type(), x.mT.shape, x.nbytes, x.is_signed(), x.where(x > 1, torch.zeros(())), torch.FloatTensor([1.5]), isinstance(x, torch.Tensor))
#> False 1 cuda
#> True
#> False True
#> RuntimeError
#> torch.FloatTensor torch.Size([3, 2]) 24 True tensor([[0., 0., 0.],
#>         [0., 0., 0.]]) tensor([1.5000]) True
### layers
# source: PyTorch 1.13
import torch
import torch.nn as nn
x = torch.arange(32.0).reshape(1, 2, 4, 4)
conv = nn.Conv2d(2, 3, 3, padding=1)
nn.init.constant_(conv.weight, 0.5)
nn.init.zeros_(conv.bias)
model = nn.Sequential(conv, nn.BatchNorm2d(3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(12, 2))
print(conv(x)[0, 0, 0].detach(), model(x).shape, nn.AvgPool2d(2)(x)[0, 0], nn.AdaptiveAvgPool2d(1)(x).flatten())
print(nn.Softplus()(torch.zeros(1)), nn.ELU(0.5)(torch.tensor([-1.0])), nn.BCEWithLogitsLoss()(torch.zeros(2), torch.ones(2)), nn.Upsample(scale_factor=2)(x)[0, 0, 0])
#> tensor([42., 66., 72., 50.]) torch.Size([1, 2]) tensor([[ 2.5000,  4.5000],
#>         [10.5000, 12.5000]]) tensor([ 7.5000, 23.5000])
#> tensor([0.6931]) tensor([-0.3161]) tensor(0.6931) tensor([0., 0., 1., 1., 2., 2., 3., 3.])
