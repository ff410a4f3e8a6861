//! Trajectories against a slow twin: polynomials in powers, B-splines by their recursion, and dense
//! samples of the configurations on them.

mod support;

use std::f64::consts::PI;

use obbtree_ccd::{Sweep, SweepOptions};
use obbtree_collider::Shape;
use obbtree_robot::{Checker, Random, Trajectory, TrajectoryError};
use obbtree_scene::Part;

use support::{alone, among, at, beams, robot, world};

type Rows = Vec<Vec<f64>>;

/// What a trajectory is made of.
#[derive(Debug)]
enum Twin {
    /// Positions, velocities, accelerations.
    Rows(Vec<f64>, Vec<Rows>),
    BSpline(usize, Rows, Vec<f64>),
}

impl Twin {
    fn at(&self, time: f64) -> Vec<f64> {
        match self {
            Self::Rows(times, rows) => {
                let last = times.len() - 2;
                let row = times[1..].iter().position(|&end| time <= end).unwrap_or(last);
                let (h, s) = (times[row + 1] - times[row], time - times[row]);
                let of_value = |value: usize| {
                    let of =
                        |row: usize, n: usize| rows.get(n).map_or(0.0, |rows| rows[row][value]);
                    power_form(h, s, rows.len(), |end, n| of(row + end, n))
                };
                (0..rows[0][0].len()).map(of_value).collect()
            }
            Self::BSpline(degree, points, knots) => {
                let mut at = vec![0.0; points[0].len()];
                for (n, point) in points.iter().enumerate() {
                    let weight =
                        basis(knots, n, *degree, time.min(knots[points.len()].next_down()));
                    for (at, x) in at.iter_mut().zip(point) {
                        *at += weight * x;
                    }
                }
                at
            }
        }
    }

    fn ends(&self) -> [f64; 2] {
        match self {
            Self::Rows(times, _) => [times[0], times[times.len() - 1]],
            Self::BSpline(degree, points, knots) => [knots[*degree], knots[points.len()]],
        }
    }
}

/// The polynomial of `s` with these derivatives at 0 and `h`.
fn power_form(h: f64, s: f64, orders: usize, of: impl Fn(usize, usize) -> f64) -> f64 {
    let [p, q] = [of(0, 0), of(1, 0)];
    let [v, w] = [of(0, 1) * h, of(1, 1) * h];
    let [a, b] = [of(0, 2) * h * h, of(1, 2) * h * h];
    let (u, d) = (s / h, q - p);
    let of_powers: [f64; 6] = match orders {
        1 => [p, d, 0.0, 0.0, 0.0, 0.0],
        2 => [p, v, 3.0 * d - 2.0 * v - w, v + w - 2.0 * d, 0.0, 0.0],
        _ => [
            p,
            v,
            0.5 * a,
            10.0 * d - 6.0 * v - 4.0 * w - 1.5 * a + 0.5 * b,
            -15.0 * d + 8.0 * v + 7.0 * w + 1.5 * a - b,
            6.0 * d - 3.0 * v - 3.0 * w - 0.5 * a + 0.5 * b,
        ],
    };
    of_powers.iter().rev().fold(0.0, |sum, x| sum * u + x)
}

/// Cox and de Boor's recursion.
fn basis(knots: &[f64], n: usize, degree: usize, time: f64) -> f64 {
    if degree == 0 {
        return f64::from(knots[n] <= time && time < knots[n + 1]);
    }
    let part = |above: f64, width: f64, of: f64| if width > 0.0 { above / width * of } else { 0.0 };
    let [low, high] = [basis(knots, n, degree - 1, time), basis(knots, n + 1, degree - 1, time)];
    part(time - knots[n], knots[n + degree] - knots[n], low)
        + part(knots[n + degree + 1] - time, knots[n + degree + 1] - knots[n + 1], high)
}

