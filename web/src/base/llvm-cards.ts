// SPDX-License-Identifier: Apache-2.0
// What a word of LLVM IR means, as a card: opcodes, intrinsics (NVVM's by what the hardware does), flags, types and spaces of memory.
// Within inline assembly a word is PTX. tests/web/unit/llvm-cards.test.ts holds the tables to LLVM's instructions and to all that our
// code generator's sources name.

import type { Card, CardAt } from "./cards";
import { ptxCardAt } from "./ptx-cards";

export const llvmOpcodes: Readonly<Record<string, string>> = {
  // Control.
  ret: "Ends the function, with its value if it has one.",
  br: "Goes on at a block; with a condition at the first of two where it holds, else at the second.",
  switch: "Goes on at the block that belongs to an integer's value, or at the first one named.",
  indirectbr: "Goes on at the block whose address it is given.",
  unreachable: "Control never comes here: what leads here may be left out.",
  phi: "A value that depends on the block from which control came: for each one the value that it brings. The way a loop carries a value.",
  call: "Calls a function, or an intrinsic that becomes a few instructions, or stands for inline assembly.",
  invoke: "A call with a second block for the case that it throws. Kernels have none.",
  callbr: "A call of inline assembly that may jump to a block.",
  resume: "Goes on throwing. Kernels have none.",
  landingpad: "Where a thrown exception arrives. Kernels have none.",
  catchpad: "Begins to handle an exception, as Windows has them. Kernels have none.",
  catchret: "Ends such handling.",
  catchswitch: "Chooses among several handlers.",
  cleanuppad: "Begins to clean up on the way of an exception.",
  cleanupret: "Ends such cleaning up.",
  va_arg: "The next of a function's unnamed arguments.",
  // Integers.
  add: "Adds integers; what does not fit wraps around. With `nsw` or `nuw` it is promised to fit.",
  sub: "Subtracts integers.",
  mul: "Multiplies integers and keeps the low half.",
  udiv: "Divides unsigned integers, rounding down.",
  sdiv: "Divides signed integers, rounding towards zero.",
  urem: "The remainder of an unsigned division.",
  srem: "The remainder of a signed division, with the dividend's sign.",
  shl: "Shifts bits to the left.",
  lshr: "Shifts bits to the right and fills with zeros.",
  ashr: "Shifts bits to the right and fills with the sign.",
  and: "Bitwise and; of truth values the logical one.",
  or: "Bitwise or. With `disjoint` no bit is set in both, so that it is an addition, too.",
  xor: "Bitwise exclusive or; with -1 all bits are inverted.",
  icmp: "Compares integers or addresses: `eq`, `ne`, and `slt`, `sle`, `sgt`, `sge` signed, `ult`, `ule`, `ugt`, `uge` unsigned.",
  // Floats.
  fneg: "The negated float: its sign bit is turned.",
  fadd: "Adds floats.",
  fsub: "Subtracts floats.",
  fmul: "Multiplies floats. With `contract` it may be fused with an addition.",
  fdiv: "Divides floats.",
  frem: "The remainder of a float division, with the dividend's sign.",
  fcmp: "Compares floats. `o…` is false where one is NaN, `u…` true; `ord` and `uno` ask only for that.",
  // Memory.
  alloca: "Takes room in the thread's own memory. What is not optimized into registers becomes local memory, which is slow.",
  load: "Reads memory. The type says how much, `align` what the address is a multiple of: a vector of 16 bytes becomes one wide load.",
  store: "Writes memory.",
  getelementptr:
    "An address: a pointer moved by indices, counted in elements of the type named first. It reads nothing. `inbounds` promises to stay within the array.",
  fence: "What came before is seen by others before what comes after.",
  cmpxchg: "Replaces a word if it still has the value expected, with nothing in between; gives what was there and whether it was.",
  atomicrmw: "Reads a word, changes it and writes it back with nothing in between; gives what was there.",
  // Vectors and aggregates.
  extractelement: "One element of a vector.",
  insertelement: "A vector with one element replaced.",
  shufflevector: "A vector of elements of two others, by a list of their numbers.",
  extractvalue: "One member of a struct or array: of the results of a call, say.",
  insertvalue: "A struct or array with one member replaced.",
  // Conversions.
  trunc: "Cuts an integer to fewer bits.",
  zext: "Widens an unsigned integer with zeros.",
  sext: "Widens a signed integer with its sign.",
  fptrunc: "Rounds a float to a smaller type, to the nearest.",
  fpext: "Widens a float; every value fits.",
  fptoui: "A float to an unsigned integer, rounding towards zero.",
  fptosi: "A float to a signed integer, rounding towards zero.",
  uitofp: "An unsigned integer to the nearest float.",
  sitofp: "A signed integer to the nearest float.",
  ptrtoint: "An address as an integer.",
  ptrtoaddr: "An address as an integer, without what else a pointer may carry.",
  inttoptr: "An integer as an address: how shared memory at a known offset is reached.",
  bitcast: "The same bits as another type: four bytes as two halves, say. No instruction.",
  addrspacecast: "An address in another space of memory, generic to global, say.",
  // Others.
  select: "One of two values by a condition, without a branch.",
  freeze: "The value; of one that may be anything, one that stays the same.",
  // What is not within functions.
  define: "A function with its body. `ptx_kernel` makes it a kernel, which is launched.",
  declare: "A function that is elsewhere: here, intrinsics.",
  attributes: "Facts about functions, by a number that they refer to.",
};

