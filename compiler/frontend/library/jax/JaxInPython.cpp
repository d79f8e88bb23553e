// SPDX-License-Identifier: Apache-2.0
// Parts of `jax`, `jax.tree_util` and `jax.ops` whose bodies are written in Python: functions with their own derivatives
// (of which only the function itself is used), Refs of `jax.new_ref`, settings that change nothing here; paths of trees are in TreeInPython.cpp.
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/library/jax/Array.h"
#include "compiler/frontend/library/jax/Tables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

static const char jaxText[] = R"py(
import jax
import jax.numpy as jnp
import functools

# ---- functions with their own derivatives

class OwnDerivative:
    def __init__(self, fun, nondiff_argnums=(), nondiff_argnames=()):
        self.fun, self.nondiff_argnums, self.nondiff_argnames, self.rules = fun, nondiff_argnums, nondiff_argnames, None
        functools.update_wrapper(self, fun)
    def __call__(self, *args, **kwargs):
        return self.fun(*args, **kwargs)
    def __get__(self, instance, owner=None):
        return self if instance is None else functools.partial(self, instance)

class CustomJvp(OwnDerivative):
    def defjvp(self, jvp, symbolic_zeros=False):
        self.rules = (jvp,)
        return jvp
    def defjvps(self, *jvps):
        self.rules = jvps

class CustomVjp(OwnDerivative):
    def defvjp(self, fwd, bwd, symbolic_zeros=False, optimize_remat=False):
        self.rules = (fwd, bwd)

def custom_jvp(fun, nondiff_argnums=(), nondiff_argnames=()):
    return CustomJvp(fun, nondiff_argnums, nondiff_argnames)

def custom_vjp(fun, nondiff_argnums=(), nondiff_argnames=()):
    return CustomVjp(fun, nondiff_argnums, nondiff_argnames)

def custom_gradient(fun):
    return lambda *args, **kwargs: fun(*args, **kwargs)[0]

# ---- types and Refs

class ShapedArray:
    def __init__(self, shape, dtype, weak_type=False):
        self.shape, self.dtype, self.weak_type = tuple(shape), jnp.dtype(dtype), weak_type
        self.ndim, self.size = len(self.shape), 1
        for n in self.shape:
            self.size *= n
    def str_short(self, short_dtypes=False):
        return str(self)
    def __str__(self):
        return f"{self.dtype}[{','.join([str(n) for n in self.shape])}]"
    def __repr__(self):
        return f"ShapedArray({self}{', weak_type=True' if self.weak_type else ''})"
    def __eq__(self, other):
        return isinstance(other, ShapedArray) and (self.shape, self.dtype, self.weak_type) == (other.shape, other.dtype, other.weak_type)
    def __hash__(self):
        return hash(self.shape)
    def __len__(self):
        return self.shape[0]

def typeof(x):
    if isinstance(x, MutableArray):
        return ShapedArray(x.shape, x.dtype)
    x = x if hasattr(x, "shape") else jnp.asarray(x)
    return ShapedArray(x.shape, x.dtype, getattr(x, "weak_type", False))

class MutableArray:
    # The array is rebound on every store, so a store inside of a loop or a branch, which is recorded once, is refused.
    def __init__(self, value):
        self.now = jnp.asarray(value) + 0 if jnp.asarray(value).dtype != bool else jnp.array(value)
        self.frozen = False
    def check(self, value):
        if self.frozen:
            raise ValueError("the Ref was frozen")
        if not value._is_recorded_here():
            raise NotImplementedError("a Ref of `jax.new_ref` used inside of a loop, a branch or a kernel")
        return value
    def __getitem__(self, index):
        return self.check(self.now)[index]
    def __setitem__(self, index, value):
        self.now = self.check(self.now.at[index].set(value) + 0 if self.now.dtype != bool else self.now.at[index].set(value))
    def get(self, *index):
        return self[index if index else ...]
    def set(self, value):
        self[...] = value
    def swap(self, value):
        old, self[...] = self[...], value
        return old
    def addupdate(self, value):
        self[...] = self[...] + value
    shape = property(lambda self: self.now.shape)
    dtype = property(lambda self: self.now.dtype)
    ndim = property(lambda self: self.now.ndim)
    size = property(lambda self: self.now.size)
    def __repr__(self):
        return f"Ref({self.now!r})"

