//! Polygons to triangles: n corners give n - 2 triangles that use every corner.
//!
//! A polygon that is star-shaped from its first corner, so every convex one, becomes the fan from
//! there. Any other is cut by ears (Meisters, "Polygons have ears", 1975; with the bookkeeping of
//! Eberly, "Triangulation by Ear Clipping", 2002: cutting an ear can make new ears only of its two
//! neighbours, and only corners that are not convex can lie in the way). They lie in a grid.
//!
//! The polygon is seen along the coordinate axis nearest to its normal (Newell's), which leaves its
//! coordinates as they are; orientation is then decided exactly (Shewchuk, 1997, by the crate
//! `robust`). So every polygon that is simple in that view, holes joined by bridges included, is
//! covered exactly, planar or not; one that crosses itself there is cut all the same, and said to.
//!
//! Own code, because two things are asked of it here: corners on straight edges stay corners, so that
//! no seam opens to the neighbour, and orientation is decided exactly.

use std::collections::VecDeque;

use robust::{Coord, orient2d};

use crate::error::Problem;

/// Steps, about 4 nanoseconds each, that a polygon may take for each of its corners. A simple
/// polygon of n corners tries at most 3 n ears against at most n obstacles, so that any of up to 300
/// corners is cut; with the grid, combs and spirals of 50,000 to 90,000 corners take 400. More is
/// needed by polygons that cross themselves hundreds of times, and they are refused.
const STEPS_PER_CORNER: usize = 1024;

/// The largest number of grid cells along one side.
const MAX_SIDE: usize = 1024;

/// Marks a corner that was cut off.
const GONE: u32 = u32::MAX;

/// Adds the triangles of a polygon of four or more corners; `false` if it crosses itself in its
/// view.
///
/// # Errors
/// If it takes more than [`STEPS_PER_CORNER`].
pub(crate) fn triangulate(
    corners: &[u32],
    vertices: &[[f64; 3]],
    triangles: &mut Vec<[u32; 3]>,
) -> Result<bool, Problem> {
    let points = view(corners, vertices);
    if star_shaped(&points) {
        triangles.extend((2..corners.len()).map(|i| [corners[0], corners[i - 1], corners[i]]));
        return Ok(true);
    }
    let mut ears = Ears::new(points);
    ears.cut(|ear| triangles.push(ear.map(|corner| corners[corner as usize])))
        .ok_or(Problem::Tangled { corners: corners.len() })
}

/// The polygon seen along the axis nearest to its normal, counter-clockwise if it is simple.
fn view(corners: &[u32], vertices: &[[f64; 3]]) -> Vec<Coord<f64>> {
    let place = |i: usize| vertices[corners[i % corners.len()] as usize];
    let (mut low, mut high) = (place(0), place(0));
    for i in 1..corners.len() {
        for axis in 0..3 {
            low[axis] = low[axis].min(place(i)[axis]);
            high[axis] = high[axis].max(place(i)[axis]);
        }
    }
    let extent: [f64; 3] = std::array::from_fn(|axis| high[axis] - low[axis]);
    let size = extent[0].max(extent[1]).max(extent[2]);
    // From the unit box, so that no product of tiny coordinates vanishes.
    let unit =
        |i: usize| -> [f64; 3] { std::array::from_fn(|axis| (place(i)[axis] - low[axis]) / size) };
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
        // No area: the thinnest side shows most of it.
        (0..3).min_by(|&a, &b| extent[a].total_cmp(&extent[b])).unwrap_or(2)
    };
    let (mut u, mut v) = ((axis + 1) % 3, (axis + 2) % 3);
    if normal[axis] < 0.0 {
        (u, v) = (v, u);
    }
    (0..corners.len()).map(|i| Coord { x: place(i)[u], y: place(i)[v] }).collect()
}

/// Whether all corners lie on one side of the first edge and turn counter-clockwise around the
/// first corner: then the fan from it covers the polygon, and the polygon is simple.
fn star_shaped(points: &[Coord<f64>]) -> bool {
    let left = |i: usize, j: usize| orient2d(points[0], points[i], points[j]) > 0.0;
    (2..points.len()).all(|i| left(1, i) && left(i - 1, i))
}

/// A polygon from which ears are cut.
struct Ears {
    points: Vec<Coord<f64>>,
    next: Vec<u32>,
    prev: Vec<u32>,
    /// The corners that are not convex, at the start.
    obstacles: Grid,
    steps_left: usize,
}

