// SPDX-License-Identifier: Apache-2.0
// The elements, with the compiler of tessera-kernels for those that are given a program. It is imported when the first of them comes into
// view; a page whose elements all have ready data imports `tessera-elements/data` and needs no compiler at all.

import { useCompiler } from "./data";

useCompiler(async () => (await import("tessera-kernels")).createTessera());

export * from "./data";
