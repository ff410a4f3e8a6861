//! Items as the certain tests of a pair take them: a triangle, or a point as one whose corners are
//! equal, with all that is within a radius; or a box along the axes of its frame, as the twelve
//! triangles of its surface and what is between them.
//!
//! Two items are at most a reach apart if a triangle of one and one of the other are, or if a
//! corner of one is in the other, where that is a box: an item that a surface does not meet is
//! wholly on one side of it. Triangles are tested in exact arithmetic where rounding leaves a
//! doubt, and so is the side of a corner, by the planes of six faces. So every answer is that of
//! exact arithmetic about the box, as [`crate::Shape`] answers about the same box.
//!
//! # Lemma (what `f64` decides before)
//!
//! All in the frame of the first item. `e` bounds the error of a placed point of the second in
//! each component, `S` is no less than any coordinate in it, `u = 2^-53`, and `E = 2 e + 128 u S`.
//! A product of a placed point and a vector `n` is off by at most `1.8 e |n|`, and computing it by
//! `6 u S |n|`; so is one of a corner of the box, without `e`. A difference of two such products
//! rounds by `8 u S |n|` more at most. So if the least product of the second is above the largest
//! of the first by more than `(l + 2 E) |n|`, every two points are farther apart than `l` in this
//! frame. A length in the world is at least `1 - s` of that here, and at most `1 + s`, with `s` the
//! skew of the first pose. A point of a triangle found as a combination of its corners is within
//! `1.8 e + 16 u S` of one: its distance from the box is less than computed by `E` at most, and it
//! is in the box if it is so along each axis by more than `E`. So is a placed point, as no distance
//! from a box changes by more than the point moves: its own is off by `E` at most. What
//! underflows is less than [`SHORT`], which no vector that is used is below. *End.*

use std::slice;

use nalgebra::{Point3, Vector3};
use obbtree_cloud::PointCloud;
use obbtree_predicates::{
    LengthSum, LowerBound, Placement, Pose, RoundedDistance, Stages, Triangle, UpperBound,
    exact_closer_than_sum, plane_side, triangles_closer,
};

use super::others::Bounds;
use crate::distance::{Distance, direction_of};
use crate::polygon::nearest_of_triangle;
use crate::shape::{BOX_TRIANGLES, box_corners, has_parting_direction};

/// An item in the frame of what it belongs to.
pub(super) enum Item {
    /// All that is within a radius of a triangle.
    Rounded(Triangle, f64),
    /// A box, by its lowest and highest corner.
    Box([Point3<f64>; 2]),
}

/// What is known of the distance of a pair, with points in the world, the first item's first.
pub(super) struct Refined {
    pub(super) bounds: Bounds,
    pub(super) points: [Point3<f64>; 2],
    pub(super) normal: Option<Vector3<f64>>,
    /// One is inside the other, which is a box.
    pub(super) one_inside: bool,
}

impl Item {
    /// That at a place of a cloud.
    #[inline(always)]
    pub(super) fn of(cloud: &PointCloud, place: usize) -> Self {
        match cloud.cube(place) {
            None => Self::Rounded([Point3::from(cloud.point(place)); 3], cloud.radius(place)),
            Some(corners) => Self::Box(corners.map(Point3::from)),
        }
    }

    fn radius(&self) -> f64 {
        match self {
            Self::Rounded(_, radius) => *radius,
            Self::Box(_) => 0.0,
        }
    }

    fn is_box(&self) -> bool {
        matches!(self, Self::Box(_))
    }

    /// The triangles of a box's surface; none of another.
    fn faces(&self) -> Vec<Triangle> {
        let Self::Box([low, high]) = self else { return Vec::new() };
        let corners = box_corners((*low).into(), (*high).into()).map(Point3::from);
        BOX_TRIANGLES.iter().map(|face| face.map(|n| corners[n as usize])).collect()
    }

    fn triangles<'i>(&'i self, faces: &'i [Triangle]) -> &'i [Triangle] {
        match self {
            Self::Rounded(triangle, _) => slice::from_ref(triangle),
            Self::Box(_) => faces,
        }
    }

    /// Is a point of another frame in the box?
    fn contains(&self, faces: &[Triangle], pose: &Pose, point: &Point3<f64>, of: &Pose) -> bool {
        // One triangle of each side of the box: x low and high, y low and high, z low and high.
        const ONE_OF_EACH: [usize; 6] = [0, 8, 4, 2, 5, 1];
        self.is_box() && ONE_OF_EACH.iter().all(|&n| plane_side(point, of, &faces[n], pose) <= 0)
    }

    /// Is the second at most a tolerance away from the first?
    #[inline(always)]
    pub(super) fn is_within(&self, other: &Self, placement: &Placement, tolerance: f64) -> bool {
        let reach = LengthSum::of([self.radius(), other.radius(), tolerance]);
        if let (Self::Rounded(a, _), Self::Rounded(b, _)) = (self, other) {
            return closer_than_sum([a, b], placement, &reach);
        }
        self.is_within_of_boxes(other, placement, &reach)
    }

