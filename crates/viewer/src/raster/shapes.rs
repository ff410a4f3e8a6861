//! What a picture is made of, in world coordinates.

use obbtree::nalgebra::Point3;

use super::colour::Colour;

/// A triangle of one colour, visible from both sides.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    pub(crate) corners: [Point3<f64>; 3],
    pub(crate) colour: Colour,
    /// The number of the body it belongs to: an outline is drawn between pixels of two bodies.
    pub(crate) body: usize,
    /// Tints what hides it.
    pub(crate) shows_through: bool,
    /// What is behind it is seen through it.
    pub(crate) is_ghost: bool,
}

/// A straight line. Where a face hides it, it is drawn faintly.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) ends: [Point3<f64>; 2],
    pub(crate) colour: Colour,
    /// Pixels.
    pub(crate) width: f64,
    /// How much of the colour covers what is behind, 0 to 1.
    pub(crate) opacity: f32,
    /// Whether it is drawn over other lines, near or far, and seen behind faces.
    pub(crate) is_mark: bool,
}
