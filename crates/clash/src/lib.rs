//! Clash detection: what of an assembly or a building cuts, touches, holds or comes near what.
//!
//! A [`Study`] says what is looked for: [`Rule`]s about bodies by name, kinds of clashes,
//! clearances and tolerances; written in Rust or read from TOML. [`Study::run`] asks a scene, over
//! all cores, and gives a [`Report`]: each pair with its [`Class`], where, how near or how deep,
//! and clusters. Classes are those of exact arithmetic on the numbers given; what cannot be decided
//! is called undecided. Reports go to JSON, CSV and BCF, and two of them are compared.
//!
//! | file | content |
//! |---|---|
//! | `study`, `select` | what is looked for, and in which bodies |
//! | `class`, `classify` | how two bodies stand, and where |
//! | `run`, `cluster` | all pairs of a scene; which clashes are reviewed together |
//! | `subject`, `slice`, `folder` | a study in pieces, over machines; runs that go on |
//! | `clash`, `report` | the answers, and their files |
//! | `review`, `format` | what reviewers decide about clashes, from run to run; formats of files |
//! | `motion_table`, `motion` | the same of bodies that move: when they meet, how near they come |

mod clash;
mod class;
mod classify;
mod cluster;
mod folder;
mod format;
mod motion;
mod motion_table;
mod report;
mod review;
mod run;
mod select;
mod slice;
mod study;
mod subject;

pub use clash::{Clash, Cluster, Report};
pub use class::{Class, Kind};
pub use folder::FolderError;
pub use format::ReportError;
pub use motion::{Approach, ContactTimes, MotionClash, MotionReport, read_motion_report};
pub use motion_table::{MotionTable, Table, TableError};
pub use report::bcf::{BcfError, BcfOptions, BcfVersion, Snapshot, write_bcf};
pub use report::csv::write_csv;
pub use report::diff::{Difference, difference};
pub use report::json::read_report;
pub use review::{Review, ReviewState, Reviews};
pub use run::{RunError, RunOptions};
pub use slice::{JoinError, Slice};
pub use study::{Detail, Rule, Study, StudyError};
pub use subject::Subject;
