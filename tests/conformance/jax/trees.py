### map_over_containers
# source: jax.tree.map
import jax
import jax.numpy as jnp
t = {"b": [1, 2], "a": (jnp.array([3]), None)}
print(jax.tree.map(lambda x: x * 2, t))
#> {'a': (Array([6], dtype=int32), None), 'b': [2, 4]}
print(jax.tree.map(lambda x, y: x + y, [1, (2,)], [10, (20,)]))
#> [11, (22,)]
### leaves_and_structure
# source: jax.tree documentation: dict keys sorted, None has no leaves
import jax
t = {"b": [1, 2], "a": (3, None)}
print(jax.tree.leaves(t), jax.tree.structure(t))
#> [3, 1, 2] PyTreeDef({'a': (*, None), 'b': [*, *]})
leaves, d = jax.tree.flatten(t)
print(d.num_leaves, jax.tree.unflatten(d, [x + 1 for x in leaves]), d == jax.tree.structure({"a": (0, None), "b": [0, 0]}))
#> 3 {'a': (4, None), 'b': [2, 3]} True
### reduce_and_all
# source: jax.tree.reduce, jax.tree.all
import jax
t = {"x": 1, "y": [2, 3]}
print(jax.tree.reduce(lambda a, b: a + b, t), jax.tree.reduce(lambda a, b: a * b, t, 10), jax.tree.all([True, (1, False)]), jax.tree.all({}))
#> 6 60 False True
### is_leaf
# source: jax.tree.map with is_leaf
import jax
t = [(1, 2), (3, 4)]
print(jax.tree.map(sum, t, is_leaf=lambda x: isinstance(x, tuple)), jax.tree.leaves(t, is_leaf=lambda x: isinstance(x, tuple)))
#> [3, 7] [(1, 2), (3, 4)]
### named_tuples
# source: jax pytrees: named tuples come back as they were
import collections
import jax
P = collections.namedtuple("P", ["x", "y"])
print(jax.tree.map(lambda v: -v, P(1, [2])))
#> P(x=-1, y=[-2])
### registered_class
# source: jax.tree_util.register_pytree_node_class
import jax
import jax.numpy as jnp
@jax.tree_util.register_pytree_node_class
class Pair:
  def __init__(self, a, b, name):
    self.a, self.b, self.name = a, b, name
  def tree_flatten(self):
    return (self.a, self.b), self.name
  @classmethod
  def tree_unflatten(cls, name, children):
    return cls(*children, name)
p = jax.tree.map(lambda v: v + 1, Pair(1, 2, "n"))
print(p.a, p.b, p.name, jax.tree.leaves(p))
#> 2 3 n [2, 3]
q = jax.jit(lambda p: Pair(p.a * 2, p.b, p.name))(Pair(jnp.array([1, 2]), 5, "m"))
print(q.a, q.b, q.name)
#> [2 4] 5 m
### registered_by_functions
# source: jax.tree_util.register_pytree_node
import jax
class Box:
  def __init__(self, v):
    self.v = v
jax.tree_util.register_pytree_node(Box, lambda b: ((b.v,), None), lambda _, c: Box(c[0]))
print(jax.tree.leaves([Box(3), Box((4, 5))]), jax.tree.map(lambda v: v * 10, Box(2)).v)
#> [3, 4, 5] 20
### registered_dataclass
# source: jax.tree_util.register_dataclass: data fields are leaves, meta fields structure
import dataclasses
import functools
import jax
import jax.numpy as jnp
@functools.partial(jax.tree_util.register_dataclass, data_fields=["w", "b"], meta_fields=["kind"])
@dataclasses.dataclass
class Layer:
  w: jax.Array
  b: jax.Array
  kind: str = "dense"
l = Layer(jnp.array([1.0, 2.0]), jnp.array(3.0), "k")
m = jax.jit(lambda l, x: Layer(l.w * x, l.b, l.kind))(l, 2.0)
print(m.w, m.b, m.kind, len(jax.tree.leaves(m)))
#> [2. 4.] 3.0 k 2
### dataclass_as_a_loop_carry
# source: jax.lax.fori_loop over a registered dataclass
import dataclasses
import jax
import jax.numpy as jnp
@jax.tree_util.register_dataclass
@dataclasses.dataclass
class State:
  x: jax.Array
  n: jax.Array
s = jax.lax.fori_loop(0, 3, lambda i, s: State(s.x * 2, s.n + i), State(jnp.array([1, 1]), jnp.array(0)))
print(s.x, s.n)
#> [8 8] 3
### structures_that_differ
# source: jax.tree.map raises ValueError
import jax
jax.tree.map(lambda a, b: a, [1, 2], [1, (2,)])
#! value-error: different structures
### old_names
# source: jax.tree_util
import jax
from jax.tree_util import tree_map, tree_leaves, tree_flatten, tree_unflatten
leaves, d = tree_flatten((1, [2]))
print(tree_map(lambda x: x + 1, (1, [2])), tree_leaves((1, [2])), tree_unflatten(d, "ab"))
#> (2, [3]) [1, 2] ('a', ['b'])
### eval_shape_computes_nothing
# source: jax.eval_shape
import jax
import jax.numpy as jnp
r = jax.eval_shape(lambda a, b: {"y": a @ b, "n": a.sum()}, jax.ShapeDtypeStruct((2, 3), jnp.bfloat16), jnp.ones((3, 4), jnp.bfloat16))
print(r["y"].shape, r["y"].dtype, r["n"].shape)
#> (2, 4) bfloat16 ()