def new_ref(init_val, memory_space=None):
    if memory_space is not None:
        raise NotImplementedError("`memory_space` of `jax.new_ref`")
    return jax.tree.map(MutableArray, init_val)

def freeze(ref):
    value = ref.check(ref.now)
    ref.frozen = True
    return value

array_ref = new_ref

# ---- blocks that change nothing

class Nothing:
    def __init__(self, value=None):
        self.value = value
    def __enter__(self):
        return self.value
    def __exit__(self, *exception):
        return False
    def __call__(self, f):
        return f

def ensure_compile_time_eval():
    return Nothing()

def disable_jit(disable=True):
    return Nothing()

def enable_checks(value=True):
    return Nothing()

check_tracer_leaks = log_compiles = transfer_guard = enable_checks

def debug_nans(value=True):
    if value:
        raise NotImplementedError("NaN as an error (`jax.debug_nans`)")
    return Nothing()

def debug_infs(value=True):
    if value:
        raise NotImplementedError("infinity as an error (`jax.debug_infs`)")
    return Nothing()

def numpy_rank_promotion(value=True):
    if value == "raise":
        raise NotImplementedError("rank promotion as an error (`jax.numpy_rank_promotion`)")
    return Nothing()

def default_device(device=None):
    return Nothing(device)

def default_matmul_precision(precision):
    if precision not in (None, "highest", "float32"):
        raise NotImplementedError(f"the default matmul precision `{precision}`")
    return Nothing()

def numpy_dtype_promotion(mode):
    if mode != "standard":
        raise NotImplementedError(f"the dtype promotion `{mode}`")
    return Nothing()

class Config:
    # Options that change nothing, and those that have one value only.
    harmless = ("jax_traceback_filtering", "jax_platform_name", "jax_platforms", "jax_compilation_cache_dir", "jax_log_compiles",
                "jax_disable_jit", "jax_check_tracer_leaks", "jax_enable_checks", "jax_transfer_guard",
                "jax_include_full_tracebacks_in_locations", "jax_persistent_cache_min_compile_time_secs", "jax_persistent_cache_min_entry_size_bytes",
                "jax_enable_compilation_cache", "jax_dump_ir_to", "jax_default_device", "jax_pallas_use_mosaic_gpu", "jax_exec_time_optimization_effort",
                "jax_memory_fitting_effort", "jax_explain_cache_misses", "jax_num_cpu_devices")
    fixed = {"jax_default_matmul_precision": (None, "highest", "float32"), "jax_numpy_dtype_promotion": ("standard",), "jax_default_prng_impl": ("threefry2x32",),
             "jax_debug_nans": (False,), "jax_debug_infs": (False,), "jax_numpy_rank_promotion": ("allow", "warn"), "jax_enable_custom_prng": (False,),
             "jax_threefry_partitionable": (True,), "jax_dynamic_shapes": (False,), "jax_softmax_custom_jvp": (True, False)}
    def __init__(self):
        self.values = {"jax_enable_x64": False}
    def update(self, name, val):
        if name == "jax_enable_x64":
            val = bool(val)
            jnp.zeros(0)._set_x64(val)
        elif name in Config.fixed:
            if val not in Config.fixed[name]:
                raise NotImplementedError(f"the value {val!r} of the configuration option `{name}`")
        elif name not in Config.harmless:
            raise AttributeError(f"Unrecognized config option: {name}")
        self.values[name] = val
    def read(self, name):
        if name in self.values:
            return self.values[name]
        if name in Config.fixed:
            return Config.fixed[name][0]
        if name in Config.harmless:
            return None
        raise AttributeError(f"Unrecognized config option: {name}")
    def __getattr__(self, name):
        return self.read("jax_enable_x64" if name == "x64_enabled" else name)
    def parse_flags_with_absl(self):
        pass
    config_with_absl = parse_flags_with_absl

config = Config()

class X64:
    def __init__(self, new_val):
        self.new, self.old = new_val, None
    def __enter__(self):
        self.old = config.read("jax_enable_x64")
        config.update("jax_enable_x64", self.new)
    def __exit__(self, *exception):
        config.update("jax_enable_x64", self.old)
        return False

def enable_x64(new_val=True):
    return X64(new_val)

def disable_x64():
    return X64(False)

def process_index(backend=None):
    return 0

