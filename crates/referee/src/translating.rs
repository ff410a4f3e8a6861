//! Two triangles in translation: the first time at which they meet, in rational arithmetic.
//!
//! Contact begins at time 0, or at a time at which a corner is in the plane of the other triangle
//! or the lines of two edges are in one plane; where everything stays in one plane, a corner is on
//! the line of an edge there, or at the place of a corner along an axis. All these times are tried,
//! the earliest first, with the test for two triangles that do not move.

use num_rational::BigRational;
use num_traits::{One, Zero};
use obbtree_predicates::{Pose, Triangle};

use crate::half_spaces::{cross, dot, half_spaces, minus};
use crate::rational::exact;
use crate::triangles::{Vector, place, some_edge_meets};

/// The first time from 0 to 1 at which two closed triangles meet, if there is one. Each is given in
/// the frame of its body, which keeps the matrix of its first pose and moves on a straight line to
/// the translation of its second.
#[must_use]
pub fn first_meeting(
    a: &Triangle,
    poses_a: [&Pose; 2],
    b: &Triangle,
    poses_b: [&Pose; 2],
) -> Option<BigRational> {
    let displacement = |[from, to]: [&Pose; 2]| -> Vector {
        [0, 1, 2].map(|k| exact(to.translation()[k]) - exact(from.translation()[k]))
    };
    let relative = minus(&displacement(poses_b), &displacement(poses_a));
    let a = a.map(|corner| place(poses_a[0], &corner));
    let b = b.map(|corner| place(poses_b[0], &corner));
    let mut times = vec![BigRational::zero()];
    times.extend(
        times_in_space(&a, &b, &relative).unwrap_or_else(|| times_in_plane(&a, &b, &relative)),
    );
    times.retain(|time| *time >= BigRational::zero() && *time <= BigRational::one());
    times.sort();
    times.dedup();
    times.into_iter().find(|time| {
        let moved = b.each_ref().map(|corner| [0, 1, 2].map(|k| &corner[k] + time * &relative[k]));
        some_edge_meets(&a, &half_spaces(&moved)) || some_edge_meets(&moved, &half_spaces(&a))
    })
}

fn edges(p: &[Vector; 3]) -> [[&Vector; 2]; 3] {
    [[&p[0], &p[1]], [&p[1], &p[2]], [&p[2], &p[0]]]
}

/// Times at which a corner is in the other's plane or two edges in one; `None` if no such height
/// ever changes.
fn times_in_space(a: &[Vector; 3], b: &[Vector; 3], relative: &Vector) -> Option<Vec<BigRational>> {
    let mut times = Vec::new();
    let mut changes = false;
    // Along a vector, B's point is level with A's.
    let mut level = |normal: &Vector, of_a: &Vector, of_b: &Vector| {
        let speed = dot(normal, relative);
        if !speed.is_zero() {
            changes = true;
            times.push(dot(normal, &minus(of_a, of_b)) / speed);
        }
    };
    let normal = |p: &[Vector; 3]| cross(&minus(&p[1], &p[0]), &minus(&p[2], &p[0]));
    b.iter().for_each(|corner| level(&normal(a), &a[0], corner));
    a.iter().for_each(|corner| level(&normal(b), corner, &b[0]));
    for [p, q] in edges(a) {
        for [r, s] in edges(b) {
            level(&cross(&minus(q, p), &minus(s, r)), p, r);
        }
    }
    changes.then_some(times)
}

/// Times at which a corner of one and a corner of the other are level along an axis, or along the
/// normal of an edge seen along an axis.
fn times_in_plane(a: &[Vector; 3], b: &[Vector; 3], relative: &Vector) -> Vec<BigRational> {
    let axes = [0, 1, 2].map(|k| {
        let unit: Vector = [0, 1, 2].map(|l| exact(if k == l { 1.0 } else { 0.0 }));
        unit
    });
    let all_edges = edges(a).into_iter().chain(edges(b)).map(|[p, q]| minus(q, p));
    let across = all_edges.flat_map(|edge| axes.each_ref().map(|axis| cross(axis, &edge)));
    let mut times = Vec::new();
    for normal in across.chain(axes.iter().cloned()) {
        let speed = dot(&normal, relative);
        if speed.is_zero() {
            continue;
        }
        for p in a {
            times.extend(b.iter().map(|q| dot(&normal, &minus(p, q)) / &speed));
        }
    }
    times
}
