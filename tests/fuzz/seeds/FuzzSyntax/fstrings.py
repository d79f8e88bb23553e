x = f"{a"
y = f"{}"
z = f"}"
w = f"{a!x}"
v = f"{a b}"
u = f"{a:{b}"
t = f"abc
