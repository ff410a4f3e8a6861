//! The classic engine against all pairs, against its own invariants, and against known answers.

use std::ops::ControlFlow;

use nalgebra::{Matrix3, Vector3};
use obbtree::{Mesh, Pose};
use obbtree_builder::classic::{Config, Fit, Split, build};
use obbtree_tests::engines::{Asks, Built, ClassicBody, ClassicQuery};
use obbtree_tests::shapes::{self, awkward, cube, random, soup, sphere};
use obbtree_tests::{is_long, naive};
use obbtree_tree::classic::Tree;
use obbtree_tree::classic::TreeParts;
use rand::RngExt;

fn plain(mesh: &Mesh) -> Tree {
    build(mesh, &Config::default())
}

fn configs() -> Vec<Config> {
    let mut configs = Vec::new();
    for fit in [Fit::Surface, Fit::Hull] {
        for split in [Split::Mean, Split::Median, Split::Middle, Split::LeastArea] {
            for leaf_triangles in [0, 1, 4] {
                let config = Config::default().with_fit(fit).with_split(split);
                configs.push(config.with_leaf_triangles(leaf_triangles));
            }
        }
    }
    configs
}

#[test]
fn every_mesh_has_a_valid_tree_with_every_config() {
    let mut meshes = awkward();
    meshes.push(("a sphere", sphere(3, 1.0)));
    for (name, mesh) in &meshes {
        for config in configs() {
            let tree = build(mesh, &config);
            if let Err(invalid) = tree.validate() {
                panic!("{name}, {config:?}: {invalid}");
            }
            assert!(tree.depth() <= 61 + 31, "{name}, {config:?}: depth {}", tree.depth());
            assert!(tree == build(mesh, &config), "{name}, {config:?}: two builds differ");
        }
    }
}

#[test]
fn validate_sees_what_is_wrong() {
    let good = plain(&sphere(1, 1.0));
    let check = |spoil: &dyn Fn(&mut TreeParts), part: &str| {
        let mut parts = good.clone().into_parts();
        spoil(&mut parts);
        let message = Tree::from_parts_unchecked(parts).validate().expect_err(part).to_string();
        assert!(message.contains(part), "{message}");
    };
    check(&|parts| parts.ids[3] = parts.ids[4], "appears twice");
    check(&|parts| parts.nodes[0].obb.half *= 0.5, "does not contain");
    check(&|parts| parts.nodes[0].first = 3, "has no parent");
    check(&|parts| parts.nodes[1].obb.axes *= -1.0, "right-handed");
    check(&|parts| parts.largest_half *= 0.5, "largest");
    check(&|parts| parts.vertices[0].x += 1.0, "does not contain");
}

#[test]
fn oriented_boxes_are_tighter_than_axis_aligned_ones() {
    // A flat plate rotated away from the axes: the tree's root box must find its orientation.
    let mut random = random(3);
    let flat = soup(&mut random, 400, 0.05);
    let rotation = shapes::isometry(&mut random, 0.0);
    let mesh = shapes::bend(&flat, |[x, y, z]| (rotation * Vector3::new(x, y, z * 0.01)).into());
    for fit in [Fit::Surface, Fit::Hull] {
        let root = build(&mesh, &Config::default().with_fit(fit)).nodes()[0].obb;
        let ratio = root.volume() / mesh.report().bounds.volume();
        assert!(ratio < 0.2, "{fit:?}: {ratio}");
    }
}

