//! Coordinates as they are given: `f32` or `f64`.

/// A coordinate of a point.
pub trait Coordinate: Copy + Default + Send + Sync + 'static {
    /// Is every number of the type an `f32`?
    const IS_SINGLE: bool;
    /// The same number.
    fn wide(self) -> f64;
    /// The same number in `f32`, rounded to nearest where that does not hold it.
    fn narrow(self) -> f32;
    /// A number, rounded to nearest where the type does not hold it.
    fn rounded(x: f64) -> Self;
}

impl Coordinate for f32 {
    const IS_SINGLE: bool = true;
    #[inline(always)]
    fn wide(self) -> f64 {
        self.into()
    }
    #[inline(always)]
    fn narrow(self) -> f32 {
        self
    }
    #[inline(always)]
    fn rounded(x: f64) -> Self {
        x as Self
    }
}

impl Coordinate for f64 {
    const IS_SINGLE: bool = false;
    #[inline(always)]
    fn wide(self) -> f64 {
        self
    }
    #[inline(always)]
    fn narrow(self) -> f32 {
        self as f32
    }
    #[inline(always)]
    fn rounded(x: f64) -> Self {
        x
    }
}
