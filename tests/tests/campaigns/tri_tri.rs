//! Triangle against triangle: the stored exact answers, the rational referee, grids where
//! everything touches, and pairs a hair's breadth from contact.

use std::collections::HashMap;
use std::path::Path;

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree::{Body, Query};
use obbtree_predicates::{
    Contact, Placement, Pose, Stages, Triangle, TrianglePairs, classify_triangles, exact_contact,
    triangles_meet,
};
use obbtree_tests::parry::double;
use obbtree_tests::shapes::{CORNER_ORDERS, about_a_point, in_body_frame, random, vector};
use obbtree_tests::{data, is_long, referee};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

fn kind(written: &str) -> Contact {
    match written {
        "free" => Contact::Free,
        "touch" => Contact::Touch,
        "proper" => Contact::Proper,
        other => panic!("kind {other}"),
    }
}

/// The answer of every function, which must be the same.
fn contact(a: &Triangle, b: &Triangle, placement: &Placement, stages: &mut Stages) -> Contact {
    let contact = classify_triangles(a, b, placement);
    let exact = exact_contact(a, &placement.pose_a, b, &placement.pose_b);
    assert_eq!(contact, exact, "filter against exact: {a:?} {b:?} {placement:?}");
    let meet = triangles_meet(a, b, placement, stages);
    assert_eq!(meet, exact != Contact::Free, "{a:?} {b:?} {placement:?}");
    let mut pairs = TrianglePairs::<1>::new(placement);
    assert_eq!(meet, pairs.meet([0, 0], || *a, || *b, &mut Stages::default()));
    contact
}

fn table(path: &Path) -> impl Iterator<Item = csv::StringRecord> {
    let reader = csv::Reader::from_path(path).expect("readable");
    reader.into_records().map(|row| row.expect("a row"))
}

fn number(text: &str) -> f64 {
    text.parse().expect("a number")
}

#[test]
#[cfg_attr(not(data = "exact"), ignore = "needs the developers' data: exact")]
fn every_written_pair_has_its_written_answer_in_every_order() {
    let path = data::path("exact/tri_tri.csv");
    let here = Placement::new(&Pose::identity(), &Pose::identity());
    let mut stages = Stages::default();
    let mut rows = 0;
    for row in table(&path) {
        let x: Vec<f64> = row.iter().skip(4).map(number).collect();
        let triangle = |at: usize| -> Triangle {
            [0, 3, 6].map(|k| Point3::from_slice(&x[at + k..at + k + 3]))
        };
        let (a, b) = (triangle(0), triangle(9));
        let expected = kind(&row[3]);
        assert_eq!(expected != Contact::Free, &row[2] == "1", "row {}", &row[0]);
        for order_a in CORNER_ORDERS {
            for order_b in CORNER_ORDERS {
                let (a, b) = (order_a.map(|i| a[i]), order_b.map(|i| b[i]));
                assert_eq!(contact(&a, &b, &here, &mut stages), expected, "row {}", &row[0]);
                assert_eq!(contact(&b, &a, &here, &mut stages), expected, "row {}", &row[0]);
            }
        }
        rows += 1;
    }
    assert!(rows > 1000, "{rows} rows");
    eprintln!("{rows} rows in 72 orders each, {stages:?}");
}