/// A trajectory of one of the kinds, near a configuration.
fn random_curve(random: &mut Random, kind: u32) -> (Trajectory, Twin) {
    let mut number = |most: f64| most * (2.0 * random.uniform() - 1.0);
    let count = 5;
    let [turn, bend] = [number(PI), number(1.5)];
    let mut rows = |most: f64, around: [f64; 3]| -> Rows {
        let row = |_| around.iter().map(|x| x + number(most)).collect();
        (0..count).map(row).collect()
    };
    let positions = rows(0.35, [turn, bend, 0.25]);
    let derivatives = [rows(0.5, [0.0; 3]), rows(1.0, [0.0; 3])];
    let mut times = vec![number(10.0)];
    for _ in 1..count {
        times.push(times[times.len() - 1] + 1.1 + number(1.0));
    }
    match kind {
        0..3 => {
            let [velocities, accelerations] = derivatives;
            let mut all = vec![positions, velocities, accelerations];
            all.truncate(kind as usize + 1);
            let made = match &all[..] {
                [p] => Trajectory::linear(&times, p),
                [p, v] => Trajectory::cubic(&times, p, v),
                [p, v, a] => Trajectory::quintic(&times, p, v, a),
                _ => unreachable!("one to three tables"),
            };
            (made.expect("a trajectory"), Twin::Rows(times, all))
        }
        _ => {
            let degree = (kind - 2) as usize;
            let mut knots = vec![times[0]; degree];
            knots.extend((0..=count - degree).map(|n| times[n]));
            knots.extend(vec![times[count - degree]; degree]);
            let made = Trajectory::b_spline(degree, &positions, &knots).expect("a trajectory");
            (made, Twin::BSpline(degree, positions, knots))
        }
    }
}

/// Curves in the quick setting, samples of each, and what moves between two samples in time.
const CURVES: u32 = 10_000;
const SAMPLES: u32 = 60;

#[test]
fn certified_curves_are_free_at_all_samples_and_contacts_are_where_samples_collide() {
    let mut checker = beams();
    let mut sampling = checker.clone();
    let mut random = Random(11);
    let (mut free, mut hit) = (0, 0);
    for n in 0..CURVES {
        let (curve, twin) = random_curve(&mut random, n % 6);
        let [start, end] = twin.ends();
        assert_eq!([start, end], [curve.start(), curve.end()]);
        let found = checker.sweep_trajectory(&curve, &SweepOptions::default()).expect("a place");
        let until = match &found {
            Sweep::Free { .. } => end,
            Sweep::Contact(found) => {
                assert!(found.first_contact - found.last_free <= 1.001e-3 * (end - start));
                assert!(!sampling.is_valid(&curve.configuration_at(found.first_contact)));
                hit += 1;
                found.last_free
            }
            other => panic!("{other:?}"),
        };
        free += u32::from(found.is_free());
        assert_eq!(found.is_free(), checker.is_trajectory_valid(&curve), "{twin:?}");
        let at_contact = !found.is_free() && until == start;
        for k in 0..=SAMPLES {
            let time = start + f64::from(k) / f64::from(SAMPLES) * (until - start);
            let (exact, rounded) = (twin.at(time), curve.configuration_at(time));
            let close = exact.iter().zip(&rounded).all(|(x, y)| (x - y).abs() < 1e-12);
            assert!(close, "{time}: {exact:?} {rounded:?} {twin:?}");
            let valid = sampling.is_valid(&exact) && sampling.is_valid(&rounded);
            assert!(at_contact || valid, "{time}: {exact:?} {twin:?}");
        }
    }
    println!("{free} free, {hit} with a contact");
    assert!(free * 10 > CURVES * 3 && hit * 10 > CURVES * 3, "{free} free, {hit} hit");
}

