//! What a page is told, and the file that it is.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use obbtree::clash::{MotionReport, Report, Reviews};
use obbtree::scene::{BodyId, Part, Scene, scene_to_json_with};
use obbtree::{Body, Mesh, Pose};
use serde::Serialize;

use super::blocks;
use crate::palette::{self, Palette, hex};

/// What runs in a page beside its scripts.
#[derive(Clone, Copy, Debug)]
pub struct Program<'p> {
    /// The engine: the module that `crates/wasm/build` makes, `src/page/engine.wasm`.
    pub engine: &'p [u8],
    /// What draws: three.js, by `vendor/fetch`, `vendor/three.min.js`.
    pub three: &'p [u8],
}

#[cfg(feature = "program")]
const PROGRAM: Program<'static> = Program {
    engine: include_bytes!("engine.wasm"),
    three: include_bytes!("../../vendor/three.min.js"),
};

/// The licence of three.js, which goes with it.
const LICENCE: &str = include_str!("../../vendor/LICENSE-three");

/// What the page does: each script about one thing, those first that others need.
const SCRIPTS: [&str; 13] = [
    include_str!("engine.js"),
    include_str!("data.js"),
    include_str!("poses.js"),
    include_str!("view.js"),
    include_str!("bodies.js"),
    include_str!("trees.js"),
    include_str!("tools.js"),
    include_str!("player.js"),
    include_str!("robot.js"),
    include_str!("save.js"),
    include_str!("review.js"),
    include_str!("chart.js"),
    include_str!("page.js"),
];

/// A page that shows a scene or a robot: bodies and joints are moved in it, by hand or along what
/// is played, and the engine queried what collides.
#[derive(Clone, Debug)]
pub struct Page {
    pub(super) data: Data,
    pub(super) meshes: Meshes,
}

/// What a page is told.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Data {
    /// Of the window.
    title: String,
    /// The scene as a scene file whose meshes are named by their numbers in the page, from 1.
    scene: String,
    /// By body: its colour; `null` for one by its number.
    pub(super) colours: Vec<Option<String>>,
    palette: Palette,
    /// What is played: step by step where bodies are.
    steps: Vec<Vec<Placing>>,
    /// What is played of a robot: paths by their names.
    pub(super) paths: Vec<(String, Vec<Vec<f64>>)>,
    /// Are contact lines, and are closest points shown at first?
    contacts: bool,
    pub(super) closest: bool,
    /// How many of the meshes collide: the first ones. The others are shown only.
    pub(super) solid: usize,
    /// By mesh: the file that a saved scene names in its place.
    files: Vec<Option<String>>,
    /// The name of the scene file that the page saves.
    saved: String,
    command: Command,
    pub(super) robot: Option<RobotData>,
    /// The configuration of the robot at first; that of zeros if there is none.
    pub(super) start: Option<Vec<f64>>,
    /// The clashes of a study.
    pub(super) review: Option<ReviewData>,
}

/// What a page is told of its robot, by which the engine in it reads it again.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RobotData {
    pub(super) urdf: String,
    pub(super) srdf: Option<String>,
    /// What is around the robot, as a scene file.
    pub(super) world: String,
    /// The meshes of collision elements, in the order in which the URDF names them.
    pub(super) meshes: Vec<String>,
    /// The link, the mesh of the page, where it is on the link, and its colour.
    pub(super) visuals: Vec<(usize, usize, [f64; 12], Option<String>)>,
}

/// What a page is told of a study.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ReviewData {
    pub(super) report: Found,
    /// What was decided before, also about clashes that are gone.
    pub(super) reviews: Reviews,
    /// The name of the file of states that the page saves.
    pub(super) file: String,
    /// The time of each step of a motion.
    pub(super) times: Vec<f64>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Found {
    AtRest(Report),
    Moving(MotionReport),
}

/// The number of a body and the rows of `[R | t]`.
type Placing = (u32, [f64; 12]);

/// The command that asks what a page shows, up to what changes in the page.
#[derive(Clone, Debug, Serialize)]
struct Command {
    kind: CommandKind,
    words: Vec<String>,
}

/// What the page adds to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CommandKind {
    /// The pose of the second body.
    Pair,
    /// The scene file that the page saves.
    Scene,
    /// The configuration of the robot.
    Robot,
    /// The scene file that the page saves, in place of a study's.
    Study,
}

/// The meshes of a page, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Meshes {
    pub(super) solid: Vec<Body>,
    /// By their addresses.
    known: HashMap<usize, usize>,
    pub(super) shown: Vec<Arc<Mesh>>,
}

