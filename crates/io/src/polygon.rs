//! Triangulation of polygons: n corners give n - 2 triangles that use every corner.
//!
//! A polygon that is star-shaped from its first corner, as every convex one is, becomes the fan
//! from there. Any other is triangulated by ear clipping (Meisters, "Polygons have ears", 1975;
//! with the bookkeeping of Eberly, "Triangulation by Ear Clipping", 2002: clipping an ear can make
//! new ears only of its two neighbours, and only corners that are not convex can be inside an ear).
//! These are in a grid.
//!
//! The polygon is projected along the coordinate axis nearest to its normal (Newell's), which
//! leaves its coordinates unchanged; orientation is then decided exactly (Shewchuk, "Adaptive
//! Precision Floating-Point Arithmetic", 1997, by the crate `robust`). So every polygon whose
//! projection is simple, holes joined by bridges included, is covered exactly, planar or not; one
//! that crosses itself is triangulated too, and reported.
//!
//! Own code, because of two requirements: corners on straight edges stay corners, so that no gap
//! opens to the neighbouring face, and orientation is decided exactly.

use std::collections::VecDeque;

use robust::{Coord, orient2d};

use crate::corner_grid::CornerGrid;
use crate::error::Problem;

/// Steps, of about 4 nanoseconds each, that a polygon may take for each of its corners. A simple
/// polygon of n corners tests at most 3 n ears against at most n obstacles, so every one of up to
/// 300 corners is triangulated; with the grid, combs and spirals of 50,000 to 90,000 corners take
/// 400 steps a corner. Polygons that cross themselves hundreds of times need more and are refused.
const STEPS_PER_CORNER: usize = 1024;

/// Marks a corner that was clipped.
const CLIPPED: u32 = u32::MAX;

/// Adds the triangles of a polygon of four or more corners; returns whether its projection is
/// simple.
///
/// # Errors
/// If it takes more than [`STEPS_PER_CORNER`].
pub(crate) fn triangulate(
    corners: &[u32],
    vertices: &[[f64; 3]],
    triangles: &mut Vec<[u32; 3]>,
) -> Result<bool, Problem> {
    let points = projection(corners, vertices);
    if star_shaped(&points) {
        triangles.extend((2..corners.len()).map(|i| [corners[0], corners[i - 1], corners[i]]));
        return Ok(true);
    }
    let mut ears = Ears::new(points);
    ears.clip(|ear| triangles.push(ear.map(|corner| corners[corner as usize])))
        .ok_or(Problem::TooComplex { corners: corners.len() })
}

/// The polygon projected along the axis nearest to its normal, counter-clockwise if it is simple.
fn projection(corners: &[u32], vertices: &[[f64; 3]]) -> Vec<Coord<f64>> {
    let point = |i: usize| vertices[corners[i % corners.len()] as usize];
    let (mut low, mut high) = (point(0), point(0));
    for i in 1..corners.len() {
        for axis in 0..3 {
            low[axis] = low[axis].min(point(i)[axis]);
            high[axis] = high[axis].max(point(i)[axis]);
        }
    }
    let extent: [f64; 3] = std::array::from_fn(|axis| high[axis] - low[axis]);
    let size = extent[0].max(extent[1]).max(extent[2]);
    // In the unit box, so that products of tiny coordinates do not underflow.
    let unit =
        |i: usize| -> [f64; 3] { std::array::from_fn(|axis| (point(i)[axis] - low[axis]) / size) };
    let mut normal = [0.0; 3];
    for i in 0..corners.len() {
        let (p, q) = (unit(i), unit(i + 1));
        for axis in 0..3 {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            normal[axis] += (p[u] - q[u]) * (p[v] + q[v]);
        }
    }
    let steepest = |a: &usize, b: &usize| normal[*a].abs().total_cmp(&normal[*b].abs());
    let axis = if normal.iter().any(|n| n.abs() > 0.0) {
        (0..3).max_by(steepest).unwrap_or(2)
    } else {
        // No area: project along the smallest extent.
        (0..3).min_by(|&a, &b| extent[a].total_cmp(&extent[b])).unwrap_or(2)
    };
    let (mut u, mut v) = ((axis + 1) % 3, (axis + 2) % 3);
    if normal[axis] < 0.0 {
        (u, v) = (v, u);
    }
    (0..corners.len()).map(|i| Coord { x: point(i)[u], y: point(i)[v] }).collect()
}

