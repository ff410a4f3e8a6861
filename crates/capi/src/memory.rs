//! The callers' memory: all reading and writing through their pointers, and the handles they hold.
//!
//! This is the one file of the crate with `unsafe` blocks. Its functions take pointers and are
//! not marked unsafe, for this reason: every pointer that reaches them is an argument of a
//! function of the C interface, and none of these can be called from Rust but through an
//! `unsafe extern` block. What a caller of the C interface promises:
//!
//! - A handle is null, or from the function that creates it, and not freed yet. It may be used by
//!   several threads at once; it is freed by one, after all use. (Bodies and checkers that a call
//!   with a callback asks about are shared for its time, so the callback may free their handles.)
//! - Another pointer is null, or leads to as many elements as the function's description says;
//!   results may stand in the memory of arguments. No other thread writes there during the call,
//!   and no callback.
//! - A text ends with a zero byte.
//! - A callback returns. Types of callbacks are `C-unwind`: an exception of another language that
//!   leaves one is found by the first `catch_unwind` that it reaches, at the latest that of
//!   `answered`, which ends the process with a message. A jump out of a callback skips what would
//!   let go of the query and of locks: nothing here can find it.
//!
//! Null, and arguments that are not aligned for their type, are always found and refused; arrays
//! with a stride, and results, may have any alignment.

use std::cell::UnsafeCell;
use std::ffi::{CStr, c_char, c_void};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering, fence};

use crate::status::{Failure, Status};

/// Types of which all bits are values.
pub(crate) trait Plain: Copy {}
impl Plain for f64 {}
impl Plain for f32 {}
impl Plain for u64 {}
impl Plain for u32 {}
impl Plain for i32 {}
impl Plain for u16 {}

/// Where `count` elements of `width` numbers each are, `stride` bytes after each other or without
/// a gap if that is 0; if their extent is possible.
pub(crate) fn elements<S: Plain>(
    data: *const c_void,
    [count, stride]: [usize; 2],
    width: usize,
    what: &str,
) -> Result<Elements<S>, Failure> {
    let Some(packed) = width.checked_mul(size_of::<S>()) else {
        return Err(Failure::bad(format!("{what}: {width} numbers an element are too many")));
    };
    let stride = if stride == 0 { packed } else { stride };
    if stride < packed {
        let text = format!("{what}: a stride of {stride} bytes, but an element has {packed}");
        return Err(Failure::bad(text));
    }
    if count > 0 && data.is_null() {
        return Err(null(what));
    }
    match count.checked_mul(stride).and_then(|extent| isize::try_from(extent).ok()) {
        Some(_) => Ok(Elements { data: data.cast(), stride }),
        None => Err(Failure::bad(format!("{what}: {count} elements are too many"))),
    }
}

/// The elements of an array whose extent `elements` has found to be possible.
pub(crate) struct Elements<S> {
    data: *const S,
    stride: usize,
}

impl<S: Plain> Elements<S> {
    /// A number of an element; the caller of this stays within count and width.
    #[inline]
    pub(crate) fn number(&self, element: usize, k: usize) -> S {
        let offset = element * self.stride + k * size_of::<S>();
        // SAFETY: within the elements that the caller lends, of an extent below `isize::MAX`; any
        // alignment is read, and any bits are a value.
        unsafe { self.data.byte_add(offset).read_unaligned() }
    }
}

fn null(what: &str) -> Failure {
    Failure::new(Status::NullPointer, format!("{what} is null"))
}

/// What a pointer leads to, for the time of the call.
#[inline]
pub(crate) fn get<'call, T>(pointer: *const T, what: &str) -> Result<&'call T, Failure> {
    if !pointer.is_aligned() {
        return Err(not_aligned(what));
    }
    // SAFETY: an argument that is aligned, and if it is not null leads to a value, as promised
    // above; the reference ends with the call.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(what))
}

#[cold]
fn not_aligned(what: &str) -> Failure {
    Failure::bad(format!("{what} is at an address that is not aligned for its type"))
}

/// What a pointer leads to, or nothing for null: options.
pub(crate) fn given<'call, T>(pointer: *const T, what: &str) -> Result<Option<&'call T>, Failure> {
    if pointer.is_null() { Ok(None) } else { get(pointer, what).map(Some) }
}

/// What a handle leads to, to be changed by the one thread that uses it now.
pub(crate) fn get_mut<'call, T>(pointer: *mut T, what: &str) -> Result<&'call mut T, Failure> {
    if !pointer.is_aligned() {
        return Err(not_aligned(what));
    }
    // SAFETY: a handle that is aligned, and null or live, as promised above; the functions that
    // call this say that no other thread may use it meanwhile. The reference ends with the call.
    unsafe { pointer.as_mut() }.ok_or_else(|| null(what))
}

