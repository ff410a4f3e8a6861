//! The page of `obbtree view`: sliders, dragging, colours, and answers of the engine in
//! WebAssembly.

use crate::browser;
use crate::run::{Folder, asset, run_to};

/// The page of two meshes after some steps: what was seen, by the names that the steps gave.
fn seen(name: &str, a: &str, b: &str, options: &[&str], steps: &str) -> serde_json::Value {
    let own = Folder::new(&format!("view-{name}"));
    let page = own.file("page.html");
    run_to(0, &[&["view", a, b, "-o", &page], options].concat());
    browser::seen(&own, &page, &format!("{LOOK}{steps}"))
}

/// A first step, which makes the others able to look.
const LOOK: &str = r#"() => { window.look = name => {
        const lines = by("scene").data.filter(trace => trace.type === "scatter3d");
        // three numbers for each of twelve edges
        const boxes = lines.map(trace => trace.x.length / 36);
        seen[name] = { answer: by("answer").textContent, red: red(), boxes };
    } },"#;

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn sliders_and_dragging_change_answers_and_colours() {
    let (bolt, nut, poses) = (asset("bolt.obj"), asset("nut.stl"), asset("nut_turning.poses"));
    let poses = ["--poses", &poses];
    let steps = r#"
        () => { look("first"); slide("pose", 17); },
        () => { look("clash"); slide("level", 0); },
        () => { look("root"); slide("level", -1); },
        () => { look("none"); slide("level", 3); by("drag").click(); },
        () => { point("pointerdown", 150, 100); point("pointermove", 300, 100); },
        () => { point("pointermove", 650, 100); point("pointerup", 650, 100); },
        () => { look("dragged"); },
    "#;
    let seen = seen("nut", &bolt, &nut, &poses, steps);

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
    assert_eq!(boxes("none"), [0; 4]);
    assert_eq!(seen["dragged"]["answer"], "B is free");
    assert_eq!(red("dragged"), [0, 0]);
    let dragged = boxes("dragged");
    assert!(dragged[0] > 0 && dragged[1] == 0 && dragged[3] == 0, "{dragged:?}");
}

/// Closest points where the nut is free, lines where it meets; neither where it was dragged to.
#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn marks_are_those_of_the_pose() {
    let (bolt, nut, poses) = (asset("bolt.obj"), asset("nut.stl"), asset("nut_turning.poses"));
    let options = ["--poses", &poses, "--contacts", "--distance"];
    let steps = r##"
        () => { marks("free"); slide("pose", 17); },
        () => { marks("clash"); by("drag").click(); },
        () => { point("pointerdown", 150, 100); point("pointermove", 160, 100); },
        () => { marks("dragged"); },
    "##;
    let marks = r##"() => { window.marks = name => { seen[name] = { answer: by("answer").textContent };
        for (const [what, colour] of [["contact", "#200808"], ["closest", "#0b6b3a"]]) {
          const some = by("scene").data.filter(trace => trace.line && trace.line.color === colour);
          seen[name][what] = some.reduce((sum, trace) => sum + trace.x.length / 3, 0);
        } } },"##;
    let seen = seen("marks", &bolt, &nut, &options, &format!("{marks}{steps}"));
    assert_eq!((&seen["free"]["contact"], &seen["free"]["closest"]), (&0.into(), &1.into()));
    let answer = seen["free"]["answer"].as_str().expect("text");
    assert!(answer.starts_with("B is free, 1.2") && answer.ends_with(" away"), "{answer}");
    assert!(seen["clash"]["contact"].as_u64() > Some(10), "{seen}");
    assert_eq!(seen["clash"]["closest"], 1);
    assert_eq!(seen["dragged"]["contact"], 0);
    assert_eq!(seen["dragged"]["closest"], 0);
}

/// Two flat sheets in one plane: no edge of one goes through the other, so rounded tests of edges
/// against triangles find nothing.
#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn a_body_dragged_into_flat_contact_touches() {
    let own = Folder::new("view-sheets-meshes");
    let sheet = |name: &str, side: u32| {
        let path = own.file(name);
        let text = format!("v 0 0 0\nv {side} 0 0\nv {side} {side} 0\nv 0 {side} 0\nf 1 2 3 4\n");
        std::fs::write(&path, text).expect("written");
        path
    };
    let (large, small) = (sheet("large.obj", 4), sheet("small.obj", 1));
    // Beside the large sheet and in its plane.
    let poses = ["--pose", "6 1.5 0 0 0 0 1"];
    // To the left and down, with Shift along x alone; then down without Shift, off the plane.
    let steps = r#"
        () => { look("beside"); by("drag").click(); },
        () => { point("pointerdown", 500, 100); point("pointermove", 200, 150, { shiftKey: true }); },
        () => { look("flat"); point("pointermove", 200, 150); },
        () => { look("below"); point("pointerup", 200, 150); },
    "#;
    let seen = seen("sheets", &large, &small, &poses, steps);
    assert_eq!(seen["beside"]["answer"], "B is free");
    assert_eq!(seen["flat"]["answer"], "B touches A, and touching counts as meeting");
    let red = seen["flat"]["red"].as_array().expect("two");
    assert!(red.iter().all(|count| count.as_u64() > Some(0)), "{seen}");
    assert_eq!(seen["below"]["answer"], "B is free");
    assert_eq!(seen["below"]["red"], serde_json::json!([0, 0]));
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
    let seen = seen("motion", &bolt, &nut, &options, steps);
    assert_eq!(seen["start"]["answer"], "B is free");
    assert_eq!(seen["before"]["answer"], "B is free");
    assert_eq!(seen["last"]["answer"], "B meets A");
    assert_eq!((&seen["last"]["pose"], &seen["last"]["button"]), (&"60".into(), &"Play".into()));
}