/// Are all corners on the left of the first edge and in counter-clockwise order around the first
/// corner? Then the fan from it covers the polygon, and the polygon is simple.
fn star_shaped(points: &[Coord<f64>]) -> bool {
    let left = |i: usize, j: usize| orient2d(points[0], points[i], points[j]) > 0.0;
    (2..points.len()).all(|i| left(1, i) && left(i - 1, i))
}

/// A polygon whose ears are clipped.
struct Ears {
    points: Vec<Coord<f64>>,
    next: Vec<u32>,
    prev: Vec<u32>,
    /// The corners that were not convex at the start.
    obstacles: CornerGrid,
    steps_left: usize,
}

impl Ears {
    fn new(points: Vec<Coord<f64>>) -> Self {
        let n = points.len() as u32;
        let mut ears = Self {
            next: (0..n).map(|i| (i + 1) % n).collect(),
            prev: (0..n).map(|i| (i + n - 1) % n).collect(),
            obstacles: CornerGrid::default(),
            steps_left: points.len().saturating_mul(STEPS_PER_CORNER),
            points,
        };
        let obstacles = (0..n).filter(|&i| ears.orientation(i) <= 0.0).collect();
        ears.obstacles = CornerGrid::new(&ears.points, obstacles);
        ears
    }

    /// Calls `triangle` with all triangles, and returns whether none of them was forced; `None` if
    /// it took too long.
    fn clip(&mut self, mut triangle: impl FnMut([u32; 3])) -> Option<bool> {
        let mut is_simple = true;
        let mut live = self.points.len();
        let mut some = 0;
        let mut candidates: VecDeque<u32> = (0..live as u32).collect();
        let mut is_queued = vec![true; live];
        while live > 3 {
            let corner = match candidates.pop_front() {
                Some(corner) => {
                    is_queued[corner as usize] = false;
                    if self.next[corner as usize] == CLIPPED || !self.is_ear(corner)? {
                        continue;
                    }
                    corner
                }
                None => {
                    // Only a polygon that touches or crosses itself has no ear. After a forced
                    // corner, any other one can be an ear.
                    self.spend(live)?;
                    let (corner, harmless) = self.forced(some);
                    is_simple &= harmless;
                    let mut other = self.next[corner as usize];
                    while other != corner {
                        is_queued[other as usize] = true;
                        candidates.push_back(other);
                        other = self.next[other as usize];
                    }
                    corner
                }
            };
            let (before, after) = (self.prev[corner as usize], self.next[corner as usize]);
            triangle([before, corner, after]);
            self.next[before as usize] = after;
            self.prev[after as usize] = before;
            self.next[corner as usize] = CLIPPED;
            live -= 1;
            some = after;
            for neighbour in [before, after] {
                if !std::mem::replace(&mut is_queued[neighbour as usize], true) {
                    candidates.push_back(neighbour);
                }
            }
        }
        triangle([self.prev[some as usize], some, self.next[some as usize]]);
        Some(is_simple && self.orientation(some) >= 0.0)
    }

    /// The orientation of a corner: positive if it is convex, exactly zero if it is straight or a
    /// spike.
    fn orientation(&self, corner: u32) -> f64 {
        let [p, q, r] = self.around(corner);
        orient2d(p, q, r)
    }

    fn around(&self, corner: u32) -> [Coord<f64>; 3] {
        let corner = corner as usize;
        [self.prev[corner] as usize, corner, self.next[corner] as usize].map(|i| self.points[i])
    }

    /// Is a corner convex, and does its closed triangle contain no other corner? Corners that
    /// coincide with one of the three belong to a bridge and do not count.
    fn is_ear(&mut self, corner: u32) -> Option<bool> {
        let ear = self.around(corner);
        self.spend(1)?;
        if orient2d(ear[0], ear[1], ear[2]) <= 0.0 {
            return Some(false);
        }
        let mut steps = 0;
        let free = self.obstacles.all_in_box_of(&ear, |obstacles| {
            steps += 1 + obstacles.len();
            obstacles.iter().all(|&obstacle| {
                let point = self.points[obstacle as usize];
                self.next[obstacle as usize] == CLIPPED
                    || ear.contains(&point)
                    || (0..3).any(|i| orient2d(ear[i], ear[(i + 1) % 3], point) < 0.0)
            })
        });
        self.spend(steps)?;
        Some(free)
    }

