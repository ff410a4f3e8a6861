//! The classes `Clash` and `ClashCluster`, and what all clashes and reports have.

use obbtree::clash::Clash as EngineClash;
use obbtree::nalgebra::Point3;
use pyo3::prelude::*;

use crate::answers::{Names, Point, Points, TwoPoints, answer};
use crate::errors::report_error;

/// What clashes have, whether bodies rest or move.
macro_rules! of_two_bodies {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// A UUID of the rule and the names of both bodies, in any order: the same from run to
            /// run.
            #[getter]
            fn guid(&self) -> String {
                self.0.guid.to_string()
            }

            /// The name of the rule.
            #[getter]
            fn rule(&self) -> &str {
                &self.0.rule
            }

            /// The names of both bodies, in the order of the scene.
            #[getter]
            fn bodies(&self) -> crate::answers::Names {
                self.0.bodies.clone().into()
            }

            /// ``"open"``, ``"accepted"`` or ``"resolved"``: see ``with_states`` of the report.
            #[getter]
            fn state(&self) -> &'static str {
                self.0.review.as_ref().map_or("open", |review| review.state.name())
            }

            /// What reviewers said about it; may be empty.
            #[getter]
            fn comment(&self) -> &str {
                self.0.review.as_ref().map_or("", |review| &review.comment)
            }

            #[staticmethod]
            fn _of(text: &str) -> PyResult<Self> {
                serde_json::from_str(text).map(Self).map_err(|error| report_error(&error))
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
                let text = serde_json::to_string(&slf.get().0);
                let text = text.map_err(|error| report_error(&error))?;
                Ok((slf.get_type().getattr("_of")?, (text,)))
            }
        }
    };
}

/// What reports have, whether bodies rest or move.
macro_rules! of_a_study {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// The name of the study.
            #[getter]
            fn study(&self) -> &str {
                &self.0.study
            }

            /// How many bodies the scene had.
            #[getter]
            fn bodies(&self) -> usize {
                self.0.bodies
            }

            /// How many pairs came near enough, by boxes around them, to be looked at.
            #[getter]
            fn candidates(&self) -> usize {
                self.0.candidates
            }

            /// What may be a mistake in the study.
            #[getter]
            fn warnings(&self) -> Vec<String> {
                self.0.warnings.clone()
            }

            /// The report as JSON. Numbers are read back as they are.
            ///
            /// >>> import json, obbtree
            /// >>> json.loads(obbtree.clash("assets/building.toml").to_json())["study"]
            /// 'coordination'
            fn to_json(&self, py: Python<'_>) -> String {
                py.detach(|| self.0.to_json())
            }

            fn __len__(&self) -> usize {
                self.0.clashes.len()
            }

            fn __repr__(&self) -> String {
                let (class, study) = (stringify!($class), &self.0.study);
                format!("{class}('{study}', {} clashes)", self.0.clashes.len())
            }
        }
    };
}

pub(super) use {of_a_study, of_two_bodies};

/// What makes a clash or a report again, and from what: see Python's `pickle`.
pub(super) type Reduced<'py> = (Bound<'py, PyAny>, (String,));

/// Two bodies that a rule reports.
///
/// >>> import obbtree
/// >>> clash = obbtree.clash("assets/building.toml").clashes[0]
/// >>> clash.rule, clash.class_, clash.bodies
/// ('services in the structure', 'cutting', ('level 1/slab', 'level 1/pipe 0-0'))
/// >>> clash.guid, clash.parts, clash.triangles
/// ('d5d745e6-3db6-39d9-8d07-8335906075b1', (0, 0), (1, 0))
/// >>> clash.point.shape, clash.bounds.shape, clash.reach > 0, clash.curves
/// ((3,), (2, 3), True, [])
/// >>> clash.distance, clash.closest, clash.depth, clash.way_out, clash.cluster
/// (None, None, None, None, 0)
/// >>> clash.volume, clash.state, clash.comment
/// (None, 'open', '')
#[pyclass(frozen, eq, from_py_object, module = "obbtree")]
#[derive(Clone, PartialEq)]
pub(crate) struct Clash(pub(crate) EngineClash);

of_two_bodies!(Clash);

pub(super) fn corners([min, max]: [[f64; 3]; 2]) -> TwoPoints {
    TwoPoints([min.into(), max.into()])
}

