//! The scene: bodies by name and number, and every change of them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use obbtree_predicates::Pose;

use crate::aabb_tree::AabbTree;
use crate::error::SceneError;
use crate::masks::{Groups, PairTable};
use crate::part::Part;
use crate::placed::{Attachment, BodyId, PlacedBody};

/// Many placed bodies, and which pairs of them are asked about.
///
/// A scene is data: questions are asked by a [`SceneQuery`](crate::SceneQuery). Clones share all until one of
/// them is changed, and meshes and their trees ever after; so each thread may have one. A change
/// of a pose changes the boxes that the search goes by at once: there is no update to call, or to forget.
///
/// A part is placed by the pose of its body and its offset: [`Pose::compose`], whose numbers are the question
/// that is answered. A part without offset has exactly the pose of the body.
///
/// ```
/// use obbtree_predicates::Pose;
/// use obbtree_scene::{Part, Primitive, Scene, SceneQuery};
/// let ball = Part::primitive(Primitive::Sphere { center: [0.0; 3], radius: 1.0 })?;
/// let mut scene = Scene::new();
/// let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).expect("finite");
/// let left = scene.add("left", [ball.clone()], at(0.0))?;
/// let right = scene.add("right", [ball], at(3.0))?;
/// let mut query = SceneQuery::new();
/// assert!(!query.collides(&scene));
/// scene.set_pose(right, at(2.0))?; // they touch
/// assert_eq!(query.pairs(&scene), [[left, right]]);
/// scene.allow("left", "right");
/// assert!(!query.collides(&scene));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scene {
    state: Arc<State>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// By number; `None` for those removed.
    pub(crate) bodies: Vec<Option<PlacedBody>>,
    ids: HashMap<Arc<str>, BodyId>,
    /// The boxes of the enabled bodies that have an end.
    pub(crate) tree: AabbTree,
    /// The enabled bodies without end, ascending.
    pub(crate) endless: Vec<u32>,
    pub(crate) allowed: PairTable<()>,
    pub(crate) margins: PairTable<f64>,
    pub(crate) margin: f64,
    /// The bodies that are carried by others.
    attached: BTreeSet<u32>,
}

/// Bodies.
impl Scene {
    /// A scene without bodies.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a body: enabled, in all groups, attached to nothing. Parts may be shared with other bodies by
    /// passing the same `Arc<[Part]>`.
    ///
    /// # Errors
    /// If the name is in use, there is no part, or a part's pose cannot be used.
    pub fn add(
        &mut self,
        name: &str,
        parts: impl Into<Arc<[Part]>>,
        pose: Pose,
    ) -> Result<BodyId, SceneError> {
        let parts = parts.into();
        if self.state.ids.contains_key(name) {
            return Err(SceneError::NameInUse(name.to_owned()));
        }
        if parts.is_empty() {
            return Err(SceneError::NoParts(name.to_owned()));
        }
        let placed = PlacedBody::place(&parts, &pose)
            .map_err(|reason| SceneError::Pose { body: name.to_owned(), reason })?;
        let state = Arc::make_mut(&mut self.state);
        let id = BodyId(state.bodies.len() as u32);
        let (enabled, groups, attachment) = (true, Groups::default(), None);
        let name: Arc<str> = name.into();
        state.ids.insert(Arc::clone(&name), id);
        let ids = &state.ids;
        state.allowed.named(&name, id.0, |other| ids.get(other).map(|id| id.0));
        state.margins.named(&name, id.0, |other| ids.get(other).map(|id| id.0));
        state.bodies.push(Some(PlacedBody {
            name,
            parts,
            pose,
            placed,
            enabled,
            groups,
            attachment,
        }));
        state.refresh(id);
        Ok(id)
    }

