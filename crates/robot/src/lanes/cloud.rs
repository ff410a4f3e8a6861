//! Point clouds and voxels that stand still: their boxes and points, and the frame in which these
//! are boxes along the axes.
//!
//! *Lemma.* Let `R x + t` be the placement of a cloud in the root's frame, `o` its origin, and `Q`
//! and `c` numbers, with `E` a bound of `||Q R - 1||` and `e` one of `|c + Q t + o|`. For `w` in
//! the root's frame let `y(w) = Q w + c`. If `y(w)` is farther than `(1 + d) r + E |x| + e` from
//! `x - o`, with `1 + d` a bound of `||Q||`, then `w` is farther than `r` from `R x + t`. *Proof.*
//! `y(w) - (x - o)` is `Q (w - R x - t) + (Q R - 1) x + (c + Q t + o)`. *End.* `Q` is a rotation
//! that is rounded to `f32`, so `d` is less than 2^-21, which is in what radii are rounded up by
//! and in the slack of comparisons. `E |x| + e` is [`StillCloud::error`]. What relative frames
//! round is added once more by `pairs`, of the sizes of both, for what `Q` and `c` round in lanes.

use nalgebra::{Matrix3, Vector3};
use obbtree_cloud::{Block, BoxBlock, HALF_WITHIN, PointCloud, RADIUS_IN_FRAME, WIDE};
use obbtree_predicates::{UpperBound, round_up_f32};

use super::chain::{ByPlacing, VelocityError};
use super::node::{Node, orthonormal};
use crate::frames::Frame;

/// Coordinates of larger clouds are left to the exact tests: squares would overflow.
const LARGEST: f64 = (1_u64 << 60) as f64;
/// A pose lengthens vectors by its skew at most, which is below 1e-4.
const STRETCH: f64 = 1.0 + 1.0 / 1024.0;
/// Of a length, more than what it is stretched by in the frame of the boxes, and what sums round.
const LONGER: f64 = 1.0 + 1.0 / (1 << 18) as f64;
/// Of a reach and of squares: 2^-16.
pub(super) const REL_ERR: f32 = 1.0 + 1.0 / (1 << 16) as f32;
/// A pose leans a cube by its skew, which is below 1e-4 of its diagonal.
const LEANS: f64 = 1.0 / (1 << 10) as f64;
/// More than the root of 3.
const DIAGONAL: f64 = 1.733;
/// A point is in the element if it is within the radius by this share of it, whatever rounds.
const WITHIN: f64 = 1.0 / (1 << 10) as f64;

/// A cloud in the root's frame.
#[derive(Clone, Debug)]
pub(crate) struct StillCloud {
    pub(super) cloud: PointCloud,
    /// Of the world.
    pub(super) item: usize,
    /// From the root's frame to that of the boxes.
    pub(super) turn: [[f32; 3]; 3],
    pub(super) shift: [f32; 3],
    /// Of the coordinates of its points, in all of these frames.
    pub(super) size: UpperBound,
    pub(super) error: UpperBound,
    /// That all points have in common, rounded up; 0 where boxes hold the radii.
    pub(super) round: f32,
}

/// A moving item and a cloud.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CloudPair {
    pub(super) item: usize,
    pub(super) cloud: usize,
    pub(super) pair: u32,
    pub(super) extra: ByPlacing<f32>,
    pub(super) velocity_error: VelocityError,
}

/// A part of a cloud.
#[derive(Clone, Copy, Debug)]
pub(super) struct CloudPart {
    /// 0 for a point, by its place; else a box of level `kind - 1`; or, beyond all levels, the
    /// cloud.
    pub(super) kind: u32,
    pub(super) number: u32,
}

/// The points of a block, relative to the cloud's origin, or its boxes.
pub(super) enum Members<'c> {
    Points([[f32; WIDE]; 3], Option<[f32; WIDE]>),
    Cubes(BoxBlock),
    Boxes(&'c BoxBlock),
}

impl<'c> Members<'c> {
    #[inline(always)]
    pub(super) fn of(cloud: &'c PointCloud, Block { kind, number }: Block) -> Self {
        let number = number as usize;
        if kind > 0 {
            return Self::Boxes(&cloud.boxes(kind as usize - 1).0[number]);
        }
        match cloud.has_cubes() {
            true => Self::Cubes(cloud.cubes_as_boxes(number)),
            false => Self::Points(cloud.relative_points(number), cloud.radii_in_frame(number)),
        }
    }

    #[inline(always)]
    pub(super) fn centers(&self) -> &[[f32; WIDE]; 3] {
        match self {
            Self::Points(points, _) => points,
            Self::Cubes(boxes) => &boxes.center,
            Self::Boxes(boxes) => &boxes.center,
        }
    }

    /// Half sides; none of points.
    #[inline(always)]
    pub(super) fn halves(&self) -> Option<&[[f32; WIDE]; 3]> {
        match self {
            Self::Points(..) => None,
            Self::Cubes(boxes) => Some(&boxes.half),
            Self::Boxes(boxes) => Some(&boxes.half),
        }
    }

