//! PCD, the files of the Point Cloud Library, versions 0.5 to 0.7: ASCII, binary and compressed (R.
//! B. Rusu, S. Cousins, "3D is here: Point Cloud Library", 2011; the library's documentation of the
//! format).
//!
//! Used are the fields `x`, `y` and `z`, each one number of 4 or 8 bytes, or an integer of up to 4;
//! other fields are skipped. Numbers of text are read as doubles.
//!
//! Own reader: pcd-rs 0.13 reads no compressed files with its typed reader, makes a value of every
//! field of a record, and its errors have no place; rs-pcd 0.2 and bye_pcd_rs 0.12 are young, and
//! allocate what a header announces.

use super::lzf;
use crate::error::{Fault, Problem};
use crate::scalar::Scalar;
use crate::text::{lines, number, point_coordinate, shown, without_bom, words};

/// What a PCD holds.
pub(super) struct Pcd {
    pub(super) points: Vec<[f64; 3]>,
    pub(super) viewpoint: Option<[f64; 7]>,
    pub(super) trailing_bytes: usize,
}

/// The viewpoint of a file without one.
const NO_VIEWPOINT: [f64; 7] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];

/// Does a file begin as a PCD does?
pub(crate) fn is_pcd(bytes: &[u8]) -> bool {
    let first =
        lines(without_bom(bytes)).map(|(_, line)| line.trim_ascii()).find(|line| !line.is_empty());
    let first = first.unwrap_or_default();
    first.starts_with(b"# .PCD") || first.starts_with(b"VERSION ") || first.starts_with(b"FIELDS ")
}

struct Field<'a> {
    name: &'a [u8],
    size: usize,
    kind: u8,
    count: usize,
}

#[derive(Clone, Copy)]
enum Data {
    Ascii,
    Binary,
    Compressed,
}

struct Header<'a> {
    fields: Vec<Field<'a>>,
    points: usize,
    viewpoint: [f64; 7],
    data: Data,
    /// The line of `DATA`.
    line: usize,
    /// The bytes after it.
    rest: &'a [u8],
}

/// A coordinate: the numbers of a row before it, the bytes of a row before it, and its type.
struct Axis {
    column: usize,
    offset: usize,
    scalar: Scalar,
}

/// Reads a PCD.
pub(super) fn read(bytes: &[u8]) -> Result<Pcd, Fault> {
    let header = header(bytes)?;
    let axes = axes(&header)?;
    let at = bytes.len() - header.rest.len();
    let (points, trailing_bytes) = match header.data {
        Data::Ascii => ascii(&header, &axes)?,
        Data::Binary => binary(&header, &axes, at)?,
        Data::Compressed => compressed(&header, &axes, at)?,
    };
    let viewpoint = (header.viewpoint != NO_VIEWPOINT).then_some(header.viewpoint);
    Ok(Pcd { points, viewpoint, trailing_bytes })
}

