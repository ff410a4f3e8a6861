//! The command as a user runs it, on the shipped models.

use std::io::Read;
use std::process::Stdio;

use obbtree::io::read_mesh;

use crate::run::{Folder, asset, command, json, run_to};

/// The pose of the nut, turned, at which it meets the bolt.
const TURNED: &str = "0 0 0.1458 0 0 0.309 0.951";

/// Half of a tree file's bytes are nodes, and most bytes of nodes are of numbers: some changed byte
/// leaves a file that loads, with a box that lies.
#[test]
fn boxes_of_a_forged_tree_file_are_checked_unless_trusted() {
    let folder = Folder::new();
    let (nut, tree, forged) =
        (asset("nut.stl"), folder.file("nut.obbt"), folder.file("forged.obbt"));
    run_to(0, &["build", &nut, "-o", &tree]);
    let mut bytes = std::fs::read(&tree).expect("a tree file");
    let end = bytes.len() - 8;
    let lies = (0..end).rev().step_by(97).any(|at| {
        let original = bytes[at];
        // The high byte of a half side, so that it shrinks.
        bytes[at] = original.wrapping_sub(1);
        let checksum = crc::Crc::<u64>::new(&crc::CRC_64_XZ).checksum(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&checksum);
        std::fs::write(&forged, &bytes).expect("written");
        bytes[at] = original;
        let ask = |more: &[&str]| {
            command(&[&["check", &forged, &nut], more].concat()).output().expect("runs")
        };
        let message = String::from_utf8(ask(&[]).stderr).expect("UTF-8");
        let is_checked = message.contains("does not contain triangle");
        assert!(!is_checked || ask(&["--trust"]).status.code() != Some(2), "{message}");
        is_checked
    });
    assert!(lies, "no changed byte made a box that lies");
    let (poses, unused) = (asset("nut_turning.poses"), folder.file("unused.ply"));
    // `draw` shows boxes of its own.
    for command in ["check", "info", "export", "bench"] {
        let more = match command {
            "info" => vec![],
            "check" => vec![nut.as_str()],
            "bench" => vec![nut.as_str(), "--poses", poses.as_str(), "--query", "any"],
            _ => vec![nut.as_str(), "-o", unused.as_str()],
        };
        let arguments = [&[command, &forged][..], &more].concat();
        let (_, message) = run_to(2, &arguments);
        assert!(message.contains("does not contain triangle"), "{command}: {message}");
    }
    run_to(0, &["info", &forged, "--trust"]);
}

#[test]
fn every_command_takes_a_tree_file_for_a_mesh() {
    let folder = Folder::new();
    let (bolt, nut) = (asset("bolt.obj"), asset("nut.stl"));
    let (bolt_tree, nut_tree) = (folder.file("bolt.obbt"), folder.file("nut.obbt"));
    run_to(0, &["build", &bolt, "-o", &bolt_tree]);
    run_to(0, &["build", &nut, "-o", &nut_tree, "--effort", "fast"]);
    let poses = asset("nut_turning.poses");
    for arguments in [
        &["check", "--pose", TURNED, "--query", "all"][..],
        &["check", "--poses", &poses, "--solid", "--classify"],
        &["check", "--poses", &poses, "--engine", "classic"],
        &["check", "--poses", &poses, "--json"],
    ] {
        let ask = |a: &str, b: &str| run_to(1, &[arguments, &[a, b]].concat()).0;
        let (meshes, trees) = (ask(&bolt, &nut), ask(&bolt_tree, &nut_tree));
        // How many boxes are tested depends on the tree.
        let answers = |text: &str| -> Vec<String> {
            let is_answer = |line: &&str| !line.contains("\"summary\"");
            text.lines().filter(is_answer).map(|line| answer_of(line, arguments)).collect()
        };
        assert_eq!(answers(&meshes), answers(&trees), "{arguments:?}");
    }
    let info = |file: &str| json(&run_to(0, &["info", "--json", file]).0);
    let (of_mesh, of_tree) = (info(&bolt), info(&bolt_tree));
    for field in ["triangles", "vertices", "area", "signed_volume", "nodes", "leaves", "depth"] {
        assert_eq!(of_mesh[field], of_tree[field], "{field}");
    }
    assert_eq!(of_tree["build_ms"], 0.0);
    let bench = ["bench", &bolt_tree, &nut_tree, "--poses", &poses, "--query", "any", "--json"];
    assert_eq!(json(&run_to(0, &bench).0)["hits"], 4);
    let picture = |a: &str, b: &str, name: &str| {
        let to = folder.file(name);
        run_to(0, &["draw", a, b, "--pose", TURNED, "--size", "60x40", "-o", &to]);
        std::fs::read(to).expect("a picture")
    };
    assert_eq!(picture(&bolt, &nut, "a.png"), picture(&bolt_tree, &nut_tree, "b.png"));
}

