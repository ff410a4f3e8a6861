//! A scene or a robot as a page in which the engine itself answers: one HTML file that any browser
//! opens offline.
//!
//! A page holds what it shows, as JSON and as the numbers of meshes; the engine, as the WebAssembly
//! module that `crates/wasm/build` makes (`engine.wasm`, called by `engine.js`), so that answers in
//! the page are as certain as here; three.js (MIT, in `vendor`), which draws; and the scripts
//! beside this file, each about one thing, of which `page.js` is the last.

mod blocks;
mod document;
mod review;
mod robot;

pub use document::{CommandKind, Page, Program};
pub use robot::RobotTexts;
