# RUN: python3 %S/check-errors.py %tessera %s
# expect: unsupported-syntax 4:10 "an asynchronous comprehension is not supported"
async def f(x):
  return [i async for i in x]
f(0).send(None)
