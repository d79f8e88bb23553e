# SPDX-License-Identifier: Apache-2.0
# module: numpy.random
"""One random number of each distribution, by inversion or rejection. A sampler draws uniform numbers one by one in the
order that NumPy does, so that its numbers are NumPy's: `d` gives uniform, normal and exponential ones. The algorithms
are those of the papers that each function names. What follows in random.py fills arrays with them.
"""

import math


def _log(x):
    return math.log(x) if x > 0 else -math.inf


class _Source:
    # The stream of one generator. Where `RandomState` and `Generator` compute differently, `is_legacy` tells.
    def __init__(self, stream, is_legacy):
        self.stream, self.is_legacy = stream, is_legacy

    def uniform(self):
        return self.stream.doubles(None)

    def normal(self):
        return self.stream.normals(None)

    def exponential(self):
        return self.stream.exponentials(None)


def _one_gamma(d, shape):
    # Marsaglia and Tsang (2000) from 1 on, Ahrens and Dieter (1974) below.
    if shape == 1:
        return d.exponential()
    if shape == 0:
        return 0.0
    if shape < 1:
        while True:
            u, v = d.uniform(), d.exponential()
            if u <= 1 - shape:
                x = u ** (1 / shape)
                if x <= v:
                    return x
            else:
                y = -math.log((1 - u) / shape)
                x = (1 - shape + shape * y) ** (1 / shape)
                if x <= v + y:
                    return x
    b = shape - 1 / 3
    c = 1 / math.sqrt(9 * b)
    while True:
        x = d.normal()
        v = 1 + c * x
        while v <= 0:
            x = d.normal()
            v = 1 + c * x
        v = v * v * v
        u = d.uniform()
        if u < 1 - 0.0331 * (x * x) * (x * x) or _log(u) < 0.5 * x * x + b * (1 - v + _log(v)):
            return b * v


def _one_beta(d, a, b):
    # Johnk (1964) where both are at most 1.
    if a > 1 or b > 1:
        x = _one_gamma(d, a)
        return x / (x + _one_gamma(d, b))
    while True:
        u, v = d.uniform(), d.uniform()
        x, y = u ** (1 / a), v ** (1 / b)
        if x + y > 1 or u + v == 0:
            continue
        if x + y > 0:
            return x / (x + y)
        x, y = math.log(u) / a, math.log(v) / b
        most = max(x, y)
        return math.exp(x - most - math.log(math.exp(x - most) + math.exp(y - most)))


def _one_chisquare(d, df):
    return 2 * _one_gamma(d, df / 2)


def _one_noncentral_chisquare(d, df, nonc):
    if math.isnan(nonc):
        return math.nan
    if nonc == 0:
        return _one_chisquare(d, df)
    if df > 1:
        rest = _one_chisquare(d, df - 1)
        n = d.normal() + math.sqrt(nonc)
        return rest + n * n
    i = _one_poisson(d, nonc / 2)
    return _one_chisquare(d, df + 2 * i)


def _one_f(d, dfnum, dfden):
    above = _one_chisquare(d, dfnum) * dfden
    return above / (_one_chisquare(d, dfden) * dfnum)


def _one_noncentral_f(d, dfnum, dfden, nonc):
    above = _one_noncentral_chisquare(d, dfnum, nonc) * dfden
    return above / (_one_chisquare(d, dfden) * dfnum)


def _one_standard_t(d, df):
    n = d.normal()
    return math.sqrt(df / 2) * n / math.sqrt(_one_gamma(d, df / 2))


def _one_cauchy(d):
    n = d.normal()
    return n / d.normal()


def _one_pareto(d, a):
    return math.expm1(d.exponential() / a)


def _one_weibull(d, a):
    return 0.0 if a == 0 else d.exponential() ** (1 / a)


def _one_power(d, a):
    return (-math.expm1(-d.exponential())) ** (1 / a)


def _one_rayleigh(d, scale):
    if d.is_legacy:
        return scale * math.sqrt(-2 * math.log(1 - d.uniform()))
    return scale * math.sqrt(2 * d.exponential())


def _one_wald(d, mean, scale):
    # Michael, Schucany and Haas (1976)
    factor = mean / (2 * scale)
    y = d.normal()
    y = mean * y * y
    x = mean + factor * (y - math.sqrt(4 * scale * y + y * y))
    return x if d.uniform() <= mean / (mean + x) else mean * mean / x


def _one_laplace(d, loc, scale):
    while True:
        u = d.uniform()
        if u >= 0.5:
            return loc - scale * math.log(2 - u - u)
        if u > 0:
            return loc + scale * math.log(u + u)


def _one_gumbel(d, loc, scale):
    while True:
        u = 1 - d.uniform()
        if u < 1:
            return loc - scale * math.log(-math.log(u))


def _one_logistic(d, loc, scale):
    while True:
        u = d.uniform()
        if u > 0:
            return loc + scale * math.log(u / (1 - u))


def _one_triangular(d, left, mode, right):
    base = right - left
    u = d.uniform()
    if u <= (mode - left) / base:
        return left + math.sqrt(u * ((mode - left) * base))
    return right - math.sqrt((1 - u) * ((right - mode) * base))


