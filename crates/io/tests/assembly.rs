//! Assemblies: names, poses and shared meshes, against the mesh of the whole file.

use obbtree_io::{
    Assembly, ReadError, ReadOptions, read_assembly_from, read_mesh_from, read_mesh_from_with,
};

fn read(text: &str, name: &str) -> Result<Assembly, ReadError> {
    read_assembly_from(text.as_bytes(), name, &ReadOptions::default())
}

fn names(assembly: &Assembly) -> Vec<&str> {
    assembly.nodes.iter().map(|node| node.name.as_str()).collect()
}

/// The triangles of all parts in the frame of the file.
fn corners(assembly: &Assembly) -> Vec<[[f64; 3]; 3]> {
    let of_node = |node: &obbtree_io::AssemblyNode| {
        let (mesh, pose) = (&assembly.meshes[node.mesh], node.pose);
        let placed = |corner: u32| pose.place(&mesh.vertices()[corner as usize].into()).into();
        mesh.triangles().iter().map(|t| t.map(placed)).collect::<Vec<_>>()
    };
    assembly.nodes.iter().flat_map(of_node).collect()
}

/// The parts are the mesh of the whole file, to rounding.
fn check_whole(text: &str, name: &str, options: &ReadOptions) -> Assembly {
    let assembly = read_assembly_from(text.as_bytes(), name, options).unwrap();
    let whole = read_mesh_from_with(text.as_bytes(), name, options).unwrap().mesh;
    let wanted: Vec<[[f64; 3]; 3]> = whole
        .triangles()
        .iter()
        .map(|t| t.map(|corner| whole.vertices()[corner as usize]))
        .collect();
    let found = corners(&assembly);
    assert_eq!(found.len(), wanted.len());
    for (p, q) in
        found.as_flattened().as_flattened().iter().zip(wanted.as_flattened().as_flattened())
    {
        assert!((p - q).abs() <= 1e-12 * (1.0 + q.abs()), "{p} {q}");
    }
    assembly
}

/// Three points and a fourth, as a data URI.
const BUFFER: &str = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8AAAAAAAAAAAAAgD8AAAAA";

