//! Configurations that fill their ranges evenly: the Halton sequence (J. Halton, "On the efficiency
//! of certain quasi-random sequences of points", Numerische Mathematik 2, 1960), moved by an offset
//! that the seed gives (R. Cranley and T. Patterson, "Randomization of Number Theoretic Methods for
//! Multiple Integration", 1976).

use crate::model::Robot;
use crate::random::Random;

/// Bases of as many values; further ones are pseudo-random.
const PRIMES: [u32; 16] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];

pub(crate) struct Halton {
    numbers: [ReversedDigits; PRIMES.len()],
    offsets: [f64; PRIMES.len()],
    random: Random,
}

impl Halton {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let offsets = PRIMES.map(|_| random.uniform());
        Self { numbers: PRIMES.map(ReversedDigits::new), offsets, random }
    }

    /// The next one, as [`Robot::random`] says.
    pub(crate) fn sample(&mut self, robot: &Robot, to: &mut [f64]) {
        let Self { numbers, offsets, random } = self;
        let mut values = numbers.iter_mut().zip(offsets);
        robot.random_into(to, || match values.next() {
            Some((number, offset)) => {
                let moved = number.next() + *offset;
                if moved < 1.0 { moved } else { moved - 1.0 }
            }
            None => random.uniform(),
        });
    }
}

/// The numbers 1, 2, ... with their digits in a base behind the point, in opposite order: a
/// fraction of integers below 2^32 times the base, from one to the next by M. Kolář and
/// S. O'Shea, "Fast, portable, and reliable algorithm for the calculation of Halton numbers",
/// Computers & Mathematics with Applications 25, 1993. `f64` holds these integers exactly.
struct ReversedDigits {
    base: f64,
    above: f64,
    /// A power of the base.
    below: f64,
    /// The power before.
    before: f64,
}

impl ReversedDigits {
    fn new(base: u32) -> Self {
        Self { base: base.into(), above: 0.0, below: 1.0, before: 0.0 }
    }

    fn next(&mut self) -> f64 {
        let Self { base, above, below, before } = self;
        let left = *below - *above;
        if left == 1.0 {
            *above = 1.0;
            *before = *below;
            *below *= *base;
        } else {
            let mut place = *before;
            while left <= place {
                place /= *base;
            }
            *above = (*base + 1.0) * place - left;
        }
        *above / *below
    }
}

#[cfg(test)]
mod tests {
    use super::ReversedDigits;

    #[test]
    fn digits_are_reversed() {
        let first = |base: u32, count: usize| {
            let mut digits = ReversedDigits::new(base);
            (0..count).map(|_| digits.next()).collect::<Vec<_>>()
        };
        assert_eq!(first(2, 4), [0.5, 0.25, 0.75, 0.125]);
        for base in [2, 3, 47] {
            let slow = |mut index: u32| {
                let (mut sum, mut place) = (0.0, 1.0);
                while index > 0 {
                    place /= f64::from(base);
                    sum += place * f64::from(index % base);
                    index /= base;
                }
                sum
            };
            for (n, x) in first(base, 5000).into_iter().enumerate() {
                assert!((x - slow(n as u32 + 1)).abs() < 1e-15, "{n} in base {base}");
            }
        }
    }
}
