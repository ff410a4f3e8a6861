//! See `cases/src/point_input.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| obbtree_fuzz_cases::read_points(data));
