//! A part of a link or of a body of the world, as the checker keeps it: with a sphere around it,
//! and with simpler geometry where that answers faster.

use std::sync::OnceLock;

use obbtree_collider::{Collider, Shape, ShapeKind};
use obbtree_predicates::UpperBound;
use obbtree_scene::Part;

use super::cover::Cover;
use super::whole::whole_cover;
use crate::frames::sin_cos;

/// A part, in a frame of its own. What does not depend on where it is.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) part: Part,
    pub(crate) sphere: BoundingSphere,
    /// Prisms within a cylinder and around it, made when they are first needed.
    prisms: OnceLock<Option<[Shape; 2]>>,
    cover: OnceLock<Option<Cover>>,
    whole_cover: OnceLock<Option<Cover>>,
    inner: OnceLock<Vec<f32>>,
}

/// A sphere that contains a part. Its radius is infinite for what is unbounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundingSphere {
    pub(crate) center: [f64; 3],
    pub(crate) radius: f64,
}

impl BoundingSphere {
    /// Of the distance of every point of the sphere from the origin of its frame.
    pub(crate) fn reach(&self) -> UpperBound {
        length(self.center) + UpperBound::from(self.radius)
    }
}

/// Of the length of a vector.
pub(crate) fn length(v: [f64; 3]) -> UpperBound {
    UpperBound::of_length(&v.into())
}

impl Element {
    pub(crate) fn of(part: &Part) -> Self {
        let part = part.clone();
        let unbounded = ([0.0; 3], f64::INFINITY);
        let (center, radius) = part.collider().bounding_sphere().unwrap_or(unbounded);
        Self {
            part,
            sphere: BoundingSphere { center, radius },
            prisms: OnceLock::new(),
            cover: OnceLock::new(),
            whole_cover: OnceLock::new(),
            inner: OnceLock::new(),
        }
    }

    /// What covers it, made when it is first needed; `None` for what is unbounded.
    pub(crate) fn cover(&self) -> Option<&Cover> {
        self.cover.get_or_init(|| Cover::of(self.part.collider())).as_ref()
    }

    /// What covers it as a whole, if that is as good.
    pub(crate) fn whole_cover(&self) -> Option<&Cover> {
        self.whole_cover.get_or_init(|| whole_cover(self.part.collider())).as_ref()
    }

    /// Is it one piece?
    pub(crate) fn is_connected(&self) -> bool {
        match self.part.collider() {
            Collider::Mesh(body) => body.topology().component_points().len() == 1,
            Collider::Shape(_) => true,
            _ => false,
        }
    }

    /// Radii of spheres around the middles of the cover's first nodes, made when they are first
    /// needed.
    pub(crate) fn inner(&self) -> &[f32] {
        let made = || self.cover().map_or_else(Vec::new, |cover| cover.inner(self.part.collider()));
        self.inner.get_or_init(made)
    }

    /// Prisms within a cylinder and around it, if it is one that has them.
    pub(crate) fn prisms(&self) -> Option<&[Shape; 2]> {
        let made = || match self.part.collider().shape().map(Shape::kind) {
            Some(&ShapeKind::Cylinder { from, to, radius }) => prisms(from, to, radius),
            _ => None,
        };
        self.prisms.get_or_init(made).as_ref()
    }
}

/// Sizes that round where prisms are made, and where they are placed by frames that are rotations
/// but for rounding: frames of 200 joints.
const PLACE_REL_ERR: f64 = 1e-12;

/// Prisms within a cylinder and around it, of which closeness costs a descent of two trees. Discs
/// are perpendicular to the *placed* axis, and the faces of a placed prism are so but for the
/// rounding of frames, by which they can lean: the prism around is longer by what that is at its
/// rim, the one within shorter. `None` for a disc so thin that nothing is left, and for a cylinder
/// that is not around z with its middle at the origin, as a URDF has them.
fn prisms(from: [f64; 3], to: [f64; 3], radius: f64) -> Option<[Shape; 2]> {
    /// The two are a thousandth of the radius apart.
    const SIDES: usize = 64;
    let half = to[2];
    let is_about_z = from == [0.0, 0.0, -half] && to == [0.0, 0.0, half] && half > 0.0;
    let angle = std::f64::consts::PI / SIDES as f64;
    let prism = |radius: f64, half: f64| {
        let corner = |n: usize| {
            let [sin, cos] = sin_cos(2.0 * angle * (n / 2) as f64);
            [radius * cos, radius * sin, if n.is_multiple_of(2) { half } else { -half }]
        };
        Shape::hull(&(0..2 * SIDES).map(corner).collect::<Vec<_>>()).ok()
    };
    let [_, across] = sin_cos(angle);
    let lean = PLACE_REL_ERR * (radius + half);
    if !(is_about_z && half > 2.0 * lean) {
        return None;
    }
    let within = prism(radius * (1.0 - PLACE_REL_ERR), half - lean)?;
    Some([within, prism(radius / across * (1.0 + PLACE_REL_ERR), half + lean)?])
}