    /// Removes a body. Bodies that it carried stay where they are, attached to nothing.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn remove(&mut self, id: BodyId) -> Result<(), SceneError> {
        self.body(id)?;
        for carried in self.carried_by(id) {
            self.detach(carried)?;
        }
        self.detach(id)?;
        let state = Arc::make_mut(&mut self.state);
        if let Some(body) = state.bodies[id.0 as usize].take() {
            state.ids.remove(&body.name);
        }
        state.allowed.removed(id.0);
        state.margins.removed(id.0);
        state.refresh(id);
        Ok(())
    }

    /// The body of a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn id(&self, name: &str) -> Result<BodyId, SceneError> {
        self.state.ids.get(name).copied().ok_or_else(|| SceneError::NoSuchName(name.to_owned()))
    }

    /// The name of a body.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn name(&self, id: BodyId) -> Result<&str, SceneError> {
        Ok(&self.body(id)?.name)
    }

    /// The bodies, ascending by number: the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = BodyId> {
        let numbers = self.state.bodies.iter().enumerate();
        numbers.filter(|(_, body)| body.is_some()).map(|(n, _)| BodyId(n as u32))
    }

    /// What a body is made of.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn parts(&self, id: BodyId) -> Result<&Arc<[Part]>, SceneError> {
        Ok(&self.body(id)?.parts)
    }

    /// Takes a body out of all questions, or back into them.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn set_enabled(&mut self, id: BodyId, enabled: bool) -> Result<(), SceneError> {
        self.body_mut(id)?.enabled = enabled;
        Arc::make_mut(&mut self.state).refresh(id);
        Ok(())
    }

    /// Is a body part of the questions?
    ///
    /// # Errors
    /// If there is no such body.
    pub fn is_enabled(&self, id: BodyId) -> Result<bool, SceneError> {
        Ok(self.body(id)?.enabled)
    }
}