fn header(bytes: &[u8]) -> Result<Header<'_>, Fault> {
    let (mut names, mut sizes, mut kinds, mut counts) = (vec![], vec![], vec![], vec![]);
    let (mut width, mut height, mut points) = (None, 1, None);
    let mut viewpoint = NO_VIEWPOINT;
    let mut rest = without_bom(bytes);
    let mut line = 0;
    let data = loop {
        line += 1;
        let fault = |problem| Fault::line(line, problem);
        if rest.is_empty() {
            let what = "its header, which has no 'DATA'".to_owned();
            return Err(fault(Problem::EndsInside(what)));
        }
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let text = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        let mut words = words(text);
        let integer = |word: Option<&[u8]>| -> Result<usize, Fault> {
            let count = word.and_then(|word| std::str::from_utf8(word).ok()?.parse().ok());
            count.ok_or_else(|| fault(unexpected("a count", word)))
        };
        match words.next().unwrap_or_default() {
            b"" | b"VERSION" => {}
            word if word.starts_with(b"#") => {}
            b"FIELDS" | b"COLUMNS" => names = words.collect(),
            b"SIZE" => sizes = words.map(|word| integer(Some(word))).collect::<Result<_, _>>()?,
            b"TYPE" => kinds = words.map(|word| word[0]).collect(),
            b"COUNT" => counts = words.map(|word| integer(Some(word))).collect::<Result<_, _>>()?,
            b"WIDTH" => width = Some(integer(words.next())?),
            b"HEIGHT" => height = integer(words.next())?,
            b"POINTS" => points = Some(integer(words.next())?),
            b"VIEWPOINT" => {
                for value in &mut viewpoint {
                    let word = words.next().ok_or_else(|| fault(unexpected("7 numbers", None)))?;
                    *value = number(word).map_err(fault)?;
                }
            }
            b"DATA" => {
                break match words.next() {
                    Some(b"ascii") => Data::Ascii,
                    Some(b"binary") => Data::Binary,
                    Some(b"binary_compressed") => Data::Compressed,
                    word => {
                        let expected = "'ascii', 'binary' or 'binary_compressed'";
                        return Err(fault(unexpected(expected, word)));
                    }
                };
            }
            word => return Err(fault(unexpected("a word of the header of a PCD", Some(word)))),
        }
    };
    let fault = |problem| Fault::line(line, problem);
    if counts.is_empty() {
        counts = vec![1; names.len()];
    }
    for (what, found) in [("sizes", sizes.len()), ("types", kinds.len()), ("counts", counts.len())]
    {
        if found != names.len() {
            let announced = names.len() as u64;
            return Err(fault(Problem::WrongCount { what, announced, found: found as u64 }));
        }
    }
    let product = width.and_then(|width: usize| width.checked_mul(height));
    let count = match (points, product) {
        (None, None) => {
            let name = "'POINTS' of the header".to_owned();
            return Err(fault(Problem::Missing { what: "line", name }));
        }
        (Some(points), Some(product)) if points != product => {
            let (announced, found) = (points as u64, product as u64);
            let what = "points, with width times height,";
            return Err(fault(Problem::WrongCount { what, announced, found }));
        }
        (points, product) => points.or(product).unwrap_or_default(),
    };
    let numbers = sizes.into_iter().zip(kinds).zip(counts);
    let fields = names.into_iter().zip(numbers);
    let fields =
        fields.map(|(name, ((size, kind), count))| Field { name, size, kind, count }).collect();
    Ok(Header { fields, points: count, viewpoint, data, line, rest })
}

/// Where `x`, `y` and `z` are.
fn axes(header: &Header<'_>) -> Result<[Axis; 3], Fault> {
    let fault = |problem| Fault::line(header.line, problem);
    let mut found = [None, None, None];
    let (mut column, mut offset) = (0_usize, 0_usize);
    for field in &header.fields {
        let axis = [b"x", b"y", b"z"].iter().position(|name| field.name == &name[..]);
        if let Some(axis) = axis.filter(|&axis| found[axis].is_none()) {
            let scalar = Scalar::of(field.kind, field.size).filter(|_| field.count == 1);
            let scalar = scalar.ok_or_else(|| {
                let (name, kind) = (shown(field.name), shown(&[field.kind]));
                let Field { size, count, .. } = field;
                let what = format!("a field {name} of {count} x {size} bytes of type {kind}");
                fault(Problem::NotSupported(what))
            })?;
            found[axis] = Some(Axis { column, offset, scalar });
        }
        column = column.saturating_add(field.count);
        offset = offset.saturating_add(field.size.saturating_mul(field.count));
    }
    let [x, y, z] = found;
    let missing = |name: &str| {
        let name = format!("'{name}' of the points");
        fault(Problem::Missing { what: "field", name })
    };
    Ok([
        x.ok_or_else(|| missing("x"))?,
        y.ok_or_else(|| missing("y"))?,
        z.ok_or_else(|| missing("z"))?,
    ])
}

/// The points, and the bytes after them.
type Read = (Vec<[f64; 3]>, usize);

fn ascii(header: &Header<'_>, axes: &[Axis; 3]) -> Result<Read, Fault> {
    let columns = header.fields.iter().fold(0_usize, |n, field| n.saturating_add(field.count));
    // At least a digit and a blank for each number; the last blank may be missing.
    check_length(header, 2 * columns as u128, header.rest.len() + 1, header.rest.len())
        .map_err(|problem| Fault::line(header.line, problem))?;
    let mut points = Vec::with_capacity(header.points);
    let last = axes.iter().map(|axis| axis.column).max().unwrap_or_default();
    let mut rows = lines(header.rest).filter(|(_, row)| !row.trim_ascii().is_empty());
    for n in 0..header.points {
        let Some((line, row)) = rows.next() else {
            let what = format!("point {n}; its header announces {} of them", header.points);
            return Err(Fault::line(header.line, Problem::EndsInside(what)));
        };
        let fault = |problem| Fault::line(header.line + line, problem);
        let mut point = [None; 3];
        for (column, word) in words(row).enumerate().take(last + 1) {
            if let Some(axis) = axes.iter().position(|axis| axis.column == column) {
                let value = number(word).map_err(fault)?;
                let value = point_coordinate(value, n, axis, || shown(word)).map_err(fault)?;
                point[axis] = Some(value);
            }
        }
        let [Some(x), Some(y), Some(z)] = point else {
            return Err(fault(unexpected("the coordinates of a point", None)));
        };
        points.push([x, y, z]);
    }
    let trailing = rows.map(|(_, row)| row.len()).sum();
    Ok((points, trailing))
}

