//! When do two moving parts meet first?
//!
//! Two meshes are left to [`Query::sweep`]. Where one is a shape, pieces of time are proven free one after
//! the other: a piece is, if the parts are farther apart in its middle than both can move from there
//! (B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, section 2.3, with both bounds
//! certain). Pieces that are not are halved; a contact that is found ends the time that is looked at.

use obbtree_collider::{Query, Sweep, SweepOptions};
use obbtree_predicates::LowerBound;

use crate::moving::MovingPart;
use crate::part_pair::{At, closer_than, distance};
use crate::placed::PlacedPart;

/// What is known of two moving parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PartSweep {
    /// At all times farther apart than this.
    Free(f64),
    /// They meet at the second time, and are certainly free up to the first.
    Contact([f64; 2]),
    /// Free up to this time; neither is proven after it.
    Undecided(f64),
}

/// Below this a piece of time is not halved, as for [`SweepOptions::time_tolerance`].
const SHORTEST: f64 = 1.0 / (1_u64 << 40) as f64;

/// The first contact of two moving parts.
pub(crate) fn sweep(
    query: &mut Query,
    a: &MovingPart<'_>,
    b: &MovingPart<'_>,
    options: &SweepOptions,
) -> PartSweep {
    match (a.part.collider().body(), b.part.collider().body()) {
        (Some(body_a), Some(body_b)) => {
            match query.sweep(body_a, &*a.motion, body_b, &*b.motion, options) {
                Sweep::Free { clearance } => PartSweep::Free(clearance),
                Sweep::Contact(found) => PartSweep::Contact([found.last_free, found.first_contact]),
                Sweep::Undecided(found) => PartSweep::Undecided(found.last_free),
                other => PartSweep::Undecided(other.last_free()),
            }
        }
        _ => by_halves(query, a, b, options),
    }
}

fn by_halves(
    query: &mut Query,
    a: &MovingPart<'_>,
    b: &MovingPart<'_>,
    options: &SweepOptions,
) -> PartSweep {
    let mut at = |time: f64| Snapshot::new(query, a, b, time);
    if at(0.0).meets {
        return PartSweep::Contact([0.0; 2]);
    }
    let tolerance = options.time_tolerance.max(SHORTEST);
    let mut contact = at(1.0).meets.then_some(1.0);
    let (mut last_free, mut clearance) = (0.0, LowerBound::from(f64::INFINITY));
    // Pieces that are not proven yet, the earliest on top.
    let mut pieces = vec![[0.0, 1.0]];
    let mut effort = options.effort;
    while let Some([from, to]) = pieces.pop() {
        let middle = 0.5 * (from + to);
        let found = at(middle);
        let free = found.lower - a.reach(from, middle, to) - b.reach(from, middle, to);
        if free.is_positive() {
            (last_free, clearance) = (to, clearance.min(free));
            continue;
        }
        if found.meets {
            contact = Some(middle);
            pieces.clear();
        }
        if let Some(time) = contact
            && time - from <= tolerance
        {
            return PartSweep::Contact([last_free, time]);
        }
        effort = effort.saturating_sub(1);
        let grazes = !found.meets && found.upper < options.distance_tolerance;
        if effort == 0 || to - from <= SHORTEST || grazes {
            return contact
                .map_or(PartSweep::Undecided(last_free), |t| PartSweep::Contact([last_free, t]));
        }
        if !found.meets {
            pieces.push([middle, to]);
        }
        pieces.push([from, middle]);
    }
    contact.map_or(PartSweep::Free(clearance.get()), |time| PartSweep::Contact([last_free, time]))
}

/// Two parts at a time.
struct Snapshot {
    /// *Yes* is certain: the pose shows it.
    meets: bool,
    /// They are at least so far apart.
    lower: LowerBound,
    upper: f64,
}

impl Snapshot {
    fn new(query: &mut Query, a: &MovingPart<'_>, b: &MovingPart<'_>, time: f64) -> Self {
        let [of_a, of_b] = [a, b].map(|moving| {
            let pose = moving.motion.pose_at(time);
            PlacedPart { pose, bounds: None }
        });
        let (a, b) = (At { part: a.part, placed: &of_a }, At { part: b.part, placed: &of_b });
        let found = distance(query, a, b, f64::INFINITY);
        let (lower, upper) = found.map_or((0.0, 0.0), |found| (found.lower, found.upper));
        let meets = lower <= 0.0 && closer_than(query, a, b, 0.0);
        Self { meets, lower: LowerBound::from(lower), upper }
    }
}
