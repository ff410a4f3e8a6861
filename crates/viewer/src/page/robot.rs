//! A robot in a page: its description, the world around it, and how its links look.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use obbtree::Mesh;
use obbtree::robot::{Checker, Visual};
use obbtree::scene::scene_to_json_with;

use super::document::{Page, RobotData};
use crate::palette::hex;

/// The texts that describe a robot.
#[derive(Clone, Copy, Debug)]
pub struct RobotTexts<'t> {
    /// Its URDF.
    pub urdf: &'t str,
    /// Its SRDF, if it has one.
    pub srdf: Option<&'t str>,
}

impl Page {
    /// A page about a robot among obstacles: those of a checker's world that no link carries.
    ///
    /// # Errors
    /// If the checker has no place for its links, which cannot happen at zeros.
    pub fn of_robot(
        title: &str,
        checker: &Checker,
        texts: RobotTexts<'_>,
        visuals: &[Visual],
        folder: &Path,
    ) -> Result<Self> {
        let mut page = Self::new(title, checker.world(), folder);
        let mut around = checker.world().clone();
        let links: Vec<_> = (0..).map_while(|link| checker.link_body(link)).collect();
        for &link in &links {
            around.remove(link)?;
        }
        let world = scene_to_json_with(&around, |part| page.meshes.name_part(part));
        let robot = checker.robot();
        let parts = robot.links().iter().flat_map(|link| link.parts());
        let meshes = parts.filter_map(|part| page.meshes.name_part(part)).collect();
        page.data.solid = page.meshes.solid.len();
        let mut known: HashMap<*const Mesh, usize> = HashMap::new();
        let mut shown = Vec::new();
        for Visual { link, mesh, pose, colour, .. } in visuals {
            let next = page.data.solid + page.meshes.shown.len();
            let number = *known.entry(Arc::as_ptr(mesh)).or_insert(next);
            if number == next {
                page.meshes.shown.push(Arc::clone(mesh));
            }
            shown.push((*link, number, pose.to_rows(), colour.map(hex)));
        }
        let link_colour = |body| links.contains(&body).then(|| hex(LINKS));
        page.data.colours = checker.world().ids().map(link_colour).collect();
        page.data.closest = true;
        page.data.robot = Some(RobotData {
            urdf: texts.urdf.to_owned(),
            srdf: texts.srdf.map(str::to_owned),
            world,
            meshes,
            visuals: shown,
        });
        Ok(page)
    }

    /// With paths that are played, by their names.
    #[must_use]
    pub fn with_paths(mut self, paths: &[(&str, &[Vec<f64>])]) -> Self {
        self.data.paths =
            paths.iter().map(|(name, path)| ((*name).to_owned(), path.to_vec())).collect();
        self
    }

    /// With the joints there at first.
    #[must_use]
    pub fn starting_at(mut self, configuration: Vec<f64>) -> Self {
        self.data.start = Some(configuration);
        self
    }
}

/// The links of a robot: light, so that what is around them stands back.
const LINKS: [u8; 3] = [0xE0, 0xD8, 0xC6];