/// Along lines it says what `sweep` does, to within what bounds differ by.
#[test]
fn a_line_as_a_trajectory_is_free_as_the_line_is() {
    let mut checker = beams();
    let mut random = Random(5);
    for _ in 0..2000 {
        let mut row =
            || vec![3.0 * random.uniform(), 2.0 * random.uniform() - 1.0, 0.5 * random.uniform()];
        let (from, to) = (row(), row());
        let line = Trajectory::linear(&[0.0, 1.0], &[from.clone(), to.clone()]).expect("rows");
        let options = SweepOptions::default();
        let of_line = checker.sweep(&from, &to, &options).expect("an answer");
        let of_curve = checker.sweep_trajectory(&line, &options).expect("an answer");
        assert_eq!(of_line.name(), of_curve.name());
        if let (Sweep::Contact(a), Sweep::Contact(b)) = (of_line, of_curve) {
            assert!(a.last_free <= b.first_contact && b.last_free <= a.first_contact);
        }
    }
}

/// The spline through points is smooth: velocities and accelerations have no jump.
#[test]
fn a_spline_passes_its_points_smoothly() {
    let mut random = Random(3);
    let mut rows = |n: usize| -> Rows { (0..n).map(|_| vec![random.uniform(), 5.0]).collect() };
    let times = [0.0, 1.0, 1.5, 4.0, 4.25];
    let positions = rows(5);
    let clamped: [&[f64]; 2] = [&[2.0, 0.0], &[-1.0, 0.0]];
    for ends in [None, Some(clamped)] {
        let curve = Trajectory::spline(&times, &positions, ends).expect("a spline");
        let at = |time: f64| curve.configuration_at(time)[0];
        let h = 1.0 / 8192.0;
        let rate = |time: f64| (at(time + h) - at(time)) / h;
        let bend = |time: f64| (at(time + h) - 2.0 * at(time) + at(time - h)) / (h * h);
        for (time, row) in times.iter().zip(&positions) {
            assert_eq!(&curve.configuration_at(*time), row);
        }
        for time in &times[1..4] {
            assert!((rate(*time) - rate(time - h)).abs() < 1e-2, "{time}");
            assert!((bend(time + h) - bend(time - h)).abs() < 0.1, "{time}");
        }
        match ends {
            Some(_) => {
                assert!((rate(0.0) - 2.0).abs() < 1e-2 && (rate(4.25 - h) + 1.0).abs() < 1e-2)
            }
            None => assert!(bend(h).abs() < 0.1 && bend(4.25 - h).abs() < 0.1),
        }
    }
}

fn cart() -> Checker {
    let text = r#"<robot name="cart"><link name="rail"/>
        <link name="cart"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
        <joint name="drive" type="prismatic"><parent link="rail"/><child link="cart"/>
        <axis xyz="1 0 0"/><limit lower="-1" upper="3" effort="1" velocity="1"/></joint></robot>"#;
    let lamp = Part::new(Shape::sphere([0.0; 3], 0.5).expect("a shape"));
    among(robot(text), &world([("lamp", lamp, at([3.0, 0.0, 0.0]))]))
}

fn rows(values: &[f64]) -> Rows {
    values.iter().map(|x| vec![*x]).collect()
}

/// Times of nanoseconds and of ages, far from zero too.
#[test]
fn contacts_are_found_at_every_scale_of_time() {
    let mut checker = cart();
    for (start, length) in [(0.0, 1e-300), (0.0, 1e-9), (1e6, 1e-3), (-1e3, 1.0), (0.0, 1e200)] {
        let times = [start, start + 0.5 * length, start + length];
        let curve = Trajectory::linear(&times, &rows(&[0.0, 1.0, 3.0])).expect("rows");
        let found = checker.sweep_trajectory(&curve, &SweepOptions::default()).expect("an answer");
        let Sweep::Contact(found) = found else { panic!("{found:?}") };
        let share = |time: f64| (time - start) / length;
        assert!(share(found.last_free) < 0.75 + 1e-6 && share(found.first_contact) > 0.75 - 1e-6);
        assert!(found.last_free < found.first_contact, "{found:?}");
        let free = Trajectory::linear(&times, &rows(&[0.0, 1.0, 1.999])).expect("rows");
        assert!(checker.is_trajectory_valid(&free));
    }
}

