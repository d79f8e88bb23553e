// SPDX-License-Identifier: Apache-2.0
// Random kernels: a list of statements, each an operation on earlier values, written out as a Pallas or as a Triton program. Well-typed by construction,
// with odd extents in Pallas (Triton's are powers of two, its arrays any size behind masks).
//
// Two right answers of a kernel differ by rounding, so a value says how exactly it is known: `noise` 0 is bit for bit, then f32, f16, bf16. Comparisons, sorting,
// positions of maxima and casts to integers take exact values alone, and a value is stored in a type no finer than its noise.

/** A small generator of its own, so that a seed means the same program everywhere (mulberry32). */
export function makeRandom(seed) {
  let state = (seed * 2654435761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n) => Math.floor(next() * n);
  return { next, below, pick: (list) => list[below(list.length)], chance: (p) => next() < p };
}

const noiseOf = { f32: 1, f16: 2, bf16: 3 };
const typeOfNoise = ["f32", "f32", "f16", "bf16"];
const isFloat = (type) => type in noiseOf;
const sameShape = (a, b) => a.shape.join() === b.shape.join();

/** `{style, inputs: [..], statements: [..], outputs: [value numbers], warps}`. Values are numbered: the inputs, then the statements. */
export function generate(seed) {
  const random = makeRandom(seed);
  const style = random.chance(0.35) ? "triton" : "pallas";
  const extents = style === "triton" ? [16, 32, 64, 128] : [1, 2, 3, 5, 7, 8, 13, 16, 17, 31, 32, 33, 48, 64, 65, 100, 128];
  const dims = [random.pick(extents), random.pick(extents), random.pick(extents)];
  const inputs = [];
  const count = 1 + random.below(3);
  for (let i = 0; i < count; ++i) {
    const first = random.below(3), second = random.below(3);
    const type = random.pick(["f32", "f32", "f32", "f16", "bf16", "i32"]);
    const shape = style === "pallas" && random.chance(0.15) ? [dims[first]] : [dims[first], dims[second]];
    inputs.push({ shape, type, noise: 0, sizes: shape.map((extent) => (style === "triton" ? 1 + random.below(extent) : extent)) });
  }
  const program = { seed, style, inputs, statements: [], outputs: [], warps: random.pick([1, 2, 4, 4, 8]) };
  const values = [...inputs];
  const length = 2 + random.below(12);
  for (let tries = 0; program.statements.length < length && tries < 300; ++tries) {
    const statement = makeStatement(random, values, style);
    if (!statement || statement.shape.reduce((a, b) => a * b, 1) > 16384) continue;
    program.statements.push(statement);
    values.push(statement);
  }
  const used = new Set(program.statements.flatMap(({ args }) => args));
  values.forEach((value, index) => {
    if (index >= inputs.length && !used.has(index)) program.outputs.push(index);
  });
  if (!program.outputs.length) program.outputs.push(values.length - 1);
  return program;
}

