//! A scene as a page in which the engine itself answers: one HTML file that any browser opens
//! offline.
//!
//! A page holds the scene and what is played in it as JSON; the engine, as the WebAssembly module
//! that `crates/wasm/build` makes (`engine.wasm`, called by `engine.js`), so that answers in the
//! page are as certain as here; the script `page.js`, which asks it; and plotly.js (MIT), which
//! draws. That comes out of the crate `plotly` when this is compiled: nobody else's code lies in
//! this repository, and none is downloaded by a page.

use anyhow::Result;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use obbtree::Pose;
use obbtree::scene::{BodyId, Scene, scene_to_json};
use serde::Serialize;

use crate::marks::Segment;
use crate::palette::{self, Rgb};

/// The engine, by `crates/wasm/build`.
const ENGINE: &[u8] = include_bytes!("engine.wasm");

/// The engine in JavaScript, how bodies are dragged, and what the page does. The last one has the
/// function `start`, which takes the data, the renderer and the engine's bytes.
const SCRIPTS: [&str; 3] =
    [include_str!("engine.js"), include_str!("drag.js"), include_str!("page.js")];

/// A page that shows a scene: bodies are moved in it, by hand or along a motion, and the engine
/// queried which of them collide.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    /// Of the window.
    title: String,
    /// The scene as a scene file with all meshes in it, for the engine.
    scene: String,
    /// By body: which of the colours of bodies it has.
    colours: Vec<usize>,
    palette: Palette,
    /// What is played: step by step where bodies are. None, where nothing is.
    steps: Vec<Vec<Placing>>,
    /// What is shown besides at each step, if anything is.
    marks: Vec<Marks>,
    /// Whether boxes of two meshes' trees are shown, and how the meshes stand to each other.
    boxes: bool,
    /// The scene file that the page saves, with its name.
    saved: Option<[String; 2]>,
}

/// The number of a body and the rows of `[R | t]`.
type Placing = (u32, [f64; 12]);

/// Where two bodies meet, and where they are closest.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Marks {
    contacts: Vec<[[f64; 3]; 2]>,
    closest: Option<[[f64; 3]; 2]>,
    distance: Option<f64>,
}

/// Colours in the words of a page.
#[derive(Clone, Debug, Serialize)]
struct Palette {
    bodies: [String; 2],
    boxes: [String; 2],
    meeting: String,
    contact: String,
    closest: String,
    picked: String,
}

impl Marks {
    /// Adds lines along which the bodies meet.
    #[must_use]
    pub fn contacts(mut self, lines: &[Segment]) -> Self {
        self.contacts = lines.iter().map(|ends| ends.map(Into::into)).collect();
        self
    }

    /// Adds the closest points and their distance.
    #[must_use]
    pub fn closest(mut self, (ends, distance): (Segment, f64)) -> Self {
        (self.closest, self.distance) = (Some(ends.map(Into::into)), Some(distance));
        self
    }
}

impl Page {
    /// A page about a scene as it is.
    #[must_use]
    pub fn new(title: &str, scene: &Scene) -> Self {
        let hex = |[r, g, b]: Rgb| format!("#{r:02x}{g:02x}{b:02x}");
        Self {
            title: title.to_owned(),
            scene: scene_to_json(scene, None),
            colours: (0..scene.ids().count()).map(|body| body % 2).collect(),
            palette: Palette {
                bodies: palette::BODIES.map(hex),
                boxes: palette::BOXES.map(hex),
                meeting: hex(palette::MEETING),
                contact: hex(palette::CONTACT),
                closest: hex(palette::CLOSEST),
                picked: hex(palette::PICKED),
            },
            steps: Vec::new(),
            marks: Vec::new(),
            boxes: false,
            saved: None,
        }
    }

    /// With a slider and a button that play steps: each says where some bodies are. What is shown
    /// besides at each step may be empty.
    #[must_use]
    pub fn played(mut self, steps: &[Vec<(BodyId, Pose)>], marks: Vec<Marks>) -> Self {
        let of_step = |step: &Vec<(BodyId, Pose)>| {
            step.iter().map(|(body, pose)| (body.number(), pose.to_rows())).collect()
        };
        self.steps = steps.iter().map(of_step).collect();
        self.marks = marks;
        self
    }

    /// With the boxes of the trees of one or two bodies of one mesh each, those that a search
    /// reaches in red, and with what two of them do: separated, touching or intersecting.
    #[must_use]
    pub fn with_boxes(mut self) -> Self {
        self.boxes = true;
        self
    }

    /// With a button that saves the scene as it is then: `named` is the scene file to change, in
    /// which mesh files have their names.
    #[must_use]
    pub fn saved_as(mut self, named: String, file: String) -> Self {
        self.saved = Some([named, file]);
        self
    }

    /// With the second colour for some bodies, and the first for all others.
    #[must_use]
    pub(crate) fn second_colour(mut self, has: impl Fn(usize) -> bool) -> Self {
        self.colours = (0..self.colours.len()).map(|body| usize::from(has(body))).collect();
        self
    }

    /// The HTML file.
    ///
    /// # Errors
    /// If the data cannot be written as JSON.
    pub fn html(&self) -> Result<String> {
        // Names are the only text of users, and no text can end the script without this letter.
        let data = serde_json::to_string(self)?.replace('<', "\\u003c");
        let (renderer, engine) = (renderer(), BASE64_STANDARD.encode(ENGINE));
        let start = format!("start({data}, window.Plotly, \"{engine}\");");
        let own = SCRIPTS.concat();
        let scripts = format!("{renderer}\n<script>\n{own}\n{start}\n</script>");
        Ok(include_str!("page.html").replace("<!--SCRIPTS-->", &scripts))
    }
}

/// The element `script` with the renderer.
fn renderer() -> String {
    let sources = plotly::Plot::offline_js_sources();
    // The renderer comes first; the typesetter behind it is not used.
    sources.split_inclusive("</script>").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_needs_nothing_else() {
        let page = Page::new("</script><img>", &Scene::new()).html().expect("a page");
        // The renderer takes 4.7 MB, the typesetter would take 2.1 more; the engine takes 2.4.
        assert!((5_500_000..7_500_000).contains(&page.len()), "{} bytes", page.len());
        for tag in ["<script src", "<link", "<img", "@import"] {
            assert!(!page.contains(tag), "{tag}");
        }
        assert_eq!(page.matches("</script>").count(), 2, "the renderer and our own");
    }
}
