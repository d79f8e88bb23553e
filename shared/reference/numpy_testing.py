# SPDX-License-Identifier: Apache-2.0
# numpy.testing: comparisons that fail the run.
### comparisons
import numpy as np
from numpy import testing

x = np.array([1.0, 2.0])
testing.assert_almost_equal(x, x + 1e-9)
testing.assert_equal([1, 2], [1, 2])
testing.assert_string_equal('ab', 'ab')
testing.assert_approx_equal(1.0, 1.0000001)
testing.assert_array_max_ulp(x, x)
testing.assert_array_almost_equal_nulp(x, x)
testing.assert_(True)
print('all hold')
#> all hold
### warnings
import warnings
from numpy import testing


def warn():
    warnings.warn("old", DeprecationWarning)


testing.assert_warns(DeprecationWarning, warn)
testing.assert_no_warnings(lambda: None)
testing.assert_raises_regex(ValueError, "bad", lambda: (_ for _ in ()).throw(ValueError("bad")))
with testing.suppress_warnings() as quiet:
    quiet.filter(DeprecationWarning)
    warn()
with testing.suppress_warnings() as heard:
    log = heard.record(DeprecationWarning)
    warn()
print(len(log))
#> 1
### where_tests_run
from numpy import testing

print(testing.HAS_REFCOUNT)
#> False
print(testing.HAS_LAPACK64)
#> False
print(testing.IS_PYPY)
#> False
print(testing.IS_PYSTON)
#> False
print(testing.IS_MUSL)
#> False
print(testing.IS_WASM)
#> False
print(testing.verbose)
#> 0
print(issubclass(testing.KnownFailureException, Exception))
#> True
print(issubclass(testing.SkipTest, Exception))
#> True
print(testing.break_cycles())
#> None
space = {}
testing.runstring('a = 1 + 1', space)
print(space['a'])
#> 2
