//! Lines between rows of positions, passed as fast as limits of velocity, acceleration and jerk
//! allow: with a stop at each row, or round the corners.
//!
//! A corner is cut by a parabola that is tangent to both lines (linear segments with parabolic
//! blends: J. J. Craig, "Introduction to Robotics", section 7.3; T. Kunz, M. Stilman, "Turning
//! Paths Into Trajectories Using Parabolic Blends", 2011). Passed with one acceleration it joins
//! the velocities at its ends. With a limit of jerk the acceleration rises from 0 to the middle of
//! the corner and falls to 0 again: two cubics, which begin and end where the parabola does, as
//! the mean velocity is the same. How fast corners are passed is settled as path planning with
//! bounds does: forward along the path, then backward, so that each line has room to change the
//! speed (`ramp`).
//!
//! Places and times are rounded, and the shorter a polynomial is, the more that is of its rates. So
//! none is shorter than [`Limits::least_duration`]; and where the rates are above their limits
//! still, all is passed that much slower ([`Rounded::kept`]).

use super::build::{Segments, check_count, check_rows, check_times};
use super::curve::{Trajectory, hull};
use super::error::TrajectoryError;
use super::ramp::{self, Rates};
use crate::values::distance_sq;

/// Limits of every value, above 0.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'l> {
    pub(crate) velocities: &'l [f64],
    pub(crate) accelerations: &'l [f64],
    pub(crate) jerks: Option<&'l [f64]>,
}

impl<'l> Limits<'l> {
    pub(crate) fn new(
        velocities: &'l [f64],
        accelerations: &'l [f64],
        jerks: Option<&'l [f64]>,
    ) -> Self {
        Self { velocities, accelerations, jerks }
    }

    fn check(&self, dof: usize) -> Result<(), TrajectoryError> {
        let Self { velocities, accelerations, jerks } = self;
        let jerks = jerks.unwrap_or(accelerations);
        let all = [("velocity", velocities), ("acceleration", accelerations), ("jerk", &jerks)];
        for (what, limits) in all {
            check_count("limits", limits.len(), dof)?;
            let is_limit = |limit: &f64| *limit > 0.0 && limit.is_finite();
            if let Some(value) = limits.iter().position(|limit| !is_limit(limit)) {
                let (joint, limit) = (None, limits[value]);
                return Err(TrajectoryError::Limit { what, value, joint, limit });
            }
        }
        Ok(())
    }

    /// Rows that can be passed, without those that are equal to the one before: two at least.
    pub(crate) fn distinct(
        &self,
        positions: &[Vec<f64>],
    ) -> Result<Vec<Vec<f64>>, TrajectoryError> {
        if positions.len() < 2 {
            return Err(TrajectoryError::TooFew { given: positions.len(), least: 2 });
        }
        check_rows("positions", positions, positions[0].len())?;
        self.check(positions[0].len())?;
        let mut rows = positions.to_vec();
        rows.dedup();
        match rows.len() {
            1 => Err(TrajectoryError::NoWay { given: positions.len() }),
            _ => Ok(rows),
        }
    }
}

/// What rounding may add to a rate, as a share of its limit, before it is measured.
const ROUNDED_SHARE: f64 = 1e-4;

impl Limits<'_> {
    /// The least duration of a cubic between rows like these: the rounding of its control points,
    /// and of its times at up to the limit of velocity, adds to its rates no more than
    /// [`ROUNDED_SHARE`] of their limits.
    ///
    /// A difference of control points is off by 2 of their roundings, one of the second order by 4
    /// and of the third by 8; these, times 3, 6 and 6, are the rates if it lasts a second.
    fn least_duration(&self, rows: &[Vec<f64>], lines: &[Line<'_>]) -> f64 {
        let stopping = |line: &Line<'_>| {
            let bend = line.rates.jerk.map_or(0.0, |jerk| jerk.recip().cbrt());
            1.0 / line.velocity + 2.0 * line.rates.acceleration.recip().sqrt() + 4.0 * bend
        };
        let end: f64 = lines.iter().map(stopping).sum();
        let of = |value: usize| {
            let size = rows.iter().fold(0.0_f64, |most, row| most.max(row[value].abs()));
            let velocity = self.velocities[value];
            let off = f64::EPSILON / ROUNDED_SHARE * (size + velocity * end);
            let bent = (24.0 * off / self.accelerations[value]).sqrt();
            let jerked = self.jerks.map_or(0.0, |jerks| (48.0 * off / jerks[value]).cbrt());
            (6.0 * off / velocity).max(bent).max(jerked)
        };
        (0..self.velocities.len()).map(of).fold(f64::MIN_POSITIVE, f64::max)
    }

    /// How far a trajectory is above them: what it has to be slower by, as a factor of time. Up to
    /// 1 if it keeps them. Rates are those of its control points, which are not below its own.
    fn excess(&self, trajectory: &Trajectory) -> f64 {
        let [accelerations, jerks] = [Some(self.accelerations), self.jerks];
        let orders = [Some(self.velocities), accelerations, jerks];
        let mut most = 0.0_f64;
        for (segment, ends) in trajectory.times.windows(2).enumerate() {
            for value in 0..trajectory.dof {
                let mut of = trajectory.points_of(segment, value).to_vec();
                let mut slower = |order: i32, limit: f64| {
                    let times = (of.len() - 1) as f64 / (ends[1] - ends[0]);
                    of = of.windows(2).map(|pair| times * (pair[1] - pair[0])).collect();
                    let share = of.iter().fold(0.0_f64, |most, rate| most.max(rate.abs())) / limit;
                    share.powf(1.0 / f64::from(order))
                };
                for (order, limits) in (1..).zip(orders) {
                    if let Some(limits) = limits {
                        most = most.max(slower(order, limits[value]));
                    }
                }
            }
        }
        most
    }
}

