# RUN: python3 %S/check-errors.py %tessera %s
# expect: unterminated 6:13 "`(` is never closed"
# expect-note: "a new statement begins here"
# expect: syntax-error 9:5 "unmatched `]`"
import jax.numpy as jnp
x = jnp.ones((8, 128)
y = x + 1
def f(): pass
z = ]
