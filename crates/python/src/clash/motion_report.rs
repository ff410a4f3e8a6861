//! The class `MotionClashReport`, what it tells of two bodies, and its files.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;

use obbtree::clash::{
    Approach as EngineApproach, ContactTimes as EngineTimes, MotionClash as EngineClash,
    MotionReport, read_motion_report,
};
use pyo3::prelude::*;

use super::found::{Reduced, corners, of_a_study, of_two_bodies};
use super::report::{read_file, reviews};
use crate::answers::{Point, TwoPoints, answer};
use crate::errors::{file_error, report_error};

/// What a study of bodies that move found: see ``clash_motion``.
///
/// >>> import obbtree
/// >>> report = obbtree.clash_motion("assets/workshop_motion.toml")
/// >>> report
/// MotionClashReport('nut to pin', 2 clashes)
/// >>> report.study, report.certified, report.times, report.samples
/// ('nut to pin', True, (0.0, 3.0), 4)
/// >>> report.bodies, report.moving, report.candidates, report.warnings
/// (7, 2, 3, [])
/// >>> len(report), len(report.clashes)
/// (2, 2)
#[pyclass(frozen, eq, module = "obbtree")]
#[derive(PartialEq)]
pub(crate) struct MotionClashReport(pub(super) MotionReport);

of_a_study!(MotionClashReport);

#[pymethods]
impl MotionClashReport {
    /// The report of a text, as ``to_json`` gives it.
    ///
    /// >>> import obbtree
    /// >>> report = obbtree.clash_motion("assets/workshop_motion.toml")
    /// >>> obbtree.MotionClashReport.from_json(report.to_json()) == report
    /// True
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        read_motion_report(text).map(Self).map_err(|error| report_error(&error))
    }

    /// The report of a JSON file, also of one that the command wrote.
    ///
    /// >>> import obbtree
    /// >>> import pathlib, tempfile
    /// >>> report = obbtree.clash_motion("assets/workshop_motion.toml")
    /// >>> file = pathlib.Path(tempfile.mkdtemp(), "moves.json")
    /// >>> _ = file.write_text(report.to_json())
    /// >>> obbtree.MotionClashReport.read(file) == report
    /// True
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        read_file(py, path, |text| read_motion_report(text).map(Self))
    }

    /// This report with states and comments of a file that the page of ``obbtree clash --html``
    /// saved, for ``write_csv``; clashes that the file has not are open.
    ///
    /// >>> import json, obbtree
    /// >>> report = obbtree.clash_motion("assets/workshop_motion.toml")
    /// >>> decided = {report.clashes[0].guid: {"state": "accepted", "comment": "meant so"}}
    /// >>> states = {"format": "obbtree-clash-states-1", "study": "", "clashes": decided}
    /// >>> with open("target/motion_states.json", "w") as file:
    /// ...     json.dump(states, file)
    /// >>> report.with_states("target/motion_states.json").clashes[0].state
    /// 'accepted'
    fn with_states(&self, path: PathBuf) -> PyResult<Self> {
        let mut report = self.0.clone();
        report.set_reviews(&reviews(&path)?);
        Ok(Self(report))
    }

    /// Was it proven what happens between the times?
    #[getter]
    fn certified(&self) -> bool {
        self.0.certified
    }

    /// The first and the last time.
    #[getter]
    fn times(&self) -> (f64, f64) {
        self.0.times.into()
    }

    /// How many times there were.
    #[getter]
    fn samples(&self) -> usize {
        self.0.samples
    }

    /// How many of them moved.
    #[getter]
    fn moving(&self) -> usize {
        self.0.moving
    }

    /// The clashes, by the order of rules, then by that of the bodies: a new list.
    #[getter]
    fn clashes(&self) -> Vec<MotionClash> {
        self.0.clashes.iter().cloned().map(MotionClash).collect()
    }

    /// Writes a table, comma-separated, with the names of the columns first: a line for each
    /// contact, for each interval without a proof, and for each closest approach. Texts that a
    /// spreadsheet would take as a formula begin with ``'``.
    ///
    /// >>> import obbtree
    /// >>> report = obbtree.clash_motion("assets/workshop_motion.toml")
    /// >>> report.write_csv("target/moves.csv")
    /// >>> with open("target/moves.csv") as table:
    /// ...     table.readline()[:27]
    /// 'guid,rule,first,second,what'
    fn write_csv(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let written = py.detach(|| self.0.write_csv(BufWriter::new(File::create(&path)?)));
        written.map_err(|error| file_error(&path, &error))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().to_json(py),)))
    }
}

