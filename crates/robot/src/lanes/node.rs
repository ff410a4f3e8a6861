//! A part of a cover in `f32`, in the frame in which it does not move: that of a joint, or the
//! root's.
//!
//! *Lemma.* Let `x -> R x + t` be a placement whose numbers are those of a [`Frame`], and `s` a
//! bound of `||R^T R - I||` (its *skew*). The placed part is within the box and the sphere of the
//! node that [`Node::placed`] makes. *Proof.* A point of the box is `c + B q` with `|q_k| <= h_k`
//! and `B` the inverse of the matrix whose rows are the axes. With `a` an axis of the new box and
//! `c'` its centre, `a . (R (c + B q) + t - c')` is at most `sum |a . R B e_k| h_k` and the length
//! of `R c + t - c'`, which is that of the rounding of the centre; `f64` rounds the rest by less
//! than 2^-40 of the sizes. Lengths grow by no more than `1 + s`. What is within `round` of the box
//! is within `(1 + s) round` of the placed box, as is what is placed as a sphere around points of
//! the box without being stretched. A cylinder's points move by `s` of their distance from the
//! centre against those of a cylinder with the new axes, at most. *End.*
//!
//! Coordinates of this node, taken away from those of a point in `f32`, round by 2^-24 of both;
//! so does the product with its axes, three terms each. [`SHARE`] of the node's own sizes bounds
//! its part of this, and is in `round`: whoever tests a point adds what the point's own size
//! rounds.

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::{UpperBound, round_up_f32};

use crate::frames::Frame;
use crate::model::{Core, Cover, CoverNode};

/// What `f32` rounds of coordinates, products and sums, of their sizes: 2^-18, 64 roundings, where
/// there are fewer than 20.
pub(super) const SHARE: f64 = 1.0 / (1 << 18) as f64;

/// A part of a cover, placed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(super) center: [f32; 3],
    /// Of the sphere around it.
    pub(super) radius: f32,
    pub(super) axes: [[f32; 3]; 3],
    /// Half sides of the box that contains all of it.
    pub(super) outer: [f32; 3],
    /// Half sides of the box or cylinder that contains it when inflated by `round`, or by
    /// `least_round` already, if nothing rounds to `f32` after this.
    pub(super) half: [f32; 3],
    pub(super) least_round: f32,
    pub(super) round: f32,
    /// A point of the element.
    pub(super) witness: [f32; 3],
    /// Points that are so far inside of the inflated box or cylinder belong to the element;
    /// infinite where that is not so of any.
    pub(super) inset: f32,
    /// A sphere whose middle is no farther from the box or cylinder than this and its radius has a
    /// point of the element in it; negative infinite where that is not so of any.
    pub(super) meets_at: f32,
    /// The radius of a sphere around the centre that is within the element or enclosed by it;
    /// negative infinite where none is known.
    pub(super) inner: f32,
    pub(super) is_cylinder: bool,
    /// It is of a closed mesh, which encloses what is said here to belong to the element. So what
    /// has a point there meets it only if it has one outside of the box or cylinder too, now or at
    /// another time of the motion.
    pub(super) encloses: bool,
    /// Of the points whose hull contains it, as they are from the centre: the first, and how many;
    /// 0 where only the box is known.
    pub(super) first_point: u32,
    pub(super) points: u32,
    /// The first of its children, and how many there are; no leaf of the world's groups has none.
    pub(super) first: u32,
    pub(super) children: u32,
    /// Of the world: the item that this is the first node of.
    pub(super) item: u32,
}

/// Of a node that is not the first one of an item.
pub(super) const NO_ITEM: u32 = u32::MAX;

/// The nodes of a cover, placed; the first is of all of it. `inner`: the radii of spheres around
/// the centres of the first nodes, 0 where none is known.
pub(crate) fn placed(cover: &Cover, inner: &[f32], frame: &Frame) -> Vec<Node> {
    let placement = Placing::of(frame);
    let mut points = 0;
    let inner = inner.iter().copied().chain(std::iter::repeat(0.0));
    let place = |(node, inner): (&CoverNode, f32)| {
        let placed = placement.node(node, inner, points);
        points += placed.points;
        placed
    };
    cover.0.iter().zip(inner).map(place).collect()
}

