//! The wide builder: valid trees for every mesh, the same bytes on every instruction set and any
//! number of threads, small, and fitted again when vertices move.

use obbtree::Mesh;
use obbtree_builder::wide::{Config, Effort, TriangleCountMismatch, build, refit, refit_frames};
use obbtree_simd::SimdLevel;
use obbtree_tests::data;
use obbtree_tests::shapes::{self, awkward, bend, random};
use obbtree_tree::wide::{Leaf, MAX_DEPTH, Tree, TreeParts};

const EFFORTS: [Effort; 2] = [Effort::Fast, Effort::Best];

fn config(effort: Effort) -> Config {
    Config::default().with_effort(effort)
}

/// A strip of terrain: `side x side` squares with hills.
fn terrain(side: u32) -> Mesh {
    let height = |x: u32, y: u32| (f64::from(x) * 0.31).sin() * (f64::from(y) * 0.17).cos();
    let vertices = (0..=side)
        .flat_map(|x| (0..=side).map(move |y| [f64::from(x), f64::from(y), height(x, y)]))
        .map(|v| v.map(|x| f64::from(x as f32)))
        .collect();
    let squares = (0..side).flat_map(|x| (0..side).map(move |y| x * (side + 1) + y));
    let triangles = squares
        .flat_map(|i| [[i, i + side + 1, i + 1], [i + 1, i + side + 1, i + side + 2]])
        .collect();
    Mesh::new(vertices, triangles).expect("a terrain")
}

/// `count` triangles at the corners of a coarse lattice, many of them equal.
fn lattice(count: usize) -> Mesh {
    let mut random = random(11);
    let triangles: Vec<[[f64; 3]; 3]> = (0..count)
        .map(|_| [(); 3].map(|()| shapes::vector(&mut random).map(|x| (x * 2.0).round()).into()))
        .collect();
    Mesh::from_soup(&triangles).expect("finite")
}

/// Every number of a tree as bits, so that nothing hides behind `0 == -0`.
fn bits(tree: &Tree) -> Vec<u64> {
    let node = |node: &obbtree_tree::wide::Node| {
        let numbers = node.frame.as_flattened().as_flattened().iter();
        let numbers = numbers.chain(node.half.as_flattened()).map(|x| x.to_bits());
        numbers.chain(node.child.map(|child| child.bits())).map(u64::from).collect::<Vec<_>>()
    };
    let leaf = |leaf: &Leaf| {
        let numbers = leaf.corners.as_flattened().as_flattened().iter().map(|x| x.to_bits());
        numbers.chain(leaf.ids).map(u64::from).collect::<Vec<_>>()
    };
    let rest = tree.origin().into_iter().chain(tree.sphere_center()).chain([tree.sphere_radius()]);
    let exact = tree.exact().into_iter().flat_map(Mesh::corners).flatten();
    let rest = rest.chain(exact.flat_map(<[f64; 3]>::from));
    tree.nodes()
        .iter()
        .flat_map(node)
        .chain(tree.leaves().iter().flat_map(leaf))
        .chain(rest.map(|x| x.to_bits()))
        .chain([tree.largest_half(), tree.largest_center()].map(|x| u64::from(x.to_bits())))
        .collect()
}

/// Valid, complete, and finite where `f32` reaches.
fn check(name: &str, mesh: &Mesh) {
    for effort in EFFORTS {
        let tree = build(mesh, &config(effort));
        if let Err(wrong) = tree.validate() {
            panic!("{name}, {effort:?}: {wrong}");
        }
        assert_eq!(tree.triangle_count(), mesh.triangles().len(), "{name}");
        assert!(tree.depth() <= MAX_DEPTH, "{name}: {} levels", tree.depth());
        let numbers = tree.nodes().iter().flat_map(|node| node.frame.as_flattened().as_flattened());
        assert!(numbers.clone().all(|x| x.is_finite()), "{name}: axes and centres are numbers");
        let halves = tree.nodes().iter().flat_map(|node| node.half.as_flattened());
        assert!(halves.clone().all(|x| !x.is_nan()), "{name}: half sides are no NaN");
        if tree.sphere_radius() < 1e38 {
            assert!(tree.largest_half().is_finite() && tree.largest_center().is_finite(), "{name}");
            check_root_box(name, mesh, &tree);
        }
    }
}

