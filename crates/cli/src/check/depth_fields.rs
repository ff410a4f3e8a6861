//! `--query depth` and `--query manifolds` as JSON.

use obbtree::query::{Depth, Manifold};
use serde::Serialize;

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct DepthFields {
    lower: f64,
    upper: f64,
    translation: [f64; 3],
}

impl DepthFields {
    pub(super) fn of(found: &Depth) -> Self {
        let &Depth { lower, upper, translation, .. } = found;
        Self { lower, upper, translation: translation.into() }
    }
}

/// Points are in the world, one of A and one of B.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ManifoldFields {
    normal: [f64; 3],
    points: Vec<PointFields>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PointFields {
    on: [[f64; 3]; 2],
    depth: f64,
    /// As `Feature::code` has them.
    features: [[u32; 2]; 2],
}

impl ManifoldFields {
    pub(super) fn of(found: &Manifold) -> Self {
        let points = found.points.iter().map(|point| PointFields {
            on: point.on.map(Into::into),
            depth: point.depth,
            features: point.features.map(|feature| feature.code()),
        });
        Self { normal: found.normal.into(), points: points.collect() }
    }
}
