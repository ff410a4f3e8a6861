//! Numbers that look random and are always the same: a hash of whole numbers, and smooth noise
//! made of it. There is no state, and no seed to keep.

/// A number in [0, 1) that is always the same for the same key: the finaliser of SplitMix64
/// (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014) over its
/// words.
pub(crate) fn random<const N: usize>(key: [u32; N]) -> f64 {
    let mut hash = 0_u64;
    for word in key {
        hash = hash.wrapping_add(u64::from(word)).wrapping_add(0x9e37_79b9_7f4a_7c15);
        hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^= hash >> 31;
    }
    (hash >> 11) as f64 / (1_u64 << 53) as f64
}

/// Three numbers in [-1, 1).
pub(crate) fn random_vector<const N: usize>(key: [u32; N]) -> [f64; 3] {
    let words = key.iter().fold(0_u32, |sum, word| sum.wrapping_mul(0x9e37_79b1) ^ word);
    [0, 1, 2].map(|k| 2.0 * random([words, key[N - 1], k]) - 1.0)
}

/// Smooth noise in [-1, 1] with one lattice cell per unit (value noise, K. Perlin's idea in its
/// plainest form), and the same at twice the frequency and half the height `octaves` times.
pub(crate) fn smooth(seed: u32, place: [f64; 3], octaves: u32) -> f64 {
    let (mut sum, mut height, mut scale) = (0.0, 0.5, 1.0);
    for octave in 0..octaves {
        sum += height * (2.0 * one_octave(seed + octave, place.map(|x| x * scale)) - 1.0);
        (height, scale) = (0.5 * height, 2.0 * scale);
    }
    sum
}

/// In [0, 1].
fn one_octave(seed: u32, place: [f64; 3]) -> f64 {
    let low = place.map(f64::floor);
    let blend: [f64; 3] = std::array::from_fn(|k| {
        let x = place[k] - low[k];
        x * x * (3.0 - 2.0 * x)
    });
    let mut sum = 0.0;
    for corner in 0..8_u32 {
        let (mut weight, mut key) = (1.0, [seed; 4]);
        for k in 0..3 {
            let upper = corner >> k & 1;
            weight *= if upper == 1 { blend[k] } else { 1.0 - blend[k] };
            // Wraps for negative places, which is as good a key as any.
            key[k + 1] = (low[k] as i32).wrapping_add(upper as i32) as u32;
        }
        sum += weight * random(key);
    }
    sum
}
