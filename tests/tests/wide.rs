//! The wide engine on every instruction set of this CPU: against its naive twin, against all pairs,
//! and against known answers; with trees of the plain builder and of the real one.

use std::ops::ControlFlow;

use nalgebra::Vector3;
use obbtree::builder::wide as real;
use obbtree::query::{Aim, wide::for_each_pair_naive};
use obbtree::{Counts, Engine, Mesh, Pose, Scratch, Tree};
use obbtree_geom::Placement;
use obbtree_simd::SimdLevel;
use obbtree_tests::shapes::{self, awkward, cube, random, soup, sphere};
use obbtree_tests::{data, naive, wide_build};
use obbtree_tree::wide::Packing;
use rand::RngExt;

fn best(mesh: &Mesh) -> Tree {
    real::build(mesh, &real::Config::default())
}

fn collide(a: &Tree, b: &Tree, placement: &Placement, scratch: &mut Scratch) -> bool {
    obbtree::collide(a, &placement.pose_a, b, &placement.pose_b, scratch)
}

fn pairs_by(level: SimdLevel, a: &Tree, b: &Tree, placement: &Placement) -> Vec<[u32; 2]> {
    let Placement { pose_a, pose_b, .. } = placement;
    obbtree::intersecting_pairs(a, pose_a, b, pose_b, &mut Scratch::with_level(level))
}

fn pairs_by_twin(a: &Tree, b: &Tree, placement: &Placement) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    let all = for_each_pair_naive(a, &placement.pose_a, b, &placement.pose_b, |in_a, in_b| {
        pairs.push([in_a, in_b]);
        ControlFlow::Continue(())
    });
    assert!(all.is_continue());
    pairs.sort_unstable();
    pairs
}

/// Every instruction set gives these pairs, and the boolean that follows.
fn check_levels(what: &str, a: &Tree, b: &Tree, placement: &Placement, pairs: &[[u32; 2]]) {
    for level in SimdLevel::all_available() {
        assert_eq!(pairs_by(level, a, b, placement), pairs, "{what}, {level}: {placement:?}");
        let found = collide(a, b, placement, &mut Scratch::with_level(level));
        assert_eq!(found, !pairs.is_empty(), "{what}, {level}: {placement:?}");
    }
}

#[test]
fn all_pairs_of_small_meshes() {
    let mut random = random(11);
    let mut meshes = awkward();
    meshes.push(("a sphere", sphere(2, 1.0)));
    meshes.push(("a cube", cube(1.0)));
    meshes.push(("large soup", soup(&mut random, 90, 0.2)));
    meshes.push(("small soup", soup(&mut random, 200, 0.05)));
    let reach =
        |mesh: &Mesh| mesh.vertices().iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    let (mut asked, mut met) = (0, 0);
    for (name_a, mesh_a) in &meshes {
        for (name_b, mesh_b) in &meshes {
            if mesh_a.triangles().len() * mesh_b.triangles().len() > 60_000 {
                continue;
            }
            let what = format!("{name_a} and {name_b}");
            let plain = [mesh_a, mesh_b].map(|mesh| wide_build::build(mesh, 1 + asked % 4));
            let built = [best(mesh_a), best(mesh_b)];
            // Around each other, at the scale of the larger; and where they are.
            let size = reach(mesh_a).max(reach(mesh_b));
            for round in 0..3 {
                let pose_a = shapes::pose(&mut random, 1e-3 * size.min(1e200));
                let pose_b = shapes::pose(&mut random, 0.7 * size.min(1e200));
                let (pose_a, pose_b) = match round {
                    0 => (Pose::identity(), Pose::identity()),
                    1 => (Pose::identity(), pose_b),
                    _ => (pose_a, pose_b),
                };
                let placement = Placement::new(&pose_a, &pose_b);
                let pairs = naive::intersecting_pairs(mesh_a, &pose_a, mesh_b, &pose_b);
                let packed = [built[0].packed(Packing::All), built[1].packed(Packing::Leaves)];
                for [a, b] in [[&plain, &built], [&plain, &packed]][asked % 2] {
                    assert_eq!(pairs_by_twin(a, b, &placement), pairs, "{what}: {placement:?}");
                    check_levels(&what, a, b, &placement, &pairs);
                }
                asked += 1;
                met += usize::from(!pairs.is_empty());
            }
        }
    }
    assert!((asked * 3 / 10..=asked * 7 / 10).contains(&met), "{met} of {asked} met");
}

