else if x:
  pass
