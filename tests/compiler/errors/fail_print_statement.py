# RUN: python3 %S/check-errors.py %tessera %s
# expect: syntax-error 5:1 "`print` is a function"
# expect-note: "print(x)"
x = 1
print x
