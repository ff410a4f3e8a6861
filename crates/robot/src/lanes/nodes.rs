//! One node of A against one of B, in lanes: are they apart throughout each interval of a motion?
//!
//! A's node is a sphere and a box that move relative to B's frame, B's is a box or a cylinder,
//! inflated, that does not. With `p` the place of the sphere's centre, `n` the vector from the
//! closest point of B's box to it, and `d` its length:
//!
//! *Lemma (spheres).* They are apart if `d > r`, the radius of A's sphere and what B's box is
//! inflated by. In an interval of half length `h` around its middle, let `s = |n . p'|` there, and
//! `e >= A h^2 / 2` with `A` a bound of `|p''|`. All of B is on one side of the plane through the
//! closest point that `n` is perpendicular to, so the distance is at least `n . (p - closest) / d`,
//! which is at least `d - s h / d - e`. Without a root: with `X = d^2 - s h`, apart if `X > 0` and
//! `X^2 > (r + e)^2 d^2`.
//!
//! *Lemma (boxes).* Let `m` be `n` seen from A's frame, and `m'` its derivative as A's points move:
//! `n . x'` is `m' . x` but for a term that all of A shares. A's box reaches `sum |a_k . m| e_k`
//! from its centre along `n`. They are apart if `d^2` is more than that and `d` times what B's box
//! is inflated by. In an interval the same holds of `d^2 -+ h n . p'` and `m -+ h m'`, for both
//! signs, with `e` added to the inflation: all points of A are ahead of the plane at both ends of
//! the straight motion that they are within `e` of, so in between.
//!
//! *Leaves.* Along any vector no longer than one the same holds of what A's leaf reaches back and
//! B's reaches ahead: its box or cylinder, or, of a mesh, the points whose hull it is within.
//! Vectors from closest point to closest point, which a few steps come near to, part most leaves
//! that can be parted.
//!
//! *Rounding.* `extra` holds all that coordinates, relative frames and products round, of the sizes
//! (`pairs`); sums, products and roots of what was computed round by less than [`REL_ERR`] of
//! themselves. Nothing underflows that counts: what is less than 2^-60 is not told from 0, and
//! inflation is at least 2^-30. Where a number is not finite no comparison is true, but for
//! distances beyond all others.

use nalgebra::Vector3;
use obbtree_simd::Lanes;

use super::block::{Block, LANES, LaneFrame};
use super::node::Node;

/// Of what is compared: 2^-18.
const REL_ERR: f32 = 1.0 + 1.0 / (1 << 18) as f32;
/// Squares below are not told from 0: 2^-60.
const LEAST_SQUARE: f32 = f32::from_bits((127 - 60) << 23);

/// Of a vector that is no longer than one.
const SHORTER: f32 = 1.0 - 1.0 / (1 << 16) as f32;
/// The root of [`LEAST_SQUARE`]: squares of shorter ones underflow.
const LEAST_LENGTH: f32 = 1.0 / (1 << 30) as f32;

/// All bits but that of the sign.
pub(super) const ABS_MASK: f32 = f32::from_bits(0x7fff_ffff);

/// A's frame seen from B's, in one register of lanes.
#[derive(Clone, Copy)]
pub(super) struct Relative<F> {
    pub(super) frame: LaneFrame<F>,
    /// Angular velocity, and velocity at the origin of B's frame.
    pub(super) turn: [F; 3],
    pub(super) shift: [F; 3],
    /// Half of the interval.
    pub(super) half: F,
    /// Added to what B's box is inflated by.
    pub(super) extra: F,
}

#[inline(always)]
pub(super) fn dot<S: Lanes>(simd: S, a: [S::F; 3], b: [S::F; 3]) -> S::F {
    simd.mul_add(a[2], b[2], simd.mul_add(a[1], b[1], simd.mul(a[0], b[0])))
}

