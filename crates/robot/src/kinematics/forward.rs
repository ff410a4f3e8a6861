//! Forward kinematics: from a configuration to the frames of all links, in the frame of the root.
//!
//! Each frame is the product of the joints' frames from the root outward, in `f64`, with the same
//! bits on every instruction set. Its roundings compound: after `n` joints an entry of a rotation
//! is off by some `6 n` roundings, 1e-14 for a long arm. *The rounded frames are what an answer
//! about a configuration is about*: the certain tests take their twelve numbers as they are.
//! (Where a frame is compared with the exact one, the difference is bounded: see
//! `jacobian_bound`.)

use obbtree_simd::{Kernel, Lanes, SimdLevel};

use crate::error::CheckError;
use crate::frames::{Frame, sin_cos_all};
use crate::model::{JointKind, Robot};

/// Frames of all links, and the memory to compute them. Keep one per thread.
#[derive(Clone, Debug, Default)]
pub struct Kinematics {
    pub(crate) frames: Vec<Frame>,
    angles: Vec<f64>,
    pub(crate) factors: Vec<[f64; 2]>,
}

impl Kinematics {
    /// The rows of `[R | t]` of every link in the frame of the root, in the order of
    /// [`Robot::links`].
    ///
    /// # Errors
    /// As [`Robot::check_values`].
    ///
    /// ```
    /// # let text = r#"<robot name="r"><link name="a"/><link name="b"/>
    /// #   <joint name="j" type="continuous"><parent link="a"/><child link="b"/>
    /// #   <origin xyz="0 0 3"/><axis xyz="0 0 1"/></joint></robot>"#;
    /// # let robot = obbtree_robot::Robot::from_urdf_str(text, "r.urdf", &[])?;
    /// let mut kinematics = obbtree_robot::Kinematics::default();
    /// let quarter = std::f64::consts::FRAC_PI_2; // of link b about z, 3 above link a
    /// let poses = kinematics.link_poses(&robot, &[quarter])?;
    /// assert_eq!([poses[1][3], poses[1][7], poses[1][11]], [0.0, 0.0, 3.0]);
    /// assert!((poses[1][4] - 1.0).abs() < 1e-15);
    /// assert!(kinematics.link_poses(&robot, &[f64::NAN]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn link_poses(
        &mut self,
        robot: &Robot,
        configuration: &[f64],
    ) -> Result<Vec<[f64; 12]>, CheckError> {
        robot.check_values(configuration)?;
        self.compute(robot, configuration, SimdLevel::detect());
        Ok(self.frames.iter().map(|frame| frame.to_rows()).collect())
    }

    /// Computes the frames.
    pub(crate) fn compute(&mut self, robot: &Robot, configuration: &[f64], level: SimdLevel) {
        assert_eq!(configuration.len(), robot.dof, "values of the configuration");
        level.dispatch(Compute { robot, configuration, to: self });
    }
}

/// Compiled for the instruction set, so that rows of frames and angles of joints are vectors.
pub(crate) struct Compute<'k> {
    pub(crate) robot: &'k Robot,
    pub(crate) configuration: &'k [f64],
    pub(crate) to: &'k mut Kinematics,
}

impl Kernel for Compute<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) {
        let Self { robot, configuration, to } = self;
        let joints = &robot.joints;
        to.angles.resize(joints.len(), 0.0);
        to.factors.resize(joints.len(), [0.0; 2]);
        to.frames.resize(robot.links.len(), Frame::IDENTITY);
        for n in 0..joints.len() {
            to.angles[n] =
                if joints[n].kind.turns() { joints[n].value(configuration) } else { 0.0 };
        }
        sin_cos_all(&to.angles, &mut to.factors);
        for &n in &robot.order {
            let joint = &joints[n];
            let own = match joint.kind {
                JointKind::Revolute | JointKind::Continuous => {
                    joint.coefficients.frame(to.factors[n])
                }
                JointKind::Prismatic => joint.coefficients.frame([joint.value(configuration), 0.0]),
                JointKind::Fixed => joint.origin,
                JointKind::Planar | JointKind::Floating => {
                    let first = joint.first_value.unwrap_or(0);
                    joint.free_frame(&configuration[first..first + joint.kind.dof()])
                }
            };
            to.frames[joint.child] = to.frames[joint.parent].times(&own);
        }
    }
}
