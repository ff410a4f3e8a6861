//! The page of `obbtree view` in a browser without a window: sliders, dragging, colours.
//!
//! Needs Chromium (Debian's package `chromium`, or `OBBTREE_CHROMIUM`); without it the test says
//! that it is skipped.

use std::path::Path;
use std::process::Command;

/// What the test does in the page, step by step; it leaves what it saw as JSON.
const STEPS: &str = r##"
<pre id="seen"></pre>
<script>
const seen = {};
const by = id => document.getElementById(id);
const look = name => {
  const colours = by("scene").data.filter(trace => trace.type === "mesh3d").map(trace =>
    trace.facecolor.filter(colour => colour === "#d8221c").length);
  const lines = by("scene").data.filter(trace => trace.type === "scatter3d");
  const boxes = lines.map(trace => trace.x.length / 36); // three numbers for each of twelve edges
  seen[name] = { answer: by("answer").textContent, red: colours, boxes };
};
const slide = (id, value) => { by(id).value = value; by(id).dispatchEvent(new Event("input")); };
const point = (kind, x, y) => by("grab").dispatchEvent(
  new PointerEvent(kind, { clientX: x, clientY: y, bubbles: true }));
const steps = [
  () => { look("first"); slide("pose", 17); },
  () => { look("clash"); slide("level", 0); },
  () => { look("root"); slide("level", -1); },
  () => { look("none"); slide("level", 3); by("drag").click(); },
  () => { point("pointerdown", 300, 200); point("pointermove", 600, 200); },
  () => { point("pointermove", 1300, 200); point("pointerup", 1300, 200); },
  () => { look("dragged"); by("seen").textContent = JSON.stringify(seen); },
];
const next = () => { if (steps.length) { steps.shift()(); setTimeout(next, 500); } };
window.addEventListener("load", () => setTimeout(next, 500));
</script>
"##;

fn chromium() -> Option<String> {
    let named = std::env::var("OBBTREE_CHROMIUM").ok();
    let found = named.into_iter().chain(["chromium", "chromium-browser"].map(str::to_owned));
    found.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok())
}

#[test]
fn sliders_and_dragging_change_answers_and_colours() {
    let Some(chromium) = chromium() else {
        eprintln!("SKIPPED: there is no chromium");
        return;
    };
    let asset = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(name);
    let folder = std::env::temp_dir().join(format!("obbtree-view-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let page = folder.join("nut.html");
    let made = Command::new(env!("CARGO_BIN_EXE_obbtree"))
        .arg("view")
        .args([asset("bolt.obj"), asset("nut.stl")])
        .arg("--poses")
        .arg(asset("nut_turning.poses"))
        .arg("-o")
        .arg(&page)
        .status()
        .expect("runs");
    assert!(made.success());
    let text = std::fs::read_to_string(&page)
        .expect("a page")
        .replace("</body>", &format!("{STEPS}</body>"));
    std::fs::write(&page, text).expect("written");
    let output = Command::new(chromium)
        .args(["--headless=new", "--no-sandbox", "--window-size=1400,900"])
        .args(["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-extensions"])
        .args(["--virtual-time-budget=30000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("runs");
    let _ = std::fs::remove_dir_all(&folder);
    let dom = String::from_utf8_lossy(&output.stdout);
    let seen = dom.split_once("<pre id=\"seen\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let seen = seen.expect("the page with what was seen").0;
    let seen: serde_json::Value = serde_json::from_str(seen)
        .unwrap_or_else(|_| panic!("{seen}: {}", String::from_utf8_lossy(&output.stderr)));

    let red = |step: &str| seen[step]["red"].as_array().expect("two").clone();
    assert_eq!(seen["first"]["answer"], "B is free; certainly: they do not meet");
    assert_eq!(red("first"), [0, 0]);
    assert_eq!(seen["clash"]["answer"], "B meets A; certainly: they meet");
    assert!(red("clash").iter().all(|count| count.as_u64() > Some(0)), "{seen}");
    // Of four boxes around the bolt and four around the nut, those of each part in two colours.
    let boxes = |step: &str| -> Vec<u64> {
        let counts = seen[step]["boxes"].as_array().expect("four").iter();
        counts.map(|count| count.as_u64().expect("whole boxes")).collect()
    };
    let root = boxes("root");
    assert_eq!([root[0] + root[1], root[2] + root[3]], [4, 4]);
    assert!(root[1] > 0 && root[3] > 0, "{root:?}");
    assert_eq!(boxes("none"), [0; 4]);
    assert_eq!(seen["dragged"]["answer"], "B is free");
    assert_eq!(red("dragged"), [0, 0]);
    let dragged = boxes("dragged");
    assert!(dragged[0] > 0 && dragged[1] == 0 && dragged[3] == 0, "{dragged:?}");
}
