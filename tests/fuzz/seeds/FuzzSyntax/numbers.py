x = 1_
y = 0x
z = 012
w = 1abc
v = 0b12
u = 3j
