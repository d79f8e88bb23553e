// SPDX-License-Identifier: Apache-2.0
// Random NumPy programs: statements over a few small arrays of all dtypes, promotion of dtypes, assignment in place, text of arrays.
import { Arrays, attempt, operators, shapes, sizeOf } from "./arrays.mjs";
import { huntFromCommandLine } from "./report.mjs";

const integers = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"];
const floats = ["float16", "float32", "float64"];
const dtypes = ["bool", ...integers, ...floats];

const typeName = (dtype) => `np.${dtype === "bool" ? "bool_" : dtype}`;
const library = new Arrays({
  dtypes,
  special: ["np.nan", "np.inf", "-np.inf", "-0.0"],
  low: -9,
  greatest: true,
  make: (name, dtype, text, shape) => `${name} = np.array(${text}, dtype=${typeName(dtype)})${shape.includes(0) ? `.reshape(${shape.join(", ")})` : ""}`,
});
const scalar = (dice) => library.scalar(dice);
const mask = (dice, array) => library.mask(dice, array);

const head = `import numpy as np
def tell(x):
    if isinstance(x, (tuple, list)):
        return "[" + ", ".join([tell(item) for item in x]) + "]"
    if isinstance(x, (np.ndarray, np.generic)):
        return str(x.dtype) + " " + str(x.shape) + " " + str(x.tolist())
    return str(x) if "dtype" in type(x).__name__ else type(x).__name__ + " " + str(x)
def name(error):
    globals().get("notes", []).append(str(error)) # the judge hands them back, since a list tells causes by them
    return type(error).__name__.replace("UFuncTypeError", "TypeError")
def show(function):
    try:
        print(tell(function()))
    except Exception as error:
        print("!", name(error))`.split("\n");

const unary =
  "exp exp2 expm1 log log2 log10 log1p sqrt cbrt square reciprocal sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh abs fabs negative positive sign floor ceil trunc rint isnan isinf isfinite logical_not invert signbit deg2rad rad2deg spacing".split(
    " ",
  );
const binary =
  "add subtract multiply divide true_divide floor_divide mod remainder fmod power maximum minimum fmax fmin arctan2 copysign hypot logaddexp logaddexp2 bitwise_and bitwise_or bitwise_xor left_shift right_shift logical_and logical_or logical_xor equal not_equal less less_equal greater greater_equal heaviside nextafter float_power gcd lcm".split(
    " ",
  );
const reductions = "sum prod max min mean var std any all argmax argmin median ptp cumsum cumprod nansum nanmax nanmin nanmean nanprod nanstd nanvar count_nonzero average".split(" ");

function axisOf(dice, array) {
  const rank = array.shape.length;
  if (!rank || dice.chance(0.35)) return "None";
  return String(dice.range(-rank, rank - 1));
}

function index(dice, array) {
  const few = (inside) => `[${Array.from({ length: dice.range(1, 3) }, inside).join(", ")}]`;
  return library.index(dice, array.shape, { steps: ["1", "2", "-1", "-2", "3"], few });
}

