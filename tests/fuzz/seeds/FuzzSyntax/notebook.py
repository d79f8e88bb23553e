%matplotlib inline
!pip install jax
x = 1
