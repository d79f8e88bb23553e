# SPDX-License-Identifier: Apache-2.0
# module: numpy.random
"""The distributions of `RandomState` and `Generator`: parameters are checked and broadcast, then draws.py gives a
number for each element, in the order of the elements.
"""

import math

import numpy as np


def _is_below_zero(x):
    return x == x and math.copysign(1.0, x) < 0


# What a parameter must be: a test that fails, and NumPy's text for a number and for an array.
_rules = {
    "non-negative": (_is_below_zero, "{0} < 0", "{0} < 0"),
    "positive": (lambda x: x <= 0, "{0} <= 0", "{0} <= 0"),
    "positive, no NaN": (lambda x: not x > 0, "{0} <= 0", "{0} <= 0"),
    "share": (lambda x: not 0 <= x <= 1, "{0} < 0, {0} > 1 or {0} is NaN", "{0} < 0, {0} > 1 or {0} contains NaNs"),
    "chance": (
        lambda x: not 0 < x <= 1,
        "{0} <= 0, {0} > 1 or {0} contains NaNs",
        "{0} <= 0, {0} > 1 or {0} contains NaNs",
    ),
    "share below one": (
        lambda x: not 0 <= x < 1,
        "{0} < 0, {0} >= 1 or {0} is NaN",
        "{0} < 0, {0} >= 1 or {0} contains NaNs",
    ),
    "above one": (lambda x: not x > 1, "{0} <= 1 or {0} is NaN", "{0} <= 1 or {0} contains NaNs"),
    "rate": (lambda x: not x >= 0, "{0} < 0 or {0} is NaN", "{0} < 0 or {0} contains NaNs"),
    "count": (lambda x: x < 0, "{0} < 0", "{0} < 0"),
}
_most_counted = (
    9.223372006484771e18  # the greatest rate whose counts fit 64 bits: 2^63 - 1 less ten standard deviations
)


def _check(name, rule, value, is_array):
    if rule is None:
        return
    fails, text, text_of_array = _rules[rule]
    if fails(value):
        raise ValueError((text_of_array if is_array else text).format(name))
    if rule == "rate" and value > _most_counted:
        raise ValueError(f"{name} value too large")


def _number_of(x, is_count):
    if not is_count:
        return float(x)
    if isinstance(x, float) and x != math.floor(x):
        raise TypeError("Cannot cast array data from dtype('float64') to dtype('int64') according to the rule 'safe'")
    return int(x)


def _count_of(size):
    if size is None:
        return None
    n = 1
    for s in (size,) if isinstance(size, int) or hasattr(size, "dtype") and size.ndim == 0 else size:
        n *= int(s)
    return n


def _spread_of(size, shape):
    # The shape of the result: that of the parameters, or a size that they broadcast to.
    if size is None:
        return shape
    size = (int(size),) if isinstance(size, int) or hasattr(size, "dtype") and size.ndim == 0 else tuple(size)
    if np.broadcast_shapes(shape, size) != size:
        raise ValueError(
            f"Output size {size} is not compatible with broadcast dimensions of inputs"
            f" {np.broadcast_shapes(shape, size)}."
        )
    return size


