//! A leaf as a node of four flat boxes, one for each triangle.
//!
//! The box of a leaf is the last that the tree has. A body that is small against it meets the box
//! nearly everywhere, so bodies of unlike size look at the triangles' own boxes before the small
//! body is descended.

use nalgebra::Vector3;
use obbtree_predicates::round_up_f32;
use obbtree_simd::{Kernel, Lanes};
use obbtree_tree::wide::{Child, Leaf, Node, Tree};

use super::relevance_sphere::RelevanceSphere;
use crate::boxes::frame::norm_1;

/// Numbers of the four triangles.
type Four = [f64; 4];
/// Vectors of the four triangles, component by component.
type Vectors = [Four; 3];

const ZERO: Vectors = [[0.0; 4]; 3];

/// The square of the sine below which two edges do not tell the normal: rounding of the cross
/// product then moves it by at most 2^-31, far less than rounding axes to `f32` does.
const LEAST_SINE_SQ: f64 = 1.0 / (1_u64 << 40) as f64;

/// Bounds the rounding error of an extent: three corners' differences, three products, and the
/// sums.
const EXTENT_REL_ERR: f64 = 1.0 / (1_u64 << 48) as f64;

/// Corners in `f32` of an `f64` mesh are off by half an ulp in each component, and by what taking
/// the origin off has rounded in `f64`; along an axis, by that times at most the square root of
/// three.
const CORNER_REL_ERR: f64 = 2.0 / (1_u64 << 24) as f64;

/// 2^-147, more than what they are off where they underflow in `f32`: 2^-150 in each component.
const CORNER_UNDERFLOW: f64 = 4.0 * f32::MIN_POSITIVE as f64 / (1_u32 << 23) as f64;

/// `1 + 2^-20`. At least the length of an axis that is rounded to `f32`.
const LONGEST_AXIS: f64 = 1.0 + 1.0 / (1_u64 << 20) as f64;

/// What the culling lemma of [`QueryFrame`](crate::boxes::frame::QueryFrame) needs for each unit
/// that a centre is farther from the origin than the tree's farthest: the errors of a centre are
/// at most 2^-20 of it. Half sides that are larger by so much cover it, as a box moved by the
/// error is inside of that box.
const FAR_CENTER: f64 = 1.0 / (1_u64 << 19) as f64;

/// The node of a leaf. Its children are marked as leaves, and all have the leaf's index.
///
/// All in `f64`, lane by lane and without fused operations: the same bits on every instruction set.
pub(crate) struct OpenLeaf<'t> {
    pub(crate) tree: &'t Tree,
    pub(crate) index: u32,
    pub(crate) leaf: &'t Leaf,
    /// The boxes hold only what of the triangles lies in it.
    pub(crate) near: RelevanceSphere,
}

impl Kernel for OpenLeaf<'_> {
    type Output = Node;

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> Node {
        let Self { tree, index, leaf, near } = self;
        let corners = corners(tree, leaf);
        let axes = axes(&corners);
        let mut node =
            Node { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 3], child: [Child::EMPTY; 4] };
        for c in 0..leaf.used() {
            node.child[c] = Child::leaf(index);
        }
        for k in 0..3 {
            for a in 0..3 {
                for c in 0..4 {
                    node.frame[k][a][c] = axes[a][k][c] as f32;
                }
            }
        }
        set_centers(&mut node, &corners, &axes, &near);
        let margins = margins(tree, leaf, &node);
        set_halves(&mut node, &corners, &margins, &near);
        node
    }
}

/// The corners in the frame of the tree's nodes.
#[inline(always)]
fn corners(tree: &Tree, leaf: &Leaf) -> [Vectors; 3] {
    let (origin, leaf_origin) = (tree.origin(), tree.leaf_origin());
    let mut corners = [ZERO; 3];
    for k in 0..3 {
        let offset = leaf_origin[k] - origin[k];
        for v in 0..3 {
            for c in 0..4 {
                corners[v][k][c] = f64::from(leaf.corners[k][v][c]) + offset;
            }
        }
    }
    corners
}

