//! Lines, words and numbers of text files, from bytes: names and comments need not be UTF-8.

use obbtree_predicates::MAX_COORDINATE;

use crate::error::{Fault, Owner, Problem, ReadError};

/// The longest word that an error shows, in characters.
const SHOWN: usize = 40;

/// The file without a UTF-8 byte-order mark.
pub(crate) fn without_bom(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Refuses text in UTF-16 by its byte-order mark: as bytes it has no word that is known.
pub(crate) fn refuse_utf16(bytes: &[u8]) -> Result<(), Fault> {
    let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    if !is_utf16 {
        return Ok(());
    }
    let what = "text in UTF-16, as its byte order mark says,".to_owned();
    Err(Fault::byte(0, Problem::NotSupported(what)))
}

/// Lines with their numbers, counted from 1. LF, CRLF and CR end a line.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut rest = bytes;
    let mut number = 0;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
        let (line, tail) = rest.split_at(end);
        rest = tail.strip_prefix(b"\r\n").or_else(|| tail.get(1..)).unwrap_or(&[]);
        number += 1;
        Some((number, line))
    })
}

/// One item from each line of a text in UTF-8. `#` starts a comment; blank lines are skipped.
pub(crate) fn read_lines<T>(
    bytes: &[u8],
    name: &str,
    item: impl Fn(&str) -> Result<T, Problem>,
) -> Result<Vec<T>, ReadError> {
    let mut items = Vec::new();
    for (line, text) in lines(without_bom(bytes)) {
        let fault = |problem| Fault::line(line, problem).in_file(name);
        let text = std::str::from_utf8(text).map_err(|_| fault(Problem::NotUtf8))?;
        let text = text.split('#').next().unwrap_or_default().trim();
        if !text.is_empty() {
            items.push(item(text).map_err(fault)?);
        }
    }
    Ok(items)
}

/// Words between blanks.
pub(crate) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// A word as it is shown in errors.
pub(crate) fn shown(word: &[u8]) -> String {
    // A character has at most four bytes.
    let text = String::from_utf8_lossy(&word[..word.len().min(4 * SHOWN)]);
    let mut cut: String = text.chars().take(SHOWN).collect();
    if cut.len() < word.len() && text.chars().count() >= SHOWN {
        cut.push_str("...");
    }
    cut
}

/// A word, or none, where the format requires another.
pub(crate) fn unexpected(expected: &'static str, found: Option<&[u8]>) -> Problem {
    let found = found.map_or("the end of the line".to_owned(), |word| format!("'{}'", shown(word)));
    Problem::Expected { expected, found }
}

/// The double nearest to a decimal number.
///
/// Text is read in double precision in every format, ASCII STL included. A single-precision number
/// written with 17 digits is read back exactly; written with the usual 9, it is off by less than
/// half a unit in its last place.
pub(crate) fn number(word: &[u8]) -> Result<f64, Problem> {
    std::str::from_utf8(word)
        .ok()
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| Problem::NotANumber(shown(word)))
}

/// A coordinate from its text, if it is in range.
pub(crate) fn coordinate(word: &[u8], owner: Owner, axis: usize) -> Result<f64, Problem> {
    let value = number(word)?;
    checked(value, owner, axis, || shown(word))
}

/// A coordinate in range: finite and at most [`MAX_COORDINATE`].
pub(crate) fn checked(
    value: f64,
    owner: Owner,
    axis: usize,
    written: impl FnOnce() -> String,
) -> Result<f64, Problem> {
    // Rejects NaN as well.
    if value.abs() <= MAX_COORDINATE {
        return Ok(value);
    }
    Err(Problem::BadCoordinate { owner, axis: ['x', 'y', 'z'][axis], written: written(), value })
}

/// A coordinate of a point in range, or NaN, which says that the point is nowhere.
pub(crate) fn point_coordinate(
    value: f64,
    point: usize,
    axis: usize,
    written: impl FnOnce() -> String,
) -> Result<f64, Problem> {
    if value.is_nan() { Ok(value) } else { checked(value, Owner::Point(point), axis, written) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways() {
        let all: Vec<_> = lines(b"a\nb\r\nc\rd\n\ne").collect();
        let wanted: [&[u8]; 6] = [b"a", b"b", b"c", b"d", b"", b"e"];
        assert_eq!(
            all,
            wanted.into_iter().enumerate().map(|(i, l)| (i + 1, l)).collect::<Vec<_>>()
        );
        assert_eq!(lines(b"").count(), 0);
        assert_eq!(lines(b"\n").count(), 1);
    }

    #[test]
    fn a_number_is_its_nearest_double() {
        assert_eq!(number(b"0.1").unwrap(), 0.1);
        assert_eq!(number(b"+2.E1").unwrap(), 20.0);
        // 17 digits of a single-precision number give that number.
        assert_eq!(number(b"0.27591544389724731").unwrap(), f64::from(0.275_915_44_f32));
        for word in [&b"abc"[..], b"1,5", b"3.1+e2", b"0x10", b"\xff", b"1.0f"] {
            assert!(number(word).is_err());
        }
    }

    #[test]
    fn long_words_are_cut_in_errors() {
        assert_eq!(shown(b"caf\xe9"), "caf\u{fffd}");
        assert_eq!(shown(&[b'x'; 1000]), format!("{}...", "x".repeat(40)));
        assert_eq!(shown(&[b'x'; 40]), "x".repeat(40));
    }
}
