//! The part of a line, or of a stretch of time, that is inside something convex.

use crate::Real;

/// From where to where, `enter <= exit`; both belong to it. Never NaN.
///
/// On lines both are parameters, in lengths of the direction; of motions they are times, and the
/// motion goes from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span<T: Real = f64> {
    /// The first parameter inside; the lowest allowed one if the line starts inside.
    pub enter: T,
    /// The last parameter inside; the highest allowed one if the line ends inside.
    pub exit: T,
}

impl<T: Real> Span<T> {
    /// Of a segment, or of a motion.
    #[inline]
    pub(crate) fn unit() -> Self {
        Self { enter: T::zero(), exit: T::one() }
    }

    /// None where it ends before it starts, or is at infinity only.
    #[inline]
    pub(crate) fn if_any(self) -> Option<Self> {
        (self.enter <= self.exit && self.enter < T::INFINITY).then_some(self)
    }

    /// What is left of it where `height + rate * t <= 0`; all or nothing where the rate is zero.
    #[inline]
    pub(crate) fn cut(mut self, height: T, rate: T) -> Option<Self> {
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

    /// What is left of it where `|height + rate * t| <= reach`.
    #[inline]
    pub(crate) fn cut_slab(self, height: T, rate: T, reach: T) -> Option<Self> {
        self.cut(height - reach, rate)?.cut(-height - reach, -rate)
    }

    /// What is left of it where a point that starts at `from` and moves by `along` per parameter is
    /// within `radius` of the origin.
    ///
    /// The parameter of the nearest point comes first and the half chord after it, both of degree
    /// two; the discriminant of the schoolbook's quadratic has degree four and cancels far away.
    #[inline]
    pub(crate) fn cut_sphere(
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
        let middle = -from.dot(along) * per_length_sq;
        let nearest = from + along * middle;
        let chord_sq = radius * radius - nearest.dot(&nearest);
        if !(chord_sq >= T::zero()) {
            return None;
        }
        let half = (chord_sq * per_length_sq).sqrt();
        self.meet(Self { enter: middle - half, exit: middle + half })
    }

    /// What both have.
    #[inline]
    pub(crate) fn meet(self, other: Self) -> Option<Self> {
        let enter = self.enter.greater(other.enter);
        let exit = self.exit.lesser(other.exit);
        Self { enter, exit }.if_any()
    }

    /// The shortest around both of two parts of something convex.
    #[inline]
    pub(crate) fn join(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (Some(a), Some(b)) => {
                Some(Self { enter: a.enter.lesser(b.enter), exit: a.exit.greater(b.exit) })
            }
            (a, b) => a.or(b),
        }
    }
}
