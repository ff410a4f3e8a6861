//! Pairs of numbers in two columns that grow together: what a traversal has still to do.

use obbtree_simd::Lanes;

/// How many a push of the lanes may overwrite behind the last pair.
const OVERWRITTEN: usize = 16;

/// Two columns of numbers. Behind `len` they hold old values.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    pub(super) a: Vec<u32>,
    pub(super) b: Vec<u32>,
    pub(super) len: usize,
}

/// The end of columns, with room: none by default. What is pushed there counts once its length is written back.
#[derive(Default)]
pub(super) struct Room<'m> {
    a: &'m mut [u32],
    b: &'m mut [u32],
    pub(super) len: usize,
}

impl Columns {
    /// Room for `more` pairs, so that no push needs to ask.
    #[inline(always)]
    pub(super) fn room(&mut self, more: usize) -> Room<'_> {
        let needed = self.len + more + OVERWRITTEN;
        if self.a.len() < needed {
            self.grow(needed);
        }
        Room { a: &mut self.a, b: &mut self.b, len: self.len }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, needed: usize) {
        self.a.resize(2 * needed, 0);
        self.b.resize(2 * needed, 0);
    }
}

impl Room<'_> {
    /// Adds pair `4 b + a` of `a` and `b` for each bit of the mask, in ascending order.
    #[inline(always)]
    pub(super) fn push<S: Lanes>(&mut self, simd: S, mask: u32, a: &[u32; 4], b: &[u32; 4]) {
        self.len = simd.push_pairs(mask, a, b, self.a, self.b, self.len);
    }

    #[inline(always)]
    pub(super) fn push_one(&mut self, a: u32, b: u32) {
        self.a[self.len] = a;
        self.b[self.len] = b;
        self.len += 1;
    }
}
