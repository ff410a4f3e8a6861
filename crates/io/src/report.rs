//! What reading did to a file's contents.

/// What was joined, cut or left out between the file and the mesh.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReadReport {
    /// Solids of an ASCII STL, read into one mesh.
    pub solids: usize,
    /// Solids of an ASCII STL that are not closed by `endsolid`.
    pub unclosed_solids: usize,
    /// STL corners, or with [`ReadOptions::weld`](crate::ReadOptions::weld) vertices, that were
    /// joined with an earlier one of equal coordinates, bit for bit.
    pub welded: usize,
    /// Bytes behind the last element of a binary file. Behind the triangles of an STL they are fewer
    /// than a triangle takes, or all zero.
    pub trailing_bytes: usize,
    /// Faces of more than three corners, cut into triangles.
    pub polygons: usize,
    /// Those among them that cross themselves, seen along their normal: their triangles have the
    /// polygon as border, but may cover places outside it.
    pub crossing_polygons: usize,
    /// Faces of fewer than three corners, left out.
    pub short_faces: usize,
    /// Line and point elements, left out.
    pub lines_and_points: usize,
    /// Free-form curves and surfaces of an OBJ or COLLADA file, left out.
    pub free_form: usize,
    /// OBJ statements with an unknown keyword, left out.
    pub unknown_statements: usize,
    /// The line of the first of them.
    pub first_unknown_line: Option<usize>,
    /// How long the unit of a COLLADA file is in metres, if that is not 1. Coordinates were
    /// multiplied by it.
    pub unit_in_metres: Option<f64>,
    /// The axis that a COLLADA file calls up, if that is not z. Coordinates were not turned.
    pub up_axis: Option<char>,
    /// Geometries of a COLLADA file, or meshes of a glTF, placed where they are because the file has
    /// no scene.
    pub without_scene: usize,
    /// Skinned and morphed geometries of a scene, placed as if they were rigid.
    pub deformable: usize,
    /// The axes were scaled so that the mesh is mirrored, and its triangles turned over.
    pub mirrored: bool,
    /// Triangles without area that were left out, as the options asked.
    pub dropped_degenerate: usize,
}

impl ReadReport {
    /// One sentence for each thing worth a user's attention; welding and cutting polygons is not.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let unknown = match self.first_unknown_line {
            Some(line) => format!("unknown statements left out (the first on line {line})"),
            None => String::new(),
        };
        let axis = self
            .up_axis
            .map(|axis| format!("the file calls {axis} up; coordinates were not turned"));
        let unit = self.unit_in_metres.map(|metres| {
            format!("the unit of the file is {metres} metres; coordinates were scaled to metres")
        });
        let counted = [
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
            (self.without_scene, "geometries placed where they are, for want of a scene"),
            (self.deformable, "skinned or morphed geometries placed as if they were rigid"),
            (self.dropped_degenerate, "triangles without area left out"),
        ]
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, what)| format!("{what}: {count}"));
        let mirrored = self.mirrored.then(|| {
            "the axes are mirrored; triangles were turned over, so that outside stays outside"
                .to_owned()
        });
        counted.chain(unit).chain(axis).chain(mirrored).collect()
    }
}
