# RUN: python3 %S/check-errors.py %tessera %s
# expect: unsupported-syntax 3:7 "`async def` is not supported"
async def f():
  pass