#[test]
#[cfg_attr(
    not(all(data = "exact", data = "meshes", data = "formats")),
    ignore = "needs the developers' data: exact and meshes and formats"
)]
fn bodies_in_contact_meet_as_written() {
    let path = data::path("exact/touching.csv");
    let folder = path.parent().expect("in a folder");
    let mut bodies: HashMap<String, Body> = HashMap::new();
    let (here, mut query, mut stages) = (Pose::identity(), Query::new(), Stages::default());
    let mut rows = 0;
    for row in table(&path) {
        let [a, b] = [&row[2], &row[3]].map(|name| {
            let file = if name.ends_with(".obj") { name.into() } else { format!("{name}.obj") };
            let read = || Body::read(folder.join(file)).expect("a mesh");
            bodies.entry(name.to_owned()).or_insert_with(read).clone()
        });
        let x: Vec<f64> = row.iter().skip(6).map(number).collect();
        let rotation = Matrix3::from_row_slice(&x[..9]);
        let pose_b = Pose::new(rotation, Vector3::from_column_slice(&x[9..])).expect("a pose");
        let placement = Placement::new(&here, &pose_b);
        let pairs = query.pairs(&a, &here, &b, &pose_b);
        let kinds: Vec<Contact> = pairs
            .iter()
            .map(|&[in_a, in_b]| {
                let a = a.mesh().triangle(in_a as usize);
                contact(&a, &b.mesh().triangle(in_b as usize), &placement, &mut stages)
            })
            .collect();
        assert!(!kinds.contains(&Contact::Free), "row {}", &row[0]);
        let strongest = [Contact::Proper, Contact::Touch].into_iter().find(|k| kinds.contains(k));
        let found = strongest.unwrap_or(Contact::Free);
        assert_eq!(found, kind(&row[5]), "row {}", &row[0]);
        assert_eq!(found != Contact::Free, &row[4] == "1", "row {}", &row[0]);
        rows += 1;
    }
    assert!(rows > 500, "{rows} rows");
    eprintln!("{rows} rows, {stages:?}");
}

/// All triangles, degenerate ones too, with corners on an n x n x n grid.
pub(super) fn grid(n: usize) -> Vec<[[i64; 3]; 3]> {
    let points: Vec<[i64; 3]> = (0..n * n * n)
        .map(|p| [p / (n * n), p / n % n, p % n].map(|x| i64::try_from(x).expect("small")))
        .collect();
    let mut triangles = Vec::new();
    for i in 0..points.len() {
        for j in i..points.len() {
            for k in j..points.len() {
                triangles.push([points[i], points[j], points[k]]);
            }
        }
    }
    triangles
}

pub(super) fn in_floats(triangle: &[[i64; 3]; 3]) -> Triangle {
    triangle.map(|p| Point3::from(p.map(|x| x as f64)))
}

#[test]
fn every_pair_of_the_small_grid_is_what_the_referee_says() {
    let here = Pose::identity();
    let placement = Placement::new(&here, &here);
    let triangles: Vec<Triangle> = grid(2).iter().map(in_floats).collect();
    let mut stages = Stages::default();
    let mut hits = 0;
    for a in &triangles {
        for b in &triangles {
            let expected = referee::meet(a, &here, b, &here);
            let found = contact(a, b, &placement, &mut stages) != Contact::Free;
            assert_eq!(found, expected, "{a:?} {b:?}");
            hits += usize::from(found);
        }
    }
    eprintln!("{} pairs, {hits} meet, {stages:?}", triangles.len() * triangles.len());
}

