//! Many inputs, assemblies, folders, settings behind a file, standard input.

use std::io::Write;
use std::process::Stdio;

use crate::run::{Folder, asset, command, json, run_to};

/// Three plates of one triangle each: at heights 0 and 1, and one that stands through the second.
const PLATES: &str = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 0 2 1\n\
    v 0.5 0.5 0.5\nv 0.5 0.5 1.5\nv 0.75 0.5 1.5\no low\nf 1 2 3\no middle\nf 4 5 6\no pin\nf 7 8 9\n";

/// Does an interval of distances hold this one, and little else?
fn assert_around(fields: &serde_json::Value, distance: f64) {
    let end = |name: &str| fields[name].as_f64().expect("a number");
    let (lower, upper) = (end("lower"), end("upper"));
    assert!(lower <= distance && distance <= upper && upper - lower < 1e-15, "{fields}");
}

fn lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(json).collect()
}

#[test]
fn the_parts_of_one_file_are_checked_among_each_other() {
    let folder = Folder::new();
    let file = folder.write("plates.obj", PLATES);
    let wanted = "middle and pin collide\n1 pairs of 3 bodies collide\n";
    assert_eq!(run_to(1, &["check", &file]).0, wanted);
    assert_eq!(run_to(1, &["scene", &file, "check"]).0, wanted);
    let near =
        lines(&run_to(1, &["check", &file, "--query", "within", "--tolerance", "0.5", "--json"]).0);
    assert_eq!(near.len(), 3);
    assert_eq!(near[0]["bodies"], serde_json::json!(["low", "pin"]));
    assert_around(&near[0], 0.5);
    assert_eq!(near[0]["normal"], serde_json::json!([0.0, 0.0, 1.0]));
    assert_eq!(near[1]["bodies"], serde_json::json!(["middle", "pin"]));
    assert_eq!(near[2], serde_json::json!({ "bodies": 3, "pairs": 2, "within": 0.5 }));
    let less = ["scene", &file, "check", "--within", "0.499"];
    assert_eq!(run_to(1, &less).0.lines().count(), 2);
    let picture = folder.file("plates.png");
    run_to(0, &["scene", &file, "draw", "--size", "60x40", "-o", &picture]);
    run_to(0, &["scene", &file, "view", "-o", &folder.file("plates.html")]);
    let (_, why) = run_to(2, &["check", &file, "--pose", "0 0 0 0 0 0 1"]);
    assert!(why.contains("--pose is for two mesh files"), "{why}");
    let (_, why) = run_to(2, &["check", &asset("nut.stl")]);
    assert!(why.contains("one body makes no pair"), "{why}");
}

#[test]
fn many_files_with_settings_of_their_own() {
    let folder = Folder::new();
    let file = folder.write("plates.obj", PLATES);
    let (bolt, nut) = (asset("bolt.obj"), asset("nut.stl"));
    let turned = format!("{nut}@pose=0 0 0.1458 0 0 0.309 0.951@name=turned");
    let away = format!("{file}@unit=m@scale=10@pose=1000 0 0 0 0 0 1");
    assert_eq!(
        run_to(1, &["check", &bolt, &turned, &away]).0,
        "bolt and turned collide\n1 pairs of 3 bodies collide\n"
    );
    // Two files, one of them at its own place, are the question about two bodies.
    let of_two = run_to(1, &["check", &bolt, &turned]).0;
    let by_option = run_to(1, &["check", &bolt, &nut, "--pose", "0 0 0.1458 0 0 0.309 0.951"]).0;
    assert_eq!(of_two, by_option);
    let parts = run_to(1, &["check", &bolt, &turned, &away, "--parts", "--json"]).0;
    let parts = lines(&parts);
    assert_eq!(parts[0]["bodies"], serde_json::json!(["bolt", "turned"]));
    assert_eq!(parts[1]["bodies"], serde_json::json!(["plates/middle", "plates/pin"]));
    assert_eq!(parts[2]["bodies"], 5);
    // A hundredth of the size is a hundredth of the distance.
    let small = format!("{file}@unit=cm@pose=0 0 9 0 0 0 1");
    let near = run_to(0, &["check", &bolt, &small, &away, "--query", "distance"]).0;
    assert!(near.starts_with("nearest: bolt and plates"), "{near}");
    let (_, why) = run_to(2, &["check", &bolt, &format!("{nut}@unit=furlong")]);
    assert!(why.contains("one of mm, cm, dm, m, in, ft"), "{why}");
    let (_, why) = run_to(2, &["check", &bolt, &turned, "--pose", "0 0 0 0 0 0 1"]);
    assert!(why.contains("both say where turned is"), "{why}");
}

