//! Points and octrees of messages of ROS, told by what they have: no package of ROS is needed, and
//! numpy reads the bytes.

use obbtree::io::{LoadedOctree, OctreeFormat, ReadError, read_octree_nodes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMemoryView, PyTuple};

use crate::coordinates::Coordinates;
use crate::interrupt::LARGE_FILE;

/// What numpy calls the types of `sensor_msgs/PointField`, from 1, and the bytes of each.
const TYPES: [(&str, usize); 8] =
    [("i1", 1), ("u1", 1), ("i2", 2), ("u2", 2), ("i4", 4), ("u4", 4), ("f4", 4), ("f8", 8)];

/// A coordinate: at which byte of a point, and its type.
type Field = (usize, &'static str);

/// The points of a `PointCloud2`, row by row.
pub(crate) fn coordinates(message: &Bound<'_, PyAny>) -> PyResult<Coordinates> {
    let count = |name: &str| message.getattr(name)?.extract::<usize>();
    let (point_step, row_step) = (count("point_step")?, count("row_step")?);
    let (width, height) = (count("width")?, count("height")?);
    let names = ["x", "y", "z"];
    let mut fields: Vec<Field> = Vec::new();
    for name in names {
        fields.push(field(message, name, point_step)?);
    }
    let py = message.py();
    let order = if message.getattr("is_bigendian")?.is_truthy()? { '>' } else { '<' };
    let numpy = py.import("numpy")?;
    let data = numpy.call_method1("frombuffer", (message.getattr("data")?, "uint8"))?;
    check([width, height], [point_step, row_step], data.len()?)?;

    let record = PyDict::new(py);
    record.set_item("names", names)?;
    let formats: Vec<String> = fields.iter().map(|(_, kind)| format!("{order}{kind}")).collect();
    record.set_item("formats", formats)?;
    record.set_item("offsets", fields.iter().map(|&(offset, _)| offset).collect::<Vec<_>>())?;
    record.set_item("itemsize", point_step)?;
    let layout = PyDict::new(py);
    layout.set_item("dtype", numpy.call_method1("dtype", (record,))?)?;
    layout.set_item("buffer", data)?;
    layout.set_item("strides", (if height > 1 { row_step } else { 0 }, point_step))?;
    let points = numpy.call_method("ndarray", ((height, width),), Some(&layout))?;
    let is_single = fields.iter().all(|&(_, kind)| kind == "f4");
    let number = if is_single { "float32" } else { "float64" };
    let mut columns = Vec::with_capacity(3);
    for name in names {
        columns.push(points.get_item(name)?.call_method1("astype", (number,))?);
    }
    let points = numpy.call_method1("stack", (columns, -1))?;
    Coordinates::of(&points.call_method1("reshape", (-1, 3))?, "points")
}

/// The octree of an `Octomap`, to be read.
pub(crate) struct Octomap {
    nodes: Vec<u8>,
    format: OctreeFormat,
    id: String,
    resolution: f64,
}

/// Stands for the file in errors.
pub(crate) const MESSAGE: &str = "the message";

impl Octomap {
    pub(crate) fn of(message: &Bound<'_, PyAny>) -> PyResult<Self> {
        let format = match message.getattr("binary")?.is_truthy()? {
            true => OctreeFormat::Binary,
            false => OctreeFormat::Full,
        };
        let (id, resolution) = (message.getattr("id")?, message.getattr("resolution")?);
        let data = message.getattr("data")?;
        // Bytes or an array; or, from older versions of ROS, numbers of eight bits with a sign.
        let data = match data.is_instance_of::<PyList>() || data.is_instance_of::<PyTuple>() {
            true => message.py().import("array")?.call_method1("array", ("b", data))?,
            false => data,
        };
        Ok(Self {
            nodes: PyMemoryView::from(&data)?.call_method0("tobytes")?.extract()?,
            format,
            id: id.extract()?,
            resolution: resolution.extract()?,
        })
    }

    /// Is it worth another thread?
    pub(crate) fn is_long(&self) -> bool {
        self.nodes.len() as u64 > LARGE_FILE
    }

    pub(crate) fn read(&self) -> Result<LoadedOctree, ReadError> {
        read_octree_nodes(&self.nodes, self.format, &self.id, self.resolution, MESSAGE)
    }
}

fn field(message: &Bound<'_, PyAny>, name: &str, point_step: usize) -> PyResult<Field> {
    for field in message.getattr("fields")?.try_iter()? {
        let field = field?;
        if field.getattr("name")?.extract::<String>()? != name {
            continue;
        }
        let offset: usize = field.getattr("offset")?.extract()?;
        let (datatype, count): (usize, usize) =
            (field.getattr("datatype")?.extract()?, field.getattr("count")?.extract()?);
        let wrong = |what: String| PyValueError::new_err(format!("field '{name}' {what}"));
        let found = datatype.checked_sub(1).and_then(|n| TYPES.get(n));
        let &(kind, size) =
            found.ok_or_else(|| wrong(format!("has the datatype {datatype}, not 1 to 8")))?;
        if count != 1 {
            return Err(wrong(format!("has {count} numbers, not one")));
        }
        if offset.checked_add(size).is_none_or(|end| end > point_step) {
            let of = format!("{size} bytes from byte {offset}");
            return Err(wrong(format!("has {of}, beyond the {point_step} of a point")));
        }
        return Ok((offset, kind));
    }
    Err(PyValueError::new_err(format!("the message has no field '{name}'")))
}

/// Are all points within so many bytes?
fn check(
    [width, height]: [usize; 2],
    [point_step, row_step]: [usize; 2],
    length: usize,
) -> PyResult<()> {
    let row = width.saturating_mul(point_step);
    if height > 1 && row_step < row {
        let text = format!("row_step is {row_step}, but {width} points take {row} bytes");
        return Err(PyValueError::new_err(text));
    }
    let needed = match height {
        0 => 0,
        _ => (height - 1).saturating_mul(row_step).saturating_add(row),
    };
    if length < needed {
        let text = format!("data has {length} bytes, but {height} x {width} points take {needed}");
        return Err(PyValueError::new_err(text));
    }
    Ok(())
}
