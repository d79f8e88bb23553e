// SPDX-License-Identifier: Apache-2.0
// The programs of shared/kernels, taken into the page when it is built, so that they open without asking any server.

import index from "../../../shared/kernels/index.json";

export interface Example {
  /** File name without its ending: `?example=matmul`. */
  name: string;
  file: string;
  title: string;
  summary: string;
  language: string;
  source: string;
}

const sources = import.meta.glob<string>("../../../shared/kernels/*.py", { query: "?raw", import: "default", eager: true });

export const examples: Example[] = index.flatMap((entry) => {
  const source = sources[`../../../shared/kernels/${entry.file}`];
  return source === undefined ? [] : [{ ...entry, name: entry.file.replace(/\.py$/, ""), source }];
});

/** What a first visitor sees: small, with a grid of two axes and three arrays. */
export const firstExample: Example | undefined = examples.find((example) => example.name === "matmul") ?? examples[0];
