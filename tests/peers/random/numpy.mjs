// SPDX-License-Identifier: Apache-2.0
// Random NumPy programs: statements over a few small arrays of all dtypes, promotion of dtypes, assignment in place, text of arrays.
import { huntFromCommandLine } from "./report.mjs";

const integers = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"];
const floats = ["float16", "float32", "float64"];
const dtypes = ["bool", ...integers, ...floats];

const head = `import numpy as np
def tell(x):
    if isinstance(x, (tuple, list)):
        return "[" + ", ".join([tell(item) for item in x]) + "]"
    if isinstance(x, (np.ndarray, np.generic)):
        return str(x.dtype) + " " + str(x.shape) + " " + str(x.tolist())
    return type(x).__name__ + " " + str(x)
def show(function):
    try:
        print(tell(function()))
    except Exception as error:
        print("!", type(error).__name__)`.split("\n");

function element(dice, dtype) {
  if (dtype === "bool") return dice.pick(["True", "False"]);
  if (floats.includes(dtype)) {
    if (dice.chance(0.06)) return dice.pick(["np.nan", "np.inf", "-np.inf", "-0.0"]);
    return (dice.range(-40, 40) / dice.pick([1, 2, 4, 8])).toFixed(3).replace(/0+$/, "0");
  }
  const low = dtype.startsWith("u") ? 0 : -9;
  if (dice.chance(0.05)) {
    const bits = Number(dtype.replace(/\D/g, ""));
    if (bits <= 32) return String(dtype.startsWith("u") ? 2 ** bits - 1 : 2 ** (bits - 1) - 1);
  }
  return String(dice.range(low, 9));
}

function nested(dice, dtype, shape) {
  if (!shape.length) return element(dice, dtype);
  return `[${Array.from({ length: shape[0] }, () => nested(dice, dtype, shape.slice(1))).join(", ")}]`;
}

const shapes = [[3], [4], [1], [2, 3], [3, 2], [3, 3], [2, 2], [1, 3], [2, 1, 3], [2, 2, 3], [0], [6], []];

function makeArrays(dice, count, of = dtypes) {
  const arrays = [];
  const lines = [];
  for (let k = 0; k < count; k++) {
    const dtype = dice.pick(of);
    // Shapes that often go together.
    const shape = k && dice.chance(0.6) ? arrays[0].shape : dice.pick(shapes);
    const name = "abcd"[k];
    arrays.push({ name, dtype, shape });
    lines.push(`${name} = np.array(${nested(dice, dtype, shape)}, dtype=np.${dtype === "bool" ? "bool_" : dtype})${shape.includes(0) ? `.reshape(${JSON.stringify(shape).slice(1, -1)})` : ""}`);
  }
  return { arrays, lines };
}

const unary =
  "exp exp2 expm1 log log2 log10 log1p sqrt cbrt square reciprocal sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh abs fabs negative positive sign floor ceil trunc rint isnan isinf isfinite logical_not invert signbit deg2rad rad2deg spacing".split(
    " ",
  );
const binary =
  "add subtract multiply divide true_divide floor_divide mod remainder fmod power maximum minimum fmax fmin arctan2 copysign hypot logaddexp logaddexp2 bitwise_and bitwise_or bitwise_xor left_shift right_shift logical_and logical_or logical_xor equal not_equal less less_equal greater greater_equal heaviside nextafter float_power gcd lcm".split(
    " ",
  );
