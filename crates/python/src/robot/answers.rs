//! What queries about a robot answer, as the classes that a scene answers with.

use obbtree::robot::{Checker, ClosestPair, MotionVerdict};
use obbtree::scene::BodyId;

use crate::answers::{BodyDistance, NO_POINTS, Names, Sweep, TwoPoints};

pub(super) fn names(checker: &Checker, pair: [BodyId; 2]) -> Names {
    checker.names(pair).map(str::to_owned).into()
}

pub(super) fn distance(checker: &Checker, found: &ClosestPair) -> BodyDistance {
    BodyDistance {
        pair: names(checker, found.pair),
        parts: found.parts.into(),
        lower: found.lower,
        upper: found.upper,
        points: TwoPoints(found.points.unwrap_or(NO_POINTS)),
    }
}

pub(super) fn verdict(checker: &Checker, found: MotionVerdict) -> Sweep {
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
        pair: Some(names(checker, contact.pair)),
        configuration: Some(contact.configuration),
        ..of
    }
}
