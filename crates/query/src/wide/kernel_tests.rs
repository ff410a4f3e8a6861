//! Searches for violations of what the kernels promise, on every instruction set of this CPU:
//! the culling lemma on boxes made to touch, the leaf kernel on triangles close to contact.

use nalgebra::{Matrix3, Point3, Rotation3, Unit, Vector3};
use obbtree_geom::{Contact, Placement, Pose, Triangle, exact_contact};
use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::{Child, Leaf, Node, PackedLeaves, Tree};

use super::leaf::{self, Decided};
use super::motion::{Motion, Start};
use super::survivors::Buffer;
use super::visit;

/// Reproducible numbers (Steele, Lea, Flood 2014: SplitMix).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// In -1..1.
    fn real(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// A power of two with an exponent in the range.
    fn power(&mut self, low: i32, high: i32) -> f64 {
        2.0_f64.powi(low + self.below((high - low + 1) as u64) as i32)
    }

    fn vector(&mut self) -> Vector3<f64> {
        Vector3::new(self.real(), self.real(), self.real())
    }

    /// Any rotation; often close to one that makes edges parallel.
    fn rotation(&mut self) -> Matrix3<f64> {
        let axis = Unit::new_normalize(self.vector() + Vector3::repeat(1e-3));
        let angle = match self.below(4) {
            0 => 0.0,
            1 => self.real() * self.power(-30, -8),
            2 => std::f64::consts::FRAC_PI_2 + self.real() * self.power(-30, -8),
            _ => 4.0 * self.real(),
        };
        Rotation3::from_axis_angle(&axis, angle).into_inner()
    }
}

fn tree_of(node: Node, leaf: Leaf, radius: f64) -> Tree {
    let length = |v: [f32; 3]| v.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>().sqrt();
    let up = |x: f64| (x as f32).next_up();
    let half = (0..4).map(|c| length([0, 1, 2].map(|a| node.half[a][c])));
    let center = (0..4).map(|c| length([0, 1, 2].map(|k| node.frame[k][3][c])));
    Tree {
        largest_half: up(half.fold(0.0, f64::max)),
        largest_center: up(center.fold(0.0, f64::max)),
        nodes: vec![node],
        small_nodes: Vec::new(),
        leaves: vec![leaf],
        packed_leaves: PackedLeaves::default(),
        exact: Vec::new(),
        origin: [0.0; 3],
        ball_center: [0.0; 3],
        ball_radius: radius,
    }
}

fn no_leaf() -> Leaf {
    Leaf { corners: [[[0.0; 4]; 3]; 3], ids: [Leaf::NO_TRIANGLE; 4] }
}

/// The pairs of two nodes that are not parted, as bits of sixteen.
struct Overlap<'n>(&'n Node, &'n Node, &'n Motion);

impl Kernel for Overlap<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> u32 {
        let Self(a, b, motion) = self;
        let mut buffer = Buffer::default();
        let mut survivors = buffer.begin(1);
        visit::faces(simd, a, b, motion, 0, 0xffff, &mut survivors);
        let left = |index| visit::crosses(simd, a, motion, &survivors, index);
        let left = (0..survivors.len()).map(left).fold(0, |all, some| all | some);
        assert_eq!(left, visit::whole(simd, a, b, motion, 0xffff).left, "the dive sees the same");
        left
    }
}