/// Whether two triangles share a point, in integers, by trying every vector that could separate
/// them: g, g x h and (g x h) x k over the six edges and one difference between the two.
fn meet_by_all_candidates(a: &[[i64; 3]; 3], b: &[[i64; 3]; 3]) -> bool {
    let minus = |p: [i64; 3], q: [i64; 3]| [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
    let cross = |u: [i64; 3], v: [i64; 3]| {
        [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    };
    let separates = |axis: [i64; 3]| {
        let along = |p: &[i64; 3]| axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
        let (a, b) = (a.each_ref().map(along), b.each_ref().map(along));
        a.iter().max() < b.iter().min() || b.iter().max() < a.iter().min()
    };
    let edges = |t: &[[i64; 3]; 3]| [minus(t[1], t[0]), minus(t[2], t[1]), minus(t[0], t[2])];
    let mut vectors = vec![minus(a[0], b[0])];
    vectors.extend(edges(a));
    vectors.extend(edges(b));
    let planes = || vectors.iter().flat_map(|&g| vectors.iter().map(move |&h| cross(g, h)));
    !(vectors.iter().any(|&g| separates(g))
        || planes().any(separates)
        || planes().any(|n| vectors.iter().any(|&k| separates(cross(n, k)))))
}

/// Every hundredth pair or so of the 3 x 3 x 3 grid; all 13 million with `OBBTREE_LONG=1`.
#[test]
fn pairs_of_the_larger_grid_are_what_all_candidate_axes_say() {
    let long = is_long();
    let step = if long { 1 } else { 101 };
    let placement = Placement::new(&Pose::identity(), &Pose::identity());
    let triangles = grid(3);
    let floats: Vec<Triangle> = triangles.iter().map(in_floats).collect();
    let n = triangles.len();
    let (mut hits, mut pairs) = (0, 0);
    let mut stages = Stages::default();
    for pair in (0..n * n).step_by(step) {
        let (i, j) = (pair / n, pair % n);
        let expected = meet_by_all_candidates(&triangles[i], &triangles[j]);
        let found = triangles_meet(&floats[i], &floats[j], &placement, &mut stages);
        assert_eq!(found, expected, "{:?} {:?}", triangles[i], triangles[j]);
        hits += usize::from(found);
        pairs += 1;
    }
    assert!((pairs * 3 / 10..pairs * 7 / 10).contains(&hits), "{hits} of {pairs} meet");
    eprintln!("{pairs} pairs, {hits} meet, {stages:?}");
}

/// A rotation as programs print it: off by up to 2e-7 in every entry, or by rounding only.
fn rotation(random: &mut Pcg64Mcg) -> Matrix3<f64> {
    let exact = Rotation3::new(vector(random) * 3.0).into_inner();
    if random.random() {
        exact
    } else {
        exact + Matrix3::from_fn(|_, _| random.random_range(-2e-7..2e-7))
    }
}

/// A pair placed so that it nearly touches, each triangle in its own body's frame.
///
/// A common point is chosen in both (inside, on an edge or at a corner of either), the two are put
/// together there and then moved apart or into each other by a gap between nothing and one size.
/// Sizes and aspect ratios go to 2^-20 of the common unit, the distance of the bodies to 1e3 of it,
/// and the unit from where products underflow to the largest that the engine takes.
pub(super) fn near_contact(random: &mut Pcg64Mcg) -> (Triangle, Pose, Triangle, Pose) {
    let unit = 2.0_f64.powi([0, 0, 0, -120, 120, -1000, 238][random.random_range(0..7)]);
    let far = [0.0, 1.0, 1e3][random.random_range(0..3)];
    let place = vector(random) * far;
    let mut shape = || {
        let size = 2.0_f64.powi([0, 0, -10, -20][random.random_range(0..4)]);
        let mut t = [(); 3].map(|()| vector(random) * size);
        if random.random_range(0..3) == 0 {
            // A sliver: the third corner close to the line of the others.
            let along = random.random_range(-0.5..1.5);
            t[2] = t[0] + (t[1] - t[0]) * along + (t[2] - t[0]) * 2.0_f64.powi(-20);
        }
        (about_a_point(random, t), size)
    };
    let ((a, a_size), (mut b, b_size)) = (shape(), shape());
    if random.random_range(0..4) == 0 {
        // In A's plane, up to rounding.
        let (u, v) = (a[1] - a[0], a[2] - a[0]);
        b = b.map(|corner| (u * corner.x + v * corner.y) * (b_size / a_size));
    }
    let gap = match random.random_range(0..60) {
        0..10 => 0.0,
        k => 2.0_f64.powi(-k),
    };
    let away = vector(random) * a_size.min(b_size) * gap;
    let identity = random.random_range(0..4) == 0;
    let mut body = |corners: [Vector3<f64>; 3], identity: bool| {
        let (r, t) = if identity {
            (Matrix3::identity(), Vector3::zeros())
        } else {
            (rotation(random), vector(random) * far)
        };
        in_body_frame(corners.map(|corner| corner + place), r, t, unit)
    };
    let (a, pose_a) = body(a, identity);
    let (b, pose_b) = body(b.map(|corner| corner + away), false);
    (a, pose_a, b, pose_b)
}

#[test]
fn nearly_touching_pairs_are_what_the_referee_says() {
    let long = is_long();
    let cases = if long { 50_000 } else { 2_000 };
    let mut random = random(31);
    let mut stages = Stages::default();
    let mut hits = 0;
    for _ in 0..cases {
        let (a, pose_a, b, pose_b) = near_contact(&mut random);
        let found = contact(&a, &b, &Placement::new(&pose_a, &pose_b), &mut stages);
        let expected = referee::meet(&a, &pose_a, &b, &pose_b);
        assert_eq!(found != Contact::Free, expected, "{a:?} {pose_a:?} {b:?} {pose_b:?}");
        hits += usize::from(expected);
    }
    assert!((cases * 3 / 10..cases * 7 / 10).contains(&hits), "{hits} of {cases} meet");
    eprintln!("{cases} pairs, {hits} meet, {stages:?}");
}

/// Where the filter says something, exact arithmetic says the same, from either body's frame.
#[test]
fn the_filter_is_never_wrong_near_contact() {
    let long = is_long();
    let cases = if long { 3_000_000 } else { 100_000 };
    let mut random = random(32);
    let mut stages = Stages::default();
    let mut hits = 0;
    for _ in 0..cases {
        let (a, pose_a, b, pose_b) = near_contact(&mut random);
        let found = contact(&a, &b, &Placement::new(&pose_a, &pose_b), &mut stages);
        let swapped = contact(&b, &a, &Placement::new(&pose_b, &pose_a), &mut stages);
        assert_eq!(found, swapped);
        hits += usize::from(found != Contact::Free);
    }
    assert!((cases * 3 / 10..cases * 7 / 10).contains(&hits), "{hits} of {cases} meet");
    // Every stage had its say.
    assert!(
        [stages.planes, stages.filter, stages.exact()].iter().all(|&n| n > stages.total() / 50)
    );
    eprintln!("{cases} pairs, {hits} meet, {stages:?}");
}

/// Two triangles around the origin.
fn centred_pair(random: &mut Pcg64Mcg) -> [Triangle; 2] {
    [(); 2].map(|()| {
        let corners = [(); 3].map(|()| vector(random));
        let middle = corners.iter().sum::<Vector3<f64>>() / 3.0;
        corners.map(|corner| Point3::from(corner - middle))
    })
}

#[test]
fn an_outside_engine_agrees_where_contact_is_clear() {
    let mut random = random(33);
    let (mut hits, mut unclear) = (0, 0);
    let cases = 100_000;
    for _ in 0..cases {
        let [a, b] = centred_pair(&mut random);
        let shift = obbtree_tests::shapes::isometry(&mut random, 0.5);
        let pose = Pose::try_from(shift).expect("a rotation");
        let found = classify_triangles(&a, &b, &Placement::new(&Pose::identity(), &pose));
        hits += usize::from(found != Contact::Free);
        // Unclear: a move by 1e-6 either way along some axis changes the answer.
        let clear = (0..6).all(|k| {
            let mut t = *pose.translation();
            t[k / 2] += if k % 2 == 0 { 1e-6 } else { -1e-6 };
            let moved = Pose::new(*pose.rotation(), t).expect("a rotation");
            let there = classify_triangles(&a, &b, &Placement::new(&Pose::identity(), &moved));
            (there == Contact::Free) == (found == Contact::Free)
        });
        if clear {
            let (a, b) = (double::triangle(&a), double::triangle(&b));
            let theirs = double::meet(&a, &b, &double::pose(&pose));
            assert_eq!(found != Contact::Free, theirs, "{a:?} {b:?} {pose:?}");
        } else {
            unclear += 1;
        }
    }
    assert!((cases * 3 / 10..cases * 7 / 10).contains(&hits), "{hits} of {cases} meet");
    assert!(unclear < cases / 1000, "{unclear} of {cases} too close to call");
}
