//! Leaves of the fewest bytes: corners that triangles share are stored once.
//!
//! A mesh's neighbours share two corners of three, so four triangles of a leaf have about six corners
//! instead of twelve. A packed leaf is a run of words: which corner is which (four bits each), the
//! triangle numbers, the corners. It is unpacked to a [`Leaf`] of the same bits before use.

use super::leaf::Leaf;

/// Words in front of the triangle numbers.
const HEAD: usize = 2;
/// Where the head's first word has its counts, above six corner numbers of four bits.
const TRIANGLES_AT: u32 = 24;
const CORNERS_AT: u32 = 28;
/// Three words for each corner that four bits can name.
const CORNER_WORDS: usize = 3 * 16;

/// All leaves of a tree, one after the other. A leaf is named by where its words begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackedLeaves {
    /// The leaves, and words behind the last so that every leaf can be read like the longest.
    words: Vec<u32>,
}

impl PackedLeaves {
    /// Packs leaves in order; gives back where each begins. `None` if that takes more words than 31
    /// bits count.
    pub(super) fn of(leaves: &[Leaf]) -> Option<(Self, Vec<u32>)> {
        let mut words = Vec::new();
        let mut starts = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            starts.push(u32::try_from(words.len()).ok()?);
            push(leaf, &mut words);
        }
        words.resize(words.len() + CORNER_WORDS, 0);
        words.shrink_to_fit();
        (words.len() < 1 << 31).then_some((Self { words }, starts))
    }

    /// Is there no leaf?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Bytes of all leaves.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }

    /// The leaf that begins at a word.
    ///
    /// # Panics
    /// If the words end before it does.
    #[must_use]
    pub fn leaf(&self, start: u32) -> Leaf {
        let (leaf, _) = self.leaf_and_end(start as usize);
        leaf
    }

    /// All leaves, each with the word where it begins.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Leaf)> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            (at + CORNER_WORDS < self.words.len()).then(|| {
                let (leaf, end) = self.leaf_and_end(at);
                (std::mem::replace(&mut at, end) as u32, leaf)
            })
        })
    }

    fn leaf_and_end(&self, start: usize) -> (Leaf, usize) {
        let words = &self.words[start..];
        let head = [words[0], words[1]];
        let triangles = (head[0] >> TRIANGLES_AT & 7) as usize;
        let count = (head[0] >> CORNERS_AT) as usize;
        let from = HEAD + triangles;
        let corners: &[u32; CORNER_WORDS] =
            words[from..].first_chunk().expect("words behind the last leaf");
        let mut leaf = Leaf { corners: [[[0.0; 4]; 3]; 3], ids: [Leaf::NO_TRIANGLE; 4] };
        leaf.ids[..triangles].copy_from_slice(&words[HEAD..from]);
        for c in 0..4 {
            let numbers = head[c / 2] >> (12 * (c % 2));
            for v in 0..3 {
                let corner = 3 * (numbers >> (4 * v) & 15) as usize;
                for k in 0..3 {
                    leaf.corners[k][v][c] = f32::from_bits(corners[corner + k]);
                }
            }
        }
        (leaf, start + from + 3 * count)
    }
}

fn push(leaf: &Leaf, words: &mut Vec<u32>) {
    let mut corners: Vec<[u32; 3]> = Vec::with_capacity(12);
    let mut head = [0_u32; HEAD];
    for (c, v) in (0..12).map(|n| (n / 3, n % 3)) {
        let corner = [0, 1, 2].map(|k| leaf.corners[k][v][c].to_bits());
        let known = corners.iter().position(|&other| other == corner);
        let number = known.unwrap_or_else(|| {
            corners.push(corner);
            corners.len() - 1
        });
        head[c / 2] |= (number as u32) << (12 * (c % 2) + 4 * v);
    }
    let triangles = leaf.ids.iter().filter(|&&id| id != Leaf::NO_TRIANGLE).count();
    head[0] |= (triangles as u32) << TRIANGLES_AT | (corners.len() as u32) << CORNERS_AT;
    words.extend(head);
    words.extend(&leaf.ids[..triangles]);
    words.extend(corners.as_flattened());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_come_back_as_they_were() {
        let leaf = |used: usize, step: f32| {
            let mut leaf = Leaf { corners: [[[0.0; 4]; 3]; 3], ids: [Leaf::NO_TRIANGLE; 4] };
            for c in 0..4 {
                let from = if c < used { c } else { 0 };
                for (v, k) in (0..9).map(|n| (n / 3, n % 3)) {
                    leaf.corners[k][v][c] = step * (from + v) as f32 - k as f32;
                }
                if c < used {
                    leaf.ids[c] = 7 + c as u32;
                }
            }
            leaf
        };
        let leaves = [leaf(4, 1.0), leaf(1, -0.0), leaf(3, 1e-40), leaf(4, 0.3), leaf(2, 1e30)];
        let (packed, starts) = PackedLeaves::of(&leaves).expect("few");
        let again: Vec<(u32, Leaf)> = packed.iter().collect();
        assert_eq!(again.len(), leaves.len());
        for ((leaf, start), again) in leaves.iter().zip(&starts).zip(&again) {
            assert_eq!((*start, leaf), (again.0, &again.1));
            assert_eq!(packed.leaf(*start), *leaf);
        }
        assert!(packed.bytes() < size_of_val(&leaves), "{}", packed.bytes());
    }
}
