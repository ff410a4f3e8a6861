//! Files that break readers, of the formats that hold one mesh: cut, lying about counts, with
//! indices out of range, numbers that are none, rare but lawful spellings, odd geometry. Each
//! with what must come of it. Scenes are in [`hostile_scenes`](super::hostile_scenes).

use obbtree::Mesh;
use obbtree_assets::{obj_text, stl_bytes};

use super::formats;
use crate::shapes::{awkward, cube};

/// What reading a file must give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// A mesh of so many triangles.
    Mesh(usize),
    /// An error that has this text, which names the place.
    Error(&'static str),
    /// Either of the two is clear behaviour; if it is a mesh, then of so many triangles.
    Either(usize),
}

/// A file and what must come of it.
#[derive(Clone, Debug)]
pub struct Hostile {
    /// Its name.
    pub file: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// What reading it must give.
    pub expect: Expect,
}

use Expect::{Either, Error, Mesh as Read};

pub(super) fn hostile(file: &str, bytes: impl Into<Vec<u8>>, expect: Expect) -> Hostile {
    Hostile { file: file.to_owned(), bytes: bytes.into(), expect }
}

/// All files.
pub fn files() -> Vec<Hostile> {
    [stl_binary(), stl_ascii(), obj(), ply(), off(), geometry(), super::hostile_scenes::files()]
        .concat()
}

/// The good files that others are damaged from: a cube of 12 triangles.
pub(super) fn good(name: &str) -> Vec<u8> {
    let files = formats::files(&cube(1.0));
    files.into_iter().find(|(file, _)| *file == name).expect("a format").1
}

fn text(name: &str) -> String {
    String::from_utf8(good(name)).expect("a text format")
}

fn stl_binary() -> Vec<Hostile> {
    let stl = good("mesh.bin.stl");
    let with = |at: usize, bytes: &[u8]| {
        let mut stl = stl.clone();
        stl[at..at + bytes.len()].copy_from_slice(bytes);
        stl
    };
    let nan = f32::NAN.to_le_bytes();
    let every = |offset: usize, bytes: &[u8]| {
        let mut all = stl.clone();
        for triangle in 0..12 {
            let at = 84 + 50 * triangle + offset;
            all[at..at + bytes.len()].copy_from_slice(bytes);
        }
        all
    };
    vec![
        hostile("stl_empty_file.stl", [], Error("byte 0: ")),
        hostile("stl_bin_zero.stl", with(80, &[0; 4])[..84].to_vec(), Either(0)),
        hostile("stl_bin_count_high.stl", with(80, &1200_u32.to_le_bytes()), Error("byte 684: ")),
        hostile("stl_bin_count_max.stl", with(80, &[255; 4]), Error("inside triangle 12; ")),
        hostile("stl_bin_count_low.stl", with(80, &9_u32.to_le_bytes()), Either(9)),
        hostile("stl_bin_header_solid.stl", with(0, b"solid a lie"), Read(12)),
        hostile("stl_bin_cut_record.stl", stl[..351].to_vec(), Error("inside triangle 5; ")),
        hostile("stl_bin_83.stl", stl[..83].to_vec(), Error("byte 83: ")),
        hostile("stl_bin_nan.stl", with(84 + 3 * 50 + 16, &nan), Error("triangle 3")),
        hostile("stl_bin_nan_normals.stl", every(0, &nan.repeat(3)), Read(12)),
        hostile("stl_bin_attr.stl", every(48, &[0xff, 0x7f]), Read(12)),
    ]
}

fn stl_ascii() -> Vec<Hostile> {
    let stl = text("mesh.ascii.stl");
    let with = |from: &str, to: &str| {
        assert!(stl.contains(from));
        stl.replacen(from, to, 1)
    };
    vec![
        hostile("stl_ascii_crlf_tabs.stl", stl.replace('\n', "\r\n").replace(' ', "\t"), Read(12)),
        hostile("stl_ascii_upper.stl", stl.to_uppercase(), Read(12)),
        hostile("stl_ascii_no_endsolid.stl", with("endsolid mesh\n", ""), Either(12)),
        hostile("stl_ascii_two_solids.stl", stl.repeat(2), Read(24)),
        hostile("stl_ascii_noname.stl", with("solid mesh", "solid"), Read(12)),
        hostile(
            "stl_ascii_badnum.stl",
            with("vertex 1", "vertex one"),
            Error("'one' is not a number"),
        ),
        hostile(
            "stl_ascii_4verts.stl",
            with("endloop", "vertex 0 0 0\nendloop"),
            Error("line 7: "),
        ),
        hostile("stl_ascii_cut.stl", stl[..stl.len() / 2].to_owned(), Error("line ")),
        hostile("stl_ascii_overflow.stl", with("vertex 1", "vertex 1e999"), Error("has x = 1e999")),
    ]
}

