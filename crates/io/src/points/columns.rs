//! Points in columns of text: XYZ, TXT, CSV and the like.
//!
//! One point a line; numbers are separated by blanks, by commas, or by semicolons (a line that has
//! one). `#` and `//` begin a comment; blank lines are skipped. The first line may name the
//! columns, `x`, `y` and `z` among them; else the first three are used. Or it is one integer, the
//! number of points, as in PTS. A comma is no decimal point: `1,5` between semicolons is refused.
//!
//! Own reader: the crate csv 1.4 reads records of one separator, without comments of two
//! characters, and what remains are these lines.

use crate::error::{Fault, Problem};
use crate::text::{lines, number, point_coordinate, shown, without_bom};

/// Reads the points.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<[f64; 3]>, Fault> {
    let mut rows = lines(without_bom(bytes))
        .map(|(line, text)| (line, without_comment(text)))
        .filter(|(_, text)| !text.is_empty())
        .peekable();
    let mut columns = [0, 1, 2];
    let mut announced = None;
    if let Some(&(line, text)) = rows.peek() {
        let mut first = cells(text);
        let is_one = first.clone().count() == 1;
        if let (true, Some(count)) = (is_one, first.next().and_then(integer)) {
            announced = Some((line, count));
            rows.next();
        } else if cells(text).take(3).any(|cell| number(cell).is_err()) {
            columns = named(text).map_err(|problem| Fault::line(line, problem))?;
            rows.next();
        }
    }
    let mut points = Vec::new();
    for (line, text) in rows {
        let point = point(text, columns, points.len());
        points.push(point.map_err(|problem| Fault::line(line, problem))?);
    }
    match announced {
        Some((line, announced)) if announced != points.len() as u64 => {
            let found = points.len() as u64;
            Err(Fault::line(line, Problem::WrongCount { what: "points", announced, found }))
        }
        _ => Ok(points),
    }
}

/// Does a text begin as columns of points: with three numbers, or the names of the columns?
pub(crate) fn is_columns(bytes: &[u8]) -> bool {
    let rows = lines(without_bom(bytes)).map(|(_, text)| without_comment(text));
    let mut rows = rows.filter(|text| !text.is_empty());
    let is_count = |text: &&[u8]| cells(text).count() == 1 && integer(text).is_some();
    let first = rows.next();
    let first = if first.as_ref().is_some_and(is_count) { rows.next() } else { first };
    first.is_some_and(|text| point(text, [0, 1, 2], 0).is_ok() || named(text).is_ok())
}

fn without_comment(text: &[u8]) -> &[u8] {
    let end = (0..text.len()).find(|&at| text[at] == b'#' || text[at..].starts_with(b"//"));
    text[..end.unwrap_or(text.len())].trim_ascii()
}

/// What separators separate. Beside a comma or a semicolon a cell may be empty.
fn cells(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let separator = [b';', b','].into_iter().find(|separator| text.contains(separator));
    let is_end = move |byte: &u8| match separator {
        Some(separator) => *byte == separator,
        None => byte.is_ascii_whitespace(),
    };
    let cells = text.split(is_end).map(<[u8]>::trim_ascii);
    cells.filter(move |cell| separator.is_some() || !cell.is_empty())
}

fn integer(cell: &[u8]) -> Option<u64> {
    std::str::from_utf8(cell).ok()?.parse().ok()
}

/// The columns that a line names `x`, `y` and `z`.
fn named(text: &[u8]) -> Result<[usize; 3], Problem> {
    let column = |name: &[u8]| {
        let unquoted = |cell: &[u8]| -> bool {
            let cell =
                cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\"")).unwrap_or(cell);
            cell.eq_ignore_ascii_case(name)
        };
        cells(text).position(unquoted).ok_or_else(|| Problem::Expected {
            expected: "numbers, or names of columns with x, y and z among them",
            found: format!("'{}'", shown(text)),
        })
    };
    Ok([column(b"x")?, column(b"y")?, column(b"z")?])
}

fn point(text: &[u8], columns: [usize; 3], n: usize) -> Result<[f64; 3], Problem> {
    let mut point = [0.0; 3];
    for (axis, column) in columns.into_iter().enumerate() {
        let cell = cells(text).nth(column).ok_or_else(|| Problem::Expected {
            expected: "three coordinates",
            found: format!("'{}'", shown(text)),
        })?;
        point[axis] = point_coordinate(number(cell)?, n, axis, || shown(cell))?;
    }
    Ok(point)
}
