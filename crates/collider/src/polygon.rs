//! A few values without memory of their own, and convex polygons of them; the nearest point of a
//! triangle.

use std::ops::Deref;

use nalgebra::Vector3;

/// A triangle that is cut by three lines has at most six corners. One that is cut by the planes of
/// a body with more faces than that may lose some.
const MOST: usize = 16;

/// At most [`MOST`] values.
#[derive(Clone, Copy)]
pub(crate) struct Few<T> {
    values: [T; MOST],
    count: usize,
}

impl<T: Copy + Default> Default for Few<T> {
    fn default() -> Self {
        Self { values: [T::default(); MOST], count: 0 }
    }
}

impl<T: Copy + Default, const N: usize> From<&[T; N]> for Few<T> {
    fn from(values: &[T; N]) -> Self {
        let mut few = Self::default();
        values.iter().for_each(|value| few.push(*value));
        few
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.values[..self.count]
    }
}

impl<T: Copy + Default> Few<T> {
    /// Adds a value, if there is place.
    pub(crate) fn push(&mut self, value: T) {
        if let Some(free) = self.values.get_mut(self.count) {
            *free = value;
            self.count += 1;
        }
    }

    /// The part of a convex polygon whose heights are not negative: I. Sutherland and G. Hodgman,
    /// "Reentrant polygon clipping", CACM 17(1), 1974. A corner between two is a part of the way
    /// from the first to the second.
    pub(crate) fn above(
        &self,
        height: impl Fn(&T) -> f64,
        between: impl Fn(T, T, f64) -> T,
    ) -> Self {
        let mut left = Self::default();
        let Some(&last) = self.last() else { return left };
        let (mut before, mut height_before) = (last, height(&last));
        for &here in self.iter() {
            let height_here = height(&here);
            let is_crossing = (height_before > 0.0 && height_here < 0.0)
                || (height_before < 0.0 && height_here > 0.0);
            if is_crossing {
                left.push(between(before, here, height_before / (height_before - height_here)));
            }
            if height_here >= 0.0 {
                left.push(here);
            }
            (before, height_before) = (here, height_here);
        }
        left
    }
}

/// A point of a triangle, near the one that is nearest to another; as a combination of corners.
pub(crate) fn nearest_of_triangle([p, q, r]: [Vector3<f64>; 3], to: &Vector3<f64>) -> Vector3<f64> {
    let (e, f, way) = (q - p, r - p, to - p);
    let normal = e.cross(&f);
    let area_sq = normal.norm_squared();
    let v = way.cross(&f).dot(&normal) / area_sq;
    let w = e.cross(&way).dot(&normal) / area_sq;
    if v >= 0.0 && w >= 0.0 && v + w <= 1.0 {
        return p * (1.0 - v - w) + q * v + r * w;
    }
    let on_edges = [(p, q), (q, r), (r, p)].map(|(from, to_end)| {
        let edge = to_end - from;
        let along = edge.dot(&(to - from)) / edge.norm_squared();
        let along = if along > 0.0 { along.min(1.0) } else { 0.0 };
        from * (1.0 - along) + to_end * along
    });
    let [x, y, z] = on_edges;
    let nearer = |a: Vector3<f64>, b: Vector3<f64>| {
        if (a - to).norm_squared() < (b - to).norm_squared() { a } else { b }
    };
    nearer(nearer(x, y), z)
}