/// Two meshes of one triangle each, whose corners are of one list of four, and these nodes.
fn gltf(nodes: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{nodes}],
        "meshes":[{{"name":"bolt","primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}},
        {{"primitives":[{{"attributes":{{"POSITION":0}},"mode":6}}]}},
        {{"primitives":[{{"attributes":{{"POSITION":0}},"mode":0}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
        {{"componentType":5121,"count":3,"type":"SCALAR","sparse":{{"count":2,
        "indices":{{"bufferView":1,"componentType":5121}},
        "values":{{"bufferView":1,"byteOffset":2}}}}}}],
        "bufferViews":[{{"buffer":0,"byteLength":48}},{{"buffer":1,"byteLength":4}}],
        "buffers":[{{"byteLength":48,"uri":"data:;base64,{BUFFER}"}},
        {{"byteLength":4,"uri":"data:;base64,AQICAw=="}}]}}"#
    )
}

#[test]
fn nodes_of_a_gltf_are_parts_that_share_meshes() {
    let nodes = r#"{"name":"car","children":[1,2,5]},
        {"name":"door","mesh":0,"translation":[1,2,3]},
        {"name":"door","mesh":0,"rotation":[0,0,1,1],"children":[3,4]},
        {"name":"a/b","mesh":0,"scale":[2,2,2]},
        {"mesh":1,"matrix":[0,0.5,0,0,-0.5,0,0,0,0,0,0.5,0,0,0,5,1]},
        {"name":" ","mesh":0,"scale":[-1,1,1]},{"mesh":0},{"mesh":2}"#;
    let assembly = check_whole(&gltf(nodes), "a.gltf", &ReadOptions::default());
    let wanted = ["car/door", "car/door#2", "car/door/a|b", "car/door/node4", "car/node5", "bolt"];
    assert_eq!(names(&assembly), wanted);
    assert_eq!(assembly.report.nodes_without_triangles, 1);
    // The first mesh at scales 1, 2 and -1, the second at 1/2. No vertex is left that is not used.
    let meshes: Vec<usize> = assembly.nodes.iter().map(|node| node.mesh).collect();
    assert_eq!(meshes, [0, 0, 1, 2, 3, 0]);
    assert_eq!(assembly.meshes[0].vertices().len(), 3);
    assert_eq!(assembly.meshes[2].vertices()[1], [0.5, 0.0, 0.0]);
    // A translation alone is exact.
    assert_eq!(assembly.nodes[0].pose.to_rows(), [1., 0., 0., 1., 0., 1., 0., 2., 0., 0., 1., 3.]);
}

#[test]
fn options_scale_meshes_and_places() {
    let nodes = r#"{"name":"far","mesh":0,"translation":[1000,0,0],"rotation":[1,2,3,4]}"#;
    let millimetres = ReadOptions::default().with_scale(0.001);
    let assembly = check_whole(&gltf(nodes), "a.gltf", &millimetres);
    assert_eq!(assembly.nodes[0].pose.translation().x, 1.0);
    let mirrored = ReadOptions::default().with_scale(-2.0);
    assert!(check_whole(&gltf(nodes), "a.gltf", &mirrored).report.mirrored);
    let along_y = ReadOptions::default().with_axis_scale([1.0, 2.0, 1.0]);
    let error = read_assembly_from(gltf(nodes).as_bytes(), "a.gltf", &along_y).unwrap_err();
    assert!(error.to_string().contains("the transform of node 'far' shears"), "{error}");
    let few = ReadOptions::default().with_max_triangles(1);
    let two = r#"{"mesh":0},{"mesh":1}"#;
    let error = read_assembly_from(gltf(two).as_bytes(), "a.gltf", &few).unwrap_err();
    assert!(error.to_string().contains("2 triangles, more than the limit of 1"), "{error}");
}

#[test]
fn what_is_not_rigid_is_refused_by_name() {
    for (nodes, message) in [
        (
            r#"{"name":"wide","scale":[2,1,1],"children":[1]},
            {"name":"turned","rotation":[0,0,1,2],"children":[2]},{"name":"leaf","mesh":0}"#,
            "nodes[2]: the transform of node 'wide/turned' shears or flattens",
        ),
        (r#"{"name":"flat","mesh":0,"scale":[1,0,1]}"#, "nodes[0]: the transform of node 'flat'"),
        (
            r#"{"name":"skew","mesh":0,"matrix":[1,0.01,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}"#,
            "nodes[0]: the transform of node 'skew' shears",
        ),
        (r#"{"name":"away","mesh":0,"translation":[1e300,0,0]}"#, "nodes[0]: node 'away': "),
        (r#"{"name":"points","mesh":2}"#, "the mesh has no triangles"),
        (r#"{"children":[1]},{"children":[0]},{"children":[1]}"#, "nodes[1]: the node is reached"),
    ] {
        let error = read(&gltf(nodes), "a.gltf").unwrap_err().to_string();
        assert!(error.starts_with(&format!("a.gltf: {message}")), "{error}");
    }
    // A shear above nothing harms nothing; a scale along the axes passes a quarter turn.
    let harmless = r#"{"name":"flat","scale":[1,0,1]},{"mesh":0}"#;
    assert_eq!(read(&gltf(harmless), "a.gltf").unwrap().nodes.len(), 1);
    let quarter = r#"{"scale":[2,3,4],"children":[1]},{"rotation":[0,0,1,1],"mesh":1}"#;
    check_whole(&gltf(quarter), "a.gltf", &ReadOptions::default());
}

/// Without its copies a scene would look whole; a node that is not in it harms nothing.
#[test]
fn copies_by_an_extension_are_refused() {
    let copies = r#""extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}}}"#;
    let node = format!(r#"{{"children":[1]}},{{"mesh":0,{copies}}}"#);
    let why = "a.gltf: nodes[1]: the extension EXT_mesh_gpu_instancing is not supported";
    assert_eq!(read(&gltf(&node), "a.gltf").unwrap_err().to_string(), why);
    let whole = read_mesh_from(gltf(&node).as_bytes(), "a.gltf", None);
    assert_eq!(whole.unwrap_err().to_string(), why);
    let other = node.replace("gpu_instancing", "other");
    assert_eq!(read(&gltf(&other), "a.gltf").unwrap().nodes.len(), 1);
}

#[test]
fn names_do_not_take_memory_without_end() {
    // A thousand levels of names of a thousand letters, with a mesh in each: 500 MB of paths.
    let long = "n".repeat(1000);
    let node = |i: usize| format!(r#"{{"name":"{long}","mesh":0,"children":[{}]}}"#, i + 1);
    let nodes: String = (0..1000).map(|i| node(i) + ",").collect::<String>() + r#"{"mesh":0}"#;
    let error = read(&gltf(&nodes), "a.gltf").unwrap_err().to_string();
    assert!(error.contains("bytes of names"), "{error}");
}

#[test]
fn objects_or_groups_of_an_obj_are_parts() {
    let points = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
    let check = |rest: &str, wanted: &[(&str, usize)]| {
        let assembly = check_whole(&format!("{points}{rest}"), "a.obj", &ReadOptions::default());
        let counted =
            |node: &obbtree_io::AssemblyNode| assembly.meshes[node.mesh].triangles().len();
        let found: Vec<(&str, usize)> =
            assembly.nodes.iter().map(|node| (node.name.as_str(), counted(node))).collect();
        assert_eq!(found, wanted, "{rest}");
    };
    check("f 1 2 3\n", &[("a", 1)]);
    check("f 1 2 3\ng a\nf 1 2 4\ng  b c \nf 1 3 4\n", &[("default", 1), ("a", 1), ("b c", 1)]);
    check("o x\ng a\nf 1 2 3\nf 1 2 4\ng b\nf 1 3 4\n", &[("x/a", 2), ("x/b", 1)]);
    check("o x\ng a\nf 1 2 3\no y\ng a\nf 1 2 4\n", &[("x", 1), ("y", 1)]);
    check("o empty\no y\nf 1 2 4\n", &[("y", 1)]);
    // The triangles of one group follow one another only in its own mesh.
    let again = format!("{points}g a\nf 1 2 3\ng b\nf 2 3 4\ng a\nf 1 2 4\n");
    let assembly = read(&again, "a.obj").unwrap();
    assert_eq!(names(&assembly), ["a", "b"]);
    assert_eq!(assembly.meshes[0].triangles(), [[0, 1, 2], [0, 1, 3]]);
    assert_eq!(assembly.meshes[1].vertices().len(), 3);
    let error = read(points, "a.obj").unwrap_err().to_string();
    assert_eq!(error, "a.obj: the mesh has no triangles");
}

/// One triangle in millimetres and these nodes.
fn dae(nodes: &str) -> String {
    format!(
        "<COLLADA><asset><unit meter='0.001'/></asset><library_geometries><geometry id='g'><mesh>\
         <source id='s'><float_array>0 0 0 1 0 0 0 7 0</float_array></source><vertices id='v'>\
         <input semantic='POSITION' source='#s'/></vertices><triangles>\
         <input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles></mesh></geometry>\
         </library_geometries><library_nodes><node id='library'><instance_geometry url='#g'/></node>\
         </library_nodes><library_visual_scenes><visual_scene>{nodes}</visual_scene>\
         </library_visual_scenes></COLLADA>"
    )
}

#[test]
fn nodes_of_a_collada_file_are_parts_in_metres() {
    let place = "<instance_geometry url='#g'/>";
    let nodes = format!(
        "<node name='top'><translate>1000 0 0</translate><node id='left'><rotate>0 0 1 33</rotate>\
         {place}{place}</node><node><matrix>0.25 -0.433012702 0 1 0.433012702 0.25 0 2 0 0 0.5 3 \
         0 0 0 1</matrix>{place}</node><instance_node url='#library'/></node>"
    );
    let assembly = check_whole(&dae(&nodes), "a.dae", &ReadOptions::default());
    assert_eq!(names(&assembly), ["top/left", "top/left#2", "top/node", "top/library"]);
    let meshes: Vec<usize> = assembly.nodes.iter().map(|node| node.mesh).collect();
    // A rotation of half the size, written with nine digits, is one with a scale of 1/2.
    assert_eq!(meshes, [0, 0, 1, 0]);
    assert_eq!(assembly.meshes[0].vertices()[2], [0.0, 7.0 * 0.001, 0.0]);
    assert_eq!(assembly.meshes[1].vertices()[2], [0.0, 7.0 * 0.0005, 0.0]);
    assert_eq!(assembly.nodes[3].pose.translation().x, 1.0);
    let sheared =
        format!("<node name='n'><scale>1 2 1</scale><rotate>0 0 1 33</rotate>{place}</node>");
    let error = read(&dae(&sheared), "a.dae").unwrap_err().to_string();
    assert!(error.starts_with("a.dae: line 1: the transform of node 'n' shears"), "{error}");
    let cycle = "<node id='a'><instance_node url='#a'/></node>";
    assert!(read(&dae(cycle), "a.dae").unwrap_err().to_string().contains("contains itself"));
}

#[test]
fn other_files_are_one_part_by_their_name() {
    let off = "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    let assembly = read(off, "some/folder/plate.off").unwrap();
    assert_eq!((names(&assembly), assembly.meshes.len()), (vec!["plate"], 1));
    let error = read("", "a.glb").unwrap_err().to_string();
    assert_eq!(error, "a.glb: byte 0: the file is empty");
}

#[test]
fn fifty_thousand_nodes_share_a_mesh() {
    let node = |i: usize| format!(r#"{{"name":"bolt","mesh":0,"translation":[{i},0,0]}}"#);
    let nodes: Vec<String> = (0..50_000).map(node).collect();
    let assembly = read(&gltf(&nodes.join(",")), "a.gltf").unwrap();
    assert_eq!((assembly.nodes.len(), assembly.meshes.len()), (50_000, 1));
    assert_eq!(assembly.nodes[49_999].name, "bolt#50000");
    assert_eq!(assembly.nodes[49_999].pose.translation().x, 49_999.0);
}
