//! What queries answer, as classes: plain data, arrays made when they are read.

mod answer;
mod closest;
mod contact;
mod distance;
mod manifold;
mod points;
mod ray;
mod sweep;

pub(crate) use answer::answer;
pub(crate) use closest::{ClosestPoint, SignedDistance};
pub(crate) use contact::{Contact, ContactSummary, DeepestPoint, PartContact};
pub(crate) use distance::{BodyDistance, Depth, Distance, Distances, Names};
pub(crate) use manifold::manifold_points;
pub(crate) use points::{Point, Points, TwoPoints};
pub(crate) use ray::{RayHit, RayHits};
pub(crate) use sweep::Sweep;