/// Four boxes of each side, each pair (c, c) with a corner or an edge point in common up to `f64`
/// rounding: the margin of the slack must keep all of them.
fn touching_nodes(random: &mut Random, rotation: &Matrix3<f64>, shift: &Vector3<f64>) -> [Node; 2] {
    let empty = Node { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 3], child: [Child::leaf(0); 4] };
    let mut nodes = [empty; 2];
    for c in 0..4 {
        let frames = [random.rotation(), random.rotation()].map(|r| r.map(|x| x as f32));
        let frames = if random.below(2) == 0 {
            // B's frame, seen from A, is A's or nearly so: cross axes degenerate.
            let near = rotation.transpose() * frames[0].map(f64::from) * random.rotation();
            [frames[0], near.map(|x| x as f32)]
        } else {
            frames
        };
        let mut reach = [Vector3::zeros(); 2];
        for side in 0..2 {
            let size = random.power(-12, 0);
            for k in 0..3 {
                let flat = if random.below(3) == 0 { random.power(-24, 0) } else { 1.0 };
                nodes[side].half[k][c] = (size * flat * (1.5 + random.real())) as f32;
            }
            // A corner, or a point on an edge or a face.
            reach[side] = Vector3::from_fn(|k, _| {
                let along = if random.below(4) == 0 { random.real() } else { 1.0 };
                let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
                f64::from(nodes[side].half[k][c]) * along * sign
            });
        }
        // x - c = A^-T s for the point with coordinates s in the box.
        let offset = [0, 1].map(|side| {
            let inverse =
                frames[side].map(f64::from).try_inverse().unwrap_or_else(Matrix3::identity);
            inverse.transpose() * reach[side]
        });
        let center_b = random.vector().map(|x| x as f32);
        let in_a = rotation * (center_b.map(f64::from) + offset[1]) + shift;
        // The centre of A is rounded; what that moves is taken up by A's half sides.
        let wanted = in_a - offset[0];
        let center_a = wanted.map(|x| x as f32);
        let moved = frames[0].map(f64::from).transpose() * (wanted - center_a.map(f64::from));
        for k in 0..3 {
            for a in 0..3 {
                nodes[0].frame[k][a][c] = frames[0][(k, a)];
                nodes[1].frame[k][a][c] = frames[1][(k, a)];
            }
            nodes[0].frame[k][3][c] = center_a[k];
            nodes[1].frame[k][3][c] = center_b[k];
            let half = f64::from(nodes[0].half[k][c]) + moved[k].abs();
            nodes[0].half[k][c] = (half as f32).next_up();
        }
    }
    nodes
}

#[test]
fn boxes_that_touch_are_never_parted() {
    let mut random = Random(1);
    let (mut kept, mut parted_without) = (0, 0);
    for _ in 0..100_000 {
        let mut rotation = random.rotation();
        if random.below(3) == 0 {
            // Printed matrices: orthonormal to six digits or fewer.
            let digits = [1e3, 1e5, 1e6][random.below(3) as usize];
            rotation = rotation.map(|x| (x * digits).round() / digits);
        }
        let Ok(pose) = Pose::new(rotation, random.vector()) else { continue };
        let placement = Placement::new(&Pose::identity(), &pose);
        let [a, b] = touching_nodes(&mut random, pose.rotation(), pose.translation());
        let (tree_a, tree_b) = (tree_of(a, no_leaf(), 8.0), tree_of(b, no_leaf(), 8.0));
        let Start::Fast(motion) = Motion::start(&tree_a, &tree_b, &placement) else {
            panic!("in the domain")
        };
        let without = Motion { slack: 0.0, half_slack: 0.0, ..motion.clone() };
        let diagonal = |bits: u32| (0..4).all(|c| bits >> (5 * c) & 1 != 0);
        for level in SimdLevel::all_available() {
            let left = level.dispatch(Overlap(&a, &b, &motion));
            assert!(diagonal(left), "{level}: {left:016b} {a:?} {b:?} {placement:?}");
            kept += 1;
            parted_without += u32::from(!diagonal(level.dispatch(Overlap(&a, &b, &without))));
        }
    }
    // The search means something only if rounding does part such boxes when no slack is given.
    assert!(parted_without > kept / 20, "{parted_without} of {kept}");
}

/// The decision on two leaves.
struct Decide<'n>(&'n Leaf, &'n Leaf, &'n Motion);

impl Kernel for Decide<'_> {
    type Output = Decided;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Decided {
        let motion = self.2;
        leaf::decide(simd, self.0, self.1, motion, &motion.rotation_f64, &motion.translation_f64)
    }
}

