if x
  y = 1
print y, z
