//! What reading changed in a file's content.

/// What was joined, triangulated or skipped between the file and the mesh.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReadReport {
    /// Solids of an ASCII STL, read into one mesh.
    pub solids: usize,
    /// Solids of an ASCII STL that are not closed by `endsolid`.
    pub unclosed_solids: usize,
    /// Corners of an STL, or with [`ReadOptions::weld`](crate::ReadOptions::weld) vertices, that
    /// were joined with an earlier one of equal coordinates, bit for bit.
    pub welded: usize,
    /// Bytes after the last element of a binary file. After the triangles of an STL they are fewer
    /// than a triangle, or all zero.
    pub trailing_bytes: usize,
    /// Faces of more than three corners, which were triangulated.
    pub polygons: usize,
    /// Polygons that cross themselves, seen along their normal: the border of their triangles is
    /// the polygon, but they may cover points outside it.
    pub crossing_polygons: usize,
    /// Faces of fewer than three corners, skipped.
    pub short_faces: usize,
    /// Line and point elements, skipped.
    pub lines_and_points: usize,
    /// Free-form curves and surfaces of an OBJ or COLLADA file, skipped.
    pub free_form: usize,
    /// OBJ statements with an unknown keyword, skipped.
    pub unknown_statements: usize,
    /// The line of the first unknown statement.
    pub first_unknown_line: Option<usize>,
    /// The unit of a COLLADA file in metres, if it is not 1. Coordinates were multiplied by it.
    pub unit_in_metres: Option<f64>,
    /// The up axis of a COLLADA file, if it is not z. Coordinates were not rotated.
    pub up_axis: Option<char>,
    /// Geometries of a COLLADA file, or meshes of a glTF, read without a transform because the file
    /// has no scene.
    pub without_scene: usize,
    /// Nodes of an assembly whose geometry has no triangles, skipped.
    pub nodes_without_triangles: usize,
    /// Skinned and morphed geometries, read as if they were rigid.
    pub deformable: usize,
    /// The scale mirrored the mesh, and its triangles were flipped.
    pub mirrored: bool,
    /// Triangles without area that were removed because of
    /// [`ReadOptions::drop_degenerate`](crate::ReadOptions::drop_degenerate).
    pub dropped_degenerate: usize,
}

impl ReadReport {
    /// Adds the counts of what the reader of another part of the file saw.
    pub(crate) fn add(&mut self, other: &Self) {
        let Self { unit_in_metres, up_axis, first_unknown_line, .. } = *other;
        self.welded += other.welded;
        self.polygons += other.polygons;
        self.crossing_polygons += other.crossing_polygons;
        self.short_faces += other.short_faces;
        self.lines_and_points += other.lines_and_points;
        self.free_form += other.free_form;
        self.unknown_statements += other.unknown_statements;
        self.first_unknown_line = self.first_unknown_line.or(first_unknown_line);
        self.unit_in_metres = self.unit_in_metres.or(unit_in_metres);
        self.up_axis = self.up_axis.or(up_axis);
        self.without_scene += other.without_scene;
        self.deformable += other.deformable;
        self.dropped_degenerate += other.dropped_degenerate;
    }

    /// One sentence for each change that a user should know; welding and triangulating are usual.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let unknown = match self.first_unknown_line {
            Some(line) => format!("unknown statements skipped (the first on line {line})"),
            None => String::new(),
        };
        let axis = self
            .up_axis
            .map(|axis| format!("the up axis of the file is {axis}; coordinates were not rotated"));
        let unit = self.unit_in_metres.map(|metres| {
            format!("the unit of the file is {metres} metres; coordinates were scaled to metres")
        });
        let counted = [
            (self.unclosed_solids, "solids without endsolid"),
            (self.trailing_bytes, "bytes after the last triangle skipped"),
            (
                self.crossing_polygons,
                "polygons that cross themselves, whose triangles may cover points outside them",
            ),
            (self.short_faces, "faces of fewer than three corners skipped"),
            (self.lines_and_points, "lines and points skipped"),
            (self.free_form, "free-form curves and surfaces skipped"),
            (self.unknown_statements, unknown.as_str()),
            (self.without_scene, "geometries read without a transform, as the file has no scene"),
            (self.nodes_without_triangles, "nodes without triangles skipped"),
            (self.deformable, "skinned or morphed geometries read as if they were rigid"),
            (self.dropped_degenerate, "triangles without area removed"),
        ]
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, what)| format!("{what}: {count}"));
        let mirrored = self.mirrored.then(|| {
            "the scale mirrors the mesh; triangles were flipped, so that they still face outward"
                .to_owned()
        });
        counted.chain(unit).chain(axis).chain(mirrored).collect()
    }
}