impl Meshes {
    /// The name of a body's mesh in the scenes of the page.
    fn name(&mut self, body: &Body) -> String {
        let next = self.solid.len();
        let number = *self.known.entry(std::ptr::from_ref(body.mesh()).addr()).or_insert(next);
        if number == next {
            self.solid.push(body.clone());
        }
        format!("#{}", number + 1)
    }

    pub(super) fn name_part(&mut self, part: &Part) -> Option<String> {
        Some(self.name(part.collider().body()?))
    }
}

impl Page {
    /// A page about a scene as it is. A scene that the page saves names mesh files by their paths
    /// from `folder`.
    #[must_use]
    pub fn new(title: &str, scene: &Scene, folder: &Path) -> Self {
        let mut meshes = Meshes::default();
        let mut files = Vec::new();
        let text = scene_to_json_with(scene, |part| {
            let name = meshes.name_part(part)?;
            if files.len() < meshes.solid.len() {
                files.push(part.file().and_then(|file| relative(file, folder)));
            }
            Some(name)
        });
        let data = Data {
            title: title.to_owned(),
            scene: text,
            colours: Vec::new(),
            palette: Palette::new(),
            steps: Vec::new(),
            paths: Vec::new(),
            contacts: false,
            closest: false,
            solid: meshes.solid.len(),
            files,
            saved: "scene.json".to_owned(),
            command: Command { kind: CommandKind::Scene, words: vec!["obbtree".to_owned()] },
            robot: None,
            start: None,
            review: None,
        };
        Self { data, meshes }
    }

    /// With a slider and a button that play steps: each says where some bodies are.
    #[must_use]
    pub fn played(mut self, steps: &[Vec<(BodyId, Pose)>]) -> Self {
        let of_step = |step: &Vec<(BodyId, Pose)>| {
            step.iter().map(|(body, pose)| (body.number(), pose.to_rows())).collect()
        };
        self.data.steps = steps.iter().map(of_step).collect();
        self
    }

    /// With contact lines and closest points shown at first, or without.
    #[must_use]
    pub fn showing(mut self, contacts: bool, closest: bool) -> Self {
        (self.data.contacts, self.data.closest) = (contacts, closest);
        self
    }

    /// With the name of the scene file that the page saves, and the command that asks what it
    /// shows.
    #[must_use]
    pub fn saved_as(mut self, file: String, kind: CommandKind, words: Vec<String>) -> Self {
        (self.data.saved, self.data.command) = (file, Command { kind, words });
        self
    }

    /// With the two colours of a pair for its bodies.
    #[must_use]
    pub fn as_pair(mut self) -> Self {
        self.data.colours = palette::BODIES.map(|colour| Some(hex(colour))).to_vec();
        self
    }

    /// The HTML file.
    ///
    /// # Errors
    /// If the data cannot be written as JSON.
    #[cfg(feature = "program")]
    pub fn html(&self) -> Result<String> {
        self.html_with(PROGRAM)
    }

    /// The HTML file with a program that the caller has.
    ///
    /// # Errors
    /// As [`Page::html`].
    pub fn html_with(&self, program: Program<'_>) -> Result<String> {
        let solid = self.meshes.solid.iter().map(Body::mesh);
        let meshes: Vec<&Mesh> = solid.chain(self.meshes.shown.iter().map(Arc::as_ref)).collect();
        let all = [
            ("three", program.three),
            ("data", &serde_json::to_vec(&self.data)?),
            ("meshes", &blocks::of_meshes(meshes.into_iter())),
            ("engine", program.engine),
        ];
        let blocks: Result<String> =
            all.iter().map(|(name, bytes)| blocks::block(name, bytes)).collect();
        let scripts = format!(
            "<!-- three.js: {LICENCE}-->\n{}<script>\n{}\nstart();\n</script>",
            blocks?,
            SCRIPTS.concat()
        );
        Ok(include_str!("page.html").replace("<!--BLOCKS-->", &scripts))
    }
}

/// The path of a file from a folder, with `/`: as it is below it, else the whole path.
fn relative(file: &Path, folder: &Path) -> Option<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (file, folder) = (file.canonicalize().ok()?, folder.canonicalize().ok()?);
    let path = file.strip_prefix(&folder).unwrap_or(&file).to_str()?;
    Some(path.replace('\\', "/"))
}

#[cfg(all(test, feature = "program"))]
mod tests {
    use super::*;

    #[test]
    fn the_page_needs_nothing_else() {
        let page = Page::new("</script><img>", &Scene::new(), Path::new(""));
        let page = page.html().expect("a page");
        assert!((1_000_000..3_000_000).contains(&page.len()), "{} bytes", page.len());
        for tag in ["<script src", "<link", "<img", "@import", "https://"] {
            assert!(!page.contains(tag), "{tag}");
        }
        assert_eq!(page.matches("</script>").count(), 5, "four blocks and our own");
    }
}
