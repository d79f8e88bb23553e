// SPDX-License-Identifier: Apache-2.0
// How the editor is set up, as it is kept between visits. What is kept may be of another age of this page: what can't be read is as usual.

export interface EditorSettings {
  /** Of all code on the page, in pixels. */
  fontSize: number;
  /** Columns that a tab character takes, and by how much Tab indents; 0: as the text has it. */
  indent: number;
  /** Where the formatter breaks lines. */
  lineLength: number;
  wrap: boolean;
  lineNumbers: boolean;
  vim: boolean;
}

export const usualSettings: EditorSettings = { fontSize: 12.5, indent: 0, lineLength: 88, wrap: false, lineNumbers: true, vim: false };

export const settingLimits = { fontSize: { least: 9, most: 28 }, lineLength: { least: 40, most: 200 } } as const;

export function readSettings(kept: string | null): EditorSettings {
  const settings = { ...usualSettings };
  let fields: Record<string, unknown>;
  try {
    fields = (JSON.parse(kept ?? "{}") ?? {}) as Record<string, unknown>;
  } catch {
    return settings;
  }
  const number = (name: "fontSize" | "lineLength") => {
    const [value, { least, most }] = [fields[name], settingLimits[name]];
    if (typeof value === "number" && value >= least && value <= most) settings[name] = value;
  };
  number("fontSize");
  number("lineLength");
  const indent = fields["indent"];
  if (typeof indent === "number" && [0, 2, 4, 8].includes(indent)) settings.indent = indent;
  for (const name of ["wrap", "lineNumbers", "vim"] as const) {
    const value = fields[name];
    if (typeof value === "boolean") settings[name] = value;
  }
  return settings;
}