#[pymethods]
impl Clash {
    /// ``"cutting"``, ``"containing"`` (the second body is in the first), ``"contained"`` (the
    /// other way round), ``"coincident"``, ``"touching_area"``, ``"touching_line"``,
    /// ``"touching_point"``, ``"near"`` or ``"undecided"``. Of bodies of several parts, that of
    /// ``parts``.
    #[getter]
    fn class_(&self) -> &'static str {
        self.0.class.name()
    }

    /// The parts that it is about, by their places in their bodies.
    #[getter]
    fn parts(&self) -> (usize, usize) {
        self.0.parts.into()
    }

    /// Triangles of the parts that show it, where there are some; else ``None``.
    #[getter]
    fn triangles(&self) -> Option<(u32, u32)> {
        self.0.triangles.map(Into::into)
    }

    /// (3,): a point of both, rounded; of bodies that do not meet the middle between the closest
    /// points; of one in the other the middle of the box around it.
    #[getter]
    fn point(&self) -> Point {
        Point(self.0.point.into())
    }

    /// (2, 3): the corners of a box around all that was looked at of where they meet.
    #[getter]
    fn bounds(&self) -> TwoPoints {
        corners(self.0.bounds)
    }

    /// How much around the place a picture should show: half the diagonal of the smaller part.
    #[getter]
    fn reach(&self) -> f64 {
        self.0.reach
    }

    /// Of bodies that are near: the lower and the upper bound of their distance; else ``None``.
    #[getter]
    fn distance(&self) -> Option<(f64, f64)> {
        self.0.distance.map(Into::into)
    }

    /// Of bodies that are near: (2, 3), the closest points, rounded; else ``None``.
    #[getter]
    fn closest(&self) -> Option<TwoPoints> {
        self.0.closest.map(corners)
    }

    /// Of bodies that overlap, if the study wants it and it is known: the lower and the upper bound
    /// of the depth of ``parts``; else ``None``.
    #[getter]
    fn depth(&self) -> Option<(f64, f64)> {
        self.0.depth.map(Into::into)
    }

    /// With a depth: (3,), a translation of the second one of ``parts`` that is proven to free it
    /// of the first; else ``None``.
    #[getter]
    fn way_out(&self) -> Option<Point> {
        self.0.way_out.map(|by| Point(by.into()))
    }

    /// Of solids that overlap, if the study wants it: the lower and the upper bound of the volume
    /// that they have in common; else ``None``.
    #[getter]
    fn volume(&self) -> Option<(f64, f64)> {
        self.0.volume.map(Into::into)
    }

    /// The curves along which surfaces meet, each (N, 3), if the study wants them.
    #[getter]
    fn curves(&self) -> Vec<Points> {
        let curve = |points: &Vec<[f64; 3]>| points.iter().map(|p| Point3::from(*p)).collect();
        self.0.curves.iter().map(curve).map(Points).collect()
    }

    /// The place of its cluster in the report; ``None`` if there are no clusters.
    #[getter]
    fn cluster(&self) -> Option<usize> {
        self.0.cluster
    }

    fn __repr__(&self) -> String {
        let EngineClash { class, bodies: [a, b], rule, .. } = &self.0;
        format!("Clash({class}, {a:?}, {b:?}, {rule:?})")
    }
}

answer! {
/// Clashes that are reviewed together: of one rule and the same groups, near each other.
///
/// >>> import obbtree
/// >>> cluster = obbtree.clash("assets/building.toml").clusters[0]
/// >>> cluster.groups, cluster.clashes
/// (('services', 'structure'), [0])
/// >>> cluster.rule, cluster.bounds.shape
/// ('services in the structure', (2, 3))
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct ClashCluster {
    /// The rule of all of them.
    pub(super) rule: String,
    /// The groups of their bodies, ascending; empty for those in none.
    pub(super) groups: Names,
    /// The clashes, by their places in the report.
    pub(super) clashes: Vec<usize>,
    /// (2, 3): the corners of the box around their boxes.
    pub(super) bounds: TwoPoints,
}
}

#[pymethods]
impl ClashCluster {
    fn __repr__(&self) -> String {
        let Self { rule, groups: (a, b), clashes, .. } = self;
        format!("ClashCluster({} of {rule:?}, {a:?}, {b:?})", clashes.len())
    }
}