fn binary(header: &Header<'_>, axes: &[Axis; 3], at: usize) -> Result<Read, Fault> {
    let (stride, rest) = (stride(header), header.rest);
    check_length(header, stride as u128, rest.len(), rest.len())
        .map_err(|problem| Fault::byte(at, problem))?;
    let mut points = Vec::with_capacity(header.points);
    // The length was checked, so nothing overflows.
    let (rows, surplus) = rest.split_at(header.points * stride);
    for (n, row) in rows.chunks_exact(stride).enumerate() {
        let byte = |k: usize| at + n * stride + axes[k].offset;
        let of = |k: usize| &row[axes[k].offset..][..axes[k].scalar.size()];
        points.push(point(axes, n, of).map_err(|(k, problem)| Fault::byte(byte(k), problem))?);
    }
    Ok((points, surplus.len()))
}

/// Field by field, each of all points.
fn compressed(header: &Header<'_>, axes: &[Axis; 3], at: usize) -> Result<Read, Fault> {
    let fault = |problem| Fault::byte(at, problem);
    let stride = stride(header);
    let Some((sizes, rest)) = header.rest.split_first_chunk::<8>() else {
        return Err(fault(Problem::EndsInside("the sizes of the compressed data".to_owned())));
    };
    let [a, b, c, d, e, f, g, h] = *sizes;
    let (packed, unpacked) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
    let (packed, unpacked) = (packed as usize, unpacked as usize);
    let Some((data, surplus)) = rest.split_at_checked(packed) else {
        let (what, bytes) = ("compressed bytes".to_owned(), rest.len());
        return Err(fault(Problem::TooShort { what, count: packed as u64, bytes }));
    };
    if header.points as u128 * stride as u128 != unpacked as u128 {
        let found = header.points as u64;
        let what = "bytes of fields, with those of the points of the header,";
        let found = found.saturating_mul(stride as u64);
        return Err(fault(Problem::WrongCount { what, announced: unpacked as u64, found }));
    }
    if !lzf::can_grow(packed, unpacked) {
        let what = format!("cannot grow from {packed} to {unpacked} bytes");
        return Err(fault(Problem::Packed(what)));
    }
    let bytes = lzf::unpack(data, unpacked)
        .map_err(|(byte, problem)| Fault::byte(at + sizes.len() + byte, problem))?;
    let mut points = Vec::with_capacity(header.points);
    for n in 0..header.points {
        let of = |k: usize| {
            let Axis { offset, scalar, .. } = axes[k];
            &bytes[header.points * offset + n * scalar.size()..][..scalar.size()]
        };
        points.push(point(axes, n, of).map_err(|(_, problem)| fault(problem))?);
    }
    Ok((points, surplus.len()))
}

/// The point whose coordinates have these bytes; or which is wrong.
fn point<'a>(
    axes: &[Axis; 3],
    n: usize,
    bytes: impl Fn(usize) -> &'a [u8],
) -> Result<[f64; 3], (usize, Problem)> {
    let mut point = [0.0; 3];
    for k in 0..3 {
        let value = axes[k].scalar.value(bytes(k), false);
        let value = point_coordinate(value, n, k, || value.to_string());
        point[k] = value.map_err(|problem| (k, problem))?;
    }
    Ok(point)
}

/// Bytes of a point.
fn stride(header: &Header<'_>) -> usize {
    let of = |field: &Field<'_>| field.size.saturating_mul(field.count);
    header.fields.iter().fold(0, |bytes, field| bytes.saturating_add(of(field)))
}

/// Are there as many points of so many bytes each as the header announces?
fn check_length(
    header: &Header<'_>,
    of_one: u128,
    there: usize,
    bytes: usize,
) -> Result<(), Problem> {
    match of_one.saturating_mul(header.points as u128) <= there as u128 {
        true => Ok(()),
        false => {
            let (what, count) = ("points".to_owned(), header.points as u64);
            Err(Problem::TooShort { what, count, bytes })
        }
    }
}

fn unexpected(expected: &'static str, found: Option<&[u8]>) -> Problem {
    let found = found.map_or("the end of the line".to_owned(), |word| format!("'{}'", shown(word)));
    Problem::Expected { expected, found }
}
