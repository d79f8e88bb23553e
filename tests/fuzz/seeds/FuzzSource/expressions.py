x = [i * 2 for i in range(5) if i % 2]
f = lambda a, *b, c=1, **d: (a, b, c, d)
print(f"{x!r:>10} {f(1, 2, c=3)[0]:04d}", x[::-1], {**{'a': 1}}, not x or -x[0] ** 2)