/// The box around the tree contains every corner of the mesh, and a corner is at each of its faces.
fn check_root_box(name: &str, mesh: &Mesh, tree: &Tree) {
    let around = tree.root_box();
    // What the margin of the box may be, and where that underflows.
    let loose = around.size / f64::from(1_u32 << 31) / f64::from(1 << 14) + f64::MIN_POSITIVE;
    let center = nalgebra::Point3::from(around.center);
    let away = |corner: nalgebra::Point3<f64>| (corner - center).norm();
    let farthest = mesh.corners().flatten().map(away).fold(0.0, f64::max);
    assert!(farthest <= around.radius, "{name}: {farthest} {around:?}");
    for i in 0..3 {
        let along = |corner: &nalgebra::Point3<f64>| -> f64 {
            (0..3).map(|k| around.axes[k][i] * (corner[k] - around.center[k])).sum()
        };
        let (low, high) = mesh
            .corners()
            .flatten()
            .map(|corner| along(&corner))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        let half = around.half[i];
        assert!(-half - f64::MIN_POSITIVE <= low && high <= half + f64::MIN_POSITIVE, "{name}");
        assert!(low <= loose - half && half - loose <= high, "{name}: {low} {high} {around:?}");
    }
}

#[test]
fn every_mesh_has_a_valid_tree() {
    for (name, mesh) in awkward() {
        check(name, &mesh);
    }
    check("sphere", &shapes::sphere(4, 1.0));
    check("sphere off the origin, in f64", &shapes::sphere(3, 0.1 + 1e-9));
    check("terrain", &terrain(60));
    check("random soup", &shapes::soup(&mut random(5), 3000, 0.05));
    check("long random triangles", &shapes::soup(&mut random(6), 1000, 1.0));
    check("lattice", &lattice(2000));
    let mut random = random(8);
    for count in 1..40 {
        check("a few triangles", &shapes::soup(&mut random, count, 0.4));
        check("a few equal places", &lattice(count));
    }
}

#[test]
#[cfg_attr(not(data = "meshes"), ignore = "needs the developers' data: meshes")]
fn models_of_the_shared_data_have_valid_trees() {
    for name in ["bunny.stl", "fandisk.obj", "env.obj", "rob.obj", "sphere4.stl"] {
        check(name, &data::mesh(name));
    }
}

/// Two meshes as one. With a small one of many triangles and a large one of fewer, the large one
/// is cut three times, and what threads judge ahead of the small one is dropped.
fn beside(a: &Mesh, b: &Mesh) -> Mesh {
    shapes::joined(&[(a, [0.0; 3]), (b, [5.0, 0.0, 0.0])])
}

#[test]
fn instruction_sets_and_threads_build_the_same_bytes() {
    let meshes = [
        ("sphere", shapes::sphere(5, 1.0)),
        ("terrain", terrain(130)),
        ("sphere beside a terrain", beside(&shapes::sphere(5, 0.01), &terrain(70))),
        ("lattice", lattice(9000)),
        ("soup in f64", shapes::soup(&mut random(9), 5000, 0.02)),
    ];
    for (name, mesh) in &meshes {
        for effort in EFFORTS {
            let alone = config(effort).with_parallel(false);
            let expected = bits(&build(mesh, &alone));
            for level in SimdLevel::all_available() {
                let got = bits(&build(mesh, &alone.with_level(level)));
                assert!(got == expected, "{name}, {effort:?}: {level} builds another tree");
            }
            for threads in [1, 2, 3] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let pool = pool.expect("a few threads");
                let got = bits(&pool.install(|| build(mesh, &config(effort))));
                assert!(
                    got == expected,
                    "{name}, {effort:?}: {threads} threads build another tree"
                );
            }
        }
    }
}