#[test]
fn a_folder_and_a_scene_file_among_files() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.file("cell/sub")).expect("a folder");
    folder.write("cell/plates.obj", PLATES);
    folder.write("cell/sub/again.obj", PLATES);
    let cell = folder.file("cell");
    let found = run_to(1, &["check", &cell, "--query", "contacts", "--limit", "1", "--json"]).0;
    assert_eq!(lines(&found)[0]["bodies"], serde_json::json!(["plates", "sub/again"]));
    let workshop = asset("workshop.json");
    let both = run_to(1, &["check", &workshop, &format!("{cell}@pose=1000 0 0 0 0 0 1")]).0;
    let wanted = "workshop/bolt and workshop/nut collide\ncell/plates and cell/sub/again collide\n\
                  2 pairs of 9 bodies collide\n";
    assert_eq!(both, wanted);
}

/// Runs with a file in the pipe of standard input: standard output and standard error.
fn read_from(file: &str, status: i32, arguments: &[&str]) -> (Vec<u8>, String) {
    let bytes = std::fs::read(file).expect("a file");
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    let mut stdin = child.stdin.take().expect("piped");
    let written = std::thread::spawn(move || stdin.write_all(&bytes));
    let output = child.wait_with_output().expect("ends");
    let _ = written.join().expect("no panic");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
    (output.stdout, said)
}

/// Its kind is found by its first bytes, and it is read once.
#[test]
#[cfg(target_os = "linux")]
fn a_pipe_is_read_once() {
    let piped = |file: &str, status: i32, arguments: &[&str]| {
        String::from_utf8(read_from(file, status, arguments).0).expect("UTF-8")
    };
    // Each is longer than what its kind is found by.
    let (nut, wall, map, bolt) =
        (asset("nut.stl"), asset("wall.pcd"), asset("wall.bt"), asset("bolt.obj"));
    let files = [&nut, &wall, &map];
    for (file, pipe) in files.into_iter().flat_map(|file| [(file, "-"), (file, "/dev/stdin")]) {
        let mut of_pipe = json(&piped(file, 0, &["info", pipe, "--json"]));
        let mut of_file = json(&run_to(0, &["info", file, "--json"]).0);
        for time in ["read_ms", "build_ms"] {
            assert!(of_pipe[time].take().is_number() && of_file[time].take().is_number());
        }
        assert_eq!(of_pipe, of_file);
    }
    let at = "3 0 0 0 0 0 1";
    let around = format!("{}@scale=0.01@pose={at}", nut);
    for (file, behind) in
        [(&wall, "@radius=0.5"), (&wall, "@radius=4"), (&map, "@unknown=occupied"), (&map, "")]
    {
        let ask = ["check", &around, "--query", "distance", "--json"];
        let of = |from: &str| format!("{from}{behind}@name=it");
        let of_file = command(&[&ask[..], &["--", &of(file)]].concat()).output().expect("runs");
        let status = of_file.status.code().expect("a status");
        for pipe in ["-", "/dev/stdin"] {
            let of_pipe = piped(file, status, &[&ask[..], &["--", &of(pipe)]].concat());
            assert_eq!(of_pipe.into_bytes(), of_file.stdout, "{pipe}{behind}");
        }
    }
    let pipe = "/dev/stdin";
    let of_pipe = piped(&nut, 1, &["check", &bolt, pipe, "--query", "all", "--json"]);
    assert_eq!(of_pipe, run_to(1, &["check", &bolt, &nut, "--query", "all", "--json"]).0);
    let folder = Folder::new();
    let long = format!("{}{PLATES}", format!("# {}\n", "long ".repeat(20)).repeat(100));
    let plates = folder.write("plates.obj", long);
    let of_pipe = piped(&plates, 1, &["scene", pipe, "check"]);
    assert_eq!(of_pipe, run_to(1, &["scene", &plates, "check"]).0);
}

