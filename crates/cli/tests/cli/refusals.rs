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
        assert_refused(&plan, "is not a finite length above 0");
    }
    let tiny = ["robot", &urdf, "plan", "--configs", &ends, "--step", "1e-9"];
    assert_refused(&tiny, "more than 10000");
    assert_refused(&["self-check", &nut, "--limit", "0"], "'--limit <N>': at least 1");
    let ray = ["ray", &nut, "--origin", "0 0 9", "--direction"];
    assert_refused(&[&ray[..], &["0 0 -5e-324"]].concat(), "a direction is longer");
    assert_refused(&["ray", &nut, "--origin", "nan 0 9", "--to", "0 0 0"], "'--origin <X Y Z>'");
    assert_refused(&["point", &nut, "--at", "nan 0 9"], "'--at <X Y Z>'");
}

/// A closed tetrahedron, a triangle, and both as parts.
#[test]
fn solids_are_of_closed_meshes_however_many_there_are() {
    let folder = Folder::new();
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
    let closed = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    let open = folder.write("open.obj", format!("{corners}f 1 2 3\n"));
    let whole = folder.write("whole.obj", format!("{corners}{closed}"));
    let other = folder.write("other.obj", format!("{corners}{closed}"));
    let both = folder.write("both.obj", format!("{corners}o a\n{closed}o b\nf 1 2 3\n"));
    let points = format!("{}@radius=0.01", folder.write("points.xyz", "0.1 0.1 0.1\n"));
    let why = "open: --solid needs closed meshes: the mesh is open: ";
    assert_refused(
        &["check", &whole, &open, "--solid"],
        "open.obj: --solid needs closed meshes: the mesh is open: ",
    );
    assert_refused(&["check", &whole, &other, &open, "--solid"], why);
    assert_refused(&["check", &whole, &open, "--solid", "--parts"], why);
    assert_refused(&["check", &open, &points, "--solid"], why);
    assert_refused(&["check", &both, "--solid"], &why.replace("open: --", "b: --"));
    run_to(1, &["check", &whole, &other, &points, "--solid"]);
    run_to(0, &["check", &open, &points]);
}

#[test]
fn what_stands_behind_a_file_of_another_kind_is_refused() {
    let folder = Folder::new();
    let (wall, points, map) = (asset("wall.obj"), asset("wall.pcd"), asset("wall.bt"));
    let image = folder.write("image.tif", "II*\0");
    for (file, why) in [
        (format!("{image}@spacing=1@radius=3"), "image.tif: @radius= is of points; an image of"),
        (format!("{image}@spacing=1@unknown=free"), "@unknown= is of octrees, not of points or"),
        (format!("{image}@camera=1,1,1,1@radius=0@unknown=free"), "@unknown= is of octrees"),
        (
            format!("{image}@radius=0@nothing=solid"),
            "@radius= does not go with @tile= and @nothing=",
        ),
        (format!("{points}@radius=0@tile=2"), "depths are either points with a radius, or"),
        (format!("{points}@radius=0@unknown=occupied"), "wall.pcd: @unknown= is of octrees"),
        (format!("{points}@unknown=occupied"), "wall.pcd: @unknown= is of octrees"),
        (
            format!("{map}@radius=0.1"),
            "wall.bt: @radius= is of files of points, and this is a file of voxels",
        ),
        (format!("{wall}@radius=0.1"), "and this is a file of a mesh (OBJ)"),
        (format!("{wall}@unit=mm@unit=mm"), "@unit= stands behind the file twice"),
    ] {
        assert_refused(&["check", &wall, &file], why);
    }
    assert_refused(
        &["ray", &wall, "--origin", "0 0 9"],
        "either --direction or --to says where the ray goes",
    );
}

#[test]
fn degrees_are_of_files_of_configurations_too() {
    let folder = Folder::new();
    let urdf = folder.write("arm.urdf", ARM);
    let (file, motions) = (folder.write("file.txt", "90\n"), folder.write("motions.txt", "0 90\n"));
    let fk = ["robot", &urdf, "fk", "--json", "--degrees"];
    let of_value = run_to(0, &[&fk[..], &["--config", "90"]].concat()).0;
    assert_eq!(run_to(0, &[&fk[..], &["--configs", &file]].concat()).0, of_value);
    let check = ["robot", &urdf, "check", "--degrees"];
    run_to(0, &[&check[..], &["--configs", &file]].concat());
    for option in ["--motions", "--path"] {
        let refused = [&check[..], &[option, &motions]].concat();
        assert_refused(&refused, "--degrees is about --config and --configs");
    }
}

#[test]
fn a_geometry_without_a_shape_is_named() {
    let folder = Folder::new();
    let empty = ARM.replace("<box size=\"1 0.1 0.1\"/>", "");
    let urdf = folder.write("empty.urdf", empty);
    let why = "empty.urdf: not a URDF: line 3: link 'arm' has a <geometry> without a shape";
    assert_refused(&["robot", &urdf, "info"], why);
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
