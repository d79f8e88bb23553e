# SPDX-License-Identifier: Apache-2.0
# Numbers: math, fractions, statistics, random numbers, colours.
### math
import math

x = 2.5
print(math.tau)
#> 6.283185307179586
print(math.cbrt(8.0))
#> 2.0
print(math.exp2(3.0))
#> 8.0
print(math.log10(100.0))
#> 2.0
print(math.ulp(1.0))
#> 2.220446049250313e-16
print(math.fabs(-x))
#> 2.5
print(math.isinf(x))
#> False
print(math.isfinite(x))
#> True
print(math.nextafter(1.0, 2.0))
#> 1.0000000000000002
print(math.fmod(7.5, 2.0))
#> 1.5
print(math.copysign(1.0, -2.0))
#> -1.0
print(math.remainder(7.0, 4.0))
#> -1.0
print(math.pow(2.0, 3.0))
#> 8.0
print(math.lcm(4, 6))
#> 12
print(math.prod([2, 3]))
#> 6
print(math.factorial(5))
#> 120
print(math.isqrt(17))
#> 4
print(math.frexp(8.0))
#> (0.5, 4)
print(math.modf(x))
#> (0.5, 2.0)
print(math.dist([0, 0], [3, 4]))
#> 5.0
### cmath
import cmath

print(cmath.tau)
#> 6.283185307179586
print(cmath.nan)
#> nan
print(cmath.nanj)
#> nanj
### fractions
from fractions import Fraction

f = Fraction(3, 4)
print(Fraction.from_float(0.5))
#> 1/2
print(f.denominator)
#> 4
print(f.as_integer_ratio())
#> (3, 4)
print(f.real)
#> 3/4
print(f.imag)
#> 0
print(f.conjugate())
#> 3/4
### whole_fractions
from fractions import Fraction

print(Fraction(4, 2).is_integer(), Fraction(1, 2).is_integer())
#> True False
### statistics
import statistics

x = [1.0, 2.0, 3.0]
y = [2.0, 4.0, 6.0]
n = statistics.NormalDist(0.0, 1.0)
print(statistics.covariance(x, y))
#> 2.0
print(n.pdf(0.0))
#> 0.3989422804014327
print(n.zscore(1.0))
#> 1.0
print(statistics.NormalDist.from_samples(x).mean)
#> 2.0
print(len(n.samples(3, seed=0)))
#> 3
print(statistics.linear_regression(x, y) == statistics.LinearRegression(2.0, 0.0))
#> True
### random
import random

r = random.Random(0)
print(random.Random(0).getrandbits(8))
#> 216
print(random.Random(0).randbytes(2))
#> b',\xd8'
print(random.Random(0).randrange(10))
#> 6
print(random.Random(0).choice('abc'))
#> b
print(random.Random(0).sample([1, 2, 3], 2))
#> [2, 3]
print(random.Random(0).choices([1, 2], k=2))
#> [2, 2]
print(random.Random(0).uniform(0.0, 1.0))
#> 0.8444218515250481
print(random.Random(0).gauss(0.0, 1.0))
#> 0.9417154046806644
print(random.Random(0).normalvariate(0.0, 1.0))
#> -0.18386822109325826
items = [1, 2, 3]
r.shuffle(items)
print(items)
#> [1, 3, 2]
r.seed(1)
print(random.Random(0).random())
#> 0.8444218515250481
random.seed(0)
print(random.randbytes(2))
#> b',\xd8'
### colorsys
import colorsys

print(colorsys.ONE_THIRD)
#> 0.3333333333333333
print(colorsys.ONE_SIXTH)
#> 0.16666666666666666
print(colorsys.TWO_THIRD)
#> 0.6666666666666666
print(colorsys.rgb_to_yiq(1.0, 0.0, 0.0))
#> (0.3, 0.599, 0.21299999999999997)
print(colorsys.yiq_to_rgb(0.5, 0.0, 0.0))
#> (0.5, 0.5, 0.5)
print(colorsys.rgb_to_hls(1.0, 0.0, 0.0))
#> (0.0, 0.5, 1.0)
print(colorsys.hls_to_rgb(0.0, 0.5, 1.0))
#> (1.0, 0.0, 0.0)
print(colorsys.rgb_to_hsv(1.0, 0.0, 0.0))
#> (0.0, 1.0, 1.0)
print(colorsys.hsv_to_rgb(0.0, 1.0, 1.0))
#> (1.0, 0.0, 0.0)
### numbers
import numbers

print(isinstance(2.5, numbers.Real))
#> True
print(numbers.Real.real is not None)
#> True
print(numbers.Real.imag is not None)
#> True
print(numbers.Real.conjugate is not None)
#> True
print(numbers.Integral.numerator is not None)
#> True
print(numbers.Integral.denominator is not None)
#> True
### floats
x = 2.5
print(x.as_integer_ratio())
#> (5, 2)
print(x.hex())
#> 0x1.4000000000000p+1
print(x.conjugate())
#> 2.5
print(x.is_integer())
#> False
print(x.real)
#> 2.5
print(x.imag)
#> 0.0
z = 3 + 4j
print(complex(3, 4).real)
#> 3.0
print(complex(3, 4).imag)
#> 4.0
print(complex(3, 4).conjugate())
#> (3-4j)
### hashes
import hashlib

print(hashlib.sha1(b'a').hexdigest())
#> 86f7e437faa5a7fce15d1ddcb9eaeaea377667b8
print(hashlib.sha224(b'a').hexdigest())
#> abd37534c7d9a2efb9465de931cd7055ffdb8879563ae98078d6d6d5
print(hashlib.sha384(b'a').hexdigest())
#> 54a59b9f22b0b80880d8427e548b7c23abd873486e1f035dce9cd697e85175033caa88e6d57bc35efae0b5afd3145f31
print('sha256' in hashlib.algorithms_guaranteed)
#> True
print('md5' in hashlib.algorithms_available)
#> True
### uuid
import uuid

u = uuid.UUID(int=1)
print(uuid.RESERVED_NCS)
#> reserved for NCS compatibility
print(uuid.RFC_4122)
#> specified in RFC 4122
print(uuid.RESERVED_MICROSOFT)
#> reserved for Microsoft compatibility
print(uuid.RESERVED_FUTURE)
#> reserved for future definition
print(uuid.SafeUUID.unknown)
#> SafeUUID.unknown
print(u.clock_seq_hi_variant)
#> 0
print(u.clock_seq_low)
#> 0
