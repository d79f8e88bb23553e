// SPDX-License-Identifier: Apache-2.0
// A program as the compiler takes it. It imports what lies beside the file that runs, then what lies at the top of the list, where a user
// would have started it.

import { moduleName, type Project, splitPath } from "../base/files";
import type { Input } from "./lane";

export function inputOf({ files, main, asModule }: Project, target: string, tune: string): Input {
  const module = asModule ? moduleName(main) : null;
  const input: Input = { file: main, source: files.find(({ path }) => path === main)?.text ?? "", target };
  if (tune) input.tune = tune;
  if (files.length < 2 && module === null) return input;
  input.files = files.filter(({ path }) => path !== main).map(({ path, text }) => ({ path, text }));
  if (module !== null) input.module = module;
  else if (splitPath(main).folder !== "") input.folders = [""];
  return input;
}
