// SPDX-License-Identifier: Apache-2.0
// How many virtual registers of PTX are alive at each instruction: a value is alive from where it is written to where it is last read,
// along any way that control may take. That is before `ptxas`, which renames, moves and spills: it is no count of a GPU's registers,
// and the places where it is high are the places to look at.
//
// The text is cut into instructions, these into basic blocks at labels and branches, and what is alive at a block's end is found by
// going round backwards until nothing changes. Worked example, of 32-bit registers:
//
//   mov.u32 %r1, %tid.x;      // after it %r1 is alive: 1
//   add.u32 %r2, %r1, 1;      // %r1 still is, for the line below: 2
//   mul.lo.u32 %r3, %r1, %r2; // only %r3: 1
//
// A guarded write leaves the old value alive, since some lanes keep it. What nothing has written yet is no value, though an
// instruction may name it: the accumulators of a first product that is told not to add. The text may be anybody's: what can't be read counts nothing.

export const registerClasses = ["pred", "b16", "b32", "b64"] as const;
export type RegisterClass = (typeof registerClasses)[number];

export interface PressurePoint {
  /** Of the text, from 1. */
  line: number;
  /** Alive right behind the instruction, by class, in registers of that class. */
  alive: Record<RegisterClass, number>;
  /** In registers of 32 bits: one of 64 bits is two, one of 16 one; predicates have registers of their own. */
  total: number;
}

export interface FunctionPressure {
  name: string;
  points: PressurePoint[];
  /** The greatest `total`, and where it is first. */
  most: number;
  at: number;
}

interface Instruction {
  line: number;
  opcode: string;
  isGuarded: boolean;
  reads: number[];
  writes: number[];
  /** Where a branch may go; empty for what is none. */
  targets: string[];
}

interface Body {
  name: string;
  instructions: Instruction[];
  labels: Map<string, number>;
  classes: RegisterClass[];
}

/** Of each function with a body. */
export function pressureOf(text: string): FunctionPressure[] {
  return readBodies(text).map((body) => {
    const points = pressureOfBody(body);
    const most = points.reduce((greatest, { total }) => Math.max(greatest, total), 0);
    return { name: body.name, points, most, at: points.findIndex(({ total }) => total === most) };
  });
}

// --- reading

interface Statement {
  line: number;
  text: string;
}

/** Words between `;`, and braces that open and close scopes; a brace within an instruction is a part of it. */
function* statementsOf(text: string): Generator<Statement> {
  let words = "";
  let begin = 0;
  let depth = 0; // of braces within an instruction
  let inComment = false;
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index++) {
    let line = lines[index] ?? "";
    if (inComment || line.includes("/*")) [line, inComment] = withoutComments(line, inComment);
    const comment = line.indexOf("//");
    if (comment >= 0) line = line.slice(0, comment);
    // Directives that end with their line.
    if (words === "" && /^\s*\.(?:loc|file|version|target|address_size|section)\b/.test(line)) continue;
    for (const letter of line) {
      if (words === "" && /\s/.test(letter)) continue;
      if (words === "") begin = index + 1;
      if (letter === ";") {
        yield { line: begin, text: words };
        words = "";
      } else if (letter === "{" && !isInstruction(words)) {
        if (words !== "") yield { line: begin, text: words };
        yield { line: index + 1, text: "{" };
        words = "";
      } else if (letter === "}" && depth === 0) {
        if (words !== "") yield { line: begin, text: words };
        yield { line: index + 1, text: "}" };
        words = "";
      } else if (letter === ":" && /^[\w$%]+$/.test(words)) {
        yield { line: begin, text: `${words}:` };
        words = "";
      } else {
        if (letter === "{") depth++;
        if (letter === "}") depth--;
        words += letter;
      }
    }
    if (words !== "") words += " ";
  }
}

function withoutComments(line: string, inComment: boolean): [string, boolean] {
  let rest = line;
  let kept = "";
  let inside = inComment;
  while (rest !== "") {
    const at = rest.indexOf(inside ? "*/" : "/*");
    if (at < 0) return [inside ? kept : kept + rest, inside];
    if (!inside) kept += `${rest.slice(0, at)} `;
    rest = rest.slice(at + 2);
    inside = !inside;
  }
  return [kept, inside];
}

/** A brace behind an opcode holds its operands; behind nothing, or a function's head, it opens a scope. */
const isInstruction = (words: string) => /^(?:@!?\S+\s+)?[a-z]/.test(words);

