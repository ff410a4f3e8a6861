//! The linear motion: a chosen point of the body on a straight line at constant speed, and the
//! shortest rotation at constant angular speed about it (slerp; K. Shoemake, "Animating Rotation
//! with Quaternion Curves", SIGGRAPH 1985).
//!
//! With the point `c` of the body, at `p_0` and `p_1` in the two poses, a point `b` is at
//! `p(s) + R(s) (b - c)`, `p(s) = (1 - s) p_0 + s p_1`, and `R(s)` as in `ends`.
//!
//! # Lemma (speed)
//!
//! The velocity is `V + R_0 (w u) x E(s) (b - c) + D (b - c)`, `V = p_1 - p_0`, `w` the angle,
//! `u` the axis. Seen from the body, `V` is a part `V_u` along the axis and a part at a right
//! angle to it that the rotation cancels in an axis that is `q(s) = E(-s) (u x R_0^-1 V) / w`
//! away from `c`: the velocity there is `V_u u + (w u) x (b - c - q(s))`. Between two times that
//! axis moves by at most `|q| w` times half of the time between them from where it is in the
//! middle. So the speed is at most the root of
//! `V_u^2 + w^2 (distance from the axis in the middle)^2`, plus `|q| w^2` times half of the time,
//! plus `|D| |b - c|`, each as long in the world as `R_0` can make it. It is also at most `|V|`
//! and `w` times the distance from the axis through `c`: the smaller of the two is taken for
//! where the body is.
//!
//! What is rounded here: `V_u` and `w q` by some 20 roundoffs of `|V|`, the point of the axis by
//! some 40 of `|q|` and `|c|`, so the velocity by 2^-40 of `|V| + w (|q| + |c|)` at most, products
//! that underflow besides. *End.*

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{LowerBound, Pose, UpperBound};
use obbtree_query::Axis;

use super::ends::{Ends, check_reach, translation_rounding};
use super::motion::{Motion, MotionError, Rounding, nearest_time};
use super::speed::Speed;
use super::stretch::longest;

/// From one pose to another: a chosen point of the body moves on a straight line, and the body
/// rotates about it the shortest way, both at constant speed.
///
/// The motion starts and ends at the two poses exactly. Where both are rotated by half a turn to
/// each other, to within rounding, there are two shortest ways, and which one is taken is not
/// said; see [`Screw::about`](crate::Screw::about) for turns of any angle.
///
/// ```
/// use obbtree_ccd::{Linear, Motion};
/// use obbtree_predicates::Pose;
/// let from: Pose = "0 0 0  0 0 0 1".parse()?;
/// let to: Pose = "2 0 0  0 0 0.6 0.8".parse()?; // a turn about z
/// let motion = Linear::new(&from, &to)?;
/// let half = motion.pose_at(0.5);
/// assert_eq!(half.translation().x, 1.0);
/// assert!((half.rotation()[(0, 0)] - 0.8).abs() < 1e-15);
/// assert_eq!((motion.pose_at(0.0), motion.pose_at(1.0)), (from, to));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Linear {
    ends: Ends,
    to: Pose,
    /// `c`, and where it starts, and how it goes.
    center: Vector3<f64>,
    start: Vector3<f64>,
    way: Vector3<f64>,
    /// `V_u`, rounded, a bound of `|V|`, and `(u x R_0^-1 V) / w` where the body rotates.
    along: f64,
    speed: UpperBound,
    to_axis: Option<Vector3<f64>>,
    rounding: Rounding,
}

/// Angles below this have their axis so far away that it says nothing.
const LEAST_ANGLE: f64 = 1e-9;

/// 2^-40 of what goes into a velocity: see the lemma.
const ROUNDED: UpperBound = UpperBound::exactly(1.0 / (1_u64 << 40) as f64);

/// More than products lose that underflow, each at most 2^-1075, over an angle that is at least
/// [`LEAST_ANGLE`].
const UNDERFLOW: UpperBound = UpperBound::exactly(f64::MIN_POSITIVE);

impl Linear {
    /// The origin of the body's mesh is what moves on a straight line.
    ///
    /// # Errors
    /// If the poses are not rotations to within 4e-5 together.
    pub fn new(from: &Pose, to: &Pose) -> Result<Self, MotionError> {
        Self::of_point(from, to, [0.0; 3])
    }

