//! Pictures and pages of placed triangle meshes, of scenes, and of robots along paths.
//!
//! A [`Figure`] is triangles of bodies, those that meet another body in red, and lines: boxes of
//! trees, contacts, closest points. It is drawn to a PNG picture, or written for other viewers. A
//! [`Page`] is a scene or a robot as one HTML file that any browser opens offline: bodies and
//! joints are dragged and motions played in it, and the engine itself answers, as the WebAssembly
//! module of `crates/wasm`.
//!
//! What meets is the engine's answer, here as in the page; pictures and pages only place and draw.

mod classic_boxes;
mod figure;
mod marks;
mod meeting;
mod page;
mod palette;
mod raster;
mod robot;

pub use classic_boxes::{Boxes, classic_boxes};
pub use figure::Figure;
pub use page::{CommandKind, Page, Program, RobotTexts};
pub use raster::camera::View;
pub use raster::picture::Size;
pub use robot::{NamedPath, path_picture};