    /// Of points that have their own. They are in the boxes.
    #[inline(always)]
    pub(super) fn radii(&self) -> Option<&[f32; WIDE]> {
        match self {
            Self::Points(_, radii) => radii.as_ref(),
            Self::Cubes(_) | Self::Boxes(_) => None,
        }
    }
}

impl StillCloud {
    /// By its place in the root's frame; `None` if it is too large.
    pub(super) fn of(cloud: &PointCloud, frame: &Frame, frame_off: UpperBound) -> Option<Self> {
        let rotation = Matrix3::from_fn(|i, k| frame.0[i][k]);
        let turned = orthonormal(&rotation).transpose();
        let turn = [0, 1, 2].map(|i| [0, 1, 2].map(|k| turned[(i, k)] as f32));
        let rounded = Matrix3::from_fn(|i, k| f64::from(turn[i][k]));
        let origin = Vector3::from(cloud.origin());
        let exact = -(rounded * Vector3::from(frame.translation())) - origin;
        let shift = [0, 1, 2].map(|k| exact[k] as f32);
        let off: UpperBound =
            (0..3).map(|k| UpperBound::of_abs(exact[k] - f64::from(shift[k]))).sum();
        let own = UpperBound::of_length(&origin) + UpperBound::from(cloud.size());
        let own = own * UpperBound::from(STRETCH);
        let size = own + crate::model::length(frame.translation()) * UpperBound::from(STRETCH);
        // More than what the norm itself rounds.
        let lean = (rounded * rotation - Matrix3::identity()).norm() + 1e-14;
        let error = UpperBound::from(lean) * own
            + off
            + frame_off
            + size * UpperBound::from(1.0 / (1_u64 << 38) as f64);
        let round = round_up_f32(cloud.common_radius().unwrap_or(0.0) * LONGER);
        // Not true of what is not a number.
        let is_small = size.get() < LARGEST;
        let cloud = cloud.clone();
        is_small.then_some(Self { cloud, item: 0, turn, shift, size, error, round })
    }

    /// All of it.
    pub(super) fn root(&self) -> CloudPart {
        CloudPart { kind: self.cloud.levels() as u32 + 1, number: 0 }
    }

    /// A point relative to the origin.
    #[inline]
    pub(super) fn point(&self, place: u32) -> [f64; 3] {
        let (point, origin) = (self.cloud.point(place as usize), self.cloud.origin());
        [0, 1, 2].map(|k| point[k] - origin[k])
    }

    /// A point with its radius, or a cube, as if it were at the origin.
    #[inline(always)]
    pub(super) fn node_at_origin(&self, place: u32) -> Node {
        if self.cloud.has_cubes() {
            return self.cube_at_origin(place);
        }
        let radius = self.cloud.radius(place as usize);
        let round = match self.cloud.common_radius() {
            Some(_) => self.round,
            None => round_up_f32(radius * RADIUS_IN_FRAME * LONGER),
        };
        let meets_at = (radius * (1.0 - WITHIN)) as f32;
        let inset = round_up_f32(radius * WITHIN);
        Node { round, least_round: round, meets_at, inset, ..Node::EMPTY }
    }

    /// A cube as a box, no part of which is round: of a cube of the lemma in `obbtree_cloud`, and
    /// by what a pose that is no rotation leans it.
    #[inline(always)]
    fn cube_at_origin(&self, place: u32) -> Node {
        let half = self.cloud.half_in_frame(place as usize);
        let side = round_up_f32(half);
        let inset = round_up_f32(half * (LEANS + (1.0 - HALF_WITHIN * HALF_WITHIN)));
        // Three times as far is a point of the cube from any of the box: see `node`.
        let meets_at = -3.0 * inset;
        let radius = round_up_f32(half * DIAGONAL);
        let half = [side; 3];
        let [round, least_round] = [self.round; 2];
        Node { half, outer: half, radius, round, least_round, meets_at, inset, ..Node::EMPTY }
    }

    /// A part as a node: a point with its radius, a cube, a box, all.
    #[inline(always)]
    pub(super) fn node(&self, part: CloudPart) -> Node {
        let CloudPart { kind, number } = part;
        if kind == 0 {
            let center = self.point(number);
            let center = [center[0] as f32, center[1] as f32, center[2] as f32];
            let points = u32::from(!self.cloud.has_cubes());
            return Node { center, points, ..self.node_at_origin(number) };
        }
        let (mut center, mut half) = ([0.0; 3], [0.0; 3]);
        let mut radius = f32::INFINITY;
        if kind as usize > self.cloud.levels() {
            // No box reaches farther.
            half = [round_up_f32(self.cloud.size()); 3];
        } else {
            let (block, slot) = (number as usize / WIDE, number as usize % WIDE);
            let boxes = &self.cloud.boxes(kind as usize - 1).0[block];
            for k in 0..3 {
                (center[k], half[k]) = (boxes.center[k][slot], boxes.half[k][slot]);
            }
            let [x, y, z] = half;
            radius = (x * x + y * y + z * z).sqrt();
        }
        Node { center, half, radius, round: self.round, children: 1, ..Node::EMPTY }
    }
}

/// The hull of a point, from itself.
pub(super) const POINT: [[f32; 3]; 1] = [[0.0; 3]];
