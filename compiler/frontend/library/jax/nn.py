# SPDX-License-Identifier: Apache-2.0
# module: jax.nn
"""Activations and their kin."""

import math
import operator
import jax
import jax.numpy as jnp
from jax import lax

_formulas = True


def relu(x):
    """max(x, 0)."""
    return jnp.maximum(x, 0)._annotate("tie", 0)


def relu6(x):
    """x limited to [0, 6]."""
    return jnp.minimum(jnp.maximum(x, 0), 6)


def sigmoid(x):
    """1 / (1 + exp(-x))."""
    return lax.logistic(x)


def silu(x):
    """x * sigmoid(x)."""
    x = jnp._inexact(x)
    return x * lax.logistic(x)


def swish(x):
    """x * sigmoid(x)."""
    return silu(x)


def tanh(x):
    """Hyperbolic tangent."""
    return lax.tanh(x)


def gelu(x, approximate=True):
    """Gaussian error linear unit."""
    x = jnp._inexact(x)
    if not approximate:
        return 0.5 * x * lax.erfc(-x * math.sqrt(0.5))
    inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    return x * (0.5 * (1.0 + lax.tanh(inner)))


def _softplus(x):
    return jnp.maximum(x, 0.0) + lax.log1p(lax.exp(-jnp.abs(x)))  # exp does not overflow


def softplus(x):
    """log(1 + exp(x))."""
    return _softplus(jnp._inexact(x))


def log_sigmoid(x):
    """log(sigmoid(x))."""
    return -_softplus(-jnp._inexact(x))


def leaky_relu(x, negative_slope=0.01):
    """x, or a fraction of it below 0."""
    x = jnp._inexact(x)
    return jnp.where(x >= 0.0, x, jnp.multiply(negative_slope, x))


def elu(x, alpha=1.0):
    """x, or alpha * (exp(x) - 1) below 0."""
    x = jnp._inexact(x)
    positive = x > 0.0
    return jnp.where(positive, x, jnp.multiply(alpha, lax.expm1(jnp.where(positive, 0.0, x))))


def selu(x):
    """Scaled exponential linear unit."""
    return 1.0507009873554805 * elu(x, 1.6732632423543772)


def celu(x, alpha=1.0):
    """Continuously differentiable exponential linear unit."""
    x = jnp._inexact(x)
    low = jnp.multiply(alpha, jnp.expm1(jnp.divide(jnp.minimum(x, 0.0), alpha)))
    return jnp.maximum(x, 0.0) + low


def hard_sigmoid(x):
    """relu6(x + 3) / 6."""
    return jnp.minimum(jnp.maximum(jnp._inexact(x) + 3.0, 0.0), 6.0) / 6.0


def hard_silu(x):
    """x * hard_sigmoid(x)."""
    return jnp.multiply(x, hard_sigmoid(x))


def hard_swish(x):
    """x * hard_sigmoid(x)."""
    return hard_silu(x)


def hard_tanh(x):
    """x limited to [-1, 1]."""
    return jnp.minimum(jnp.maximum(x, -1), 1)


def soft_sign(x):
    """x / (|x| + 1)."""
    x = jnp._inexact(x)
    return x / (jnp.abs(x) + 1.0)


def mish(x):
    """x * tanh(softplus(x))."""
    x = jnp._inexact(x)
    return x * lax.tanh(_softplus(x))


def squareplus(x, b=4):
    """(x + sqrt(x*x + b)) / 2."""
    x = jnp._inexact(x)
    return (x + jnp.sqrt(jnp.add(jnp.square(x), b))) / 2.0


def _below_greatest(x, axis, where, initial):
    """x less its greatest element; elements that `where` leaves out are minus infinity."""
    x = jnp._inexact(x)
    if initial is not None:
        raise NotImplementedError("`initial` of `jax.nn.softmax`")
    if where is not None:
        x = jnp.where(where, x, -math.inf)
    return x - jnp.max(x, axis, keepdims=True)._annotate("constant", 1)


def softmax(x, axis=-1, where=None, initial=None):
    """exp(x), scaled to sum to 1 along an axis."""
    terms = lax.exp(_below_greatest(x, axis, where, initial))
    result = terms / jnp.sum(terms, axis, keepdims=True)
    return result if where is None else jnp.where(where, result, 0.0)


def log_softmax(x, axis=-1, where=None, initial=None):
    """log(softmax(x))."""
    shifted = _below_greatest(x, axis, where, initial)
    return shifted - lax.log(jnp.sum(lax.exp(shifted), axis, keepdims=True))


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False, where=None):
    """log(sum(b * exp(a)))."""
    return jax.scipy.special.logsumexp(a, axis, b, keepdims, return_sign, where)


