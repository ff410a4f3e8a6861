//! The control points of what a user has: tables of positions with velocities and accelerations,
//! splines, and B-splines.

use super::curve::{MAX_DEGREE, Trajectory, VALUE_REL_ERR, hull};
use super::error::TrajectoryError;

/// Segments as they are made.
pub(super) struct Segments(pub(super) Trajectory);

/// Sizes up to this leave room for differences and sums.
const MOST: f64 = f64::MAX / 64.0;

impl Segments {
    pub(super) fn new(dof: usize, degree: usize, start: f64) -> Self {
        let (points, rounding, most) = (Vec::new(), Vec::new(), vec![0.0; dof]);
        Self(Trajectory { dof, degree, times: vec![start], points, rounding, most })
    }

    /// The next value of the segment that ends at `end`. `size` is the largest of what its control
    /// points are made of; `stays` if these are one number.
    pub(super) fn push(
        &mut self,
        [row, value]: [usize; 2],
        length: f64,
        points: &[f64],
        size: f64,
        stays: bool,
    ) -> Result<(), TrajectoryError> {
        let size = points.iter().fold(size, |most, x| most.max(x.abs()));
        if !(size <= MOST && points.iter().all(|x| x.is_finite())) {
            return Err(TrajectoryError::TooLarge { row, value });
        }
        let degree = self.0.degree as f64;
        let rounding = match stays {
            true => 0.0,
            false => VALUE_REL_ERR * degree * size + f64::MIN_POSITIVE * length.max(1.0),
        };
        self.0.points.extend_from_slice(points);
        self.0.rounding.push(rounding);
        let most = &mut self.0.most[value];
        *most = most.max((size + rounding).next_up());
        Ok(())
    }
}

/// Checks rows of one kind against the number of values.
pub(super) fn check_rows(
    what: &'static str,
    rows: &[Vec<f64>],
    dof: usize,
) -> Result<(), TrajectoryError> {
    for (row, values) in rows.iter().enumerate() {
        let given = values.len();
        if given != dof {
            return Err(TrajectoryError::Length { what, row, given, dof });
        }
        if let Some(value) = values.iter().position(|x| !x.is_finite()) {
            return Err(TrajectoryError::NotFinite { what, row, value, number: values[value] });
        }
    }
    Ok(())
}

pub(super) fn check_count(
    what: &'static str,
    given: usize,
    needed: usize,
) -> Result<(), TrajectoryError> {
    if given == needed { Ok(()) } else { Err(TrajectoryError::Rows { what, given, needed }) }
}

/// Checks that times are finite and ascend; knots may be equal.
pub(super) fn check_times(
    what: &'static str,
    times: &[f64],
    may_be_equal: bool,
) -> Result<(), TrajectoryError> {
    if let Some(row) = times.iter().position(|time| !time.is_finite()) {
        return Err(TrajectoryError::NotFinite { what, row, value: 0, number: times[row] });
    }
    // Differences of what is larger need not be finite.
    if let Some(row) = times.iter().position(|time| time.abs() > MOST) {
        return Err(TrajectoryError::TooLarge { row, value: 0 });
    }
    let ordered = |pair: &[f64]| pair[0] < pair[1] || may_be_equal && pair[0] == pair[1];
    match times.windows(2).position(|pair| !ordered(pair)) {
        Some(n) => {
            Err(TrajectoryError::Order { what, row: n + 1, time: times[n + 1], before: times[n] })
        }
        None => Ok(()),
    }
}

/// Checks times and positions; the number of values.
fn check_table(times: &[f64], positions: &[Vec<f64>]) -> Result<usize, TrajectoryError> {
    if positions.len() < 2 {
        return Err(TrajectoryError::TooFew { given: positions.len(), least: 2 });
    }
    let dof = positions[0].len();
    check_count("times", times.len(), positions.len())?;
    check_times("times", times, false)?;
    check_rows("positions", positions, dof)?;
    Ok(dof)
}

