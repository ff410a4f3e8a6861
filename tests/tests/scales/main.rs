//! Questions at scales where nobody lives, against rational arithmetic: both engines, every
//! instruction set, each family of questions in a file. `docs/lab/CAMPAIGNS.md` says what they
//! found.

mod bodies;
mod doubled;
mod frusta;
mod planes;
mod rays;
mod scenes;
mod shapes;
mod single;
mod support;