#[test]
fn where_it_starts_in_a_contact_both_times_are_the_start() {
    let curve = Trajectory::linear(&[7.0, 8.0], &rows(&[2.5, 0.0])).expect("rows");
    let found = cart().sweep_trajectory(&curve, &SweepOptions::default()).expect("an answer");
    let Sweep::Contact(found) = found else { panic!("{found:?}") };
    assert_eq!([found.last_free, found.first_contact], [7.0; 2]);
}

/// A value that stays is exact: the cart stands a millionth of an ulp's worth from the lamp for
/// ever.
#[test]
fn equal_points_stand_still() {
    let mut checker = cart();
    let near = 2.0 - 1e-15;
    let times = [0.0, 1.0, 2.0, 3.0];
    let still = rows(&[0.0; 4]);
    let positions = rows(&[near; 4]);
    for curve in [
        Trajectory::linear(&times, &positions),
        Trajectory::cubic(&times, &positions, &still),
        Trajectory::quintic(&times, &positions, &still, &still),
        Trajectory::spline(&times, &positions, None),
        Trajectory::uniform_b_spline(3, &positions, [0.0, 1.0]),
    ] {
        let curve = curve.expect("a trajectory");
        assert_eq!(curve.configuration_at(0.3), [near]);
        assert!(!checker.is_valid(&[2.0]) && checker.is_valid(&[near]));
        let found = checker.sweep_trajectory(&curve, &SweepOptions::default()).expect("an answer");
        assert!(found.is_free() || matches!(found, Sweep::Undecided(_)), "{found:?}");
    }
}

#[test]
fn limits_hold_between_the_rows_too() {
    let checker = cart();
    let cubic = |ends: [f64; 2], rates: [f64; 2]| {
        Trajectory::cubic(&[0.0, 1.0], &rows(&ends), &rows(&rates)).expect("rows")
    };
    // At a limit, with no velocity; and where the control points are beyond it and the curve not.
    assert_eq!(checker.check_trajectory(&cubic([0.0, 3.0], [0.0, 0.0])), Ok(()));
    assert_eq!(checker.check_trajectory(&cubic([-1.0, 0.0], [0.0, 3.0])), Ok(()));
    assert_eq!(checker.check_trajectory(&cubic([0.0, 0.0], [9.0, -9.0])), Ok(())); // up to 2.25
    let error = checker.check_trajectory(&cubic([0.0, 0.0], [13.0, -13.0])); // up to 3.25
    let text = error.expect_err("beyond the limits").to_string();
    assert!(text.starts_with("joint 'drive': its value 3.") && text.contains("-1 to 3"), "{text}");
    let low = checker.check_trajectory(&cubic([0.0, 0.0], [-13.0, 13.0]));
    assert!(low.expect_err("beyond the limits").to_string().contains("value -"));
    assert!(!cart().is_trajectory_valid(&cubic([0.0, 0.0], [-13.0, 13.0])));
    let wide = checker.ignoring_limits(true);
    assert_eq!(wide.check_trajectory(&cubic([0.0, 0.0], [13.0, -13.0])), Ok(()));
    let two = Trajectory::linear(&[0.0, 1.0], &[vec![0.0; 2], vec![1.0; 2]]).expect("rows");
    let text = wide.check_trajectory(&two).expect_err("two values").to_string();
    assert_eq!(text, "a configuration of this robot has 1 values, not 2");
}

#[test]
fn at_a_time_that_is_no_number_a_trajectory_is_nowhere() {
    let curve = Trajectory::linear(&[0.0, 1.0], &rows(&[2.0, 3.0])).expect("a trajectory");
    assert!(curve.configuration_at(f64::NAN)[0].is_nan());
    assert_eq!(
        [f64::NEG_INFINITY, f64::INFINITY].map(|t| curve.configuration_at(t)[0]),
        [2.0, 3.0]
    );
}

