//! How the classic tree is built.

/// From what a box gets its axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fit {
    /// Covariance of the surface: triangles are weighted by area. Fast, and good nearly everywhere.
    #[default]
    Surface,
    /// Covariance of the surface of the convex hull, so that inner detail does not influence the
    /// axes. Boxes are somewhat tighter on bodies with many hidden parts; building takes several
    /// times longer.
    Hull,
}

/// Where a set of triangles is cut, along an axis of its box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Split {
    /// At the mean of the centroids, along the longest axis: the choice of 1996.
    #[default]
    Mean,
    /// Half of the triangles to either side, along the longest axis: the shallowest tree.
    Median,
    /// Through the middle of the box, along the longest axis.
    Middle,
    /// Where the boxes of the two sides, in the parent's axes, have the least area times
    /// triangles: of fifteen planes along each of the three axes.
    LeastArea,
}

/// How the classic tree is built. The default is the tree of the 1996 paper.
///
/// ```
/// use obbtree_builder::classic::{Config, Split};
/// let config = Config::default().with_split(Split::LeastArea).with_leaf_triangles(4);
/// assert_eq!(config.leaf_triangles, 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// From what a box gets its axes. Default: [`Fit::Surface`].
    pub fit: Fit,
    /// Where a set is cut. Default: [`Split::Mean`].
    pub split: Split,
    /// A set of at most this many triangles becomes a leaf; 0 means 1. Default: 1.
    pub leaf_triangles: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { fit: Fit::Surface, split: Split::Mean, leaf_triangles: 1 }
    }
}

impl Config {
    /// The same with another [`fit`](Self::fit).
    #[must_use]
    pub fn with_fit(self, fit: Fit) -> Self {
        Self { fit, ..self }
    }

    /// The same with another [`split`](Self::split).
    #[must_use]
    pub fn with_split(self, split: Split) -> Self {
        Self { split, ..self }
    }

    /// The same with leaves of another size: [`leaf_triangles`](Self::leaf_triangles).
    #[must_use]
    pub fn with_leaf_triangles(self, leaf_triangles: u32) -> Self {
        Self { leaf_triangles, ..self }
    }
}