function makeStatement(random, values, style) {
  const index = random.chance(0.6) ? values.length - 1 - random.below(Math.min(3, values.length)) : random.below(values.length);
  const a = values[index];
  const others = values.map((value, at) => ({ value, at })).filter(({ value }) => value.type === a.type && sameShape(value, a));
  const other = random.pick(others);
  const noise = (...list) => Math.max(...list.map((value) => value.noise));
  const float = isFloat(a.type), rank = a.shape.length;
  const make = (op, args, type, shape, noisy, attributes = {}) => ({ op, args, type, shape, noise: noisy, ...attributes });
  const rounded = float ? Math.max(a.noise, noiseOf[a.type]) : 0; // of a function or sum that is not exact
  const axis = rank ? random.below(rank) : 0;
  const kept = a.shape.filter((_, at) => at !== axis);
  const kinds = [];
  const add = (weight, made) => {
    for (let i = 0; i < weight; ++i) kinds.push(made);
  };
  if (float) {
    add(3, () => make(random.pick(["sin", "tanh", "expneg", "sqrt1"]), [index], a.type, a.shape, rounded));
    add(2, () => make(random.pick(["neg", "abs", "half"]), [index], a.type, a.shape, a.noise));
    add(4, () => make(random.pick(["add", "sub", "mulhalf", "max", "min"]), [index, other.at], a.type, a.shape, noise(a, other.value)));
    add(2, () => {
      const type = random.pick(["f32", "f16", "bf16"]);
      return make("cast", [index], type, a.shape, a.noise === 0 ? 0 : Math.max(a.noise, noiseOf[type]));
    });
    if (a.noise === 0) add(1, () => make("toint", [index], "i32", a.shape, 0));
  } else if (a.type === "i32") {
    add(4, () => make(random.pick(["add", "sub", "mul", "and", "or", "xor", "max", "min"]), [index, other.at], "i32", a.shape, 0));
    add(2, () => make("tofloat", [index], "f32", a.shape, 0));
  }
  if (a.type !== "bool" && a.noise === 0) add(2, () => make(random.pick(["lt", "ge"]), [index, other.at], "bool", a.shape, 0));
  if (rank >= 1) {
    if (float || a.type === "i32") {
      add(3, () => {
        const op = random.pick(["sum", "rmax", "rmin"]);
        return make(op, [index], a.type, kept, op === "sum" && float ? rounded : a.noise, { axis });
      });
      // Each prefix of an f16 is rounded, in the order of the device: many times.
      add(1, () => make("cumsum", [index], a.type, a.shape, a.type === "f16" ? noiseOf.bf16 : rounded, { axis }));
      if (a.noise === 0) add(1, () => make("argmax", [index], "i32", kept, 0, { axis }));
    }
    if (a.type === "f32" && a.noise === 0 && (style === "pallas" || axis === rank - 1)) add(1, () => make("sort", [index], a.type, a.shape, 0, { axis }));
    add(1, () => make("iota", [index], "i32", a.shape, 0, { axis }));
  }
  const masks = values.map((value, at) => ({ value, at })).filter(({ value }) => value.type === "bool" && sameShape(value, a));
  if (masks.length && a.type !== "bool") add(4, () => make("where", [random.pick(masks).at, index, other.at], a.type, a.shape, noise(a, other.value)));
  if (rank === 2) {
    add(2, () => make("transpose", [index], a.type, [a.shape[1], a.shape[0]], a.noise));
    // A row or a column across the matrix.
    for (const [along, at] of values.flatMap((value, at) => (value.shape.length === 1 && value.type === a.type && a.type !== "bool" ? [0, 1].filter((k) => value.shape[0] === a.shape[k]).map((k) => [k, at]) : [])))
      add(2, () => make("addvector", [index, at], a.type, a.shape, noise(a, values[at]), { axis: along }));
    if (float) {
      const partners = values.map((value, at) => ({ value, at })).filter(({ value }) => value.type === a.type && value.shape.length === 2 && value.shape[0] === a.shape[1]);
      if (partners.length)
        add(8, () => {
          const b = random.pick(partners);
          return make("dot", [index, b.at], "f32", [a.shape[0], b.value.shape[1]], Math.max(1, noise(a, b.value)));
        });
      add(2, () => make("softmax", [index], "f32", a.shape, Math.max(1, a.noise), { axis }));
    }
    if (style === "pallas") {
      const beside = others.filter(({ value }) => value.type !== "bool");
      if (beside.length) add(1, () => make("concatenate", [index, random.pick(beside).at], a.type, a.shape.map((extent, k) => (k === axis ? 2 * extent : extent)), a.noise, { axis }));
      if (a.shape[axis] > 1)
        add(1, () => {
          const begin = random.below(a.shape[axis] - 1), end = begin + 1 + random.below(a.shape[axis] - begin);
          return make("slice", [index], a.type, a.shape.map((extent, k) => (k === axis ? end - begin : extent)), a.noise, { axis, begin, end });
        });
      add(1, () => make("flip", [index], a.type, a.shape, a.noise, { axis }));
      add(1, () => make("flatten", [index], a.type, [a.shape[0] * a.shape[1]], a.noise));
    }
  }
  const statement = kinds.length ? random.pick(kinds)() : null;
  // Of what two values of different noise give: the coarser.
  if (statement && statement.noise < Math.max(0, ...statement.args.map((at) => (values[at].type === "bool" ? 0 : values[at].noise)))) return null;
  return statement;
}

