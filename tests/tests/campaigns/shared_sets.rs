//! What two triangles share, against rational arithmetic: the same corners in order around the
//! set, and a normal and a depth that part the two and that nothing shorter replaces; how many
//! dimensions it has, and on which sides of the planes the corners are.

use nalgebra::Vector3;
use num_traits::{Signed, ToPrimitive};
use obbtree_predicates::{
    Placement, Pose, SharedSet, Triangle, meeting_of_pair, share_area_in_plane, shared_points,
    shared_set, triangle_meeting,
};
use obbtree_tests::corpus::triangles::{Case, cases, categories};
use obbtree_tests::is_long;
use obbtree_tests::referee::{self, BigRational};
use obbtree_tests::scales::exact::{Exact3, cross, dot, minus, rational as exact};
use obbtree_tests::shapes::{CORNER_ORDERS, pose, random, vector};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::tri_tri::{grid, in_floats, near_contact};

/// The largest coordinates of the two triangles and translations, added up.
fn size(case: &Case) -> f64 {
    let of = |t: &Triangle, pose: &Pose| {
        t.iter().fold(0.0_f64, |most, p| most.max(p.coords.amax())) + pose.translation().amax()
    };
    of(&case.a, &case.pose_a) + of(&case.b, &case.pose_b)
}

/// What was seen, so that a test can say that it saw everything.
#[derive(Debug, Default)]
struct Seen {
    free: usize,
    points: usize,
    segments: usize,
    polygons: usize,
    touching: usize,
    /// In one plane, each with an area: sharing none, and sharing one.
    in_plane: [usize; 2],
    /// The largest error of a coordinate, as a share of its bound.
    worst: f64,
}

/// Half an ulp of the coordinate, a whole one of subnormal numbers, and 2^-95 of the size.
fn bound(found: f64, size: f64) -> BigRational {
    let ulp = found.abs().next_up() - found.abs();
    let rounding = if found.is_subnormal() { exact(ulp) } else { exact(ulp) / exact(2.0) };
    rounding + exact(size) * exact(2.0_f64.powi(-95))
}

/// The exact corners in the order of those found, each within its bound.
fn matched(found: &SharedSet, corners: &[Exact3], size: f64, seen: &mut Seen) -> Vec<Exact3> {
    let mut rest = corners.to_vec();
    let in_order = found.points().iter().map(|point| {
        let error = |corner: &Exact3| {
            let shares =
                (0..3).map(|k| (exact(point[k]) - &corner[k]).abs() / bound(point[k], size));
            shares.max().expect("three")
        };
        let nearest = (0..rest.len()).min_by_key(|&n| error(&rest[n])).expect("as many corners");
        let corner = rest.swap_remove(nearest);
        let share = error(&corner);
        assert!(share <= exact(1.0), "{point:?} is no corner: {found:?}");
        seen.worst = seen.worst.max(share.to_f64().expect("at most one"));
        corner
    });
    in_order.collect()
}

/// Whether all corners are on one side of each side of the polygon, in the order given.
fn is_around(corners: &[Exact3]) -> bool {
    let n = corners.len();
    let along = |i: usize| minus(&corners[(i + 1) % n], &corners[i]);
    let normal = cross(&along(0), &along(1));
    (0..n).all(|i| {
        corners
            .iter()
            .all(|p| dot(&normal, &cross(&along(i), &minus(p, &corners[i]))) >= exact(0.0))
    })
}

/// How far the projections on the normal overlap, times its length.
fn overlap(case: &Case, normal: &Vector3<f64>) -> BigRational {
    let normal: Exact3 = [normal.x, normal.y, normal.z].map(exact);
    let a = referee::placed(&case.a, &case.pose_a);
    let b = referee::placed(&case.b, &case.pose_b);
    let highest = a.iter().map(|p| dot(&normal, p)).max().expect("corners");
    let lowest = b.iter().map(|p| dot(&normal, p)).min().expect("corners");
    highest - lowest
}

