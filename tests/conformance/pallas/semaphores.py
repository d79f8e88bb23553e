### counting
# source: pallas.md 1.1: signal adds, read reads, wait takes away; a semaphore begins at 0 and outlives a program
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(o_ref, sems):
  pl.semaphore_signal(sems.at[1], 3)
  pl.semaphore_signal(sems.at[1])
  o_ref[0, 0] = pl.semaphore_read(sems.at[1])
  pl.semaphore_wait(sems.at[1], 2)
  o_ref[0, 1] = pl.semaphore_read(sems.at[1])
  pl.semaphore_wait(sems.at[1], 2, decrement=False)
  o_ref[0, 2] = pl.semaphore_read(sems.at[1]) + pl.semaphore_read(sems.at[0])
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2, 3), jnp.int32), grid=(2,), out_specs=pl.BlockSpec((1, 3), lambda i: (i, 0)),
                   scratch_shapes=[pltpu.SemaphoreType.REGULAR((2,))])
print(f())
print(f())
#> [[4 2 2]
#>  [6 4 4]]
#> [[4 2 2]
#>  [6 4 4]]
### scoped
# source: pallas.md 1.1: run_scoped allocates semaphores too, at 0 each time
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(o_ref):
  def body(sem):
    pl.semaphore_signal(sem, 5)
    o_ref[...] = jnp.full((1,), pl.semaphore_read(sem))
  pl.run_scoped(body, pltpu.SemaphoreType.REGULAR)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), grid=(2,), out_specs=pl.BlockSpec((1,), lambda i: (i,)))())
#> [5 5]
### wait_for_ever
# source: ours: what would hang is an error of the run
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(o_ref, sem):
  pl.semaphore_signal(sem)
  pl.semaphore_wait(sem, 2)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32), scratch_shapes=[pltpu.SemaphoreType.REGULAR])()
#! assertion-failed: would wait for ever: `sem`
### other_device
# source: ours: there is one device
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(o_ref, sem):
  pl.semaphore_signal(sem, device_id=1, device_id_type=pl.DeviceIdType.LOGICAL)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32), scratch_shapes=[pltpu.SemaphoreType.REGULAR])()
#! not-supported: device_id
### signal_of_a_buffer
# source: ours: a Ref of numbers is no semaphore
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
pl.pallas_call(lambda o_ref: pl.semaphore_signal(o_ref), out_shape=jax.ShapeDtypeStruct((1,), jnp.int32))()
#! value-error: takes a semaphore, but `o_ref` is a Ref of int32
### brackets
# source: ours: a semaphore is read by semaphore_read alone
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(o_ref, sem):
  o_ref[0] = sem[...]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32), scratch_shapes=[pltpu.SemaphoreType.REGULAR])()
#! type-error: `sem` is a semaphore
### async_copy
# source: Pallas TPU documentation, make_async_copy: start, then wait
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_hbm_ref, o_hbm_ref, buffer_ref, sem):
  copy = pltpu.make_async_copy(x_hbm_ref.at[pl.ds(2, 4)], buffer_ref, sem)
  copy.start()
  copy.wait()
  buffer_ref[...] = buffer_ref[...] * 10
  pltpu.async_copy(buffer_ref, o_hbm_ref, sem).wait()
anywhere = pl.BlockSpec(memory_space=pl.ANY)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.float32), in_specs=[anywhere], out_specs=anywhere,
                   scratch_shapes=[pltpu.VMEM((4,), jnp.float32), pltpu.SemaphoreType.DMA])
print(f(jnp.arange(8.0)))
#> [20. 30. 40. 50.]
### wait_without_start
# source: Pallas: a wait needs its copy
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_ref, o_ref, sem):
  pltpu.make_async_copy(x_ref, o_ref, sem).wait()
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.float32), scratch_shapes=[pltpu.SemaphoreType.DMA])(jnp.arange(4.0))
#! assertion-failed: would wait for ever
### copy_of_another_shape
# source: ours: source and target have one shape
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_ref, o_ref):
  pltpu.sync_copy(x_ref, o_ref)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.float32))(jnp.arange(3.0))
#! value-error: of another shape
### select_ref
# source: pallas.md 1.1: select_ref chooses one of several Refs while the kernel runs
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(i_ref, x_ref, y_ref, o_ref):
  chosen = pl.select_ref(i_ref[pl.program_id(0)], x_ref, y_ref)
  o_ref[...] = chosen[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((6,), jnp.int32), grid=(3,), out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(f(jnp.array([1, 0, 1]), jnp.array([1, 2]), jnp.array([30, 40])))
#> [30 40  1  2 30 40]
### semaphore_as_a_result
# source: ours: semaphores are scratch
import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
pl.pallas_call(lambda sem: None, out_shape=pltpu.SemaphoreType.DMA)()
#! not-supported: a semaphore in `out_shape`
### choice_by_a_float
# source: ours: the index is an integer
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = pl.select_ref(x_ref[0], x_ref, o_ref)[...]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.float32))(jnp.zeros(2))
#! type-error: is one integer, not float32[]
