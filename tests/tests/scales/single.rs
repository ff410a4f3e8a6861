//! One mesh: does it cut itself, and how far and on which side is a point, against rational
//! arithmetic.

use nalgebra::Point3;
use num_traits::Zero;
use obbtree::query::PointSide;
use obbtree::{Body, Mesh, Pose};
use obbtree_predicates::MAX_WIDTH_ULPS;
use obbtree_tests::engines::{Asks, Built};
use obbtree_tests::referee;
use obbtree_tests::scales::bodies::{base, gap, mesh, rotation, sizes};
use obbtree_tests::scales::exact::{self, Length, rational};
use obbtree_tests::scales::numbers::number;
use obbtree_tests::scales::{Findings, PlacedMesh, Posture};
use obbtree_tests::shapes::{joined, random, vector};
use obbtree_tests::{classic, wide};
use rand::RngExt;

use crate::support::{Asker, campaign, classic_askers, scenes, wide_askers};

fn check_self<T: Built>(
    askers: &mut [Asker<T>],
    mesh: &Mesh,
    expected: &[[u32; 2]],
    findings: &mut Findings,
) {
    let body = T::body(mesh);
    for Asker { name, query } in askers {
        let found = query.self_intersections(&body);
        findings.check(found == expected, "self_intersections", name, || {
            let (vertices, triangles) = (mesh.vertices(), mesh.triangles());
            format!(
                "let mesh = Mesh::new(vec!{vertices:?}, vec!{triangles:?}).unwrap();\n\
                 // {found:?}, not {expected:?}"
            )
        });
    }
}

#[test]
fn meshes_that_cut_themselves() {
    let (mut random, mut findings) = (random(2650), Findings::default());
    let (mut wide, mut classic) = (wide_askers(), classic_askers());
    for _ in 0..scenes(100, 1000) {
        let base = base(&mut random);
        let sizes = sizes(&mut random, base);
        // Two meshes of one, the second beside or in the first.
        let [a, b] = [mesh(&mut random, sizes), mesh(&mut random, sizes)];
        let shift =
            vector(&mut random).map(|x| if x < 0.0 { 0.0 } else { x }) * gap(&mut random, base);
        let both = joined(&[(&a, [0.0; 3]), (&b, shift.into())]);
        let expected = referee::self_intersections(&both);
        findings.answer("the mesh cuts itself", !expected.is_empty());
        check_self::<wide::Tree>(&mut wide, &both, &expected, &mut findings);
        check_self::<classic::Tree>(&mut classic, &both, &expected, &mut findings);
    }
    findings.finish("meshes that cut themselves");
}

#[test]
fn points_and_meshes() {
    campaign(2651, 150, "points and meshes", |_, random, findings, askers| {
        let base = base(random).min(2.0_f64.powi(245));
        let sizes = sizes(random, base);
        let mesh = mesh(random, sizes);
        let body = Body::new(mesh.clone());
        let origin = match random.random_range(0..3) {
            0 => vector(random) * number(random).min(2.0_f64.powi(245)),
            _ => nalgebra::Vector3::zeros(),
        };
        let Ok(pose) = Pose::new(rotation(random, Posture::Any), origin) else { return };
        // Near a corner, or near the middle of all.
        let vertices = mesh.vertices();
        let near = match random.random_range(0..3) {
            0 => Point3::from(vertices[0]),
            _ => vertices.iter().fold(Point3::origin(), |sum, v| {
                sum + nalgebra::Vector3::from(*v) / vertices.len() as f64
            }),
        };
        let gap = if random.random_range(0..3) == 0 { 0.0 } else { gap(random, base) };
        let point = pose.place(&near) + vector(random) * gap;
        let point: [f64; 3] = point.into();
        let Ok(there) = Pose::from_translation(point) else { return };
        let alone = Mesh::new(vec![[0.0; 3]], vec![[0; 3]]).expect("a point");
        let square = exact::squared_distance(&mesh, &pose, &alone, &there);
        let length = Length { square };
        let is_on = length.square.is_zero();
        let is_inside = !is_on && referee::has_part_inside(&mesh, &pose, &alone, &there);
        let placed = PlacedMesh { mesh, pose };
        let case =
            |what: String| format!("{}\nlet point = {point:?};\n// {what}", placed.as_rust("mesh"));
        for Asker { name, query } in askers.iter_mut() {
            let mut answers = findings.by(name, &case);
            let found = query.closest_point(&body, &pose, point).expect("in range");
            let holds =
                length.at_least(&rational(found.lower)) && length.at_most(&rational(found.upper));
            answers.check(holds, "closest_point", || format!("{found:?}"));
            let ulps = found.upper.to_bits().saturating_sub(found.lower.to_bits());
            let is_right = ulps <= MAX_WIDTH_ULPS as u64 && (found.upper == 0.0) == is_on;
            answers.check(is_right, "closest_point's width", || format!("{found:?}"));
            if body.require_closed().is_err() {
                continue;
            }
            let side = query.point_side(&body, &pose, point).expect("closed");
            let expected = match (is_on, is_inside) {
                (true, _) => PointSide::OnSurface,
                (_, true) => PointSide::Inside,
                _ => PointSide::Outside,
            };
            answers.check(side == expected, "point_side", || format!("{side:?}"));
            let signed = query.signed_distance(&body, &pose, point).expect("closed");
            let [near, far] = if is_inside {
                [-signed.upper, -signed.lower]
            } else {
                [signed.lower, signed.upper]
            };
            let holds =
                near >= 0.0 && length.at_least(&rational(near)) && length.at_most(&rational(far));
            answers.check(holds, "signed_distance", || format!("{signed:?}"));
        }
        if body.require_closed().is_ok() {
            findings.answer("the point is inside a closed body", is_inside);
        }
        findings.answer("the point is on the surface", is_on);
    });
}
