//! A search for wrong verdicts: motions that graze, by gaps from a thousandth down to what
//! rounding can tell.
//!
//! A corner passes a sheet at a gap that is known by construction: along it in a straight line,
//! on a circle that is tangent to it, or on a helix about a far axis. Above the rounding of the
//! construction the gap decides: the motion is free if and only if it is positive. In random
//! places and directions.

use std::f64::consts::TAU;

use obbtree::motion::{Motion, Screw, Sweep, SweepOptions, Translation};
use obbtree::nalgebra::{Rotation3, Vector3};
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_tests::is_long;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// The construction is rounded by about 1e-15 of sizes up to ten.
const GAPS: std::ops::Range<f64> = -12.0..-3.0;

/// A random place of the whole scene.
struct World {
    rotation: Rotation3<f64>,
    shift: Vector3<f64>,
}

impl World {
    fn point(&self, p: Vector3<f64>) -> [f64; 3] {
        (self.rotation * p + self.shift).into()
    }

    fn triangle(&self, corners: [[f64; 3]; 3]) -> Body {
        let corners = corners.map(|p| self.point(p.into())).to_vec();
        Body::new(Mesh::new(corners, vec![[0, 1, 2]]).expect("a triangle"))
    }
}

/// A motion of a body whose lowest corner has its lowest place at the height of the gap above z =
/// 0, inside of a large sheet.
fn pass(world: &World, kind: u32, gap: f64, random: &mut Pcg64Mcg) -> (Body, Box<dyn Motion>) {
    let radius = 10.0_f64.powf(random.random_range(-1.0..0.7));
    let direction = |v: [f64; 3]| (world.rotation * Vector3::from(v)).into();
    let rest = Pose::identity();
    match kind {
        0 => {
            // Level, from left to right.
            let body = world.triangle([[-1.0, 0.0, gap], [-1.2, 0.1, 1.0], [-0.9, -0.1, 1.5]]);
            let way = world.rotation * Vector3::new(2.0, 0.3, 0.0);
            (body, Box::new(Translation::new(&rest, way.into()).expect("small")))
        }
        1 => {
            // About an axis along y at the height of the radius: the tip is lowest at half of the
            // angle.
            let angle: f64 = random.random_range(0.5..4.0);
            let (sin, cos) = (0.5 * angle).sin_cos();
            let height = radius + gap;
            let tip = [radius * sin, 0.0, height - radius * cos];
            // The rest of the body is nearer to the axis.
            let inner = |share: f64, y: f64| [share * tip[0], y, height - share * radius * cos];
            let body = world.triangle([tip, inner(0.5, 0.1), inner(0.4, -0.1)]);
            let point = world.point(Vector3::new(0.0, 0.0, height));
            let axis = direction([0.0, 1.0, 0.0]);
            (body, Box::new(Screw::about(&rest, point, axis, angle, 0.0).expect("small")))
        }
        _ => {
            // A helix of several turns along y above the sheet: lowest once a turn.
            let turns = random.random_range(1.5..4.0);
            let height = radius + gap;
            let body = world.triangle([
                [0.0, -1.0, height + radius],
                [0.0, -0.9, height + 0.3 * radius],
                [0.1 * radius, -1.1, height + 0.2 * radius],
            ]);
            let point = world.point(Vector3::new(0.0, 0.0, height));
            let axis = direction([0.0, 1.0, 0.0]);
            let motion = Screw::about(&rest, point, axis, TAU * turns, 2.0).expect("small");
            (body, Box::new(motion))
        }
    }
}

#[test]
fn the_gap_decides() {
    let mut random = Pcg64Mcg::new(0x67A2E);
    let (mut free, mut closer) = (0, 0);
    let runs = if is_long() { 100_000 } else { 1_500 };
    let mut query = Query::new().counted(true);
    for run in 0..runs {
        let mut one = || random.random_range(-1.0..1.0);
        let world = World {
            rotation: Rotation3::new(Vector3::new(one(), one(), one()) * 3.0),
            shift: Vector3::new(one(), one(), one()),
        };
        let size = 10.0_f64.powf(random.random_range(GAPS));
        let gap = if random.random() { size } else { -size };
        let sheet = world.triangle([[-40.0, -30.0, 0.0], [40.0, -30.0, 0.0], [0.0, 60.0, 0.0]]);
        let (body, motion) = pass(&world, run % 3, gap, &mut random);
        let here = Pose::identity();
        let options = SweepOptions::default();
        let found = query.sweep(&sheet, &here, &body, &*motion, &options);
        match &found {
            Sweep::Free { clearance } => {
                assert!(gap > 0.0, "{run}: {gap:e} {clearance:e}");
                assert!(*clearance <= gap + 1e-13, "{run}: {gap:e} {clearance:e}");
                free += 1;
            }
            Sweep::Contact(contact) => {
                assert!(gap < 0.0, "{run}: {gap:e} {contact:?}");
                assert!(query.collide(&sheet, &here, &body, &contact.poses[1]));
            }
            _ => closer += 1,
        }
        if !matches!(found, Sweep::Undecided(_)) {
            let is_free = query.is_motion_free(&sheet, &here, &body, &*motion, &options);
            assert_eq!(is_free, found.is_free(), "{run}");
        }
    }
    let visits = query.counts().visits / u64::from(runs);
    println!("{runs} motions: {free} free, {closer} undecided, {visits} visits each");
    assert!((runs * 3 / 10..=runs * 7 / 10).contains(&free), "{free} of {runs} free");
    assert!(closer * 100 <= runs, "{closer} of {runs} undecided");
}
