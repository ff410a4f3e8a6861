//! Closest points: certificates from the definition, single against double precision, parry3d,
//! other units, other frames, other orders, and arguments without extent.

use nalgebra::{Isometry3, Matrix3, Point3, Vector3};
use obbtree_geom::closest::{self, Nearest};
use obbtree_geom::{ConvexPolyhedron, Line, Plane, Ray, Rectangle, Segment};
use obbtree_predicates::{Aabb, Obb};
use obbtree_tests::catalogue_closest::{
    axes, cases, excess, hull_by_trial, obb, outside_by, points, size,
};
use obbtree_tests::shapes::{isometry, random, vector};
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::{self, PointQuery};
use parry3d_f64::shape;
use rand::RngExt;

/// What the documentation promises, in `EPSILON` of the size: of segments, boxes, lines and planes,
/// and that no point is outside of its shape.
const PROMISED: f64 = 16.0;
/// The same of distances from triangles and solids.
const PROMISED_OF_TRIANGLES: f64 = 32.0;
/// What the certificates may lose by their own rounding, in the same unit.
const CERTIFICATE: f64 = 16.0;

/// The worst that a question's answers did.
#[derive(Debug, Default)]
struct Worst {
    /// Outside of its shape, in `EPSILON` of the size.
    outside: f64,
    /// Excess of the squared distance, in `EPSILON` of the squared size.
    excess: f64,
    /// Distance in `f32` against that in `f64`, in `f32::EPSILON` of the size.
    single: f64,
    /// Share of cases with distance zero.
    touching: f64,
}

fn meeting(nearest: Nearest<f64>) -> (Point3<f64>, Point3<f64>) {
    (nearest.on_a, nearest.on_b)
}

fn segment(points: &[Point3<f64>]) -> Segment {
    Segment { start: points[0], end: points[1] }
}

/// Puts one question about `N` points, of which the first `K` span the one hull and the others the
/// other, in both precisions.
macro_rules! certified {
    ($name:ident, $seed:literal, $n:literal, $k:literal, $promised:expr, |$p:ident| $pair:expr) => {
        #[test]
        fn $name() {
            let wide = |$p: &[Point3<f64>; $n]| -> (Point3<f64>, Point3<f64>) { $pair };
            let narrow = |$p: &[Point3<f32>; $n]| -> (Point3<f32>, Point3<f32>) { $pair };
            let mut random = random($seed);
            let mut worst = Worst::default();
            let mut loose = 0;
            let n = cases(4000);
            for case in 0..n {
                let p: [Point3<f64>; $n] = points(&mut random);
                let (on_a, on_b) = wide(&p);
                let size = size(&p).max(1e-100);
                let unit = f64::EPSILON * size;
                let (a, b) = p.split_at($k);
                let outside = outside_by(&on_a, a).max(outside_by(&on_b, b)) / unit;
                assert!(outside <= PROMISED, "case {case}: {outside} outside, {p:?}");
                let distance = (on_b - on_a).norm();
                let excess = excess([&on_a, &on_b], [a, b]) * distance / (unit * size);
                // On the squared size, whose diagonal counts for up to twelve.
                if excess > 12.0 * (PROMISED + CERTIFICATE) {
                    // Where two long edges leave one corner at next to no angle, the certificate of
                    // a point near that corner sees the far end of the other edge. A step towards
                    // any corner then still gains nothing.
                    loose += 1;
                    let gains = b.iter().filter(|_| $k == 1).map(|corner| {
                        let way = corner - on_b;
                        let step = ((on_a - on_b).dot(&way) / way.norm_squared()).clamp(0.0, 1.0);
                        distance - (on_b + way * step - on_a).norm()
                    });
                    let gain = gains.fold(0.0, f64::max) / unit;
                    assert!($k == 1 && gain <= PROMISED, "case {case}: {excess} {gain}, {p:?}");
                }
                worst.outside = worst.outside.max(outside);
                worst.excess = worst.excess.max(excess);
                worst.touching += f64::from(u8::from(distance <= PROMISED * unit)) / f64::from(n);

                for power in [20, -20, 200, -200] {
                    let scale = 2.0_f64.powi(power);
                    let (scaled_a, scaled_b) = wide(&p.map(|p| p * scale));
                    assert_eq!(scaled_a / scale, on_a, "case {case}, 2^{power}: {p:?}");
                    assert_eq!(scaled_b / scale, on_b, "case {case}, 2^{power}: {p:?}");
                }

                let single = p.map(|p| p.map(|x| x as f32));
                let (a32, b32) = narrow(&single);
                let (a64, b64) = wide(&single.map(|p| p.map(f64::from)));
                let short = (b32.map(f64::from) - a32.map(f64::from)).norm();
                let off = (short - (b64 - a64).norm()).abs() / (f64::from(f32::EPSILON) * size);
                assert!(off <= $promised, "case {case}: {off} between f32 and f64, {single:?}");
                worst.single = worst.single.max(off);

                let moved: Isometry3<f64> = isometry(&mut random, size);
                let (a, b) = wide(&p.map(|p| moved * p));
                let off = ((b - a).norm() - distance)
                    .abs()
                    .min(((b - a).norm_squared() - distance * distance).abs() / size);
                assert!(off <= 64.0 * unit, "case {case}: {} by a motion, {p:?}", off / unit);
            }
            eprintln!("{} {worst:.2?}, {loose} loose", stringify!($name));
            assert!(loose <= n / 100_000, "{loose}");
            // Any size at all: the answer is a number.
            for _ in 0..cases(4000) / 10 {
                let exponents: [i32; $n] = [(); $n].map(|()| random.random_range(-1074..1024));
                let p = exponents.map(|e| {
                    let scale = 2.0_f64.powi(e / 2) * 2.0_f64.powi(e - e / 2);
                    Point3::from(vector(&mut random) * scale)
                });
                let (a, b) = wide(&p);
                assert!(a.iter().chain(b.iter()).all(|x| !x.is_nan()), "{p:?}");
                let p = p.map(|p| p.map(|x| (x as f32).clamp(f32::MIN, f32::MAX)));
                let (a, b) = narrow(&p);
                assert!(a.iter().chain(b.iter()).all(|x| !x.is_nan()), "{p:?}");
            }
            let same = [Point3::new(0.1, 0.2, 0.3); $n];
            assert_eq!(wide(&same), (same[0], same[0]));
        }
    };
}

