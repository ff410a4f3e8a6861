//! What pictures show beside meshes: the lines along which two bodies meet, and their closest points.

use obbtree::nalgebra::Point3;
use obbtree::{Placed, Query, contact_curves, contacts};

use crate::palette::Rgb;

/// Which marks are wanted. Belongs to a command that has a mesh B.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct MarkOptions {
    /// Show the closest points of the two meshes, and the segment between them
    #[arg(long, requires = "b")]
    pub(crate) distance: bool,
}

/// For the lines along which triangles meet.
pub(crate) const CONTACT: Rgb = [0x20, 0x08, 0x08];

/// For the closest points and the segment between them: neither body's colour, nor red.
pub(crate) const CLOSEST: Rgb = [0x0B, 0x6B, 0x3A];

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