def process_count(backend=None):
    return 1

def live_arrays(platform=None):
    raise NotImplementedError("`jax.live_arrays`")

def print_environment_info(return_string=False):
    text = f"jax:    {jax.__version__}\nbackend: {jax.default_backend()}\n"
    if return_string:
        return text
    print(text)

class Compiled:
    def __init__(self, function, shapes):
        self.function, self.shapes = function, shapes
    def __call__(self, *args, **kwargs):
        return self.function(*args, **kwargs)
    def compile(self, compiler_options=None):
        return Compiled(self.function, self.shapes)
    def lower(self, lowering_platforms=None):
        return self
    def as_text(self, dialect=None):
        raise NotImplementedError("the text of a compiled function: `tessera show` prints a program at every stage, so `as_text`")
    compiler_ir = as_text
    def cost_analysis(self):
        raise NotImplementedError("`cost_analysis` of a compiled function")
    def memory_analysis(self):
        raise NotImplementedError("`memory_analysis` of a compiled function")
    out_info = property(lambda self: self.shapes)

def jit_lower(function, *args, **kwargs):
    return Compiled(function, jax.eval_shape(function, *args, **kwargs))

jit_trace = jit_lower

def jit_eval_shape(function, *args, **kwargs):
    return jax.eval_shape(function, *args, **kwargs)

def jit_clear_cache(function):
    return None

def segment(reduce_name, data, segment_ids, num_segments, indices_are_sorted, unique_indices, bucket_size, mode):
    if bucket_size is not None:
        raise NotImplementedError("`bucket_size` of a segment operation")
    data, ids = jnp.asarray(data), jnp.asarray(segment_ids)
    if num_segments is None:
        num_segments = int(ids.max()) + 1
    if num_segments < 0:
        raise ValueError("num_segments must be non-negative.")
    kind = data.dtype
    if reduce_name == "add":
        start = jnp.zeros((), kind)
    elif reduce_name == "multiply":
        start = jnp.ones((), kind)
    else:
        least = -jnp.inf if jnp.issubdtype(kind, jnp.floating) else jnp.iinfo(kind).min
        most = jnp.inf if jnp.issubdtype(kind, jnp.floating) else jnp.iinfo(kind).max
        start = jnp.array(least if reduce_name == "max" else most, kind)
    result = jnp.broadcast_to(start, (num_segments,) + data.shape[ids.ndim:])
    ids = jnp.where(ids < 0, num_segments, ids)
    return getattr(result.at[ids], reduce_name)(data, mode="drop")

def segment_sum(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None):
    return segment("add", data, segment_ids, num_segments, indices_are_sorted, unique_indices, bucket_size, mode)

def segment_prod(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None):
    return segment("multiply", data, segment_ids, num_segments, indices_are_sorted, unique_indices, bucket_size, mode)

def segment_max(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None):
    return segment("max", data, segment_ids, num_segments, indices_are_sorted, unique_indices, bucket_size, mode)

def segment_min(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None):
    return segment("min", data, segment_ids, num_segments, indices_are_sorted, unique_indices, bucket_size, mode)
)py";

//===-- what the texts need ------------------------------------------------------------------------------------===//

/// (kind, names of the children, children) of a node of a tree.
static Value treeChildren(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value node = call["node"];
  auto answer = [&](llvm::StringRef kind, std::vector<Value> names, std::vector<Value> children) {
    return evaluator.tuple({evaluator.string(kind), evaluator.list(std::move(names)), evaluator.list(std::move(children))});
  };
  if (isNone(node))
    return answer("sequence", {}, {});
  if (auto *sequence = dyn_cast<SequenceObject>(node)) {
    std::vector<Value> names;
    for (size_t i = 0; i < sequence->items.size(); ++i)
      names.push_back(sequence->namedType ? Value(evaluator.string(sequence->namedType->fieldNames[i])) : evaluator.integer(static_cast<int64_t>(i)));
    return answer(sequence->namedType ? "attribute" : "sequence", names, sequence->items);
  }
  if (auto *dict = dyn_cast<DictObject>(node)) {
    Value keys = evaluator.call(evaluator.getAttribute(evaluator.importModule("builtins", evaluator.range()), "sorted"), {dict});
    std::optional<std::vector<Value>> names = keys ? evaluator.toVector(keys) : std::nullopt;
    if (!names)
      return nullptr;
    std::vector<Value> children;
    for (Value name : *names)
      children.push_back(dict->getItem(evaluator, name));
    return answer("dict", *names, children);
  }
  TreeNodeObject *known = TreeNodeObject::find(node);
  if (!known)
    return answer("leaf", {}, {});
  std::vector<Value> children, names;
  Value rest = nullptr;
  if (!known->takeApart(node, children, rest))
    return nullptr;
  bool hasFields = known->dataFields.size() == children.size() && !known->flatten;
  for (size_t i = 0; i < children.size(); ++i)
    names.push_back(hasFields ? Value(evaluator.string(known->dataFields[i])) : evaluator.integer(static_cast<int64_t>(i)));
  return answer(hasFields ? "attribute" : "flat", names, children);
}

