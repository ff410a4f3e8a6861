//! Numbers in binary files.

/// A type of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    /// By what it is, `F` of floating point, `I` with a sign, `U` without, and its bytes.
    pub(crate) fn of(kind: u8, size: usize) -> Option<Self> {
        Some(match (kind.to_ascii_uppercase(), size) {
            (b'I', 1) => Self::I8,
            (b'U', 1) => Self::U8,
            (b'I', 2) => Self::I16,
            (b'U', 2) => Self::U16,
            (b'I', 4) => Self::I32,
            (b'U', 4) => Self::U32,
            (b'F', 4) => Self::F32,
            (b'F', 8) => Self::F64,
            _ => return None,
        })
    }

    pub(crate) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// The value of [`size`](Self::size) bytes, the least significant or the most significant
    /// first; a double has it exactly.
    pub(crate) fn value(self, bytes: &[u8], is_big: bool) -> f64 {
        let mut little = [0; 8];
        little[..bytes.len()].copy_from_slice(bytes);
        if is_big {
            little[..bytes.len()].reverse();
        }
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
