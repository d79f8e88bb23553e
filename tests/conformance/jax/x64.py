### sixty_four_bits
# source: documentation of jax_enable_x64: the default dtypes are int64 and float64 then
import jax, jax.numpy as jnp
jax.config.update("jax_enable_x64", True)
print(jnp.arange(3).dtype, jnp.ones(2).dtype, (jnp.arange(3) / 2).dtype, jnp.array(1.5).dtype, jnp.sum(jnp.ones(3, jnp.int32)).dtype, jnp.argmax(jnp.ones(3)).dtype)
print(jnp.float64(1) / 3, (jnp.ones(2, jnp.float32) + 1.5).dtype, jnp.sin(jnp.float32(1)).dtype, (jnp.arange(2, dtype=jnp.uint32) + jnp.arange(2, dtype=jnp.int32)).dtype)
jax.config.update("jax_enable_x64", False)
a = jnp.arange(2).dtype
with jax.experimental.enable_x64():
    b, c, d = jnp.arange(2).dtype, jnp.zeros(1, jnp.float64).dtype, jnp.sqrt(2)
print(a, b, c, d, jnp.asarray(1).dtype, jnp.zeros(2, jnp.float64).dtype == jnp.float32)
#> int64 float64 float64 float64 int64 int64
#> 0.3333333333333333 float32 float32 int64
#> int32 int64 float64 1.4142135623730951 int32 True
### random_numbers_of_64_bits
# source: known vectors: words are (high << 32) + low of Threefry's two
import jax
jax.config.update("jax_enable_x64", True)
key = jax.random.key(0)
print(jax.random.normal(key, (6,)))
print(jax.random.bits(key, (3,), "uint64"))
print(jax.random.uniform(key, (3,)))
#> [-0.20584214 -0.78476578  1.81608667  0.18784401  0.08086788 -0.37211079]
#> [ 7719171245655871230  3989946895414531357 17807037942121513089]
#> [0.41845711 0.21629545 0.96532146]
### sixty_four_bits_are_off_at_first
# source: ours
import jax.numpy as jnp
print(jnp.arange(2).dtype, jnp.ones(1, jnp.float64).dtype)
#> int32 float32