certified!(point_segment_is_closest, 1, 3, 1, PROMISED, |p| {
    (p[0], closest::point_segment(&p[0], &Segment { start: p[1], end: p[2] }))
});
certified!(parameter_on_segment_is_closest, 2, 3, 1, PROMISED, |p| {
    let segment = Segment { start: p[1], end: p[2] };
    let t = closest::parameter_on_segment(&p[0], &segment);
    (p[0], Point3::from(p[1].coords * (1.0 - t) + p[2].coords * t))
});
certified!(point_triangle_is_closest, 3, 4, 1, PROMISED_OF_TRIANGLES, |p| {
    (p[0], closest::point_triangle(&p[0], &[p[1], p[2], p[3]]))
});
certified!(point_tetrahedron_is_closest, 4, 5, 1, PROMISED_OF_TRIANGLES, |p| {
    (p[0], closest::point_tetrahedron(&p[0], &[p[1], p[2], p[3], p[4]]))
});
certified!(segment_segment_is_closest, 5, 4, 2, PROMISED, |p| {
    let (a, b) = (Segment { start: p[0], end: p[1] }, Segment { start: p[2], end: p[3] });
    let found = closest::segment_segment(&a, &b);
    (found.on_a, found.on_b)
});
certified!(segment_triangle_is_closest, 6, 5, 2, PROMISED_OF_TRIANGLES, |p| {
    let found = closest::segment_triangle(&Segment { start: p[0], end: p[1] }, &[p[2], p[3], p[4]]);
    (found.on_a, found.on_b)
});
certified!(triangle_triangle_is_closest, 7, 6, 3, PROMISED_OF_TRIANGLES, |p| {
    let found = closest::triangle_triangle(&[p[0], p[1], p[2]], &[p[3], p[4], p[5]]);
    (found.on_a, found.on_b)
});