#[test]
fn trees_of_single_precision_meshes_stay_below_82_bytes_a_triangle() {
    for (name, mesh) in [("sphere", shapes::sphere(6, 1.0)), ("terrain", terrain(150))] {
        let single: Vec<[f32; 3]> = mesh.vertices().iter().map(|v| v.map(|x| x as f32)).collect();
        let mesh = Mesh::from_f32(&single, mesh.triangles().to_vec()).expect("finite");
        for effort in EFFORTS {
            let tree = build(&mesh, &config(effort));
            assert!(tree.exact().is_none(), "{name} is single precision");
            let each = tree.bytes() as f64 / mesh.triangles().len() as f64;
            assert!(each <= 82.0, "{name}, {effort:?}: {each} bytes a triangle");
        }
    }
}

#[test]
fn trees_in_doubles_stay_below_105_bytes_a_triangle_and_share_their_mesh() {
    let in_doubles = |mesh: Mesh| bend(&mesh, |v| v.map(|x| x / 3.0));
    for (name, mesh) in
        [("sphere", in_doubles(shapes::sphere(6, 0.1))), ("terrain", in_doubles(terrain(150)))]
    {
        for effort in EFFORTS {
            let mut tree = build(&mesh, &config(effort));
            let exact = tree.exact().unwrap_or_else(|| panic!("{name} is in doubles"));
            assert_eq!(exact.vertices().as_ptr(), mesh.vertices().as_ptr(), "{name}: a copy");
            let each = tree.bytes() as f64 / mesh.triangles().len() as f64;
            assert!(each <= 105.0, "{name}, {effort:?}: {each} bytes a triangle");

            let moved = bend(&mesh, |[x, y, z]| [x + 0.1 * z, y, z]);
            refit(&mut tree, &moved, &config(effort)).expect("as many triangles");
            let exact = tree.exact().unwrap_or_else(|| panic!("{name} is still in doubles"));
            assert_eq!(exact.vertices().as_ptr(), moved.vertices().as_ptr(), "{name}: a copy");
        }
    }
}

/// A soup in doubles shares no corner: 72 bytes of coordinates a triangle, which its mesh has
/// anyway.
#[test]
fn soups_in_doubles_stay_below_the_three_corners_they_need() {
    let mesh = shapes::soup(&mut random(5), 20_000, 0.02);
    for effort in EFFORTS {
        let each = build(&mesh, &config(effort)).bytes() as f64 / 20_000.0;
        assert!(each <= 170.0, "{effort:?}: {each} bytes a triangle");
    }
}

#[test]
fn refitted_trees_are_valid_and_nothing_moved_gives_the_same_tree() {
    let twist = |[x, y, z]: [f64; 3]| {
        let (sin, cos) = (z * 0.7).sin_cos();
        [cos * x - sin * y, sin * x + cos * y, z]
    };
    let flatten = |[x, y, _]: [f64; 3]| [x, y, 0.0];
    let far = |v: [f64; 3]| v.map(|x| 1e6 + 0.7 * x);
    let mut meshes = awkward();
    meshes.push(("sphere", shapes::sphere(3, 1.0)));
    meshes.push(("terrain", terrain(30)));
    for (name, mesh) in &meshes {
        let config = Config::default();
        let built = build(mesh, &config);
        let mut tree = built.clone();
        for moved in [bend(mesh, twist), bend(mesh, flatten), bend(mesh, far)] {
            let report = refit(&mut tree, &moved, &config).expect("as many triangles");
            assert!(report.area_before >= 0.0 && report.area_after >= 0.0, "{name}: {report:?}");
            if let Err(wrong) = tree.validate() {
                panic!("{name}: {wrong}");
            }
            refit_frames(&mut tree, &moved, &config).expect("as many triangles");
            if let Err(wrong) = tree.validate() {
                panic!("{name}: {wrong}");
            }
            assert_eq!(tree.triangle_count(), mesh.triangles().len(), "{name}");
        }
        let mut tree = built.clone();
        refit(&mut tree, &bend(mesh, twist), &config).expect("as many triangles");
        let report = refit(&mut tree, mesh, &config).expect("as many triangles");
        assert!(!report.rebuild, "{name}: going back makes boxes smaller");
        assert!(bits(&tree) == bits(&built), "{name}: refitted to its own mesh, another tree");
    }
    let mut tree = build(&shapes::cube(1.0), &Config::default());
    let before = tree.clone();
    let other = refit(&mut tree, &shapes::sphere(0, 1.0), &Config::default());
    let TriangleCountMismatch { tree: in_tree, mesh: in_mesh, .. } = other.unwrap_err();
    assert_eq!((in_tree, in_mesh), (12, 20));
    assert_eq!(tree, before);
}

