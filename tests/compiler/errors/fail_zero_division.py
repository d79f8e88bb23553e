# RUN: python3 %S/check-errors.py %tessera %s
# expect: zero-division 5:14 "division or modulo by zero"
def blocks(rows, per_block):
  # a remark that does not count
  return     rows // per_block

blocks(128, 0)
