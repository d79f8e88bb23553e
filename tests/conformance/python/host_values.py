### condition_on_arrays
# source: JAX documentation, arrays outside of jit are concrete
import jax.numpy as jnp
a = jnp.arange(4)
if (a == jnp.array([0, 1, 2, 3])).all():
    print("equal")
print("none" if (a > 5).any() else "small")
#> equal
#> small
### numbers_of_arrays
# source: jax.Array.item, numpy.ndarray.item
import jax.numpy as jnp
import numpy as np
a = jnp.arange(4)
print(int(a.sum()), float(a.mean()), a.max().item(), a.item(2), bool(a[1] > 0))
#> 6 1.5 3 2 True
print(np.array([[1.5, 2.0], [3.0, 4.0]]).tolist(), a.tolist(), np.float64(2.5).item())
#> [[1.5, 2.0], [3.0, 4.0]] [0, 1, 2, 3] 2.5
### float32_is_widened_exactly
# source: IEEE 754: 0.1 in binary32 is 0.100000001490116119384765625
import jax.numpy as jnp
print(jnp.float32(0.1).item())
#> 0.10000000149011612
### loop_until_large
# source: Python reference, 8.2
import jax.numpy as jnp
x = jnp.float32(1.0)
rounds = 0
while x < 100.0:
    x = x * 3
    rounds += 1
print(rounds, int(x))
#> 5 243
### indices_from_arrays
# source: Python reference, 3.3.8 __index__
import jax.numpy as jnp
a = jnp.arange(4)
l = [10, 20, 30, 40]
print(l[a[2]], l[:a[2]], list(range(a[3])), f"{'x':>{int(a[3])}}")
#> 30 [10, 20] [0, 1, 2]   x
### sorting_and_extremes
# source: Built-in functions, sorted
import jax.numpy as jnp
a = jnp.array([3, 1, 2])
print([int(v) for v in sorted(a)], int(max(a[0], a[1])), sum(int(v) for v in a if v > 1))
#> [1, 2, 3] 3 5
### text_of_arrays_as_string
# source: Python reference, 3.3.1
import jax.numpy as jnp
x = jnp.float32(2.5)
s = f"<{x}>"
print(len(s), s == "<2.5>", s.upper(), s[1:-1], "2.5" in s, {s: 1}["<2.5>"])
#> 5 True <2.5> 2.5 True 1
### assert_is_caught
# source: Python reference, 7.3
import jax.numpy as jnp
a = jnp.arange(3)
try:
    assert (a > 1).all(), "not all"
    print("not reached")
except AssertionError as e:
    print("caught", e)
#> caught not all
try:
    assert (a >= 0).all()
    print("holds")
except AssertionError:
    print("not reached")
#> holds
### comparison_is_caught
# source: numpy.testing.assert_allclose raises AssertionError
import numpy as np
try:
    np.testing.assert_allclose(np.array([1.0]), np.array([2.0]))
    print("not reached")
except AssertionError:
    print("differs")
#> differs
### exception_with_array_text
# source: ours
import jax.numpy as jnp
a = jnp.arange(3)
if a.sum() == 3:
    raise ValueError(f"sum of {a}")
#! raised: sum of [0 1 2]
### decision_on_kernel_result
# source: ours
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
def double(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2
x = jnp.arange(8.0)
y = pl.pallas_call(double, out_shape=jax.ShapeDtypeStruct((8,), jnp.float32))(x)
if (y == 2 * x).all():
    print("right", float(y[3]))
#> right 6.0
### still_refused_in_jit
# source: JAX errors, TracerBoolConversionError
import jax
import jax.numpy as jnp
@jax.jit
def f(x):
    if x.sum() > 0:
        return x
    return -x
f(jnp.arange(3.0))
#! traced-bool
### ambiguous_truth
# source: NumPy, truth value of an array
import numpy as np
a = np.array([1, 2])
try:
    if a: print("no")
except ValueError as e:
    print("ambiguous" in str(e))
#> True
if np.array([7]): print("one element")
#> one element
### torch_tensors
# source: torch.Tensor.item, tolist
import torch
t = torch.arange(4)
if t.sum() == 6:
    print(t.tolist(), t[2].item(), float(t[1]), int(t.max()))
#> [0, 1, 2, 3] 2 1.0 3
try:
    t.item()
except (ValueError, RuntimeError):
    print("has four elements")
#> has four elements
### nan_decides
# source: IEEE 754
import jax.numpy as jnp
x = jnp.float32(float("nan"))
print("equal" if x == x else "not equal", bool(x))
#> not equal True
