//! Solids of boxes between planes across the axes, and where instances of them are, in integers.

use std::collections::{BTreeMap, BTreeSet};

use nalgebra::{Matrix3, Vector3};
use obbtree_assets::CUBOID_SIDES;
use obbtree_collider::Body;
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Lowest and highest coordinate along each axis, in [`units`].
pub(crate) type Bounds = [[i128; 2]; 3];

/// A coordinate in units of 2^-55, which all coordinates here are multiples of.
pub(crate) fn units(x: f64) -> i128 {
    let scaled = x * 2.0_f64.powi(55);
    assert!(scaled.trunc() == scaled, "{x:e} is between two units");
    scaled as i128
}

/// Planes lie on a lattice of this step, but for those that are an ulp beside it.
pub(crate) const STEP: f64 = 0.25;

/// Cells, connected by faces, of a grid between planes; its own coordinates are 1 to 8 or, where
/// it is mirrored, -8 to -1.
#[derive(Clone)]
pub(crate) struct Solid {
    planes: [Vec<f64>; 3],
    cells: BTreeSet<[usize; 3]>,
    pub(crate) is_mirrored: bool,
}

impl Solid {
    /// A box, a plate an ulp thick, a box with a cavity, or a few cells.
    pub(crate) fn random(rng: &mut Pcg64Mcg) -> Self {
        let kind = rng.random_range(0..12);
        let count = |rng: &mut Pcg64Mcg| match kind {
            0..5 => 1,
            5 => 3,
            _ => rng.random_range(1..=3),
        };
        let mut planes: [Vec<f64>; 3] = std::array::from_fn(|_| {
            let mut x = f64::from(rng.random_range(4..12)) * STEP;
            let mut planes = vec![x];
            for _ in 0..count(rng) {
                x += f64::from(rng.random_range(1..4)) * STEP;
                planes.push(x);
            }
            planes.into_iter().map(|x| beside(rng, x, 8)).collect()
        });
        if kind == 0 {
            let axis = rng.random_range(0..3);
            planes[axis][1] = planes[axis][0].next_up();
        }
        loop {
            let size = planes.each_ref().map(|planes| planes.len() - 1);
            let cells = if kind == 5 { hollow() } else { random_cells(rng, size) };
            let solid = Self { planes: planes.clone(), cells, is_mirrored: false };
            if !solid.has_shared_edge() {
                return solid;
            }
        }
    }

    /// Mirrored at x = 0.
    pub(crate) fn mirrored(&self) -> Self {
        let mut planes = self.planes.clone();
        planes[0] = planes[0].iter().rev().map(|x| -x).collect();
        let last = planes[0].len() - 2;
        let cells = self.cells.iter().map(|&[x, y, z]| [last - x, y, z]).collect();
        Self { planes, cells, is_mirrored: !self.is_mirrored }
    }

    pub(crate) fn is_box(&self) -> bool {
        self.cells.len() == 1
    }

    /// The lowest corner and the highest one.
    fn ends(&self) -> [[f64; 2]; 3] {
        self.planes.each_ref().map(|planes| [planes[0], planes[planes.len() - 1]])
    }

    /// The faces of cells that no other cell has, outwards.
    fn faces(&self) -> Vec<[[usize; 3]; 4]> {
        let mut faces = Vec::new();
        for cell in &self.cells {
            for side in CUBOID_SIDES {
                let corner = |n: u32| [0, 1, 2].map(|k| cell[k] + (n as usize >> k & 1));
                let face = side.map(corner);
                // The axis along which all four corners are the same.
                let is_across = |&k: &usize| face.iter().all(|corner| corner[k] == face[0][k]);
                let axis = (0..3).find(is_across).expect("a side of a cube");
                let mut beyond = *cell;
                beyond[axis] = if face[0][axis] > cell[axis] {
                    cell[axis] + 1
                } else {
                    cell[axis].wrapping_sub(1)
                };
                if !self.cells.contains(&beyond) {
                    faces.push(face);
                }
            }
        }
        faces
    }

    /// Has an edge four faces, so that it bounds nothing for sure?
    fn has_shared_edge(&self) -> bool {
        let mut uses = BTreeMap::new();
        for face in self.faces() {
            for k in 0..4 {
                let ends = [face[k], face[(k + 1) % 4]];
                *uses.entry([ends[0].min(ends[1]), ends[0].max(ends[1])]).or_insert(0) += 1;
            }
        }
        uses.values().any(|&count| count > 2)
    }

