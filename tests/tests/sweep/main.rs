//! Moving bodies: sweeps against dense samples, and against what is known.

mod shared;
