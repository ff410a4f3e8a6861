//! Images of depths and heights: what is in them, and what is refused.

#![cfg(feature = "images")]

mod support;

use std::io::Cursor;

use obbtree_io::{Heights, read_depth_from, read_height_map_from};
use support::for_each_damage;
use tiff::encoder::colortype::{Gray16, Gray32Float, GrayI16};
use tiff::encoder::{Compression, DeflateLevel, TiffEncoder};

/// A TIFF by the letter of its specification, of one strip that is not compressed. `format` is 1
/// for numbers without a sign, 2 with, 3 for floats.
fn tiff(big: bool, [width, height]: [u32; 2], bits: u16, format: u16, data: &[u8]) -> Vec<u8> {
    with_entries(big, [width, height], [bits, format, 1, 1], data, None)
}

fn with_entries(
    big: bool,
    [width, height]: [u32; 2],
    [bits, format, compression, samples]: [u16; 4],
    data: &[u8],
    nothing: Option<&str>,
) -> Vec<u8> {
    let short = |x: u16| if big { x.to_be_bytes() } else { x.to_le_bytes() };
    let long = |x: u32| if big { x.to_be_bytes() } else { x.to_le_bytes() };
    let text = nothing.map(|text| format!("{text}\0"));
    let count = 10 + u32::from(text.is_some());
    let after = 8 + 2 + 12 * count + 4;
    let of_short = |x: u16| [short(x), [0; 2]].concat();
    let mut entries: Vec<(u16, u16, u32, Vec<u8>)> = vec![
        (256, 4, 1, long(width).to_vec()),
        (257, 4, 1, long(height).to_vec()),
        (258, 3, 1, of_short(bits)),
        (259, 3, 1, of_short(compression)),
        (262, 3, 1, of_short(1)),
        (273, 4, 1, long(after).to_vec()),
        (277, 3, 1, of_short(samples)),
        (278, 4, 1, long(height).to_vec()),
        (279, 4, 1, long(data.len() as u32).to_vec()),
        (339, 3, 1, of_short(format)),
    ];
    if let Some(text) = &text {
        entries.push((42113, 2, text.len() as u32, long(after + data.len() as u32).to_vec()));
    }
    let mut file = if big { b"MM\0*".to_vec() } else { b"II*\0".to_vec() };
    file.extend(long(8));
    file.extend(short(count as u16));
    for (tag, kind, count, value) in entries {
        file.extend([short(tag), short(kind)].concat());
        file.extend(long(count));
        file.extend(value);
    }
    file.extend(long(0));
    file.extend(data);
    file.extend(text.unwrap_or_default().bytes());
    file
}

fn depths(bytes: &[u8]) -> Vec<f32> {
    read_depth_from(bytes, "a.tif").expect("read").depths
}

#[test]
fn a_tiff_is_its_numbers_in_both_byte_orders() {
    let unsigned: [u16; 6] = [0, 1, 1000, 65535, 256, 255];
    let signed: [i16; 6] = [0, -1, 1000, i16::MIN, i16::MAX, 256];
    let floats: [f32; 6] = [0.1, -2.5e-30, f32::NAN, 3.0e38, -0.0, 1.0];
    for big in [false, true] {
        let bytes = |x: u16| if big { x.to_be_bytes() } else { x.to_le_bytes() };
        let data: Vec<u8> = unsigned.iter().flat_map(|&x| bytes(x)).collect();
        let image = read_depth_from(&tiff(big, [3, 2], 16, 1, &data), "a.tif").expect("read");
        assert_eq!((image.width, image.height), (3, 2));
        assert_eq!(image.depths, unsigned.map(f32::from));
        let data: Vec<u8> = signed.iter().flat_map(|&x| bytes(x as u16)).collect();
        assert_eq!(depths(&tiff(big, [2, 3], 16, 2, &data)), signed.map(f32::from));
        let long = |x: f32| if big { x.to_be_bytes() } else { x.to_le_bytes() };
        let data: Vec<u8> = floats.iter().flat_map(|&x| long(x)).collect();
        let read = depths(&tiff(big, [6, 1], 32, 3, &data));
        assert!(read.iter().zip(floats).all(|(x, y)| x.to_bits() == y.to_bits()), "{read:?}");
    }
}

type Encoder<'a> = TiffEncoder<&'a mut Cursor<Vec<u8>>>;

