//! Answers of the C interface equal those of the Rust interface, on the project's pose sets and
//! motions.
#![allow(unsafe_code)] // The functions are called as C calls them.

use std::ffi::CString;
use std::path::PathBuf;
use std::ptr::{null, null_mut};

use obbtree::motion::{Linear, SweepOptions};
use obbtree::{Body, Pose, Query, io};
use obbtree_c as _; // Links the functions.

const MODELS: [[&str; 3]; 3] = [
    ["bolt.obj", "nut.stl", "nut_turning.poses"],
    ["wheel.stl", "pinion.obj", "pinion_rolling.poses"],
    ["wall.obj", "l_piece.stl", "l_through_wall.poses"],
];

#[repr(C)]
struct Opaque {
    _private: [u8; 0],
}

/// As `obbtree_array`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Array {
    data: *const f64,
    count: usize,
    stride: usize,
    scalar: u32,
}

/// As `obbtree_distance_found`.
#[repr(C)]
#[derive(Default)]
struct Distance {
    lower: f64,
    upper: f64,
    points: [[f64; 3]; 2],
    normal: [f64; 3],
    triangles: [u32; 2],
    one_inside: u32,
}

/// As `obbtree_sweep_options`.
#[repr(C)]
#[derive(Default)]
struct CSweepOptions {
    time_tolerance: f64,
    distance_tolerance: f64,
    effort: u32,
}

/// Searches of the trees in one sweep.
const EFFORT: u32 = 100;

type Rows = [f64; 12];

unsafe extern "C" {
    fn obbtree_query_create(query: *mut *mut Opaque) -> u32;
    fn obbtree_query_free(query: *mut Opaque) -> u32;
    fn obbtree_collider_read(path: *const i8, options: *const u8, body: *mut *mut Opaque) -> u32;
    fn obbtree_collider_free(body: *mut Opaque) -> u32;
    fn obbtree_pairs(
        query: *mut Opaque,
        a: *const Opaque,
        pose_a: *const Rows,
        b: *const Opaque,
        pose_b: *const Rows,
        pairs: *mut *const [u32; 2],
        count: *mut usize,
    ) -> u32;
    fn obbtree_distance(
        query: *mut Opaque,
        a: *const Opaque,
        pose_a: *const Rows,
        b: *const Opaque,
        pose_b: *const Rows,
        distance: *mut Distance,
    ) -> u32;
    fn obbtree_batch_collide(
        query: *mut Opaque,
        a: *const Opaque,
        pose_a: *const Rows,
        b: *const Opaque,
        poses_b: Array,
        format: u32,
        options: *const u8,
        collides: *mut u8,
        stride: usize,
    ) -> u32;
    fn obbtree_batch_is_motion_free(
        query: *mut Opaque,
        a: *const Opaque,
        pose_a: *const Rows,
        b: *const Opaque,
        kind: u32,
        from: Array,
        to: Array,
        format: u32,
        sweep_options: *const CSweepOptions,
        options: *const u8,
        is_free: *mut u8,
        stride: usize,
    ) -> u32;
}

fn model(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(name)
}

fn read(name: &str) -> *mut Opaque {
    let path = CString::new(model(name).to_str().expect("UTF-8")).expect("no zero");
    let mut body = null_mut();
    // SAFETY: a text, no options, and a place for the handle.
    assert_eq!(unsafe { obbtree_collider_read(path.as_ptr(), null(), &raw mut body) }, 0);
    body
}

#[test]
fn answers_are_those_of_rust() {
    for [name_a, name_b, name_poses] in MODELS {
        let (a, b) =
            (Body::read(model(name_a)).expect(name_a), Body::read(model(name_b)).expect(name_b));
        let poses = io::read_poses(model(name_poses)).expect(name_poses);
        let rows: Vec<Rows> = poses.iter().map(Pose::to_rows).collect();
        let (here, here_rows) = (Pose::identity(), Pose::identity().to_rows());
        let (c_a, c_b) = (read(name_a), read(name_b));
        let (mut query, mut c_query) = (Query::new(), null_mut());
        // SAFETY: a place for the handle.
        assert_eq!(unsafe { obbtree_query_create(&raw mut c_query) }, 0);

        let mut collides = vec![9_u8; poses.len()];
        let all = Array { data: rows.as_ptr().cast(), count: rows.len(), stride: 0, scalar: 0 };
        // SAFETY: handles, poses by rows, and a byte for each.
        let status = unsafe {
            obbtree_batch_collide(
                c_query,
                c_a,
                &raw const here_rows,
                c_b,
                all,
                0,
                null(),
                collides.as_mut_ptr(),
                0,
            )
        };
        assert_eq!(status, 0);
        for (n, (pose, pose_rows)) in poses.iter().zip(&rows).enumerate() {
            let expected = query.pairs(&a, &here, &b, pose);
            let (mut first, mut count) = (null(), 0);
            // SAFETY: handles, poses, and places for results.
            let status = unsafe {
                obbtree_pairs(
                    c_query,
                    c_a,
                    &raw const here_rows,
                    c_b,
                    pose_rows,
                    &raw mut first,
                    &raw mut count,
                )
            };
            assert_eq!(status, 0);
            // SAFETY: as many pairs, until the query is queried again.
            let found = unsafe { std::slice::from_raw_parts(first, count) };
            assert_eq!(found, expected, "{name_poses} {n}");
            assert_eq!(collides[n], u8::from(!expected.is_empty()), "{name_poses} {n}");

            let expected = query.distance(&a, &here, &b, pose);
            let mut found = Distance::default();
            // SAFETY: handles, poses, and a place for the result.
            let status = unsafe {
                obbtree_distance(c_query, c_a, &raw const here_rows, c_b, pose_rows, &raw mut found)
            };
            assert_eq!(status, 0);
            assert_eq!([found.lower, found.upper], [expected.lower, expected.upper]);
            assert_eq!(found.points, expected.points.map(<[f64; 3]>::from));
            assert_eq!((found.triangles.map(Some), found.one_inside), (expected.triangles, 0));
        }

        // Threads and teeth graze all the way, which takes a sweep seconds.
        let swept = if name_poses == "l_through_wall.poses" { poses.len() } else { 0 };
        let motions: Vec<Linear> = poses[..swept]
            .windows(2)
            .map(|ends| Linear::new(&ends[0], &ends[1]).expect("rotations"))
            .collect();
        let options = SweepOptions::default().effort(EFFORT);
        let c_options = CSweepOptions { effort: EFFORT, ..CSweepOptions::default() };
        let expected: Vec<u8> = motions
            .iter()
            .map(|motion| u8::from(query.is_motion_free(&a, &here, &b, motion, &options)))
            .collect();
        let mut found = vec![9_u8; motions.len()];
        let count = motions.len();
        let from = Array { count, ..all };
        let to = Array { data: rows[1..].as_ptr().cast(), count, ..all };
        // SAFETY: handles, poses by rows, and a byte for each motion.
        let status = unsafe {
            obbtree_batch_is_motion_free(
                c_query,
                c_a,
                &raw const here_rows,
                c_b,
                0,
                from,
                to,
                0,
                &raw const c_options,
                null(),
                found.as_mut_ptr(),
                0,
            )
        };
        assert_eq!((status, found), (0, expected), "{name_poses}");
        // SAFETY: handles, which are not used again.
        let freed = unsafe {
            [obbtree_collider_free(c_a), obbtree_collider_free(c_b), obbtree_query_free(c_query)]
        };
        assert_eq!(freed, [0; 3]);
    }
}