function expression(dice, arrays) {
  const a = dice.pick(arrays);
  const b = dice.pick(arrays);
  const second = dice.chance(0.3) ? scalar(dice) : b.name;
  const n = a.shape.length;
  const size = sizeOf(a.shape);
  const kinds = [
    () => `np.${dice.pick(unary)}(${a.name})`,
    () => `np.${dice.pick(unary)}(${a.name})`,
    () => `np.${dice.pick(binary)}(${a.name}, ${second})`,
    () => `np.${dice.pick(binary)}(${a.name}, ${second})`,
    () => `${a.name} ${dice.pick(operators)} ${second}`,
    () => `${scalar(dice)} ${dice.pick(operators)} ${a.name}`,
    () => `${dice.pick(["-", "abs", "+", "~"]).replace("abs", "abs")}(${a.name})`,
    () => `np.${dice.pick(reductions)}(${a.name}, axis=${axisOf(dice, a)})`,
    () => `${a.name}.${dice.pick(["sum", "prod", "max", "min", "mean", "var", "std", "any", "all", "argmax", "argmin", "cumsum", "cumprod"])}(axis=${axisOf(dice, a)})`,
    () => `np.${dice.pick(["sum", "max", "mean", "prod", "any", "std"])}(${a.name}, axis=${axisOf(dice, a)}, keepdims=True)`,
    () => `${a.name}[${index(dice, a)}]`,
    () => `${a.name}[${index(dice, a)}]`,
    () => `${a.name}[${mask(dice, a)}]`,
    () => `np.where(${mask(dice, a)}, ${a.name}, ${second})`,
    () => `np.concatenate([${a.name}, ${b.name}], axis=${dice.chance(0.3) ? "None" : dice.below(Math.max(n, 1))})`,
    () => `np.stack([${a.name}, ${b.name}], axis=${dice.range(-1, n)})`,
    () => `np.${dice.pick(["hstack", "vstack", "dstack", "column_stack"])}([${a.name}, ${b.name}])`,
    () => `${a.name}.reshape(${dice.pick(["-1", "(-1, 1)", `(1, ${size})`, "2, -1", "3, -1", "(2, 3)"])})`,
    () => `np.${dice.pick(["transpose", "ravel", "squeeze", "flip", "fliplr", "flipud", "atleast_2d", "atleast_1d", "atleast_3d"])}(${a.name})`,
    () => `np.${dice.pick(["moveaxis", "swapaxes"])}(${a.name}, ${dice.range(-n, Math.max(n - 1, 0))}, ${dice.range(-n, Math.max(n - 1, 0))})`,
    () => `np.roll(${a.name}, ${dice.range(-4, 4)}, axis=${axisOf(dice, a)})`,
    () => `np.${dice.pick(["repeat"])}(${a.name}, ${dice.range(0, 3)}, axis=${axisOf(dice, a)})`,
    () => `np.tile(${a.name}, ${dice.pick(["2", "(2, 1)", "(1, 2)", "(2, 2, 1)"])})`,
    () => `np.${dice.pick(["sort", "argsort"])}(${a.name}, axis=${dice.pick(["-1", "0", "None"])}, kind='stable')`,
    () => `np.unique(${a.name}${dice.chance(0.4) ? ", return_counts=True" : dice.chance(0.3) ? ", return_inverse=True" : ""})`,
    () => `np.clip(${a.name}, ${dice.pick(["-2", "0", "1", "-1.5"])}, ${dice.pick(["2", "3", "5", "2.5"])})`,
    () => `np.round(${a.name}, ${dice.pick(["0", "1", "2", "-1"])})`,
    () => `np.${dice.pick(["dot", "matmul", "inner", "outer", "vdot", "kron", "convolve", "correlate", "tensordot"])}(${a.name}, ${b.name})`,
    () => `np.diff(${a.name}, axis=${dice.pick(["-1", "0"])})`,
    () => `np.${dice.pick(["tril", "triu", "diag", "trace", "diagonal", "diagflat"])}(${a.name})`,
    () => `np.take(${a.name}, [${dice.range(0, 2)}, ${dice.range(0, 1)}], axis=${axisOf(dice, a)})`,
    () => `np.pad(${a.name}, ${dice.range(0, 2)}, mode='${dice.pick(["constant", "edge", "reflect", "wrap", "symmetric", "maximum", "mean"])}')`,
    () => `np.searchsorted(np.sort(${a.name}, axis=None), ${second})`,
    () => `np.${dice.pick(["isclose", "allclose", "array_equal", "array_equiv"])}(${a.name}, ${second})`,
    () => `np.${dice.pick(["nonzero", "argwhere", "flatnonzero"])}(${a.name})`,
    () => `np.${dice.pick(["union1d", "intersect1d", "setdiff1d", "isin"])}(${a.name}, ${b.name})`,
    () => `np.${dice.pick(["divmod", "broadcast_arrays"])}(${a.name}, ${second})`,
    () => `np.${dice.pick(["modf", "frexp"])}(${a.name})`,
    () => `np.${dice.pick(["percentile", "quantile"])}(${a.name}, ${dice.pick(["0.5", "0.25", "1"])})`,
    () => `np.${dice.pick(["zeros_like", "ones_like", "full_like"]).replace("full_like", "ones_like")}(${a.name})`,
    () => `${a.name}.astype(np.${dice.pick(["int8", "int32", "float32", "float64", "bool_", "int64", "float16"])})`,
    () => `np.${dice.pick(["result_type", "promote_types"])}(${a.name}.dtype, ${b.name}.dtype).name`,
    () => `np.array_split(${a.name}, ${dice.range(1, 3)})`,
    () => `np.insert(${a.name}, ${dice.range(0, 2)}, ${scalar(dice)})`,
    () => `np.delete(${a.name}, ${dice.range(0, 2)})`,
    () => `np.append(${a.name}, ${second})`,
    () => `np.expand_dims(${a.name}, ${dice.range(-1, n)})`,
    () => `np.interp(${a.name}, [0, 1, 2], [1.0, 3.0, 2.0])`,
    () => `np.${dice.pick(["add", "multiply", "maximum", "minimum", "logical_or"])}.${dice.pick(["reduce", "accumulate"])}(${a.name})`,
    () => `np.${dice.pick(["add", "multiply", "subtract", "maximum"])}.outer(${a.name}, ${b.name})`,
    () => `${dice.pick(["len", "bool", "int", "float"])}(${a.name}${dice.chance(0.4) ? "[0]" : ""})`,
    () => `np.${dice.pick(["cumsum", "cumprod", "diff", "ediff1d", "trapz", "gradient", "flatnonzero", "bincount", "unwrap", "nan_to_num", "sinc", "angle", "real", "iscomplexobj", "isscalar", "ndim", "size", "shape"])}(${a.name})`,
    () => `np.${dice.pick(["sum", "mean", "max", "prod", "any", "count_nonzero"])}(${a.name}, axis=(${dice.range(-n, Math.max(n - 1, 0))}, ${dice.range(-n, Math.max(n - 1, 0))}))`,
    () => `np.sum(${a.name}, dtype=${typeName(dice.pick(dtypes))}, initial=${dice.pick(["1", "0", "2"])})`,
    () => `np.${dice.pick(["max", "min"])}(${a.name}, axis=${axisOf(dice, a)}, initial=${dice.pick(["1", "-3", "2.5"])}, where=${mask(dice, a)})`,
    () => `np.${dice.pick(["sum", "mean", "std", "any", "all", "prod"])}(${a.name}, where=${mask(dice, a)})`,
    () => `np.${dice.pick(["std", "var"])}(${a.name}, axis=${axisOf(dice, a)}, ddof=${dice.pick(["0", "1"])})`,
    () => `np.${dice.pick(["select", "piecewise"]).replace("piecewise", "select")}([${mask(dice, a)}, ${mask(dice, a)}], [${a.name}, ${second}], ${scalar(dice)})`,
    () => `np.choose(${mask(dice, a)}, [${a.name}, ${second}])`,
    () => `np.${dice.pick(["take_along_axis"])}(${a.name}, np.argsort(${a.name}, axis=-1, kind='stable'), axis=-1)`,
    () => `np.${dice.pick(["compress", "extract"]).replace("compress", "extract")}(${mask(dice, a)}, ${a.name})`,
    () => `np.${dice.pick(["rot90", "block", "atleast_1d", "meshgrid", "ix_", "cross", "cov", "corrcoef", "logspace", "vander"]).replace("logspace", "rot90")}(${a.name})`,
    () => `np.${dice.pick(["broadcast_to"])}(${a.name}, ${dice.pick(["(2, 3)", "(3,)", "(2, 2, 3)", "(4, 1)", "(0,)"])})`,
    () => `np.${dice.pick(["full", "linspace", "arange", "eye", "tri", "identity", "geomspace"]).replace("geomspace", "arange")}(${dice.pick(["3", "4", "2"])}${dice.pick(["", ", 2"])})`,
    () => `np.arange(${scalar(dice)}, ${dice.pick(["5", "3.5", "-2"])}, ${dice.pick(["1", "2", "0.5", "-1"])}${dice.pick(["", `, dtype=${typeName(dice.pick(dtypes))}`])})`,
    () => `np.linspace(${scalar(dice)}, ${scalar(dice)}, ${dice.range(0, 5)}${dice.pick(["", ", endpoint=False", `, dtype=${typeName(dice.pick(dtypes))}`])})`,
    () => `np.full_like(${a.name}, ${scalar(dice)}${dice.pick(["", `, dtype=${typeName(dice.pick(dtypes))}`])})`,
    () => `np.histogram(${a.name}, bins=${dice.range(1, 4)}${dice.pick(["", ", range=(-2, 4)"])})`,
    () => `np.digitize(${a.name}, [0, 1, 2.5]${dice.pick(["", ", right=True"])})`,
    () => `np.lexsort((${a.name}, ${b.name}))`,
    () => `np.argpartition(${a.name}, 0)[..., 0]`,
    () => `np.partition(${a.name}, 0, axis=-1)[..., 0]`,
    () => `np.${dice.pick(["split", "hsplit", "vsplit"])}(${a.name}, ${dice.range(1, 3)})`,
    () => `np.apply_along_axis(lambda v: v.sum(), ${dice.range(-1, Math.max(n - 1, 0))}, ${a.name})`,
    () => `np.vectorize(lambda v: v * 2)(${a.name})`,
    () => `np.fromfunction(lambda i, j: i * ${dice.range(1, 3)} + j, (2, 3)${dice.pick(["", ", dtype=int"])})`,
    () => `np.linalg.${dice.pick(["norm", "det", "matrix_power", "matrix_rank", "inv"]).replace("matrix_rank", "norm")}(${a.name}${dice.chance(0) ? "" : ""})`.replace(/matrix_power\((\w)\)/, "matrix_power($1, 2)"),
    () => `${a.name}.astype(${typeName(dice.pick(dtypes))}).${dice.pick(["sum()", "dtype", "max()", "mean()"])}`,
    () => `${a.name}.${dice.pick(["round(1)", "clip(0, 2)", "dot(" + b.name + ")", "repeat(2)", "transpose()", "swapaxes(0, -1)", "squeeze()", "argsort(kind='stable')", "nonzero()", "diagonal()", "trace()", "ptp()", "conj()", "real", "imag", "searchsorted(1)", "take([0])", "compress([True])", "cumsum()", "copy()", "flat[0]", "base is None", "flags.writeable", "dtype.kind", "dtype.name", "dtype.itemsize", "dtype.str", "shape", "view()", "tobytes()"])}`,
    () => `${a.name}.view(${typeName(dice.pick(dtypes))})`,
    () => `[x for x in ${a.name}]`,
    () => `np.array([${a.name}, ${b.name}])`,
    () => `np.asarray(${a.name}, dtype=${typeName(dice.pick(dtypes))})`,
    () => `np.${dice.pick(["iinfo", "finfo"])}(${a.name}.dtype).${dice.pick(["max", "min", "bits", "dtype"])}`,
    () => `np.${dice.pick(["setxor1d", "in1d"])}(${a.name}, ${b.name})`,
    () => `np.${dice.pick(["minimum", "add", "multiply", "logical_and"])}.${dice.pick(["reduceat"])}(${a.name}.ravel(), [0, ${dice.range(0, 2)}])`,
    () => `np.${dice.pick(["add", "maximum"])}.reduce(${a.name}, axis=${axisOf(dice, a)}, keepdims=${dice.pick(["True", "False"])})`,
    () => `np.${dice.pick(binary)}(${a.name}, ${second}, where=${mask(dice, a)}, out=np.zeros_like(${a.name}))`,
    () => `np.${dice.pick(unary)}(${a.name}, dtype=np.${dice.pick(["float32", "float64", "int32"])})`,
    () => `np.${dice.pick(["min_scalar_type", "isscalar"])}(${scalar(dice)})`,
    () => `np.${dice.pick(["cumsum", "cumprod", "nancumsum"])}(${a.name}, axis=${axisOf(dice, a)}, dtype=${typeName(dice.pick(dtypes))})`,
    () => `np.average(${a.name}, axis=${axisOf(dice, a)}, weights=${a.name})`,
    () => `np.trim_zeros(${a.name}${dice.pick(["", ", 'f'"])})`,
    () => `np.${dice.pick(["resize"])}(${a.name}, (${dice.range(1, 3)}, ${dice.range(1, 3)}))`,
    () => `np.unravel_index(${dice.range(0, 3)}, ${a.name}.shape)`,
    () => `np.ravel_multi_index((0,) * ${a.name}.ndim, ${a.name}.shape)`,
    () => `${a.name}.${dice.pick(["tolist()", "T", "size", "ndim", "nbytes", "itemsize", "item(0)", "flatten()", "ravel()", "strides"])}`,
    () => `np.einsum('${n === 2 ? dice.pick(["ij->ji", "ij->i", "ij->", "ij,ij->ij", "ij,ij->j"]) : n === 1 ? dice.pick(["i->", "i,i->", "i,j->ij"]) : "..."}', ${a.name}${n === 0 ? "" : ", " + a.name})`,
  ];
  let text = dice.pick(kinds)();
  // The operands of einsum must be as many as its terms.
  const terms = /einsum\('([^'-]*)/.exec(text)?.[1].split(",").length;
  if (terms === 1 && n) text = text.replace(/, \w+\)$/, ")");
  return text;
}

