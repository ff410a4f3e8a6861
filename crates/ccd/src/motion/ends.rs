//! Rotation between two poses, or from one: what is constant in linear and screw motions, with
//! the bounds of what is rounded.
//!
//! The rotation at time `s` is `R(s) = R_0 E(s) + s D`, where `R_0` is the matrix of the first
//! pose, `E(s)` the rotation by `s` times an angle about an axis of the body, and
//! `D = R_1 - R_0 E(1)`. So the motion begins and ends at the given poses exactly, also where
//! their matrices are not quite rotations; the axis and the angle, as numbers, and the matrices
//! define it.
//!
//! # Lemma (entries)
//!
//! An entry of the computed `R(s)` is within `4 e`, with `e` the [`Turn::entry_error`],
//! `v (32 + 2 angle)`. *Proof.* The columns of `R_0` have 1-norms up to 1.74: `R_0 E` is off by
//! `1.74 e + 4v`, and `D`, which is computed from it, by one rounding more; with the rounding of
//! the last sum these are at most `3.5 e + 12v`, below the claim. *End.* A matrix whose entries
//! are off by that moves a point by at most three times as much for each unit of its distance
//! from the origin.
//!
//! # Lemma (exponentials)
//!
//! Where the matrices are rotations to within `x` (a Frobenius norm, 2^-50 for those that were
//! made in double precision), the motion is within `16 x` of `R_0 exp(s log(R_0^T R_1))` in every
//! point of the unit sphere. *Proof.* `|D| <= x` for what is computed, so `E(1)` is within `x` of
//! the true relative rotation `Q`. The angle between the two is at most `1.05 x`; so is the
//! difference of their angles, and, by the chord of their quaternions, that of their axes times
//! the sine of half the angle is at most `2.1 x`. Rotations by a share of two angles differ by at
//! most the share of their difference, and by four times the axes' difference times the sine of
//! half the share of the angle, which grows with the share, as angles are at most half a turn:
//! `1.05 x + 8.4 x`. `D` itself adds `x`, and the matrices not being rotations `4x`. *End.*
//! [`Ends::rounding_per_length`] has that in it, where `x` is at most [`EXACT`]; matrices that
//! are farther from rotations have no logarithm of that kind. Nor does half a turn, to within
//! `x`: it has two ways, and which one is taken is decided by rounding. (What is proven of a
//! motion is proven of `R(s)` as defined above; this lemma tells how near that is to another
//! definition.)
//!
//! # Underflow
//!
//! What products of entries lose, each at most 2^-1075, is nothing beside the entries' bounds. A
//! product of an entry with a length is exact in the bounds: a rounded pose is a matrix of numbers,
//! which places points exactly. What translations lose is in [`translation_rounding`].

use nalgebra::Matrix3;
use obbtree_predicates::{MAX_COORDINATE, Pose, ROUNDOFF, UpperBound};

use super::motion::MotionError;
use super::speed::Speed;
use super::turn::Turn;

/// What is farther from rotations than this, 2^-40, was not made in double precision.
const EXACT: f64 = 1.0 / (1_u64 << 40) as f64;

/// Less than half of what a pose allows: the poses between are at most twice as far from
/// rotations as both ends together.
const MAX_SKEW: f64 = 4e-5;

/// A first pose and the rotation from there.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    pub(super) from: Pose,
    pub(super) turn: Turn,
    /// `D`.
    correction: Matrix3<f64>,
    /// `x` of the second lemma, or 0 where it says nothing.
    pub(super) off: UpperBound,
}

impl Ends {
    /// From one pose to another, the shortest way.
    pub(super) fn between(from: &Pose, to: &Pose) -> Result<Self, MotionError> {
        // Equal matrices have exactly none, whatever rounding says of their product.
        let turn = match from.rotation() == to.rotation() {
            true => Turn::none(),
            false => Turn::between(from.rotation(), to.rotation()),
        };
        let correction = to.rotation() - from.rotation() * turn.matrix(1.0);
        let skews = UpperBound::from(from.skew()) + UpperBound::from(to.skew());
        let off = UpperBound::of_matrix(&correction) + skews;
        if !(off.get() <= MAX_SKEW) {
            return Err(MotionError::NotOrthonormal { skew: off.get(), most: MAX_SKEW });
        }
        let off = if off.get() <= EXACT { off } else { UpperBound::ZERO };
        Ok(Self { from: *from, turn, correction, off })
    }

