# RUN: python3 %S/check-errors.py %tessera %s
# Calls whose meaning depends on the release of Pallas: a remark says which one they got.
# expect-remark: chosen-version 10:10 "`max_concurrent_steps` of the compiler's parameters changes nothing here"
# expect-remark: chosen-version 10:79 "`axis_names` names the grid's axes, the cluster's and the threads', as in releases of early 2025"
# expect-remark: chosen-version 13:4 "takes its argument apart as the index, as in releases of 2025"
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu

def make(body):
  return plgpu.kernel(body, jax.ShapeDtypeStruct((2,), jnp.int32), grid=(2,), axis_names=("i",),
                      compiler_params=plgpu.CompilerParams(max_concurrent_steps=2))
def kernel(o):
  @plgpu.nd_loop((2,), collective_axes="i")
  def _(index):
    (i,) = index
    o[i] = i
make(kernel)()
