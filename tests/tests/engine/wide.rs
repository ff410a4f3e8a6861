//! The wide engine on every instruction set of this CPU: against its reference implementation,
//! against all pairs, and against known answers; with trees of the plain builder and of the real
//! one.

use std::ops::ControlFlow;

use nalgebra::Vector3;
use obbtree::query::SimdLevel;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_query::wide::for_each_pair_reference;
use obbtree_simd::{Kernel, Lanes};
use obbtree_tests::data::{PoseSet, for_each_pose_set};
use obbtree_tests::engines::{Asks, Built, ClassicQuery};
use obbtree_tests::shapes::{self, awkward, cube, random, soup, sphere};
use obbtree_tests::{classic, is_long, naive, wide_build};
use rand::RngExt;

/// The poses of A and of B.
type Poses<'p> = [&'p Pose; 2];

fn plain(mesh: &Mesh, leaf_size: usize) -> Body {
    Body::from_parts(mesh.clone(), wide_build::build(mesh, leaf_size)).expect("its tree")
}

fn collide_by(level: SimdLevel, a: &Body, b: &Body, [pose_a, pose_b]: Poses<'_>) -> bool {
    Query::new().level(level).collide(a, pose_a, b, pose_b)
}

fn pairs_by(level: SimdLevel, a: &Body, b: &Body, [pose_a, pose_b]: Poses<'_>) -> Vec<[u32; 2]> {
    Query::new().level(level).pairs(a, pose_a, b, pose_b)
}

fn pairs_by_reference(a: &Body, b: &Body, [pose_a, pose_b]: Poses<'_>) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    let all = for_each_pair_reference(a.tree(), pose_a, b.tree(), pose_b, |in_a, in_b| {
        pairs.push([in_a, in_b]);
        ControlFlow::Continue(())
    });
    assert!(all.is_continue());
    pairs.sort_unstable();
    pairs
}

/// Every instruction set gives these pairs, and the boolean that follows.
fn check_levels(what: &str, a: &Body, b: &Body, poses: Poses<'_>, pairs: &[[u32; 2]]) {
    for level in SimdLevel::all_available() {
        assert_eq!(pairs_by(level, a, b, poses), pairs, "{what}, {level}: {poses:?}");
        let found = collide_by(level, a, b, poses);
        assert_eq!(found, !pairs.is_empty(), "{what}, {level}: {poses:?}");
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
    let most = if is_long() { 60_000 } else { 10_000 };
    let (mut tested, mut met) = (0, 0);
    for (name_a, mesh_a) in &meshes {
        for (name_b, mesh_b) in &meshes {
            if mesh_a.triangles().len() * mesh_b.triangles().len() > most {
                continue;
            }
            let what = format!("{name_a} and {name_b}");
            let plain = [mesh_a, mesh_b].map(|mesh| plain(mesh, 1 + tested % 4));
            let built = [mesh_a, mesh_b].map(|mesh| Body::new(mesh.clone()));
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
                let poses = [&pose_a, &pose_b];
                let pairs = naive::intersecting_pairs(mesh_a, &pose_a, mesh_b, &pose_b);
                for [a, b] in [&plain, &built] {
                    assert_eq!(pairs_by_reference(a, b, poses), pairs, "{what}: {poses:?}");
                    check_levels(&what, a, b, poses, &pairs);
                }
                tested += 1;
                met += usize::from(!pairs.is_empty());
            }
        }
    }
    assert!((tested * 3 / 10..=tested * 7 / 10).contains(&met), "{met} of {tested} met");
}

