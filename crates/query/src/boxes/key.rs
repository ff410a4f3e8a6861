//! What a pair of boxes remembers while it waits on the stack of a traversal.

/// What a question remembers of a pair that waits on the stack, such as a lower bound of a
/// distance.
pub(crate) trait Key: Copy + Default {
    /// Is there anything to store?
    const STORED: bool;
    /// As stored: in the order of these numbers a dive takes pairs from the stack.
    fn to_bits(self) -> u64;
    /// As it was.
    fn from_bits(bits: u64) -> Self;
    /// What an entry of several pairs, a bit for each, remembers: at most what each of them does.
    fn least(keys: &[Self; 16], pairs: u32) -> Self;
}

/// Yes or no needs no key, and stores none.
impl Key for () {
    const STORED: bool = false;
    #[inline(always)]
    fn to_bits(self) -> u64 {
        0
    }
    #[inline(always)]
    fn from_bits(_: u64) {}
    #[inline(always)]
    fn least(_: &[(); 16], _: u32) {}
}

/// A lower bound of the squared distance of two boxes, and when a dive takes them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bound {
    /// Not negative, as the square: the smaller, the sooner.
    pub(crate) order: f32,
    pub(crate) square: f32,
}

impl Key for Bound {
    const STORED: bool = true;
    #[inline(always)]
    fn to_bits(self) -> u64 {
        // Numbers of at least 0 are in order as integers.
        u64::from(self.order.to_bits()) << 32 | u64::from(self.square.to_bits())
    }
    #[inline(always)]
    fn from_bits(bits: u64) -> Self {
        Self { order: f32::from_bits((bits >> 32) as u32), square: f32::from_bits(bits as u32) }
    }
    #[inline(always)]
    fn least(keys: &[Self; 16], pairs: u32) -> Self {
        let mut least = Self { order: f32::INFINITY, square: f32::INFINITY };
        let mut rest = pairs;
        while rest != 0 {
            let key = keys[rest.trailing_zeros() as usize];
            least.order = least.order.min(key.order);
            least.square = least.square.min(key.square);
            rest &= rest - 1;
        }
        least
    }
}
