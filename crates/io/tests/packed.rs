//! Archives of numpy and depth images: what is in them, and damaged ones.

#![cfg(all(feature = "npz", feature = "images"))]

mod support;

use std::io::{Cursor, Write};

use obbtree_io::{PointFormat, read_depth_from, read_points_from};
use support::for_each_damage;
use zip::CompressionMethod::{Deflated, Stored};
use zip::write::{SimpleFileOptions, ZipWriter};

fn npy(rows: usize, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({rows}, 3), }}\n");
    let length = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
}

fn npz(files: &[(&str, Vec<u8>)], method: zip::CompressionMethod) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, data) in files {
        let options = SimpleFileOptions::default().compression_method(method);
        archive.start_file(*name, options).expect("begun");
        archive.write_all(data).expect("written");
    }
    archive.finish().expect("ended").into_inner()
}

fn message(bytes: &[u8]) -> String {
    read_points_from(bytes, "a.npz", None).expect_err("refused").to_string()
}

#[test]
fn the_array_points_or_the_only_one() {
    let (array, other) = (npy(2, &[1, 2, 3, 4, 5, 6]), npy(1, &[0; 3]));
    for method in [Stored, Deflated] {
        for files in [
            vec![("arr_0.npy", array.clone())],
            vec![("labels.npy", other.clone()), ("points.npy", array.clone())],
            vec![("readme.txt", vec![1]), ("xyz.npy", array.clone())],
        ] {
            let loaded = read_points_from(&npz(&files, method), "a", None).expect("read");
            assert_eq!(loaded.points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
            assert_eq!(loaded.format, PointFormat::Npz);
        }
    }
    let two = npz(&[("a.npy", array.clone()), ("b.npy", other)], Stored);
    let missing = "a.npz: there is no array 'points' in the archive, which has not only one";
    assert_eq!(message(&two), missing);
    assert_eq!(message(&npz(&[], Stored)), missing);
    let cut = npz(&[("points.npy", array[..array.len() - 1].to_vec())], Deflated);
    let at = array.len() - 6;
    let short = "2 rows are announced, for which the rest of the file (5 bytes) is too short";
    assert_eq!(message(&cut), format!("a.npz: points.npy: byte {at}: {short}"));
    let zeros = npz(&[("points.npy", npy(1_000_000, &vec![0; 3_000_000]))], Deflated);
    assert!(
        message(&zeros).contains("the compressed data cannot grow from"),
        "{}",
        message(&zeros)
    );
}

fn png(width: u32, height: u32, depth: png::BitDepth, data: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(depth);
    encoder.write_header().expect("begun").write_image_data(data).expect("written");
    file
}

#[test]
fn a_depth_image_is_its_numbers() {
    let depths = [0, 1, 1000, 65535, 256, 255];
    let data: Vec<u8> = depths.iter().flat_map(|&depth: &u16| depth.to_be_bytes()).collect();
    let image = read_depth_from(&png(3, 2, png::BitDepth::Sixteen, &data), "a.png").expect("read");
    assert_eq!((image.width, image.height, &image.depths[..]), (3, 2, &depths.map(f32::from)[..]));
    let refused = |bytes: &[u8]| read_depth_from(bytes, "a.png").expect_err("refused").to_string();
    let eight = refused(&png(3, 2, png::BitDepth::Eight, &data[..6]));
    let wanted = "in place of one channel of 16 bits or f32, is not supported";
    assert_eq!(eight, format!("a.png: an image of Grayscale with 8 bits a channel, {wanted}"));
    assert!(refused(b"").starts_with("a.png: "));
    // A header that announces more than the file can hold.
    let mut huge = png(3, 2, png::BitDepth::Sixteen, &data);
    huge[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
    assert!(refused(&huge).starts_with("a.png: "), "{}", refused(&huge));
}

#[test]
fn damaged_files_are_read_or_refused() {
    let (mut taken, mut refused) = (0, 0);
    let mut count = |is_read: bool| if is_read { taken += 1 } else { refused += 1 };
    let archive = npz(&[("points.npy", npy(20, &[7; 60]))], Deflated);
    let image = png(5, 4, png::BitDepth::Sixteen, &[9; 40]);
    for (bytes, is_image) in [(archive, false), (image, true)] {
        let mut read = |bytes: &[u8]| match is_image {
            true => count(read_depth_from(bytes, "a.png").is_ok()),
            false => count(read_points_from(bytes, "a.npz", None).is_ok()),
        };
        for_each_damage(&bytes, &mut read);
    }
    assert!(taken > 50 && refused > 500, "{taken} taken, {refused} refused");
}