//===-- as text ------------------------------------------------------------------------------------------------===//

const jaxTypes = { f32: "jnp.float32", f16: "jnp.float16", bf16: "jnp.bfloat16", i32: "jnp.int32", bool: "jnp.bool_" };
const tritonTypes = { f32: "tl.float32", f16: "tl.float16", bf16: "tl.bfloat16", i32: "tl.int32", bool: "tl.int1" };
const torchTypes = { f32: "torch.float32", f16: "torch.float16", bf16: "torch.bfloat16", i32: "torch.int32" };

/** The type in which a value is stored. */
export function getStoredType(value) {
  if (value.type === "bool") return "i32";
  return isFloat(value.type) && noiseOf[value.type] < value.noise ? typeOfNoise[value.noise] : value.type;
}

const tuple = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

function printPallas(statement, v) {
  const [a, b, c] = statement.args.map(v), { axis } = statement;
  const binary = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^", lt: "<", ge: ">=" };
  if (statement.op in binary) return `${a} ${binary[statement.op]} ${b}`;
  const forms = {
    sin: () => `jnp.sin(${a} / (1 + jnp.abs(${a})))`, tanh: () => `jnp.tanh(${a})`, expneg: () => `jnp.exp(-jnp.abs(${a}))`, sqrt1: () => `jnp.sqrt(jnp.abs(${a}) + 1)`,
    neg: () => `-${a}`, abs: () => `jnp.abs(${a})`, half: () => `${a} * 0.5`, mulhalf: () => `${a} * ${b} * 0.5`,
    max: () => `jnp.maximum(${a}, ${b})`, min: () => `jnp.minimum(${a}, ${b})`, cast: () => `${a}.astype(${jaxTypes[statement.type]})`,
    toint: () => `(${a} * 8).astype(jnp.int32)`, tofloat: () => `(${a} & 255).astype(jnp.float32) * 0.01`,
    sum: () => `jnp.sum(${a}, axis=${axis})`, rmax: () => `jnp.max(${a}, axis=${axis})`, rmin: () => `jnp.min(${a}, axis=${axis})`,
    cumsum: () => `jnp.cumsum(${a}, axis=${axis})`, argmax: () => `jnp.argmax(${a}, axis=${axis}).astype(jnp.int32)`, sort: () => `jnp.sort(${a}, axis=${axis})`,
    iota: () => `jax.lax.broadcasted_iota(jnp.int32, ${tuple(statement.shape)}, ${axis})`, where: () => `jnp.where(${a}, ${b}, ${c})`, transpose: () => `${a}.T`,
    addvector: () => (axis === 0 ? `${a} + ${b}[:, None]` : `${a} + ${b}[None, :]`),
    dot: () => `jnp.dot(${a}, ${b}, preferred_element_type=jnp.float32) * 0.125`, softmax: () => `jax.nn.softmax(${a}.astype(jnp.float32), axis=${axis})`,
    concatenate: () => `jnp.concatenate([${a}, ${b}], axis=${axis})`, flip: () => `jnp.flip(${a}, axis=${axis})`, flatten: () => `${a}.reshape(${statement.shape[0]})`,
    slice: () => (axis === 0 ? `${a}[${statement.begin}:${statement.end}, :]` : `${a}[:, ${statement.begin}:${statement.end}]`),
  };
  return forms[statement.op]();
}