function readBodies(text: string): Body[] {
  const bodies: Body[] = [];
  let body: Body | null = null;
  let scopes: Map<string, number>[] = [];
  let head = "";
  for (const { line, text: words } of statementsOf(text)) {
    if (words === "{") {
      if (!body) {
        // The name stands behind what a function gives back: `.func (.reg .b32 r) name (…)`.
        const name = /\.(?:entry|func)\s+(?:\([^)]*\)\s*)?([\w$]+)/.exec(head)?.[1];
        if (name === undefined) continue;
        body = { name, instructions: [], labels: new Map(), classes: [] };
        scopes = [new Map()];
        for (const declared of head.matchAll(/\.reg\s+(\.\w+)\s+([%\w$]+)/g)) declare(body, scopes, declared[1] ?? "", declared[2] ?? "");
      } else scopes.push(new Map());
    } else if (words === "}") {
      scopes.pop();
      if (body && scopes.length === 0) {
        bodies.push(body);
        body = null;
        head = "";
      }
    } else if (!body) head = words;
    else if (words.endsWith(":")) body.labels.set(words.slice(0, -1), body.instructions.length);
    else if (words.startsWith(".reg")) {
      const declared = /^\.reg\s+(?:\.v[24]\s+)?(\.\w+)\s+(.*)$/.exec(words);
      for (const name of (declared?.[2] ?? "").split(",")) declare(body, scopes, declared?.[1] ?? "", name.trim());
    } else if (!words.startsWith(".")) body.instructions.push(readInstruction(words, line, scopes));
  }
  return bodies;
}

const classOf = (type: string): RegisterClass =>
  type === ".pred" ? "pred" : /64/.test(type) ? "b64" : /(?:8|16)$/.test(type) ? "b16" : "b32";

/** `%r<5>` is `%r0` to `%r4`. */
function declare(body: Body, scopes: Map<string, number>[], type: string, name: string): void {
  const many = /^(.*)<(\d+)>$/.exec(name);
  const names = many ? Array.from({ length: Math.min(Number(many[2]), 200_000) }, (_, index) => `${many[1]}${index}`) : [name];
  for (const each of names) scopes.at(-1)?.set(each, body.classes.push(classOf(type)) - 1);
}

/** Opcodes whose first operand is read, though it is a register. All others write theirs, unless it is an address or a label. */
const readsFirst = /^(?:bra|brx|bar(?!\S*\.red)|barrier(?!\S*\.red)|nanosleep|setmaxnreg|ret|exit|trap|pmevent)\b/;
/** The accumulator is added to. */
const readsAndWrites = /^(?:wgmma\.mma_async|tcgen05\.mma)\b/;

function readInstruction(words: string, line: number, scopes: Map<string, number>[]): Instruction {
  const [, guard, opcode = "", rest = ""] = /^(?:@!?([%\w$]+)\s+)?(\S+)\s*(.*)$/s.exec(words) ?? [];
  const find = (name: string) => scopes.findLast((scope) => scope.has(name))?.get(name);
  const named = (text: string) =>
    [...text.matchAll(/[%\w$]+/g)].flatMap(([name]) => {
      const register = find(name);
      return register === undefined ? [] : [register];
    });
  const operands = splitOperands(rest);
  const [first = "", ...others] = operands;
  const reads = guard === undefined ? [] : named(guard);
  const isCall = opcode.startsWith("call");
  const isWrite = isCall ? first.startsWith("(") : !readsFirst.test(opcode) && !first.trimStart().startsWith("[");
  const writes = isWrite ? named(first) : [];
  reads.push(...named(others.join(" ")));
  if (!isWrite || readsAndWrites.test(opcode)) reads.push(...named(first));
  const targets = opcode.startsWith("bra") ? [first.trim()] : opcode.startsWith("brx") ? ["*"] : [];
  return { line, opcode, isGuarded: guard !== undefined, reads, writes, targets };
}

/** At commas outside of braces, brackets and parentheses. */
function splitOperands(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] ?? "";
    if ("{[(".includes(letter)) depth++;
    else if ("}])".includes(letter)) depth--;
    else if (letter === "," && depth === 0) {
      parts.push(text.slice(begin, index));
      begin = index + 1;
    }
  }
  parts.push(text.slice(begin));
  return parts;
}

// --- liveness

interface Block {
  begin: number;
  end: number;
  next: number[];
  before: number[];
  /** Read before it is written, and written in all lanes. */
  used: Bits;
  killed: Bits;
  aliveOut: Bits;
  /** Written in here, and on some way to here. */
  written: Bits;
  writtenBefore: Bits;
}