/// `[axis]`: along the longest edge, in the plane across it, and the normal.
#[inline(always)]
fn axes(corners: &[Vectors; 3]) -> [Vectors; 3] {
    let edges = [
        difference(&corners[1], &corners[0]),
        difference(&corners[2], &corners[1]),
        difference(&corners[0], &corners[2]),
    ];
    let mut longest = edges[0];
    let mut length_sq = dot(&edges[0], &edges[0]);
    for edge in &edges[1..] {
        let square = dot(edge, edge);
        for c in 0..4 {
            let is_longer = square[c] > length_sq[c];
            for k in 0..3 {
                longest[k][c] = if is_longer { edge[k][c] } else { longest[k][c] };
            }
            length_sq[c] = if is_longer { square[c] } else { length_sq[c] };
        }
    }
    let mut normal = cross(&edges[0], &edges[1]);
    let square = dot(&normal, &normal);
    for c in 0..4 {
        // Written so that NaN is no normal.
        if !(square[c] > LEAST_SINE_SQ * length_sq[c] * length_sq[c]
            && length_sq[c] > f64::MIN_POSITIVE)
        {
            let [along, across] = frame_of(longest.map(|x| x[c]));
            for k in 0..3 {
                (longest[k][c], normal[k][c]) = (along[k], across[k]);
            }
        }
    }
    let (along, normal) = (normalized(&longest), normalized(&normal));
    [along, cross(&normal, &along), normal]
}

/// For triangles without a clear normal: two orthogonal directions, the first along a vector if
/// it has a direction.
fn frame_of(along: [f64; 3]) -> [[f64; 3]; 2] {
    let along = Vector3::from(along).try_normalize(f64::MIN_POSITIVE).unwrap_or(Vector3::x());
    let across = along.cross(&Vector3::ith(along.iamin(), 1.0)).normalize();
    [along.into(), across.into()]
}

/// The middle of the ends along the axes of what is near of each triangle, rounded.
#[inline(always)]
fn set_centers(
    node: &mut Node,
    corners: &[Vectors; 3],
    axes: &[Vectors; 3],
    near: &RelevanceSphere,
) {
    let mut center = corners[0];
    let mut to_near = ZERO;
    for k in 0..3 {
        for c in 0..4 {
            to_near[k][c] = near.center[k] - corners[0][k][c];
        }
    }
    for axis in axes {
        let to_1 = dot(axis, &difference(&corners[1], &corners[0]));
        let to_2 = dot(axis, &difference(&corners[2], &corners[0]));
        let middle = dot(axis, &to_near);
        for c in 0..4 {
            let low = lesser(lesser(to_1[c], to_2[c]), 0.0);
            let high = greater(greater(to_1[c], to_2[c]), 0.0);
            let [low, high] = cut([low, high], middle[c], near.radius);
            for k in 0..3 {
                center[k][c] += 0.5 * (low + high) * axis[k][c];
            }
        }
    }
    for k in 0..3 {
        for c in 0..4 {
            node.frame[k][3][c] = center[k][c] as f32;
        }
    }
}

/// What is added to the half sides of each box, besides the rounding of extents.
#[inline(always)]
fn margins(tree: &Tree, leaf: &Leaf, node: &Node) -> Four {
    let mut margins = [0.0; 4];
    for c in 0..4 {
        if tree.exact().is_some() {
            let mut largest = 0.0_f64;
            for corner in leaf.corners.as_flattened() {
                largest = greater(f64::from(corner[c].abs()), largest);
            }
            margins[c] = CORNER_REL_ERR * largest
                + (EXTENT_REL_ERR * norm_1(tree.origin()) + CORNER_UNDERFLOW);
        }
        let center = node.center(c);
        if !(center.norm_squared() <= f64::from(tree.largest_center()).powi(2)) {
            margins[c] += FAR_CENTER * norm_1(center.into());
        }
    }
    margins
}

/// What of an interval is within a radius of a place; the end next to it if nothing is.
#[inline(always)]
fn cut([low, high]: [f64; 2], middle: f64, radius: f64) -> [f64; 2] {
    let from = lesser(greater(low, middle - radius), high);
    [from, greater(lesser(high, middle + radius), from)]
}

