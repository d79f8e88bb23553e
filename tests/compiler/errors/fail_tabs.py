# RUN: python3 %S/check-errors.py %tessera %s
# expect: indentation 7:1 "tabs and spaces are mixed"
# expect-note: "spaces alone"
import jax
def f(x):
        y = x + 1
	return y