/** By the longest beginning of the name; what follows are types and shapes. */
export const llvmIntrinsics: Readonly<Record<string, string>> = {
  "llvm.fma": "Multiplies and adds with one rounding: one instruction.",
  "llvm.fmuladd": "Multiplies and adds; with one rounding where that is as fast.",
  "llvm.fabs": "The float without its sign.",
  "llvm.sqrt": "The square root, correctly rounded.",
  "llvm.copysign": "The first float with the second one's sign.",
  "llvm.maximum": "The larger float; NaN if one is NaN.",
  "llvm.minimum": "The smaller float; NaN if one is NaN.",
  "llvm.maxnum": "The larger float; of a number and NaN the number.",
  "llvm.minnum": "The smaller float; of a number and NaN the number.",
  "llvm.floor": "The next whole number below.",
  "llvm.ceil": "The next whole number above.",
  "llvm.trunc": "The whole part, towards zero.",
  "llvm.rint": "The nearest whole number, of two the even one.",
  "llvm.roundeven": "The nearest whole number, of two the even one.",
  "llvm.smax": "The larger signed integer.",
  "llvm.smin": "The smaller signed integer.",
  "llvm.umax": "The larger unsigned integer.",
  "llvm.umin": "The smaller unsigned integer.",
  "llvm.abs": "The integer without its sign.",
  "llvm.ctpop": "How many bits are set.",
  "llvm.ctlz": "How many zeros stand before the first set bit.",
  "llvm.cttz": "How many zeros stand behind the last set bit.",
  "llvm.bitreverse": "The bits in the other order.",
  "llvm.bswap": "The bytes in the other order.",
  "llvm.fshl": "Two words side by side, shifted left; the upper one of the result.",
  "llvm.fshr": "Two words side by side, shifted right; the lower one of the result.",
  "llvm.fptosi.sat": "A float to a signed integer; what does not fit becomes the nearest that does, NaN becomes 0.",
  "llvm.fptoui.sat": "A float to an unsigned integer; what does not fit becomes the nearest that does, NaN becomes 0.",
  "llvm.sadd.with.overflow": "Adds signed integers and says whether that fits.",
  "llvm.uadd.with.overflow": "Adds unsigned integers and says whether that fits.",
  "llvm.smul.with.overflow": "Multiplies signed integers and says whether that fits.",
  "llvm.umul.with.overflow": "Multiplies unsigned integers and says whether that fits.",
  "llvm.memcpy": "Copies bytes.",
  "llvm.memset": "Fills bytes.",
  "llvm.assume": "Promises that a condition holds, for the optimizer.",
  "llvm.dbg": "A note for debuggers.",
  "llvm.trap": "Ends the launch with an error.",
  "llvm.nvvm.read.ptx.sreg.tid": "The thread's number in its block along an axis.",
  "llvm.nvvm.read.ptx.sreg.ntid": "The block's number of threads along an axis.",
  "llvm.nvvm.read.ptx.sreg.ctaid": "The block's number in the grid along an axis.",
  "llvm.nvvm.read.ptx.sreg.nctaid": "The grid's number of blocks along an axis.",
  "llvm.nvvm.read.ptx.sreg.laneid": "The thread's number in its warp: its lane.",
  "llvm.nvvm.read.ptx.sreg.warpid": "The warp's number in its block.",
  "llvm.nvvm.read.ptx.sreg.clusterid": "The cluster's number in the grid along an axis.",
  "llvm.nvvm.read.ptx.sreg.cluster": "The block's place in its cluster, or the cluster's size.",
  "llvm.nvvm.read.ptx.sreg": "A special register of the thread.",
  "llvm.nvvm.barrier.cta.sync":
    "All threads of the block wait for each other: `bar.sync`. What was written to shared memory before is seen after.",
  "llvm.nvvm.barrier": "A barrier of the block's threads.",
  "llvm.nvvm.bar.warp.sync": "The lanes of a mask wait for each other.",
  "llvm.nvvm.shfl.sync.bfly":
    "Each lane reads the value of the lane whose number differs in the bits given. Steps of it sum or compare over a warp.",
  "llvm.nvvm.shfl.sync.idx": "Each lane reads the value of the lane with the number given.",
  "llvm.nvvm.shfl.sync.up": "Each lane reads the value of a lane that many below.",
  "llvm.nvvm.shfl.sync.down": "Each lane reads the value of a lane that many above.",
  "llvm.nvvm.vote": "A question to all lanes at once: whether a condition holds in all, in any, or in which.",
  "llvm.nvvm.match": "The lanes that hold the same value.",
  "llvm.nvvm.redux.sync": "A sum, a comparison or a bitwise operation over a warp's lanes, in one instruction.",
  "llvm.nvvm.elect.sync": "True in one lane of the warp: the one that issues what a warp issues once.",
  "llvm.nvvm.mma": "A product of small matrices that a warp's lanes hold together in registers: the tensor cores up to Ampere.",
  "llvm.nvvm.wgmma": "Has to do with products that a warpgroup asks for and that read shared memory by themselves.",
  "llvm.nvvm.ldmatrix": "Loads tiles of 8 × 8 from shared memory into the registers in which `mma` wants them.",
  "llvm.nvvm.stmatrix": "Stores tiles of 8 × 8 from registers to shared memory.",
  "llvm.nvvm.setmaxnreg.inc":
    "Asks for more registers for each thread of the warpgroup, up to the number given, and waits until there are as many.",
  "llvm.nvvm.setmaxnreg.dec": "Gives registers back: each thread of the warpgroup keeps the number given. Warps that only copy need few.",
  "llvm.nvvm.cp.async.bulk.tensor.g2s": "The copy engine brings a box of a tensor into shared memory and tells an mbarrier: TMA.",
  "llvm.nvvm.cp.async.bulk.tensor.s2g": "The copy engine writes a box of a tensor from shared memory: TMA.",
  "llvm.nvvm.cp.async": "A copy from global to shared memory that goes on by itself, or a wait for such copies.",
  "llvm.nvvm.mbarrier": "Has to do with a barrier that lies in shared memory.",
  "llvm.nvvm.fence": "An order between accesses of different kinds.",
  "llvm.nvvm.membar": "What came before is seen by others before what comes after.",
  "llvm.nvvm.ex2.approx": "Two to the power of a float, by the hardware's table: not correctly rounded.",
  "llvm.nvvm.lg2.approx": "The logarithm to base two, by the hardware's table: not correctly rounded.",
  "llvm.nvvm.rcp.approx": "One divided by a float, not correctly rounded.",
  "llvm.nvvm.rsqrt.approx": "One divided by the square root, not correctly rounded.",
  "llvm.nvvm.sqrt.approx": "The square root, not correctly rounded.",
  "llvm.nvvm.sin.approx": "The sine, by the hardware's table.",
  "llvm.nvvm.cos.approx": "The cosine, by the hardware's table.",
  "llvm.nvvm.tanh.approx": "The hyperbolic tangent, by the hardware's table.",
  "llvm.nvvm.div.full": "Divides floats within two units of the last place, over the full range.",
  "llvm.nvvm.div.approx": "Divides floats, not correctly rounded.",
  "llvm.nvvm.f2tf32": "Rounds a float to the 10 mantissa bits that a product of tf32 reads.",
  "llvm.nvvm.prefetch": "Asks for a cache line, or a tensor map, to be fetched.",
};

