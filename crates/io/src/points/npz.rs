//! Archives of arrays of numpy: the array `points`, or the only one.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::npy;
use crate::error::{Fault, Problem};
use crate::text::shown;

/// Data may grow to this many times the archive: points grow to three times, zeros to a thousand.
const MOST: u64 = 100;

/// Reads the points.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<[f64; 3]>, Fault> {
    let fault = |error: zip::result::ZipError| Fault::anywhere(Problem::Packed(error.to_string()));
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(fault)?;
    let names = archive.file_names().filter_map(Result::ok);
    let mut arrays = names.filter(|name| name.ends_with(".npy"));
    let name = match (arrays.next(), arrays.next()) {
        (Some(only), None) => only.into_owned(),
        _ => "points.npy".to_owned(),
    };
    drop(arrays);
    let place = archive.index_for_name(&name).ok_or_else(|| {
        let name = "'points' in the archive, which has not only one".to_owned();
        Fault::anywhere(Problem::Missing { what: "array", name })
    })?;
    let mut entry = archive.by_index(place).map_err(fault)?;
    let (announced, most) = (entry.size(), MOST.saturating_mul(bytes.len() as u64));
    if announced > most {
        let what = format!("cannot grow from {} to {announced} bytes", bytes.len());
        return Err(Fault::anywhere(Problem::Packed(what)));
    }
    let mut array = Vec::with_capacity(announced as usize);
    let unpacked = (&mut entry).take(announced + 1).read_to_end(&mut array);
    unpacked.map_err(|error| Fault::anywhere(Problem::Packed(error.to_string())))?;
    if array.len() as u64 != announced {
        let what = format!("is longer or shorter than the {announced} bytes announced");
        return Err(Fault::anywhere(Problem::Packed(what)));
    }
    let name = shown(name.as_bytes());
    npy::read(&array).map(|(points, _)| points).map_err(|fault| fault.within(&name))
}
