//! Images of depths and heights behind `check`.

use crate::run::{Folder, asset, json, run_to};

/// A TIFF of two rows of three numbers of 16 bits, not compressed.
fn tiff(numbers: [u16; 6]) -> Vec<u8> {
    let entries: [(u16, u32); 9] = [
        (256, 3),
        (257, 2),
        (258, 16),
        (259, 1),
        (262, 1),
        (273, 122),
        (277, 1),
        (278, 2),
        (279, 12),
    ];
    let mut file = b"II*\0\x08\0\0\0\x09\0".to_vec();
    for (tag, value) in entries {
        file.extend(tag.to_le_bytes());
        file.extend([4, 0, 1, 0, 0, 0]);
        file.extend(value.to_le_bytes());
    }
    file.extend([0; 4]);
    file.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    file
}

#[test]
fn heights_of_an_image_are_a_surface() {
    let folder = Folder::new();
    let ground = folder.write("ground.tif", tiff([0, 0, 0, 0, 2000, 0]));
    // The wall is 2 high and wide, around the origin; the number 2000 is at (1, 0), or at 0.001.
    let at = |z: f64| format!("{ground}@spacing=1,2@height=0.001@pose=-1 -1 {z} 0 0 0 1");
    run_to(1, &["check", &asset("wall.obj"), &at(-2.9)]);
    run_to(0, &["check", &asset("wall.obj"), &at(-3.1)]);
    // A hole there: nothing reaches so high.
    run_to(0, &["check", &asset("wall.obj"), &format!("{}@hole=2000", at(-2.9))]);
    // All coordinates in thousandths: far below the wall.
    run_to(0, &["check", &asset("wall.obj"), &format!("{}@unit=mm", at(-2.9))]);
    let check = |file: &str, why: &str| {
        let (_, text) = run_to(2, &["check", &asset("wall.obj"), file]);
        assert!(text.contains(why) && text.trim_end().lines().count() == 1, "{text}");
    };
    check(&format!("{ground}@height=1"), "ground.tif@spacing=0.05");
    check(&format!("{ground}@spacing=0"), "the spacing along x is 0.0, not a number above 0");
    let mesh = format!("{}@spacing=1", asset("wall.obj"));
    check(&mesh, "wall.obj: byte 0: expected the first bytes of a PNG or a TIFF, found '");
}

#[test]
fn depths_of_an_image_are_points() {
    let folder = Folder::new();
    let depths = folder.write("depths.tif", tiff([0, 1000, 0, 0, 3000, 0]));
    let cloud = |rest: &str| format!("{depths}@camera=1,1,1,0@unit=mm{rest}");
    // Points (0, 0, 1) and (0, 3, 3).
    let (text, notes) = run_to(
        0,
        &[
            "check",
            &cloud("@radius=0.25@name=seen"),
            &cloud("@radius=0.5@pose=0 0 9 0 0 0 1"),
            "--query",
            "distance",
        ],
    );
    assert!(notes.contains("pixels that show nothing, left out: 4"), "{notes}");
    let ends: Vec<f64> =
        text.lines().next().expect("a line").split(' ').filter_map(|w| w.parse().ok()).collect();
    // From (0, 3, 3) to (0, 0, 10).
    let wanted = 58.0_f64.sqrt() - 0.75;
    assert!(
        matches!(ends[..], [lower, upper] if (wanted - lower).abs() < 1e-6 && upper - lower < 1e-9),
        "{text}"
    );
    for (file, why) in [
        (cloud(""), "points need a radius"),
        (cloud("@radius=1@spacing=1"), "an image has either a camera or heights"),
        (
            format!("{depths}@radius=1"),
            "(it looks like an image; depths need the numbers of their camera)",
        ),
        (
            format!("{depths}@camera=0,1,1,0@radius=1"),
            "the camera has fx = 0.0, not a length of pixels",
        ),
    ] {
        let (_, text) = run_to(2, &["check", &asset("wall.obj"), &file]);
        assert!(text.contains(why), "{text}");
    }
}

