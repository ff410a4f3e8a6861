//! Crossings of a ray with placed triangles, for tests whether a point is inside a surface.
//!
//! The ray runs from a point `p` along the world's +x axis. So that it never passes through an edge
//! or a corner, `p` is treated as moved by `(0, eps, eps^2)` for an infinitely small `eps`
//! (simulation of simplicity, Edelsbrunner and Mücke, ACM Transactions on Graphics 9 (1990)): where
//! a sign is zero, the first non-zero derivative decides it. Two triangles with a common edge treat
//! it consistently, so a ray through the edge crosses exactly one of them, and the signed sum over
//! a closed surface is its winding number around `p`. The caller chooses the triangles and adds up
//! the crossings.

use dashu_int::IBig;
use nalgebra::Point3;

use crate::exact::grid::placed::{Placed, on_lattice};
use crate::exact::numbers::integer::{Int3, Integer, cross, difference, dot};
use crate::numbers::rounding::{ROUNDOFF, TINY, certified, largest_component, place_error};
use crate::pose::Pose;
use crate::triangle::{Real3, Triangle};

/// How the ray from a placed point along the world's +x axis crosses a placed triangle.
///
/// 1 if the ray leaves through the front of the triangle (its front, from which the corners are
/// counterclockwise, faces +x), -1 if it enters through the front, 0 if it misses. Over a closed
/// surface with all fronts outward the sum is 1 for points inside and 0 for points outside. For
/// surfaces without consistent orientation use the parity of the number of crossings.
///
/// `triangle` and `point` are in the frames of their bodies. The answer is that of exact
/// arithmetic. The point must not lie on the triangle (the answer is then 0): test for contact
/// first.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Pose, ray_crossing};
/// let triangle = [Point3::origin(), Point3::new(0.0, 2.0, 0.0), Point3::new(0.0, 0.0, 2.0)];
/// let pose = Pose::from_translation([5.0, 0.0, 0.0])?;
/// let crossing = |p: Point3<f64>| ray_crossing(&triangle, &pose, &p, &Pose::identity());
/// assert_eq!(crossing(Point3::new(1.0, 0.5, 0.5)), 1);
/// assert_eq!(crossing(Point3::new(9.0, 0.5, 0.5)), 0); // the triangle is behind the point
/// assert_eq!(crossing(Point3::new(1.0, -0.5, 0.5)), 0); // the ray passes next to it
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
#[must_use]
pub fn ray_crossing(triangle: &Triangle, pose_t: &Pose, point: &Point3<f64>, pose_p: &Pose) -> i32 {
    rounded_crossing(triangle, pose_t, point, pose_p)
        .unwrap_or_else(|| exact_crossing(triangle, pose_t, point, pose_p))
}

/// The answer, where `f64` can prove it.
///
/// Everything is written in `w_k`, the corners relative to the point. `eta` bounds the error of
/// placing both; `yz` and `all` bound the components of `w`, computed and exact. `v` is
/// [`ROUNDOFF`].
///
/// * Orientation `w_b x w_c` in the yz plane: changing four components by `eta` changes it by at
///   most `4 eta yz`; two products of four roundings each make `8 v yz^2` (12 with second-order
///   terms).
/// * Volume `w_a . (w_b x w_c)`: changing three columns changes it by at most 4 times the product
///   of the largest components each: `12 eta all^2`; rounding makes `48 v all^3` (64 with
///   second-order terms).
fn rounded_crossing(
    triangle: &Triangle,
    pose_t: &Pose,
    point: &Point3<f64>,
    pose_p: &Pose,
) -> Option<i32> {
    let p = pose_p.place(point);
    let w: [Real3; 3] = triangle.each_ref().map(|corner| pose_t.place(corner) - p);
    let eta = place_error(triangle, pose_t) + place_error(&[*point], pose_p);

    let yz = w.iter().fold(0.0_f64, |most, w| most.max(w.y.abs()).max(w.z.abs())) + eta;
    let orientation_bound = yz * (4.0 * eta + 12.0 * ROUNDOFF * yz) + TINY;
    let orientation =
        |b: usize, c: usize| certified(w[b].y * w[c].z - w[b].z * w[c].y, orientation_bound);
    let s = [orientation(0, 1), orientation(1, 2), orientation(2, 0)];
    if s.contains(&1) && s.contains(&-1) {
        return Some(0);
    }
    if s[0] == 0 || s[0] != s[1] || s[0] != s[2] {
        return None;
    }
    let all = largest_component(&w) + eta;
    let volume_bound = all * all * (12.0 * eta + 64.0 * ROUNDOFF * all) + TINY * (1.0 + all);
    match certified(w[0].dot(&w[1].cross(&w[2])), volume_bound) {
        0 => None,
        side if side == s[0] => Some(s[0].into()),
        _ => Some(0),
    }
}

