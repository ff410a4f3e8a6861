//! Joint values as piecewise polynomials of time.
//!
//! On each segment of time a value is a polynomial by its control points (Bernstein form: G. Farin,
//! "Curves and Surfaces for CAGD", chapters 4 to 6): it is within their hull, and so it is in any
//! part of the segment, of which the control points are values of the polynomial's blossom.

use crate::values::ValuePath;

/// The highest degree of a polynomial.
pub(super) const MAX_DEGREE: usize = 7;

/// Joint values over time, of a robot of so many values: a polynomial of time on each segment.
///
/// It is made by [`Trajectory::linear`], [`Trajectory::cubic`], [`Trajectory::quintic`],
/// [`Trajectory::spline`], [`Trajectory::b_spline`], [`Trajectory::trapezoidal`] or
/// [`Trajectory::s_curve`].
/// [`Checker::sweep_trajectory`](crate::Checker::sweep_trajectory) proves that it is free. Limits
/// of joints are those of the curve of its control points, as rounded; what is proven free is the
/// exact curve of the numbers given as well.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    pub(super) dof: usize,
    pub(super) degree: usize,
    /// The starts of the segments, and the end of the last one; ascending.
    pub(super) times: Vec<f64>,
    /// By segment and value, `degree + 1` control points.
    pub(super) points: Vec<f64>,
    /// By segment and value: see [`Trajectory::rounding`].
    pub(super) rounding: Vec<f64>,
    /// By value: none is larger, rounding included.
    pub(super) most: Vec<f64>,
}

/// By degree and size of the control points: more than twice what a value of a blossom is off by,
/// and what control points are off by as they are made.
///
/// *Lemma.* Let `v = 2^-53`, `n` the degree, and `M` the largest size of a control point. The
/// share `u` of a time in its segment is a quotient of two differences, off by at most `4 v`; and
/// within 0 and 1, as rounding is monotone. A value of the blossom takes `n` levels of `a + u (b -
/// a)`, convex combinations of the level before, which round `5 v M` each: `2 v M` the difference,
/// `2 v M` the product, `v M` the sum. The blossom is affine in each of its arguments, with slope
/// `2 M` at most: their errors add `8 v M` each. So it is off by `13 n v M`. A value that is placed
/// is off by as much, a control point of a part of a segment too. What is made from points and
/// knots is a blossom as well; the control points of a quintic round at most `60 v M = 12 n v M`,
/// as `h v / 5` is at most `2 M` and `h^2 a / 20` at most `6 M`. That is `39 n v M`, and `47 n v M`
/// with what [`Trajectory::moved_within`] moves; this is `64 n v M`. What underflows is less than
/// the smallest normal number, or that times the length of the segment. *End.*
pub(super) const VALUE_REL_ERR: f64 = 64.0 * 0.5 * f64::EPSILON;

/// More than a subtraction and a sum of what is not negative round.
const REL_ERR_FACTOR: f64 = 1.0 + 1.0 / (1_u64 << 50) as f64;

/// The value at `u` of the polynomial with these control points, if both are `u`; else of its
/// blossom, `high` of whose arguments are the second one and the others the first. A value that is
/// that of all control points is exact.
fn blossom(points: &[f64], high: usize, [low_at, high_at]: [f64; 2]) -> f64 {
    let mut of = [0.0; MAX_DEGREE + 1];
    of[..points.len()].copy_from_slice(points);
    let degree = points.len() - 1;
    for level in 0..degree {
        let u = if level < high { high_at } else { low_at };
        for n in 0..degree - level {
            of[n] += u * (of[n + 1] - of[n]);
        }
    }
    of[0]
}

/// The least and the largest of some numbers.
pub(super) fn hull(numbers: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let none = [f64::INFINITY, f64::NEG_INFINITY];
    numbers.into_iter().fold(none, |[low, high], x| [low.min(x), high.max(x)])
}

impl Trajectory {
    /// How many values it has.
    #[must_use]
    pub fn dof(&self) -> usize {
        self.dof
    }

