//! Octrees of OctoMap: `check`, `info`, and voxels around a robot.

use crate::run::{Folder, asset, json, run_to};

#[test]
fn voxels_are_checked_beside_meshes() {
    let (piece, map) = (asset("l_piece.stl"), asset("wall.bt"));
    let (text, _) = run_to(1, &["check", &asset("wall.obj"), &map]);
    assert_eq!(text, "wall and wall#2 collide\n1 pairs of 2 bodies collide\n");
    // Through the hole, beside it, and beyond what the map knows.
    let at = |place: &str| format!("{piece}@pose={place} 0 0 0 1@name=piece");
    run_to(0, &["check", &map, &at("3 0 0")]);
    run_to(1, &["check", &format!("{map}@unknown=occupied"), &at("3 0 0")]);
    run_to(0, &["check", &format!("{map}@unknown=free"), &at("3 0 0")]);
    let beside = ["check", &map, &at("0 0.8 0"), "--query", "contacts", "--limit", "1", "--json"];
    let fields = json(run_to(1, &beside).0.lines().next().expect("a line"));
    assert!(fields["contacts"][0]["cloud_points"][0].is_u64(), "{fields}");
    // In millimetres it is a wall of 2 mm.
    let far = ["check", &format!("{map}@unit=mm"), &at("0.5 0 0"), "--query", "distance", "--json"];
    let fields = json(run_to(0, &far).0.lines().next().expect("a line"));
    assert!(fields["lower"].as_f64().is_some_and(|lower| lower > 0.0), "{fields}");
}

/// A new map knows nothing: a robot that goes only where it has seen goes nowhere.
#[test]
fn an_empty_octree_is_unknown_everywhere() {
    let folder = Folder::new();
    for (name, kind) in [("new.bt", "binary "), ("new.ot", "")] {
        let text = format!("# Octomap OcTree {kind}file\nid OcTree\nsize 0\nres 0.1\ndata\n");
        let map = folder.write(name, text);
        let nut = format!("{}@scale=0.001", asset("nut.stl"));
        run_to(1, &["check", &nut, &format!("{map}@unknown=occupied")]);
        run_to(
            1,
            &["check", &format!("{nut}@pose=3200 0 0 0 0 0 1"), &format!("{map}@unknown=occupied")],
        );
        run_to(
            0,
            &["check", &format!("{nut}@pose=3300 0 0 0 0 0 1"), &format!("{map}@unknown=occupied")],
        );
        run_to(0, &["check", &nut, &map]);
        let text = run_to(0, &["info", &map]).0;
        assert!(text.contains("0 occupied (0 cells), 0 free, 1 unknown"), "{text}");
    }
}

#[test]
fn info_about_an_octree() {
    let fields = json(&run_to(0, &["info", &asset("wall.bt"), "--json"]).0);
    // 40 x 40 x 4 cells but for 10 x 6 x 4 of the hole.
    assert_eq!(fields["occupied_cells"], 40.0 * 40.0 * 4.0 - 10.0 * 6.0 * 4.0, "{fields}");
    assert_eq!((&fields["id"], &fields["resolution"]), (&"OcTree".into(), &0.05.into()));
    assert_eq!(fields["max"], serde_json::json!([0.1, 1.0, 1.0]));
    let text = run_to(0, &["info", &asset("wall.bt"), "--scale", "2"]).0;
    assert!(text.contains("of side 0.1") && text.contains("-0.2 -2 -2  to  0.2 2 2"), "{text}");
    let folder = Folder::new();
    let whole = std::fs::read(asset("wall.bt")).expect("an asset");
    let cut = folder.write("cut.bt", &whole[..whole.len() - 1]);
    let (_, error) = run_to(2, &["info", &cut]);
    assert!(error.contains("cut.bt: byte") && error.contains("the file ends inside"), "{error}");
    let (_, error) =
        run_to(2, &["check", &asset("wall.obj"), &format!("{}@unknown=free", asset("nut.stl"))]);
    assert!(error.contains("nut.stl: line 1: expected the first line '# Octomap"), "{error}");
}

#[test]
fn a_robot_among_voxels() {
    let (arm, configs, map) = (asset("arm.urdf"), asset("arm_through_hole.txt"), asset("wall.bt"));
    let folder = Folder::new();
    std::fs::copy(&map, folder.file("wall.bt")).expect("copied");
    let scene = folder.file("scene.json");
    let text = |geometry: &str| {
        format!(
            "{{\"format\": \"obbtree scene 1\", \"models\": [{{\"parts\": [{{\"voxels\": {geometry}}}]}}], \
             \"bodies\": [{{\"name\": \"wall\", \"model\": 0, \"pose\": [1,0,0,0, 0,1,0,0, 0,0,1,0]}}]}}"
        )
    };
    std::fs::write(&scene, text("{\"file\": \"wall.bt\"}")).expect("written");
    // Both ends are free, and the line between them is not: it goes through the wall.
    for around in [["--scene", &map], ["--world", &scene]] {
        run_to(0, &[&["robot", &arm, "check", "--configs", &configs][..], &around].concat());
        let path = [&["robot", &arm, "check", "--path", &configs][..], &around].concat();
        let found = run_to(1, &path).0;
        assert!(found.contains("wall"), "{found}");
    }
    let either = "voxels have either `cells`, `origin` and `side`";
    for (geometry, why) in [
        ("{\"file\": \"no.bt\"}", "no.bt: cannot be read: "),
        ("{\"cells\": [[0, 0, 0]], \"side\": 1.0}", either),
        ("{}", either),
        (
            "{\"cells\": [[0, 0, 0]], \"origin\": [0, 0, 0], \"side\": 0.0}",
            "the side of cells is 0.0",
        ),
        ("{\"centers\": [[0, 0, 0]], \"halves\": [1.0, 2.0]}", "1 voxels and 2 sizes"),
        (
            "{\"centers\": [[0, 0, 0]], \"halves\": 1, \"unknown\": true}",
            "`unknown` is of the voxels",
        ),
    ] {
        std::fs::write(&scene, text(geometry)).expect("written");
        let (_, error) = run_to(2, &["scene", &scene, "check"]);
        assert!(error.contains("models[0].parts[0]") && error.contains(why), "{error}");
    }
}