/// Numbers that all lanes share.
#[inline(always)]
pub(super) fn splat<S: Lanes>(simd: S, v: &[f32; 3]) -> [S::F; 3] {
    three!(k => simd.splat(v[k]))
}

/// With numbers that all lanes share.
#[inline(always)]
fn dot_with<S: Lanes>(simd: S, a: &[f32; 3], b: [S::F; 3]) -> S::F {
    dot(simd, splat(simd, a), b)
}

#[inline(always)]
pub(super) fn cross<S: Lanes>(simd: S, a: [S::F; 3], b: [S::F; 3]) -> [S::F; 3] {
    three!(i => {
        let [j, k] = [(i + 1) % 3, (i + 2) % 3];
        simd.neg_mul_add(a[k], b[j], simd.mul(a[j], b[k]))
    })
}

/// The product with the transposed matrix.
#[inline(always)]
pub(super) fn times_transposed<S: Lanes>(simd: S, m: &[[S::F; 3]; 3], v: [S::F; 3]) -> [S::F; 3] {
    three!(k => dot(simd, [m[0][k], m[1][k], m[2][k]], v))
}

/// The place of a point of A in B's frame.
#[inline(always)]
pub(super) fn place<S: Lanes>(simd: S, frame: &LaneFrame<S::F>, point: &[f32; 3]) -> [S::F; 3] {
    let [x, y, z] = splat(simd, point);
    three!(i => {
        let [a, b, c] = frame.turn[i];
        simd.mul_add(c, z, simd.mul_add(b, y, simd.mul_add(a, x, frame.at[i])))
    })
}

/// A point beside a node, from its centre: as the frame has it, and along the node's axes; and
/// along these from the closest point of its box or cylinder, 0 within it.
pub(super) struct Beside<F> {
    pub(super) from_center: [F; 3],
    local: [F; 3],
    pub(super) beyond: [F; 3],
}

#[inline(always)]
pub(super) fn beside<S: Lanes>(simd: S, p: [S::F; 3], b: &Node) -> Beside<S::F> {
    let zero = simd.splat(0.0);
    let from_center = three!(k => simd.sub(p[k], simd.splat(b.center[k])));
    let local = three!(k => dot_with(simd, &b.axes[k], from_center));
    let abs_mask = simd.splat(ABS_MASK);
    let beyond: [S::F; 3] = if b.is_cylinder {
        let across_sq = simd.mul_add(local[1], local[1], simd.mul(local[0], local[0]));
        let across = simd.sqrt(across_sq);
        let out = simd.max(simd.sub(across, simd.splat(b.half[0])), zero);
        // 0 where it is not outside, also on the axis.
        let share = simd.div(out, simd.max(across, simd.splat(f32::MIN_POSITIVE)));
        let end = simd.max(simd.sub(simd.abs(local[2]), simd.splat(b.half[2])), zero);
        let end = simd.or(end, simd.and_not(abs_mask, local[2]));
        [simd.mul(share, local[0]), simd.mul(share, local[1]), end]
    } else {
        three!(k => {
            let out = simd.max(simd.sub(simd.abs(local[k]), simd.splat(b.half[k])), zero);
            simd.or(out, simd.and_not(abs_mask, local[k]))
        })
    };
    Beside { from_center, local, beyond }
}

/// A bit for each lane in which a distance, given by its square, is certainly less than a length.
#[inline(always)]
pub(super) fn is_within<S: Lanes>(simd: S, dist_sq: S::F, length: S::F) -> u32 {
    simd.greater(simd.mul(length, length), simd.mul(dist_sq, simd.splat(REL_ERR)))
}

/// A bit for each lane in which a distance, given by its square, is certainly more than a length.
#[inline(always)]
pub(super) fn is_beyond<S: Lanes>(simd: S, dist_sq: S::F, length: S::F) -> u32 {
    simd.greater(dist_sq, simd.mul(simd.mul(length, length), simd.splat(REL_ERR)))
}

