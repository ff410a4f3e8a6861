//! One pair of triangles along an interval of time: free all the way, or in contact when?
//!
//! Two triangles are free for as long as one plane is between them. Along a fixed vector `n` the
//! places of their corners are functions of time that bend by no more than their accelerations:
//! between two times, `w` apart, they are within `|n| A w^2 / 8` of the straight line between
//! their values there, for accelerations up to `A` (the error of linear interpolation: any text
//! on numerical analysis). So if the gap along `n` is more than that at both times, for both
//! bodies together, it is above 0 at all times between. That needs no speed, and a body may slide
//! along another as long as it likes. In translation one plane is enough for any time.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{LowerBound, Pose, RoundedDistance, UpperBound, unit_vector};

use obbtree_ccd::SweepOptions;

use super::relative::{MotionInterval, RelativeMotion, Sample, placement_at};

/// A pair of triangles from a start at which it is free.
pub(super) struct PairSweep {
    /// The pair is free up to this time.
    pub(super) free_until: f64,
    /// At this time it meets: soon after, if at all.
    pub(super) contact: Option<f64>,
    /// Up to `free_until` it is at least so far apart.
    pub(super) clearance: LowerBound,
}

/// Intervals below this length, 2^-44 of the motion, are not halved again.
const LEAST_TIME: f64 = 1.0 / (1_u64 << 44) as f64;

/// An interval after one that was free is so much longer.
const LONGER: f64 = 2.0;

/// At most so many intervals of a pair.
const MOST_INTERVALS: u32 = 1000;

/// 2^-47, 64 roundoffs: a projection of a corner on a vector of length one is off by less than this
/// share of the largest component of its place, and of twice that of the translation.
///
/// The place is within 5.3 roundoffs of the length of the rotated corner, which is no longer than
/// the place and the translation, and one of the place; a product with the vector within 3, and the
/// vector's length is taken as one within 4. That is at most 14 of lengths, and 24 of their largest
/// components.
const GAP_REL_ERR: UpperBound = UpperBound::exactly(1.0 / (1_u64 << 47) as f64);

/// 2^-1060: more than the products of two projections lose that underflow, some thirty, each at
/// most 2^-1075.
const UNDERFLOW: UpperBound = UpperBound::exactly(f64::MIN_POSITIVE * (1.0 / (1_u64 << 38) as f64));

impl PairSweep {
    /// Of a pair that is free at the start of an interval, up to a time that is not after its
    /// end; a contact is known to within the time tolerance, and pairs that come within the
    /// distance tolerance may be given up on.
    pub(super) fn run(
        relative: &RelativeMotion<'_>,
        pair: [u32; 2],
        whole: &MotionInterval,
        to: f64,
        options: &SweepOptions,
    ) -> Self {
        let distance = relative.distance(pair, &whole.placement);
        let clearance = relative.least_gap(pair, whole, &distance);
        if clearance.is_positive() {
            return Self { free_until: to, contact: None, clearance };
        }
        let mut start = whole.from;
        let mut found =
            Self { free_until: start.time, contact: None, clearance: f64::INFINITY.into() };
        let mut length = 0.5 * (to - start.time);
        for _ in 0..MOST_INTERVALS {
            let end = found.contact.unwrap_or(to);
            if start.time >= to
                || (found.contact.is_some() && end - start.time <= options.time_tolerance)
                || length < LEAST_TIME
            {
                break;
            }
            let next = start.time + length;
            let next = if next < end { next } else { end };
            let interval = relative.interval(start, relative.sample(next));
            let distance = relative.distance(pair, &interval.placement);
            let gap = relative.least_gap(pair, &interval, &distance);
            if gap.is_positive() {
                start = interval.to;
                found.free_until = next;
                found.clearance = found.clearance.min(gap);
                length *= LONGER;
                continue;
            }
            if distance.lower <= 0.0 && relative.is_contact(pair, &interval.middle) {
                found.contact = Some(interval.middle.time);
            } else if found.contact.is_none() && is_met_at(relative, pair, &interval.to) {
                found.contact = Some(next);
            } else if found.contact.is_none()
                && distance.upper <= options.distance_tolerance
                && relative.is_short(&interval, options.distance_tolerance)
            {
                break;
            }
            length = 0.5 * (next - start.time);
        }
        found
    }
}

fn is_met_at(relative: &RelativeMotion<'_>, pair: [u32; 2], sample: &Sample) -> bool {
    let placement = placement_at(sample);
    relative.distance(pair, &placement).lower <= 0.0 && relative.is_contact(pair, sample)
}

impl RelativeMotion<'_> {
    /// At most the distance of a pair at any time of an interval, by what it is in the middle;
    /// nothing is proven if it is not positive.
    fn least_gap(
        &self,
        pair: [u32; 2],
        interval: &MotionInterval,
        distance: &RoundedDistance,
    ) -> LowerBound {
        let triangles = self.triangles(pair);
        let Some(bend) = self.bend(&triangles, interval) else {
            let reach = self.reach(interval.from.time, interval.middle.time, interval.to.time);
            return LowerBound::from(distance.lower) - reach;
        };
        let Some(axis) = unit_vector(&distance.axis) else { return LowerBound::ZERO };
        let at_end = gap(&triangles, &interval.to.state, &axis) - bend;
        if !at_end.is_positive() {
            return at_end;
        }
        at_end.min(gap(&triangles, &interval.from.state, &axis) - bend)
    }
}

/// At most the gap of two triangles along a vector of length one.
fn gap(
    [a, b]: &[[Point3<f64>; 3]; 2],
    [pose_a, pose_b]: &[Pose; 2],
    axis: &Vector3<f64>,
) -> LowerBound {
    let shifts = [pose_a, pose_b].map(|pose| UpperBound::from(pose.translation().amax()));
    let mut sizes = shifts[0] + shifts[0] + shifts[1] + shifts[1];
    let mut span = |triangle: &[Point3<f64>; 3], pose: &Pose| {
        let (mut low, mut high, mut farthest) = (f64::INFINITY, f64::NEG_INFINITY, 0.0_f64);
        for corner in triangle {
            let place = pose.place(corner).coords;
            let along = place.dot(axis);
            (low, high) = (low.min(along), high.max(along));
            farthest = farthest.max(place.amax());
        }
        sizes += UpperBound::from(farthest);
        [low, high]
    };
    let ([_, high], [low, _]) = (span(a, pose_a), span(b, pose_b));
    LowerBound::from(low) - UpperBound::from(high) - GAP_REL_ERR * sizes - UNDERFLOW
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares of such coordinates underflow, and what they were off by was 0 with them.
    #[test]
    fn a_gap_is_certain_at_any_size() {
        let third = 1.0 / 3.0;
        let axis = Vector3::new(2.0 * third, -third, 2.0 * third);
        let pose = |t: f64| Pose::from_translation([t, 0.1 * t, -0.7 * t]).expect("small");
        for size in [1e-320, 1e-300, 1e-170, 1e-155, 1.0, 1e70] {
            let corner = Point3::new(0.3, -0.9, 0.7) * size;
            // Degenerate triangles in one place: there is no gap.
            let poses = [pose(0.6 * size), pose(0.6 * size)];
            let triangles = [[corner; 3]; 2];
            let found = gap(&triangles, &poses, &axis);
            assert!(found.get() < 0.0, "{size:e}: {found:?}");
            assert!(found.get() > -1e-13 * size - 1e-318, "{size:e}: {found:?}");
        }
    }
}
