# RUN: python3 %S/check-errors.py %tessera %s
# expect: type-error 4:7 "unsupported operand type(s) for +: 'int' and 'str'"
n = 3
print(n + 'x')