    #[inline(never)]
    fn is_within_of_boxes(&self, other: &Self, placement: &Placement, reach: &LengthSum) -> bool {
        if let Some(known) = self.rounded_is_within(other, placement, reach) {
            return known;
        }
        let faces = [self.faces(), other.faces()];
        let [a, b] = [self.triangles(&faces[0]), other.triangles(&faces[1])];
        a.iter().any(|a| b.iter().any(|b| closer_than_sum([a, b], placement, reach)))
            || self.is_inside_or_around(other, placement, &faces)
    }

    /// Is one inside the other, given that their surfaces do not meet?
    fn is_inside_or_around(
        &self,
        other: &Self,
        placement: &Placement,
        faces: &[Vec<Triangle>; 2],
    ) -> bool {
        let Placement { pose_a, pose_b, .. } = placement;
        let [a, b] = [self.triangles(&faces[0]), other.triangles(&faces[1])];
        self.contains(&faces[0], pose_a, &b[0][0], pose_b)
            || other.contains(&faces[1], pose_b, &a[0][0], pose_a)
    }

    /// The distance of a pair as an interval; below 0 or 0 where the two may meet.
    #[inline(always)]
    pub(super) fn bounds(&self, other: &Self, placement: &Placement) -> (Bounds, RoundedDistance) {
        if let (Self::Rounded(a, r), Self::Rounded(b, s)) = (self, other) {
            let found = RoundedDistance::new(a, b, placement);
            let radii = LengthSum::of([*r, *s, 0.0]);
            return (Bounds::less(found.lower, found.upper, &radii), found);
        }
        self.bounds_of_boxes(other, placement)
    }

    /// [`Item::bounds`] of a box of the first frame and this sphere of the second, by the lemma.
    pub(super) fn bounds_beside_box(
        &self,
        [low, high]: &[Point3<f64>; 2],
        placement: &Placement,
    ) -> Bounds {
        let Self::Rounded([center, ..], radius) = self else { unreachable!("it is a sphere") };
        let placed = placement.to_a(center);
        let sizes = low.coords.amax().max(high.coords.amax()) + placed.coords.amax();
        let error = 2.0 * placement.error(center.coords.amax()) + sizes * OF_SIZES;
        let out = (low - placed).sup(&(placed - high)).map(|x| x.max(0.0));
        let skew = UpperBound::from(placement.pose_a.skew() + OF_SIZES);
        let lower = LowerBound::of_length(&out) - UpperBound::from(error);
        let upper = UpperBound::of_length(&out) + UpperBound::from(error);
        let [lower, upper] = [
            (lower * (LowerBound::from(1.0) - skew)).get(),
            (upper * (UpperBound::from(1.0) + skew)).get(),
        ];
        Bounds::less(lower, upper, &LengthSum::of([*radius, 0.0, 0.0]))
    }

    #[inline(never)]
    fn bounds_of_boxes(&self, other: &Self, placement: &Placement) -> (Bounds, RoundedDistance) {
        let faces = [self.faces(), other.faces()];
        let [a, b] = [self.triangles(&faces[0]), other.triangles(&faces[1])];
        let mut best = RoundedDistance::new(&a[0], &b[0], placement);
        let mut lower = best.lower;
        for (n, pair) in pairs(a, b).enumerate() {
            let found = RoundedDistance::new(pair[0], pair[1], placement);
            lower = lower.min(found.lower);
            if n == 0 || found.upper < best.upper {
                best = found;
            }
        }
        if self.is_inside_or_around(other, placement, &faces) {
            return (Bounds { lower: 0.0, upper: 0.0 }, best);
        }
        let radii = LengthSum::of([self.radius(), other.radius(), 0.0]);
        (Bounds::less(lower, best.upper, &radii), best)
    }

    /// The same as narrow as it can be. Of one inside the other it is that of their surfaces.
    pub(super) fn refined(
        &self,
        other: &Self,
        placement: &Placement,
        of: &RoundedDistance,
    ) -> Refined {
        let radii = [self.radius(), other.radius()];
        let sum = LengthSum::of([radii[0], radii[1], 0.0]);
        let faces = [self.faces(), other.faces()];
        let [a, b] = [self.triangles(&faces[0]), other.triangles(&faces[1])];
        let mut stages = Stages::default();
        let (mut lower, mut best) = (f64::INFINITY, None);
        let mut most = of.upper;
        for pair in pairs(a, b) {
            let rounded = match pairs(a, b).len() {
                1 => *of,
                _ => RoundedDistance::new(pair[0], pair[1], placement),
            };
            if rounded.lower > most {
                continue;
            }
            let found = rounded.refine(pair[0], pair[1], placement, &mut stages);
            lower = f64::min(lower, found.lower);
            if best.is_none() || found.upper < most {
                most = found.upper.min(most);
                best = Some((found, pair));
            }
        }
        let (found, pair) = best.expect("the pair of the least upper bound is one of them");
        let normal = direction_of(found.points, pair, placement);
        let way = normal.unwrap_or_default();
        let [p, q] = found.points;
        Refined {
            bounds: Bounds::less(lower.min(found.upper), found.upper, &sum),
            points: [p + way * radii[0], q - way * radii[1]],
            normal,
            one_inside: lower > 0.0 && self.is_inside_or_around(other, placement, &faces),
        }
    }

