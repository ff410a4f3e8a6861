//! Planes and half-spaces through points of any magnitude: against bodies, rounded shapes and each
//! other, by exact heights.

use nalgebra::{Point3, Vector3};
use num_traits::{Signed, Zero};
use obbtree::{Body, Mesh, Pose, Query, Shape};
use obbtree_predicates::Triangle;
use obbtree_tests::referee::BigRational;
use obbtree_tests::scales::Posture;
use obbtree_tests::scales::bodies::{base, gap, mesh, poses, sizes};
use obbtree_tests::scales::exact::{ExactPlane, placed, rational};
use obbtree_tests::scales::numbers::{number, power};
use obbtree_tests::shapes::vector;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::shapes::rounded;
use crate::support::campaign;

/// Three points of a plane in a box of some sizes.
fn points(random: &mut Pcg64Mcg, sizes: [f64; 3]) -> [[f64; 3]; 3] {
    [(); 3].map(|()| {
        let any: [f64; 3] = vector(random).into();
        [0, 1, 2].map(|k| sizes[k] * (2.0 * any[k]).round() * 0.5)
    })
}

/// The least height of the triangles of a body over a half-space; over a plane alone, of each
/// triangle the magnitude, 0 if it has corners on both sides. Times the length of the normal.
fn least_height(plane: &ExactPlane, body: &Body, pose: &Pose, is_solid: bool) -> BigRational {
    let of_triangle = |triangle: Triangle| {
        let heights = triangle.map(|corner| plane.height(&placed(&corner, pose)));
        let [least, most] = [heights.iter().min(), heights.iter().max()];
        let [least, most] = [least, most].map(|height| height.expect("corners").clone());
        match is_solid {
            true => least,
            false if least.is_positive() => least,
            false if most.is_negative() => -most,
            false => BigRational::zero(),
        }
    };
    body.mesh().corners().map(of_triangle).min().expect("triangles")
}

/// Is a height, times the length of the normal, at most a length?
fn at_most(height: &BigRational, length: &BigRational, normal_sq: &BigRational) -> bool {
    if height.is_positive() {
        !length.is_negative() && height * height <= length * length * normal_sq
    } else {
        !length.is_negative() || height * height >= length * length * normal_sq
    }
}

/// Is it at least a length?
fn at_least(height: &BigRational, length: &BigRational, normal_sq: &BigRational) -> bool {
    at_most(&-height.clone(), &-length.clone(), normal_sq)
}