/// The polynomials that have these positions and derivatives at the rows' times.
fn hermite(times: &[f64], table: &[&[Vec<f64>]]) -> Result<Trajectory, TrajectoryError> {
    let dof = check_table(times, table[0])?;
    for (rows, what) in table.iter().zip(["positions", "velocities", "accelerations"]) {
        check_count(what, rows.len(), times.len())?;
        check_rows(what, rows, dof)?;
    }
    let per_end = table.len();
    let degree = 2 * per_end - 1;
    let mut segments = Segments::new(dof, degree, times[0]);
    for row in 0..times.len() - 1 {
        let length = times[row + 1] - times[row];
        for value in 0..dof {
            let of = |row: usize, n: usize| table.get(n).map_or(0.0, |rows| rows[row][value]);
            let mut points = [0.0; MAX_DEGREE + 1];
            let n = degree as f64;
            for (end, h) in [(row, length), (row + 1, -length)] {
                let [p, v, a] = [of(end, 0), of(end, 1), of(end, 2)];
                let near =
                    [p, p + h * v / n, p + (2.0 * h * v / n + h * (h * a) / (n * (n - 1.0)))];
                for (k, point) in near.into_iter().enumerate().take(per_end) {
                    points[if end == row { k } else { degree - k }] = point;
                }
            }
            let is_still = (1..per_end).all(|n| of(row, n) == 0.0 && of(row + 1, n) == 0.0);
            let stays = is_still && of(row, 0) == of(row + 1, 0);
            segments.push([row, value], length, &points[..=degree], 0.0, stays)?;
        }
        segments.0.times.push(times[row + 1]);
    }
    Ok(segments.0)
}

impl Trajectory {
    /// Straight lines of joint values between rows of positions, each passed with constant velocity
    /// from its time to the next.
    ///
    /// # Errors
    /// If there are fewer than two rows, a number is not finite, a row has another number of values
    /// than the first, or times do not ascend.
    ///
    /// ```
    /// use obbtree_robot::Trajectory;
    /// let path = Trajectory::linear(&[0.0, 1.0, 3.0], &[vec![0.0], vec![1.0], vec![0.0]])?;
    /// assert_eq!(path.configuration_at(2.0), [0.5]);
    /// let error = Trajectory::linear(&[0.0, 0.0], &[vec![0.0], vec![1.0]]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(), "row 1 of times: 0 does not come after 0, that of row 0"
    /// );
    /// # Ok::<(), obbtree_robot::TrajectoryError>(())
    /// ```
    pub fn linear(times: &[f64], positions: &[Vec<f64>]) -> Result<Self, TrajectoryError> {
        hermite(times, &[positions])
    }

    /// Cubic polynomials with these positions and velocities at the times of the rows (Hermite's):
    /// what controllers make of a table with velocities.
    ///
    /// # Errors
    /// As [`Trajectory::linear`]; or if there are not as many velocities as positions.
    ///
    /// ```
    /// use obbtree_robot::Trajectory;
    /// let still = [vec![0.0], vec![0.0]];
    /// let path = Trajectory::cubic(&[0.0, 2.0], &[vec![0.0], vec![1.0]], &still)?;
    /// assert_eq!(path.configuration_at(0.5), [0.15625]); // 3 u^2 - 2 u^3 at a quarter
    /// # Ok::<(), obbtree_robot::TrajectoryError>(())
    /// ```
    pub fn cubic(
        times: &[f64],
        positions: &[Vec<f64>],
        velocities: &[Vec<f64>],
    ) -> Result<Self, TrajectoryError> {
        hermite(times, &[positions, velocities])
    }

    /// Polynomials of degree 5 with these positions, velocities and accelerations at the times of
    /// the rows.
    ///
    /// # Errors
    /// As [`Trajectory::cubic`].
    pub fn quintic(
        times: &[f64],
        positions: &[Vec<f64>],
        velocities: &[Vec<f64>],
        accelerations: &[Vec<f64>],
    ) -> Result<Self, TrajectoryError> {
        hermite(times, &[positions, velocities, accelerations])
    }

