//! Calls with one result: its place is looked at before anything is answered, and written last.

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
