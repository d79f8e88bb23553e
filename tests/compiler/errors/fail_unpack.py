# RUN: python3 %S/check-errors.py %tessera %s
# expect: value-error 3:1 "not enough values to unpack"
rows, columns = (8,)
