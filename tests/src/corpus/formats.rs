//! One mesh in every format that is read, written here as simply as the formats allow: all must
//! load to the same triangles, bit for bit. The mesh has `f32` coordinates.

use obbtree::Mesh;
use obbtree_assets::stl_bytes;

/// A file's name and content.
pub type File = (&'static str, Vec<u8>);

/// The mesh as ten files.
pub fn files(mesh: &Mesh) -> Vec<File> {
    vec![
        ("mesh.bin.stl", stl_bytes(mesh, "mesh")),
        ("mesh.ascii.stl", ascii_stl(mesh).into_bytes()),
        ("mesh.obj", obj(mesh).into_bytes()),
        ("mesh.off", off(mesh).into_bytes()),
        ("mesh.ascii.ply", ascii_ply(mesh).into_bytes()),
        ("mesh.le.ply", little_ply(mesh)),
        ("mesh.be.ply", big_ply(mesh)),
        ("mesh.dae", dae(mesh).into_bytes()),
        (
            "mesh.gltf",
            gltf(mesh, &format!("\"uri\":\"data:;base64,{}\",", base64(&buffer(mesh))))
                .into_bytes(),
        ),
        ("mesh.glb", glb(mesh)),
    ]
}

fn ascii_stl(mesh: &Mesh) -> String {
    let corner = |v: &u32| {
        let [x, y, z] = mesh.vertices()[*v as usize];
        format!("vertex {x} {y} {z}\n")
    };
    let triangle = |t: &[u32; 3]| {
        let corners: String = t.iter().map(corner).collect();
        format!("facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n")
    };
    let triangles: String = mesh.triangles().iter().map(triangle).collect();
    format!("solid mesh\n{triangles}endsolid mesh\n")
}

/// With all digits of `f64`: a decimal of fewer is another number.
fn obj(mesh: &Mesh) -> String {
    let vertices = mesh.vertices().iter().map(|[x, y, z]| format!("v {x} {y} {z}\n"));
    let faces = mesh.triangles().iter().map(|t| t.map(|vertex| vertex + 1));
    let faces = faces.map(|[a, b, c]| format!("f {a} {b} {c}\n"));
    vertices.chain(faces).collect()
}

fn vertex_lines(mesh: &Mesh) -> String {
    mesh.vertices().iter().map(|[x, y, z]| format!("{x} {y} {z}\n")).collect()
}

fn face_lines(mesh: &Mesh) -> String {
    mesh.triangles().iter().map(|[a, b, c]| format!("3 {a} {b} {c}\n")).collect()
}

fn off(mesh: &Mesh) -> String {
    let counts = [mesh.vertices().len(), mesh.triangles().len()];
    format!("OFF\n{} {} 0\n{}{}", counts[0], counts[1], vertex_lines(mesh), face_lines(mesh))
}

fn ply_header(mesh: &Mesh, format: &str, number: &str, index: &str) -> String {
    format!(
        "ply\nformat {format} 1.0\nelement vertex {}\nproperty {number} x\nproperty {number} y\n\
         property {number} z\nelement face {}\nproperty list uchar {index} vertex_indices\nend_header\n",
        mesh.vertices().len(),
        mesh.triangles().len()
    )
}

fn ascii_ply(mesh: &Mesh) -> String {
    ply_header(mesh, "ascii", "float", "int") + &vertex_lines(mesh) + &face_lines(mesh)
}

fn little_ply(mesh: &Mesh) -> Vec<u8> {
    let mut bytes = ply_header(mesh, "binary_little_endian", "float", "int").into_bytes();
    bytes.extend(floats(mesh));
    for triangle in mesh.triangles() {
        bytes.push(3);
        bytes.extend(triangle.iter().flat_map(|v| v.to_le_bytes()));
    }
    bytes
}

fn big_ply(mesh: &Mesh) -> Vec<u8> {
    let mut bytes = ply_header(mesh, "binary_big_endian", "double", "uint").into_bytes();
    bytes.extend(mesh.vertices().as_flattened().iter().flat_map(|x| x.to_be_bytes()));
    for triangle in mesh.triangles() {
        bytes.push(3);
        bytes.extend(triangle.iter().flat_map(|v| v.to_be_bytes()));
    }
    bytes
}

fn floats(mesh: &Mesh) -> impl Iterator<Item = u8> {
    mesh.vertices().as_flattened().iter().flat_map(|&x| (x as f32).to_le_bytes())
}

fn dae(mesh: &Mesh) -> String {
    let indices: String = mesh.triangles().as_flattened().iter().map(|v| format!("{v} ")).collect();
    format!(
        "<COLLADA><library_geometries><geometry id='g'><mesh><source id='s'><float_array id='f'>{}\
         </float_array></source><vertices id='v'><input semantic='POSITION' source='#s'/></vertices>\
         <triangles count='{}'><input semantic='VERTEX' source='#v' offset='0'/><p>{indices}</p>\
         </triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id='w'>\
         <node><instance_geometry url='#g'/></node></visual_scene></library_visual_scenes><scene>\
         <instance_visual_scene url='#w'/></scene></COLLADA>",
        vertex_lines(mesh),
        mesh.triangles().len()
    )
}

/// Positions, then indices.
fn buffer(mesh: &Mesh) -> Vec<u8> {
    let indices = mesh.triangles().as_flattened().iter().flat_map(|v| v.to_le_bytes());
    let mut bytes: Vec<u8> = floats(mesh).chain(indices).collect();
    // Base64 below takes whole threes; zeros behind the last view say nothing.
    bytes.resize(bytes.len().next_multiple_of(12), 0);
    bytes
}

fn gltf(mesh: &Mesh, uri: &str) -> String {
    let (vertices, corners) = (mesh.vertices().len(), 3 * mesh.triangles().len());
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"mesh\":0}}],\
         \"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}},\"indices\":1}}]}}],\
         \"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":{vertices},\"type\":\"VEC3\"}},\
         {{\"bufferView\":1,\"componentType\":5125,\"count\":{corners},\"type\":\"SCALAR\"}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":{}}},{{\"buffer\":0,\"byteOffset\":{},\
         \"byteLength\":{}}}],\"buffers\":[{{{uri}\"byteLength\":{}}}]}}",
        12 * vertices,
        12 * vertices,
        4 * corners,
        buffer(mesh).len()
    )
}

fn glb(mesh: &Mesh) -> Vec<u8> {
    let data = buffer(mesh);
    let mut json = gltf(mesh, "").into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((28 + json.len() as u32 + data.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", &json), (b"BIN\0", &data)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}

/// Bytes, as many as a multiple of three, as base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = |three: &[u8]| {
        let number = three.iter().fold(0, |number, &byte| number << 8 | usize::from(byte));
        [18, 12, 6, 0].map(|shift| char::from(DIGITS[number >> shift & 63]))
    };
    bytes.chunks_exact(3).flat_map(digits).collect()
}
