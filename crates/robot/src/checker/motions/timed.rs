//! A path with times: round its corners, as is fast and proven free.

use obbtree_ccd::SweepOptions;

use crate::checker::questions::Checker;
use crate::model::Joint;
use crate::values::{Limits, Rounded, Trajectory, TrajectoryError, distance_sq};

/// So often a corner is cut half as widely until it is a stop.
const STOP: i32 = 6;

/// How a path may be passed round its corners.
struct Corners<'r> {
    rows: &'r [Vec<f64>],
    limits: &'r Limits<'r>,
    /// By corner: up to so far from it there is room.
    widest: Vec<f64>,
}

impl<'r> Corners<'r> {
    fn new(rows: &'r [Vec<f64>], limits: &'r Limits<'r>) -> Self {
        let room = |of: &[Vec<f64>]| {
            0.5 * distance_sq(&of[0], &of[1]).min(distance_sq(&of[1], &of[2])).sqrt()
        };
        Self { rows, limits, widest: rows.windows(3).map(room).collect() }
    }

    /// With each corner so often half as wide as there is room.
    fn radii(&self, narrowed: &[i32]) -> Vec<f64> {
        let radius = |(&widest, &times): (&f64, &i32)| match times {
            STOP => 0.0,
            times => widest * 0.5_f64.powi(times),
        };
        self.widest.iter().zip(narrowed).map(radius).collect()
    }

    /// When a path with such corners ends.
    fn end(&self, narrowed: &[i32]) -> Result<f64, TrajectoryError> {
        Ok(Rounded::new(self.rows, self.limits, &self.radii(narrowed))?.trajectory.end())
    }

    /// A path with such corners, of cubics, within the rows: so within the limits, if they are.
    fn timed(&self, narrowed: &[i32]) -> Result<Rounded, TrajectoryError> {
        let finish = |path: &Trajectory| path.as_cubic_within(self.rows);
        Rounded::kept(self.rows, self.limits, &self.radii(narrowed), finish)
    }

    /// How often each is halved so that the path takes a short time: one corner after the other
    /// takes what is fastest while the others stay, which may be a stop where the path turns back.
    fn fastest(&self) -> Result<Vec<i32>, TrajectoryError> {
        let mut narrowed = vec![STOP; self.widest.len()];
        let mut least = self.end(&narrowed)?;
        for corner in 0..narrowed.len() {
            let mut best = STOP;
            for times in (0..STOP).rev() {
                narrowed[corner] = times;
                let end = self.end(&narrowed)?;
                if end < least {
                    (least, best) = (end, times);
                }
            }
            narrowed[corner] = best;
        }
        Ok(narrowed)
    }
}

