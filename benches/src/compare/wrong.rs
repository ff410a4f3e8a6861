//! An engine's answers held against the exact ones.

use obbtree_predicates::add_fields;
use serde::Serialize;

use super::exact::Pairs;

/// What an engine answered wrongly at the poses of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Wrong {
    /// Poses with a contact, or a distance of 0 or less, where there is none.
    pub false_contacts: usize,
    /// Poses with none, or another distance than 0, where there is one.
    pub missed_contacts: usize,
    /// Free poses with another distance, or another answer to another question about it.
    pub off: usize,
    /// Poses at which `all` counts another number of pairs.
    pub counts: usize,
    /// Pairs of triangles that `list` names and that do not meet.
    pub invented_pairs: usize,
    /// Pairs that meet and that `list` leaves out.
    pub missed_pairs: usize,
}

impl Wrong {
    /// Adds the answers to `any`.
    pub fn any(&mut self, answers: &[f64], exact: &Pairs) {
        for (&answer, pairs) in answers.iter().zip(exact) {
            self.false_contacts += usize::from(answer != 0.0 && pairs.is_empty());
            self.missed_contacts += usize::from(answer == 0.0 && !pairs.is_empty());
        }
    }

    /// Adds the answers to `all`.
    pub fn all(&mut self, answers: &[f64], exact: &Pairs) {
        let differ = |(answer, pairs): &(&f64, &Vec<_>)| **answer != pairs.len() as f64;
        self.counts += answers.iter().zip(exact).filter(differ).count();
    }

    /// Adds lists of pairs, ascending.
    pub fn list(&mut self, found: &Pairs, exact: &Pairs) {
        for (found, exact) in found.iter().zip(exact) {
            self.invented_pairs += not_in(found, exact);
            self.missed_pairs += not_in(exact, found);
        }
    }

    /// Is nothing wrong?
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

add_fields!(
    Wrong: false_contacts, missed_contacts, off, counts, invented_pairs, missed_pairs
);

fn not_in(these: &[[u32; 2]], those: &[[u32; 2]]) -> usize {
    let mut last = None;
    let absent = |pair: &&[u32; 2]| {
        let again = last.replace(**pair) == Some(**pair);
        again || those.binary_search(pair).is_err()
    };
    these.iter().filter(absent).count()
}
