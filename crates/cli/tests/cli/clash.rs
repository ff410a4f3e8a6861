//! `obbtree clash` as a user runs it, on the shipped studies.

use std::process::Command;

use crate::run::{Folder, asset, command, json, run_to};

/// Runs `clash STUDY` of the assets with arguments to the given exit status.
fn clash(status: i32, study: &str, arguments: &[&str]) -> (String, String) {
    run_to(status, &[&["clash", &asset(study), "--quiet"], arguments].concat())
}

fn lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(json).collect()
}

#[test]
fn the_building_has_the_mistakes_that_it_was_made_with() {
    let (out, _) = clash(1, "building.toml", &["--json"]);
    let lines = lines(&out);
    let (summary, clashes) = lines.split_last().expect("a summary");
    let count = |rule: &str, class: &str| {
        clashes.iter().filter(|c| c["rule"] == rule && c["class"] == class).count()
    };
    // Of 3 x 2 bays and two storeys: a pipe in each, a socket in each storey; the upper storey's
    // two ducts cut the beams of the two inner and the two outer lines.
    let rule = "services in the structure";
    let ducts =
        |c: &&serde_json::Value| c["rule"] == rule && c["bodies"].to_string().contains("duct");
    assert_eq!(clashes.iter().filter(ducts).count(), 2 * 2);
    assert_eq!(count(rule, "cutting"), 12 + 2 * 2);
    assert_eq!(count(rule, "contained") + count(rule, "containing"), 2);
    assert_eq!(count("there twice", "coincident"), 2 * 4);
    assert_eq!(count("pipes too near to columns", "near"), 2);
    assert_eq!(clashes.len(), 16 + 2 + 8 + 2);
    assert_eq!(summary["clashes"], clashes.len());
    let near = clashes.iter().find(|c| c["class"] == "near").expect("one is near");
    let [lower, upper] = [0, 1].map(|n| near["distance"][n].as_f64().expect("a number"));
    assert!(lower <= 40.0 && (40.0..40.0 + 1e-9).contains(&upper), "{lower} {upper}");

    let (out, _) = clash(1, "building_contacts.toml", &["--json"]);
    let found: Vec<_> = out.lines().map(json).collect();
    // Each of 12 columns of two storeys stands on a slab and carries one.
    let areas = found.iter().filter(|c| c["class"] == "touching_area").count();
    assert_eq!((areas, found.len()), (12 * 2 * 2, 12 * 2 * 2 + 1));
    assert_eq!(found[0]["bounds"], serde_json::json!([[-150.0, -150.0, 0.0], [150.0, 150.0, 0.0]]));

    let (out, _) = clash(1, "workshop.toml", &["--json"]);
    let found: Vec<_> = out.lines().map(json).collect();
    assert_eq!(found[0]["bodies"], serde_json::json!(["bolt", "nut"]));
    assert!(found[0]["depth"][1].as_f64().expect("a depth") > 0.01);
    assert!(!found[0]["curves"].as_array().expect("curves").is_empty());
}

#[test]
fn reports_are_compared_and_bad_files_refused() {
    let own = Folder::new();
    let (report, table) = (own.file("report.json"), own.file("clashes.csv"));
    clash(1, "building.toml", &["--report", &report, "--csv", &table]);
    let rows = std::fs::read_to_string(&table).expect("a table");
    assert_eq!(rows.lines().count(), 28 + 1);
    let (out, _) = clash(0, "building.toml", &["--diff", &report]);
    assert_eq!(out, "0 new, 0 gone, 0 changed, 28 unchanged\n");
    let text = std::fs::read_to_string(&report).expect("a report");
    std::fs::write(&report, text.replace("\"class\":\"near\"", "\"class\":\"cutting\""))
        .expect("written");
    let (out, _) = clash(1, "building.toml", &["--diff", &report]);
    assert!(
        out.starts_with("changed: near: ") && out.ends_with("2 changed, 26 unchanged\n"),
        "{out}"
    );

    let study = own.write("study.toml", "[[rules]]\nname = 'all'\nkind = ['cutting']\n");
    let (_, error) = run_to(2, &["clash", &study]);
    assert!(error.contains("study.toml") && error.contains("unknown field `kind`"), "{error}");
    std::fs::write(&study, "[[rules]]\nname = 'all'\n").expect("written");
    let (_, error) = run_to(2, &["clash", &study]);
    assert!(error.contains("it names no scene"), "{error}");
    let (_, error) = clash(2, "building.toml", &["--report", &asset("building.toml")]);
    assert!(error.contains("would replace what is read"), "{error}");
    let (_, error) = clash(2, "building.toml", &["--diff", &asset("building.json")]);
    assert!(error.contains("building.json"), "{error}");
}

#[test]
fn a_run_that_was_killed_goes_on_from_its_folder() {
    check_that_it_goes_on("[[rules]]\nname = 'all'\nkinds = ['touching']\n", [12, 10]);
}

