//! The blocks of bytes in a page: deflated, in base64, each in an element of its own, from which
//! `data.js` takes them.

use std::io::Write;

use anyhow::Result;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use obbtree::Mesh;

/// The element of a block; browsers do nothing with one of this type.
pub(super) fn block(name: &str, bytes: &[u8]) -> Result<String> {
    let mut deflated = ZlibEncoder::new(Vec::new(), Compression::default());
    deflated.write_all(bytes)?;
    let text = BASE64_STANDARD.encode(deflated.finish()?);
    Ok(format!("<script type=\"text/plain\" id=\"block-{name}\">{text}</script>\n"))
}

/// Meshes as bytes: their count; and of each the counts of vertices and triangles, the vertices
/// and the triangles, each number of these as its difference to the one before. Of numbers the
/// first bytes come first, then the second bytes, and so on: they are alike, so they are packed
/// better. All little endian.
pub(super) fn of_meshes<'m>(meshes: impl ExactSizeIterator<Item = &'m Mesh>) -> Vec<u8> {
    let mut bytes = (meshes.len() as u32).to_le_bytes().to_vec();
    for mesh in meshes {
        let (vertices, triangles) = (mesh.vertices(), mesh.triangles());
        bytes.extend((vertices.len() as u32).to_le_bytes());
        bytes.extend((triangles.len() as u32).to_le_bytes());
        let numbers: Vec<[u8; 8]> =
            vertices.as_flattened().iter().map(|x| x.to_le_bytes()).collect();
        add_planes(&mut bytes, &numbers);
        let mut before = 0;
        let difference = |&n: &u32| n.wrapping_sub(std::mem::replace(&mut before, n)).to_le_bytes();
        let numbers: Vec<[u8; 4]> = triangles.as_flattened().iter().map(difference).collect();
        add_planes(&mut bytes, &numbers);
    }
    bytes
}

fn add_planes<const WIDTH: usize>(bytes: &mut Vec<u8>, numbers: &[[u8; WIDTH]]) {
    for plane in 0..WIDTH {
        bytes.extend(numbers.iter().map(|number| number[plane]));
    }
}
