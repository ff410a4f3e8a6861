//! A checker as a page.

use std::path::Path;

use obbtree::robot::Checker as Engine;
use obbtree_viewer::{CommandKind, Page, RobotTexts};
use pyo3::prelude::*;

use super::checker::Checker;
use super::configurations::{configuration, configurations};
use crate::errors::RobotError;
use crate::page::{ProgramBytes, html, notebook_html};

#[pymethods]
impl Checker {
    /// The page: with the joints as in a configuration at first, and a path that is played.
    #[pyo3(name = "_page")]
    fn page(
        &self,
        py: Python<'_>,
        configuration: Option<&Bound<'_, PyAny>>,
        path: Option<&Bound<'_, PyAny>>,
        program: ProgramBytes,
    ) -> PyResult<String> {
        let source = &self.robot.source;
        let refused = |what| Err(RobotError::new_err(format!("a robot {what} has no page")));
        if source.pairs.is_some() || !source.held.is_empty() {
            return refused("whose pairs were chosen or whose joints are held");
        }
        let engine = self.snapshot().0;
        if carries_a_body(&engine) {
            return refused("that carries bodies");
        }
        let robot = engine.robot();
        let (visuals, _) = robot.visuals(&source.urdf, &source.path, &source.package_roots);
        let texts = RobotTexts { urdf: &source.urdf, srdf: source.srdf.as_deref() };
        let page = Page::of_robot(robot.name(), &engine, texts, &visuals, Path::new(""))
            .map_err(|error| RobotError::new_err(error.to_string()))?;
        let words = ["obbtree", "robot"].map(str::to_owned).into_iter();
        let words = words.chain([source.path.display().to_string()]).collect();
        let mut page = page.saved_as("world.json".to_owned(), CommandKind::Robot, words);
        if let Some(values) = configuration {
            let values = self::configuration(&self.robot, values, "configuration")?;
            page = page.starting_at(values);
        }
        if let Some(path) = path {
            let rows = configurations(&self.robot, path, "path")?;
            page = page.with_paths(&[("path", &rows)]);
        }
        html(py, page, program)
    }

    /// What a notebook shows: the page, if there is one and ``obbtree-page`` is installed.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        notebook_html(slf.as_any())
    }
}

fn carries_a_body(checker: &Engine) -> bool {
    let links: Vec<_> = (0..).map_while(|link| checker.link_body(link)).collect();
    let world = checker.world();
    let mut others = world.ids().filter(|body| !links.contains(body));
    others.any(|body| matches!(world.parent(body), Ok(Some(_))))
}
