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
    /// Effort has run out, or the interval is too short to be halved: free up to `last_free`, and
    /// nothing is known up to `until`.
    GivenUp {
        /// Free up to here.
        last_free: f64,
        /// Nothing is known up to here.
        until: f64,
    },
    /// The proof has ended the search.
    ByProof,
}

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
            if tested >= limits.effort {
                return Ended::GivenUp { last_free: start, until: to.time };
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
                    if !left.is_empty() && contact.is_none() && interval.length() <= LEAST_TIME {
                        let until = interval.to.time;
                        return Ended::GivenUp { last_free: start, until };
                    }
                    left
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Points on a line: each pair is `|x(t)|` apart, `x` of speed 1, and meets at 0.
    struct Points {
        /// When each pair meets.
        times: Vec<f64>,
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
    }

    fn run(times: &[f64], time_tolerance: f64, effort: u32) -> (Ended, Vec<[f64; 2]>) {
        let list = (0..times.len()).collect();
        let mut points = Points { times: times.to_vec(), list, tested: vec![] };
        let limits = Limits { time_tolerance, effort, known_contact: None, time: [0.0, 1.0] };
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
}
