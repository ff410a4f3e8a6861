//! One search over intervals of time: for two bodies, two shapes, a scene and a robot.
//!
//! Around the middle of an interval what moves is tested for being farther apart than it can come
//! nearer in it (conservative advancement: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid
//! Body Systems", 1996, section 2.3; by intervals as S. Redon, Y. Kim, M. Lin and D. Manocha, "Fast
//! Continuous Collision Detection for Articulated Models", 2004). What is left unproven is kept for
//! the two halves of the interval, the earlier one first. So nothing that was proven is tested a
//! second time, time is cut finely only where something is near, and never after a contact.

use std::ops::Range;

use obbtree_query::interrupt::pause_at;

/// The least interval and the least time tolerance: 2^-40 of the motion. Halves of the whole motion
/// are exact down to it.
pub const LEAST_TIME: f64 = 1.0 / (1_u64 << 40) as f64;

/// A time from 0 to 1, and where those that move are then.
#[derive(Clone, Copy, Debug)]
pub struct Sample<S> {
    /// The time.
    pub time: f64,
    /// Where they are, as the proof keeps it.
    pub state: S,
}

/// A part of the time from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct TimeInterval<S> {
    /// Its start.
    pub from: Sample<S>,
    /// Its middle, rounded.
    pub middle: Sample<S>,
    /// Its end.
    pub to: Sample<S>,
}

impl<S> TimeInterval<S> {
    /// How long it is, rounded.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.to.time - self.from.time
    }
}

/// What a search has to know of those that move. The proof keeps a list of pairs that are not
/// proven free, of whatever kind; each interval has a range of it.
pub trait IntervalProof {
    /// Where those that move are at a time.
    type State: Clone;

    /// Where they are at a time.
    fn state_at(&mut self, time: f64) -> Self::State;

    /// Drops all pairs of the list but the first so many.
    fn truncate(&mut self, pairs: usize);

    /// Proves what it can of an interval: pairs of the range that are free in all of it are done
    /// with, the others are appended to the list.
    fn prove(&mut self, interval: &TimeInterval<Self::State>, pairs: Range<usize>) -> Left;

    /// Does some pair of the range surely meet at a time? The search tries some times where it can
    /// prove no more; *no* says nothing. A proof that looks for contacts by itself need not answer.
    fn meets_at(&mut self, _time: f64, _pairs: Range<usize>) -> bool {
        false
    }
}

/// What the test of an interval has left.
#[derive(Clone, Debug, PartialEq)]
pub enum Left {
    /// These pairs, for both halves; if there are none, the interval is free.
    Pairs(Range<usize>),
    /// Something meets at this time of the interval; of the time before, these pairs are left.
    Contact(f64, Range<usize>),
    /// What comes after this time of the interval does not matter; of the time before, these pairs
    /// are left.
    Until(f64, Range<usize>),
    /// Halves of the interval would say no more; these pairs are left.
    GiveUp(Range<usize>),
    /// The search ends here, for a reason that the proof knows.
    End,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ended {
    /// All time that matters is proven free.
    Proven,
    /// Something meets at this time, and is free up to `last_free`.
    Contact {
        /// Free up to here.
        last_free: f64,
        /// Something meets here.
        time: f64,
    },
    /// Effort has run out, the interval is too short to be halved, or the proof has given up: free
    /// up to `last_free`, nothing is known up to `until`, and no contact was found within the
    /// tolerance after `last_free`.
    GivenUp {
        /// Free up to here.
        last_free: f64,
        /// Nothing is known up to here.
        until: f64,
    },
    /// The proof has ended the search.
    ByProof,
}

/// Times in a stretch of the time tolerance at which a contact is looked for before giving up.
pub const CONTACT_TRIES: u32 = 8;

/// Differences of times are rounded: so much of the tolerance is aimed at.
pub const INSIDE_TOLERANCE: f64 = 1.0 - 1.0 / (1_u64 << 20) as f64;

/// How long a search may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// A contact is to be known to within this; what is less than [`LEAST_TIME`] counts as that.
    pub time_tolerance: f64,
    /// At most so many intervals are tested.
    pub effort: u32,
    /// A time at which something is known to meet.
    pub known_contact: Option<f64>,
    /// The time that is searched: from 0 to 1, or a part of it.
    pub time: [f64; 2],
}

