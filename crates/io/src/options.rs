//! Changes to a mesh while it is read: scale, mirror, weld, drop, limit.

use std::collections::HashMap;

use nalgebra::Point3;
use obbtree_mesh::Mesh;
use obbtree_predicates::is_degenerate;

use crate::error::Problem;
use crate::format::Format;
use crate::report::ReadReport;

/// How a mesh file is read. The default changes nothing.
///
/// The steps are done in the order of the fields. Their results are in the [`ReadReport`].
///
/// ```
/// use obbtree_io::{ReadOptions, read_mesh_from_with};
/// let file = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0\nf 1 2 3\nf 1 4 2\n";
/// let options = ReadOptions::default()
///     .with_scale(0.001) // millimetres to metres
///     .with_axis_scale([-1.0, 1.0, 1.0])
///     .with_weld(true)
///     .with_drop_degenerate(true);
/// let loaded = read_mesh_from_with(file, "a.obj", &options)?;
/// assert_eq!(loaded.mesh.vertices()[1], [-0.001, 0.0, 0.0]);
/// assert_eq!(loaded.mesh.triangles(), [[0, 2, 1]]); // still facing outward
/// assert!(loaded.report.mirrored);
/// assert_eq!((loaded.report.welded, loaded.report.dropped_degenerate), (1, 1));
/// # Ok::<(), obbtree_io::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The format of the file. Default: determined by content and extension.
    pub format: Option<Format>,
    /// The largest number of triangles accepted. Default: [`Mesh::MAX_TRIANGLES`]. Checked after
    /// reading, whose memory and time are bounded by the size of the file; it protects the steps
    /// that follow.
    pub max_triangles: usize,
    /// Coordinates are multiplied by this, which must not be 0: 0.001 converts millimetres to
    /// metres. Default: 1.
    pub scale: f64,
    /// Coordinates along x, y and z are also multiplied by these, which must not be 0. Default: 1.
    /// An odd number of negative factors mirrors the mesh: then each triangle is flipped (its last
    /// two corners are swapped), so that it still faces outward. Each coordinate is rounded once,
    /// times `scale * axis_scale`.
    pub axis_scale: [f64; 3],
    /// Join vertices with equal coordinates, bit for bit: the first of them is kept, no vertex
    /// moves. Default: no. The triangles of an STL, which has no shared vertices, are always
    /// joined.
    pub weld: bool,
    /// Remove triangles without area, decided exactly. Triangle indices then count the triangles
    /// that are kept. Default: no.
    pub drop_degenerate: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            format: None,
            max_triangles: Mesh::MAX_TRIANGLES,
            scale: 1.0,
            axis_scale: [1.0; 3],
            weld: false,
            drop_degenerate: false,
        }
    }
}

impl ReadOptions {
    /// The same for a file in this [`format`](Self::format).
    #[must_use]
    pub fn with_format(self, format: Format) -> Self {
        Self { format: Some(format), ..self }
    }

    /// The same with another limit: [`max_triangles`](Self::max_triangles).
    #[must_use]
    pub fn with_max_triangles(self, max_triangles: usize) -> Self {
        Self { max_triangles, ..self }
    }

    /// The same with another [`scale`](Self::scale).
    #[must_use]
    pub fn with_scale(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// The same with another [`axis_scale`](Self::axis_scale).
    #[must_use]
    pub fn with_axis_scale(self, axis_scale: [f64; 3]) -> Self {
        Self { axis_scale, ..self }
    }

    /// The same with or without welding: [`weld`](Self::weld).
    #[must_use]
    pub fn with_weld(self, weld: bool) -> Self {
        Self { weld, ..self }
    }

    /// The same with or without triangles of no area: [`drop_degenerate`](Self::drop_degenerate).
    #[must_use]
    pub fn with_drop_degenerate(self, drop_degenerate: bool) -> Self {
        Self { drop_degenerate, ..self }
    }

    /// Do the options change the mesh of the file?
    pub(crate) fn changes_the_mesh(&self) -> bool {
        let factors = self.factors();
        factors.map(f64::to_bits) != [1.0_f64; 3].map(f64::to_bits)
            || self.weld
            || self.drop_degenerate
    }

    /// The factors of x, y and z.
    pub(crate) fn factors(&self) -> [f64; 3] {
        self.axis_scale.map(|factor| self.scale * factor)
    }

    /// Do the factors mirror the mesh?
    pub(crate) fn mirrors(&self) -> bool {
        self.factors().iter().filter(|&&factor| factor < 0.0).count() % 2 == 1
    }

    /// Applies the options and reports the changes.
    pub(crate) fn apply(&self, mesh: Mesh, report: &mut ReadReport) -> Result<Mesh, Problem> {
        let count = mesh.triangles().len();
        if count > self.max_triangles {
            return Err(Problem::OverLimit { triangles: count, limit: self.max_triangles });
        }
        if !self.changes_the_mesh() {
            return Ok(mesh);
        }
        let factors = self.factors();
        if let Some(&factor) = factors.iter().find(|factor| !factor.is_normal()) {
            return Err(Problem::Scale(factor));
        }
        let (mut vertices, mut triangles) = mesh.into_parts();
        for vertex in &mut vertices {
            for (x, factor) in vertex.iter_mut().zip(factors) {
                *x *= factor;
            }
        }
        report.mirrored = self.mirrors();
        if report.mirrored {
            triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
        }
        if self.weld {
            report.welded += weld(&mut vertices, &mut triangles);
        }
        if self.drop_degenerate {
            let before = triangles.len();
            // A coordinate that was scaled out of range is refused below.
            triangles.retain(|t| {
                !is_degenerate(&t.map(|vertex| Point3::from(vertices[vertex as usize])))
            });
            report.dropped_degenerate = before - triangles.len();
        }
        Mesh::new(vertices, triangles).map_err(Problem::Mesh)
    }
}

/// Joins equal vertices, and returns how many were removed.
fn weld(vertices: &mut Vec<[f64; 3]>, triangles: &mut [[u32; 3]]) -> usize {
    let before = vertices.len();
    let mut kept = HashMap::with_capacity(before);
    let mut number_of = Vec::with_capacity(before);
    vertices.retain(|vertex| {
        let next = kept.len() as u32;
        let number = *kept.entry(vertex.map(f64::to_bits)).or_insert(next);
        number_of.push(number);
        number == next
    });
    for vertex in triangles.as_flattened_mut() {
        *vertex = number_of[*vertex as usize];
    }
    before - vertices.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Loaded, ReadError, read_mesh_from_with};

