//! From drafts to the tree's own nodes and leaves, all but the measured boxes.

use std::ops::Range;

use nalgebra::{Matrix3, Vector3};
use obbtree_mesh::Mesh;
use obbtree_simd::{Kernel, Lanes, Level};
use obbtree_tree::wide::{Child, Leaf, MAX_AXES_SKEW, Node};

use super::boxes::{CORNERS, Corners};
use super::eigen::{Frame, IDENTITY};
use super::rows;
use super::threads::{all_chunks, map};
use super::top_down::Draft;

/// Nodes with axes and children, and the places of the leaves' triangles, in the order in which
/// nodes name leaves.
pub(super) fn lay_out(drafts: &[Draft], parallel: bool) -> (Vec<Node>, Vec<Range<usize>>) {
    let mut groups = Vec::with_capacity(drafts.len() * 3);
    let mut first_leaf = Vec::with_capacity(drafts.len());
    for draft in drafts {
        first_leaf.push(groups.len() as u32);
        for child in draft.children.iter().flatten().filter(|child| child.node.is_none()) {
            groups.push(child.start as usize..(child.start + child.count) as usize);
        }
    }
    let nodes = map(parallel, drafts, |i, draft| {
        let mut node =
            Node { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 3], child: [Child::EMPTY; 4] };
        let mut leaf = first_leaf[i];
        for (c, child) in draft.children.iter().enumerate() {
            let axes = child.map_or(IDENTITY, |child| orthonormal(&child.frame));
            for a in 0..3 {
                for k in 0..3 {
                    node.frame[k][a][c] = axes[a][k];
                }
            }
            let Some(child) = child else { continue };
            node.child[c] = child.node.map_or_else(|| Child::leaf(leaf), Child::node);
            leaf += u32::from(child.node.is_none());
        }
        node
    });
    (nodes, groups)
}

/// The nearby frame whose `f32` axes are as orthonormal as `f32` can be, right-handed; identity if
/// there is none.
pub(super) fn orthonormal(frame: &Frame) -> Frame {
    let [u, v, _] = frame.map(|axis| Vector3::from(axis.map(f64::from)));
    let u = u.normalize();
    let v = (v - u * u.dot(&v)).normalize();
    let w = u.cross(&v);
    let axes = [u, v, w].map(|axis| [axis.x as f32, axis.y as f32, axis.z as f32]);
    let exact = Matrix3::from_fn(|k, a| f64::from(axes[a][k]));
    let skew = (exact.transpose() * exact - Matrix3::identity()).norm();
    if skew <= MAX_AXES_SKEW && exact.determinant() > 0.0 { axes } else { IDENTITY }
}

/// Fills leaves, whose ids are there, from the mesh; are all their coordinates `f32` numbers?
///
/// Places behind the last used one repeat the first.
pub(super) fn fill_leaves(mesh: &Mesh, leaves: &mut [Leaf], level: Level, parallel: bool) -> bool {
    all_chunks(parallel, leaves, |leaves| level.dispatch(Fill { mesh, leaves }))
}

struct Fill<'a> {
    mesh: &'a Mesh,
    leaves: &'a mut [Leaf],
}

impl Kernel for Fill<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> bool {
        let mut single = true;
        for leaf in self.leaves {
            let corners = corners_of(leaf, self.mesh);
            let mut changed = 0;
            for k in 0..3 {
                let near = corners[k].map(|x| x as f32);
                for l in 0..CORNERS {
                    changed |= f64::from(near[l]).to_bits() ^ corners[k][l].to_bits();
                }
                let near = near.map(|x| rows::max(rows::min(x, f32::MAX), -f32::MAX));
                leaf.corners[k].as_flattened_mut().copy_from_slice(&near);
            }
            single &= changed == 0;
        }
        single
    }
}

/// The corners of a leaf's triangles as the mesh has them.
#[inline(always)]
pub(super) fn corners_of(leaf: &Leaf, mesh: &Mesh) -> Corners {
    let mut corners = [[0.0; CORNERS]; 3];
    for c in 0..4 {
        let id = if leaf.ids[c] == Leaf::NO_TRIANGLE { leaf.ids[0] } else { leaf.ids[c] };
        for (v, &vertex) in mesh.triangles()[id as usize].iter().enumerate() {
            let x = &mesh.vertices()[vertex as usize];
            for k in 0..3 {
                corners[k][4 * v + c] = x[k];
            }
        }
    }
    corners
}
