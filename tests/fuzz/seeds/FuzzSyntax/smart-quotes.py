x = “abc” + ‘d’
y = a − b
z = a ≤ b
w = (a， b)
