# RUN: python3 %S/check-errors.py %tessera %s
# expect: step-limit 4:1 "steps"
n = 0
while True:
  n = 1 - n
