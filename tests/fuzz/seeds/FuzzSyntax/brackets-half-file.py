pl.pallas_call(kernel, grid=(2, 
   in_specs=[pl.BlockSpec((1, 2),
