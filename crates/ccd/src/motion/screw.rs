//! The screw motion: constant twist, so that every point moves on a helix about one axis at
//! constant speed.
//!
//! With the matrix `R_0` and the translation `t_0` of the first pose, an axis `u`, an angle `w`
//! and a vector `v` of the body's frame, a point `b` is at
//! `R_0 (E(s) b + s V(s w) v) + t_0 + s (D b + d)`, with
//! `V(a) = I + (1 - cos a) / a [u] + (1 - sin a / a) [u]^2` (R. M. Murray, Z. Li, S. S. Sastry,
//! "A Mathematical Introduction to Robotic Manipulation", 1994, section 2.3). `D` and `d` are
//! what the rounding of the rest leaves to the last pose: see `ends`.
//!
//! # Lemma (speed)
//!
//! Without `D` and `d` the velocity is `R_0 E(s) (w u x b + v)`, of which the part of `v` at a
//! right angle to `u` is what an axis at `q = u x v / w` does not have:
//! `|w u x (b - q) + (u . v) u|`. It is also at most `|v|` and `w` times the distance from the
//! axis through the origin. What is rounded here: `u . v` and `w q` by some 10 roundoffs of
//! `|v|`, the point of the axis by some of `|q|`, so the velocity by 2^-40 of `|v| + w |q|` at
//! most, products that underflow besides; and the acceleration, `w` times what lies across the
//! axis, by `w` times that. *End.*
//!
//! # Lemma (translation)
//!
//! `s V(s w) v` is within `32 roundoffs` of `|v|`: a sine is within four roundoffs, of itself
//! where its angle is below an eighth of a turn, so `(1 - cos a) / a = 2 sin(a / 2)^2 / a` and
//! `sin a / a` are within eight; rounding `a` changes either by at most two. *End.*

use nalgebra::Vector3;
use obbtree_predicates::{Pose, ROUNDOFF, UpperBound, unit_vector};
use obbtree_query::Axis;

use super::ends::{Ends, check_reach, translation_rounding};
use super::motion::{Motion, MotionError, Rounding, nearest_time};
use super::sin_cos::{MAX_ANGLE, sin_cos};
use super::speed::Speed;
use super::stretch::longest;
use super::turn::Turn;

/// A helix: rotation about an axis and movement along it, both at constant speed.
///
/// ```
/// use obbtree_ccd::{Motion, Screw};
/// use obbtree_predicates::Pose;
/// // A nut on a thread of pitch 1.25: ten turns about the z axis of its own frame.
/// let turns = 10.0;
/// let start = Pose::identity();
/// let (angle, advance) = (std::f64::consts::TAU * turns, 1.25 * turns);
/// let motion = Screw::about(&start, [0.0; 3], [0.0, 0.0, 1.0], angle, advance)?;
/// let pose = motion.pose_at(0.125); // a turn and a quarter
/// assert!((pose.translation().z - 1.5625).abs() < 1e-14);
/// assert!((pose.rotation()[(1, 0)] - 1.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Screw {
    ends: Ends,
    /// The last pose, where it was given.
    to: Option<Pose>,
    /// `v` and `d`.
    twist: Vector3<f64>,
    correction: Vector3<f64>,
    /// A point of the axis, where the body rotates.
    axis_point: Option<Vector3<f64>>,
    rounding: Rounding,
    /// What `D` and `d` add to the speed of a point at the origin.
    correcting: UpperBound,
}

/// Angles below this have their axis so far away that it says nothing.
const LEAST_ANGLE: f64 = 1e-9;

/// Angles below this are 0 beside their cosine's roundings: the first term of a series is exact
/// enough.
const SMALL_ANGLE: f64 = 1e-9;

/// 2^-40 of what goes into a velocity: see the lemma.
const ROUNDED: UpperBound = UpperBound::exactly(1.0 / (1_u64 << 40) as f64);

/// More than products lose that underflow, each at most 2^-1075, over an angle that is at least
/// [`LEAST_ANGLE`] and times the square of one that is at most [`MAX_ANGLE`].
const UNDERFLOW: UpperBound = UpperBound::exactly(f64::MIN_POSITIVE);