/// Places.
impl Scene {
    /// The pose of a body.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn pose(&self, id: BodyId) -> Result<&Pose, SceneError> {
        Ok(&self.body(id)?.pose)
    }

    /// The pose of a part in the world.
    ///
    /// # Errors
    /// If there is no such body. A part that does not exist has the body's pose.
    pub fn part_pose(&self, id: BodyId, part: usize) -> Result<&Pose, SceneError> {
        let body = self.body(id)?;
        Ok(body.placed.get(part).map_or(&body.pose, |part| &part.pose))
    }

    /// Moves a body, and all that it carries. A body that is carried stays attached, at its new place.
    ///
    /// # Errors
    /// If there is no such body, or a pose that follows cannot be used; then nothing has moved.
    pub fn set_pose(&mut self, id: BodyId, pose: Pose) -> Result<(), SceneError> {
        self.set_poses([(id, pose)])
    }

    /// Moves several bodies, and all that they carry. A body that is given and carried by another one that is
    /// given goes where its own pose says.
    ///
    /// # Errors
    /// If there is no such body, or a pose that follows cannot be used; then nothing has moved.
    pub fn set_poses(
        &mut self,
        poses: impl IntoIterator<Item = (BodyId, Pose)>,
    ) -> Result<(), SceneError> {
        let given: Vec<(BodyId, Pose)> = poses.into_iter().collect();
        let mut moves = given.clone();
        if !self.state.attached.is_empty() {
            self.add_carried(&mut moves)?;
        }
        let placed = moves
            .iter()
            .map(|(id, pose)| {
                let body = self.body(*id)?;
                PlacedBody::place(&body.parts, pose).map_err(|reason| self.misplaced(*id, reason))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let state = Arc::make_mut(&mut self.state);
        for ((id, pose), placed) in moves.into_iter().zip(placed) {
            if let Some(body) = &mut state.bodies[id.0 as usize] {
                (body.pose, body.placed) = (pose, placed);
            }
            state.refresh(id);
        }
        if !state.attached.is_empty() {
            for (id, _) in given {
                self.renew_attachment(id)?;
            }
        }
        Ok(())
    }

    /// Attaches a body to another one, which carries it from where both are now. The two are not asked about
    /// together as long as it does.
    ///
    /// # Errors
    /// If there is no such body, or the carrier is carried by the body.
    pub fn attach(&mut self, id: BodyId, carrier: BodyId) -> Result<(), SceneError> {
        let offset = self.offset(id, carrier)?;
        self.attach_at(id, carrier, offset)
    }

    /// Attaches a body at an offset that is known.
    pub(crate) fn attach_at(
        &mut self,
        id: BodyId,
        carrier: BodyId,
        offset: Pose,
    ) -> Result<(), SceneError> {
        let mut above = Some(carrier);
        while let Some(one) = above {
            if one == id {
                return Err(SceneError::CarriesItself(self.name(id)?.to_owned()));
            }
            above = self.body(one)?.attachment.map(|attachment| attachment.carrier);
        }
        self.body_mut(id)?.attachment = Some(Attachment { carrier, offset });
        Arc::make_mut(&mut self.state).attached.insert(id.0);
        Ok(())
    }

    /// Detaches a body from what carries it, if something does; it stays where it is.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn detach(&mut self, id: BodyId) -> Result<(), SceneError> {
        if self.body(id)?.attachment.is_some() {
            self.body_mut(id)?.attachment = None;
            Arc::make_mut(&mut self.state).attached.remove(&id.0);
        }
        Ok(())
    }

    /// What carries a body.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn carrier(&self, id: BodyId) -> Result<Option<BodyId>, SceneError> {
        Ok(self.body(id)?.attachment.map(|attachment| attachment.carrier))
    }

    /// The bodies that one carries itself, ascending.
    fn carried_by(&self, id: BodyId) -> Vec<BodyId> {
        let carrier = |one: &BodyId| self.body(*one).ok()?.attachment.map(|a| a.carrier);
        let attached = self.state.attached.iter().map(|&one| BodyId(one));
        attached.filter(|one| carrier(one) == Some(id)).collect()
    }

    /// Adds to moves of bodies those of what they carry, and what that carries.
    fn add_carried(&self, moves: &mut Vec<(BodyId, Pose)>) -> Result<(), SceneError> {
        let mut n = 0;
        while let Some(&(carrier, pose)) = moves.get(n) {
            for id in self.carried_by(carrier) {
                let Some(attachment) = self.body(id)?.attachment else { continue };
                if moves.iter().all(|(moved, _)| *moved != id) {
                    let pose = pose
                        .compose(&attachment.offset)
                        .map_err(|reason| self.misplaced(id, reason))?;
                    moves.push((id, pose));
                }
            }
            n += 1;
        }
        Ok(())
    }

    /// The offset of a carried body that was moved itself.
    fn renew_attachment(&mut self, id: BodyId) -> Result<(), SceneError> {
        if let Some(Attachment { carrier, .. }) = self.body(id)?.attachment {
            let offset = self.offset(id, carrier)?;
            self.body_mut(id)?.attachment = Some(Attachment { carrier, offset });
        }
        Ok(())
    }

    fn offset(&self, id: BodyId, carrier: BodyId) -> Result<Pose, SceneError> {
        let offset = self.body(id)?.pose.relative_to(&self.body(carrier)?.pose);
        offset.map_err(|reason| self.misplaced(id, reason))
    }

    fn misplaced(&self, id: BodyId, reason: obbtree_predicates::PoseError) -> SceneError {
        SceneError::Pose { body: self.name(id).unwrap_or_default().to_owned(), reason }
    }
}

