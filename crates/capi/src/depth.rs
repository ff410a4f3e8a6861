//! Depth images of the C interface: the points that a camera sees, and the space behind them.

use obbtree::collider::{Camera, DepthValue, Unseen};
use obbtree::{Body, Mesh, PointCloud};

use crate::answers::answered_handle;
use crate::arrays::Array;
use crate::collider::{BuildOptions, Collider, config};
use crate::constants::Scalar;
use crate::memory;
use crate::status::{Failure, Status};

/// A pinhole camera without distortion, and how its depths are read. The frame is that of the
/// optics: x to the right, y down, z forward. Pixel (u, v) is column u of row v, both from 0, and
/// its centre has these coordinates; the point that it sees has `z = scale * depth`,
/// `x = (u - cx) / fx * z` and `y = (v - cy) / fy * z`.
///
/// `nearest` and `farthest` are what other languages call near and far, which are macros in headers
/// of Windows.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct CCamera {
    /// The focal lengths fx and fy, in pixels; not 0.
    pub focal: [f64; 2],
    /// The principal point cx and cy, in pixels.
    pub center: [f64; 2],
    /// A depth times this is a length: 0.001 for images in millimetres. 0 counts as 1.
    pub scale: f64,
    /// What has a z below this is not seen.
    pub nearest: f64,
    /// What has a z above this is not seen. 0 counts as infinite.
    pub farthest: f64,
}

/// What of a depth image is taken as solid. All zeros is the default.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct CUnseen {
    /// So many pixels a side are taken together, with the least of their depths: fewer triangles,
    /// and more that is solid. 0 counts as 1.
    pub tile: usize,
    /// Not 0: a pixel that shows nothing is solid from the nearest depth of the camera on. Else it
    /// is free.
    pub nothing_solid: u32,
}

fn camera(given: *const CCamera) -> Result<Camera, Failure> {
    let CCamera { focal, center, scale, nearest, farthest } = *memory::get(given, "camera")?;
    let unless_zero = |number: f64, other: f64| if number == 0.0 { other } else { number };
    Ok(Camera::new(focal, center)
        .with_scale(unless_zero(scale, 1.0))
        .within(nearest, unless_zero(farthest, f64::INFINITY)))
}

/// What is made of the depths of an image, whatever kind of number they are.
trait Made {
    type Made;
    fn of<T: DepthValue>(&self, depths: &[T]) -> Result<Self::Made, Failure>;
}

fn made<M: Made>(depths: &Array, width: usize, make: &M) -> Result<M::Made, Failure> {
    match depths.scalar {
        s if s == Scalar::F64 as u32 => make.of::<f64>(&depths.image(width, "depths")?),
        s if s == Scalar::F32 as u32 => make.of::<f32>(&depths.image(width, "depths")?),
        s if s == Scalar::U16 as u32 => make.of::<u16>(&depths.image(width, "depths")?),
        s => Err(Failure::bad(format!("depths: scalar {s} is no double, float or uint16_t"))),
    }
}

struct CloudOf<'m> {
    width: usize,
    camera: Camera,
    radius: f64,
    radii: Option<&'m [f64]>,
}

impl Made for CloudOf<'_> {
    type Made = PointCloud;

    fn of<T: DepthValue>(&self, depths: &[T]) -> Result<PointCloud, Failure> {
        let Self { width, ref camera, radius, radii } = *self;
        Ok(match radii {
            None => PointCloud::from_depth(depths, width, camera, radius)?,
            Some(radii) => PointCloud::from_depth(depths, width, camera, radii)?,
        })
    }
}

struct MeshBehind {
    width: usize,
    camera: Camera,
    unseen: Unseen,
}

impl Made for MeshBehind {
    type Made = Mesh;

    fn of<T: DepthValue>(&self, depths: &[T]) -> Result<Mesh, Failure> {
        Ok(self.unseen.mesh(depths, self.width, &self.camera)?)
    }
}

/// The points that a camera sees, in its frame: of the depth image whose rows are the elements of
/// `depths`, of `width` numbers each, `double`, `float` or `uint16_t`. Pixels whose depth is NaN,
/// infinite, 0 or negative, or whose z is not from `nearest` to `farthest`, show nothing. A point
/// has the number of its pixel, `v width + u`. Each is all that is within its radius, a length in
/// the world of at least 0, which is its own of as many `radii` as pixels, or `radius` where these
/// are null. In `*collider` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_depth_cloud(
    depths: Array,
    width: usize,
    camera: *const CCamera,
    radius: f64,
    radii: *const f64,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let camera = self::camera(camera)?;
        let radii = match memory::given(radii, "radii")? {
            None => None,
            Some(_) => {
                let pixels = depths.count.checked_mul(width);
                let pixels = pixels.ok_or_else(|| Failure::bad("depths: too many pixels"))?;
                Some(memory::slice(radii, pixels, "radii")?)
            }
        };
        Ok(Collider::new(made(&depths, width, &CloudOf { width, camera, radius, radii })?))
    })
}

/// The space behind what a depth camera sees, in its frame, as a closed mesh: a careful planner
/// takes as solid what it has not seen, with `obbtree_query_set_solid`. `depths` and `width` are
/// those of `obbtree_collider_depth_cloud`.
///
/// Let a ray be the points `(a z, b z, z)`. Pixel (u, v) has those with a from
/// `(u - 1/2 - cx) / fx` to `(u + 1/2 - cx) / fx`, and b likewise. The solid is all points of its
/// rays from `z = scale * depth` to `farthest`, for every pixel, both included; with a `tile` of
/// `unseen` from the least z of the tile's pixels. A pixel shows nothing if its depth is NaN,
/// infinite, 0 or negative, or its z below `nearest`: it is free, or, with `nothing_solid`, solid
/// from `nearest` on. A pixel whose z is at least `farthest` is free. `unseen` and `options` may be
/// null.
///
/// `OBBTREE_STATUS_BAD_CLOUD` if a number of the camera is of no use, `farthest` is not finite, or
/// nothing is solid. In `*collider` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_behind_depth(
    depths: Array,
    width: usize,
    camera: *const CCamera,
    unseen: *const CUnseen,
    options: *const BuildOptions,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let (config, camera) = (config(options)?, self::camera(camera)?);
        let given = memory::given(unseen, "unseen")?.copied().unwrap_or_default();
        let unseen =
            Unseen::default().with_tile(given.tile).with_nothing_solid(given.nothing_solid != 0);
        let mesh = made(&depths, width, &MeshBehind { width, camera, unseen })?;
        Ok(Collider::new(Body::build(mesh, &config)))
    })
}
