//! Where a point is along a curve of Hilbert: thirty bits (D. Hilbert, "Über die stetige Abbildung
//! einer Linie auf ein Flächenstück", 1891). Cells that follow each other have a face in common, so
//! what is near on the curve is near in space. The digits of a key, one for each halving of the
//! sides, are computed as C. H. Hamilton does, "Compact Hilbert Indices", 2006.

/// Cells along each axis of the box that the keys are for.
const CELLS: f64 = 1024.0;

/// Gives points of a box their keys; cells are cubes. A point that rounding puts beyond the box has
/// the key of a cell at its end: keys decide how good boxes are, and no answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    low: [f64; 3],
    per_length: f64,
}

impl Keys {
    /// For a box with these ends.
    pub(crate) fn new(low: [f64; 3], high: [f64; 3]) -> Self {
        let side = (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max);
        Self { low, per_length: if side > 0.0 { CELLS / side } else { 0.0 } }
    }

    /// The key of a point, and a mark, which is equal for equal points and seldom for others: the
    /// highest of its bits are the best mixed.
    #[inline(always)]
    pub(crate) fn of(&self, point: [f64; 3]) -> (u32, u64) {
        let cells = [0, 1, 2].map(|k| {
            let cell = (point[k] - self.low[k]) * self.per_length;
            // Written so that NaN, of sides that underflow, is 0.
            let cell = if cell > 0.0 { cell } else { 0.0 };
            if cell < LAST { cell } else { LAST }
        });
        // The sum has the cell, rounded to nearest, in its last bits.
        let spread = |k: usize| SPREAD[(cells[k] + INTEGERS).to_bits() as usize % SPREAD.len()];
        let mixed = |k: usize| cells[k].to_bits().wrapping_mul(MIXED[k]);
        let mark = mixed(0).wrapping_add(mixed(1)).wrapping_add(mixed(2));
        (along_curve(spread(0) | spread(1) << 1 | spread(2) << 2), mark)
    }
}

/// Odd numbers: the highest bits of a product with one depend on all bits of the other factor. Any
/// three without a pattern will do.
const MIXED: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0xbf58_476d_1ce4_e5b9];

/// Levels of cells of a key: of those the first look into a table covers so many, ...
const LEVELS: usize = 10;
const FIRST_LEVELS: usize = 4;
/// ... and each of the others so many.
const AT_ONCE: usize = 3;
/// Three bits of each.
const FIRST_BITS: usize = 3 * FIRST_LEVELS;
const BITS: usize = 3 * AT_ONCE;

/// The place of a cell on the curve, by the bits of its coordinates, interleaved.
#[inline(always)]
fn along_curve(cell: u32) -> u32 {
    let cell = cell as usize;
    let first = FIRST[(cell >> (3 * LEVELS - FIRST_BITS)) % FIRST.len()];
    let (mut key, mut passage) = (first % (1 << FIRST_BITS), first as usize >> FIRST_BITS);
    for step in (0..(LEVELS - FIRST_LEVELS) / AT_ONCE).rev() {
        let digits = cell >> (step * BITS) & ((1 << BITS) - 1);
        let entry = CURVE[(passage << BITS | digits) % CURVE.len()];
        key = key << BITS | u32::from(entry) & ((1 << BITS) - 1);
        passage = usize::from(entry) >> BITS;
    }
    key
}

/// How the curve passes eight cells: from which, and along which axis.
#[derive(Clone, Copy)]
struct Passage {
    from: usize,
    axis: usize,
}

/// There are so many; the table has as many rows as bits can tell.
const PASSAGES: usize = 24;

impl Passage {
    const fn of(number: usize) -> Self {
        Self { from: number / 3 % 8, axis: number % 3 }
    }

    const fn number(self) -> usize {
        3 * self.from + self.axis
    }

    /// The place of one of the cells among the eight, and how the curve passes the cell.
    const fn at(self, cell: usize) -> (usize, Self) {
        let gray = turned(cell ^ self.from, 3 - (self.axis + 1) % 3);
        let place = gray ^ gray >> 1 ^ gray >> 2;
        let (from, axis) = match place {
            0 => (0, 0),
            _ => {
                let even = (place - 1) / 2 * 2;
                let odd = if place.is_multiple_of(2) { place - 1 } else { place };
                (even ^ even >> 1, odd.trailing_ones() as usize)
            }
        };
        let from = self.from ^ turned(from, (self.axis + 1) % 3);
        (place, Self { from, axis: (self.axis + axis + 1) % 3 })
    }
}

