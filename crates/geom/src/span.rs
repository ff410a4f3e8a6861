//! An interval of parameters: the part of a line, or of a motion, that is inside a convex set.

use crate::Real;

/// A closed interval of parameters, `enter <= exit`. Never NaN.
///
/// On lines both are parameters, in lengths of the direction. For motions they are times; a motion
/// takes place from time 0 to time 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span<T: Real = f64> {
    /// The first parameter inside; the start of the line or of the motion if that is inside.
    pub enter: T,
    /// The last parameter inside; the end of the line or of the motion if that is inside.
    pub exit: T,
}

impl<T: Real> Span<T> {
    /// `[0, 1]`: the parameters of a segment, or the times of a motion.
    #[inline]
    pub(crate) fn unit() -> Self {
        Self { enter: T::zero(), exit: T::one() }
    }

    /// `[0, infinity]`: the parameters of a ray.
    #[inline]
    pub(crate) fn half_line() -> Self {
        Self { enter: T::zero(), exit: T::INFINITY }
    }

    /// `None` if the interval is empty, or has no finite parameter.
    #[inline]
    pub(crate) fn if_not_empty(self) -> Option<Self> {
        (self.enter <= self.exit && self.enter < T::INFINITY).then_some(self)
    }

    /// The part where `height + rate * t <= 0`. For a rate of zero that is all or nothing.
    #[inline]
    pub(crate) fn clip_to_half_space(mut self, height: T, rate: T) -> Option<Self> {
        if rate == T::zero() {
            return (height <= T::zero()).then_some(self);
        }
        let t = -height / rate;
        if rate > T::zero() {
            if t < self.exit {
                self.exit = t;
            }
        } else if t > self.enter {
            self.enter = t;
        }
        (self.enter <= self.exit && self.enter < T::INFINITY && self.exit > -T::INFINITY)
            .then_some(self)
    }

    /// The part where `|height + rate * t| <= reach`.
    #[inline]
    pub(crate) fn clip_to_slab(self, height: T, rate: T, reach: T) -> Option<Self> {
        self.clip_to_half_space(height - reach, rate)?.clip_to_half_space(-height - reach, -rate)
    }

    /// The part where a point that starts at `from` and moves by `along` per unit of the parameter
    /// is within `radius` of the origin.
    ///
    /// First the parameter of the closest point of the line, then half of the chord; both have
    /// degree two. The discriminant of the textbook quadratic formula has degree four and cancels
    /// for distant points.
    #[inline]
    pub(crate) fn clip_to_sphere(
        self,
        from: &nalgebra::Vector3<T>,
        along: &nalgebra::Vector3<T>,
        radius: T,
    ) -> Option<Self> {
        let along_sq = along.dot(along);
        if along_sq == T::zero() {
            return (from.dot(from) <= radius * radius).then_some(self);
        }
        let per_length_sq = T::one() / along_sq;
        let closest = -from.dot(along) * per_length_sq;
        let offset = from + along * closest;
        let chord_sq = radius * radius - offset.dot(&offset);
        if !(chord_sq >= T::zero()) {
            return None;
        }
        let half = (chord_sq * per_length_sq).sqrt();
        self.intersection(Self { enter: closest - half, exit: closest + half })
    }

    /// The intersection of two intervals; `None` if it is empty.
    #[inline]
    pub(crate) fn intersection(self, other: Self) -> Option<Self> {
        let enter = self.enter.greater(other.enter);
        let exit = self.exit.lesser(other.exit);
        Self { enter, exit }.if_not_empty()
    }

    /// The smallest interval that contains both: for two parts of the same convex set.
    #[inline]
    pub(crate) fn hull(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (Some(a), Some(b)) => {
                Some(Self { enter: a.enter.lesser(b.enter), exit: a.exit.greater(b.exit) })
            }
            (a, b) => a.or(b),
        }
    }
}
