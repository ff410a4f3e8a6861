// Plays a path: each body is drawn once, and moved to where a step of the path has it.

// Milliseconds from one step to the next.
const PACE = 40;

// The corners of a body under the rows of [R | t], coordinate by coordinate.
function placed(body, m) {
  const corners = body.triangles.flat();
  return [0, 4, 8].map(row =>
    corners.map(([x, y, z]) => m[row] * x + m[row + 1] * y + m[row + 2] * z + m[row + 3]));
}

function play({ bodies, steps }, Plotly) {
  const traces = bodies.map((body, n) => {
    const [x, y, z] = placed(body, steps[0][n]);
    const corner = k => body.triangles.map((_, triangle) => 3 * triangle + k);
    return {
      type: "mesh3d", name: body.name, showlegend: true, hoverinfo: "name", flatshading: true,
      color: body.colour, x, y, z, i: corner(0), j: corner(1), k: corner(2), lighting: LIGHTING,
    };
  });
  // Room for all steps, so that the view stays.
  const range = [0, 1, 2].map(k => {
    let [low, high] = [Infinity, -Infinity];
    for (const step of steps) {
      bodies.forEach((body, n) => {
        for (const value of placed(body, step[n])[k]) {
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
      });
    }
    return [low, high];
  });
  // Proportions as they are; the longest side is what the first camera has room for.
  const sides = range.map(([low, high]) => high - low);
  const longest = Math.max(...sides) || 1;
  const [x, y, z] = sides.map(side => Math.max(side / longest, 1e-3));
  const ratio = { x, y, z };
  const axis = k => ({ range: range[k], autorange: false });
  const layout = {
    margin: { l: 0, r: 0, t: 0, b: 0 },
    scene: { aspectmode: "manual", aspectratio: ratio, xaxis: axis(0), yaxis: axis(1), zaxis: axis(2) },
  };
  Plotly.newPlot("scene", traces, layout, { responsive: true });

  const slider = document.getElementById("step");
  const button = document.getElementById("play");
  slider.max = steps.length - 1;
  // Those that some step moves.
  const moving = bodies.map((_, n) => n)
    .filter(n => steps.some(step => step[n].some((x, k) => x !== steps[0][n][k])));
  const show = number => {
    const at = moving.map(n => placed(bodies[n], steps[number][n]));
    const along = k => at.map(coordinates => coordinates[k]);
    return Plotly.restyle("scene", { x: along(0), y: along(1), z: along(2) }, moving);
  };
  slider.oninput = () => show(Number(slider.value));
  let timer = null;
  const stop = () => {
    clearInterval(timer);
    timer = null;
    button.textContent = "Play";
  };
  button.onclick = () => {
    if (timer !== null) return stop();
    if (Number(slider.value) === steps.length - 1) slider.value = 0;
    button.textContent = "Stop";
    timer = setInterval(() => {
      slider.value = Number(slider.value) + 1;
      show(Number(slider.value));
      if (Number(slider.value) === steps.length - 1) stop();
    }, PACE);
  };
}
