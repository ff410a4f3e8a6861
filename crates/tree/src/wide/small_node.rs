//! A node in half the bytes: two axes, centre and half sides in 16 bits each.
//!
//! What a small node unpacks to *is* its boxes, as the `f32` numbers of a [`Node`] are: packing
//! enlarges the half sides until each unpacked box holds the box that it came from. Unpacking uses
//! single `f32` sums and products in a fixed order, never fused, so that every instruction set gets
//! the same bits.

use std::ops::{Add, Mul, Sub};

use nalgebra::{Matrix3, Vector3};

use super::child::Child;
use super::node::{MAX_AXES_SKEW, Node};

/// Four boxes in 128 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct SmallNode {
    /// What the centres are relative to, in the tree's frame.
    origin: [f32; 3],
    /// The unit of centres and half sides, a power of two.
    unit: f32,
    /// `axes[3 a + k][c]`: component `k` of axis `a` of child `c`, in units of 2^-15, not quite of
    /// length one. The third axis is the cross product.
    axes: [[i16; 4]; 6],
    /// `center[k][c]`, in units.
    center: [[i16; 4]; 3],
    /// `half[a][c]`, in units.
    half: [[u16; 4]; 3],
    /// What each box holds.
    child: [Child; 4],
}

const AXIS_UNIT: f32 = 1.0 / (1_u32 << 15) as f32;

/// The smallest unit: that of a node whose boxes are points. Its multiples are normal numbers.
const LEAST_UNIT: f32 = f32::from_bits((127 - 100) << 23);

impl SmallNode {
    /// Packs a node; `None` if its numbers are beyond the largest unit, 2^100.
    pub(super) fn of(node: &Node) -> Option<Self> {
        let used: Vec<usize> = (0..4).filter(|&c| node.child[c] != Child::EMPTY).collect();
        let origin: [f32; 3] = std::array::from_fn(|k| {
            let along = used.iter().map(|&c| node.frame[k][3][c]);
            let low = along.clone().fold(f32::INFINITY, f32::min);
            let high = along.fold(f32::NEG_INFINITY, f32::max);
            if used.is_empty() { 0.0 } else { 0.5 * low + 0.5 * high }
        });
        // Half sides first seen, at full size, decide the unit; one too small grows.
        let mut unit = LEAST_UNIT;
        let mut small = loop {
            if unit > 1.0 / LEAST_UNIT {
                return None;
            }
            if let Some(small) = Self::with_unit(node, &used, origin, unit) {
                break small;
            }
            unit *= 2.0;
        };
        small.child = node.child;
        Some(small)
    }

    fn with_unit(node: &Node, used: &[usize], origin: [f32; 3], unit: f32) -> Option<Self> {
        let wide_unit = f64::from(unit);
        let mut small = Self {
            origin,
            unit,
            axes: [[0; 4]; 6],
            center: [[0; 4]; 3],
            half: [[0; 4]; 3],
            child: [Child::EMPTY; 4],
        };
        for &c in used {
            // Most units are refused here, before the axes are looked at.
            for k in 0..3 {
                let in_units = (f64::from(node.frame[k][3][c]) - f64::from(origin[k])) / wide_unit;
                if !(in_units.abs() <= 32_767.0)
                    || f64::from(node.half[k][c]) > 65_535.0 * wide_unit
                {
                    return None;
                }
                small.center[k][c] = in_units.round() as i16;
            }
        }
        for &c in used {
            small.set_axes(c, &node.axes(c));
        }
        let unpacked = small.unpack();
        for &c in used {
            let half = half_around(node, &unpacked, c)?;
            for a in 0..3 {
                let in_units = (half[a] / wide_unit).ceil();
                if !(in_units <= 65_535.0) {
                    return None;
                }
                small.half[a][c] = in_units as u16;
            }
        }
        Some(small)
    }