#[test]
fn refits_on_all_instruction_sets_and_threads_give_the_same_bytes() {
    let wave = |[x, y, z]: [f64; 3]| [x, y + 0.1 * (3.0 * x).sin(), z];
    for (name, mesh) in [("sphere", shapes::sphere(5, 1.0)), ("terrain", terrain(60))] {
        let single = |v: [f64; 3]| v.map(|x| f64::from(x as f32));
        for moved in [bend(&mesh, wave), bend(&bend(&mesh, wave), single)] {
            let alone = Config::default().with_parallel(false);
            let built = build(&mesh, &alone);
            for refit in [refit, refit_frames] {
                let bits_with = |config: &Config| {
                    let mut tree = built.clone();
                    refit(&mut tree, &moved, config).expect("as many triangles");
                    bits(&tree)
                };
                let expected = bits_with(&alone);
                for level in SimdLevel::all_available() {
                    let same = bits_with(&alone.with_level(level)) == expected;
                    assert!(same, "{name}: {level} refits to another tree");
                }
                let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
                let same = pool.expect("threads").install(|| bits_with(&Config::default()));
                assert!(same == expected, "{name}: three threads refit to another tree");
            }
        }
    }
}

#[test]
fn the_hint_asks_for_a_new_tree_after_large_changes_alone() {
    let mesh = shapes::sphere(5, 1.0);
    let config = Config::default();
    let built = build(&mesh, &config);
    let rebuild = |moved: &Mesh| {
        let mut tree = built.clone();
        let report = refit(&mut tree, moved, &config).expect("as many triangles");
        let mut rotated = built.clone();
        let anew = refit_frames(&mut rotated, moved, &config).expect("as many triangles");
        assert!(anew.area_after < 1.02 * report.area_after, "{anew:?} {report:?}");
        report.rebuild
    };
    assert!(!rebuild(&bend(&mesh, |v| v.map(|x| 5.0 * x + 3.0))), "moved and scaled as a whole");
    let twisted = |turn: f64| {
        bend(&mesh, |[x, y, z]| {
            let (sin, cos) = (z * turn).sin_cos();
            [cos * x - sin * y, sin * x + cos * y, z]
        })
    };
    assert!(!rebuild(&twisted(0.02)), "a slight twist");
    let wave = |[x, y, z]: [f64; 3]| [x, y + 0.3 * (9.0 * x).sin(), z];
    assert!(rebuild(&bend(&mesh, wave)), "steep waves");
}

/// What a damaged tree is blamed for.
fn blame(damage: impl FnOnce(&mut TreeParts)) -> String {
    let tree = build(&shapes::sphere(2, 1.0), &Config::default());
    assert_eq!(tree.validate(), Ok(()));
    let mut parts = tree.into_parts();
    damage(&mut parts);
    let damaged = Tree::from_parts_unchecked(parts.clone()).validate().expect_err("damaged");
    // What the shape check sees, no constructor lets through.
    match Tree::from_parts(parts) {
        Ok(tree) => assert_eq!(tree.validate_shape(), Ok(())),
        Err(invalid) => assert_eq!(invalid, damaged),
    }
    damaged.to_string()
}

#[test]
fn damage_is_found() {
    let contains = |text: String, part: &str| assert!(text.contains(part), "{text}");
    contains(blame(|parts| parts.nodes[0].half[1][2] *= 0.9), "does not contain triangle");
    contains(blame(|parts| parts.nodes[3].frame[0][3][0] += 0.01), "does not contain triangle");
    contains(blame(|parts| parts.nodes[1].frame[0][0][1] += 1e-5), "orthonormal");
    contains(blame(|parts| parts.sphere_radius *= 0.999), "the bounding sphere");
    contains(blame(|parts| parts.largest_half *= 0.999), "largest box");
    contains(blame(|parts| parts.leaves[5].ids[0] = 0), "triangle");
    contains(blame(|parts| parts.nodes[0].child.swap(0, 1)), "depth-first order");
    contains(blame(|parts| parts.leaves.truncate(60)), "exact triangles for");
}