    /// When it starts.
    #[must_use]
    pub fn start(&self) -> f64 {
        self.times[0]
    }

    /// When it ends.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.times[self.times.len() - 1]
    }

    /// Where its segments begin and end, ascending.
    #[must_use]
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The configuration at a time: rounded by a few units in the last place of the largest control
    /// point there, and exactly that of a row at its time. Before the start it is that at the
    /// start, after the end that at the end; that of a time that is not a number is not one either.
    #[must_use]
    pub fn configuration_at(&self, time: f64) -> Vec<f64> {
        let mut at = vec![0.0; self.dof];
        self.place(time, &mut at);
        at
    }

    /// The velocity of every value at a time, rounded; where segments meet that of the later one.
    /// Before the start it is that at the start, after the end that at the end.
    ///
    /// ```
    /// use obbtree_robot::Trajectory;
    /// let path = Trajectory::trapezoidal(&[vec![0.0], vec![4.0]], &[1.0], &[0.5])?;
    /// let velocities = [0.0, 1.0, 2.0, 3.0, 6.0].map(|time| path.velocity_at(time)[0]);
    /// assert_eq!(velocities, [0.0, 0.5, 1.0, 1.0, 0.0]);
    /// # Ok::<(), obbtree_robot::TrajectoryError>(())
    /// ```
    #[must_use]
    pub fn velocity_at(&self, time: f64) -> Vec<f64> {
        let time = time.clamp(self.start(), self.end());
        let segment = self.segment_at(time);
        let u = self.share(segment, time);
        let per_time = self.degree as f64 / (self.times[segment + 1] - self.times[segment]);
        let of = |value: usize| {
            let points = self.points_of(segment, value);
            let steps: Vec<f64> = points.windows(2).map(|pair| pair[1] - pair[0]).collect();
            per_time * blossom(&steps, 0, [u; 2])
        };
        (0..self.dof).map(of).collect()
    }

    fn place(&self, time: f64, to: &mut [f64]) {
        let time = time.clamp(self.start(), self.end());
        let segment = self.segment_at(time);
        let u = self.share(segment, time);
        for (value, at) in to.iter_mut().enumerate() {
            let points = self.points_of(segment, value);
            // Rounding does not leave the hull: limits that the control points keep are kept.
            let [low, high] = hull(points.iter().copied());
            *at = if u == 1.0 { points[self.degree] } else { blossom(points, 0, [u; 2]) };
            *at = at.clamp(low, high);
        }
    }

    /// The last segment that begins at a time or before.
    fn segment_at(&self, time: f64) -> usize {
        let begun = self.times.partition_point(|&start| start <= time);
        begun.saturating_sub(1).min(self.times.len() - 2)
    }

    /// Where a time is in a segment, from 0 to 1.
    fn share(&self, segment: usize, time: f64) -> f64 {
        let [from, to] = [self.times[segment], self.times[segment + 1]];
        (time - from) / (to - from)
    }

    pub(super) fn points_of(&self, segment: usize, value: usize) -> &[f64] {
        let first = (segment * self.dof + value) * (self.degree + 1);
        &self.points[first..=first + self.degree]
    }

    /// With control points that are beyond what rows hold by no more than they round put there: of
    /// a curve within these rows, which begins or ends at a limit.
    pub(super) fn moved_within(mut self, rows: &[Vec<f64>]) -> Self {
        for value in 0..self.dof {
            let [low, high] = hull(rows.iter().map(|row| row[value]));
            for segment in 0..self.times.len() - 1 {
                let moved = self.rounding(segment, value) / 8.0;
                let first = (segment * self.dof + value) * (self.degree + 1);
                for point in &mut self.points[first..=first + self.degree] {
                    let within = point.clamp(low, high);
                    if (*point - within).abs() <= moved {
                        *point = within;
                    }
                }
            }
        }
        self
    }

    /// Bounds how far values of a blossom and those of [`Trajectory::configuration_at`] together
    /// are from the exact curve; 0 where the value stays.
    fn rounding(&self, segment: usize, value: usize) -> f64 {
        self.rounding[segment * self.dof + value]
    }

    /// A value that is below or above these limits somewhere, or cannot be told from it.
    pub(crate) fn beyond(&self, value: usize, [low, high]: [f64; 2]) -> Option<f64> {
        (0..self.times.len() - 1).find_map(|segment| {
            let (points, rounding) =
                (self.points_of(segment, value), self.rounding(segment, value));
            let flipped: Vec<f64> = points.iter().map(|x| -x).collect();
            let above = exceeds(points, high, rounding);
            above.or_else(|| exceeds(&flipped, -low, rounding).map(|x| -x))
        })
    }
}