/// Bits of lanes.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// The two are proven apart, throughout the interval.
    pub(super) apart: u32,
    /// Their elements certainly meet, at its middle. Not looked for in lanes that are not needed.
    pub(super) meet: u32,
}

/// What is found of two nodes. `inner`: A's centre is so near to B's box only where the elements
/// meet; where it is not positive that is not known of any.
#[inline(always)]
pub(super) fn test<S: Lanes>(
    simd: S,
    relative: &Relative<S::F>,
    (a, points): (&Node, &[[f32; 3]]),
    (b, points_b): (&Node, &[[f32; 3]]),
    inner: f32,
    most_steps: u32,
    needed: u32,
) -> Found {
    let zero = simd.splat(0.0);
    let p = place(simd, &relative.frame, &a.center);
    let Beside { from_center: from_b, local, beyond } = beside(simd, p, b);
    let dist_sq = dot(simd, beyond, beyond);
    let inflation = simd.add(simd.splat(b.round), relative.extra);
    let normal = combination(simd, &b.axes, beyond);
    let between = Between::new(simd, relative, (a, points), p);
    let [is_outside, apart] = between.spheres_apart(simd, normal, dist_sq, inflation);
    let mut found = Found { apart, meet: 0 };
    if needed & !found.apart == 0 {
        return found;
    }
    if inner > 0.0 {
        let near = simd.max(simd.sub(simd.splat(inner), relative.extra), zero);
        found.meet = is_within(simd, dist_sq, near);
        if needed & found.meet != 0 {
            return found;
        }
    }
    let inflated = simd.mul(simd.sqrt(dist_sq), inflation);
    found.apart |= between.apart_along(simd, normal, dist_sq, inflated) & is_outside;
    let b_is_whole = b.children == 0 || b.inset < f32::INFINITY;
    if a.children > 0 || !b_is_whole {
        return found;
    }
    // Leaves: along B's axes, along that of A's along which it is thinnest, and across A's longest
    // side and B's sides; of two hulls along A's axis alone.
    let (begin, end) = if b.points > 0 && a.points > 0 { (3, 4) } else { (0, 7) };
    let mut k = if b.is_cylinder { 2 } else { begin };
    let frame = &relative.frame.turn;
    while k < end && needed & !found.apart != 0 {
        if k < 3 {
            let sign = simd.and_not(simd.splat(ABS_MASK), local[k]);
            let normal = three!(i => simd.xor(simd.splat(b.axes[k][i]), sign));
            let ahead = simd.sub(simd.abs(local[k]), simd.splat(b.half[k]));
            found.apart |= between.apart_along(simd, normal, ahead, inflation);
        } else {
            let own = if k == 3 { a.thinnest() } else { a.longest() };
            let own = three!(i => dot_with(simd, &a.axes[own], frame[i]));
            let normal = match k {
                3 => own,
                _ => cross(simd, own, splat(simd, &b.axes[k - 4])),
            };
            found.apart |= between.apart_across(simd, normal, (b, points_b), from_b, inflation);
        }
        k += if b.is_cylinder && k == 3 { 3 } else { 1 };
    }
    // From points of B to points of A, which become the closest ones.
    let mut nearest = Nearest { at: p, away: normal };
    if b.points > 0 {
        nearest = Nearest { at: from_b, away: from_b };
    }
    let mut steps = 0;
    while steps < most_steps && needed & !found.apart != 0 {
        steps += 1;
        nearest = between.nearer(simd, nearest, p, (b, points_b));
        let length = simd.sqrt(dot(simd, nearest.away, nearest.away));
        let unit = simd.div(simd.splat(SHORTER), simd.max(length, simd.splat(LEAST_LENGTH)));
        let normal = three!(i => simd.mul(nearest.away[i], unit));
        found.apart |= between.apart_across(simd, normal, (b, points_b), from_b, inflation);
    }
    found
}

