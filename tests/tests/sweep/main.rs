//! Moving bodies: sweeps against dense samples, and against what is known.

mod bounds;
mod ccd;
mod grazing;
mod known;
mod samples;
mod scales;
mod shared;
mod translations;
mod underflow;