/// A value above a limit, if the polynomial has one or is so close to the limit that it may.
fn exceeds(points: &[f64], limit: f64, rounding: f64) -> Option<f64> {
    /// Of a segment that touches a limit within, the part where it does is left after so many
    /// halvings.
    const LEAST: f64 = 1.0 / (1_u64 << 26) as f64;
    let [_, most] = hull(points.iter().copied());
    if most <= limit {
        return None;
    }
    let mut waiting = vec![[0.0, 1.0]];
    while let Some([from, to]) = waiting.pop() {
        let parts = (0..points.len()).map(|high| blossom(points, high, [from, to]));
        let [_, most] = hull(parts);
        if most + rounding <= limit {
            continue;
        }
        let ends = [points[0], points[points.len() - 1], blossom(points, 0, [from; 2])];
        let over = ends.into_iter().find(|&x| x > limit);
        if over.is_some() || to - from <= LEAST {
            return over.or(Some(most + rounding));
        }
        let middle = 0.5 * (from + to);
        waiting.extend([[middle, to], [from, middle]]);
    }
    None
}

impl ValuePath for Trajectory {
    fn at(&self, share: f64) -> Vec<f64> {
        self.configuration_at(self.time(share))
    }

    /// Times are rounded alike wherever a share occurs, so that intervals with a common end have a
    /// common time there: together they leave no time out.
    fn around(&self, shares: [f64; 3], middle: &mut [f64], half: &mut [f64]) {
        let [first, time, last] = shares.map(|share| self.time(share));
        self.place(time, middle);
        half.fill(0.0);
        for segment in self.segment_at(first)..self.times.len() - 1 {
            let [from, to] = [self.times[segment], self.times[segment + 1]];
            if from > last {
                break;
            }
            let ends = [first.max(from), last.min(to)];
            let shares = ends.map(|time| self.share(segment, time));
            for (value, half) in half.iter_mut().enumerate() {
                let (points, rounding) =
                    (self.points_of(segment, value), self.rounding(segment, value));
                let away = |x: f64| (x - middle[value]).abs();
                let most = if rounding == 0.0 {
                    away(points[0])
                } else if ends == [from, to] {
                    points.iter().map(|&x| away(x)).fold(0.0, f64::max)
                } else {
                    let part = |high| away(blossom(points, high, shares));
                    (0..=self.degree).map(part).fold(0.0, f64::max)
                };
                *half = half.max((most + rounding) * REL_ERR_FACTOR);
            }
        }
    }

    fn is_within(&self, ranges: &[[f64; 2]]) -> bool {
        (0..self.times.len() - 1).all(|segment| {
            ranges.iter().enumerate().all(|(value, [low, high])| {
                self.points_of(segment, value).iter().all(|x| low <= x && x <= high)
            })
        })
    }

    fn most(&self, value: usize) -> f64 {
        self.most[value]
    }