    /// Rounds two axes to 16 bits, so that what comes back is orthonormal enough; identity, which
    /// is, if no rounding tried is.
    fn set_axes(&mut self, c: usize, axes: &Matrix3<f64>) {
        // A step of one unit in one component shifts the roundings of unpacking.
        for attempt in 0..=12 {
            for (a, k) in (0..6).map(|n| (n / 3, n % 3)) {
                let rounded = (axes[(k, a)] / f64::from(AXIS_UNIT)).round() as i32;
                let step = match attempt {
                    0 => 0,
                    n if (n - 1) / 2 == 3 * a + k => 1 - 2 * ((n as i32 - 1) % 2),
                    _ => 0,
                };
                self.axes[3 * a + k][c] = (rounded + step).clamp(-32_767, 32_767) as i16;
            }
            if self.is_orthonormal(c) {
                return;
            }
        }
        for n in 0..6 {
            self.axes[n][c] = if n == 0 || n == 4 { 32_767 } else { 0 };
        }
    }

    fn is_orthonormal(&self, c: usize) -> bool {
        let axes = self.unpack().axes(c);
        (axes.transpose() * axes - Matrix3::identity()).norm() <= MAX_AXES_SKEW
            && axes.determinant() > 0.0
    }

    /// What each box holds.
    #[inline]
    #[must_use]
    pub fn child(&self) -> &[Child; 4] {
        &self.child
    }

    /// The node that this one stands for. The same bits on every CPU.
    #[inline]
    #[must_use]
    pub fn unpack(&self) -> Node {
        let mut node = Node { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 3], child: self.child };
        // Rounded axes are off length one and off the right angle by 2^-14. One Newton step each for
        // the length, and one projection, leave less than the rounding of `f32`.
        let axis = |a: usize| -> [Quad; 3] {
            std::array::from_fn(|k| Quad(self.axes[3 * a + k].map(|x| f32::from(x) * AXIS_UNIT)))
        };
        let first = to_length_one(axis(0));
        let second = axis(1);
        let along = dot(first, second);
        let second = to_length_one([0, 1, 2].map(|k: usize| second[k] - first[k] * along));
        for k in 0..3 {
            let (u, v) = ((k + 1) % 3, (k + 2) % 3);
            let third = first[u] * second[v] - first[v] * second[u];
            let center = Quad([self.origin[k]; 4])
                + Quad(self.center[k].map(f32::from)) * Quad([self.unit; 4]);
            node.frame[k] = [first[k].0, second[k].0, third.0, center.0];
            node.half[k] = (Quad(self.half[k].map(f32::from)) * Quad([self.unit; 4])).0;
        }
        node
    }
}

/// One number of each of four boxes.
#[derive(Clone, Copy)]
struct Quad([f32; 4]);

impl Add for Quad {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|c| self.0[c] + other.0[c]))
    }
}

impl Sub for Quad {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|c| self.0[c] - other.0[c]))
    }
}

impl Mul for Quad {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(std::array::from_fn(|c| self.0[c] * other.0[c]))
    }
}

#[inline(always)]
fn dot(a: [Quad; 3], b: [Quad; 3]) -> Quad {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// One Newton step: the error of the length is squared.
#[inline(always)]
fn to_length_one(axis: [Quad; 3]) -> [Quad; 3] {
    let scale = Quad([1.5; 4]) - Quad([0.5; 4]) * dot(axis, axis);
    axis.map(|x| x * scale)
}

/// Half sides of a box with the axes and centre of `to` that holds child `c` of `from`; `None` if `from`
/// has no frame.
fn half_around(from: &Node, to: &Node, c: usize) -> Option<Vector3<f64>> {
    // A point of the box is `center + from.axes^-T y` with `|y_i| <= half_i`.
    let across = to.axes(c).transpose() * from.axes(c).transpose().try_inverse()?;
    let aside = to.axes(c).transpose() * (from.center(c) - to.center(c));
    let half = across.abs() * from.half(c) + aside.abs();
    // Some forty roundings of f64 on numbers that are no larger than these.
    let margin = (half.amax() + from.center(c).amax() + to.center(c).amax()) / (1_u64 << 44) as f64;
    Some(half.add_scalar(margin))
}
