//! Two boxes: the axis that tells most, against their corners along all axes and many directions,
//! and against parry3d.

use nalgebra::{Matrix3, Point3, Rotation3, UnitQuaternion, Vector3};
use obbtree_geom::depth;
use obbtree_predicates::Obb;
use obbtree_tests::catalogue_closest::{axes, cases, obb, size};
use obbtree_tests::shapes::{random, vector};
use parry3d_f64::math::{Pose, Rotation, Vector};
use parry3d_f64::query;
use parry3d_f64::shape::Cuboid;
use rand::RngExt;

/// What the documentation promises, in `EPSILON` of the size.
const PROMISED: f64 = 16.0;

/// The room between the boxes along a direction of length one from A to B, from their corners.
fn room(a: &Obb, b: &Obb, direction: &Vector3<f64>) -> f64 {
    let along = |p: &Point3<f64>| direction.dot(&(p - a.center));
    let last_of_a = a.corners().iter().map(along).fold(f64::NEG_INFINITY, f64::max);
    let first_of_b = b.corners().iter().map(along).fold(f64::INFINITY, f64::min);
    first_of_b - last_of_a
}

fn peer(obb: &Obb) -> (Pose, Cuboid) {
    let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(obb.axes));
    let q = turn.into_inner().coords;
    let pose = Pose::from_parts(
        Vector::new(obb.center.x, obb.center.y, obb.center.z),
        Rotation::from_xyzw(q[0], q[1], q[2], q[3]),
    );
    (pose, Cuboid::new(Vector::new(obb.half.x, obb.half.y, obb.half.z)))
}

#[test]
fn the_gap_is_the_largest_of_fifteen() {
    let mut random = random(31);
    let n = cases(4000);
    let (mut hits, mut near, mut worst, mut single) = (0, 0, 0.0_f64, 0.0_f64);
    for case in 0..n {
        let (a, mut b) = (obb(&mut random), obb(&mut random));
        if random.random_bool(0.5) {
            // Related axes: equal, a quarter turn apart, or nearly parallel.
            b.axes = a.axes * axes(&mut random);
        }
        let all: Vec<Point3<f64>> = [a.corners(), b.corners()].concat();
        let unit = f64::EPSILON * size(&all);
        let found = depth::obb_obb(&a, &b);
        assert!((found.direction.norm() - 1.0).abs() < 1e-15);
        let off = (room(&a, &b, &found.direction) - found.gap).abs() / unit;
        assert!(off <= PROMISED, "case {case}: {off}");
        worst = worst.max(off);

        // No axis says more.
        let columns = |obb: &Obb| [0, 1, 2].map(|i| obb.axes.column(i).into_owned());
        let mut directions = [columns(&a), columns(&b)].concat();
        for u in columns(&a) {
            directions.extend(columns(&b).iter().filter_map(|v| u.cross(v).try_normalize(1e-6)));
        }
        for d in &directions {
            for d in [*d, -d] {
                assert!(room(&a, &b, &d) <= found.gap + 1e-9, "case {case}: {d:?} {found:?}");
            }
        }
        // If they overlap no direction at all does.
        if found.overlaps() {
            for _ in 0..16 {
                let near = found.direction + vector(&mut random) * 0.3;
                for d in [vector(&mut random), near].iter().filter_map(|d| d.try_normalize(1e-3)) {
                    let least = found.gap + 2.0 * PROMISED * unit;
                    assert!(room(&a, &b, &d) <= least, "case {case}: {d:?} {found:?}");
                }
            }
        }

        let swapped = depth::obb_obb(&b, &a);
        assert!((swapped.gap - found.gap).abs() <= 2.0 * PROMISED * unit, "case {case}");
        if let Some(minimum_translation) = found.minimum_translation() {
            let moved = Obb { center: b.center + minimum_translation, ..b };
            let left = depth::obb_obb(&a, &moved).gap.abs();
            assert!(left <= 4.0 * PROMISED * unit, "case {case}: {} left", left / unit);
        }
        for power in [30, -30, 300, -300] {
            let scale = 2.0_f64.powi(power);
            let scaled = |o: &Obb| Obb { center: o.center * scale, half: o.half * scale, ..*o };
            let other = depth::obb_obb(&scaled(&a), &scaled(&b));
            assert_eq!((other.gap / scale, other.axis), (found.gap, found.axis), "case {case}");
        }
        let narrow = |o: &Obb| Obb {
            axes: o.axes.map(|x| x as f32),
            center: o.center.map(|x| x as f32),
            half: o.half.map(|x| x as f32),
        };
        // parry3d's own distance, where neither is within its tolerance of touching.
        let ((pose_a, cuboid_a), (pose_b, cuboid_b)) = (peer(&a), peer(&b));
        let theirs =
            query::distance(&pose_a, &cuboid_a, &pose_b, &cuboid_b).expect("boxes").distance;
        assert!(found.gap <= theirs + 1e-6, "case {case}: {theirs} {found:?}");
        let narrow_gap = f64::from(depth::obb_obb(&narrow(&a), &narrow(&b)).gap);
        let tolerance = PROMISED * f64::from(f32::EPSILON) * size(&all);
        if found.overlaps() {
            single = single.max((narrow_gap - found.gap).abs() / tolerance * PROMISED);
            assert!(single <= PROMISED, "case {case}: {single}");
        } else {
            // Boxes apart by nearly parallel edges have an axis less in single precision.
            assert!((-tolerance..=theirs + 1e-6 + tolerance).contains(&narrow_gap), "case {case}");
        }
        hits += u32::from(found.overlaps());
        if found.gap.abs() < 1e-6 {
            near += 1;
        } else {
            assert_eq!(found.overlaps(), theirs == 0.0, "case {case}: {theirs} {found:?}");
        }
    }
    let share = f64::from(hits) / f64::from(n);
    eprintln!(
        "{n} pairs, {share} overlap, {near} near touching, off by {worst:.1}, f32 {single:.1}"
    );
    assert!((0.3..0.7).contains(&share), "{share}");
    assert!(f64::from(near) < 0.05 * f64::from(n), "{near}");
}

