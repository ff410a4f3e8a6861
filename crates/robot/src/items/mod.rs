//! What can collide, as one list (`item`), and the tests of two that are placed (`ask`).

pub(crate) mod ask;
mod item;

pub(crate) use ask::PlacedItem;
pub(crate) use item::{Item, ItemPair, sphere_gap};