#[test]
fn planes_and_half_spaces() {
    campaign(2620, 120, "planes and half-spaces", |round, random, findings, askers| {
        let posture = [Posture::Identity, Posture::Quarters, Posture::Any][round % 3];
        let base_a = base(random).min(power(245));
        let sizes_a = sizes(random, base_a);
        // Now and then three points whose products underflow, and a body of usual size far beside
        // them.
        let is_beside = round % 6 == 5;
        let base_b = match random.random_range(0..2) {
            _ if is_beside => power(-random.random_range(495..540)),
            0 => base_a,
            _ => base(random).min(power(245)),
        };
        let (base_a, sizes_a) = if is_beside { (1.0, [power(-40); 3]) } else { (base_a, sizes_a) };
        let sizes_b = sizes(random, base_b);
        let through = points(random, sizes_b);
        let is_solid = random.random_range(0..2) == 0;
        let [p, q, r] = through;
        let made = if is_solid {
            Shape::half_space_through(p, q, r)
        } else {
            Shape::plane_through(p, q, r)
        };
        let Ok(plane) = made else { return };
        let text = format!(
            "Shape::{}_through({p:?}, {q:?}, {r:?}).unwrap()",
            if is_solid { "half_space" } else { "plane" }
        );
        let gap = match is_beside {
            true => power(-random.random_range(3..53)),
            false => gap(random, base_a),
        };
        let radius = match random.random_range(0..3) {
            0 => gap,
            1 => number(random).min(power(245)),
            _ => base_a * power(-random.random_range(0..60)),
        };
        let shape = rounded(random, sizes_a, radius);
        let core = shape.shape.core().expect("rounded").clone();
        let is_of_shape = random.random_range(0..2) == 0;
        let body = if is_of_shape { core.clone() } else { Body::new(mesh(random, sizes_a)) };
        // At a corner of the plane, or on it and far from its corners.
        let mut on_plane = Vector3::from(p);
        if is_beside || random.random_range(0..2) == 0 {
            for corner in [q, r] {
                let edge = Vector3::from(corner) - Vector3::from(p);
                let far = if is_beside { 1.0 } else { number(random).min(power(240)) };
                let times = far / edge.amax();
                on_plane += if times.is_finite() { edge * times } else { Vector3::zeros() };
            }
        }
        let near = [Point3::from(body.mesh().vertices()[0]), Point3::from(on_plane)];
        let Some([pose, pose_plane]) = poses(random, posture, near, gap) else { return };
        let triangle: Triangle = through.map(Point3::from);
        let exact = ExactPlane::new(&triangle, &pose_plane);
        if exact.normal_sq.is_zero() {
            return;
        }
        let tolerance = if random.random_range(0..2) == 0 { gap } else { number(random) };
        let of_body = least_height(&exact, &body, &pose, is_solid);
        let of_core = least_height(&exact, &core, &pose, is_solid);
        let zero = BigRational::zero();
        let body_meets = at_most(&of_body, &zero, &exact.normal_sq);
        let radius = shape.radius;
        let shape_meets = at_most(&of_core, &rational(radius), &exact.normal_sq);
        findings.answer("the body meets the plane", body_meets);
        findings.answer("the shape meets the plane", shape_meets);
        let case = |what: String| {
            format!(
                "let body = Body::new(Mesh::new(vec!{:?}, vec!{:?}).unwrap());\n\
                 let shape = {};\nlet plane = {text};\n\
                 let pose = Pose::from_rows({:?}).unwrap();\n\
                  let pose_plane = Pose::from_rows({:?}).unwrap();\n// {what}",
                body.mesh().vertices(),
                body.mesh().triangles(),
                shape.text,
                pose.to_rows(),
                pose_plane.to_rows()
            )
        };
        for asker in askers.iter_mut() {
            let query = &mut asker.query;
            let mut answers = findings.by(&asker.name, &case);
            let meets = query.collide(&body, &pose, &plane, &pose_plane);
            answers.check(meets == body_meets, "body on plane: collide", || {
                format!("collide: {meets}")
            });
            let found = query.distance(&body, &pose, &plane, &pose_plane);
            let what = || format!("distance(body): {found:?}");
            let [lower, upper] = [found.lower, found.upper.min(f64::MAX)].map(rational);
            let holds = !lower.is_negative()
                && (lower.is_zero() || at_least(&of_body, &lower, &exact.normal_sq))
                && at_most(&of_body, &upper, &exact.normal_sq);
            answers.check(holds, "body on plane: distance", what);
            answers.check(
                (found.upper == 0.0) == body_meets,
                "body on plane: 0 where they meet",
                what,
            );
            // Where the tolerance is not in the interval, the answer is certain.
            let closer = query.closer_than(&body, &pose, &plane, &pose_plane, tolerance);
            let expected = at_most(&of_body, &rational(tolerance), &exact.normal_sq);
            let is_between = found.lower <= tolerance && tolerance <= found.upper;
            answers.check(closer == expected || is_between, "body on plane: closer_than", || {
                format!("tolerance {tolerance:?}: {closer}, {found:?}")
            });

            let meets = query.collide(&shape.shape, &pose, &plane, &pose_plane);
            answers.check(meets == shape_meets, "shape on plane: collide", || {
                format!("collide: {meets}")
            });
            let swapped = query.collide(&plane, &pose_plane, &shape.shape, &pose);
            answers.check(swapped == shape_meets, "shape on plane: collide", || {
                format!("collide, swapped: {swapped}")
            });
            let found = query.distance(&shape.shape, &pose, &plane, &pose_plane);
            let what = || format!("distance: {found:?}");
            let [lower, upper] = [found.lower, found.upper.min(f64::MAX)].map(rational);
            let holds = !lower.is_negative()
                && (lower.is_zero()
                    || at_least(&of_core, &(lower + rational(radius)), &exact.normal_sq))
                && at_most(&of_core, &(upper + rational(radius)), &exact.normal_sq);
            answers.check(holds, "shape on plane: distance", what);
            answers.check(
                if shape_meets { found.lower == 0.0 } else { found.upper > 0.0 },
                "shape on plane: 0 where they meet",
                what,
            );
            let closer = query.closer_than(&shape.shape, &pose, &plane, &pose_plane, tolerance);
            let exact_sum = rational(radius) + rational(tolerance);
            let rounded_sum = &exact_sum * (rational(1.0) + rational(power(-52)));
            let no = closer || !at_most(&of_core, &exact_sum, &exact.normal_sq);
            let yes = !closer || at_most(&of_core, &rounded_sum, &exact.normal_sq);
            answers.check(no, "shape on plane: closer_than: no", || {
                format!("tolerance {tolerance:?}: no")
            });
            answers.check(yes, "shape on plane: closer_than: yes", || {
                format!("tolerance {tolerance:?}: yes")
            });
        }
    });
}

