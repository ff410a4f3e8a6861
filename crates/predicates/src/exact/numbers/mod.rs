//! Integers of fixed and of any width, and `f64` numbers as integers on a scale.

pub(crate) mod dyadic;
pub(crate) mod fixed;
pub(crate) mod integer;
pub(crate) mod scale;
pub(crate) mod width;