/// A line between two rows, in shares of it.
struct Line<'r> {
    from: &'r [f64],
    to: &'r [f64],
    length: f64,
    /// The most shares a second that the limits allow, and how fast that may change.
    velocity: f64,
    rates: Rates,
}

impl<'r> Line<'r> {
    fn new(from: &'r [f64], to: &'r [f64], limits: &Limits<'_>) -> Self {
        let rate = |limits: &[f64]| {
            let moved = from.iter().zip(to).map(|(from, to)| (to - from).abs());
            let of = moved.zip(limits).map(|(moved, limit)| match moved {
                0.0 => f64::INFINITY,
                moved => limit / moved,
            });
            of.fold(f64::INFINITY, f64::min)
        };
        let length = distance_sq(from, to).sqrt();
        let (velocity, acceleration) = (rate(limits.velocities), rate(limits.accelerations));
        let rates = Rates { acceleration, jerk: limits.jerks.map(rate), least: 0.0 };
        Self { from, to, length, velocity, rates }
    }

    fn at(&self, share: f64) -> Vec<f64> {
        let of = self.from.iter().zip(self.to);
        of.map(|(&from, &to)| if share == 1.0 { to } else { from + share * (to - from) }).collect()
    }
}

/// How a corner is passed: shares of the lines before and after it that the parabola takes, and
/// its duration. All are 0 at a stop.
#[derive(Clone, Copy, Default)]
struct Corner {
    before: f64,
    after: f64,
    duration: f64,
}

impl Corner {
    /// As fast as the limits allow.
    fn new([before, after]: [&Line<'_>; 2], radius: f64, limits: &Limits<'_>) -> Self {
        let radius = radius.min(0.5 * before.length).min(0.5 * after.length);
        // What is left straight of a line between two corners is nothing, or no tiny part of it.
        let share = |line: &Line<'_>| match radius / line.length {
            share if share > 0.5 - LEAST_STRAIGHT => share.max(0.5),
            share => share,
        };
        let [a, b] = [share(before), share(after)];
        // Squares of lengths may underflow: then it is a stop.
        if !(a > 0.0 && b > 0.0 && a <= 0.5 && b <= 0.5) {
            return Self::default();
        }
        let least = before.rates.least * if limits.jerks.is_some() { 2.0 } else { 1.0 };
        let duration = (2.0 * a / before.velocity).max(2.0 * b / after.velocity);
        let mut duration = duration.max(least);
        for (value, limit) in limits.accelerations.iter().enumerate() {
            let bend = b * (after.to[value] - after.from[value])
                - a * (before.to[value] - before.from[value]);
            let bend = bend.abs();
            duration = duration.max(match limits.jerks {
                None => (2.0 * bend / limit).sqrt(),
                Some(jerks) => (4.0 * bend / limit).sqrt().max((8.0 * bend / jerks[value]).cbrt()),
            });
        }
        Self { before: a, after: b, duration }
    }

    fn is_stop(&self) -> bool {
        self.duration == 0.0
    }

    /// Shares of the line before, a second.
    fn speed_in(&self) -> f64 {
        if self.is_stop() { 0.0 } else { 2.0 * self.before / self.duration }
    }

    /// Shares of the line after, a second.
    fn speed_out(&self) -> f64 {
        if self.is_stop() { 0.0 } else { 2.0 * self.after / self.duration }
    }
}