    /// A point of the body, in the frame of its mesh, is what moves on a straight line.
    ///
    /// # Errors
    /// If the poses are not rotations to within 4e-5 together, or a pose on the way would be out
    /// of the domain.
    pub fn of_point(from: &Pose, to: &Pose, point: [f64; 3]) -> Result<Self, MotionError> {
        let ends = Ends::between(from, to)?;
        let center = Vector3::from(point);
        let place = |pose: &Pose| {
            if center == Vector3::zeros() {
                *pose.translation()
            } else {
                pose.place(&Point3::from(center)).coords
            }
        };
        let (start, end) = (place(from), place(to));
        check_reach(from.translation().norm() + to.translation().norm() + 4.0 * center.norm())?;
        let way = end - start;
        let inverse = from.rotation().try_inverse().expect("near a rotation");
        let (axis, angle) = (ends.turn.axis, ends.turn.angle);
        let way_in_body = inverse * way;
        let to_axis = (angle > LEAST_ANGLE).then(|| axis.cross(&way_in_body) / angle);
        let of_center = UpperBound::of_length(&center);
        let sizes = UpperBound::of_length(from.translation())
            + UpperBound::of_length(to.translation())
            + UpperBound::from(4.0) * of_center;
        let per_length = ends.rounding_per_length();
        let absolute = translation_rounding(sizes) + per_length * of_center;
        let rounding = Rounding::new(absolute, ends.rounding_per_length_to(to));
        let (along, speed) = (way_in_body.dot(&axis).abs(), UpperBound::of_length(&way));
        Ok(Self { ends, to: *to, center, start, way, along, speed, to_axis, rounding })
    }
}

impl Linear {
    /// About the axis through a point.
    fn turning(&self, point: Vector3<f64>, angular: UpperBound) -> Speed {
        let axis = Axis { point: point.into(), direction: Some(self.ends.turn.axis) };
        Speed::turning(axis, angular)
    }
}

impl Motion for Linear {
    fn pose_at(&self, time: f64) -> Pose {
        let time = nearest_time(time);
        if time == 0.0 {
            return self.ends.from;
        }
        if time == 1.0 {
            return self.to;
        }
        let translation = self.start + self.way * time - self.ends.rotation(time) * self.center;
        self.ends.pose(time, translation)
    }

    fn rounding(&self) -> Rounding {
        self.rounding
    }

    fn speed(&self, from: f64, to: f64) -> Speed {
        if let Some(speed) = self.ends.speed_without_turn(&self.to) {
            return speed;
        }
        let turn = &self.ends.turn;
        let angle = UpperBound::from(turn.angle);
        let angular = angle * longest(&self.ends.from);
        let correcting = self.ends.correcting();
        let of_center = UpperBound::of_length(&self.center);
        let speed = match self.to_axis {
            // The part that the moving axis costs is small beside what is gained only in short
            // times.
            Some(q) if turn.angle * (to - from) < 1.0 => {
                let middle = 0.5 * (from + to);
                let point = self.center + turn.matrix(-middle) * q;
                let of_q = UpperBound::of_length(&q);
                let time = UpperBound::from(to) - LowerBound::from(from);
                let moves = UpperBound::from(0.5) * time * of_q * angle * angular;
                let off = ROUNDED * (self.speed + (of_q + of_center) * angular) + UNDERFLOW;
                let along = UpperBound::from(self.along) * longest(&self.ends.from) + off;
                self.turning(point, angular).along(along).and(moves + off)
            }
            _ => self.turning(self.center, angular).and(self.speed),
        };
        speed.and_per_length(correcting).and(correcting * of_center)
    }

    /// Only the rotation bends: towards the axis through the chosen point.
    fn acceleration(&self, _: f64, _: f64) -> Option<Speed> {
        let angle = UpperBound::from(self.ends.turn.angle);
        Some(self.turning(self.center, angle * angle * longest(&self.ends.from)))
    }

    /// Between equal matrices the angle and `D` are 0, and every point moves by the difference of
    /// the translations.
    fn translation(&self) -> Option<[&Pose; 2]> {
        self.ends.is_without_turn(&self.to).then_some([&self.ends.from, &self.to])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pose and the speed at random times agree: a difference of places is at most the speed's.
    #[test]
    fn points_are_no_faster_than_the_speed() {
        let from: Pose = "1 2 3 0.5 0.5 0.5 0.5".parse().unwrap();
        let to: Pose = "-1 0.5 2 -0.1 0.7 0.1 0.7".parse().unwrap();
        for center in [[0.0; 3], [0.5, -1.0, 2.0]] {
            let motion = Linear::of_point(&from, &to, center).unwrap();
            for n in 0..64 {
                let (start, width) = (f64::from(n) / 64.0, 1.0 / 64.0);
                let speed = motion.speed(start, start + width);
                for b in [[0.0; 3], [1.0, 0.0, 0.0], [-0.3, 2.0, 0.7], [0.5, -1.0, 2.0]] {
                    let place = |t| motion.pose_at(t).place(&b.into());
                    let moved = (place(start + width) - place(start)).norm();
                    let most = speed.at(b) * width;
                    assert!(moved <= most + 1e-14, "{n} {b:?}: {moved} {most}");
                    assert!(most < 1.1 * moved + 0.01, "{n} {b:?}: {moved} {most}");
                }
            }
        }
    }
}