    /// A tetrahedron whose first corner is listed twice, and a triangle on a line.
    const FILE: &[u8] = b"v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nv 0 0 0\n\
        f 1 3 2\nf 5 2 4\nf 2 3 4\nf 3 1 4\nf 1 2 5\n";

    fn read(options: ReadOptions) -> Result<Loaded, ReadError> {
        read_mesh_from_with(FILE, "a.obj", &options)
    }

    #[test]
    fn the_default_changes_nothing() {
        let loaded = read(ReadOptions::default()).unwrap();
        assert_eq!((loaded.mesh.vertices().len(), loaded.mesh.triangles().len()), (5, 5));
        assert!(!loaded.report.mirrored);
    }

    #[test]
    fn scaling_scales_and_only_odd_mirroring_flips_triangles() {
        for (axis_scale, mirrored) in [
            ([1.0, 1.0, 1.0], false),
            ([-1.0, 1.0, 1.0], true),
            ([1.0, -1.0, -1.0], false),
            ([-1.0, -1.0, -2.0], true),
        ] {
            let loaded =
                read(ReadOptions { scale: 0.5, axis_scale, ..Default::default() }).unwrap();
            assert_eq!(loaded.report.mirrored, mirrored, "{axis_scale:?}");
            assert_eq!(loaded.mesh.vertices()[3], [0.0, 0.0, 1.5 * axis_scale[2]]);
            // Triangles still face outward: the volume keeps its sign.
            let volume = loaded.mesh.report().signed_volume;
            assert_eq!(volume, axis_scale[2].abs() / 8.0, "{axis_scale:?}");
            let said = loaded.report.notes().iter().any(|note| note.contains("mirrors"));
            assert_eq!(said, mirrored);
        }
        // A negative scale mirrors too.
        assert!(read(ReadOptions { scale: -1.0, ..Default::default() }).unwrap().report.mirrored);
    }

    #[test]
    fn welding_and_dropping_say_how_many() {
        let loaded = read(ReadOptions { weld: true, ..Default::default() }).unwrap();
        assert_eq!((loaded.report.welded, loaded.mesh.vertices().len()), (1, 4));
        assert_eq!(loaded.mesh.triangles()[1], [0, 1, 3]);
        let loaded = read(ReadOptions { drop_degenerate: true, ..Default::default() }).unwrap();
        assert_eq!(loaded.report.dropped_degenerate, 1);
        assert_eq!((loaded.mesh.vertices().len(), loaded.mesh.triangles().len()), (5, 4));
        // 0 and -0 are two vertices at one place.
        let zeros = b"v 0 0 0\nv -0 0 0\nv 0 1 0\nf 1 2 3\n";
        let weld = ReadOptions { weld: true, ..Default::default() };
        assert_eq!(read_mesh_from_with(zeros, "a.obj", &weld).unwrap().mesh.vertices().len(), 3);
        let drop = ReadOptions { drop_degenerate: true, ..Default::default() };
        let message = read_mesh_from_with(zeros, "a.obj", &drop).unwrap_err().to_string();
        assert_eq!(message, "a.obj: the mesh has no triangles");
    }

    #[test]
    fn what_cannot_be_done_is_refused() {
        let check = |options: ReadOptions, message: &str| {
            assert_eq!(read(options).unwrap_err().to_string(), format!("a.obj: {message}"));
        };
        let limit = |max_triangles| ReadOptions { max_triangles, ..Default::default() };
        assert!(read(limit(5)).is_ok());
        check(limit(4), "the file has 5 triangles, more than the limit of 4");
        for scale in [0.0, f64::NAN, f64::INFINITY, 1e-320] {
            let options = ReadOptions { scale, ..Default::default() };
            check(options, &format!("lengths cannot be multiplied by {scale:e}"));
        }
        let message = read(ReadOptions { scale: 1e76, ..Default::default() }).unwrap_err();
        assert!(message.to_string().contains("vertex 1 has x = 1e76"), "{message}");
    }
}
