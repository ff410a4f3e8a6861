//! Bytes as numbers, poses and meshes. Most bytes make numbers that meet: small ones on a grid,
//! ones that were there before, and their neighbours in `f64`. Bytes that are missing are zeros.

use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};
use obbtree::pose::MAX_COORDINATE;
use obbtree::{Mesh, Pose};

pub(crate) struct Bytes<'d> {
    left: &'d [u8],
    /// Every number so far, in order.
    before: Vec<f64>,
}

impl<'d> Bytes<'d> {
    pub(crate) fn new(data: &'d [u8]) -> Self {
        Self { left: data, before: Vec::new() }
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.left.split_first() else { return 0 };
        self.left = rest;
        first
    }

    fn word(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// Any of the 2^64 bit patterns.
    pub(crate) fn raw(&mut self) -> f64 {
        f64::from_bits(self.word())
    }

    /// A coordinate that a mesh takes.
    pub(crate) fn coordinate(&mut self) -> f64 {
        let kind = self.byte();
        let earlier = |at: u8| match self.before.len() {
            0 => 0.0,
            count => self.before[usize::from(at) % count],
        };
        let x = match kind {
            0..96 => f64::from(kind % 4),
            96..128 => (f64::from(kind) - 112.0) / 4.0,
            128..160 => earlier(kind),
            160..176 => earlier(kind).next_up(),
            176..192 => earlier(kind).next_down(),
            192..224 => self.word() as i64 as f64 / (1_u64 << 62) as f64,
            224..240 => f64::from(f32::from_bits(self.word() as u32)),
            _ => self.raw(),
        };
        let x = if x.is_nan() { 0.0 } else { x.clamp(-MAX_COORDINATE, MAX_COORDINATE) };
        self.before.push(x);
        x
    }

    pub(crate) fn point(&mut self) -> [f64; 3] {
        std::array::from_fn(|_| self.coordinate())
    }

    /// A quarter turn, any rotation, or any rotation as printed with six decimals; and a
    /// translation.
    pub(crate) fn pose(&mut self) -> Pose {
        let kind = self.byte();
        let rotation = if kind < 128 { quarter_turns(kind) } else { self.rotated(kind) };
        let translation = if kind % 8 == 7 { Vector3::zeros() } else { self.point().into() };
        Pose::new(rotation, translation).unwrap_or_default()
    }

    fn rotated(&mut self, kind: u8) -> Matrix3<f64> {
        let [w, x, y, z] = std::array::from_fn(|_| f64::from(self.byte() as i8));
        let q = UnitQuaternion::try_new(Quaternion::new(w, x, y, z), 0.5).unwrap_or_default();
        let exact = *q.to_rotation_matrix().matrix();
        if kind < 192 { exact } else { exact.map(|entry| (entry * 1e6).round() / 1e6) }
    }

    /// Up to `most` triangles over up to eight vertices.
    pub(crate) fn mesh(&mut self, most: u8) -> Mesh {
        let vertices: Vec<[f64; 3]> = (0..3 + self.byte() % 6).map(|_| self.point()).collect();
        let count = 1 + self.byte() % most;
        let corner = |byte: u8| u32::from(byte) % vertices.len() as u32;
        let triangles = (0..count).map(|_| std::array::from_fn(|_| corner(self.byte()))).collect();
        Mesh::new(vertices, triangles).expect("finite coordinates and vertices that are there")
    }
}

/// A rotation that turns the axes into each other: which axis goes where, two signs, and the third
/// so that nothing is mirrored.
fn quarter_turns(number: u8) -> Matrix3<f64> {
    let sign = |bit: u8| if number >> bit & 1 == 0 { 1.0 } else { -1.0 };
    let order = [[0, 1, 2], [1, 2, 0], [2, 0, 1]][usize::from(number >> 2) % 3];
    let axis = |k: usize| Matrix3::identity().column(k).into_owned();
    let (first, second) = (axis(order[0]) * sign(0), axis(order[1]) * sign(1));
    Matrix3::from_columns(&[first, second, first.cross(&second)])
}
