//! What a picture is made of, in world coordinates.

use obbtree::nalgebra::Point3;

use super::colour::Colour;

/// A triangle of one colour, visible from both sides.
#[derive(Clone, Debug)]
pub(super) struct Face {
    pub(super) corners: [Point3<f64>; 3],
    pub(super) colour: Colour,
    /// The number of the body it belongs to: an outline is drawn between pixels of two bodies.
    pub(super) body: usize,
    /// Tints what hides it.
    pub(super) shows_through: bool,
}

/// A straight line. Where a face hides it, it is drawn faintly.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) ends: [Point3<f64>; 2],
    pub(super) colour: Colour,
    /// Pixels.
    pub(super) width: f64,
    /// How much of the colour covers what is behind, 0 to 1.
    pub(super) opacity: f32,
    /// Whether it is drawn over other lines, near or far, and seen behind faces.
    pub(super) is_mark: bool,
}
