//! Motions: where a body is at each time, and how fast its points can be.

mod carried;
mod ends;
mod linear;
#[expect(clippy::module_inception, reason = "it is the trait that the others implement")]
mod motion;
mod path;
mod screw;
mod sin_cos;
mod speed;
mod stretch;
mod translation;
mod turn;

pub use carried::Carried;
pub use linear::Linear;
pub use motion::{Motion, MotionError, Rounding};
pub use path::Path;
pub use screw::Screw;
pub use speed::Speed;
pub use translation::Translation;