/// Their points, which `f32` rounds by less than [`SHARE`] of sizes.
pub(crate) fn placed_points(cover: &Cover, frame: &Frame) -> Vec<[f32; 3]> {
    let from_center = |node: &CoverNode| {
        let center = frame.place(node.center).map(|x| f64::from(x as f32));
        let away = |point: &[f64; 3]| {
            let at = frame.place(*point);
            [0, 1, 2].map(|k| (at[k] - center[k]) as f32)
        };
        node.points.iter().map(away).collect::<Vec<_>>()
    };
    cover.0.iter().flat_map(from_center).collect()
}

struct Placing {
    frame: Frame,
    rotation: Matrix3<f64>,
    skew: f64,
}

impl Placing {
    fn of(frame: &Frame) -> Self {
        let rotation = Matrix3::from_fn(|i, k| frame.0[i][k]);
        // More than what this sum itself rounds.
        let skew = (rotation.transpose() * rotation - Matrix3::identity()).norm() + 1e-14;
        Self { frame: *frame, rotation, skew }
    }

    fn node(&self, node: &CoverNode, inner: f32, first_point: u32) -> Node {
        /// Beyond this no placed box or cylinder is taken for the shape itself.
        const SOLID: f64 = 1e-9;
        let axes = Matrix3::from_fn(|a, k| f64::from(node.axes[a][k]));
        let half = Vector3::from(node.half.map(f64::from));
        let exact = self.frame.place(node.center);
        let center = exact.map(|x| x as f32);
        let off: UpperBound =
            (0..3).map(|k| UpperBound::of_abs(exact[k] - f64::from(center[k]))).sum();
        let shift = self.frame.translation();
        let sizes = exact.iter().chain(&node.center).chain(&shift);
        let size = sizes.map(|x| x.abs()).fold(half.amax() + f64::from(node.round), f64::max);
        let moved = off + UpperBound::from(size / (1_u64 << 38) as f64);

        let turned = orthonormal(&(self.rotation * axes.transpose())).transpose();
        let new_axes = [0, 1, 2].map(|a| [0, 1, 2].map(|k| turned[(a, k)] as f32));
        let rounded = Matrix3::from_fn(|a, k| f64::from(new_axes[a][k]));
        // Axes are orthonormal to `f32`: there is an inverse.
        let back = axes.try_inverse().unwrap_or_else(|| axes.transpose());
        let along = (rounded * self.rotation * back).abs();
        let stretch = UpperBound::from(self.skew) * UpperBound::from(2.0 * half.amax());
        let side = |a: usize| {
            let sum: UpperBound =
                (0..3).map(|k| UpperBound::from(along[(a, k)]) * UpperBound::from(half[k])).sum();
            sum + moved + UpperBound::from(size / (1_u64 << 38) as f64)
        };
        let grown = 1.0 + self.skew;
        let round = UpperBound::from(f64::from(node.round)) * UpperBound::from(grown);
        let is_cylinder = matches!(node.core, Core::Cylinder { .. });
        let new_half = if is_cylinder {
            // The axes are those of the cylinder, but for what they round.
            let lean = UpperBound::from(half.amax() / f64::from(1 << 20));
            [0, 1, 2].map(|a| UpperBound::from(half[a]) + stretch + moved + lean)
        } else {
            [0, 1, 2].map(side)
        };
        let outer = [0, 1, 2].map(|a| {
            let of_box = if is_cylinder { side(a).max(new_half[a]) } else { new_half[a] };
            round_up_f32((of_box + round).get())
        });
        let own = size.max(half.amax()) * SHARE;
        let is_solid = matches!(node.core, Core::Solid | Core::Cylinder { is_solid: true });
        // What the element's own cover and this placing have made larger, and `own`.
        let inset = UpperBound::from(8.0 * own + f64::from(node.inset)) + moved + stretch;
        let inset = match is_solid && self.skew < SOLID {
            true => round_up_f32(inset.get()),
            false => f32::INFINITY,
        };
        let new_half = new_half.map(|side| round_up_f32(side.get()));
        let least_round = round_up_f32(round.get());
        let round = round_up_f32((round + UpperBound::from(own)).get());
        let inner = f64::from(inner) * (1.0 - self.skew) - 2.0 * moved.get();
        Node {
            center,
            radius: round_up_f32(
                (UpperBound::from(f64::from(node.radius)) * UpperBound::from(grown) + moved).get(),
            ),
            axes: new_axes,
            outer,
            half: new_half,
            least_round,
            round,
            witness: self.frame.place(node.witness).map(|x| x as f32),
            inset,
            meets_at: meets_at(new_half, round, inset),
            inner: if inner > 0.0 { (inner as f32).next_down() } else { f32::NEG_INFINITY },
            is_cylinder,
            encloses: false,
            first_point,
            points: node.points.len() as u32,
            first: node.children.start,
            children: node.children.end - node.children.start,
            item: NO_ITEM,
        }
    }
}

