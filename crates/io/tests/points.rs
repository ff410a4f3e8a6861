//! Files of points: every format, what is refused and where, and thousands of damaged files.

mod support;

use obbtree_io::{LoadedPoints, PointFormat, Problem, ReadError, read_points, read_points_from};
use support::for_each_damage;

fn read(bytes: impl AsRef<[u8]>, name: &str) -> Result<LoadedPoints, ReadError> {
    read_points_from(bytes.as_ref(), name, None)
}

/// A file is refused with this message.
fn check(bytes: impl AsRef<[u8]>, name: &str, message: &str) {
    let error = read(bytes, name).expect_err(message).to_string();
    assert_eq!(error, format!("{name}: {message}"));
}

/// What all good files hold: the third point is nowhere.
const POINTS: [[f64; 3]; 4] =
    [[0.0, 0.5, -1.0], [1.25, 2.0, 3.0], [f64::NAN, f64::NAN, f64::NAN], [-4.0, 1e6, 0.125]];

/// Are these the points? NaN is NaN here.
fn check_points(bytes: impl AsRef<[u8]>, name: &str, format: PointFormat) {
    let loaded = read(bytes, name).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.format, format, "{name}");
    let bits = |points: &[[f64; 3]]| -> Vec<_> {
        points
            .as_flattened()
            .iter()
            .map(|x| (x.is_nan(), if x.is_nan() { 0.0 } else { *x }))
            .collect()
    };
    assert_eq!(bits(&loaded.points), bits(&POINTS), "{name}");
}

fn text(separator: &str) -> String {
    let row = |p: &[f64; 3]| p.map(|x| x.to_string()).join(separator);
    POINTS.iter().map(|point| row(point) + "\n").collect()
}

fn bytes<const N: usize>(of: impl Fn(f64) -> [u8; N]) -> Vec<u8> {
    POINTS.as_flattened().iter().flat_map(|&x| of(x)).collect()
}

fn f32s() -> Vec<u8> {
    bytes(|x| (x as f32).to_le_bytes())
}

fn pcd(data: &str, rest: &[u8]) -> Vec<u8> {
    let head = "# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\n\
        TYPE F F F\nCOUNT 1 1 1\nWIDTH 4\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 4\nDATA ";
    [head.as_bytes(), data.as_bytes(), b"\n", rest].concat()
}

/// LZF as runs alone, which is lawful.
fn runs(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(32).flat_map(|run| [&[run.len() as u8 - 1], run].concat()).collect()
}

fn compressed() -> Vec<u8> {
    let by_field: Vec<u8> = (0..3)
        .flat_map(|k| POINTS.iter().flat_map(move |point| (point[k] as f32).to_le_bytes()))
        .collect();
    let packed = runs(&by_field);
    let sizes = [packed.len() as u32, by_field.len() as u32].map(u32::to_le_bytes);
    pcd("binary_compressed", &[&sizes.concat(), &packed[..]].concat())
}

fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let length = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
}

const NPY: &str = "{'descr': '<f4', 'fortran_order': False, 'shape': (4, 3), }\n";

fn ply(format: &str, data: &[u8]) -> Vec<u8> {
    let properties = "property float x\nproperty float y\nproperty float z\n";
    let head = format!("ply\nformat {format} 1.0\nelement vertex 4\n{properties}end_header\n");
    [head.as_bytes(), data].concat()
}

/// One good file of every kind.
fn good() -> Vec<(&'static str, PointFormat, Vec<u8>)> {
    use PointFormat::{Columns, Npy, Pcd, Ply};
    vec![
        ("ascii.pcd", Pcd, pcd("ascii", text(" ").as_bytes())),
        ("binary.pcd", Pcd, pcd("binary", &f32s())),
        ("compressed.pcd", Pcd, compressed()),
        ("ascii.ply", Ply, ply("ascii", text(" ").as_bytes())),
        ("binary.ply", Ply, ply("binary_little_endian", &f32s())),
        ("a.xyz", Columns, text(" ").into_bytes()),
        ("a.txt", Columns, text("\t").into_bytes()),
        ("a.csv", Columns, text(",").into_bytes()),
        ("a.npy", Npy, npy(NPY, &f32s())),
    ]
}

