//! Tree files: what is saved comes back in every bit, and what was damaged does not.

use std::collections::HashSet;

use obbtree::collider::Tree;
use obbtree::collider::{Config, Effort};
use obbtree::io::{Format, read_mesh_from, tree_bytes};
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_builder::wide::{build, refit};
use obbtree_tests::{data, is_long, shapes};
use rand::RngExt;

fn built(mesh: &Mesh) -> (Tree, Vec<u8>) {
    let tree = build(mesh, &Config::default());
    let bytes = tree_bytes(mesh, &tree).expect("the tree of this mesh");
    (tree, bytes)
}

/// What vertices, triangles and tree take in memory; a tree in doubles counts the mesh, which it
/// shares.
fn loaded_bytes(mesh: &Mesh, tree: &Tree) -> usize {
    tree.bytes() + if tree.exact().is_some() { 0 } else { mesh.bytes() }
}

/// Saves and loads; the file's share of the memory.
fn round_trip(name: &str, mesh: &Mesh, tree: &Tree) -> f64 {
    let bytes = tree_bytes(mesh, tree).unwrap_or_else(|error| panic!("{name}: {error}"));
    let loaded = read_mesh_from(&bytes, name, None).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.format, Format::Tree, "{name}");
    let again = loaded.tree.expect("a tree");
    assert_eq!(&loaded.mesh, mesh, "{name}");
    assert_eq!(&again, tree, "{name}");
    // Equality holds -0 for 0 and would miss a bit.
    assert_eq!(tree_bytes(&loaded.mesh, &again).expect("the same"), bytes, "{name}");
    assert_eq!(again.validate(), Ok(()), "{name}");
    bytes.len() as f64 / loaded_bytes(mesh, tree) as f64
}

#[test]
fn awkward_meshes_come_back() {
    for (name, mesh) in shapes::awkward() {
        for effort in [Effort::Fast, Effort::Best] {
            let tree = build(&mesh, &Config::default().with_effort(effort));
            round_trip(name, &mesh, &tree);
        }
    }
}

#[test]
fn trees_that_were_fitted_again_come_back() {
    let (flat, mut tree) =
        (shapes::sphere(3, 1.0), build(&shapes::sphere(3, 1.0), &Config::default()));
    let moved = shapes::bend(&flat, |[x, y, z]| [x + 0.1 * z, y, z * 1.1]);
    refit(&mut tree, &moved, &Config::default()).expect("as many triangles");
    round_trip("fitted again", &moved, &tree);
    assert!(tree_bytes(&flat, &tree).is_err(), "the mesh before it moved");
}

/// As `f32` and as `f64` numbers, a file's share of what it loads to.
fn check_shares(name: &str, double: Mesh, most_in_doubles: f64) {
    let single = Mesh::new(
        double.vertices().iter().map(|v| v.map(|x| f64::from(x as f32))).collect(),
        double.triangles().to_vec(),
    )
    .expect("a mesh");
    for (mesh, most) in [(single, 0.55), (double, most_in_doubles)] {
        let tree = build(&mesh, &Config::default());
        let share = round_trip(name, &mesh, &tree);
        let triangles = mesh.triangles().len() as f64;
        let bytes = share * loaded_bytes(&mesh, &tree) as f64 / triangles;
        eprintln!("{name}: {share:.2} of memory, {bytes:.0} bytes a triangle");
        assert!(share < most, "{name}: {share}");
    }
}

#[test]
fn files_are_smaller_than_what_they_load_to_by_the_stated_factor() {
    check_shares("sphere", shapes::sphere(5, 1.0), 0.65);
}

#[test]
#[cfg_attr(not(data = "meshes"), ignore = "needs the developers' data: meshes")]
fn files_of_real_meshes_are_smaller_by_the_stated_factor() {
    for name in ["bunny.stl", "fandisk.obj", "rocker-arm.ply", "cow.glb", "env.obj"] {
        // Some have hardly a shared vertex.
        check_shares(name, data::mesh(name), 0.75);
    }
}

#[test]
fn loaded_trees_answer_as_built_ones_do() {
    let (a, b) = (shapes::sphere(3, 1.0), shapes::cube(1.2));
    let built_and_loaded = |mesh: Mesh| {
        let body = Body::new(mesh);
        let bytes = tree_bytes(body.mesh(), body.tree()).expect("the tree of this mesh");
        let loaded = read_mesh_from(&bytes, "f", None).expect("loads");
        let again = Body::from_parts(loaded.mesh, loaded.tree.expect("a tree"));
        [body, again.expect("of this mesh")]
    };
    let ([body_a, again_a], [body_b, again_b]) = (built_and_loaded(a), built_and_loaded(b));
    let mut random = shapes::random(6);
    let (mut query, mut hits) = (Query::new(), 0);
    for _ in 0..400 {
        let (pose_a, pose_b) = (shapes::pose(&mut random, 0.6), shapes::pose(&mut random, 0.6));
        let pairs = query.pairs(&body_a, &pose_a, &body_b, &pose_b);
        let again = query.pairs(&again_a, &pose_a, &again_b, &pose_b);
        assert_eq!(again, pairs);
        hits += usize::from(!pairs.is_empty());
    }
    assert!((120..=380).contains(&hits), "{hits} hits");
}

#[test]
fn every_flipped_bit_of_a_small_file_is_an_error() {
    for mesh in [shapes::cube(1.0), shapes::soup(&mut shapes::random(1), 5, 0.1)] {
        let (_, bytes) = built(&mesh);
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            for format in [None, Some(Format::Tree)] {
                let result = read_mesh_from(&damaged, "a.obbt", format);
                let message = result.expect_err("a bit was flipped").to_string();
                assert!(message.starts_with("a.obbt: "), "{message}");
            }
        }
    }
}

