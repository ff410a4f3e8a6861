//! Files of points: `check`, `info`, and clouds around a robot.

use crate::run::{Folder, asset, json, run_to};

/// The wall as a sensor sees it, with this radius.
fn wall(radius: &str) -> String {
    format!("{}@radius={radius}", asset("wall.pcd"))
}

#[test]
fn points_are_checked_beside_meshes() {
    let (piece, points) = (asset("l_piece.stl"), wall("0.01"));
    let at = |x: &str| format!("{points}@pose={x} 0 0 0 0 0 1@name=seen");
    // The points are `f32` numbers, in front of the wall by 1.5e-9.
    run_to(0, &["check", &asset("wall.obj"), &wall("0")]);
    let (text, notes) = run_to(1, &["check", &asset("wall.obj"), &wall("2e-9")]);
    assert_eq!(text, "wall and wall#2 collide\n1 pairs of 2 bodies collide\n");
    assert!(notes.contains("points with a coordinate that is NaN, left out: 96"), "{notes}");
    run_to(0, &["check", &piece, &at("5")]);
    let text = run_to(0, &["check", &at("5"), &at("8"), "--query", "distance", "--json"]).0;
    let fields = json(text.lines().next().expect("a line"));
    let (lower, upper) = (fields["lower"].as_f64().unwrap(), fields["upper"].as_f64().unwrap());
    assert!(lower <= 2.98 && 2.98 <= upper && upper - lower < 1e-12, "{fields}");
    // Each point meets itself alone, moved by half a radius.
    let near =
        ["check", &at("0.005"), &wall("0.01"), "--query", "contacts", "--limit", "2", "--json"];
    let fields = json(run_to(1, &near).0.lines().next().expect("a line"));
    assert_eq!(fields["bodies"], serde_json::json!(["seen", "wall"]));
    let numbers = &fields["contacts"][0]["cloud_points"];
    assert!(numbers[0].is_u64() && numbers[0] == numbers[1], "{fields}");
    // A length after scaling; a cloud by what stands behind it, whatever else its file could be.
    let folder = Folder::new();
    let ply = "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n\
        property float z\nend_header\n0 0 0\n1000 0 0\n";
    let file = folder.write("two.ply", ply);
    let scaled = format!("{file}@unit=mm@radius=0.25@pose=0 0 2 0 0 0 1");
    let text =
        run_to(0, &["check", &format!("{file}@radius=0.25"), &scaled, "--query", "distance"]).0;
    let ends: Vec<f64> =
        text.lines().next().expect("a line").split(' ').filter_map(|w| w.parse().ok()).collect();
    assert!(matches!(ends[..], [lower, upper] if lower <= 1.5 && 1.5 <= upper), "{text}");
}

#[test]
fn a_radius_that_is_missing_or_wrong_is_one_clear_error() {
    let (wall_file, mesh) = (asset("wall.pcd"), asset("wall.obj"));
    let check = |arguments: &[&str], why: &str| {
        let (_, text) = run_to(2, arguments);
        assert!(text.contains(why) && text.trim_end().lines().count() == 1, "{text}");
    };
    let missing = "wall.pcd: points need a radius, a length of at least 0: ";
    check(&["check", &mesh, &wall_file], missing);
    check(&["check", &wall_file, &mesh, &mesh], missing);
    let arm = asset("arm.urdf");
    let configs = asset("arm_through_hole.txt");
    check(&["robot", &arm, "check", "--configs", &configs, "--scene", &wall_file], missing);
    let (_, error) = run_to(2, &["check", &mesh, &wall("wide")]);
    assert!(error.contains("radius=wide: no number"), "{error}");
    check(
        &["check", &mesh, &wall("-1")],
        "wall.pcd: the radius is -1.0, not a number from 0 to 1.8",
    );
    check(&["check", &mesh, &wall("nan")], "the radius is NaN, not a number from 0 to 1.8");
    let of_mesh = "wall.obj: @radius= is of files of points, and this is a file of a mesh (OBJ)";
    check(&["check", &mesh, &format!("{mesh}@radius=1")], of_mesh);
    check(
        &["check", &mesh, &wall("0.1"), "--pose", "0 0 0 0 0 0 1"],
        "--pose is for two mesh files",
    );
    check(
        &["check", &mesh, &wall("0.1"), "--query", "depth"],
        "--query depth is for two mesh files",
    );
}

#[test]
fn info_about_points() {
    let fields = json(&run_to(0, &["info", &asset("wall.pcd"), "--json"]).0);
    let wanted = [("points", 1600), ("left_out", 96), ("distinct_positions", 1504)];
    for (name, count) in wanted {
        assert_eq!(fields[name], count, "{fields}");
    }
    assert_eq!((&fields["format"], &fields["single_precision"]), (&"PCD".into(), &true.into()));
    let text = run_to(0, &["info", &asset("wall.pcd"), "--scale", "2"]).0;
    assert!(text.contains("1600 (96 with NaN, left out; 1504 distinct positions)"), "{text}");
    assert!(text.contains("0.20000000298023224 -1.95"), "{text}");
}

