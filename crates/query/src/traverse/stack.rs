//! The stack of a traversal: pairs that wait, column by column, with the key of the question.
//!
//! It grows; no pair is ever dropped.

use obbtree_simd::Lanes;

use crate::boxes::key::{Bound, Key};

/// How many entries a push of lanes may overwrite behind the last pair.
const OVERWRITTEN: usize = 16;

/// Pairs of numbers, one of A and one of B, and their keys. Behind `len` they hold old values.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairStack {
    pub(crate) a: Vec<u32>,
    pub(crate) b: Vec<u32>,
    keys: Vec<u64>,
    pub(crate) len: usize,
}

/// The end of a stack, with space for pushes. What is pushed counts once its length is written
/// back.
pub(crate) struct PushSpace<'m> {
    a: &'m mut [u32],
    b: &'m mut [u32],
    keys: &'m mut [u64],
    pub(crate) len: usize,
}

impl PairStack {
    /// Space for `more` pairs, so that no push needs to check.
    #[inline(always)]
    pub(crate) fn space<K: Key>(&mut self, more: usize) -> PushSpace<'_> {
        let needed = self.len + more + OVERWRITTEN;
        if self.a.len() < needed || (K::STORED && self.keys.len() < needed) {
            self.grow(needed, K::STORED);
        }
        PushSpace { a: &mut self.a, b: &mut self.b, keys: &mut self.keys, len: self.len }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, needed: usize, with_keys: bool) {
        let grown = self.a.len().max(2 * needed);
        self.a.resize(grown, 0);
        self.b.resize(grown, 0);
        if with_keys {
            self.keys.resize(grown, 0);
        }
    }

    /// Brings the pair with the least key to the end, where it is taken next.
    pub(crate) fn least_last(&mut self) {
        let Some(last) = self.len.checked_sub(1) else { return };
        let mut least = last;
        for n in 0..last {
            least = if self.keys[n] < self.keys[least] { n } else { least };
        }
        self.swap_with_last::<Bound>(least);
    }

    /// Turns the order around, of pairs whose keys are equal.
    pub(crate) fn reverse(&mut self) {
        self.a[..self.len].reverse();
        self.b[..self.len].reverse();
    }

    /// Brings the pair at a share of the stack, in units of 2^-32, to the end, where it is taken
    /// next.
    #[inline(always)]
    pub(crate) fn other_last<K: Key>(&mut self, share: u32) {
        let other = ((self.len as u64 * u64::from(share)) >> 32) as usize;
        self.swap_with_last::<K>(other);
    }

    #[inline(always)]
    fn swap_with_last<K: Key>(&mut self, index: usize) {
        let last = self.len - 1;
        self.a.swap(index, last);
        self.b.swap(index, last);
        if K::STORED {
            self.keys.swap(index, last);
        }
    }

    /// The key of a pair that was pushed with one.
    #[inline(always)]
    pub(crate) fn key<K: Key>(&self, index: usize) -> K {
        if K::STORED { K::from_bits(self.keys[index]) } else { K::default() }
    }
}

impl PushSpace<'_> {
    /// Adds pair `4 b + a` of `a` and `b` for each bit of the mask, in ascending order.
    #[inline(always)]
    pub(crate) fn push<S: Lanes, K: Key>(
        &mut self,
        simd: S,
        mask: u32,
        a: &[u32; 4],
        b: &[u32; 4],
        keys: &[K; 16],
    ) {
        if K::STORED {
            let (mut at, mut rest) = (self.len, mask);
            while rest != 0 {
                self.keys[at] = keys[rest.trailing_zeros() as usize].to_bits();
                (at, rest) = (at + 1, rest & (rest - 1));
            }
        }
        self.len = simd.push_pairs(mask, a, b, self.a, self.b, self.len);
    }

    /// [`PushSpace::push_one`] if a condition holds, without a branch.
    #[inline(always)]
    pub(crate) fn push_if<K: Key>(&mut self, condition: bool, a: u32, b: u32, key: K) {
        let len = self.len;
        self.push_one(a, b, key);
        self.len = len + usize::from(condition);
    }

    #[inline(always)]
    pub(crate) fn push_one<K: Key>(&mut self, a: u32, b: u32, key: K) {
        self.a[self.len] = a;
        self.b[self.len] = b;
        if K::STORED {
            self.keys[self.len] = key.to_bits();
        }
        self.len += 1;
    }
}