const flags: Readonly<Record<string, string>> = {
  nsw: "No signed wrap: the result is promised to fit as a signed number.",
  nuw: "No unsigned wrap: the result is promised to fit as an unsigned number.",
  exact: "Nothing is left over or shifted out.",
  disjoint: "No bit is set in both.",
  nneg: "The number is not negative.",
  samesign: "Both numbers have the same sign.",
  inbounds: "The address stays within its array.",
  contract: "May be fused with another operation, with one rounding in place of two.",
  afn: "An approximation may stand in its place.",
  arcp: "A multiplication by the reciprocal may stand in its place.",
  reassoc: "May be summed in another order.",
  nnan: "No NaN comes up.",
  ninf: "No infinity comes up.",
  nsz: "The sign of a zero does not matter.",
  fast: "Floats may be treated as if they were real numbers.",
  volatile: "Happens exactly as it stands.",
  sideeffect: "Happens even where nobody reads a result.",
  align: "The address is a multiple of this many bytes.",
  noundef: "Is always a proper value.",
  range: "The value lies in this range, the end excluded.",
  noalias: "Nothing else reaches the same memory.",
  readonly: "Is not written through.",
  writeonly: "Is not read through.",
  byval: "The struct itself is the parameter, not its address: a tensor map, here.",
  grid_constant: "The parameter is the same for the whole grid and stays where the launch has put it.",
  ptx_kernel: "A kernel: it is launched, not called.",
  convergent: "Threads must reach it together: it may not be moved under another condition.",
  nounwind: "Throws nothing.",
  nofree: "Frees no memory.",
  asm: "Inline assembly: PTX as it stands, with `$0`, `$1` for its operands.",
  poison: "No value at all: what is made of it is none either.",
  undef: "Any value.",
  zeroinitializer: "Zeros.",
  tail: "The callee does not reach into the caller's frame.",
};

