// SPDX-License-Identifier: Apache-2.0
// Arrays by file. A program here opens only files that it wrote itself, so an array that the user drops becomes a module: importing it
// writes the file, and `np.load` reads it as it would anywhere. Such a program is the same in a link, in a bundle and on the command line.

import { formatBytes } from "./format";
import { limits } from "./files";
import { fail, ok, type Result } from "./result";

export interface NpyHead {
  /** As NumPy writes it, `<f4`. */
  dtype: string;
  shape: number[];
}

/** The head of a `.npy` file of any version; what is wrong where it is none. */
export function readNpyHead(bytes: Uint8Array): Result<NpyHead> {
  const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
  if (!magic.every((byte, at) => bytes[at] === byte)) return fail("it does not begin as a .npy file does");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isOld = bytes[6] === 1;
  if (bytes.length < 12) return fail("it is cut short");
  const length = isOld ? view.getUint16(8, true) : view.getUint32(8, true);
  const begin = isOld ? 10 : 12;
  if (bytes.length < begin + length) return fail("it is cut short");
  const head = new TextDecoder().decode(bytes.subarray(begin, begin + length));
  const dtype = /'descr':\s*'([^']+)'/.exec(head)?.[1];
  const shape = /'shape':\s*\(([^)]*)\)/.exec(head)?.[1];
  if (dtype === undefined || shape === undefined) return fail("its head names no type and shape of an array");
  return ok({ dtype, shape: shape.split(",").flatMap((size) => (size.trim() === "" ? [] : [Number(size)])) });
}

/** `f32[64, 128]`. */
export function describeNpy({ dtype, shape }: NpyHead): string {
  const kind = /([a-z?])(\d*)$/i.exec(dtype);
  const letters: Record<string, string> = { f: "f", i: "i", u: "u", c: "c", V: "bytes" };
  const name =
    kind?.[1] === "b" || kind?.[1] === "?" ? "bool" : `${letters[kind?.[1] ?? ""] ?? kind?.[1] ?? "?"}${8 * Number(kind?.[2] ?? 0)}`;
  return `${name}[${shape.join(", ")}]`;
}

export interface ArrayModule {
  path: string;
  text: string;
  /** What a program writes to have the array. */
  use: string;
}

/** The module that brings the array `name` with it. `taken` are paths of the program. */
export function moduleOfArray(name: string, bytes: Uint8Array, taken: readonly string[]): Result<ArrayModule> {
  const head = readNpyHead(bytes);
  if (!head.ok) return fail(`\`${name}\` is no array: ${head.error}`);
  const room = Math.floor((limits.fileBytes * 3) / 4) - 1024;
  if (bytes.length > room)
    return fail(`\`${name}\` has ${formatBytes(bytes.length)}, and an array in a program here at most ${formatBytes(room)}`);
  const stem = name
    .replace(/\.npy$/, "")
    .replace(/[^\p{L}\p{N}_]/gu, "_")
    .replace(/^(?=\d)/, "_");
  let module = `${stem}_npy`;
  for (let number = 2; taken.includes(`${module}.py`); number++) module = `${stem}_npy${number}`;
  const text = [
    `"""\`import ${module}\` makes the file \`${name}\`: ${describeNpy(head.value)}, as it was dropped here."""`,
    "import base64",
    "",
    `with open(${JSON.stringify(name)}, "wb") as file:`,
    `  file.write(base64.b64decode("${base64(bytes)}"))`,
    "",
  ].join("\n");
  return ok({ path: `${module}.py`, text, use: `import ${module}, then np.load(${JSON.stringify(name)})` });
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
