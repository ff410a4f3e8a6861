//! Sine and cosine by additions and multiplications alone: the same bits on every machine, and
//! code without branches, so that a loop over joints becomes vector code.
//!
//! The reduction is that of W. J. Cody and W. Waite, "Software Manual for the Elementary
//! Functions", 1980; constants and polynomials are those of Sun's fdlibm (`e_rem_pio2.c`,
//! `k_sin.c`, `k_cos.c`). Both results are within 2^-51 of the exact ones for angles up to
//! [`MAX_ANGLE`]: the reduced angle is off by less than 2^-53, polynomial and roundings by less
//! than 2^-52.

/// Angles up to this size, in radians: 160,000 turns. What is beyond goes to the system's library.
const MAX_ANGLE: f64 = (1_u32 << 20) as f64;

/// A quarter turn: its first 33 bits, and the rest.
const QUARTER: [f64; 2] = [f64::from_bits(0x3FF9_21FB_5440_0000), 6.077_100_506_506_192e-11];

/// 1.5 2^52: adding and subtracting it rounds to an integer, which is then in the lowest bits.
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// Of `k_sin.c`, S1 to S6.
const SIN: [f64; 6] = [
    -1.666_666_666_666_663_2e-1,
    8.333_333_333_322_49e-3,
    -1.984_126_982_985_795e-4,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];
/// Of `k_cos.c`, C1 to C6.
const COS: [f64; 6] = [
    4.166_666_666_666_66e-2,
    -1.388_888_888_887_411e-3,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// The sine and the cosine of an angle in radians.
pub(crate) fn sin_cos(x: f64) -> [f64; 2] {
    if x.abs() <= MAX_ANGLE {
        reduced(x)
    } else {
        let (sin, cos) = x.sin_cos();
        [sin, cos]
    }
}

/// [`sin_cos`] of many angles.
#[inline(always)]
pub(crate) fn sin_cos_all(angles: &[f64], results: &mut [[f64; 2]]) {
    let mut largest = 0.0_f64;
    for (x, result) in angles.iter().zip(results.iter_mut()) {
        largest = largest.max(x.abs());
        *result = reduced(*x);
    }
    if largest > MAX_ANGLE {
        for (x, result) in angles.iter().zip(results.iter_mut()) {
            *result = sin_cos(*x);
        }
    }
}

#[inline(always)]
fn reduced(x: f64) -> [f64; 2] {
    let shifted = x * std::f64::consts::FRAC_2_PI + ROUNDER;
    let quarter = shifted.to_bits();
    let k = shifted - ROUNDER;
    let r = (x - k * QUARTER[0]) - k * QUARTER[1];
    let z = r * r;
    let s = SIN[0] + z * (SIN[1] + z * (SIN[2] + z * (SIN[3] + z * (SIN[4] + z * SIN[5]))));
    let c = COS[0] + z * (COS[1] + z * (COS[2] + z * (COS[3] + z * (COS[4] + z * COS[5]))));
    let (sin, cos) = (r + r * z * s, 1.0 - (0.5 * z - z * z * c));
    // An odd number of quarter turns exchanges them; signs as the quadrant has them.
    let swap = 0_u64.wrapping_sub(quarter & 1);
    let (sin, cos) = (sin.to_bits(), cos.to_bits());
    let (a, b) = ((sin & !swap) | (cos & swap), (cos & !swap) | (sin & swap));
    let sign_of_sin = (quarter & 2) << 62;
    let sign_of_cos = (quarter.wrapping_add(1) & 2) << 62;
    [f64::from_bits(a ^ sign_of_sin), f64::from_bits(b ^ sign_of_cos)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_those_of_the_library_to_the_stated_error() {
        let mut angle = 1e-9;
        while angle < 4.0 * MAX_ANGLE {
            for x in [angle, -angle] {
                let [sin, cos] = sin_cos(x);
                assert!((sin - x.sin()).abs() <= 5e-16, "{x:e}: {sin:e} {:e}", x.sin());
                assert!((cos - x.cos()).abs() <= 5e-16, "{x:e}: {cos:e} {:e}", x.cos());
            }
            angle *= 1.003;
        }
        assert_eq!(sin_cos(0.0), [0.0, 1.0]);
        let mut many = [[0.0; 2]; 3];
        sin_cos_all(&[0.5, 1e7, -2.0], &mut many);
        assert_eq!(many, [sin_cos(0.5), sin_cos(1e7), sin_cos(-2.0)]);
    }
}
