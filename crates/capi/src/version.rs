//! Which library this is.

use std::ffi::{CStr, c_char};

/// The version of the binary interface: programs work with the library of the version that they
/// were compiled for. It changes when a function, a struct or a constant does; new ones leave it
/// as it is.
pub const OBBTREE_ABI_VERSION: u32 = 0;

/// The ABI version of the library that runs, to be compared with `OBBTREE_ABI_VERSION` of the
/// header.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_abi_version() -> u32 {
    OBBTREE_ABI_VERSION
}

/// The version of obbtree, such as `0.1.0`. Never freed.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version without a zero byte"),
        };
    VERSION.as_ptr()
}
