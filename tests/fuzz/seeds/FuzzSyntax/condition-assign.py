if x = 3:
  y = 1
else:
  y = 2
