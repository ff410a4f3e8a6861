//! What questions about a robot answer, as the classes that a scene answers with.

use obbtree::robot::{ClosestPair, MotionVerdict};

use super::class::Robot;
use crate::answers::{BodyDistance, NO_POINTS, Sweep, TwoPoints};

/// The closest pair.
pub(super) fn distance(robot: &Robot, found: ClosestPair) -> BodyDistance {
    BodyDistance {
        pair: robot.names_of(found.pair),
        parts: (0, 0),
        lower: found.lower,
        upper: found.upper,
        points: TwoPoints(NO_POINTS),
    }
}

/// The verdict of a motion.
pub(super) fn verdict(robot: &Robot, found: MotionVerdict) -> Sweep {
    let of = Sweep { outcome: found.name().to_owned(), last_free: 1.0, ..Sweep::default() };
    let (contact, is_contact) = match found {
        MotionVerdict::Contact(found) => (found, true),
        MotionVerdict::Undecided(found) => (found, false),
        _ => return of,
    };
    Sweep {
        last_free: contact.last_free,
        first_contact: is_contact.then_some(contact.until),
        until: (!is_contact).then_some(contact.until),
        pair: Some(robot.names_of(contact.pair)),
        configuration: Some(contact.configuration),
        ..of
    }
}
