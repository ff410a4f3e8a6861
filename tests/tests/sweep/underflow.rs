//! Sweeps of bodies so small that squares of their lengths underflow in `f32`.

use obbtree::motion::{Motion, Screw, Sweep, SweepOptions, Translation};
use obbtree::query::SimdLevel;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_predicates::{Contact, exact_contact};
use obbtree_tests::shapes::cuboid;

/// Does some pair of triangles meet, in exact arithmetic?
fn meet(a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose) -> bool {
    let triangles = |mesh: &Mesh| (0..mesh.triangles().len()).map(|n| mesh.triangle(n)).collect();
    let [of_a, of_b]: [Vec<_>; 2] = [triangles(a), triangles(b)];
    of_a.iter().any(|s| of_b.iter().any(|t| exact_contact(s, pose_a, t, pose_b) != Contact::Free))
}

/// What every instruction set says.
fn answers(meshes: [&Mesh; 2], motion_a: &dyn Motion, motion_b: &dyn Motion) -> Vec<Sweep> {
    let [a, b] = meshes.map(|mesh| Body::new(mesh.clone()));
    let of = |level| {
        let mut query = Query::new().level(level);
        query.sweep(&a, motion_a, &b, motion_b, &SweepOptions::default())
    };
    SimdLevel::all_available().into_iter().map(of).collect()
}

/// Case 3 of the wrong answers that were found: the wide engine said "free" of a screw that
/// ends in contact.
#[test]
fn a_screw_of_tiny_boxes_that_ends_in_contact_is_not_free() {
    let a = cuboid(
        [2.7757000000000003e-23, 2.7758e-23, 2.7759000000000004e-23],
        [2.7763e-23, 2.7762e-23, 2.7761e-23],
    );
    let b = cuboid([-3e-27, -2e-27, -1e-27], [3e-27, 2e-27, 1e-27]);
    let pose = |text: &str| -> Pose { text.parse().expect("a pose") };
    let from = pose(
        "0.5000785398160168 -0.49992146018398315 0.7071067724629672 -1.9633644534157217e-23
         -0.49992146018398315 0.5000785398160168 0.7071067724629672 -1.9633644534157217e-23
         -0.7071067724629672 -0.7071067724629672 0.00015707963203362142 3.9254207476558684e-23",
    );
    let to = pose(
        "0.5000785398160168 -0.49992146018398315 -0.7071067724629672 2.7759999999999995e-23
         -0.49992146018398315 0.5000785398160168 -0.7071067724629672 2.7759999999999995e-23
         0.7071067724629672 0.7071067724629672 0.00015707963203362142 2.7759999999999995e-23",
    );
    let here = Pose::identity();
    assert!(meet(&a, &here, &b, &to), "the end is a contact");
    let screw = Screw::new(&from, &to).expect("within half a turn");
    for found in answers([&a, &b], &here, &screw) {
        assert!(!found.is_free(), "{found:?}");
    }
}

/// The same question at many scales: what collides at one does at every other. The boxes pass
/// each other along one axis, two or three; what they cut into each other by is a large part of
/// their size, or an ulp of `f32`.
#[test]
fn translations_that_collide_are_never_free_however_small_they_are() {
    let (here, mut tested) = (Pose::identity(), 0);
    for (axes, overlap) in [(1, 0.25), (2, 0.25), (3, 0.25), (1, 1e-7), (3, 1e-7)] {
        for exponent in (-160..-40).step_by(4) {
            let unit = 2.0_f64.powi(exponent);
            let [a, b] = [1.0, 0.5].map(|size| cuboid([-size * unit; 3], [size * unit; 3]));
            let along = |s: f64| std::array::from_fn(|k| if k < axes { s * unit } else { 0.0 });
            let end = along(-(1.5 - overlap));
            let from = Pose::from_translation(along(-4.0)).expect("near");
            let motion = Translation::new(&from, end).expect("near");
            let last = motion.pose_at(1.0);
            assert!(meet(&a, &here, &b, &last), "2^{exponent} {axes} {overlap} {last:?}");
            for found in answers([&a, &b], &here, &motion) {
                assert!(!found.is_free(), "2^{exponent} {axes} {overlap}: {found:?}");
                tested += 1;
            }
        }
    }
    eprintln!("{tested} sweeps");
}
