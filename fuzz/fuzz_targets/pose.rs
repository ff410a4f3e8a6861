//! See `cases/src/pose.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| obbtree_fuzz_cases::pose(data));
