//! The comparison of engines: what `benches/compare/run` times, checks and writes.
//!
//! Each engine is a process that waits for questions ([`driver`]), so that all of them take turns
//! on the same bodies and poses ([`files`]). Their answers are held against exact ones ([`exact`])
//! before any time is taken ([`contest`]). Results are data ([`results`]), written as JSON, as
//! Markdown ([`markdown`]) and as a chart ([`chart`]).

pub mod chart;
pub mod clock;
pub mod command;
pub mod contender;
pub mod contest;
pub mod driver;
pub mod exact;
pub mod files;
pub mod markdown;
pub mod peer;
pub mod question;
pub mod results;
pub mod sets;
pub mod truth;
pub mod wrong;
