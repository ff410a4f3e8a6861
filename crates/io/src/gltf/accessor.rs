//! Buffers to positions and indices. Every range is checked against what contains it: an accessor
//! against its view, a view against its buffer, a buffer against its bytes.

use std::borrow::Cow;
use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::schema::{Accessor, Document};
use crate::error::{Fault, Problem};
use crate::nodes::PlacedMesh;
use crate::text::shown;

/// Data URIs with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The beginning of a URI that contains the data itself.
const DATA: &str = "data:";

/// Component types: the number in glTF, and the bytes.
const UNSIGNED: [(u32, usize); 3] = [(5121, 1), (5123, 2), (5125, 4)];
const FLOAT: (u32, usize) = (5126, 4);

/// The buffers of a document, each loaded on first use.
pub(super) struct Buffers<'a> {
    document: &'a Document,
    binary: Option<&'a [u8]>,
    folder: Option<&'a Path>,
    loaded: Vec<Option<Cow<'a, [u8]>>>,
    /// Bytes of the file and of the buffer files that were loaded.
    bytes: usize,
}

impl<'a> Buffers<'a> {
    pub(super) fn new(
        document: &'a Document,
        binary: Option<&'a [u8]>,
        folder: Option<&'a Path>,
        bytes: usize,
    ) -> Self {
        let loaded = document.buffers.iter().map(|_| None).collect();
        Self { document, binary, folder, loaded, bytes }
    }

    /// Bytes of the file and of the buffer files that were loaded.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The points of an accessor.
    pub(super) fn points(&mut self, index: usize) -> Result<Vec<[f64; 3]>, Fault> {
        let accessor = self.accessor(index, 1)?;
        if (accessor.shape.as_str(), accessor.component_type) != ("VEC3", FLOAT.0) {
            return Err(unusable(accessor, index, "positions"));
        }
        let mut points = vec![[0.0; 3]; accessor.count as usize];
        self.elements(accessor, index, 3 * FLOAT.1, |element, bytes| {
            for (axis, bytes) in bytes.chunks_exact(FLOAT.1).enumerate() {
                let value = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                points[element][axis] = value.into();
            }
        })?;
        Ok(points)
    }

    /// The indices of an accessor, each below `n_vertices`.
    pub(super) fn indices(&mut self, index: usize, n_vertices: u32) -> Result<Vec<u32>, Fault> {
        // Three for each triangle that a scene may have.
        let accessor = self.accessor(index, 3)?;
        let size = unsigned(accessor.component_type)
            .filter(|_| accessor.shape == "SCALAR")
            .ok_or_else(|| unusable(accessor, index, "indices"))?;
        let mut indices = vec![0; accessor.count as usize];
        self.elements(accessor, index, size, |element, bytes| indices[element] = little(bytes))?;
        match indices.iter().find(|&&vertex| vertex >= n_vertices) {
            None => Ok(indices),
            Some(vertex) => {
                let (index_text, vertices) = (vertex.to_string(), n_vertices as usize);
                let problem =
                    Problem::IndexOutOfRange { index: index_text, vertices, so_far: false };
                Err(Fault::item("accessors", index, problem))
            }
        }
    }

