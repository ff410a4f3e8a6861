//! The search for the first contact.
//!
//! The time from 0 on is proven free piece by piece: around the middle of a piece the bodies move by at most
//! some reach, so if their distance there is certainly more, the piece is free (conservative advancement: B.
//! Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, sections 2.3 and 3; from the
//! middle of a piece, which comes twice as far as from its start). The distance is not computed: trees are
//! asked whether it is above the reach ([`Query::closer_than`]), which is several times cheaper.
//!
//! How long a piece can be is told by the pairs of triangles that were close last: their distance is known at
//! any time for the price of one pair of triangles. So most questions to the trees succeed, and what does not
//! fit is found out by one pair.
//!
//! Where bodies are so near each other that few triangles can meet, these are listed instead, and each pair is
//! swept for itself (`pairs`), which comes much farther: through contacts that graze, and to the contact.
//!
//! A contact that is found on the way, by such a pair or at the end of a stretch of the time tolerance, bounds
//! what is left to prove.

use obbtree_predicates::Placement;
use obbtree_query::Engine;

use super::course::Course;
use super::options::SweepOptions;
use super::outcome::{CloseApproach, FirstContact, Sweep};
use super::pairs::{PairSweep, Piece};
use crate::query::Query;

/// The shortest pieces, and the least time tolerance: 2^-40 of the motion.
const LEAST_TIME: f64 = 1.0 / (1_u64 << 40) as f64;

/// Differences of times are rounded: so much of the tolerance is aimed at, and what is left of the motion
/// after so much of it is not worth a piece of its own.
const INSIDE_TOLERANCE: f64 = 1.0 - 1.0 / (1_u64 << 20) as f64;

/// A piece after one that was free is so much longer, where it fits.
const LONGER: f64 = 4.0;

/// A piece after one that was not is so much shorter.
const AFTER_FAILURE: f64 = 0.5;

/// A piece that does not fit is made so much shorter at least, and at most.
const SHORTER: f64 = 0.75;
const SHORTEST: f64 = 1.0 / 64.0;

/// Of what fits by a pair of triangles, so much is tried.
const OF_FITTING: f64 = 0.9;

/// So many pairs that were close last are kept.
const RECENT: usize = 4;

/// How often a piece is fitted to a pair before it is tried.
const FITTINGS: usize = 12;

/// Trees are asked about so much more than the reach: what is more is clearance.
const BEYOND_REACH: f64 = 1.0 + 1.0 / 16.0;

/// A list is made where its piece is so much longer than one without close triangles.
const WORTH_A_LIST: f64 = 2.0;

/// Pairs in a list, at most; and where lists are so short, longer ones are tried.
const LONGEST_LIST: usize = 128;
const SHORT_LIST: usize = 32;
const LIST_LONGER: f64 = 2.0;
const LIST_SHORTER: f64 = 0.5;

/// Times in a stretch of the time tolerance at which the nearest pair is tried before giving up.
const TRIES: u32 = 8;

/// The state of a search.
pub(super) struct Search<'s, 'm, T: Engine> {
    pub(super) course: Course<'m, T>,
    pub(super) query: &'s mut Query<T>,
    options: SweepOptions,
    /// Any contact ends the search.
    pub(super) any_contact: bool,
    /// The pair of triangles that was closest last.
    pub(super) near: Option<[u32; 2]>,
    /// That one and some before it, the last one first.
    recent: Vec<[u32; 2]>,
    free_until: f64,
    clearance: f64,
    /// The earliest contact found, by its time.
    contact: Option<(f64, [u32; 2])>,
    /// At this time there is no contact.
    no_contact_at: f64,
    searches: u32,
    /// Pieces of such a reach are likely to have few pairs of triangles that can meet.
    list_reach: f64,
    pairs: Vec<[u32; 2]>,
}

/// What sweeping listed pairs comes to.
enum Listed {
    /// The list became too long.
    TooMany,
    /// The piece is free, or up to a contact.
    Swept,
    /// A pair can neither be shown to meet nor to be free.
    Stuck([u32; 2]),
}

/// What a pair of triangles says about a piece of time.
enum Fit {
    /// So long a piece may be free.
    Long(f64),
    /// Not even so long a piece was found to fit.
    Short(f64),
    /// The pair meets.
    Contact,
}

impl Fit {
    fn length(&self) -> f64 {
        match *self {
            Self::Long(length) | Self::Short(length) => length,
            Self::Contact => 0.0,
        }
    }
}

impl<'s, 'm, T: Engine> Search<'s, 'm, T> {
    pub(super) fn new(
        course: Course<'m, T>,
        query: &'s mut Query<T>,
        options: &SweepOptions,
    ) -> Self {
        let options = SweepOptions {
            // `max` takes the number where the other is NaN.
            time_tolerance: options.time_tolerance.max(LEAST_TIME),
            distance_tolerance: options.distance_tolerance.max(0.0),
            ..*options
        };
        let list_reach = course.triangle_size();
        Self {
            course,
            query,
            options,
            any_contact: false,
            near: None,
            recent: Vec::with_capacity(RECENT),
            free_until: 0.0,
            clearance: f64::INFINITY,
            contact: None,
            no_contact_at: 0.0,
            searches: 0,
            list_reach,
            pairs: Vec::new(),
        }
    }