fn leaf_of(triangles: &[Triangle; 4]) -> Leaf {
    let mut leaf = Leaf { corners: [[[0.0; 4]; 3]; 3], ids: [0, 1, 2, 3] };
    for c in 0..4 {
        for (v, k) in (0..9).map(|n| (n / 3, n % 3)) {
            leaf.corners[k][v][c] = triangles[c][v][k] as f32;
        }
    }
    leaf
}

/// A triangle in `f32` numbers around a point: of any size and shape.
fn triangle_at(random: &mut Random, middle: &Vector3<f64>, size: f64) -> Triangle {
    let size = size * random.power(-2, 2);
    let thin = if random.below(3) == 0 { random.power(-20, 0) } else { 1.0 };
    let (u, w) = (random.vector() * size, random.vector() * size * thin);
    // Weights of the middle; often the middle is on an edge or a corner.
    let mut weight = || if random.below(8) == 0 { 0.0 } else { random.real().abs() * 0.6 };
    let first = middle - u * weight() - w * weight();
    let corners = [first, first + u, first + w];
    corners.map(|p| Point3::from(p.map(|x| f64::from(x as f32))))
}

#[test]
fn the_leaf_kernel_is_right_near_contact() {
    let mut random = Random(2);
    let (mut decided, mut met, mut unknown) = (0_u32, 0_u32, 0_u32);
    for round in 0..6_000 {
        let rotation = random.rotation();
        let Ok(pose) = Pose::new(rotation, random.vector() * random.power(-4, 8)) else { continue };
        let at_identity = round % 2 == 0;
        let pose_a = if at_identity {
            Pose::identity()
        } else {
            Pose::new(random.rotation(), random.vector()).expect("a rotation")
        };
        let placement = Placement::new(&pose_a, &pose);
        let in_a = random.vector() * random.power(-8, 8);
        let size = random.power(-26, 1);
        let gap = random.vector() * size * random.power(-30, 0);
        let back = placement.rotation.try_inverse().expect("a rotation");
        let in_b = back * (in_a + gap - placement.translation);
        let a = [0; 4].map(|_| triangle_at(&mut random, &in_a, size));
        let b = [0; 4].map(|_| triangle_at(&mut random, &in_b, size));
        let node =
            Node { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 3], child: [Child::EMPTY; 4] };
        let reach =
            |t: &[Triangle; 4]| t.iter().flatten().map(|p| p.coords.norm()).fold(0.0, f64::max);
        let (leaf_a, leaf_b) = (leaf_of(&a), leaf_of(&b));
        let tree_a = tree_of(node, leaf_a, reach(&a) * 1.01);
        let tree_b = tree_of(node, leaf_b, reach(&b) * 1.01);
        let Start::Fast(motion) = Motion::start(&tree_a, &tree_b, &placement) else { continue };
        let exact: Vec<bool> = (0..16)
            .map(|pair| {
                let contact = exact_contact(&a[pair % 4], &pose_a, &b[pair / 4], &pose);
                contact != Contact::Free
            })
            .collect();
        for level in SimdLevel::all_available() {
            let answer = level.dispatch(Decide(&leaf_a, &leaf_b, &motion));
            assert_eq!(answer.pairs, 0xffff);
            assert_eq!(answer.meet & answer.unknown, 0);
            for pair in (0..16).filter(|pair| answer.unknown >> pair & 1 == 0) {
                let meet = answer.meet >> pair & 1 != 0;
                assert_eq!(
                    meet,
                    exact[pair],
                    "{level}: {:?} {:?} {pose_a:?} {pose:?}",
                    a[pair % 4],
                    b[pair / 4]
                );
                decided += 1;
                met += u32::from(meet);
            }
            unknown += answer.unknown.count_ones();
        }
    }
    let all = decided + unknown;
    assert!(
        met > all / 20 && unknown > all / 20 && decided - met > all / 20,
        "{met} meet, {} apart, {unknown} unknown",
        decided - met
    );
}
