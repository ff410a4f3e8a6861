// What a page gives: the scene file, a picture, and the command that asks the same question.
"use strict";

function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The scene as it is now, as a scene file: meshes of files by their names, others with all of their
// numbers. Around a robot without its links, which no file around it may name.
function sceneFile(engine, data, meshes, links) {
  let text = engine.sceneText();
  if (links) {
    const scene = JSON.parse(text), isLink = name => links.includes(name);
    scene.bodies = scene.bodies.filter(({ name }) => !isLink(name));
    for (const key of ["allowed", "margins"]) {
      scene[key] = scene[key].filter(([a, b]) => !isLink(a) && !isLink(b));
    }
    text = JSON.stringify(scene);
  }
  return text.replace(/\{"mesh":"#(\d+)"/g, (_, number) => {
    const file = data.files[number - 1];
    if (file !== null) return `{"mesh":${JSON.stringify(file)}`;
    const threes = numbers => Array.from({ length: numbers.length / 3 }, (_, n) =>
      Array.from(numbers.subarray(3 * n, 3 * n + 3)));
    const { vertices, triangles } = meshes[number - 1];
    return `{"triangles":${JSON.stringify(
      { vertices: threes(vertices), triangles: threes(triangles) })}`;
  });
}

// A word of a shell.
const quoted = word => /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

// The command that asks what the page shows.
function commandLine({ words, kind }, { poses, joints, sceneName, bodies }) {
  const numbers = list => list.map(String).join(" ");
  const more = kind === "robot" ? ["check", "--config", numbers(joints)]
    : kind === "scene" ? [sceneName, "check"] : kind === "study" ? ["--scene", sceneName]
      : bodies > 1 ? ["--pose", numbers(poses[1])] : [];
  return [...words, ...more].map(quoted).join(" ");
}
