//! Counts of the triangle pairs that each stage decided.

/// How many pairs of triangles each stage decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// By one of the two plane rejections.
    pub planes: u64,
    /// By the other parts of the `f64` filter: equal corners, signs of tetrahedra, separating
    /// vectors.
    pub filter: u64,
    /// By exact arithmetic with coordinates of 64 bits.
    pub bits_64: u64,
    /// By exact arithmetic with coordinates of 128 bits.
    pub bits_128: u64,
    /// By exact arithmetic with coordinates of 192 bits.
    pub bits_192: u64,
    /// By exact arithmetic with coordinates of 256 bits.
    pub bits_256: u64,
    /// By exact arithmetic with integers of any length.
    pub big: u64,
}

impl Stages {
    /// All pairs.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.planes + self.filter + self.exact()
    }

    /// The pairs that exact arithmetic decided, of any length.
    #[must_use]
    pub fn exact(&self) -> u64 {
        self.bits_64 + self.bits_128 + self.bits_192 + self.bits_256 + self.big
    }
}

add_fields!(Stages: planes, filter, bits_64, bits_128, bits_192, bits_256, big);