/// A trajectory round the corners of a path.
pub(crate) struct Rounded {
    pub(crate) trajectory: Trajectory,
    /// By inner row of the path, when its corner begins and ends to be passed.
    pub(crate) corners: Vec<[f64; 2]>,
}

impl Rounded {
    /// Through rows that differ from the one before, each inner one of which is passed in its
    /// radius: up to so far from it, but to the middles of its lines at most. Where that is all but
    /// the middle, it is the middle.
    pub(crate) fn new(
        positions: &[Vec<f64>],
        limits: &Limits<'_>,
        radii: &[f64],
    ) -> Result<Self, TrajectoryError> {
        let mut lines: Vec<Line<'_>> =
            positions.windows(2).map(|pair| Line::new(&pair[0], &pair[1], limits)).collect();
        for (row, line) in lines.iter().enumerate() {
            if !(line.velocity.is_finite() && line.rates.are_finite()) {
                return Err(TrajectoryError::TooLarge { row, value: 0 });
            }
        }
        let least = limits.least_duration(positions, &lines);
        lines.iter_mut().for_each(|line| line.rates.least = least);
        let corners = corners(&lines, limits, radii);
        let degree = if limits.jerks.is_some() { 3 } else { 2 };
        let segments = Segments::new(positions[0].len(), degree, 0.0);
        let mut path = Path { segments, row: 0, at: positions[0].clone() };
        let mut spans = Vec::with_capacity(radii.len());
        for (row, line) in lines.iter().enumerate() {
            let [start, end] = [corners[row], corners[row + 1]];
            path.row = row;
            path.pass(line, &start, &end)?;
            if row + 1 < lines.len() {
                let begin = path.segments.0.end();
                if !end.is_stop() {
                    path.turn(end.duration, line.to, &lines[row + 1].at(end.after))?;
                }
                spans.push([begin, path.segments.0.end()]);
            }
        }
        if positions.last() != Some(&path.at) {
            return Err(TrajectoryError::TooLarge { row: path.row, value: 0 });
        }
        Ok(Self { trajectory: path.segments.0, corners: spans })
    }

    /// [`Rounded::new`], as it is after a last change, and within the limits: slower by as much as
    /// rounding takes it above them.
    pub(crate) fn kept(
        positions: &[Vec<f64>],
        limits: &Limits<'_>,
        radii: &[f64],
        finish: impl Fn(&Trajectory) -> Result<Trajectory, TrajectoryError>,
    ) -> Result<Self, TrajectoryError> {
        let mut slower = 1.0;
        for _ in 0..MOST_SLOWER {
            let less = |limits: &[f64], order| -> Vec<f64> {
                limits.iter().map(|limit| limit / f64::powi(slower, order)).collect()
            };
            let (velocities, accelerations) =
                (less(limits.velocities, 1), less(limits.accelerations, 2));
            let jerks = limits.jerks.map(|jerks| less(jerks, 3));
            let within = Limits::new(&velocities, &accelerations, jerks.as_deref());
            let Self { trajectory, corners } = Self::new(positions, &within, radii)?;
            let trajectory = finish(&trajectory)?;
            let excess = limits.excess(&trajectory);
            if !(excess > 1.0 + ALLOWED) {
                return Ok(Self { trajectory, corners });
            }
            slower *= 1.0 + 1.5 * (excess - 1.0);
        }
        Err(TrajectoryError::TooLarge { row: 0, value: 0 })
    }
}

