//! Bodies of a scene that move: when does some pair meet first?

use std::collections::{BTreeMap, BTreeSet};

use obbtree_collider::{CloseApproach, FirstContact, Motion, Sweep, SweepOptions};

use crate::aabb_tree::{are_near, union};
use crate::error::SceneError;
use crate::moving::{Chain, MovingPart};
use crate::placed::{BodyId, PlacedBody};
use crate::query::SceneQuery;
use crate::scene::Scene;

/// Two bodies of a scene, and their parts that are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartPair {
    /// The bodies, ascending; in the world of a robot a link or an attached body first.
    pub bodies: [BodyId; 2],
    /// Their parts, by their places in their bodies.
    pub parts: [usize; 2],
}

impl PartPair {
    /// Of two bodies and the places of their parts.
    #[must_use]
    pub fn new(bodies: [BodyId; 2], parts: [usize; 2]) -> Self {
        Self { bodies, parts }
    }
}

/// The parts of a body that moves.
type MovingBody<'m> = (u32, Vec<MovingPart<'m>>);

impl SceneQuery {
    /// When do moving bodies first meet others, or each other? Others rest where they are; what a
    /// moving body carries moves with it. Margins do not count here: a contact is one of the
    /// bodies themselves.
    ///
    /// Verdicts are those of [`Query::sweep`](obbtree_collider::Query::sweep) for all pairs that
    /// count: free if all pairs are, with the least clearance of those that come near; else the
    /// pair that is first known to meet, where `last_free` is a proof for all pairs; undecided if
    /// some pair is and none is known to meet.
    ///
    /// # Errors
    /// If there is no such body, none is given, one is given twice, or one is given that is not
    /// enabled and carries nothing that is; or if a motion cannot be composed with the offset of a
    /// part.
    ///
    /// ```
    /// use obbtree_collider::{Shape, Sweep, SweepOptions, Translation};
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::{Scene, SceneQuery};
    /// let sphere = Shape::sphere([0.0; 3], 1.0)?;
    /// let mut scene = Scene::new();
    /// scene.add("post", sphere.clone(), Pose::identity())?;
    /// let flying = scene.add("flying", sphere, Pose::from_translation([-6.0, 0.0, 0.0])?)?;
    /// let motion = Translation::new(scene.pose(flying)?, [6.0, 0.0, 0.0])?;
    /// let options = SweepOptions::default();
    /// let found = SceneQuery::new().sweep(&scene, &[(flying, &motion)], &options)?;
    /// let Sweep::Contact(found) = found else { panic!("they meet") };
    /// assert!(found.last_free < 4.0 / 12.0 && 4.0 / 12.0 <= found.first_contact); // after 4 of 12
    /// assert!(found.first_contact - found.last_free <= 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep(
        &mut self,
        scene: &Scene,
        moves: &[(BodyId, &dyn Motion)],
        options: &SweepOptions,
    ) -> Result<Sweep<PartPair>, SceneError> {
        let moving = moving_bodies(scene, moves)?;
        let state = scene.state();
        let numbers: BTreeMap<u32, usize> =
            moving.iter().enumerate().map(|(at, (n, _))| (*n, at)).collect();
        let mut best = Earliest::default();
        for (n, parts) in &moving {
            // The tree knows where bodies are now: those that move may come from anywhere.
            let mut others = near_parts(scene, parts);
            others.extend(numbers.keys());
            for other in others {
                let rest;
                let second = match numbers.get(&other) {
                    // Two moving bodies are checked once.
                    Some(&at) if other > *n => &moving[at].1,
                    Some(_) => continue,
                    None => {
                        let Ok(body) = scene.body(BodyId(other)) else { continue };
                        rest = at_rest(body);
                        &rest
                    }
                };
                let [a, b] = [*n, other].map(|n| scene.body(BodyId(n)));
                let is_checked = match (a, b) {
                    (Ok(a), Ok(b)) => {
                        a.enabled && b.enabled && state.is_checked([*n, other], [a, b])
                    }
                    _ => false,
                };
                if is_checked {
                    let (bodies, parts) = match *n < other {
                        true => ([*n, other], [parts, second]),
                        false => ([other, *n], [second, parts]),
                    };
                    self.sweep_pair(bodies.map(BodyId), parts, options, &mut best);
                }
            }
        }
        Ok(best.verdict())
    }

    fn sweep_pair(
        &mut self,
        bodies: [BodyId; 2],
        [of_a, of_b]: [&Vec<MovingPart<'_>>; 2],
        options: &SweepOptions,
        best: &mut Earliest,
    ) {
        for (m, a) in of_a.iter().enumerate() {
            for (n, b) in of_b.iter().enumerate() {
                // *No* is certain: the boxes are where the parts stay.
                let is_near = match (&a.bounds, &b.bounds) {
                    (Some(p), Some(q)) => are_near(p, q, 0.0),
                    _ => true,
                };
                if is_near {
                    let [of_a, of_b] = [a, b].map(|one| (one.part.collider(), &*one.motion));
                    let found = self.query.sweep(of_a.0, of_a.1, of_b.0, of_b.1, options);
                    best.take(found.of_pair(|()| PartPair::new(bodies, [m, n])));
                }
            }
        }
    }
}