#[test]
fn parry_parts_boxes_by_the_same_depth() {
    let mut random = random(32);
    let (n, mut compared, mut agreed) = (cases(2000), 0, 0);
    for case in 0..n {
        let mut any = || {
            let turn = vector(&mut random) * 3.0;
            let axes = Rotation3::from_scaled_axis(turn).into_inner();
            let half = vector(&mut random).abs().add_scalar(0.1);
            Obb { axes, center: Point3::from(vector(&mut random)), half }
        };
        let (a, b) = (any(), any());
        let found = depth::obb_obb(&a, &b);
        if found.gap > -1e-3 {
            continue;
        }
        let ((pose_a, cuboid_a), (pose_b, cuboid_b)) = (peer(&a), peer(&b));
        let contact = query::contact(&pose_a, &cuboid_a, &pose_b, &cuboid_b, 0.0);
        let theirs = contact.expect("boxes").expect("they overlap");
        compared += 1;
        if (theirs.dist - found.gap).abs() < 1e-6 {
            agreed += 1;
        } else {
            // Theirs would have to part the boxes, and ours not be the least.
            let way = Vector3::new(theirs.normal1.x, theirs.normal1.y, theirs.normal1.z);
            assert!(room(&a, &b, &way) <= found.gap + 1e-12, "case {case}: {theirs:?} {found:?}");
        }
    }
    eprintln!("{compared} overlaps, parry3d has the same depth for {agreed}");
    assert!(f64::from(agreed) > 0.9 * f64::from(compared), "{agreed} of {compared}");
    assert!(compared > n / 3, "{compared}");
}

#[test]
fn points_and_flat_boxes() {
    let point = |x: f64| Obb {
        axes: Matrix3::identity(),
        center: Point3::new(x, 0.0, 0.0),
        half: Vector3::zeros(),
    };
    assert_eq!(depth::obb_obb(&point(1.0), &point(3.0)).gap, 2.0);
    assert_eq!(depth::obb_obb(&point(1.0), &point(1.0)).gap, 0.0);
    let plate = Obb { half: Vector3::new(1.0, 1.0, 0.0), ..point(0.0) };
    assert_eq!(depth::obb_obb(&plate, &plate).gap, 0.0);
    assert_eq!(depth::obb_obb(&plate, &point(0.5)).gap, 0.0);
    for x in [f64::MAX, 5e-324, 1e200] {
        for y in [f64::MAX, -f64::MAX, 0.0] {
            let wide = Obb { half: Vector3::repeat(x), ..point(y) };
            assert!(!depth::obb_obb(&wide, &point(-y)).gap.is_nan());
        }
    }
}