#[test]
fn answers_equal_all_pairs_on_random_soups() {
    let mut random = random(1);
    let (mut hits, mut cases) = (0, 0);
    let mut query = ClassicQuery::default();
    for round in 0..300 {
        let (count_a, count_b) = (random.random_range(1..60), random.random_range(1..60));
        let a = soup(&mut random, count_a, 0.12);
        let b = soup(&mut random, count_b, 0.12);
        let config = configs()[round % configs().len()];
        let [body_a, body_b] = [&a, &b].map(|mesh| ClassicBody::build(mesh, &config));
        let (pose_a, pose_b) = (shapes::pose(&mut random, 0.25), shapes::pose(&mut random, 0.25));
        let expected = naive::intersecting_pairs(&a, &pose_a, &b, &pose_b);
        let found = query.pairs(&body_a, &pose_a, &body_b, &pose_b);
        assert_eq!(found, expected, "round {round}");
        let hit = query.collide(&body_a, &pose_a, &body_b, &pose_b);
        assert_eq!(hit, !expected.is_empty(), "round {round}");
        let mut swapped = query.pairs(&body_b, &pose_b, &body_a, &pose_a);
        swapped.iter_mut().for_each(|pair| pair.reverse());
        swapped.sort_unstable();
        assert_eq!(swapped, expected, "round {round}, swapped");
        hits += usize::from(hit);
        cases += 1;
    }
    assert!((cases * 3 / 10..=cases * 7 / 10).contains(&hits), "{hits} of {cases} hit");
}

/// Two unit cubes on a lattice meet exactly if they are at most one apart on every axis, and moving
/// both by the same lattice motion changes nothing.
#[test]
fn cubes_on_a_lattice_touch_exactly() {
    let body = Tree::body(&cube(1.0));
    let mut query = ClassicQuery::default();
    let quarter_turn = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let (mut hits, mut cases) = (0, 0);
    for i in -6..=6 {
        for j in -6..=6 {
            for k in -6..=6 {
                let t = Vector3::new(f64::from(i), f64::from(j), f64::from(k)) * 0.25;
                // Within each other's reach, but not one cube inside the other: equal cubes never
                // are.
                let expected = t.amax() <= 1.0;
                for (rotation, shift) in [
                    (Matrix3::identity(), Vector3::zeros()),
                    (Matrix3::identity(), Vector3::new(2048.0, -512.25, 3.0)),
                    (quarter_turn, Vector3::new(-7.5, 0.25, 1e6)),
                ] {
                    let pose_a = Pose::new(rotation, shift).unwrap();
                    let pose_b = Pose::new(rotation, rotation * t + shift).unwrap();
                    let hit = query.collide(&body, &pose_a, &body, &pose_b);
                    assert_eq!(hit, expected, "offset {t:?}, shift {shift:?}");
                    hits += usize::from(hit);
                    cases += 1;
                }
            }
        }
    }
    assert!((cases * 3 / 10..=cases * 7 / 10).contains(&hits), "{hits} of {cases} hit");
}

#[test]
fn awkward_meshes_meet_themselves_and_not_their_far_copies() {
    let most = if is_long() { 1000 } else { 300 };
    let mut query = ClassicQuery::default();
    for (name, mesh) in awkward() {
        if mesh.triangles().len() > most {
            // 10,000 equal triangles make 10^8 pairs; `all_pairs_of_equal_triangles` has fewer.
            continue;
        }
        let body = Tree::body(&mesh);
        let here = Pose::identity();
        let pairs = query.pairs(&body, &here, &body, &here);
        let own =
            (0..mesh.triangles().len() as u32).filter(|&i| pairs.binary_search(&[i, i]).is_ok());
        assert_eq!(own.count(), mesh.triangles().len(), "{name}: a triangle misses itself");
        assert_eq!(pairs, naive::intersecting_pairs(&mesh, &here, &mesh, &here), "{name}");
        let size = mesh.report().bounds.sides().amax();
        if size > 0.0 && size < 1e70 {
            let far = Pose::from_translation([3.0 * size + f64::MIN_POSITIVE, 0.0, 0.0]).unwrap();
            assert!(!query.collide(&body, &here, &body, &far), "{name}: far copy");
        }
    }
}

#[test]
fn a_limit_ends_the_search() {
    let body = Tree::body(&sphere(2, 1.0));
    let pose = Pose::from_translation([0.5, 0.0, 0.0]).unwrap();
    let here = Pose::identity();
    let mut query = ClassicQuery::default();
    let all = query.pairs(&body, &here, &body, &pose);
    assert!(all.len() > 10);
    let mut seen = Vec::new();
    let ended = query.for_each_pair(&body, &here, &body, &pose, |pair| {
        seen.push(pair);
        if seen.len() == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(ended.is_break());
    assert_eq!(seen.len(), 5);
    assert!(seen.iter().all(|pair| all.binary_search(pair).is_ok()));
}