#[test]
fn a_compressed_tiff_has_the_same_numbers() {
    let (width, height) = (67, 43);
    let unsigned: Vec<u16> = (0..width * height).map(|n| (n * n % 65_521) as u16).collect();
    let signed: Vec<i16> = unsigned.iter().map(|&x| x as i16).collect();
    let floats: Vec<f32> = unsigned.iter().map(|&x| f32::from(x) * 0.37).collect();
    let deflate = Compression::Deflate(DeflateLevel::Best);
    for how in [Compression::Uncompressed, Compression::Packbits, Compression::Lzw, deflate] {
        let encoded = |write: &dyn Fn(&mut Encoder<'_>)| {
            let mut file = Cursor::new(Vec::new());
            write(&mut TiffEncoder::new(&mut file).expect("begun").with_compression(how));
            depths(&file.into_inner())
        };
        let read = encoded(&|to| {
            to.write_image::<Gray16>(width, height, &unsigned).expect("written");
        });
        assert!(read.iter().zip(&unsigned).all(|(&x, &y)| x == f32::from(y)));
        let read = encoded(&|to| {
            to.write_image::<GrayI16>(width, height, &signed).expect("written");
        });
        assert!(read.iter().zip(&signed).all(|(&x, &y)| x == f32::from(y)));
        let read = encoded(&|to| {
            to.write_image::<Gray32Float>(width, height, &floats).expect("written");
        });
        assert_eq!(read, floats);
    }
}

#[test]
fn the_number_that_gdal_says_is_none_is_nan() {
    let data: Vec<u8> = [7_i16, -9999, 9].iter().flat_map(|x| x.to_le_bytes()).collect();
    let read = depths(&with_entries(false, [3, 1], [16, 2, 1, 1], &data, Some("-9999")));
    assert!(read[0] == 7.0 && read[1].is_nan() && read[2] == 9.0, "{read:?}");
    let lowest = [f32::MIN, 1.0].map(f32::to_le_bytes).concat();
    let text = Some("-3.4028234663852886e+38");
    let read = depths(&with_entries(false, [2, 1], [32, 3, 1, 1], &lowest, text));
    assert!(read[0].is_nan() && read[1] == 1.0, "{read:?}");
}

/// The same with another number in the entry of a tag.
fn with_tag(mut file: Vec<u8>, [from, tag, value]: [u16; 3]) -> Vec<u8> {
    let entry = |n: usize| 10 + 12 * n;
    let is_it = |n: &usize| file[entry(*n)..][..2] == from.to_le_bytes();
    let at = entry((0..10).find(is_it).expect("it is there"));
    file[at..at + 2].copy_from_slice(&tag.to_le_bytes());
    file[at + 8..at + 10].copy_from_slice(&value.to_le_bytes());
    file
}

#[test]
fn numbers_are_those_of_the_file_however_they_are_shown() {
    // Photometric interpretation 0: the lowest number is shown white.
    let unsigned: Vec<u8> = [7_u16, 0, 65_535].iter().flat_map(|x| x.to_le_bytes()).collect();
    let file = with_entries(false, [3, 1], [16, 1, 1, 1], &unsigned, Some("65535"));
    let read = depths(&with_tag(file, [262, 262, 0]));
    assert!(read[0] == 7.0 && read[1] == 0.0 && read[2].is_nan(), "{read:?}");
    // What the decoder makes of these cannot be undone: it rounds, and knows no sign.
    let refused = |file: Vec<u8>| read_depth_from(&file, "a.tif").expect_err("refused").to_string();
    let floats = tiff(false, [3, 1], 32, 3, &[0; 12]);
    assert!(refused(with_tag(floats, [262, 262, 0])).contains("f32 numbers, of which 0 is white"));
    refused(with_tag(tiff(false, [3, 1], 16, 2, &unsigned), [262, 262, 0]));
    // Not from the top left; the entry of samples, 1 if it is not there, is made that.
    let turned = |value| with_tag(tiff(false, [3, 1], 16, 1, &unsigned), [277, 274, value]);
    assert_eq!(depths(&turned(1)), [7.0, 0.0, 65_535.0]);
    assert!(refused(turned(4)).contains("(orientation 4) is not supported"));
}

