# RUN: python3 %S/check-errors.py %tessera %s
# expect: memory-limit 3:5 "limit"
x = [0] * 10**12