/// Between two leaves at the middle of an interval.
#[derive(Clone, Copy)]
struct Nearest<F> {
    /// In A; or, where B is a hull, the difference from a point in B.
    at: [F; 3],
    /// From a point in B.
    away: [F; 3],
}

/// A's node as B's frame sees it.
pub(super) struct Between<'n, F> {
    pub(super) relative: &'n Relative<F>,
    a: &'n Node,
    points: &'n [[f32; 3]],
    /// Of the middle of A's sphere.
    velocity: [F; 3],
}

impl<'n, F: Copy> Between<'n, F> {
    /// `p`: the middle of A's sphere.
    #[inline(always)]
    pub(super) fn new(
        simd: impl Lanes<F = F>,
        relative: &'n Relative<F>,
        (a, points): (&'n Node, &'n [[f32; 3]]),
        p: [F; 3],
    ) -> Self {
        let speeds = cross(simd, relative.turn, p);
        let velocity = three!(k => simd.add(speeds[k], relative.shift[k]));
        Self { relative, a, points, velocity }
    }

    /// Bits of lanes in which the middle of A's sphere is outside of B's box, and in which they
    /// are apart by the lemma of spheres. `normal`: from the closest point of the box to it.
    #[inline(always)]
    pub(super) fn spheres_apart(
        &self,
        simd: impl Lanes<F = F>,
        normal: [F; 3],
        dist_sq: F,
        inflation: F,
    ) -> [u32; 2] {
        let least = simd.splat(LEAST_SQUARE);
        let reach = simd.add(simd.splat(self.a.radius), inflation);
        let limit = simd.mul(simd.mul(reach, reach), simd.splat(REL_ERR));
        let moved = simd.abs(dot(simd, normal, self.velocity));
        let left = simd.sub(dist_sq, simd.mul(moved, self.relative.half));
        let is_outside = simd.greater(dist_sq, least);
        let is_ahead = is_outside & simd.greater(left, least);
        let apart = simd.greater(simd.mul(left, left), simd.mul(limit, dist_sq));
        [is_outside, apart & is_ahead]
    }

    /// [`Self::apart_along`] a vector no longer than one, towards A's centre.
    #[inline(always)]
    fn apart_across(
        &self,
        simd: impl Lanes<F = F>,
        normal: [F; 3],
        (b, points_b): (&Node, &[[f32; 3]]),
        from_b: [F; 3],
        inflated: F,
    ) -> u32 {
        let height = dot(simd, normal, from_b);
        let sign = simd.and_not(simd.splat(ABS_MASK), height);
        if b.points > 0 {
            let normal = three!(i => simd.xor(normal[i], sign));
            let back = three!(i => simd.sub(simd.splat(0.0), normal[i]));
            let reach = support(simd, b, points_b, back);
            return self.apart_along(simd, normal, simd.sub(simd.abs(height), reach), inflated);
        }
        let along = three!(k => dot_with(simd, &b.axes[k], normal));
        let reach = if b.is_cylinder {
            let across = simd.mul_add(along[1], along[1], simd.mul(along[0], along[0]));
            let across = simd.mul(simd.sqrt(across), simd.splat(b.half[0]));
            simd.mul_add(simd.abs(along[2]), simd.splat(b.half[2]), across)
        } else {
            let half = splat(simd, &b.half);
            dot(simd, three!(k => simd.abs(along[k])), half)
        };
        let normal = three!(i => simd.xor(normal[i], sign));
        self.apart_along(simd, normal, simd.sub(simd.abs(height), reach), inflated)
    }

