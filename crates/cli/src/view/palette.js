// The colours of bodies and of what meets, as in pictures (palette.rs), and of the body that is picked.
"use strict";

const RED = "#d8221c", BODIES = ["#86a9c9", "#e3cfa4"], BOXES = ["#174066", "#7a5510"];
const PICKED = "#8fbb84";
