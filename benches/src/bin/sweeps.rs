//! What sweeps cost on the developers' motions: searches of the trees, visits, and times; and whether the
//! verdicts fit the samples.
fn main() {}
