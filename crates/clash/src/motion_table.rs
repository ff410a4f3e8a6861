//! Where bodies are at each time: from the fields of a study, or from a CSV file.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use obbtree_collider::{Linear, Motion, MotionError};
use obbtree_predicates::{Pose, PoseError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How a study's bodies move: the field `motion`. Bodies without poses rest where the scene has
/// them. Between two times a body moves on a [`Linear`](obbtree_collider::Linear) motion: its
/// origin on a straight line at constant speed, and it turns the shortest way about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MotionTable {
    /// A CSV file with the columns `time`, `body`, `x`, `y`, `z`, `qx`, `qy`, `qz` and `qw`, from
    /// the folder of the study's file; for the command and for [`Table::of_csv`]. Or the next two.
    pub table: Option<PathBuf>,
    /// The times, ascending.
    pub times: Vec<f64>,
    /// For each body, a pose at each time: `x y z qx qy qz qw`.
    pub poses: BTreeMap<String, Vec<[f64; 7]>>,
    /// Is it proven what happens between the times? Else poses at the times alone are looked at.
    pub certified: bool,
    /// How well times of contacts are to be known, of the time from one to the next.
    pub time_tolerance: f64,
    /// What comes within this distance may be left undecided.
    pub distance_tolerance: f64,
}

impl Default for MotionTable {
    fn default() -> Self {
        Self {
            table: None,
            times: Vec::new(),
            poses: BTreeMap::new(),
            certified: true,
            time_tolerance: 1e-3,
            distance_tolerance: 0.0,
        }
    }
}

impl MotionTable {
    /// The poses that it has, or those of the file that it names, from a folder: that of the
    /// study's file.
    ///
    /// # Errors
    /// If the file cannot be read, or what is there is no table.
    pub fn read(&self, folder: &Path) -> Result<Table, TableError> {
        let Some(named) = &self.table else {
            return Table::new(self.times.clone(), &self.poses);
        };
        let file = folder.join(named);
        let in_file = |error: &dyn Display| {
            let (file, reason) = (file.clone(), error.to_string());
            TableError::File { file, reason }
        };
        let text = std::fs::read_to_string(&file).map_err(|error| in_file(&error))?;
        Table::of_csv(&text).map_err(|error| in_file(&error))
    }
}

/// Where bodies are at each time, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub(crate) times: Vec<f64>,
    /// By names, a pose for each time.
    pub(crate) poses: BTreeMap<String, Vec<Pose>>,
}

/// Why a table of motions cannot be used.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum TableError {
    /// The file that a study names cannot be read, or is no table: which, and why.
    #[error("{}: {reason}", file.display())]
    File {
        /// As from the folder of the study's file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// It is no table: where, and why.
    #[error("{0}")]
    Csv(String),
    /// Fewer than two times.
    #[error("a motion needs two times, but there are {0}")]
    FewTimes(usize),
    /// A time that is not finite, or not later than the one before.
    #[error("time {index} is {time}, not after the one before, or not finite")]
    Time {
        /// Counted from 0.
        index: usize,
        /// The time.
        time: f64,
    },
    /// A body has not one pose for each time.
    #[error("body {body:?} has {poses} poses, but there are {times} times")]
    Count {
        /// Its name.
        body: String,
        /// How many it has.
        poses: usize,
        /// How many it should have.
        times: usize,
    },
    /// A body is not there at the times at which others are.
    #[error("body {body:?} has no pose at time {time}")]
    Missing {
        /// Its name.
        body: String,
        /// The time.
        time: f64,
    },
    /// Numbers that are no pose.
    #[error("body {body:?}, time {time}: {reason}")]
    Pose {
        /// Its name.
        body: String,
        /// When.
        time: f64,
        /// Why.
        reason: PoseError,
    },
}

/// A line of the CSV file.
#[derive(Deserialize)]
struct Line {
    time: f64,
    body: String,
    x: f64,
    y: f64,
    z: f64,
    qx: f64,
    qy: f64,
    qz: f64,
    qw: f64,
}

impl Table {
    /// Of times, and for each body of a pose at each time: `x y z qx qy qz qw`.
    ///
    /// # Errors
    /// If there are fewer than two times, or they do not ascend; if a body has more or fewer poses;
    /// if numbers are no pose.
    pub fn new(
        times: Vec<f64>,
        poses: &BTreeMap<String, Vec<[f64; 7]>>,
    ) -> Result<Self, TableError> {
        check(&times, poses)?;
        let mut checked = BTreeMap::new();
        for (body, of_body) in poses {
            let pose = |(&time, numbers): (&f64, &[f64; 7])| {
                Pose::from_translation_quaternion(*numbers).map_err(|reason| TableError::Pose {
                    body: body.clone(),
                    time,
                    reason,
                })
            };
            let of_body: Result<Vec<Pose>, _> = times.iter().zip(of_body).map(pose).collect();
            checked.insert(body.clone(), of_body?);
        }
        Ok(Self { times, poses: checked })
    }

    /// The same of poses.
    ///
    /// # Errors
    /// If there are fewer than two times, or they do not ascend; if a body has more or fewer poses.
    pub fn of_poses(
        times: Vec<f64>,
        poses: BTreeMap<String, Vec<Pose>>,
    ) -> Result<Self, TableError> {
        check(&times, &poses)?;
        Ok(Self { times, poses })
    }