    /// An accessor with at most `per_limit` times the elements that a scene may have.
    fn accessor(&mut self, index: usize, per_limit: usize) -> Result<&'a Accessor, Fault> {
        let document = self.document;
        let accessor = document.accessors.get(index).ok_or_else(|| {
            Fault::anywhere(Problem::Missing { what: "accessor", name: index.to_string() })
        })?;
        let fault = |problem| Fault::item("accessors", index, problem);
        let view = accessor.buffer_view.and_then(|view| document.buffer_views.get(view as usize));
        if let Some(view) = view {
            // Loading it raises the limit.
            self.buffer(view.buffer).map_err(fault)?;
        }
        // Without a view the elements are zeros, and need no bytes in a file.
        let limit = PlacedMesh::limit_of(self.bytes).saturating_mul(per_limit);
        if accessor.count > limit as u64 {
            return Err(fault(Problem::TooManyCopies { what: "elements of an accessor", limit }));
        }
        Ok(accessor)
    }

    /// Calls `element` with every element of the accessor's view, then with those of its sparse
    /// part.
    fn elements(
        &mut self,
        accessor: &Accessor,
        index: usize,
        size: usize,
        mut element: impl FnMut(usize, &[u8]),
    ) -> Result<(), Fault> {
        let count = accessor.count;
        let fault = |problem| Fault::item("accessors", index, problem);
        if let Some(view) = accessor.buffer_view {
            let stride = self.stride(view).unwrap_or(size as u64);
            let bytes =
                self.range(view, accessor.byte_offset, count, stride, size).map_err(fault)?;
            for (i, bytes) in bytes.chunks(stride as usize).take(count as usize).enumerate() {
                element(i, &bytes[..size]);
            }
        }
        let Some(sparse) = &accessor.sparse else { return Ok(()) };
        if sparse.count > count {
            let (what, announced) = ("elements of a sparse accessor", sparse.count);
            return Err(fault(Problem::WrongCount { what, announced, found: count }));
        }
        let index_size = unsigned(sparse.indices.component_type)
            .ok_or_else(|| unusable(accessor, index, "sparse elements"))?;
        let (view, offset) = (sparse.indices.buffer_view, sparse.indices.byte_offset);
        let indices = self.range(view, offset, sparse.count, index_size as u64, index_size);
        let indices: Vec<u32> =
            indices.map_err(fault)?.chunks_exact(index_size).map(little).collect();
        let (view, offset) = (sparse.values.buffer_view, sparse.values.byte_offset);
        let values = self.range(view, offset, sparse.count, size as u64, size).map_err(fault)?;
        for (replaced, bytes) in indices.into_iter().zip(values.chunks_exact(size)) {
            if u64::from(replaced) >= count {
                let what = "element of the accessor";
                return Err(fault(Problem::Missing { what, name: replaced.to_string() }));
            }
            element(replaced as usize, bytes);
        }
        Ok(())
    }

    fn stride(&self, view: u32) -> Option<u64> {
        self.document.buffer_views.get(view as usize)?.byte_stride
    }

    /// The bytes of `count` elements in a view; the stride after the last one may be incomplete.
    fn range(
        &mut self,
        view_index: u32,
        offset: u64,
        count: u64,
        stride: u64,
        size: usize,
    ) -> Result<&[u8], Problem> {
        let view = self.document.buffer_views.get(view_index as usize).ok_or_else(|| {
            Problem::Missing { what: "buffer view", name: view_index.to_string() }
        })?;
        if stride < size as u64 {
            let expected = "a byte stride of at least an element";
            return Err(Problem::Expected { expected, found: stride.to_string() });
        }
        let length = match count {
            0 => 0,
            _ => (count - 1).saturating_mul(stride).saturating_add(size as u64),
        };
        let buffer = self.buffer(view.buffer)?;
        let viewed = within(buffer, view.byte_offset, view.byte_length, "buffer")?;
        within(viewed, offset, length, "buffer view")
    }

    /// A buffer's bytes: from the file itself, from its data URI, or from its own file.
    fn buffer(&mut self, index: u32) -> Result<&[u8], Problem> {
        let missing = || Problem::Missing { what: "buffer", name: index.to_string() };
        let at = index as usize;
        let buffer = self.document.buffers.get(at).ok_or_else(missing)?;
        if self.loaded[at].is_none() {
            let bytes = match &buffer.uri {
                None if index == 0 => Cow::Borrowed(self.binary.ok_or_else(missing)?),
                None => return Err(missing()),
                Some(uri) => {
                    let bytes = load(uri, buffer.byte_length, self.folder)?;
                    if !uri.starts_with(DATA) {
                        self.bytes = self.bytes.saturating_add(bytes.len());
                    }
                    Cow::Owned(bytes)
                }
            };
            // The chunk of a binary file is padded, by up to three bytes.
            within(&bytes, 0, buffer.byte_length, "bytes of the buffer")?;
            self.loaded[at] = Some(bytes);
        }
        let bytes = self.loaded[at].as_deref().unwrap_or_default();
        within(bytes, 0, buffer.byte_length, "bytes of the buffer")
    }
}