/// The memory of searches: a warm one allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct IntervalSearch<S> {
    /// The earliest interval on top, with its pairs.
    waiting: Vec<(Sample<S>, Sample<S>, Range<usize>)>,
}

impl<S: Clone> IntervalSearch<S> {
    /// Searches the time, the earliest interval first, for as many pairs as the list of the proof
    /// has at first.
    pub fn run<P: IntervalProof<State = S>>(
        &mut self,
        proof: &mut P,
        pairs: usize,
        limits: &Limits,
    ) -> Ended {
        // `max` takes the number where the other is NaN.
        let tolerance = limits.time_tolerance.max(LEAST_TIME);
        let mut contact = limits.known_contact;
        let [begin, end] = limits.time;
        let (mut end, mut tested) = (contact.unwrap_or(end), 0);
        let sample = |proof: &mut P, time: f64| Sample { time, state: proof.state_at(time) };
        let whole = (sample(proof, begin), sample(proof, end), 0..pairs);
        self.waiting.clear();
        self.waiting.push(whole);
        while let Some((from, mut to, range)) = self.waiting.pop() {
            let start = from.time;
            if start >= end {
                continue;
            }
            proof.truncate(range.end);
            let meets_at_end = contact.is_some_and(|time| time == to.time);
            if meets_at_end && to.time - start <= tolerance {
                return Ended::Contact { last_free: start, time: to.time };
            }
            let stretch = [start, (start + tolerance * INSIDE_TOLERANCE).min(end)];
            if tested >= limits.effort {
                let until = to.time;
                return looked_closely(proof, range, stretch, contact, until);
            }
            tested += 1;
            pause_at(tested as usize);
            if to.time > end {
                to = sample(proof, end);
            }
            let middle = sample(proof, start + 0.5 * (to.time - start));
            let interval = TimeInterval { from, middle, to };
            let left = match proof.prove(&interval, range) {
                Left::Pairs(left) => {
                    // Where they touch only rounding may tell, at any length: what is known to
                    // meet later says nothing of that.
                    if !left.is_empty() && interval.length() <= LEAST_TIME {
                        let until = interval.to.time;
                        return looked_closely(proof, left, stretch, contact, until);
                    }
                    left
                }
                Left::GiveUp(left) => {
                    let until = interval.to.time;
                    return looked_closely(proof, left, stretch, contact, until);
                }
                Left::Contact(time, left) => {
                    (contact, end) = (Some(time), time);
                    left
                }
                Left::Until(time, left) => {
                    end = time;
                    left
                }
                Left::End => return Ended::ByProof,
            };
            if !left.is_empty() {
                let TimeInterval { from, middle, to } = interval;
                self.waiting.push((middle.clone(), to, left.clone()));
                self.waiting.push((from, middle, left));
            }
        }
        match contact {
            // Only where the proof took an interval with a contact in it to be free.
            Some(time) => Ended::Contact { last_free: begin, time },
            None => Ended::Proven,
        }
    }
}

