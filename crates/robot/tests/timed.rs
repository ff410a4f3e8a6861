//! Paths with times, from rest to rest or round their corners, keep their limits and their corners,
//! also where next to nothing is between these.

mod support;

use std::f64::consts::PI;

use obbtree_robot::{Checker, Random, Trajectory};

use support::{alone, beams, robot};

type Rows = Vec<Vec<f64>>;

/// Slides along axes in turn, with nothing near.
fn slides(dof: usize) -> Checker {
    let link = |n: usize| {
        let axis = ["1 0 0", "0 1 0", "0 0 1"][n];
        let (child, shape) = (n + 1, r#"<collision><geometry><sphere radius="0.01"/></geometry>"#);
        let body = if child == dof { format!("{shape}</collision>") } else { String::new() };
        format!(
            r#"<link name="l{child}">{body}</link><joint name="j{n}" type="prismatic">
            <parent link="l{n}"/><child link="l{child}"/><axis xyz="{axis}"/>
            <limit lower="-1000" upper="1000" effort="1" velocity="1"/></joint>"#
        )
    };
    let links: String = (0..dof).map(link).collect();
    alone(robot(&format!(r#"<robot name="r"><link name="l0"/>{links}</robot>"#)))
}

/// How far a point is from a triangle, which may be flat.
fn from_triangle(point: &[f64], corners: [&[f64]; 3]) -> f64 {
    let from = |a: &[f64]| -> Vec<f64> { point.iter().zip(a).map(|(p, a)| p - a).collect() };
    let way = |a: &[f64], b: &[f64]| -> Vec<f64> { b.iter().zip(a).map(|(b, a)| b - a).collect() };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let edge = |n: usize| {
        let (a, b) = (corners[n], corners[(n + 1) % 3]);
        let (to, along) = (from(a), way(a, b));
        let share = (dot(&to, &along) / dot(&along, &along)).clamp(0.0, 1.0);
        let off: Vec<f64> = to.iter().zip(&along).map(|(t, w)| t - share * w).collect();
        dot(&off, &off).sqrt()
    };
    let least = (0..3).map(edge).fold(f64::INFINITY, f64::min);
    let (u, v, to) = (way(corners[0], corners[1]), way(corners[0], corners[2]), from(corners[0]));
    // Across one side, as rounding is least so where the triangle is a sliver.
    let across = |of: &[f64]| -> Vec<f64> {
        let along = dot(of, &u) / dot(&u, &u);
        of.iter().zip(&u).map(|(x, u)| x - along * u).collect()
    };
    let t = dot(&across(&to), &across(&v)) / dot(&across(&v), &across(&v));
    let s = (dot(&to, &u) - t * dot(&v, &u)) / dot(&u, &u);
    if !(s >= 0.0 && t >= 0.0 && s + t <= 1.0) {
        return least;
    }
    let off: Vec<f64> = (0..to.len()).map(|n| to[n] - s * u[n] - t * v[n]).collect();
    least.min(dot(&off, &off).sqrt())
}

/// What a timed path promises: its rates are within their limits, and it is where it may be.
fn keeps_its_promises(path: &Trajectory, given: &Rows, limits: [&[f64]; 2], jerks: Option<&[f64]>) {
    const MOST: f64 = 1.0 + 1e-9;
    let seen = || format!("{given:?} {limits:?} {jerks:?}: {path:?}");
    for (ends, n) in path.times().windows(2).flat_map(|t| (0..path.dof()).map(move |n| (t, n))) {
        let h = ends[1] - ends[0];
        // The last time of a piece is not quite its end.
        let shares = (0..=16).map(|k| f64::from(k) / 16.0);
        let times = shares.map(|share| (ends[0] + share * h).min(ends[1].next_down()));
        let rates: Vec<f64> = times.map(|time| path.velocity_at(time)[n]).collect();
        let fastest = rates.iter().fold(0.0_f64, |most, rate| most.max(rate.abs()));
        assert!(
            fastest <= limits[0][n] * MOST,
            "velocity {fastest} of {n} at {ends:?}: {}",
            seen()
        );
        // Velocities are polynomials of degree 2: by three of them, each rounded.
        let [first, middle, last] = [rates[0], rates[8], rates[16]];
        let off = 64.0 * f64::EPSILON * (fastest + limits[1][n] * ends[1]) / h;
        let sides = [4.0 * middle - 3.0 * first - last, 3.0 * last + first - 4.0 * middle];
        let strongest = sides[0].abs().max(sides[1].abs()) / h;
        let most = limits[1][n] * MOST + off;
        assert!(strongest <= most, "acceleration {strongest} of {n} at {ends:?}: {}", seen());
        if let Some(jerks) = jerks {
            let jerk = 4.0 * (first - 2.0 * middle + last).abs() / (h * h);
            assert!(jerk <= jerks[n] * MOST + 4.0 * off / h, "jerk {jerk} of {n}: {}", seen());
        }
    }
    let middle = |a: &[f64], b: &[f64]| -> Vec<f64> {
        a.iter().zip(b).map(|(a, b)| 0.5 * (a + b)).collect()
    };
    let size = given.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    let mut rows = given.clone();
    rows.dedup();
    for n in 0..path.dof() {
        let is_rising = rows.windows(2).all(|pair| pair[0][n] <= pair[1][n]);
        let mut before = f64::NEG_INFINITY;
        for k in 0..=256 {
            let at = path.configuration_at(path.end() * f64::from(k) / 256.0);
            assert!(!is_rising || at[n] >= before - 4.0 * f64::EPSILON * size, "{}", seen());
            before = at[n];
            if n > 0 {
                continue;
            }
            // In a corner between the middles of its lines, or on the first or the last line.
            let corners = rows.windows(3).map(|rows| {
                let ends = [middle(&rows[0], &rows[1]), middle(&rows[1], &rows[2])];
                from_triangle(&at, [&rows[1], &ends[0], &ends[1]])
            });
            let lines = rows
                .windows(2)
                .map(|pair| from_triangle(&at, [&pair[0], &middle(&pair[0], &pair[1]), &pair[1]]));
            let away = corners.chain(lines).fold(f64::INFINITY, f64::min);
            assert!(away <= 1e-9 * size, "{away} away at {k}: {}", seen());
        }
    }
}

/// Paths whose corners and changes of speed leave next to nothing between them: pieces of a few
/// ulps of time have had rates of their own.
#[test]
fn timed_paths_keep_their_limits_where_next_to_nothing_is_between_corners() {
    let line = |of: &[f64]| of.iter().map(|x| vec![*x]).collect::<Rows>();
    let cases: [(Rows, f64, f64, f64); 6] = [
        (vec![vec![1.0, 1.0], vec![2.0, 2.0], vec![-1.0, -1.0]], 1.0, 2.0, 4.0),
        (
            line(&[
                1.1742332599052183,
                -1.5960226834457532,
                2.1289822392480025,
                -0.29009561674262097,
            ]),
            1.806243766565463,
            4.6332640760445445,
            3.0,
        ),
        (
            line(&[-1.0, -0.9999922573659724, -0.9999922573659723, 1.5038462176829661]),
            0.1449579719130407,
            0.38496987937695715,
            2.2286078526645197,
        ),
        (line(&[52.0, 51.0, 50.226535607697535]), 0.2069014836794914, 0.803302578769, 0.1048668522),
        (line(&[0.0, 1.0, 1.000_000_001, 2.0]), 1.0, 1.0, 1.0),
        (line(&[0.0, 1.0, 2.000_000_001, 3.0]), 1.0, 1.0, 1e9),
    ];
    for (rows, velocity, acceleration, jerk) in cases {
        let dof = rows[0].len();
        let [v, a, j] = [velocity, acceleration, jerk].map(|limit| vec![limit; dof]);
        let mut checker = slides(dof);
        let timed = checker.timed_path(&rows, &v, &a).expect("rows").expect("nothing is near");
        keeps_its_promises(&timed, &rows, [&v, &a], None);
        let timed = checker.timed_path_with_jerk(&rows, &v, &a, &j).expect("rows");
        keeps_its_promises(&timed.expect("nothing is near"), &rows, [&v, &a], Some(&j));
    }
}

#[test]
fn thousands_of_timed_paths_keep_their_limits_and_their_corners() {
    let count = if std::env::var_os("OBBTREE_LONG").is_some() { 50_000 } else { 2_000 };
    let mut random = Random(301);
    let mut checkers = [1, 2, 3].map(slides);
    for n in 0..count {
        let dof = 1 + n % 3;
        let mut rows: Rows = Vec::new();
        for row in 0..3 + n / 3 % 3 {
            let is_near = row > 0 && random.uniform() < 0.2;
            let near = 10.0_f64.powf(-17.0 * random.uniform());
            let mut value = |value: usize| match n / 9 % 3 {
                _ if is_near => rows[row - 1][value] + near * (random.uniform() - 0.5),
                0 => (5.0 * random.uniform()).floor() - 2.0,
                1 => 6.0 * random.uniform() - 3.0,
                // Rising, for what has to be so at all times.
                _ => row as f64 + random.uniform(),
            };
            rows.push((0..dof).map(&mut value).collect());
        }
        let mut limit = |even: f64| -> Vec<f64> {
            let of =
                |_| if n % 2 == 0 { even } else { 10.0_f64.powf(2.0 * random.uniform() - 1.0) };
            (0..dof).map(of).collect()
        };
        let [v, a, j] = [1.0, 2.0, 4.0].map(&mut limit);
        if rows.iter().all(|row| *row == rows[0]) {
            continue;
        }
        let checker = &mut checkers[dof - 1];
        let timed = checker.timed_path(&rows, &v, &a).expect("rows").expect("nothing is near");
        keeps_its_promises(&timed, &rows, [&v, &a], None);
        let jerked = checker.timed_path_with_jerk(&rows, &v, &a, &j).expect("rows");
        let jerked = jerked.expect("nothing is near");
        keeps_its_promises(&jerked, &rows, [&v, &a], Some(&j));
        for path in [timed, jerked] {
            assert_eq!(path.configuration_at(0.0), rows[0]);
            assert_eq!(Some(&path.configuration_at(path.end())), rows.last());
        }
    }
}

/// Rounding takes no path beyond a limit that it begins or ends at exactly.
#[test]
fn paths_from_limit_to_limit_are_timed() {
    let limits = [[0.0, 0.04], [-1.7, 2.9], [-1.0 / 3.0, 1e3 / 7.0]];
    let links: String = (0..3)
        .map(|n| {
            let [low, high] = limits[n];
            format!(
                r#"<link name="l{}"/><joint name="j{n}" type="prismatic"><parent link="l{n}"/>
                <child link="l{}"/><axis xyz="1 0 0"/>
                <limit lower="{low:?}" upper="{high:?}" effort="1" velocity="1"/></joint>"#,
                n + 1,
                n + 1
            )
        })
        .collect();
    let mut checker = alone(robot(&format!(r#"<robot name="r"><link name="l0"/>{links}</robot>"#)));
    let mut random = Random(12);
    for n in 0..1500 {
        let mut rows: Rows = Vec::new();
        for _ in 0..2 + n % 3 {
            let row = limits.map(|[low, high]| match random.uniform() {
                share if share < 0.4 => low,
                share if share < 0.8 => high,
                share => low + share * (high - low),
            });
            rows.push(row.to_vec());
        }
        rows.dedup();
        if rows.len() < 2 {
            continue;
        }
        let mut rates = |least: f64, most: f64| -> Vec<f64> {
            (0..3).map(|_| least * (most / least).powf(random.uniform())).collect()
        };
        let (velocities, accelerations) = (rates(0.05, 20.0), rates(0.1, 100.0));
        let jerks = rates(0.5, 1000.0);
        let timed = checker.timed_path(&rows, &velocities, &accelerations).expect("rows");
        let timed = timed.unwrap_or_else(|| panic!("{rows:?} {velocities:?} {accelerations:?}"));
        assert!(checker.is_trajectory_valid(&timed));
        let timed = checker.timed_path_with_jerk(&rows, &velocities, &accelerations, &jerks);
        let timed = timed.expect("rows").unwrap_or_else(|| panic!("{rows:?} {jerks:?}"));
        keeps_its_promises(&timed, &rows, [&velocities, &accelerations], Some(&jerks));
        for sample in 0..=200 {
            let time = timed.start() + (timed.end() - timed.start()) * f64::from(sample) / 200.0;
            assert!(checker.is_valid(&timed.configuration_at(time)), "{rows:?} at {time}");
        }
        let degree = 1 + n % 3;
        let points: Rows = (0..degree + 1 + n % 4).map(|n| rows[n % rows.len()].clone()).collect();
        let spline = Trajectory::uniform_b_spline(degree, &points, [0.0, 1.0]).expect("rows");
        assert_eq!(checker.check_trajectory(&spline), Ok(()));
    }
}

#[test]
fn limits_that_are_not_finite_or_not_above_0_are_refused_by_name() {
    let path: Rows = vec![vec![0.0; 2], vec![1.0; 2]];
    let (one, mut checker) = ([1.0; 2], slides(2));
    let mut check = |what: &str, limit: f64| {
        let limits = ["velocity", "acceleration", "jerk"];
        let [v, a, j] = limits.map(|name| if name == what { [1.0, limit] } else { one });
        let of_rows = Trajectory::s_curve(&path, &v, &a, &j).expect_err("refused").to_string();
        let of_robot = checker.timed_path_with_jerk(&path, &v, &a, &j).expect_err("refused");
        let text = |joint| {
            let start = format!("the limit of {what} of value 1{joint} is {limit}");
            start + ": it has to be a finite number above 0"
        };
        assert_eq!(of_rows, text(""));
        assert_eq!(of_robot.to_string(), text(", joint 'j1',"));
    };
    check("velocity", f64::INFINITY);
    check("acceleration", 0.0);
    check("jerk", -1.0);
    check("velocity", f64::NAN);
}

#[test]
fn a_trapezoid_keeps_its_limits_and_is_as_fast_as_they_let_it_be() {
    let mut random = Random(9);
    let (fastest, strongest) = ([1.0, 0.5], [2.0, 4.0]);
    for _ in 0..50 {
        let positions: Rows =
            (0..4).map(|_| vec![4.0 * random.uniform(), random.uniform()]).collect();
        let curve = Trajectory::trapezoidal(&positions, &fastest, &strongest).expect("a path");
        let steps = 4000;
        let h = (curve.end() - curve.start()) / f64::from(steps);
        let (mut rates, mut bends) = ([0.0_f64; 2], [0.0_f64; 2]);
        for k in 1..steps {
            let at = |k: u32| curve.configuration_at(h * f64::from(k));
            let [before, here, after] = [at(k - 1), at(k), at(k + 1)];
            for n in 0..2 {
                rates[n] = rates[n].max((after[n] - here[n]).abs() / h / fastest[n]);
                let bend = (after[n] - 2.0 * here[n] + before[n]).abs() / (h * h);
                bends[n] = bends[n].max(bend / strongest[n]);
            }
        }
        assert!(rates.iter().chain(&bends).all(|share| *share < 1.001), "{rates:?} {bends:?}");
        assert!(bends.iter().any(|share| *share > 0.999), "{bends:?}");
        // It passes its corners.
        let corner =
            |row: &Vec<f64>| curve.times().iter().any(|t| curve.configuration_at(*t) == *row);
        assert!(positions.iter().all(corner));
    }
}

/// The largest share of its limit that each derivative of each value reaches, and how far those
/// but the last jump where polynomials meet: by differences of the polynomials' own samples.
fn derivatives(curve: &Trajectory, limits: &[&[f64]; 3]) -> ([Vec<f64>; 3], [f64; 2]) {
    let dof = curve.dof();
    let mut most = [(); 3].map(|()| vec![0.0_f64; dof]);
    let mut jumps = [0.0_f64; 2];
    let mut last: Option<[Vec<f64>; 2]> = None;
    for pair in curve.times().windows(2) {
        // A cubic by four of its values: its derivatives are exact but for rounding.
        let h = (pair[1] - pair[0]) / 3.0;
        let at = |k: u32| curve.configuration_at(pair[0] + h * f64::from(k));
        let p = [at(0), at(1), at(2), curve.configuration_at(pair[1].next_down())];
        let mut ends = [[vec![0.0; dof], vec![0.0; dof]], [vec![0.0; dof], vec![0.0; dof]]];
        for n in 0..dof {
            let [a, b, c, d] = [p[0][n], p[1][n], p[2][n], p[3][n]];
            let third = (d - 3.0 * c + 3.0 * b - a) / (h * h * h);
            let second = (c - 2.0 * b + a) / (h * h) - third * h;
            let first = (b - a) / h - second * h / 2.0 - third * h * h / 6.0;
            for (end, t) in [(0, 0.0), (1, 3.0 * h)] {
                ends[end][0][n] = first + t * (second + t * third / 2.0);
                ends[end][1][n] = second + t * third;
            }
            for t in (0..=30).map(|k| 0.1 * h * f64::from(k)) {
                let of = [first + t * (second + t * third / 2.0), second + t * third, third];
                for k in 0..3 {
                    most[k][n] = most[k][n].max(of[k].abs() / limits[k][n]);
                }
            }
        }
        let still = || [vec![0.0; dof], vec![0.0; dof]];
        let before = last.unwrap_or_else(still);
        for k in 0..2 {
            for n in 0..dof {
                jumps[k] = jumps[k].max((ends[0][k][n] - before[k][n]).abs() / limits[k][n]);
            }
        }
        let [_, end] = ends;
        last = Some(end);
    }
    let end = last.expect("a polynomial");
    for k in 0..2 {
        jumps[k] =
            end[k].iter().zip(limits[k]).fold(jumps[k], |most, (x, l)| most.max(x.abs() / l));
    }
    (most, jumps)
}

#[test]
fn an_s_curve_keeps_its_limits_does_not_jump_and_is_as_fast_as_they_let_it_be() {
    let mut random = Random(12);
    let limits: [&[f64]; 3] = [&[1.0, 0.5], &[2.0, 4.0], &[5.0, 50.0]];
    let mut reached = [0; 3];
    for _ in 0..200 {
        let size = 10.0_f64.powf(-4.0 * random.uniform());
        let mut row = |_| vec![4.0 * size * random.uniform(), size * random.uniform()];
        let positions: Rows = (0..4).map(&mut row).collect();
        let curve = Trajectory::s_curve(&positions, limits[0], limits[1], limits[2]).expect("rows");
        let (most, jumps) = derivatives(&curve, &limits);
        assert!(most.iter().flatten().all(|share| *share < 1.000_01), "{most:?}");
        assert!(jumps.iter().all(|jump| *jump < 1e-5), "{jumps:?}");
        let is_reached = |k: usize| most[k].iter().any(|share| *share > 0.999_99);
        assert!(is_reached(2), "{most:?}");
        for time in [curve.start(), curve.end()] {
            assert_eq!(curve.velocity_at(time), [0.0; 2]);
        }
        (0..3).for_each(|k| reached[k] += usize::from(is_reached(k)));
        let passed =
            |row: &Vec<f64>| curve.times().iter().any(|t| curve.configuration_at(*t) == *row);
        assert!(positions.iter().all(passed));
        let jumping = Trajectory::trapezoidal(&positions, limits[0], limits[1]).expect("rows");
        assert!(curve.end() > jumping.end());
    }
    assert!(reached[0] > 9 && reached[1] > 9 && reached[1] < 180, "{reached:?}");
    // With so much jerk allowed that accelerations all but jump: they take what numbers can hold.
    let rows = [vec![0.0], vec![3.0]];
    let curve = Trajectory::s_curve(&rows, &[1.0], &[1.0], &[1e9]).expect("rows");
    assert!((curve.end() - 4.0).abs() < 1e-4, "{}", curve.end());
}

/// Limits are kept, all is free by dense samples, and no path takes longer than with stops in all
/// corners; some corners are rounded, and some are not as widely as there is room.
#[test]
fn timed_paths_go_round_their_corners() {
    let mut checker = beams();
    let mut random = Random(31);
    let (fastest, strongest) = ([1.0, 0.5, 0.25], [2.0, 1.0, 0.5]);
    let [mut paths, mut refused, mut faster, mut narrow] = [0; 4];
    while paths < 60 {
        let mut row = || {
            vec![
                PI * (2.0 * random.uniform() - 1.0),
                4.8 * random.uniform() - 2.4,
                0.5 * random.uniform(),
            ]
        };
        let rows: Rows = (0..4).map(|_| row()).collect();
        let is_free = rows.windows(2).all(|pair| checker.is_motion_valid(&pair[0], &pair[1]));
        let timed = checker.timed_path(&rows, &fastest, &strongest).expect("a path");
        // Round a corner that is not free there may be a path.
        assert!(timed.is_some() || !is_free, "{rows:?}");
        let Some(timed) = timed else {
            refused += 1;
            continue;
        };
        paths += 1;
        let stopping = Trajectory::trapezoidal(&rows, &fastest, &strongest).expect("a path");
        assert!(timed.end() <= stopping.end() * (1.0 + 1e-12), "{rows:?}");
        faster += usize::from(timed.end() < 0.95 * stopping.end());
        narrow += usize::from(rows[1..3].iter().any(|corner| {
            let least =
                |t: &f64| (0..3).map(|n| (timed.configuration_at(*t)[n] - corner[n]).abs()).sum();
            timed.times().iter().map(least).fold(f64::INFINITY, f64::min) < 1e-9
        }));
        assert_eq!(timed.configuration_at(0.0), rows[0]);
        assert_eq!(timed.configuration_at(timed.end()), rows[3]);
        let steps = 3000;
        let h = timed.end() / f64::from(steps);
        for k in 0..steps {
            let at = |k: u32| timed.configuration_at(h * f64::from(k));
            let [before, here, after] = [at(k.max(1) - 1), at(k.max(1)), at(k.max(1) + 1)];
            assert!(checker.is_valid(&here), "{rows:?} at {}", h * f64::from(k));
            for n in 0..3 {
                let rate = (after[n] - here[n]).abs() / h;
                assert!(rate <= fastest[n] * 1.000_001, "{rows:?}: {rate} of {n}");
                let bend = (after[n] - 2.0 * here[n] + before[n]).abs() / (h * h);
                assert!(bend <= strongest[n] * 1.001 + 1e-6, "{rows:?}: {bend} of {n}");
            }
        }
    }
    assert!(refused > 10 && faster > 20 && narrow < 60, "{refused} {faster} {narrow}");
}

/// As [`timed_paths_go_round_their_corners`], with jerk.
#[test]
fn paths_with_jerk_keep_their_limits_round_corners() {
    let mut checker = beams();
    let mut random = Random(33);
    let limits: [&[f64]; 3] = [&[1.0, 0.5, 0.25], &[2.0, 1.0, 0.5], &[6.0, 2.0, 3.0]];
    let [mut paths, mut faster] = [0; 2];
    while paths < 40 {
        let mut row = || {
            let turn = PI * (2.0 * random.uniform() - 1.0);
            vec![turn, 4.8 * random.uniform() - 2.4, 0.5 * random.uniform()]
        };
        let rows: Rows = (0..4).map(|_| row()).collect();
        let timed = checker.timed_path_with_jerk(&rows, limits[0], limits[1], limits[2]);
        let Some(timed) = timed.expect("a path") else { continue };
        paths += 1;
        let stopping = Trajectory::s_curve(&rows, limits[0], limits[1], limits[2]).expect("a path");
        assert!(timed.end() <= stopping.end() * (1.0 + 1e-12), "{rows:?}");
        faster += usize::from(timed.end() < 0.98 * stopping.end());
        let (most, jumps) = derivatives(&timed, &limits);
        assert!(most.iter().flatten().all(|share| *share < 1.000_01), "{rows:?}: {most:?}");
        assert!(jumps.iter().all(|jump| *jump < 1e-5), "{rows:?}: {jumps:?}");
        assert_eq!(timed.configuration_at(0.0), rows[0]);
        assert_eq!(timed.configuration_at(timed.end()), rows[3]);
        for k in 0..500 {
            let here = timed.configuration_at(timed.end() * f64::from(k) / 500.0);
            assert!(checker.is_valid(&here), "{rows:?}");
        }
    }
    assert!(faster > 10, "{faster}");
}