/// Whether the array was made in the block that is being recorded, so that whoever comes later can use it.
static Value isRecordedHere(Call &call) {
  mlir::Value value = llvm::cast<ArrayObject>(call.self)->value;
  return call.evaluator.boolean(value.getParentBlock() == call.evaluator.builder().getInsertionBlock());
}

static Value setX64Method(Call &call) {
  std::optional<bool> on = call.evaluator.truth(call["on"]);
  if (!on)
    return nullptr;
  setX64(call.evaluator, *on);
  return call.evaluator.none();
}

//===-- jax.debug ----------------------------------------------------------------------------------------------===//

/// The arguments of a traced function as the host program's arrays, where they are that: functions under `jit` are recorded into the
/// host program, bodies of loops, branches, kernels and vmaps are not.
static Value untrace(Call &call, Value tree) {
  Evaluator &evaluator = call.evaluator;
  mlir::Block *host = &evaluator.mainFunction().getBody().front();
  return mapTree(evaluator, tree, [&](Value leaf) -> Value {
    auto *array = dyn_cast<JaxArray>(leaf);
    if (!array || !array->traced)
      return leaf;
    if (array->value.getParentBlock() != host)
      return evaluator.notSupported("`" + publicName(call.entry) + "` of a value inside of a loop, a branch, a kernel or `vmap`");
    return evaluator.make<JaxArray>(array->flavour, array->value, array->dtype, array->weak, /*traced=*/false);
  });
}

static Value callOnHost(Call &call, Value function, Value positional, Value keywords) {
  Evaluator &evaluator = call.evaluator;
  mlir::Block *host = &evaluator.mainFunction().getBody().front();
  if (evaluator.builder().getInsertionBlock() != host)
    return evaluator.notSupported("`" + publicName(call.entry) + "` inside of a loop, a branch, a kernel or `vmap`");
  Value arguments = untrace(call, positional), named = arguments ? untrace(call, keywords) : nullptr;
  if (!named)
    return nullptr;
  Trace trace(TraceKind::host, nullptr);
  TraceScope scope(evaluator, trace, host);
  Arguments all;
  for (Value argument : llvm::cast<SequenceObject>(arguments)->items)
    all.positional.push_back(argument);
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(named)->table.entries())
    if (entry.key)
      all.keywords.push_back({llvm::cast<StrObject>(entry.key)->value, entry.value});
  return evaluator.call(function, all);
}

static Value debugPrintHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value format = evaluator.getAttribute(call["fmt"], "format");
  Value text = format ? callOnHost(call, format, call["args"], call["kwargs"]) : nullptr;
  return text && evaluator.print(evaluator.concatenate({text, evaluator.string("\n")})) ? evaluator.none() : nullptr;
}

static Value debugCallbackHandler(Call &call) {
  Value result = callOnHost(call, call["callback"], call["args"], call["kwargs"]);
  return result ? call.evaluator.none() : nullptr;
}

#define TESSERA_JAX(name, signature, summary) {"jax", name, EntryKind::function, signature, summary, sourceHandler}
#define TESSERA_TREE(name, signature, summary)                                      \
  {"jax.tree", name, EntryKind::function, signature, summary, sourceHandler},       \
      {"jax.tree_util", "tree_" name, EntryKind::function, signature, summary, sourceHandler}
#define TESSERA_TREE_UTIL(name, signature, summary) {"jax.tree_util", name, EntryKind::function, signature, summary, sourceHandler}
#define TESSERA_SEGMENT(name, summary)                                                                                                          \
  {"jax.ops", name, EntryKind::function,                                                                                                         \
   "(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None)", summary, sourceHandler}