function update(dice, arrays) {
  const a = dice.pick(arrays);
  const b = dice.chance(0.5) ? scalar(dice) : dice.pick(arrays).name;
  return dice.pick([
    () => `${a.name}[${index(dice, a)}] = ${b}`,
    () => `${a.name}[${mask(dice, a)}] = ${scalar(dice)}`,
    () => `${a.name} ${dice.pick(["+=", "-=", "*=", "/=", "//=", "**=", "%=", "&=", "|="])} ${b}`,
    () => `${a.name}[${index(dice, a)}] ${dice.pick(["+=", "*=", "-="])} ${scalar(dice)}`,
    () => `np.add.at(${a.name}, [0, 0], 1)`,
    () => `${a.name}.sort()`,
    () => `${a.name}.fill(${scalar(dice)})`,
    () => `np.copyto(${a.name}, ${b})`,
    () => `np.${dice.pick(["put", "place", "putmask"]).replace("put(", "put(")}(${a.name}, ${mask(dice, a)}, [${scalar(dice)}])`,
    () => `np.${dice.pick(["subtract", "maximum", "multiply"])}.at(${a.name}, [0, -1, 0], ${scalar(dice)})`,
    () => `np.${dice.pick(["add", "multiply", "subtract", "sqrt", "negative", "maximum"])}(${a.name}, ${b}, out=${a.name})`.replace(/(sqrt|negative)\((\w), [^,]*,/, "$1($2,"),
    () => `np.fill_diagonal(${a.name}, ${scalar(dice)})`,
    () => `${a.name}.${dice.pick(["partition(0)", "resize(2, 2)", "itemset(0, 5)", "put([0], [7])", "flat[1] = 4", "shape = (-1,)", "sort(axis=0)"])}`.replace("partition(0)", "sort()"),
    () => `${a.name}[...] = ${b}`,
    () => `${a.name}[${mask(dice, a)}] ${dice.pick(["+=", "*="])} ${scalar(dice)}`,
    () => `${a.name}[[0, 0]] += 1`,
  ])();
}

export const numpyStatements = {
  name: "numpy statements",
  make(dice) {
    const { arrays, lines } = library.make(dice, dice.range(1, 3));
    for (let k = dice.range(2, 5); k-- > 0; ) lines.push(`show(lambda: ${expression(dice, arrays)})`);
    return { head, lines };
  },
};

export const numpyUpdates = {
  name: "numpy updates",
  make(dice) {
    const { arrays, lines } = library.make(dice, dice.range(1, 3));
    if (dice.chance(0.6)) {
      const a = dice.pick(arrays);
      const n = a.shape.length;
      const view = dice.pick([`${a.name}[${index(dice, a)}]`, `${a.name}.T`, `${a.name}.reshape(-1)`, `${a.name}.ravel()`, `${a.name}[::-1]`, `${a.name}[1:]`]);
      lines.push(attempt(`v = ${view}`, "print(tell(v))"));
      arrays.push({ name: "v", dtype: a.dtype, shape: n ? a.shape : [] });
    }
    for (let k = dice.range(1, 4); k-- > 0; ) lines.push(attempt(update(dice, arrays), `print([tell(x) for x in (${arrays.map(({ name }) => name).join(", ")},)])`));
    return { head, lines };
  },
};

/// One step from an array to a view or a copy of it.
function step(dice, source) {
  const a = { name: source, shape: dice.pick([[3, 4], [4, 3], [2, 2, 3], [6]]) };
  return dice.pick([
    () => `${source}.T`,
    () => `${source}[${index(dice, a)}]`,
    () => `${source}[${index(dice, a)}]`,
    () => `${source}.reshape(${dice.pick(["-1", "(3, -1)", "(2, -1)", "(-1, 1)"])})`,
    () => `${source}.ravel()`,
    () => `${source}.flatten()`,
    () => `${source}.copy()`,
    () => `${source}.swapaxes(0, -1)`,
    () => `${source}.squeeze()`,
    () => `${source}[None]`,
    () => `${source}.diagonal()`,
    () => `np.broadcast_to(${source}, (2,) + ${source}.shape)`,
    () => `np.flip(${source}, 0)`,
    () => `np.moveaxis(${source}, 0, -1)`,
    () => `${source}.astype(np.${dice.pick(["float32", "int64", "int8"])}${dice.pick(["", ", copy=False"])})`,
    () => `${source}.view()`,
    () => `np.asarray(${source})`,
    () => `np.split(${source}, 1)[0]`,
    () => `${source} + 0`,
    () => `${source}.real`,
  ])();
}

/// Chains of views and copies of one array, written through one and read through all.
export const numpyViews = {
  name: "numpy views",
  make(dice) {
    const lines = [`x = np.arange(12${dice.pick(["", ".0", ", dtype=np.int32", ", dtype=np.float32"])}).reshape(${dice.pick(["12", "3, 4", "2, 2, 3", "4, 3", "2, 6"])})`];
    const names = ["x"];
    const all = () => `print([tell(w) for w in (${names.join(", ")},)])`;
    for (let k = dice.range(1, 3); k-- > 0; ) {
      const name = "uvw"[k];
      lines.push(attempt(`${name} = ${step(dice, dice.pick(names))}`, "pass", `${name} = x`));
      names.push(name);
    }
    lines.push(all(), `print([[np.shares_memory(p, q) for p in (${names.join(", ")},)] for q in (${names.join(", ")},)])`);
    for (let k = dice.range(1, 3); k-- > 0; ) {
      const array = { name: dice.pick(names), dtype: "int64", shape: dice.pick([[3, 4], [12], [2, 2, 3]]) };
      lines.push(attempt(update(dice, [array]), all()));
    }
    return { head, lines };
  },
};

export const numpyPromotion = {
  name: "numpy promotion",
  make(dice) {
    const { arrays, lines } = library.make(dice, 3);
    const operand = () => (dice.chance(0.25) ? scalar(dice) : dice.chance(0.2) ? `np.${dice.pick(dtypes.slice(1))}(${dice.range(0, 5)})` : dice.pick(arrays).name);
    for (let k = dice.range(3, 6); k-- > 0; )
      lines.push(
        `show(lambda: ${dice.pick([
          () => `${operand()} ${dice.pick(operators)} ${operand()}`,
          () => `np.${dice.pick(binary)}(${operand()}, ${operand()})`,
          () => `np.${dice.pick(unary)}(${operand()})`,
          () => `np.where(${operand()}, ${operand()}, ${operand()})`,
          () => `np.${dice.pick(["result_type"])}(${dice.pick(arrays).name}, ${operand()}).name`,
          () => `np.can_cast(np.${dice.pick(dtypes.slice(1))}, np.${dice.pick(dtypes.slice(1))})`,
          () => `np.array([${scalar(dice)}, ${scalar(dice)}, ${scalar(dice)}])`,
        ])()})`,
      );
    return { head, lines };
  },
};

const usual = "precision=8, threshold=1000, edgeitems=3, linewidth=75, suppress=False, nanstr='nan', infstr='inf', sign='-', floatmode='maxprec'";

export const numpyText = {
  name: "numpy text",
  exact: true,
  make(dice) {
    const dtype = dice.pick(dtypes);
    const shape = dice.pick([...shapes, [12], [30], [1200], [40, 40], [3, 400], [2, 3, 4], [1, 1], [2, 0], [0, 3]]);
    const size = sizeOf(shape);
    const lines = [];
    if (size > 60) lines.push(`a = (np.arange(${size}) * ${dice.pick(["1", "7", "-3", "0.37", "1e6", "1e-5"])}).astype(${typeName(dtype)}).reshape(${JSON.stringify(shape).slice(1, -1)},)`.replace(",)", ")"));
    else if (floats.includes(dtype)) {
      const scale = dice.pick(["1", "1e-3", "1e5", "1e10", "1e-8", "0.1", "3.3"]);
      lines.push(`a = (np.array(${library.nested(dice, dtype, shape)}, dtype=np.float64).reshape((${shape.join(", ")}${shape.length === 1 ? "," : ""})) * ${scale}).astype(np.${dtype})`);
    } else lines.push(`a = np.array(${library.nested(dice, dtype, shape)}, dtype=${typeName(dtype)}).reshape((${shape.join(", ")}${shape.length === 1 ? "," : ""}))`);
    if (dice.chance(0.35))
      lines.push(
        `np.set_printoptions(${dice.pick(["precision=3", "suppress=True", "threshold=5", "edgeitems=2, threshold=10", "linewidth=40", "floatmode='fixed'", "sign='+'", "precision=2, suppress=True", "nanstr='NA', infstr='oo'", "floatmode='unique'", "sign=' '"])})`,
      );
    lines.push(dice.pick(["print(a)", "print(repr(a))", "print(str(a), repr(a))", "print([a])", "print(f'{a}')", "print(a.tolist())", "print(a.reshape(-1)[:3])", "print(np.array2string(a, precision=3))", "print(np.array_repr(a))", "print(a.T)"]));
    // What an earlier program of the process has set must not matter, nor that the judge goes on: the options stay with the first line.
    const [first, ...others] = lines;
    return { head: ["import numpy as np"], lines: [`np.set_printoptions(${usual})\n${first}`, ...others] };
  },
};

await huntFromCommandLine(import.meta.url, "numpy", [numpyStatements, numpyUpdates, numpyViews, numpyPromotion, numpyText]);
