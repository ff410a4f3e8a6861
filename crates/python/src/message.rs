//! Points of messages of ROS, told by what they have: no package of ROS is needed.

use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::coordinates::Coordinates;

/// The numbers of `sensor_msgs/PointField`.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    I8 = 1,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Kind {
    fn of(number: u8) -> Option<Self> {
        use Kind::{F32, F64, I8, I16, I32, U8, U16, U32};
        [I8, U8, I16, U16, I32, U32, F32, F64].into_iter().find(|&kind| kind as u8 == number)
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// The value of so many bytes, the least significant first.
    fn value(self, little: [u8; 8]) -> f64 {
        let [a, b, c, d, ..] = little;
        match self {
            Self::I8 => i8::from_le_bytes([a]).into(),
            Self::U8 => a.into(),
            Self::I16 => i16::from_le_bytes([a, b]).into(),
            Self::U16 => u16::from_le_bytes([a, b]).into(),
            Self::I32 => i32::from_le_bytes([a, b, c, d]).into(),
            Self::U32 => u32::from_le_bytes([a, b, c, d]).into(),
            Self::F32 => f32::from_le_bytes([a, b, c, d]).into(),
            Self::F64 => f64::from_le_bytes(little),
        }
    }
}

/// A coordinate: at which byte of a point, and what it is.
type Field = (usize, Kind);

/// How the points of a message lie in its bytes.
struct Layout {
    fields: [Field; 3],
    width: usize,
    height: usize,
    point_step: usize,
    row_step: usize,
    is_big: bool,
}

/// The points of a `PointCloud2`, row by row.
pub(crate) fn coordinates(message: &Bound<'_, PyAny>) -> PyResult<Coordinates> {
    let count = |name: &str| message.getattr(name)?.extract::<usize>();
    let point_step = count("point_step")?;
    let layout = Layout {
        fields: [
            field(message, "x", point_step)?,
            field(message, "y", point_step)?,
            field(message, "z", point_step)?,
        ],
        width: count("width")?,
        height: count("height")?,
        point_step,
        row_step: count("row_step")?,
        is_big: message.getattr("is_bigendian")?.is_truthy()?,
    };
    let numpy = message.py().import("numpy")?;
    let data = numpy.call_method1("frombuffer", (message.getattr("data")?, "uint8"))?;
    let data: PyReadonlyArray1<'_, u8> = data.extract()?;
    layout.check(data.len())?;
    let data = data.as_slice()?;
    let is_single = layout.fields.iter().all(|&(_, kind)| kind == Kind::F32);
    Ok(match is_single {
        true => Coordinates::Single(layout.points(data, |x| x as f32)),
        false => Coordinates::Double(layout.points(data, |x| x)),
    })
}

fn field(message: &Bound<'_, PyAny>, name: &str, point_step: usize) -> PyResult<Field> {
    for field in message.getattr("fields")?.try_iter()? {
        let field = field?;
        if field.getattr("name")?.extract::<String>()? != name {
            continue;
        }
        let offset: usize = field.getattr("offset")?.extract()?;
        let (datatype, count): (u8, usize) =
            (field.getattr("datatype")?.extract()?, field.getattr("count")?.extract()?);
        let wrong = |what: String| PyValueError::new_err(format!("field '{name}' {what}"));
        let kind = Kind::of(datatype);
        let kind = kind.ok_or_else(|| wrong(format!("has the datatype {datatype}, not 1 to 8")))?;
        if count != 1 {
            return Err(wrong(format!("has {count} numbers, not one")));
        }
        if offset.checked_add(kind.size()).is_none_or(|end| end > point_step) {
            let of = format!("{} bytes from byte {offset}", kind.size());
            return Err(wrong(format!("has {of}, beyond the {point_step} of a point")));
        }
        return Ok((offset, kind));
    }
    Err(PyValueError::new_err(format!("the message has no field '{name}'")))
}

impl Layout {
    /// Are all points within so many bytes?
    fn check(&self, length: usize) -> PyResult<()> {
        let Self { width, height, point_step, row_step, .. } = *self;
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
            let text =
                format!("data has {length} bytes, but {height} x {width} points take {needed}");
            return Err(PyValueError::new_err(text));
        }
        Ok(())
    }

    fn points<T>(&self, data: &[u8], coordinate: impl Fn(f64) -> T) -> Vec<[T; 3]> {
        let mut points = Vec::with_capacity(self.width * self.height);
        for row in 0..self.height {
            for column in 0..self.width {
                let point = &data[row * self.row_step + column * self.point_step..];
                points.push(self.fields.map(|(offset, kind)| {
                    let mut little = [0; 8];
                    little[..kind.size()].copy_from_slice(&point[offset..][..kind.size()]);
                    if self.is_big {
                        little[..kind.size()].reverse();
                    }
                    coordinate(kind.value(little))
                }));
            }
        }
        points
    }
}