/// Half sides: the extents about the rounded centres, along the rounded axes, of what is near.
///
/// The axes are at most [`LONGEST_AXIS`], so along them a point of the sphere is within the
/// radius times that of the sphere's centre. Where nothing of a triangle is near, any box will
/// do.
#[inline(always)]
fn set_halves(node: &mut Node, corners: &[Vectors; 3], margins: &Four, near: &RelevanceSphere) {
    for a in 0..3 {
        let [mut low, mut high] = [[f64::INFINITY; 4], [f64::NEG_INFINITY; 4]];
        let mut rounding = [0.0; 4];
        for corner in corners {
            let mut along = [0.0; 4];
            let mut sizes = [0.0; 4];
            for k in 0..3 {
                for c in 0..4 {
                    let (center, axis) = (node.frame[k][3][c], node.frame[k][a][c]);
                    along[c] += f64::from(axis) * (corner[k][c] - f64::from(center));
                    sizes[c] += corner[k][c].abs() + f64::from(center.abs());
                }
            }
            for c in 0..4 {
                low[c] = lesser(along[c], low[c]);
                high[c] = greater(along[c], high[c]);
                rounding[c] = greater(EXTENT_REL_ERR * sizes[c], rounding[c]);
            }
        }
        let mut middle = [0.0; 4];
        let mut sizes = [0.0; 4];
        for k in 0..3 {
            for c in 0..4 {
                let (center, axis) = (node.frame[k][3][c], node.frame[k][a][c]);
                middle[c] += f64::from(axis) * (near.center[k] - f64::from(center));
                sizes[c] += near.center[k].abs() + f64::from(center.abs());
            }
        }
        for c in 0..4 {
            let radius = LONGEST_AXIS * near.radius + EXTENT_REL_ERR * sizes[c];
            let [low, high] = cut([low[c], high[c]], middle[c], radius);
            let half = greater(-low, high);
            node.half[a][c] = round_up_f32(greater(half, 0.0) + rounding[c] + margins[c]);
        }
    }
}