impl Screw {
    /// From one pose to another by the one screw that leads there with at most half a turn:
    /// `T(s) = T_0 exp(s log(T_0^-1 T_1))`.
    ///
    /// The motion starts and ends at the two poses exactly. Of half a turn, to within rounding,
    /// there are two ways, and which one is taken is not said; see [`Screw::about`].
    ///
    /// # Errors
    /// If the poses are not rotations to within 4e-5 together, or a pose on the way would be out
    /// of the domain.
    pub fn new(from: &Pose, to: &Pose) -> Result<Self, MotionError> {
        let ends = Ends::between(from, to)?;
        let inverse = from.rotation().try_inverse().expect("near a rotation");
        let moved = inverse * (to.translation() - from.translation());
        let twist = without_rotation(&ends.turn, &moved);
        let way = from.rotation() * advanced(&ends.turn, &twist, 1.0);
        let correction = to.translation() - from.translation() - way;
        let (size, of_correction) =
            (UpperBound::of_length(&twist), UpperBound::of_length(&correction));
        let off = UpperBound::from(16.0) * (ends.off * size + of_correction);
        let screw = Self::of(ends, twist, &[from, to])?;
        let absolute = UpperBound::from(screw.rounding.absolute) + off;
        let rounding = Rounding::new(absolute, screw.ends.rounding_per_length_to(to));
        let correcting = screw.correcting + of_correction;
        Ok(Self { to: Some(*to), correction, rounding, correcting, ..screw })
    }

    /// By an angle, in radians, of any number of turns, about an axis through a point of the
    /// body, and a length along the axis; point and axis in the frame of the body's mesh. A
    /// negative angle turns the other way round.
    ///
    /// # Errors
    /// If a number is not finite, the direction has no length, the angle is beyond a million
    /// radians, the pose is not a rotation to within 4e-5, or a pose on the way would be out of
    /// the domain.
    pub fn about(
        from: &Pose,
        point: [f64; 3],
        direction: [f64; 3],
        angle: f64,
        advance: f64,
    ) -> Result<Self, MotionError> {
        if !(angle.abs() <= MAX_ANGLE) {
            return Err(MotionError::NotSupported { value: angle });
        }
        let Some(forward) = unit_vector(&direction.into()) else {
            let unfit = direction.into_iter().find(|x| !x.is_finite());
            return Err(MotionError::NotSupported { value: unfit.unwrap_or(0.0) });
        };
        let turn = Turn { axis: forward * 1.0_f64.copysign(angle), angle: angle.abs() };
        let twist = forward * advance - turn.axis.cross(&Vector3::from(point)) * turn.angle;
        Self::of(Ends::from(from, turn)?, twist, &[from])
    }

    /// Between or from given poses.
    fn of(ends: Ends, twist: Vector3<f64>, given: &[&Pose]) -> Result<Self, MotionError> {
        let translations = || given.iter().map(|pose| pose.translation());
        check_reach(translations().map(Vector3::norm).sum::<f64>() + 2.0 * twist.norm())?;
        let sizes = translations().map(UpperBound::of_length).sum::<UpperBound>()
            + UpperBound::from(2.0) * UpperBound::of_length(&twist);
        let Turn { axis, angle } = ends.turn;
        let axis_point = (angle > LEAST_ANGLE).then(|| axis.cross(&twist) / angle);
        let rounding = Rounding::new(translation_rounding(sizes), ends.rounding_per_length());
        let correcting = UpperBound::from(64.0 * ROUNDOFF) * sizes;
        let correction = Vector3::zeros();
        Ok(Self { ends, to: None, twist, correction, axis_point, rounding, correcting })
    }
}

/// `s V(s w) v`.
fn advanced(turn: &Turn, v: &Vector3<f64>, s: f64) -> Vector3<f64> {
    let a = s * turn.angle;
    let [first, second] = if a < SMALL_ANGLE {
        [0.5 * a, 0.0]
    } else {
        let [sin_half, _] = sin_cos(0.5 * a);
        let [sin, _] = sin_cos(a);
        [2.0 * sin_half * sin_half / a, 1.0 - sin / a]
    };
    let across = turn.axis.cross(v);
    (v + across * first + turn.axis.cross(&across) * second) * s
}

/// `V(w)^-1 x`, for angles up to half a turn; nothing depends on how exact it is.
fn without_rotation(turn: &Turn, x: &Vector3<f64>) -> Vector3<f64> {
    let half = 0.5 * turn.angle;
    let second = if half < SMALL_ANGLE {
        0.0
    } else {
        let [sin, cos] = sin_cos(half);
        1.0 - half * cos / sin
    };
    let across = turn.axis.cross(x);
    x - across * half + turn.axis.cross(&across) * second
}

impl Motion for Screw {
    fn pose_at(&self, time: f64) -> Pose {
        let time = nearest_time(time);
        if time == 0.0 {
            return self.ends.from;
        }
        match self.to {
            Some(to) if time == 1.0 => to,
            _ => {
                let from = &self.ends.from;
                let way = from.rotation() * advanced(&self.ends.turn, &self.twist, time);
                self.ends.pose(time, from.translation() + way + self.correction * time)
            }
        }
    }