/// An answer without what depends on the order of the search: which contact `any` found first.
fn answer_of(line: &str, arguments: &[&str]) -> String {
    if arguments.contains(&"all") {
        return line.to_owned();
    }
    match line.strip_prefix('{') {
        Some(_) => json(line)["collides"].to_string(),
        None => line.split(" triangle ").next().unwrap_or_default().to_owned(),
    }
}

/// So often are the 60 poses in the file, for several slices of answers.
const COPIES: usize = 4;

#[test]
fn the_number_of_threads_never_shows_in_the_output() {
    let (folder, bolt, nut) = (Folder::new(), asset("bolt.obj"), asset("nut.stl"));
    let poses = std::fs::read_to_string(asset("nut_turning.poses")).expect("poses");
    let many = folder.write("many.poses", poses.repeat(COPIES));
    for arguments in [
        &["--json"][..],
        &["--query", "all", "--json"],
        &["--solid", "--classify"],
        &["--query", "closer-than", "--tolerance", "0.01", "--json"],
    ] {
        let check = [&["check", &bolt, &nut, "--poses", &many][..], arguments].concat();
        let with = |threads: &str| run_to(1, &[&check[..], &["--threads", threads]].concat()).0;
        let one = with("1");
        if arguments.contains(&"--json") {
            let numbers = one.lines().map(json).filter_map(|line| line["pose"].as_u64());
            assert!(numbers.eq(0..60 * COPIES as u64), "{arguments:?}");
        }
        // Not by assert_eq, which would print megabytes.
        for threads in ["2", "8", "0"] {
            assert!(with(threads) == one, "{arguments:?} with {threads} threads");
        }
        assert!(run_to(1, &check).0 == one, "{arguments:?} without --threads");
    }
}