#[test]
fn a_run_of_bodies_that_move_goes_on_from_its_folder() {
    // Ducts of three storeys slide from one end of a building to the other, and turn.
    let mut study =
        "[[rules]]\nname = 'all'\n[motion]\ntimes = [0, 1, 2]\n[motion.poses]\n".to_owned();
    for (level, n) in (1..=3).flat_map(|level| (0..4).map(move |n| (level, n))) {
        let [x, y, z] = [3000.0, 2500.0 + 5000.0 * f64::from(n), 3500.0 * f64::from(level) - 700.0];
        let turns = [[0.0, 1.0], [0.28, 0.96], [0.6, 0.8]];
        let poses = [0, 1, 2].map(|k| {
            let (s, [sin, cos]) = (k as f64, turns[k]);
            [x + 9000.0 * s, y + 4000.0 * s, z, 0.0, 0.0, sin, cos]
        });
        study += &format!("'level {level}/duct {n}' = {poses:?}\n");
    }
    check_that_it_goes_on(&study, [4, 4]);
}

fn check_that_it_goes_on(study: &str, bays: [i64; 2]) {
    let own = Folder::new();
    let scene = own.write("building.json", obbtree_assets::building(bays, 3));
    let study = own.write("study.toml", study);
    let (whole, parts, folder) = (own.file("whole.json"), own.file("parts.json"), own.file("out"));
    let run = ["clash", &study, "--scene", &scene, "--quiet", "--threads", "1"];
    let (expected, _) = run_to(1, &[&run[..], &["--report", &whole]].concat());
    let pieces = ["--folder", &folder, "--slices", "40", "--report", &parts];
    let mut started = command(&[&run[..], &pieces].concat()).spawn().expect("it starts");
    let finished = || -> Vec<_> {
        let entries = std::fs::read_dir(&folder).into_iter().flatten();
        let files = entries.map(|entry| entry.expect("a file").path());
        files.filter(|path| path.extension().is_some_and(|end| end == "json")).collect()
    };
    while finished().len() < 3 && started.try_wait().expect("it is ours").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    started.kill().expect("it is ours");
    started.wait().expect("it ends");
    let before = finished();
    assert!((3..40).contains(&before.len()), "killed too late: {}", before.len());
    let times = || before.iter().map(|path| path.metadata().and_then(|of| of.modified()).ok());
    let times_before: Vec<_> = times().collect();

    let (found, _) = run_to(1, &[&run[..], &pieces].concat());
    assert_eq!((found, finished().len()), (expected, 40));
    assert!(times().eq(times_before), "a slice was run again");
    let texts = [&whole, &parts].map(|file| std::fs::read(file).expect("a report"));
    assert_eq!(texts[0], texts[1]);
    let other = ["--folder", &folder, "--slices", "41"];
    let (_, error) = run_to(2, &[&run[..], &other].concat());
    assert!(error.contains("another division") && error.contains("slice-0000"), "{error}");
    let (_, error) = run_to(2, &[&run[..], &["--folder", &folder, "--slices", "0"]].concat());
    assert!(error.contains("--slices"), "{error}");
}

#[test]
fn an_archive_that_cannot_be_is_refused_before_the_run() {
    let own = Folder::new();
    let archive = own.write("clashes.bcf", "of yesterday");
    for (other, says) in
        [(["--date", "2026-02-30T09:30:00Z"], "2026-02-30"), (["--author", "\u{1}"], "author")]
    {
        let (out, error) = clash(2, "building.toml", &[&["--bcf", &archive][..], &other].concat());
        assert!(out.is_empty() && error.contains(says), "{out} {error}");
        assert_eq!(std::fs::read_to_string(&archive).expect("a file"), "of yesterday");
    }
}