#[test]
fn other_images_are_refused_with_what_they_are() {
    let check = |bytes: &[u8], message: &str| {
        let text = read_depth_from(bytes, "a.tif").expect_err(message).to_string();
        assert!(text.starts_with("a.tif: ") && text.contains(message), "{text}");
    };
    let data = [0; 48];
    let wanted = "in place of one channel of 16 bits or f32, is not supported";
    check(&tiff(false, [3, 2], 8, 1, &data[..6]), &format!("Gray(8) with U8 numbers, {wanted}"));
    check(
        &tiff(false, [3, 2], 32, 1, &data[..24]),
        &format!("Gray(32) with U32 numbers, {wanted}"),
    );
    check(&tiff(false, [3, 2], 64, 3, &data), &format!("Gray(64) with F64 numbers, {wanted}"));
    check(
        &tiff(false, [3, 2], 16, 3, &data[..12]),
        &format!("Gray(16) with F16 numbers, {wanted}"),
    );
    // JPEG, Zstandard, and the fax of group 4.
    for (compression, name) in [(7, "ModernJPEG"), (50_000, "ZSTD"), (4, "Fax4")] {
        let file = with_entries(false, [3, 2], [16, 1, compression, 1], &data[..12], None);
        check(&file, &format!("compression method {name} is unsupported"));
    }
    // Too few numbers for its size, and far too few.
    check(&tiff(false, [3, 2], 16, 1, &data[..10]), "the file ends inside the image");
    check(
        &tiff(false, [100_000, 100_000], 16, 1, &data[..12]),
        "10000000000 pixels are announced, for which the rest of the file",
    );
    check(&tiff(true, [0, 2], 16, 1, &data[..12]), "invalid dimensions: 0x2");
    check(b"", "the file is empty");
    check(b"GIF89a", "expected the first bytes of a PNG or a TIFF, found 'GIF89a'");
}

#[test]
fn heights_are_seen_from_above() {
    // Two rows of three: the top one has 1, 2, 3.
    let data: Vec<u8> = [1_u16, 2, 3, 4, 5, 60_000].iter().flat_map(|x| x.to_le_bytes()).collect();
    let file = tiff(false, [3, 2], 16, 1, &data);
    let heights = Heights::new([0.5, 0.25]).at([10.0, 20.0, -1.0]).with_scale(0.1);
    let mesh = read_height_map_from(&file, "a.tif", &heights).expect("read");
    let at = |u: u32, v: u32, number: u16| {
        [10.0 + 0.5 * f64::from(u), 20.0 + 0.25 * f64::from(v), 0.1 * f64::from(number) - 1.0]
    };
    let expected =
        [at(0, 0, 4), at(0, 1, 1), at(1, 0, 5), at(1, 1, 2), at(2, 0, 60_000), at(2, 1, 3)];
    assert_eq!(mesh.vertices(), expected);
    assert_eq!(mesh.triangles().len(), 4);
    for n in 0..4 {
        let [p, q, r] = mesh.triangle(n);
        assert!((q - p).cross(&(r - p)).z > 0.0);
    }
    let mesh = read_height_map_from(&file, "a.tif", &heights.with_hole(60_000.0)).expect("read");
    assert_eq!(mesh.triangles().len(), 3);
    let check = |file: &[u8], heights: &Heights, message: &str| {
        let text = read_height_map_from(file, "a.tif", heights).expect_err(message).to_string();
        assert_eq!(text, format!("a.tif: {message}"));
    };
    check(&file, &Heights::new([0.5, 0.0]), "the spacing along y is 0.0, not a number above 0");
    check(&tiff(false, [6, 1], 16, 1, &data), &heights, "the mesh has no triangles");
    let wrong = heights.with_scale(f64::INFINITY);
    check(&file, &wrong, "the height at (0, 0) is inf; NaN is a hole");
}

#[test]
fn damaged_files_are_read_or_refused() {
    let (mut taken, mut refused) = (0, 0);
    let mut file = Cursor::new(Vec::new());
    let mut encoder =
        TiffEncoder::new(&mut file).expect("begun").with_compression(Compression::Lzw);
    let numbers: Vec<u16> = (0..99).collect();
    encoder.write_image::<Gray16>(11, 9, &numbers).expect("written");
    for bytes in [file.into_inner(), tiff(true, [5, 4], 16, 1, &[9; 40])] {
        let mut read = |bytes: &[u8]| match read_depth_from(bytes, "a.tif") {
            Ok(image) => {
                assert_eq!(image.depths.len(), image.width * image.height);
                taken += 1;
            }
            Err(_) => refused += 1,
        };
        for_each_damage(&bytes, &mut read);
    }
    assert!(taken > 100 && refused > 500, "{taken} taken, {refused} refused");
}
