//! The bodies of a scene, and where they are.

use obbtree::scene::Groups;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::class::Scene;
use super::parts::parts;
use crate::cells::{self, numbers_of};
use crate::coordinates::{Coordinates, Radii, points_of};
use crate::errors::{cloud_error, voxel_error};
use crate::parameters::{Named, ThePose, of_body, whole, whole_u32};
use crate::pose::{Pose, PoseLike};

#[pymethods]
impl Scene {
    /// Adds a body: a ``Body``, a ``Shape``, a ``PointCloud``, ``Voxels``, a ``trimesh.Trimesh`` or
    /// a mesh file; a tuple of one of these and its offset in the body's frame; or a list of such
    /// parts.
    ///
    /// >>> import obbtree
    /// >>> lamp = [(obbtree.Shape.cylinder([0, 0, 0], [0, 0, 5], 0.2), None),
    /// ...     (obbtree.Shape.sphere([0, 0, 0], 1), [0, 0, 5, 0, 0, 0, 1])]
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("lamp", lamp)
    /// >>> scene.add("lamp", lamp)
    /// Traceback (most recent call last):
    ///     ...
    /// obbtree.SceneError: there is a body `lamp` already
    #[pyo3(signature = (name, parts, pose=None))]
    fn add(
        &self,
        name: &str,
        #[pyo3(from_py_with = parts)] parts: Vec<obbtree::scene::Part>,
        pose: Option<Named<PoseLike, ThePose>>,
    ) -> PyResult<()> {
        let pose = pose.unwrap_or_default().0.0;
        self.change(|scene| scene.add(name, parts, pose).map(|_| ()))
    }

    /// Makes a body of other parts, as ``add`` takes them: a new frame of a sensor in place of the
    /// last one. Its name, pose, groups, margins and attachments stay.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([5, 0, 0], 1))
    /// >>> scene.set_parts("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.pairs()
    /// [('left', 'right')]
    fn set_parts(
        &self,
        name: &str,
        #[pyo3(from_py_with = parts)] parts: Vec<obbtree::scene::Part>,
    ) -> PyResult<()> {
        self.change(|scene| scene.set_parts(scene.id(name)?, parts))
    }

