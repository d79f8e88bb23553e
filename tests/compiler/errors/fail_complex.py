# RUN: python3 %S/check-errors.py %tessera %s
# expect: unsupported-syntax 3:5 "complex"
z = 3j