/// The given bodies and what they carry, each with its motion; ascending.
fn moving_bodies<'m>(
    scene: &'m Scene,
    moves: &[(BodyId, &'m dyn Motion)],
) -> Result<Vec<MovingBody<'m>>, SceneError> {
    let mut moving = Vec::new();
    scene.check_moves(moves.iter().map(|(id, _)| *id))?;
    for id in scene.ids() {
        let body = scene.body(id)?;
        let Some((motion, chain)) = parent_motion(scene, id, moves)? else { continue };
        let misplaced = |reason| SceneError::Pose { body: body.name.to_string(), reason };
        let on_its_way = |part| -> Result<MovingPart<'m>, SceneError> {
            let part: &'m crate::part::Part = part;
            MovingPart::carried(part, motion, &chain).map_err(misplaced)
        };
        let parts = body.parts.iter().map(on_its_way).collect::<Result<Vec<_>, _>>()?;
        moving.push((id.0, parts));
    }
    Ok(moving)
}

/// The motion that a body follows, its own or that of what carries it, and its offsets from there.
fn parent_motion<'m>(
    scene: &Scene,
    id: BodyId,
    moves: &[(BodyId, &'m dyn Motion)],
) -> Result<Option<(&'m dyn Motion, Chain)>, SceneError> {
    let (mut one, mut chain) = (id, Chain::none());
    loop {
        if let Some((_, motion)) = moves.iter().find(|(moved, _)| *moved == one) {
            return Ok(Some((*motion, chain)));
        }
        let body = scene.body(one)?;
        let Some(attachment) = &body.attachment else { return Ok(None) };
        chain = chain
            .under(&attachment.offset)
            .map_err(|reason| SceneError::Pose { body: body.name.to_string(), reason })?;
        one = attachment.parent;
    }
}

fn at_rest(body: &PlacedBody) -> Vec<MovingPart<'_>> {
    let parts = body.parts.iter().zip(&body.placed);
    parts.map(|(part, placed)| MovingPart::at_rest(part, &placed.pose)).collect()
}

/// The bodies at rest that moving parts may come near.
fn near_parts(scene: &Scene, parts: &[MovingPart<'_>]) -> BTreeSet<u32> {
    let state = scene.state();
    let around =
        parts.iter().map(|part| part.bounds).reduce(|one, other| Some(union(&one?, &other?)));
    let Some(around) = around.flatten() else { return scene.ids().map(BodyId::number).collect() };
    let mut near: BTreeSet<u32> = state.unbounded.iter().copied().collect();
    state.tree.for_each_near(&around, 0.0, &mut Vec::new(), |n| {
        near.insert(n);
    });
    near
}

/// The earliest contact so far.
struct Earliest {
    last_free: f64,
    clearance: f64,
    contact: Option<FirstContact<PartPair>>,
    close: Option<CloseApproach<PartPair>>,
}

impl Default for Earliest {
    fn default() -> Self {
        Self { last_free: 1.0, clearance: f64::INFINITY, contact: None, close: None }
    }
}

impl Earliest {
    fn take(&mut self, found: Sweep<PartPair>) {
        self.last_free = self.last_free.min(found.last_free());
        match found {
            Sweep::Free { clearance } => self.clearance = self.clearance.min(clearance),
            Sweep::Contact(found) => {
                let kept = self.contact.take();
                let is_later =
                    kept.as_ref().is_some_and(|kept| kept.first_contact <= found.first_contact);
                self.contact = if is_later { kept } else { Some(found) };
            }
            Sweep::Undecided(found) => {
                let kept = self.close.take();
                let is_later = kept.as_ref().is_some_and(|kept| kept.last_free <= found.last_free);
                self.close = if is_later { kept } else { Some(found) };
            }
            // A new kind of verdict proves nothing.
            _ => self.last_free = 0.0,
        }
    }

    fn verdict(self) -> Sweep<PartPair> {
        let last_free = self.last_free;
        match (self.contact, self.close) {
            (Some(mut found), _) => {
                found.last_free = last_free;
                Sweep::Contact(found)
            }
            (None, Some(mut found)) => {
                found.last_free = last_free;
                Sweep::Undecided(found)
            }
            (None, None) => Sweep::Free { clearance: self.clearance },
        }
    }
}