fn check_depth(case: &Case, found: &SharedSet, size: f64, random: &mut Pcg64Mcg) {
    let SharedSet { normal, local_depth: depth, .. } = *found;
    assert!((normal.norm() - 1.0).abs() < 4.0 * f64::EPSILON, "{found:?}");
    assert!(depth >= 0.0 && depth.is_finite(), "{found:?}");
    let square = exact(normal.x).pow(2) + exact(normal.y).pow(2) + exact(normal.z).pow(2);
    let beyond = overlap(case, &normal) - exact(depth) * square;
    // Of triangles that touch, the plane is known exactly, and its normal rounded.
    let rounding = if depth == 0.0 { exact(size) * exact(f64::EPSILON * 4.0) } else { exact(0.0) };
    assert!(beyond <= rounding, "{case:?} {found:?}");
    // Nothing shorter parts them, as far as lengths can be told apart.
    if depth > size * 1e-9 {
        for tilt in [0.0, 1e-3, 1.0, 10.0] {
            let way = (normal + vector(random) * tilt).normalize() * (depth * (1.0 - 1e-6));
            let pose = Pose::new(*case.pose_b.rotation(), case.pose_b.translation() + way);
            let pose = pose.expect("near the other");
            assert!(referee::meet(&case.a, &case.pose_a, &case.b, &pose), "{case:?} {found:?}");
        }
    }
}

/// On which sides of a plane the corners of a triangle are.
fn sides([p, q, r]: &[Exact3; 3], corners: &[Exact3; 3]) -> [i8; 3] {
    let normal = cross(&minus(q, p), &minus(r, p));
    corners.each_ref().map(|x| sign(&dot(&normal, &minus(x, p))))
}

fn sign(x: &BigRational) -> i8 {
    i8::from(x.is_positive()) - i8::from(x.is_negative())
}

/// How they meet, and the same corners again where it is known that they do.
fn check_meeting(
    Case { a, pose_a, b, pose_b }: &Case,
    placement: &Placement,
    found: Option<&SharedSet>,
    corners: usize,
    seen: &mut Seen,
) {
    let [of_a, of_b] = [referee::placed(a, pose_a), referee::placed(b, pose_b)];
    let [over_b, over_a] = [sides(&of_b, &of_a), sides(&of_a, &of_b)];
    let [n_a, n_b] =
        [&of_a, &of_b].map(|[p, q, r]: &[Exact3; 3]| cross(&minus(q, p), &minus(r, p)));
    let facing = if over_b == [0; 3] && over_a == [0; 3] { sign(&dot(&n_a, &n_b)) } else { 0 };
    if facing != 0 {
        assert_eq!(share_area_in_plane(a, b, placement), corners > 2, "{a:?} {b:?} {placement:?}");
        seen.in_plane[usize::from(corners > 2)] += 1;
    }
    let meeting = triangle_meeting(a, b, placement);
    let Some(found) = found else {
        return assert_eq!(meeting, None, "{a:?} {b:?} {placement:?}");
    };
    let meeting = meeting.expect("they share something");
    assert_eq!(meeting_of_pair(a, b, placement), meeting);
    assert_eq!(usize::from(meeting.dimension), corners.min(3) - 1, "{a:?} {b:?} {placement:?}");
    assert_eq!((meeting.over_b, meeting.over_a, meeting.facing), (over_b, over_a, facing));
    assert_eq!(shared_points(a, b, placement).as_slice(), found.points());
}

fn check(case: &Case, random: &mut Pcg64Mcg, seen: &mut Seen) {
    let Case { a, pose_a, b, pose_b } = case;
    let placement = Placement::new(pose_a, pose_b);
    let found = shared_set(a, b, &placement);
    let corners = referee::shared_corners(a, pose_a, b, pose_b);
    check_meeting(case, &placement, found.as_ref(), corners.len(), seen);
    let Some(found) = found else {
        assert!(corners.is_empty(), "{case:?}");
        seen.free += 1;
        return;
    };
    assert_eq!(found.points().len(), corners.len(), "{case:?} {found:?} {corners:?}");
    let size = size(case);
    let in_order = matched(&found, &corners, size, seen);
    match in_order.len() {
        1 => seen.points += 1,
        2 => seen.segments += 1,
        _ => {
            assert!(is_around(&in_order), "{case:?} {found:?}");
            seen.polygons += 1;
        }
    }
    check_depth(case, &found, size, random);
    seen.touching += usize::from(found.local_depth == 0.0);
}

/// The case with the corners of both in some order, or with A and B for each other.
fn reordered(case: &Case, random: &mut Pcg64Mcg) -> Case {
    let mut order = || CORNER_ORDERS[random.random_range(0..CORNER_ORDERS.len())];
    let (of_a, of_b) = (order(), order());
    let Case { a, pose_a, b, pose_b } = *case;
    let (a, b) = (of_a.map(|i| a[i]), of_b.map(|i| b[i]));
    if random.random() {
        Case { a, pose_a, b, pose_b }
    } else {
        Case { a: b, pose_a: pose_b, b: a, pose_b: pose_a }
    }
}

