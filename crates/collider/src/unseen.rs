//! The space that a depth camera does not see, as a solid: what is behind each measured depth.
//!
//! The solid is a union of pyramids that are cut off: for each tile of pixels all points whose ray
//! from the camera goes through the tile, from the depth of the tile up to the farthest. Its
//! surface is a closed mesh: for each tile a face at its depth and one at the farthest, and walls
//! between tiles of different depths, which are split where a ray has a corner of any of its four
//! tiles, so that each edge has its counterpart.

use obbtree_cloud::{Camera, CloudError, DepthValue};
use obbtree_mesh::{Mesh, MeshError};
use thiserror::Error;

use crate::body::Body;

/// What of a depth image is taken as solid.
///
/// ```
/// use obbtree_collider::Unseen;
/// // Tiles of 8 by 8 pixels; what shows nothing may hide anything.
/// let unseen = Unseen::default().with_tile(8).with_nothing_solid(true);
/// assert_eq!(unseen.tile, 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unseen {
    /// So many pixels a side are taken together, with the least of their depths: fewer triangles,
    /// and more that is solid. 0 counts as 1. Default: 1.
    pub tile: usize,
    /// Is a pixel that shows nothing solid from the nearest depth of the camera on? Else it is
    /// free. Default: false.
    pub nothing_solid: bool,
}

impl Default for Unseen {
    fn default() -> Self {
        Self { tile: 1, nothing_solid: false }
    }
}

impl Unseen {
    /// The same with another [`tile`](Self::tile).
    #[must_use]
    pub fn with_tile(self, tile: usize) -> Self {
        Self { tile, ..self }
    }

    /// The same with another [`nothing_solid`](Self::nothing_solid).
    #[must_use]
    pub fn with_nothing_solid(self, nothing_solid: bool) -> Self {
        Self { nothing_solid, ..self }
    }

    /// The mesh of [`Body::behind_depth`], which says what it is.
    ///
    /// # Errors
    /// As [`Body::behind_depth`].
    pub fn mesh<T: DepthValue>(
        &self,
        depths: &[T],
        width: usize,
        camera: &Camera,
    ) -> Result<Mesh, UnseenError> {
        camera.check()?;
        if !camera.far.is_finite() {
            return Err(UnseenError::Far(camera.far));
        }
        if self.nothing_solid && !(camera.near > 0.0) {
            return Err(UnseenError::Near(camera.near));
        }
        if width == 0 || !depths.len().is_multiple_of(width) {
            return Err(CloudError::Rows { depths: depths.len(), width }.into());
        }
        Tiles::new(depths, width, camera, self).surface()
    }
}

/// Why a depth image gives no solid.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum UnseenError {
    /// A number of the camera or the image is of no use.
    #[error(transparent)]
    Image(#[from] CloudError),
    /// The camera's farthest depth is infinite.
    #[error("the camera sees to far = {0:?}: a solid ends at a finite depth")]
    Far(f64),
    /// What shows nothing is to be solid from the nearest depth on, which is 0.
    #[error("the camera sees from near = {0:?}: what shows nothing is solid from a depth above 0")]
    Near(f64),
    /// All is free up to the farthest depth.
    #[error("nothing is solid: no pixel shows anything nearer than the farthest depth")]
    Nothing,
    /// The triangles are no mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

impl Body {
    /// The space behind what a depth camera sees, in its frame, as a closed mesh: a careful planner
    /// takes as solid what it has not seen, with [`Query::solid`](crate::Query::solid).
    ///
    /// Let a ray be the points `(a z, b z, z)`. Pixel `(u, v)` has those with `a` from
    /// `(u - 1/2 - cx) / fx` to `(u + 1/2 - cx) / fx`, and `b` likewise. The solid is all points of
    /// its rays from `z = scale * depth` to [`far`](Camera::far), for every pixel, both included;
    /// with a [`tile`](Unseen::tile) from the least z of the tile's pixels. A pixel shows nothing
    /// if its depth is NaN, infinite, 0 or negative, or its z below [`near`](Camera::near): it is
    /// free, or with [`nothing_solid`](Unseen::nothing_solid) solid from `near` on. A pixel whose z
    /// is at least `far` is free.
    ///
    /// *Rounding.* The corners are computed in `f64`: z with one rounding, x and y with five. All
    /// answers are certain about the mesh of these corners.
    ///
    /// # Errors
    /// If a number of the camera is of no use, its `far` is not finite, the depths do not fill
    /// their rows, nothing is solid, or there are too many triangles.
    ///
    /// ```
    /// use obbtree_collider::{Body, Camera, Query, Shape, Unseen};
    /// use obbtree_predicates::Pose;
    /// let camera = Camera::new([1.0, 1.0], [0.5, 0.0]).within(0.1, 4.0);
    /// // Two pixels: something is 1 in front of the left one, nothing is seen to the right.
    /// let behind = Body::behind_depth(&[1.0, 0.0], 2, &camera, &Unseen::default())?;
    /// let (sphere, here) = (Shape::sphere([0.0; 3], 0.125)?, Pose::identity());
    /// let collides = |at| {
    ///     let at = Pose::from_translation(at).expect("finite");
    ///     Query::new().solid(true).collide(&behind, &here, &sphere, &at)
    /// };
    /// assert!(collides([-1.5, 0.0, 3.0])); // behind it
    /// assert!(!collides([-0.25, 0.0, 0.75]) && !collides([1.5, 0.0, 3.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn behind_depth<T: DepthValue>(
        depths: &[T],
        width: usize,
        camera: &Camera,
        unseen: &Unseen,
    ) -> Result<Self, UnseenError> {
        Ok(Self::new(unseen.mesh(depths, width, camera)?))
    }
}

