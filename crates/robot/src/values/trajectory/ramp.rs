//! Along a line from one speed over a faster one to another, as fast as limits of acceleration and
//! jerk allow. Lengths are shares of the line, times seconds.
//!
//! With a limit of jerk the acceleration rises, stays, and falls again (S-curves: L. Biagiotti,
//! C. Melchiorri, "Trajectory Planning for Automatic Machines and Robots", section 3.4). That is
//! symmetric in time, so a change of speed passes what its mean speed does in its time.

/// How fast a speed may change.
#[derive(Clone, Copy)]
pub(super) struct Rates {
    pub(super) acceleration: f64,
    /// No limit if there is none.
    pub(super) jerk: Option<f64>,
}

impl Rates {
    pub(super) fn are_finite(&self) -> bool {
        self.acceleration.is_finite() && self.jerk.is_none_or(f64::is_finite)
    }

    /// The most speed that another one can be changed to, or from, along a length.
    pub(super) fn fastest(&self, other: f64, length: f64) -> f64 {
        let most = (other * other + 2.0 * self.acceleration * length).sqrt();
        match self.jerk {
            None => most,
            Some(_) => {
                largest([other, most], |speed| Ramp::new(self, other, speed).length <= length)
            }
        }
    }
}

/// So often a range of speeds is halved: below an ulp of the larger end.
const HALVINGS: usize = 64;

/// What takes less than this share of what is around it is left out.
const LEAST_SHARE: f64 = 1e-9;

/// The largest number in a range for which something holds that holds below it; the lower end if it
/// holds for none.
fn largest([mut low, mut high]: [f64; 2], holds: impl Fn(f64) -> bool) -> f64 {
    if holds(high) {
        return high;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * low + 0.5 * high;
        *(if holds(middle) { &mut low } else { &mut high }) = middle;
    }
    low
}

/// A change of speed.
#[derive(Clone, Copy)]
struct Ramp {
    /// From and to.
    speeds: [f64; 2],
    duration: f64,
    /// How long the acceleration rises, and how long it falls.
    bend: f64,
    length: f64,
}

impl Ramp {
    fn new(rates: &Rates, from: f64, to: f64) -> Self {
        let Rates { acceleration, jerk } = *rates;
        let change = (to - from).abs();
        let (duration, bend) = match jerk {
            None => (change / acceleration, 0.0),
            Some(jerk) => {
                let [bend, all] = [acceleration / jerk, change / acceleration];
                match all > bend * (1.0 + LEAST_SHARE) {
                    true => (all + bend, bend),
                    // Without a part that is steady.
                    false => {
                        let bend = (change / jerk).sqrt().max(all);
                        (2.0 * bend, bend)
                    }
                }
            }
        };
        Self { speeds: [from, to], duration, bend, length: 0.5 * (from + to) * duration }
    }

    /// Cubics from a place on; the last one ends at another.
    fn cubics(&self, mut at: f64, end: f64, to: &mut Vec<Polynomial>) {
        let Self { speeds: [from, last], duration, bend, .. } = *self;
        if !(duration > 0.0) {
            return;
        }
        let acceleration = (last - from) / (duration - bend);
        let jerk = acceleration / bend;
        let steady = duration - 2.0 * bend;
        let mut speed = from;
        let parts = [(bend, 0.0, jerk), (steady, acceleration, 0.0), (bend, acceleration, -jerk)];
        for (n, (time, start, jerk)) in parts.into_iter().enumerate() {
            if !(time > 0.0) {
                continue;
            }
            let next = at + time * (speed + time * (start / 2.0 + time * jerk / 6.0));
            let inner =
                [at + time * speed / 3.0, at + time * (2.0 * speed / 3.0 + time * start / 6.0)];
            speed += time * (start + time * jerk / 2.0);
            at = if n == 2 { end } else { next };
            to.push((time, vec![inner[0], inner[1], at]));
        }
    }
}

/// A polynomial: its duration, and its control points but for the first, which is the last one of
/// the one before.
pub(super) type Polynomial = (f64, Vec<f64>);

/// From one speed to another along a length, as fast as a limit of speed allows: of degree 2
/// without a limit of jerk, else 3. The last point is the length.
pub(super) fn polynomials(
    rates: &Rates,
    velocity: f64,
    [first, last]: [f64; 2],
    length: f64,
) -> Vec<Polynomial> {
    match rates.jerk {
        None => parabolas(rates.acceleration, velocity, [first, last], length),
        Some(_) => cubics(rates, velocity, [first, last], length),
    }
}

fn parabolas(
    acceleration: f64,
    velocity: f64,
    [first, last]: [f64; 2],
    length: f64,
) -> Vec<Polynomial> {
    let squares = 0.5 * (first * first + last * last);
    let peak = (squares + acceleration * length).sqrt();
    let top = peak.min(velocity).max(first).max(last);
    let share = |speed: f64| 0.5 * (top - speed) * (top + speed) / acceleration;
    let begin = (length - share(last)).max(0.0);
    let (rise, steady) = match peak > velocity {
        true => (share(first).min(begin), (begin - share(first)).max(0.0)),
        false => (begin, 0.0),
    };
    let [up, down] = [first, last].map(|speed| (top - speed) / acceleration);
    vec![
        (up, vec![0.5 * first * up, rise]),
        (steady / top, vec![0.5 * (rise + begin), begin]),
        (down, vec![length - 0.5 * last * down, length]),
    ]
}

fn cubics(rates: &Rates, velocity: f64, [first, last]: [f64; 2], length: f64) -> Vec<Polynomial> {
    let both = |top: f64| [Ramp::new(rates, first, top), Ramp::new(rates, top, last)];
    let is_room = |top: f64| both(top).iter().map(|ramp| ramp.length).sum::<f64>() <= length;
    let least = first.max(last);
    let top = largest([least, velocity.max(least)], is_room);
    let [up, down] = both(top);
    let begin = (length - down.length).max(0.0);
    let steady = begin - up.length;
    let is_steady = steady > LEAST_SHARE * length;
    let rise = if is_steady { up.length } else { begin };
    let mut all = Vec::new();
    up.cubics(0.0, rise, &mut all);
    if is_steady {
        let points = [1.0, 2.0, 3.0].map(|n| rise + steady * n / 3.0);
        all.push((steady / top, points.to_vec()));
    }
    down.cubics(begin, length, &mut all);
    if let Some((_, points)) = all.last_mut()
        && let Some(end) = points.last_mut()
    {
        *end = length;
    }
    all
}