/// Three bits, turned to the left.
const fn turned(bits: usize, by: usize) -> usize {
    let by = by % 3;
    (bits << by | bits >> (3 - by)) & 7
}

/// The digits on the curve of a cell some levels down, and how the curve passes it.
const fn followed(mut passage: Passage, cell: usize, levels: usize) -> (usize, Passage) {
    let (mut key, mut level) = (0, levels);
    while level > 0 {
        level -= 1;
        let (place, next) = passage.at(cell >> (3 * level) & 7);
        (passage, key) = (next, key << 3 | place);
    }
    (key, passage)
}

/// By the first digits of a cell: its digits on the curve, and above these the passage.
static FIRST: [u32; 1 << FIRST_BITS] = {
    let mut table = [0; 1 << FIRST_BITS];
    let mut n = 0;
    while n < table.len() {
        let (key, passage) = followed(Passage::of(0), n, FIRST_LEVELS);
        table[n] = (passage.number() << FIRST_BITS | key) as u32;
        n += 1;
    }
    table
};

/// The same by passage and the next digits.
static CURVE: [u16; 32 << BITS] = {
    let mut table = [0; 32 << BITS];
    let mut n = 0;
    while n < PASSAGES << BITS {
        let (key, passage) = followed(Passage::of(n >> BITS), n, AT_ONCE);
        table[n] = (passage.number() << BITS | key) as u16;
        n += 1;
    }
    table
};

/// The last cell.
const LAST: f64 = CELLS - 1.0;

/// 2^52: sums with it are integers.
const INTEGERS: f64 = (1_u64 << 52) as f64;

/// Ten bits, two places between each and the next.
static SPREAD: [u32; CELLS as usize] = {
    let mut table = [0; CELLS as usize];
    let mut x = 0;
    while x < table.len() {
        let mut bit = 0;
        while bit < 10 {
            table[x] |= ((x >> bit & 1) << (3 * bit)) as u32;
            bit += 1;
        }
        x += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Of cells of all levels: those that follow each other have a face in common.
    #[test]
    fn the_curve_is_one() {
        for level in 1..=5 {
            let side = 1_u32 << level;
            let scale = 1 << (LEVELS - level);
            let mut cells: Vec<(u32, [u32; 3])> = (0..side.pow(3))
                .map(|n| [n % side, n / side % side, n / side / side])
                .map(|cell| {
                    let [x, y, z] = cell.map(|c| SPREAD[(c * scale) as usize]);
                    (along_curve(x | y << 1 | z << 2) >> (3 * (LEVELS - level)), cell)
                })
                .collect();
            cells.sort_unstable();
            for (n, (key, _)) in cells.iter().enumerate() {
                assert_eq!(n as u32, *key);
            }
            for pair in cells.windows(2) {
                let [p, q] = [pair[0].1, pair[1].1];
                let steps: u32 = (0..3).map(|k| p[k].abs_diff(q[k])).sum();
                assert_eq!(steps, 1, "{p:?} {q:?}");
            }
        }
    }

    #[test]
    fn cells_have_keys_of_their_own() {
        let keys = Keys::new([-1.0; 3], [1.0; 3]);
        assert_eq!(keys.of([-1.0; 3]).0, 0);
        // The last cell of all is in one of the corners that share an edge with the first.
        let last = [[1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]].map(|p| keys.of(p).0);
        assert_eq!(last.iter().filter(|&&key| key == (1 << 30) - 1).count(), 1, "{last:?}");
        assert_eq!(Keys::new([5.0; 3], [5.0; 3]).of([5.0; 3]).0, 0);
        assert!(keys.of([1.0; 3]).0 < 1 << 30);
        let tiny = Keys::new([0.0; 3], [5e-324; 3]);
        assert_ne!(tiny.of([0.0; 3]).0, tiny.of([5e-324; 3]).0);
    }
}