#[test]
fn every_format_gives_the_same_points() {
    use PointFormat::{Columns, Npy, Pcd, Ply};
    for (name, format, bytes) in good() {
        check_points(&bytes, name, format);
    }
    // By the content, whatever the name says.
    check_points(pcd("binary", &f32s()), "a.ply", Pcd);
    check_points(ply("ascii", text(" ").as_bytes()), "a.xyz", Ply);
    check_points(npy(NPY, &f32s()), "a", Npy);
    // Fields in any order, of any size, among others; no COUNT, no POINTS, an older version.
    let mut data = Vec::new();
    for [x, y, z] in POINTS {
        data.extend(
            [&[7; 6][..], &z.to_le_bytes(), &(x as f32).to_le_bytes(), &y.to_le_bytes()].concat(),
        );
    }
    let head = b"VERSION .5\nFIELDS normal z x y\nSIZE 2 8 4 8\nTYPE U F F F\nCOUNT 3 1 1 1\nWIDTH 2\nHEIGHT 2\nDATA binary\n";
    check_points([&head[..], &data].concat(), "a.pcd", Pcd);
    // Columns by name, comments, a byte-order mark, carriage returns, a count.
    let named: String =
        POINTS.iter().map(|[x, y, z]| format!("9;{z}; {y} ;0;{x} # here\r\n")).collect();
    check_points(format!("\u{feff}// seen\r\n\"i\";Z;y;;X\r\n\r\n{named}"), "a.csv", Columns);
    let coloured = text(" ").replace('\n', " 255 0 0\n");
    check_points(format!("4\n{coloured}"), "a.pts", Columns);
    // Arrays of either order, byte order and more columns.
    let columns: Vec<u8> =
        (0..3).flat_map(|k| POINTS.iter().flat_map(move |p| p[k].to_be_bytes())).collect();
    let header = "{\"descr\": '>f8', 'shape': (4,3), 'fortran_order': True}";
    check_points(npy(header, &columns), "a.npy", Npy);
    let wide: Vec<u8> = POINTS
        .iter()
        .flat_map(|&[x, y, z]| [x, y, z, 9.0].map(f64::to_le_bytes).concat())
        .collect();
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, 4), }";
    check_points(npy(header, &wide), "a.npy", Npy);
}

#[test]
fn a_sensor_and_bytes_that_follow_are_told() {
    let text = String::from_utf8(pcd("ascii", text(" ").as_bytes())).expect("text");
    let moved = text.replace("VIEWPOINT 0 0 0", "VIEWPOINT 1 2 3");
    let loaded = read(moved, "a.pcd").expect("read");
    assert_eq!(loaded.viewpoint, Some([1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0]));
    assert_eq!(read(text, "a.pcd").expect("read").viewpoint, None);
    let more = pcd("binary", &[f32s(), vec![0; 5]].concat());
    assert_eq!(read(more, "a.pcd").expect("read").trailing_bytes, 5);
}

#[test]
fn a_byte_order_mark_is_skipped_or_named() {
    let marked = |bytes: Vec<u8>| [b"\xef\xbb\xbf".to_vec(), bytes].concat();
    check_points(marked(pcd("ascii", text(" ").as_bytes())), "a.dat", PointFormat::Pcd);
    check_points(marked(pcd("binary", &f32s())), "a.dat", PointFormat::Pcd);
    let ply = "ply\nformat ascii 1.0\nelement vertex 4\nproperty double x\nproperty double y\n\
        property double z\nend_header\n";
    check_points(marked(format!("{ply}{}", text(" ")).into_bytes()), "a.dat", PointFormat::Ply);
    let mesh = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n\
        property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n\
        0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    let read_mesh = |bytes: &[u8], name| obbtree_io::read_mesh_from(bytes, name, None);
    let mesh = read_mesh(&marked(mesh.into()), "a").expect("a mesh").mesh;
    assert_eq!(mesh.triangles().len(), 1);
    // As Windows writes it: no word of it is known.
    let wide = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(order).collect()
    };
    let why = "byte 0: text in UTF-16, as its byte order mark says, is not supported";
    let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let error = read_mesh(&wide(obj, order), "a.obj").expect_err(why).to_string();
        assert_eq!(error, format!("a.obj: {why}"));
        check(wide("0 0 0\n", order), "a.xyz", why);
    }
}

#[test]
fn an_archive_of_other_files_is_none_of_points() {
    let file = |name: &str| {
        let mut bytes = b"PK\x03\x04".to_vec();
        bytes.extend([0; 22]);
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend([0; 2]);
        bytes.extend(name.as_bytes());
        bytes
    };
    assert_eq!(PointFormat::of(&file("x.npy"), "a"), Some(PointFormat::Npz));
    assert_eq!(PointFormat::of(&file("x"), "a.3mf"), None);
    let model = file("3D/3dmodel.model");
    assert_eq!(PointFormat::of(&model, "a"), None);
    let looks = "(it looks like an archive, as 3MF and NPZ are)";
    let formats = "STL, OBJ, PLY, OFF, COLLADA and glTF are read";
    let error = obbtree_io::read_mesh_from(&model, "a.3mf", None).expect_err(looks).to_string();
    assert_eq!(error, format!("a.3mf: unknown or unsupported format {looks}; {formats}"));
}

