// SPDX-License-Identifier: Apache-2.0
// The first script of the page, and a short one: the compiler starts to load, then the page itself.

import { startEarly } from "../engine/load";
import "./styles.css";
import "./narrow.css";
import "./first.css";

startEarly();
void import("./main");
