//! Along a line from one speed over a faster one to another, as fast as limits of acceleration and
//! jerk allow. Lengths are shares of the line, times seconds.
//!
//! Without a limit of jerk a speed changes by one acceleration. With it the acceleration rises,
//! stays, and falls again (S-curves: L. Biagiotti, C. Melchiorri, "Trajectory Planning for
//! Automatic Machines and Robots", section 3.4). Both are symmetric in time, so a
//! change of speed passes what its mean speed does in its time.
//!
//! No polynomial is shorter than the numbers can hold: places and times are rounded, and over a
//! few ulps of time that is a speed of its own. A change of speed that would be shorter takes that
//! long, with less acceleration; what would be steady for less is left to the changes beside it.

/// How fast a speed may change.
#[derive(Clone, Copy)]
pub(super) struct Rates {
    pub(super) acceleration: f64,
    /// No limit if there is none.
    pub(super) jerk: Option<f64>,
    /// No polynomial is shorter.
    pub(super) least: f64,
}

impl Rates {
    pub(super) fn are_finite(&self) -> bool {
        self.acceleration.is_finite() && self.jerk.is_none_or(f64::is_finite)
    }

    /// The most speed that another one can be changed to, or from, along a length.
    pub(super) fn fastest(&self, other: f64, length: f64) -> f64 {
        if !(length > 0.0) {
            return other;
        }
        // A change by rounding alone has room too, with all its parts.
        let most = (other * other + 2.0 * self.acceleration * length).sqrt();
        let most = most.min(0.25 * length / self.least);
        match self.jerk {
            _ if most <= other => most,
            None if (most - other) / self.acceleration >= self.least => most,
            _ => largest([other, most], |speed| Ramp::new(self, [other, speed]).length <= length),
        }
    }

    /// The most speed between two others along a length, but no more than a limit.
    fn top(&self, [first, last]: [f64; 2], length: f64, limit: f64) -> f64 {
        let least = first.max(last);
        let squares = 0.5 * (first * first + last * last);
        let most = (squares + self.acceleration * length).sqrt().min(limit);
        let most = most.min(2.0 * length / self.least).max(least);
        let is_long = |speed: f64| {
            let duration = (most - speed) / self.acceleration;
            duration == 0.0 || duration >= self.least
        };
        match self.jerk {
            None if is_long(first) && is_long(last) => most,
            _ => largest([least, most], |top| {
                let both = [[first, top], [top, last]].map(|speeds| Ramp::new(self, speeds).length);
                both[0] + both[1] <= length
            }),
        }
    }
}

/// So often a range of speeds is halved: below an ulp of the larger end.
const HALVINGS: usize = 64;

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

/// Of a change of speed, what is steady is left out if its share is not larger.
const LEAST_SHARE: f64 = 1e-9;

/// A polynomial: its duration, and its control points but for the first, which is the last one of
/// the one before. Of degree 2 without a limit of jerk, else 3.
pub(super) type Polynomial = (f64, Vec<f64>);

/// From one speed to another along a length, as fast as a limit of speed allows. The last point is
/// the length.
pub(super) fn polynomials(
    rates: &Rates,
    limit: f64,
    [first, last]: [f64; 2],
    length: f64,
) -> Vec<Polynomial> {
    let top = rates.top([first, last], length, limit);
    let mut ramps = [[first, top], [top, last]].map(|speeds| Ramp::new(rates, speeds));
    let changing = ramps[0].length + ramps[1].length;
    let steady = length - changing;
    let is_steady = !(changing > 0.0) || steady >= rates.least * top;
    if !is_steady {
        ramps = ramps.map(|ramp| ramp.slower(length / changing));
    }
    let [up, down] = ramps;
    let rise = if down.length > 0.0 || is_steady { up.length } else { length };
    let begin = if is_steady { (length - down.length).max(rise) } else { rise };
    let mut all = up.polynomials([0.0, rise]);
    if is_steady {
        let degree = if rates.jerk.is_some() { 3 } else { 2 };
        let steady = begin - rise;
        let point =
            |n| if n == degree { begin } else { rise + steady * f64::from(n) / f64::from(degree) };
        all.push((steady / top, (1..=degree).map(point).collect()));
    }
    all.extend(down.polynomials([begin, length]));
    if let Some((_, points)) = all.last_mut()
        && let Some(end) = points.last_mut()
    {
        *end = length;
    }
    all
}

/// A change of speed.
#[derive(Clone, Copy)]
struct Ramp {
    /// From and to.
    speeds: [f64; 2],
    duration: f64,
    /// How long the acceleration rises, and how long it falls; none if it jumps.
    bend: Option<f64>,
    length: f64,
}

impl Ramp {
    fn new(rates: &Rates, [from, to]: [f64; 2]) -> Self {
        let Rates { acceleration, jerk, least } = *rates;
        if from == to {
            return Self { speeds: [from, to], duration: 0.0, bend: None, length: 0.0 };
        }
        let all = (to - from).abs() / acceleration;
        let bend = jerk.map(|jerk| match (acceleration / jerk).max(least) {
            bend if all > bend * (1.0 + LEAST_SHARE) => bend,
            // Without a part that is steady.
            _ => ((to - from).abs() / jerk).sqrt().max(all).max(least),
        });
        let duration = match bend {
            None => all.max(least),
            Some(bend) if all > bend * (1.0 + LEAST_SHARE) => 2.0 * bend + (all - bend).max(least),
            Some(bend) => 2.0 * bend,
        };
        Self { speeds: [from, to], duration, bend, length: 0.5 * (from + to) * duration }
    }

    /// In a longer time, by a factor.
    fn slower(self, factor: f64) -> Self {
        let Self { speeds, duration, bend, length } = self;
        let bend = bend.map(|bend| factor * bend);
        Self { speeds, duration: factor * duration, bend, length: factor * length }
    }

    /// From a place to another, which is as far away but for rounding. The velocity at the end is
    /// 0 to the bit if it is to be 0, and so at the start.
    fn polynomials(&self, [at, end]: [f64; 2]) -> Vec<Polynomial> {
        let Self { speeds: [from, last], duration, bend, .. } = *self;
        if !(duration > 0.0) {
            return Vec::new();
        }
        let Some(bend) = bend else {
            let slower =
                if from < last { at + 0.5 * from * duration } else { end - 0.5 * last * duration };
            return vec![(duration, vec![slower, end])];
        };
        let acceleration = (last - from) / (duration - bend);
        let bent = acceleration * bend * bend / 6.0;
        let [rise, fall] = [at + bend * from + bent, end - bend * last + bent];
        let third = bend / 3.0;
        let mut all = vec![(bend, vec![at + third * from, at + 2.0 * third * from, rise])];
        let steady = duration - 2.0 * bend;
        if steady > 0.0 {
            let step = (from + 0.5 * acceleration * bend) * steady / 3.0;
            let more = acceleration * steady * steady / 6.0;
            all.push((steady, vec![rise + step, rise + 2.0 * step + more, fall]));
        }
        all.push((bend, vec![end - 2.0 * third * last, end - third * last, end]));
        all
    }
}