#[test]
fn refusals_name_the_place() {
    let formats = "PCD, PLY, XYZ, TXT, CSV, NPY and NPZ are read";
    check("", "a.pcd", "byte 0: the file is empty");
    check("0 0 0", "a.dat", &format!("unknown or unsupported format of points; {formats}"));
    let looks = "(it looks like an image; depths need the numbers of their camera)";
    check(
        b"\x89PNG\r\n",
        "a.png",
        &format!("unknown or unsupported format of points {looks}; {formats}"),
    );
    assert!(matches!(
        read_points("no/such/file.pcd").unwrap_err().problem,
        Problem::Io(error) if error.kind() == std::io::ErrorKind::NotFound
    ));
    // Text.
    let infinite = "point 1 has y = inf, not a finite number";
    check("0 0 0\n0 inf 0\n", "a.xyz", &format!("line 2: {infinite}"));
    check("0,0,0\n\n0,0,nope\n", "a.csv", "line 3: 'nope' is not a number");
    check("0 0 0\n0 0\n", "a.xyz", "line 2: expected three coordinates, found '0 0'");
    check("1;2;3\n1,5;2;3\n", "a.csv", "line 2: '1,5' is not a number");
    check("0,0,0\n1,,3\n", "a.csv", "line 2: '' is not a number");
    let names = "expected numbers, or names of columns with x, y and z among them";
    check("x y w\n0 0 0\n", "a.txt", &format!("line 1: {names}, found 'x y w'"));
    check("3\n0 0 0\n", "a.pts", "line 1: 3 points are announced, there are 1");
    check("1e999 0 0", "a.xyz", "line 1: point 0 has x = 1e999, not a finite number");
    // PCD.
    let with = |from: &str, to: &str| {
        let text = String::from_utf8(pcd("ascii", text(" ").as_bytes())).expect("text");
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    let check_pcd = |from: &str, to: &str, message: &str| check(with(from, to), "a.pcd", message);
    check_pcd("x y z", "x y w", "line 11: there is no field 'z' of the points");
    check_pcd("SIZE 4 4 4", "SIZE 4 4", "line 11: 3 sizes are announced, there are 2");
    check_pcd("SIZE 4 4 4", "SIZE 4 -4 4", "line 4: expected a count, found '-4'");
    let double = "a field z of 1 x 2 bytes of type F is not supported";
    check_pcd("SIZE 4 4 4", "SIZE 4 4 2", &format!("line 11: {double}"));
    check_pcd(
        "COUNT 1 1 1",
        "COUNT 1 1 2",
        "line 11: a field z of 2 x 4 bytes of type F is not supported",
    );
    check_pcd(
        "POINTS 4",
        "POINTS 5",
        "line 11: 5 points, with width times height, are announced, there are 4",
    );
    check_pcd(
        "ascii",
        "asci",
        "line 11: expected 'ascii', 'binary' or 'binary_compressed', found 'asci'",
    );
    check_pcd("VIEWPOINT 0 0 0", "VIEWPOINT 0 north", "line 9: 'north' is not a number");
    check_pcd(
        "POINTS",
        "POINTSX",
        "line 10: expected a word of the header of a PCD, found 'POINTSX'",
    );
    check_pcd(
        "0 0.5 -1",
        "0 0.5",
        "line 12: expected the coordinates of a point, found the end of the line",
    );
    check_pcd("1.25", "1.2.5", "line 13: '1.2.5' is not a number");
    check_pcd("1000000", "-inf", "line 15: point 3 has y = -inf, not a finite number");
    let text = with("WIDTH 4", "WIDTH 400000000000").replace("POINTS 4\n", "");
    let bytes = text.split("DATA ascii\n").nth(1).expect("data").len();
    let short = "points are announced, for which the rest of the file";
    let message = format!("line 10: 400000000000 {short} ({bytes} bytes) is too short");
    check(&text, "a.pcd", &message);
    check(
        "# .PCD v.7\nFIELDS x y z\n",
        "a.pcd",
        "line 3: the file ends inside its header, which has no 'DATA'",
    );
    let cut = pcd("binary", &f32s()[..47]);
    let start = cut.len() - 47;
    check(&cut, "a.pcd", &format!("byte {start}: 4 {short} (47 bytes) is too short"));
    let mut data = f32s();
    data[28..32].copy_from_slice(&f32::INFINITY.to_le_bytes());
    let message = format!("byte {}: point 2 has y = inf, not a finite number", start + 28);
    check(pcd("binary", &data), "a.pcd", &message);
    let sizes = |packed: u32, unpacked: u32, data: &[u8]| {
        let sizes = [packed, unpacked].map(u32::to_le_bytes).concat();
        (pcd("binary_compressed", &[&sizes, data].concat()), pcd("binary_compressed", b"").len())
    };
    let check_packed = |packed, unpacked, data: &[u8], after: usize, message: &str| {
        let (file, at) = sizes(packed, unpacked, data);
        check(file, "a.pcd", &format!("byte {}: {message}", at + after));
    };
    let longer = "for which the rest of the file (3 bytes) is too short";
    check_packed(4, 48, b"\x01ab", 0, &format!("4 compressed bytes are announced, {longer}"));
    check_packed(0, 48, b"a", 0, "the compressed data cannot grow from 0 to 48 bytes");
    check_packed(3, 48, b"\x01ab", 11, "the compressed data gives 2 bytes of the 48 announced");
    check_packed(3, 48, b"\x05ab", 8, "the compressed data ends inside a run or a copy");
    let bytes =
        "bytes of fields, with those of the points of the header, are announced, there are 48";
    check_packed(3, 49, b"\x01ab", 0, &format!("49 {bytes}"));
    check(
        pcd("binary_compressed", b"abc"),
        "a.pcd",
        &format!("byte {start}: the file ends inside the sizes of the compressed data")
            .replace(&start.to_string(), &pcd("binary_compressed", b"").len().to_string()),
    );
    // PLY.
    let bad = ply("ascii", b"0 0 0\n1 1 1e300\n0 0 0\n0 0 0\n");
    let beyond = "beyond 1.8092513943330656e75, the largest coordinate that is supported";
    check(bad, "a.ply", &format!("line 9: point 1 has z = 1e300, {beyond}"));
    check(
        "ply\nformat ascii 1.0\nelement face 0\nend_header\n",
        "a.ply",
        "there is no element 'vertex'",
    );
    // NPY.
    let check_npy = |header: &str, at: usize, message: &str| {
        check(npy(header, &f32s()), "a.npy", &format!("byte {}: {message}", 10 + at));
    };
    check_npy("{'descr': '<f2', 'shape': (4, 3)}", 10, "an array of '<f2' is not supported");
    check_npy("{'descr': '<U8', 'shape': (4, 3)}", 10, "an array of '<U8' is not supported");
    check_npy("{'descr': [('x', '<f4')]}", 10, "an array of records is not supported");
    check_npy(
        "{'descr': '<f4', 'shape': (4, 3)}",
        33,
        "there is no entry 'fortran_order' of the header",
    );
    check_npy("{'descr': '<f4', 'shape': (4, -3)}", 30, "expected a length, found '-3)}'");
    check_npy(
        "{'descr': '<f4', 'form': 3}",
        17,
        "expected 'descr', 'fortran_order' or 'shape', found 'form'",
    );
    check_npy("{'descr': '<f4'", 15, "expected ',' or '}', found the end of the header");
    check_npy("[1]", 0, "expected '{', found '[1]'");
    let shaped =
        |shape: &str| format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}");
    for (shape, message) in [
        ("(12,)", "expected rows of at least three numbers, found an array of shape [12]"),
        ("()", "expected rows of at least three numbers, found an array of shape []"),
        ("(6, 2)", "expected rows of at least three numbers, found an array of shape [6, 2]"),
        ("(5, 3)", "5 rows are announced, for which the rest of the file (48 bytes) is too short"),
    ] {
        check_npy(&shaped(shape), shaped(shape).len(), message);
    }
    let huge = format!("(4000000000, {}, 3)", u64::MAX);
    let message = read(npy(&shaped(&huge), &f32s()), "a.npy").unwrap_err().to_string();
    assert!(message.contains("rows are announced, for which the rest"), "{message}");
    check(b"\x93NUMPY\x07\0", "a.npy", "byte 6: version 7 of the format is not supported");
    check(b"\x93NUMPY\x01\0\xff\xff{", "a.npy", "byte 11: the file ends inside its header");
}

/// Cut anywhere and with any byte changed, a file is read or refused; with a place, if it has one.
#[test]
fn damaged_files_are_read_or_refused() {
    let (mut taken, mut refused) = (0, 0);
    for (name, _, bytes) in good() {
        let mut count = |result: Result<LoadedPoints, ReadError>| match result {
            Ok(loaded) => {
                taken += 1;
                let good = |x: f64| x.is_nan() || x.abs() <= obbtree_predicates::MAX_COORDINATE;
                assert!(loaded.points.as_flattened().iter().all(|&x| good(x)), "{name}");
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().starts_with(name), "{error}");
            }
        };
        for_each_damage(&bytes, |damaged| count(read(damaged, name)));
    }
    assert!(taken > 1000 && refused > 1000, "{taken} taken, {refused} refused");
}
