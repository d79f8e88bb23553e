### paths_of_leaves
# source: documentation of jax.tree_util.tree_flatten_with_path and keystr
import jax, collections, dataclasses
from jax.tree_util import keystr, DictKey, SequenceKey
Point = collections.namedtuple("Point", ["x", "y"])
tree = {"b": Point(3, [4]), "a": [1, 2]}
paths, structure = jax.tree_util.tree_flatten_with_path(tree)
print(*[keystr(p) for p, _ in paths])
print(*[keystr(p, simple=True, separator="/") for p, _ in paths])
print(jax.tree.map_with_path(lambda p, x: f"{keystr(p)}={x}", {"a": [1, 2], "b": 3}) | {"b": 0})
print(paths[0][0], paths[0][0] == (DictKey("a"), SequenceKey(0)), len(jax.tree.leaves_with_path(tree)))
class Box:
    def __init__(self, v): self.v = v
jax.tree_util.register_pytree_node(Box, lambda b: ((b.v,), None), lambda _, c: Box(*c))
@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Data:
    data: int
print(keystr(jax.tree.leaves_with_path(Box(1))[0][0]), keystr(jax.tree.leaves_with_path(Data(1))[0][0]))
#> ['a'][0] ['a'][1] ['b'].x ['b'].y[0]
#> a/0 a/1 b/x b/y/0
#> {'a': ["['a'][0]=1", "['a'][1]=2"], 'b': 0}
#> (DictKey(key='a'), SequenceKey(idx=0)) True 4
#> [<flat index 0>] .data
### transpose_and_partial
# source: documentation of jax.tree.transpose and jax.tree_util.Partial
import jax, jax.numpy as jnp
print(jax.tree.transpose(jax.tree.structure([0, 0]), jax.tree.structure((0, 0)), [(1, 2), (3, 4)]))
f = jax.tree_util.Partial(lambda a, b, c=0: a + b + c, 3)
print(f(4), f(4, c=2))
g = jax.tree_util.Partial(lambda x, y: x * y, jnp.float32(2))
@jax.jit
def call(h, x): return h(x)
print([float(call(g, 4.0)), float(call(jax.tree_util.Partial(jnp.add, 2.0), 4.0))])
#> ([1, 3], [2, 4])
#> 7 9
#> [8.0, 6.0]
### keys_of_a_class
# source: documentation of register_pytree_with_keys_class
import jax
from jax.tree_util import keystr, DictKey
@jax.tree_util.register_pytree_with_keys_class
class Pair:
    def __init__(self, left, right): self.left, self.right = left, right
    def tree_flatten_with_keys(self): return ((DictKey("left"), self.left), (DictKey("right"), self.right)), None
    @classmethod
    def tree_unflatten(cls, aux, children): return cls(*children)
p = Pair(1, [2])
print(*[keystr(k) for k, _ in jax.tree.leaves_with_path(p)])
q = jax.tree.map(lambda x: x + 2, p)
print(q.left, q.right)
#> ['left'] ['right'][0]
#> 3 [4]