/// *Lemma.* With `i` the inset, what is within `round - i` of the box belongs to the element; and
/// if its half sides are above `i`, so does what is in the box that is smaller by `i` on each side,
/// of which a point is within `2 i > sqrt(3) i` of each point of the box. *End.* Rounding is in
/// `i`, which is taken once more.
fn meets_at(half: [f32; 3], round: f32, inset: f32) -> f32 {
    if round > 2.0 * inset {
        round - 2.0 * inset
    } else if half.iter().all(|&side| side > 2.0 * inset) {
        -3.0 * inset
    } else {
        f32::NEG_INFINITY
    }
}

/// Columns along those of a matrix that is nearly a rotation.
pub(super) fn orthonormal(m: &Matrix3<f64>) -> Matrix3<f64> {
    let x = m.column(0).normalize();
    let y = m.column(1) - x * x.dot(&m.column(1));
    let y = y.normalize();
    Matrix3::from_columns(&[x, y, x.cross(&y)])
}

impl Node {
    /// A box of no size along the axes, of which nothing more is known.
    pub(super) const EMPTY: Self = Self {
        center: [0.0; 3],
        radius: 0.0,
        axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        outer: [0.0; 3],
        half: [0.0; 3],
        least_round: 0.0,
        round: 0.0,
        witness: [0.0; 3],
        inset: f32::INFINITY,
        meets_at: f32::NEG_INFINITY,
        inner: f32::NEG_INFINITY,
        is_cylinder: false,
        encloses: false,
        first_point: 0,
        points: 0,
        first: 0,
        children: 0,
        item: NO_ITEM,
    };

    /// A box along the axes around some nodes.
    pub(super) fn around(nodes: &[Self], first: usize) -> Self {
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for node in nodes {
            for k in 0..3 {
                low[k] = low[k].min((node.center[k] - node.radius).next_down());
                high[k] = high[k].max((node.center[k] + node.radius).next_up());
            }
        }
        let center = [0, 1, 2].map(|k| 0.5 * low[k] + 0.5 * high[k]);
        let half = [0, 1, 2].map(|k| {
            let side = (high[k] - center[k]).max(center[k] - low[k]);
            // Two differences and a sum.
            round_up_f32(f64::from(side) * (1.0 + SHARE))
        });
        let length = Vector3::from(half.map(f64::from)).norm() * (1.0 + SHARE);
        let size = (0..3).fold(0.0_f64, |most, k| most.max(f64::from(center[k].abs() + half[k])));
        Self {
            center,
            radius: round_up_f32(length),
            outer: half,
            half,
            round: round_up_f32(2.0 * size * SHARE),
            witness: center,
            first: first as u32,
            children: nodes.len() as u32,
            ..Self::EMPTY
        }
    }

    /// The axis along which its box is thinnest.
    #[inline(always)]
    pub(super) fn thinnest(&self) -> usize {
        let [x, y, z] = self.outer;
        if z <= x && z <= y { 2 } else { usize::from(y < x) }
    }

    /// The axis along which it is longest.
    #[inline(always)]
    pub(super) fn longest(&self) -> usize {
        let [x, y, z] = self.outer;
        if z >= x && z >= y { 2 } else { usize::from(y > x) }
    }

    /// How far from the origin its points are, at most.
    pub(super) fn reach(&self) -> UpperBound {
        let center = Vector3::from(self.center.map(f64::from));
        UpperBound::of_length(&center) + UpperBound::from(f64::from(self.radius))
    }
}
