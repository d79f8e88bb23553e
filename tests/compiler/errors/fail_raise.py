# RUN: python3 %S/check-errors.py %tessera %s
# expect: raised 4:3 "`ValueError` is raised and nothing catches it: no block"
def choose(size):
  raise ValueError('no block')
choose(8)
