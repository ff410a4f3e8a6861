//! See `cases/src/small_meshes.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| obbtree_fuzz_cases::small_meshes(data));
