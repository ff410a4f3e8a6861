//! Every stage against exact arithmetic with integers of any length, on pairs of every kind of
//! contact. `OBBTREE_LONG=1` tests a million pairs of each kind, a larger number that many;
//! `--nocapture` prints which stage decided how many.

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::meet::{classify_triangles, triangles_meet};
use super::prepared::TrianglePairs;
use super::stages::Stages;
use crate::exact::{
    AlignedGrid, Contact, Frame, Grid, WideFrame, contact_in_frame, exact_contact, grid_contact,
    widest_contact,
};
use crate::test_numbers::vector;
use crate::{Placement, Pose, Triangle};

/// How the two triangles lie to each other before their corners are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    InOnePlane,
    ApartInOnePlane,
    SharedEdge,
    SharedEdgeInOnePlane,
    SharedCorner,
    Identical,
    Contained,
    OneUlpOff,
    EdgeInFace,
    CornerOnEdge,
    CornerOnFace,
    Degenerate,
    Lattice,
    Any,
}

const KINDS: [Kind; 14] = [
    Kind::InOnePlane,
    Kind::ApartInOnePlane,
    Kind::SharedEdge,
    Kind::SharedEdgeInOnePlane,
    Kind::SharedCorner,
    Kind::Identical,
    Kind::Contained,
    Kind::OneUlpOff,
    Kind::EdgeInFace,
    Kind::CornerOnEdge,
    Kind::CornerOnFace,
    Kind::Degenerate,
    Kind::Lattice,
    Kind::Any,
];

/// A number of few digits often, of all digits sometimes.
fn weight(random: &mut Pcg64Mcg) -> f64 {
    match random.random_range(0..4) {
        0 => random.random_range(0.0..1.0),
        1 => f64::from(random.random_range(0..=4_u8)) / 4.0,
        2 => f64::from(random.random_range(-4..=8_i8)) / 4.0,
        _ => f64::from(random.random_range(0..=1024_u16)) / 1024.0,
    }
}

/// Corners of A; a plane of the axes in half of the cases.
fn first(random: &mut Pcg64Mcg) -> [Vector3<f64>; 3] {
    let mut corners = [(); 3].map(|()| vector(random));
    if random.random_range(0..2) == 0 {
        let (k, height) = (random.random_range(0..3), random.random_range(-1.0..1.0));
        corners.iter_mut().for_each(|corner| corner[k] = height);
    }
    corners
}

/// A point of A's plane.
fn in_plane(a: &[Vector3<f64>; 3], random: &mut Pcg64Mcg) -> Vector3<f64> {
    let (u, v) = (weight(random), weight(random));
    a[0] + (a[1] - a[0]) * u + (a[2] - a[0]) * v
}

fn inside(a: &[Vector3<f64>; 3], random: &mut Pcg64Mcg) -> Vector3<f64> {
    let (u, v) = (random.random_range(0.0..0.5), random.random_range(0.0..0.5));
    a[0] + (a[1] - a[0]) * u + (a[2] - a[0]) * v
}

fn corners(kind: Kind, random: &mut Pcg64Mcg) -> [[Vector3<f64>; 3]; 2] {
    let a = first(random);
    let across = |random: &mut Pcg64Mcg| a[0] + a[1] - a[2] + (a[0] - a[1]) * weight(random);
    let b = match kind {
        Kind::InOnePlane => [(); 3].map(|()| in_plane(&a, random)),
        Kind::ApartInOnePlane => {
            let by = (a[1] - a[0]) * random.random_range(0.9..1.5);
            [(); 3].map(|()| inside(&a, random) + by)
        }
        Kind::SharedEdge => [a[1], a[0], vector(random)],
        Kind::SharedEdgeInOnePlane => [a[1], a[0], across(random)],
        Kind::SharedCorner => [vector(random), a[2], vector(random)],
        Kind::Identical => [a[1], a[2], a[0]],
        Kind::Contained => [(); 3].map(|()| inside(&a, random)),
        Kind::OneUlpOff => {
            let mut b = if random.random_range(0..2) == 0 {
                a
            } else {
                [(); 3].map(|()| in_plane(&a, random))
            };
            let k = random.random_range(0..3);
            b.iter_mut().for_each(|corner| corner[k] = corner[k].next_up());
            b
        }
        Kind::EdgeInFace => [in_plane(&a, random), in_plane(&a, random), vector(random)],
        Kind::CornerOnEdge => {
            [a[0] + (a[1] - a[0]) * weight(random), vector(random), vector(random)]
        }
        Kind::CornerOnFace => [inside(&a, random), vector(random), vector(random)],
        Kind::Degenerate => {
            let (p, q) = (in_plane(&a, random), in_plane(&a, random));
            [p, q, [p, q, (p + q) / 2.0, q * 2.0 - p][random.random_range(0..4)]]
        }
        Kind::Lattice => {
            let n = random.random_range(1..6_i8);
            let mut point =
                || Vector3::from_fn(|_, _| f64::from(random.random_range(-n..=n)) / 8.0);
            return [[(); 3].map(|()| point()), [(); 3].map(|()| point())];
        }
        Kind::Any => [(); 3].map(|()| vector(random)),
    };
    let a = match (kind, random.random_range(0..4)) {
        (Kind::Degenerate, 0) => [a[0], a[1], a[0]],
        (Kind::Degenerate, 1) => [a[0], a[1], (a[0] + a[1]) / 2.0],
        (Kind::Degenerate, 2) => [b[0], b[0], b[0]],
        _ => a,
    };
    [a, b]
}

