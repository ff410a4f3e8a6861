//! The engines: what each makes of points, and its answer about a sphere.

use capt::Capt;
use mvtable::Mvt;
use obbtree::collider::PointCloud;
use obbtree::{Pose, Query, Shape};

use crate::Sphere;

/// Of all points, in metres.
pub(crate) const RADIUS: f64 = 0.005;
/// Of spheres: from and to. `capt` has to know.
pub(crate) const RADII: [f32; 2] = [0.02, 0.08];
/// The side of the room.
pub(crate) const ROOM: f64 = 4.0;
/// Of `mvtable`'s voxels, whose documentation says from 0.1 to 0.2.
const VOXEL: f32 = 0.1;

/// How a cloud is made of points.
pub(crate) struct Engine {
    pub(crate) name: &'static str,
    pub(crate) make: fn(&[[f32; 3]]) -> Box<dyn Cloud>,
}

/// A cloud that is ready.
pub(crate) trait Cloud {
    fn meets(&mut self, sphere: &Sphere) -> bool;

    /// Takes the spheres that [`Cloud::count_meeting`] is about, in the engine's own form.
    fn ready_for(&mut self, spheres: &[Sphere]);

    /// How many of them meet it: what is timed, without a call through a table for each.
    fn count_meeting(&mut self) -> usize;

    fn bytes(&self) -> usize;
}

pub(crate) fn engines() -> Vec<Engine> {
    vec![
        Engine {
            name: "obbtree",
            make: |points| {
                let cloud = PointCloud::new(points, RADIUS).expect("finite points");
                Box::new(Ours { cloud, query: Query::new(), shapes: Vec::new() })
            },
        },
        Engine {
            name: "capt",
            make: |points| {
                let tree = Capt::with_point_radius(points, RADII.into(), RADIUS as f32, 1);
                Box::new(Peer { cloud: tree, spheres: Vec::new() })
            },
        },
        Engine {
            name: "mvtable",
            make: |points| {
                let table = Mvt::with_point_radius(points, VOXEL, RADIUS as f32);
                Box::new(Peer { cloud: table, spheres: Vec::new() })
            },
        },
    ]
}

struct Ours {
    cloud: PointCloud,
    query: Query,
    shapes: Vec<Shape>,
}

fn shape((center, radius): &Sphere) -> Shape {
    Shape::sphere(center.map(f64::from), f64::from(*radius)).expect("finite numbers")
}

impl Cloud for Ours {
    fn meets(&mut self, sphere: &Sphere) -> bool {
        let here = Pose::identity();
        self.query.collide(&self.cloud, &here, &shape(sphere), &here)
    }

    fn ready_for(&mut self, spheres: &[Sphere]) {
        self.shapes = spheres.iter().map(shape).collect();
    }

    fn count_meeting(&mut self) -> usize {
        let (here, Self { cloud, query, shapes }) = (Pose::identity(), self);
        shapes.iter().filter(|shape| query.collide(&*cloud, &here, *shape, &here)).count()
    }

    fn bytes(&self) -> usize {
        self.cloud.bytes()
    }
}

struct Peer<C> {
    cloud: C,
    spheres: Vec<Sphere>,
}

macro_rules! peer {
    ($cloud:ty) => {
        impl Cloud for Peer<$cloud> {
            fn meets(&mut self, (center, radius): &Sphere) -> bool {
                self.cloud.collides(center, *radius)
            }

            fn ready_for(&mut self, spheres: &[Sphere]) {
                self.spheres = spheres.to_vec();
            }

            fn count_meeting(&mut self) -> usize {
                let meets = |(center, radius): &&Sphere| self.cloud.collides(center, *radius);
                self.spheres.iter().filter(meets).count()
            }

            fn bytes(&self) -> usize {
                self.cloud.memory_used()
            }
        }
    };
}

peer!(Capt<3, f32, u32>);
peer!(Mvt<3, f32, u32>);
