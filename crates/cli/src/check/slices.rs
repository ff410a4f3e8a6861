//! How many poses are answered before their answers are printed.
//!
//! Large slices share the work among threads best. Answers are held in memory until their slice is
//! done, so slices shrink where answers are long.

use std::ops::Range;

/// Poses in the first slice: enough to share among many cores, few enough to print soon.
const FIRST: usize = 64;

/// Poses in the largest slice: milliseconds of work between two waits of the threads for each
/// other.
const LARGEST: usize = 4096;

/// Bytes of answers that may be held; what a slice takes is known only when it is done, so one that
/// is longer than the one before it can take more.
const BYTES_HELD: usize = 1 << 26;

/// The numbers of all poses, slice by slice.
pub(super) struct Slices {
    poses: usize,
    next: usize,
    size: usize,
}

impl Slices {
    pub(super) fn of(poses: usize) -> Self {
        Self { poses, next: 0, size: FIRST }
    }

    /// The next slice; `None` after the last.
    pub(super) fn next_slice(&mut self) -> Option<Range<usize>> {
        let slice = self.next..self.poses.min(self.next + self.size);
        self.next = slice.end;
        (!slice.is_empty()).then_some(slice)
    }

    /// The answers of the last slice took so many bytes: the next one is half as large, or twice.
    pub(super) fn took(&mut self, bytes: usize) {
        if bytes > BYTES_HELD {
            self.size = (self.size / 2).max(1);
        } else if bytes <= BYTES_HELD / 2 {
            self.size = (2 * self.size).min(LARGEST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(poses: usize, bytes_a_pose: usize) -> Vec<usize> {
        let mut slices = Slices::of(poses);
        let mut sizes = Vec::new();
        let mut next = 0;
        while let Some(slice) = slices.next_slice() {
            assert_eq!(slice.start, next);
            next = slice.end;
            sizes.push(slice.len());
            slices.took(slice.len() * bytes_a_pose);
        }
        assert_eq!(next, poses);
        sizes
    }

    #[test]
    fn short_answers_make_large_slices() {
        assert!(sizes(0, 60).is_empty());
        assert_eq!(sizes(200, 60), [64, 128, 8]);
        assert_eq!(sizes(20_000, 60).iter().max(), Some(&LARGEST));
    }

    #[test]
    fn long_answers_make_small_slices() {
        assert_eq!(sizes(130, BYTES_HELD + 1), [64, 32, 16, 8, 4, 2, 1, 1, 1, 1]);
        // Neither too long nor short enough for more.
        assert_eq!(sizes(256, BYTES_HELD / FIRST), [64; 4]);
    }
}