const types: Readonly<Record<string, string>> = {
  void: "No value.",
  ptr: "An address. The space of memory stands behind it; without one it is generic.",
  half: "A float of 16 bits.",
  bfloat: "The upper half of a float of 32 bits.",
  float: "A float of 32 bits.",
  double: "A float of 64 bits.",
};

const spaces: Readonly<Record<string, string>> = {
  "0": "Generic memory: the hardware looks at the address.",
  "1": "Global memory.",
  "3": "Shared memory of the block.",
  "4": "Constant memory.",
  "5": "Local memory: the thread's own.",
  "6": "Tensor memory.",
  "7": "Shared memory of the cluster.",
  "101": "The kernel's parameters.",
};

/** The card of what stands at `column` (from 0) of a line; null where that is nothing we know. */
export function llvmCardAt(line: string, column: number): CardAt | null {
  const inAssembly = assemblyCard(line, column);
  if (inAssembly !== undefined) return inAssembly;
  const code = line.replace(/"(?:[^"\\]|\\.)*"/g, (text) => " ".repeat(text.length)).replace(/;.*$/, "");
  for (const match of code.matchAll(/addrspace\(\d+\)|[@%!]?"?[A-Za-z_][\w.]*/g)) {
    const [word] = match;
    const [from, to] = [match.index, match.index + word.length];
    if (column < from || column > to) continue;
    const card = llvmCardOf(word, isOpcode(code, from));
    return card && { from, to, card };
  }
  return null;
}