fn lattice_rotation(random: &mut Pcg64Mcg) -> Matrix3<f64> {
    let quarter = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let cycle = Matrix3::new(0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0);
    (0..random.random_range(0..4)).fold(Matrix3::identity(), |r, _| {
        r * if random.random_range(0..2) == 0 { quarter } else { cycle }
    })
}

fn general_rotation(random: &mut Pcg64Mcg) -> Matrix3<f64> {
    let mut angles = vector(random) * std::f64::consts::PI;
    match random.random_range(0..6) {
        0 => angles *= 1e-9,
        // Quarter turns with entries of 6e-17.
        1 => angles = angles.map(|angle| angle.signum() * std::f64::consts::FRAC_PI_2),
        2 => angles = Vector3::new(0.0, 0.0, angles.z),
        _ => {}
    }
    let rotation = *Rotation3::from_euler_angles(angles.x, angles.y, angles.z).matrix();
    match random.random_range(0..5) {
        // Printed with six digits.
        0 => rotation.map(|entry| (entry * 1e6).round() / 1e6),
        1 => rotation.map(|entry| f64::from(entry as f32)),
        _ => rotation,
    }
}

/// The rotations of both, and whether a translation goes along: in the last kinds the corners of B
/// are given so that the placed ones lie as requested up to rounding, in the others they lie so
/// exactly.
fn poses(scale: f64, random: &mut Pcg64Mcg) -> [Pose; 2] {
    let identity = Matrix3::identity();
    let t = |random: &mut Pcg64Mcg| match random.random_range(0..4) {
        0 => Vector3::zeros(),
        1 => vector(random).map(|x| (x * 8.0).round()) * scale,
        2 => Vector3::new(0.0, 0.0, random.random_range(-1.0..1.0) * scale),
        _ => vector(random) * scale,
    };
    let (rotations, translations) = match random.random_range(0..9) {
        0 => ([identity; 2], [t(random), Vector3::zeros()]),
        1 => ([lattice_rotation(random), lattice_rotation(random)], [t(random), t(random)]),
        2 => {
            let (r, t) = (general_rotation(random), t(random));
            ([r; 2], [t; 2])
        }
        3 => ([general_rotation(random); 2], [t(random), t(random)]),
        4 => {
            // Along an axis of the body, exactly.
            let (r, a) = (general_rotation(random), t(random));
            (
                [r; 2],
                [Vector3::zeros(), r.column(random.random_range(0..3)) * scale * 0.5 + a * 0.0],
            )
        }
        5 => {
            let about_z = |random: &mut Pcg64Mcg| {
                *Rotation3::from_euler_angles(0.0, 0.0, random.random_range(-3.0..3.0)).matrix()
            };
            let mut up = t(random);
            up.z = 0.0;
            ([about_z(random), about_z(random)], [up, Vector3::zeros()])
        }
        6 => ([identity, general_rotation(random)], [t(random), t(random)]),
        7 => ([general_rotation(random), identity], [t(random), t(random)]),
        _ => ([general_rotation(random), general_rotation(random)], [t(random), t(random)]),
    };
    [0, 1].map(|k| Pose::new(rotations[k], translations[k]).expect("a pose"))
}

