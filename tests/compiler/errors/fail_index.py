# RUN: python3 %S/check-errors.py %tessera %s
# expect: index-error 4:7 "index out of range"
sizes = [1, 2, 3]
print(sizes[3])