#[test]
fn touching_is_meeting_and_a_hair_apart_is_not() {
    let tree = best(&cube(1.0));
    let here = Pose::identity();
    for (x, meets) in [(1.0, true), (1.0 + f64::EPSILON, false), (1.0 - f64::EPSILON, true)] {
        let aside = Pose::from_translation([x, 0.25, 0.0]).expect("in range");
        let placement = Placement::new(&here, &aside);
        for level in SimdLevel::all_available() {
            let found = collide(&tree, &tree, &placement, &mut Scratch::with_level(level));
            assert_eq!(found, meets, "{x} on {level}");
        }
    }
}

#[test]
fn meshes_beyond_single_precision_get_the_same_answers() {
    let unit = sphere(1, 1.0);
    for (scale, shift) in
        [(1.0, 1e6), (1.0, 1e15), (1e-40, 0.0), (1e-200, 0.0), (1e30, 0.0), (1e50, 1e52)]
    {
        let vertices = unit.vertices().iter().map(|v| v.map(|x| x * scale + shift)).collect();
        let mesh = Mesh::new(vertices, unit.triangles().to_vec()).expect("in range");
        let trees = [wide_build::build(&mesh, 4), best(&mesh)];
        let [full, leaves, all] =
            [Packing::None, Packing::Leaves, Packing::All].map(|packing| trees[1].packed(packing));
        for tree in [&full, &leaves, &all] {
            tree.validate().expect("a right tree");
        }
        assert!(full == trees[1]);
        if scale < 1e38 {
            trees[0].validate().expect("a right tree"); // beyond, its boxes are endless
        }
        for apart in [0.3, 1.0, 1.9, 2.2] {
            let away = Vector3::new(apart, 0.1, 0.2) * scale;
            let here = Pose::identity();
            let aside = Pose::from_translation(away.into()).expect("in range");
            let pairs = naive::intersecting_pairs(&mesh, &here, &mesh, &aside);
            let placement = Placement::new(&here, &aside);
            for tree in trees.iter().chain([&leaves, &all]) {
                check_levels(&format!("{scale:e} at {shift:e}"), tree, tree, &placement, &pairs);
            }
        }
    }
}

/// The figures of `Config::packing`: bytes fall, boxes grow by next to nothing.
#[test]
fn packed_trees_are_small_and_as_good() {
    let in_f32 = |mesh: Mesh| {
        let vertices = mesh.vertices().iter().map(|v| v.map(|x| f64::from(x as f32))).collect();
        Mesh::new(vertices, mesh.triangles().to_vec()).expect("in range")
    };
    let mesh = in_f32(sphere(5, 1.0));
    let full = best(&mesh);
    let inner = best(&in_f32(sphere(5, 0.98)));
    let here = Pose::identity();
    let visits = |packing: Packing| {
        let trees = [full.packed(packing), inner.packed(packing)];
        for tree in &trees {
            tree.validate().expect("a right tree");
            assert_eq!(tree.triangles(), mesh.triangles().len());
            assert_eq!(tree.depth(), tree.packed(Packing::None).depth());
        }
        let mut counts = Counts::default();
        let [a, b] = &trees;
        let all = ControlFlow::Continue(());
        let scratch = &mut Scratch::new();
        let to = Some(&mut counts);
        assert!(Tree::search(a, &here, b, &here, Aim::All, to, scratch, |_, _| all).is_continue());
        (counts.visits as f64, trees[0].bytes() as f64 / mesh.triangles().len() as f64)
    };
    let [(visits_full, bytes_full), (visits_leaves, bytes_leaves), (visits_all, bytes_all)] =
        [Packing::None, Packing::Leaves, Packing::All].map(visits);
    assert!(bytes_full < 90.0 && bytes_leaves < 62.0 && bytes_all < 46.0);
    assert!(visits_leaves == visits_full && visits_all <= 1.01 * visits_full);
}

