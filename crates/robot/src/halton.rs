//! Configurations that fill their ranges evenly: the Halton sequence (J. Halton, "On the efficiency
//! of certain quasi-random sequences of points", Numerische Mathematik 2, 1960), moved by an offset
//! that the seed gives (R. Cranley and T. Patterson, "Randomization of Number Theoretic Methods for
//! Multiple Integration", 1976).

use crate::random::Random;
use crate::robot::Robot;

/// Bases of as many values; further ones are pseudo-random.
const PRIMES: [u32; 16] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];

pub(crate) struct Halton {
    index: u32,
    offsets: [f64; PRIMES.len()],
    random: Random,
}

impl Halton {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let offsets = PRIMES.map(|_| random.uniform());
        Self { index: 0, offsets, random }
    }

    /// The next one, as [`Robot::random`] says.
    pub(crate) fn sample(&mut self, robot: &Robot) -> Vec<f64> {
        self.index = self.index.wrapping_add(1);
        let mut value = 0;
        robot.random(|| {
            let number = match PRIMES.get(value) {
                Some(&base) => {
                    let moved = radical_inverse(self.index, base) + self.offsets[value];
                    if moved < 1.0 { moved } else { moved - 1.0 }
                }
                None => self.random.uniform(),
            };
            value += 1;
            number
        })
    }

    /// A pseudo-random number from 0 to below 1.
    pub(crate) fn uniform(&mut self) -> f64 {
        self.random.uniform()
    }
}

/// The digits of a number in a base, behind the point in opposite order.
fn radical_inverse(mut index: u32, base: u32) -> f64 {
    // Integers of fewer than 2^32 times the base, which has six bits.
    let (mut reversed, mut scale) = (0_u64, 1_u64);
    while index > 0 {
        reversed = reversed * u64::from(base) + u64::from(index % base);
        scale *= u64::from(base);
        index /= base;
    }
    reversed as f64 / scale as f64
}

#[cfg(test)]
mod tests {
    use super::radical_inverse;

    #[test]
    fn digits_are_reversed() {
        assert_eq!([1, 2, 3, 4].map(|n| radical_inverse(n, 2)), [0.5, 0.25, 0.75, 0.125]);
        assert!((radical_inverse(5, 3) - 7.0 / 9.0).abs() < 1e-15);
    }
}
