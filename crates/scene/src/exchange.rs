//! What bodies are made of becomes something else.

use std::sync::Arc;

use obbtree_collider::Collider;

use crate::error::SceneError;
use crate::part::Parts;
use crate::placed::{BodyId, PlacedBody};
use crate::scene::Scene;

impl Scene {
    /// Makes a body of other parts: a new frame of a sensor in place of the last one. Its name,
    /// pose, groups, margins and attachments stay.
    ///
    /// # Errors
    /// If there is no such body, there is no part, or a part's pose cannot be used; then nothing is
    /// changed.
    ///
    /// ```
    /// use obbtree_collider::{PointCloud, Shape};
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::{Scene, SceneQuery};
    /// let mut scene = Scene::new();
    /// scene.add("sphere", Shape::sphere([0.0; 3], 1.0)?, Pose::identity())?;
    /// let seen = scene.add("seen", PointCloud::new(&[[0.0, 0.0, 2.0]], 0.5)?, Pose::identity())?;
    /// assert!(!SceneQuery::new().collides(&scene));
    /// scene.set_parts(seen, PointCloud::new(&[[0.0, 0.0, 1.5]], 0.5)?)?;
    /// assert!(SceneQuery::new().collides(&scene));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_parts(&mut self, id: BodyId, parts: impl Into<Parts>) -> Result<(), SceneError> {
        let Parts(parts) = parts.into();
        let body = self.body(id)?;
        if parts.is_empty() {
            return Err(SceneError::NoParts(body.name.to_string()));
        }
        let mut placed = Default::default();
        PlacedBody::place(&parts, &body.pose, &mut placed)
            .map_err(|reason| SceneError::Pose { body: body.name.to_string(), reason })?;
        let body = self.body_mut(id)?;
        (body.parts, body.placed) = (parts, placed);
        Arc::make_mut(&mut self.state).refresh(id);
        Ok(())
    }

    /// Changes the collider of a part in place: points of a cloud that come and go, cells of a grid
    /// that become occupied or free. Every question hears of it from then on.
    ///
    /// Where neither a clone of the scene, nor another body, nor a robot's checker shares the
    /// collider, it is not copied. These stay as they are.
    ///
    /// # Errors
    /// If there is no such body, or it has no such part.
    ///
    /// ```
    /// use obbtree_collider::{Collider, Shape, Voxels};
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::{Scene, SceneQuery};
    /// let mut scene = Scene::new();
    /// scene.add("sphere", Shape::sphere([0.0; 3], 1.0)?, Pose::identity())?;
    /// let voxels = Voxels::from_cells(&[[9, 0, 0]], [0.0; 3], 0.5)?;
    /// let map = scene.add("map", voxels, Pose::identity())?;
    /// assert!(!SceneQuery::new().collides(&scene));
    /// scene.change_part(map, 0, |collider| {
    ///     let Collider::Voxels(voxels) = collider else { unreachable!("it is a map") };
    ///     voxels.set(&[[1, 0, 0]], true)
    /// })??;
    /// assert!(SceneQuery::new().collides(&scene));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn change_part<R>(
        &mut self,
        id: BodyId,
        part: usize,
        change: impl FnOnce(&mut Collider) -> R,
    ) -> Result<R, SceneError> {
        self.part_pose(id, part)?;
        let body = self.body_mut(id)?;
        let part_of = &mut Arc::make_mut(&mut body.parts)[part];
        let changed = part_of.change(change);
        body.placed[part].bounds = part_of.bounds(&body.placed[part].pose);
        Arc::make_mut(&mut self.state).refresh(id);
        Ok(changed)
    }
}
