//! A plain builder of wide trees, short enough to trust by eye: each child gets the frame of its
//! triangles' corners' covariance; the child with the most triangles is split at the median of its
//! longest axis until there are four. Not fast, and not the best trees.

use nalgebra::{Matrix3, SymmetricEigen, Vector3};
use obbtree_mesh::Mesh;
use obbtree_predicates::Triangle;
use obbtree_tree::wide::{Child, Leaf, Node, Tree, TreeParts};

/// Half side of an empty place: no box reaches it.
const NOWHERE: f32 = -f32::from_bits((127 + 125) << 23);

/// Builds the tree of a mesh, with leaves of up to `leaf_size` triangles (1 to 4).
pub fn build(mesh: &Mesh, leaf_size: usize) -> Tree {
    assert!((1..=4).contains(&leaf_size));
    let triangles: Vec<Triangle> = mesh.triangles().iter().map(|t| corners(mesh, t)).collect();
    let points = || triangles.iter().flatten();
    let low = points().fold([f64::INFINITY; 3], |m, p| [0, 1, 2].map(|k| m[k].min(p[k])));
    let high = points().fold([f64::NEG_INFINITY; 3], |m, p| [0, 1, 2].map(|k| m[k].max(p[k])));
    let middle = [0, 1, 2].map(|k| low[k] / 2.0 + high[k] / 2.0);
    // Scaled, as the squares of lengths below 1e-154 lose their digits.
    let size = points().flat_map(|p| p.iter()).fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
    let distance =
        |p: &nalgebra::Point3<f64>| size * (p / size - Vector3::from(middle) / size).coords.norm();
    let radius = points().map(distance).fold(0.0, f64::max);
    let is_f32 = points().all(|p| p.iter().all(|&x| f64::from(x as f32) == x));
    let mut parts = TreeParts {
        exact: (!is_f32).then(|| mesh.clone()),
        origin: middle,
        sphere_center: middle,
        sphere_radius: radius * (1.0 + 1e-12) + 1e-300,
        ..TreeParts::default()
    };
    let mut ids: Vec<u32> = (0..triangles.len() as u32).collect();
    let leaf_origin = if is_f32 { [0.0; 3] } else { middle };
    let mut builder = Builder { triangles: &triangles, parts: &mut parts, leaf_size, leaf_origin };
    builder.node(&mut ids);
    if size < f64::from(f32::MAX) / 4.0 {
        Tree::from_parts(parts).expect("a tree")
    } else {
        // Beyond the range of `f32` its boxes are infinite, which `from_parts` refuses.
        Tree::from_parts_unchecked(parts)
    }
}

fn corners(mesh: &Mesh, triangle: &[u32; 3]) -> Triangle {
    triangle.map(|vertex| mesh.vertices()[vertex as usize].into())
}

struct Builder<'m> {
    triangles: &'m [Triangle],
    parts: &'m mut TreeParts,
    leaf_size: usize,
    leaf_origin: [f64; 3],
}

