# RUN: python3 %S/check-errors.py %tessera %s
# expect: unsupported-syntax 4:1 "`%matplotlib inline` is a notebook command"
# expect-note: "remove the line"
%matplotlib inline
import jax
