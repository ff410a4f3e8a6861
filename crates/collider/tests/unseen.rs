//! The space behind a depth image is the union of the pyramids of its pixels.

use nalgebra::Point3;
use obbtree_collider::{Body, Camera, CloudError, Linear, Query, Shape, SweepOptions, Unseen};
use obbtree_collider::{Sweep, UnseenError};
use obbtree_predicates::Pose;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// An image, and a hull for each tile that is solid.
struct Case {
    depths: Vec<f32>,
    width: usize,
    camera: Camera,
    unseen: Unseen,
}

impl Case {
    fn new(random: &mut Pcg64Mcg, case: usize) -> Self {
        let (width, height) = (random.random_range(1..9), random.random_range(1..8));
        let levels = [3, 1000][case % 2];
        let depths = (0..width * height)
            .map(|_| match random.random_range(0..6) {
                0 => [0.0, f32::NAN, -1.0, 0.25, 40.0][random.random_range(0..5)],
                _ => 1.0 + 3.0 * (random.random_range(0..levels) as f32) / levels as f32,
            })
            .collect();
        let focal = [[5.0, 6.0], [-5.0, 6.0], [-5.0, -6.0], [4.0, -7.0]][case / 2 % 4];
        let center = [0.5 * width as f64 - 0.5, 0.25 * height as f64];
        let camera = Camera::new(focal, center).with_scale(1.5).within(0.5, 7.0);
        let unseen = Unseen::default()
            .with_tile([1, 1, 2, 3][case / 8 % 4])
            .with_nothing_solid(case / 3 % 2 == 1);
        Self { depths, width, camera, unseen }
    }

    fn body(&self) -> Result<Body, UnseenError> {
        Body::behind_depth(&self.depths, self.width, &self.camera, &self.unseen)
    }

    /// For each tile its depth and the slopes of its sides.
    fn tiles(&self) -> Vec<(f64, [[f64; 2]; 2])> {
        let Camera { focal, center, scale, near, far, .. } = self.camera;
        let (width, height) = (self.width, self.depths.len() / self.width);
        let side = self.unseen.tile;
        let mut found = Vec::new();
        for top in (0..height).step_by(side) {
            for left in (0..width).step_by(side) {
                let (right, bottom) = (width.min(left + side), height.min(top + side));
                let pixels = (top..bottom).flat_map(|v| (left..right).map(move |u| [u, v]));
                let depth = pixels
                    .map(|[u, v]| {
                        let depth = f64::from(self.depths[v * width + u]);
                        let shows = depth.is_finite() && depth > 0.0 && scale * depth >= near;
                        match (shows, self.unseen.nothing_solid) {
                            (true, _) => scale * depth,
                            (false, true) => near,
                            (false, false) => f64::INFINITY,
                        }
                    })
                    .fold(f64::INFINITY, f64::min);
                if depth < far {
                    let slope = |n: usize, k: usize| (n as f64 - 0.5 - center[k]) / focal[k];
                    let sides =
                        [[slope(left, 0), slope(right, 0)], [slope(top, 1), slope(bottom, 1)]];
                    found.push((depth, sides));
                }
            }
        }
        found
    }
}

fn hull(&(depth, [across, down]): &(f64, [[f64; 2]; 2]), far: f64) -> Shape {
    let corner = |n: usize| {
        let z = [depth, far][n / 4];
        [across[n % 2] * z, down[n / 2 % 2] * z, z]
    };
    Shape::hull(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner)).expect("a pyramid")
}

/// Places of a motion that are looked at.
const STEPS: u32 = 24;
/// More than corners are rounded by.
const ROUNDED: f64 = 1e-12;

