def kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] +
    y = 1
      z = 2
