//! Distances of small meshes against rational arithmetic, from several sizes apart down to one
//! ulp: the true distance is in the interval, and 0 exactly where the surfaces meet.

use nalgebra::{Matrix3, Vector3};
use obbtree::query::Distance;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_predicates::MAX_WIDTH_ULPS;
use obbtree_tests::is_long;
use obbtree_tests::referee;
use obbtree_tests::scales::exact::square;
use obbtree_tests::shapes::{cube, pose, random, soup, vector};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Triangles a mesh at most: the referee compares all pairs whose boxes are near enough.
const TRIANGLES: usize = 12;

/// Triangles with corners on a small lattice, many of them in one plane, segments or points.
fn lattice(random: &mut Pcg64Mcg) -> Mesh {
    let mut corner = || [(); 3].map(|()| f64::from(random.random_range(0..3)));
    let count = 1 + corner()[0] as usize * 4;
    let triangles: Vec<_> = (0..count).map(|_| [corner(), corner(), corner()]).collect();
    Mesh::from_soup(&triangles).expect("finite")
}

/// Needles: two corners close to each other.
fn needles(random: &mut Pcg64Mcg) -> Mesh {
    let width = 2.0_f64.powi(-random.random_range(4..50));
    let triangles: Vec<[[f64; 3]; 3]> = (0..6)
        .map(|_| {
            let (p, q) = (vector(random), vector(random));
            [p, q, q + vector(random) * width].map(Into::into)
        })
        .collect();
    Mesh::from_soup(&triangles).expect("finite")
}

fn mesh(random: &mut Pcg64Mcg) -> Mesh {
    match random.random_range(0..6) {
        0 => cube(1.0),
        1 => lattice(random),
        2 => needles(random),
        3 => soup(random, 1, 0.5),
        4 => soup(random, TRIANGLES, 0.05),
        _ => soup(random, TRIANGLES / 2, 0.4),
    }
}

/// Unmoved, a quarter turn, as programs print rotations, or any.
fn place(random: &mut Pcg64Mcg, far: f64) -> Pose {
    let at = vector(random) * far;
    let quarter = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let rotation = match random.random_range(0..4) {
        0 => Matrix3::identity(),
        1 => quarter,
        2 => {
            let any = *pose(random, 0.0).rotation();
            any + Matrix3::from_fn(|_, _| random.random_range(-2e-7..2e-7))
        }
        _ => *pose(random, 0.0).rotation(),
    };
    let on_lattice = random.random_range(0..3) == 0;
    Pose::new(rotation, if on_lattice { at.map(f64::round) } else { at }).expect("a rotation")
}

/// What the intervals were like.
#[derive(Debug, Default)]
struct Seen {
    questions: usize,
    meet: usize,
    /// Apart by less than 2^-40 of the coordinates.
    within_a_hair: usize,
    /// Intervals by their width in units in the last place.
    widths: [usize; MAX_WIDTH_ULPS as usize + 1],
}

struct Bodies {
    bodies: [Body; 2],
    poses: [Pose; 2],
}

impl Bodies {
    fn ask(&self, query: &mut Query, seen: &mut Seen) -> Distance {
        let ([a, b], [pose_a, pose_b]) = (&self.bodies, &self.poses);
        let found = query.distance(a, pose_a, b, pose_b);
        let (lower, upper) = (found.lower, found.upper);
        let true_square = referee::mesh_squared_distance(a.mesh(), pose_a, b.mesh(), pose_b);
        let true_square = true_square.expect("triangles");
        let is_inside = square(lower) <= true_square && true_square <= square(upper);
        assert!(is_inside, "{found:?} {:?} {:?} {:?}", self.poses, a.mesh(), b.mesh());
        assert_eq!(upper == 0.0, true_square == square(0.0), "{found:?} {:?}", self.poses);
        let size = 2.0 + pose_a.translation().amax() + pose_b.translation().amax();
        // The points lie on the triangles named, and are as far apart as is said.
        let rounding = (32.0 * f64::EPSILON + pose_a.skew() + pose_b.skew()) * size;
        for (side, body) in self.bodies.iter().enumerate() {
            let triangle = body.mesh().triangle(found.triangles[side].expect("a mesh") as usize);
            let (point, here) = ([found.points[side]; 3], Pose::identity());
            let off = referee::squared_distance(&triangle, &self.poses[side], &point, &here);
            assert!(off <= square(rounding), "{found:?} {:?}", self.poses);
        }
        let apart = (found.points[0] - found.points[1]).norm();
        assert!((apart - upper).abs() <= rounding, "{found:?} {:?}", self.poses);
        seen.questions += 1;
        seen.meet += usize::from(upper == 0.0);
        seen.within_a_hair += usize::from(upper > 0.0 && upper < size * 2.0_f64.powi(-40));
        seen.widths[(upper.to_bits() - lower.to_bits()) as usize] += 1;
        found
    }

    /// B moved so that it is about so far from A, along the shortest way.
    fn moved(&self, found: &Distance, distance: f64) -> Self {
        let way = found.points[1] - found.points[0];
        let by = way.try_normalize(0.0).unwrap_or_else(Vector3::x) * (distance - found.upper);
        let pose_b = &self.poses[1];
        let pose_b = Pose::new(*pose_b.rotation(), pose_b.translation() + by).expect("in range");
        Self { bodies: self.bodies.clone(), poses: [self.poses[0], pose_b] }
    }
}

#[test]
fn true_distances_are_in_their_intervals() {
    let (mut random, mut query, mut seen) = (random(140), Query::new(), Seen::default());
    let questions = if is_long() { 120_000 } else { 600 };
    while seen.questions < questions {
        let far = [0.5, 2.0, 1e3][random.random_range(0..3)];
        let bodies = [(); 2].map(|()| Body::new(mesh(&mut random)));
        let poses = [place(&mut random, far), place(&mut random, far)];
        let scene = Bodies { bodies, poses };
        let found = scene.ask(&mut query, &mut seen);
        // From there down to an ulp, and into each other.
        for _ in 0..5 {
            let gap = far * 2.0_f64.powi(-random.random_range(3..56));
            let gap = if random.random_range(0..4) == 0 { -gap } else { gap };
            scene.moved(&found, gap).ask(&mut query, &mut seen);
        }
    }
    eprintln!("{seen:?}");
    assert!(seen.meet * 10 > questions && seen.within_a_hair * 20 > questions, "{seen:?}");
}