function printPallasProgram(program) {
  const values = [...program.inputs, ...program.statements], v = (at) => `v${at}`;
  const names = program.inputs.map((_, at) => `x${at}`), outputs = program.outputs.map((at) => `o${at}`);
  const lines = ["import jax", "import jax.numpy as jnp", "from jax.experimental import pallas as pl", "",
    `def kernel(${[...names, ...outputs].map((name) => `${name}_ref`).join(", ")}):`];
  program.inputs.forEach((_, at) => lines.push(`    v${at} = x${at}_ref[...]`));
  program.statements.forEach((statement, at) => lines.push(`    v${program.inputs.length + at} = ${printPallas(statement, v)}`));
  for (const at of program.outputs) lines.push(`    o${at}_ref[...] = v${at}.astype(${jaxTypes[getStoredType(values[at])]})`);
  lines.push("");
  program.inputs.forEach(({ shape, type }, at) => {
    const key = `jax.random.key(${program.seed % 65536 + at})`;
    lines.push(type === "i32" ? `x${at} = jax.random.randint(${key}, ${tuple(shape)}, -100, 100)` : `x${at} = jax.random.normal(${key}, ${tuple(shape)}).astype(${jaxTypes[type]})`);
  });
  const shapes = program.outputs.map((at) => `jax.ShapeDtypeStruct(${tuple(values[at].shape)}, ${jaxTypes[getStoredType(values[at])]})`);
  lines.push(`pl.pallas_call(kernel, out_shape=[${shapes.join(", ")}])(${names.join(", ")})`);
  return lines.join("\n") + "\n";
}

function printTriton(statement, v) {
  const [a, b, c] = statement.args.map(v), { axis } = statement;
  const binary = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^", lt: "<", ge: ">=" };
  if (statement.op in binary) return `${a} ${binary[statement.op]} ${b}`;
  const narrow = (text) => `(${text}).to(${tritonTypes[statement.type]})`, wide = `${a}.to(tl.float32)`;
  const forms = {
    sin: () => narrow(`tl.sin(${wide} / (1 + tl.abs(${wide})))`), tanh: () => narrow(`2 * tl.sigmoid(2 * ${wide}) - 1`), expneg: () => narrow(`tl.exp(-tl.abs(${wide}))`), sqrt1: () => narrow(`tl.sqrt(tl.abs(${wide}) + 1)`),
    neg: () => `-${a}`, abs: () => `tl.abs(${a})`, half: () => narrow(`${a} * 0.5`), mulhalf: () => narrow(`${a} * ${b} * 0.5`),
    max: () => narrow(`tl.maximum(${a}, ${b})`), min: () => narrow(`tl.minimum(${a}, ${b})`), cast: () => narrow(a), toint: () => `(${a}.to(tl.float32) * 8).to(tl.int32)`, tofloat: () => `(${a} & 255).to(tl.float32) * 0.01`,
    sum: () => narrow(`tl.sum(${a}, axis=${axis})`), rmax: () => narrow(`tl.max(${a}, axis=${axis})`), rmin: () => narrow(`tl.min(${a}, axis=${axis})`),
    cumsum: () => narrow(`tl.cumsum(${a}, axis=${axis})`), argmax: () => `tl.argmax(${a}, axis=${axis}).to(tl.int32)`, sort: () => `tl.sort(${a}, dim=${axis})`,
    iota: () => (statement.shape.length === 1 ? `tl.arange(0, ${statement.shape[0]})` : `tl.broadcast_to(tl.arange(0, ${statement.shape[axis]})${axis === 0 ? "[:, None]" : "[None, :]"}, ${statement.shape[0]}, ${statement.shape[1]})`),
    where: () => `tl.where(${a}, ${b}, ${c})`, transpose: () => `tl.trans(${a})`, addvector: () => (axis === 0 ? `${a} + ${b}[:, None]` : `${a} + ${b}[None, :]`),
    dot: () => `tl.dot(${a}, ${b}, input_precision="ieee") * 0.125`,
    softmax: () => `tl.exp(${wide} - tl.max(${wide}, axis=${axis}, keep_dims=True)) / tl.sum(tl.exp(${wide} - tl.max(${wide}, axis=${axis}, keep_dims=True)), axis=${axis}, keep_dims=True)`,
  };
  return forms[statement.op]();
}

