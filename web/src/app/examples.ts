// SPDX-License-Identifier: Apache-2.0
// The programs of shared/kernels and shared/packages, taken into the page when it is built, so that they open without asking any server.

import kernelIndex from "../../../shared/kernels/index.json";
import packageIndex from "../../../shared/packages/index.json";
import { arrange, projectOfOne, type Project } from "../base/files";

export interface Example {
  /** File name without its ending, or the folder's name: `?example=matmul`. */
  name: string;
  title: string;
  summary: string;
  language: string;
  /** The menu's group is for the machine, not for the language. */
  isByHand: boolean;
  project: Project;
}

type Texts = Record<string, string>;
const kernelTexts: Texts = import.meta.glob("../../../shared/kernels/*.py", { query: "?raw", import: "default", eager: true });
const packageTexts: Texts = import.meta.glob("../../../shared/packages/**/*.py", { query: "?raw", import: "default", eager: true });

const kernels: Example[] = kernelIndex.flatMap(({ file, title, summary, language }) => {
  const source = kernelTexts[`../../../shared/kernels/${file}`];
  if (source === undefined) return [];
  const isByHand = file.startsWith("hopper_");
  return [{ name: file.replace(/\.py$/, ""), title, summary, language, isByHand, project: projectOfOne(file, source) }];
});

const packages: Example[] = packageIndex.map(({ folder, main, title, summary, language }) => {
  const top = `../../../shared/packages/${folder}/`;
  const files = Object.entries(packageTexts).flatMap(([path, text]) =>
    path.startsWith(top) ? [{ path: path.slice(top.length), text }] : [],
  );
  return {
    name: folder,
    title,
    summary,
    language,
    isByHand: false,
    project: { files: arrange(files), main, asModule: false, shown: main },
  };
});

export const examples: Example[] = [...kernels, ...packages];

/** What a first visitor sees: small, with a grid of two axes and three arrays. */
export const firstExample: Example | undefined = examples.find((example) => example.name === "matmul") ?? examples[0];

/** The text of an example of one file; empty where there is none of this name. */
export function textOfExample(name: string): string {
  return examples.find((example) => example.name === name)?.project.files[0]?.text ?? "";
}
