//! From `f64` to `f32`, to a chosen side.

/// The smallest `f32` that is not smaller.
pub(super) fn round_up(x: f64) -> f32 {
    let rounded = x as f32;
    if f64::from(rounded) < x { rounded.next_up() } else { rounded }
}

/// The largest `f32` that is not larger.
pub(super) fn round_down(x: f64) -> f32 {
    -round_up(-x)
}
