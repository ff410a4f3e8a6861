//! Calls with one result, bounds, or a list: their places are looked at before anything is
//! answered, and written last.

use obbtree::query::Depth;

use crate::memory;
use crate::status::{Failure, Status, answered};

/// Answers a call with one result, whose place is looked at first.
#[inline(always)]
pub(crate) fn answered_in<T>(
    result: *mut T,
    what: &str,
    answer: impl FnOnce() -> Result<T, Failure>,
) -> Status {
    answered(|| {
        let place = memory::place(result, what)?;
        place.write(answer()?);
        Ok(())
    })
}

/// Answers a call with a result that may not be there: it is not written then.
pub(crate) fn answered_if_found<T>(
    found: *mut bool,
    result: *mut T,
    what: &str,
    answer: impl FnOnce() -> Result<Option<T>, Failure>,
) -> Status {
    answered(|| {
        let (found, place) = (memory::place(found, "found")?, memory::place(result, what)?);
        let answer = answer()?;
        found.write(answer.is_some());
        if let Some(result) = answer {
            place.write(result);
        }
        Ok(())
    })
}

/// Answers a call with the two ends of an interval.
pub(crate) fn answered_between(
    lower: *mut f64,
    upper: *mut f64,
    answer: impl FnOnce() -> Result<[f64; 2], Failure>,
) -> Status {
    answered(|| {
        let (lower, upper) = (memory::place(lower, "lower")?, memory::place(upper, "upper")?);
        let ends = answer()?;
        lower.write(ends[0]);
        upper.write(ends[1]);
        Ok(())
    })
}

/// Answers a call with a penetration depth and its translation.
pub(crate) fn answered_depth(
    lower: *mut f64,
    upper: *mut f64,
    translation: *mut f64,
    answer: impl FnOnce() -> Result<Depth, Failure>,
) -> Status {
    answered_between(lower, upper, || {
        let places = memory::places(translation, 3, 0, "translation")?;
        let found = answer()?;
        places.write(<[f64; 3]>::from(found.translation));
        Ok([found.lower, found.upper])
    })
}

/// A list that the caller looks at in memory of a handle's: where it is, and how long.
pub(crate) type Shown<T> = (*const T, usize);

pub(crate) fn shown<T>(list: &[T]) -> Shown<T> {
    (list.as_ptr(), list.len())
}

/// Shows what is put into a list in place of what was there.
pub(crate) fn refilled<T>(list: &mut Vec<T>, with: impl IntoIterator<Item = T>) -> Shown<T> {
    list.clear();
    list.extend(with);
    shown(list)
}

/// The numbers of rows one after the other, and how many rows.
pub(crate) fn rows<T, const N: usize>((first, count): Shown<[T; N]>) -> Shown<T> {
    (first.cast(), count)
}

/// Answers a call with a list; the names are those of its place and of its length's.
#[inline(always)]
pub(crate) fn answered_list<T>(
    list: *mut *const T,
    length: *mut usize,
    [what, length_what]: [&str; 2],
    answer: impl FnOnce() -> Result<Shown<T>, Failure>,
) -> Status {
    answered(|| {
        let (list, length) = (memory::place(list, what)?, memory::place(length, length_what)?);
        let (first, count) = answer()?;
        list.write(first);
        length.write(count);
        Ok(())
    })
}

/// Answers a call with a handle.
pub(crate) fn answered_handle<T>(
    handle: *mut *mut T,
    what: &str,
    answer: impl FnOnce() -> Result<T, Failure>,
) -> Status {
    answered(|| {
        let place = memory::place(handle, what)?;
        memory::hand_over(answer()?, place);
        Ok(())
    })
}

/// Answers a call that frees a handle.
pub(crate) fn freed<T>(handle: *mut T) -> Status {
    answered(|| {
        memory::take_back(handle);
        Ok(())
    })
}
