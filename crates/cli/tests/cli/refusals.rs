//! What the command refuses, and how it says so: each was once an answer, a panic or no end.

use std::fs::File;
use std::process::Stdio;

use crate::run::{Folder, asset, command, json, run_to};

/// An arm that turns about z on a post. The links beside each other are not checked, so there is
/// one between.
const ARM: &str = r#"<robot name="arm">
  <link name="post"><collision><geometry><box size="0.2 0.2 1"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="1 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
  <link name="bearing"/>
  <joint name="held" type="fixed"><parent link="post"/><child link="bearing"/></joint>
  <joint name="turn" type="revolute"><parent link="bearing"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
</robot>"#;

/// Refused with exit status 2; what was said.
fn refused(arguments: &[&str]) -> String {
    let (out, said) = run_to(2, arguments);
    assert_eq!(out, "", "{arguments:?}");
    said
}

fn assert_refused(arguments: &[&str], why: &str) {
    let said = refused(arguments);
    assert!(said.contains(why), "{arguments:?}: {said}");
}

#[test]
fn numbers_that_cannot_be_used_are_named_with_their_option() {
    let folder = Folder::new();
    let (urdf, ends) = (folder.write("arm.urdf", ARM), folder.write("ends.txt", "0\n1\n"));
    let motions = folder.write("motions.txt", "0 1\n");
    let nut = asset("nut.stl");
    let check = ["robot", urdf.as_str(), "check"];
    for (more, why) in [
        (["--motions", &motions, "--samples", "1"], "'--samples <N>': at least 2"),
        (["--motions", &motions, "--time-tolerance", "nan"], "NaN is not 0 or more"),
        (["--motions", &motions, "--time-tolerance", "-1"], "-1 is not 0 or more"),
        (["--motions", &motions, "--threads", "100000"], "at most 1024"),
        (["--configs", &ends, "--samples", "5"], "cannot be used with"),
        (["--configs", &ends, "--time-tolerance", "1"], "cannot be used with"),
    ] {
        assert_refused(&[&check[..], &more].concat(), why);
    }
    for step in ["0", "-1", "nan", "inf"] {
        let plan = ["robot", &urdf, "plan", "--configs", &ends, "--step", step];
        assert_refused(&plan, "is not a length above 0");
    }
    let tiny = ["robot", &urdf, "plan", "--configs", &ends, "--step", "1e-9"];
    assert_refused(&tiny, "more than 10000");
    assert_refused(&["self-check", &nut, "--limit", "0"], "'--limit <N>': at least 1");
    let ray = ["ray", &nut, "--origin", "0 0 9", "--direction"];
    assert_refused(&[&ray[..], &["0 0 -5e-324"]].concat(), "a direction is longer");
    assert_refused(&["ray", &nut, "--origin", "nan 0 9", "--to", "0 0 0"], "'--origin <X Y Z>'");
    assert_refused(&["point", &nut, "--at", "nan 0 9"], "'--at <X Y Z>'");
}

#[test]
fn outputs_never_replace_what_is_read() {
    let folder = Folder::new();
    let nut = folder.file("nut.stl");
    std::fs::copy(asset("nut.stl"), &nut).expect("copied");
    let (urdf, ends) = (folder.write("arm.urdf", ARM), folder.write("ends.txt", "0\n1\n"));
    let one_sphere = r#"{"format": "obbtree scene 1",
        "models": [{"parts": [{"sphere": {"center": [0, 0, 0], "radius": 1}}]}],
        "bodies": [{"name": "a", "model": 0, "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0]}]}"#;
    let scene = folder.write("scene.json", one_sphere);
    let before = std::fs::read(&nut).expect("read");
    let why = "would replace what is read";
    assert_refused(&["build", &nut, "-o", &nut], why);
    assert_refused(&["view", &nut, "-o", &nut], why);
    assert_refused(&["scene", &scene, "view", "-o", &scene], why);
    for output in [&ends, &urdf] {
        assert_refused(&["robot", &urdf, "plan", "--configs", &ends, "-o", output], why);
    }
    assert_refused(&["robot", &urdf, "allowed", "-o", &urdf], why);
    assert_eq!(std::fs::read(&nut).expect("read"), before);
    assert_refused(&["scene", &scene, "draw", "-o", &folder.file("x.txt")], "must end in .png");
    let nowhere = folder.file("nowhere/page.html");
    let page = ["robot", &urdf, "plan", "--configs", &ends, "--page", &nowhere];
    assert_refused(&page, "its folder does not exist");
}

#[test]
fn empty_files_are_errors_that_name_them() {
    let folder = Folder::new();
    let (urdf, empty) = (folder.write("arm.urdf", ARM), folder.write("empty.txt", "# nothing\n"));
    for (question, option) in
        [("check", "--configs"), ("check", "--motions"), ("bench", "--configs")]
    {
        assert_refused(&["robot", &urdf, question, option, &empty], "empty.txt: there is no ");
    }
}

#[test]
fn a_limit_that_ended_the_search_is_told() {
    let folder = Folder::new();
    let triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let three = format!("{}f 1 2 3\nf 4 5 6\nf 7 8 9\n", triangle.repeat(3));
    let twice = folder.write("twice.obj", three);
    let ask = |limit: &str| json(&run_to(1, &["self-check", &twice, "--json", "--limit", limit]).0);
    assert_eq!((&ask("2")["count"], &ask("2")["is_all"]), (&json("2"), &json("false")));
    assert_eq!((&ask("9")["count"], &ask("9")["is_all"]), (&json("3"), &json("true")));
}

/// An output that takes nothing is an error, and no panic.
#[test]
#[cfg(target_os = "linux")]
fn a_full_output_is_an_error() {
    let folder = Folder::new();
    let (nut, tree) = (asset("nut.stl"), folder.file("nut.obbt"));
    let full = File::options().write(true).open("/dev/full").expect("opened");
    let build = command(&["build", &nut, "-o", &tree]).stdout(full).stderr(Stdio::piped()).output();
    let build = build.expect("runs");
    let said = String::from_utf8_lossy(&build.stderr).into_owned();
    assert_eq!(build.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: "), "{said}");
}