    /// The cubic spline through rows of positions: velocities and accelerations are continuous
    /// (C. de Boor, "A Practical Guide to Splines", chapter 4). It begins and ends with these
    /// velocities; without them, with no acceleration (the natural spline).
    ///
    /// The velocities at the rows solve a system of equations, rounded; the trajectory is the one
    /// with these numbers.
    ///
    /// # Errors
    /// As [`Trajectory::linear`].
    ///
    /// ```
    /// use obbtree_robot::Trajectory;
    /// let rows = [vec![0.0], vec![1.0], vec![0.0]];
    /// let path = Trajectory::spline(&[0.0, 1.0, 2.0], &rows, None)?;
    /// assert_eq!(path.configuration_at(0.5), [0.6875]); // (3 t - t^3) / 2
    /// # Ok::<(), obbtree_robot::TrajectoryError>(())
    /// ```
    pub fn spline(
        times: &[f64],
        positions: &[Vec<f64>],
        end_velocities: Option<[&[f64]; 2]>,
    ) -> Result<Self, TrajectoryError> {
        let dof = check_table(times, positions)?;
        if let Some(ends) = end_velocities {
            check_rows("velocities", &ends.map(<[f64]>::to_vec), dof)?;
        }
        let last = times.len() - 1;
        let mut velocities = vec![vec![0.0; dof]; times.len()];
        for value in 0..dof {
            let slope = |row: usize| {
                (positions[row + 1][value] - positions[row][value]) / (times[row + 1] - times[row])
            };
            // Row by row: before * v[row - 1] + 2 v[row] + after * v[row + 1] = right.
            let equation = |row: usize| match (end_velocities, row) {
                (Some([first, _]), 0) => [0.0, 0.0, 2.0 * first[value]],
                (Some([_, end]), _) if row == last => [0.0, 0.0, 2.0 * end[value]],
                (None, 0) => [0.0, 1.0, 3.0 * slope(0)],
                (None, _) if row == last => [1.0, 0.0, 3.0 * slope(last - 1)],
                _ => {
                    let [left, right] = [row - 1, row].map(|row| times[row + 1] - times[row]);
                    let before = right / (left + right);
                    let after = 1.0 - before;
                    [before, after, 3.0 * (before * slope(row - 1) + after * slope(row))]
                }
            };
            let mut factors = vec![0.0; times.len()];
            for row in 0..=last {
                let [before, after, right] = equation(row);
                let [of_factor, of_right] = match row {
                    0 => [0.0; 2],
                    _ => [before * factors[row - 1], before * velocities[row - 1][value]],
                };
                factors[row] = after / (2.0 - of_factor);
                velocities[row][value] = (right - of_right) / (2.0 - of_factor);
            }
            for row in (0..last).rev() {
                velocities[row][value] -= factors[row] * velocities[row + 1][value];
            }
            if let Some(row) = velocities.iter().position(|row| !row[value].is_finite()) {
                return Err(TrajectoryError::TooLarge { row, value });
            }
        }
        Self::cubic(times, positions, &velocities)
    }