#[test]
fn depths_between_near_and_far_are_seen() {
    let folder = Folder::new();
    let depths = folder.write("depths.tif", tiff([0, 1000, 0, 0, 3000, 0]));
    // Points (0, 0, 1) and (0, 3, 3), and a sphere around (0, 0, 10).
    let sphere = folder.write("sphere.xyz", "0 0 10\n");
    let check = |rest: &str, left_out: usize, wanted: f64| {
        let depths = format!("{depths}@camera=1,1,1,0@unit=mm@radius=0{rest}");
        let sphere = format!("{sphere}@radius=1");
        let (text, notes) = run_to(0, &["check", &depths, &sphere, "--query", "distance"]);
        assert!(notes.contains(&format!("left out: {left_out}")), "{notes}");
        let ends: Vec<f64> = text
            .lines()
            .next()
            .expect("a line")
            .split(' ')
            .filter_map(|w| w.parse().ok())
            .collect();
        let near = |end: &f64| (end - wanted).abs() < 1e-6;
        assert!(ends.len() == 2 && ends.iter().all(near), "{text}, not {wanted}");
    };
    check("", 4, 58.0_f64.sqrt() - 1.0);
    check("@near=1@far=3", 4, 58.0_f64.sqrt() - 1.0);
    check("@far=2.5", 5, 8.0);
    check("@near=2.5", 5, 58.0_f64.sqrt() - 1.0);
    for (rest, why) in [
        ("@near=2@far=1", "the camera has far = 1.0, not at least the nearest depth"),
        ("@near=nan", "the camera has near = NaN, not a number"),
    ] {
        let file = format!("{depths}@camera=1,1,1,0@radius=0{rest}");
        let (_, text) = run_to(2, &["check", &asset("wall.obj"), &file]);
        assert!(text.contains(why) && text.contains("depths.tif: "), "{text}");
    }
    let file = format!("{depths}@far=3");
    let (_, text) = run_to(2, &["check", &asset("wall.obj"), &file]);
    assert!(text.contains("depths need the numbers of their camera: "), "{text}");
}

#[test]
fn the_space_behind_depths_is_solid() {
    let folder = Folder::new();
    let depths = folder.write("depths.tif", tiff([0, 1000, 0, 0, 3000, 0]));
    let camera = format!("{depths}@camera=1,1,1,0@unit=mm@near=0.5@far=4");
    // Rays of pixel (1, 0) have slopes from -0.5 to 0.5 along both axes; those of pixel (2, 0) are
    // beside them, those of (1, 1) below.
    let check = |at: &str, rest: &str, wanted: i32| {
        let point = folder.write("point.xyz", format!("{at}\n"));
        let behind = format!("{camera}{rest}");
        run_to(wanted, &["check", &behind, &format!("{point}@radius=0.1"), "--solid"]);
    };
    for (at, free, solid, tiles) in [
        ("0 0 2", 1, 1, 1),
        ("0 0 0.8", 0, 0, 0),
        ("2 0 2", 0, 1, 0),
        ("0 2 2", 0, 0, 1),
        ("0 3.5 3.5", 1, 1, 1),
        ("0 0 4.2", 0, 0, 0),
    ] {
        check(at, "@tile=1", free);
        check(at, "@nothing=free", free);
        check(at, "@nothing=solid", solid);
        check(at, "@tile=2", tiles);
    }
    for (file, why) in [
        (format!("{depths}@camera=1,1,1,0@tile=1"), "the camera sees to far = inf"),
        (format!("{camera}@tile=1@radius=1"), "depths are either points with a radius, or"),
        (camera.clone(), "the space behind them a tile: @tile=1@far=5"),
        (format!("{depths}@camera=1,1,1,0@unit=mm@far=0.9@tile=1"), "depths.tif: nothing is solid"),
        (format!("{camera}@tile=1@hole=0"), "an image has either a camera or heights"),
        (format!("{depths}@tile=1"), "depths need the numbers of their camera: "),
    ] {
        let (_, text) = run_to(2, &["check", &asset("wall.obj"), &file]);
        assert!(text.contains(why) && text.trim_end().lines().count() == 1, "{text}");
    }
}

