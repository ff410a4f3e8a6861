//! Continuous collision: motions, bounds of them, and one search over intervals of time.
//!
//! A [`Motion`] says where a body is at each time from 0 to 1, how far rounded poses are from
//! that, and how fast its points can be. [`IntervalSearch`] proves intervals of time free,
//! whatever moves: two bodies, two shapes, the bodies of a scene, the links of a robot. They
//! differ in what they bring, an [`IntervalProof`]. The verdict is a [`Sweep`]: free, a first
//! contact, or undecided.
//!
//! | file | content |
//! |---|---|
//! | `motion` | motions, each with the proof of its bounds |
//! | `interval_search` | the search over intervals of time |
//! | `options`, `verdict` | how well a time is to be known, and what is found |

mod interval_search;
mod motion;
mod options;
mod verdict;

pub use interval_search::{
    CONTACT_TRIES, Ended, INSIDE_TOLERANCE, IntervalProof, IntervalSearch, LEAST_TIME, Left,
    Limits, Sample, TimeInterval,
};
pub use motion::{Carried, Linear, Motion, MotionError, Path, Rounding, Screw, Speed, Translation};
pub use options::SweepOptions;
pub use verdict::{CloseApproach, FirstContact, Sweep};