/// A small body under the size of the other's triangles: leaves of the large one are opened, and
/// each pair must be given once all the same. With meshes in `f64`, far from the origin too.
#[test]
fn a_small_body_inside_the_box_of_a_leaf() {
    let mut random = random(29);
    let (mut met, mut tested) = (0, 0);
    for round in 0..if is_long() { 400 } else { 40 } {
        let far = if round % 4 == 3 { 1e4 } else { 0.0 };
        let moved = |mesh: &Mesh| shapes::bend(mesh, |v| v.map(|x| x + far));
        let large = match round % 3 {
            0 => sphere(1, 1.0),
            1 => soup(&mut random, 40, 1.0),
            _ => cube(1.0),
        };
        let (large, small) = (moved(&large), sphere(2, 0.01 * f64::from(1 + round % 7)));
        let built = [&large, &small].map(|mesh| Body::new(mesh.clone()));
        // Near a triangle of the large one.
        let triangle = large.triangle(random.random_range(0..large.triangles().len()));
        let [u, v] = [random.random_range(0.0..0.5), random.random_range(0.0..0.5)];
        let near = triangle[0] + (triangle[1] - triangle[0]) * u + (triangle[2] - triangle[0]) * v;
        let off = shapes::vector(&mut random) * 0.05;
        let pose_a = shapes::pose(&mut random, 1.0);
        let place = pose_a.place(&(near + off));
        let pose_b = Pose::new(*shapes::pose(&mut random, 1.0).rotation(), place.coords);
        let pose_b = pose_b.expect("a rotation");
        let pairs = naive::intersecting_pairs(&large, &pose_a, &small, &pose_b);
        let mut reversed: Vec<_> = pairs.iter().map(|&[in_a, in_b]| [in_b, in_a]).collect();
        reversed.sort_unstable();
        let [a, b] = &built;
        check_levels("large and small", a, b, [&pose_a, &pose_b], &pairs);
        check_levels("small and large", b, a, [&pose_b, &pose_a], &reversed);
        tested += 1;
        met += usize::from(!pairs.is_empty());
    }
    assert!((tested / 4..=tested * 9 / 10).contains(&met), "{met} of {tested} met");
}