function printTritonProgram(program) {
  const values = [...program.inputs, ...program.statements], v = (at) => `v${at}`;
  const pointers = [...program.inputs.map((_, at) => `x${at}`), ...program.outputs.map((at) => `o${at}`)];
  const lines = ["import torch", "import triton", "import triton.language as tl", "", "@triton.jit", `def kernel(${pointers.join(", ")}):`];
  const offsets = (shape, rows, columns) => (shape.length === 0 ? ["0", ""] : shape.length === 1 ? [`tl.arange(0, ${shape[0]})`, `tl.arange(0, ${shape[0]}) < ${columns}`] :
    [`tl.arange(0, ${shape[0]})[:, None] * ${columns} + tl.arange(0, ${shape[1]})[None, :]`, `(tl.arange(0, ${shape[0]})[:, None] < ${rows}) & (tl.arange(0, ${shape[1]})[None, :] < ${columns})`]);
  program.inputs.forEach(({ shape, sizes }, at) => {
    const [where, mask] = offsets(shape, sizes[0], sizes.at(-1));
    lines.push(`    v${at} = tl.load(x${at} + ${where}, mask=${mask}, other=0)`);
  });
  program.statements.forEach((statement, at) => lines.push(`    v${program.inputs.length + at} = ${printTriton(statement, v)}`));
  for (const at of program.outputs) {
    const { shape } = values[at], [where] = offsets(shape, shape[0], shape.at(-1));
    lines.push(`    tl.store(o${at} + ${where}, v${at}.to(${tritonTypes[getStoredType(values[at])]}))`);
  }
  lines.push("", `torch.manual_seed(${program.seed % 65536})`);
  program.inputs.forEach(({ sizes, type }, at) => {
    const extents = sizes.length === 1 ? `(${sizes[0]},)` : `(${sizes[0]}, ${sizes[1]})`;
    lines.push(type === "i32" ? `x${at} = torch.randint(-100, 100, ${extents}, device="cuda", dtype=torch.int32)` : `x${at} = torch.randn(${extents}, device="cuda", dtype=torch.float32).to(${torchTypes[type]})`);
  });
  for (const at of program.outputs) {
    const { shape } = values[at];
    lines.push(`o${at} = torch.empty(${shape.length ? tuple(shape) : "(1,)"}, device="cuda", dtype=${torchTypes[getStoredType(values[at])]})`);
  }
  lines.push(`kernel[(1,)](${pointers.join(", ")}, num_warps=${program.warps})`);
  return lines.join("\n") + "\n";
}

export const print = (program) => (program.style === "triton" ? printTritonProgram(program) : printPallasProgram(program));

//===-- smaller ------------------------------------------------------------------------------------------------===//

/** Programs that are a step smaller: fewer outputs, a statement replaced by one of its operands, unused ones dropped. */
export function* shrink(program) {
  if (program.outputs.length > 1)
    for (const at of program.outputs) yield prune({ ...program, outputs: [at] });
  const values = [...program.inputs, ...program.statements], first = program.inputs.length;
  // An earlier value becomes the output.
  for (const at of program.outputs)
    for (const earlier of program.statements[at - first]?.args ?? []) if (earlier >= first) yield prune({ ...program, outputs: [earlier] });
  for (let at = values.length - 1; at >= first; --at)
    for (const operand of values[at].args) {
      if (!sameShape(values[operand], values[at]) || values[operand].type !== values[at].type) continue;
      const redirect = (index) => (index === at ? operand : index);
      const statements = program.statements.map((statement) => ({ ...statement, args: statement.args.map(redirect) }));
      const outputs = program.outputs.map(redirect).filter((index) => index >= first);
      if (outputs.length) yield prune({ ...program, statements, outputs: [...new Set(outputs)] });
    }
}

/** Without what no output needs. */
function prune(program) {
  const first = program.inputs.length, needed = new Set(program.outputs);
  for (let at = program.statements.length - 1; at >= 0; --at) if (needed.has(first + at)) program.statements[at].args.forEach((arg) => needed.add(arg));
  const map = new Map();
  const inputs = program.inputs.filter((_, at) => needed.has(at) || (at === 0 && ![...needed].some((n) => n < first)));
  let next = 0;
  program.inputs.forEach((input, at) => inputs.includes(input) && map.set(at, next++));
  const statements = program.statements.filter((_, at) => {
    if (!needed.has(first + at)) return false;
    map.set(first + at, next++);
    return true;
  });
  return { ...program, inputs, statements: statements.map((statement) => ({ ...statement, args: statement.args.map((arg) => map.get(arg)) })), outputs: program.outputs.map((at) => map.get(at)) };
}
