// SPDX-License-Identifier: Apache-2.0
// Arrays on their way into the emulator and back: typed arrays, or the elements of a type that JavaScript has no array of (`bf16`).

import { UsageError } from "./errors.js";
import { nameType } from "./input.js";

/** What an array's elements are called; as on the command line. */
export const dtypes = {
  bool: { bytes: 1, descr: "|b1", like: "Uint8Array" },
  s8: { bytes: 1, descr: "|i1", like: "Int8Array" },
  u8: { bytes: 1, descr: "|u1", like: "Uint8Array" },
  s16: { bytes: 2, descr: "<i2", like: "Int16Array" },
  u16: { bytes: 2, descr: "<u2", like: "Uint16Array" },
  s32: { bytes: 4, descr: "<i4", like: "Int32Array" },
  u32: { bytes: 4, descr: "<u4", like: "Uint32Array" },
  s64: { bytes: 8, descr: "<i8", like: "BigInt64Array" },
  u64: { bytes: 8, descr: "<u8", like: "BigUint64Array" },
  f16: { bytes: 2, descr: "<f2", like: "Uint16Array" },
  f32: { bytes: 4, descr: "<f4", like: "Float32Array" },
  f64: { bytes: 8, descr: "<f8", like: "Float64Array" },
  bf16: { bytes: 2, descr: "<u2", like: "Uint16Array" },
  e4m3: { bytes: 1, descr: "|u1", like: "Uint8Array" },
  e5m2: { bytes: 1, descr: "|u1", like: "Uint8Array" },
} as const;
export type Dtype = keyof typeof dtypes;

/** Any of JavaScript's typed arrays, `Float16Array` among them where there is one. */
export interface AnyTypedArray {
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly length: number;
}

/** What typed arrays of a name have for elements. */
const dtypeOf: Record<string, Dtype> = {
  Int8Array: "s8",
  Uint8Array: "u8",
  Uint8ClampedArray: "u8",
  Int16Array: "s16",
  Uint16Array: "u16",
  Int32Array: "s32",
  Uint32Array: "u32",
  BigInt64Array: "s64",
  BigUint64Array: "u64",
  Float16Array: "f16",
  Float32Array: "f32",
  Float64Array: "f64",
};

/** An array with a type and a shape of its own; `array` makes one. */
export class TypedData<Data extends AnyTypedArray = AnyTypedArray> {
  constructor(
    readonly dtype: Dtype,
    /** The elements' bits: `Uint16Array` for `f16` and `bf16`, `Uint8Array` for `bool` and 8-bit floats, else as the name says. */
    readonly data: Data,
    readonly shape: readonly number[],
  ) {}
}

/** A number with a type of its own; `scalar` makes one. */
export class TypedScalar {
  constructor(
    readonly dtype: Dtype,
    readonly value: number | bigint | boolean,
  ) {}
}

/** An array of elements that no typed array says the type of, or of several axes, which a tensor map asks for. */
export function array<Data extends AnyTypedArray>(dtype: Dtype, data: Data, shape?: readonly number[]): TypedData<Data> {
  expectDtype(dtype);
  if (!isTypedArray(data)) throw new UsageError(`\`data\` is ${nameType(data)}, expected a typed array`);
  const { bytes } = dtypes[dtype];
  if (data.byteLength !== data.length * bytes)
    throw new UsageError(
      `elements of \`${dtype}\` have ${bytes} byte${bytes > 1 ? "s" : ""}, and those of \`data\` ${data.byteLength / data.length}; ` +
        `give a ${dtypes[dtype].like}`,
    );
  const sizes = shape ?? [data.length];
  const count = sizes.reduce((product, size) => product * size, 1);
  if (count !== data.length) throw new UsageError(`\`shape\` [${sizes.join(", ")}] has ${count} elements, and \`data\` ${data.length}`);
  return new TypedData(dtype, data, [...sizes]);
}

/** A number whose type is not what the kernel declares: PTX may declare an `f32` as `b32`. */
export function scalar(dtype: Dtype, value: number | bigint | boolean): TypedScalar {
  expectDtype(dtype);
  return new TypedScalar(dtype, value);
}

function expectDtype(dtype: unknown): void {
  if (typeof dtype !== "string" || !(dtype in dtypes))
    throw new UsageError(
      `\`dtype\` is ${typeof dtype === "string" ? `"${dtype}"` : nameType(dtype)}, expected one of ${Object.keys(dtypes).join(", ")}`,
    );
}

/** By its tag, which is right for arrays of another frame, too. */
function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

export function isTypedArray(value: unknown): value is AnyTypedArray {
  return tagOf(value) in dtypeOf;
}

/** A typed array with the type that its name says. */
export function asTypedData(value: AnyTypedArray): TypedData {
  return new TypedData(dtypeOf[tagOf(value)] ?? "u8", value, [value.length]);
}

/** A .npy file of version 1. */
export function toNpy({ dtype, shape, data }: TypedData): Uint8Array {
  const sizes = shape.length > 0 ? shape : [1];
  const tuple = `(${sizes.join(", ")}${sizes.length === 1 ? "," : ""})`;
  const words = `{'descr': '${dtypes[dtype].descr}', 'fortran_order': False, 'shape': ${tuple}, }`;
  // The head ends with a line feed, at a multiple of 64 bytes.
  const head = `${words.padEnd(Math.ceil((words.length + 11) / 64) * 64 - 11)}\n`;
  const bytes = new Uint8Array(10 + head.length + data.byteLength);
  bytes.set([0x93, ...new TextEncoder().encode("NUMPY"), 1, 0, head.length & 255, head.length >> 8]);
  bytes.set(new TextEncoder().encode(head), 10);
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), 10 + head.length);
  return bytes;
}

/** A new array of the same kind, of these bytes. */
export function likeArray<Data extends AnyTypedArray>(data: Data, bytes: Uint8Array): Data {
  if (bytes.byteLength !== data.byteLength)
    throw new Error(`the emulator answered ${bytes.byteLength} bytes for an array of ${data.byteLength}`);
  const made = data.constructor as new (buffer: ArrayBuffer) => Data;
  return new made(bytes.slice().buffer as ArrayBuffer);
}
