// SPDX-License-Identifier: Apache-2.0
// Random torch programs: statements over small tensors, promotion of dtypes, and views: chains of slices, transpositions and reshapes
// of one tensor, written through one and read through all, with their strides.
import { Arrays, attempt, operators, shapes, sizeOf } from "./arrays.mjs";
import { huntFromCommandLine } from "./report.mjs";

const dtypes = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64"];
const floating = ["float32", "float64"];

const library = new Arrays({
  dtypes,
  special: ["float('nan')", "float('inf')", "-float('inf')", "-0.0"],
  low: -7,
  make: (name, dtype, text, shape) => `${name} = torch.tensor(${text}, dtype=torch.${dtype})${shape.includes(0) ? `.reshape(${shape.join(", ")})` : ""}`,
});
const scalar = (dice) => library.scalar(dice);
const mask = (dice, tensor) => library.mask(dice, tensor);

const head = `import torch
import torch.nn.functional as F
def tell(x):
    if isinstance(x, (tuple, list)) and not isinstance(x, torch.Size):
        return "[" + ", ".join([tell(item) for item in x]) + "]"
    if isinstance(x, torch.Tensor):
        return str(x.dtype) + " " + str(tuple(x.shape)) + " " + str(x.tolist())
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
  "abs neg exp exp2 expm1 log log2 log10 log1p sqrt rsqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sigmoid erf erfc floor ceil round trunc frac sign sgn square reciprocal isnan isinf isfinite logical_not bitwise_not signbit deg2rad rad2deg relu positive nan_to_num lgamma digamma logit erfinv i0 sinc".split(
    " ",
  );
const binary =
  "add sub mul div true_divide floor_divide remainder fmod pow maximum minimum fmax fmin atan2 copysign hypot logaddexp logaddexp2 bitwise_and bitwise_or bitwise_xor logical_and logical_or logical_xor eq ne lt le gt ge heaviside nextafter xlogy ldexp gcd lcm rsub float_power bitwise_left_shift bitwise_right_shift".split(
    " ",
  );
const reductions = "sum prod mean std var amax amin argmax argmin any all cumsum cumprod logsumexp nansum nanmean median count_nonzero norm".split(" ");

const dim = (dice, tensor) => String(dice.range(-Math.max(tensor.shape.length, 1), Math.max(tensor.shape.length - 1, 0)));

function index(dice, shape) {
  const few = (inside) => dice.pick([`[${inside()}, ${inside()}]`, `torch.tensor([${inside()}, ${inside()}])`]);
  const one = (text) => (dice.chance(0.25) ? `torch.tensor(${text})` : text);
  return library.index(dice, shape, { steps: ["1", "2", "3"], few, one });
}

function expression(dice, tensors) {
  const a = dice.pick(tensors);
  const b = dice.pick(tensors);
  const second = dice.chance(0.3) ? scalar(dice) : b.name;
  const n = a.shape.length;
  const d = dim(dice, a);
  return dice.pick([
    () => `torch.${dice.pick(unary)}(${a.name})`,
    () => `torch.${dice.pick(unary)}(${a.name})`,
    () => `torch.${dice.pick(binary)}(${a.name}, ${second})`,
    () => `torch.${dice.pick(binary)}(${a.name}, ${second})`,
    () => `${a.name} ${dice.pick(operators)} ${second}`,
    () => `${scalar(dice)} ${dice.pick(operators)} ${a.name}`,
    () => `torch.${dice.pick(reductions)}(${a.name}, dim=${d})`,
    () => `torch.${dice.pick(["sum", "mean", "amax", "amin", "std", "var", "any", "all", "argmax", "nansum"])}(${a.name}, dim=${d}, keepdim=True)`,
    () => `${a.name}.${dice.pick(["sum", "prod", "mean", "max", "min", "std", "var", "any", "all", "argmax", "argmin", "norm", "median"])}()`,
    () => `torch.${dice.pick(["max", "min", "sort", "median", "cummax", "cummin", "aminmax"]).replace("aminmax", "sort")}(${a.name}, dim=${d})`,
    () => `${a.name}[${index(dice, a.shape)}]`,
    () => `${a.name}[${index(dice, a.shape)}]`,
    () => `${a.name}[${mask(dice, a)}]`,
    () => `torch.where(${mask(dice, a)}, ${a.name}, ${second})`,
    () => `torch.cat([${a.name}, ${b.name}], dim=${d})`,
    () => `torch.stack([${a.name}, ${b.name}], dim=${dice.range(-1, n)})`,
    () => `torch.${dice.pick(["hstack", "vstack", "dstack"])}([${a.name}, ${b.name}])`,
    () => `${a.name}.${dice.pick(["reshape", "view"])}(${dice.pick(["-1", "-1, 1", "2, -1", "3, -1", "2, 3", "1, -1", "-1, -1"])})`,
    () => `torch.${dice.pick(["t", "ravel", "squeeze", "fliplr", "flipud", "atleast_2d", "atleast_1d", "flatten", "tril", "triu", "diag", "trace", "diagonal", "nonzero", "unique", "numel", "is_floating_point"])}(${a.name})`,
    () => `torch.${dice.pick(["transpose", "movedim", "swapaxes"])}(${a.name}, ${d}, ${dim(dice, a)})`,
    () => `torch.${dice.pick(["flip", "roll"])}(${a.name}, ${dice.pick(["(0,)", "(-1,)", "1"])})`,
    () => `torch.roll(${a.name}, ${dice.range(-3, 3)}, ${d})`,
    () => `torch.repeat_interleave(${a.name}, ${dice.range(0, 3)}, dim=${d})`,
    () => `${a.name}.${dice.pick(["repeat", "tile"])}(${dice.pick(["2", "2, 1", "1, 2", "2, 2, 1"])})`,
    () => `${a.name}.expand(${dice.pick(["2, 3", "-1", "3, 3", "2, 2, 3", "4, -1"])})`,
    () => `torch.${dice.pick(["argsort"])}(${a.name}, dim=${d}, stable=True)`.replace(", stable=True", ""),
    () => `torch.topk(${a.name}, ${dice.range(1, 2)}, dim=${d})`,
    () => `torch.clamp(${a.name}, ${dice.pick(["-2", "0", "-1.5"])}, ${dice.pick(["2", "3", "2.5"])})`,
    () => `torch.${dice.pick(["matmul", "mm", "dot", "outer", "kron", "mv", "inner", "vdot"])}(${a.name}, ${b.name})`,
    () => `torch.${dice.pick(["chunk", "tensor_split", "split"])}(${a.name}, ${dice.range(1, 3)}, dim=${d})`,
    () => `torch.unbind(${a.name}, ${d})`,
    () => `torch.gather(${a.name}, ${d}, torch.zeros_like(${a.name}, dtype=torch.int64))`,
    () => `torch.index_select(${a.name}, ${d}, torch.tensor([0, ${dice.range(0, 1)}]))`,
    () => `torch.masked_fill(${a.name}, ${mask(dice, a)}, ${scalar(dice)})`,
    () => `torch.masked_select(${a.name}, ${mask(dice, a)})`,
    () => `torch.${dice.pick(["isclose", "allclose", "equal"])}(${a.name}, ${b.name})`,
    () => `torch.${dice.pick(["zeros_like", "ones_like"])}(${a.name})`,
    () => `${a.name}.to(torch.${dice.pick(dtypes)})`,
    () => `${a.name}.${dice.pick(["float", "double", "half", "int", "long", "bool", "short", "char", "byte"])}()`,
    () => `torch.${dice.pick(["result_type"])}(${a.name}, ${second})`,
    () => `torch.diff(${a.name}, dim=${d})`,
    () => `torch.${dice.pick(["lerp"])}(${a.name}, ${b.name}, 0.25)`,
    () => `torch.${dice.pick(["addcmul", "addcdiv"])}(${a.name}, ${b.name}, ${a.name}, value=0.5)`,
    () => `torch.einsum('${n === 2 ? dice.pick(["ij->ji", "ij->i", "ij->", "ij->j"]) : n === 1 ? "i->" : "...->..."}', ${a.name})`,
    () => `torch.${dice.pick(["searchsorted", "bucketize"])}(torch.tensor([0, 1, 2]), ${a.name})`.replace(/bucketize\((.*), (\w)\)$/, "bucketize($2, $1)"),
    () => `torch.${dice.pick(["logcumsumexp", "softmax", "log_softmax"])}(${a.name}, ${d})`,
    () => `F.${dice.pick(["relu", "gelu", "silu", "elu", "selu", "celu", "softplus", "softsign", "hardtanh", "hardswish", "hardsigmoid", "leaky_relu", "logsigmoid", "mish", "relu6", "tanhshrink", "softshrink", "hardshrink", "glu", "normalize"])}(${a.name})`,
    () => `F.${dice.pick(["mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy_with_logits", "kl_div", "cosine_similarity"])}(${a.name}, ${b.name})`,
    () => `F.${dice.pick(["softmax", "log_softmax", "softmin", "glu"])}(${a.name}, dim=${d})`,
    () => `F.pad(${a.name}, (${dice.range(0, 2)}, ${dice.range(0, 2)})${dice.chance(0.3) ? `, value=${scalar(dice)}` : ""})`,
    () => `${a.name}.${dice.pick(["shape", "ndim", "dtype", "T", "numel()", "size()", "stride()", "element_size()", "is_contiguous()", "tolist()", "dim()", "storage_offset()", "item()", "nbytes"]).replace("nbytes", "itemsize").replace("itemsize", "dim()")}`,
    () => `torch.${dice.pick(["arange", "linspace", "full", "eye", "zeros", "ones"])}(${dice.pick(["3", "4", "2, 5", "0, 2"])})`.replace(/(linspace)\((\d)\)/, "$1(0, 1, $2)").replace(/(linspace)\((\d, \d)\)/, "$1($2, 4)").replace(/full\(([\d, ]*)\)/, "full(($1,), 2)"),
    () => `torch.arange(${scalar(dice)}, ${dice.pick(["5", "3.5", "-2"])}, ${dice.pick(["1", "2", "0.5", "-1"])})`,
    () => `torch.full_like(${a.name}, ${scalar(dice)}${dice.pick(["", `, dtype=torch.${dice.pick(dtypes)}`])})`,
    () => `torch.scatter(${a.name}, ${d}, torch.zeros_like(${a.name}, dtype=torch.int64), ${dice.pick([a.name, scalar(dice)])})`,
    () => `torch.scatter_add(${a.name}, ${d}, torch.zeros_like(${a.name}, dtype=torch.int64), ${a.name})`,
    () => `torch.index_add(${a.name}, ${d}, torch.tensor([0]), ${a.name}.narrow(${d}, 0, 1))`,
    () => `torch.index_fill(${a.name}, ${d}, torch.tensor([0]), ${scalar(dice)})`,
    () => `torch.take(${a.name}, torch.tensor([0, ${dice.range(-1, 2)}]))`,
    () => `torch.take_along_dim(${a.name}, torch.argsort(${a.name}, dim=${d}, stable=True), dim=${d})`.replace(", stable=True", ""),
    () => `torch.${dice.pick(["sum", "mean", "amax", "std", "nansum"])}(${a.name}, dim=(${d}, ${dim(dice, a)}))`,
    () => `torch.${dice.pick(["sum", "prod", "cumsum", "mean"])}(${a.name}, dim=${d}, dtype=torch.${dice.pick(dtypes)})`,
    () => `torch.${dice.pick(["std", "var"])}(${a.name}, dim=${d}, unbiased=${dice.pick(["True", "False"])})`,
    () => `torch.${dice.pick(["var_mean", "std_mean", "aminmax", "frexp", "unique_consecutive", "bincount", "block_diag", "cartesian_prod", "combinations", "rot90", "nanmedian", "mode"]).replace("mode", "aminmax").replace("cartesian_prod", "block_diag")}(${a.name})`,
    () => `torch.${dice.pick(["broadcast_to"])}(${a.name}, ${dice.pick(["(2, 3)", "(3,)", "(2, 2, 3)", "(4, 1)"])})`,
    () => `torch.${dice.pick(["meshgrid"])}(${a.name}, ${b.name}, indexing='ij')`,
    () => `torch.${dice.pick(["tensordot"])}(${a.name}, ${b.name}, dims=${dice.range(0, 1)})`,
    () => `torch.${dice.pick(["bmm", "addmm", "baddbmm", "cdist", "cross", "chain_matmul"]).replace("chain_matmul", "bmm").replace("baddbmm", "bmm").replace("addmm", "cross")}(${a.name}, ${b.name})`,
    () => `torch.linalg.${dice.pick(["norm", "det", "inv", "vector_norm"])}(${a.name})`,
    () => `torch.${dice.pick(["swapdims", "narrow", "select", "unflatten"]).replace("unflatten", "select")}(${a.name}, ${d}, 0${""})`.replace(/narrow\((.*), 0\)/, "narrow($1, 0, 1)"),
    () => `${a.name}.${dice.pick(["view(torch.uint8)", "view(torch.int32)", "type(torch.float32)", "type_as(" + b.name + ")", "new_zeros(2)", "new_tensor([1, 2])", "new_full((2,), 3)", "expand_as(" + b.name + ")", "view_as(" + b.name + ")", "unsqueeze(0)", "nonzero(as_tuple=True)", "flip(0)", "is_signed()", "is_floating_point()", "data_ptr() == " + a.name + ".data_ptr()", "element_size()", "contiguous().stride()", "t().stride()", "requires_grad", "is_leaf", "nelement()", "ndimension()", "size(0)", "stride(0)", "bool().any()", "logical_not()", "T.is_contiguous()", "mean(dtype=torch.float64)", "detach()", "cpu()", "numpy().dtype.name"])}`,
    () => `[x for x in ${a.name}]`,
    () => `torch.tensor([${a.name}.tolist(), ${b.name}.tolist()])`,
    () => `torch.as_tensor(${a.name}.tolist(), dtype=torch.${dice.pick(dtypes)})`,
    () => `torch.${dice.pick(["iinfo", "finfo"])}(${a.name}.dtype).${dice.pick(["max", "min", "bits", "dtype", "eps"])}`,
    () => `torch.${dice.pick(unary)}(${a.name}, out=torch.empty(0))`,
    () => `torch.${dice.pick(["clamp_min", "clamp_max"])}(${a.name}, ${scalar(dice)})`,
    () => `torch.clamp(${a.name}, min=${dice.pick([b.name, "None", "1"])}, max=${dice.pick([b.name, "2.5"])})`,
    () => `torch.add(${a.name}, ${second}, alpha=${dice.pick(["2", "0.5", "-1"])})`,
    () => `torch.div(${a.name}, ${second}, rounding_mode=${dice.pick(["'floor'", "'trunc'", "None"])})`,
    () => `torch.round(${a.name}, decimals=${dice.pick(["1", "0", "-1"])})`,
    () => `torch.nn.functional.one_hot(${a.name}.abs().long().clamp(0, 3), 4)`,
    () => `F.${dice.pick(["layer_norm", "normalize"])}(${a.name}, ${n ? `(${a.shape[n - 1]},)` : "(1,)"})`.replace(/normalize\((\w), .*/, "normalize($1, dim=-1)"),
    () => `F.${dice.pick(["threshold", "hardtanh"])}(${a.name}, -1, 2)`,
    () => `${dice.pick(["len", "bool", "int", "float"])}(${a.name}${dice.chance(0.4) ? "[0]" : ""})`,
  ])();
}

export const torchStatements = {
  name: "torch statements",
  make(dice) {
    const { arrays: tensors, lines } = library.make(dice, dice.range(1, 3));
    for (let k = dice.range(2, 5); k-- > 0; ) lines.push(`show(lambda: ${expression(dice, tensors)})`);
    return { head, lines };
  },
};

export const torchPromotion = {
  name: "torch promotion",
  make(dice) {
    const { arrays: tensors, lines } = library.make(dice, 3);
    const operand = () => (dice.chance(0.25) ? scalar(dice) : dice.chance(0.2) ? `torch.tensor(${dice.range(0, 5)}, dtype=torch.${dice.pick(dtypes)})` : dice.pick(tensors).name);
    const tensor = () => dice.pick(tensors).name;
    for (let k = dice.range(3, 6); k-- > 0; )
      lines.push(
        `show(lambda: ${dice.pick([
          () => `${operand()} ${dice.pick(operators)} ${tensor()}`,
          () => `${tensor()} ${dice.pick(operators)} ${operand()}`,
          () => `torch.${dice.pick(binary)}(${tensor()}, ${tensor()})`,
          () => `torch.${dice.pick(unary)}(${tensor()})`,
          () => `torch.where(${tensor()} > 0, ${tensor()}, ${operand()})`,
          () => `torch.result_type(${tensor()}, ${operand()})`,
          () => `torch.promote_types(torch.${dice.pick(dtypes)}, torch.${dice.pick(dtypes)})`,
          () => `torch.can_cast(torch.${dice.pick(dtypes)}, torch.${dice.pick(dtypes)})`,
          () => `torch.tensor([${scalar(dice)}, ${scalar(dice)}])`,
        ])()})`,
      );
    return { head, lines };
  },
};

/// Assignment in place: what is taken, what the dtypes become, what is refused.
export const torchUpdates = {
  name: "torch updates",
  make(dice) {
    const { arrays, lines } = library.make(dice, dice.range(1, 3));
    for (let k = dice.range(1, 4); k-- > 0; ) {
      const a = dice.pick(arrays);
      const b = dice.chance(0.5) ? scalar(dice) : dice.pick(arrays).name;
      const d = dim(dice, a);
      const statement = dice.pick([
        () => `${a.name} ${dice.pick(["+=", "-=", "*=", "/=", "//=", "**=", "%=", "&=", "|=", "^="])} ${b}`,
        () => `${a.name}[${index(dice, a.shape)}] = ${b}`,
        () => `${a.name}[${index(dice, a.shape)}] ${dice.pick(["+=", "*=", "-="])} ${scalar(dice)}`,
        () => `${a.name}[${mask(dice, a)}] = ${b}`,
        () => `${a.name}.${dice.pick(["add_", "sub_", "mul_", "div_", "pow_", "remainder_", "fmod_", "floor_divide_", "copy_", "eq_", "lt_", "logical_and_"])}(${b})`,
        () => `${a.name}.${dice.pick(["abs_", "neg_", "exp_", "sqrt_", "sin_", "floor_", "round_", "sigmoid_", "relu_", "zero_", "trunc_", "sign_", "square_", "reciprocal_", "log_", "t_", "squeeze_", "unsqueeze_"])}()`.replace("unsqueeze_()", "unsqueeze_(0)"),
        () => `${a.name}.${dice.pick(["clamp_(0, 2)", "fill_(3)", "fill_(2.5)", "masked_fill_(" + a.name + " > 0, 1)", "clamp_min_(1)", "fill_diagonal_(5)", "lerp_(" + a.name + ", 0.5)", "addcmul_(" + a.name + ", " + a.name + ")", "add_(" + a.name + ", alpha=2)", "resize_(2)", "transpose_(0, -1)", "cumsum_(0)", "nan_to_num_()", "tril_()", "triu_(1)"])}`,
        () => `${a.name}.index_${dice.pick([`fill_(${d}, torch.tensor([0]), ${scalar(dice)})`, `add_(${d}, torch.tensor([0]), ${a.name}.narrow(${d}, 0, 1).clone())`, `copy_(${d}, torch.tensor([0]), ${a.name}.narrow(${d}, 0, 1).clone())`])}`,
        () => `${a.name}.scatter_(${d}, torch.zeros_like(${a.name}, dtype=torch.int64), ${scalar(dice)})`,
        () => `${a.name}.scatter_add_(${d}, torch.zeros_like(${a.name}, dtype=torch.int64), ${a.name}.clone())`,
        () => `${a.name}.index_put_((torch.tensor([0]),), torch.tensor(1).to(${a.name}.dtype)${dice.pick(["", ", accumulate=True"])})`,
        () => `torch.${dice.pick(["add", "mul", "sub", "maximum"])}(${a.name}, ${b}, out=${a.name})`,
      ])();
      lines.push(attempt(statement, `print([tell(x) for x in (${arrays.map(({ name }) => name).join(", ")},)])`));
    }
    return { head, lines };
  },
};

/// One step from a tensor to a view or a copy of it.
function step(dice, name, rank) {
  const d = () => dice.range(-Math.max(rank, 1), Math.max(rank - 1, 0));
  return dice.pick([
    () => `${name}.T`,
    () => `${name}.t()`,
    () => `${name}.transpose(${d()}, ${d()})`,
    () => `${name}.permute(${dice.pick(["1, 0", "0, 1", "2, 0, 1", "0, 2, 1", "1, 2, 0"])})`,
    () => `${name}.unsqueeze(${dice.range(-1, rank)})`,
    () => `${name}.squeeze(${dice.chance(0.5) ? "" : d()})`,
    () => `${name}.view(${dice.pick(["-1", "2, -1", "3, -1", "4, 3", "2, 2, 3", "1, -1"])})`,
    () => `${name}.reshape(${dice.pick(["-1", "2, -1", "3, -1", "4, 3", "2, 2, 3", "1, -1"])})`,
    () => `${name}.flatten()`,
    () => `${name}.narrow(${d()}, ${dice.range(0, 1)}, ${dice.range(1, 2)})`,
    () => `${name}.select(${d()}, ${dice.range(-1, 1)})`,
    () => `${name}.expand(${dice.pick(["2, -1, -1", "3, -1", "-1, -1", "2, 2, 3"])})`,
    () => `${name}.diagonal()`,
    () => `${name}.unfold(${d()}, 2, 1)`,
    () => `${name}.as_strided((2, 2), (${dice.range(0, 3)}, ${dice.range(0, 2)}))`,
    () => `${name}.chunk(2, ${d()})[${dice.range(0, 1)}]`,
    () => `${name}.split(1, ${d()})[0]`,
    () => `${name}.unbind(${d()})[0]`,
    () => `${name}.movedim(0, -1)`,
    () => `${name}.swapaxes(0, -1)`,
    () => `${name}.detach()`,
    () => `${name}.contiguous()`,
    () => `${name}.clone()`,
    () => `${name}.to(torch.float64)`,
    () => `${name} + 1`,
    () => `${name} * ${name}`,
    () => `torch.empty_like(${name}).fill_(1)`,
    () => `torch.zeros_like(${name})`,
    () => `${name}.view_as(${name})`,
    () => `${name}.unflatten(0, (2, -1))`,
    () => `${name}.data`,
    () => `${name}[${index(dice, [3, 4, 2].slice(0, Math.max(rank, 1)))}]`,
    () => `${name}[${index(dice, [3, 4, 2].slice(0, Math.max(rank, 1)))}]`,
    () => `${name}[${index(dice, [2, 3, 2].slice(0, Math.max(rank, 1)))}]`,
  ])();
}

function write(dice, name, other, rank) {
  const key = index(dice, [2, 3, 2].slice(0, Math.max(rank, 1)));
  return dice.pick([
    () => `${name}[${key}] = ${dice.range(10, 99)}`,
    () => `${name}[${key}] += ${dice.range(10, 99)}`,
    () => `${name}[${dice.range(0, 1)}][${dice.pick([":2", "0", "1:", "-1"])}] = ${dice.range(10, 99)}`,
    () => `${name}.${dice.pick(["add_", "mul_", "sub_", "fill_", "clamp_"])}(${dice.range(2, 9)})`,
    () => `${name}.zero_()`,
    () => `${name} += ${dice.pick(["1", other])}`,
    () => `${name}.copy_(${other})`,
    () => `${name}[${name} > 4] = ${dice.range(-9, -1)}`,
    () => `${name}.masked_fill_(${name} > 6, 0)`,
    () => `${name}[${key}].add_(${dice.range(100, 199)})`,
    () => `${name}.index_fill_(0, torch.tensor([0]), 5)`,
    () => `${name}.neg_()`,
    () => `${name}.abs_()`,
    () => `${name}.${dice.pick(["t_()", "squeeze_()", `squeeze_(${dice.range(-1, 1)})`, `unsqueeze_(${dice.range(-1, 1)})`, "transpose_(0, -1)", "swapaxes_(0, 1)"])}`,
    () => `${name}.${dice.pick(["resize_(2, 2)", "resize_(3)", "resize_(2, 2, 3)", `as_strided_((2, 2), (${dice.range(1, 3)}, ${dice.range(1, 2)}))`, `resize_as_(${other})`])}`,
  ])();
}

export const torchViews = {
  name: "torch views",
  make(dice) {
    const shape = dice.pick([[12], [3, 4], [2, 2, 3], [2, 3, 2], [4, 3], [1, 6], [3, 1, 4]]);
    const lines = [`x = torch.arange(12).reshape(${(shape.join(" ").includes("6") ? [2, 6] : shape).join(", ")})`];
    if (dice.chance(0.5)) lines.push("x = x.to(torch.float32)");
    const names = ["x"];
    const rank = { x: shape.length };
    const all = () => `for n, w in [${names.map((name) => `("${name}", ${name})`).join(", ")}]: print(n, tell(w), w.stride(), w.storage_offset(), w.is_contiguous())`;
    for (let k = dice.range(1, 4); k-- > 0; ) {
      const name = "uvwy"[k];
      const source = dice.pick(names);
      lines.push(attempt(`${name} = ${step(dice, source, rank[source])}`, "pass", `${name} = x`));
      names.push(name);
      rank[name] = Math.max(0, rank[source] + dice.range(-1, 1));
    }
    lines.push(all());
    for (let k = dice.range(1, 3); k-- > 0; ) {
      const name = dice.pick(names);
      lines.push(attempt(write(dice, name, dice.pick(names), rank[name])));
      lines.push(all());
    }
    return { head, lines };
  },
};

export const torchText = {
  name: "torch text",
  exact: true,
  make(dice) {
    const dtype = dice.pick([...dtypes, "bfloat16"]);
    const shape = dice.pick([...shapes, [12], [30], [1200], [40, 40], [3, 400], [2, 3, 4], [1, 1], [2, 0], [0, 3]]);
    const size = sizeOf(shape);
    const made =
      size > 60
        ? `(torch.arange(${size}) * ${dice.pick(["1", "7", "-3", "0.37", "1e6", "1e-5"])}).to(torch.${dtype}).reshape(${shape.join(", ")})`
        : `(torch.tensor(${library.nested(dice, dtype === "bfloat16" ? "float32" : dtype, shape)}) * ${dtype.includes("float") ? dice.pick(["1", "1e-3", "1e5", "1e10", "1e-8", "0.1", "3.3"]) : "1"}).to(torch.${dtype})`;
    return { head: ["import torch"], lines: [`a = ${made}`, dice.pick(["print(a)", "print(repr(a))", "print([a])", "print(f'{a}')", "print(str(a), a.dtype)", "print(a.reshape(-1)[:3])", "print(a.shape, a.size())", "print((a, a.sum()))"])] };
  },
};

export const torchFloats = {
  name: "torch statements of floats",
  make(dice) {
    const { arrays: tensors, lines } = library.make(dice, dice.range(1, 3), floating);
    for (let k = dice.range(2, 5); k-- > 0; ) lines.push(`show(lambda: ${expression(dice, tensors)})`);
    return { head, lines };
  },
};

await huntFromCommandLine(import.meta.url, "torch", [torchStatements, torchFloats, torchPromotion, torchUpdates, torchViews, torchText]);
