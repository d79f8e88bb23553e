// SPDX-License-Identifier: Apache-2.0
// Smaller modules of JAX whose bodies are written in Python: attention and initializers of `jax.nn`, further samplers, parts of
// `jax.scipy`, `jax.dtypes`, and what test files import of JAX's own modules.
#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/jax/Tables.h"

using namespace tessera;
using namespace tessera::frontend;

static const char nnText[] = R"py(
import jax
import jax.numpy as jnp

def dot_product_attention(query, key, value, bias=None, mask=None, scale=None, is_causal=False, query_seq_lengths=None, key_value_seq_lengths=None,
                          local_window_size=None, implementation=None, return_residual=False):
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
        raise ValueError(f"the shapes of query {query.shape}, key {key.shape} and value {value.shape} do not go together")
    scale = 1.0 / h ** 0.5 if scale is None else scale
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
        left, right = (local_window_size, local_window_size) if isinstance(local_window_size, int) else local_window_size
        allowed = allowed & (columns >= rows - left) & (columns <= rows + right)
    if query_seq_lengths is not None:
        allowed = allowed & (rows < query_seq_lengths[:, None, None, None])
    if key_value_seq_lengths is not None:
        allowed = allowed & (columns < key_value_seq_lengths[:, None, None, None])
    scores = jnp.where(allowed, scores, -0.7 * float(jnp.finfo(jnp.float32).max))
    weights = jax.nn.softmax(scores, axis=-1).astype(k.dtype)
    result = jnp.einsum("bnts,bsnh->btnh", weights, v)
    if query_seq_lengths is not None:
        result = jnp.where((jnp.arange(t) < query_seq_lengths[:, None])[:, :, None, None], result, 0).astype(result.dtype)
    return result.reshape(shape[:-1] + (v.shape[-1],))
)py";

static const char initializersText[] = R"py(
import math
import jax
import jax.numpy as jnp

def fans(shape, in_axis, out_axis, batch_axis):
    if len(shape) < 2:
        raise ValueError(f"Can't compute input and output sizes of a {len(shape)}-dimensional weights tensor. Must be at least 2D.")
    def size(axes):
        n = 1
        for a in (axes,) if isinstance(axes, int) else axes:
            n *= shape[a]
        return n
    fan_in, fan_out = size(in_axis), size(out_axis)
    rest = math.prod(shape) // (fan_in * fan_out * size(batch_axis))
    return fan_in * rest, fan_out * rest

def zeros(key, shape, dtype=jnp.float32, out_sharding=None):
    return jnp.zeros(shape, dtype)

def ones(key, shape, dtype=jnp.float32, out_sharding=None):
    return jnp.ones(shape, dtype)

def constant(value, dtype=jnp.float32):
    default = dtype
    return lambda key, shape, dtype=default, out_sharding=None: jnp.full(shape, value, dtype=dtype)

def uniform(scale=1e-2, dtype=jnp.float32):
    default = dtype
    return lambda key, shape, dtype=default, out_sharding=None: jax.random.uniform(key, shape, dtype) * jnp.array(scale, dtype)

def normal(stddev=1e-2, dtype=jnp.float32):
    default = dtype
    return lambda key, shape, dtype=default, out_sharding=None: jax.random.normal(key, shape, dtype) * jnp.array(stddev, dtype)

def truncated_normal(stddev=1e-2, dtype=jnp.float32, lower=-2.0, upper=2.0):
    default = dtype
    return lambda key, shape, dtype=default, out_sharding=None: jax.random.truncated_normal(key, lower, upper, shape, dtype) * jnp.array(stddev, dtype)