/// Pairs.
impl Scene {
    /// The groups of a body.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn groups(&self, id: BodyId) -> Result<Groups, SceneError> {
        Ok(self.body(id)?.groups)
    }

    /// Puts a body into groups.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn set_groups(&mut self, id: BodyId, groups: Groups) -> Result<(), SceneError> {
        self.body_mut(id)?.groups = groups;
        Ok(())
    }

    /// Allows two bodies to collide: the pair is not asked about. By names, which bodies may get later.
    pub fn allow(&mut self, a: &str, b: &str) {
        self.set_allowed([a, b], Some(()));
    }

    /// Takes an allowance back.
    pub fn forbid(&mut self, a: &str, b: &str) {
        self.set_allowed([a, b], None);
    }

    /// The pairs that are allowed to collide, ascending by name.
    pub fn allowed(&self) -> impl Iterator<Item = &[String; 2]> {
        self.state.allowed.iter().map(|(names, ())| names)
    }

    /// The distance at which bodies count as colliding: of all pairs that have no margin of their own.
    #[must_use]
    pub fn margin(&self) -> f64 {
        self.state.margin
    }

    /// Bodies at most so far apart, in the caller's unit, count as colliding from now on; 0 at first.
    ///
    /// # Errors
    /// If it is negative or not finite.
    pub fn set_margin(&mut self, margin: f64) -> Result<(), SceneError> {
        check_margin(margin)?;
        Arc::make_mut(&mut self.state).margin = margin;
        Ok(())
    }

    /// Gives a pair of names a margin of its own, or takes it away.
    ///
    /// # Errors
    /// If it is negative or not finite.
    pub fn set_pair_margin(
        &mut self,
        a: &str,
        b: &str,
        margin: Option<f64>,
    ) -> Result<(), SceneError> {
        margin.map_or(Ok(()), check_margin)?;
        let State { margins, ids, .. } = Arc::make_mut(&mut self.state);
        margins.set([a, b], margin, |name| ids.get(name).map(|id| id.0));
        Ok(())
    }

    /// The pairs that have margins of their own, ascending by name.
    pub fn pair_margins(&self) -> impl Iterator<Item = (&[String; 2], f64)> {
        self.state.margins.iter()
    }

    /// Is a pair of bodies asked about?
    #[must_use]
    pub fn is_asked(&self, a: BodyId, b: BodyId) -> bool {
        match (self.body(a), self.body(b)) {
            (Ok(one), Ok(other)) => {
                one.enabled && other.enabled && self.state.is_asked([a.0, b.0], [one, other])
            }
            _ => false,
        }
    }

    fn set_allowed(&mut self, names: [&str; 2], value: Option<()>) {
        let State { allowed, ids, .. } = Arc::make_mut(&mut self.state);
        allowed.set(names, value, |name| ids.get(name).map(|id| id.0));
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    pub(crate) fn body(&self, id: BodyId) -> Result<&PlacedBody, SceneError> {
        let body = self.state.bodies.get(id.0 as usize);
        body.and_then(Option::as_ref).ok_or(SceneError::NoSuchBody(id.0))
    }

    fn body_mut(&mut self, id: BodyId) -> Result<&mut PlacedBody, SceneError> {
        let body = Arc::make_mut(&mut self.state).bodies.get_mut(id.0 as usize);
        body.and_then(Option::as_mut).ok_or(SceneError::NoSuchBody(id.0))
    }
}

fn check_margin(margin: f64) -> Result<(), SceneError> {
    let is_usable = margin >= 0.0 && margin.is_finite();
    if is_usable { Ok(()) } else { Err(SceneError::Margin(margin)) }
}

impl State {
    /// Brings the tree up to what a body is now: the only place where it changes.
    fn refresh(&mut self, id: BodyId) {
        let body = self.bodies[id.0 as usize].as_ref().filter(|body| body.enabled);
        let (is_there, bounds) = (body.is_some(), body.and_then(PlacedBody::bounds));
        match bounds {
            Some(bounds) => self.tree.set(id.0, bounds),
            None => self.tree.remove(id.0),
        }
        self.endless.retain(|&one| one != id.0);
        if is_there && bounds.is_none() {
            let at = self.endless.partition_point(|&one| one < id.0);
            self.endless.insert(at, id.0);
        }
    }

    /// Is a pair of different bodies asked about, if both are enabled?
    pub(crate) fn is_asked(&self, [a, b]: [u32; 2], [one, other]: [&PlacedBody; 2]) -> bool {
        let carries = |x: &PlacedBody, y: u32| x.attachment.is_some_and(|at| at.carrier.0 == y);
        a != b
            && one.groups.meet(other.groups)
            && !carries(one, b)
            && !carries(other, a)
            && self.allowed.get(a, b).is_none()
    }

    /// The margin of a pair.
    pub(crate) fn margin_of(&self, a: u32, b: u32) -> f64 {
        self.margins.get(a, b).unwrap_or(self.margin)
    }

    /// No pair has a larger margin.
    pub(crate) fn most_margin(&self) -> f64 {
        self.margins.iter().map(|(_, margin)| margin).fold(self.margin, f64::max)
    }
}