    /// The corner to clip if there is no ear, and whether its triangle has no area: preferably a
    /// spike, then a straight corner, then a convex one, then any.
    fn forced(&self, start: u32) -> (u32, bool) {
        let mut best = (0, start);
        let mut corner = start;
        loop {
            let [before, _, after] = self.around(corner);
            let orientation = self.orientation(corner);
            let rank = match orientation {
                _ if before == after => 3,
                0.0 => 2,
                _ if orientation > 0.0 => 1,
                _ => 0,
            };
            if rank > best.0 {
                best = (rank, corner);
            }
            corner = self.next[corner as usize];
            if corner == start || best.0 == 3 {
                return (best.1, best.0 >= 2);
            }
        }
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(steps)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Triangulates a simple polygon on the plane z = x / 4 + y / 8 and checks the result: n - 2
    /// triangles, none flipped, their area that of the polygon.
    fn cut(flat: &[[f64; 2]]) -> Vec<[u32; 3]> {
        let area = |i: usize, j: usize, k: usize| {
            let [p, q, r] = [i, j, k].map(|c| flat[c]);
            (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        };
        let whole: f64 = (2..flat.len()).map(|i| area(0, i - 1, i)).sum();
        let vertices: Vec<_> = flat.iter().map(|p| [p[0], p[1], p[0] / 4.0 + p[1] / 8.0]).collect();
        let corners: Vec<u32> = (0..flat.len() as u32).collect();
        let mut triangles = Vec::new();
        assert!(triangulate(&corners, &vertices, &mut triangles).unwrap(), "not simple");
        assert_eq!(triangles.len(), flat.len() - 2);
        let mut covered = 0.0;
        for t in &triangles {
            let [i, j, k] = t.map(|c| c as usize);
            assert!(area(i, j, k) * whole.signum() >= 0.0, "{t:?} is flipped");
            covered += area(i, j, k);
        }
        assert!((covered - whole).abs() <= 1e-9 * whole.abs(), "{covered} of {whole}");
        // The same polygon in other coordinate planes gives the same triangles.
        for first in 1..3 {
            let permuted: Vec<_> = vertices
                .iter()
                .map(|v| [v[first], v[(first + 1) % 3], v[(first + 2) % 3]])
                .collect();
            let mut again = Vec::new();
            assert!(triangulate(&corners, &permuted, &mut again).unwrap());
            assert_eq!(again, triangles);
        }
        triangles
    }

    /// Every rotation of the corners, in both directions.
    fn cut_from_everywhere(flat: &[[f64; 2]]) {
        let mut flat = flat.to_vec();
        for _ in 0..2 {
            for _ in 0..flat.len() {
                flat.rotate_left(1);
                cut(&flat);
            }
            flat.reverse();
        }
    }

    #[test]
    fn convex_polygons_are_fans() {
        assert_eq!(cut(&[[0., 0.], [2., 0.], [2., 2.], [0., 2.]]), [[0, 1, 2], [0, 2, 3]]);
        let n = 5000;
        let circle: Vec<_> = (0..n)
            .map(|i| (f64::from(i) * std::f64::consts::TAU / f64::from(n)).sin_cos())
            .map(|(sin, cos)| [cos, sin])
            .collect();
        assert_eq!(cut(&circle)[4000], [0, 4001, 4002]);
    }

    #[test]
    fn concave_polygons_are_covered_exactly() {
        cut_from_everywhere(&[[0., 0.], [2., 0.], [2., 1.], [1., 1.], [1., 2.], [0., 2.]]);
        cut_from_everywhere(&[[0., 0.], [4., 0.], [1., 1.], [0., 4.]]);
        // Straight corners, on every edge and at the ends of possible diagonals.
        cut_from_everywhere(&[
            [0., 0.],
            [1., 0.],
            [2., 0.],
            [2., 1.],
            [2., 2.],
            [1., 2.],
            [1., 1.],
            [0., 1.],
        ]);
        cut_from_everywhere(&[[0., 0.], [1., 0.], [2., 0.], [3., 0.], [0., 3.], [0., 1.]]);
    }

    #[test]
    fn holes_joined_by_a_bridge_stay_open() {
        // A square ring: outside, over the bridge (0, 0) (1, 1), inside, and back.
        let ring = [
            [0., 0.],
            [3., 0.],
            [3., 3.],
            [0., 3.],
            [0., 0.],
            [1., 1.],
            [1., 2.],
            [2., 2.],
            [2., 1.],
            [1., 1.],
        ];
        cut_from_everywhere(&ring);
    }

    #[test]
    fn large_concave_polygons_take_no_quadratic_time() {
        let n = 50_000;
        // A comb along a diagonal, and a spiral.
        let mut comb: Vec<_> =
            (0..n).map(|i| [f64::from(i), f64::from(i) + f64::from(i % 2) * 1e4 + 2.0]).collect();
        comb.extend([[f64::from(n) + 1.0, -2e5], [-1.0, -2e5]]);
        comb.reverse();
        cut(&comb);
        let arm = |i: i32, gap: f64| {
            let angle = f64::from(i) * 1e-3;
            let (sin, cos) = angle.sin_cos();
            [(angle + gap) * cos, (angle + gap) * sin]
        };
        let spiral: Vec<_> =
            (6000..n).map(|i| arm(i, 0.0)).chain((6000..n).rev().map(|i| arm(i, -2.0))).collect();
        cut(&spiral);
    }

    #[test]
    fn random_star_polygons() {
        // Corners of a lattice around its middle, sorted by direction: simple, often with straight
        // corners, seldom convex.
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..2000 {
            let n = 8 + random(40);
            let mut points: Vec<[f64; 2]> = (0..n)
                .map(|_| [random(21) as f64 - 10.0, random(21) as f64 - 10.0])
                .filter(|p| *p != [0.0, 0.0])
                .collect();
            points.sort_by(|p, q| p[1].atan2(p[0]).total_cmp(&q[1].atan2(q[0])));
            points.dedup_by(|p, q| {
                (p[0] * q[1] - p[1] * q[0]) == 0.0 && p[0] * q[0] + p[1] * q[1] > 0.0
            });
            let is_star_shaped = (0..points.len()).all(|i| {
                let (p, q) = (points[i], points[(i + 1) % points.len()]);
                p[0] * q[1] - p[1] * q[0] > 0.0
            });
            if points.len() > 3 && is_star_shaped {
                cut(&points);
                points.rotate_left(2);
                cut(&points);
            }
        }
    }

    #[test]
    fn polygons_that_cross_themselves_are_triangulated_and_reported() {
        let any = |vertices: &[[f64; 3]]| {
            let corners: Vec<u32> = (0..vertices.len() as u32).collect();
            let mut triangles = Vec::new();
            let is_simple = triangulate(&corners, vertices, &mut triangles).unwrap();
            assert_eq!(triangles.len(), vertices.len() - 2);
            is_simple
        };
        assert!(!any(&[[0., 0., 0.], [1., 1., 0.], [1., 0., 0.], [0., 2., 0.]]), "bow tie");
        let star = [0., 2., 4., 1., 3.].map(|i: f64| {
            let (sin, cos) = (i * std::f64::consts::TAU / 5.0).sin_cos();
            [cos, sin, 0.0]
        });
        assert!(!any(&star), "pentagram");
        assert!(any(&[[1., 2., 3.]; 5]), "a point");
        assert!(any(&[[0., 0., 0.], [1., 1., 1.], [3., 3., 3.], [2., 2., 2.]]), "a line");
        assert!(any(&[[0., 0., 0.], [1e-30, 0., 0.], [1e-30, 1e-30, 1e-30], [0., 1e-30, 0.]]));
        assert!(any(&[[0., 0., 0.], [1e75, 0., 0.], [1e75, 1e75, 1e75], [0., 1e75, 0.]]));
    }
}
