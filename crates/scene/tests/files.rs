//! Scenes from files of all kinds.
#![cfg(feature = "io")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use obbtree_collider::Voxels;
use obbtree_io::ReadOptions;
use obbtree_predicates::Pose;
use obbtree_scene::{
    FileOptions, Scene, SceneQuery, read_scene, scene_from_json, scene_to_json, write_scene,
};
use tempfile::{TempDir, tempdir};

fn write(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(&path, text).expect("written");
    path
}

fn names(scene: &Scene) -> Vec<&str> {
    scene.ids().map(|id| scene.name(id).expect("there")).collect()
}

/// Two plates of one triangle, a unit above each other.
const PLATES: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\n\
                      o low\nf 1 2 3\no high\nf 4 5 6\n";

/// A COLLADA file with three instances of one triangle in millimetres, at x = 0, 1 and 3 metres,
/// the last one below the second.
fn instances() -> String {
    let place = "<instance_geometry url='#g'/>";
    format!(
        "<COLLADA><asset><unit meter='0.001'/></asset><library_geometries><geometry id='g'><mesh>\
         <source id='s'><float_array>0 0 0 1000 0 0 0 1000 0</float_array></source><vertices id='v'>\
         <input semantic='POSITION' source='#s'/></vertices><triangles>\
         <input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles></mesh></geometry>\
         </library_geometries><library_visual_scenes><visual_scene><node name='a'>{place}</node>\
         <node name='b'><translate>1000 0 0</translate>{place}<node name='c'>\
         <translate>2000 0 0</translate>{place}</node></node></visual_scene></library_visual_scenes>\
         </COLLADA>"
    )
}

/// What is read to know the kind of a pipe would be lost.
#[test]
#[cfg(unix)]
fn what_is_no_regular_file_is_refused() {
    let mut scene = Scene::new();
    let of_add = scene.add_file("/dev/null", &FileOptions::default()).map(drop).unwrap_err();
    let of_read = read_scene("/dev/null").map(drop).unwrap_err();
    for error in [of_add, of_read] {
        let why = "/dev/null: cannot be read: it is a pipe or device, not a regular file";
        assert_eq!(error.to_string(), why);
    }
}

#[test]
fn a_byte_order_mark_before_a_scene_is_skipped() {
    let folder = tempdir().unwrap();
    let text = scene_to_json(&Scene::new(), None);
    let file = write(&folder, "bom.json", &format!("\u{feff}{text}"));
    assert_eq!(read_scene(file).unwrap().ids().count(), 0);
}

#[test]
fn an_assembly_is_a_scene_whose_instances_share_mesh_and_tree() {
    let folder = tempdir().unwrap();
    let scene = read_scene(write(&folder, "arm.dae", &instances())).unwrap();
    assert_eq!(names(&scene), ["a", "b", "b/c"]);
    let [a, b, c] = ["a", "b", "b/c"].map(|name| scene.id(name).unwrap());
    assert!(Arc::ptr_eq(scene.parts(a).unwrap(), scene.parts(c).unwrap()));
    assert_eq!(scene.pose(c).unwrap().translation().x, 3.0);
    // They touch in a corner; what is above another part in the file is checked with it.
    assert_eq!(SceneQuery::new().pairs(&scene), [[a, b]]);
    assert_eq!(scene.parent(c), Ok(None));
    assert!(scene.is_checked(b, c).unwrap());
    // The scene file holds the mesh once, and gives the same scene.
    let file = folder.path().join("arm.json");
    write_scene(&scene, &file, false).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches("vertices").count(), 1);
    let again = read_scene(&file).unwrap();
    assert_eq!(names(&again), names(&scene));
    assert_eq!(again.pose(again.id("b/c").unwrap()), scene.pose(c));
}