impl Builder<'_> {
    /// Adds the node of these triangles, and all below it; returns its number.
    fn node(&mut self, ids: &mut [u32]) -> u32 {
        let number = self.parts.nodes.len();
        let empty =
            Node { frame: [[[0.0; 4]; 4]; 3], half: [[NOWHERE; 4]; 3], child: [Child::EMPTY; 4] };
        self.parts.nodes.push(empty);
        let mut groups: Vec<&mut [u32]> = vec![ids];
        while groups.len() < 4 {
            groups.sort_by_key(|group| group.len());
            match groups.pop() {
                Some(most) if most.len() > self.leaf_size => {
                    let (left, right) = self.split(most);
                    groups.extend([left, right]);
                }
                last => {
                    groups.extend(last);
                    break;
                }
            }
        }
        let mut node = empty;
        // Leaves first: a node's own come before those below it.
        groups.sort_by_key(|group| group.len() > self.leaf_size);
        for (place, group) in groups.into_iter().enumerate() {
            self.fit(&mut node, place, group);
            node.child[place] = if group.len() <= self.leaf_size {
                Child::leaf(self.leaf(group))
            } else {
                Child::node(self.node(group))
            };
        }
        self.parts.nodes[number] = node;
        number as u32
    }

    fn leaf(&mut self, ids: &[u32]) -> u32 {
        let mut leaf = Leaf { corners: [[[0.0; 4]; 3]; 3], ids: [Leaf::NO_TRIANGLE; 4] };
        for place in 0..4 {
            let id = ids.get(place).copied();
            leaf.ids[place] = id.unwrap_or(Leaf::NO_TRIANGLE);
            let triangle = self.triangles[id.unwrap_or(ids[0]) as usize];
            for (v, k) in (0..9).map(|n| (n / 3, n % 3)) {
                let near = triangle[v][k] - self.leaf_origin[k];
                leaf.corners[k][v][place] = (near as f32).clamp(-f32::MAX, f32::MAX);
            }
        }
        self.parts.leaves.push(leaf);
        (self.parts.leaves.len() - 1) as u32
    }

    /// Every corner of these triangles, relative to the tree's origin.
    fn points<'p>(&'p self, ids: &'p [u32]) -> impl Iterator<Item = Vector3<f64>> + 'p {
        let origin = Vector3::from(self.parts.origin);
        ids.iter().flat_map(move |&id| self.triangles[id as usize].map(|p| p.coords - origin))
    }

    /// Axes as columns, right-handed, the longest first or last.
    fn axes(&self, ids: &[u32]) -> Matrix3<f64> {
        let n = 3.0 * ids.len() as f64;
        let mean = self.points(ids).map(|p| p / n).sum::<Vector3<f64>>();
        let scale = self.points(ids).map(|p| (p - mean).amax()).fold(0.0, f64::max);
        if !(scale > 0.0 && scale.is_finite()) {
            return Matrix3::identity();
        }
        let covariance = self.points(ids).map(|p| (p - mean) / scale).map(|d| d * d.transpose());
        let mut axes = SymmetricEigen::new(covariance.sum::<Matrix3<f64>>()).eigenvectors;
        if axes.determinant() < 0.0 {
            axes.column_mut(2).neg_mut();
        }
        if (axes.transpose() * axes - Matrix3::identity()).norm() < 1e-12 {
            axes
        } else {
            Matrix3::identity()
        }
    }

    fn split<'i>(&self, ids: &'i mut [u32]) -> (&'i mut [u32], &'i mut [u32]) {
        let axes = self.axes(ids);
        let range = |j: usize| {
            let along = |p: Vector3<f64>| axes.column(j).dot(&p);
            let low = self.points(ids).map(along).fold(f64::INFINITY, f64::min);
            self.points(ids).map(along).fold(f64::NEG_INFINITY, f64::max) - low
        };
        let ranges = [range(0), range(1), range(2)];
        let longest = (0..3).max_by(|&i, &j| ranges[i].total_cmp(&ranges[j])).unwrap_or(0);
        let middle = |id: &u32| -> f64 {
            self.points(std::slice::from_ref(id)).map(|p| axes.column(longest).dot(&p)).sum()
        };
        ids.sort_by(|x, y| middle(x).total_cmp(&middle(y)));
        ids.split_at_mut(ids.len() / 2)
    }

    /// Writes the box of these triangles into a place of a node.
    ///
    /// The `f32` frame is the box; half sides are rounded up to hold every exact corner: the `f64`
    /// evaluation is off by less than 2^-49 of what goes into it.
    fn fit(&mut self, node: &mut Node, place: usize, ids: &[u32]) {
        let axes = self.axes(ids).map(|x| x as f32);
        let wide = axes.map(f64::from);
        let mut low = Vector3::repeat(f64::INFINITY);
        let mut high = Vector3::repeat(f64::NEG_INFINITY);
        for p in self.points(ids) {
            low = low.inf(&(wide.transpose() * p));
            high = high.sup(&(wide.transpose() * p));
        }
        let center = (wide * (low / 2.0 + high / 2.0)).map(|x| x as f32);
        let wide_center = center.map(f64::from);
        let origin = Vector3::from(self.parts.origin);
        let mut half = Vector3::zeros();
        for p in self.points(ids) {
            let reach = (wide.transpose() * (p - wide_center)).abs();
            let error =
                ((p + origin).amax() + origin.amax() + wide_center.amax()) / (1_u64 << 49) as f64;
            half = half.sup(&reach.add_scalar(error));
        }
        let mut length = 0.0;
        for a in 0..3 {
            for k in 0..3 {
                node.frame[k][a][place] = axes[(k, a)];
            }
            node.frame[a][3][place] = center[a];
            node.half[a][place] = (half[a] as f32).next_up();
            length += f64::from(node.half[a][place]).powi(2);
        }
        let up = |x: f64| (x as f32).next_up();
        self.parts.largest_half = self.parts.largest_half.max(up(length.sqrt()));
        self.parts.largest_center = self.parts.largest_center.max(up(wide_center.norm()));
    }
}
