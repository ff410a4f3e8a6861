//! The robots by name, and tables of numbers with `|` between their columns.

use std::path::{Path, PathBuf};

use obbtree::robot::{Robot, Srdf};
use obbtree_tests::data;

/// A file of the robots.
fn file(name: &str) -> PathBuf {
    data::path("robots").join("example-robot-data/robots").join(name)
}

/// `panda` or `ur5`, all pairs of links but those that one joint joins.
pub(crate) fn urdf(name: &str) -> Robot {
    let urdf = match name {
        "panda" => "panda_description/urdf/panda.urdf",
        _ => "ur_description/urdf/ur5_robot.urdf",
    };
    Robot::read(file(urdf), &[]).expect("a robot")
}

/// The same with its SRDF.
pub(crate) fn robot(name: &str) -> Robot {
    let srdf = match name {
        "panda" => "panda_description/srdf/panda.srdf",
        _ => "ur_description/srdf/ur5.srdf",
    };
    urdf(name).with_srdf(&Srdf::read(file(srdf)).expect("an SRDF")).expect("of this robot")
}

/// The cells of all lines that are no comments.
pub(crate) fn rows(file: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(file).expect("a table");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// Numbers with blanks between them.
pub(crate) fn numbers(cell: &str) -> Vec<f64> {
    cell.split_whitespace().map(|word| word.parse().expect("a number")).collect()
}
