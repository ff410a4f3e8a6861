//! Engines that are asked how far apart bodies are.
//!
//! The certified interval of each pose is proven as far as it can be, then every answer is held against
//! it ([`asked`], [`truth`]); after that the engines take turns ([`contest`]). Results are data ([`results`]),
//! written as JSON and as Markdown ([`markdown`]).

pub mod asked;
pub mod contest;
pub mod markdown;
pub mod results;
pub mod truth;
