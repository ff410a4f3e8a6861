//! Files of rays and of answers, little-endian. A ray: origin and direction, six `f64` that are
//! `f32` numbers. An answer: the triangle as `i64`, -1 for none, and the parameter as `f64`.

use std::io;
use std::path::Path;

use obbtree::query::Ray;

/// The triangle that is hit first, and the parameter.
pub type Answer = (i64, f64);

/// No triangle is hit.
pub const MISSED: Answer = (-1, 0.0);

/// Writes rays.
pub fn write_rays(path: &Path, rays: &[Ray]) -> io::Result<()> {
    let numbers = rays.iter().flat_map(|ray| {
        let (from, along) = (ray.origin(), ray.direction());
        [from.x, from.y, from.z, along.x, along.y, along.z]
    });
    std::fs::write(path, numbers.flat_map(f64::to_le_bytes).collect::<Vec<u8>>())
}

/// Reads rays.
pub fn read_rays(path: &Path) -> io::Result<Vec<Ray>> {
    let bytes = std::fs::read(path)?;
    let numbers: Vec<f64> =
        bytes.as_chunks::<8>().0.iter().map(|word| f64::from_le_bytes(*word)).collect();
    let ray = |&[a, b, c, x, y, z]: &[f64; 6]| Ray::new([a, b, c], [x, y, z]);
    let rays: Result<Vec<Ray>, _> = numbers.as_chunks::<6>().0.iter().map(ray).collect();
    rays.map_err(io::Error::other)
}

/// Writes answers.
pub fn write_answers(path: &Path, answers: &[Answer]) -> io::Result<()> {
    let bytes = answers.iter().flat_map(|(id, t)| [id.to_le_bytes(), t.to_le_bytes()]);
    std::fs::write(path, bytes.flatten().collect::<Vec<u8>>())
}

/// Reads answers.
pub fn read_answers(path: &Path) -> io::Result<Vec<Answer>> {
    let bytes = std::fs::read(path)?;
    let words = bytes.as_chunks::<8>().0.as_chunks::<2>().0;
    Ok(words.iter().map(|[id, t]| (i64::from_le_bytes(*id), f64::from_le_bytes(*t))).collect())
}