/// The elements behind a pointer, which may be null if there are none.
pub(crate) fn slice<'call, T>(
    pointer: *const T,
    count: usize,
    what: &str,
) -> Result<&'call [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(null(what));
    }
    if !pointer.is_aligned() {
        return Err(not_aligned(what));
    }
    if count.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Failure::bad(format!("{what}: {count} elements are too many")));
    }
    // SAFETY: as many elements as the caller says, of a possible extent; it ends with the call.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// `N` numbers.
pub(crate) fn numbers<const N: usize>(
    pointer: *const f64,
    what: &str,
) -> Result<[f64; N], Failure> {
    let mut found = [0.0; N];
    found.copy_from_slice(slice(pointer, N, what)?);
    Ok(found)
}

/// A text in UTF-8.
pub(crate) fn text<'call>(pointer: *const c_char, what: &str) -> Result<&'call str, Failure> {
    if pointer.is_null() {
        return Err(null(what));
    }
    // SAFETY: a text that ends with a zero byte, as promised above.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|error| Failure::bad(format!("{what} is not UTF-8: {error}")))
}

/// A callback that is there.
pub(crate) fn callback<F>(function: Option<F>, what: &str) -> Result<F, Failure> {
    function.ok_or_else(|| null(what))
}

/// Writes a text and a zero byte after it into `capacity` bytes: as much as fits, nothing without
/// room. In `length` the length of the whole text, without the zero byte.
pub(crate) fn write_text(
    text: &str,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Result<(), Failure> {
    let length = place(length, "length")?;
    let places = places(buffer.cast::<u8>(), capacity, 0, "buffer")?;
    length.write(text.len());
    if let Some(room) = capacity.checked_sub(1) {
        places.write(text.bytes().take(room).chain([0]));
    }
    Ok(())
}

/// Calls a callback about a pair of triangles.
#[inline]
pub(crate) fn call_on_pair(
    function: unsafe extern "C-unwind" fn(*mut c_void, u32, u32) -> i32,
    user: *mut c_void,
    in_a: u32,
    in_b: u32,
) -> i32 {
    // SAFETY: a function of the caller's, with the pointer that came with it.
    unsafe { function(user, in_a, in_b) }
}

/// Calls a callback about a pair of boxes.
pub(crate) fn call_on_near(
    function: unsafe extern "C-unwind" fn(*mut c_void, u32, u32, f64, *mut f64) -> i32,
    user: *mut c_void,
    [a, b]: [u32; 2],
    gap: f64,
    limit: &mut f64,
) -> i32 {
    // SAFETY: a function of the caller's, with the pointer that came with it, and one to a number.
    unsafe { function(user, a, b, gap, limit) }
}

/// A callback about the progress of a batch, with the caller's pointer for it. Called by one
/// thread at a time, with ascending numbers, and never again once it has ended the batch.
///
/// No thread waits for a callback of another: what it has to say is said by that one. So a
/// callback may ask a batch itself, whose threads may take up questions of the first one, in the
/// same stack.
pub(crate) struct Progress {
    function: unsafe extern "C-unwind" fn(*mut c_void, usize) -> i32,
    /// The most questions that any thread knows to be answered.
    done: AtomicUsize,
    told: Mutex<Told>,
}

/// What the caller was told, by whoever holds the lock.
struct Told {
    user: *mut c_void,
    done: usize,
    has_ended: bool,
}

// SAFETY: the pointer is only handed to the caller's own function, which is said to be called by
// any thread.
unsafe impl Send for Told {}

impl Progress {
    pub(crate) fn new(
        function: unsafe extern "C-unwind" fn(*mut c_void, usize) -> i32,
        user: *mut c_void,
    ) -> Self {
        let told = Mutex::new(Told { user, done: 0, has_ended: false });
        Self { function, done: AtomicUsize::new(0), told }
    }

    /// Tells how many questions are answered. Has the caller ended the batch?
    pub(crate) fn tell(&self, done: usize) -> bool {
        self.done.fetch_max(done, Ordering::SeqCst);
        loop {
            // Either this thread sees that the lock is free, or who holds it sees the number
            // above.
            fence(Ordering::SeqCst);
            let Ok(mut told) = self.told.try_lock() else { return false };
            while told.done < self.done.load(Ordering::SeqCst) && !told.has_ended {
                told.done = self.done.load(Ordering::SeqCst);
                // SAFETY: a function of the caller's, with the pointer that came with it.
                told.has_ended = unsafe { (self.function)(told.user, told.done) } != 0;
            }
            let Told { done, has_ended, .. } = *told;
            drop(told);
            fence(Ordering::SeqCst);
            if has_ended || self.done.load(Ordering::SeqCst) <= done {
                return has_ended;
            }
        }
    }
}

/// Where one result goes.
pub(crate) struct Place<T>(*mut T);

/// The place of a result.
#[inline]
pub(crate) fn place<T>(pointer: *mut T, what: &str) -> Result<Place<T>, Failure> {
    if pointer.is_null() { Err(null(what)) } else { Ok(Place(pointer)) }
}

/// The place of `count` results, each `stride` bytes after the other, or without a gap if that
/// is 0.
pub(crate) fn places<T>(
    pointer: *mut T,
    count: usize,
    stride: usize,
    what: &str,
) -> Result<Places<T>, Failure> {
    let stride = if stride == 0 { size_of::<T>() } else { stride };
    if count > 0 && pointer.is_null() {
        return Err(null(what));
    }
    if stride < size_of::<T>() || count.checked_mul(stride).is_none_or(|n| n > isize::MAX as usize)
    {
        return Err(Failure::bad(format!("{what}: {count} results at a stride of {stride} bytes")));
    }
    Ok(Places { first: pointer, count, stride })
}

/// Where several results go.
pub(crate) struct Places<T> {
    first: *mut T,
    count: usize,
    stride: usize,
}

impl<T> Place<T> {
    #[inline]
    pub(crate) fn write(self, value: T) {
        // SAFETY: memory of the caller's for one T, as promised above, of any alignment. What was
        // there is not dropped: it is a number of the caller's.
        unsafe { self.0.write_unaligned(value) }
    }
}

impl<T> Places<T> {
    /// Writes one result after the other, at most as many as there are places.
    pub(crate) fn write(self, values: impl IntoIterator<Item = T>) {
        for (n, value) in values.into_iter().take(self.count).enumerate() {
            // SAFETY: memory of the caller's for `count` results, whose extent `places` has found
            // to be possible; any alignment is written.
            unsafe { self.first.byte_add(n * self.stride).write_unaligned(value) }
        }
    }
}

/// Hands a value to the caller, as a handle.
pub(crate) fn hand_over<T>(value: T, place: Place<*mut T>) {
    place.write(Box::into_raw(Box::new(value)));
}

/// Takes a handle back. Null is nothing.
pub(crate) fn take_back<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: from `hand_over`, and not freed yet, as promised above.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// A value that one call at a time may use. A second one, of another thread or from within a
/// callback of the first, is refused rather than made to wait.
#[derive(Debug)]
pub(crate) struct Exclusive<T> {
    state: AtomicU8,
    /// What it is, for errors.
    what: &'static str,
    value: UnsafeCell<T>,
}

const FREE: u8 = 0;
const IN_USE: u8 = 1;
/// A panic left it in a state that is not known.
const BROKEN: u8 = 2;

// SAFETY: the value is reached by `with` alone, which lets one thread in at a time.
unsafe impl<T: Send> Sync for Exclusive<T> {}

/// Ends the use of an [`Exclusive`], also when a panic goes through.
struct Use<'e>(&'e AtomicU8);

