### complex_arrays
# source: JAX documentation, jax.numpy; numbers from NumPy in float32
import jax
import jax.numpy as jnp
from jax import lax
x = jnp.arange(3.0)
z = 1j * x + 1
print(z, repr(z), z.dtype, isinstance(z, jax.Array))
print(z * 2, z @ z, z.sum(), z ** 2, z / 2, z.T.conj(), jnp.abs(z)[:1], jnp.real(z), z.imag)
print(jnp.array([1 + 2j]), x.astype(jnp.complex64), jnp.zeros(2, dtype=complex).dtype, (x * 1j).dtype, jnp.iscomplexobj(z))
print(z.at[0].set(5j), z.at[1:].add(1), jnp.where(x > 0, z, 0), jnp.concatenate([z, z[:1]]), lax.complex(x, -x))
print(jax.jit(lambda x: 1j * x)(x), jax.jit(lambda z: z * 2)(z), jax.jit(jnp.abs)(3 * z[:1] + 4j))
print(jax.grad(lambda x: jnp.abs(x * 1j + 1).sum())(jnp.zeros(2)))
#> [1.+0.j 1.+1.j 1.+2.j] Array([1.+0.j, 1.+1.j, 1.+2.j], dtype=complex64) complex64 True
#> [2.+0.j 2.+2.j 2.+4.j] (-2+6j) (3+3j) [ 1.+0.j  0.+2.j -3.+4.j] [0.5+0.j  0.5+0.5j 0.5+1.j ] [1.-0.j 1.-1.j 1.-2.j] [1.] [1. 1. 1.] [0. 1. 2.]
#> [1.+2.j] [0.+0.j 1.+0.j 2.+0.j] complex64 complex64 True
#> [0.+5.j 1.+1.j 1.+2.j] [1.+0.j 2.+1.j 2.+2.j] [0.+0.j 1.+1.j 1.+2.j] [1.+0.j 1.+1.j 1.+2.j 1.+0.j] [0.-0.j 1.-1.j 2.-2.j]
#> [0.+0.j 0.+1.j 0.+2.j] [2.+0.j 2.+2.j 2.+4.j] [5.]
#> [0. 0.]
### complex_arrays_and_transforms
# source: NumPy's fft in float32
import jax.numpy as jnp
x = jnp.arange(4.0)
print(jnp.fft.fft(x), jnp.fft.rfft(x), jnp.fft.ifft(jnp.fft.fft(x)).real, jnp.fft.fft2(jnp.eye(2)), jnp.fft.fft(x).dtype)
print(jnp.fft.fftfreq(4), jnp.fft.fftshift(x), jnp.allclose(jnp.fft.irfft(jnp.fft.rfft(jnp.arange(53.0)), 53), jnp.arange(53.0), atol=1e-4))
#> [ 6.+0.j -2.+2.j -2.+0.j -2.-2.j] [ 6.+0.j -2.+2.j -2.+0.j] [0. 1. 2. 3.] [[2.+0.j 0.+0.j]
#>  [0.+0.j 2.+0.j]] complex64
#> [ 0.    0.25 -0.5  -0.25] [2. 3. 0. 1.] True
### kernels_take_no_complex_numbers
# source: ours
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.float32))(1j * jnp.arange(4.0))
#! not-supported: an array of complex numbers as an input of a kernel
### vmap_takes_no_complex_numbers
# source: ours
import jax
import jax.numpy as jnp
jax.vmap(lambda x: x * 2)(1j * jnp.arange(4.0))
#! not-supported: `jax.vmap` over an array of complex numbers