/// Found in a long campaign: two needles that all but touch, where 16 `EPSILON` were promised.
#[test]
fn needles_that_all_but_touch() {
    let p = [
        [-0.449_713_53_f32, -0.256_953_33, -0.841_031],
        [0.152_338_98, 0.604_715_94, 0.927_415_97],
        [0.311_996, 0.761_836_6, 0.758_326_8],
        [-0.814_778_5, -0.171_854_67, 0.791_553_7],
        [-0.647_813_1, -0.034_260_415, 0.791_632_5],
        [0.302_202_3, 0.752_197_2, 0.768_686_6],
    ]
    .map(Point3::from);
    let q = p.map(|p| p.map(f64::from));
    let narrow = closest::dist_sq_triangle_triangle(&[p[0], p[1], p[2]], &[p[3], p[4], p[5]]);
    let wide = closest::dist_sq_triangle_triangle(&[q[0], q[1], q[2]], &[q[3], q[4], q[5]]);
    let off = (f64::from(narrow).sqrt() - wide.sqrt()).abs() / f64::from(f32::EPSILON);
    assert!(off <= PROMISED_OF_TRIANGLES, "{off}");
}

fn v(p: &Point3<f64>) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

fn pt(v: Vector) -> Point3<f64> {
    Point3::new(v.x, v.y, v.z)
}

#[test]
fn parry_finds_the_same_distances() {
    let mut random = random(8);
    let (here, n) = (Pose::IDENTITY, cases(4000));
    let mut meet = 0;
    for _ in 0..n {
        let p: [Point3<f64>; 6] = [(); 6].map(|()| vector(&mut random).into());
        let [a, b] = [[p[0], p[1], p[2]], [p[3], p[4], p[5]]];
        let [ta, tb] = [a, b].map(|t| shape::Triangle::new(v(&t[0]), v(&t[1]), v(&t[2])));
        let [sa, sb] = [a, b].map(|t| shape::Segment::new(v(&t[0]), v(&t[1])));
        let near = |ours_sq: f64, theirs: f64, what: &str| {
            assert!(
                (ours_sq.sqrt() - theirs).abs() < 1e-7,
                "{what} {} {theirs}: {p:?}",
                ours_sq.sqrt()
            );
        };
        let distance = |a: &dyn shape::Shape, b: &dyn shape::Shape| {
            query::distance(&here, a, &here, b).expect("supported").distance
        };
        near(
            closest::dist_sq_segment_segment(&segment(&a), &segment(&b)),
            distance(&sa, &sb),
            "segments",
        );
        near(
            closest::dist_sq_segment_triangle(&segment(&a), &b),
            distance(&sa, &tb),
            "segment, triangle",
        );
        let found = closest::triangle_triangle(&a, &b);
        near(found.dist_sq, distance(&ta, &tb), "triangles");
        meet += u32::from(found.dist_sq.sqrt() < 1e-12);
        let point = v(&p[0]);
        near(
            closest::dist_sq_point_segment(&p[0], &segment(&b)),
            sb.distance_to_local_point(point, true),
            "segment",
        );
        let theirs = pt(tb.project_local_point(point, true).point);
        assert!((closest::point_triangle(&p[0], &b) - theirs).norm() < 1e-12, "{p:?}");
        near(
            closest::dist_sq_point_triangle(&p[0], &b),
            tb.distance_to_local_point(point, true),
            "triangle",
        );
        let corners = [p[1], p[2], p[3], p[4]];
        let theirs = shape::Tetrahedron::new(v(&p[1]), v(&p[2]), v(&p[3]), v(&p[4]));
        near(
            closest::dist_sq_point_tetrahedron(&p[0], &corners),
            theirs.distance_to_local_point(point, true),
            "tetrahedron",
        );
    }
    let share = f64::from(meet) / f64::from(n);
    eprintln!("{n} pairs of triangles, {share} meet");
    assert!(share > 0.05, "{share}");
}