    /// A step towards the points that are closest: to the best point on the line to that which is
    /// farthest back (M. Frank and P. Wolfe, "An Algorithm for Quadratic Programming", 1956).
    #[inline(always)]
    fn nearer<S: Lanes<F = F>>(
        &self,
        simd: S,
        Nearest { at, away }: Nearest<F>,
        center: [F; 3],
        (b, points_b): (&Node, &[[f32; 3]]),
    ) -> Nearest<F> {
        let Self { relative, a, points, .. } = self;
        let (zero, turn) = (simd.splat(0.0), &relative.frame.turn);
        let lowest_a = lowest(simd, a, points, times_transposed(simd, turn, away));
        let mut to = three!(i => simd.add(center[i], dot(simd, turn[i], lowest_a)));
        if b.points > 0 {
            let highest_b = lowest(simd, b, points_b, three!(i => simd.sub(zero, away[i])));
            to = three!(i => simd.sub(simd.sub(to[i], simd.splat(b.center[i])), highest_b[i]));
        }
        let step = three!(i => simd.sub(to[i], at[i]));
        let [along, length_sq] = [dot(simd, away, step), dot(simd, step, step)];
        let share = simd.div(simd.sub(zero, along), simd.max(length_sq, simd.splat(LEAST_SQUARE)));
        let share = simd.min(simd.max(share, zero), simd.splat(1.0));
        let at = three!(i => simd.mul_add(share, step[i], at[i]));
        let mut away = at;
        if b.points == 0 {
            away = combination(simd, &b.axes, beside(simd, at, b).beyond);
        }
        Nearest { at, away }
    }

    /// A bit for each lane in which all of A is ahead of B along a vector: its centre is so by
    /// `ahead`, and has to be by what A reaches back, and by what B's box is inflated by; all times
    /// the length of the vector.
    #[inline(always)]
    pub(super) fn apart_along(
        &self,
        simd: impl Lanes<F = F>,
        normal: [F; 3],
        ahead: F,
        inflated: F,
    ) -> u32 {
        let Self { relative, a, points, velocity } = self;
        let grown = simd.splat(REL_ERR);
        let m = times_transposed(simd, &relative.frame.turn, normal);
        let spin = cross(simd, normal, relative.turn);
        let turned = times_transposed(simd, &relative.frame.turn, spin);
        let moved = simd.mul(dot(simd, normal, *velocity), relative.half);
        let step = three!(k => simd.mul(turned[k], relative.half));
        let before = support(simd, a, points, three!(k => simd.sub(m[k], step[k])));
        let after = support(simd, a, points, three!(k => simd.add(m[k], step[k])));
        let before = simd.mul(simd.add(inflated, before), grown);
        let after = simd.mul(simd.add(inflated, after), grown);
        simd.greater(simd.sub(ahead, moved), before) & simd.greater(simd.add(ahead, moved), after)
    }
}

/// Of three axes.
#[inline(always)]
fn combination<S: Lanes>(simd: S, axes: &[[f32; 3]; 3], along: [S::F; 3]) -> [S::F; 3] {
    three!(k => dot_with(simd, &[axes[0][k], axes[1][k], axes[2][k]], along))
}

/// The point of a node's hull or box that is lowest along a vector, from its centre.
#[inline(always)]
fn lowest<S: Lanes>(simd: S, a: &Node, points: &[[f32; 3]], along: [S::F; 3]) -> [S::F; 3] {
    if a.points > 0 {
        let points = &points[a.first_point as usize..(a.first_point + a.points) as usize];
        let mut at = splat(simd, &points[0]);
        let mut least = dot(simd, at, along);
        for point in &points[1..] {
            let height = dot_with(simd, point, along);
            for k in 0..3 {
                at[k] = simd.select_less(height, least, simd.splat(point[k]), at[k]);
            }
            least = simd.min(least, height);
        }
        return at;
    }
    let mut at = [simd.splat(0.0); 3];
    for k in 0..3 {
        let sign = simd.and_not(simd.splat(ABS_MASK), dot_with(simd, &a.axes[k], along));
        let back = simd.xor(simd.splat(-a.outer[k]), sign);
        for i in 0..3 {
            at[i] = simd.mul_add(back, simd.splat(a.axes[k][i]), at[i]);
        }
    }
    at
}