#[test]
fn the_corpus_shares_what_the_referee_says() {
    let (mut random, mut seen) = (random(60), Seen::default());
    let step = if is_long() { 1 } else { 4 };
    for category in categories() {
        for case in cases(&category).iter().step_by(step) {
            check(&reordered(case, &mut random), &mut random, &mut seen);
        }
    }
    eprintln!("{seen:?}");
    let least = seen.points.min(seen.segments).min(seen.polygons).min(seen.touching);
    assert!(least > 50, "{seen:?}");
}

#[test]
fn grids_share_what_the_referee_says() {
    let (mut random, mut seen) = (random(61), Seen::default());
    let here = Pose::identity();
    for (n, pairs) in [(2, 2_000), (3, 2_000)] {
        let triangles: Vec<Triangle> = grid(n).iter().map(in_floats).collect();
        for _ in 0..if is_long() { pairs * 20 } else { pairs } {
            let [a, b] = [(); 2].map(|()| triangles[random.random_range(0..triangles.len())]);
            check(&Case { a, pose_a: here, b, pose_b: here }, &mut random, &mut seen);
        }
    }
    eprintln!("{seen:?}");
    let least = seen.points.min(seen.segments).min(seen.polygons).min(seen.touching);
    assert!(least > 30, "{seen:?}");
}

/// Corners of a small grid in an oblique plane, placed anywhere or moved by a grid vector.
#[test]
fn triangles_of_one_plane_share_what_the_referee_says() {
    let (mut random, mut seen) = (random(64), Seen::default());
    for round in 0..if is_long() { 40_000 } else { 1_000 } {
        let mut triangle = || {
            [(); 3].map(|()| {
                let [x, y] = [(); 2].map(|()| f64::from(random.random_range(0..4)));
                nalgebra::Point3::new(x, y, x - 2.0 * y)
            })
        };
        let (a, b) = (triangle(), triangle());
        let pose_a = if round % 2 == 0 { Pose::identity() } else { pose(&mut random, 10.0) };
        let mut pose_b = pose_a;
        if round % 2 == 0 {
            let [x, y] = [(); 2].map(|()| f64::from(random.random_range(-1..2)));
            pose_b = Pose::from_translation([x, y, x - 2.0 * y]).expect("finite");
        }
        check(&Case { a, pose_a, b, pose_b }, &mut random, &mut seen);
    }
    eprintln!("{seen:?}");
    let least = seen.points.min(seen.segments).min(seen.polygons).min(seen.free);
    assert!(least > 50 && seen.in_plane.iter().all(|&n| n > 200), "{seen:?}");
}

#[test]
fn pairs_near_contact_share_what_the_referee_says() {
    let (mut random, mut seen) = (random(62), Seen::default());
    for _ in 0..if is_long() { 20_000 } else { 500 } {
        let (a, pose_a, b, pose_b) = near_contact(&mut random);
        check(&Case { a, pose_a, b, pose_b }, &mut random, &mut seen);
    }
    eprintln!("{seen:?}");
    assert!(seen.segments > 150 && seen.free > 150, "{seen:?}");
}

/// Six corners: two triangles in one plane, one the other turned around.
#[test]
fn a_star_shares_a_hexagon() {
    let a = [[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0]].map(nalgebra::Point3::from);
    let b = a.map(|p| nalgebra::Point3::from(Vector3::new(4.0, 4.0, 0.0) - p.coords));
    let here = Pose::identity();
    let (mut random, mut seen) = (random(63), Seen::default());
    for of_a in CORNER_ORDERS {
        for of_b in CORNER_ORDERS {
            let case =
                Case { a: of_a.map(|i| a[i]), pose_a: here, b: of_b.map(|i| b[i]), pose_b: here };
            check(&case, &mut random, &mut seen);
            let found = shared_set(&case.a, &case.b, &Placement::new(&here, &here));
            let found = found.expect("they meet");
            assert_eq!(found.points().len(), 6);
            // Against B's normal.
            let turned = case.b[1].coords - case.b[0].coords;
            let outside = turned.cross(&(case.b[2] - case.b[0]));
            assert!(found.normal.dot(&outside) < 0.0 && found.local_depth == 0.0);
        }
    }
}
