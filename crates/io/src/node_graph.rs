//! What the formats with a scene share: affine maps of nodes, geometry placed by them, strips and
//! fans.
//!
//! Maps are composed in double precision. A node whose map is the identity leaves coordinates as
//! they are, bit for bit, and quarter turns are exact. A map that mirrors turns triangles back, so
//! that they still face outward (glTF 2.0 specification, section 3.7.4).

use obbtree_mesh::Mesh;

use crate::error::Problem;

/// Vertices, triangles or nodes that a scene may have whatever the size of its file: some hundred
/// copies of some thousand triangles fit into a few kilobytes. They take 36 MB, and up to three times
/// that while they grow.
const ALWAYS_TAKEN: usize = 1 << 20;

/// An affine map: the rows of `[A | t]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Affine([[f64; 4]; 3]);

impl Affine {
    pub(crate) const IDENTITY: Self =
        Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// From the rows of a 4 x 4 matrix; `None` if the last is not 0 0 0 1.
    pub(crate) fn from_rows(m: &[f64; 16]) -> Option<Self> {
        (m[12..] == [0.0, 0.0, 0.0, 1.0])
            .then(|| Self(std::array::from_fn(|row| std::array::from_fn(|c| m[4 * row + c]))))
    }

    pub(crate) fn translation(t: [f64; 3]) -> Self {
        let mut map = Self::IDENTITY;
        for axis in 0..3 {
            map.0[axis][3] = t[axis];
        }
        map
    }

    pub(crate) fn scale(s: [f64; 3]) -> Self {
        let mut map = Self::IDENTITY;
        for axis in 0..3 {
            map.0[axis][axis] = s[axis];
        }
        map
    }

    /// Around an axis of any length; `None` if it has none.
    pub(crate) fn rotation(axis: [f64; 3], degrees: f64) -> Option<Self> {
        // Quarter turns exactly: an angle in radians cannot say them.
        let (sin, cos) = match degrees.rem_euclid(360.0) {
            0.0 => return Some(Self::IDENTITY),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            angle => angle.to_radians().sin_cos(),
        };
        let length = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
        // Written so that NaN fails too.
        if !(length > 0.0) || length.is_infinite() {
            return None;
        }
        // Rodrigues' formula.
        let n = axis.map(|a| a / length);
        let mut map = Self::IDENTITY;
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            map.0[i][i] = cos + (1.0 - cos) * n[i] * n[i];
            map.0[i][j] = (1.0 - cos) * n[i] * n[j] - sin * n[k];
            map.0[i][k] = (1.0 - cos) * n[i] * n[k] + sin * n[j];
        }
        Some(map)
    }

    /// From a quaternion x y z w of any length; `None` if it has none.
    pub(crate) fn quaternion(q: [f64; 4]) -> Option<Self> {
        let norm_sq: f64 = q.iter().map(|part| part * part).sum();
        if !(norm_sq > 0.0) || norm_sq.is_infinite() {
            return None;
        }
        let [x, y, z, w] = q;
        let two = 2.0 / norm_sq;
        Some(Self([
            [1.0 - two * (y * y + z * z), two * (x * y - z * w), two * (x * z + y * w), 0.0],
            [two * (x * y + z * w), 1.0 - two * (x * x + z * z), two * (y * z - x * w), 0.0],
            [two * (x * z - y * w), two * (y * z + x * w), 1.0 - two * (x * x + y * y), 0.0],
        ]))
    }

    /// This map after another: from the other's source to this one's target.
    pub(crate) fn after(&self, first: &Self) -> Self {
        if *self == Self::IDENTITY {
            return *first;
        }
        if *first == Self::IDENTITY {
            return *self;
        }
        let (a, b) = (&self.0, &first.0);
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let linear = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
                if j == 3 { linear + a[i][3] } else { linear }
            })
        }))
    }

    fn apply(&self, p: [f64; 3]) -> [f64; 3] {
        self.0.map(|[x, y, z, t]| x * p[0] + y * p[1] + z * p[2] + t)
    }

    fn mirrors(&self) -> bool {
        let [a, b, c] = &self.0;
        let minor = |i: usize, j: usize| b[i] * c[j] - b[j] * c[i];
        a[0] * minor(1, 2) + a[1] * minor(2, 0) + a[2] * minor(0, 1) < 0.0
    }
}

/// The mesh that a scene becomes.
pub(crate) struct Scene {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    nodes: usize,
    limit: usize,
}