    fn time(&self, share: f64) -> f64 {
        let (start, end) = (self.start(), self.end());
        if share >= 1.0 { end } else { (start + share * (end - start)).min(end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    type Rows = Vec<Vec<f64>>;

    /// A curve of each kind, with values of a size around an offset, at times of a scale.
    fn curves(random: &mut Random, size: f64, offset: f64, scale: f64) -> Vec<Trajectory> {
        let mut rows = |size: f64, offset: f64| -> Rows {
            (0..5).map(|_| vec![offset + size * (random.uniform() - 0.5), offset]).collect()
        };
        let positions = rows(size, offset);
        let rates = [rows(size / scale, 0.0), rows(size / scale / scale, 0.0)];
        let times: Vec<f64> =
            [0.0, 0.3, 1.1, 2.0, 2.5].map(|time| 7.0 * scale + time * scale).into();
        let knots = [0.0, 0.0, 0.0, 0.0, 1.5, 2.0, 2.0, 2.0, 2.0].map(|knot| knot * scale);
        [
            Trajectory::linear(&times, &positions),
            Trajectory::cubic(&times, &positions, &rates[0]),
            Trajectory::quintic(&times, &positions, &rates[0], &rates[1]),
            Trajectory::spline(&times, &positions, None),
            Trajectory::b_spline(3, &positions, &knots),
            Trajectory::uniform_b_spline(4, &positions, [0.0, scale]),
        ]
        .map(|made| made.expect("a trajectory"))
        .into()
    }

    /// Sizes and scales, tiny, huge, and of a few ulps around an offset.
    const SCALES: [[f64; 3]; 6] = [
        [1.0, 0.0, 1.0],
        [1e-200, 0.0, 1e-50],
        [1e100, 0.0, 1e100],
        [1e-12, 1e3, 1e-9],
        [1e-305, 0.0, 1.0],
        [3.0, -1e6, 1e15],
    ];

    #[test]
    fn values_in_an_interval_are_within_half_of_the_middle_and_half_is_not_far_more() {
        let mut random = Random(1);
        for [size, offset, scale] in SCALES {
            for curve in curves(&mut random, size, offset, scale) {
                for level in 0..12 {
                    let width = 0.5_f64.powi(level);
                    let from = (random.uniform() / width).floor() * width;
                    let shares = [from, from + 0.5 * width, from + width];
                    let (mut middle, mut half) = (vec![0.0; 2], vec![0.0; 2]);
                    curve.around(shares, &mut middle, &mut half);
                    assert_eq!(middle, curve.at(shares[1]));
                    assert_eq!((middle[1], half[1]), (offset, 0.0), "a value that stays");
                    let away = |k: u32| {
                        let at = curve.at(from + width * f64::from(k) / 64.0);
                        (at[0] - middle[0]).abs()
                    };
                    let farthest = (0..=64).map(away).fold(0.0, f64::max);
                    assert!(farthest <= half[0] && half[0] <= curve.most(0) * 3.0);
                    let rounding = 1e-12 * (size + offset.abs()) + 1e-290 * scale.max(1.0);
                    // The hull of a cubic is at most so much wider, and less so in shorter parts.
                    let wider = if level < 8 { 6.0 } else { 1.5 };
                    let bend = size * width * width;
                    assert!(half[0] <= wider * farthest + 30.0 * bend + rounding, "{half:?}");
                }
            }
        }
    }

    #[test]
    fn limits_are_told_to_within_rounding() {
        let mut random = Random(2);
        for [size, offset, scale] in SCALES {
            for curve in curves(&mut random, size, offset, scale) {
                let values = (0..=4096).map(|k| curve.at(f64::from(k) / 4096.0)[0]);
                let [low, high] = hull(values);
                let wide = 1e-3 * (high - low) + 1e-12 * offset.abs() + 1e-280 * scale.max(1.0);
                let narrow = 1e-6 * (high - low);
                assert_eq!(curve.beyond(0, [low - wide, high + wide]), None);
                let (inner, outer) = (high - narrow, high + wide);
                if inner < high {
                    let above = curve.beyond(0, [low - wide, inner]).expect("beyond");
                    assert!(above > inner && above <= outer, "{above} {high}");
                }
                assert_eq!(curve.beyond(1, [offset, offset]), None);
            }
        }
    }
}
