//! What queries answer, as classes: plain data, arrays made when asked for.

mod closest;
mod contact;
mod distance;
mod points;
mod ray;
mod sweep;

pub(crate) use closest::{ClosestPoint, SignedDistance};
pub(crate) use contact::{Contact, ContactSummary, DeepestPoint};
pub(crate) use distance::{Distance, Distances, ShapesDistance};
pub(crate) use points::Point;
pub(crate) use ray::{RayHit, RayHits};
pub(crate) use sweep::Sweep;