/// How far A's points, or its box, reach from its centre against a vector of A's frame, times its
/// length.
#[inline(always)]
pub(super) fn support<S: Lanes>(simd: S, a: &Node, points: &[[f32; 3]], along: [S::F; 3]) -> S::F {
    if a.points > 0 {
        let points = &points[a.first_point as usize..(a.first_point + a.points) as usize];
        let mut least = dot_with(simd, &points[0], along);
        for point in &points[1..] {
            least = simd.min(least, dot_with(simd, point, along));
        }
        return simd.sub(simd.splat(0.0), least);
    }
    let mut sum = simd.splat(0.0);
    for k in 0..3 {
        let at = simd.abs(dot_with(simd, &a.axes[k], along));
        sum = simd.mul_add(at, simd.splat(a.outer[k]), sum);
    }
    sum
}

/// A bit for each lane in which a point of A's element is certainly inside of B.
#[inline(always)]
pub(super) fn inside<S: Lanes>(simd: S, relative: &Relative<S::F>, a: &Node, b: &Node) -> u32 {
    let p = place(simd, &relative.frame, &a.witness);
    let from_b = three!(k => simd.sub(p[k], simd.splat(b.center[k])));
    let local = three!(k => dot_with(simd, &b.axes[k], from_b));
    let inset = simd.add(relative.extra, simd.splat(b.inset));
    if b.is_cylinder {
        let across = simd.mul_add(local[1], local[1], simd.mul(local[0], local[0]));
        let across = simd.mul(simd.sqrt(across), simd.splat(REL_ERR));
        return within(simd, inset, across, b.half[0])
            & within(simd, inset, simd.abs(local[2]), b.half[2]);
    }
    let out = three!(k => {
        simd.max(simd.sub(simd.abs(local[k]), simd.splat(b.half[k])), simd.splat(0.0))
    });
    if b.round > b.inset {
        // Within the inflation of the core.
        let away = simd.mul(simd.sqrt(dot(simd, out, out)), simd.splat(REL_ERR));
        within(simd, inset, away, b.round)
    } else {
        let [x, y, z] = three!(k => within(simd, inset, simd.abs(local[k]), b.half[k]));
        x & y & z
    }
}

/// Is a length less than a side by the inset?
#[inline(always)]
fn within<S: Lanes>(simd: S, inset: S::F, length: S::F, side: f32) -> u32 {
    simd.greater(simd.sub(simd.splat(side), inset), length)
}

/// Is a point of a moving item certainly outside of a node, in some lane? Then an item of one piece
/// that has a point inside of what the node encloses, at the middle of some lane, meets the
/// surface: there, or on the way between the two lanes, which are of one line. `root`: its first
/// node, in the frame that carries it.
///
/// It is rarely of interest, so it is not compiled into the kernels. `lanes`: of the whole block.
#[cold]
#[inline(never)]
pub(super) fn has_been_outside(
    block: &Block,
    (frame, root): (usize, &Node),
    extra: f32,
    node: &Node,
    lanes: u32,
) -> bool {
    let wide = |v: [f32; 3]| Vector3::from(v.map(f64::from));
    let (witness, center, half) = (wide(root.witness), wide(node.center), wide(node.half));
    let axes = node.axes.map(wide);
    (0..LANES).filter(|lane| lanes >> lane & 1 != 0).any(|lane| {
        let (turn, at) = block.place_of(frame, lane);
        let away = turn * witness + at - center;
        let local = Vector3::from_fn(|k, _| axes[k].dot(&away).abs());
        let beyond = match node.is_cylinder {
            true => Vector3::new(local.x.hypot(local.y) - half.x, 0.0, local.z - half.z),
            false => local - half,
        };
        let beyond = beyond.map(|x| x.max(0.0)).norm();
        beyond > (f64::from(node.round) + f64::from(extra)) * f64::from(REL_ERR)
    })
}
