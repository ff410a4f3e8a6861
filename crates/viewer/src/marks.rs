//! What is shown beside meshes: the lines along which two bodies meet, and their closest points.

use obbtree::nalgebra::Point3;
use obbtree::query::{Placed, contact_curves};
use obbtree::{Query, contacts};

/// Two points in the world; one point twice where bodies touch in a point.
pub(crate) type Segment = [Point3<f64>; 2];

/// The lines along which two bodies meet: curves, and the sides of polygons in one plane.
pub(crate) fn contact_lines(a: &Placed, b: &Placed) -> Vec<Segment> {
    let (curves, patches) = contact_curves(&contacts(&a.body, &a.pose, &b.body, &b.pose));
    let mut lines = Vec::new();
    for curve in &curves {
        add_sides(&mut lines, &curve.points, curve.is_closed);
    }
    for patch in &patches {
        add_sides(&mut lines, patch, true);
    }
    lines
}

fn add_sides(lines: &mut Vec<Segment>, points: &[Point3<f64>], is_closed: bool) {
    lines.extend(points.windows(2).map(|ends| [ends[0], ends[1]]));
    match points {
        [point] => lines.push([*point; 2]),
        [first, .., last] if is_closed => lines.push([*last, *first]),
        _ => {}
    }
}

/// The closest points of two bodies, and their distance.
pub(crate) fn closest(a: &Placed, b: &Placed) -> (Segment, f64) {
    let found = Query::default().distance(&a.body, &a.pose, &b.body, &b.pose);
    (found.points, found.upper)
}