def variance_scaling(scale, mode, distribution, in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    default = dtype
    def init(key, shape, dtype=default, out_sharding=None):
        fan_in, fan_out = fans(shape, in_axis, out_axis, batch_axis)
        denominator = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2}.get(mode)
        if denominator is None:
            raise ValueError(f"invalid mode for variance scaling initializer: {mode}")
        variance = jnp.array(scale / denominator, dtype=dtype)
        if distribution == "truncated_normal":
            return jax.random.truncated_normal(key, -2, 2, shape, dtype) * (jnp.sqrt(variance) / jnp.array(.87962566103423978, dtype))
        if distribution == "normal":
            return jax.random.normal(key, shape, dtype) * jnp.sqrt(variance)
        if distribution == "uniform":
            return jax.random.uniform(key, shape, dtype, -1) * jnp.sqrt(3 * variance)
        raise ValueError(f"invalid distribution for variance scaling initializer: {distribution}")
    return init

def glorot_uniform(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    return variance_scaling(1.0, "fan_avg", "uniform", in_axis, out_axis, batch_axis, dtype)

def glorot_normal(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    return variance_scaling(1.0, "fan_avg", "truncated_normal", in_axis, out_axis, batch_axis, dtype)

def lecun_uniform(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    return variance_scaling(1.0, "fan_in", "uniform", in_axis, out_axis, batch_axis, dtype)

def lecun_normal(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    return variance_scaling(1.0, "fan_in", "truncated_normal", in_axis, out_axis, batch_axis, dtype)

def he_uniform(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    return variance_scaling(2.0, "fan_in", "uniform", in_axis, out_axis, batch_axis, dtype)

def he_normal(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    return variance_scaling(2.0, "fan_in", "truncated_normal", in_axis, out_axis, batch_axis, dtype)
)py";

static const char randomText[] = R"py(
import jax
import jax.numpy as jnp

def lognormal(key, sigma=1.0, shape=None, dtype=None):
    shape = jnp.shape(sigma) if shape is None else shape
    dtype = float if dtype is None else dtype
    return jnp.exp(jax.random.normal(key, shape, dtype) * sigma)

def triangular(key, left, mode, right, shape=None, dtype=None):
    left, mode, right = jnp.asarray(left), jnp.asarray(mode), jnp.asarray(right)
    shape = jnp.broadcast_shapes(left.shape, mode.shape, right.shape) if shape is None else shape
    u = jax.random.uniform(key, shape, float if dtype is None else dtype)
    width = right - left
    below = left + jnp.sqrt(u * width * (mode - left))
    above = right - jnp.sqrt((1 - u) * width * (right - mode))
    return jnp.where(u < (mode - left) / width, below, above)

def multivariate_normal(key, mean, cov, shape=None, dtype=None, method='cholesky'):
    if method != 'cholesky':
        raise NotImplementedError(f"the method `{method}` of `jax.random.multivariate_normal`")
    mean, cov = jnp.asarray(mean), jnp.asarray(cov)
    if mean.ndim < 1 or cov.ndim < 2 or cov.shape[-1] != cov.shape[-2] or cov.shape[-1] != mean.shape[-1]:
        raise ValueError(f"multivariate_normal requires mean of shape (..., n) and cov of shape (..., n, n), got {mean.shape} and {cov.shape}")
    shape = jnp.broadcast_shapes(mean.shape[:-1], cov.shape[:-2]) if shape is None else tuple(shape)
    factor = jnp.linalg.cholesky(cov)
    draws = jax.random.normal(key, shape + mean.shape[-1:], float if dtype is None else dtype)
    return mean + jnp.einsum('...ij,...j->...i', factor, draws)

def orthogonal(key, n, shape=(), dtype=None, m=None):
    if tuple(shape) != () or m is not None and m != n:
        raise NotImplementedError("`shape` and `m` of `jax.random.orthogonal`")
    q, r = jnp.linalg.qr(jax.random.normal(key, (n, n), float if dtype is None else dtype))
    return q * jnp.sign(jnp.diag(r))[None, :]

class PRNGSpec:
    def __init__(self, name):
        self.name = name
    def __str__(self):
        return self.name
    def __repr__(self):
        return f"PRNGSpec({self.name!r})"
    def __eq__(self, other):
        return str(self) == str(other)
    def __hash__(self):
        return hash(self.name)

def key_impl(keys):
    return PRNGSpec("threefry2x32")
)py";

static const char scipyText[] = R"py(
import jax
import jax.numpy as jnp

def solve(a, b, lower=False, overwrite_a=False, overwrite_b=False, debug=False, check_finite=True, assume_a='gen'):
    return jnp.linalg.solve(a, b)

def inv(a, overwrite_a=False, check_finite=True):
    return jnp.linalg.inv(a)

def det(a, overwrite_a=False, check_finite=True):
    return jnp.linalg.det(a)

def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    return jnp.linalg.cholesky(a, upper=not lower)

def solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, debug=None, check_finite=True):
    a, b = jnp.asarray(a), jnp.asarray(b)
    a = jnp.tril(a) if lower else jnp.triu(a)
    if unit_diagonal:
        n = a.shape[-1]
        a = jnp.where(jnp.eye(n, dtype=bool), jnp.ones((), a.dtype), a)
    if trans in (1, 'T', 2, 'C'):
        a = jnp.swapaxes(a, -1, -2)
    return jnp.linalg.solve(a, b)

def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    return cholesky(a, lower), lower

def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    c, lower = c_and_lower
    if lower:
        return solve_triangular(c, solve_triangular(c, b, lower=True), trans=1, lower=True)
    return solve_triangular(c, solve_triangular(c, b, trans=1))

def block_diag(arrs):
    arrays = [jnp.atleast_2d(a) for a in arrs]
    width = sum([a.shape[1] for a in arrays])
    rows, at = [], 0
    for a in arrays:
        rows.append(jnp.pad(a, ((0, 0), (at, width - at - a.shape[1]))))
        at += a.shape[1]
    return jnp.concatenate(rows, axis=0)

def convolve(in1, in2, mode='full', method='auto', precision=None):
    if jnp.ndim(in1) != 1 or jnp.ndim(in2) != 1:
        raise NotImplementedError("`jax.scipy.signal.convolve` of arrays with several axes")
    return jnp.convolve(in1, in2, mode)

def correlate(in1, in2, mode='full', method='auto', precision=None):
    if jnp.ndim(in1) != 1 or jnp.ndim(in2) != 1:
        raise NotImplementedError("`jax.scipy.signal.correlate` of arrays with several axes")
    return jnp.correlate(in1, in2, mode)

class norm:
    @staticmethod
    def logpdf(x, loc=0, scale=1):
        z = (jnp.asarray(x) - loc) / scale
        return -(z * z) / 2 - jnp.log(scale * jnp.sqrt(2 * jnp.pi))
    @staticmethod
    def pdf(x, loc=0, scale=1):
        return jnp.exp(norm.logpdf(x, loc, scale))
    @staticmethod
    def cdf(x, loc=0, scale=1):
        return jax.lax.erfc(-(jnp.asarray(x) - loc) / scale * jnp.float32(0.7071067811865476)) / 2
    @staticmethod
    def sf(x, loc=0, scale=1):
        return norm.cdf(-(jnp.asarray(x) - loc) / scale)
    @staticmethod
    def logcdf(x, loc=0, scale=1):
        raise NotImplementedError("`jax.scipy.stats.norm.logcdf`")
    @staticmethod
    def ppf(q, loc=0, scale=1):
        return jax.lax.erf_inv(2 * jnp.asarray(q) - 1) * jnp.sqrt(2.0) * scale + loc
)py";

static const char internalsText[] = R"py(
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

Slice = pl.Slice
ds = dslice = pl.ds

class NDIndexer:
    def __init__(self, indices, shape, int_indexer_shape, validate=False):
        self.indices, self.shape, self.int_indexer_shape = indices, tuple(shape), tuple(int_indexer_shape)
    @staticmethod
    def from_indices_shape(indices, shape):
        indices = tuple(indices) if isinstance(indices, (tuple, list)) else (indices,)
        if any(i is ... for i in indices):
            at = [i is ... for i in indices].index(True)
            rest = len(shape) - (len(indices) - 1)
            if rest < 0:
                raise ValueError("`indices` must not be longer than `shape`")
            indices = indices[:at] + (slice(None),) * rest + indices[at + 1:]
        if len(indices) > len(shape):
            raise ValueError("`indices` must not be longer than `shape`: " + f"indices={indices}, shape={shape}")
        indices = indices + (slice(None),) * (len(shape) - len(indices))
        result, arrays = [], []
        for i, n in zip(indices, shape):
            if isinstance(i, slice):
                start, stop, step = i.indices(n)
                if i.start is not None and i.start > n or i.start is not None and i.stop is not None and i.stop < i.start:
                    raise ValueError(f"Out of bound slice: start={i.start}, dim={n}.")
                i = pl.ds(start, max(-(-(stop - start) // step), 0), step)
            if hasattr(i, 'stride'):
                if isinstance(i.start, int) and (i.start > n or i.start + (i.size - 1) * i.stride + 1 > n and i.size):
                    raise ValueError(f"Out of bound slice: start={i.start}, size={i.size}, dim={n}.")
            else:
                if isinstance(i, int) and not -n <= i < n:
                    raise ValueError(f"Out of bound indexer: idx={i}, dim={n}.")
                arrays.append(np.shape(i))
            result.append(i)
        try:
            common = np.broadcast_shapes(*arrays)
        except ValueError:
            raise ValueError(f"Cannot broadcast shapes for indexing: {arrays}")
        return NDIndexer(tuple(result), shape, common)
    def get_indexer_shape(self):
        return self.int_indexer_shape + tuple([i.size for i in self.indices if hasattr(i, 'stride')])

def partition_list(bs, l):
    lists = [], []
    for b, x in zip(bs, l):
        lists[bool(b)].append(x)
    return lists

def merge_lists(bs, l0, l1):
    first, second = iter(l0), iter(l1)
    return [next(second) if b else next(first) for b in bs]

def split_list(args, ns):
    args, lists = list(args), []
    for n in ns:
        lists.append(args[:n])
        args = args[n:]
    lists.append(args)
    return lists

def unzip2(xys):
    pairs = list(xys)
    return tuple([p[0] for p in pairs]), tuple([p[1] for p in pairs])

def safe_map(f, args):
    lists = [list(a) for a in args]
    if any(len(a) != len(lists[0]) for a in lists):
        raise ValueError(f"length mismatch: {[len(a) for a in lists]}")
    return [f(*xs) for xs in zip(*lists)]

def safe_zip(args):
    lists = [list(a) for a in args]
    if any(len(a) != len(lists[0]) for a in lists):
        raise ValueError(f"length mismatch: {[len(a) for a in lists]}")
    return list(zip(*lists))
)py";

static const char typingText[] = R"py(
from typing import Any
ArrayLike = DTypeLike = Any
)py";

static const char arrayText[] = R"py(
import jax
from jax import typeof

def devices(x):
    return set(jax.devices())

def device(x):
    return jax.devices()[0]

def aval(x):
    return typeof(x)

def is_fully_addressable(x):
    return True

def is_fully_replicated(x):
    return True

def is_deleted(x):
    return False

def copy_to_host_async(x):
    return None

def addressable_data(x, index):
    return x

def delete(x):
    raise NotImplementedError("`jax.Array.delete`")

def sharding(x):
    raise NotImplementedError("`jax.Array.sharding`")

def addressable_shards(x):
    raise NotImplementedError("`jax.Array.addressable_shards`")
)py";

static const char dtypesText[] = R"py(
import jax.numpy as jnp

def canonicalize_dtype(dtype, allow_extended_dtype=False):
    return jnp.zeros((), dtype).dtype

def issubdtype(a, b):
    return jnp.issubdtype(a, b)

def result_type(args, return_weak_type_flag=False):
    if return_weak_type_flag:
        raise NotImplementedError("`return_weak_type_flag` of `jax.dtypes.result_type`")
    return jnp.result_type(*args)
)py";

#define TESSERA_IN(module, name, signature, summary) {module, name, EntryKind::function, signature, summary, sourceHandler}
#define TESSERA_INITIALIZER(name, summary) TESSERA_IN("jax.nn.initializers", name, "(in_axis=-2, out_axis=-1, batch_axis=(), dtype='float32')", summary)
static const LibraryEntry entries[] = {
    TESSERA_IN("jax.nn", "dot_product_attention",
               "(query, key, value, bias=None, mask=None, *, scale=None, is_causal=False, query_seq_lengths=None, key_value_seq_lengths=None, "
               "local_window_size=None, implementation=None, return_residual=False)",
               "softmax(query key^T) value, by heads."),
    TESSERA_IN("jax.nn.initializers", "zeros", "(key, shape, dtype='float32', out_sharding=None)", "Zeros."),
    TESSERA_IN("jax.nn.initializers", "ones", "(key, shape, dtype='float32', out_sharding=None)", "Ones."),
    TESSERA_IN("jax.nn.initializers", "constant", "(value, dtype='float32')", "One value."),
    TESSERA_IN("jax.nn.initializers", "uniform", "(scale=0.01, dtype='float32')", "Uniform numbers."),
    TESSERA_IN("jax.nn.initializers", "normal", "(stddev=0.01, dtype='float32')", "Normal numbers."),
    TESSERA_IN("jax.nn.initializers", "truncated_normal", "(stddev=0.01, dtype='float32', lower=-2.0, upper=2.0)", "Normal numbers within bounds."),
    TESSERA_IN("jax.nn.initializers", "variance_scaling", "(scale, mode, distribution, in_axis=-2, out_axis=-1, batch_axis=(), dtype='float32')", "Numbers scaled by the sizes of a layer."),
    TESSERA_INITIALIZER("glorot_uniform", "Uniform numbers, scaled by both sizes."),
    TESSERA_INITIALIZER("glorot_normal", "Normal numbers, scaled by both sizes."),
    TESSERA_INITIALIZER("lecun_uniform", "Uniform numbers, scaled by the inputs."),
    TESSERA_INITIALIZER("lecun_normal", "Normal numbers, scaled by the inputs."),
    TESSERA_INITIALIZER("he_uniform", "Uniform numbers, scaled for relu."),
    TESSERA_INITIALIZER("he_normal", "Normal numbers, scaled for relu."),
    TESSERA_IN("jax.random", "lognormal", "(key, sigma=1.0, shape=None, dtype=None)", "Draws exponentials of normal numbers."),
    TESSERA_IN("jax.random", "triangular", "(key, left, mode, right, shape=None, dtype=None)", "Draws from a triangle."),
    TESSERA_IN("jax.random", "multivariate_normal", "(key, mean, cov, shape=None, dtype=None, method='cholesky')", "Draws normal vectors of a covariance."),
    TESSERA_IN("jax.random", "orthogonal", "(key, n, shape=(), dtype=None, m=None)", "Draws an orthogonal matrix."),
    TESSERA_IN("jax.random", "key_impl", "(keys)", "The name of a key's generator."),
    TESSERA_IN("jax.scipy.linalg", "solve", "(a, b, lower=False, overwrite_a=False, overwrite_b=False, debug=False, check_finite=True, assume_a='gen')", "Solves a x = b."),
    TESSERA_IN("jax.scipy.linalg", "inv", "(a, overwrite_a=False, check_finite=True)", "The inverse of a matrix."),
    TESSERA_IN("jax.scipy.linalg", "det", "(a, overwrite_a=False, check_finite=True)", "The determinant of a matrix."),
    TESSERA_IN("jax.scipy.linalg", "cholesky", "(a, lower=False, overwrite_a=False, check_finite=True)", "The Cholesky factor."),
    TESSERA_IN("jax.scipy.linalg", "solve_triangular", "(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, debug=None, check_finite=True)", "Solves a triangular system."),
    TESSERA_IN("jax.scipy.linalg", "cho_factor", "(a, lower=False, overwrite_a=False, check_finite=True)", "The Cholesky factor, for `cho_solve`."),
    TESSERA_IN("jax.scipy.linalg", "cho_solve", "(c_and_lower, b, overwrite_b=False, check_finite=True)", "Solves a system by its Cholesky factor."),
    TESSERA_IN("jax.scipy.linalg", "block_diag", "(*arrs)", "A matrix with others on its diagonal."),
    {"jax.scipy.linalg", "svd", EntryKind::function, "(*args, **kwargs)", "Singular values.", nullptr},
    {"jax.scipy.linalg", "eigh", EntryKind::function, "(*args, **kwargs)", "Eigenvalues of symmetric matrices.", nullptr},
    {"jax.scipy.linalg", "expm", EntryKind::function, "(*args, **kwargs)", "The exponential of a matrix.", nullptr},
    TESSERA_IN("jax.scipy.signal", "convolve", "(in1, in2, mode='full', method='auto', *, precision=None)", "Convolution of vectors."),
    TESSERA_IN("jax.scipy.signal", "correlate", "(in1, in2, mode='full', method='auto', *, precision=None)", "Products of a vector with another at each shift."),
    {"jax.scipy.stats", "norm", EntryKind::constant, "", "The normal distribution: pdf, logpdf, cdf, sf, ppf.", sourceConstant},
    TESSERA_IN("jax.dtypes", "canonicalize_dtype", "(dtype, allow_extended_dtype=False)", "The dtype that an array of it has."),
    TESSERA_IN("jax.dtypes", "issubdtype", "(a, b)", "Whether a dtype is of a kind."),
    TESSERA_IN("jax.dtypes", "result_type", "(*args, return_weak_type_flag=False)", "The dtype of several operands together."),
    {"jax.dtypes", "bfloat16", EntryKind::constant, "", "Floats of 16 bits with float32's range.", makeDTypeConstant},
    {"jax.typing", "ArrayLike", EntryKind::constant, "", "What becomes an array, for annotations.", sourceConstant},
    {"jax.typing", "DTypeLike", EntryKind::constant, "", "What becomes a dtype, for annotations.", sourceConstant},
    {"jax.Array", "devices", EntryKind::method, "()", "The devices of the array: one.", sourceHandler},
    {"jax.Array", "device", EntryKind::property, "", "The device of the array.", sourceProperty},
    {"jax.Array", "aval", EntryKind::property, "", "The shape and dtype, as JAX's type.", sourceProperty},
    {"jax.Array", "is_fully_addressable", EntryKind::property, "", "True: there is one process.", sourceProperty},
    {"jax.Array", "is_fully_replicated", EntryKind::property, "", "True: there is one device.", sourceProperty},
    {"jax.Array", "sharding", EntryKind::property, "", "How the array lies on several devices.", sourceProperty},
    {"jax.Array", "addressable_shards", EntryKind::property, "", "The parts of the array.", sourceProperty},
    {"jax.Array", "addressable_data", EntryKind::method, "(index)", "The array itself: it has one part.", sourceHandler},
    {"jax.Array", "is_deleted", EntryKind::method, "()", "False: arrays stay.", sourceHandler},
    {"jax.Array", "copy_to_host_async", EntryKind::method, "()", "Changes nothing.", sourceHandler},
    {"jax.Array", "delete", EntryKind::method, "()", "Frees the array.", sourceHandler},
    {"jax.dtypes", "prng_key", EntryKind::constant, "", "The kind of typed keys.", nullptr},
    {"jax.dtypes", "float0", EntryKind::constant, "", "The dtype of derivatives of integers.", nullptr},
    {"jax.core", "Tracer", EntryKind::constant, "", "The class of traced arrays.", nullptr},
    {"jax.sharding", "Mesh", EntryKind::function, "(*args, **kwargs)", "Several devices.", nullptr},
    {"jax.sharding", "PartitionSpec", EntryKind::function, "(*args, **kwargs)", "How an array lies on several devices.", nullptr},
    {"jax.sharding", "NamedSharding", EntryKind::function, "(*args, **kwargs)", "How an array lies on several devices.", nullptr},
    {"jax.sharding", "SingleDeviceSharding", EntryKind::function, "(*args, **kwargs)", "An array on one device.", nullptr},
    {"jax.image", "resize", EntryKind::function, "(*args, **kwargs)", "An image of another size.", nullptr},
    {"jax.profiler", "trace", EntryKind::function, "(*args, **kwargs)", "Measures a program.", nullptr},
    {"jax.profiler", "start_trace", EntryKind::function, "(*args, **kwargs)", "Measures a program.", nullptr},
    {"jax.experimental", "checkify", EntryKind::constant, "", "Errors out of traced functions.", nullptr},
    {"jax.experimental", "sparse", EntryKind::constant, "", "Sparse arrays.", nullptr},
    {"jax._src.state.indexing", "Slice", EntryKind::constant, "", "A slice of a Ref.", sourceConstant},
    {"jax._src.state.indexing", "ds", EntryKind::constant, "", "A slice of a Ref, by start and size.", sourceConstant},
    {"jax._src.state.indexing", "dslice", EntryKind::constant, "", "A slice of a Ref, by start and size.", sourceConstant},
    {"jax._src.state.indexing", "NDIndexer", EntryKind::constant, "", "An index of a Ref, checked.", sourceConstant},
    TESSERA_IN("jax._src.util", "partition_list", "(bs, l)", "Elements by a flag."),
    TESSERA_IN("jax._src.util", "merge_lists", "(bs, l0, l1)", "Two lists joined by a flag."),
    TESSERA_IN("jax._src.util", "split_list", "(args, ns)", "A list in parts."),
    TESSERA_IN("jax._src.util", "unzip2", "(xys)", "Pairs as two tuples."),
    TESSERA_IN("jax._src.util", "safe_map", "(f, *args)", "`map` over lists of one length."),
    TESSERA_IN("jax._src.util", "safe_zip", "(*args)", "`zip` of lists of one length."),
};

void library::registerModulesInPython(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.nn.initializers", "First values of weights."},
                                          {"jax.scipy.linalg", "Linear algebra."},
                                          {"jax.scipy.signal", "Signals."},
                                          {"jax.scipy.stats", "Distributions."},
                                          {"jax.dtypes", "Questions about dtypes."},
                                          {"jax.typing", "Names for annotations."},
                                          {"jax.sharding", "Arrays on several devices."},
                                          {"jax.image", "Images."},
                                          {"jax.profiler", "Measuring."},
                                          {"jax._src.state", "Parts of JAX that its tests import."},
                                          {"jax._src.state.indexing", "Indices of Refs."},
                                          {"jax._src.util", "Parts of JAX that its tests import."}};
  static const std::string nn = sourceNameOf("jax.nn"), initializers = sourceNameOf("jax.nn.initializers"), random = sourceNameOf("jax.random"), scipy = sourceNameOf("jax.scipy"),
                           dtypes = sourceNameOf("jax.dtypes"), internals = sourceNameOf("jax._src"), typing = sourceNameOf("jax.typing"), array = sourceNameOf("jax.Array");
  static const LibrarySource sources[] = {{nn.c_str(), nnText},       {initializers.c_str(), initializersText}, {random.c_str(), randomText},
                                          {scipy.c_str(), scipyText}, {dtypes.c_str(), dtypesText},             {internals.c_str(), internalsText},
                                          {typing.c_str(), typingText}, {array.c_str(), arrayText}};
  table.add(modules, entries);
  table.addSources(sources);
}