#[test]
fn touching_is_meeting_and_a_hair_apart_is_not() {
    let body = Body::new(cube(1.0));
    let here = Pose::identity();
    for (x, meets) in [(1.0, true), (1.0 + f64::EPSILON, false), (1.0 - f64::EPSILON, true)] {
        let aside = Pose::from_translation([x, 0.25, 0.0]).expect("in range");
        for level in SimdLevel::all_available() {
            let found = collide_by(level, &body, &body, [&here, &aside]);
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
        let mesh = shapes::bend(&unit, |v| v.map(|x| x * scale + shift));
        let (plain, built) = (plain(&mesh, 4), Body::new(mesh.clone()));
        built.tree().validate().expect("a right tree");
        if scale < 1e38 {
            plain.tree().validate().expect("a right tree"); // beyond, its boxes are infinite
        }
        for apart in [0.3, 1.0, 1.9, 2.2] {
            let away = Vector3::new(apart, 0.1, 0.2) * scale;
            let here = Pose::identity();
            let aside = Pose::from_translation(away.into()).expect("in range");
            let pairs = naive::intersecting_pairs(&mesh, &here, &mesh, &aside);
            for body in [&plain, &built] {
                let what = format!("{scale:e} at {shift:e}");
                check_levels(&what, body, body, [&here, &aside], &pairs);
            }
        }
    }
}

#[test]
fn counts_add_up_and_breaking_off_ends() {
    let body = Body::new(sphere(3, 1.0));
    let aside = Pose::from_translation([0.5, 0.0, 0.0]).expect("in range");
    let here = Pose::identity();
    for level in SimdLevel::all_available() {
        let mut query = Query::new().level(level).counted(true);
        let mut pairs = Vec::new();
        let all = query.for_each_pair(&body, &here, &body, &aside, |pair| {
            pairs.push(pair);
            ControlFlow::Continue(())
        });
        let counts = query.counts();
        pairs.sort_unstable();
        assert!(all.is_continue());
        assert_eq!(pairs_by(level, &body, &body, [&here, &aside]), pairs);
        assert_eq!(counts.triangle_tests, counts.by_kernel + counts.stages.total());
        assert!(counts.box_tests <= 16 * counts.visits && counts.visits > 10);
        assert!(counts.leaf_pairs > 0 && counts.triangle_tests >= pairs.len() as u64);
        query.reset_counts();
        assert!(query.collide(&body, &here, &body, &aside));
        assert!(query.counts().visits < counts.visits);
        let mut seen = 0;
        let ended = query.for_each_pair(&body, &here, &body, &aside, |pair| {
            assert!(pairs.binary_search(&pair).is_ok());
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(ended.is_break() && seen == 3);
    }
}

/// Every expected answer of a set, and every list of pairs.
fn check_known<B>(set: &PoseSet, a: &B, b: &B, by: &str, mut query: impl Asks<B>) {
    let here = Pose::identity();
    for (number, (pose, &collides)) in set.poses.iter().zip(&set.collides).enumerate() {
        let found = query.collide(a, &here, b, pose);
        assert_eq!(found, collides, "{} pose {number} by {by}", set.name);
    }
    for (number, pairs) in &set.pairs {
        let found = query.pairs(a, &here, b, &set.poses[*number]);
        assert!(found == *pairs, "{} pose {number} by {by}", set.name);
    }
}

#[test]
#[cfg_attr(
    not(all(data = "meshes", data = "poses")),
    ignore = "needs the developers' data: meshes and poses"
)]
fn known_answers_of_the_pose_sets() {
    for_each_pose_set(|set| {
        let [a, b] = [&set.a, &set.b].map(classic::Tree::body);
        check_known(set, &a, &b, "classic", ClassicQuery::default());
        let [a, b] = [&set.a, &set.b].map(|mesh| Body::new(mesh.clone()));
        for level in SimdLevel::all_available() {
            check_known(set, &a, &b, level.name(), Query::new().level(level));
        }
    });
}

/// `OBBTREE_SIMD` chooses the instruction set of a process: queried in this test's own program,
/// started again with the variable set.
#[test]
fn the_environment_chooses_the_instruction_set() {
    const CHILD: &str = "OBBTREE_TEST_SAYS_LEVEL";
    if std::env::var_os(CHILD).is_some() {
        println!("detected {}.", SimdLevel::detect());
        return;
    }
    let detected = |named: Option<&str>| {
        let program = std::env::current_exe().expect("a path");
        let mut child = std::process::Command::new(program);
        child.args(["--exact", "wide::the_environment_chooses_the_instruction_set", "--nocapture"]);
        child.env(CHILD, "1").env_remove("OBBTREE_SIMD");
        if let Some(name) = named {
            child.env("OBBTREE_SIMD", name);
        }
        let said = String::from_utf8(child.output().expect("runs").stdout).expect("UTF-8");
        let (_, name) = said.split_once("detected ").expect("what was detected");
        name.split_once('.').expect("its end").0.to_owned()
    };
    let levels = SimdLevel::all_available();
    for level in &levels {
        assert_eq!(detected(Some(level.name())), level.name());
    }
    let best = levels.last().expect("one").name();
    for other in [None, Some(""), Some("avx9000")] {
        assert_eq!(detected(other), best, "{other:?}");
    }
}

/// Does an instruction set round once in a product with a sum? Then `(1 + 2^-12)^2 - (1 + 2^-11)`
/// is 2^-24, else 0.
struct Fuses;

impl Kernel for Fuses {
    type Output = bool;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> bool {
        let x = simd.splat(1.0 + 1.0 / 4096.0);
        let mut lanes = [0.0; 16];
        simd.store(simd.mul_add(x, x, simd.splat(-1.0 - 1.0 / 2048.0)), &mut lanes);
        lanes[0] != 0.0
    }
}

/// The same work on every instruction set that rounds alike: with fused products, or without.
/// Between the two, boxes whose gap is within the slack may be kept by one alone (that they are is
/// tested beside the kernels), so their work differs by next to nothing: less than one leaf pair
/// in this many. Registers that went on to the second phase are not compared: how many there are
/// follows from how wide they are.
#[test]
fn instruction_sets_count_the_same() {
    const ONE_IN: u64 = 2_000;
    let of =
        |name: &str| Body::new(obbtree_assets::named::by_name(name).expect("a mesh").mesh(5_000));
    let mut random = random(77);
    for (a, b) in [(of("blob"), of("coral")), (of("knot"), of("plate")), (of("foam"), of("soup"))] {
        let size = a.mesh().report().bounds.sides().norm();
        let poses: Vec<_> = (0..60).map(|_| shapes::pose(&mut random, 0.6 * size)).collect();
        let count = |level: SimdLevel| {
            let mut query = Query::new().level(level).counted(true);
            for pose in &poses {
                let _ = query.pairs(&a, &Pose::identity(), &b, pose);
            }
            let mut counts = query.counts();
            counts.second_phase = 0;
            counts
        };
        let (fused, plain): (Vec<_>, Vec<_>) =
            SimdLevel::all_available().into_iter().partition(|level| level.dispatch(Fuses));
        let firsts = [fused, plain].map(|levels| {
            let counts: Vec<_> = levels.into_iter().map(|level| (level, count(level))).collect();
            for (level, count) in &counts {
                let (first, expected) = &counts[0];
                assert_eq!(count, expected, "{level} against {first}");
            }
            counts.first().copied()
        });
        if let [Some((one, of_one)), Some((other, of_other))] = firsts {
            assert!(of_one.triangle_tests > 1_000, "{of_one:?}");
            let what = format!("{one} and {other}: {of_one:?}, {of_other:?}");
            for (x, y) in [
                (of_one.visits, of_other.visits),
                (of_one.box_tests, of_other.box_tests),
                (of_one.leaf_pairs, of_other.leaf_pairs),
                (of_one.triangle_tests, of_other.triangle_tests),
                (of_one.by_kernel, of_other.by_kernel),
            ] {
                assert!(ONE_IN * x.abs_diff(y) <= x, "{what}");
            }
        }
    }
}
