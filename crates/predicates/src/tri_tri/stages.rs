//! Counts of the triangle pairs that each stage decided.

/// How many pairs of triangles each stage decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// By one of the two plane rejections.
    pub planes: u64,
    /// By the rest of the `f64` filter: signs of tetrahedra and separating vectors.
    pub filter: u64,
    /// By exact arithmetic.
    pub exact: u64,
}

impl Stages {
    /// All pairs.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.planes + self.filter + self.exact
    }
}

impl std::ops::AddAssign for Stages {
    fn add_assign(&mut self, other: Self) {
        self.planes += other.planes;
        self.filter += other.filter;
        self.exact += other.exact;
    }
}
