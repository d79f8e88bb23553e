# RUN: python3 %S/check-errors.py %tessera %s
# expect: assertion-failed 4:8 "128"
block = 100
assert block % 128 == 0, f'{block} is no multiple of 128'
