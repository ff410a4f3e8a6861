//! Sixteen pairs as bits: bit `4 b + a` joins place `a` of A's node or leaf with place `b` of B's.

/// The pairs, as numbers, of the bits that are set.
#[inline(always)]
pub(crate) fn pairs_in(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let pair = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (pair < 32).then_some(pair)
    })
}

/// Pairs whose A place is among the bits of four.
#[inline(always)]
pub(crate) fn pairs_of_a(places: u32) -> u32 {
    places * 0x1111
}

/// Pairs whose B place is among the bits of four.
#[inline(always)]
pub(crate) fn pairs_of_b(places: u32) -> u32 {
    const SPREAD: [u16; 16] = {
        let mut spread = [0; 16];
        let mut places = 0;
        while places < 16 {
            let mut b = 0;
            while b < 4 {
                spread[places] |= if places >> b & 1 != 0 { 0xf << (4 * b) } else { 0 };
                b += 1;
            }
            places += 1;
        }
        spread
    };
    u32::from(SPREAD[(places & 15) as usize])
}

/// Of a node or leaf with itself: each pair of two places once.
pub(crate) const TWO_PLACES: u32 = 0x7310;

/// The same, and each place with itself.
pub(crate) const TWO_PLACES_OR_ONE: u32 = 0xf731;

/// The A places of the pairs with B place 0, as bits of four.
#[inline(always)]
pub(crate) fn places_of_a(pairs: u32) -> u32 {
    pairs & 0xf
}

/// The B places of the pairs with A place 0, as bits of four.
#[inline(always)]
pub(crate) fn places_of_b(pairs: u32) -> u32 {
    let places = pairs & 0x1111;
    (places | places >> 3 | places >> 6 | places >> 9) & 0xf
}

/// All pairs behind one of the pairs with the same B place.
#[inline(always)]
pub(crate) fn after_first_of_a(pairs: u32) -> u32 {
    pairs << 1 & 0xeeee | pairs << 2 & 0xcccc | pairs << 3 & 0x8888
}

/// All pairs behind one of the pairs with the same A place.
#[inline(always)]
pub(crate) fn after_first_of_b(pairs: u32) -> u32 {
    pairs << 4 | pairs << 8 | pairs << 12
}
