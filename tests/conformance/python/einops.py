### einops_over_numpy
# source: einops' documentation; the same by NumPy's reshape and transpose
import numpy as np
from einops import rearrange, reduce, repeat, einsum, parse_shape, pack, unpack, EinopsError
x = np.arange(24).reshape(2, 3, 4)
def same(a, b): return a.shape == b.shape and bool((a == b).all())
print(same(rearrange(x, "a b c -> c a b"), x.transpose(2, 0, 1)), same(rearrange(x, "a b c -> (a b) c"), x.reshape(6, 4)), same(rearrange(x, "a b (c d) -> a c b d", d=2), x.reshape(2, 3, 2, 2).transpose(0, 2, 1, 3)), same(rearrange(x, "... c -> c ..."), x.transpose(2, 0, 1)), same(rearrange(x, "a b c -> a 1 (b c)"), x.reshape(2, 1, 12)), rearrange(x, "a ... -> (...) a").shape)
print(same(reduce(x, "a b c -> a c", "sum"), x.sum(1)), same(reduce(x, "a b c -> a", "max"), x.max((1, 2))), same(reduce(x, "a b (c 2) -> a b c", "min"), x.reshape(2, 3, 2, 2).min(3)), reduce(x, "a b c -> ", "sum").item(), reduce(x, "a b c -> 1 b 1", "mean").shape, same(reduce(x, "a b c -> b a", lambda t, axes: t.sum(axes)), x.sum(2).T))
print(same(repeat(x[0], "h w -> h (w 2)"), np.repeat(x[0], 2, 1)), same(repeat(x[0], "h w -> (k h) w", k=2), np.tile(x[0], (2, 1))), repeat(x[0], "h w -> c h w", c=3).shape, repeat(x, "... -> ... r", r=2).shape)
print(same(einsum(x, x, "a i k, a j k -> a i j"), np.einsum("aik,ajk->aij", x, x)), same(einsum(x, "a b c -> c"), x.sum((0, 1))), parse_shape(x, "batch _ width"), parse_shape(x, "a ..."), rearrange([x, x], "l a b c -> a (l b) c").shape)
p, ps = pack([x, x[:, 0], np.ones((2, 2, 2, 4))], "a * c"); print(p.shape, ps, [u.shape for u in unpack(p, ps, "a * c")], same(unpack(p, ps, "a * c")[0], x))
for f in (lambda: rearrange(x, "a b -> b a"), lambda: rearrange(x, "a b c -> a b"), lambda: rearrange(x, "a b c -> a b c d"), lambda: rearrange(x, "a b (c d) -> a b c d", d=3), lambda: repeat(x, "a b c -> a b c d"), lambda: rearrange(x, "a b c -> c a a b"), lambda: rearrange(x, "a b c > c a b"), lambda: reduce(x, "a b c -> a", "median"), lambda: rearrange(x, "a b c -> a b c", d=2)):
    try: print(f().shape)
    except EinopsError as e: print(str(e).split("\n")[-1].strip())
#> True True True True True (12, 2)
#> True True True 276 (1, 3, 1) True
#> True True (3, 3, 4) (2, 3, 4, 2)
#> True True {'batch': 2, 'width': 4} {'a': 2} (2, 6, 4)
#> (2, 8, 4) [(3,), (), (2, 2)] [(2, 3, 4), (2, 4), (2, 2, 2, 4)] True
#> Wrong shape: expected 2 dims. Received 3-dim tensor.
#> Identifiers only on one side of expression (should be on both): {'c'}
#> Identifiers only on one side of expression (should be on both): {'d'}
#> Shape mismatch, can't divide axis of length 4 in chunks of 3
#> Specify sizes for new axes in repeat: {'d'}
#> Indexing expression contains duplicate dimension "a"
#> Pattern should contain exactly one arrow: a b c > c a b
#> Unknown reduction median. Expect one of ('min', 'max', 'sum', 'mean', 'prod', 'any', 'all')
#> Axis d is not used in transform
### einops_over_torch_and_jax
# source: einops' documentation; the same by the libraries' own reshape and permute
import torch, jax, jax.numpy as jnp
from einops import rearrange, reduce, repeat, einsum, pack, unpack
t = torch.arange(24).reshape(2, 3, 4).float()
print(torch.equal(rearrange(t, "b (h d) c -> b h d c", d=1), t.reshape(2, 3, 1, 4)), torch.equal(rearrange(t, "a b c -> c (b a)"), t.permute(2, 1, 0).reshape(4, 6)), torch.equal(reduce(t, "a b c -> b", "mean"), t.mean((0, 2))), torch.equal(reduce(t, "a b c -> c", "max"), t.amax((0, 1))), torch.equal(reduce(t + 1, "a b c -> a", "prod"), (t + 1).prod(2).prod(1)), torch.equal(repeat(t, "a b c -> a (b r) c", r=2), t.repeat_interleave(2, 1)), torch.equal(einsum(t, t, "a i c, a j c -> a i j"), t @ t.transpose(1, 2)), pack([t, t[:, 0]], "a * c")[0].shape)
j = jnp.arange(24.0).reshape(2, 3, 4)
print((rearrange(j, "a b c -> (c a) b") == j.transpose(2, 0, 1).reshape(8, 3)).all(), reduce(j, "a b c -> a", "sum"), repeat(j[0, 0], "c -> c r", r=2).shape, jax.jit(lambda v: rearrange(v, "a b (c d) -> a (b d) c", d=2))(j).shape, einsum(j, j, "a b c, a b c -> a"))
#> True True True True True True True torch.Size([2, 4, 4])
#> True [ 66. 210.] (4, 2) (2, 6, 2) [ 506. 3818.]