/// The end of a search that can prove no more after the start of a stretch: at a contact in the
/// stretch, the first of the times tried that surely meets or what is known, else given up.
fn looked_closely<P: IntervalProof>(
    proof: &mut P,
    pairs: Range<usize>,
    [last_free, stretch]: [f64; 2],
    contact: Option<f64>,
    until: f64,
) -> Ended {
    let share = |n: u32| f64::from(n) / f64::from(CONTACT_TRIES);
    let mut times = (1..=CONTACT_TRIES).map(|n| last_free + (stretch - last_free) * share(n));
    let found = times.find(|&time| proof.meets_at(time, pairs.clone()));
    match found.or(contact.filter(|&time| time <= stretch)) {
        Some(time) => Ended::Contact { last_free, time },
        None => Ended::GivenUp { last_free, until },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points on a line: each pair is `|x(t)|` apart, `x` of speed 1, and meets at 0.
    struct Points {
        /// When each pair meets.
        times: Vec<f64>,
        /// For how long after that `meets_at` says so.
        lasts: f64,
        list: Vec<usize>,
        tested: Vec<[f64; 2]>,
    }

    impl IntervalProof for Points {
        type State = ();

        fn state_at(&mut self, _: f64) {}

        fn truncate(&mut self, pairs: usize) {
            self.list.truncate(pairs);
        }

        fn prove(&mut self, interval: &TimeInterval<()>, pairs: Range<usize>) -> Left {
            let (middle, half) = (interval.middle.time, 0.5 * interval.length());
            self.tested.push([interval.from.time, interval.to.time]);
            let begin = self.list.len();
            for n in pairs {
                let pair = self.list[n];
                if (self.times[pair] - middle).abs() <= half {
                    self.list.push(pair);
                }
            }
            let left = begin..self.list.len();
            let meets = self.list[left.clone()].iter().any(|&pair| self.times[pair] == middle);
            if meets { Left::Contact(middle, left) } else { Left::Pairs(left) }
        }

        fn meets_at(&mut self, time: f64, pairs: Range<usize>) -> bool {
            let mut starts = self.list[pairs].iter().map(|&pair| self.times[pair]);
            starts.any(|start| start < time && time <= start + self.lasts)
        }
    }

    fn run(times: &[f64], time_tolerance: f64, effort: u32) -> (Ended, Vec<[f64; 2]>) {
        let limits = Limits { time_tolerance, effort, known_contact: None, time: [0.0, 1.0] };
        run_with(times, 0.0, limits)
    }

    fn run_with(times: &[f64], lasts: f64, limits: Limits) -> (Ended, Vec<[f64; 2]>) {
        let list = (0..times.len()).collect();
        let mut points = Points { times: times.to_vec(), lasts, list, tested: vec![] };
        let ended = IntervalSearch::default().run(&mut points, times.len(), &limits);
        (ended, points.tested)
    }

    #[test]
    fn what_never_meets_is_proven_in_one_interval() {
        let (ended, tested) = run(&[1.5, -0.25, 7.0], 1e-3, 100);
        assert_eq!((ended, tested), (Ended::Proven, vec![[0.0, 1.0]]));
    }

    #[test]
    fn the_first_contact_is_found_and_nothing_after_it_is_tested() {
        let (ended, tested) = run(&[0.75, 0.8125, 0.3125, 0.5], 1.0 / 64.0, 1000);
        let Ended::Contact { last_free, time } = ended else { panic!("{ended:?}") };
        assert_eq!(time, 0.3125);
        assert!(last_free < time && time - last_free <= 1.0 / 64.0);
        // Once 0.5 is known to meet, and then 0.3125, no later interval is tested.
        assert!(tested[1..].iter().all(|[_, to]| *to <= 0.5), "{tested:?}");
        let later = tested.iter().skip_while(|[from, to]| 0.5 * (from + to) != 0.3125);
        assert!(later.skip(1).all(|[_, to]| *to <= 0.3125), "{tested:?}");
    }

    #[test]
    fn a_time_that_no_number_is_found_for_is_given_up() {
        let third = 1.0 / 3.0;
        let (ended, tested) = run(&[third], 1e-3, 1000);
        let Ended::GivenUp { last_free, until } = ended else { panic!("{ended:?}") };
        assert!(last_free <= third && third <= until && until - last_free <= LEAST_TIME);
        // 41 of half the length each, and 20 before them that are free.
        assert_eq!(tested.len(), 61);
        assert!(matches!(run(&[third], 1e-3, 7).0, Ended::GivenUp { .. }));
        assert_eq!(run(&[third], 1e-3, 7).1.len(), 7);
    }

    #[test]
    fn a_contact_is_looked_for_close_after_where_halving_ends() {
        let (third, known_contact) = (1.0 / 3.0, Some(1.0));
        for time_tolerance in [1e-3, 1e-9, 0.0] {
            let limits = Limits { time_tolerance, effort: 1000, known_contact, time: [0.0, 1.0] };
            let tolerance = time_tolerance.max(LEAST_TIME);
            let (ended, tested) = run_with(&[third], 2.0 * tolerance, limits);
            let Ended::Contact { last_free, time } = ended else { panic!("{ended:?}") };
            assert!(last_free <= third && third < time && time - last_free <= tolerance);
            assert_eq!(tested.len(), 61);
            // What lasts for less is not found, and what is known later tells nothing of it.
            let (ended, tested) = run_with(&[third], 0.0, limits);
            assert!(matches!(ended, Ended::GivenUp { last_free, .. } if last_free <= third));
            assert_eq!(tested.len(), 61);
        }
    }
}
