# RUN: python3 %S/check-errors.py %tessera %s
# expect: unterminated 5:7 "this string is never closed"
# expect-note: "close it with"
import jax
x = f("hello)
y = 1