class _Distributions:
    def source(self):
        return _Source(self.stream, self.is_legacy)

    # `parameters`: a name, a rule and a value each. `draw` gives one number from one value of each.
    def fill(self, draw, size, *parameters, counts=(), gives_counts=False):
        source = self.source()
        kind = int if gives_counts else float
        if all(isinstance(value, (int, float)) for name, rule, value in parameters):
            values = []
            for name, rule, value in parameters:
                values.append(_number_of(value, name in counts))
                _check(name, rule, values[-1], False)
            if size is None:
                return draw(source, *values)
            return np.array([draw(source, *values) for _ in range(_count_of(size))], dtype=kind).reshape(size).copy()
        arrays = [np.asarray(value) for name, rule, value in parameters]
        shape = np.broadcast_shapes(*[a.shape for a in arrays])
        for (name, rule, value), a in zip(parameters, arrays):
            for x in a.reshape(-1).tolist():
                _check(name, rule, _number_of(x, name in counts), a.ndim > 0)
        size = _spread_of(size, shape) if size is not None or shape else None
        lists = [np.broadcast_to(a, size or ()).reshape(-1).tolist() for a in arrays]
        numbers = []
        for row in zip(*lists):
            row = [_number_of(x, name in counts) for (name, rule, value), x in zip(parameters, row)]
            numbers.append(draw(source, *row))
        return numbers[0] if size is None else np.array(numbers, dtype=kind).reshape(size).copy()

    def uniform(self, low=0.0, high=1.0, size=None):
        """Draws uniformly from [low, high)."""
        if isinstance(low, (int, float)) and isinstance(high, (int, float)):
            if not math.isfinite(high - low):
                raise OverflowError(
                    "Range exceeds valid bounds" if self.is_legacy else "high - low range exceeds valid bounds"
                )
            return low + (high - low) * self.half_open(size)
        low, high = np.asarray(low), np.asarray(high)
        if not bool(np.all(np.isfinite(high - low))):
            raise OverflowError(
                "Range exceeds valid bounds" if self.is_legacy else "high - low range exceeds valid bounds"
            )
        size = _spread_of(size, np.broadcast_shapes(low.shape, high.shape))
        return low + (high - low) * self.half_open(size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        """Draws from a normal distribution."""
        if isinstance(loc, (int, float)) and isinstance(scale, (int, float)):
            _check("scale", "non-negative", float(scale), False)
            return loc + scale * self.standard_normal(size)
        loc, scale = np.asarray(loc), np.asarray(scale)
        if bool(np.any(np.signbit(scale.astype(float)))):
            raise ValueError("scale < 0")
        size = _spread_of(size, np.broadcast_shapes(loc.shape, scale.shape))
        return loc + scale * self.standard_normal(size)

    def exponential(self, scale=1.0, size=None):
        """Draws from an exponential distribution."""
        if isinstance(scale, (int, float)):
            _check("scale", "non-negative", float(scale), False)
            return scale * self.standard_exponential(size)
        scale = np.asarray(scale)
        if bool(np.any(np.signbit(scale.astype(float)))):
            raise ValueError("scale < 0")
        return scale * self.standard_exponential(_spread_of(size, scale.shape))

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        """Draws exponentials of normal numbers."""
        draw = lambda d, mean, sigma: math.exp(mean + sigma * d.normal())
        return self.fill(draw, size, ("mean", None, mean), ("sigma", "non-negative", sigma))

    def laplace(self, loc=0.0, scale=1.0, size=None):
        """Draws from a Laplace distribution."""
        return self.fill(_one_laplace, size, ("loc", None, loc), ("scale", "non-negative", scale))

    def gumbel(self, loc=0.0, scale=1.0, size=None):
        """Draws from a Gumbel distribution."""
        return self.fill(_one_gumbel, size, ("loc", None, loc), ("scale", "non-negative", scale))

    def logistic(self, loc=0.0, scale=1.0, size=None):
        """Draws from a logistic distribution."""
        return self.fill(_one_logistic, size, ("loc", None, loc), ("scale", "non-negative", scale))

    def standard_gamma(self, shape, size=None):
        """Draws from a gamma distribution of scale 1."""
        return self.fill(_one_gamma, size, ("shape", "non-negative", shape))

    def gamma(self, shape, scale=1.0, size=None):
        """Draws from a gamma distribution."""
        draw = lambda d, shape, scale: scale * _one_gamma(d, shape)
        return self.fill(draw, size, ("shape", "non-negative", shape), ("scale", "non-negative", scale))

    def beta(self, a, b, size=None):
        """Draws from a beta distribution."""
        return self.fill(_one_beta, size, ("a", "positive", a), ("b", "positive", b))

    def chisquare(self, df, size=None):
        """Draws from a chi-square distribution."""
        return self.fill(_one_chisquare, size, ("df", "positive", df))

    def noncentral_chisquare(self, df, nonc, size=None):
        """Draws from a noncentral chi-square distribution."""
        return self.fill(_one_noncentral_chisquare, size, ("df", "positive", df), ("nonc", "non-negative", nonc))

    def f(self, dfnum, dfden, size=None):
        """Draws from an F distribution."""
        return self.fill(_one_f, size, ("dfnum", "positive", dfnum), ("dfden", "positive", dfden))

    def noncentral_f(self, dfnum, dfden, nonc, size=None):
        """Draws from a noncentral F distribution."""
        rules = ("dfnum", "positive", dfnum), ("dfden", "positive", dfden), ("nonc", "non-negative", nonc)
        return self.fill(_one_noncentral_f, size, *rules)

    def standard_t(self, df, size=None):
        """Draws from Student's distribution."""
        return self.fill(_one_standard_t, size, ("df", "positive", df))

    def standard_cauchy(self, size=None):
        """Draws from a Cauchy distribution."""
        return self.fill(_one_cauchy, size)

    def pareto(self, a, size=None):
        """Draws from a Pareto distribution that begins at 0."""
        return self.fill(_one_pareto, size, ("a", "positive", a))

    def weibull(self, a, size=None):
        """Draws from a Weibull distribution."""
        return self.fill(_one_weibull, size, ("a", "non-negative", a))

    def power(self, a, size=None):
        """Draws from [0, 1] with a density that is a power."""
        return self.fill(_one_power, size, ("a", "positive", a))

    def rayleigh(self, scale=1.0, size=None):
        """Draws from a Rayleigh distribution."""
        return self.fill(_one_rayleigh, size, ("scale", "non-negative", scale))

    def wald(self, mean, scale, size=None):
        """Draws from an inverse Gaussian distribution."""
        return self.fill(_one_wald, size, ("mean", "positive", mean), ("scale", "positive", scale))

    def triangular(self, left, mode, right, size=None):
        """Draws from a triangular distribution."""
        low, middle, high = np.asarray(left), np.asarray(mode), np.asarray(right)
        if bool(np.any(low > middle)):
            raise ValueError("left > mode")
        if bool(np.any(middle > high)):
            raise ValueError("mode > right")
        if bool(np.any(low == high)):
            raise ValueError("left == right")
        return self.fill(_one_triangular, size, ("left", None, left), ("mode", None, mode), ("right", None, right))

    def vonmises(self, mu, kappa, size=None):
        """Draws angles from a von Mises distribution."""
        return self.fill(_one_vonmises, size, ("mu", None, mu), ("kappa", "non-negative", kappa))

    def poisson(self, lam=1.0, size=None):
        """Draws from a Poisson distribution."""
        return self.fill(_one_poisson, size, ("lam", "rate", lam), gives_counts=True)

    def binomial(self, n, p, size=None):
        """Draws from a binomial distribution."""
        rules = ("n", "count", n), ("p", "share", p)
        return self.fill(_one_binomial, size, *rules, counts=("n",), gives_counts=True)

    def negative_binomial(self, n, p, size=None):
        """Draws from a negative binomial distribution."""
        rules = ("n", "positive, no NaN", n), ("p", "chance" if not self.is_legacy else "share", p)
        return self.fill(_one_negative_binomial, size, *rules, gives_counts=True)

    def geometric(self, p, size=None):
        """Draws how many trials the first success takes."""
        return self.fill(_one_geometric, size, ("p", "chance", p), gives_counts=True)

    def zipf(self, a, size=None):
        """Draws from a Zipf distribution."""
        return self.fill(_one_zipf, size, ("a", "above one", a), gives_counts=True)

    def logseries(self, p, size=None):
        """Draws from a logarithmic series distribution."""
        rule = "share" if self.is_legacy else "share below one"
        return self.fill(_one_logseries, size, ("p", rule, p), gives_counts=True)

    def hypergeometric(self, ngood, nbad, nsample, size=None):
        """Draws how many of a sample are good."""
        if not self.is_legacy:
            raise NotImplementedError("`Generator.hypergeometric`")
        rules = ("ngood", "count", ngood), ("nbad", "count", nbad), ("nsample", "count", nsample)
        if bool(np.any(np.asarray(ngood) + np.asarray(nbad) < np.asarray(nsample))):
            raise ValueError("ngood + nbad < nsample")
        if bool(np.any(np.asarray(nsample) < 1)) and self.is_legacy and np.ndim(nsample):
            raise ValueError("nsample < 1")
        counts = ("ngood", "nbad", "nsample")
        return self.fill(_one_hypergeometric, size, *rules, counts=counts, gives_counts=True)

    def multinomial(self, n, pvals, size=None):
        """Draws how often each of several outcomes occurs."""
        pvals = np.asarray(pvals, dtype=float)
        if pvals.ndim == 0:
            raise TypeError("len() of unsized object")
        if pvals.ndim > 1:
            if self.is_legacy:
                raise ValueError("pvals must be a 1-d sequence")
            raise NotImplementedError("`Generator.multinomial` with `pvals` of several axes")
        pvals = pvals.tolist()
        if any(not 0 <= p <= 1 for p in pvals):
            raise ValueError("pvals < 0, pvals > 1 or pvals contains NaNs")
        if math.fsum(pvals[:-1]) > 1 + 1e-12:
            raise ValueError("sum(pvals[:-1]) > 1.0" if self.is_legacy else "sum(pvals[:-1]) > 1.0")
        if not isinstance(n, int):
            n = int(n)
        if n < 0:
            raise ValueError("n < 0")
        rows = [_one_multinomial(self.source(), n, pvals) for _ in range(1 if size is None else _count_of(size))]
        shape = () if size is None else _spread_of(size, ())
        return np.array(rows, dtype=int).reshape((*shape, len(pvals)))

    def dirichlet(self, alpha, size=None):
        """Draws shares that sum to 1."""
        alpha = np.asarray(alpha, dtype=float)
        if alpha.ndim == 0:
            raise TypeError("len() of unsized object")
        alpha = alpha.reshape(-1).tolist()
        if any(a <= 0 for a in alpha) if self.is_legacy else any(a < 0 for a in alpha):
            raise ValueError("alpha <= 0" if self.is_legacy else "alpha < 0")
        rows = [_one_dirichlet(self.source(), alpha) for _ in range(1 if size is None else _count_of(size))]
        shape = () if size is None else _spread_of(size, ())
        return np.array(rows, dtype=float).reshape((*shape, len(alpha)))