/// Without the care for NaN that `f64::max` takes.
#[inline(always)]
fn greater(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

#[inline(always)]
fn lesser(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

#[inline(always)]
fn difference(p: &Vectors, q: &Vectors) -> Vectors {
    let mut difference = ZERO;
    for k in 0..3 {
        for c in 0..4 {
            difference[k][c] = p[k][c] - q[k][c];
        }
    }
    difference
}

#[inline(always)]
fn dot(p: &Vectors, q: &Vectors) -> Four {
    let mut dot = [0.0; 4];
    for k in 0..3 {
        for c in 0..4 {
            dot[c] += p[k][c] * q[k][c];
        }
    }
    dot
}

#[inline(always)]
fn cross(p: &Vectors, q: &Vectors) -> Vectors {
    let mut cross = ZERO;
    for k in 0..3 {
        let (u, v) = ((k + 1) % 3, (k + 2) % 3);
        for c in 0..4 {
            cross[k][c] = p[u][c] * q[v][c] - p[v][c] * q[u][c];
        }
    }
    cross
}

#[inline(always)]
fn normalized(vectors: &Vectors) -> Vectors {
    let mut normalized = *vectors;
    let square = dot(vectors, vectors);
    for c in 0..4 {
        let factor = 1.0 / square[c].sqrt();
        for k in 0..3 {
            normalized[k][c] *= factor;
        }
    }
    normalized
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix3, Vector3};
    use obbtree_mesh::Mesh;
    use obbtree_simd::SimdLevel;
    use obbtree_tree::wide::{MAX_AXES_SKEW, TreeParts};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    fn vector(random: &mut Pcg64Mcg) -> Vector3<f64> {
        Vector3::from_fn(|_, _| random.random_range(-1.0..1.0))
    }

    /// Thin, long, degenerate and tiny ones among them.
    fn triangle(random: &mut Pcg64Mcg) -> [Vector3<f64>; 3] {
        let size = 2.0_f64.powi(random.random_range(-30..4));
        let [p, q, r] = [(); 3].map(|()| vector(random));
        let thin = 2.0_f64.powi(random.random_range(-60..0));
        let corners = match random.random_range(0..6) {
            0 => [p, p, p],
            1 => [p, q, p],
            2 => [p, q, (p + q) / 2.0],
            3 => [p, q, (p + q) / 2.0 + r * thin],
            4 => [p, p + q * thin, p + r],
            _ => [p, q, r],
        };
        let at = vector(random) * 2.0_f64.powi(random.random_range(-10..10));
        corners.map(|corner| corner * size + at)
    }

    #[test]
    fn every_box_is_a_valid_one_and_holds_its_triangle_on_every_instruction_set() {
        let random = &mut Pcg64Mcg::seed_from_u64(11);
        let mut thickness = Vec::new();
        let (mut in_sphere, mut is_cut, mut farthest) = (0, 0, 0.0_f64);
        for round in 0..20_000 {
            // Some in a unit in which `f32` underflows.
            let unit = if round % 8 == 7 { 2.0_f64.powi(-(round % 150)) } else { 1.0 };
            let triangles = [(); 4].map(|()| triangle(random).map(|corner| corner * unit));
            // Every other mesh has coordinates in `f64`, and its leaves are off by a rounding.
            let is_f64 = round % 2 == 0;
            let origin = vector(random) * (unit * f64::from(random.random_range(0..3_u8)));
            let leaf_origin = if is_f64 { origin } else { Vector3::zeros() };
            let leaf = Leaf::of(&[0, 1, 2, 3], |id| {
                triangles[id as usize].map(|corner| (corner - leaf_origin).into())
            });
            let corner = |v: usize, c: usize| match is_f64 {
                true => triangles[c][v] - origin,
                false => Vector3::from_fn(|k, _| f64::from(leaf.corners[k][v][c])) - origin,
            };
            let exact = || {
                let vertices = triangles.as_flattened().iter().map(|&corner| corner.into());
                let ids = [0, 3, 6, 9].map(|first| [first, first + 1, first + 2]);
                Mesh::new(vertices.collect(), ids.into()).expect("in range")
            };
            let tree = Tree::from_parts_unchecked(TreeParts {
                origin: origin.into(),
                largest_center: [f32::MAX, 1.0][random.random_range(0..2)],
                exact: is_f64.then(exact),
                ..TreeParts::default()
            });
            // In every third the other body is around a corner, from as large as the triangle to
            // far less.
            let near = match round % 3 {
                0 => RelevanceSphere {
                    center: (corner(0, 0) + 0.1 * unit * vector(random)).into(),
                    radius: unit * 2.0_f64.powi(random.random_range(-20..2)),
                },
                _ => RelevanceSphere::EVERYWHERE,
            };
            let open = |level: SimdLevel| {
                level.dispatch(OpenLeaf { tree: &tree, index: 7, leaf: &leaf, near })
            };
            let node = open(SimdLevel::detect());
            assert!(SimdLevel::all_available().into_iter().all(|level| open(level) == node));
            for c in 0..4 {
                let (axes, half) = (node.axes(c), node.half(c));
                let skew = (axes.transpose() * axes - Matrix3::identity()).norm();
                assert!(skew <= MAX_AXES_SKEW && axes.determinant() > 0.0, "{axes}");
                let corners = [0, 1, 2].map(|v| corner(v, c));
                // Corners, and points between a corner and another place of the triangle.
                for n in 0..24 {
                    let [x, y] = [random.random_range(0.0..1.0), random.random_range(0.0..1.0)];
                    let to = corners[1].lerp(&corners[2], x).lerp(&corners[0], y);
                    let share = 2.0_f64.powi(-(n / 3));
                    let point = corners[n as usize % 3].lerp(&to, if n < 3 { 0.0 } else { share });
                    if (point - Vector3::from(near.center)).norm() > near.radius {
                        continue;
                    }
                    in_sphere += 1;
                    let along = axes.transpose() * (point - node.center(c));
                    // What `f64` rounds here is far below what half sides are rounded up by.
                    assert!((0..3).all(|a| along[a].abs() <= half[a]), "{along} {half}");
                }
                if near == RelevanceSphere::EVERYWHERE {
                    thickness.push(half.min() / half.max());
                } else {
                    let beyond = half.max() / near.radius;
                    farthest = beyond.max(farthest);
                    is_cut += u32::from(beyond <= 1.1);
                }
            }
        }
        thickness.sort_unstable_by(f64::total_cmp);
        assert!(thickness[thickness.len() / 4] < 1e-4, "flat boxes are flat");
        assert!(in_sphere > 1_000_000 && is_cut > 10_000, "{in_sphere} {is_cut} {farthest}");
    }
}