/// Rows that the header does not count are told, by `check` too.
#[test]
fn rows_that_are_not_counted_are_told() {
    let folder = Folder::new();
    let text = "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nPOINTS 1\nDATA ascii\n0 0 0\n1 1 1\n";
    let file = folder.write("more.pcd", text);
    let note = "more.pcd: bytes after the last point skipped: 5";
    for arguments in
        [&["info", &file][..], &["check", &asset("wall.obj"), &format!("{file}@radius=9")]]
    {
        let status = i32::from(arguments.len() > 2);
        let said = run_to(status, arguments).1;
        assert!(said.contains(note), "{said}");
    }
}

/// The header of a PLY says whether it holds faces, however many comments it has.
#[test]
fn a_long_header_of_a_mesh_is_read_to_its_end() {
    let folder = Folder::new();
    let comments = format!("comment {}\n", "scanner ".repeat(10)).repeat(500);
    let text = format!(
        "ply\nformat ascii 1.0\n{comments}element vertex 3\nproperty float x\nproperty float y\n\
         property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n\
         0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
    );
    let file = folder.write("long.ply", text);
    assert_eq!(json(&run_to(0, &["info", &file, "--json"]).0)["triangles"], 1);
    run_to(1, &["check", &file, &file]);
}

#[test]
fn what_a_sensor_did_not_see_meets_nothing() {
    let folder = Folder::new();
    let none = folder.write("none.xyz", "nan nan nan\nnan nan nan\n");
    let seen = format!("{none}@radius=0.1");
    let (text, notes) = run_to(0, &["check", &asset("wall.obj"), &seen]);
    assert_eq!(text, "0 pairs of 2 bodies collide\n");
    assert!(notes.contains("points with a coordinate that is NaN, left out: 2"), "{notes}");
    run_to(0, &["check", &asset("wall.obj"), &seen, "--query", "closer-than", "--tolerance", "9"]);
    let (_, error) = run_to(2, &["check", &asset("wall.obj"), &seen, "--query", "distance"]);
    assert!(error.contains("one body is point clouds or voxels without any"), "{error}");
    // Others are as far apart as they are.
    let wall = ["check", &asset("wall.obj"), &seen, &asset("l_piece.stl"), "--query", "distance"];
    let text = run_to(1, &wall).0;
    assert!(text.contains("nearest: wall and l_piece, 0 to 0 apart"), "{text}");
    let fields = json(&run_to(0, &["info", &none, "--json"]).0);
    assert_eq!((&fields["points"], &fields["distinct_positions"]), (&2.into(), &0.into()));
    assert!(fields["min"].is_null() && fields["bytes_per_point"].is_null(), "{fields}");
    assert!(!run_to(0, &["info", &none]).0.contains("bounds"));
    let configs = asset("arm_through_hole.txt");
    let robot = ["robot", &asset("arm.urdf"), "check", "--path", &configs, "--scene"];
    let free = run_to(0, &[&robot[..], &[&seen]].concat()).0;
    assert!(!free.contains("none"), "{free}");
}

#[test]
fn a_robot_among_points() {
    let (arm, configs) = (asset("arm.urdf"), asset("arm_through_hole.txt"));
    let folder = Folder::new();
    std::fs::copy(asset("wall.pcd"), folder.file("wall.pcd")).expect("copied");
    let scene = folder.file("scene.json");
    let text = |geometry: &str| {
        format!(
            "{{\"format\": \"obbtree scene 1\", \"models\": [{{\"parts\": [{{\"cloud\": {geometry}}}]}}], \
             \"bodies\": [{{\"name\": \"wall\", \"model\": 0, \"pose\": [1,0,0,0, 0,1,0,0, 0,0,1,0]}}]}}"
        )
    };
    std::fs::write(&scene, text("{\"file\": \"wall.pcd\", \"radius\": 0.03}")).expect("written");
    let points = wall("0.03");
    // Both ends are free, and the line between them is not: it goes through the wall.
    for around in [["--scene", &points], ["--world", &scene]] {
        run_to(0, &[&["robot", &arm, "check", "--configs", &configs][..], &around].concat());
        let path = [&["robot", &arm, "check", "--path", &configs][..], &around].concat();
        let found = run_to(1, &path).0;
        assert!(found.contains("wall"), "{found}");
    }
    for (geometry, why) in [
        ("{\"file\": \"no.pcd\", \"radius\": 0.03}", "no.pcd: cannot be read: "),
        ("{\"file\": \"wall.pcd\", \"radius\": [1.0]}", "the points of a file have one radius"),
        ("{\"radius\": 0.03}", "a point cloud has either `points` or a `file`"),
    ] {
        std::fs::write(&scene, text(geometry)).expect("written");
        let (_, error) = run_to(2, &["scene", &scene, "check"]);
        assert!(error.contains("models[0].parts[0]") && error.contains(why), "{error}");
    }
}
