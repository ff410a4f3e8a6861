//! The page of `obbtree view`: sliders, dragging, colours, and answers of the engine in
//! WebAssembly, which are those of the command that the page gives.

use serde_json::Value;

use crate::browser;
use crate::run::{Folder, asset, command, run_to};

/// The page of two meshes after some steps: what was seen, by the names that the steps gave.
fn seen(a: &str, b: &str, options: &[&str], steps: &str) -> Value {
    let own = Folder::new();
    let page = own.file("page.html");
    run_to(0, &[&["view", a, b, "-o", &page], options].concat());
    browser::seen(&own, &page, &format!("{LOOK}{steps}"))
}

/// A first step, which makes the others able to look.
const LOOK: &str = r#"() => { window.look = name => {
        seen[name] = { answer: by("answer").textContent, red: red(), boxes: page.boxes,
          contacts: page.contacts.length, near: page.near?.upper, command: page.command() };
    } },"#;

/// The words of a command that the page gives.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (n, part) in text.split('\'').enumerate() {
        let quoted = [part];
        let parts = if n % 2 == 1 { quoted.to_vec() } else { part.split(' ').collect() };
        for (k, word) in parts.into_iter().enumerate() {
            if k > 0 {
                words.push(String::new());
            }
            words.last_mut().expect("one").push_str(word);
        }
    }
    words
}

/// What the page said at a step is what its command says: whether the meshes meet, and if it is
/// shown, how far they are apart.
fn agrees_with_its_command(seen: &Value) {
    let words = words(seen["command"].as_str().expect("text"));
    assert_eq!(words[0], "obbtree");
    let mut arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    arguments.extend(["--query", "distance", "--json"]);
    let output = command(&arguments).output().expect("runs");
    let meets = seen["answer"].as_str().expect("text") != "B is free";
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(i32::from(meets)), "{words:?}: {text}");
    if let Some(near) = seen["near"].as_f64() {
        let line: Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
        assert_eq!(line["upper"].as_f64(), Some(near), "{line}");
    }
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn sliders_and_dragging_change_answers_and_colours() {
    let (bolt, nut, poses) = (asset("bolt.obj"), asset("nut.stl"), asset("nut_turning.poses"));
    let poses = ["--poses", &poses];
    let steps = r#"
        () => { look("first"); slide("pose", 17); },
        () => { look("clash"); slide("level", 0); },
        () => { look("root"); slide("level", -1); },
        () => { look("none"); slide("level", 2); drag(over("B"), [250, 0]); },
        () => { look("dragged"); drag(over("B"), [20, 30], { ctrlKey: true }); },
        () => { look("turned"); },
    "#;
    let seen = seen(&bolt, &nut, &poses, steps);

    let red = |step: &str| seen[step]["red"].as_array().expect("two").clone();
    assert_eq!(seen["first"]["answer"], "B is free");
    assert_eq!(red("first"), [0, 0]);
    assert_eq!(seen["clash"]["answer"], "B meets A");
    assert!(red("clash").iter().all(|count| count.as_u64() > Some(0)), "{seen}");
    // Of four boxes around the bolt and four around the nut, those of each body in two colours.
    let boxes = |step: &str| -> Vec<u64> {
        let counts = seen[step]["boxes"].as_array().expect("four").iter();
        counts.map(|count| count.as_u64().expect("whole boxes")).collect()
    };
    let root = boxes("root");
    assert_eq!([root[0] + root[1], root[2] + root[3]], [4, 4]);
    assert!(root[1] > 0 && root[3] > 0, "{root:?}");
    assert_eq!(boxes("none"), [0; 0]);
    assert_eq!(seen["dragged"]["answer"], "B is free");
    assert_eq!(red("dragged"), [0, 0]);
    let dragged = boxes("dragged");
    assert!(dragged[0] > 0 && dragged[1] == 0 && dragged[3] == 0, "{dragged:?}");
    for step in ["first", "clash", "dragged", "turned"] {
        agrees_with_its_command(&seen[step]);
    }
}

/// Closest points where the nut is free, lines where it meets; where it was dragged to, too.
#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn marks_are_those_of_the_pose() {
    let (bolt, nut, poses) = (asset("bolt.obj"), asset("nut.stl"), asset("nut_turning.poses"));
    let options = ["--poses", &poses, "--contacts", "--distance"];
    let steps = r##"
        () => { look("free"); slide("pose", 17); },
        () => { look("clash"); drag(over("B"), [250, 0]); },
        () => { look("dragged"); },
    "##;
    let seen = seen(&bolt, &nut, &options, steps);
    assert_eq!(seen["free"]["contacts"], 0);
    assert!(seen["free"]["near"].as_f64().is_some_and(|x| (1.2..1.3).contains(&x)), "{seen}");
    assert!(seen["clash"]["contacts"].as_u64() > Some(10), "{seen}");
    assert_eq!(seen["clash"]["near"], 0.0);
    assert_eq!(seen["dragged"]["contacts"], 0);
    for step in ["free", "clash", "dragged"] {
        agrees_with_its_command(&seen[step]);
    }
}

