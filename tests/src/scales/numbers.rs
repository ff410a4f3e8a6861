//! Numbers of all magnitudes, near those at which a representation changes.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Exponents of two at which something changes: the smallest subnormal and normal number of `f64`
/// and of `f32`, their square roots and those of the squares' margins, roundoffs, one, and the
/// largest numbers.
const EXPONENTS: [i32; 34] = [
    -1074, -1050, -1022, -1000, -900, -537, -525, -511, -500, -360, -341, -200, -149, -126, -120,
    -100, -75, -63, -60, -50, -45, -24, -10, 0, 0, 0, 10, 20, 53, 63, 100, 127, 200, 249,
];

/// Decimal numbers that are no powers of two.
const DECIMALS: [f64; 12] =
    [5e-324, 1e-310, 2.5e-308, 1e-162, 3e-154, 1e-45, 1.2e-38, 1e-23, 1e-19, 1e-11, 1e-6, 1e6];

/// A number above 0, at most 2^250: one of the anchors, some ulps off it, or somewhere near it.
pub fn number(random: &mut Pcg64Mcg) -> f64 {
    let anchor = match random.random_range(0..4) {
        0 => DECIMALS[random.random_range(0..DECIMALS.len())],
        _ => power(EXPONENTS[random.random_range(0..EXPONENTS.len())]),
    };
    nudged(random, anchor)
}

/// The number itself, up to three ulps off it, or up to a factor of four.
pub fn nudged(random: &mut Pcg64Mcg, anchor: f64) -> f64 {
    match random.random_range(0..4) {
        0 | 1 => anchor,
        2 => ulps_off(anchor, random.random_range(-3..=3)).abs(),
        _ => anchor * 2.0_f64.powf(random.random_range(-2.0..2.0)),
    }
    .clamp(f64::from_bits(1), power(250))
}

/// A number above 0 that many steps between neighbouring numbers on; a step over 0 is one too.
pub fn ulps_off(x: f64, steps: i64) -> f64 {
    (0..steps.abs()).fold(x, |x, _| if steps > 0 { x.next_up() } else { x.next_down() })
}

/// `2^exponent`, subnormal ones too.
pub fn power(exponent: i32) -> f64 {
    // `powi` of a number below 1 may take the power of its reciprocal, which overflows.
    let half = exponent / 2;
    2.0_f64.powi(half) * 2.0_f64.powi(exponent - half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_exact_down_to_the_smallest() {
        assert_eq!(power(-1074), f64::from_bits(1));
        assert_eq!(power(-1022), f64::MIN_POSITIVE);
        assert_eq!([power(250), power(0), power(-1)], [obbtree::pose::MAX_COORDINATE, 1.0, 0.5]);
    }
}
