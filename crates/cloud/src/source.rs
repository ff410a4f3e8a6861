//! Coordinates as they are given: `f32` or `f64`.

/// A coordinate of a point.
pub trait Coordinate: Copy + Send + Sync + 'static {
    /// The same number.
    fn wide(self) -> f64;
    /// The same number in `f32`, rounded to nearest where that does not hold it.
    fn narrow(self) -> f32;
}

impl Coordinate for f32 {
    #[inline(always)]
    fn wide(self) -> f64 {
        self.into()
    }
    #[inline(always)]
    fn narrow(self) -> f32 {
        self
    }
}

impl Coordinate for f64 {
    #[inline(always)]
    fn wide(self) -> f64 {
        self
    }
    #[inline(always)]
    fn narrow(self) -> f32 {
        self as f32
    }
}