impl Checker {
    /// A path, as one that [`plan_path`](crate::plan_path) found, with times: it starts and ends at
    /// rest, keeps the limits of velocity and acceleration of every value, and is proven free at
    /// all times. Corners are passed without a stop on parabolas, where that is faster: as wide as
    /// takes the least time; where that is not free, half as wide, and so on, until it is a stop in
    /// the corner. `None` if that is not free either: the path itself is not.
    ///
    /// It is cubic: a controller that interpolates [`Trajectory::table`] by cubics does what was
    /// proven.
    ///
    /// # Errors
    /// As [`Trajectory::trapezoidal`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r"><link name="a"/><link name="b"/>
    /// #   <link name="c"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
    /// #   <joint name="x" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
    /// #     <limit lower="0" upper="4" effort="1" velocity="1"/></joint>
    /// #   <joint name="y" type="prismatic"><parent link="b"/><child link="c"/><axis xyz="0 1 0"/>
    /// #     <limit lower="0" upper="4" effort="1" velocity="1"/></joint></robot>"#;
    /// # use obbtree_collider::Shape;
    /// # use obbtree_predicates::Pose;
    /// # use obbtree_robot::{Checker, Robot, Trajectory};
    /// # use obbtree_scene::Scene;
    /// let mut world = Scene::new();
    /// world.add("post", Shape::sphere([1.5, 1.5, 0.0], 0.5)?, Pose::identity())?;
    /// let robot = Robot::from_urdf_str(text, "r.urdf", &[])?; // a sphere on two rails
    /// let mut checker = Checker::new(Arc::new(robot), &world)?;
    /// let path = [vec![0.0, 0.0], vec![3.0, 0.0], vec![3.0, 3.0]];
    /// let (velocities, accelerations) = ([1.0, 1.0], [2.0, 2.0]);
    /// let timed = checker.timed_path(&path, &velocities, &accelerations)?.expect("a free path");
    /// let stopping = Trajectory::trapezoidal(&path, &velocities, &accelerations)?;
    /// assert!(checker.is_trajectory_valid(&timed) && timed.end() < stopping.end());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn timed_path(
        &mut self,
        positions: &[Vec<f64>],
        velocity_limits: &[f64],
        acceleration_limits: &[f64],
    ) -> Result<Option<Trajectory>, TrajectoryError> {
        self.timed(positions, &Limits::new(velocity_limits, acceleration_limits, None))
    }

    /// [`Checker::timed_path`] that keeps limits of jerk too: accelerations do not jump, but rise
    /// and fall. Corners are passed on pairs of cubics in place of parabolas, with no acceleration
    /// where they begin and end.
    ///
    /// # Errors
    /// As [`Trajectory::s_curve`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r"><link name="a"/><link name="b"/>
    /// #   <link name="c"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
    /// #   <joint name="x" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
    /// #     <limit lower="0" upper="4" effort="1" velocity="1"/></joint>
    /// #   <joint name="y" type="prismatic"><parent link="b"/><child link="c"/><axis xyz="0 1 0"/>
    /// #     <limit lower="0" upper="4" effort="1" velocity="1"/></joint></robot>"#;
    /// # use obbtree_robot::{Checker, Robot, Trajectory};
    /// # use obbtree_scene::Scene;
    /// # let robot = Robot::from_urdf_str(text, "r.urdf", &[])?;
    /// # let mut checker = Checker::new(Arc::new(robot), &Scene::new())?;
    /// let path = [vec![0.0, 0.0], vec![3.0, 0.0], vec![3.0, 3.0]];
    /// let limits = [[1.0, 1.0], [2.0, 2.0], [8.0, 8.0]];
    /// let [velocities, accelerations, jerks] = limits.each_ref().map(|limits| &limits[..]);
    /// let timed = checker.timed_path_with_jerk(&path, velocities, accelerations, jerks)?;
    /// let timed = timed.expect("a free path");
    /// let stopping = Trajectory::s_curve(&path, velocities, accelerations, jerks)?;
    /// assert!(checker.is_trajectory_valid(&timed) && timed.end() < stopping.end());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn timed_path_with_jerk(
        &mut self,
        positions: &[Vec<f64>],
        velocity_limits: &[f64],
        acceleration_limits: &[f64],
        jerk_limits: &[f64],
    ) -> Result<Option<Trajectory>, TrajectoryError> {
        let limits = Limits::new(velocity_limits, acceleration_limits, Some(jerk_limits));
        self.timed(positions, &limits)
    }

    fn timed(
        &mut self,
        positions: &[Vec<f64>],
        limits: &Limits<'_>,
    ) -> Result<Option<Trajectory>, TrajectoryError> {
        let rows = limits.distinct(positions).map_err(|error| self.with_joint(error))?;
        let corners = Corners::new(&rows, limits);
        let mut narrowed = corners.fastest()?;
        let stopping = corners.timed(&vec![STOP; narrowed.len()])?;
        loop {
            let timed = corners.timed(&narrowed)?;
            if timed.trajectory.end() >= stopping.trajectory.end() {
                break;
            }
            let trajectory = timed.trajectory;
            let Some(time) = self.ends_being_free(&trajectory) else {
                return Ok(Some(trajectory));
            };
            // What is not free is a corner, as lines are: that in which it ends, or the next one.
            let away = |corner: usize| {
                let [begin, end] = timed.corners[corner];
                (begin - time).max(time - end).max(0.0)
            };
            let rounded = (0..narrowed.len()).filter(|&corner| narrowed[corner] < STOP);
            let nearest = rounded.min_by(|&a, &b| away(a).total_cmp(&away(b)));
            let Some(corner) = nearest else { break };
            narrowed[corner] += 1;
        }
        let stopping = stopping.trajectory;
        Ok(self.is_trajectory_valid(&stopping).then_some(stopping))
    }

    /// The same error with the name of the joint whose limit is wrong.
    fn with_joint(&self, mut error: TrajectoryError) -> TrajectoryError {
        if let TrajectoryError::Limit { value, joint: name, .. } = &mut error {
            let values = |joint: &&Joint| {
                joint
                    .first_value()
                    .is_some_and(|first| (first..first + joint.kind().dof()).contains(value))
            };
            *name = self.robot().active_joints().find(values).map(|joint| joint.name().to_owned());
        }
        error
    }

    /// When a trajectory ends to be proven free, if it is not free.
    fn ends_being_free(&mut self, trajectory: &Trajectory) -> Option<f64> {
        if self.is_trajectory_valid(trajectory) {
            return None;
        }
        Some(match self.sweep_trajectory(trajectory, &SweepOptions::default()) {
            Ok(found) if found.is_free() => trajectory.end(),
            Ok(found) => found.last_free(),
            Err(_) => trajectory.start(),
        })
    }
}
