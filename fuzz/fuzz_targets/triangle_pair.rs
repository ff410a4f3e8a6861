//! See `cases/src/triangle_pair.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| obbtree_fuzz_cases::triangle_pair(data));
