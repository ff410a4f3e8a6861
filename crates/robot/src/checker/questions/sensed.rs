//! Of the points that a sensor sees: those that the robot itself shows, and those that it cannot
//! reach.

use std::collections::BTreeMap;

use obbtree_cloud::{PointCloud, PointMask, Voxels};
use obbtree_collider::{Query, Shape};
use obbtree_predicates::{Pose, UpperBound};

use super::check::Checker;
use crate::error::{CheckError, WorldError};
use crate::kinematics::ReachSphere;

impl Checker {
    /// Which points of a cloud are the robot's own: at most `distance` from a collision element of
    /// a link, or from a body that a link carries, where a configuration puts it; each point with
    /// all that is within its radius. For each point that the cloud keeps, in the order of their
    /// numbers as [`PointCloud::kept`] gives them: [`PointCloud::without`] leaves them out.
    ///
    /// `pose` is that of the cloud in the frame of the root link. Exactly the distance counts; so
    /// does what is inside a closed mesh, as what is inside a shape does. It is as certain as
    /// [`Query::closer_than`], about the poses of [`Checker::is_valid`]; limits of joints, margins
    /// and paddings do not count.
    ///
    /// # Errors
    /// If [`Robot::check_values`](crate::Robot::check_values) refuses the configuration, a pose
    /// that follows cannot be used, or the distance is negative or NaN.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r"><link name="a"/>
    /// #   <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
    /// #   <joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    /// #     <limit lower="0" upper="3" effort="1" velocity="1"/></joint></robot>"#;
    /// use obbtree_collider::PointCloud;
    /// use obbtree_predicates::Pose;
    /// use obbtree_robot::{Checker, Robot};
    /// use obbtree_scene::Scene;
    /// let robot = Robot::from_urdf_str(text, "r.urdf", &[])?; // a sphere that rises
    /// let checker = Checker::new(Arc::new(robot), &Scene::new())?;
    /// let seen = [[0.0, 0.0, 2.5], [0.0, 0.0, 2.75], [0.0, 1.0, 3.0]];
    /// let cloud = PointCloud::new(&seen, 0.0)?;
    /// let own = checker.points_near_robot(&[2.0], &cloud, &Pose::identity(), 0.25)?;
    /// assert_eq!(own, [true, true, false]); // the second is exactly 0.25 away
    /// assert_eq!(cloud.without(&own)?.kept().numbers, [2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn points_near_robot(
        &self,
        configuration: &[f64],
        cloud: &PointCloud,
        pose: &Pose,
        distance: f64,
    ) -> Result<Vec<bool>, WorldError> {
        check_length(distance)?;
        let world = self.world_at(configuration)?;
        let (mut query, mut mask) = (Query::new().solid(true), PointMask::new(cloud));
        for (item, (body, part)) in self.data.of_robot() {
            let (collider, placed) = (item.element.part.collider(), world.part_pose(body, part)?);
            query.mark_points_within(cloud, pose, collider, placed, distance, &mut mask);
        }
        Ok(mask.by_number(cloud))
    }

    /// The same of voxels: for each that is kept, in the order of their numbers;
    /// [`Voxels::without`] leaves them out.
    ///
    /// # Errors
    /// As for [`Checker::points_near_robot`].
    pub fn voxels_near_robot(
        &self,
        configuration: &[f64],
        voxels: &Voxels,
        pose: &Pose,
        distance: f64,
    ) -> Result<Vec<bool>, WorldError> {
        self.points_near_robot(configuration, voxels.items(), pose, distance)
    }

    /// The voxels of which no link comes within `margin`, as [`Checker::points_out_of_reach`] says
    /// it of points.
    ///
    /// # Errors
    /// As for [`Checker::points_out_of_reach`].
    pub fn voxels_out_of_reach(
        &self,
        voxels: &Voxels,
        pose: &Pose,
        margin: f64,
    ) -> Result<Vec<bool>, CheckError> {
        self.points_out_of_reach(voxels.items(), pose, margin)
    }

    /// Which points of a cloud no link, and nothing that a link carries, comes within `margin` of,
    /// whatever the values of the joints are within their limits: proven, so that they need not be
    /// kept. For each point that the cloud keeps, in the order of their numbers as
    /// [`PointCloud::kept`] gives them: [`PointCloud::without`] leaves them out.
    ///
    /// `pose` is that of the cloud in the frame of the root link. What moves is within a sphere
    /// around the first joint that moves it, whose radius is the sum of lengths along its joints;
    /// points beyond it are out of reach, other points may be, too. What no joint moves reaches
    /// what is within the margin of it, as in [`Checker::points_near_robot`]. If a joint slides
    /// without limits, or limits are ignored and one slides at all, no point is out of reach of
    /// what it moves. A checker for a group of joints ([`Checker::for_group`]) reaches less.
    ///
    /// # Errors
    /// If the margin is negative or NaN.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r"><link name="a"/>
    /// #   <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
    /// #   <joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    /// #     <limit lower="0" upper="3" effort="1" velocity="1"/></joint></robot>"#;
    /// use obbtree_collider::PointCloud;
    /// use obbtree_predicates::Pose;
    /// use obbtree_robot::{Checker, Robot};
    /// use obbtree_scene::Scene;
    /// let robot = Robot::from_urdf_str(text, "r.urdf", &[])?; // a sphere that rises by up to 3
    /// let checker = Checker::new(Arc::new(robot), &Scene::new())?;
    /// let cloud = PointCloud::new(&[[0.0, 0.0, 3.75], [0.0, 0.0, 3.8]], 0.0)?;
    /// let beyond = checker.points_out_of_reach(&cloud, &Pose::identity(), 0.25)?;
    /// assert_eq!(beyond, [false, true]);
    /// let checker = checker.ignoring_limits(true);
    /// assert_eq!(checker.points_out_of_reach(&cloud, &Pose::identity(), 0.25)?, [false; 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn points_out_of_reach(
        &self,
        cloud: &PointCloud,
        pose: &Pose,
        margin: f64,
    ) -> Result<Vec<bool>, CheckError> {
        check_length(margin)?;
        let shared = &self.data.shared;
        let (mut query, mut mask) = (Query::new().solid(true), PointMask::new(cloud));
        let mut spheres: BTreeMap<usize, UpperBound> = BTreeMap::new();
        for (item, _) in self.data.of_robot() {
            match shared.joints.reach(&shared.robot, item, self.limits) {
                Some(ReachSphere { joint, radius }) => {
                    let most = spheres.entry(joint).or_insert(UpperBound::ZERO);
                    *most = most.max(radius);
                }
                None => {
                    let Some(placed) = item.pose(&shared.at_zero.frames[item.link]) else {
                        return Ok(vec![false; cloud.len()]);
                    };
                    let collider = item.element.part.collider();
                    query.mark_points_within(cloud, pose, collider, &placed, margin, &mut mask);
                }
            }
        }
        for (joint, radius) in spheres {
            let joint = &shared.robot.joints[joint];
            let center = shared.at_zero.frames[joint.parent].place(joint.origin.translation());
            let radius = radius + self.data.jacobian.rounding.into();
            // What is no sphere reaches farther than poses and coordinates do.
            let Ok(sphere) = Shape::sphere(center, radius.get()) else {
                return Ok(vec![false; cloud.len()]);
            };
            let root = Pose::identity();
            query.mark_points_within(cloud, pose, &sphere, &root, margin, &mut mask);
        }
        Ok(mask.by_number(cloud).into_iter().map(|reached| !reached).collect())
    }
}

fn check_length(length: f64) -> Result<(), CheckError> {
    match length >= 0.0 {
        true => Ok(()),
        false => Err(CheckError::Threshold(length)),
    }
}
