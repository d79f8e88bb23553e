for i in range(3)
  pass
while True: pass
