// SPDX-License-Identifier: Apache-2.0
export function listFiles(built?: string): { manifest: Record<string, unknown>; files: Record<string, Uint8Array> };
export function pack(built?: string): { name: string; bytes: Uint8Array };
