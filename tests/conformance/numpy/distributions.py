### legacy_samplers
# source: NumPy 1.24
import numpy as np

np.random.seed(1234567890)
r = np.random
draws = {
    "beta": r.beta(0.1, 0.9, 3), "binomial": r.binomial(100, 0.456, 3), "binomial_small": r.binomial(10, 0.1, 3), "chisquare": r.chisquare(50, 2),
    "dirichlet": r.dirichlet([5, 2, 0.5], 1), "f": r.f(12, 77, 2), "gamma": r.gamma(5, 3, 2), "gamma_small": r.gamma(0.3, 2, 2), "geometric": r.geometric(0.12345, 3),
    "hypergeometric": r.hypergeometric(10, 5, 14, 3), "hypergeometric_large": r.hypergeometric(500, 300, 200, 3), "logseries": r.logseries(0.92, 3),
    "multinomial": r.multinomial(20, [1 / 6] * 6, 2), "negative_binomial": r.negative_binomial(100, 0.12345, 3), "noncentral_chisquare": r.noncentral_chisquare(5, 5, 2),
    "noncentral_f": r.noncentral_f(5, 2, 1, 2), "pareto": r.pareto(0.123456789, 2), "poisson": r.poisson(0.123, 4), "poisson_large": r.poisson(123.4, 4), "power": r.power(0.1234, 2),
    "rayleigh": r.rayleigh(10, 2), "standard_cauchy": r.standard_cauchy(2), "standard_t": r.standard_t(10, 2), "triangular": r.triangular(5.12, 10.23, 20.34, 2),
    "vonmises": r.vonmises(1.2, 1.5, 2), "wald": r.wald(1.23, 1.54, 2), "weibull": r.weibull(1.23, 2), "zipf": r.zipf(1.23, 3), "laplace": r.laplace(0.1, 2, 2),
    "gumbel": r.gumbel(0.1, 2, 2), "logistic": r.logistic(0.1, 2, 2),
}
for name, x in draws.items():
    print(name, [float(f"{v:.6g}") for v in np.ravel(x).tolist()])
#> beta [0.0145342, 0.000531298, 1.85367e-06]
#> binomial [42.0, 48.0, 46.0]
#> binomial_small [0.0, 0.0, 0.0]
#> chisquare [36.0433, 45.2184]
#> dirichlet [0.522469, 0.417845, 0.0596862]
#> f [0.391528, 1.20477]
#> gamma [24.6995, 19.9396]
#> gamma_small [0.513059, 3.54213]
#> geometric [3.0, 11.0, 12.0]
#> hypergeometric [9.0, 9.0, 10.0]
#> hypergeometric_large [120.0, 131.0, 130.0]
#> logseries [1.0, 13.0, 1.0]
#> multinomial [3.0, 4.0, 2.0, 4.0, 5.0, 2.0, 3.0, 6.0, 4.0, 2.0, 2.0, 3.0]
#> negative_binomial [562.0, 736.0, 620.0]
#> noncentral_chisquare [4.75751, 6.80201]
#> noncentral_f [8.04492, 0.469262]
#> pareto [112.89, 9.22412]
#> poisson [0.0, 0.0, 0.0, 0.0]
#> poisson_large [106.0, 119.0, 121.0, 109.0]
#> power [4.51629e-13, 0.0102182]
#> rayleigh [9.46467, 16.0013]
#> standard_cauchy [0.551066, -1.14835]
#> standard_t [2.01244, -1.62136]
#> triangular [14.1566, 13.7645]
#> vonmises [0.905664, 1.2698]
#> wald [0.427616, 0.787107]
#> weibull [0.448221, 0.684162]
#> zipf [3585.0, 194.0, 11.0]
#> laplace [-2.2751, 0.835768]
#> gumbel [1.91798, 3.31272]
#> logistic [4.27536, -0.116835]
### generator_samplers
# source: NumPy 1.24
import numpy as np

g = np.random.default_rng(7)
for x in (g.gamma(2.5, 2, 3), g.beta(2, 3, 2), g.binomial(100, 0.3, 3), g.poisson(20, 3), g.geometric(0.1, 2), g.standard_t(4, 2), g.multinomial(10, [0.2, 0.3, 0.5]), g.vonmises(0, 4, 2)):
    print([float(f"{v:.6g}") for v in np.ravel(x).tolist()])
#> [4.33696, 3.57536, 3.12791]
#> [0.473494, 0.455968]
#> [30.0, 31.0, 42.0]
#> [24.0, 15.0, 9.0]
#> [12.0, 8.0]
#> [-0.601369, -2.04214]
#> [3.0, 2.0, 5.0]
#> [0.324406, 0.123355]
### parameters_broadcast
# source: NumPy 1.24
import numpy as np

np.random.seed(5)
print(np.random.poisson([1, 20, 300], (2, 3)).shape, np.random.gamma([[1.0], [2.0]], [3.0, 4.0]).shape, type(np.random.beta(1, 2)).__name__)
print(np.random.randint([1, 5], [3, 9], size=(3, 2)).tolist())
#> (2, 3) (2, 2) float
#> [[1, 7], [2, 7], [1, 5]]
### errors_of_parameters
# source: NumPy 1.24
import numpy as np

r = np.random
for f in (
    lambda: r.gamma(-1), lambda: r.beta(0, 1), lambda: r.binomial(-1, 0.5), lambda: r.binomial(1, 1.5), lambda: r.binomial(1, float("nan")), lambda: r.poisson(-1), lambda: r.exponential(-0.0),
    lambda: r.normal(0, -1), lambda: r.normal([0], [-1]), lambda: r.zipf(1), lambda: r.geometric(0), lambda: r.triangular(3, 2, 4), lambda: r.hypergeometric(1, 1, 9), lambda: r.uniform(0, float("inf")),
):
    try:
        f()
    except (ValueError, OverflowError) as error:
        print(type(error).__name__, error)
#> ValueError shape < 0
#> ValueError a <= 0
#> ValueError n < 0
#> ValueError p < 0, p > 1 or p is NaN
#> ValueError p < 0, p > 1 or p is NaN
#> ValueError lam < 0 or lam is NaN
#> ValueError scale < 0
#> ValueError scale < 0
#> ValueError scale < 0
#> ValueError a <= 1 or a is NaN
#> ValueError p <= 0, p > 1 or p contains NaNs
#> ValueError left > mode
#> ValueError ngood + nbad < nsample
#> OverflowError Range exceeds valid bounds
### state
# source: NumPy 1.24
import numpy as np

np.random.seed(3)
np.random.normal()
state = np.random.get_state()
first = np.random.normal(size=3)
np.random.set_state(state)
print(np.array_equal(first, np.random.normal(size=3)), state[0], state[2], state[3], state[1][:3].tolist())
r = np.random.RandomState(1)
r.set_state(np.random.get_state(legacy=False))
print(r.rand() == np.random.rand())
#> True MT19937 4 1 [2266350226, 522119106, 3046352735]
#> True
### functions_are_methods_of_one_state
# source: NumPy 1.24
import numpy as np


class Uses:
    draw = np.random.randint


np.random.seed(2)
print(Uses().draw(5, size=3).tolist())
#> [0, 0, 3]
