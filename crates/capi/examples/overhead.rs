//! What a call through the C interface costs beyond the Rust query: nanoseconds of a query that
//! ends at once, bodies being far apart, so that nothing hides the cost.
//! `cargo run --release -p obbtree-capi --example overhead`
//!
//! Rust with poses made before; Rust that makes B's pose, or both, from twelve numbers each time;
//! C, which checks both poses in each call; C with placed bodies, whose poses were checked
//! before; and C that moves one of these each time, as a planner has to. The least of many
//! rounds, taken in turns.
#![allow(unsafe_code)] // The functions are called as C calls them.

use std::hint::black_box;
use std::ptr::null_mut;
use std::time::Instant;

use obbtree::{Body, Pose, Query};
use obbtree_c as _; // Links the functions.

#[repr(C)]
struct Opaque {
    _private: [u8; 0],
}

unsafe extern "C" {
    fn obbtree_query_create(query: *mut *mut Opaque) -> u32;
    fn obbtree_collider_read(path: *const i8, options: *const u8, body: *mut *mut Opaque) -> u32;
    fn obbtree_placed_create(
        body: *const Opaque,
        pose: *const [f64; 12],
        placed: *mut *mut Opaque,
    ) -> u32;
    fn obbtree_placed_move(placed: *mut Opaque, pose: *const [f64; 12]) -> u32;
    fn obbtree_placed_collide(
        query: *mut Opaque,
        a: *const Opaque,
        b: *const Opaque,
        collides: *mut bool,
    ) -> u32;
    fn obbtree_collide(
        query: *mut Opaque,
        a: *const Opaque,
        pose_a: *const [f64; 12],
        b: *const Opaque,
        pose_b: *const [f64; 12],
        collides: *mut bool,
    ) -> u32;
}

const CALLS: u32 = 20_000;
const ROUNDS: usize = 200;
const MODEL: &std::ffi::CStr = c"assets/nut.stl";

fn nanoseconds(mut call: impl FnMut() -> bool) -> f64 {
    let start = Instant::now();
    for _ in 0..CALLS {
        assert!(!call());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS)
}

fn main() {
    let body = Body::read(MODEL.to_str().expect("UTF-8")).expect("run it in the project's folder");
    let here = Pose::identity();
    let away =
        Pose::try_from([[0.8, -0.6, 0.0, 0.0], [0.6, 0.8, 0.0, 0.0], [0.0, 0.0, 1.0, 900.0]])
            .expect("a rotation");
    let (here_rows, away_rows) = (here.to_rows(), away.to_rows());
    let (mut c_query, mut c_body) = (null_mut(), null_mut());
    let (mut c_here, mut c_away) = (null_mut(), null_mut());
    // SAFETY: places for handles, and a text.
    let made = unsafe {
        [
            obbtree_query_create(&raw mut c_query),
            obbtree_collider_read(MODEL.as_ptr(), std::ptr::null(), &raw mut c_body),
            obbtree_placed_create(c_body, &raw const here_rows, &raw mut c_here),
            obbtree_placed_create(c_body, &raw const away_rows, &raw mut c_away),
        ]
    };
    assert_eq!(made, [0; 4]);

    let mut query = Query::new();
    let mut least = [f64::INFINITY; 6];
    for _ in 0..ROUNDS {
        let made_before =
            nanoseconds(|| query.collide(&body, black_box(&here), &body, black_box(&away)));
        let one_made = nanoseconds(|| {
            let pose = Pose::from_rows(*black_box(&away_rows)).expect("a rotation");
            query.collide(&body, black_box(&here), &body, &pose)
        });
        let both_made = nanoseconds(|| {
            let pose_a = Pose::from_rows(*black_box(&here_rows)).expect("a rotation");
            let pose_b = Pose::from_rows(*black_box(&away_rows)).expect("a rotation");
            query.collide(&body, &pose_a, &body, &pose_b)
        });
        let by_c = nanoseconds(|| {
            let mut collides = true;
            // SAFETY: handles, poses, and a place for the result.
            let status = unsafe {
                obbtree_collide(
                    c_query,
                    c_body,
                    black_box(&raw const here_rows),
                    c_body,
                    black_box(&raw const away_rows),
                    &raw mut collides,
                )
            };
            assert_eq!(status, 0);
            collides
        });
        let placed = || {
            let mut collides = true;
            // SAFETY: handles, and a place for the result.
            let status = unsafe {
                obbtree_placed_collide(c_query, black_box(c_here), c_away, &raw mut collides)
            };
            assert_eq!(status, 0);
            collides
        };
        let by_placed = nanoseconds(placed);
        let by_moved = nanoseconds(|| {
            // SAFETY: a handle and a pose.
            let status = unsafe { obbtree_placed_move(c_away, black_box(&raw const away_rows)) };
            assert_eq!(status, 0);
            placed()
        });
        let found = [made_before, one_made, both_made, by_c, by_placed, by_moved];
        for (least, found) in least.iter_mut().zip(found) {
            *least = least.min(found);
        }
    }
    let [made_before, one_made, both_made, by_c, by_placed, by_moved] = least;
    println!("Rust, poses made before: {made_before:.1} ns");
    println!("Rust, B's pose from its numbers: {one_made:.1} ns; both poses: {both_made:.1} ns");
    println!(
        "C: {by_c:.1} ns, {:.1} more than the first, {:.1} more than the last",
        by_c - made_before,
        by_c - both_made
    );
    println!(
        "C, placed bodies: {by_placed:.1} ns, {:.1} more than Rust with poses made before",
        by_placed - made_before
    );
    println!(
        "C, one of them moved each time: {by_moved:.1} ns, {:.1} more than Rust that makes B's pose",
        by_moved - one_made
    );
}
