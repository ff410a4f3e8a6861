//! The error of checking a tree.

/// An invariant that a tree violates: which one, and the node, leaf or triangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid(String);

impl Invalid {
    pub(crate) fn new(text: String) -> Self {
        Self(text)
    }
}

impl std::fmt::Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Invalid {}