#[test]
fn order_does_not_matter() {
    let mut random = random(9);
    for _ in 0..cases(4000) {
        let p: [Point3<f64>; 6] = points(&mut random);
        let (a, b) = ([p[0], p[1], p[2]], [p[3], p[4], p[5]]);
        let tolerance = 2.0 * PROMISED * f64::EPSILON * size(&p);
        let distance = closest::dist_sq_triangle_triangle(&a, &b).sqrt();
        for [i, j, k] in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]] {
            let (a, b) = ([a[i], a[j], a[k]], [b[k], b[j], b[i]]);
            let other = closest::dist_sq_triangle_triangle(&b, &a).sqrt();
            assert!((other - distance).abs() <= tolerance, "{p:?}");
            let (on_b, on_a) = meeting(closest::triangle_triangle(&b, &a));
            // Mutually closest: each is the best answer to the other.
            for (point, triangle) in [(on_a, b), (on_b, a)] {
                let again = closest::dist_sq_point_triangle(&point, &triangle).sqrt();
                assert!((again - other).abs() <= tolerance, "{p:?}");
            }
        }
        let (s, t) = (segment(&a), segment(&b));
        let distance = closest::dist_sq_segment_segment(&s, &t).sqrt();
        for other in [
            closest::segment_segment(&t, &s),
            closest::segment_segment(&Segment { start: s.end, end: s.start }, &t),
        ] {
            assert!((other.dist_sq.sqrt() - distance).abs() <= tolerance, "{p:?}");
            assert!(
                (other.on_b - if other.on_a == other.on_b { other.on_a } else { other.on_b })
                    .norm()
                    == 0.0
            );
        }
    }
}

#[test]
fn boxes_and_rectangles() {
    let mut random = random(10);
    let (mut inside, mut worst) = (0, 0.0_f64);
    let n = cases(4000);
    for case in 0..n {
        let scale = [1.0, 1e12, 1e-12][random.random_range(0..3)];
        let mut obb = obb(&mut random);
        obb.center *= scale;
        obb.half *= scale;
        let reach = if random.random_bool(0.5) {
            obb.half.map(|h| h * 1.2)
        } else {
            obb.half + Vector3::repeat(scale)
        };
        let point = obb.center + obb.axes * reach.component_mul(&vector(&mut random));
        let corners = obb.corners();
        let unit = f64::EPSILON * size(&corners).max(point.coords.amax());

        let found = closest::point_obb(&point, &obb);
        let distance = (found - point).norm();
        let off = outside_by(&found, &corners)
            .max(excess([&point, &found], [&[point], &corners]) * distance / (unit / f64::EPSILON));
        assert!(off <= PROMISED * unit, "case {case}: {}", off / unit);
        worst = worst.max(off / unit);
        inside += u32::from(found == point);
        assert!(
            (closest::dist_sq_point_obb(&point, &obb).sqrt() - distance).abs() <= PROMISED * unit
        );
        if obb.contains(&point) {
            assert!(distance <= PROMISED * unit);
        }
        let cuboid = shape::Cuboid::new(v(&obb.half.into()));
        let local = Point3::from(obb.axes.tr_mul(&(point - obb.center)));
        let theirs = pt(cuboid.project_local_point(v(&local), true).point);
        assert!((obb.center + obb.axes * theirs.coords - found).norm() <= PROMISED * unit);

        let aabb = Aabb { min: obb.center - obb.half, max: obb.center + obb.half };
        let upright = Obb { axes: Matrix3::identity(), ..obb };
        let (p, q) = (closest::point_aabb(&point, &aabb), closest::point_obb(&point, &upright));
        assert!((p - q).norm() <= PROMISED * unit);
        let squares = [
            closest::dist_sq_point_aabb(&point, &aabb),
            closest::dist_sq_point_obb(&point, &upright),
        ];
        assert!((squares[0].sqrt() - squares[1].sqrt()).abs() <= PROMISED * unit);
        let hull = [aabb.min, aabb.max];
        assert!((0..3).all(|i| p[i] >= hull[0][i] && p[i] <= hull[1][i]));

        // A rectangle in both of its forms is a flat box.
        let axes = [obb.axes.column(0).into_owned(), obb.axes.column(1).into_owned()];
        let rectangle = Rectangle { center: obb.center, axes, half: [obb.half.x, obb.half.y] };
        let flat = Obb { half: Vector3::new(obb.half.x, obb.half.y, 0.0), ..obb };
        let edges = [axes[0] * (2.0 * obb.half.x), axes[1] * (2.0 * obb.half.y)];
        let corner = flat.corners()[0];
        let expected = closest::point_obb(&point, &flat);
        for found in [
            closest::point_rectangle(&point, &rectangle),
            closest::point_rectangle_by_edges(&point, &corner, &edges),
        ] {
            assert!((found - expected).norm() <= PROMISED * unit, "case {case}");
            assert!(outside_by(&found, &flat.corners()) <= PROMISED * unit, "case {case}");
        }
        for squared in [
            closest::dist_sq_point_rectangle(&point, &rectangle),
            closest::dist_sq_point_rectangle_by_edges(&point, &corner, &edges),
        ] {
            let expected = closest::dist_sq_point_obb(&point, &flat).sqrt();
            assert!((squared.sqrt() - expected).abs() <= PROMISED * unit, "case {case}");
        }

        // In single precision: the same numbers, rounded.
        let near = |x: Vector3<f32>, y: Vector3<f64>| {
            (x.map(f64::from) - y).norm()
                <= PROMISED * unit * f64::from(f32::EPSILON) / f64::EPSILON
        };
        let single = Obb {
            axes: obb.axes.map(|x| x as f32),
            center: obb.center.map(|x| x as f32),
            half: obb.half.map(|x| x as f32),
        };
        let point32 = point.map(|x| x as f32);
        assert!(
            near(
                closest::point_obb(&point32, &single).coords,
                closest::point_obb(&point, &obb).coords
            ),
            "case {case}"
        );
        let flat32 = Rectangle {
            center: single.center,
            axes: axes.map(|a| a.map(|x| x as f32)),
            half: [single.half.x, single.half.y],
        };
        assert!(
            near(
                closest::point_rectangle(&point32, &flat32).coords,
                closest::point_rectangle(&point, &rectangle).coords
            ),
            "case {case}"
        );
    }
    let share = f64::from(inside) / f64::from(n);
    eprintln!(
        "{n} boxes, {share} with the point inside, off by {worst:.1} EPSILON of the size at most"
    );
    assert!((0.2..0.7).contains(&share), "{share}");
    let none = [Vector3::zeros(); 2];
    let p = Point3::new(1.0, 2.0, 3.0);
    assert_eq!(closest::point_rectangle_by_edges(&p, &Point3::origin(), &none), Point3::origin());
}

