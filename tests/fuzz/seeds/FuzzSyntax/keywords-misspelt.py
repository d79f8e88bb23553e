retrun x
fro i in x: pass
esle:
 x
