//! Trajectories: is a robot free all along one, when does it collide first, and how far from
//! everything is it on its way?

use obbtree_ccd::{Ended, Sweep, SweepOptions};
use obbtree_predicates::UpperBound;
use obbtree_scene::PartPair;

use crate::checker::questions::Checker;
use crate::checker::state::{Intervals, Measured};
use crate::error::CheckError;
use crate::values::{Trajectory, ValuePath};

impl Checker {
    /// Is there an answer about a trajectory: has it a place at all times, also where a quaternion
    /// changes, and is it within the limits at all times, unless these are ignored?
    ///
    /// # Errors
    /// If not, with the joint, or if it has another number of values than the robot. So is one
    /// whose value comes so near a limit between its rows that rounding does not tell.
    pub fn check_trajectory(&self, trajectory: &Trajectory) -> Result<(), CheckError> {
        for &time in trajectory.times() {
            self.robot().check_values(&trajectory.configuration_at(time))?;
        }
        self.check_between(trajectory)?;
        for joint in self.robot().active_joints().filter(|_| self.limits) {
            if let (Some(value), Some(limits)) = (joint.first_value, joint.limits)
                && let Some(value) = trajectory.beyond(value, limits)
            {
                let joint = joint.name().to_owned();
                return Err(CheckError::BeyondLimits { joint, value, limits });
            }
        }
        Ok(())
    }

    /// Is every configuration of a trajectory free? Proven, at all real times, as
    /// [`Checker::is_motion_valid`] of a line; one that [`Checker::check_trajectory`] refuses is
    /// not.
    pub fn is_trajectory_valid(&mut self, trajectory: &Trajectory) -> bool {
        let any_time = SweepOptions::default().time_tolerance(1.0);
        self.check_trajectory(trajectory).is_ok()
            && self.is_valid(&trajectory.configuration_at(trajectory.end()))
            && self.search(trajectory, &any_time, None).run() == Ended::Proven
    }

    /// When does something collide first on a trajectory? As [`Checker::sweep`] of a line, with
    /// times of the trajectory: [`Trajectory::configuration_at`] is the configuration at one. (The
    /// tolerance of the options is a share of the whole, and [`Sweep::last_free`] of what is free
    /// is 1, whenever it ends.)
    ///
    /// # Errors
    /// If [`Checker::check_trajectory`] refuses it.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r"><link name="a"/>
    /// #   <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
    /// #   <joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    /// #     <limit lower="0" upper="3" effort="1" velocity="1"/></joint></robot>"#;
    /// use obbtree_ccd::{Sweep, SweepOptions};
    /// use obbtree_collider::Shape;
    /// use obbtree_predicates::Pose;
    /// use obbtree_robot::{Checker, Robot, Trajectory};
    /// use obbtree_scene::Scene;
    /// let mut world = Scene::new();
    /// world.add("lamp", Shape::sphere([0.0, 0.0, 3.0], 0.5)?, Pose::identity())?;
    /// let robot = Robot::from_urdf_str(text, "r.urdf", &[])?; // a sphere that rises up to 3
    /// let mut checker = Checker::new(Arc::new(robot), &world)?;
    /// let times = [10.0, 12.0, 14.0];
    /// let still = [vec![0.0], vec![0.0], vec![0.0]];
    /// let below = Trajectory::cubic(&times, &[vec![0.0], vec![1.9], vec![0.0]], &still)?;
    /// assert!(checker.is_trajectory_valid(&below));
    /// let into = Trajectory::cubic(&times, &[vec![0.0], vec![2.1], vec![0.0]], &still)?;
    /// let found = checker.sweep_trajectory(&into, &SweepOptions::default())?;
    /// let Sweep::Contact(found) = found else { panic!("2.0 is at the lamp") };
    /// assert!(!checker.is_valid(&into.configuration_at(found.first_contact)));
    /// assert!(checker.is_valid(&into.configuration_at(found.last_free)));
    /// assert!(found.last_free > 11.5 && found.first_contact < 12.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep_trajectory(
        &mut self,
        trajectory: &Trajectory,
        options: &SweepOptions,
    ) -> Result<Sweep<PartPair>, CheckError> {
        self.check_trajectory(trajectory)?;
        Ok(self.search(trajectory, options, None).verdict())
    }

    /// How far everything is apart on a trajectory: for each of so many equal parts of its time a
    /// length that the closest pair of those that are checked is apart at all times of the part,
    /// proven; 0 where nothing is. The more parts, the less is it below the true distance. Infinite
    /// if no pair is checked.
    ///
    /// # Errors
    /// If [`Checker::check_trajectory`] refuses it.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r"><link name="a"/>
    /// #   <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
    /// #   <joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    /// #     <limit lower="0" upper="3" effort="1" velocity="1"/></joint></robot>"#;
    /// # use obbtree_collider::Shape;
    /// # use obbtree_predicates::Pose;
    /// # use obbtree_robot::{Checker, Robot, Trajectory};
    /// # use obbtree_scene::Scene;
    /// # let mut world = Scene::new();
    /// # world.add("lamp", Shape::sphere([0.0, 0.0, 3.0], 0.5)?, Pose::identity())?;
    /// # let robot = Robot::from_urdf_str(text, "r.urdf", &[])?;
    /// # let mut checker = Checker::new(Arc::new(robot), &world)?;
    /// // A sphere rises from 2 below a lamp to 1 below it.
    /// let rising = Trajectory::linear(&[0.0, 4.0], &[vec![0.0], vec![1.0]])?;
    /// let clearances = checker.clearances_along(&rising, 4)?;
    /// assert!((clearances[0] - 1.75).abs() < 1e-9 && (clearances[3] - 1.0).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clearances_along(
        &mut self,
        trajectory: &Trajectory,
        parts: usize,
    ) -> Result<Vec<f64>, CheckError> {
        self.check_trajectory(trajectory)?;
        let rounding = self.data.jacobian.rounding_up_to(|value| trajectory.most(value));
        let at = |n: usize| n as f64 / parts as f64;
        let clearance = |n| self.clearance_in(trajectory, [at(n), at(n + 1)], rounding);
        Ok((0..parts).map(clearance).collect())
    }

    /// Between two shares of the time.
    fn clearance_in(&mut self, path: &Trajectory, [from, to]: [f64; 2], rounding: f64) -> f64 {
        let Self { data, state, remembers, .. } = self;
        state.uses_tables = *remembers;
        let mut intervals = std::mem::take(&mut state.intervals);
        let Intervals { bound, middle, half, .. } = &mut intervals;
        middle.resize(data.robot().dof, 0.0);
        half.resize(data.robot().dof, 0.0);
        path.around([from, 0.5 * (from + to), to], middle, half);
        state.place(data, middle);
        bound.compute(data.robot(), &data.chains, &state.kinematics, middle, half, rounding);
        let mut least = f64::INFINITY;
        for pair in 0..data.pairs.len() {
            let moves = bound.of_pair(&data.chains, pair, rounding);
            let beyond = (UpperBound::from(moves) + UpperBound::from(least)).get();
            if beyond.is_finite() && state.sphere_gap(data, pair, beyond) > 0.0 {
                continue;
            }
            least = match state.distance_within(data, pair, beyond) {
                Measured::Beyond => continue,
                Measured::Apart(found) => least.min((found.lower - moves).next_down()),
                Measured::Nowhere => 0.0,
            };
            if !(least > 0.0) {
                least = 0.0;
                break;
            }
        }
        self.state.intervals = intervals;
        least
    }
}