#[test]
fn files_are_placed_scaled_and_named() {
    let folder = tempdir().unwrap();
    let plates = write(&folder, "plates.obj", PLATES);
    let mut scene = Scene::new();
    let options = FileOptions::default();
    let added = scene.add_file(&plates, &options).unwrap();
    assert_eq!((added.bodies.len(), names(&scene)), (2, vec!["low", "high"]));
    let lifted = Pose::from_translation([0.0, 0.0, 2.0]).unwrap();
    let half = ReadOptions::default().with_scale(0.5);
    let small = options.clone().with_read(half).with_pose(lifted).with_name("small");
    scene.add_file(&plates, &small).unwrap();
    scene.add_file(&plates, &options).unwrap();
    scene.add_file(&plates, &options.clone().with_whole(true)).unwrap();
    scene.add_file(&plates, &options.with_whole(true).with_name("one")).unwrap();
    let wanted = ["low", "high", "small/low", "small/high", "low#2", "high#2", "plates", "one"];
    assert_eq!(names(&scene), wanted);
    let high = scene.id("small/high").unwrap();
    let mesh = scene.parts(high).unwrap()[0].collider().body().unwrap().mesh().clone();
    assert_eq!(mesh.vertices()[1], [0.5, 0.0, 0.5]);
    assert_eq!(scene.pose(high), Ok(&lifted));
    // Only what is as in its file is named by that in a scene file.
    let one = scene.id("one").unwrap();
    assert_eq!(scene.parts(one).unwrap()[0].file(), Some(plates.as_path()));
    assert_eq!(scene.parts(high).unwrap()[0].file(), None);
}

#[test]
fn a_folder_is_a_scene_of_its_files() {
    let folder = tempdir().unwrap();
    write(&folder, "b.obj", PLATES);
    write(&folder, "A.OFF", "OFF 3 1 0\n0 0 9\n1 0 9\n0 1 9\n3 0 1 2\n");
    write(&folder, "sub/c.obj", PLATES);
    write(&folder, "notes.txt", "v 0 0 0");
    write(&folder, "data.json", "{\"other\": 1}");
    let sphere = r#"{ "format": "obbtree scene 1",
        "models": [{ "parts": [{ "sphere": { "radius": 1.0 } }] }],
        "bodies": [{ "name": "sphere", "model": 0, "pose": [1,0,0,5, 0,1,0,0, 0,0,1,0] }] }"#;
    write(&folder, "more.json", sphere);
    let scene = read_scene(&folder).unwrap();
    assert_eq!(names(&scene), ["A", "b", "more/sphere", "sub/c"]);
    let none = tempdir().unwrap();
    write(&none, "notes.txt", "");
    let error = read_scene(&none).unwrap_err().to_string();
    assert!(error.ends_with("there is no mesh or scene file in the folder"), "{error}");
}

#[test]
fn a_scene_file_brings_what_it_says_about_pairs() {
    let folder = tempdir().unwrap();
    let pose = |x: f64| format!("[1,0,0,{x}, 0,1,0,0, 0,0,1,0]");
    let text = format!(
        r#"{{ "format": "obbtree scene 1",
        "models": [{{ "parts": [{{ "sphere": {{ "radius": 1.0 }} }}] }}],
        "bodies": [{{ "name": "a", "model": 0, "pose": {0} }},
        {{ "name": "b", "model": 0, "pose": {1}, "padding": 0.25 }},
        {{ "name": "c", "model": 0, "pose": {2}, "enabled": false,
          "parent": {{ "name": "a", "offset": {2} }} }}],
        "allowed": [["a", "b"]], "margin": 0.5, "margins": [["b", "c", 0.125]] }}"#,
        pose(0.0),
        pose(1.0),
        pose(7.0)
    );
    let file = write(&folder, "three.json", &text);
    let mut scene = Scene::new();
    let moved = Pose::from_translation([0.0, 10.0, 0.0]).unwrap();
    let options = FileOptions::default().with_name("cell").with_pose(moved);
    scene.add_file(&file, &options).unwrap();
    assert_eq!(names(&scene), ["cell/a", "cell/b", "cell/c"]);
    let [a, b, c] = ["cell/a", "cell/b", "cell/c"].map(|name| scene.id(name).unwrap());
    assert_eq!(scene.pose(c).unwrap().translation().as_slice(), [7.0, 10.0, 0.0]);
    assert!(!scene.is_checked(a, b).unwrap() && !scene.is_enabled(c).unwrap());
    assert_eq!((scene.parent(c), scene.padding(b)), (Ok(Some(a)), Ok(0.25)));
    assert_eq!((scene.margin(), scene.pair_margins().next().unwrap().1), (0.5, 0.125));
    let scaled = FileOptions::default().with_read(ReadOptions::default().with_scale(2.0));
    let error = scene.add_file(&file, &scaled).unwrap_err().to_string();
    assert!(error.contains("are read as they are"), "{error}");
}