#[test]
fn every_answer_is_that_of_the_pyramids() {
    let random = &mut Pcg64Mcg::seed_from_u64(241);
    let here = Pose::identity();
    let (mut hits, mut tried, mut empty) = (0, 0, 0);
    for case in 0..96 {
        let image = Case::new(random, case);
        let tiles = image.tiles();
        let body = match image.body() {
            Ok(body) => body,
            Err(error) => {
                assert_eq!((error, tiles.len()), (UnseenError::Nothing, 0));
                empty += 1;
                continue;
            }
        };
        body.require_closed().expect("closed");
        // Volumes: of a pyramid a third of its base times its height.
        let far = image.camera.far;
        let cube = |z: f64| z * z * z;
        let volume: f64 = tiles
            .iter()
            .map(|(depth, [a, b])| {
                (a[1] - a[0]).abs() * (b[1] - b[0]).abs() * (cube(far) - cube(*depth)) / 3.0
            })
            .sum();
        let found = body.mesh().report().signed_volume;
        assert!((found - volume).abs() < 1e-9 * volume, "{found} and {volume}");
        let hulls: Vec<Shape> = tiles.iter().map(|tile| hull(tile, far)).collect();
        let mut query = Query::new().solid(true);
        for _ in 0..12 {
            // Near a pyramid: about as many spheres meet as do not.
            let (_, sides) = tiles[random.random_range(0..tiles.len())];
            let mut slope = |[p, q]: [f64; 2]| {
                let share: f64 = random.random_range(-0.2..1.2);
                p + share * (q - p)
            };
            let (a, b) = (slope(sides[0]), slope(sides[1]));
            let z = random.random_range(0.5..8.0);
            let at = Pose::from_translation([a * z, b * z, z]).expect("finite");
            let sphere = Shape::sphere([0.0; 3], random.random_range(0.0..0.3)).expect("a sphere");
            let least = hulls
                .iter()
                .map(|hull| query.distance(hull, &here, &sphere, &at))
                .map(|found| [found.lower, found.upper])
                .reduce(|p, q| [p[0].min(q[0]), p[1].min(q[1])])
                .expect("a pyramid");
            let found = query.distance(&body, &here, &sphere, &at);
            assert!(found.lower <= least[1] + ROUNDED && found.upper >= least[0] - ROUNDED);
            let collides = query.collide(&body, &here, &sphere, &at);
            if least[0] > ROUNDED {
                assert!(!collides);
                assert!(query.closer_than(&body, &here, &sphere, &at, least[1] + ROUNDED));
                assert!(!query.closer_than(&body, &here, &sphere, &at, least[0] - ROUNDED));
                // Away from the camera's axis it comes no nearer; the way back is as free.
                let to = Pose::from_translation([a * z, b * z, 0.05]).expect("finite");
                let motion = Linear::new(&at, &to).expect("a motion");
                let swept = query.sweep(&body, &here, &sphere, &motion, &SweepOptions::default());
                let meets = (0..=STEPS).any(|n| {
                    let z = z + (0.05 - z) * f64::from(n) / f64::from(STEPS);
                    let at = Pose::from_translation([to.translation().x, to.translation().y, z]);
                    let at = at.expect("finite");
                    hulls
                        .iter()
                        .any(|hull| query.distance(hull, &here, &sphere, &at).upper < ROUNDED)
                });
                assert!(!(meets && matches!(swept, Sweep::Free { .. })));
            }
            let inside = hulls.iter().any(|hull| {
                let point = Shape::sphere([0.0; 3], 0.0).expect("a point");
                query.collide(hull, &here, &point, &at)
            });
            if inside {
                assert!(collides, "{case}");
                let point = Point3::from([a * z, b * z, z]);
                assert!(body.contains(&here, &point, &here) || least[1] <= ROUNDED);
            }
            hits += usize::from(collides);
            tried += 1;
        }
    }
    assert!((0.3..0.7).contains(&(hits as f64 / tried as f64)), "{hits} of {tried}");
    assert!(empty < 30, "{empty}");
}

#[test]
fn what_gives_no_solid_is_refused() {
    let camera = Camera::new([5.0; 2], [0.5; 2]).within(0.0, 4.0);
    let check = |camera: Camera, unseen: Unseen, depths: &[f32], message: &str| {
        let error = Body::behind_depth(depths, 2, &camera, &unseen).expect_err(message);
        assert_eq!(error.to_string(), message);
    };
    let (plain, careful) = (Unseen::default(), Unseen::default().with_nothing_solid(true));
    let infinite = Camera::new([5.0; 2], [0.5; 2]);
    check(
        infinite,
        plain,
        &[1.0; 4],
        "the camera sees to far = inf: a solid ends at a finite depth",
    );
    let from = "the camera sees from near = 0.0: what shows nothing is solid from a depth above 0";
    check(camera, careful, &[1.0; 4], from);
    let nothing = "nothing is solid: no pixel shows anything nearer than the farthest depth";
    check(camera, plain, &[0.0, 5.0, f32::NAN, 4.0], nothing);
    check(camera, plain, &[1.0; 3], "3 depths do not fill rows of 2");
    let flat = Camera::new([0.0, 1.0], [0.5; 2]).within(0.1, 4.0);
    let error = Body::behind_depth(&[1.0_f32; 4], 2, &flat, &plain).expect_err("no length");
    assert!(matches!(error, UnseenError::Image(CloudError::Camera { what: "fx", .. })));
}