#[test]
fn lines_rays_and_planes() {
    let mut random = random(11);
    for case in 0..cases(4000) {
        let [point, start, end] = points(&mut random);
        let direction = (end - start) * 10.0_f64.powi(random.random_range(-200..200));
        let size = size(&[point, start]).max(f64::MIN_POSITIVE);
        let tolerance = PROMISED * f64::EPSILON * size;
        let line = Line { point: start, direction };
        let ray = Ray { origin: start, direction };
        let (on_line, on_ray) =
            (closest::point_line(&point, &line), closest::point_ray(&point, &ray));
        let unit = (direction / direction.amax().max(f64::MIN_POSITIVE)).try_normalize(0.0);
        if let Some(unit) = unit {
            let from_line = point - on_line;
            assert!(unit.dot(&from_line).abs() <= tolerance, "case {case}: {line:?} {point:?}");
            assert!(unit.cross(&(on_line - start)).norm() <= tolerance, "case {case}");
            let forward = unit.dot(&(point - start));
            let expected = if forward > 0.0 { on_line } else { start };
            assert!((on_ray - expected).norm() <= tolerance, "case {case}");
            let plane = Plane::through(&start, unit);
            let plane = Plane { normal: plane.normal * 3.0, offset: plane.offset * 3.0 };
            let height = closest::signed_dist_point_plane(&point, &plane);
            assert!((height - forward).abs() <= tolerance, "case {case}");
            let foot = closest::point_plane(&point, &plane);
            assert!(unit.cross(&(point - foot)).norm() <= tolerance, "case {case}");
            assert!(unit.dot(&(foot - start)).abs() <= tolerance, "case {case}");
            let squared = closest::dist_sq_point_plane(&point, &plane);
            assert!((squared.sqrt() - forward.abs()).abs() <= tolerance, "case {case}");
        } else {
            assert_eq!((on_line, on_ray), (start, start));
        }
        for (parameter, on) in [
            (closest::parameter_on_line(&point, &line), on_line),
            (closest::parameter_on_ray(&point, &ray), on_ray),
        ] {
            assert!(
                (line.at(parameter) - on).norm() <= tolerance,
                "case {case}: {parameter} {line:?}"
            );
        }
        let (l, r) =
            (closest::dist_sq_point_line(&point, &line), closest::dist_sq_point_ray(&point, &ray));
        assert!(l.sqrt() <= r.sqrt() + tolerance);
        assert!(((point - on_line).norm() - l.sqrt()).abs() <= tolerance);
        assert!(((point - on_ray).norm() - r.sqrt()).abs() <= tolerance);
    }
    // Whatever is finite gives a number.
    let wild = [0.0, 5e-324, 1e-300, 1.0, 1e200, f64::MAX, -f64::MAX];
    for _ in 0..cases(4000) {
        let mut any = || Vector3::from_fn(|_, _| wild[random.random_range(0..wild.len())]);
        let (p, q, d, e) = (any(), any(), any(), any());
        let line = Line { point: q.into(), direction: d };
        let other = Line { point: p.into(), direction: e };
        let found = closest::line_line(&line, &other);
        let plane = Plane { normal: d, offset: e.x };
        let numbers = [
            closest::point_line(&p.into(), &line).coords.amax(),
            closest::dist_sq_point_line(&p.into(), &line),
            closest::dist_sq_point_ray(&p.into(), &Ray { origin: q.into(), direction: d }),
            closest::parameter_on_line(&p.into(), &line),
            closest::dist_sq_point_plane(&p.into(), &plane),
            closest::point_plane(&p.into(), &plane).coords.amax(),
            found.a_parameter,
            found.b_parameter,
            found.dist_sq,
        ];
        assert!(numbers.iter().all(|x| !x.is_nan()), "{p:?} {q:?} {d:?} {e:?}: {numbers:?}");
    }
}

