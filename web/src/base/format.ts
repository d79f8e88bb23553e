// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them: three digits that carry meaning, one unit, no locale, so that two screens can be compared.

export function formatMilliseconds(value: number): string {
  if (!Number.isFinite(value)) return "?";
  if (value >= 60_000) return `${trim(value / 60_000)} min`;
  if (value >= 1000) return `${trim(value / 1000)} s`;
  if (value >= 1) return `${trim(value)} ms`;
  return `${trim(value * 1000)} µs`;
}

/** How long something lasts or is ago, for people who wait: `8 s`, `3 min 5 s`, `12 min`, `2 h 5 min`, `4 d 2 h`. */
export function formatAge(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return "?";
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10 && seconds % 60 > 0) return `${minutes} min ${seconds % 60} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 > 0 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  return hours % 24 > 0 ? `${Math.floor(hours / 24)} d ${hours % 24} h` : `${Math.floor(hours / 24)} d`;
}

export function formatBytes(value: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let scaled = value;
  let unit = 0;
  while (scaled >= 1024 && unit < units.length - 1) {
    scaled /= 1024;
    unit++;
  }
  return unit === 0 ? `${value} B` : `${trim(scaled)} ${units[unit]}`;
}

/** Three digits and a metric prefix: `17.2 G`. */
export function formatAmount(value: number): string {
  const prefixes = ["", " k", " M", " G", " T", " P"];
  const step = Math.min(prefixes.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  return `${Number((value / 1000 ** step).toPrecision(3))}${prefixes[step]}`;
}

export function formatCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** An error measure: `0`, `4.77e-7`, `0.125`, `nan`. */
export function formatDifference(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size < 1e-3 || size >= 1e5 ? value.toExponential(2) : trim(value);
}

export function formatShape(shape: readonly number[]): string {
  return shape.length === 0 ? "scalar" : shape.join("×");
}

/** A tuple as Python writes it: `()`, `(8,)`, `(2, 3)`. */
export function formatTuple(values: readonly number[]): string {
  return values.length === 1 ? `(${values[0]},)` : `(${values.join(", ")})`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

function trim(value: number): string {
  const text = value.toPrecision(3);
  const plain = text.includes("e") ? String(Math.round(value)) : text;
  return plain.includes(".") ? plain.replace(/\.?0+$/, "") : plain;
}