/** A word of PTX between the quotes of inline assembly; undefined outside of any. */
function assemblyCard(line: string, column: number): CardAt | null | undefined {
  const found = /\basm (?:[a-z]+ )*"((?:[^"\\]|\\.)*)"/.exec(line);
  const text = found?.[1] ?? "";
  const begin = found ? found.index + found[0].length - text.length - 1 : 0;
  if (!found || column < begin || column > begin + text.length) return undefined;
  // `\\0A` and `\\09` are a line's end and a tab; operands count as registers.
  const card = ptxCardAt(text.replace(/\\0[A9]/g, ";  ").replace(/\$/g, "%"), column - begin);
  return card && { ...card, from: card.from + begin, to: card.to + begin };
}

/** First on its line, or behind what it defines. */
const isOpcode = (code: string, from: number) => /^\s*(?:%[\w.$"-]+ = )?(?:(?:tail|musttail|notail) )?$/.test(code.slice(0, from));

export function llvmCardOf(word: string, isOpcode: boolean): Card | null {
  const space = /^addrspace\((\d+)\)$/.exec(word)?.[1];
  if (space !== undefined) return spaces[space] ? { title: word, text: spaces[space] } : null;
  if (word.startsWith("@llvm.")) return intrinsicCard(word.slice(1));
  const text = (isOpcode ? llvmOpcodes[word] : undefined) ?? flags[word] ?? types[word] ?? integerText(word);
  return text ? { title: word, text } : null;
}

function intrinsicCard(name: string): Card | null {
  const parts = name.split(".");
  for (let length = parts.length; length > 1; length--) {
    const found = parts.slice(0, length).join(".");
    const text = llvmIntrinsics[found];
    if (!text) continue;
    const rest = parts.slice(length).flatMap((part) => {
      const says = suffixText(part);
      return says ? [{ name: `.${part}`, text: says }] : [];
    });
    return { title: name, text, ...(rest.length > 0 && rest.length === parts.length - length ? { parts: rest } : {}) };
  }
  return null;
}

function suffixText(part: string): string | null {
  const float = /^(bf|f|tf)(\d+)$/.exec(part);
  if (float) return float[1] === "bf" ? "bfloat16" : `a float of ${float[2]} bits`;
  const integer = /^([iusb])(\d+)$/.exec(part);
  if (integer) return `an integer of ${integer[2]} bits`;
  const shape = /^m(\d+)n(\d+)k(\d+)$/.exec(part);
  if (shape) return `a product of ${shape[1]} × ${shape[3]} by ${shape[3]} × ${shape[2]}`;
  const known: Record<string, string> = {
    x: "along the first axis",
    y: "along the second axis",
    z: "along the third axis",
    f: "a float of 32 bits",
    d: "a float of 64 bits",
    ftz: "numbers too small for a normal float become zero",
    aligned: "all threads of a warp reach it together",
    all: "all threads of the block",
    sync: "the lanes of the mask take part",
    row: "rows lie in order",
    col: "columns lie in order",
    rna: "to the nearest, away from zero",
  };
  return known[part] ?? null;
}

function integerText(word: string): string | null {
  const bits = /^i(\d+)$/.exec(word)?.[1];
  if (!bits) return null;
  return bits === "1" ? "One bit: true or false." : `An integer of ${bits} bits; instructions say whether they take it as signed.`;
}