    /// Adds points in place to a part of a body that is a point cloud, by its place in the body:
    /// arguments are those of ``PointCloud.insert``, in the frame of the part. The body's name,
    /// pose, groups, margins and attachments stay.
    ///
    /// Where nothing shares the cloud it is not copied; else it is, first: a ``PointCloud`` in
    /// Python, a copy of the scene, a checker in this world. These stay as they are; a checker is
    /// told by ``Checker.set_world``. Raises ``CloudError`` as ``insert`` does, and ``SceneError``
    /// for a body or part that is not there, or is no point cloud; then nothing is changed.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("ground", obbtree.Shape.half_space())
    /// >>> scene.add("seen", obbtree.PointCloud([[0, 0, 1]], 0.01))
    /// >>> scene.insert_points("seen", [[0, 0, 0]], 0.01)
    /// >>> scene.pairs()
    /// [('ground', 'seen')]
    /// >>> scene.insert_points("ground", [[0, 0, 0]], 0.01)
    /// Traceback (most recent call last):
    ///     ...
    /// obbtree.SceneError: part 0 of body `ground` is not a point cloud
    #[pyo3(signature = (name, points, radius, *, part=0))]
    fn insert_points(
        &self,
        py: Python<'_>,
        name: &str,
        points: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole::part)] part: usize,
    ) -> PyResult<()> {
        let points = Coordinates::of(&points_of(points)?, "points")?;
        let radii = Radii::of(radius, "radius")?;
        let inserted = self.change_detached(py, |scene| {
            let id = scene.id(name)?;
            scene.change_cloud(id, part, |cloud| points.insert_into(cloud, radii.radius()))
        })?;
        inserted.map_err(|error| cloud_error(&error))
    }

    /// Takes points out of a part of a body that is a point cloud, in place, by their numbers, as
    /// ``PointCloud.remove`` does, and says how many were there. What else there is to say stands
    /// at ``insert_points``.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("ground", obbtree.Shape.half_space())
    /// >>> scene.add("seen", obbtree.PointCloud([[0, 0, 1], [0, 0, 0]], 0.01))
    /// >>> scene.remove_points("seen", [1])
    /// 1
    /// >>> scene.pairs()
    /// []
    #[pyo3(signature = (name, numbers, *, part=0))]
    fn remove_points(
        &self,
        py: Python<'_>,
        name: &str,
        numbers: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole::part)] part: usize,
    ) -> PyResult<usize> {
        let numbers = numbers_of(numbers)?;
        let removed = self.change_detached(py, |scene| {
            scene.change_cloud(scene.id(name)?, part, |cloud| cloud.remove(&numbers))
        })?;
        removed.map_err(|error| cloud_error(&error))
    }

    /// Makes cells of a part of a body that is voxels occupied or free in place, as ``Voxels.set``
    /// does, and says how many were not so before. Raises ``VoxelError`` as ``set`` does, and
    /// ``SceneError`` for a body or part that is not there, or is no voxels. What else there is to
    /// say stands at ``insert_points``.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("ground", obbtree.Shape.half_space())
    /// >>> scene.add("map", obbtree.Voxels([[0, 0, 9]], 0.5))
    /// >>> scene.set_cells("map", [[0, 0, -1], [0, 0, 9]], True)
    /// 1
    /// >>> scene.pairs()
    /// [('ground', 'map')]
    #[pyo3(signature = (name, cells, occupied, *, part=0))]
    fn set_cells(
        &self,
        py: Python<'_>,
        name: &str,
        cells: &Bound<'_, PyAny>,
        occupied: bool,
        #[pyo3(from_py_with = whole::part)] part: usize,
    ) -> PyResult<usize> {
        let cells = cells::cells(cells)?;
        let changed = self.change_detached(py, |scene| {
            scene.change_voxels(scene.id(name)?, part, |voxels| voxels.set(&cells, occupied))
        })?;
        changed.map_err(|error| voxel_error(&error))
    }

    /// Removes a body. Bodies that it carried stay where they are.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.remove("left")
    /// >>> scene.names
    /// ['right']
    fn remove(&self, name: &str) -> PyResult<()> {
        self.change(|scene| scene.remove(scene.id(name)?))
    }

    /// The names of the bodies, in the order in which they were added.
    #[getter]
    fn names(&self) -> PyResult<Vec<String>> {
        self.look(|scene| scene.ids().map(|id| scene.name(id).map(str::to_owned)).collect())
    }

    /// The pose of a body.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.set_pose("left", [0, 0, 4, 0, 0, 0, 1])
    /// >>> scene.pose("left").translation
    /// array([0., 0., 4.])
    fn pose(&self, name: &str) -> PyResult<Pose> {
        self.look(|scene| scene.pose(scene.id(name)?).map(|pose| Pose(*pose)))
    }

    /// Moves a body, and all that it carries.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.set_pose("left", [0, 0, 4, 0, 0, 0, 1])
    /// >>> scene.pairs()
    /// []
    fn set_pose(&self, name: &str, pose: Named<PoseLike, ThePose>) -> PyResult<()> {
        self.change(|scene| scene.set_pose(scene.id(name)?, pose.0.0))
    }

    /// Moves several bodies at once, given as ``{name: pose}``; if one cannot be there, none has
    /// moved.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.set_poses({"left": None, "right": [5, 0, 0, 0, 0, 0, 1]})
    /// >>> scene.pairs()
    /// []
    fn set_poses(&self, py: Python<'_>, poses: &Bound<'_, PyDict>) -> PyResult<()> {
        let poses: Vec<(String, PoseLike)> = poses
            .iter()
            .map(|(name, pose)| {
                let name: String = name.extract()?;
                let pose = pose.extract();
                Ok((name.clone(), pose.map_err(|error| of_body(py, "poses", &name, error))?))
            })
            .collect::<PyResult<_>>()?;
        self.change(|scene| {
            let named = |(name, pose): &(String, PoseLike)| Ok((scene.id(name)?, pose.0));
            let moves = poses.iter().map(named).collect::<Result<Vec<_>, _>>()?;
            scene.set_poses(moves)
        })
    }

    /// From now on ``parent`` carries a body, from where both are; the two are not tested together.
    ///
    /// >>> import obbtree
    /// >>> scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
    /// >>> scene.add("hand", sphere); scene.add("cup", sphere, [0, 0, 1, 0, 0, 0, 1])
    /// >>> scene.attach("cup", "hand")
    /// >>> scene.set_pose("hand", [5, 0, 0, 0, 0, 0, 1])
    /// >>> scene.pose("cup").translation
    /// array([5., 0., 1.])
    fn attach(&self, name: &str, parent: &str) -> PyResult<()> {
        self.change(|scene| scene.attach(scene.id(name)?, scene.id(parent)?))
    }

    /// Detaches a body from what carries it, if something does; it stays where it is.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.attach("left", "right")
    /// >>> scene.detach("left")
    /// >>> scene.parent("left") is None
    /// True
    fn detach(&self, name: &str) -> PyResult<()> {
        self.change(|scene| scene.detach(scene.id(name)?))
    }

    /// What carries a body, or ``None``.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.attach("left", "right")
    /// >>> scene.parent("left")
    /// 'right'
    fn parent(&self, name: &str) -> PyResult<Option<String>> {
        self.look(|scene| {
            let parent = scene.parent(scene.id(name)?)?;
            parent.map(|id| scene.name(id).map(str::to_owned)).transpose()
        })
    }

    /// Takes a body out of all questions, or back into them.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.set_enabled("left", False)
    /// >>> scene.pairs()
    /// []
    fn set_enabled(&self, name: &str, enabled: bool) -> PyResult<()> {
        self.change(|scene| scene.set_enabled(scene.id(name)?, enabled))
    }

    /// Is a body part of the questions?
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.is_enabled("left")
    /// True
    fn is_enabled(&self, name: &str) -> PyResult<bool> {
        self.look(|scene| scene.is_enabled(scene.id(name)?))
    }

    /// Puts a body into groups: the bits of ``member``. A pair is tested if each is in a group
    /// that the other one's ``others`` has.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.set_groups("left", member=1, others=2)
    /// >>> scene.set_groups("right", member=1, others=2)
    /// >>> scene.pairs()
    /// []
    fn set_groups(
        &self,
        name: &str,
        #[pyo3(from_py_with = whole_u32::member)] member: u32,
        #[pyo3(from_py_with = whole_u32::others)] others: u32,
    ) -> PyResult<()> {
        self.change(|scene| scene.set_groups(scene.id(name)?, Groups { member, with: others }))
    }

    /// The groups of a body: ``(member, others)``.
    ///
    /// >>> import obbtree
    /// >>> scene = obbtree.Scene()
    /// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
    /// >>> scene.add("right", obbtree.Shape.sphere([1.5, 0, 0], 1))
    /// >>> scene.set_groups("left", member=1, others=6)
    /// >>> scene.groups("left")
    /// (1, 6)
    fn groups(&self, name: &str) -> PyResult<(u32, u32)> {
        self.look(|scene| scene.groups(scene.id(name)?).map(|groups| (groups.member, groups.with)))
    }
}