/// Two triangles and their poses. The corners are given before or after placing.
fn case(kind: Kind, random: &mut Pcg64Mcg) -> ([Triangle; 2], [Pose; 2]) {
    let scale = match random.random_range(0..8) {
        0 => 2.0_f64.powi(random.random_range(-250..240)),
        1 => 2.0_f64.powi(random.random_range(-1070..-900)),
        _ => 1.0,
    };
    let far = match random.random_range(0..4) {
        0 => vector(random) * 1e6,
        1 => vector(random).map(|x| (x * 1e3).round()),
        _ => Vector3::zeros(),
    };
    let poses = poses(scale, random);
    let is_f32 = random.random_range(0..3) > 0 && (1e-20..1e20).contains(&scale);
    let bring_back = random.random_range(0..2) == 0;
    let triangles = corners(kind, random);
    let triangles = [0, 1].map(|body| {
        triangles[body].map(|corner| {
            let mut corner = (corner + far) * scale;
            if bring_back {
                let (r, t) = (poses[body].rotation(), poses[body].translation());
                corner = r.transpose() * (corner - t);
            }
            Point3::from(if is_f32 { corner.map(|x| f64::from(x as f32)) } else { corner })
        })
    });
    (triangles, poses)
}

/// The answers of all stages that can take the pair, beside the one that counts.
fn check(
    [a, b]: &[Triangle; 2],
    [pose_a, pose_b]: &[Pose; 2],
    stages: &mut Stages,
    by_width: &mut [u64; 6],
) -> Contact {
    let expected = exact_contact(a, pose_a, b, pose_b);
    let what = || format!("{a:?} {pose_a:?} {b:?} {pose_b:?}");
    let placement = Placement::new(pose_a, pose_b);
    let meets = expected != Contact::Free;
    let mut pairs = TrianglePairs::<2>::new(&placement);
    assert_eq!(pairs.meet([1, 0], || *a, || *b, stages), meets, "{}", what());
    // Once more with what is prepared now.
    assert_eq!(pairs.meet([1, 0], || *a, || *b, &mut Stages::default()), meets, "{}", what());
    let single = triangles_meet(a, b, &placement, &mut Stages::default());
    assert_eq!(single, meets, "{}", what());
    assert_eq!(classify_triangles(a, b, &placement), expected, "{}", what());

    let largest = a.iter().chain(b).fold(0.0_f64, |most, corner| most.max(corner.coords.amax()));
    if placement.is_exact_for(b) {
        let in_a = b.each_ref().map(|corner| placement.to_a(corner));
        let largest = in_a.iter().fold(largest, |most, corner| most.max(corner.coords.amax()));
        if let Some((found, bits)) = contact_in_frame(a, &in_a, largest, false) {
            assert_eq!(found, expected, "{bits} bits in a frame: {}", what());
            by_width[usize::from(bits != i64::BITS)] += 1;
        }
    }
    let found = [
        on_grid::<AlignedGrid>([a, b], [pose_a, pose_b]),
        on_grid::<Frame>([a, b], [pose_a, pose_b]),
        on_grid::<WideFrame>([a, b], [pose_a, pose_b]),
    ];
    for (grid, found) in found.into_iter().enumerate() {
        if let Some(found) = found {
            assert_eq!(found, expected, "grid {grid}: {}", what());
            by_width[[5, 2, 3][grid]] += 1;
        }
    }
    if let Some(found) = widest_contact(a, pose_a, b, pose_b) {
        assert_eq!(found, expected, "256 bits: {}", what());
        by_width[4] += 1;
    }
    expected
}

/// The contact on a grid, if it has one.
fn on_grid<G: Grid>([a, b]: [&Triangle; 2], poses: [&Pose; 2]) -> Option<Contact> {
    let grid = G::new(poses, [a, b])?;
    Some(grid_contact(&grid.place_a(a)?, &grid.place_b(b)?, false))
}

#[test]
fn every_stage_says_what_exact_arithmetic_says() {
    let cases = match std::env::var("OBBTREE_LONG").map(|long| long.parse()) {
        Err(_) => 4_000,
        Ok(Ok(cases @ 2..)) => cases,
        Ok(_) => 1_000_000,
    };
    let mut all = Stages::default();
    let mut of_width = [0_u64; 6];
    for kind in KINDS {
        let mut random = Pcg64Mcg::seed_from_u64(kind as u64);
        let (mut stages, mut contacts, mut by_width) = (Stages::default(), [0_u64; 3], [0_u64; 6]);
        for _ in 0..cases {
            let (triangles, poses) = case(kind, &mut random);
            contacts[check(&triangles, &poses, &mut stages, &mut by_width) as usize] += 1;
        }
        eprintln!(
            "{kind:?}: free, touch, proper {contacts:?}; each width alone {by_width:?}; {stages:?}"
        );
        all += stages;
        for (width, &count) in by_width.iter().enumerate() {
            of_width[width] += count;
        }
    }
    eprintln!("all: {all:?}");
    assert!(of_width.iter().all(|&count| count > cases / 10), "{of_width:?}");
    let decided = [all.filter, all.bits_64, all.bits_128, all.bits_192, all.bits_256];
    assert!(decided.iter().all(|&count| count > all.total() / 1000), "{all:?}");
}
