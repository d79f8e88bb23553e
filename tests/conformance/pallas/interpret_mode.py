### races_found
# source: JAX, Mosaic GPU's interpreter: races are found, and said when asked
import jax, jax.numpy as jnp
from jax import lax
from jax._src.pallas.mosaic_gpu.interpret import interpret_pallas_call as mosaic_interpret
from jax._src.pallas.mosaic_gpu.interpret import params
from jax.experimental.pallas import mosaic_gpu as plgpu
def run(commits):
  mosaic_interpret.reset_gpu_interpret_mode_state()
  def kernel(x, o, smem):
    smem[...] = x[...] + 1
    if commits:
      plgpu.commit_smem()
    plgpu.copy_smem_to_gmem(smem, o)
    plgpu.wait_smem_to_gmem(0)
  f = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((128,), jnp.float32), scratch_types=[plgpu.SMEM((128,), jnp.float32)],
                   interpret=params.InterpretParams(detect_races=True))
  f(jnp.zeros(128, jnp.float32))
  print(mosaic_interpret.get_races().races_found)
run(True)
run(False)
run(True)
#> False
#> True
#> False
