//! Where a ray first meets a triangle, all numbers given in the frame of the mesh, in integers of
//! 64 bits.
//!
//! Meshes and rays are often on a lattice, and where no pose rotates a ray passes exactly through
//! vertices and edges.

use std::cmp::Ordering;

use nalgebra::Point3;

use super::parameter::{around, first_meeting, order};
use super::quotient::{Quotient, Quotients};
use crate::exact::numbers::integer::{Int3, difference};
use crate::exact::numbers::scale::{Scale, exponent_above};
use crate::exact::numbers::width::{Narrow, Small};
use crate::numbers::rounding::larger;
use crate::triangle::Triangle;

/// Origin and direction of a ray, and the corners of triangles, on one grid.
type Points<const N: usize> = ([Int3<i64>; 2], [[Int3<i64>; 3]; N]);

/// A ray in the frame of a mesh, in exact numbers.
pub(crate) struct RayOnGrid {
    pub(crate) origin: Point3<f64>,
    pub(crate) direction: Point3<f64>,
    /// Does it end at 1?
    pub(crate) is_segment: bool,
}

impl RayOnGrid {
    /// [`exact_ray_parameter`](super::exact_ray_parameter) of a triangle of the mesh; `None` if 64
    /// bits are too few.
    pub(crate) fn parameter(&self, triangle: &Triangle) -> Option<Option<[f64; 2]>> {
        if let Some(points) = self.points([triangle], Small::BITS) {
            let [found] = self.first_meetings::<Small, 1>(&points);
            return around(found).ok();
        }
        let [found] = self.first_meetings::<Narrow, 1>(&self.points([triangle], Narrow::BITS)?);
        around(found).ok()
    }

    /// [`exact_order_along_ray`](super::exact_order_along_ray) of triangles of the mesh; `None` if
    /// 64 bits are too few.
    pub(crate) fn order(&self, triangles: [&Triangle; 2]) -> Option<Ordering> {
        if let Some(points) = self.points(triangles, Small::BITS) {
            return Some(order(self.first_meetings::<Small, 2>(&points)));
        }
        let points = self.points(triangles, Narrow::BITS)?;
        Some(order(self.first_meetings::<Narrow, 2>(&points)))
    }

    /// Origin and direction, and the corners, below two to the power `bits` on one grid; `None` if
    /// there is none such.
    #[inline(always)]
    fn points<const N: usize>(&self, triangles: [&Triangle; N], bits: i32) -> Option<Points<N>> {
        let line = [self.origin, self.direction, self.direction];
        let mut size = 0.0;
        for three in triangles.iter().copied().chain([&line]) {
            for point in three {
                size = larger(point.coords.amax(), size);
            }
        }
        let scale = Scale::new(bits - exponent_above(size))?;
        let [origin, direction, _] = scale.integers(&line, bits)?;
        let mut corners = [[[0; 3]; 3]; N];
        for (to, triangle) in corners.iter_mut().zip(triangles) {
            *to = scale.integers(triangle, bits)?;
        }
        Some(([origin, direction], corners))
    }

    #[inline(always)]
    fn first_meetings<W: Quotients<Coordinate = i64>, const N: usize>(
        &self,
        ([origin, direction], triangles): &Points<N>,
    ) -> [Option<Quotient<W>>; N] {
        triangles.each_ref().map(|[p, q, r]| {
            let corners = [difference(p, origin), difference(q, origin), difference(r, origin)];
            first_meeting(&corners, direction, self.is_segment)
        })
    }
}
