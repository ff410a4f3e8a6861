//! How near errors come to their bounds: the values that the leaf kernel computes against the
//! exact ones, on every instruction set, on triangles of `f32` and `f64` bodies, close to contact
//! and not, far from their origins, under two poses, huge and tiny; then climbing from the worst
//! found.

use nalgebra::{Matrix3, Rotation3, Vector3};
use obbtree_predicates::{Pose, Triangle};
use obbtree_referee::dyadic::Dyadic;
use obbtree_referee::half_spaces::{Exact, cross, dot, minus};
use obbtree_simd::{Kernel, Lanes, SimdLevel};

use super::bounds::Sizes;
use super::meet::{Heights, determinants, kind_of};
use super::packed::{Packed, pack};
use super::place::{origin_of, place_a, place_b};
use crate::boxes::frame::QueryFrame;
use crate::wide::kernel_tests::{NearLeaves, Random, rounds};

/// `alpha`, `beta`, `V`, and the plane tests along the computed normals of B and of A.
const KINDS: [&str; 5] = ["alpha", "beta", "V", "plane of B", "plane of A"];

/// What the kernel computes of sixteen pairs, and the bounds that belong to it.
#[derive(Clone)]
struct Computed {
    values: [[f32; 16]; 15],
    bounds: [[f32; 16]; 5],
    /// The computed normals, `[body][component][triangle]`.
    normals: [[[f32; 4]; 3]; 2],
}

struct Values<'n>(&'n NearLeaves, &'n QueryFrame);

impl Kernel for Values<'_> {
    type Output = Computed;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Computed {
        let [a, b] = &self.0.leaves;
        let origin = origin_of(a);
        let a: Packed = pack(simd, place_a(simd, a, origin));
        let b: Packed = pack(simd, place_b(simd, b, origin, self.1));
        let mut computed = Computed {
            values: [[0.0; 16]; 15],
            bounds: [[0.0; 16]; 5],
            normals: [a.normal, b.normal],
        };
        for register in 0..S::REGISTERS {
            let first = register * S::WIDTH;
            let heights = Heights::of(simd, &a, &b, register);
            let sizes = Sizes::of(simd, &a, &b, self.1, register);
            let values = determinants(simd, &a, &b, &heights, register);
            let [alpha, beta, volume] = sizes.determinants(simd, &a, &b, register);
            for n in 0..15 {
                simd.store(values[n], &mut computed.values[n][first..]);
            }
            let bounds = [alpha, beta, volume, sizes.plane_b, sizes.plane_a];
            for n in 0..5 {
                simd.store(bounds[n], &mut computed.bounds[n][first..]);
            }
        }
        computed
    }
}

type Exact3 = [Dyadic; 3];

fn vector(v: &Vector3<f64>) -> Exact3 {
    [0, 1, 2].map(|k| Dyadic::new(v[k]))
}

fn rows(m: &Matrix3<f64>) -> [Exact3; 3] {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| Dyadic::new(m[(i, j)])))
}

fn plus(u: &Exact3, v: &Exact3) -> Exact3 {
    [0, 1, 2].map(|k| u[k].plus(&v[k]))
}

fn times(u: &Exact3, s: &Dyadic) -> Exact3 {
    [0, 1, 2].map(|k| u[k].times(s))
}

/// The corners of both leaves in A's frame relative to A's first corner, times the determinant of
/// A's matrix, by which one would have to divide.
struct Placed {
    corners: [[[Exact3; 3]; 4]; 2],
    determinant: Dyadic,
}

impl Placed {
    fn of(near: &NearLeaves) -> Self {
        let [pose_a, pose_b] = &near.poses;
        let (of_a, of_b) = (rows(pose_a.rotation()), rows(pose_b.rotation()));
        let determinant = dot(&of_a[0], &cross(&of_a[1], &of_a[2]));
        // Columns of the adjugate are the products of two rows.
        let adjugate =
            [cross(&of_a[1], &of_a[2]), cross(&of_a[2], &of_a[0]), cross(&of_a[0], &of_a[1])];
        let shift = minus(&vector(pose_b.translation()), &vector(pose_a.translation()));
        // A's first corner as its leaf has it: relative to the leaf origin, in `f32`.
        let corner = origin_of(&near.leaves[0]).map(|x| Dyadic::new(f64::from(x)));
        let leaf_origin = vector(&near.origins[0].unwrap_or_else(Vector3::zeros));
        let origin = times(&plus(&leaf_origin, &corner), &determinant);
        let in_a =
            |t: &Triangle| t.map(|p| minus(&times(&vector(&p.coords), &determinant), &origin));
        let in_b = |t: &Triangle| {
            t.map(|p| {
                let p = vector(&p.coords);
                let world = plus(&[0, 1, 2].map(|k| dot(&of_b[k], &p)), &shift);
                let back =
                    [0, 1, 2].map(|k| dot(&[0, 1, 2].map(|row| adjugate[row][k].clone()), &world));
                minus(&back, &origin)
            })
        };
        let [a, b] = &near.triangles;
        Self { corners: [a.each_ref().map(in_a), b.each_ref().map(in_b)], determinant }
    }