def _one_vonmises(d, mu, kappa):
    # Best and Fisher (1979); for a small kappa the series of its constant.
    if math.isnan(kappa):
        return math.nan
    if kappa < 1e-8:
        return math.pi * (2 * d.uniform() - 1)
    if kappa < 1e-5:
        s = 1 / kappa + kappa
    elif kappa > 1e6 and not d.is_legacy:
        result = mu + math.sqrt(1 / kappa) * d.normal()
        return result + 2 * math.pi if result < -math.pi else result - 2 * math.pi if result > math.pi else result
    else:
        r = 1 + math.sqrt(1 + 4 * kappa * kappa)
        rho = (r - math.sqrt(2 * r)) / (2 * kappa)
        s = (1 + rho * rho) / (2 * rho)
    while True:
        z = math.cos(math.pi * d.uniform())
        w = (1 + s * z) / (s + z)
        y = kappa * (s - w)
        v = d.uniform()
        if y * (2 - y) - v >= 0 or math.log(y / v) + 1 - y >= 0:
            break
    result = math.acos(w)
    result = (-result if d.uniform() < 0.5 else result) + mu
    turned = math.fmod(abs(result) + math.pi, 2 * math.pi) - math.pi
    return -turned if result < 0 else turned


def _one_poisson(d, lam):
    # Products of uniform numbers below 10, Hormann's transformed rejection (1993) from there on.
    if lam == 0:
        return 0
    if lam < 10:
        least, product, n = math.exp(-lam), d.uniform(), 0
        while product > least:
            n += 1
            product *= d.uniform()
        return n
    root, log_lam = math.sqrt(lam), math.log(lam)
    b = 0.931 + 2.53 * root
    a = -0.059 + 0.02483 * b
    scale = 1.1239 + 1.1328 / (b - 3.4)
    limit = 0.9277 - 3.6224 / (b - 2)
    while True:
        u = d.uniform() - 0.5
        v = d.uniform()
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + lam + 0.43)
        if us >= 0.07 and v <= limit:
            return k
        if k < 0 or us < 0.013 and v > us:
            continue
        if _log(v) + math.log(scale) - math.log(a / (us * us) + b) <= -lam + k * log_lam - math.lgamma(k + 1):
            return k


def _binomial_by_inversion(d, n, p):
    q = 1 - p
    start, mean = math.exp(n * math.log(q)), n * p
    bound = int(min(n, mean + 10 * math.sqrt(mean * q + 1)))
    x, px, u = 0, start, d.uniform()
    while u > px:
        x += 1
        if x > bound:
            x, px, u = 0, start, d.uniform()
        else:
            u -= px
            px = ((n - x + 1) * p * px) / (x * q)
    return x


def _stirling(f):
    g = f * f
    return (13680 - (462 - (132 - (99 - 140 / g) / g) / g) / g) / f / 166320


def _binomial_by_rejection(d, n, r):
    # BTPE of Kachitvichyanukul and Schmeiser (1988): a triangle, a parallelogram and two exponential tails above the
    # density, `r` at most one half.
    q = 1 - r
    fm = n * r + r
    m = math.floor(fm)
    p1 = math.floor(2.195 * math.sqrt(n * r * q) - 4.6 * q) + 0.5
    xm = m + 0.5
    xl, xr = xm - p1, xm + p1
    c = 0.134 + 20.5 / (15.3 + m)
    a = (fm - xl) / (fm - xl * r)
    left = a * (1 + a / 2)
    a = (xr - fm) / (xr * q)
    right = a * (1 + a / 2)
    p2 = p1 * (1 + 2 * c)
    p3 = p2 + c / left
    p4 = p3 + c / right
    spread = n * r * q
    while True:
        u, v = d.uniform() * p4, d.uniform()
        if u <= p1:
            return math.floor(xm - p1 * v + u)
        if u <= p2:
            x = xl + (u - p1) / c
            v = v * c + 1 - abs(m - x + 0.5) / p1
            if v > 1:
                continue
            y = math.floor(x)
        elif u <= p3:
            if v == 0:
                continue
            y = math.floor(xl + math.log(v) / left)
            if y < 0:
                continue
            v = v * (u - p2) * left
        else:
            if v == 0:
                continue
            y = math.floor(xr - math.log(v) / right)
            if y > n:
                continue
            v = v * (u - p3) * right
        if _is_under_density(n, r, m, xm, spread, y, v):
            return y


def _is_under_density(n, r, m, xm, spread, y, v):
    q = 1 - r
    k = abs(y - m)
    if not 20 < k < spread / 2 - 1:
        s = r / q
        a = s * (n + 1)
        f = 1.0
        for i in range(m + 1, y + 1):
            f *= a / i - s
        for i in range(y + 1, m + 1):
            f /= a / i - s
        return v <= f
    rho = (k / spread) * ((k * (k / 3 + 0.625) + 0.16666666666666666) / spread + 0.5)
    t = -k * k / (2 * spread)
    log_v = _log(v)
    if log_v < t - rho:
        return True
    if log_v > t + rho:
        return False
    x1, f1, z, w = y + 1, m + 1, n + 1 - m, n - y + 1
    limit = xm * math.log(f1 / x1) + (n - m + 0.5) * math.log(z / w) + (y - m) * math.log(w * r / (x1 * q))
    return log_v <= limit + _stirling(f1) + _stirling(z) + _stirling(x1) + _stirling(w)