static const LibraryEntry entries[] = {
    TESSERA_TREE("transpose", "(outer_treedef, inner_treedef, pytree_to_transpose)", "Exchanges inner and outer structure."),
    TESSERA_TREE("map_with_path", "(f, tree, *rest, is_leaf=None, is_leaf_takes_path=False)", "A function over paths and leaves."),
    TESSERA_TREE("flatten_with_path", "(tree, is_leaf=None, is_leaf_takes_path=False)", "Paths and leaves of a tree, and its structure."),
    TESSERA_TREE("leaves_with_path", "(tree, is_leaf=None, is_leaf_takes_path=False)", "Paths and leaves of a tree."),
    TESSERA_TREE("broadcast", "(prefix_tree, full_tree, is_leaf=None)", "Leaves of a prefix repeated over a tree."),
    TESSERA_TREE_UTIL("keystr", "(keys, *, simple=False, separator='')", "A path as text."),
    TESSERA_TREE_UTIL("all_leaves", "(iterable, is_leaf=None)", "Whether all of several are leaves."),
    TESSERA_TREE_UTIL("register_pytree_with_keys", "(nodetype, flatten_with_keys, unflatten_func, flatten_func=None)", "Makes instances of a class nodes of trees, with keys."),
    {"jax.tree_util", "register_pytree_with_keys_class", EntryKind::decorator, "(cls)", "Makes instances of a class nodes of trees, with keys, by its methods.", sourceHandler},
    {"jax.tree_util", "Partial", EntryKind::constant, "", "functools.partial as a node of trees.", sourceConstant},
    {"jax.tree_util", "SequenceKey", EntryKind::constant, "", "A place in a list or tuple.", sourceConstant},
    {"jax.tree_util", "DictKey", EntryKind::constant, "", "A key of a dict.", sourceConstant},
    {"jax.tree_util", "GetAttrKey", EntryKind::constant, "", "The name of a field.", sourceConstant},
    {"jax.tree_util", "FlattenedIndexKey", EntryKind::constant, "", "A place among the children of a node without names.", sourceConstant},
    {"jax", "custom_jvp", EntryKind::decorator, "(fun, nondiff_argnums=(), nondiff_argnames=())", "The function itself; its derivative is not used.", sourceHandler},
    {"jax", "custom_vjp", EntryKind::decorator, "(fun, nondiff_argnums=(), nondiff_argnames=())", "The function itself; its derivative is not used.", sourceHandler},
    {"jax", "custom_gradient", EntryKind::decorator, "(fun)", "The function itself; its derivative is not used.", sourceHandler},
    TESSERA_JAX("typeof", "(x)", "The shape and dtype of a value, as JAX's type."),
    {"jax.core", "ShapedArray", EntryKind::constant, "", "A shape and a dtype, as JAX's type.", sourceConstant},
    TESSERA_JAX("new_ref", "(init_val, *, memory_space=None)", "An array that can be changed, outside of loops and branches."),
    TESSERA_JAX("array_ref", "(init_val, *, memory_space=None)", "An array that can be changed, outside of loops and branches."),
    TESSERA_JAX("freeze", "(ref)", "The value of a Ref, which can't be used any more."),
    TESSERA_JAX("ensure_compile_time_eval", "()", "Changes nothing: values of the host program are known where they are asked for."),
    TESSERA_JAX("disable_jit", "(disable=True)", "Changes nothing: a jitted function is evaluated at each call."),
    TESSERA_JAX("debug_nans", "(value=True)", "Refused but for False: a NaN is no error here."),
    TESSERA_JAX("debug_infs", "(value=True)", "Refused but for False: an infinity is no error here."),
    TESSERA_JAX("enable_checks", "(value=True)", "Changes nothing."),
    TESSERA_JAX("check_tracer_leaks", "(value=True)", "Changes nothing."),
    TESSERA_JAX("log_compiles", "(value=True)", "Changes nothing."),
    TESSERA_JAX("transfer_guard", "(value=True)", "Changes nothing: there is one device."),
    TESSERA_JAX("numpy_rank_promotion", "(value=True)", "Changes nothing; `raise` is refused."),
    TESSERA_JAX("default_device", "(device=None)", "Changes nothing: there is one device."),
    TESSERA_JAX("default_matmul_precision", "(precision)", "The precision of products: `highest` is what they have."),
    TESSERA_JAX("numpy_dtype_promotion", "(mode)", "The promotion of dtypes: `standard`."),
    {"jax", "config", EntryKind::constant, "", "JAX's options.", sourceConstant},
    TESSERA_JAX("enable_x64", "(new_val=True)", "JAX's 64-bit mode, inside of a `with`."),
    {"jax.experimental", "enable_x64", EntryKind::function, "(new_val=True)", "JAX's 64-bit mode, inside of a `with`.", sourceHandler},
    {"jax.experimental", "disable_x64", EntryKind::function, "()", "JAX's 32-bit mode, inside of a `with`.", sourceHandler},
    TESSERA_JAX("process_index", "(backend=None)", "The number of this process: 0."),
    TESSERA_JAX("process_count", "(backend=None)", "How many processes there are: one."),
    TESSERA_JAX("live_arrays", "(platform=None)", "All arrays that there are."),
    TESSERA_JAX("print_environment_info", "(return_string=False)", "Prints versions."),
    {"jax", "linear_transpose", EntryKind::function, "(fun, *primals)", "The transpose of a linear function.", nullptr},
    {"jax", "__version__", EntryKind::constant, "", "The version of JAX whose behaviour is meant.", [](Call &call) -> Value { return call.evaluator.string("0.11.1"); }},
    {"jax", "__version_info__", EntryKind::constant, "", "The version as numbers.", [](Call &call) -> Value { return call.evaluator.tupleOfInts({0, 11, 1}); }},
    {"jax.debug", "print", EntryKind::function, "(fmt, *args, ordered=False, partitioned=False, skip_format_check=False, **kwargs)",
     "Prints from a function under `jit`, in the order of the program.", debugPrintHandler},
    {"jax.debug", "callback", EntryKind::function, "(callback, *args, ordered=False, partitioned=False, **kwargs)", "Calls a function with the values of arrays, under `jit` too.", debugCallbackHandler},
    {"jax", "make_mesh", EntryKind::function, "(*args, **kwargs)", "Several devices.", nullptr},
    {"jax", "set_mesh", EntryKind::function, "(*args, **kwargs)", "Several devices.", nullptr},
    {"jax", "NamedSharding", EntryKind::function, "(*args, **kwargs)", "How an array lies on several devices.", nullptr},
    {"jax", "P", EntryKind::function, "(*args, **kwargs)", "How an array lies on several devices.", nullptr},
    {"jax", "fwd_and_bwd", EntryKind::function, "(*args, **kwargs)", "A function and its derivative.", nullptr},
    {"jax", "closure_convert", EntryKind::function, "(*args, **kwargs)", "Captured values as arguments.", nullptr},
    {"jax.debug", "breakpoint", EntryKind::function, "(*args, **kwargs)", "Stops a program.", nullptr},
    {"jax.experimental", "io_callback", EntryKind::function, "(*args, **kwargs)", "Calls Python from a traced function.", nullptr},
    TESSERA_SEGMENT("segment_sum", "Sums of the entries of each segment."),
    TESSERA_SEGMENT("segment_prod", "Products of the entries of each segment."),
    TESSERA_SEGMENT("segment_max", "Greatest entries of each segment."),
    TESSERA_SEGMENT("segment_min", "Least entries of each segment."),
    {"numpy.hidden", "_set_x64", EntryKind::method, "(on)", "", setX64Method},
    {"numpy.hidden", "_tree_children", EntryKind::method, "(node)", "", treeChildren},
    {"numpy.hidden", "_is_recorded_here", EntryKind::method, "()", "", isRecordedHere},
};

void library::registerJaxInPython(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.ops", "Reductions of segments."}, {"jax.core", "Types of JAX's own."}};
  static const std::string treeName = sourceNameOf("jax.tree_util"), treeAlias = sourceNameOf("jax.tree"), jaxName = sourceNameOf("jax");
  static const LibrarySource sources[] = {{treeName.c_str(), jaxTreePrelude}, {treeAlias.c_str(), jaxTreePrelude}, {jaxName.c_str(), jaxText}};
  table.add(modules, entries);
  table.addSources(sources);
}