#[test]
fn a_reader_that_leaves_ends_the_command_quietly() {
    let (folder, bolt, nut) = (Folder::new(), asset("bolt.obj"), asset("nut.stl"));
    let poses = std::fs::read_to_string(asset("nut_turning.poses")).expect("poses");
    let many = folder.write("many.poses", poses.repeat(COPIES));
    let mut child = command(&["check", &bolt, &nut, "--poses", &many, "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut said).expect("UTF-8");
    assert_eq!((child.wait().expect("ends").code(), said.as_str()), (Some(141), ""));
}

/// Exactly one unit lies between the cube and its copy moved by 2 along x.
const APART: [&str; 2] = ["2 0 0 0 0 0 1", "0.25 0.25 0.25 0 0 0 1"];

#[test]
fn closer_than_compares_the_distance_with_the_tolerance() {
    let folder = Folder::new();
    let (cube, small) = (folder.file("cube.obj"), folder.file("small.obj"));
    let corner = |i: usize, side: f64| [0, 1, 2].map(|k| side * f64::from(i as u32 >> k & 1));
    for (path, side) in [(&cube, 1.0), (&small, 0.5)] {
        let vertices = (0..8).map(|i| {
            let [x, y, z] = corner(i, side);
            format!("v {x} {y} {z}\n")
        });
        let faces = ["1 5 7 3", "2 4 8 6", "1 2 6 5", "3 7 8 4", "1 3 4 2", "5 6 8 7"];
        let faces = faces.map(|face| format!("f {face}\n"));
        std::fs::write(path, vertices.chain(faces).collect::<String>()).expect("written");
    }
    let poses = folder.write("two.poses", APART.join("\n"));
    // Of the two poses, the first is one apart from the cube, the second inside it, a quarter
    // apart.
    let check = |status: i32, tolerance: &str, options: &[&str]| -> Vec<serde_json::Value> {
        let fixed = ["check", &cube, &small, "--poses", &poses, "--query", "closer-than", "--json"];
        let out = run_to(status, &[&fixed[..], &["--tolerance", tolerance], options].concat()).0;
        out.lines().map(json).collect()
    };
    let closer = |status: i32, tolerance: &str, options: &[&str]| -> Vec<serde_json::Value> {
        let lines = check(status, tolerance, options);
        let poses = lines[..2].iter().map(|line| line["closer"].clone()).collect::<Vec<_>>();
        let hits = poses.iter().filter(|closer| **closer == true).count();
        assert_eq!((&lines[2]["poses"], &lines[2]["hits"]), (&2.into(), &hits.into()));
        poses
    };
    for engine in ["wide", "classic"] {
        let engine = ["--engine", engine];
        let verified = [&engine[..], &["--verify"]].concat();
        assert_eq!(closer(1, "1", &verified), [true, true]);
        assert_eq!(closer(1, "0.9999999999999999", &verified), [false, true]);
        assert_eq!(closer(1, "0.25", &verified), [false, true]);
        assert_eq!(closer(0, "0.24999999999999997", &verified), [false, false]);
        assert_eq!(closer(0, "0", &verified), [false, false]);
        if engine[1] == "wide" {
            let solid = [&verified[..], &["--solid"]].concat();
            assert_eq!(closer(1, "0", &solid), [false, true]);
        }
    }
    let lines = check(1, "1", &[]);
    assert_eq!(lines[0], serde_json::json!({ "pose": 0, "closer": true }));
    assert!(lines[2]["box_tests"].as_u64() > Some(0) && lines[2]["triangle_tests"].is_u64());
    assert!(lines[2].get("pairs").is_none());

    let words = ["check", &cube, &small, "--poses", &poses, "--query", "closer-than"];
    let said = run_to(1, &[&words[..], &["--tolerance", "0.5"]].concat()).0;
    assert_eq!(
        said,
        "pose 1: the distance is at most 0.5\n1 of 2 poses have a distance of at most 0.5\n"
    );

    let bench = ["bench", &cube, &small, "--poses", &poses, "--query", "closer-than", "--json"];
    let timing = json(&run_to(0, &[&bench[..], &["--tolerance", "1"]].concat()).0);
    assert_eq!((&timing["hits"], &timing["sum"]), (&2.into(), &2.into()));
}

#[test]
fn closer_than_needs_a_tolerance_and_nothing_else_takes_one() {
    let (bolt, nut, poses) = (asset("bolt.obj"), asset("nut.stl"), asset("nut_turning.poses"));
    let refused = |options: &[&str], why: &str| {
        for command in ["check", "bench"] {
            let fixed = [command, &bolt, &nut, "--poses", &poses];
            let (out, said) = run_to(2, &[&fixed[..], options].concat());
            assert_eq!(out, "", "{options:?}");
            assert!(said.contains(why), "{command} {options:?}: {said}");
        }
    };
    refused(&["--query", "closer-than"], "--tolerance");
    for tolerance in ["-1", "-1e-300", "NaN", "inf", "-inf", "1e999", "1 mm", ""] {
        refused(
            &["--query", "closer-than", "--tolerance", tolerance],
            "a tolerance is a finite number, 0 or more",
        );
    }
    for query in ["any", "all"] {
        refused(&["--query", query, "--tolerance", "1"], "--query closer-than and within only");
    }
    let closer = ["check", &bolt, &nut, "--query", "closer-than", "--tolerance", "1"];
    let (_, said) = run_to(2, &[&closer[..], &["--classify"]].concat());
    assert!(said.contains("--classify does not go with"), "{said}");
}

#[test]
fn verify_is_a_second_opinion_on_solids_and_classes_and_says_what_it_leaves_out() {
    let own = Folder::new();
    let (large, small) = (own.write("large.off", cube_of(3)), own.write("small.off", cube_of(1)));
    let poses = "0 0 0 0 0 0 1\n4 0 0 0 0 0 1\n3.5 0.25 0.125 0 0 0 1\n9 0 0 0 0 0 1\n";
    let poses = own.write("poses.txt", poses);
    let check = |[a, b]: [&str; 2], options: &[&str]| -> Vec<serde_json::Value> {
        let fixed = ["check", a, b, "--poses", &poses, "--verify", "--solid", "--json"];
        run_to(1, &[&fixed[..], options].concat()).0.lines().map(json).collect()
    };
    let classes = |bodies| {
        let lines = check(bodies, &["--classify"]);
        assert!(lines[4].get("not_verified").is_none());
        lines[..4].iter().map(|line| line["class"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(classes([&large, &small]), ["containing", "touching", "intersecting", "separated"]);
    assert_eq!(classes([&small, &large]), ["contained", "touching", "intersecting", "separated"]);
    assert_eq!(classes([&small, &small])[0], "coincident");
    for query in ["any", "all", "distance", "clearance", "contacts", "depth", "manifolds"] {
        let lines = check([&large, &small], &["--query", query]);
        let left_out = lines[4]["not_verified"].as_str();
        let is_verified = ["any", "all", "clearance"].contains(&query);
        assert_eq!(left_out.is_none(), is_verified, "{query}");
    }
    // Little effort gives wide bounds, which are true of solids too.
    for effort in ["0", "1", "16"] {
        check([&large, &small], &["--query", "clearance", "--effort", effort]);
    }
    let words = ["check", &large, &small, "--poses", &poses, "--verify", "--query", "distance"];
    let said = run_to(1, &words).0;
    assert!(said.ends_with("verified but for the closest points and their triangles\n"), "{said}");
}

/// A closed cube of half side `half` around the origin, as an OFF file.
fn cube_of(half: i32) -> String {
    let corners: String = (0..8)
        .map(|i| {
            let [x, y, z] = [0, 1, 2].map(|k| if i >> k & 1 == 1 { half } else { -half });
            format!("{x} {y} {z}\n")
        })
        .collect();
    let faces = "4 0 2 3 1\n4 4 5 7 6\n4 0 1 5 4\n4 2 6 7 3\n4 0 4 6 2\n4 1 3 7 5\n";
    format!("OFF\n8 6 0\n{corners}{faces}")
}

#[test]
fn depths_and_manifolds_are_told() {
    let folder = Folder::new();
    let [ground, block] =
        [("ground.off", 4), ("block.off", 1)].map(|(name, half)| folder.write(name, cube_of(half)));
    // The block stands on the ground, a quarter deep.
    let at = ["check", &*ground, &block, "--pose", "0 0 4.75 0 0 0 1", "--query"];
    let ask = |options: &[&str]| {
        let text = run_to(1, &[&at[..], options].concat()).0;
        json(text.lines().next().expect("a line"))
    };
    for (options, depth) in
        [(&["depth", "--json"][..], 0.25), (&["depth", "--along", "1 0 0", "--json"], 5.0)]
    {
        let found = ask(options);
        let [lower, upper] = ["lower", "upper"].map(|end| found[end].as_f64().expect("a number"));
        assert!(lower <= depth && depth <= upper && upper - lower < 1e-5, "{lower} {upper}");
    }
    let found = ask(&["manifolds", "--json"]);
    let points = found["manifolds"][0]["points"].as_array().expect("points");
    assert_eq!((found["manifolds"].as_array().map(Vec::len), points.len()), (Some(1), 4));
    assert!(points.iter().all(|point| point["depth"] == 0.25));
    let said = run_to(1, &[&at[..], &["manifolds"]].concat()).0;
    assert!(said.starts_with("pose 0: 1 manifold of 4 points, the deepest 0.25"), "{said}");
    // What touches is tiny numbers deep, which are no rows of zeros.
    let touching = ["check", &*ground, &block, "--pose", "0 0 5 0 0 0 1", "--query", "depth"];
    let said = run_to(1, &touching).0;
    assert!(said.contains("depth at least 0, at most ") && said.len() < 200, "{said}");
    let wrong = run_to(2, &[&at[..], &["depth", "--margin", "1"]].concat()).1;
    assert!(wrong.contains("--margin is for --query manifolds only"), "{wrong}");
}

#[test]
fn contacts_are_told_with_a_translation_that_parts_the_bodies() {
    let (bolt, nut) = (asset("bolt.obj"), asset("nut.stl"));
    let at = |pose: &str, status: i32, options: &[&str]| {
        let fixed = ["check", &bolt, &nut, "--pose", pose, "--query", "contacts"];
        run_to(status, &[&fixed[..], options].concat()).0
    };
    let answer = |text: String| json(text.lines().next().expect("a line"));
    let all = answer(at(TURNED, 1, &["--json"]));
    let contacts = all["contacts"].as_array().expect("contacts");
    assert!(all["collides"] == true && contacts.len() > 10);
    for contact in contacts {
        let vector = |value: &serde_json::Value| -> Vec<f64> {
            value.as_array().expect("three").iter().map(|x| x.as_f64().expect("x")).collect()
        };
        let normal = vector(&contact["normal"]);
        assert!((normal.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-14);
        let points = contact["points"].as_array().expect("points");
        assert!(!points.is_empty() && points.iter().all(|point| vector(point).len() == 3));
        assert!(contact["local_depth"].as_f64() >= Some(0.0));
        assert!(contact["triangles"][1].is_u64());
    }
    let by: Vec<f64> =
        (0..3).map(|k| all["separating_translation"][k].as_f64().expect("a number")).collect();
    let words: Vec<f64> = TURNED.split(' ').map(|word| word.parse().expect("a number")).collect();
    let moved: Vec<String> =
        (0..7).map(|k| (words[k] + by.get(k).copied().unwrap_or(0.0)).to_string()).collect();
    run_to(0, &["check", &bolt, &nut, "--pose", &moved.join(" "), "--solid"]);

    let some = answer(at(TURNED, 1, &["--json", "--limit", "3"]));
    assert_eq!(some["contacts"].as_array().map(Vec::len), Some(3));
    let apart = answer(at("0 0 30 0 0 0 1", 0, &["--json"]));
    let nothing = serde_json::json!({ "pose": 0, "collides": false, "contacts": [],
        "separating_translation": [0.0, 0.0, 0.0] });
    assert_eq!(apart, nothing);
    let said = at(TURNED, 1, &[]);
    assert!(said.contains("pairs of triangles meet; B is free after moving by ("), "{said}");
    let solid = answer(at(TURNED, 1, &["--json", "--solid"]));
    assert_eq!(solid["deepest_points"].as_array().map(Vec::len), Some(2));

    let bench = ["bench", &bolt, &nut, "--poses", &asset("nut_turning.poses"), "--json"];
    let timed = |query: &str| json(&run_to(0, &[&bench[..], &["--query", query]].concat()).0);
    assert_eq!(timed("contacts")["sum"], timed("all")["sum"]);
    assert!(timed("clearance")["sum"].as_f64() > Some(0.0));
}

#[test]
fn clearance_bounds_the_distance_better_with_more_effort() {
    let (bolt, nut) = (asset("bolt.obj"), asset("nut.stl"));
    let bounds = |effort: &[&str]| {
        let fixed = ["check", &bolt, &nut, "--pose", "0 0 30 0 0 0 1", "--json", "--verify"];
        let out = run_to(0, &[&fixed[..], &["--query", "clearance"], effort].concat()).0;
        let line = json(out.lines().next().expect("a line"));
        ["lower", "upper"].map(|end| line[end].as_f64().expect("a number"))
    };
    let (little, usual, much) =
        (bounds(&["--effort", "1"]), bounds(&[]), bounds(&["--effort", "100000"]));
    assert!(0.0 < little[0] && little[0] <= usual[0] && usual[0] <= much[0]);
    assert!(little[1] >= usual[1] && usual[1] >= much[1] && much[1] - much[0] < 1e-4 * much[0]);
    let (_, said) = run_to(2, &["check", &bolt, &nut, "--effort", "9"]);
    assert!(said.contains("--query clearance only"), "{said}");
    let (_, said) = run_to(2, &["check", &bolt, &nut, "--limit", "9"]);
    assert!(said.contains("--query contacts and within only"), "{said}");
}

#[test]
fn bench_counts_what_check_counts() {
    let (bolt, nut, poses) = (asset("bolt.obj"), asset("nut.stl"), asset("nut_turning.poses"));
    for query in ["any", "all"] {
        let question = [&bolt, &nut, "--poses", &poses, "--query", query, "--json"];
        let bench = [&["bench"], &question[..], &["--repeat", "1"]].concat();
        let timing = json(&run_to(0, &bench).0);
        let out = run_to(1, &[&["check"], &question[..]].concat()).0;
        let summary = json(out.lines().last().expect("a summary"));
        for (field, alias) in [("box_tests", "bv_tests"), ("triangle_tests", "tri_tests")] {
            assert!(timing[field].as_u64() > Some(0));
            assert_eq!((&timing[field], &timing[alias]), (&summary[field], &summary[field]));
            let per_query = |name: &str| timing[format!("{name}_per_query")].clone();
            assert_eq!(per_query(field), timing[field].as_f64().expect("a number") / 60.0);
            assert_eq!(per_query(alias), per_query(field));
        }
        let pairs = if query == "all" { &summary["pairs"] } else { &summary["hits"] };
        assert_eq!((&timing["hits"], &timing["sum"]), (&summary["hits"], pairs));
    }
}

#[test]
fn meshes_are_scaled_mirrored_welded_and_limited() {
    let wheel = asset("wheel.stl");
    let info = |options: &[&str]| {
        let (out, said) = run_to(0, &[&["info", "--json", &wheel][..], options].concat());
        (json(&out), said)
    };
    let (plain, said) = info(&[]);
    assert_eq!(said, "");
    let volume = plain["signed_volume"].as_f64().expect("a number");
    assert!(volume > 0.0);
    let (mirrored, said) = info(&["--scale", "0.5", "--axis-scale=-1,1,1", "--weld"]);
    let of_mirrored = mirrored["signed_volume"].as_f64().expect("a number");
    assert!((of_mirrored / volume - 0.125).abs() < 1e-9, "{of_mirrored} of {volume}");
    assert!(said.contains("mirrors"), "{said}");
    assert!(mirrored["notes"][0].as_str().expect("a note").contains("mirrors"));
    assert_eq!(info(&["--axis-scale", "-1,1,1", "-q"]).1, "");
    let (_, said) = run_to(2, &["info", &wheel, "--max-triangles", "100"]);
    assert!(said.contains("more than the limit of 100"), "{said}");
    run_to(2, &["info", &wheel, "--axis-scale", "1,2"]);
}

#[test]
fn exports_hold_the_meshes_the_contacts_and_the_boxes() {
    let folder = Folder::new();
    let (bolt, nut) = (asset("bolt.obj"), asset("nut.stl"));
    let count = |name: &str| read_mesh(asset(name)).expect("a mesh").mesh.triangles().len();
    let triangles = count("bolt.obj") + count("nut.stl");
    let all = ["check", &bolt, &nut, "--pose", TURNED, "--query", "all", "--json"];
    let answers = run_to(1, &all).0;
    let answer = json(answers.lines().next().expect("a line"));
    let pairs = answer["pairs"].as_u64().expect("a number") as usize;
    let mut meeting = std::collections::BTreeSet::new();
    for pair in answer["triangles"].as_array().expect("pairs") {
        meeting.extend([(0, pair[0].as_u64()), (1, pair[1].as_u64())]);
    }
    let contacts = ["check", &bolt, &nut, "--pose", TURNED, "--query", "contacts", "--json"];
    let answer = json(run_to(1, &contacts).0.lines().next().expect("a line"));
    let segments: std::collections::BTreeSet<String> = answer["contacts"]
        .as_array()
        .expect("contacts")
        .iter()
        .filter_map(|contact| match &contact["points"].as_array().expect("points")[..] {
            [p, q] => Some(p.to_string().min(q.to_string()) + &p.to_string().max(q.to_string())),
            _ => None,
        })
        .collect();
    assert!(segments.len() > pairs / 4, "{} of {pairs}", segments.len());
    for (ending, elements) in [("ply", segments.len()), ("glb", 1)] {
        let file = folder.file(&format!("clash.{ending}"));
        let said = run_to(0, &["export", &bolt, &nut, "--pose", TURNED, "-o", &file]).0;
        assert!(said.contains(&format!("{pairs} pairs")), "{said}");
        let loaded = read_mesh(&file).expect("a mesh");
        assert_eq!(loaded.mesh.triangles().len(), triangles, "{ending}");
        // Each segment once, and the sides of polygons.
        assert!(loaded.report.lines_and_points >= elements, "{ending}");
        if ending == "ply" {
            let bytes = std::fs::read(&file).expect("a file");
            let red = bytes.windows(3).filter(|rgb| *rgb == [0xD8, 0x22, 0x1C]).count();
            assert_eq!(red, 3 * meeting.len());
        }
    }
    let gap = folder.file("gap.ply");
    let apart = ["export", &bolt, &nut, "--pose", "0 0 30 0 0 0 1", "--distance", "-o", &gap];
    run_to(0, &apart);
    // The segment between the closest points, and three lines at each.
    assert_eq!(read_mesh(&gap).expect("a mesh").report.lines_and_points, 7);
    let boxes = folder.file("boxes.ply");
    run_to(0, &["export", &bolt, "--level", "0", "-o", &boxes]);
    assert_eq!(read_mesh(&boxes).expect("a mesh").report.lines_and_points, 4 * 12);
    run_to(2, &["export", &bolt, "-o", "boxes.obj"]);
}

#[test]
fn progress_is_silent_in_a_pipe_and_json_when_asked() {
    let (bolt, nut, poses) = (asset("bolt.obj"), asset("nut.stl"), asset("nut_turning.poses"));
    let check = ["check", &bolt, &nut, "--poses", &poses];
    assert_eq!(run_to(1, &check).1, "");
    let said = run_to(1, &[&check[..], &["--progress", "json"]].concat()).1;
    let lines: Vec<_> = said.lines().map(json).collect();
    let last = lines.last().expect("a line");
    assert_eq!((&last["progress"], &last["done"]), (&"checking".into(), &60.into()));
    assert!(lines.iter().any(|line| line["progress"] == format!("reading {bolt}")));
    assert!(lines.iter().any(|line| line["progress"] == format!("building {nut}")));
    assert_eq!(run_to(1, &[&check[..], &["--progress", "json", "-q"]].concat()).1, "");
    let scene = asset("workshop.json");
    let (_, said) = run_to(1, &["scene", &scene, "check", "--progress", "json"]);
    for what in ["reading", "checking"] {
        assert!(said.contains(&format!("{{\"progress\":\"{what} ")), "{said}");
    }
}

#[test]
fn no_color_is_heeded() {
    let help = |no_color: bool| {
        let mut command = command(&["check", "--help"]);
        command.env("CLICOLOR_FORCE", "1");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        command.output().expect("runs").stdout.contains(&0x1b)
    };
    assert!(help(false), "the test would show nothing");
    assert!(!help(true));
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    let folder = Folder::new();
    run_to(0, &["man", "-o", &folder.file("")]);
    let main_page = run_to(0, &["man"]).0;
    let help = run_to(0, &["--help"]).0;
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !["", "help"].contains(name))
        .collect();
    assert!(commands.len() >= 8, "{commands:?}");
    for name in commands {
        let page = std::fs::read_to_string(folder.file(&format!("obbtree-{name}.1")));
        assert!(page.expect("a page").contains(".SH"), "{name}");
        let in_roff = name.replace('-', "\\-");
        assert!(main_page.contains(&format!("obbtree\\-{in_roff}(1)")), "{name}");
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            assert!(run_to(0, &["completions", shell]).0.contains(name), "{name} in {shell}");
        }
    }
}

#[test]
fn self_check_lists_pairs_and_ends_with_0_or_1() {
    let folder = Folder::new();
    let (clean, _) = run_to(0, &["self-check", &asset("nut.stl")]);
    assert!(clean.ends_with("0 pairs among 2408 triangles\n"), "{clean}");
    let cut = folder.write(
        "cut.obj",
        "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 1 1 1\nv 9 9 1\nf 1 2 3\nf 4 5 6\nf 3 2 1\n",
    );
    let (listed, _) = run_to(1, &["self-check", &cut]);
    assert!(listed.starts_with("0 1\n0 2\n1 2\n"), "{listed}");
    let found = json(&run_to(1, &["self-check", &cut, "--json"]).0);
    assert_eq!(found["mesh"], cut.as_str());
    assert_eq!(found["triangles"], 3);
    assert_eq!(found["count"], 3);
    assert_eq!(found["pairs"], serde_json::json!([[0, 1], [0, 2], [1, 2]]));
    let first = json(&run_to(1, &["self-check", &cut, "--json", "--limit", "1"]).0);
    assert_eq!(first["count"], 1);
    run_to(2, &["self-check", &folder.file("missing.obj")]);
}

#[test]
fn rays_and_points_are_asked_about_a_placed_mesh() {
    let folder = Folder::new();
    let square =
        folder.write("square.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 4 3 2\n");
    let lifted = ["--pose", "0 0 2 0 0 0 1"];
    let ray = |more: &[&str], status: i32| {
        let words = [&["ray", &square, "--origin", "0.5 0.5 0"][..], &lifted, more].concat();
        run_to(status, &words).0
    };
    // Through the common edge of both triangles.
    let all = json(&ray(&["--direction", "0,0,4", "--all", "--json"], 1));
    let hits = all["hits"].as_array().expect("a list");
    assert_eq!(hits.len(), 2);
    assert_eq!(hits[0]["triangle"], 0);
    assert_eq!(hits[0]["point"], serde_json::json!([0.5, 0.5, 2.0]));
    let t = |end: &str| hits[1][end].as_f64().expect("a number");
    assert!(t("lower") <= 0.5 && 0.5 <= t("upper"));
    let closest = ray(&["--direction", "0 0 4"], 1);
    assert!(closest.starts_with("triangle 0 at t 0.5"), "{closest}");
    assert_eq!(ray(&["--to", "0.5 0.5 1.9"], 0), "no hit\n");
    run_to(2, &["ray", &square, "--origin", "0 0 0", "--direction", "0 0 0"]);
    run_to(2, &["ray", &square, "--origin", "0 0 0"]);

    let point = [&["point", &square, "--at", "0.25 0.25 5", "--json"][..], &lifted].concat();
    let found = json(&run_to(0, &point).0);
    assert_eq!(found["point"], serde_json::json!([0.25, 0.25, 2.0]));
    assert_eq!(found["triangle"], 0);
    assert_eq!(found["side"], serde_json::Value::Null);
    assert!((found["upper"].as_f64().expect("a number") - 3.0).abs() < 1e-14);
    let (inside, _) = run_to(0, &["point", &asset("nut.stl"), "--at", "0 0 1e6"]);
    assert!(inside.contains("outside"), "{inside}");
}
