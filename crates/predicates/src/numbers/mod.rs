//! Numbers with bounds: constants of rounding, double words, certain upper and lower bounds.

pub(crate) mod bounds;
pub(crate) mod double_double;
pub(crate) mod length_sum;
pub(crate) mod limits;
pub(crate) mod real;
pub(crate) mod rounding;
pub(crate) mod sizes;
pub(crate) mod unit_scale;
