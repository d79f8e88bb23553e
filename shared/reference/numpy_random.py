# SPDX-License-Identifier: Apache-2.0
# numpy.random: NumPy's own streams, from a seed, bit for bit.
### functions
import numpy as np

np.random.seed(0)
print(np.random.random_sample(2))
#> [0.5488135  0.71518937]
print(np.random.ranf(2))
#> [0.60276338 0.54488318]
print(np.random.sample(2))
#> [0.4236548  0.64589411]
print(np.random.standard_normal(2))
#> [ 0.95008842 -0.15135721]
print(np.random.random_integers(1, 6, 3))
#> [1 5 3]
print(np.random.standard_exponential(2))
#> [0.64944636 1.67221121]
print(np.random.standard_gamma(2.0, 2))
#> [1.14752611 0.50123422]
print(np.random.chisquare(2, 2))
#> [0.30246171 4.08178454]
print(np.random.noncentral_chisquare(2, 1.0, 2))
#> [6.38938499 3.11837548]
print(np.random.f(2, 3, 2))
#> [0.29239079 0.73154478]
print(np.random.noncentral_f(2, 3, 1.0, 2))
#> [1.46468632 1.11949065]
print(np.random.standard_t(3, 2))
#> [0.06956839 2.15145957]
print(np.random.standard_cauchy(2))
#> [2.63828101 3.41800401]
print(np.random.pareto(3.0, 2))
#> [0.42277445 0.399348  ]
print(np.random.weibull(2.0, 2))
#> [2.31518915 0.93376434]
print(np.random.power(2.0, 2))
#> [0.64371468 0.68898295]
print(np.random.rayleigh(1.0, 2))
#> [1.39775825 0.90829646]
print(np.random.wald(1.0, 2.0, 2))
#> [2.2722154  2.19551491]
print(np.random.triangular(0, 1, 2, 2))
#> [1.17844887 0.16475215]
print(np.random.vonmises(0.0, 4.0, 2))
#> [ 0.70999862 -0.04377818]
print(np.random.binomial(10, 0.5, 3))
#> [5 8 4]
print(np.random.negative_binomial(3, 0.5, 3))
#> [9 3 0]
print(np.random.geometric(0.5, 3))
#> [2 2 1]
print(np.random.zipf(2.0, 3))
#> [1 1 3]
print(np.random.logseries(0.5, 3))
#> [1 3 1]
print(np.random.hypergeometric(5, 5, 3, 3))
#> [1 2 1]
print(np.random.multinomial(6, [0.5, 0.5]))
#> [3 3]
print(np.random.dirichlet([1.0, 2.0]))
#> [0.24761195 0.75238805]
print(np.random.bytes(2))
#> b'G\xc7'
### RandomState
import numpy as np

state = np.random.RandomState(0)
state.seed(1)
print(state.random_sample(2))
#> [0.417022   0.72032449]
print(state.standard_normal(2))
#> [-0.52817175 -1.07296862]
print(state.standard_exponential(2))
#> [0.50545254 0.77395977]
print(state.randint(0, 10, 3))
#> [5 2 4]
print(state.random_integers(1, 6, 3))
#> [4 5 3]
print(state.get_state()[0])
#> MT19937
print(state.tomaxint() >= 0)
#> True
### Generator
import numpy as np

rng = np.random.default_rng(0)
print(isinstance(rng, np.random.Generator))
#> True
print(rng.standard_normal(2))
#> [ 0.12573022 -0.13210486]
print(rng.standard_exponential(2))
#> [0.01980666 0.00226933]