const reductions = "sum prod max min mean var std any all argmax argmin median ptp cumsum cumprod nansum nanmax nanmin nanmean nanprod nanstd nanvar count_nonzero average".split(" ");
const operators = ["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "==", "!=", "<", "<=", ">", ">="];

function scalar(dice) {
  return dice.pick(["1", "2", "3", "-1", "0", "2.5", "0.5", "-1.5", "True", "7", "100"]);
}

function axisOf(dice, array) {
  const rank = array.shape.length;
  if (!rank || dice.chance(0.35)) return "None";
  return String(dice.range(-rank, rank - 1));
}

function index(dice, array) {
  const items = array.shape.map((extent) => {
    const sort = dice.below(9);
    if (sort < 3) return String(dice.range(-Math.max(extent, 1), Math.max(extent, 1) - 1));
    if (sort < 7) {
      const bound = () => (dice.chance(0.35) ? "" : String(dice.range(-extent - 2, extent + 2)));
      const step = dice.chance(0.4) ? `:${dice.pick(["1", "2", "-1", "-2", "3"])}` : "";
      return `${bound()}:${bound()}${step}`;
    }
    if (sort === 7) return `[${Array.from({ length: dice.range(1, 3) }, () => dice.range(-Math.max(extent, 1), Math.max(extent, 1) - 1)).join(", ")}]`;
    return "None, :";
  });
  const kept = items.slice(0, dice.range(dice.chance(0.8) ? 1 : 0, items.length));
  if (!kept.length) return "...";
  if (dice.chance(0.12)) kept.splice(dice.below(kept.length + 1), 0, "...");
  return kept.join(", ");
}

function mask(dice, array) {
  return `${array.name} ${dice.pick(["<", ">", "==", "!=", ">="])} ${dice.pick(["0", "1", "2"])}`;
}

function expression(dice, arrays) {
  const a = dice.pick(arrays);
  const b = dice.pick(arrays);
  const second = dice.chance(0.3) ? scalar(dice) : b.name;
  const n = a.shape.length;
  const size = a.shape.reduce((x, y) => x * y, 1);
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
  ])();
}

/// `statement` under `try`, in one line of the program.
const attempt = (statement, after) => `try:\n    ${statement}\n    ${after}\nexcept Exception as error:\n    print("!", type(error).__name__)`;

export const numpyStatements = {
  name: "numpy statements",
  make(dice) {
    const { arrays, lines } = makeArrays(dice, dice.range(1, 3));
    for (let k = dice.range(2, 5); k-- > 0; ) lines.push(`show(lambda: ${expression(dice, arrays)})`);
    return { head, lines };
  },
};

export const numpyUpdates = {
  name: "numpy updates",
  make(dice) {
    const { arrays, lines } = makeArrays(dice, dice.range(1, 3));
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

export const numpyPromotion = {
  name: "numpy promotion",
  make(dice) {
    const { arrays, lines } = makeArrays(dice, 3);
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

export const numpyText = {
  name: "numpy text",
  exact: true,
  make(dice) {
    const dtype = dice.pick(dtypes);
    const shape = dice.pick([...shapes, [12], [30], [1200], [40, 40], [3, 400], [2, 3, 4], [1, 1], [2, 0], [0, 3]]);
    const size = shape.reduce((x, y) => x * y, 1);
    const lines = [];
    if (size > 60) lines.push(`a = (np.arange(${size}) * ${dice.pick(["1", "7", "-3", "0.37", "1e6", "1e-5"])}).astype(np.${dtype === "bool" ? "bool_" : dtype}).reshape(${JSON.stringify(shape).slice(1, -1)},)`.replace(",)", ")"));
    else if (floats.includes(dtype)) {
      const scale = dice.pick(["1", "1e-3", "1e5", "1e10", "1e-8", "0.1", "3.3"]);
      lines.push(`a = (np.array(${nested(dice, dtype, shape)}, dtype=np.float64).reshape((${shape.join(", ")}${shape.length === 1 ? "," : ""})) * ${scale}).astype(np.${dtype})`);
    } else lines.push(`a = np.array(${nested(dice, dtype, shape)}, dtype=np.${dtype === "bool" ? "bool_" : dtype}).reshape((${shape.join(", ")}${shape.length === 1 ? "," : ""}))`);
    if (dice.chance(0.35))
      lines.push(
        `np.set_printoptions(${dice.pick(["precision=3", "suppress=True", "threshold=5", "edgeitems=2, threshold=10", "linewidth=40", "floatmode='fixed'", "sign='+'", "precision=2, suppress=True", "nanstr='NA', infstr='oo'", "floatmode='unique'", "sign=' '"])})`,
      );
    lines.push(dice.pick(["print(a)", "print(repr(a))", "print(str(a), repr(a))", "print([a])", "print(f'{a}')", "print(a.tolist())", "print(a.reshape(-1)[:3])", "print(np.array2string(a, precision=3))", "print(np.array_repr(a))", "print(a.T)"]));
    return { head: ["import numpy as np"], lines };
  },
};

await huntFromCommandLine(import.meta.url, "numpy", [numpyStatements, numpyUpdates, numpyPromotion, numpyText]);