def _one_binomial(d, n, p):
    if n == 0 or p == 0:
        return 0
    low = min(p, 1 - p)
    x = _binomial_by_inversion(d, n, low) if low * n <= 30 else _binomial_by_rejection(d, n, low)
    return x if p <= 0.5 else n - x


def _one_negative_binomial(d, n, p):
    return _one_poisson(d, (1 - p) / p * _one_gamma(d, n))


def _one_geometric(d, p):
    if p < 1 / 3:
        if d.is_legacy:
            return math.ceil(math.log1p(-d.uniform()) / math.log1p(-p))
        return math.ceil(-d.exponential() / math.log1p(-p))
    x, total, product, u = 1, p, p, d.uniform()
    while u > total:
        product *= 1 - p
        total += product
        x += 1
    return x


def _one_zipf(d, a):
    # Devroye (1986), X.6.1
    b = 2.0 ** (a - 1)
    while True:
        u, v = 1 - d.uniform(), d.uniform()
        x = math.floor(u ** (-1 / (a - 1)))
        if not 1 <= x <= 0x7FFFFFFFFFFFFFFF:
            continue
        t = (1 + 1 / x) ** (a - 1)
        if v * x * (t - 1) / (b - 1) <= t / b:
            return x


def _one_logseries(d, p):
    # Kemp (1981)
    r = math.log(1 - p) if d.is_legacy else math.log1p(-p)
    while True:
        v = d.uniform()
        if v >= p:
            return 1
        q = 1 - math.exp(r * d.uniform())
        if v <= q * q:
            x = math.floor(1 + _log(v) / math.log(q)) if v > 0 else 0
            if x < 1:
                continue
            return x
        return 1 if v >= q else 2


def _hypergeometric_by_urn(d, good, bad, sample):
    rest, few = bad + good - sample, min(bad, good)
    y, k = few, sample
    while y > 0 and k > 0:
        y -= math.floor(d.uniform() + y / (rest + k))
        k -= 1
    return sample - (few - y) if good > bad else few - y


def _hypergeometric_by_rejection(d, good, bad, sample):
    # HRUA of Stadlober (1989)
    few, many, total = min(good, bad), max(good, bad), good + bad
    m = min(sample, total - sample)
    share = few / total
    center = m * share + 0.5
    width = math.sqrt((total - m) * sample * share * (1 - share) / (total - 1) + 0.5)
    spread = 1.7155277699214135 * width + 0.8989161620588988  # 2 sqrt(2 / e) and 3 - 2 sqrt(3 / e)
    mode = math.floor((m + 1) * (few + 1) / (total + 2))

    def logs(z):
        return math.lgamma(z + 1) + math.lgamma(few - z + 1) + math.lgamma(m - z + 1) + math.lgamma(many - m + z + 1)

    top = logs(mode)
    bound = min(min(m, few) + 1, math.floor(center + 16 * width))
    while True:
        x, y = d.uniform(), d.uniform()
        w = center + spread * (y - 0.5) / x
        if w < 0 or w >= bound:
            continue
        z = math.floor(w)
        t = top - logs(z)
        if x * (4 - x) - 3 <= t:
            break
        if x * (x - t) >= 1:
            continue
        if 2 * math.log(x) <= t:
            break
    z = m - z if good > bad else z
    return good - z if m < sample else z


def _one_hypergeometric(d, good, bad, sample):
    if sample > 10:
        return _hypergeometric_by_rejection(d, good, bad, sample)
    return _hypergeometric_by_urn(d, good, bad, sample) if sample > 0 else 0


def _one_multinomial(d, n, pvals):
    counts, rest, total = [0] * len(pvals), n, 1.0
    for k, p in enumerate(pvals[:-1]):
        counts[k] = _one_binomial(d, rest, p / total)
        rest -= counts[k]
        if rest <= 0:
            return counts
        total -= p
    counts[-1] = rest
    return counts


def _one_dirichlet(d, alpha):
    if not d.is_legacy and max(alpha) < 0.1:
        return _dirichlet_of_small(d, alpha)
    parts, total = [], 0.0
    for a in alpha:
        parts.append(_one_gamma(d, a))
        total += parts[-1]
    return [part * (1 / total) for part in parts]


def _dirichlet_of_small(d, alpha):
    # A stick of length 1, broken where beta numbers say.
    after, rest = 0.0, []
    for a in reversed(alpha):
        after += a
        rest.append(after)
    rest.reverse()
    parts, length = [], 1.0
    for k, a in enumerate(alpha[:-1]):
        v = _one_beta(d, a, rest[k + 1])
        parts.append(length * v)
        length *= 1 - v
    return [*parts, length]