    /// The B-spline of a degree from 1 to 7 with these control points and knots, of which there are
    /// `degree + 1` more than control points. It lasts from the knot of number `degree` to the
    /// one that has as many after it.
    ///
    /// # Errors
    /// As [`Trajectory::linear`]; of a degree that is not supported; if knots descend, or more than
    /// `degree` are equal within the time that it lasts, as this leaves a gap.
    ///
    /// ```
    /// use obbtree_robot::Trajectory;
    /// let rows = [vec![0.0], vec![1.0], vec![0.0]];
    /// let path = Trajectory::b_spline(2, &rows, &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0])?;
    /// assert_eq!(path.configuration_at(0.5), [0.5]);
    /// # Ok::<(), obbtree_robot::TrajectoryError>(())
    /// ```
    pub fn b_spline(
        degree: usize,
        control_points: &[Vec<f64>],
        knots: &[f64],
    ) -> Result<Self, TrajectoryError> {
        let count = control_points.len();
        if !(1..=MAX_DEGREE).contains(&degree) {
            return Err(TrajectoryError::Degree(degree));
        }
        if count < degree + 1 {
            return Err(TrajectoryError::TooFew { given: count, least: degree + 1 });
        }
        let dof = control_points[0].len();
        check_rows("positions", control_points, dof)?;
        check_count("knots", knots.len(), count + degree + 1)?;
        check_times("knots", knots, true)?;
        let [start, end] = [knots[degree], knots[count]];
        if start == end {
            let (what, row) = ("knots", count);
            return Err(TrajectoryError::Order { what, row, time: end, before: start });
        }
        for first in 1..count {
            let (knot, last) = (knots[first], first + degree);
            if start < knot && knot < end && knots[last] == knot {
                return Err(TrajectoryError::Gap { first, last, knot });
            }
        }
        let mut segments = Segments::new(dof, degree, start);
        for span in (degree..count).filter(|&span| knots[span] < knots[span + 1]) {
            let ends = [knots[span], knots[span + 1]];
            for value in 0..dof {
                let of = |n: usize| control_points[span - degree + n][value];
                let mut points = [0.0; MAX_DEGREE + 1];
                // Convex combinations, before they round.
                let [least, most] = hull((0..=degree).map(of));
                for (high, point) in points.iter_mut().enumerate().take(degree + 1) {
                    let exact = knot_blossom(degree, of, &knots[span - degree..], high, ends);
                    *point = exact.clamp(least, most);
                }
                let size = (0..=degree).fold(0.0_f64, |most, n| most.max(of(n).abs()));
                let stays = (1..=degree).all(|n| of(n) == of(0));
                let length = ends[1] - ends[0];
                segments.push([span, value], length, &points[..=degree], size, stays)?;
            }
            segments.0.times.push(ends[1]);
        }
        Ok(segments.0)
    }

    /// The B-spline with knots at even distances that lasts from a start to an end. It does not
    /// pass through its control points.
    ///
    /// # Errors
    /// As [`Trajectory::b_spline`].
    pub fn uniform_b_spline(
        degree: usize,
        control_points: &[Vec<f64>],
        [start, end]: [f64; 2],
    ) -> Result<Self, TrajectoryError> {
        let count = control_points.len();
        if count < degree + 1 {
            return Err(TrajectoryError::TooFew { given: count, least: degree + 1 });
        }
        check_times("times", &[start, end], false)?;
        let parts = (count - degree) as f64;
        let knot = |n: usize| {
            let share = (n as f64 - degree as f64) / parts;
            if n == count { end } else { start + share * (end - start) }
        };
        let knots: Vec<f64> = (0..count + degree + 1).map(knot).collect();
        Self::b_spline(degree, control_points, &knots)
    }
}

/// The blossom of a B-spline's polynomial on the span that begins at the knot of number `degree`:
/// de Boor's algorithm, `high` of whose arguments are the end of the span and the others its start.
fn knot_blossom(
    degree: usize,
    point: impl Fn(usize) -> f64,
    knots: &[f64],
    high: usize,
    [start, end]: [f64; 2],
) -> f64 {
    let mut of: [f64; MAX_DEGREE + 1] = [0.0; MAX_DEGREE + 1];
    for (n, of) in of.iter_mut().enumerate().take(degree + 1) {
        *of = point(n);
    }
    for level in 1..=degree {
        let at = if level <= high { end } else { start };
        for n in (level..=degree).rev() {
            let (low, above) = (knots[n], knots[degree + 1 + n - level]);
            let u = (at - low) / (above - low);
            of[n] = of[n - 1] + u * (of[n] - of[n - 1]);
        }
    }
    of[degree]
}
