//! What moves, two things that do, and all pairs of what two frames carry: links of many elements,
//! as of spheres, have many.
//!
//! *Lemma.* A sphere around those of the items that a frame carries, and another around those of
//! another frame: where the two are apart, so are all pairs of the items. No point of the one moves
//! farther in half an interval, seen from the other, than the speed of what is farthest from the
//! frame's origin lets it. What is added is the most that is added for any of the pairs; the
//! middles are no farther from the origin than some item is, so they round by no more. *End.*

use std::sync::Arc;

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{UpperBound, round_up_f32};
use obbtree_simd::Lanes;

use super::block::Block;
use super::chain::{ByPlacing, Chain, Mover, VelocityError, speed};
use super::inner::InnerSphere;
use super::node::{Node, SHARE};
use super::nodes::{dot, has_been_outside, is_beyond, place};

/// An item that moves: its cover in the frame that carries it.
#[derive(Clone, Debug)]
pub(crate) struct MovingCover {
    pub(super) frame: usize,
    /// Empty for what is unbounded.
    pub(super) nodes: Arc<[Node]>,
    pub(super) points: Arc<[[f32; 3]]>,
    pub(super) inner_spheres: Arc<[InnerSphere]>,
    /// Of its points, from the root.
    pub(super) size: f64,
    /// It is a shape, not a surface.
    pub(super) is_solid: bool,
    /// It is one piece.
    pub(super) is_connected: bool,
    pub(super) velocity_error: VelocityError,
    pub(super) off: ByPlacing<UpperBound>,
    /// Seen from the root.
    pub(super) movers: Arc<[Mover]>,
    pub(super) reach: UpperBound,
}

impl MovingCover {
    pub(super) fn tree(&self) -> (&[Node], &[[f32; 3]]) {
        (&self.nodes, &self.points)
    }

    /// Does it meet a shape, given by its first node, of which a point is in one of its spheres?
    ///
    /// *Lemma.* A sphere of a mesh is enclosed by its surface, which is within the sphere of the
    /// first node. A shape is connected: if it has points in the sphere and outside of the sphere,
    /// it has one on the surface. It has one outside if two of its points are farther apart than
    /// the sphere is wide, such as corners of its box. *End.*
    pub(super) fn shows_inner(&self, shape: &Node) -> bool {
        let Some(own) = self.nodes.first() else { return false };
        let [x, y, z] = shape.half.map(f64::from);
        // Of a cylinder, points of its rims.
        let across = if shape.is_cylinder { x } else { x.hypot(y) };
        let half = across.hypot(z) * (1.0 - SHARE) - 2.0 * f64::from(shape.inset);
        self.is_solid || half > f64::from(own.radius)
    }

    /// Is a point of it certainly outside of a node, in some lane? See `nodes`.
    pub(super) fn has_been_outside(
        &self,
        block: &Block,
        extra: f32,
        node: &Node,
        lanes: u32,
    ) -> bool {
        let root = self.nodes.first().filter(|_| self.is_connected);
        root.is_some_and(|root| has_been_outside(block, (self.frame, root), extra, node, lanes))
    }
}

/// Two items that move.
#[derive(Clone, Debug)]
pub(super) struct MovingPair {
    pub(super) items: [usize; 2],
    pub(super) pair: u32,
    pub(super) extra: ByPlacing<f32>,
    pub(super) velocity_error: VelocityError,
    /// A's seen from B's frame.
    pub(super) movers: Arc<[Mover]>,
}

impl MovingPair {
    /// A bit for each lane in which their spheres are apart throughout.
    #[inline(always)]
    pub(super) fn spheres_apart<S: Lanes>(
        &self,
        simd: S,
        moving: &[MovingCover],
        block: (&Block, usize),
        half: S::F,
    ) -> u32 {
        let [a, b] = self.items.map(|item| &moving[item]);
        let [root_a, root_b] = [&a.nodes[0], &b.nodes[0]];
        let least = root_a.radius + root_b.radius + self.extra.in_f32;
        let at = [(a.frame, &root_a.center), (b.frame, &root_b.center)];
        spheres_apart(simd, at, least, &self.movers, block, half)
    }
}

/// A bit for each lane in which two spheres, each in a frame, are apart throughout: no point of the
/// one, seen from the other, moves farther than its speed lets it. `least`: the radii, and what is
/// added.
#[inline(always)]
fn spheres_apart<S: Lanes>(
    simd: S,
    [(frame_a, at_a), (frame_b, at_b)]: [(usize, &[f32; 3]); 2],
    least: f32,
    movers: &[Mover],
    (block, first): (&Block, usize),
    half: S::F,
) -> u32 {
    let a = place(simd, &block.frame(simd, frame_a, first), at_a);
    let b = place(simd, &block.frame(simd, frame_b, first), at_b);
    let away = three!(k => simd.sub(a[k], b[k]));
    let speed = simd.splat(speed(movers, &block.rates));
    let least = simd.mul_add(speed, half, simd.splat(least));
    is_beyond(simd, dot(simd, away, away), least)
}

/// Fewer pairs are tested one by one.
pub(super) const LEAST_PAIRS: usize = 4;

/// Two frames that carry items.
#[derive(Clone, Debug)]
pub(super) struct FramePair {
    frames: [usize; 2],
    centers: [[f32; 3]; 2],
    /// The radii, and what is added.
    least: f32,
    /// Of A seen from B's frame.
    movers: Vec<Mover>,
    /// Pairs of items.
    pub(super) count: usize,
}

impl FramePair {
    /// Of pairs of the same two frames.
    pub(super) fn of(chain: &Chain, moving: &[MovingCover], pairs: &[MovingPair]) -> Self {
        let items = |side: usize| pairs.iter().map(move |pair| &moving[pair.items[side]]);
        let frames = pairs[0].items.map(|item| moving[item].frame);
        let spheres = [0, 1].map(|side| sphere(items(side)));
        let reach = items(0).fold(UpperBound::ZERO, |reach, item| reach.max(item.reach));
        let extra = pairs.iter().map(|pair| pair.extra.in_f32).fold(0.0, f32::max);
        let radii = spheres.iter().map(|sphere| sphere.1).sum::<UpperBound>();
        Self {
            frames,
            centers: spheres.map(|sphere| sphere.0),
            least: round_up_f32((radii + UpperBound::from(f64::from(extra))).get()),
            movers: chain.movers(frames[0], reach, frames[1]),
            count: pairs.len(),
        }
    }

    /// A bit for each lane in which they are apart throughout.
    #[inline(always)]
    pub(super) fn apart<S: Lanes>(&self, simd: S, block: (&Block, usize), half: S::F) -> u32 {
        let Self { frames: [a, b], centers, .. } = self;
        let at = [(*a, &centers[0]), (*b, &centers[1])];
        spheres_apart(simd, at, self.least, &self.movers, block, half)
    }
}

/// Around the spheres of items.
fn sphere<'c>(items: impl Iterator<Item = &'c MovingCover> + Clone) -> ([f32; 3], UpperBound) {
    let point = |center: [f32; 3]| Point3::from(center.map(f64::from));
    let roots = || items.clone().map(|item| &item.nodes[0]);
    let sum = roots().map(|root| point(root.center).coords).sum::<Vector3<f64>>();
    let center = (sum / roots().count() as f64).map(|x| x as f32).into();
    let radius = roots().map(|root| {
        UpperBound::of_distance(&point(root.center), &point(center))
            + UpperBound::from(f64::from(root.radius))
    });
    (center, radius.fold(UpperBound::ZERO, UpperBound::max))
}