    /// The answer, given that the bodies do not meet at the start.
    pub(super) fn run(&mut self) -> Sweep {
        let mut length = 1.0;
        loop {
            if let Some((time, pair)) = self.contact
                && (self.any_contact || time - self.free_until <= self.options.time_tolerance)
            {
                return self.contact_at(time, pair);
            }
            if self.free_until >= 1.0 {
                return Sweep::Free { clearance: self.clearance };
            }
            if self.searches >= self.options.effort
                && let Some(pair) = self.near
            {
                return self.given_up(length, pair);
            }
            let fit = self.fit(length);
            if let Fit::Contact = fit {
                continue;
            }
            let fitting = fit.length();
            let by_list = self.length_for_list();
            if by_list >= WORTH_A_LIST * fitting {
                match self.listed(by_list) {
                    Listed::TooMany => self.list_reach *= LIST_SHORTER,
                    Listed::Swept => length = LONGER * by_list,
                    Listed::Stuck(pair) => {
                        if self.look_closely(pair) {
                            continue;
                        }
                        return self.given_up(LEAST_TIME, pair);
                    }
                }
                continue;
            }
            if let Fit::Long(fitting) = fit
                && self.is_free(fitting)
            {
                length = LONGER * fitting;
                continue;
            }
            length = AFTER_FAILURE * fitting;
            if self.is_contact_likely(length) {
                self.look_ahead();
            }
            if self.contact.is_none_or(|(time, _)| time > self.stretch())
                && self.is_hopeless(length)
                && let Some(pair) = self.near
            {
                if self.look_closely(pair) {
                    continue;
                }
                return self.given_up(length, pair);
            }
        }
    }

    /// How long a piece may be so that few triangles can meet in it.
    fn length_for_list(&self) -> f64 {
        if self.near.is_none() {
            return 0.0; // Not a single pair is known that is close.
        }
        let rest = self.end_of(1.0) - self.free_until;
        let of_rest = self.middle(rest).2;
        // The reach grows with the length, at about the same rate.
        if of_rest <= self.list_reach { rest } else { rest * (self.list_reach / of_rest) }
    }

    /// Lists the pairs of triangles that can meet in the next piece and sweeps each for itself.
    fn listed(&mut self, length: f64) -> Listed {
        let (placement, _, reach) = self.middle(length);
        let (beyond, to) = (reach * BEYOND_REACH, self.end_of(length));
        self.searches += 1;
        let mut pairs = std::mem::take(&mut self.pairs);
        let bodies = self.course.bodies;
        let are_all =
            self.query.list_close_pairs(bodies, &placement, beyond, LONGEST_LIST, &mut pairs);
        self.pairs = pairs;
        if !are_all {
            return Listed::TooMany;
        }
        if self.pairs.len() < SHORT_LIST {
            self.list_reach *= LIST_LONGER;
        }
        self.clearance = self.clearance.min(beyond - reach);
        let (mut until, mut ended_by) = (to, None);
        let piece = Piece::new(&self.course, self.free_until, to);
        for n in 0..self.pairs.len() {
            let pair = self.pairs[n];
            let tolerance = self.options.time_tolerance;
            let swept = PairSweep::run(&self.course, pair, &piece, until, tolerance);
            self.clearance = self.clearance.min(swept.clearance);
            if swept.free_until < until {
                (until, ended_by) = (swept.free_until, Some((pair, swept.contact)));
            }
        }
        self.free_until = until;
        match ended_by {
            None => Listed::Swept,
            Some((pair, Some(contact))) => {
                self.remember(pair);
                self.contact = Some((contact, pair));
                Listed::Swept
            }
            Some((pair, None)) => Listed::Stuck(pair),
        }
    }

    /// A contact at one of these times.
    pub(super) fn sampled(&mut self, times: &[f64]) -> Option<Sweep> {
        times.iter().find_map(|&time| {
            let placement = self.course.placement(time);
            let pair = self.query.close_pair(self.course.bodies, &placement, 0.0)?;
            Some(self.contact_at(time, pair))
        })
    }

    /// The pose in the middle of the next piece, where it is, and how far the bodies move around it.
    fn middle(&self, length: f64) -> (Placement, f64, f64) {
        let (from, to) = (self.free_until, self.end_of(length));
        let middle = from + 0.5 * (to - from);
        (self.course.placement(middle), middle, self.course.reach(from, middle, to))
    }

    /// The end of the next piece. The last one ends at 1 or at the contact, exactly.
    fn end_of(&self, length: f64) -> f64 {
        let end = self.contact.map_or(1.0, |(time, _)| time);
        let rest = end - self.free_until;
        if length < rest * INSIDE_TOLERANCE { self.free_until + length } else { end }
    }

    /// How long the next piece may be, up to a length, by the pairs that were close last.
    fn fit(&mut self, longest: f64) -> Fit {
        let mut length = self.end_of(longest) - self.free_until;
        for n in 0..self.recent.len() {
            match self.fit_pair(self.recent[n], length) {
                Fit::Long(fitting) => length = fitting,
                other => return other,
            }
        }
        Fit::Long(length)
    }

