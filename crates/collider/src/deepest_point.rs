//! The deepest vertex of one body inside another.

use nalgebra::Point3;
use obbtree_mesh::Mesh;
use obbtree_predicates::{LowerBound, Placement, Pose, UpperBound};
use obbtree_query::{DistanceOptions, interrupt::pause_at};

use crate::body::Body;
use crate::query::Query;

/// A vertex of one body inside another, none deeper: its distance to the other's surface is the
/// depth.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DeepestPoint {
    /// The number of the vertex in its mesh.
    pub vertex: u32,
    /// The vertex in the world, rounded.
    pub point: Point3<f64>,
    /// Its distance to the surface of the other body is at least this, in the caller's unit.
    pub lower: f64,
    /// And at most this.
    pub upper: f64,
    /// The point of that surface, in the world, rounded.
    pub on_surface: Point3<f64>,
}

/// Of the coordinates that go into two placed points: far above what placing them rounds, some
/// ten times 2^-53.
const PLACED: f64 = 1.0 / (1_u64 << 40) as f64;

/// The vertex of a body that is deepest inside another; of equal ones the first. `None` if none is
/// inside, or if the other body is open.
pub(crate) fn deepest_point(
    query: &mut Query,
    body: &Body,
    pose: &Pose,
    other: &Body,
    pose_other: &Pose,
) -> Option<DeepestPoint> {
    other.require_closed().ok()?;
    let placement = Placement::new(pose_other, pose);
    let mut deepest: Option<DeepestPoint> = None;
    let mut last: Option<(Point3<f64>, f64)> = None;
    // Vertices that are joined by triangles that do not meet the other body are all inside or none.
    let pairs = query.all_pairs([body, other], [pose, pose_other]);
    let mut meeting: Vec<u32> = pairs.into_iter().map(|[triangle, _]| triangle).collect();
    meeting.dedup();
    let joined = body.mesh().joined_without(&meeting);
    let mut are_inside: Vec<Option<bool>> = vec![None; joined.len()];
    for (index, vertex) in used_vertices(body.mesh()).enumerate() {
        pause_at(index);
        let corner = Point3::from(body.mesh().vertices()[vertex as usize]);
        let point = pose.place(&corner);
        // Two points differ in depth by at most their distance.
        let at_most = last.map(|(near, depth)| {
            let sizes = [point.coords, near.coords, *pose.translation()].map(|v| v.amax());
            let sizes: UpperBound = sizes.into_iter().map(UpperBound::from).sum();
            let rounding = UpperBound::from(PLACED) * sizes + UpperBound::from(f64::MIN_POSITIVE);
            UpperBound::from(depth) + UpperBound::of_distance(&point, &near) + rounding
        });
        let least = LowerBound::from(deepest.map_or(0.0, |deepest| deepest.lower));
        if at_most.is_some_and(|depth| depth.is_below(least)) {
            continue;
        }
        let is_inside = &mut are_inside[joined[vertex as usize] as usize];
        if !*is_inside.get_or_insert_with(|| other.contains(pose_other, &corner, pose)) {
            continue;
        }
        let found = depth_of_vertex(query, vertex, &corner, other, &placement)?;
        last = Some((point, found.upper));
        // On the surface is not inside.
        if found.upper > 0.0 && deepest.is_none_or(|deepest| found.upper > deepest.upper) {
            deepest = Some(found);
        }
    }
    deepest
}

/// How deep one vertex is in another body. `None` if it is not inside.
pub(crate) fn vertex_inside(
    query: &mut Query,
    (body, pose): (&Body, &Pose),
    vertex: u32,
    (other, pose_other): (&Body, &Pose),
) -> Option<DeepestPoint> {
    let corner = Point3::from(body.mesh().vertices()[vertex as usize]);
    if !other.contains(pose_other, &corner, pose) {
        return None;
    }
    depth_of_vertex(query, vertex, &corner, other, &Placement::new(pose_other, pose))
}

fn depth_of_vertex(
    query: &mut Query,
    vertex: u32,
    corner: &Point3<f64>,
    other: &Body,
    placement: &Placement,
) -> Option<DeepestPoint> {
    let found = distance_of_point(query, corner, other, placement)?;
    let [on_surface, point] = found.points;
    Some(DeepestPoint { vertex, point, lower: found.lower, upper: found.upper, on_surface })
}

/// The vertices that triangles use, ascending.
fn used_vertices(mesh: &Mesh) -> impl Iterator<Item = u32> {
    let mut is_used = vec![false; mesh.vertices().len()];
    for &vertex in mesh.triangles().as_flattened() {
        is_used[vertex as usize] = true;
    }
    is_used.into_iter().zip(0..).filter_map(|(is_used, vertex)| is_used.then_some(vertex))
}

/// From the surface of a body to a point in the frame of the other.
fn distance_of_point(
    query: &mut Query,
    point: &Point3<f64>,
    from: &Body,
    placement: &Placement,
) -> Option<obbtree_query::Distance> {
    let point: [f64; 3] = (*point).into();
    let mesh = Mesh::new(vec![point], vec![[0; 3]]).ok()?;
    let point = Body::new(mesh);
    query.of_surfaces(from, &point, placement, &DistanceOptions::default())
}