impl Scene {
    /// For a file of so many bytes. Without copies no file holds more vertices or triangles than
    /// bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let limit = Self::limit_of(bytes);
        Self { vertices: Vec::new(), triangles: Vec::new(), nodes: 0, limit }
    }

    /// The largest number of vertices, triangles or nodes for so many bytes.
    pub(crate) fn limit_of(bytes: usize) -> usize {
        bytes.clamp(ALWAYS_TAKEN, Mesh::MAX_TRIANGLES)
    }

    /// Raises the limit, for further files that were read.
    pub(crate) fn raise_limit(&mut self, bytes: usize) {
        self.limit = self.limit.max(Self::limit_of(bytes));
    }

    /// The largest number of vertices, triangles or nodes.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    fn room(&self, what: &'static str, taken: usize, more: usize) -> Result<(), Problem> {
        let fits = taken.checked_add(more).is_some_and(|count| count <= self.limit);
        fits.then_some(()).ok_or(Problem::TooManyCopies { what, limit: self.limit })
    }

    /// Counts a node.
    pub(crate) fn enter(&mut self) -> Result<(), Problem> {
        self.room("nodes", self.nodes, 1)?;
        self.nodes += 1;
        Ok(())
    }

    /// Places vertices; the index of the first in the mesh.
    pub(crate) fn add_vertices(
        &mut self,
        to_scene: &Affine,
        points: impl ExactSizeIterator<Item = [f64; 3]>,
    ) -> Result<u32, Problem> {
        self.room("vertices", self.vertices.len(), points.len())?;
        let first = self.vertices.len() as u32;
        self.vertices.reserve(points.len());
        if *to_scene == Affine::IDENTITY {
            self.vertices.extend(points);
        } else {
            self.vertices.extend(points.map(|point| to_scene.apply(point)));
        }
        Ok(first)
    }

    /// Adds triangles on the vertices that begin at `first`.
    pub(crate) fn add_triangles(
        &mut self,
        to_scene: &Affine,
        first: u32,
        triangles: impl Iterator<Item = [u32; 3]>,
    ) -> Result<(), Problem> {
        self.room("triangles", self.triangles.len(), triangles.size_hint().0)?;
        self.triangles.reserve(triangles.size_hint().0);
        let mirrors = to_scene.mirrors();
        for triangle in triangles {
            self.room("triangles", self.triangles.len(), 1)?;
            let [p, q, r] = triangle.map(|vertex| first + vertex);
            self.triangles.push(if mirrors { [p, r, q] } else { [p, q, r] });
        }
        Ok(())
    }

    /// The mesh.
    pub(crate) fn into_mesh(self) -> Result<Mesh, obbtree_mesh::MeshError> {
        Mesh::new(self.vertices, self.triangles)
    }
}

/// The triangles of a strip, every second turned back.
pub(crate) fn strip(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let triangle = |(i, w): (usize, &[u32])| {
        if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[0], w[2], w[1]] }
    };
    corners.windows(3).enumerate().map(triangle)
}

/// The triangles of a fan.
pub(crate) fn fan(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let rim = corners.get(1..).unwrap_or_default();
    rim.windows(2).map(|w| [corners[0], w[0], w[1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_are_exact_and_compose() {
        let quarter = Affine::rotation([0.0, 0.0, 2.0], 90.0).unwrap();
        assert_eq!(quarter.apply([1.0, 2.0, 3.0]), [-2.0, 1.0, 3.0]);
        let half = quarter.after(&quarter);
        assert_eq!(half, Affine::rotation([0.0, 0.0, 1.0], -180.0).unwrap());
        assert_eq!(half.after(&half), Affine::IDENTITY);
        let moved = Affine::translation([5.0, 6.0, 7.0]).after(&quarter);
        assert_eq!(moved.apply([1.0, 0.0, 0.0]), [5.0, 7.0, 7.0]);
        assert!(Affine::rotation([0.0; 3], 30.0).is_none());
    }

    #[test]
    fn a_quaternion_turns_as_axis_and_angle_do() {
        let axis = [1.0, -2.0, 0.5];
        let degrees: f64 = 77.0;
        let (sin, cos) = (degrees.to_radians() / 2.0).sin_cos();
        let length = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
        let q = [axis[0] * sin / length, axis[1] * sin / length, axis[2] * sin / length, cos];
        let (one, other) = (
            Affine::quaternion(q.map(|x| 3.0 * x)).unwrap(),
            Affine::rotation(axis, degrees).unwrap(),
        );
        for (x, y) in one.0.iter().flatten().zip(other.0.iter().flatten()) {
            assert!((x - y).abs() < 1e-15, "{x} {y}");
        }
        assert_eq!(Affine::quaternion([0.0, 0.0, 0.0, -2.0]), Some(Affine::IDENTITY));
        assert_eq!(Affine::quaternion([0.0; 4]), None);
    }

    #[test]
    fn the_identity_changes_no_bit_and_mirrors_turn_triangles() {
        let mut scene = Scene::new(0);
        let points = [[-0.0, 1e-300, 0.1], [f64::MIN_POSITIVE, 5.0, -0.0], [1.0, 2.0, 3.0]];
        let quarter = Affine::rotation([1.0, 0.0, 0.0], 90.0).unwrap();
        let back = Affine::rotation([1.0, 0.0, 0.0], 270.0).unwrap();
        let identity = quarter.after(&back);
        let first = scene.add_vertices(&identity, points.into_iter()).unwrap();
        scene.add_triangles(&identity, first, [[0, 1, 2]].into_iter()).unwrap();
        let mirror = Affine::scale([1.0, -1.0, 1.0]);
        let first = scene.add_vertices(&mirror, points.into_iter()).unwrap();
        scene.add_triangles(&mirror, first, [[0, 1, 2]].into_iter()).unwrap();
        let mesh = scene.into_mesh().unwrap();
        assert_eq!(mesh.triangles(), [[0, 1, 2], [3, 5, 4]]);
        let bits = |points: &[[f64; 3]]| -> Vec<_> {
            points.iter().map(|p| p.map(f64::to_bits)).collect()
        };
        assert_eq!(bits(&mesh.vertices()[..3]), bits(&points));
        assert_eq!(mesh.vertices()[5], [1.0, -2.0, 3.0]);
    }

    #[test]
    fn strips_alternate_and_fans_share_a_corner() {
        assert_eq!(strip(&[4, 5, 6, 7]).collect::<Vec<_>>(), [[4, 5, 6], [5, 7, 6]]);
        assert_eq!(fan(&[4, 5, 6, 7]).collect::<Vec<_>>(), [[4, 5, 6], [4, 6, 7]]);
        for short in [&[][..], &[1], &[1, 2]] {
            assert_eq!(strip(short).count() + fan(short).count(), 0);
        }
    }
}