#[test]
#[cfg_attr(not(bcf_client), ignore = "needs bcf-client (of PyPI) in python3")]
fn archives_are_read_by_another_program() {
    const READER: &str = r#"
import sys
from bcf.bcfxml import load
with load(sys.argv[1]) as archive:
    topics = archive.topics
    assert len(topics) == 28, len(topics)
    for guid, topic in topics.items():
        assert topic.guid == guid and topic.topic.topic_type == "Clash"
        views = topic.viewpoints
        assert len(views) == 1
        view = next(iter(views.values()))
        info = view.visualization_info
        assert info.perspective_camera.field_of_view == 60.0
        assert len(info.components.selection.component) == 2
        assert view.snapshot.startswith(b"\x89PNG")
    statuses = [topic.topic.topic_status for topic in topics.values()]
    assert statuses.count("Accepted") == 1 and statuses.count("Open") == 27, statuses
    said = [(c.comment, c.author, c.viewpoint.guid) for t in topics.values() for c in t.comments]
    assert said == [(sys.argv[2], "obbtree", sys.argv[3])], said
print("read")
"#;
    /// The name of a topic's viewpoint, as the archive's own text has it.
    const VIEW_OF: &str = r#"
import re, sys, zipfile
text = zipfile.ZipFile(sys.argv[1]).read(sys.argv[2] + "/viewpoint.bcfv").decode()
print(re.search('VisualizationInfo Guid="([^"]*)"', text)[1])
"#;
    let own = Folder::new();
    let date = "2026-11-26T09:30:00Z";
    // What reviewers decided about one.
    let (out, _) = clash(1, "building.toml", &["--json"]);
    let first = json(out.lines().next().expect("a clash"));
    let (states, guid) = (own.file("states.json"), first["guid"].as_str().expect("text"));
    let comment = "as <built> & seen";
    let review = serde_json::json!({ guid: { "state": "accepted", "comment": comment } });
    let text =
        serde_json::json!({ "format": "obbtree-clash-states-1", "study": "", "clashes": review });
    std::fs::write(&states, text.to_string()).expect("written");
    for version in ["2.1", "3.0"] {
        let archive = own.file(&format!("clashes-{version}.bcf"));
        let options =
            ["--bcf", &archive, "--bcf-version", version, "--pictures", "64x48", "--date", date];
        clash(1, "building.toml", &[&options[..], &["--states", &states]].concat());
        let mut zip = Command::new("python3");
        zip.args(["-c", VIEW_OF, &archive, guid]);
        let view = String::from_utf8(zip.output().expect("runs").stdout).expect("text");
        let bytes = std::fs::read(&archive).expect("an archive");
        assert!(bytes.starts_with(b"PK"));
        let read = ["-c", READER, &archive, comment, view.trim()];
        let read = Command::new("python3").args(read).output().expect("runs");
        let error = String::from_utf8_lossy(&read.stderr);
        assert_eq!(String::from_utf8_lossy(&read.stdout).trim(), "read", "{version}: {error}");
    }
}

#[test]
fn parts_that_move_meet_at_times_that_are_told() {
    let own = Folder::new();
    let (report, table) = (own.file("moves.json"), own.file("moves.csv"));
    let outputs = ["--json", "--report", &report, "--csv", &table];
    let (out, _) = clash(1, "workshop_motion.toml", &outputs);
    let lines = lines(&out);
    let (summary, clashes) = lines.split_last().expect("a summary");
    assert_eq!((&summary["moving"], &summary["certified"]), (&2.into(), &true.into()));
    let of = |names: [&str; 2]| {
        clashes.iter().find(|c| c["bodies"] == serde_json::json!(names)).expect("it is told")
    };
    // The nut hovers above the bolt, as far as the command `check` says of both, and goes up.
    let closest = &of(["bolt", "nut"])["closest"];
    assert_eq!(closest["time"], 0.0);
    let [bolt, nut] = ["bolt.obj", "nut.stl"].map(asset);
    let above = "1 0 0 0 0 1 0 0 0 0 1 25";
    let check = ["check", &bolt, &nut, "--query", "distance", "--pose", above, "--json"];
    let (apart, _) = run_to(0, &check);
    let apart = json(apart.lines().next().expect("a pose"));
    assert_eq!(closest["distance"][1], apart["distance"]);
    // It comes down on the pin between the times 2 and 3, and stays.
    let contact = &of(["nut", "pin"])["contacts"][0];
    let at = |what: &str, n: usize| contact[what][n].as_f64().expect("a time");
    assert!(2.0 < at("first", 0) && at("first", 1) - at("first", 0) < 0.0011, "{contact}");
    let rows = std::fs::read_to_string(&table).expect("a table");
    assert!(rows.starts_with("guid,rule,first,second,what,") && rows.contains("bolt,nut,closest,"));
    let written = json(&std::fs::read_to_string(&report).expect("a report"));
    assert_eq!(written["clashes"].as_array().expect("a list").len(), clashes.len());
    let none = own.file("none");
    for other in [["--bcf", &none], ["--pictures", "64x48"]] {
        let (_, error) = clash(2, "workshop_motion.toml", &other);
        assert!(error.contains("without motion"), "{error}");
    }

    // The same from a table.
    let text = "[motion]\ntable = 'poses.csv'\ncertified = false\n[[rules]]\nname = 'all'\n";
    let study = own.write("study.toml", text);
    let poses = "time,body,x,y,z,qx,qy,qz,qw\n0,nut,60,40,45,0,0,0,1\n1,nut,60,40,20,0,0,0,1\n";
    own.write("poses.csv", poses);
    let scene = asset("workshop.json");
    let (out, _) = run_to(1, &["clash", &study, "--scene", &scene, "--quiet"]);
    assert!(out.contains("contact: bolt and nut from 0 to 1 until 1 to 1 (all)"), "{out}");
    own.write("poses.csv", poses.replace("1,nut", "0,nut"));
    let (_, error) = run_to(2, &["clash", &study, "--scene", &scene]);
    assert!(error.contains("poses.csv"), "{error}");
}
