//! What reading did to a file's contents.

/// What was joined, cut or left out between the file and the mesh.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadReport {
    /// Solids of an ASCII STL, read into one mesh.
    pub solids: usize,
    /// Solids of an ASCII STL that are not closed by `endsolid`.
    pub unclosed_solids: usize,
    /// STL corners that were joined with an earlier corner of equal coordinates, bit for bit.
    pub welded: usize,
    /// Bytes behind the triangles of a binary STL: fewer than a triangle takes, or all zero.
    pub trailing_bytes: usize,
    /// OBJ faces of more than three corners, cut into triangles.
    pub polygons: usize,
    /// Those among them that cross themselves, seen along their normal: their triangles have the
    /// polygon as border, but may cover places outside it.
    pub crossing_polygons: usize,
    /// OBJ faces of one or two corners, left out.
    pub short_faces: usize,
    /// OBJ line and point elements, left out.
    pub lines_and_points: usize,
    /// OBJ free-form curves and surfaces, left out.
    pub free_form: usize,
    /// OBJ statements with an unknown keyword, left out.
    pub unknown_statements: usize,
    /// The line of the first of them.
    pub first_unknown_line: Option<usize>,
}

impl ReadReport {
    /// One sentence for each thing worth a user's attention; welding and cutting polygons is not.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let unknown = match self.first_unknown_line {
            Some(line) => format!("unknown statements left out (the first on line {line})"),
            None => String::new(),
        };
        [
            (self.unclosed_solids, "solids without endsolid"),
            (self.trailing_bytes, "bytes behind the last triangle left out"),
            (
                self.crossing_polygons,
                "polygons that cross themselves, whose triangles may cover places outside them",
            ),
            (self.short_faces, "faces of fewer than three corners left out"),
            (self.lines_and_points, "lines and points left out"),
            (self.free_form, "free-form curves and surfaces left out"),
            (self.unknown_statements, unknown.as_str()),
        ]
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, what)| format!("{what}: {count}"))
        .collect()
    }
}
