//! The scene: bodies by name and number, and the tree of their boxes.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use obbtree_predicates::{Pose, UpperBound};
use smallvec::SmallVec;

use crate::aabb_tree::AabbTree;
use crate::error::SceneError;
use crate::masks::{Groups, PairTable};
use crate::part::{Part, Parts};
use crate::placed::{BodyId, PlacedBody, PlacedPart};

/// Many placed bodies, and which pairs of them are checked.
///
/// A scene is data, which a [`SceneQuery`](crate::SceneQuery) queries. Clones share all
/// until one of them is changed, and meshes and their trees ever after; so each thread may have
/// one. A change of a pose changes the boxes that the search goes by at once: there is no update
/// to call, or to forget.
///
/// A part is placed by the pose of its body and its offset: [`Pose::compose`], whose numbers are
/// the question that is answered. A part without offset has exactly the pose of the body.
///
/// ```
/// use obbtree_predicates::Pose;
/// use obbtree_collider::Shape;
/// use obbtree_scene::{Scene, SceneQuery};
/// let sphere = Shape::sphere([0.0; 3], 1.0)?;
/// let mut scene = Scene::new();
/// let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).expect("finite");
/// let left = scene.add("left", sphere.clone(), at(0.0))?;
/// let right = scene.add("right", sphere, at(3.0))?;
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
    pub(crate) state: Arc<State>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// By number; `None` for those removed.
    pub(crate) bodies: Vec<Option<PlacedBody>>,
    pub(crate) ids: HashMap<Arc<str>, BodyId>,
    /// The boxes of the enabled bodies that have an end.
    pub(crate) tree: AabbTree,
    /// The enabled bodies without end, ascending.
    pub(crate) unbounded: Vec<u32>,
    pub(crate) allowed: PairTable<()>,
    pub(crate) margins: PairTable<f64>,
    pub(crate) margin: f64,
    /// The bodies that are carried by others.
    pub(crate) attached: BTreeSet<u32>,
    /// Memory of [`Scene::set_poses`].
    pub(crate) scratch: Vec<PlacedPart>,
}

/// Bodies.
impl Scene {
    /// A scene without bodies.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a body: enabled, in all groups, attached to nothing. It is made of a mesh
    /// ([`Body`](obbtree_collider::Body)), a [`Shape`](obbtree_collider::Shape), a [`Part`], or
    /// an array or vector of parts; they may be shared with other bodies by passing the same
    /// `Arc<[Part]>`.
    ///
    /// # Errors
    /// If the name is in use, there is no part, or a part's pose cannot be used.
    pub fn add(
        &mut self,
        name: &str,
        parts: impl Into<Parts>,
        pose: Pose,
    ) -> Result<BodyId, SceneError> {
        let Parts(parts) = parts.into();
        if self.state.ids.contains_key(name) {
            return Err(SceneError::NameInUse(name.to_owned()));
        }
        if parts.is_empty() {
            return Err(SceneError::NoParts(name.to_owned()));
        }
        let mut placed = SmallVec::with_capacity(parts.len());
        PlacedBody::place(&parts, &pose, &mut placed)
            .map_err(|reason| SceneError::Pose { body: name.to_owned(), reason })?;
        let state = Arc::make_mut(&mut self.state);
        let id = BodyId(state.bodies.len() as u32);
        let (enabled, groups, attachment) = (true, Groups::default(), None);
        let name: Arc<str> = name.into();
        state.ids.insert(Arc::clone(&name), id);
        let ids = &state.ids;
        state.allowed.named(&name, id.0, |other| ids.get(other).map(|id| id.0));
        state.margins.named(&name, id.0, |other| ids.get(other).map(|id| id.0));
        let most_margin = state.margins.of(&name).map(|(_, margin)| margin).fold(0.0, f64::max);
        state.bodies.push(Some(PlacedBody {
            name,
            parts,
            pose,
            placed,
            enabled,
            groups,
            attachment,
            padding: 0.0,
            most_margin,
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
            let ids = &state.ids;
            state.allowed.removed(&body.name, id.0, |other| ids.get(other).map(|id| id.0));
            state.margins.removed(&body.name, id.0, |other| ids.get(other).map(|id| id.0));
            state.ids.remove(&body.name);
        }
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

    /// The body of a number that [`BodyId::number`] gave.
    ///
    /// # Errors
    /// If there is none, or it was removed.
    pub fn numbered(&self, number: u32) -> Result<BodyId, SceneError> {
        self.body(BodyId(number)).map(|_| BodyId(number))
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

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    pub(crate) fn body(&self, id: BodyId) -> Result<&PlacedBody, SceneError> {
        let body = self.state.bodies.get(id.0 as usize);
        body.and_then(Option::as_ref).ok_or(SceneError::NoSuchBody(id.0))
    }

    pub(crate) fn body_mut(&mut self, id: BodyId) -> Result<&mut PlacedBody, SceneError> {
        let body = Arc::make_mut(&mut self.state).bodies.get_mut(id.0 as usize);
        body.and_then(Option::as_mut).ok_or(SceneError::NoSuchBody(id.0))
    }
}

impl State {
    /// Brings the tree up to what a body is now. It changes here, and where bodies move.
    pub(crate) fn refresh(&mut self, id: BodyId) {
        let body = self.bodies[id.0 as usize].as_ref().filter(|body| body.enabled);
        let (is_there, bounds) = (body.is_some(), body.and_then(PlacedBody::bounds));
        match bounds {
            Some(bounds) => self.tree.set(id.0, bounds),
            None => self.tree.remove(id.0),
        }
        self.unbounded.retain(|&one| one != id.0);
        if is_there && bounds.is_none() {
            let at = self.unbounded.partition_point(|&one| one < id.0);
            self.unbounded.insert(at, id.0);
        }
    }

    /// Is a pair of different bodies checked, if both are enabled?
    pub(crate) fn is_checked(&self, [a, b]: [u32; 2], [one, other]: [&PlacedBody; 2]) -> bool {
        let carries = |x: &PlacedBody, y: u32| x.parent() == Some(BodyId(y));
        a != b
            && one.groups.meet(other.groups)
            && !carries(one, b)
            && !carries(other, a)
            && self.allowed.get(a, b).is_none()
    }

    /// The margin of a pair, and both paddings; rounded up where `f64` cannot hold the sum.
    pub(crate) fn margin_of(&self, [a, b]: [u32; 2], bodies: [&PlacedBody; 2]) -> f64 {
        let margin = self.margins.get(a, b).unwrap_or(self.margin);
        if bodies.iter().all(|body| body.padding == 0.0) {
            return margin;
        }
        let [one, other] = bodies.map(|body| UpperBound::from(body.padding));
        (UpperBound::from(margin) + (one + other)).get()
    }

    /// No pair of a body has a larger margin, without paddings.
    pub(crate) fn most_margin(&self, body: &PlacedBody) -> f64 {
        self.margin.max(body.most_margin)
    }
}
