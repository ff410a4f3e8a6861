//! How far apart two bodies of a scene, or of the world of a robot, are.

use obbtree::scene::{BodyDistance, BodyId};

/// How far apart two bodies of a scene, or of the world of a robot, are: the true distance is in
/// `lower ..= upper`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SceneDistance {
    /// The bodies; in the world of a robot a link or an attached body first.
    pub bodies: [u32; 2],
    /// Their closest parts.
    pub parts: [u32; 2],
    /// The distance is at least this; of the nearest two, that of all pairs that are checked.
    pub lower: f64,
    /// And at most this.
    pub upper: f64,
    /// The closest points of the two, in the world, rounded. NaN where a link of a robot is so far
    /// away that no pose has its place.
    pub points: [[f64; 3]; 2],
    /// The unit vector in the world from the first body's closest point to the second's; zeros
    /// unless `lower` is above 0.
    pub normal: [f64; 3],
}

pub(crate) fn numbers(bodies: [BodyId; 2]) -> [u32; 2] {
    bodies.map(BodyId::number)
}

pub(crate) fn places_of(parts: [usize; 2]) -> [u32; 2] {
    parts.map(|part| part as u32)
}

impl From<&BodyDistance> for SceneDistance {
    fn from(found: &BodyDistance) -> Self {
        Self {
            bodies: numbers(found.bodies),
            parts: places_of(found.parts),
            lower: found.lower,
            upper: found.upper,
            points: found.points.map(Into::into),
            normal: found.normal.unwrap_or_default().into(),
        }
    }
}
