//! `obbtree scene` as a user runs it, on the shipped scene.

use std::path::Path;

use crate::run::{Folder, asset, run_to};

fn workshop() -> String {
    asset("workshop.json")
}

/// Runs `scene FILE` with arguments to the given exit status; standard output and standard error.
fn scene(status: i32, file: &str, arguments: &[&str]) -> (String, String) {
    run_to(status, &[&["scene", file], arguments].concat())
}

#[test]
fn check_names_the_bodies_that_collide() {
    let (out, _) = scene(1, &workshop(), &["check"]);
    assert_eq!(out, "bolt and nut collide\n1 pairs of 7 bodies collide\n");
    let (out, _) = scene(1, &workshop(), &["check", "--json", "--contacts", "2", "--distance"]);
    let lines: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["bodies"], serde_json::json!(["bolt", "nut"]));
    assert_eq!(lines[0]["contacts"].as_array().map(Vec::len), Some(2));
    assert_eq!(lines[1]["nearest"], serde_json::json!(["bolt", "nut"]));
    assert_eq!(lines[2], serde_json::json!({ "bodies": 7, "pairs": 1, "collides": true }));
}

/// They have no inside, so that what is within them is free.
#[test]
fn open_meshes_are_named_where_bodies_are_solid() {
    let own = Folder::new();
    let box_of = |name: &str, top: &str| {
        let corners =
            "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n";
        let sides = "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
        own.write(name, format!("{corners}{sides}{top}"));
    };
    box_of("tray.obj", "");
    box_of("crate.obj", "f 5 6 7 8\n");
    let file = own.write(
        "scene.json",
        r#"{ "format": "obbtree scene 1", "models": [{ "parts": [{ "mesh": "tray.obj" }] },
            { "parts": [{ "mesh": "crate.obj" }] }, { "parts": [{ "sphere": { "radius": 0.5 } }] }],
            "bodies": [{ "name": "tray", "model": 0, "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0] },
            { "name": "sphere", "model": 2, "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0] },
            { "name": "crate", "model": 1, "pose": [1,0,0,9, 0,1,0,0, 0,0,1,0] },
            { "name": "inner", "model": 2, "pose": [1,0,0,9, 0,1,0,0, 0,0,1,0] }] }"#,
    );
    assert_eq!(scene(0, &file, &["check"]).0, "0 pairs of 4 bodies collide\n");
    let (out, _) = scene(1, &file, &["check", "--solid"]);
    let wanted = "crate and inner collide\nopen, so taken as surfaces: tray\n\
                  1 pairs of 4 bodies collide\n";
    assert_eq!(out, wanted);
    let (out, _) = scene(1, &file, &["check", "--solid", "--json"]);
    let summary: serde_json::Value =
        serde_json::from_str(out.lines().last().expect("a line")).expect("JSON");
    assert_eq!(summary["open"], serde_json::json!(["tray"]));
}

#[test]
fn a_free_scene_exits_with_0_and_a_broken_one_with_2() {
    let text = std::fs::read_to_string(workshop()).expect("the scene");
    let folder = Path::new(&workshop()).parent().expect("a folder").display().to_string();
    let own = Folder::new();
    let meshes = text.replace(r#""mesh":""#, &format!(r#""mesh":"{folder}/"#));
    let free = meshes
        .replace("20.1458", "20.145833333")
        .replace(r#"["pin","table"]"#, r#"["nut","bolt"],["pin","table"]"#);
    let name = own.write("free.json", free);
    assert_eq!(scene(0, &name, &["check"]).0, "0 pairs of 7 bodies collide\n");
    std::fs::write(&name, text).expect("written");
    let (_, error) = scene(2, &name, &["check"]);
    assert!(error.contains("models[2].parts[0]") && error.contains("bolt.obj"), "{error}");
}

#[test]
fn draw_and_view_write_a_picture_and_a_page() {
    let own = Folder::new();
    let (picture, page) = (own.file("scene.png"), own.file("scene.html"));
    let (out, _) = scene(0, &workshop(), &["draw", "--size", "160x120", "-o", &picture]);
    assert!(out.ends_with(": 1 pairs of bodies collide\n"), "{out}");
    assert!(std::fs::read(&picture).expect("a picture").starts_with(b"\x89PNG"));
    scene(0, &workshop(), &["view", "-o", &page]);
    let text = std::fs::read_to_string(&page).expect("a page");
    assert!((1_000_000..3_000_000).contains(&text.len()), "{} bytes", text.len());
    assert!(!text.contains("<script src"));
}

/// A scene file of spheres of radius 1 at places along x, with the rest of the document after them.
fn spheres(own: &Folder, name: &str, places: &[f64], rest: &str) -> String {
    let sphere = |(n, x): (usize, &f64)| {
        format!(r#"{{ "name": "sphere {n}", "model": 0, "pose": [1,0,0,{x}, 0,1,0,0, 0,0,1,0] }}"#)
    };
    let bodies: Vec<String> = places.iter().enumerate().map(sphere).collect();
    let text = format!(
        r#"{{ "format": "obbtree scene 1", "models": [{{ "parts": [{{ "sphere": {{ "radius": 1 }} }}] }}],
            "bodies": [{}] {rest} }}"#,
        bodies.join(",")
    );
    own.write(name, text)
}

#[test]
fn a_scene_without_bodies_is_an_error_of_all_commands() {
    let own = Folder::new();
    let file = spheres(&own, "empty.json", &[], "");
    let (picture, page) = (own.file("empty.png"), own.file("empty.html"));
    let all: [&[&str]; 4] = [
        &["check"],
        &["check", "--json", "--distance"],
        &["draw", "-o", &picture],
        &["view", "-o", &page],
    ];
    for arguments in all {
        let (out, error) = scene(2, &file, arguments);
        assert_eq!(out, "", "{arguments:?}");
        assert!(error.contains("empty.json: there is no body in the scene"), "{error}");
    }
    assert!([picture, page].iter().all(|file| !Path::new(file).exists()));
}

/// That no pair collides is true then, and says nothing about the bodies.
#[test]
fn where_no_pair_is_checked_a_warning_says_so() {
    let own = Folder::new();
    let one = spheres(&own, "one.json", &[0.0], "");
    let allowed =
        spheres(&own, "two.json", &[0.0, 1.0], r#", "allowed": [["sphere 0", "sphere 1"]]"#);
    for (file, why) in [(&one, "only one body"), (&allowed, "all are allowed to collide")] {
        let (out, error) = scene(0, file, &["check"]);
        assert!(out.starts_with("0 pairs of ") && error.starts_with("warning: "), "{out}{error}");
        assert!(error.contains(why), "{error}");
        let (out, error) = scene(0, file, &["check", "--json"]);
        let summary: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert!(summary["warning"].as_str().is_some_and(|text| text.contains(why)), "{out}");
        assert!(error.contains(why), "{error}");
        let (out, error) = scene(2, file, &["check", "--distance"]);
        assert!(out.is_empty() && error.contains("there is no nearest pair"), "{out}{error}");
        let (_, error) = scene(0, file, &["view", "-o", &own.file("page.html")]);
        assert!(error.starts_with("warning: ") && error.contains(why), "{error}");
    }
    let apart = spheres(&own, "apart.json", &[0.0, 3.0], "");
    assert_eq!(scene(0, &apart, &["check"]).1, "");
}
