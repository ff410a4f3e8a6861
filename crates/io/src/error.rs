//! What can be wrong with a file, and where.
//!
//! Readers return a [`Fault`], place and problem; the public functions add the file's name.

use std::fmt;

use obbtree_mesh::MeshError;
use obbtree_predicates::{MAX_COORDINATE, PoseError};
use thiserror::Error;

/// Why a file was not read: `path: line 12: 'abc' is not a number`.
#[derive(Debug, Error)]
#[error("{file}: {}{problem}", at(*.place))]
#[non_exhaustive]
pub struct ReadError {
    /// The file, as the caller named it.
    pub file: String,
    /// Where in the file, if the problem has a place.
    pub place: Option<Place>,
    /// What is wrong there.
    pub problem: Problem,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A line of text, counted from 1; of a continued line, the first.
    Line(usize),
    /// A byte, counted from 0; at the end of the file, its length.
    Byte(usize),
    /// An item of one of the lists of a glTF, `accessors[3]`, counted from 0.
    Item(&'static str, usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
            Self::Item(list, index) => write!(f, "{list}[{index}]"),
        }
    }
}

fn at(place: Option<Place>) -> String {
    place.map_or(String::new(), |place| format!("{place}: "))
}

/// What is wrong with a file. Triangles and vertices count from 0, as everywhere in the engine.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Problem {
    /// The operating system reports an error.
    #[error("cannot be read: {0}")]
    Io(std::io::Error),
    /// Neither content nor extension belong to a [`Format`](crate::Format).
    #[error(
        "unknown or unsupported format{}; STL, OBJ, PLY, OFF, COLLADA and glTF are read",
        .looks_like.map_or(String::new(), |name| format!(" (it looks like {name})"))
    )]
    UnknownFormat {
        /// What the content or the extension suggests, if anything.
        looks_like: Option<&'static str>,
    },
    /// Neither content nor extension belong to a [`PointFormat`](crate::PointFormat).
    #[error(
        "unknown or unsupported format of points{}; PCD, PLY, XYZ, TXT, CSV, NPY and NPZ are read",
        .looks_like.map_or(String::new(), |name| format!(" (it looks like {name})"))
    )]
    UnknownPoints {
        /// What the content suggests, if anything.
        looks_like: Option<&'static str>,
    },
    /// A format whose reader was left out when the program was built.
    #[error("this build cannot read .{extension}: it lacks the feature {feature}")]
    FeatureOff {
        /// The extension of such files.
        extension: &'static str,
        /// The feature of the crates `obbtree` and `obbtree-io` that has the reader.
        feature: &'static str,
    },
    /// No bytes at all.
    #[error("the file is empty")]
    Empty,
    /// A word in place of a number.
    #[error("'{0}' is not a number")]
    NotANumber(String),
    /// A coordinate that is NaN, infinite, or beyond [`MAX_COORDINATE`].
    #[error("{owner} has {axis} = {written}, {}", why(*.value))]
    BadCoordinate {
        /// What it belongs to.
        owner: Owner,
        /// Which coordinate.
        axis: char,
        /// The text in the file.
        written: String,
        /// The number read.
        value: f64,
    },
    /// A wrong word, or none, where the format requires a certain one.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What the format requires.
        expected: &'static str,
        /// The word in quotes, or the end of the line or file.
        found: String,
    },
    /// A binary STL shorter than its header.
    #[error("the file ends inside the 84-byte header of a binary STL")]
    HeaderTruncated,
    /// A binary STL with fewer triangles than it announces.
    #[error(
        "the file ends inside triangle {triangle}; its header announces {count} triangles, \
         which take {needed} bytes"
    )]
    Truncated {
        /// The first incomplete triangle.
        triangle: usize,
        /// The number that the header announces.
        count: u32,
        /// The file length that this needs.
        needed: u64,
    },
    /// A binary STL with enough further bytes for a triangle, not all of them zero.
    #[error(
        "{bytes} bytes follow the triangles that the header announces ({count}); they may be \
         triangles that it does not count"
    )]
    Surplus {
        /// The number that the header announces.
        count: u32,
        /// The number of further bytes.
        bytes: usize,
    },
    /// A file that ends before something that it announces.
    #[error("the file ends inside {0}")]
    EndsInside(String),
    /// More elements announced than the rest of the file can contain.
    #[error(
        "{count} {what} are announced, for which the rest of the file ({bytes} bytes) is too short"
    )]
    TooShort {
        /// The name of the elements.
        what: String,
        /// How many are announced.
        count: u64,
        /// The number of bytes left.
        bytes: usize,
    },
    /// A count that differs from the number of elements.
    #[error("{announced} {what} are announced, there are {found}")]
    WrongCount {
        /// What is counted.
        what: &'static str,
        /// The count in the file.
        announced: u64,
        /// The number found.
        found: u64,
    },
    /// A problem inside a file of an archive.
    #[error("{place}{problem}")]
    Within {
        /// The file in the archive and where in it, `points.npy: byte 80: `.
        place: String,
        /// What is wrong there.
        problem: Box<Problem>,
    },
    /// What is no image in PNG or TIFF.
    #[error("{0}")]
    Image(String),
    /// Compressed data that nothing was compressed to, or that grows beyond all reason.
    #[error("the compressed data {0}")]
    Packed(String),
    /// Text that is not XML, or XML with a document type definition, which could define entities
    /// that expand without end.
    #[error("{0}")]
    Xml(String),
    /// Text that is not JSON, or not the JSON of a glTF.
    #[error("{0}")]
    Json(String),
    /// A reference to something that does not exist.
    #[error("there is no {what} {name}")]
    Missing {
        /// What kind of thing.
        what: &'static str,
        /// Its name or index in the reference.
        name: String,
    },
    /// A reference to an id that two elements of the same kind in a COLLADA file have.
    #[error("there is more than one {what} with the id '{name}'")]
    Ambiguous {
        /// What kind of element.
        what: &'static str,
        /// The id.
        name: String,
    },
    /// A part of the format that this reader does not support and on which the geometry depends.
    #[error("{0} is not supported")]
    NotSupported(String),
    /// Bytes outside the buffer, the view or the file that should contain them.
    #[error("bytes {from} to {to} are not within the {length} bytes of the {of}")]
    OutOfBounds {
        /// The first byte.
        from: u64,
        /// One past the last.
        to: u64,
        /// How many there are.
        length: u64,
        /// Of what.
        of: &'static str,
    },
    /// A buffer file that cannot be read.
    #[error("the buffer '{uri}' cannot be read: {error}")]
    Buffer {
        /// Its name in the file.
        uri: String,
        /// The reason.
        error: std::io::Error,
    },
    /// A node that contains itself, directly or through others.
    #[error("the node contains itself")]
    Cycle,
    /// A glTF node that two nodes have as a child, or that contains itself.
    #[error("the node is reached twice; the nodes of a glTF must be trees")]
    NotATree,
    /// A node of an assembly whose transform, or one of those above it, is not made of a rotation,
    /// a translation and a scale along the node's own axes: the part would not be rigid.
    #[error(
        "the transform of node '{node}' shears or flattens what is below it; parts are placed by \
         rotations, translations and scales along their own axes"
    )]
    Sheared {
        /// The path of the node.
        node: String,
    },
    /// A node of an assembly that cannot be placed where its transforms say.
    #[error("node '{node}': {reason}")]
    NodePose {
        /// The path of the node.
        node: String,
        /// What is wrong with its pose.
        reason: Box<PoseError>,
    },
    /// A scene that places so many copies that its size is out of proportion to the file.
    #[error("the scene places more than {limit} {what}, which is out of proportion to the file")]
    TooManyCopies {
        /// What there is too much of.
        what: &'static str,
        /// The largest number accepted.
        limit: usize,
    },
    /// An index that is no integer from 0 to 2^32 - 1 (in an OBJ, no integer).
    #[error("'{0}' is not a vertex index")]
    NotAnIndex(String),
    /// OBJ indices count from 1, or from -1 backwards.
    #[error("vertex index 0; the vertices of an OBJ count from 1")]
    ZeroIndex,
    /// An index without a vertex.
    #[error(
        "vertex index {index} is out of range: there are {vertices} vertices{}",
        if *.so_far { " up to this line" } else { "" }
    )]
    IndexOutOfRange {
        /// The text in the file.
        index: String,
        /// The number of vertices.
        vertices: usize,
        /// Are these only the vertices before this line? Negative indices of an OBJ count backwards
        /// from it.
        so_far: bool,
    },
    /// A polygon whose triangulation takes too long.
    #[error("a polygon of {corners} corners crosses itself too often to be triangulated")]
    TooComplex {
        /// The number of its corners.
        corners: usize,
    },
    /// A text that is not UTF-8.
    #[error("the text is not UTF-8")]
    NotUtf8,
    /// A tree file with wrong first bytes.
    #[error("the file does not begin like a tree file")]
    NotATreeFile,
    /// A tree file of another version of the format.
    #[error("a tree file of version {version}; version {supported} is read")]
    TreeVersion {
        /// The version of the file.
        version: u32,
        /// The version that is read.
        supported: u32,
    },
    /// A tree file that is shorter or longer than its header says.
    #[error("the file has {found} bytes, its header announces {needed}")]
    TreeLength {
        /// The length that the header needs.
        needed: u64,
        /// The length of the file.
        found: u64,
    },
    /// A tree file that was changed after it was written.
    #[error("the checksum does not match: the file is damaged")]
    Checksum,
    /// A tree file whose checksum matches, but whose content is no tree of its mesh.
    #[error("the tree is not valid: {0}")]
    Tree(String),
    /// Options that would change the mesh of a tree file.
    #[error(
        "the mesh of a tree file must not change; it cannot be scaled, welded or freed of triangles"
    )]
    TreeIsFixed,
    /// More triangles than the options allow.
    #[error("the file has {triangles} triangles, more than the limit of {limit}")]
    OverLimit {
        /// The number in the file.
        triangles: usize,
        /// The largest number allowed.
        limit: usize,
    },
    /// A scale of the options that is zero, not finite or beyond normal numbers.
    #[error("lengths cannot be multiplied by {0:e}")]
    Scale(f64),
    /// Numbers that do not make a pose.
    #[error("{0}")]
    Pose(PoseError),
    /// A line that does not hold two poses.
    #[error(
        "a motion is two poses of one form, 14, 24 or 32 numbers, or two of any form with ';' \
         between them, not {0} numbers"
    )]
    MotionCount(usize),
    /// Vertices and triangles that do not make a mesh.
    #[error("{0}")]
    Mesh(MeshError),
}