/// How each row is passed: the first and the last are stops.
fn corners(lines: &[Line<'_>], limits: &Limits<'_>, radii: &[f64]) -> Vec<Corner> {
    let inner = lines.windows(2).zip(radii);
    let mut corners = vec![Corner::default()];
    corners.extend(inner.map(|(pair, &r)| Corner::new([&pair[0], &pair[1]], r, limits)));
    corners.push(Corner::default());
    for (row, line) in lines.iter().enumerate() {
        let most = fastest(line, &corners[row], &corners[row + 1], corners[row].speed_out());
        let next = &mut corners[row + 1];
        if next.speed_in() > most {
            next.duration = 2.0 * next.before / most;
        }
    }
    for (row, line) in lines.iter().enumerate().rev() {
        let most = fastest(line, &corners[row], &corners[row + 1], corners[row + 1].speed_in());
        let this = &mut corners[row];
        if this.speed_out() > most {
            this.duration = 2.0 * this.after / most;
        }
    }
    corners
}

/// The most speed at one end of a line, for one at the other.
fn fastest(line: &Line<'_>, start: &Corner, end: &Corner, other: f64) -> f64 {
    line.rates.fastest(other, straight(start, end))
}

/// The share of a line between the corners at its ends.
fn straight(start: &Corner, end: &Corner) -> f64 {
    1.0 - end.before - start.after
}

/// Two corners that leave less than this share of a line leave nothing.
const LEAST_STRAIGHT: f64 = 1e-3;

/// Rates are within this share of their limits.
const ALLOWED: f64 = 1e-10;

/// So often a trajectory that is above its limits is made slower.
const MOST_SLOWER: usize = 32;

/// A trajectory that is being made.
struct Path {
    segments: Segments,
    row: usize,
    /// Where it has come.
    at: Vec<f64>,
}

impl Path {
    /// What is straight of a line: faster, steady, slower.
    fn pass(
        &mut self,
        line: &Line<'_>,
        start: &Corner,
        end: &Corner,
    ) -> Result<(), TrajectoryError> {
        let length = straight(start, end);
        if !(length > 0.0) {
            return Ok(());
        }
        // Both corners have their points by the shares of the whole line.
        let (from, to) = (line.at(start.after), line.at(1.0 - end.before));
        let straight = Line { from: &from, to: &to, ..*line };
        let speeds = [start.speed_out(), end.speed_in()];
        for (duration, shares) in ramp::polynomials(&line.rates, line.velocity, speeds, length) {
            let at = |x: &f64| straight.at(if *x == length { 1.0 } else { x / length });
            let points: Vec<Vec<f64>> = shares.iter().map(at).collect();
            self.push(duration, &points)?;
        }
        Ok(())
    }

    /// From one line over to the next, round the corner.
    fn turn(&mut self, duration: f64, corner: &[f64], to: &[f64]) -> Result<(), TrajectoryError> {
        if self.segments.0.degree == 2 {
            return self.push(duration, &[corner.to_vec(), to.to_vec()]);
        }
        let from = self.at.clone();
        let mix = |weights: [f64; 3]| {
            let of = from.iter().zip(corner).zip(to);
            let sum = |((a, b), c)| weights[0] * a + weights[1] * b + weights[2] * c;
            of.map(sum).collect::<Vec<f64>>()
        };
        let third = 1.0 / 3.0;
        let middle = mix([0.5 * third, 2.0 * third, 0.5 * third]);
        let before = [mix([2.0 * third, third, 0.0]), mix([third, 2.0 * third, 0.0]), middle];
        let after = [mix([0.0, 2.0 * third, third]), mix([0.0, third, 2.0 * third]), to.to_vec()];
        self.push(0.5 * duration, &before)?;
        self.push(0.5 * duration, &after)
    }

    /// One polynomial, from where the last one ended; none if it would take no time.
    fn push(&mut self, duration: f64, points: &[Vec<f64>]) -> Result<(), TrajectoryError> {
        let start = self.segments.0.end();
        let end = start + duration;
        if end == start {
            return Ok(());
        }
        check_times("times", &[start, end], false)?;
        for value in 0..self.at.len() {
            let mut of = vec![self.at[value]];
            of.extend(points.iter().map(|point| point[value]));
            let stays = of.iter().all(|x| *x == of[0]);
            let size = of.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            self.segments.push([self.row, value], duration, &of, size, stays)?;
        }
        self.segments.0.times.push(end);
        if let Some(last) = points.last() {
            self.at.copy_from_slice(last);
        }
        Ok(())
    }
}

impl Trajectory {
    /// Straight lines between rows of positions, from time 0, each passed as fast as limits of
    /// velocity and acceleration of every value allow with a stop at both ends: it accelerates,
    /// keeps its velocity, and brakes. Rows equal to the one before are passed in no time.
    /// [`Checker::timed_path`](crate::Checker::timed_path) goes round the corners.
    ///
    /// # Errors
    /// As [`Trajectory::linear`]; if a limit is not a finite number above 0; or if no row differs
    /// from the first.
    ///
    /// ```
    /// use obbtree_robot::Trajectory;
    /// let rows = [vec![0.0], vec![3.0]];
    /// let path = Trajectory::trapezoidal(&rows, &[1.0], &[1.0])?; // 1 s, 2 s, 1 s
    /// assert_eq!((path.end(), path.configuration_at(1.0)), (4.0, vec![0.5]));
    /// # Ok::<(), obbtree_robot::TrajectoryError>(())
    /// ```
    pub fn trapezoidal(
        positions: &[Vec<f64>],
        velocity_limits: &[f64],
        acceleration_limits: &[f64],
    ) -> Result<Self, TrajectoryError> {
        Self::stopping(&Limits::new(velocity_limits, acceleration_limits, None), positions)
    }

    /// [`Trajectory::trapezoidal`] with limits of jerk too, the change of acceleration in a second:
    /// accelerations do not jump, but rise and fall (S-curves: L. Biagiotti, C. Melchiorri,
    /// "Trajectory Planning for Automatic Machines and Robots", section 3.4). They are 0 where two
    /// lines meet.
    ///
    /// # Errors
    /// As [`Trajectory::trapezoidal`].
    ///
    /// ```
    /// use obbtree_robot::Trajectory;
    /// let rows = [vec![0.0], vec![3.0]];
    /// // Up: a second more acceleration, a second less. Steady for a second. Down the same way.
    /// let path = Trajectory::s_curve(&rows, &[1.0], &[1.0], &[1.0])?;
    /// assert_eq!((path.end(), path.configuration_at(2.0)), (5.0, vec![1.0]));
    /// assert_eq!([1.0, 2.0].map(|time| path.velocity_at(time)[0]), [0.5, 1.0]);
    /// # Ok::<(), obbtree_robot::TrajectoryError>(())
    /// ```
    pub fn s_curve(
        positions: &[Vec<f64>],
        velocity_limits: &[f64],
        acceleration_limits: &[f64],
        jerk_limits: &[f64],
    ) -> Result<Self, TrajectoryError> {
        let limits = Limits::new(velocity_limits, acceleration_limits, Some(jerk_limits));
        Self::stopping(&limits, positions)
    }

    /// With a stop at each row.
    fn stopping(limits: &Limits<'_>, positions: &[Vec<f64>]) -> Result<Self, TrajectoryError> {
        let rows = limits.distinct(positions)?;
        let stops = vec![0.0; rows.len() - 2];
        Ok(Rounded::kept(&rows, limits, &stops, |made| Ok(made.clone()))?.trajectory)
    }

    /// The cubic polynomials with the positions and velocities of this one where its segments meet:
    /// what controllers make of a table of these. It is another curve if the degree is above 3.
    ///
    /// # Errors
    /// If they are beyond what numbers hold.
    pub fn as_cubic(&self) -> Result<Self, TrajectoryError> {
        let [positions, velocities] = self.table();
        Self::cubic(self.times(), &positions, &velocities)
    }

    /// [`Trajectory::as_cubic`] of a curve within some rows, by no more than it rounds another one,
    /// so that it is within them too: one that ends at a limit is not beyond it.
    pub(crate) fn as_cubic_within(&self, rows: &[Vec<f64>]) -> Result<Self, TrajectoryError> {
        /// Of the rows: more than positions round that are sums, and velocities at them.
        const ROUNDED: f64 = 1.0 / (1_u64 << 44) as f64;
        let [mut positions, mut velocities] = self.table();
        let third = |row: usize| (self.times()[row + 1] - self.times()[row]) / 3.0;
        let last = self.times().len() - 1;
        for value in 0..self.dof() {
            let [low, high] = hull(rows.iter().map(|row| row[value]));
            let rounded = ROUNDED * low.abs().max(high.abs());
            for row in 0..=last {
                let [at, rate] = [&mut positions[row][value], &mut velocities[row][value]];
                let within = at.clamp(low, high);
                if (*at - within).abs() <= rounded {
                    *at = within;
                }
                // The control points beside it.
                let mut rates = [f64::NEG_INFINITY, f64::INFINITY];
                let mut longest = 0.0_f64;
                let after = (row < last).then(|| (third(row), [low - *at, high - *at]));
                let before = (row > 0).then(|| (third(row - 1), [*at - high, *at - low]));
                for (third, [least, most]) in after.into_iter().chain(before) {
                    rates = [rates[0].max(least / third), rates[1].min(most / third)];
                    longest = longest.max(third);
                }
                if rates[0] <= rates[1] {
                    let within = rate.clamp(rates[0], rates[1]);
                    if (*rate - within).abs() * longest <= rounded {
                        *rate = within;
                    }
                }
            }
        }
        Ok(Self::cubic(self.times(), &positions, &velocities)?.moved_within(rows))
    }

    /// Positions and velocities at [`Trajectory::times`].
    #[must_use]
    pub fn table(&self) -> [Vec<Vec<f64>>; 2] {
        let rows = |of: &dyn Fn(f64) -> Vec<f64>| self.times().iter().map(|&t| of(t)).collect();
        [rows(&|time| self.configuration_at(time)), rows(&|time| self.velocity_at(time))]
    }
}
