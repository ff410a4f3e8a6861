//! Sines and cosines of many angles in `f32`: the angle is reduced in `f64`, as in the `f64`
//! functions of the same name beside this folder.
//!
//! Both are within 2^-21 of the exact ones for angles up to 2^18: the reduced angle, at most 0.786,
//! rounds by 2^-25; the polynomials of degree 7 and 8 (S. Moshier, Cephes, `sinf.c`) are off by
//! less than 2^-23 where they are exact, and their terms round by less than 2^-23.

const QUARTER: [f64; 2] = [f64::from_bits(0x3FF9_21FB_5440_0000), 6.077_100_506_506_192e-11];
/// 1.5 2^52: adding and subtracting it rounds to an integer, which is then in the lowest bits.
const ROUNDER: f64 = 6_755_399_441_055_744.0;
const SIN: [f32; 3] = [-1.666_665_5e-1, 8.332_161e-3, -1.951_529_6e-4];
const COS: [f32; 3] = [4.166_664_6e-2, -1.388_731_6e-3, 2.443_315_7e-5];

/// The sines, and the cosines.
#[inline(always)]
pub(super) fn sin_cos<const N: usize>(angles: &[f64; N], sin: &mut [f32; N], cos: &mut [f32; N]) {
    let mut reduced = [0.0_f32; N];
    let mut quarters = [0_u32; N];
    for lane in 0..N {
        let shifted = angles[lane] * std::f64::consts::FRAC_2_PI + ROUNDER;
        let k = shifted - ROUNDER;
        quarters[lane] = shifted.to_bits() as u32;
        reduced[lane] = ((angles[lane] - k * QUARTER[0]) - k * QUARTER[1]) as f32;
    }
    for lane in 0..N {
        let (r, quarter) = (reduced[lane], quarters[lane]);
        let z = r * r;
        let s = r + r * z * (SIN[0] + z * (SIN[1] + z * SIN[2]));
        let c = 1.0 - (0.5 * z - z * z * (COS[0] + z * (COS[1] + z * COS[2])));
        // An odd number of quarter turns exchanges them; signs as the quadrant has them.
        let swap = 0_u32.wrapping_sub(quarter & 1);
        let (s, c) = (s.to_bits(), c.to_bits());
        let (a, b) = ((s & !swap) | (c & swap), (c & !swap) | (s & swap));
        sin[lane] = f32::from_bits(a ^ (quarter & 2) << 30);
        cos[lane] = f32::from_bits(b ^ (quarter.wrapping_add(1) & 2) << 30);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANES: usize = 16;

    #[test]
    fn they_are_exact_to_the_stated_error() {
        let (mut sin, mut cos) = ([0.0; LANES], [0.0; LANES]);
        let mut worst = 0.0_f64;
        for n in 0..200_000_u32 {
            let base = f64::from(n) * 1.31e-4 - 13.0;
            let scale = if n % 7 == 0 { 2e4 } else { 1.0 };
            let angles = [0; LANES].map(|_: i32| base * scale);
            let angles: [f64; LANES] = std::array::from_fn(|l| angles[l] + 1e-6 * l as f64);
            sin_cos(&angles, &mut sin, &mut cos);
            for lane in 0..LANES {
                let (s, c) = angles[lane].sin_cos();
                worst = worst.max((f64::from(sin[lane]) - s).abs());
                worst = worst.max((f64::from(cos[lane]) - c).abs());
            }
        }
        // A quarter of the bound: it has room.
        assert!(worst < 1.0 / f64::from(1 << 22), "{worst:e}");
        assert!(worst > 1.0 / f64::from(1 << 26), "{worst:e}");
    }
}