fn obj() -> Vec<Hostile> {
    let obj = text("mesh.obj");
    let ends = |more: &str| format!("{obj}{more}");
    let relative: String = obj
        .lines()
        .map(|line| match line.strip_prefix("f ") {
            Some(ids) => {
                let ids = ids.split(' ').map(|id| id.parse::<i64>().expect("an index") - 9);
                format!("f{}\n", ids.map(|id| format!(" {id}")).collect::<String>())
            }
            None => format!("{line}\n"),
        })
        .collect();
    let vertices: String =
        obj.lines().filter(|line| line.starts_with('v')).map(|line| format!("{line}\n")).collect();
    // An L of area 3, from two of its corners.
    let ell = ["0 0", "2 0", "2 1", "1 1", "1 2", "0 2"];
    let concave = |first: usize| {
        let corners = (0..6).map(|i| format!("v {} 0\n", ell[(first + i) % 6]));
        corners.collect::<String>() + "f 1 2 3 4 5 6\n"
    };
    let circle = (0..5000).map(|i| {
        // On a parabola and its chord: convex.
        let x = f64::from(i) / 5000.0;
        format!("v {x} {} 0\n", x * x)
    });
    let bigngon =
        circle.collect::<String>() + "f" + &(1..=5000).map(|i| format!(" {i}")).collect::<String>();
    let mut latin1 = b"# caf\xe9\no \xfcber\n".to_vec();
    latin1.extend(obj.bytes());
    vec![
        hostile("obj_negative.obj", relative, Read(12)),
        hostile("obj_quads.obj", format!("{vertices}f 1 3 4 2\nf 5 6 8 7\n"), Read(4)),
        hostile(
            "obj_vtvn.obj",
            format!(
                "{vertices}vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\nf 1//1 2//1 4//1\nf 1/1 2/1 5/1\nf 1 2/1 6//1\n"
            ),
            Read(4),
        ),
        hostile("obj_concave.obj", concave(0), Read(4)),
        hostile("obj_concave2.obj", concave(2), Read(4)),
        hostile("obj_zero_index.obj", ends("f 0 1 2\n"), Error("line 21: ")),
        hostile("obj_oor.obj", ends("f 1 2 9\n"), Error("line 21: vertex index 9 ")),
        hostile("obj_neg_oor.obj", ends("f 1 2 -9\n"), Error("line 21: vertex index -9 ")),
        hostile(
            "obj_index_2p32.obj",
            ends("f 1 2 4294967299\n"),
            Error("vertex index 4294967299 "),
        ),
        hostile("obj_no_faces.obj", vertices.clone(), Either(0)),
        hostile("obj_two_index_face.obj", ends("f 1 2\n"), Either(12)),
        hostile("obj_crlf_bom.obj", format!("\u{feff}{}", obj.replace('\n', "\r\n")), Read(12)),
        hostile("obj_latin1.obj", latin1, Read(12)),
        hostile(
            "obj_extras.obj",
            ends(
                "g a b\ns off\nusemtl m\nmtllib m.mtl\nl 1 2\np 1\ncstype bezier\ncurv 0 1 1 2\nend\n",
            ),
            Read(12),
        ),
        hostile("obj_continuation.obj", ends("f 1 \\\n2 \\\n3\n"), Read(13)),
        hostile(
            "obj_w_rgb.obj",
            format!("v 0 0 0 1\nv 1 0 0 .5 .5 .5\nv 0 1 0\n{}", "f 1 2 3\n"),
            Read(1),
        ),
        hostile("obj_nan.obj", format!("v nan 0 0\n{obj}f 1 2 3\n"), Error("line 1: ")),
        hostile("obj_bigngon.obj", bigngon, Read(4998)),
    ]
}