/// The depths of tiles, and the lines between them in the image.
struct Tiles {
    /// Along x and y.
    counts: [usize; 2],
    /// Row by row; the farthest where nothing is solid.
    depths: Vec<f64>,
    /// The slopes of rays between tiles: `counts + 1` along each axis.
    slopes: [Vec<f64>; 2],
    far: f64,
    /// An image that is mirrored once, so that fronts face the other way.
    is_mirrored: bool,
}

impl Tiles {
    fn new<T: DepthValue>(depths: &[T], width: usize, camera: &Camera, unseen: &Unseen) -> Self {
        let Camera { focal, center, scale, near, far, .. } = *camera;
        let tile = unseen.tile.max(1);
        let sides = [width, depths.len() / width];
        let counts = sides.map(|side| side.div_ceil(tile));
        let nothing = if unseen.nothing_solid { near } else { far };
        let mut least = vec![far; counts[0] * counts[1]];
        for (n, &depth) in depths.iter().enumerate() {
            let depth: f64 = depth.into();
            let z = scale * depth;
            let z = if depth.is_finite() && z > 0.0 && near <= z { z } else { nothing };
            let at = &mut least[n / width / tile * counts[0] + n % width / tile];
            *at = at.min(z);
        }
        let slopes = [0, 1].map(|k| {
            let line = |n: usize| ((n * tile).min(sides[k]) as f64 - 0.5 - center[k]) / focal[k];
            (0..=counts[k]).map(line).collect()
        });
        let is_mirrored = (focal[0] < 0.0) != (focal[1] < 0.0);
        Self { counts, depths: least, slopes, far, is_mirrored }
    }

    /// The depth of a tile, by its numbers from 1 on; around the image all is free.
    fn depth(&self, i: usize, j: usize) -> f64 {
        let [nx, ny] = self.counts;
        match (1..=nx).contains(&i) && (1..=ny).contains(&j) {
            true => self.depths[(j - 1) * nx + i - 1],
            false => self.far,
        }
    }

    /// The different depths of the four tiles around a ray, and the farthest, ascending; none where
    /// nothing is solid.
    fn depths_at(&self, i: usize, j: usize) -> ([f64; 5], usize) {
        let of = |n: usize| self.depth(i + n % 2, j + n / 2);
        let mut all = [of(0), of(1), of(2), of(3), self.far];
        all.sort_unstable_by(f64::total_cmp);
        // Nothing is solid around it.
        if all[0] == self.far {
            return (all, 0);
        }
        let mut count = 1;
        for n in 1..all.len() {
            if all[n] != all[count - 1] {
                all[count] = all[n];
                count += 1;
            }
        }
        (all, count)
    }

    fn surface(&self) -> Result<Mesh, UnseenError> {
        let [nx, ny] = self.counts;
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        // Where the corners of a ray begin; they are of ascending depths.
        let mut first = Vec::with_capacity((nx + 1) * (ny + 1) + 1);
        for j in 0..=ny {
            for i in 0..=nx {
                first.push(vertices.len() as u32);
                let (depths, count) = self.depths_at(i, j);
                let [a, b] = [self.slopes[0][i], self.slopes[1][j]];
                vertices.extend(depths[..count].iter().map(|&z| [a * z, b * z, z]));
            }
        }
        first.push(vertices.len() as u32);
        let ray = |i: usize, j: usize| {
            let n = j * (nx + 1) + i;
            first[n] as usize..first[n + 1] as usize
        };
        let corner = |i: usize, j: usize, depth: f64| {
            let place = vertices[ray(i, j)].partition_point(|vertex: &[f64; 3]| vertex[2] < depth);
            (ray(i, j).start + place) as u32
        };
        let mut put = |[p, q, r]: [u32; 3], flip: bool| {
            triangles.push(if flip != self.is_mirrored { [p, r, q] } else { [p, q, r] });
        };
        for j in 1..=ny {
            for i in (1..=nx).filter(|&i| self.depth(i, j) < self.far) {
                for (depth, is_back) in [(self.depth(i, j), false), (self.far, true)] {
                    let [p, q, r, s] = [(i - 1, j - 1), (i, j - 1), (i, j), (i - 1, j)]
                        .map(|(i, j)| corner(i, j, depth));
                    put([p, s, r], is_back);
                    put([p, r, q], is_back);
                }
            }
        }
        // Between a tile and the next along an axis: the rays of the wall, and the two depths.
        let mut wall = |rays: [[usize; 2]; 2], depths: [f64; 2], flip: bool| {
            let [low, high] = [depths[0].min(depths[1]), depths[0].max(depths[1])];
            if low == high {
                return;
            }
            let flip = flip != (depths[0] > depths[1]);
            let [mut p, mut q] = rays.map(|[i, j]| corner(i, j, low));
            let ends = rays.map(|[i, j]| corner(i, j, high));
            let z = |vertex: u32| vertices[vertex as usize][2];
            while [p, q] != ends {
                let along_first = q == ends[1] || (p != ends[0] && z(p + 1) <= z(q + 1));
                match along_first {
                    true => {
                        put([p, q, p + 1], flip);
                        p += 1;
                    }
                    false => {
                        put([p, q, q + 1], flip);
                        q += 1;
                    }
                }
            }
        };
        for j in 1..=ny {
            for i in 0..=nx {
                let depths = [self.depth(i, j), self.depth(i + 1, j)];
                wall([[i, j - 1], [i, j]], depths, false);
            }
        }
        for j in 0..=ny {
            for i in 1..=nx {
                let depths = [self.depth(i, j), self.depth(i, j + 1)];
                wall([[i - 1, j], [i, j]], depths, true);
            }
        }
        if triangles.is_empty() {
            return Err(UnseenError::Nothing);
        }
        Ok(Mesh::new(vertices, triangles)?)
    }
}