    fn rounding(&self) -> Rounding {
        self.rounding
    }

    fn speed(&self, _: f64, _: f64) -> Speed {
        if let Some(speed) = self.to.and_then(|to| self.ends.speed_without_turn(&to)) {
            return speed;
        }
        let longest = longest(&self.ends.from);
        let angular = UpperBound::from(self.ends.turn.angle) * longest;
        let speed = match self.axis_point {
            Some(point) => {
                let off = self.off_axis(&point, angular);
                let along = UpperBound::of_abs(self.twist.dot(&self.ends.turn.axis)) * longest;
                self.turning(point, angular).along(along + off).and(off)
            }
            None => {
                let size = UpperBound::of_length(&self.twist);
                self.turning(Vector3::zeros(), angular).and(size * longest)
            }
        };
        let corrected = if self.to.is_some() { self.ends.correcting() } else { UpperBound::ZERO };
        speed.and_per_length(corrected).and(self.correcting)
    }

    /// Without a turn and `D`, a point moves by `s (R_0 v + d)`, which at `s = 1` is the
    /// difference of the translations.
    fn translation(&self) -> Option<[&Pose; 2]> {
        let to = self.to.as_ref()?;
        self.ends.is_without_turn(to).then_some([&self.ends.from, to])
    }

    /// `R_0 E(s) (w u x (w u x b + v))`: towards the axis.
    fn acceleration(&self, _: f64, _: f64) -> Option<Speed> {
        let angle = UpperBound::from(self.ends.turn.angle);
        let angular = angle * longest(&self.ends.from);
        let bend = angle * angular;
        Some(match self.axis_point {
            Some(point) => {
                let off = angle * self.off_axis(&point, angular) + UNDERFLOW;
                self.turning(point, bend).and(off)
            }
            None => {
                let size = UpperBound::of_length(&self.twist);
                self.turning(Vector3::zeros(), bend).and(angular * size)
            }
        })
    }
}

impl Screw {
    /// About the axis through a point.
    fn turning(&self, point: Vector3<f64>, angular: UpperBound) -> Speed {
        let axis = Axis { point: point.into(), direction: Some(self.ends.turn.axis) };
        Speed::turning(axis, angular)
    }

    /// What the velocity is off because the axis is rounded: see the lemma.
    fn off_axis(&self, point: &Vector3<f64>, angular: UpperBound) -> UpperBound {
        let sizes = UpperBound::of_length(&self.twist) + UpperBound::of_length(point) * angular;
        ROUNDED * sizes + UNDERFLOW
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Isometry3;

    use super::*;

    #[test]
    fn points_move_at_their_speed() {
        let from: Pose = "1 2 3 0.5 0.5 0.5 0.5".parse().unwrap();
        let to: Pose = "-1 0.5 2 -0.1 0.7 0.1 0.7".parse().unwrap();
        let about = Screw::about(&from, [1.0, 0.0, 0.0], [0.0, 1.0, 1.0], -20.0, 3.0).unwrap();
        for motion in [Screw::new(&from, &to).unwrap(), about] {
            for n in 0..100 {
                let (start, end) = (f64::from(n) / 1e4, f64::from(n + 1) / 1e4);
                for b in [[0.0; 3], [1.0, 0.0, 0.0], [-0.3, 2.0, 0.7], [0.5, -1.0, 2.0]] {
                    let place = |t| motion.pose_at(t).place(&b.into());
                    let moved = (place(end) - place(start)).norm();
                    let most = motion.speed(start, end).at(b) * (end - start);
                    assert!(moved <= most + 1e-14 && most < 1.001 * moved, "{moved} {most}");
                }
            }
        }
    }

    /// The tenth power of the pose at a tenth of the time is the pose at the end.
    #[test]
    fn a_screw_is_a_power() {
        let from: Pose = "1 2 3 0.5 0.5 0.5 0.5".parse().unwrap();
        let to: Pose = "-1 0.5 2 -0.1 0.7 0.1 0.7".parse().unwrap();
        let motion = Screw::new(&from, &to).unwrap();
        let tenth: Isometry3<f64> = motion.pose_at(0.1).relative_to(&from).unwrap().into();
        let all = (0..10).fold(Isometry3::identity(), |pose, _| pose * tenth);
        let found: Pose = (from.to_isometry() * all).try_into().unwrap();
        assert!((found.rotation() - to.rotation()).amax() < 1e-14);
        assert!((found.translation() - to.translation()).amax() < 1e-14);
        assert_eq!((motion.pose_at(0.0), motion.pose_at(1.0)), (from, to));
    }
}