impl Drop for Use<'_> {
    fn drop(&mut self) {
        let state = if std::thread::panicking() { BROKEN } else { FREE };
        self.0.store(state, Ordering::Release);
    }
}

impl<T> Exclusive<T> {
    pub(crate) fn new(value: T, what: &'static str) -> Self {
        Self { state: AtomicU8::new(FREE), what, value: UnsafeCell::new(value) }
    }

    #[inline]
    pub(crate) fn with<R>(
        &self,
        work: impl FnOnce(&mut T) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        match self.state.compare_exchange(FREE, IN_USE, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => {}
            Err(state) => return Err(self.refused(state)),
        }
        let _use = Use(&self.state);
        // SAFETY: whoever changes the state from free to in use has the value alone, until it is
        // free.
        work(unsafe { &mut *self.value.get() })
    }

    #[cold]
    fn refused(&self, state: u8) -> Failure {
        let what = self.what;
        if state == BROKEN {
            let text = format!("the {what} is of no more use after a panic: free it");
            return Failure::new(Status::Panicked, text);
        }
        let text = format!("the {what} is in use: each thread needs a {what} of its own");
        Failure::new(Status::Busy, text)
    }

    /// Is a call under way?
    fn is_in_use(&self) -> bool {
        self.state.load(Ordering::Acquire) == IN_USE
    }
}

/// A handle that holds what one call at a time may use.
pub(crate) trait Held {
    type Value;
    fn held(&self) -> &Exclusive<Self::Value>;
}

/// Takes back a handle that no call is using. Null is nothing.
pub(crate) fn take_back_idle<H: Held>(handle: *mut H, what: &str) -> Result<(), Failure> {
    if given(handle.cast_const(), what)?.is_some_and(|handle| handle.held().is_in_use()) {
        return Err(Failure::new(Status::Busy, format!("the {what} to be freed is in use")));
    }
    take_back(handle);
    Ok(())
}