#[test]
fn lines_are_closest_where_both_are_perpendicular() {
    let mut random = random(12);
    let (mut steep, n) = (0, cases(4000));
    for case in 0..n {
        let [p, p_end, q, q_end] = points(&mut random);
        let (a, b) =
            (Line { point: p, direction: p_end - p }, Line { point: q, direction: q_end - q });
        let found = closest::line_line(&a, &b);
        let (Some(d), Some(e)) =
            (a.direction.try_normalize(1e-100), b.direction.try_normalize(1e-100))
        else {
            continue;
        };
        let sine = d.cross(&e).norm();
        let between = found.on_b - found.on_a;
        let all = [p, p_end, q, q_end, found.on_a, found.on_b];
        let unit = f64::EPSILON * size(&all);
        assert!(e.dot(&between).abs() <= PROMISED * unit, "case {case}");
        assert!(e.cross(&(found.on_b - q)).norm() <= 2.0 * PROMISED * unit, "case {case}");
        assert!(d.cross(&(found.on_a - p)).norm() <= 2.0 * PROMISED * unit, "case {case}");
        if sine > 1e-6 {
            let lean = d.dot(&between).abs() / unit * sine;
            assert!(lean <= 4.0 * PROMISED, "case {case}: {lean}, sine {sine}");
            let swapped = closest::line_line(&b, &a);
            let off = (swapped.on_b - found.on_a).norm() / unit * sine * sine;
            assert!(off <= 4.0 * PROMISED, "case {case}: {off}, sine {sine}");
            steep += 1;
        } else if sine == 0.0 {
            assert_eq!(found.on_a, p);
        }
        assert!((found.on_a - a.at(found.a_parameter)).norm() <= PROMISED * unit, "case {case}");
        assert!((found.on_b - b.at(found.b_parameter)).norm() <= PROMISED * unit, "case {case}");
        assert!((found.dist_sq.sqrt() - between.norm()).abs() <= PROMISED * unit, "case {case}");
    }
    assert!(steep > n / 2, "{steep}");
    let still = Line { point: Point3::new(1.0, 1.0, 0.0), direction: Vector3::zeros() };
    let x = Line { point: Point3::origin(), direction: Vector3::x() };
    for (a, b, squared) in [(still, x, 1.0), (x, still, 1.0), (still, still, 0.0)] {
        assert_eq!(closest::line_line(&a, &b).dist_sq, squared);
    }
    let aside = Line { point: Point3::new(5.0, 3.0, 4.0), direction: -Vector3::x() };
    let found = closest::line_line(&x, &aside);
    assert_eq!((found.on_a, found.dist_sq), (Point3::origin(), 25.0));
}

