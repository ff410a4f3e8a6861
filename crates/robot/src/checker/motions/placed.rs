//! Has a robot a place all along a path? Between two quaternions there can be one of no length.

use obbtree_predicates::{LowerBound, UpperBound};

use crate::checker::questions::Checker;
use crate::error::CheckError;
use crate::model::{JointKind, SHORTEST_QUATERNION};
use crate::values::ValuePath;

/// Intervals are halved so often at most: what is not told apart from too short then is refused.
const MOST_HALVINGS: u32 = 50;
/// More than what the length of a quaternion rounds where a configuration is checked.
const CHECKED_REL_ERR: f64 = 1.0 / (1_u64 << 40) as f64;

impl Checker {
    /// Has the robot a place at all times of a path, at whose ends it has one? Without quaternions
    /// the ends say it all.
    pub(super) fn check_between(&self, path: &impl ValuePath) -> Result<(), CheckError> {
        if !self.data.shared.has_quaternions {
            return Ok(());
        }
        let robot = self.robot();
        let (mut middle, mut half) = (vec![0.0; robot.dof], vec![0.0; robot.dof]);
        for joint in robot.active_joints().filter(|joint| joint.kind() == JointKind::Floating) {
            let first = joint.first_value().unwrap_or(0) + 3;
            let mut waiting = vec![([0.0, 1.0], MOST_HALVINGS)];
            while let Some(([begin, end], halvings)) = waiting.pop() {
                let share = 0.5 * (begin + end);
                path.around([begin, share, end], &mut middle, &mut half);
                let (q, within) = (&middle[first..first + 4], &half[first..first + 4]);
                if least_length(q, within).is_above(UpperBound::from(SHORTEST_QUATERNION)) {
                    continue;
                }
                robot.check_values(&middle).map_err(|error| at(path.time(share), error))?;
                if halvings == 0 {
                    let joint = joint.name().to_owned();
                    let problem = format!("its quaternion is too short at {}", path.time(share));
                    return Err(CheckError::NotPlaced { joint, problem });
                }
                waiting.extend([([share, end], halvings - 1), ([begin, share], halvings - 1)]);
            }
        }
        Ok(())
    }
}

/// Of all quaternions within `half` of one.
fn least_length(q: &[f64], half: &[f64]) -> LowerBound {
    let squares = q.iter().map(|x| LowerBound::from(x.abs())).map(|x| x * x);
    let length = squares.fold(LowerBound::ZERO, |sum, x| sum + x).sqrt();
    let within: UpperBound = half.iter().map(|&x| UpperBound::from(x)).map(|x| x * x).sum();
    let rounded = LowerBound::from(1.0 - CHECKED_REL_ERR);
    (length - within.sqrt()) * rounded
}

fn at(time: f64, error: CheckError) -> CheckError {
    match error {
        CheckError::NotPlaced { joint, problem } => {
            CheckError::NotPlaced { joint, problem: format!("at {time} {problem}") }
        }
        other => other,
    }
}
