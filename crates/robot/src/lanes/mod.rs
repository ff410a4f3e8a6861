//! Many intervals of a motion at once: one a lane.
//!
//! Spheres and boxes that cover the links are placed in `f32` with proven errors, and what they
//! prove apart needs no other test. What they leave open goes to the exact tests, for the intervals
//! and pairs concerned alone, so no answer depends on this folder.
//!
//! | file | content |
//! |---|---|
//! | `node` | a part in `f32`, placed in the frame that carries it |
//! | `chain` | the frames that move; what placing in `f32` rounds; bounds of motion |
//! | `three` | a macro: an expression for three coordinates |
//! | `sin_cos`, `block` | the middles of sixteen intervals and their frames |
//! | `nodes` | one node against another |
//! | `from_node` | one node in one interval against sixteen boxes or points |
//! | `broad`, `still_boxes` | what stands still and is near an item, in lanes of a line; at one configuration |
//! | `inner` | some spheres inside of each link |
//! | `pairs` | which items are tested against which; what stands still as one hierarchy |
//! | `moving_box` | the box of what moves, at one configuration |
//! | `moving` | what moves; pairs of what does, many at once where two frames carry them |
//! | `lemmas`, `close_cases` | searches for violations of these and of `close` |
//! | `probe` | spheres inside of what moves that are in what stands still |
//! | `sift` | the descent of both covers for all pairs |
//! | `close` | pairs of leaves that are left open, in `f64` |
//! | `cloud`, `cloud_sift` | point clouds that stand still; the descent of a cover and a cloud |
//! | `sample`, `cloud_probe` | some points of a cloud; those that are in spheres inside of what moves |
//! | `cloud_state` | the same of one configuration, sixteen boxes or points at a time |

#[macro_use]
mod three;

mod block;
mod broad;
mod chain;
mod close;
#[cfg(test)]
mod close_cases;
mod cloud;
mod cloud_probe;
mod cloud_sift;
mod cloud_state;
mod from_node;
mod inner;
#[cfg(test)]
mod lemmas;
mod moving;
mod moving_box;
mod node;
mod nodes;
mod pairs;
mod probe;
mod sample;
mod sift;
mod sin_cos;
mod still_boxes;

pub(crate) use block::{Block, LANES};
pub(crate) use close::{Around, Close, CloseMemory};
pub(crate) use cloud_sift::{CloudMemory, CloudSift};
pub(crate) use cloud_state::{CloudProof, CloudProofMemory};
pub(crate) use moving::MovingCover;
pub(crate) use moving_box::box_gap;
pub(crate) use pairs::{LaneItem, LanePair, LaneRobot, LaneWorld};
pub(crate) use sift::{Sift, SiftMemory, Sifted, Tables, Undecided};
pub(crate) use still_boxes::StillBoxes;
