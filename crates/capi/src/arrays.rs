//! Arrays of the caller's numbers, of any kind and stride, copied into rows; what is read is in
//! `memory`.

use std::ffi::c_void;

use crate::constants::Scalar;
use crate::memory::{self, Elements, Plain};
use crate::status::Failure;

/// A view of numbers of the caller's: `count` elements of some numbers each (a vertex has three),
/// one after the other, `stride` bytes from one element to the next. It owns nothing, and is read
/// during the call alone.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Array {
    /// The first number of the first element, of any alignment; may be null where `count` is 0.
    pub data: *const c_void,
    /// How many elements.
    pub count: usize,
    /// Bytes from the start of one element to the next; 0 for elements without a gap.
    pub stride: usize,
    /// The kind of number, an `obbtree_scalar`.
    pub scalar: u32,
}

impl Array {
    /// Elements of `N` real numbers.
    pub(crate) fn reals<const N: usize>(&self, what: &str) -> Result<Vec<[f64; N]>, Failure> {
        match self.scalar {
            s if s == Scalar::F64 as u32 => self.rows(what, |x: f64| Some(x)),
            s if s == Scalar::F32 as u32 => self.rows(what, |x: f32| Some(f64::from(x))),
            s => Err(neither_real(what, s)),
        }
    }

    /// Elements of `width` real numbers, one after the other.
    pub(crate) fn wide_reals(&self, width: usize, what: &str) -> Result<Vec<Vec<f64>>, Failure> {
        match self.scalar {
            s if s == Scalar::F64 as u32 => self.wide_rows(width, what, |x: f64| x),
            s if s == Scalar::F32 as u32 => self.wide_rows(width, what, |x: f32| f64::from(x)),
            s => Err(neither_real(what, s)),
        }
    }

    /// The numbers of an image whose rows are the elements, of `width` numbers each.
    pub(crate) fn image<S: Plain>(&self, width: usize, what: &str) -> Result<Vec<S>, Failure> {
        let elements = self.elements::<S>(width, what)?;
        let count = self.count.saturating_mul(width);
        let mut numbers = room_for(count, what)?;
        for element in 0..self.count {
            numbers.extend((0..width).map(|k| elements.number(element, k)));
        }
        Ok(numbers)
    }

    /// Elements of `N` indices.
    pub(crate) fn indices<const N: usize>(&self, what: &str) -> Result<Vec<[u32; N]>, Failure> {
        match self.scalar {
            s if s == Scalar::U32 as u32 => self.rows(what, |n: u32| Some(n)),
            s if s == Scalar::U64 as u32 => self.rows(what, |n: u64| u32::try_from(n).ok()),
            s if s == Scalar::U16 as u32 => self.rows(what, |n: u16| Some(u32::from(n))),
            s => Err(Failure::bad(format!("{what}: scalar {s} is no unsigned integer"))),
        }
    }

    /// Elements of `N` integers that may be negative.
    pub(crate) fn integers<const N: usize>(&self, what: &str) -> Result<Vec<[i32; N]>, Failure> {
        match self.scalar {
            s if s == Scalar::I32 as u32 => self.rows(what, |n: i32| Some(n)),
            s => Err(Failure::bad(format!("{what}: scalar {s} is not int32_t"))),
        }
    }

    fn rows<S: Plain, R: Copy + Default, const N: usize>(
        &self,
        what: &str,
        convert: impl Fn(S) -> Option<R>,
    ) -> Result<Vec<[R; N]>, Failure> {
        let elements = self.elements::<S>(N, what)?;
        let mut rows = self.room(what)?;
        for element in 0..self.count {
            let mut row = [R::default(); N];
            for (k, place) in row.iter_mut().enumerate() {
                *place = convert(elements.number(element, k)).ok_or_else(|| {
                    Failure::bad(format!(
                        "{what}: number {k} of element {element} is beyond 32 bits"
                    ))
                })?;
            }
            rows.push(row);
        }
        Ok(rows)
    }

    fn wide_rows<S: Plain>(
        &self,
        width: usize,
        what: &str,
        convert: impl Fn(S) -> f64,
    ) -> Result<Vec<Vec<f64>>, Failure> {
        let elements = self.elements::<S>(width, what)?;
        let mut rows = self.room(what)?;
        for element in 0..self.count {
            rows.push((0..width).map(|k| convert(elements.number(element, k))).collect());
        }
        Ok(rows)
    }

    fn elements<S: Plain>(&self, width: usize, what: &str) -> Result<Elements<S>, Failure> {
        memory::elements(self.data, [self.count, self.stride], width, what)
    }

    /// Memory for as many rows as there are elements.
    fn room<R>(&self, what: &str) -> Result<Vec<R>, Failure> {
        room_for(self.count, what)
    }
}

/// Memory for so many.
fn room_for<R>(count: usize, what: &str) -> Result<Vec<R>, Failure> {
    let mut rows = Vec::new();
    match rows.try_reserve_exact(count) {
        Ok(()) => Ok(rows),
        Err(_) => Err(Failure::bad(format!("{what}: no memory for {count} elements"))),
    }
}

fn neither_real(what: &str, scalar: u32) -> Failure {
    Failure::bad(format!("{what}: scalar {scalar} is neither double nor float"))
}
