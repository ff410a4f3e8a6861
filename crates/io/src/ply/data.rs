//! The data of a PLY, number by number, with the place of each for errors.

use super::header::{Element, Encoding, Header, Property};
use crate::error::{Fault, Problem};
use crate::scalar::Scalar;
use crate::text::{number, shown, unexpected};

/// The unread data.
#[derive(Clone)]
pub(super) struct Data<'a> {
    rest: &'a [u8],
    /// The length of the whole file.
    length: usize,
    /// The line of `row`, or the last line of the header.
    line: usize,
    /// The unread part of the line of an ASCII element.
    row: Option<&'a [u8]>,
    encoding: Encoding,
}

impl<'a> Data<'a> {
    /// The data after a header, of a file of `length` bytes.
    pub(super) fn new(header: &Header<'a>, length: usize) -> Self {
        let Header { encoding, line, data, .. } = *header;
        Self { rest: data, length, line, row: None, encoding }
    }

    /// Bytes that are not blanks after the last element.
    pub(super) fn trailing_bytes(&self) -> usize {
        self.rest.trim_ascii_start().len()
    }

    /// A problem at the present line or byte.
    pub(super) fn fault(&self, problem: Problem) -> Fault {
        match self.encoding {
            Encoding::Ascii => Fault::line(self.line, problem),
            _ => Fault::byte(self.length - self.rest.len(), problem),
        }
    }

    /// Checks that the rest of the file can contain as many elements as are announced.
    pub(super) fn check_length(&self, element: &Element<'_>) -> Result<(), Fault> {
        let scalar = |property: &Property<'_>| property.count.unwrap_or(property.entry);
        let size = match self.encoding {
            // At least a digit and a blank for each number.
            Encoding::Ascii => 2 * element.properties.len(),
            _ => element.properties.iter().map(|property| scalar(property).size()).sum(),
        };
        // The last blank may be missing.
        if (element.count as u128) * (size as u128) > self.rest.len() as u128 + 1 {
            return Err(self.fault(Problem::TooShort {
                what: format!("'{}'", shown(element.name)),
                count: element.count as u64,
                bytes: self.rest.len(),
            }));
        }
        Ok(())
    }

    /// Begins an element.
    pub(super) fn begin(&mut self, element: &Element<'_>, index: usize) -> Result<(), Fault> {
        if self.encoding != Encoding::Ascii || element.properties.is_empty() {
            return Ok(());
        }
        loop {
            if self.rest.is_empty() {
                return Err(self.fault(ends_inside(element, index)));
            }
            let end = self.rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let (row, tail) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            self.rest = tail.strip_prefix(b"\r\n").or_else(|| tail.get(1..)).unwrap_or(&[]);
            self.line += 1;
            if !row.trim_ascii().is_empty() {
                self.row = Some(row);
                return Ok(());
            }
        }
    }

    /// Ends an element, and its line.
    pub(super) fn end(&mut self) -> Result<(), Fault> {
        match self.row.take().map(<[u8]>::trim_ascii) {
            None | Some(b"") => Ok(()),
            Some(row) => {
                let found = format!("'{}'", shown(row));
                let expected = "the end of the line";
                Err(self.fault(Problem::Expected { expected, found }))
            }
        }
    }

    /// The next number.
    pub(super) fn next(
        &mut self,
        kind: Scalar,
        element: &Element<'_>,
        index: usize,
    ) -> Result<Number<'a>, Fault> {
        if self.encoding == Encoding::Ascii {
            let row = self.row.unwrap_or_default().trim_ascii_start();
            let end = row.iter().position(u8::is_ascii_whitespace).unwrap_or(row.len());
            let (word, tail) = row.split_at(end);
            if word.is_empty() {
                return Err(self.fault(unexpected("a number", None)));
            }
            self.row = Some(tail);
            let value = number(word).map_err(|problem| self.fault(problem))?;
            return Ok(Number { value, word });
        }
        let Some((bytes, tail)) = self.rest.split_at_checked(kind.size()) else {
            return Err(Fault::byte(self.length, ends_inside(element, index)));
        };
        self.rest = tail;
        Ok(Number { value: kind.value(bytes, self.encoding == Encoding::Big), word: b"" })
    }

    /// The number of entries of a list.
    pub(super) fn count(
        &mut self,
        kind: Scalar,
        element: &Element<'_>,
        index: usize,
    ) -> Result<usize, Fault> {
        let count = self.next(kind, element, index)?;
        count.integer().ok_or_else(|| {
            self.fault(Problem::Expected {
                expected: "the length of a list",
                found: format!("'{}'", count.shown()),
            })
        })
    }

    /// Skips a property.
    pub(super) fn skip_property(
        &mut self,
        property: &Property<'_>,
        element: &Element<'_>,
        index: usize,
    ) -> Result<(), Fault> {
        let Some(count) = property.count else {
            return self.next(property.entry, element, index).map(|_| ());
        };
        let count = self.count(count, element, index)?;
        if self.encoding == Encoding::Ascii {
            // A count that is too large ends with an error at the end of the line.
            return (0..count)
                .try_for_each(|_| self.next(property.entry, element, index).map(|_| ()));
        }
        let tail = count.checked_mul(property.entry.size()).and_then(|size| self.rest.get(size..));
        self.rest = tail.ok_or_else(|| Fault::byte(self.length, ends_inside(element, index)))?;
        Ok(())
    }

    /// Skips all elements of a kind.
    pub(super) fn skip(&mut self, element: &Element<'_>) -> Result<(), Fault> {
        if element.properties.is_empty() {
            return Ok(());
        }
        for index in 0..element.count {
            self.begin(element, index)?;
            if self.row.take().is_some() {
                continue;
            }
            for property in &element.properties {
                self.skip_property(property, element, index)?;
            }
        }
        Ok(())
    }
}

/// A number, and its text in an ASCII file.
pub(super) struct Number<'a> {
    pub(super) value: f64,
    word: &'a [u8],
}

impl Number<'_> {
    /// The number as it is shown in errors.
    pub(super) fn shown(&self) -> String {
        if self.word.is_empty() { self.value.to_string() } else { shown(self.word) }
    }

    /// The value, if it is an integer from 0 to 2^32 - 1.
    pub(super) fn integer(&self) -> Option<usize> {
        let integer = self.value as u32;
        (f64::from(integer) == self.value).then_some(integer as usize)
    }
}

fn ends_inside(element: &Element<'_>, index: usize) -> Problem {
    let name = shown(element.name);
    Problem::EndsInside(format!("{name} {index}; its header announces {} of them", element.count))
}
