### a_check_that_fails
# source: JAX, checkify: the first failed check's message
import jax, jax.numpy as jnp
from jax.experimental import checkify
def f(x):
  checkify.check(x[0] > 0, "the first is {first}", first=x[0])
  checkify.check(jnp.all(x < 10), "all are small")
  return x * 2
for x in (jnp.array([1, 2]), jnp.array([-1, 20]), jnp.array([1, 20])):
  err, y = checkify.checkify(f)(x)
  print(y, err.get())
#> [2 4] None
#> [-2 40] the first is -1 (`check` failed)
#> [ 2 40] all are small (`check` failed)
### under_jit
# source: JAX, checkify: `checkify` goes around `jit`
import jax, jax.numpy as jnp
from jax.experimental import checkify
@jax.jit
def f(x):
  checkify.check(x > 0, "positive")
  return jnp.log(x)
err, y = checkify.checkify(f)(jnp.float32(-1.0))
try:
  err.throw()
except checkify.JaxRuntimeError as e:
  print(e)
checkify.check_error(checkify.checkify(f)(jnp.float32(1.0))[0])
#> positive (`check` failed)
### without_checkify
# source: JAX, checkify.check: raises where nothing collects
import jax.numpy as jnp
from jax.experimental import checkify
checkify.debug_check(jnp.bool_(False), "nobody sees this")
try:
  checkify.check(jnp.bool_(False), "seen")
except ValueError as e:
  print(e)
#> seen (`check` failed)
### automatic_checks
# source: ours: checks that a program did not write are not made
from jax.experimental import checkify
checkify.checkify(lambda x: x, errors=checkify.float_checks)
#! not-supported: the checks ['div', 'nan'] of `checkify`