#[test]
fn what_is_no_trajectory_is_refused_with_its_place() {
    let text = |made: Result<Trajectory, TrajectoryError>| made.expect_err("refused").to_string();
    let two = rows(&[0.0, 1.0]);
    let linear = |times: &[f64], positions: &[Vec<f64>]| text(Trajectory::linear(times, positions));
    assert_eq!(linear(&[0.0], &rows(&[0.0])), "1 rows; this trajectory needs at least 2");
    assert_eq!(linear(&[0.0], &two), "1 rows of times; there have to be 2");
    assert_eq!(
        linear(&[0.0, 2.0, 1.0], &rows(&[0.0; 3])),
        "row 2 of times: 1 does not come after 2, that of row 1"
    );
    assert_eq!(linear(&[0.0, f64::NAN], &two), "row 1 of times, value 0: NaN is not finite");
    assert_eq!(
        linear(&[0.0, 1.0], &[vec![0.0, 0.0], vec![0.0, f64::INFINITY]]),
        "row 1 of positions, value 1: inf is not finite"
    );
    assert_eq!(
        linear(&[0.0, 1.0], &[vec![0.0, 0.0], vec![0.0]]),
        "row 1 of positions has 1 values, not 2 as row 0 of positions"
    );
    let cubic = |rates: &[Vec<f64>]| text(Trajectory::cubic(&[0.0, 1e300], &two, rates));
    assert_eq!(cubic(&rows(&[0.0])), "1 rows of velocities; there have to be 2");
    assert_eq!(cubic(&rows(&[0.0, f64::NAN])), "row 1 of velocities, value 0: NaN is not finite");
    assert_eq!(
        cubic(&rows(&[0.0, 1e300])),
        "after row 0, value 0: the curve is beyond what numbers hold"
    );
    let spline =
        |degree, knots: &[f64]| text(Trajectory::b_spline(degree, &rows(&[0.0; 4]), knots));
    assert_eq!(spline(8, &[]), "a spline of degree 8: it has to be from 1 to 7");
    assert_eq!(spline(1, &[0.0]), "1 rows of knots; there have to be 6");
    assert_eq!(
        spline(1, &[0.0, 1.0, 2.0, 2.0, 3.0, 4.0]),
        "knots 2 to 3 are all 2: the curve has a gap there"
    );
    assert_eq!(
        spline(1, &[0.0, 1.0, 0.5, 2.0, 3.0, 4.0]),
        "row 2 of knots: 0.5 does not come after 1, that of row 1"
    );
    let no_way = "all 3 rows of positions are equal: this trajectory needs at least two that \
        differ; one of times that are given may stay";
    let equal = rows(&[1.0; 3]);
    assert_eq!(text(Trajectory::trapezoidal(&equal, &[1.0], &[1.0])), no_way);
    assert_eq!(text(Trajectory::s_curve(&equal, &[1.0], &[1.0], &[1.0])), no_way);
    assert!(Trajectory::s_curve(&two, &[1.0], &[1.0], &[]).is_err());
}

#[test]
fn clearances_are_below_those_of_samples_and_near_them() {
    let mut checker = beams();
    let mut random = Random(8);
    let mut positive = 0;
    for n in 0..30 {
        let (curve, _) = random_curve(&mut random, n % 6);
        let found = checker.clearances_along(&curve, 256).expect("an answer");
        for (n, lower) in found.iter().enumerate() {
            let at = |share: f64| {
                curve.start() + (n as f64 + share) / 256.0 * (curve.end() - curve.start())
            };
            let mut least = f64::INFINITY;
            for share in [0.0, 0.3, 0.5, 1.0] {
                let there = checker.distance(&curve.configuration_at(at(share)));
                least = least.min(there.expect("an answer").upper);
            }
            assert!(*lower <= least && least - lower < 0.1, "{lower} {least}");
            positive += usize::from(*lower > 0.0);
        }
    }
    assert!(positive > 1000, "{positive}");
    let still = Trajectory::linear(&[0.0, 1.0], &[vec![0.0], vec![1.0]]).expect("rows");
    let text = r#"<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous">
        <parent link="a"/><child link="b"/></joint></robot>"#;
    assert_eq!(alone(robot(text)).clearances_along(&still, 2), Ok(vec![f64::INFINITY; 2]));
}
