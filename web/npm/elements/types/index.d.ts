// SPDX-License-Identifier: Apache-2.0
// The elements, with the compiler of tessera-kernels for those that are given a program.

export * from "./data.js";
