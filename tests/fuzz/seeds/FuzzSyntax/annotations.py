x: int: 3
a, b: int = 3
a, b += 1
x := 3
*a
