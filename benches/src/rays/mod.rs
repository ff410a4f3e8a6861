//! Rays against one mesh: what `benches/compare/rays` asks all engines, and the judgement of their
//! answers.

mod files;
mod judge;
mod made;

pub use files::{Answer, MISSED, read_answers, read_rays, write_answers, write_rays};
pub use judge::{Judge, Verdicts};
pub use made::{KINDS, on_lattice, rays};