#[test]
fn counts_add_up_and_breaking_off_ends() {
    let tree = best(&sphere(3, 1.0));
    let aside = Pose::from_translation([0.5, 0.0, 0.0]).expect("in range");
    let here = Pose::identity();
    let placement = Placement::new(&here, &aside);
    for level in SimdLevel::all_available() {
        let mut scratch = Scratch::with_level(level);
        let (mut counts, mut pairs) = (Counts::default(), Vec::new());
        let to = Some(&mut counts);
        let all = Tree::search(&tree, &here, &tree, &aside, Aim::All, to, &mut scratch, |a, b| {
            pairs.push([a, b]);
            ControlFlow::Continue(())
        });
        pairs.sort_unstable();
        assert!(all.is_continue());
        assert_eq!(pairs_by(level, &tree, &tree, &placement), pairs);
        assert_eq!(counts.triangle_tests, counts.by_kernel + counts.stages.total());
        assert!(counts.box_tests <= 16 * counts.visits && counts.visits > 10);
        assert!(counts.leaf_pairs > 0 && counts.triangle_tests >= pairs.len() as u64);
        let mut first = Counts::default();
        let to = Some(&mut first);
        let hit =
            Tree::search(&tree, &here, &tree, &aside, Aim::First, to, &mut scratch, |_, _| {
                ControlFlow::Break(())
            });
        assert!(hit.is_break());
        assert!(first.visits < counts.visits);
        let mut seen = 0;
        let ended = obbtree::for_each_pair(&tree, &here, &tree, &aside, &mut scratch, |a, b| {
            assert!(pairs.binary_search(&[a, b]).is_ok());
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(ended.is_break() && seen == 3);
    }
}

#[test]
fn known_answers_of_the_pose_sets() {
    let mut trees: Vec<(Mesh, Tree)> = Vec::new();
    data::for_each_pose_set(|set| {
        let mut tree = |mesh: &Mesh| {
            if let Some((_, tree)) = trees.iter().find(|(known, _)| known == mesh) {
                return tree.clone();
            }
            trees.push((mesh.clone(), best(mesh)));
            trees[trees.len() - 1].1.clone()
        };
        let (a, b) = (tree(&set.a), tree(&set.b));
        for level in SimdLevel::all_available() {
            let mut scratch = Scratch::with_level(level);
            for (number, (pose, &collides)) in set.poses.iter().zip(&set.collides).enumerate() {
                let placement = Placement::new(&Pose::identity(), pose);
                let found = collide(&a, &b, &placement, &mut scratch);
                assert_eq!(found, collides, "{} pose {number} on {level}", set.name);
            }
            for (number, pairs) in &set.pairs {
                let placement = Placement::new(&Pose::identity(), &set.poses[*number]);
                let found = pairs_by(level, &a, &b, &placement);
                assert!(found == *pairs, "{} pose {number} on {level}", set.name);
            }
        }
    });
}

#[test]
fn swapping_the_bodies_mirrors_the_pairs() {
    let mut random = random(12);
    let (a, b) = (best(&soup(&mut random, 300, 0.1)), best(&soup(&mut random, 250, 0.1)));
    let mut met = 0;
    for _ in 0..60 {
        let reach = random.random_range(0.1..2.0);
        let (pose_a, pose_b) = (shapes::pose(&mut random, 0.1), shapes::pose(&mut random, reach));
        for level in SimdLevel::all_available() {
            let pairs = pairs_by(level, &a, &b, &Placement::new(&pose_a, &pose_b));
            let mut mirrored = pairs_by(level, &b, &a, &Placement::new(&pose_b, &pose_a));
            mirrored.iter_mut().for_each(|pair| pair.reverse());
            mirrored.sort_unstable();
            assert_eq!(pairs, mirrored, "{level}");
            met += u32::from(!pairs.is_empty());
        }
    }
    assert!(met > 0);
}
