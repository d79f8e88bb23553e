// SPDX-License-Identifier: Apache-2.0
// Defines the elements. Importing this twice, or in two versions, is no error: the first one has the names.

import type * as Public from "../types/data";
import { TesseraLayouts, TesseraTilings, TesseraTimeline } from "./elements";

export { useCompiler } from "./compiler";
export { TesseraLayouts, TesseraTilings, TesseraTimeline };

const names = { "tessera-tilings": TesseraTilings, "tessera-layouts": TesseraLayouts, "tessera-timeline": TesseraTimeline };
for (const [name, made] of Object.entries(names)) if (!customElements.get(name)) customElements.define(name, made);

// types/data.d.ts is written by hand, for it to be read; what it says of the classes is held to them here.
type Says<Told, Is extends Told> = [Told, Is];
export type Checked = [
  Says<Public.TesseraTilings, TesseraTilings>,
  Says<Public.TesseraLayouts, TesseraLayouts>,
  Says<Public.TesseraTimeline, TesseraTimeline>,
];