#[test]
fn errors_name_the_file_once() {
    let folder = tempdir().unwrap();
    let cut = write(&folder, "cut.obj", "v 0 0 0\nf 1 2 3\n");
    let error = read_scene(&cut).unwrap_err().to_string();
    let wanted = "line 2: vertex index 2 is out of range: there are 1 vertices";
    assert_eq!(error, format!("{}: {wanted}", cut.display()));
    let error = read_scene(Path::new("no/such/file.glb")).unwrap_err().to_string();
    assert!(error.starts_with("no/such/file.glb: "), "{error}");
    let away = write(&folder, "away.dae", &instances().replace("2000 0 0", "1e200 0 0"));
    let error = read_scene(&away).unwrap_err().to_string();
    assert!(error.contains("away.dae: line 1: node 'b/c': "), "{error}");
}

#[test]
fn fifty_thousand_bodies_share_one_tree() {
    let folder = tempdir().unwrap();
    let (head, tail) = instances().split_once("<node name='a'>").map_or_else(
        || unreachable!("the file has a node"),
        |(head, _)| (head.to_owned(), "</visual_scene></library_visual_scenes></COLLADA>"),
    );
    let node = |n: usize| {
        let (x, y) = (n % 250 * 2000, n / 250 * 2000);
        format!(
            "<node name='bolt'><translate>{x} {y} 0</translate><instance_geometry url='#g'/></node>"
        )
    };
    let nodes: String = (0..50_000).map(node).collect();
    let start = std::time::Instant::now();
    let scene = read_scene(write(&folder, "many.dae", &format!("{head}{nodes}{tail}"))).unwrap();
    eprintln!("50,000 nodes: {:?}", start.elapsed());
    let first = scene.parts(scene.id("bolt").unwrap()).unwrap();
    let shared = scene.ids().filter(|id| Arc::ptr_eq(scene.parts(*id).unwrap(), first)).count();
    assert_eq!(shared, 50_000);
    assert!(!SceneQuery::new().collides(&scene));
}

/// Voxels of every kind are the same again, with all their digits.
#[test]
fn voxels_are_written_and_read_again() {
    let cells: Vec<[i32; 3]> = (0..60).map(|n| [n % 7 - 3, n % 5, -n]).collect();
    let sizes: Vec<u32> = (0..60).map(|n| 1 + n % 3).collect();
    let origin = [0.1, -0.2, 1.0 / 3.0];
    let centers: Vec<[f64; 3]> =
        cells.iter().map(|cell| cell.map(|c| f64::from(c) * 0.3)).collect();
    let halves: Vec<f64> = sizes.iter().map(|&size| 0.1 * f64::from(size)).collect();
    let all = [
        Voxels::from_cells(&cells, origin, 0.1),
        Voxels::with_sizes(&cells, &sizes, origin, 0.05),
        Voxels::from_leaves(&centers, &halves[..]),
    ];
    let mut scene = Scene::new();
    for (n, voxels) in all.into_iter().enumerate() {
        let voxels = voxels.expect("in range");
        scene.add(&format!("{n}"), voxels, Pose::identity()).expect("a new name");
    }
    let text = scene_to_json(&scene, None);
    let again = scene_from_json(&text, "voxels.json").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scene_to_json(&again, None), text);
    for name in ["0", "1", "2"] {
        let of = |scene: &Scene| {
            let id = scene.id(name).expect("there");
            let parts = scene.parts(id).expect("there");
            let voxels = parts[0].collider().voxels().expect("voxels").clone();
            (voxels.boxes(), parts[0].outline().expect("bounded").triangles().len())
        };
        let (boxes, triangles) = of(&scene);
        assert_eq!(of(&again).0, boxes);
        assert_eq!(triangles, 12 * boxes.len());
    }
}
