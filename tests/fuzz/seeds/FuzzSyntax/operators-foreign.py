x = a && b
y = a || !c
z = x++
w = a <> b
