//! Joints: how a link can move in the frame of another.
//!
//! The motion of a revolute joint about an axis `u` of length one is `O (u u^T + sin(q) [u]x +
//! cos(q) (I - u u^T))`, O. Rodrigues' formula after the origin `O`: three matrices that are known
//! beforehand, and two numbers. That of a prismatic one is `O` moved along `O u` by `q`: the same
//! form.

use crate::frames::{Frame, sin_cos};

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JointKind {
    /// Turns about its axis by an angle in radians, within limits.
    Revolute,
    /// Turns about its axis without limits.
    Continuous,
    /// Moves along its axis by a length.
    Prismatic,
    /// Does not move.
    Fixed,
    /// Moves in the plane across its axis: x, y, and an angle about the axis, in this order. For
    /// an axis other than z the frame is first turned the shortest way that takes z to it.
    Planar,
    /// Any motion: x, y, z, and a quaternion qx, qy, qz, qw, which is normalised.
    Floating,
}

impl JointKind {
    /// Degrees of freedom: how many numbers of a configuration say where it is.
    #[must_use]
    pub fn dof(self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute | Self::Continuous | Self::Prismatic => 1,
            Self::Planar => 3,
            Self::Floating => 7,
        }
    }

    /// As URDF calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Revolute => "revolute",
            Self::Continuous => "continuous",
            Self::Prismatic => "prismatic",
            Self::Fixed => "fixed",
            Self::Planar => "planar",
            Self::Floating => "floating",
        }
    }

    pub(crate) fn turns(self) -> bool {
        matches!(self, Self::Revolute | Self::Continuous)
    }
}

/// A joint that follows another: its value is `multiplier x + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Mimic {
    /// The joint that is followed, itself no mimic, by its number; `None` if what it follows is
    /// fixed.
    pub joint: Option<usize>,
    /// What its value is multiplied with.
    pub multiplier: f64,
    /// What is added.
    pub offset: f64,
}

/// A joint between two links.
#[derive(Clone, Debug)]
pub struct Joint {
    pub(crate) name: String,
    pub(crate) kind: JointKind,
    pub(crate) parent: usize,
    pub(crate) child: usize,
    pub(crate) origin: Frame,
    pub(crate) axis: [f64; 3],
    pub(crate) limits: Option<[f64; 2]>,
    /// As the file gives it, whatever number that is.
    pub(crate) velocity: Option<f64>,
    pub(crate) mimic: Option<Mimic>,
    /// Where its values begin in a configuration; those of what it follows, for a mimic.
    pub(crate) first_value: Option<usize>,
    pub(crate) coefficients: Coefficients,
}

/// `constant + x of_first + y of_second`, where `x, y` are sine and cosine of a turn; or the
/// length of a slide, and 0.
#[derive(Clone, Debug)]
pub(crate) struct Coefficients {
    pub(crate) constant: [[f64; 4]; 3],
    pub(crate) of_first: [[f64; 4]; 3],
    pub(crate) of_second: [[f64; 4]; 3],
}

impl Coefficients {
    pub(crate) fn of(kind: JointKind, origin: &Frame, u: [f64; 3]) -> Self {
        let (mut constant, mut of_first, mut of_second) = (origin.0, [[0.0; 4]; 3], [[0.0; 4]; 3]);
        match kind {
            JointKind::Revolute | JointKind::Continuous => {
                let cross = [[0.0, -u[2], u[1]], [u[2], 0.0, -u[0]], [-u[1], u[0], 0.0]];
                for i in 0..3 {
                    for k in 0..3 {
                        let sum = |of: &dyn Fn(usize) -> f64| -> f64 {
                            (0..3).map(|l| origin.0[i][l] * of(l)).sum()
                        };
                        constant[i][k] = sum(&|l| u[l] * u[k]);
                        of_first[i][k] = sum(&|l| cross[l][k]);
                        of_second[i][k] = sum(&|l| f64::from(u8::from(l == k)) - u[l] * u[k]);
                    }
                }
            }
            JointKind::Prismatic => {
                let along = origin.turn(u);
                for i in 0..3 {
                    of_first[i][3] = along[i];
                }
            }
            JointKind::Fixed | JointKind::Planar | JointKind::Floating => {}
        }
        Self { constant, of_first, of_second }
    }

    /// The child's frame in the parent's.
    #[inline(always)]
    pub(crate) fn frame(&self, [x, y]: [f64; 2]) -> Frame {
        let mut frame = [[0.0; 4]; 3];
        for i in 0..3 {
            for k in 0..4 {
                frame[i][k] =
                    (self.constant[i][k] + x * self.of_first[i][k]) + y * self.of_second[i][k];
            }
        }
        Frame(frame)
    }
}

impl Joint {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it moves.
    #[must_use]
    pub fn kind(&self) -> JointKind {
        self.kind
    }

    /// The link that it is on, by its number.
    #[must_use]
    pub fn parent(&self) -> usize {
        self.parent
    }