#[test]
fn polyhedra() {
    let mut random = random(13);
    let n = cases(4000);
    let mut inside = 0;
    for case in 0..n {
        let scale = [1.0, 1e12, 1e-12][random.random_range(0..3)];
        let turn = axes(&mut random);
        let flat = Vector3::new(1.0, 1.0, 10.0_f64.powf(random.random_range(-6.0..0.0)));
        let count = random.random_range(4..10);
        let vertices: Vec<Point3<f64>> = (0..count)
            .map(|_| Point3::from(turn * vector(&mut random).component_mul(&flat) * scale))
            .collect();
        let faces = hull_by_trial(&vertices);
        let polyhedron = ConvexPolyhedron { vertices: &vertices, faces: &faces };
        // About half of them inside: a mean of corners, pushed outwards or not.
        let mean = vertices.iter().map(|p| p.coords).sum::<Vector3<f64>>() / f64::from(count);
        let corner = vertices[random.random_range(0..vertices.len())];
        let other = vertices[random.random_range(0..vertices.len())];
        let between = corner.coords.lerp(&other.coords, random.random_range(0.0..1.0));
        let point = Point3::from(mean.lerp(&between, random.random_range(0.0..2.0)));
        let found = closest::point_convex_polyhedron(&point, &polyhedron).expect("faces");
        let mut all = vertices.clone();
        all.push(point);
        let unit = f64::EPSILON * size(&all);
        let distance = (found - point).norm();
        let squared = closest::dist_sq_point_convex_polyhedron(&point, &polyhedron).expect("faces");
        assert!((squared.sqrt() - distance).abs() <= unit);
        assert!(outside_by(&found, &vertices) <= PROMISED * unit, "case {case}");
        let over =
            excess([&point, &found], [&[point], &vertices]) * distance / (unit / f64::EPSILON);
        assert!(over <= 12.0 * PROMISED * unit, "case {case}: {}", over / unit);
        // By the definition of inside: seen from no face as above it.
        let above = |&[i, j, k]: &[u32; 3]| {
            let [p, q, r] = [i, j, k].map(|i| vertices[i as usize]);
            (q - p).cross(&(r - p)).normalize().dot(&(point - p))
        };
        let highest = faces.iter().map(above).fold(f64::NEG_INFINITY, f64::max);
        if highest < -1e-9 * scale {
            assert_eq!(found, point, "case {case}");
            inside += 1;
        } else if highest > 1e-9 * scale {
            assert!(distance >= highest - 1e-12 * scale, "case {case}");
        }
        if count == 4 {
            let corners = [vertices[0], vertices[1], vertices[2], vertices[3]];
            let other = closest::point_tetrahedron(&point, &corners);
            assert!(
                ((other - point).norm() - distance).abs() <= 2.0 * PROMISED * unit,
                "case {case}"
            );
        }
    }
    let share = f64::from(inside) / f64::from(n);
    eprintln!("{n} polyhedra, {share} with the point inside");
    assert!((0.3..0.7).contains(&share), "{share}");

    let corner = [Point3::origin()];
    let none = ConvexPolyhedron { vertices: &corner, faces: &[] };
    assert_eq!(closest::point_convex_polyhedron(&Point3::new(1.0, 0.0, 0.0), &none), None);
    let wrong = ConvexPolyhedron { vertices: &corner, faces: &[[0, 0, 7], [0, 0, 0]] };
    assert_eq!(
        closest::point_convex_polyhedron(&Point3::new(1.0, 0.0, 0.0), &wrong),
        Some(corner[0])
    );
}