    /// Corners of what the item is within the radius of.
    fn corners(&self) -> impl Iterator<Item = Point3<f64>> {
        let (triangle, corners) = match self {
            Self::Rounded(triangle, _) => (Some(*triangle), None),
            Self::Box([low, high]) => (None, Some(box_corners((*low).into(), (*high).into()))),
        };
        triangle.into_iter().flatten().chain(corners.into_iter().flatten().map(Point3::from))
    }

    /// What `f64` decides, by the lemma; an item is a box.
    fn rounded_is_within(
        &self,
        other: &Self,
        placement: &Placement,
        reach: &LengthSum,
    ) -> Option<bool> {
        let own: Vec<Vector3<f64>> = self.corners().map(|corner| corner.coords).collect();
        let size_of =
            |points: &[Vector3<f64>]| points.iter().map(Vector3::amax).fold(0.0, f64::max);
        let (mut of_other, mut size) = (Vec::with_capacity(8), 0.0_f64);
        for corner in other.corners() {
            size = size.max(corner.coords.amax());
            of_other.push(placement.to_a(&corner).coords);
        }
        let sizes = size_of(&own) + size_of(&of_other);
        let error = 2.0 * placement.error(size) + sizes * OF_SIZES;
        let skew = placement.pose_a.skew() + OF_SIZES;
        // In this frame.
        let surely = reach.lower().get() * (1.0 - skew);
        if let Self::Box(ends) = self {
            let close = |point: &Vector3<f64>| is_close(ends, point, surely, error);
            let some = match (other, &of_other[..]) {
                (Self::Rounded(..), [p, q, r]) => {
                    let middle = (ends[0].coords + ends[1].coords) * 0.5;
                    close(&nearest_of_triangle([*p, *q, *r], &middle))
                }
                _ => close(&(of_other.iter().sum::<Vector3<f64>>() / of_other.len() as f64)),
            };
            if some {
                return Some(true);
            }
        }
        let beyond = (reach.upper().get() * (1.0 + 2.0 * skew) + 2.0 * error) * (1.0 + OF_SIZES);
        let least = |points: &[Vector3<f64>], along: &Vector3<f64>| {
            let heights = points.iter().map(|point| (along.dot(point), *point));
            heights.fold((f64::INFINITY, Vector3::zeros()), |least, next| {
                if next.0 < least.0 { next } else { least }
            })
        };
        // From the first item to the second.
        let parts = |along: &Vector3<f64>| {
            let length = along.norm();
            let gap = least(&of_other, along).0 + least(&own, &-along).0;
            length > SHORT && gap > beyond * length
        };
        let farthest = |along: &Vector3<f64>| least(&of_other, along).1 - least(&own, &-along).1;
        let start = of_other[0] - own[0];
        has_parting_direction(start, farthest, parts).then_some(false)
    }
}

impl From<Refined> for Distance {
    fn from(Refined { bounds, points, normal, one_inside }: Refined) -> Self {
        let found = Self::new([bounds.lower, bounds.upper], points);
        Self { normal, one_inside, ..found }
    }
}

/// 128 roundings of 2^-53.
const OF_SIZES: f64 = 1.0 / (1_u64 << 46) as f64;
/// Shorter vectors part nothing.
const SHORT: f64 = 1e-100;

/// Every pair of two lists.
fn pairs<'t>(
    a: &'t [Triangle],
    b: &'t [Triangle],
) -> impl ExactSizeIterator<Item = [&'t Triangle; 2]> {
    (0..a.len() * b.len()).map(|n| [&a[n / b.len()], &b[n % b.len()]])
}

/// Is a point that is off by less than an error surely within a reach of a box, or in it?
fn is_close([low, high]: &[Point3<f64>; 2], p: &Vector3<f64>, reach: f64, error: f64) -> bool {
    let (below, above) = (low.coords - p, p - high.coords);
    if (0..3).all(|k| below[k].max(above[k]) < -error) {
        return true;
    }
    let out = below.sup(&above).map(|x| x.max(0.0));
    (UpperBound::of_length(&out) + UpperBound::from(error)).get() < reach
}

/// Are two triangles at most the sum of some lengths apart? The sum is not rounded.
fn closer_than_sum([a, b]: [&Triangle; 2], placement: &Placement, sum: &LengthSum) -> bool {
    let closer = |reach: f64| triangles_closer(a, b, placement, reach, &mut Stages::default());
    match sum.exact() {
        Some(reach) => closer(reach),
        None if !closer(sum.upper().get()) => false,
        None if closer(sum.lower().get()) => true,
        None => exact_closer_than_sum(a, &placement.pose_a, b, &placement.pose_b, sum),
    }
}
