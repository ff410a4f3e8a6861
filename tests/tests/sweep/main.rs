//! Moving bodies: sweeps against dense samples, and against what is known.

mod ccd;
mod grazing;
mod known;
mod samples;
mod shared;
mod translations;
mod underflow;