/// Two flat sheets in one plane: no edge of one goes through the other, so rounded tests of edges
/// against triangles find nothing.
#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn a_body_dragged_into_flat_contact_touches() {
    let own = Folder::new();
    let sheet = |name: &str, side: u32| {
        let text = format!("v 0 0 0\nv {side} 0 0\nv {side} {side} 0\nv 0 {side} 0\nf 1 2 3 4\n");
        own.write(name, text)
    };
    let (large, small) = (sheet("large.obj", 4), sheet("small.obj", 1));
    // Beside the large sheet and in its plane.
    let poses = ["--pose", "6 1.5 0 0 0 0 1"];
    // To the left, with Shift along x alone; then down without Shift, off the plane.
    let steps = r#"
        () => { look("beside"); window.from = over("B");
            const [x, y] = [[6, 1.5, 0], [2, 1.5, 0]].map(at => page.view.onScreen(at));
            window.to = [from[0] + y[0] - x[0], from[1] + y[1] - x[1]];
            point("pointerdown", from); point("pointermove", to, { shiftKey: true }); },
        () => { look("flat"); point("pointermove", [to[0], to[1] + 40]); },
        () => { look("below"); point("pointerup", to); },
    "#;
    let seen = seen(&large, &small, &poses, steps);
    assert_eq!(seen["beside"]["answer"], "B is free");
    assert_eq!(seen["flat"]["answer"], "B touches A, and touching counts as meeting");
    let red = seen["flat"]["red"].as_array().expect("two");
    assert!(red.iter().all(|count| count.as_u64() > Some(0)), "{seen}");
    assert_eq!(seen["below"]["answer"], "B is free");
    assert_eq!(seen["below"]["red"], serde_json::json!([0, 0]));
    for step in ["beside", "flat", "below"] {
        agrees_with_its_command(&seen[step]);
    }
}

/// A motion is played to its first contact, and no further.
#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn a_motion_is_played_to_its_contact() {
    let (bolt, nut) = (asset("bolt.obj"), asset("nut.stl"));
    let options = ["--pose", "0 0 30 0 0 0 1", "--to", "0 0 7 0 0 0 1"];
    let steps = r##"
        () => { look("start"); slide("pose", 59); },
        () => { look("before"); by("play").click(); },
        () => { look("last"); seen.last.pose = by("pose").value; seen.last.button = by("play").textContent; },
    "##;
    let seen = seen(&bolt, &nut, &options, steps);
    assert_eq!(seen["start"]["answer"], "B is free");
    assert_eq!(seen["before"]["answer"], "B is free");
    assert_eq!(seen["last"]["answer"], "B meets A");
    assert_eq!((&seen["last"]["pose"], &seen["last"]["button"]), (&"60".into(), &"Play".into()));
}

/// X-ray, a section, a measured distance, handles, a search step by step, and what is saved.
#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn looking_changes_no_answer() {
    let (bolt, nut, poses) = (asset("bolt.obj"), asset("nut.stl"), asset("nut_turning.poses"));
    let steps = r##"
        () => { slide("pose", 17); by("xray").click(); },
        () => { look("xray"); const { surface } = body("A");
            Object.assign(seen.xray, { opacity: surface.opacity, red: page.bodies.red.depthTest });
            by("xray").click(); slide("opacity", 0.5); slide("section", "x"); },
        () => { look("cut"); seen.cut.planes = page.view.renderer.clippingPlanes.length;
            seen.cut.opacity = body("A").surface.opacity; slide("section", ""); slide("opacity", 1);
            page.setTool("measure"); click(over("A")); click(over("B")); },
        () => { const [from, to] = page.tools.measured;
            seen.measured = Math.hypot(...minus(from, to)); seen.said = by("said").textContent;
            page.setTool("turn"); click(over("B")); },
        () => { seen.picked = page.tools.picked.name; seen.handles = page.tools.handles.mode;
            page.setTool("move"); by("replay").click(); },
        () => { seen.steps = page.trees.steps.length; slide("pose", seen.steps - 1); },
        () => { seen.last = by("said").textContent; by("back").click(); },
        () => { look("back"); by("save").click(); by("png").click(); },
        () => { seen.saved = Object.keys(saved); seen.scene = saved["scene.json"];
            window.dispatchEvent(new KeyboardEvent("keydown", { key: "x" })); },
        () => { seen.key = by("xray").checked; seen.frames = page.view.frames; },
    "##;
    let seen = seen(&bolt, &nut, &["--poses", &poses], steps);
    assert_eq!(seen["xray"]["answer"], "B meets A");
    assert!(seen["xray"]["opacity"].as_f64() < Some(0.2), "{seen}");
    assert_eq!(seen["xray"]["red"], false, "red shines through");
    assert_eq!((&seen["cut"]["planes"], &seen["cut"]["opacity"]), (&1.into(), &0.5.into()));
    let measured = seen["measured"].as_f64().expect("a distance");
    assert!((1.0..60.0).contains(&measured), "{measured}");
    assert!(seen["said"].as_str().is_some_and(|said| said.starts_with("measured ")), "{seen}");
    assert_eq!((&seen["picked"], &seen["handles"]), (&"B".into(), &"rotate".into()));
    assert!(seen["steps"].as_u64() > Some(10), "{seen}");
    assert!(seen["last"].as_str().is_some_and(|said| said.starts_with("boxes ")), "{seen}");
    assert_eq!(seen["back"]["answer"], "B is free");
    let files = seen["saved"].as_array().expect("files");
    assert!(
        ["scene.json", "scene.png"].iter().all(|name| files.contains(&(*name).into())),
        "{seen}"
    );
    assert_eq!(seen["key"], true);
    let own = Folder::new();
    let file = own.write("scene.json", seen["scene"].as_str().expect("text"));
    run_to(0, &["scene", &file, "check"]);
}
