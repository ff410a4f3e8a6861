//! LZF, the compression of PCD (Marc Lehmann, liblzf): runs of bytes as they are, and copies of
//! bytes that came before.
//!
//! Own decompressor, of a few lines: the errors of the crate lzf 1.0 have no byte.

use crate::error::Problem;

/// Three bytes give at most this many.
const MOST: u64 = 264;

/// Can so many bytes grow to so many?
pub(super) fn can_grow(from: usize, to: usize) -> bool {
    (to as u64).saturating_mul(3) <= (from as u64).saturating_mul(MOST)
}

/// The bytes that were compressed: exactly `length`. Errors have the byte of `packed`.
pub(super) fn unpack(packed: &[u8], length: usize) -> Result<Vec<u8>, (usize, Problem)> {
    let mut out = Vec::with_capacity(length);
    let mut at = 0;
    while at < packed.len() {
        let start = at;
        let fault = |what: String| (start, Problem::Packed(what));
        let ends = || fault("ends inside a run or a copy".to_owned());
        let control = usize::from(packed[at]);
        at += 1;
        if control < 32 {
            let run = packed.get(at..at + control + 1).ok_or_else(ends)?;
            at += run.len();
            out.extend_from_slice(run);
        } else {
            let mut count = control >> 5;
            let mut next = || {
                let byte = packed.get(at).copied().map(usize::from).ok_or_else(ends);
                at += 1;
                byte
            };
            if count == 7 {
                count += next()?;
            }
            let back = ((control & 31) << 8 | next()?) + 1;
            let from = out.len().checked_sub(back).ok_or_else(|| {
                fault(format!("copies from {back} bytes back, and there are {}", out.len()))
            })?;
            // What is copied may overlap what it is copied to.
            for n in from..from + count + 2 {
                out.push(out[n]);
            }
        }
        if out.len() > length {
            return Err(fault(format!("is longer than the {length} bytes announced")));
        }
    }
    match out.len() == length {
        true => Ok(out),
        false => {
            let what = format!("gives {} bytes of the {length} announced", out.len());
            Err((packed.len(), Problem::Packed(what)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_copies() {
        let check = |packed: &[u8], bytes: &[u8]| {
            assert_eq!(unpack(packed, bytes.len()).expect("valid"), bytes);
        };
        check(b"", b"");
        check(b"\x02abc", b"abc");
        check(b"\x00a\x20\x00", b"aaaa"); // a copy of three that overlaps itself
        check(b"\x02abc\x40\x02", b"abcabca");
        check(b"\x00x\xe0\x00\x00", &[b'x'; 10]); // a long copy: 7 + 0 + 2 bytes
        let mut long = b"\x00y\xe0\xff\x00".to_vec();
        check(&long, &[b'y'; 265]);
        assert!(can_grow(3, 264) && !can_grow(3, 265));
        long.pop();
        let message = |packed: &[u8], length| unpack(packed, length).unwrap_err().1.to_string();
        assert!(message(&long, 265).ends_with("ends inside a run or a copy"));
        assert!(message(b"\x05ab", 6).ends_with("ends inside a run or a copy"));
        assert!(
            message(b"\x00a\x20\x01", 4).ends_with("copies from 2 bytes back, and there are 1")
        );
        assert!(message(b"\x02abc", 2).ends_with("is longer than the 2 bytes announced"));
        assert!(message(b"\x02abc", 4).ends_with("gives 3 bytes of the 4 announced"));
    }
}