class Bits {
  readonly words: Uint32Array;
  constructor(count: number) {
    this.words = new Uint32Array((count + 31) >> 5);
  }
  has(bit: number): boolean {
    return (((this.words[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }
  add(bit: number): void {
    this.words[bit >> 5] = (this.words[bit >> 5] ?? 0) | (1 << (bit & 31));
  }
  remove(bit: number): void {
    this.words[bit >> 5] = (this.words[bit >> 5] ?? 0) & ~(1 << (bit & 31));
  }
  /** Adds `used` and what of `out` is not `killed`; whether that changed anything. */
  join(used: Bits, out: Bits, killed: Bits): boolean {
    let changed = false;
    for (let index = 0; index < this.words.length; index++) {
      const now = this.words[index] ?? 0;
      const next = (now | (used.words[index] ?? 0) | ((out.words[index] ?? 0) & ~(killed.words[index] ?? 0))) >>> 0;
      if (next !== now) changed = true;
      this.words[index] = next;
    }
    return changed;
  }
}

function pressureOfBody(body: Body): PressurePoint[] {
  const blocks = blocksOf(body);
  const none = new Bits(body.classes.length);
  blocks.forEach((block, index) => block.next.forEach((next) => blocks[next]?.before.push(index)));
  settle(blocks, (block, change) => {
    for (const earlier of block.before) if (blocks[earlier]?.aliveOut.join(block.used, block.aliveOut, block.killed)) change(earlier);
  });
  settle(blocks, (block, change) => {
    for (const later of block.next) if (blocks[later]?.writtenBefore.join(block.written, block.writtenBefore, none)) change(later);
  });
  return blocks.flatMap((block) => pointsOf(body, block));
}

function blocksOf({ instructions, labels, classes }: Body): Block[] {
  const begins = new Set([0, ...labels.values()]);
  instructions.forEach((instruction, index) => isLast(instruction) && begins.add(index + 1));
  const sorted = [...begins].filter((begin) => begin < instructions.length).sort((a, b) => a - b);
  const numbers = new Map(sorted.map((begin, index) => [begin, index]));
  return sorted.map((begin, index) => {
    const end = sorted[index + 1] ?? instructions.length;
    const block: Block = {
      begin,
      end,
      next: nextOf(instructions[end - 1], index + 1 < sorted.length ? index + 1 : null, labels, numbers),
      used: new Bits(classes.length),
      killed: new Bits(classes.length),
      before: [],
      aliveOut: new Bits(classes.length),
      written: new Bits(classes.length),
      writtenBefore: new Bits(classes.length),
    };
    for (let at = end - 1; at >= begin; at--) {
      const { isGuarded, reads, writes } = instructions[at] as Instruction;
      for (const register of isGuarded ? [] : writes) {
        block.used.remove(register);
        block.killed.add(register);
      }
      for (const register of reads) block.used.add(register);
      for (const register of writes) block.written.add(register);
    }
    return block;
  });
}

/** Goes over the blocks, and again over those that `spread` has changed, until nothing changes. */
function settle(blocks: Block[], spread: (block: Block, change: (changed: number) => void) => void): void {
  const isQueued = blocks.map(() => true);
  const queue = blocks.map((_, index) => index);
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    isQueued[index] = false;
    const block = blocks[index];
    if (!block) continue;
    spread(block, (changed) => {
      if (isQueued[changed]) return;
      isQueued[changed] = true;
      queue.push(changed);
    });
  }
}

const isLast = ({ opcode, targets }: Instruction) => targets.length > 0 || /^(?:ret|exit|trap)\b/.test(opcode);

function nextOf(last: Instruction | undefined, following: number | null, labels: Map<string, number>, numbers: Map<number, number>) {
  const next: number[] = [];
  if (!last || !isLast(last) || last.isGuarded) next.push(...(following === null ? [] : [following]));
  // Of a branch by a table any label may be meant.
  const targets = last?.targets[0] === "*" ? [...labels.keys()] : (last?.targets ?? []);
  for (const target of targets) {
    const number = numbers.get(labels.get(target) ?? -1);
    if (number !== undefined) next.push(number);
  }
  return next;
}

function pointsOf({ instructions, classes }: Body, { begin, end, aliveOut, writtenBefore, written }: Block): PressurePoint[] {
  const alive: Record<RegisterClass, number> = { pred: 0, b16: 0, b32: 0, b64: 0 };
  const change = (register: number, by: 1 | -1) => (alive[classes[register] ?? "b32"] += by);
  // Registers that some instruction up to each one of the block has written.
  const first = firstWrites(instructions, begin, end, writtenBefore);
  const none = new Bits(classes.length);
  const known = new Bits(classes.length);
  known.join(written, writtenBefore, none);
  const now = new Bits(classes.length);
  now.join(aliveOut, none, none);
  for (let register = 0; register < classes.length; register++) if (now.has(register) && known.has(register)) change(register, 1);
  const points: PressurePoint[] = [];
  for (let at = end - 1; at >= begin; at--) {
    const { line, isGuarded, reads, writes } = instructions[at] as Instruction;
    // What is written and never read takes a register all the same, for this instruction.
    const unread = [...new Set(writes)].filter((register) => !now.has(register));
    for (const register of unread) change(register, 1);
    points.push({ line, alive: { ...alive }, total: alive.b16 + alive.b32 + 2 * alive.b64 });
    for (const register of unread) change(register, -1);
    for (const register of isGuarded ? [] : writes) {
      if (!now.has(register)) continue;
      now.remove(register);
      change(register, -1);
    }
    for (const register of first[at - begin] ?? []) {
      known.remove(register);
      if (now.has(register)) change(register, -1);
    }
    for (const register of reads) {
      if (now.has(register)) continue;
      now.add(register);
      if (known.has(register)) change(register, 1);
    }
  }
  return points.reverse();
}

/** For each instruction the registers that nothing before it has written. */
function firstWrites(instructions: readonly Instruction[], begin: number, end: number, before: Bits): number[][] {
  const seen = new Set<number>();
  return instructions.slice(begin, end).map(({ writes }) => {
    const fresh = [...new Set(writes)].filter((register) => !before.has(register) && !seen.has(register));
    for (const register of fresh) seen.add(register);
    return fresh;
  });
}
