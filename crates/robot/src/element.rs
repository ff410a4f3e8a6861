//! A part of a link or of a body of the world, as the checker keeps it: with a sphere around it,
//! and with simpler geometry where that answers faster.

use std::sync::OnceLock;

use nalgebra::Point3;
use obbtree_collider::{Body, Shape, ShapeKind};
use obbtree_predicates::{Pose, UpperBound};
use obbtree_scene::Part;

use crate::components::components;
use crate::sin_cos::sin_cos;

/// A part, in a frame of its own. What does not depend on where it is.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) part: Part,
    pub(crate) sphere: BoundingSphere,
    /// The surface of a box, as a mesh with the same corners.
    pub(crate) surface: Option<Body>,
    /// Prisms within a cylinder and around it, made when they are first needed.
    prisms: OnceLock<Option<[Shape; 2]>>,
    /// Of a mesh, a vertex of each component.
    starts: Vec<Point3<f64>>,
    /// Of a mesh, the size of its smallest component: nothing with a smaller diameter contains one.
    /// Of a shape, its diameter, or infinity.
    pub(crate) size: f64,
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
        let (size, starts) = part.collider().body().map_or((2.0 * radius, vec![]), components);
        let shape = part.collider().shape();
        let surface = match shape.map(Shape::kind) {
            Some(ShapeKind::Cuboid { radius: 0.0, .. }) => shape.and_then(Shape::core).cloned(),
            _ => None,
        };
        let sphere = BoundingSphere { center, radius };
        Self { part, sphere, surface, prisms: OnceLock::new(), starts, size }
    }

    /// Prisms within a cylinder and around it, if it is one that has them.
    pub(crate) fn prisms(&self) -> Option<&[Shape; 2]> {
        let made = || match self.part.collider().shape().map(Shape::kind) {
            Some(&ShapeKind::Cylinder { from, to, radius }) => prisms(from, to, radius),
            _ => None,
        };
        self.prisms.get_or_init(made).as_ref()
    }

    /// The surface of a box that contains no component of a mesh, so that the two meet if and
    /// only if their surfaces do, and are as far apart as these: it is too small, or a vertex of
    /// each component is outside of it.
    pub(crate) fn surface_beside(
        &self,
        pose: &Pose,
        mesh: &Self,
        pose_mesh: &Pose,
    ) -> Option<&Body> {
        /// What poses with a skew can stretch, and rounding.
        const STRETCH: f64 = 1.0 + 1.0 / 1024.0;
        let surface = self.surface.as_ref()?;
        let contains_none = || {
            !mesh.starts.is_empty()
                && mesh.starts.iter().all(|start| self.is_outside(pose, start, pose_mesh))
        };
        (self.size * STRETCH < mesh.size || contains_none()).then_some(surface)
    }

    /// Is a placed point certainly outside of a placed box?
    ///
    /// *Lemma.* A point of the box is at `R x + t` with `|x_k| <= h_k`. For one that is,
    /// `y = R^T (p - t)` is `x + E x`, `E = R^T R - I`, whose norm is at most 1e-4: so `|y_k|` is
    /// at most `h_k` and 1e-4 of the length of `h`, and [`SKEW`] is twice that. Placing the
    /// point, the difference and the product are fewer than 32 roundings of 2^-53 of sizes that
    /// add up to `size`, with rotations that make nothing longer than by `1 + 5e-5`; [`PER_SIZE`]
    /// is 2^13 of them. [`TINY`] is more than products lose that underflow. Where a number is not
    /// finite no comparison is true. *End.*
    fn is_outside(&self, pose: &Pose, point: &Point3<f64>, pose_point: &Pose) -> bool {
        const SKEW: f64 = 2e-4;
        const PER_SIZE: f64 = 1.0 / (1_u64 << 40) as f64;
        const TINY: f64 = f64::MIN_POSITIVE;
        let Some(ShapeKind::Cuboid { half, .. }) = self.part.collider().shape().map(Shape::kind)
        else {
            return false;
        };
        let sum = |v: [f64; 3]| v.iter().map(|x| x.abs()).sum::<f64>();
        let half_sum = sum(*half);
        let size = sum(point.coords.into())
            + sum((*pose_point.translation()).into())
            + sum((*pose.translation()).into())
            + half_sum;
        let away = pose_point.place(point).coords - pose.translation();
        let in_box = pose.rotation().tr_mul(&away);
        let slack = SKEW * half_sum + PER_SIZE * size + TINY;
        (0..3).any(|k| in_box[k].abs() > half[k] + slack)
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