/// A range of a slice, or the problem that it is out of bounds.
fn within<'b>(
    bytes: &'b [u8],
    from: u64,
    length: u64,
    of: &'static str,
) -> Result<&'b [u8], Problem> {
    let to = from.saturating_add(length);
    let range = usize::try_from(from).ok().zip(usize::try_from(to).ok());
    range.and_then(|(from, to)| bytes.get(from..to)).ok_or(Problem::OutOfBounds {
        from,
        to,
        length: bytes.len() as u64,
        of,
    })
}

/// Loads a data URI, or at most `length` bytes of a file in the folder or below.
fn load(uri: &str, length: u64, folder: Option<&Path>) -> Result<Vec<u8>, Problem> {
    if let Some(data) = uri.strip_prefix(DATA) {
        let base64 = data.split_once(";base64,").map(|(_, base64)| base64);
        return base64.and_then(|base64| BASE64.decode(base64).ok()).ok_or_else(|| {
            Problem::Expected {
                expected: "a data URI in base64",
                found: format!("'{}'", shown(uri.as_bytes())),
            }
        });
    }
    let unreadable = |error| Problem::Buffer { uri: shown(uri.as_bytes()), error };
    let refused = |why: &str| unreadable(Error::new(ErrorKind::InvalidInput, why.to_owned()));
    let folder = folder.ok_or_else(|| refused("the file was read from memory"))?;
    let path = unescaped(uri).map(PathBuf::from).ok_or_else(|| refused("its name is not UTF-8"))?;
    // A file from a stranger must not make us open any other file of the system.
    if uri.contains(':')
        || !path.components().all(|name| matches!(name, Component::Normal(_) | Component::CurDir))
    {
        return Err(refused("it is not in the folder of the file"));
    }
    let mut bytes = Vec::new();
    let file = File::open(folder.join(path)).map_err(unreadable)?;
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Err(refused("it is not a file"));
    }
    file.take(length).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

/// A URI with its escapes (`%20`) decoded; `None` if the result is not UTF-8.
fn unescaped(uri: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = uri.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let digits = tail.get(..2).filter(|_| byte == b'%');
        let escaped = digits
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(escaped.unwrap_or(byte));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).ok()
}

/// The bytes of an unsigned component type; `None` for other types.
fn unsigned(component_type: u32) -> Option<usize> {
    UNSIGNED.into_iter().find(|kind| kind.0 == component_type).map(|kind| kind.1)
}

/// The number in up to four bytes, least significant first.
fn little(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

fn unusable(accessor: &Accessor, index: usize, purpose: &str) -> Fault {
    let (shape, component) = (shown(accessor.shape.as_bytes()), accessor.component_type);
    let what = format!("{shape} of component type {component} as {purpose}");
    Fault::item("accessors", index, Problem::NotSupported(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_buffer_files() {
        let folder = std::env::temp_dir().join(format!("obbtree-buffers-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("below")).unwrap();
        std::fs::write(folder.join("below/a b.bin"), b"abcdef").unwrap();
        let loaded = |uri: &str| load(uri, 4, Some(&folder)).map_err(|error| error.to_string());
        assert_eq!(loaded("below/a%20b.bin").unwrap(), b"abcd");
        assert_eq!(loaded("./below/a b.bin").unwrap(), b"abcd");
        for outside in ["../a.bin", "/etc/hostname", "%2e%2e/a.bin", "http://a/b", "file:a", "c:a"]
        {
            let error = loaded(outside).unwrap_err();
            assert!(error.contains("is not in the folder"), "{error}");
        }
        assert!(loaded("below").unwrap_err().contains("it is not a file"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
