//! Files of configurations: one a line; and of motions, two configurations a line.

use std::path::Path;

use obbtree_predicates::MAX_COORDINATE;

use super::joint::{Joint, JointKind};
use super::robot::Robot;
use crate::error::{CheckError, RobotError, RobotProblem};

/// Quaternions shorter than this are no rotation that anybody meant.
pub(crate) const SHORTEST_QUATERNION: f64 = 1e-6;

impl Robot {
    /// Reads a file of configurations.
    ///
    /// A line has the values of the active joints in their order, with blanks or commas between
    /// them. A line `# joints: NAME NAME ...` says that the lines after it have the values of
    /// these joints, in this order; the others are 0 (the last of a floating joint's quaternion
    /// 1). `#` starts a comment.
    ///
    /// # Errors
    /// If the file cannot be read, or a line has another number of values, a word that is no
    /// finite number, the name of a joint that has no value, or values that
    /// [`Robot::check_values`] refuses; with the line.
    pub fn read_configurations(&self, path: impl AsRef<Path>) -> Result<Vec<Vec<f64>>, RobotError> {
        let found = self.read_lines(path.as_ref(), 1)?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Reads a file of motions: two configurations a line.
    ///
    /// # Errors
    /// As [`Robot::read_configurations`].
    pub fn read_motions(&self, path: impl AsRef<Path>) -> Result<Vec<[Vec<f64>; 2]>, RobotError> {
        let found = self.read_lines(path.as_ref(), 2)?;
        let ends = |mut line: Vec<Vec<f64>>| [std::mem::take(&mut line[0]), line.swap_remove(1)];
        Ok(found.into_iter().map(ends).collect())
    }

    fn read_lines(&self, path: &Path, per_line: usize) -> Result<Vec<Vec<Vec<f64>>>, RobotError> {
        let read = || -> Result<_, RobotProblem> {
            self.lines_of(&String::from_utf8_lossy(&std::fs::read(path)?), per_line)
        };
        read().map_err(|problem| problem.in_file(path))
    }

    fn lines_of(&self, text: &str, per_line: usize) -> Result<Vec<Vec<Vec<f64>>>, RobotProblem> {
        let mut places: Vec<usize> = (0..self.dof).collect();
        let mut found = Vec::new();
        for (n, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let wrong = |problem| RobotProblem::Line { line: n + 1, problem };
            let (numbers, comment) = line.split_once('#').unwrap_or((line, ""));
            if let Some(names) = comment.trim().strip_prefix("joints:") {
                places = self.places(names).map_err(wrong)?;
                continue;
            }
            let words = numbers.split([' ', '\t', ',', '\r']).filter(|word| !word.is_empty());
            let values = words.map(number).collect::<Result<Vec<f64>, _>>().map_err(wrong)?;
            if values.is_empty() {
                continue;
            }
            let expected = per_line * places.len();
            if values.len() != expected {
                return Err(wrong(format!("{} values, not {expected}", values.len())));
            }
            let of_line = values.chunks(places.len()).map(|some| self.placed(&places, some));
            let of_line: Vec<Vec<f64>> = of_line.collect();
            for configuration in &of_line {
                self.check_values(configuration).map_err(|problem| wrong(problem.to_string()))?;
            }
            found.push(of_line);
        }
        Ok(found)
    }

    /// Where the values of named joints belong.
    fn places(&self, names: &str) -> Result<Vec<usize>, String> {
        let mut places = Vec::new();
        for name in names.split([' ', '\t', ',', '\r']).filter(|name| !name.is_empty()) {
            let joint = self.active_joints().find(|joint| joint.name() == name);
            let joint = joint.ok_or_else(|| format!("no joint with values is called '{name}'"))?;
            let first = joint.first_value.unwrap_or(0);
            places.extend(first..first + joint.kind.dof());
        }
        let mut sorted = places.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() < places.len() {
            return Err("a joint is named twice".to_owned());
        }
        if places.is_empty() { Err("no joint is named".to_owned()) } else { Ok(places) }
    }

    fn placed(&self, places: &[usize], values: &[f64]) -> Vec<f64> {
        let mut configuration = self.zero();
        for (&place, &value) in places.iter().zip(values) {
            configuration[place] = value;
        }
        configuration
    }

    /// Can the links be placed? Limits do not count: see [`Robot::is_within_limits`].
    ///
    /// # Errors
    /// If a value is not finite, a slide is longer than any coordinate may be, or the quaternion
    /// of a floating joint has a length below 1e-6 or none that is finite; with the joint. And if
    /// the configuration has another number of values than [`Robot::dof`].
    ///
    /// ```
    /// # let text = r#"<robot name="r"><link name="a"/><link name="b"/>
    /// #   <joint name="fly" type="floating"><parent link="a"/><child link="b"/></joint></robot>"#;
    /// # let robot = obbtree_robot::Robot::from_urdf_str(text, "r.urdf", &[])?;
    /// assert!(robot.check_values(&robot.zero()).is_ok());
    /// let error = robot.check_values(&[0.0; 7]).expect_err("no rotation");
    /// assert!(error.to_string().starts_with("joint 'fly': its quaternion 0.0 0.0 0.0 0.0 "));
    /// # Ok::<(), obbtree_robot::RobotProblem>(())
    /// ```
    pub fn check_values(&self, configuration: &[f64]) -> Result<(), CheckError> {
        self.check_length(configuration)?;
        self.joints.iter().try_for_each(|joint| {
            joint.check_values(configuration).map_err(|problem| CheckError::NotPlaced {
                joint: joint.name().to_owned(),
                problem,
            })
        })
    }

    fn check_length(&self, configuration: &[f64]) -> Result<(), CheckError> {
        let (given, dof) = (configuration.len(), self.dof);
        if given == dof { Ok(()) } else { Err(CheckError::Length { given, dof }) }
    }

    /// Is every value within its joint's limits? The limits themselves are. Those of joints that
    /// mimic another do not count: where such a joint stands follows from the mechanism, not from
    /// what is commanded; files often copy the limits of the joint that it follows, also where
    /// it moves the other way, so that they would refuse every configuration; and MoveIt does not
    /// check them either. Continuous, planar and floating joints have none.
    ///
    /// # Errors
    /// [`CheckError::BeyondLimits`] with the first joint whose value is beyond them;
    /// [`CheckError::Length`] for another number of values than [`Robot::dof`].
    ///
    /// ```
    /// # let text = r#"<robot name="r"><link name="a"/><link name="b"/>
    /// # <joint name="lift" type="prismatic">
    /// #   <parent link="a"/><child link="b"/><limit lower="0" upper="3" effort="1" velocity="1"/>
    /// #   </joint></robot>"#;
    /// # let robot = obbtree_robot::Robot::from_urdf_str(text, "r.urdf", &[])?;
    /// assert_eq!(robot.check_limits(&[3.0]), Ok(()));
    /// let error = robot.check_limits(&[3.5]).expect_err("too high");
    /// assert_eq!(error.to_string(), "joint 'lift': its value 3.5 is beyond its limits, 0 to 3");
    /// # Ok::<(), obbtree_robot::RobotProblem>(())
    /// ```
    pub fn check_limits(&self, configuration: &[f64]) -> Result<(), CheckError> {
        self.check_length(configuration)?;
        for joint in self.active_joints() {
            let Some(limits) = joint.limits else { continue };
            let value = joint.value(configuration);
            if !(limits[0] <= value && value <= limits[1]) {
                let joint = joint.name().to_owned();
                return Err(CheckError::BeyondLimits { joint, value, limits });
            }
        }
        Ok(())
    }

    /// The configuration of zeros, with the quaternions of floating joints at rest.
    #[must_use]
    pub fn zero(&self) -> Vec<f64> {
        let mut configuration = vec![0.0; self.dof];
        for joint in self.active_joints().filter(|joint| joint.kind.dof() == 7) {
            configuration[joint.first_value.unwrap_or(0) + 6] = 1.0;
        }
        configuration
    }
}

impl Joint {
    fn check_values(&self, configuration: &[f64]) -> Result<(), String> {
        let Some(first) = self.first_value else { return Ok(()) };
        let values = &configuration[first..first + self.kind.dof()];
        if let Some(value) = values.iter().find(|value| !value.is_finite()) {
            return Err(format!("its value {value} is not finite"));
        }
        match self.kind {
            JointKind::Prismatic => check_slides(&[self.value(configuration)]),
            JointKind::Planar => check_slides(&values[..2]),
            JointKind::Floating => {
                check_slides(&values[..3]).and_then(|()| check_quaternion(&values[3..]))
            }
            JointKind::Fixed | JointKind::Revolute | JointKind::Continuous => Ok(()),
        }
    }
}

fn check_slides(slides: &[f64]) -> Result<(), String> {
    match slides.iter().find(|slide| !(slide.abs() <= MAX_COORDINATE)) {
        Some(slide) => Err(format!("it slides by {slide:e}, beyond {MAX_COORDINATE:e}")),
        None => Ok(()),
    }
}

fn check_quaternion(q: &[f64]) -> Result<(), String> {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length >= SHORTEST_QUATERNION && length.is_finite() {
        return Ok(());
    }
    let [x, y, z, w] = [q[0], q[1], q[2], q[3]];
    Err(format!(
        "its quaternion {x:?} {y:?} {z:?} {w:?} has length {length:e}, not a finite one of at least \
         {SHORTEST_QUATERNION:e}"
    ))
}

fn number(word: &str) -> Result<f64, String> {
    let value: f64 = word.parse().map_err(|_| format!("'{word}' is not a number"))?;
    if value.is_finite() { Ok(value) } else { Err(format!("'{word}' is not a finite number")) }
}
