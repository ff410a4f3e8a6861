//! The questions of a [`Query`] about motions.

use std::ops::{ControlFlow, Range};

use obbtree_ccd::{FirstContact, Motion, Sweep, SweepOptions};
use obbtree_predicates::Placement;
use obbtree_query::{DeferredPairs, Engine, SweptPlacement, wide};
use obbtree_tree::wide::Tree;

use super::advancement;
use super::relative::{RelativeMotion, of_pair, placement_at};
use super::search::Search;
use crate::body::{Body, one_inside};
use crate::collider::ColliderRef::{self, Mesh};
use crate::query::Query;

/// Times at which a contact is looked for before a motion is proven to be free: at the end, where
/// motions that collide do so most often, then between.
const SAMPLES: [f64; 3] = [1.0, 0.5, 0.75];

impl Query {
    /// When do two moving colliders meet first, if at all?
    ///
    /// Never steps over a contact: [`Sweep::Free`] is a proof for every real time from 0 to 1, of
    /// the mathematical motions, all rounding included; and also for their rounded poses. What is
    /// at rest is given by its pose, which is a motion. Touching is meeting. Two that meet at the
    /// start have a contact at time 0. For solids, a body inside the other at the start has one,
    /// too; no solid gets inside another without a contact. Where one of the two is a shape, a
    /// contact is what [`Query::collide`] says is one.
    ///
    /// Two meshes that move without rotation, as by [`Translation`](crate::Translation) or a pose
    /// ([`Motion::translation`]), are decided by exact arithmetic where rounding would hide the
    /// answer: the verdict is that of the motion, free or in contact, at any gap.
    ///
    /// Verdicts are certain; which of several triangles is named, and where in the tolerance
    /// times lie, can depend on the instruction set.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query, Sweep, SweepOptions, Translation};
    /// use obbtree_predicates::Pose;
    /// // A sheet without thickness, and a needle that goes through it: any two poses may miss it.
    /// let corners = vec![[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0]];
    /// let sheet = Mesh::new(corners, vec![[0, 1, 2]])?;
    /// let needle = Mesh::new(vec![[0.0; 3], [0.0, 0.0, 0.5], [0.01, 0.0, 0.0]], vec![[0, 1, 2]])?;
    /// let (sheet, needle) = (Body::new(sheet), Body::new(needle));
    /// let start = Pose::from_translation([0.0, 0.0, -100.0])?;
    /// let motion = Translation::new(&start, [0.0, 0.0, 100.0])?;
    /// let options = SweepOptions::default();
    /// let found = Query::new().sweep(&sheet, &Pose::identity(), &needle, &motion, &options);
    /// let Sweep::Contact(found) = found else { panic!("it goes through") };
    /// // The tip touches at z = 0, at a height of -0.5: after 99.5 of 200.
    /// assert!(found.last_free < 0.4975 && 0.4975 <= found.first_contact);
    /// assert!(found.first_contact - found.last_free <= options.time_tolerance);
    /// assert_eq!(found.triangles, [Some(0), Some(0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sweep<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        motion_a: &dyn Motion,
        b: impl Into<ColliderRef<'b>>,
        motion_b: &dyn Motion,
        options: &SweepOptions,
    ) -> Sweep {
        self.swept([a.into(), b.into()], [motion_a, motion_b], options, false)
    }

    /// Is a motion proven free of contacts all the way? What OMPL calls `checkMotion`.
    ///
    /// As [`Query::sweep`], but ends at any contact, of whatever time: it is faster where there
    /// is one. `false` means that there is a contact, or that the bodies graze and no proof was
    /// found within the options.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Linear, Query, SweepOptions};
    /// use obbtree_predicates::Pose;
    /// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let body = Body::new(mesh);
    /// let here = Pose::identity();
    /// let [below, above, aside] = [[0.2, 0.2, -1.0], [0.2, 0.2, 1.0], [2.0, 0.2, -1.0]]
    ///     .map(|t| Pose::from_translation(t).expect("small"));
    /// let options = SweepOptions::default();
    /// let mut query = Query::new();
    /// let motion = Linear::new(&below, &above)?;
    /// assert!(!query.is_motion_free(&body, &here, &body, &motion, &options));
    /// assert!(query.is_motion_free(&body, &here, &body, &Linear::new(&below, &aside)?, &options));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_motion_free<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        motion_a: &dyn Motion,
        b: impl Into<ColliderRef<'b>>,
        motion_b: &dyn Motion,
        options: &SweepOptions,
    ) -> bool {
        self.swept([a.into(), b.into()], [motion_a, motion_b], options, true).is_free()
    }

    fn swept(
        &mut self,
        colliders: [ColliderRef<'_>; 2],
        motions: [&dyn Motion; 2],
        options: &SweepOptions,
        any_contact: bool,
    ) -> Sweep {
        match colliders {
            [Mesh(a), Mesh(b)] => self.swept_bodies([a, b], motions, options, any_contact),
            // Nothing meets nothing, whatever moves.
            _ if colliders.iter().any(|collider| collider.is_empty()) => {
                Sweep::Free { clearance: f64::INFINITY }
            }
            _ => advancement::sweep(self, colliders, motions, options),
        }
    }

    fn swept_bodies(
        &mut self,
        bodies: [&Body; 2],
        motions: [&dyn Motion; 2],
        options: &SweepOptions,
        any_contact: bool,
    ) -> Sweep {
        let [a, b] = bodies;
        let relative = RelativeMotion::new(bodies, motions);
        let start = relative.sample(0.0);
        let poses = start.state;
        let met = self.first_pair(a, &poses[0], b, &poses[1]);
        if met.is_some() || (self.options().solid && one_inside(a, &poses[0], b, &poses[1])) {
            let points = met.map(|pair| relative.points(pair, &placement_at(&start)).0);
            let mut contact = FirstContact::new((), [0.0; 2], poses);
            (contact.triangles, contact.points) = (of_pair(met), points);
            return Sweep::Contact(contact);
        }
        let cached = self.options().contact_cache;
        let near =
            if cached { self.contact_cache.closest(a, b).map(|(pair, _)| pair) } else { None };
        let mut search = Search::new(relative, self, options, any_contact, near);
        let found = if any_contact { search.sampled(&SAMPLES) } else { None };
        let found = found.unwrap_or_else(|| search.run());
        if let (true, Some(pair)) = (cached, search.near) {
            self.contact_cache.remember_closest(a, b, pair);
        }
        found
    }

    /// A pair of triangles that meet. Certain, both ways.
    pub(super) fn meeting_pair(
        &mut self,
        [a, b]: [&Body; 2],
        placement: &Placement,
    ) -> Option<[u32; 2]> {
        let (trees, poses) = ([a.tree(), b.tree()], [&placement.pose_a, &placement.pose_b]);
        self.counting(|counts, workspace| {
            if wide::bounds_disjoint(trees, poses, 0.0, workspace) {
                return None;
            }
            Tree::closer_than(trees, placement, 0.0, Some(counts), workspace)
        })
    }

    /// All pairs of triangles that may meet in an interval of time, so that what is not listed is
    /// certain not to; what waits for a shorter one is put to the deferred.
    pub(super) fn list_swept_pairs(
        &mut self,
        [a, b]: [&Body; 2],
        swept: &SweptPlacement,
        deferred: &mut DeferredPairs,
        range: Range<usize>,
        pairs: &mut Vec<[u32; 2]>,
    ) {
        pairs.clear();
        let trees = [a.tree(), b.tree()];
        let mut on_pair = |in_a, in_b| {
            pairs.push([in_a, in_b]);
            ControlFlow::Continue(())
        };
        self.counting(|counts, workspace| {
            let _ =
                wide::swept_pairs(trees, swept, deferred, range, counts, workspace, &mut on_pair);
        });
    }
}
