// The light, the colours of bodies and of what meets, as in pictures (palette.rs), and of the body that is picked.
"use strict";

const RED = "#d8221c", BODIES = ["#86a9c9", "#e3cfa4"], BOXES = ["#174066", "#7a5510"];
const PICKED = "#8fbb84";

// Without limits of its own the renderer takes small triangles for degenerate ones, and they stay dark.
const LIGHTING =
  { ambient: 0.6, diffuse: 0.6, specular: 0.05, facenormalsepsilon: 0, vertexnormalsepsilon: 0 };