#[test]
fn standard_input_is_a_file() {
    let (bolt, nut, poses) = (asset("bolt.obj"), asset("nut.stl"), asset("nut_turning.poses"));
    let (piped, _) = read_from(&nut, 1, &["check", &bolt, "-", "--poses", &poses]);
    assert_eq!(
        String::from_utf8(piped).unwrap(),
        run_to(1, &["check", &bolt, &nut, "--poses", &poses]).0
    );
    let (info, _) = read_from(&nut, 0, &["info", "-", "--json"]);
    assert_eq!(json(&String::from_utf8(info).unwrap())["closed"], true);
    let folder = Folder::new();
    let file = folder.write("plates.obj", PLATES);
    let (out, _) = read_from(&file, 1, &["scene", "-", "check"]);
    assert_eq!(String::from_utf8(out).unwrap(), run_to(1, &["scene", &file, "check"]).0);
    let (out, _) = read_from(&file, 1, &["check", "-"]);
    assert!(String::from_utf8(out).unwrap().starts_with("middle and pin collide"));
    let (_, said) = read_from("/dev/null", 2, &["info", "-"]);
    assert!(said.contains("standard input: byte 0: the file is empty"), "{said}");
    // Points, and text of columns where the radius says that it is points.
    let wall = asset("wall.pcd");
    let (_, said) = read_from(&wall, 2, &["check", &bolt, "-"]);
    assert!(said.contains("of at least 0: -- -@radius=0.01"), "{said}");
    let columns = folder.write("columns", "0 0 0\n0 0 99\n");
    let (out, _) = read_from(&columns, 1, &["check", &file, "--", "-@radius=0.25"]);
    assert!(String::from_utf8(out).unwrap().starts_with("plates and stdin collide"));
    // Its lines say that it is points, where no name does.
    for (text, found) in [("0 0 0\n0 0 99\n", 2), ("# a scan\nz,y,x,i\n0,0,1,7\n", 1)] {
        let columns = folder.write("columns", text);
        let (info, _) = read_from(&columns, 0, &["info", "-", "--json"]);
        let info = json(&String::from_utf8(info).unwrap());
        assert_eq!((&info["format"], &info["points"]), (&"columns of text".into(), &found.into()));
        let (_, said) = read_from(&columns, 2, &["check", &bolt, "-"]);
        assert!(said.contains("points need a radius"), "{said}");
        let (_, said) = read_from(&columns, 2, &["build", "-", "-o", "-"]);
        assert!(said.contains("(it looks like points, in columns of text)"), "{said}");
    }
    let (_, said) = read_from(&bolt, 2, &["check", &nut, "--", "-@radius=0.25"]);
    assert!(said.contains("this is a file of a mesh (OBJ)"), "{said}");
    // Standard output is a file, too.
    let (tree, _) = read_from(&nut, 0, &["build", "-", "-o", "-"]);
    let saved = folder.file("nut.obbt");
    run_to(0, &["build", &nut, "-o", &saved]);
    assert_eq!(tree, std::fs::read(saved).expect("a tree"));
    let (picture, said) = read_from(&nut, 0, &["draw", "-", "--size", "60x40", "-o", "-"]);
    assert!(picture.starts_with(b"\x89PNG"), "{said}");
}

#[test]
fn triangles_within_a_distance() {
    let folder = Folder::new();
    let low = folder.write("low.obj", "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 -9\nf 1 2 3\nf 1 4 2\n");
    let high = folder.write("high.obj", "v 0 0 1\nv 2 0 1\nv 0 2 1\nf 1 2 3\n");
    let ask = |status: i32, more: &[&str]| {
        let arguments = ["check", &low, &high, "--query", "within", "--tolerance"];
        run_to(status, &[&arguments[..], more].concat()).0
    };
    let all = lines(&ask(1, &["1", "--json", "--verify"]));
    let near = all[0]["near"].as_array().expect("a list");
    assert_eq!(near.len(), 2);
    assert_eq!(near[0]["triangles"], serde_json::json!([0, 0]));
    assert_around(&near[0], 1.0);
    assert_eq!(near[0]["normal"], serde_json::json!([0.0, 0.0, 1.0]));
    assert_eq!(all[1]["pairs"], 2);
    let places = lines(&ask(1, &["1", "--json", "--places"]));
    assert_eq!(places[0]["near"].as_array().map(Vec::len), Some(1));
    assert!(ask(1, &["1"]).starts_with("pose 0: 2 pairs of triangles within 1; the nearest 1"));
    assert_eq!(ask(0, &["0.999"]), "0 of 1 poses have triangles within 0.999\n");
    let solid = ["check", &low, &high, "--query", "within", "--tolerance", "1", "--solid"];
    assert!(run_to(2, &solid).1.contains("--query within is about surfaces"));
    let (_, why) = run_to(2, &["check", &low, &high, "--query", "within"]);
    assert!(why.contains("--tolerance"), "{why}");
}
