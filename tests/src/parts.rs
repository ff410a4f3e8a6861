//! The parts of the developers' data that tests ask for. The build script includes this file too.

/// A name without dots, as in `cfg(data = "table")`, and the file or folder of the data.
pub(crate) const PARTS: [(&str, &str); 11] = [
    ("ccd", "ccd"),
    ("exact", "exact"),
    ("formats", "formats"),
    ("hostile", "hostile"),
    ("hostile_real", "hostile_real"),
    ("meshes", "meshes"),
    ("motions", "motions"),
    ("poses", "poses"),
    ("robots", "robots"),
    ("scenes_panda", "scenes_panda"),
    ("table", "meshes.csv"),
];