fn ply() -> Vec<Hostile> {
    let ascii = text("mesh.ascii.ply");
    let little = good("mesh.le.ply");
    let with = |from: &str, to: &str| {
        assert!(ascii.contains(from), "{from}");
        ascii.replacen(from, to, 1)
    };
    let extra_before = ascii
        .replace("property float x", "property uchar flag\nproperty float x")
        .lines()
        .enumerate()
        // The eight vertices follow a header of ten lines.
        .map(
            |(i, line)| {
                if (10..18).contains(&i) { format!("7 {line}\n") } else { format!("{line}\n") }
            },
        )
        .collect::<String>();
    let list_in_vertex =
        ascii
            .replace("property float z", "property float z\nproperty list uchar int near")
            .lines()
            .enumerate()
            .map(|(i, line)| {
                if (10..18).contains(&i) { format!("{line} 2 5 6\n") } else { format!("{line}\n") }
            })
            .collect::<String>();
    vec![
        hostile("ply_be_double.ply", good("mesh.be.ply"), Read(12)),
        hostile("ply_extra_before.ply", extra_before, Read(12)),
        hostile("ply_list_in_vertex.ply", list_in_vertex, Either(12)),
        hostile(
            "ply_extra_element.ply",
            with("element face", "element edge 1\nproperty int a\nproperty int b\nelement face")
                .replacen("3 0 2 3", "0 1\n3 0 2 3", 1),
            Read(12),
        ),
        hostile(
            "ply_truncated.ply",
            little[..little.len() - 20].to_vec(),
            Error("inside face 10; "),
        ),
        hostile("ply_count_lie.ply", with("element face 12", "element face 17"), Error("face 12")),
        hostile(
            "ply_count_huge.ply",
            with("element vertex 8", "element vertex 4000000000"),
            Error("4000000000 'vertex' are announced"),
        ),
        hostile("ply_oor.ply", with("\n3 0 2 3", "\n3 0 2 8"), Error("vertex index 8 ")),
        hostile("ply_neg.ply", with("\n3 0 2 3", "\n3 0 2 -1"), Error("vertex index -1 ")),
        hostile("ply_no_end_header.ply", with("end_header\n", ""), Error("line ")),
        hostile(
            "ply_points.ply",
            ascii[..ascii.find("3 0 2 3").expect("the first face")].replace("face 12", "face 0"),
            Either(0),
        ),
        hostile(
            "ply_crlf.ply",
            with("element vertex", "comment c\nobj_info o\nelement vertex").replace('\n', "\r\n"),
            Read(12),
        ),
        hostile("ply_vertex_index.ply", with("vertex_indices", "vertex_index"), Read(12)),
    ]
}

fn off() -> Vec<Hostile> {
    let off = text("mesh.off");
    let comments = off.replacen("OFF\n", "OFF # c\n\n# more\n", 1);
    let colours: String =
        off.lines()
            .map(|line| {
                if line.starts_with("3 ") {
                    format!("{line} 255 0 0\n")
                } else {
                    format!("{line}\n")
                }
            })
            .collect();
    let cut = off.lines().take(19).map(|line| format!("{line}\n")).collect::<String>();
    vec![
        hostile("off_comments.off", comments, Read(12)),
        hostile("off_colours.off", colours, Read(12)),
        hostile("off_cut.off", cut, Error("the file ends inside face 9 of 12")),
    ]
}

/// Meshes that break what comes after the reader, as OBJ where `f32` holds them.
fn geometry() -> Vec<Hostile> {
    let mut files: Vec<Hostile> = awkward()
        .into_iter()
        .map(|(name, mesh): (&str, Mesh)| {
            let lines = |[x, y, z]: &[f64; 3]| format!("v {x:e} {y:e} {z:e}\n");
            let vertices: String = mesh.vertices().iter().map(lines).collect();
            let faces = mesh.triangles().iter();
            let faces = faces.map(|[a, b, c]| format!("f {} {} {}\n", a + 1, b + 1, c + 1));
            let file = format!("geo_{}.obj", name.replace([' ', ','], "_"));
            hostile(&file, vertices + &faces.collect::<String>(), Read(mesh.triangles().len()))
        })
        .collect();
    let flipped = cube(1.0);
    let triangles = flipped.triangles().iter().enumerate();
    let triangles = triangles.map(|(i, &[a, b, c])| if i % 2 == 0 { [a, b, c] } else { [a, c, b] });
    let flipped = Mesh::new(flipped.vertices().to_vec(), triangles.collect()).expect("a mesh");
    files.push(hostile("geo_flipped.stl", stl_bytes(&flipped, ""), Read(12)));
    let fan = "v 0 0 0\nv 0 0 1\nv 1 0 0\nv 0 1 0\nv -1 -1 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n";
    files.push(hostile("geo_nonmanifold.obj", fan, Read(3)));
    files.push(hostile("geo_cube.obj", obj_text(&cube(1.0), "cube"), Read(12)));
    files
}