    /// The exact values of a pair, each times the cube of the determinant.
    fn values(&self, pair: usize) -> [Dyadic; 15] {
        let (x, y) = (&self.corners[0][pair % 4], &self.corners[1][pair / 4]);
        let edges = |t: &[Exact3; 3]| [0, 1, 2].map(|i| minus(&t[(i + 1) % 3], &t[i]));
        let (e, f) = (edges(x), edges(y));
        let (normal_a, normal_b) = (cross(&e[0], &e[1]), cross(&f[0], &f[1]));
        std::array::from_fn(|n| match n {
            0..3 => dot(&normal_b, &minus(&x[n], &y[0])),
            3..6 => dot(&normal_a, &minus(&y[n - 3], &x[0])),
            _ => {
                let (i, j) = ((n - 6) / 3, (n - 6) % 3);
                dot(&cross(&e[i], &f[j]), &minus(&x[i], &y[j]))
            }
        })
    }

    /// The largest ratio of error to bound, kind by kind.
    fn worst(&self, computed: &Computed) -> [f64; 5] {
        let mut worst = [0.0_f64; 5];
        let d1 = &self.determinant;
        let cube = d1.times(d1).times(d1);
        let (size_1, size_3) = (d1.rounded(), cube.rounded());
        for pair in 0..16 {
            let exact = self.values(pair);
            for n in 0..15 {
                let value = Dyadic::new(f64::from(computed.values[n][pair]));
                let error = value.times(&cube).minus(&exact[n]).rounded().abs() / size_3;
                let kind = kind_of(n);
                let bound = f64::from(computed.bounds[kind][pair]);
                worst[kind] = worst[kind].max(error / bound);
                if n < 6 {
                    // The same value as a height along the computed normal.
                    let (x, y) = (&self.corners[0][pair % 4], &self.corners[1][pair / 4]);
                    let (side, triangle, gap) = if n < 3 {
                        (1, pair / 4, minus(&x[n], &y[0]))
                    } else {
                        (0, pair % 4, minus(&y[n - 3], &x[0]))
                    };
                    let normal =
                        computed.normals[side].map(|row| Dyadic::new(f64::from(row[triangle])));
                    let error = value.times(d1).minus(&dot(&normal, &gap)).rounded().abs() / size_1;
                    let bound = f64::from(computed.bounds[3 + n / 3][pair]);
                    worst[3 + n / 3] = worst[3 + n / 3].max(error / bound);
                }
            }
        }
        worst
    }
}

/// The worst ratios of one pair of leaves over all instruction sets; `None` if it is out of the
/// kernels' domain.
fn ratios(near: &NearLeaves) -> Option<[f64; 5]> {
    let frame = near.frame(0.0)?;
    let placed = Placed::of(near);
    let mut worst = [0.0_f64; 5];
    for level in SimdLevel::all_available() {
        let of_level = placed.worst(&level.dispatch(Values(near, &frame)));
        worst = std::array::from_fn(|kind| worst[kind].max(of_level[kind]));
    }
    Some(worst)
}

/// A small change: of a corner, of B's place, or of B's rotation.
fn changed(near: &NearLeaves, random: &mut Random) -> Option<NearLeaves> {
    let (mut triangles, mut poses) = (near.triangles, near.poses);
    let much = random.power(-26, 0);
    match random.below(8) {
        0 => {
            let shift = random.vector() * (near.size * much);
            poses[1] = Pose::new(*poses[1].rotation(), poses[1].translation() + shift).ok()?;
        }
        1 => {
            let turn = Rotation3::new(random.vector() * much).into_inner();
            poses[1] = Pose::new(turn * poses[1].rotation(), *poses[1].translation()).ok()?;
        }
        _ => {
            let side = random.below(2) as usize;
            let [triangle, corner, k] = [4, 3, 3].map(|n| random.below(n) as usize);
            let x = &mut triangles[side][triangle][corner][k];
            *x += random.real() * near.size * much;
            if near.origins[side].is_none() {
                *x = f64::from(*x as f32);
            }
        }
    }
    Some(NearLeaves::of(triangles, near.origins, poses, near.size))
}

#[test]
fn errors_of_the_leaf_kernel_are_within_their_bounds() {
    let mut random = Random::new(11);
    let mut worst = [0.0_f64; 5];
    let mut best: [Option<NearLeaves>; 5] = [const { None }; 5];
    let mut tested = 0;
    for round in 0..rounds(600, 60_000) {
        let Some(near) = NearLeaves::new(&mut random, round % 2 == 0) else { continue };
        // Units from where products underflow to the largest that the kernels take.
        let unit = 2.0_f64.powi([0, 0, 0, 5, -30, -80, -110, -140][random.below(8) as usize]);
        let Some(near) = near.in_unit(unit) else { continue };
        let Some(found) = ratios(&near) else { continue };
        tested += 1;
        for kind in 0..5 {
            if found[kind] > worst[kind] {
                worst[kind] = found[kind];
                best[kind] = near.in_unit(1.0);
            }
        }
    }
    println!("{tested} pairs of leaves: largest error over bound {}", named(&worst));
    assert!(worst.iter().all(|&ratio| ratio > 0.05 && ratio <= 1.0), "{}", named(&worst));
    for kind in 0..5 {
        let mut at = best[kind].take().expect("the worst");
        for _ in 0..rounds(150, 20_000) {
            let Some(next) = changed(&at, &mut random) else { continue };
            if let Some(found) = ratios(&next).filter(|found| found[kind] >= worst[kind]) {
                assert!(
                    found[kind] <= 1.0,
                    "{}: {:?} {:?}",
                    KINDS[kind],
                    next.triangles,
                    next.poses
                );
                worst[kind] = found[kind];
                at = next;
            }
        }
    }
    println!("after climbing {}", named(&worst));
}

fn named(worst: &[f64; 5]) -> String {
    let parts = KINDS.iter().zip(worst).map(|(name, ratio)| format!("{name} {ratio:.3}"));
    parts.collect::<Vec<_>>().join(", ")
}
