//! Where the bodies of a scene are, and what carries what.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use obbtree_predicates::{Pose, PoseError};

use crate::error::SceneError;
use crate::placed::{Attachment, BodyId, PlacedBody, PlacedPart};
use crate::scene::{Scene, State};

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
    /// If there is no such body, or it has no such part.
    pub fn part_pose(&self, id: BodyId, part: usize) -> Result<&Pose, SceneError> {
        let body = self.body(id)?;
        let placed = body.placed.get(part).ok_or_else(|| {
            let (body, parts) = (body.name.to_string(), body.placed.len());
            SceneError::NoSuchPart { body, part, parts }
        });
        Ok(&placed?.pose)
    }

    /// Moves a body, and all that it carries. A body that is carried stays attached, at its new
    /// place.
    ///
    /// # Errors
    /// If there is no such body, or a pose that follows cannot be used; then nothing has moved.
    pub fn set_pose(&mut self, id: BodyId, pose: Pose) -> Result<(), SceneError> {
        let is_free = self.state.attached.is_empty()
            || (self.body(id)?.attachment.is_none() && self.carried_by(id).is_empty());
        if !is_free {
            return self.set_poses([(id, pose)]);
        }
        self.move_all(&[(id, pose)])
    }

    /// Moves several bodies, and all that they carry. A body that is given and carried by another
    /// one that is given goes where its own pose says. Of a body that is given twice the last
    /// pose counts.
    ///
    /// # Errors
    /// If there is no such body, or a pose that follows cannot be used; then nothing has moved.
    pub fn set_poses(
        &mut self,
        poses: impl IntoIterator<Item = (BodyId, Pose)>,
    ) -> Result<(), SceneError> {
        let mut moves: Vec<(BodyId, Pose)> = poses.into_iter().collect();
        let mut offsets = Vec::new();
        if !self.state.attached.is_empty() {
            keep_last(&mut moves);
            let given = moves.len();
            self.add_carried(&mut moves)?;
            offsets = self.new_offsets(&moves, given)?;
        }
        self.move_all(&moves)?;
        for (id, attachment) in offsets {
            self.body_mut(id)?.attachment = Some(attachment.into());
        }
        Ok(())
    }

    /// Moves bodies, all or none, and nothing that they carry.
    fn move_all(&mut self, moves: &[(BodyId, Pose)]) -> Result<(), SceneError> {
        for (id, _) in moves {
            self.body(*id)?;
        }
        let state = Arc::make_mut(&mut self.state);
        let mut placed = std::mem::take(&mut state.scratch);
        placed.clear();
        let problem = moves.iter().find_map(|(id, pose)| {
            let body = state.bodies[id.0 as usize].as_ref()?;
            let reason = PlacedBody::place(&body.parts, pose, &mut placed).err()?;
            Some(SceneError::Pose { body: body.name.to_string(), reason })
        });
        if problem.is_none() {
            state.put(moves, &placed);
        }
        state.scratch = placed;
        problem.map_or(Ok(()), Err)
    }

    /// Attaches a body to another one, which carries it from where both are now. The two are not
    /// checked together as long as it does.
    ///
    /// # Errors
    /// If there is no such body, or the parent is carried by the body.
    pub fn attach(&mut self, id: BodyId, parent: BodyId) -> Result<(), SceneError> {
        let offset = self.offset_now(id, parent)?;
        self.attach_at(id, parent, offset)
    }

    /// Attaches a body at an offset that is known.
    pub(crate) fn attach_at(
        &mut self,
        id: BodyId,
        parent: BodyId,
        offset: Pose,
    ) -> Result<(), SceneError> {
        let mut above = Some(parent);
        while let Some(one) = above {
            if one == id {
                return Err(SceneError::CarriesItself(self.name(id)?.to_owned()));
            }
            above = self.body(one)?.parent();
        }
        self.body_mut(id)?.attachment = Some(Attachment { parent, offset }.into());
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
    pub fn parent(&self, id: BodyId) -> Result<Option<BodyId>, SceneError> {
        Ok(self.body(id)?.parent())
    }

    /// Where a body is in the frame of what carries it; `None` if nothing does. Where that moves,
    /// the body's pose is the product of the two: `parent.compose(offset)`.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn offset(&self, id: BodyId) -> Result<Option<&Pose>, SceneError> {
        Ok(self.body(id)?.attachment.as_ref().map(|attachment| &attachment.offset))
    }

    /// The bodies that one carries itself, ascending.
    pub(crate) fn carried_by(&self, id: BodyId) -> Vec<BodyId> {
        let parent = |one: &BodyId| self.body(*one).ok()?.parent();
        let attached = self.state.attached.iter().map(|&one| BodyId(one));
        attached.filter(|one| parent(one) == Some(id)).collect()
    }

    /// Can these bodies be given motions? At least one, each once, and of each it or something
    /// that it carries is enabled: what is called free must be about something.
    pub(crate) fn check_moves(
        &self,
        moved: impl ExactSizeIterator<Item = BodyId>,
    ) -> Result<(), SceneError> {
        let mut seen = HashSet::with_capacity(moved.len());
        for id in moved {
            if !seen.insert(id) {
                return Err(SceneError::MovedTwice(self.name(id)?.to_owned()));
            }
            if !self.is_enabled(id)? && !self.carries_enabled(id) {
                return Err(SceneError::NotEnabled(self.name(id)?.to_owned()));
            }
        }
        if seen.is_empty() { Err(SceneError::NoMoves) } else { Ok(()) }
    }

    /// Does a body carry an enabled one, or what it carries one?
    fn carries_enabled(&self, id: BodyId) -> bool {
        let is_enabled = |one: BodyId| self.body(one).is_ok_and(|body| body.enabled);
        self.carried_by(id).into_iter().any(|one| is_enabled(one) || self.carries_enabled(one))
    }

    /// Adds to moves of bodies those of what they carry, and what that carries.
    fn add_carried(&self, moves: &mut Vec<(BodyId, Pose)>) -> Result<(), SceneError> {
        let mut n = 0;
        while let Some(&(parent, pose)) = moves.get(n) {
            for id in self.carried_by(parent) {
                let Some(attachment) = &self.body(id)?.attachment else { continue };
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

    /// The attachments of carried bodies that are moved themselves: the first `given` of all moves.
    fn new_offsets(
        &self,
        moves: &[(BodyId, Pose)],
        given: usize,
    ) -> Result<Vec<(BodyId, Attachment)>, SceneError> {
        let places: HashMap<BodyId, &Pose> = moves.iter().map(|(id, pose)| (*id, pose)).collect();
        let mut offsets = Vec::new();
        for (id, pose) in &moves[..given] {
            let Some(parent) = self.body(*id)?.parent() else { continue };
            let under = match places.get(&parent) {
                Some(pose) => pose,
                None => &self.body(parent)?.pose,
            };
            let offset = pose.relative_to(under).map_err(|reason| self.misplaced(*id, reason))?;
            offsets.push((*id, Attachment { parent, offset }));
        }
        Ok(offsets)
    }

    fn offset_now(&self, id: BodyId, parent: BodyId) -> Result<Pose, SceneError> {
        let offset = self.body(id)?.pose.relative_to(&self.body(parent)?.pose);
        offset.map_err(|reason| self.misplaced(id, reason))
    }

    fn misplaced(&self, id: BodyId, reason: PoseError) -> SceneError {
        SceneError::Pose { body: self.name(id).unwrap_or_default().to_owned(), reason }
    }
}

impl State {
    /// Puts bodies at poses; the parts of all are placed already.
    fn put(&mut self, moves: &[(BodyId, Pose)], mut placed: &[PlacedPart]) {
        let mut left = Vec::new();
        for (id, pose) in moves {
            let Some(body) = &mut self.bodies[id.0 as usize] else { continue };
            let parts;
            (parts, placed) = placed.split_at(body.placed.len());
            body.pose = *pose;
            body.placed.copy_from_slice(parts);
            if !body.enabled {
                continue;
            }
            // A body stays unbounded wherever it goes.
            let Some(bounds) = body.bounds() else { continue };
            if !self.tree.moved_inside(id.0, bounds) {
                match moves.len() {
                    1 => self.tree.put_elsewhere(id.0),
                    _ => left.push(id.0),
                }
            }
        }
        self.tree.put_many_elsewhere(&left);
    }
}

/// Leaves the last move of each body.
fn keep_last(moves: &mut Vec<(BodyId, Pose)>) {
    let last: HashMap<BodyId, usize> =
        moves.iter().enumerate().map(|(at, (id, _))| (*id, at)).collect();
    let mut at = 0;
    moves.retain(|(id, _)| {
        at += 1;
        last[id] == at - 1
    });
}
