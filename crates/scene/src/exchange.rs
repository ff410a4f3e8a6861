//! What bodies are made of becomes something else.

use std::sync::Arc;

use obbtree_collider::{Collider, PointCloud, Voxels};

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
    /// collider, it is not copied. These stay as they are. Of clouds and voxels alone there are
    /// [`Scene::change_cloud`] and [`Scene::change_voxels`].
    ///
    /// # Errors
    /// If there is no such body, or it has no such part.
    ///
    /// ```
    /// use obbtree_collider::{Collider, PointCloud, Shape};
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::{Scene, SceneQuery};
    /// let mut scene = Scene::new();
    /// scene.add("sphere", Shape::sphere([0.0; 3], 1.0)?, Pose::identity())?;
    /// let other = scene.add("other", Shape::sphere([5.0, 0.0, 0.0], 1.0)?, Pose::identity())?;
    /// assert!(!SceneQuery::new().collides(&scene));
    /// let cloud = PointCloud::new(&[[1.5, 0.0, 0.0]], 0.5)?;
    /// scene.change_part(other, 0, |collider| *collider = cloud.into())?;
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

    /// Changes a part that is a point cloud, as [`Scene::change_part`] does: points that come and
    /// go, in the frame of the part.
    ///
    /// # Errors
    /// If there is no such body, it has no such part, or that is no point cloud.
    ///
    /// ```
    /// use obbtree_collider::{PointCloud, Shape};
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::{Scene, SceneQuery};
    /// let mut scene = Scene::new();
    /// scene.add("sphere", Shape::sphere([0.0; 3], 1.0)?, Pose::identity())?;
    /// let seen = scene.add("seen", PointCloud::new(&[[0.0, 0.0, 9.0]], 0.5)?, Pose::identity())?;
    /// scene.change_cloud(seen, 0, |cloud| cloud.insert(&[[0.0, 0.0, 1.5]], 0.5))??;
    /// assert!(SceneQuery::new().collides(&scene));
    /// assert_eq!(scene.change_cloud(seen, 0, |cloud| cloud.remove(&[1]))??, 1);
    /// assert!(!SceneQuery::new().collides(&scene));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn change_cloud<R>(
        &mut self,
        id: BodyId,
        part: usize,
        change: impl FnOnce(&mut PointCloud) -> R,
    ) -> Result<R, SceneError> {
        self.require_kind(id, part, "a point cloud", |collider| collider.cloud().is_some())?;
        self.change_part(id, part, |collider| match collider {
            Collider::Points(cloud) => change(cloud),
            _ => unreachable!("it is a point cloud"),
        })
    }

    /// Changes a part that is voxels, as [`Scene::change_part`] does: cells that become occupied
    /// or free.
    ///
    /// # Errors
    /// If there is no such body, it has no such part, or that is no voxels.
    ///
    /// ```
    /// use obbtree_collider::{Shape, Voxels};
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::{Scene, SceneQuery};
    /// let mut scene = Scene::new();
    /// scene.add("sphere", Shape::sphere([0.0; 3], 1.0)?, Pose::identity())?;
    /// let voxels = Voxels::from_cells(&[[9, 0, 0]], [0.0; 3], 0.5)?;
    /// let map = scene.add("map", voxels, Pose::identity())?;
    /// assert!(!SceneQuery::new().collides(&scene));
    /// assert_eq!(scene.change_voxels(map, 0, |voxels| voxels.set(&[[1, 0, 0]], true))??, 1);
    /// assert!(SceneQuery::new().collides(&scene));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn change_voxels<R>(
        &mut self,
        id: BodyId,
        part: usize,
        change: impl FnOnce(&mut Voxels) -> R,
    ) -> Result<R, SceneError> {
        self.require_kind(id, part, "voxels", |collider| collider.voxels().is_some())?;
        self.change_part(id, part, |collider| match collider {
            Collider::Voxels(voxels) => change(voxels),
            _ => unreachable!("it is voxels"),
        })
    }

    /// Before anything is changed: a mesh that is none of these stays that of its file.
    fn require_kind(
        &self,
        id: BodyId,
        part: usize,
        expected: &'static str,
        is_kind: impl FnOnce(&Collider) -> bool,
    ) -> Result<(), SceneError> {
        self.part_pose(id, part)?;
        let body = self.body(id)?;
        match is_kind(body.parts[part].collider()) {
            true => Ok(()),
            false => Err(SceneError::OtherKind { body: body.name.to_string(), part, expected }),
        }
    }
}