#[test]
fn images_in_scene_files_answer_as_behind_check() {
    let folder = Folder::new();
    let depths = folder.write("depths.tif", tiff([0, 1000, 0, 0, 3000, 0]));
    let ground = folder.write("ground.tif", tiff([5, 0, 0, 9, 2000, 0]));
    let camera =
        r#""camera": {"focal": [2, 3], "center": [1, 0.5], "scale": 0.001, "near": 0.5, "far": 4}"#;
    let behind =
        |rest: &str| format!(r#"{{"behind_depth": {{"file": "depths.tif", {camera}{rest}}}}}"#);
    let image = format!("{depths}@camera=2,3,1,0.5@unit=mm@near=0.5@far=4");
    let cases = [
        (behind(""), format!("{image}@tile=1")),
        (behind(r#", "tile": 2"#), format!("{image}@tile=2")),
        (behind(r#", "nothing": "solid""#), format!("{image}@nothing=solid")),
        (
            format!(r#"{{"cloud": {{"file": "depths.tif", "radius": 0.25, {camera}}}}}"#),
            format!("{image}@radius=0.25"),
        ),
        (
            r#"{"height_map": {"file": "ground.tif", "spacing": [1, 2], "scale": 0.001, "hole": 9}}"#
                .to_owned(),
            format!("{ground}@spacing=1,2@height=0.001@hole=9"),
        ),
    ];
    let scene = folder.file("scene.json");
    let text = |part: &str| {
        format!(
            "{{\"format\": \"obbtree scene 1\", \"models\": [{{\"parts\": [{part}]}}, \
             {{\"parts\": [{{\"sphere\": {{\"radius\": 0.5}}}}]}}], \"bodies\": [\
             {{\"name\": \"image\", \"model\": 0, \"pose\": [1,0,0,0, 0,1,0,0, 0,0,1,0]}}, \
             {{\"name\": \"sphere\", \"model\": 1, \"pose\": [1,0,0,7, 0,1,0,1, 0,0,1,5]}}]}}"
        )
    };
    let sphere = format!("{}@radius=0.5@name=sphere", folder.write("sphere.xyz", "7 1 5\n"));
    let ends = |arguments: &[&str]| {
        let fields = json(run_to(0, arguments).0.lines().next().expect("a line"));
        [&fields["lower"], &fields["upper"]].map(|end| end.as_f64().expect("a number"))
    };
    for (part, file) in &cases {
        std::fs::write(&scene, text(part)).expect("written");
        let file = format!("{file}@name=image");
        let wanted = ends(&["check", &file, &sphere, "--query", "distance", "--json"]);
        let found = ends(&["check", &scene, "--query", "distance", "--json"]);
        let is_near = |n: usize| (found[n] - wanted[n]).abs() < 1e-12;
        assert!(is_near(0) && is_near(1), "{part}: {found:?}, not {wanted:?}");
        assert!(wanted[0] > 1.0, "{wanted:?}");
    }
    for (part, why) in [
        (behind("").replace("2, 3", "0, 3"), "depths.tif: the camera has fx = 0.0"),
        (behind("").replace(", \"far\": 4", ""), "depths.tif: the camera sees to far = inf"),
        (behind("").replace("depths", "no"), "no.tif: cannot be read: "),
        (behind(r#", "nothing": "full""#), "unknown variant `full`, expected `free` or `solid`"),
        (behind(r#", "tiles": 2"#), "unknown field `tiles`"),
        (
            format!(r#"{{"cloud": {{"points": [[0, 0, 0]], "radius": 1, {camera}}}}}"#),
            "a `camera` only if the file is an image of depths",
        ),
        (
            r#"{"height_map": {"file": "ground.tif", "spacing": [1, 0]}}"#.to_owned(),
            "the spacing along y is 0.0, not a number above 0",
        ),
        (r#"{"height_map": {"file": "ground.tif"}}"#.to_owned(), "missing field `spacing`"),
    ] {
        std::fs::write(&scene, text(&part)).expect("written");
        let (_, error) = run_to(2, &["scene", &scene, "check"]);
        assert!(error.contains("models[0].parts[0]") && error.contains(why), "{error}");
    }
}