    /// A pair that was found to be close: of equal ones, one is kept.
    pub(super) fn remember(&mut self, pair: [u32; 2]) {
        self.near = Some(pair);
        self.recent.retain(|&known| known != pair);
        self.recent.truncate(RECENT - 1);
        self.recent.insert(0, pair);
    }

    /// How long the next piece may be by one pair.
    fn fit_pair(&mut self, pair: [u32; 2], longest: f64) -> Fit {
        let mut length = longest;
        let mut at_start = None;
        for _ in 0..FITTINGS {
            let (placement, middle, reach) = self.middle(length);
            let found = self.course.distance(pair, &placement);
            if found.lower > reach * BEYOND_REACH {
                return Fit::Long(length);
            }
            if found.lower <= 0.0 && self.course.meets(pair, &placement) {
                self.contact = Some((middle, pair));
                return Fit::Contact;
            }
            // As if the distance changed at a constant rate from the start to the middle.
            let at_start = *at_start.get_or_insert_with(|| {
                self.course.distance(pair, &self.course.placement(self.free_until)).upper
            });
            let half = middle - self.free_until;
            let rate = (reach - (found.upper - at_start)) / half;
            let fitting = 2.0 * at_start / rate;
            // Written so that a NaN counts as none.
            let aimed = if fitting > 0.0 { OF_FITTING * fitting } else { 0.0 };
            length = aimed.clamp(SHORTEST * length, SHORTER * length);
            if self.is_contact_likely(length) || self.is_hopeless(length) {
                break;
            }
        }
        Fit::Short(length)
    }

    /// Asks the trees whether the next piece is free; if so it is taken.
    fn is_free(&mut self, length: f64) -> bool {
        let (placement, middle, reach) = self.middle(length);
        let beyond = reach * BEYOND_REACH;
        self.searches += 1;
        match self.query.close_pair(self.course.bodies, &placement, beyond) {
            None => {
                self.clearance = self.clearance.min(beyond - reach);
                self.free_until = self.end_of(length);
                true
            }
            Some(pair) => {
                self.remember(pair);
                if self.course.meets(pair, &placement) {
                    self.contact = Some((middle, pair));
                }
                false
            }
        }
    }

    /// The end of the stretch of the time tolerance that comes next.
    fn stretch(&self) -> f64 {
        (self.free_until + self.options.time_tolerance * INSIDE_TOLERANCE).min(1.0)
    }

    /// Are pieces so short that there is likely to be a contact within the time tolerance, where it was not
    /// looked for yet?
    fn is_contact_likely(&self, length: f64) -> bool {
        let half = 0.5 * self.options.time_tolerance;
        length < half && self.no_contact_at < (self.free_until + half).min(1.0)
    }

    /// Is a piece so short that the search should end?
    fn is_hopeless(&self, length: f64) -> bool {
        length < LEAST_TIME || 2.0 * self.middle(length).2 <= self.options.distance_tolerance
    }

    /// Looks for a contact at the end of the stretch: the pair that was closest, then all.
    fn look_ahead(&mut self) {
        let time = self.stretch();
        if self.contact.is_some_and(|(contact, _)| contact <= time) {
            return;
        }
        let placement = self.course.placement(time);
        self.searches += 1;
        let found = match self.near.filter(|&pair| self.course.meets(pair, &placement)) {
            Some(pair) => Some(pair),
            None => self.query.close_pair(self.course.bodies, &placement, 0.0),
        };
        match found {
            Some(pair) => self.contact = Some((time, pair)),
            None => self.no_contact_at = time,
        }
    }

    /// Looks for a contact in the stretch before it is given up on: the closest pair at several times, and
    /// all pairs at its end.
    fn look_closely(&mut self, pair: [u32; 2]) -> bool {
        let stretch = self.stretch();
        for n in 1..=TRIES {
            let time =
                self.free_until + (stretch - self.free_until) * (f64::from(n) / f64::from(TRIES));
            if self.course.meets(pair, &self.course.placement(time)) {
                self.contact = Some((time, pair));
                return true;
            }
        }
        if self.no_contact_at < stretch {
            self.look_ahead();
        }
        self.contact.is_some_and(|(time, _)| time <= stretch)
    }

    fn contact_at(&self, first_contact: f64, pair: [u32; 2]) -> Sweep {
        let (points, _) = self.course.points(pair, &self.course.placement(first_contact));
        Sweep::Contact(FirstContact {
            last_free: self.free_until,
            first_contact,
            poses: self.course.poses(first_contact),
            triangles: Some(pair),
            points: Some(points),
        })
    }

    fn given_up(&self, length: f64, pair: [u32; 2]) -> Sweep {
        let (placement, middle, _) = self.middle(length);
        let (points, distance) = self.course.points(pair, &placement);
        Sweep::Closer(CloseApproach {
            last_free: self.free_until,
            until: self.end_of(length),
            distance,
            poses: self.course.poses(middle),
            triangles: pair,
            points,
        })
    }
}