#[cold]
#[inline(never)]
fn exact_crossing(triangle: &Triangle, pose_t: &Pose, point: &Point3<f64>, pose_p: &Pose) -> i32 {
    let (t, p) = (Placed::new(triangle, pose_t), Placed::new(&[*point], pose_p));
    let step = t.step().min(p.step());
    if on_lattice(&t, step) && on_lattice(&p, step) {
        crossing::<i128>(&t.on_grid(step), &p.on_grid(step)[0])
    } else {
        crossing::<IBig>(&t.on_grid(step), &p.on_grid(step)[0])
    }
}

fn crossing<I: Integer>(triangle: &[Int3<I>; 3], p: &Int3<I>) -> i32 {
    let w: [Int3<I>; 3] = triangle.each_ref().map(|corner| difference(corner, p));
    let s = [orientation(&w[0], &w[1]), orientation(&w[1], &w[2]), orientation(&w[2], &w[0])];
    if s[0] == 0 || s[0] != s[1] || s[0] != s[2] {
        return 0;
    }
    // The projection has area, so the line meets the triangle in one point. The sign of the volume
    // is zero only if that point is p.
    if dot(&w[0], &cross(&w[1], &w[2])).sign() == s[0] { s[0].into() } else { 0 }
}

/// On which side of the line from b to c the moved point is, seen along -x with y to the right: 1
/// for left, -1 for right, 0 only if b and c project to one point.
fn orientation<I: Integer>(b: &Int3<I>, c: &Int3<I>) -> i8 {
    // (y, z) of the point moves by (eps, eps^2); the derivatives along y and z are b_z - c_z and
    // c_y - b_y.
    let cases = [
        b[1].times(&c[2]).minus(&b[2].times(&c[1])).sign(),
        b[2].minus(&c[2]).sign(),
        c[1].minus(&b[1]).sign(),
    ];
    cases.into_iter().find(|&sign| sign != 0).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The surface of the box from (0,0,0) to (2,2,2), also with corners in the centres of its
    /// faces: every lattice line along x through it meets edges or corners.
    fn cube() -> Vec<Triangle> {
        let mut triangles = Vec::new();
        for axis in 0..3 {
            for high in [false, true] {
                let point = |u: usize, v: usize| {
                    let mut p = Point3::origin();
                    p[axis] = if high { 2.0 } else { 0.0 };
                    p[(axis + 1) % 3] = u as f64;
                    p[(axis + 2) % 3] = v as f64;
                    p
                };
                for (u, v) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let quad = [point(u, v), point(u + 1, v), point(u + 1, v + 1), point(u, v + 1)];
                    for [i, j, k] in [[0, 1, 2], [0, 2, 3]] {
                        let (j, k) = if high { (j, k) } else { (k, j) };
                        triangles.push([quad[i], quad[j], quad[k]]);
                    }
                }
            }
        }
        triangles
    }

    #[test]
    fn the_winding_number_is_one_inside_and_zero_outside() {
        let cube = cube();
        let rotated = Pose::from_rows([0., 0., 1., 8., 1., 0., 0., -3., 0., 1., 0., 5.]).unwrap();
        let tilted = Pose::from_translation_quaternion([3.0, 4.0, 5.0, 0.18, 0.36, 0.54, 0.738]);
        let tilted = tilted.unwrap();
        for pose in [Pose::identity(), rotated, tilted] {
            // Steps of a quarter: at the heights of corners and edges, and between them.
            for n in 0..13 * 13 * 13 {
                let at = |k: usize| (n / 13_usize.pow(k as u32) % 13) as f64 * 0.25 - 0.5;
                let p = Point3::new(at(0), at(1), at(2));
                if p.iter().all(|&x| (0.0..=2.0).contains(&x))
                    && p.iter().any(|&x| x == 0.0 || x == 2.0)
                {
                    continue; // on the surface
                }
                let inside = p.iter().all(|&x| 0.0 < x && x < 2.0);
                let both: Vec<[i32; 2]> = cube
                    .iter()
                    .map(|t| {
                        [ray_crossing(t, &pose, &p, &pose), exact_crossing(t, &pose, &p, &pose)]
                    })
                    .collect();
                assert!(both.iter().all(|[fast, exact]| fast == exact), "{p} by {pose:?}");
                let winding: i32 = both.iter().map(|[fast, _]| fast).sum();
                let crossings = both.iter().filter(|[fast, _]| *fast != 0).count();
                assert_eq!(winding, i32::from(inside), "{p} by {pose:?}");
                assert_eq!(crossings % 2 == 1, inside, "{p} by {pose:?}");
            }
        }
    }

    #[test]
    fn answers_of_the_filter_are_exact() {
        use nalgebra::{Rotation3, Vector3};
        use rand::{RngExt, SeedableRng};
        use rand_pcg::Pcg64Mcg;
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let (mut proven, mut undecided) = ([0; 3], 0);
        for _ in 0..40_000 {
            let mut real = || random.random_range(-1.0..1.0);
            let mut vector = || Vector3::new(real(), real(), real());
            let poses = [(); 2].map(|()| {
                let rotation = Rotation3::new(vector() * 3.0).into_inner();
                Pose::new(rotation, vector() * 100.0).unwrap()
            });
            let world = [(); 3].map(|()| vector());
            // The ray passes an edge, a corner or an interior point at a distance of 1 to 2^-63, or
            // 0.
            let ([u, v], before) = ([real().abs() * 0.5, real().abs() * 0.5], real());
            let weights = [[1.0, 0.0], [u, 1.0 - u], [u, v]][random.random_range(0..3_usize)];
            let target = world[0] * weights[0]
                + world[1] * weights[1]
                + world[2] * (1.0 - weights[0] - weights[1]);
            let gap = [0.0, 2.0_f64.powi(-(random.random_range(0..64_i32)))]
                [random.random_range(0..2_usize)];
            let point = target + Vector3::new(before * 4.0, gap, -gap);
            let in_own_frame = |pose: &Pose, p: &Vector3<f64>| {
                Point3::from(pose.rotation().transpose() * (p - pose.translation()))
            };
            let triangle = world.each_ref().map(|corner| in_own_frame(&poses[0], corner));
            let point = in_own_frame(&poses[1], &point);
            let exact = exact_crossing(&triangle, &poses[0], &point, &poses[1]);
            match rounded_crossing(&triangle, &poses[0], &point, &poses[1]) {
                Some(crossing) => {
                    assert_eq!(crossing, exact, "{triangle:?} {point:?} {poses:?}");
                    proven[(crossing + 1) as usize] += 1;
                }
                None => undecided += 1,
            }
        }
        let enough = |&count: &u32| count > 1000;
        assert!(
            proven.iter().all(enough) && enough(&undecided),
            "{proven:?} proven, {undecided} undecided"
        );
    }

    #[test]
    fn a_point_very_close_to_the_surface_is_on_its_side() {
        // 2^-60 in front of and behind a face two thousand units from the origin.
        let triangle = [(0.0, 0.0), (3.0, 0.0), (0.0, 3.0)].map(|(y, z)| Point3::new(2000.0, y, z));
        let at = |x: f64| {
            let pose = Pose::from_translation([2000.0, 1.0, 1.0]).unwrap();
            ray_crossing(&triangle, &Pose::identity(), &Point3::new(x, 0.0, 0.0), &pose)
        };
        let gap = 2.0_f64.powi(-60);
        assert_eq!([at(-gap), at(0.0), at(gap)], [1, 0, 0]);
    }
}
