//! Scene files that name images and archives of numpy are read from C.
//!
//! Only where this package is tested by itself (`-p obbtree-capi`) are its features its own;
//! `.ci/capi` says the same of the library that is installed.
#![allow(unsafe_code)] // The functions are called as C calls them.

use std::ffi::CString;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::ptr::null_mut;
use std::slice;

use obbtree_c as _; // Links the functions.
use png::{BitDepth, ColorType};
use tiff::encoder::TiffEncoder;
use tiff::encoder::colortype::Gray32Float;
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

#[repr(C)]
struct Opaque {
    _private: [u8; 0],
}

unsafe extern "C" {
    fn obbtree_query_create(query: *mut *mut Opaque) -> u32;
    fn obbtree_query_free(query: *mut Opaque) -> u32;
    fn obbtree_scene_read(path: *const i8, scene: *mut *mut Opaque) -> u32;
    fn obbtree_scene_pairs(
        query: *mut Opaque,
        scene: *const Opaque,
        pairs: *mut *const [u32; 2],
        count: *mut usize,
    ) -> u32;
    fn obbtree_scene_free(scene: *mut Opaque) -> u32;
}

/// Two pixels: something in front of the left one, nothing is seen to the right.
fn write_depths(path: &Path) {
    let file = File::create(path).expect("a file");
    let mut encoder = png::Encoder::new(file, 2, 1);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Sixteen);
    let data = [1000_u16, 0].map(u16::to_be_bytes).concat();
    encoder.write_header().and_then(|mut image| image.write_image_data(&data)).expect("written");
}

/// A square of this height.
fn write_heights(path: &Path, height: f32) {
    let mut file = File::create(path).expect("a file");
    let mut encoder = TiffEncoder::new(&mut file).expect("begun");
    encoder.write_image::<Gray32Float>(2, 2, &[height; 4]).expect("written");
}

/// One point.
fn write_points(path: &Path, point: [u8; 3]) {
    let mut archive = ZipWriter::new(File::create(path).expect("a file"));
    let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 3), }\n";
    let length = (header.len() as u16).to_le_bytes();
    let array = [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), &point].concat();
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    archive.start_file("points.npy", options).expect("begun");
    archive.write_all(&array).expect("written");
    archive.finish().expect("ended");
}

/// The pairs that collide in the scene of a file.
fn pairs(path: &Path) -> Vec<[u32; 2]> {
    let path = CString::new(path.to_str().expect("UTF-8")).expect("no zero");
    let (mut query, mut scene) = (null_mut(), null_mut());
    let (mut first, mut count) = (std::ptr::null(), 0);
    // SAFETY: a text, and places for handles; the pairs belong to the query until it is freed.
    unsafe {
        assert_eq!(obbtree_query_create(&raw mut query), 0);
        assert_eq!(obbtree_scene_read(path.as_ptr().cast(), &raw mut scene), 0, "it is read");
        assert_eq!(obbtree_scene_pairs(query, scene, &raw mut first, &raw mut count), 0);
        let pairs = slice::from_raw_parts(first, count).to_vec();
        assert_eq!([obbtree_scene_free(scene), obbtree_query_free(query)], [0; 2]);
        pairs
    }
}

/// The left pixel is the point (0, 0, 1). Sphere 3 touches it and sphere 4 the square; sphere 5
/// meets the far end of the space behind the point, at z = 8; sphere 7 the one point of an archive.
#[test]
fn images_and_archives_that_a_scene_file_names_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    write_depths(&folder.path().join("depth.png"));
    write_heights(&folder.path().join("ground.tif"), -4.0);
    write_points(&folder.path().join("far.npz"), [0, 0, 50]);
    let camera = r#"{"focal": [1, 1], "center": [0, 0], "scale": 0.001, "far": 8}"#;
    let sphere = |name: &str, z: f64| {
        format!(r#"{{"name": "{name}", "model": 3, "pose": [1,0,0,0, 0,1,0,0, 0,0,1,{z}]}}"#)
    };
    let text = format!(
        r#"{{"format": "obbtree scene 1", "models": [
            {{"parts": [{{"cloud": {{"file": "depth.png", "camera": {camera}, "radius": 0.25}}}}]}},
            {{"parts": [{{"height_map": {{"file": "ground.tif", "spacing": [1, 1]}}}}]}},
            {{"parts": [{{"behind_depth": {{"file": "depth.png", "camera": {camera}}}}}]}},
            {{"parts": [{{"sphere": {{"center": [0, 0, 0], "radius": 0.5}}}}]}},
            {{"parts": [{{"cloud": {{"file": "far.npz", "radius": 0.25}}}}]}}],
        "bodies": [
            {{"name": "seen", "model": 0, "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0]}},
            {{"name": "ground", "model": 1, "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0]}},
            {{"name": "unseen", "model": 2, "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0]}},
            {}, {}, {},
            {{"name": "far", "model": 4, "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0]}}, {}],
        "allowed": [["seen", "unseen"]]}}"#,
        sphere("touching", 0.25),
        sphere("above", -3.5),
        sphere("behind", 7.75),
        sphere("at the far point", 50.75),
    );
    let path = folder.path().join("world.json");
    fs::write(&path, text).expect("written");
    assert_eq!(pairs(&path), [[0, 3], [1, 4], [2, 5], [6, 7]]);
}