def one_hot(x, num_classes, *, dtype=None, axis=None):
    """Rows of zeros with a one at each index."""
    classes = lax.iota(jnp.int32, operator.index(num_classes))
    if num_classes < 1:
        raise ValueError(f"`num_classes` is {num_classes}")
    hot = jnp.equal(jnp.expand_dims(x, -1), classes).astype(jnp.float32 if dtype is None else dtype)
    return hot if axis is None else jnp.moveaxis(hot, -1, axis)


def standardize(x, axis=-1, mean=None, variance=None, epsilon=1e-05, where=None):
    """Zero mean and unit variance."""
    x = jnp._inexact(x)
    if mean is None:
        mean = jnp.mean(x, axis, keepdims=True, where=where)
    if variance is None:
        squares = jnp.mean(jnp.square(x), axis, keepdims=True, where=where)
        variance = jnp.maximum(jnp.subtract(squares, jnp.square(mean)), 0.0)
    return jnp.multiply(jnp.subtract(x, mean), lax.rsqrt(jnp.add(variance, epsilon)))


def glu(x, axis=-1):
    """Half of x times the sigmoid of the other half."""
    x = jnp._inexact(x)
    size = jnp.size(x, axis)
    if size % 2:
        raise ValueError(f"`jax.nn.glu` halves an axis of {size} elements")
    gate = lax.slice_in_dim(x, size // 2, size, axis=axis)
    return lax.slice_in_dim(x, 0, size // 2, axis=axis) * lax.logistic(gate)


def log1mexp(x):
    """log(1 - exp(-x))."""
    x = jnp._inexact(x)  # near 0 the first form is exact, far from it the second
    return jnp.where(x < math.log(2.0), lax.log(-lax.expm1(-x)), lax.log1p(-lax.exp(-x)))


def sparse_plus(x):
    """0 below -1, x above 1, a parabola between."""
    x = jnp._inexact(x)
    return jnp.where(x <= -1.0, 0.0, jnp.where(x >= 1.0, x, jnp.square(x + 1.0) / 4.0))


def sparse_sigmoid(x):
    """0 below -1, 1 above 1, a line between."""
    return 0.5 * jnp.minimum(jnp.maximum(jnp._inexact(x) + 1.0, 0.0), 2.0)


def identity(x):
    """x."""
    return x


def dot_product_attention(
    query,
    key,
    value,
    bias=None,
    mask=None,
    *,
    scale=None,
    is_causal=False,
    query_seq_lengths=None,
    key_value_seq_lengths=None,
    local_window_size=None,
    implementation=None,
    return_residual=False,
):
    """softmax(query key^T) value, by heads."""
    # (b, t, n, h) queries; (b, s, k, h) keys and values, each of which serves n / k heads. Scores are float32.
    if return_residual:
        raise NotImplementedError("`return_residual` of `jax.nn.dot_product_attention`")
    if implementation not in (None, "xla", "cudnn"):
        raise ValueError(f"Unsupported implementation option: {implementation}")
    shape = query.shape
    q, k, v = [x if x.ndim == 4 else x[None] for x in (query, key, value)]
    b, t, n, h = q.shape
    s, groups = k.shape[1], k.shape[2]
    if k.shape != v.shape[:3] + (h,) or n % groups:
        raise ValueError(
            f"the shapes of query {query.shape}, key {key.shape} and value {value.shape} do not go together"
        )
    scale = 1.0 / h**0.5 if scale is None else scale
    k, v = jnp.repeat(k, n // groups, axis=2), jnp.repeat(v, n // groups, axis=2)
    scores = jnp.einsum("btnh,bsnh->bnts", q, k, preferred_element_type=jnp.float32) * scale
    if bias is not None:
        scores = scores + (bias if bias.ndim == 4 else bias[None])
    allowed = jnp.ones((b, 1, t, s), bool)
    if mask is not None:
        allowed = allowed & (mask if mask.ndim == 4 else mask[None])
    rows, columns = jnp.arange(t)[:, None], jnp.arange(s)[None, :]
    if is_causal:
        allowed = allowed & (columns <= rows)
    if local_window_size is not None:
        left, right = (
            (local_window_size, local_window_size) if isinstance(local_window_size, int) else local_window_size
        )
        allowed = allowed & (columns >= rows - left) & (columns <= rows + right)
    if query_seq_lengths is not None:
        allowed = allowed & (rows < query_seq_lengths[:, None, None, None])
    if key_value_seq_lengths is not None:
        allowed = allowed & (columns < key_value_seq_lengths[:, None, None, None])
    scores = jnp.where(allowed, scores, -0.7 * float(jnp.finfo(jnp.float32).max))
    weights = jax.nn.softmax(scores, axis=-1).astype(k.dtype)
    result = jnp.einsum("bnts,bsnh->btnh", weights, v)
    if query_seq_lengths is not None:
        result = jnp.where((jnp.arange(t) < query_seq_lengths[:, None])[:, :, None, None], result, 0).astype(
            result.dtype
        )
    return result.reshape(shape[:-1] + (v.shape[-1],))