/// Two bodies that a rule of a motion study reports.
///
/// >>> import obbtree
/// >>> clash = obbtree.clash_motion("assets/workshop_motion.toml").clashes[1]
/// >>> clash
/// MotionClash("nut", "pin", "moving parts", contacts=1)
/// >>> clash.rule, clash.bodies, clash.guid
/// ('moving parts', ('nut', 'pin'), '9e76d075-032a-306d-bcee-2275a41a9e70')
/// >>> len(clash.contacts), clash.undecided, clash.closest
/// (1, [], None)
/// >>> clash.state, clash.comment
/// ('open', '')
#[pyclass(frozen, eq, module = "obbtree")]
#[derive(PartialEq)]
pub(crate) struct MotionClash(EngineClash);

of_two_bodies!(MotionClash);

#[pymethods]
impl MotionClash {
    /// When they meet, by time: a new list of ``ContactTimes``.
    #[getter]
    fn contacts(&self) -> Vec<ContactTimes> {
        self.0.contacts.iter().map(ContactTimes::from).collect()
    }

    /// Times, from and to, between which neither a contact nor that there is none is proven.
    #[getter]
    fn undecided(&self) -> Vec<(f64, f64)> {
        self.0.undecided.iter().copied().map(Into::into).collect()
    }

    /// How near they come, of bodies that do not meet and come within the clearance; else ``None``.
    #[getter]
    fn closest(&self) -> Option<Approach> {
        self.0.closest.as_ref().map(Approach::from)
    }

    fn __repr__(&self) -> String {
        let EngineClash { bodies: [a, b], rule, contacts, .. } = &self.0;
        format!("MotionClash({a:?}, {b:?}, {rule:?}, contacts={})", contacts.len())
    }
}

answer! {
/// When two bodies meet.
///
/// >>> import obbtree
/// >>> contact = obbtree.clash_motion("assets/workshop_motion.toml").clashes[1].contacts[0]
/// >>> contact.first[0] <= contact.first[1] <= contact.last[1], contact.point.shape
/// (True, (3,))
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct ContactTimes {
    /// They do not meet at the first of these times, unless it is the first of all or one at which
    /// they meet, and do not after the contact before; they meet not after the second. Where the
    /// study is certified they meet at no time between the contact before and the first one.
    first: (f64, f64),
    /// They meet at the first of these times or after; not after the second until the next contact.
    last: (f64, f64),
    /// (3,): a point of both at the first contact, in the world, rounded; ``None`` if it is not
    /// known.
    point: Option<Point>,
}
}

impl From<&EngineTimes> for ContactTimes {
    fn from(of: &EngineTimes) -> Self {
        let point = of.point.map(|point| Point(point.into()));
        Self { first: of.first.into(), last: of.last.into(), point }
    }
}

#[pymethods]
impl ContactTimes {
    fn __repr__(&self) -> String {
        format!("ContactTimes(first={:?}, last={:?})", self.first, self.last)
    }
}

answer! {
/// How near two bodies come that do not meet.
///
/// >>> import obbtree
/// >>> clashes = obbtree.clash_motion("assets/workshop_motion.toml").clashes
/// >>> closest = [clash.closest for clash in clashes if clash.closest][0]
/// >>> closest.time >= 0, closest.distance[0] <= closest.distance[1], closest.points.shape
/// (True, True, (2, 3))
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Approach {
    /// The time of the table at which they are nearest.
    time: f64,
    /// The least distance is in this interval: at the times of the table, or, where the study is
    /// certified, at all times.
    distance: (f64, f64),
    /// (2, 3): the closest points at that time, in the world, rounded.
    points: TwoPoints,
}
}

impl From<&EngineApproach> for Approach {
    fn from(of: &EngineApproach) -> Self {
        let (time, distance) = (of.time, of.distance.into());
        Self { time, distance, points: corners(of.points) }
    }
}

#[pymethods]
impl Approach {
    fn __repr__(&self) -> String {
        format!("Approach(time={}, distance={:?})", self.time, self.distance)
    }
}
