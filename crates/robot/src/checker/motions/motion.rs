//! Continuous motions: is every configuration on the straight line between two free?
//!
//! Free means: at every real time from 0 to 1, of the line in exact arithmetic, and of the poses
//! that forward kinematics gives anywhere on it. Limits of joints are convex: a line between two
//! configurations within them stays within them. `search` proves it.

use obbtree_ccd::{Ended, Sweep, SweepOptions};
use obbtree_scene::PartPair;

use super::blocks::{Line, LineEffort};
use crate::checker::questions::Checker;
use crate::error::CheckError;
use crate::values::{StraightLine, on_line};

impl Checker {
    /// Is every configuration on the straight line from one to another free? Proven, at all real
    /// times; a motion that grazes something so closely that nothing is proven is not, nor one
    /// with a configuration that [`Checker::check_values`] refuses, at an end or between: a
    /// quaternion can be of no length half way.
    ///
    /// The line is that of joint values; of floating joints' quaternions too, which are normalised.
    pub fn is_motion_valid(&mut self, from: &[f64], to: &[f64]) -> bool {
        let any_time = SweepOptions::default().time_tolerance(1.0);
        let path = StraightLine { from, to };
        if self.are_in_ranges([from, to]) {
            if self.check_between(&path).is_err() {
                return false;
            }
            match self.line([from, to], LineEffort::PROOF) {
                Line::Free => return true,
                Line::Hit => return false,
                Line::Open => {}
            }
            let left = self.lanes.left_over();
            return left.iter().all(|(time, pairs)| {
                let search = self.search(&path, &any_time, Some(pairs));
                search.within(*time).run() == Ended::Proven
            });
        }
        // Most motions that are not free end, or are half way, in a collision.
        self.is_valid(to)
            && self.check_values(from).is_ok()
            && self.check_between(&path).is_ok()
            && self.search(&path, &any_time, None).run() == Ended::Proven
    }

    /// Does it show quickly that [`Checker::is_motion_valid`]? *Yes* is proof; after *no* it may
    /// still be so. For planners, which have other lines to try.
    pub fn is_motion_clear(&mut self, from: &[f64], to: &[f64]) -> bool {
        match self.are_in_ranges([from, to]) {
            true => {
                self.check_between(&StraightLine { from, to }).is_ok()
                    && self.line([from, to], LineEffort::SEARCH) == Line::Free
            }
            false => self.is_motion_valid(from, to),
        }
    }

    /// When does something collide first on the straight line of joint values from one
    /// configuration to another? What [`Checker::is_motion_valid`] tests, with times and places:
    /// a motion takes time 1, and [`configuration_at`](crate::configuration_at) is the
    /// configuration at a time; that of [`Sweep::last_free`] is what planners call the last valid
    /// one. Where the start collides both times of the contact are 0.
    ///
    /// A pair with a margin is in contact where it is at the margin. The poses are those of the two
    /// parts, the points the closest ones of these, in the frame of the root link. Where a link is
    /// so far away that no pose has its place, the poses are the identity, do not meet, and there
    /// are no points. The clearance of a free motion is no more than the least margin of the pairs:
    /// so much is proven of each. The effort counts intervals of time, in which all pairs are
    /// tested.
    ///
    /// # Errors
    /// If [`Checker::check_values`] refuses an end, or a quaternion is too short between them.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r"><link name="a"/>
    /// #   <link name="b"><collision><origin xyz="0 0 3"/><geometry><sphere radius="0.5"/>
    /// #   </geometry>
    /// #   </collision></link>
    /// #   <joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
    /// #   </joint></robot>"#;
    /// use obbtree_ccd::{Sweep, SweepOptions};
    /// use obbtree_collider::Body;
    /// use obbtree_mesh::Mesh;
    /// use obbtree_predicates::Pose;
    /// use obbtree_robot::{Checker, Robot, configuration_at};
    /// use obbtree_scene::Scene;
    /// let robot = Robot::from_urdf_str(text, "r.urdf", &[])?; // a sphere, 3 above a hinge along x
    /// let corners = vec![[-1.0, 2.0, 0.0], [1.0, 2.0, 0.0], [0.0, 2.0, 9.0]];
    /// let wall = Body::new(Mesh::new(corners, vec![[0, 1, 2]])?);
    /// let mut world = Scene::new();
    /// world.add("wall", wall, Pose::identity())?;
    /// let mut checker = Checker::new(Arc::new(robot), &world)?;
    /// assert!(checker.is_motion_valid(&[0.0], &[0.5])); // away from the wall
    /// let found = checker.sweep(&[0.0], &[-3.0], &SweepOptions::default())?;
    /// let last_valid = configuration_at(&[0.0], &[-3.0], found.last_free());
    /// assert!(checker.is_motion_valid(&[0.0], &last_valid));
    /// let Sweep::Contact(found) = found else { panic!("it turns into the wall") };
    /// assert_eq!(checker.names(found.pair.bodies), ["b", "wall"]);
    /// assert!((3.0 * found.first_contact - 0.5).abs() < 0.1); // y is 2 after about 0.5 rad
    /// assert!((found.points.expect("a place")[1].y - 2.0).abs() < 1e-9); // on the wall
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep(
        &mut self,
        from: &[f64],
        to: &[f64],
        options: &SweepOptions,
    ) -> Result<Sweep<PartPair>, CheckError> {
        self.check_values(from)?;
        self.check_values(to)?;
        self.check_between(&StraightLine { from, to })?;
        if self.is_proven_in_lanes(from, to) {
            return Ok(Sweep::Free { clearance: self.data.least_margin });
        }
        Ok(self.search(&StraightLine { from, to }, options, None).verdict())
    }

    /// Up to when a motion is proven free; 1 if all of it is. [`Sweep::last_free`] of
    /// [`Checker::sweep`] without where it meets.
    pub(crate) fn last_free(&mut self, from: &[f64], to: &[f64]) -> Result<f64, CheckError> {
        self.check_values(from)?;
        self.check_values(to)?;
        self.check_between(&StraightLine { from, to })?;
        if self.is_proven_in_lanes(from, to) {
            return Ok(1.0);
        }
        let (path, options) = (StraightLine { from, to }, SweepOptions::default());
        Ok(match self.search(&path, &options, None).run() {
            Ended::Proven => 1.0,
            Ended::Contact { last_free, .. } | Ended::GivenUp { last_free, .. } => last_free,
            // Without a distance tolerance nothing is given up on.
            Ended::ByProof => 0.0,
        })
    }

    /// Are both where the lanes and what is known of all configurations hold, and within limits
    /// that count?
    fn are_in_ranges(&self, ends: [&[f64]; 2]) -> bool {
        ends.iter().all(|end| self.data.shared.in_ranges(end, self.limits))
    }

    /// Lanes prove most motions that are free.
    fn is_proven_in_lanes(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.are_in_ranges([from, to]) && self.line([from, to], LineEffort::PROOF) == Line::Free
    }

    /// Are so many configurations on the straight line, evenly spaced with both ends, all free?
    /// What is between them is not tested: for comparison.
    pub fn is_motion_valid_sampled(&mut self, from: &[f64], to: &[f64], samples: usize) -> bool {
        if from.len() != to.len() {
            return false;
        }
        let last = samples.saturating_sub(1).max(1) as f64;
        let mut at = vec![0.0; from.len()];
        (0..samples.max(2)).all(|k| {
            on_line(from, to, k as f64 / last, &mut at);
            self.is_valid(&at)
        })
    }
}
