//! Translations, where rounded arithmetic does not tell: decided exactly.
//!
//! If neither body rotates, and both go straight from one pose to another, the times at which two
//! triangles meet are an interval between two quotients (`translating_triangles`, with its
//! lemma). So every pair that the search leaves is free or in contact, of the mathematical
//! motion: it never ends without a verdict, but for its effort.
//!
//! Rounded poses are another matter. A contact that lasts for less time than `f64` poses can
//! tell, as that of a corner that passes an edge, may be at no pose at all; and at a pose whose
//! translation was rounded towards the other body, two may touch that pass each other. The motion
//! decides, both ways: a pose that meets is a contact only if the motion has met by then
//! ([`RelativeMotion::is_contact`]), and a contact of the motion is one even if no pose was found
//! that meets ([`FirstContact::poses_meet`](obbtree_ccd::FirstContact)).

use obbtree_predicates::{TranslatingContact, translating_triangles, triangles_surely_cross};

use super::relative::{RelativeMotion, Sample, placement_at};

/// What exact arithmetic says of a pair from one time to another.
pub(super) enum Decided {
    /// It meets at no time.
    Free,
    Meets(TranslatingContact),
}

impl RelativeMotion<'_> {
    /// Does a pair meet from one time to another, both included? Certain, both ways; `None` if it
    /// is not decided by this.
    pub(super) fn decide(&self, pair: [u32; 2], times: [f64; 2]) -> Option<Decided> {
        let [way_a, way_b] = self.translation?;
        let [a, b] = self.triangles(pair);
        let found = translating_triangles(&a, way_a, &b, way_b, times);
        Some(found.map_or(Decided::Free, Decided::Meets))
    }

    /// Do the rounded poses of a sample make a pair meet, and has the motion met by then? *Yes* is
    /// certain, and what a contact is made of; after *no* the search goes on.
    ///
    /// The second is tested for translations only: the poses are within the rounding of the motion,
    /// so triangles that cross by more have met.
    pub(super) fn is_contact(&self, pair: [u32; 2], sample: &Sample) -> bool {
        let placement = placement_at(sample);
        self.meets(pair, &placement) && {
            let [a, b] = self.triangles(pair);
            self.translation.is_none()
                || triangles_surely_cross(&a, &b, &placement, self.rounding.get())
                || !matches!(self.decide(pair, [0.0, sample.time]), Some(Decided::Free))
        }
    }
}