/// Placed corners are rounded by some 1e-9 here, more than a millionth of a short edge; turned
/// edges are not.
#[test]
fn a_small_triangle_far_from_the_origin_makes_as_good_a_plane() {
    let mut random = Pcg64Mcg::seed_from_u64(2621);
    let (far, mut query) = ([500_000.0, 5_000_000.0, 100.0], Query::new());
    let mut near = |reach: f64| -> [f64; 3] {
        let any: [f64; 3] = vector(&mut random).into();
        [0, 1, 2].map(|k| far[k] + reach * any[k])
    };
    let (mut tried, mut crossed) = (0, 0);
    for round in 0..200 {
        let edge = [1.0, 0.01, 1e-4][round % 3];
        let [p, q, r] = [near(edge), near(edge), near(edge)];
        let points: Triangle = [p, q, r].map(Point3::from);
        let [u, v] = [points[1] - points[0], points[2] - points[0]];
        if u.cross(&v).norm() < 0.1 * u.norm() * v.norm() {
            continue; // close to a line
        }
        tried += 1;
        let here = Pose::identity();
        let exact = ExactPlane::new(&points, &here);
        let normal_sq = &exact.normal_sq;
        let place = Pose::from_translation(near(20.0)).expect("in range");
        let body = Body::new(Mesh::new(vec![[0.0; 3]], vec![[0, 0, 0]]).expect("in range"));
        let half_space = Shape::half_space_through(p, q, r).expect("a plane");
        let found = query.distance(&half_space, &here, &body, &place);
        let height = least_height(&exact, &body, &place, true);
        let [lower, upper] = [found.lower, found.upper].map(rational);
        assert!(found.lower == 0.0 || at_least(&height, &lower, normal_sq), "{found:?}");
        assert!(at_most(&height, &upper, normal_sq), "{found:?}");
        assert!(found.upper - found.lower < power(-40) * 5e6, "{edge}: {found:?}");

        // A contact of the plane with a segment across it is in the plane.
        let plane = Shape::plane_through(p, q, r).expect("a plane");
        let (above, below) = (near(20.0), near(20.0));
        let segment = Shape::segment(above, below).expect("in range");
        for contact in query.contacts(&plane, &here, &segment, &here) {
            let at = contact.points()[0];
            crossed += 1;
            let off = rational(1e-7);
            let height = exact.height(&placed(&at, &here)).abs();
            assert!(at_most(&height, &off, normal_sq), "{edge}: {contact:?}");
        }
    }
    assert!(tried > 120 && crossed > 40, "{tried} {crossed}");
}