    /// Of a CSV file's text: the columns `time`, `body`, `x`, `y`, `z`, `qx`, `qy`, `qz` and `qw`,
    /// in any order of columns and lines. Every body that is named has a pose at every time.
    ///
    /// ```
    /// use obbtree_clash::Table;
    /// let text = "time,body,x,y,z,qx,qy,qz,qw\n0,lid,0,0,9,0,0,0,1\n2.5,lid,0,0,1,0,0,0,1\n";
    /// assert!(Table::of_csv(text).is_ok());
    /// assert!(Table::of_csv(&text.replace("2.5", "0")).is_err());
    /// ```
    ///
    /// # Errors
    /// If it is no such table.
    pub fn of_csv(text: &str) -> Result<Self, TableError> {
        let csv_error = |error: csv::Error| TableError::Csv(error.to_string());
        let mut reader =
            csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
        let mut lines: Vec<Line> =
            reader.deserialize().collect::<Result<_, _>>().map_err(csv_error)?;
        // -0 and 0 are one time.
        lines.iter_mut().for_each(|line| line.time += 0.0);
        let mut times: Vec<f64> = lines.iter().map(|line| line.time).collect();
        if let Some(index) = times.iter().position(|time| !time.is_finite()) {
            return Err(TableError::Time { index, time: times[index] });
        }
        times.sort_unstable_by(f64::total_cmp);
        times.dedup();
        let mut places: BTreeMap<String, Vec<Option<[f64; 7]>>> = BTreeMap::new();
        for line in lines {
            let Ok(at) = times.binary_search_by(|time| time.total_cmp(&line.time)) else {
                continue;
            };
            let of_body = places.entry(line.body).or_insert_with(|| vec![None; times.len()]);
            let pose = [line.x, line.y, line.z, line.qx, line.qy, line.qz, line.qw];
            if of_body[at].replace(pose).is_some() {
                return Err(TableError::Time { index: at, time: line.time });
            }
        }
        let mut poses = BTreeMap::new();
        for (body, of_body) in places {
            if let Some(at) = of_body.iter().position(Option::is_none) {
                return Err(TableError::Missing { body, time: times[at] });
            }
            poses.insert(body, of_body.into_iter().flatten().collect());
        }
        Self::new(times, &poses)
    }

    /// The times, ascending.
    #[must_use]
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The bodies that have poses, by their names.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = &str> {
        self.poses.keys().map(String::as_str)
    }

    /// The poses of each of [`Table::bodies`] at all times.
    pub fn poses(&self) -> impl ExactSizeIterator<Item = (&str, &[Pose])> {
        self.poses.iter().map(|(name, poses)| (name.as_str(), poses.as_slice()))
    }

    /// Where each of [`Table::bodies`] is at a time: at one of the table as there, between two on
    /// its [`Linear`] motion, before the first and after the last where it is at these.
    ///
    /// # Errors
    /// If two poses have no motion between them: their matrices are too far from rotations.
    ///
    /// ```
    /// use obbtree_clash::Table;
    /// let text = "time,body,x,y,z,qx,qy,qz,qw\n0,lid,0,0,9,0,0,0,1\n2,lid,0,0,1,0,0,0,1\n";
    /// let table = Table::of_csv(text)?;
    /// assert_eq!(table.poses_at(0.5)?[0].translation().z, 7.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn poses_at(&self, time: f64) -> Result<Vec<Pose>, MotionError> {
        let last = self.times.len() - 1;
        // The first time that is not before it.
        let next = self.times.partition_point(|known| *known < time).min(last);
        let at = |of_body: &Vec<Pose>| {
            let (to, before) = (self.times[next], next.saturating_sub(1));
            if time >= to || next == 0 {
                return Ok(of_body[next]);
            }
            let from = self.times[before];
            let motion = Linear::new(&of_body[before], &of_body[next])?;
            Ok(motion.pose_at((time - from) / (to - from)))
        };
        self.poses.values().map(at).collect()
    }
}

/// At least two times that ascend, and a pose for each of them.
fn check<P>(times: &[f64], poses: &BTreeMap<String, Vec<P>>) -> Result<(), TableError> {
    if times.len() < 2 {
        return Err(TableError::FewTimes(times.len()));
    }
    for (index, &time) in times.iter().enumerate() {
        if !time.is_finite() || index > 0 && time <= times[index - 1] {
            return Err(TableError::Time { index, time });
        }
    }
    match poses.iter().find(|(_, of_body)| of_body.len() != times.len()) {
        Some((body, of_body)) => {
            let (body, poses, times) = (body.clone(), of_body.len(), times.len());
            Err(TableError::Count { body, poses, times })
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_table_is_told() {
        let header = "time,body,x,y,z,qx,qy,qz,qw\n";
        let message =
            |lines: &str| Table::of_csv(&(header.to_owned() + lines)).unwrap_err().to_string();
        assert_eq!(message(""), "a motion needs two times, but there are 0");
        assert!(message("0,a,0,0\n").contains("line: 2"), "{}", message("0,a,0,0\n"));
        let two = "0,a,0,0,0,0,0,0,1\n1,a,0,0,0,0,0,0,1\n";
        assert!(Table::of_csv(&(header.to_owned() + two)).is_ok());
        assert_eq!(
            message(&(two.to_owned() + "1,b,0,0,0,0,0,0,1\n")),
            "body \"b\" has no pose at time 0"
        );
        assert!(message(&(two.to_owned() + "1,a,0,0,0,0,0,0,1\n")).contains("time 1 is 1"));
        assert!(message(&(two.to_owned() + "-0,a,9,0,0,0,0,0,1\n")).contains("time 0 is 0"));
        let other = "-0,b,0,0,0,0,0,0,1\n1,b,0,0,0,0,0,0,1\n";
        assert!(Table::of_csv(&(header.to_owned() + two + other)).is_ok());
        assert!(message(&two.replace("0,0,1\n", "0,0,0\n")).contains("body \"a\", time 0: "));
        assert!(message(&two.replace("1,a", "inf,a")).contains("inf"));
    }
}
