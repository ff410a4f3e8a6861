//! The files that all engines read and write, little-endian, without text: every bit of a number
//! stays.
//!
//! A mesh: the numbers of vertices and of triangles as `u64`; three `f64` for each vertex; three
//! `u32` for each triangle. Poses: 24 `f64` for each, the rows of `[R | t]` of A, then those of B.
//! Pairs: three `u32` for each, the number of the pose, the triangle of A and the triangle of B.

use std::io;
use std::path::{Path, PathBuf};

use obbtree::{Mesh, Pose};

use crate::scenes::{Pair, Poses};

/// Writes a mesh.
pub fn write_mesh(path: &Path, mesh: &Mesh) -> io::Result<()> {
    let counts = [mesh.vertices().len() as u64, mesh.triangles().len() as u64];
    let mut bytes: Vec<u8> = counts.iter().flat_map(|count| count.to_le_bytes()).collect();
    bytes.extend(mesh.vertices().as_flattened().iter().flat_map(|x| x.to_le_bytes()));
    bytes.extend(mesh.triangles().as_flattened().iter().flat_map(|id| id.to_le_bytes()));
    std::fs::write(path, bytes)
}

/// Writes both bodies of a pair into a folder.
pub fn write_bodies(folder: &Path, pair: &Pair) -> io::Result<[PathBuf; 2]> {
    let paths = [&pair.a, &pair.b].map(|part| folder.join(format!("{}.mesh", part.name)));
    write_mesh(&paths[0], &pair.a.mesh)?;
    write_mesh(&paths[1], &pair.b.mesh)?;
    Ok(paths)
}

/// Vertices and triangles, as all engines are given them.
pub type Arrays = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// Reads a mesh.
pub fn read_mesh(path: &Path) -> io::Result<Arrays> {
    let bytes = std::fs::read(path)?;
    let (counts, rest) = bytes.split_at_checked(16).ok_or_else(short)?;
    let counts: Vec<usize> = numbers(counts, |word| u64::from_le_bytes(word) as usize);
    let vertex_bytes = counts[0].checked_mul(24).ok_or_else(short)?;
    let (vertices, triangles) = rest.split_at_checked(vertex_bytes).ok_or_else(short)?;
    if Some(triangles.len()) != counts[1].checked_mul(12) {
        return Err(short());
    }
    let vertices: Vec<f64> = numbers(vertices, f64::from_le_bytes);
    let triangles: Vec<u32> = numbers(triangles, u32::from_le_bytes);
    Ok((triples(&vertices), triples(&triangles)))
}

/// Writes poses.
pub fn write_poses(path: &Path, poses: &[Poses]) -> io::Result<()> {
    let rows = poses.iter().flatten().flat_map(Pose::to_rows);
    std::fs::write(path, rows.flat_map(f64::to_le_bytes).collect::<Vec<u8>>())
}

/// Reads poses.
pub fn read_poses(path: &Path) -> io::Result<Vec<Poses>> {
    let rows: Vec<f64> = numbers(&std::fs::read(path)?, f64::from_le_bytes);
    let (both, rest) = rows.as_chunks::<24>();
    if !rest.is_empty() {
        return Err(short());
    }
    let pose = |rows: &[f64]| {
        Pose::from_rows(rows.try_into().map_err(io::Error::other)?).map_err(io::Error::other)
    };
    both.iter().map(|both| Ok([pose(&both[..12])?, pose(&both[12..])?])).collect()
}

/// Writes the pairs of each pose.
pub fn write_pairs(path: &Path, pairs: &[Vec<[u32; 2]>]) -> io::Result<()> {
    let mut bytes = Vec::new();
    for (pose, pairs) in pairs.iter().enumerate() {
        for [in_a, in_b] in pairs {
            bytes.extend([pose as u32, *in_a, *in_b].iter().flat_map(|id| id.to_le_bytes()));
        }
    }
    std::fs::write(path, bytes)
}

/// The pairs of each of so many poses, ascending.
pub fn read_pairs(path: &Path, poses: usize) -> io::Result<Vec<Vec<[u32; 2]>>> {
    let ids: Vec<u32> = numbers(&std::fs::read(path)?, u32::from_le_bytes);
    let mut pairs = vec![Vec::new(); poses];
    for [pose, in_a, in_b] in triples(&ids) {
        pairs.get_mut(pose as usize).ok_or_else(short)?.push([in_a, in_b]);
    }
    pairs.iter_mut().for_each(|pairs| pairs.sort_unstable());
    Ok(pairs)
}

/// The name of a scene as a part of a file's name: letters, digits, signs and points stay.
pub fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "+-.".contains(c) { c } else { '_' };
    name.chars().map(plain).collect()
}

fn short() -> io::Error {
    io::Error::other("not a file of the comparison")
}

fn numbers<T, const BYTES: usize>(bytes: &[u8], from: impl Fn([u8; BYTES]) -> T) -> Vec<T> {
    bytes.as_chunks::<BYTES>().0.iter().map(|word| from(*word)).collect()
}

fn triples<T: Copy>(numbers: &[T]) -> Vec<[T; 3]> {
    numbers.as_chunks::<3>().0.to_vec()
}
