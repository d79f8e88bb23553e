// SPDX-License-Identifier: Apache-2.0
// What the user likes to see, kept between visits.

import { signal } from "@preact/signals";
import { kept } from "../base/storage";

/** Is kept between visits under `key`. */
export function option(key: string, usual: boolean) {
  const value = signal((kept.get(key) ?? (usual ? "on" : "off")) === "on");
  return {
    value,
    toggle: () => {
      value.value = !value.value;
      kept.set(key, value.value ? "on" : "off");
    },
  };
}

/** Lines in the colour of their source line. */
export const bands = option("tessera.bands", true);
/** The list of passes beside the IR. */
export const rail = option("tessera.rail", true);