fn why(value: f64) -> String {
    if value.is_finite() {
        format!("beyond {MAX_COORDINATE:e}, the largest coordinate that is supported")
    } else {
        "not a finite number".to_owned()
    }
}

/// What a coordinate belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Owner {
    /// A vertex that triangles share.
    Vertex(usize),
    /// A point of a cloud.
    Point(usize),
    /// A corner of one triangle: 0, 1 or 2.
    Corner {
        /// The triangle.
        triangle: usize,
        /// Which of its corners.
        corner: usize,
    },
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertex(vertex) => write!(f, "vertex {vertex}"),
            Self::Point(point) => write!(f, "point {point}"),
            Self::Corner { triangle, corner } => write!(f, "triangle {triangle}, corner {corner}"),
        }
    }
}

/// A [`ReadError`] without the name of the file.
#[derive(Debug)]
pub(crate) struct Fault {
    place: Option<Place>,
    problem: Problem,
}

impl Fault {
    pub(crate) fn line(line: usize, problem: Problem) -> Self {
        Self { place: Some(Place::Line(line)), problem }
    }

    pub(crate) fn byte(byte: usize, problem: Problem) -> Self {
        Self { place: Some(Place::Byte(byte)), problem }
    }

    #[cfg(feature = "gltf")]
    pub(crate) fn item(list: &'static str, index: usize, problem: Problem) -> Self {
        Self { place: Some(Place::Item(list, index)), problem }
    }

    pub(crate) fn anywhere(problem: Problem) -> Self {
        Self { place: None, problem }
    }

    /// The same in a file of an archive.
    #[cfg(feature = "npz")]
    pub(crate) fn within(self, name: &str) -> Self {
        let place = format!("{name}: {}", at(self.place));
        Self::anywhere(Problem::Within { place, problem: Box::new(self.problem) })
    }

    pub(crate) fn in_file(self, file: &str) -> ReadError {
        ReadError { file: file.to_owned(), place: self.place, problem: self.problem }
    }
}

impl From<MeshError> for Fault {
    fn from(error: MeshError) -> Self {
        Self::anywhere(Problem::Mesh(error))
    }
}