#[test]
fn every_other_length_is_an_error() {
    let (_, bytes) = built(&shapes::cube(1.0));
    for end in 0..bytes.len() {
        for format in [None, Some(Format::Tree)] {
            assert!(read_mesh_from(&bytes[..end], "a.obbt", format).is_err(), "{end} bytes");
        }
    }
    for more in 1..300 {
        let longer = [&bytes[..], &vec![0; more]].concat();
        assert!(read_mesh_from(&longer, "a.obbt", None).is_err(), "{more} bytes more");
    }
}

#[test]
fn random_damage_to_a_large_file_is_an_error() {
    let (_, mut bytes) = built(&shapes::sphere(5, 1.0));
    assert!(bytes.len() > 500_000, "{} bytes", bytes.len());
    let mut random = shapes::random(2);
    let times = if is_long() { 10_000 } else { 2_000 };
    for _ in 0..times {
        let (at, bit) = (random.random_range(0..bytes.len()), random.random_range(0..8));
        bytes[at] ^= 1 << bit;
        assert!(read_mesh_from(&bytes, "a.obbt", None).is_err(), "bit {bit} of byte {at}");
        bytes[at] ^= 1 << bit;
    }
    for _ in 0..times / 10 {
        let mut damaged = bytes.clone();
        for _ in 0..random.random_range(1..20) {
            let at = random.random_range(0..bytes.len());
            damaged[at] = random.random();
        }
        if damaged != bytes {
            assert!(read_mesh_from(&damaged, "a.obbt", None).is_err());
        }
    }
    assert!(read_mesh_from(&bytes, "a.obbt", None).is_ok());
}

fn crc(bytes: &[u8]) -> u64 {
    crc::Crc::<u64>::new(&crc::CRC_64_XZ).checksum(bytes)
}

#[test]
fn the_checksum_is_the_one_that_the_format_names() {
    // The check value of its entry in Cook's "Catalogue of parametrised CRC algorithms".
    assert_eq!(crc(b"123456789"), 0x995D_C9BB_DF19_39FA);
    let (_, bytes) = built(&shapes::cube(1.0));
    let (body, checksum) = bytes.split_at(bytes.len() - 8);
    assert_eq!(crc(body).to_le_bytes(), checksum);
}

/// A file made to deceive can at worst hold boxes that lie: it loads to a tree of sound shape, or
/// not.
#[test]
fn damage_under_a_right_checksum_harms_nobody() {
    let body = Body::new(shapes::soup(&mut shapes::random(3), 30, 0.2));
    let bytes = tree_bytes(body.mesh(), body.tree()).expect("the tree of this mesh");
    let mut query = Query::new();
    let mut random = shapes::random(4);
    let (mut taken, mut refused, mut reasons) = (0, 0, HashSet::new());
    for _ in 0..20_000 {
        let mut forged = bytes[..bytes.len() - 8].to_vec();
        for _ in 0..random.random_range(1..4) {
            let at = random.random_range(8..forged.len());
            match random.random_range(0..3) {
                0 => forged[at] ^= 1 << random.random_range(0..8),
                1 => forged[at] = random.random_range(0..7),
                _ => forged[at] = random.random(),
            }
        }
        forged.extend(crc(&forged).to_le_bytes());
        match read_mesh_from(&forged, "f", None) {
            Ok(loaded) => {
                taken += 1;
                let forged = loaded.tree.expect("a tree");
                assert_eq!(forged.validate_shape(), Ok(()));
                let _ = forged.validate();
                let forged = Body::from_parts(loaded.mesh, forged).expect("its triangles");
                let here = Pose::identity();
                let _ = query.collide(&forged, &here, &body, &here);
            }
            Err(error) => {
                refused += 1;
                let letters = |c: &char| !c.is_ascii_digit();
                reasons.insert(error.to_string().chars().filter(letters).collect::<String>());
            }
        }
    }
    assert!(taken > 500 && refused > 500, "{taken} taken, {refused} refused");
    for part in [
        "deeper",
        "a leaf refers to triangle",
        "appears twice",
        "axes",
        "of kind",
        "refers to vertex",
    ] {
        let found = reasons.iter().any(|reason| reason.contains(part));
        assert!(found || part == "deeper", "{part} is not in {reasons:?}");
    }
}

#[test]
fn what_is_not_the_tree_of_the_mesh_is_not_saved() {
    let (mesh, other) = (shapes::cube(1.0), shapes::cube(2.0));
    let (tree, _) = built(&mesh);
    assert!(tree_bytes(&other, &tree).is_err());
    assert!(tree_bytes(&shapes::sphere(0, 1.0), &tree).is_err());
    let mut parts = tree.into_parts();
    parts.leaves.pop();
    assert!(tree_bytes(&mesh, &Tree::from_parts_unchecked(parts)).is_err());
}

#[test]
fn a_tree_file_keeps_its_mesh_as_it_is() {
    use obbtree::io::{ReadOptions, read_mesh_from_with};
    let (_, bytes) = built(&shapes::cube(1.0));
    let limited = ReadOptions::default().with_max_triangles(12);
    assert!(read_mesh_from_with(&bytes, "f", &limited).is_ok());
    let limited = ReadOptions::default().with_max_triangles(11);
    assert!(read_mesh_from_with(&bytes, "f", &limited).is_err());
    let scaled = ReadOptions::default().with_scale(2.0);
    let message = read_mesh_from_with(&bytes, "f", &scaled).unwrap_err().to_string();
    assert!(message.contains("it cannot be scaled"), "{message}");
    let mut newer = bytes;
    newer[8] = 2;
    let message = read_mesh_from(&newer, "f", None).unwrap_err().to_string();
    assert_eq!(message, "f: byte 8: a tree file of version 2; version 1 is read");
}
