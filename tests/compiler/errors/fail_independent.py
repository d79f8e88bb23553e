# RUN: python3 %S/check-errors.py %tessera %s
# expect: syntax-error 7:6 "`=` assigns"
# expect: syntax-error 9:5 "`:` is missing"
# expect: syntax-error 11:7 "`y` directly after `x`"
# expect: unsupported-syntax 12:1 "notebook command"
x = 1
if x = 2:
  pass
else
  pass
z = x y
!pip install jax
