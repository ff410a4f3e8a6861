//! Arrays of numpy (R. Kern, "A Simple File Format for NumPy Arrays", NEP 1), as rows of points.
//!
//! Read are floating-point numbers of 4 and 8 bytes and integers of up to 4, of either byte order:
//! arrays of any number of dimensions, whose last one has at least three numbers, of which the
//! first three are used; in Fortran's order those of two dimensions.
//!
//! Own reader: npyz 0.9 and ndarray-npy 0.10 parse any literal of Python, recursively, and their
//! errors have no byte; all that is needed of it are three entries.

use crate::error::{Fault, Problem};
use crate::scalar::Scalar;
use crate::text::{point_coordinate, shown};

pub(crate) const MAGIC: &[u8] = b"\x93NUMPY";

struct Header {
    scalar: Scalar,
    is_big: bool,
    is_fortran: bool,
    shape: Vec<usize>,
}

/// Reads the points, and how many bytes follow them.
pub(super) fn read(bytes: &[u8]) -> Result<(Vec<[f64; 3]>, usize), Fault> {
    let ends = || Fault::byte(bytes.len(), Problem::EndsInside("its header".to_owned()));
    let Some(rest) = bytes.strip_prefix(MAGIC) else {
        let found = format!("'{}'", shown(&bytes[..bytes.len().min(MAGIC.len())]));
        return Err(Fault::byte(0, Problem::Expected { expected: "the bytes \\x93NUMPY", found }));
    };
    let (version, rest) = rest.split_first_chunk::<2>().ok_or_else(ends)?;
    let (length, rest) = match version[0] {
        1 => {
            let (length, rest) = rest.split_first_chunk::<2>().ok_or_else(ends)?;
            (usize::from(u16::from_le_bytes(*length)), rest)
        }
        2 | 3 => {
            let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(ends)?;
            (u32::from_le_bytes(*length) as usize, rest)
        }
        version => {
            let what = format!("version {version} of the format");
            return Err(Fault::byte(MAGIC.len(), Problem::NotSupported(what)));
        }
    };
    let start = bytes.len() - rest.len();
    let (text, data) = rest.split_at_checked(length).ok_or_else(ends)?;
    let header = Dictionary { text, at: 0 }.header();
    let header = header.map_err(|(at, problem)| Fault::byte(start + at, problem))?;
    points(&header, data, start + length)
}

/// The points of an array whose numbers begin at a byte of the file.
fn points(header: &Header, data: &[u8], start: usize) -> Result<(Vec<[f64; 3]>, usize), Fault> {
    let Header { scalar, is_big, is_fortran, ref shape } = *header;
    let size = scalar.size();
    let (columns, rows) = match shape[..] {
        [ref rows @ .., columns] if !rows.is_empty() && columns >= 3 => {
            (columns, rows.iter().fold(1_usize, |n, rows| n.saturating_mul(*rows)))
        }
        _ => {
            let found = format!("an array of shape {shape:?}");
            let expected = "rows of at least three numbers";
            return Err(Fault::byte(start, Problem::Expected { expected, found }));
        }
    };
    if is_fortran && shape.len() > 2 {
        let what = "Fortran's order of more than two dimensions".to_owned();
        return Err(Fault::byte(start, Problem::NotSupported(what)));
    }
    let needed = rows.saturating_mul(columns).saturating_mul(size);
    let Some((data, surplus)) = data.split_at_checked(needed) else {
        let (what, bytes) = ("rows".to_owned(), data.len());
        return Err(Fault::byte(start, Problem::TooShort { what, count: rows as u64, bytes }));
    };
    let mut points = Vec::with_capacity(rows);
    for row in 0..rows {
        let mut point = [0.0; 3];
        for axis in 0..3 {
            let place = if is_fortran { axis * rows + row } else { row * columns + axis };
            let value = scalar.value(&data[place * size..][..size], is_big);
            point[axis] = point_coordinate(value, row, axis, || value.to_string())
                .map_err(|problem| Fault::byte(start + place * size, problem))?;
        }
        points.push(point);
    }
    Ok((points, surplus.len()))
}