    /// The link that it moves, by its number.
    #[must_use]
    pub fn child(&self) -> usize {
        self.child
    }

    /// Its axis in the joint's frame, of length one.
    #[must_use]
    pub fn axis(&self) -> [f64; 3] {
        self.axis
    }

    /// The least and the largest value, of revolute and prismatic joints; one of them may be
    /// infinite. `None` if both are.
    #[must_use]
    pub fn limits(&self) -> Option<[f64; 2]> {
        self.limits
    }

    /// The largest velocity, in radians or lengths a second, of joints of one value; `None` where
    /// the file gives no finite one above 0. Nothing is checked against it.
    #[must_use]
    pub fn velocity_limit(&self) -> Option<f64> {
        self.velocity.filter(|velocity| velocity.is_finite() && *velocity > 0.0)
    }

    /// The number that the file gives for [`Joint::velocity_limit`], for messages: one that is not
    /// above 0 or not finite, too.
    #[must_use]
    pub fn written_velocity(&self) -> Option<f64> {
        self.velocity
    }

    /// What it follows, if it has no value of its own.
    #[must_use]
    pub fn mimic(&self) -> Option<&Mimic> {
        self.mimic.as_ref()
    }

    /// Where its values begin in a configuration; `None` for joints that have none of their own.
    #[must_use]
    pub fn first_value(&self) -> Option<usize> {
        if self.mimic.is_some() { None } else { self.first_value }
    }

    /// The one value of a revolute, continuous or prismatic joint.
    #[inline(always)]
    pub(crate) fn value(&self, configuration: &[f64]) -> f64 {
        let own = self.first_value.map_or(0.0, |first| configuration[first]);
        match &self.mimic {
            None => own,
            Some(mimic) => mimic.multiplier * own + mimic.offset,
        }
    }

    /// The child's frame in the parent's, as [`Kinematics`](crate::Kinematics) has it.
    pub(crate) fn frame(&self, configuration: &[f64]) -> Frame {
        match (self.kind, self.first_value) {
            (JointKind::Revolute | JointKind::Continuous, _) => {
                self.coefficients.frame(sin_cos(self.value(configuration)))
            }
            (JointKind::Prismatic, _) => self.coefficients.frame([self.value(configuration), 0.0]),
            (JointKind::Planar | JointKind::Floating, Some(first)) => {
                self.free_frame(&configuration[first..first + self.kind.dof()])
            }
            _ => self.origin,
        }
    }

    /// The child's frame in the parent's, for joints of several values.
    pub(crate) fn free_frame(&self, values: &[f64]) -> Frame {
        let own = match self.kind {
            JointKind::Planar => {
                let across = from_z_to(self.axis);
                let [sin, cos] = sin_cos(values[2]);
                let in_plane = Frame([
                    [cos, -sin, 0.0, values[0]],
                    [sin, cos, 0.0, values[1]],
                    [0.0, 0.0, 1.0, 0.0],
                ]);
                across.times(&in_plane).times(&transposed(&across))
            }
            _ => from_quaternion(
                [values[0], values[1], values[2]],
                [values[3], values[4], values[5], values[6]],
            ),
        };
        self.origin.times(&own)
    }
}

/// The rotation by the shortest way that takes z to a direction of length one.
fn from_z_to([x, y, z]: [f64; 3]) -> Frame {
    let across_sq = x * x + y * y;
    if z < 0.0 && across_sq < 1e-24 {
        // Half a turn about x.
        return Frame([[1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0]]);
    }
    // Both are one number; near -z the first would divide by what rounding left.
    let k = if z < 0.0 { (1.0 - z) / across_sq } else { 1.0 / (1.0 + z) };
    Frame([
        [1.0 - x * x * k, -x * y * k, x, 0.0],
        [-x * y * k, 1.0 - y * y * k, y, 0.0],
        [-x, -y, z, 0.0],
    ])
}

fn transposed(frame: &Frame) -> Frame {
    let m = &frame.0;
    Frame([0, 1, 2].map(|i| [m[0][i], m[1][i], m[2][i], 0.0]))
}

/// The frame of a translation and a quaternion x, y, z, w, which need not be of length one; not a
/// number if it has no length.
fn from_quaternion(t: [f64; 3], q: [f64; 4]) -> Frame {
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [x, y, z, w] = q.map(|component| component / norm);
    Frame([
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w), t[0]],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w), t[1]],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y), t[2]],
    ])
}

/// Gives each joint its place in a configuration, and returns how many values one has.
pub(crate) fn number_values(joints: &mut [Joint]) -> usize {
    let mut dof = 0;
    for joint in joints.iter_mut().filter(|joint| joint.mimic.is_none()) {
        if joint.kind.dof() > 0 {
            joint.first_value = Some(dof);
            dof += joint.kind.dof();
        }
    }
    for n in 0..joints.len() {
        if let Some(followed) = joints[n].mimic.and_then(|mimic| mimic.joint) {
            joints[n].first_value = joints[followed].first_value;
        }
    }
    dof
}
