//! The header of a PLY: encoding, elements and their properties.

use crate::error::{Fault, Problem};
use crate::scalar::Scalar;
use crate::text::{unexpected, without_bom, words};

/// How numbers are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Ascii,
    Little,
    Big,
}

/// A type of number, by its name.
fn kind(word: &[u8]) -> Option<Scalar> {
    Some(match word {
        b"char" | b"int8" => Scalar::I8,
        b"uchar" | b"uint8" => Scalar::U8,
        b"short" | b"int16" => Scalar::I16,
        b"ushort" | b"uint16" => Scalar::U16,
        b"int" | b"int32" => Scalar::I32,
        b"uint" | b"uint32" => Scalar::U32,
        b"float" | b"float32" => Scalar::F32,
        b"double" | b"float64" => Scalar::F64,
        _ => return None,
    })
}

/// A property of an element.
pub(super) struct Property<'a> {
    pub(super) name: &'a [u8],
    /// The type of the number of entries, if it is a list.
    pub(super) count: Option<Scalar>,
    pub(super) entry: Scalar,
}

/// A kind of element and the number of its elements.
pub(super) struct Element<'a> {
    pub(super) name: &'a [u8],
    pub(super) count: usize,
    pub(super) properties: Vec<Property<'a>>,
}

/// What the header says, and the data after it.
pub(super) struct Header<'a> {
    pub(super) elements: Vec<Element<'a>>,
    pub(super) encoding: Encoding,
    /// Its last line.
    pub(super) line: usize,
    pub(super) data: &'a [u8],
}

/// Reads the header.
pub(super) fn header(bytes: &[u8]) -> Result<Header<'_>, Fault> {
    let mut elements: Vec<Element<'_>> = Vec::new();
    let mut encoding = None;
    let mut rest = without_bom(bytes);
    // All lines end like the first: binary data may begin with any byte.
    let first = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(bytes.len());
    let end: &[u8] = match bytes[first..] {
        [b'\r', b'\n', ..] => b"\r\n",
        [b'\r', ..] => b"\r",
        _ => b"\n",
    };
    let mut line = 0;
    loop {
        line += 1;
        let fault = |problem| Fault::line(line, problem);
        if rest.is_empty() {
            return Err(fault(Problem::EndsInside(
                "its header, which has no 'end_header'".to_owned(),
            )));
        }
        let length = rest.windows(end.len()).position(|window| window == end);
        let text = &rest[..length.unwrap_or(rest.len())];
        rest = length.map_or(&[], |length| &rest[length + end.len()..]);
        let mut words = words(text);
        let unexpected = |expected, word: Option<&[u8]>| fault(unexpected(expected, word));
        match (words.next().unwrap_or_default(), line) {
            (b"ply", 1) | (b"comment" | b"obj_info" | b"", 2..) => {}
            (word, 1) => return Err(unexpected("'ply'", Some(word))),
            (b"format", _) => {
                encoding = Some(match words.next() {
                    Some(b"ascii") => Encoding::Ascii,
                    Some(b"binary_little_endian") => Encoding::Little,
                    Some(b"binary_big_endian") => Encoding::Big,
                    word => return Err(unexpected("'ascii' or 'binary_..._endian'", word)),
                });
            }
            (b"element", _) => {
                let name = words.next().ok_or_else(|| unexpected("an element's name", None))?;
                let word = words.next();
                let count = word.and_then(|word| std::str::from_utf8(word).ok()?.parse().ok());
                let count = count.ok_or_else(|| unexpected("a count", word))?;
                elements.push(Element { name, count, properties: Vec::new() });
            }
            (b"property", _) => {
                let element = elements
                    .last_mut()
                    .ok_or_else(|| unexpected("'element' before the first property", None))?;
                let kind = |word: Option<&[u8]>| {
                    word.and_then(kind).ok_or_else(|| unexpected("a type of number", word))
                };
                let word = words.next();
                let (count, entry) = if word == Some(b"list") {
                    (Some(kind(words.next())?), kind(words.next())?)
                } else {
                    (None, kind(word)?)
                };
                let name = words.next().ok_or_else(|| unexpected("a property's name", None))?;
                element.properties.push(Property { name, count, entry });
            }
            (b"end_header", _) => break,
            (word, _) => {
                return Err(unexpected("'element', 'property' or 'end_header'", Some(word)));
            }
        }
    }
    let encoding = encoding.ok_or_else(|| {
        Fault::line(line, unexpected("'format' before the end", Some(b"end_header")))
    })?;
    Ok(Header { elements, encoding, line, data: rest })
}