/// The header: a dictionary of Python with three entries.
struct Dictionary<'a> {
    text: &'a [u8],
    at: usize,
}

type Wrong = (usize, Problem);

impl<'a> Dictionary<'a> {
    fn header(mut self) -> Result<Header, Wrong> {
        let (mut numbers, mut is_fortran, mut shape) = (None, None, None);
        self.expect(b'{', "'{'")?;
        while !self.takes(b'}') {
            self.next();
            let start = self.at;
            let key = self.quoted()?;
            self.expect(b':', "':'")?;
            match key {
                b"descr" => numbers = Some(self.numbers()?),
                b"fortran_order" => is_fortran = Some(self.truth()?),
                b"shape" => shape = Some(self.shape()?),
                key => {
                    let expected = "'descr', 'fortran_order' or 'shape'";
                    let found = format!("'{}'", shown(key));
                    return Err((start, Problem::Expected { expected, found }));
                }
            }
            if !self.takes(b',') && self.next() != Some(b'}') {
                return Err(self.found("',' or '}'"));
            }
        }
        let missing = |name: &str| {
            let name = format!("'{name}' of the header");
            (self.at, Problem::Missing { what: "entry", name })
        };
        let (scalar, is_big) = numbers.ok_or_else(|| missing("descr"))?;
        let is_fortran = is_fortran.ok_or_else(|| missing("fortran_order"))?;
        Ok(Header { scalar, is_big, is_fortran, shape: shape.ok_or_else(|| missing("shape"))? })
    }

    /// The next byte that is no blank.
    fn next(&mut self) -> Option<u8> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_ascii_start().len();
        self.text.get(self.at).copied()
    }

    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.next() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), Wrong> {
        if self.takes(byte) { Ok(()) } else { Err(self.found(expected)) }
    }

    fn quoted(&mut self) -> Result<&'a [u8], Wrong> {
        let quote = self.next().filter(|byte| matches!(byte, b'\'' | b'"'));
        let quote = quote.ok_or_else(|| self.found("a word in quotes"))?;
        let rest = &self.text[self.at + 1..];
        let end = rest.iter().position(|&byte| byte == quote);
        let end = end.ok_or_else(|| self.found("a word in quotes"))?;
        self.at += end + 2;
        Ok(&rest[..end])
    }

    fn numbers(&mut self) -> Result<(Scalar, bool), Wrong> {
        if self.next() == Some(b'[') {
            return Err((self.at, Problem::NotSupported("an array of records".to_owned())));
        }
        let at = self.at;
        let descr = self.quoted()?;
        let scalar = match *descr {
            [b'<' | b'>' | b'|', kind, size @ b'1'..=b'8'] => {
                Scalar::of(kind, usize::from(size - b'0'))
            }
            _ => None,
        };
        let what = || format!("an array of '{}'", shown(descr));
        let scalar = scalar.ok_or_else(|| (at, Problem::NotSupported(what())))?;
        Ok((scalar, descr[0] == b'>'))
    }

    fn truth(&mut self) -> Result<bool, Wrong> {
        self.next();
        for (word, value) in [(&b"True"[..], true), (b"False", false)] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.found("'True' or 'False'"))
    }

    fn shape(&mut self) -> Result<Vec<usize>, Wrong> {
        self.expect(b'(', "'('")?;
        let mut shape = Vec::new();
        while !self.takes(b')') {
            self.next();
            let digits = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit());
            let digits = &self.text[self.at..self.at + digits.count()];
            let length = std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok());
            shape.push(length.ok_or_else(|| self.found("a length"))?);
            self.at += digits.len();
            if !self.takes(b',') && self.next() != Some(b')') {
                return Err(self.found("',' or ')'"));
            }
        }
        Ok(shape)
    }

    /// Something else than what has to be here.
    fn found(&mut self, expected: &'static str) -> Wrong {
        self.next();
        let word = self.text[self.at..].split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let found = match word {
            b"" => "the end of the header".to_owned(),
            word => format!("'{}'", shown(word)),
        };
        (self.at, Problem::Expected { expected, found })
    }
}
