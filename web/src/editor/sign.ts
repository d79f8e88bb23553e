// SPDX-License-Identifier: Apache-2.0
// What stands in a gutter beside a line: where a program stops, and where it may.

import { GutterMarker } from "@codemirror/view";

export class Sign extends GutterMarker {
  constructor(
    private readonly text: string,
    private readonly kind: string,
  ) {
    super();
  }
  override eq(other: Sign): boolean {
    return other.text === this.text && other.kind === this.kind;
  }
  override toDOM(): Node {
    const made = document.createElement("span");
    made.className = this.kind;
    made.textContent = this.text;
    return made;
  }
}
