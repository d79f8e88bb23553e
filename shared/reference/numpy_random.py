# SPDX-License-Identifier: Apache-2.0
# numpy.random: NumPy's own streams, from a seed, bit for bit.
### functions
import numpy as np

np.random.seed(0)
print(np.random.random_sample(2))
#> [0.5488135  0.71518937]
np.random.seed(0)
print(np.random.ranf(2))
#> [0.5488135  0.71518937]
np.random.seed(0)
print(np.random.sample(2))
#> [0.5488135  0.71518937]
np.random.seed(0)
print(np.random.standard_normal(2))
#> [1.76405235 0.40015721]
np.random.seed(0)
print(np.random.random_integers(1, 6, 3))
#> [5 6 1]
np.random.seed(0)
print(np.random.standard_exponential(2))
#> [0.79587451 1.25593076]
np.random.seed(0)
print(np.random.standard_gamma(2.0, 2))
#> [5.13882958 2.23848091]
np.random.seed(0)
print(np.random.chisquare(2, 2))
#> [1.59174902 2.51186153]
np.random.seed(0)
print(np.random.noncentral_chisquare(2, 1.0, 2))
#> [ 4.52340779 10.86235551]
np.random.seed(0)
print(np.random.f(2, 3, 2))
#> [0.5514189  0.21888638]
np.random.seed(0)
print(np.random.noncentral_f(2, 3, 1.0, 2))
#> [0.60078919 6.46088078]
np.random.seed(0)
print(np.random.standard_t(3, 2))
#> [ 1.67969022 -1.53369098]
np.random.seed(0)
print(np.random.standard_cauchy(2))
#> [4.40839827 0.43676244]
np.random.seed(0)
print(np.random.pareto(3.0, 2))
#> [0.30381098 0.51989855]
np.random.seed(0)
print(np.random.weibull(2.0, 2))
#> [0.89211799 1.12068317]
np.random.seed(0)
print(np.random.power(2.0, 2))
#> [0.74081948 0.84568869]
np.random.seed(0)
print(np.random.rayleigh(1.0, 2))
#> [1.26164536 1.58488534]
np.random.seed(0)
print(np.random.wald(1.0, 2.0, 2))
#> [0.30787564 0.75425984]
np.random.seed(0)
print(np.random.triangular(0, 1, 2, 2))
#> [1.05006685 1.24526742]
np.random.seed(0)
print(np.random.vonmises(0.0, 4.0, 2))
#> [0.5664411  0.55977779]
np.random.seed(0)
print(np.random.binomial(10, 0.5, 3))
#> [5 6 5]
np.random.seed(0)
print(np.random.negative_binomial(3, 0.5, 3))
#> [11  0  5]
np.random.seed(0)
print(np.random.geometric(0.5, 3))
#> [2 2 2]
np.random.seed(0)
print(np.random.zipf(2.0, 3))
#> [2 2 1]
np.random.seed(0)
print(np.random.logseries(0.5, 3))
#> [1 1 1]
np.random.seed(0)
print(np.random.hypergeometric(5, 5, 3, 3))
#> [2 2 2]
np.random.seed(0)
print(np.random.multinomial(6, [0.5, 0.5]))
#> [3 3]
np.random.seed(0)
print(np.random.dirichlet([1.0, 2.0]))
#> [0.22016185 0.77983815]
np.random.seed(0)
print(np.random.bytes(2))
#> b'\xac\n'
### RandomState
import numpy as np

state = np.random.RandomState(0)
state.seed(1)
print(state.random_sample(1))
#> [0.417022]
print(np.random.RandomState(1).random_sample(2))
#> [0.417022   0.72032449]
print(np.random.RandomState(1).standard_normal(2))
#> [ 1.62434536 -0.61175641]
print(np.random.RandomState(1).standard_exponential(2))
#> [0.53960584 1.27412525]
print(np.random.RandomState(1).randint(0, 10, 3))
#> [5 8 9]
print(np.random.RandomState(1).random_integers(1, 6, 3))
#> [6 4 5]
print(np.random.RandomState(1).get_state()[0])
#> MT19937
print(np.random.RandomState(1).tomaxint() >= 0)
#> True
### Generator
import numpy as np

rng: np.random.Generator = np.random.default_rng(0)
print(isinstance(rng, np.random.Generator))
#> True
print(rng.standard_normal(2))
#> [ 0.12573022 -0.13210486]
### Generator_of_exponentials
import numpy as np

rng: np.random.Generator = np.random.default_rng(0)
print(rng.standard_exponential(2))
#> [0.6799319 1.0195971]