    /// A mesh of it, with either diagonal in each face and either winding.
    pub(crate) fn body(&self, rng: &mut Pcg64Mcg) -> Body {
        let looks_inwards = rng.random_range(0..3) == 0;
        let (mut numbers, mut vertices, mut triangles) = (BTreeMap::new(), Vec::new(), Vec::new());
        for mut face in self.faces() {
            if looks_inwards {
                face.reverse();
            }
            face.rotate_left(rng.random_range(0..2));
            let [a, b, c, d] = face.map(|corner| {
                *numbers.entry(corner).or_insert_with(|| {
                    vertices.push([0, 1, 2].map(|k| self.planes[k][corner[k]]));
                    vertices.len() as u32 - 1
                })
            });
            triangles.extend([[a, b, c], [a, c, d]]);
        }
        Body::new(Mesh::new(vertices, triangles).expect("a mesh"))
    }

    /// The cells as boxes in the world.
    pub(crate) fn boxes(&self, place: &Place) -> Vec<Bounds> {
        let of_cell = |cell: &[usize; 3]| {
            std::array::from_fn(|k| {
                let (from, sign) = place.axes[k];
                let planes = &self.planes[from][cell[from]..cell[from] + 2];
                let [a, b] = [planes[0], planes[1]].map(|x| units(sign * x));
                [a.min(b), a.max(b)].map(|x| x + units(place.translation[k]))
            })
        };
        self.cells.iter().map(of_cell).collect()
    }
}

/// A number, or one in so many times one of its neighbours.
fn beside(rng: &mut Pcg64Mcg, x: f64, of: u32) -> f64 {
    match rng.random_range(0..2 * of) {
        0 => x.next_up(),
        1 => x.next_down(),
        _ => x,
    }
}

/// All of a 3 x 3 x 3 grid but the middle.
fn hollow() -> BTreeSet<[usize; 3]> {
    let all = (0..27).map(|n| [n % 3, n / 3 % 3, n / 9]);
    all.filter(|cell| *cell != [1; 3]).collect()
}

/// Up to seven cells, from one on.
fn random_cells(rng: &mut Pcg64Mcg, size: [usize; 3]) -> BTreeSet<[usize; 3]> {
    let mut cells = BTreeSet::from([size.map(|count| rng.random_range(0..count))]);
    for _ in 0..rng.random_range(0..16) {
        let mut next = *cells.iter().nth(rng.random_range(0..cells.len())).expect("some");
        let axis = rng.random_range(0..3);
        next[axis] = if rng.random() { next[axis] + 1 } else { next[axis].wrapping_sub(1) };
        if next[axis] < size[axis] && cells.len() < 7 {
            cells.insert(next);
        }
    }
    cells
}

/// Where an instance is: a rotation of a cube onto itself, and a translation, both exact.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// For each axis of the world: the axis of the solid, and its sign.
    axes: [(usize, f64); 3],
    translation: [f64; 3],
}

impl Place {
    /// Where the solid is itself.
    pub(crate) fn identity() -> Self {
        Self { axes: [(0, 1.0), (1, 1.0), (2, 1.0)], translation: [0.0; 3] }
    }

    /// With the lowest corner on a lattice from 0 to `room`, or an ulp beside it.
    pub(crate) fn random(rng: &mut Pcg64Mcg, solid: &Solid, room: f64) -> Self {
        let mut from = [0, 1, 2];
        from.swap(0, rng.random_range(0..3));
        from.swap(1, rng.random_range(1..3));
        let mut axes = from.map(|axis| (axis, if rng.random() { 1.0 } else { -1.0 }));
        if matrix(&axes).determinant() < 0.0 {
            axes[2].1 = -axes[2].1;
        }
        let translation = std::array::from_fn(|k| {
            let (axis, sign) = axes[k];
            let ends = solid.ends()[axis].map(|x| sign * x);
            let lowest = (ends[0].min(ends[1]) / STEP).round() * STEP;
            let steps = rng.random_range(0..(room / STEP) as u32);
            let x = f64::from(steps) * STEP - lowest;
            if x == 0.0 { x } else { beside(rng, x, 6) }
        });
        Self { axes, translation }
    }

    pub(crate) fn pose(&self) -> Pose {
        Pose::new(matrix(&self.axes), Vector3::from(self.translation)).expect("a rotation")
    }
}

fn matrix(axes: &[(usize, f64); 3]) -> Matrix3<f64> {
    Matrix3::from_fn(|row, column| if axes[row].0 == column { axes[row].1 } else { 0.0 })
}
