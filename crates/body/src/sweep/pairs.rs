//! One pair of triangles along a piece of time: free all the way, or in contact when?
//!
//! Two triangles are free for as long as one plane is between them. Along a fixed vector `n` the places of
//! their corners are functions of time that bend by no more than their accelerations: between two times, `w`
//! apart, they are within `|n| A w^2 / 8` of the straight line between their values there, for accelerations
//! up to `A` (the error of linear interpolation: any text on numerical analysis). So if the gap along `n` is
//! more than that at both times, for both bodies together, it is above 0 at all times between. That needs no
//! speed, and a body may slide along another as long as it likes. In translation one plane is enough for
//! any time.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Placement, RoundedDistance};
use obbtree_query::Engine;

use super::course::Course;

/// A pair of triangles from a start at which it is free.
pub(super) struct PairSweep {
    /// The pair is free up to this time.
    pub(super) free_until: f64,
    /// At this time it meets: soon after, if at all.
    pub(super) contact: Option<f64>,
    /// Up to `free_until` it is at least so far apart.
    pub(super) clearance: f64,
}

/// Pieces below this length, 2^-44 of the motion, are not halved again.
const LEAST_TIME: f64 = 1.0 / (1_u64 << 44) as f64;

/// A piece after one that was free is so much longer.
const LONGER: f64 = 2.0;

/// At most so many pieces of a pair.
const MOST_PIECES: u32 = 1000;

/// A projection of a corner on a vector of length one is off by less than this share of the coordinates: a
/// place is within 12 roundings, a product with the vector within 4, and the vector's own length is taken as
/// one within 4.
const ROUNDING: f64 = 1.0 / (1_u64 << 46) as f64;

/// A piece of time, and where the bodies are at its start, in its middle and at its end.
pub(super) struct Piece {
    times: [f64; 3],
    placements: [Placement; 3],
}

impl Piece {
    pub(super) fn new<T: Engine>(course: &Course<'_, T>, from: f64, to: f64) -> Self {
        let times = [from, from + 0.5 * (to - from), to];
        Self { times, placements: times.map(|time| course.placement(time)) }
    }

    /// At most the distance of a pair at any time of the piece; 0 or less if nothing is proven.
    fn least_gap<T: Engine>(
        &self,
        course: &Course<'_, T>,
        pair: [u32; 2],
        distance: &RoundedDistance,
    ) -> f64 {
        let [from, middle, to] = self.times;
        let by_speed = distance.lower - course.reach(from, middle, to);
        if by_speed > 0.0 {
            return by_speed;
        }
        let Some(bend) = course.bend(pair, from, to) else { return by_speed };
        let length = distance.axis.norm();
        if !(length > 0.0 && length.is_finite()) {
            return by_speed;
        }
        let axis = distance.axis / length;
        let [at_start, _, at_end] = &self.placements;
        let least = course.gap(pair, at_start, &axis).min(course.gap(pair, at_end, &axis));
        by_speed.max(least - bend)
    }
}

impl PairSweep {
    /// Of a pair that is free at the start of a piece, up to a time that is not after its end; a contact is
    /// known to within the tolerance.
    pub(super) fn run<T: Engine>(
        course: &Course<'_, T>,
        pair: [u32; 2],
        whole: &Piece,
        to: f64,
        time_tolerance: f64,
    ) -> Self {
        let distance = course.distance(pair, &whole.placements[1]);
        let clearance = whole.least_gap(course, pair, &distance);
        if clearance > 0.0 {
            return Self { free_until: to, contact: None, clearance };
        }
        let from = whole.times[0];
        let mut found = Self { free_until: from, contact: None, clearance: f64::INFINITY };
        let mut length = 0.5 * (to - from);
        for _ in 0..MOST_PIECES {
            let end = found.contact.unwrap_or(to);
            if found.free_until >= to
                || (found.contact.is_some() && end - found.free_until <= time_tolerance)
                || length < LEAST_TIME
            {
                break;
            }
            let next = found.free_until + length;
            let piece = Piece::new(course, found.free_until, if next < end { next } else { end });
            let [_, middle, next] = piece.times;
            let distance = course.distance(pair, &piece.placements[1]);
            let gap = piece.least_gap(course, pair, &distance);
            if gap > 0.0 {
                found.free_until = next;
                found.clearance = found.clearance.min(gap);
                length *= LONGER;
                continue;
            }
            if distance.lower <= 0.0 && course.meets(pair, &piece.placements[1]) {
                found.contact = Some(middle);
            } else if found.contact.is_none() && is_met_at(course, pair, &piece.placements[2]) {
                found.contact = Some(next);
            }
            length = 0.5 * (next - found.free_until);
        }
        found
    }
}

fn is_met_at<T: Engine>(course: &Course<'_, T>, pair: [u32; 2], placement: &Placement) -> bool {
    course.distance(pair, placement).lower <= 0.0 && course.meets(pair, placement)
}

impl<T: Engine> Course<'_, T> {
    /// At most the gap of a pair of triangles along a vector of length one.
    fn gap(&self, pair: [u32; 2], placement: &Placement, axis: &Vector3<f64>) -> f64 {
        let [a, b] = self.triangles(pair);
        let [a, b] = [(a, placement.pose_a), (b, placement.pose_b)]
            .map(|(triangle, pose)| triangle.map(|corner| pose.place(&corner)));
        let along = |corner: &Point3<f64>| corner.coords.dot(axis);
        let size = |corner: &Point3<f64>| corner.coords.norm();
        let high = a.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
        let low = b.iter().map(along).fold(f64::INFINITY, f64::min);
        let sizes = a.iter().map(size).fold(0.0, f64::max) + b.iter().map(size).fold(0.0, f64::max);
        low - high - ROUNDING * (sizes + self.translations(placement))
    }

    /// The sizes of the two translations, which a place can cancel.
    fn translations(&self, placement: &Placement) -> f64 {
        2.0 * (placement.pose_a.translation().norm() + placement.pose_b.translation().norm())
    }
}
