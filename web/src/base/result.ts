// SPDX-License-Identifier: Apache-2.0
// The one way in which a function of the playground fails: it answers. Nothing throws across a folder's border, so a caller
// sees in the type what it has to handle.

export type Result<T, E = string> = { ok: true; value: T } | { ok: false; error: E };

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function fail<E>(error: E): { ok: false; error: E } {
  return { ok: false, error };
}

/** What a caught value says; JavaScript lets anything be thrown. */
export function describeError(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name;
  return typeof thrown === "string" ? thrown : (JSON.stringify(thrown) ?? String(thrown));
}