    /// From a pose by a turn.
    pub(super) fn from(from: &Pose, turn: Turn) -> Result<Self, MotionError> {
        let skew = from.skew();
        if !(skew <= MAX_SKEW) {
            return Err(MotionError::NotOrthonormal { skew, most: MAX_SKEW });
        }
        Ok(Self { from: *from, turn, correction: Matrix3::zeros(), off: UpperBound::ZERO })
    }

    /// `R(s)`, rounded.
    pub(super) fn rotation(&self, time: f64) -> Matrix3<f64> {
        self.from.rotation() * self.turn.matrix(time) + self.correction * time
    }

    /// How far a point at distance one from the origin is put by a rounded matrix, by the lemmas.
    pub(super) fn rounding_per_length(&self) -> UpperBound {
        self.of_entries() + UpperBound::from(16.0) * self.off
    }

    /// The speed that the correction adds for each unit of distance from the origin: `D`, which is
    /// computed from a rounded `E(1)`, is within the lemma's bound of entries.
    pub(super) fn correcting(&self) -> UpperBound {
        UpperBound::of_matrix(&self.correction) * UpperBound::from(1.0 + EXACT) + self.of_entries()
    }

    /// Three times the bound of an entry.
    fn of_entries(&self) -> UpperBound {
        UpperBound::from(12.0) * self.turn.entry_error()
    }

    /// Is the matrix the same all the way to a last pose, exactly?
    pub(super) fn is_without_turn(&self, to: &Pose) -> bool {
        self.turn.angle == 0.0 && self.from.rotation() == to.rotation()
    }

    /// The speed of all points where the matrix is the same all the way to a last pose: the
    /// difference of the translations, which is rounded by the sizes that go into it.
    pub(super) fn speed_without_turn(&self, to: &Pose) -> Option<Speed> {
        let [start, end] = [self.from.translation(), to.translation()];
        let sizes = UpperBound::of_length(start) + UpperBound::of_length(end);
        let speed =
            UpperBound::of_length(&(end - start)) + UpperBound::from(4.0 * ROUNDOFF) * sizes;
        self.is_without_turn(to).then(|| Speed::of_all(speed.get()))
    }

    /// [`Ends::rounding_per_length`] of a motion to a last pose: 0 where the matrix is the same all
    /// the way, as `E(s)` is then the identity and `D` is 0, both exactly.
    pub(super) fn rounding_per_length_to(&self, to: &Pose) -> UpperBound {
        match self.is_without_turn(to) {
            true => UpperBound::ZERO,
            false => self.rounding_per_length(),
        }
    }

    /// A pose of this rotation.
    pub(super) fn pose(&self, time: f64, translation: nalgebra::Vector3<f64>) -> Pose {
        Pose::new(self.rotation(time), translation).expect("skew and reach were checked")
    }
}

/// Refuses motions that lead out of the domain, by a rounded bound of their translations: it
/// decides no more than what is refused.
pub(super) fn check_reach(reach: f64) -> Result<(), MotionError> {
    if reach.is_nan() {
        return Err(MotionError::NotSupported { value: reach });
    }
    if reach > MAX_COORDINATE { Err(MotionError::TooFar { reach }) } else { Ok(()) }
}

/// What the roundings of a translation come to, by the sizes that go into it.
///
/// A translation is a sum of at most six terms, three of them products of a matrix; 16 roundings of
/// the sum of all sizes bound each component, and three components twice that: 64 is twice as much
/// again. Some twenty products may underflow, each by at most 2^-1075.
pub(super) fn translation_rounding(sizes: UpperBound) -> UpperBound {
    const ROUNDINGS: UpperBound = UpperBound::exactly(64.0 * ROUNDOFF);
    ROUNDINGS * sizes + UpperBound::from(f64::MIN_POSITIVE)
}