impl Ears {
    fn new(points: Vec<Coord<f64>>) -> Self {
        let n = points.len() as u32;
        let mut ears = Self {
            next: (0..n).map(|i| (i + 1) % n).collect(),
            prev: (0..n).map(|i| (i + n - 1) % n).collect(),
            obstacles: Grid::default(),
            steps_left: points.len().saturating_mul(STEPS_PER_CORNER),
            points,
        };
        let obstacles = (0..n).filter(|&i| ears.turn(i) <= 0.0).collect();
        ears.obstacles = Grid::new(&ears.points, obstacles);
        ears
    }

    /// Hands out all triangles, and says whether none of them was forced; `None` if it took too
    /// long.
    fn cut(&mut self, mut triangle: impl FnMut([u32; 3])) -> Option<bool> {
        let mut clean = true;
        let mut live = self.points.len();
        let mut some = 0;
        let mut candidates: VecDeque<u32> = (0..live as u32).collect();
        let mut waits = vec![true; live];
        while live > 3 {
            let corner = match candidates.pop_front() {
                Some(corner) => {
                    waits[corner as usize] = false;
                    if self.next[corner as usize] == GONE || !self.is_ear(corner)? {
                        continue;
                    }
                    corner
                }
                None => {
                    // Only a polygon that touches or crosses itself has corners and no ear. What is
                    // forced here can free any other corner.
                    self.spend(live)?;
                    let (corner, harmless) = self.forced(some);
                    clean &= harmless;
                    let mut other = self.next[corner as usize];
                    while other != corner {
                        waits[other as usize] = true;
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
            self.next[corner as usize] = GONE;
            live -= 1;
            some = after;
            for neighbour in [before, after] {
                if !std::mem::replace(&mut waits[neighbour as usize], true) {
                    candidates.push_back(neighbour);
                }
            }
        }
        triangle([self.prev[some as usize], some, self.next[some as usize]]);
        Some(clean && self.turn(some) >= 0.0)
    }

    /// How a corner turns: positive if it is convex, exactly zero if it is straight or a spike.
    fn turn(&self, corner: u32) -> f64 {
        let [p, q, r] = self.around(corner);
        orient2d(p, q, r)
    }

    fn around(&self, corner: u32) -> [Coord<f64>; 3] {
        let corner = corner as usize;
        [self.prev[corner] as usize, corner, self.next[corner] as usize].map(|i| self.points[i])
    }

    /// Whether a corner is convex and its closed triangle holds no other corner. Corners at the very
    /// places of the three are at the two ends of a bridge and not in the way.
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
                self.next[obstacle as usize] == GONE
                    || ear.contains(&point)
                    || (0..3).any(|i| orient2d(ear[i], ear[(i + 1) % 3], point) < 0.0)
            })
        });
        self.spend(steps)?;
        Some(free)
    }

    /// The corner to cut where there is no ear, and whether that covers nothing outside: a spike
    /// first, then a straight corner, then a convex one, then any.
    fn forced(&self, start: u32) -> (u32, bool) {
        let mut best = (0, start);
        let mut corner = start;
        loop {
            let [before, _, after] = self.around(corner);
            let turn = self.turn(corner);
            let rank = match turn {
                _ if before == after => 3,
                0.0 => 2,
                _ if turn > 0.0 => 1,
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

/// Corners by the cell of a uniform grid that they lie in, about one a cell.
#[derive(Default)]
struct Grid {
    low: [f64; 2],
    cells_per_length: [f64; 2],
    side: usize,
    /// Where in `corners` each cell begins; one more at the end.
    begins: Vec<u32>,
    corners: Vec<u32>,
}

impl Grid {
    fn new(points: &[Coord<f64>], corners: Vec<u32>) -> Self {
        let side = corners.len().isqrt().clamp(1, MAX_SIDE);
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in points {
            for (axis, value) in [point.x, point.y].into_iter().enumerate() {
                low[axis] = low[axis].min(value);
                high[axis] = high[axis].max(value);
            }
        }
        let cells_per_length = [0, 1].map(|axis| side as f64 / (high[axis] - low[axis]));
        let mut grid =
            Self { low, cells_per_length, side, begins: vec![0; side * side + 1], corners };
        // Counting sort by cell: count, add up, put in place from the back.
        let cell_of = |grid: &Self, corner: u32| {
            let point = points[corner as usize];
            grid.line(1, point.y) * side + grid.line(0, point.x)
        };
        let unsorted = std::mem::take(&mut grid.corners);
        for &corner in &unsorted {
            let cell = cell_of(&grid, corner);
            grid.begins[cell + 1] += 1;
        }
        for cell in 0..side * side {
            grid.begins[cell + 1] += grid.begins[cell];
        }
        let mut fill = grid.begins.clone();
        grid.corners = vec![0; unsorted.len()];
        for corner in unsorted {
            let cell = cell_of(&grid, corner);
            grid.corners[fill[cell] as usize] = corner;
            fill[cell] += 1;
        }
        grid
    }

    /// The column (axis 0) or row (axis 1) of a coordinate. Rounding keeps the order of coordinates,
    /// so what lies between two lies in the columns between; a NaN of a grid without extent becomes
    /// 0, an infinity the last.
    fn line(&self, axis: usize, value: f64) -> usize {
        let line = (value - self.low[axis]) * self.cells_per_length[axis];
        (line as usize).min(self.side - 1)
    }

    /// Whether `check` holds for the corners of every cell that the bounding box of a triangle meets.
    fn all_in_box_of(
        &self,
        triangle: &[Coord<f64>; 3],
        mut check: impl FnMut(&[u32]) -> bool,
    ) -> bool {
        let range = |axis: usize, values: [f64; 3]| {
            let [p, q, r] = values.map(|value| self.line(axis, value));
            p.min(q).min(r)..=p.max(q).max(r)
        };
        let columns = range(0, triangle.map(|p| p.x));
        let mut rows = range(1, triangle.map(|p| p.y));
        rows.all(|row| {
            // The cells of a row lie behind each other, and so do their corners.
            let first = self.begins[row * self.side + columns.start()] as usize;
            let last = self.begins[row * self.side + columns.end() + 1] as usize;
            check(&self.corners[first..last])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts a polygon on the plane z = x / 4 + y / 8 and checks what must hold for every clean one:
    /// n - 2 triangles, none turned over, their area that of the polygon.
    fn cut(flat: &[[f64; 2]]) -> Vec<[u32; 3]> {
        let area = |i: usize, j: usize, k: usize| {
            let [p, q, r] = [i, j, k].map(|c| flat[c]);
            (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        };
        let whole: f64 = (2..flat.len()).map(|i| area(0, i - 1, i)).sum();
        let vertices: Vec<_> = flat.iter().map(|p| [p[0], p[1], p[0] / 4.0 + p[1] / 8.0]).collect();
        let corners: Vec<u32> = (0..flat.len() as u32).collect();
        let mut triangles = Vec::new();
        assert!(triangulate(&corners, &vertices, &mut triangles).unwrap(), "not clean");
        assert_eq!(triangles.len(), flat.len() - 2);
        let mut covered = 0.0;
        for t in &triangles {
            let [i, j, k] = t.map(|c| c as usize);
            assert!(area(i, j, k) * whole.signum() >= 0.0, "{t:?} is turned over");
            covered += area(i, j, k);
        }
        assert!((covered - whole).abs() <= 1e-9 * whole.abs(), "{covered} of {whole}");
        // Every other view of it gives as many triangles.
        for turn in 1..3 {
            let turned: Vec<_> =
                vertices.iter().map(|v| [v[turn], v[(turn + 1) % 3], v[(turn + 2) % 3]]).collect();
            let mut again = Vec::new();
            assert!(triangulate(&corners, &turned, &mut again).unwrap());
            assert_eq!(again, triangles);
        }
        triangles
    }

    /// Every rotation of the corners, both ways round.
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
    fn concave_polygons_are_not_covered_outside() {
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
            let turns = f64::from(i) * 1e-3;
            let (sin, cos) = turns.sin_cos();
            [(turns + gap) * cos, (turns + gap) * sin]
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
            let seen_from_the_middle = (0..points.len()).all(|i| {
                let (p, q) = (points[i], points[(i + 1) % points.len()]);
                p[0] * q[1] - p[1] * q[0] > 0.0
            });
            if points.len() > 3 && seen_from_the_middle {
                cut(&points);
                points.rotate_left(2);
                cut(&points);
            }
        }
    }

    #[test]
    fn what_crosses_itself_or_is_flat_is_cut_and_said_to() {
        let any = |vertices: &[[f64; 3]]| {
            let corners: Vec<u32> = (0..vertices.len() as u32).collect();
            let mut triangles = Vec::new();
            let clean = triangulate(&corners, vertices, &mut triangles).unwrap();
            assert_eq!(triangles.len(), vertices.len() - 2);
            clean
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
