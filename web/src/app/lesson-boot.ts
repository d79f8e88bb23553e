// SPDX-License-Identifier: Apache-2.0
// The first script of lessons.html and hopper.html: the compiler starts to load, then the page itself.

import { startEarly } from "../engine/load";
import "./styles.css";

startEarly();
void import("./lesson-page");
