//! A small body near, at and in a large one.
//!
//! A place on the large surface, a direction away from it and an orientation are drawn; the small
//! body comes in along the direction until it is at a given distance, found by bisection with the
//! engine, or meets the surface, and then on by its depth. Distances are those of the surfaces, not
//! ways along the direction.

use nalgebra::{Matrix3, Vector3};
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_assets::{WHEEL, gear, torus_knot};
use obbtree_tests::shapes::{isometry, random, scaled, vector};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::figure::{blob, figure};
use super::patches::size;
use super::room::room;
use super::shelf::shelf;
use super::terrain::terrain;
use super::{Coordinates, Family, Pair, Part, Poses, Scene, Set, pose};

/// Gaps as shares of the small body's size; depths are negative, along the approach in.
const GAPS: [f64; 5] = [0.5, 0.05, 0.005, -0.02, -0.2];
/// Poses of each set.
const POSES: usize = 20;
/// Approaches that are tried for them. A room has corners where nothing is far from everything.
const MOST_TRIES: usize = 1000;
/// How well gaps are met, as a share of themselves, and first contact, of the small body's size.
const GAP_ACCURACY: f64 = 1e-3;
const CONTACT_ACCURACY: f64 = 1e-9;
/// How far out, in sizes of the small body, each next try to be away from the surface starts.
const STARTS: [f64; 5] = [0.8, 1.2, 1.6, 2.4, 4.0];

#[derive(Clone, Copy)]
enum Large {
    /// 720,000 triangles.
    FineTerrain,
    /// 135,200.
    Terrain,
    Shelf,
    Room,
    /// Columns and rows.
    Figure(usize, usize),
}

#[derive(Clone, Copy)]
enum Little {
    Knot,
    Blob,
    Gear,
}

/// Which body is named first.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    LargeFirst,
    SmallFirst,
}

/// What is put together: the small body's size is a share of the large one's. The first is 0.2 m on
/// 100 m of terrain.
const CASES: [(Large, Little, f64, Order); 15] = [
    (Large::FineTerrain, Little::Knot, 0.0014, Order::LargeFirst),
    (Large::FineTerrain, Little::Gear, 0.01, Order::SmallFirst),
    (Large::Terrain, Little::Blob, 0.005, Order::LargeFirst),
    (Large::Terrain, Little::Knot, 0.05, Order::SmallFirst),
    (Large::Terrain, Little::Gear, 0.2, Order::LargeFirst),
    (Large::Shelf, Little::Gear, 0.02, Order::LargeFirst),
    (Large::Shelf, Little::Knot, 0.1, Order::SmallFirst),
    (Large::Room, Little::Gear, 0.005, Order::SmallFirst),
    (Large::Room, Little::Blob, 0.05, Order::LargeFirst),
    (Large::Room, Little::Knot, 0.15, Order::LargeFirst),
    (Large::Figure(72, 72), Little::Blob, 0.01, Order::LargeFirst),
    (Large::Figure(72, 72), Little::Knot, 0.3, Order::SmallFirst),
    (Large::Figure(114, 114), Little::Gear, 0.03, Order::SmallFirst),
    (Large::Figure(161, 162), Little::Knot, 0.05, Order::LargeFirst),
    (Large::Figure(161, 162), Little::Blob, 0.2, Order::SmallFirst),
];

/// Places in the list of those that a quick run has.
const QUICK: [usize; 2] = [2, 8];

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |(seed, (large, little, share, order)): (usize, (Large, Little, f64, Order))| {
        let percent = format!("{} %", (1e4 * share).round() / 1e2);
        let name = match order {
            Order::LargeFirst => format!("{}, {} of {percent}", large.name(), little.name()),
            Order::SmallFirst => format!("{} of {percent}, {}", little.name(), large.name()),
        };
        let file = format!("{}-{}-{share}", little.name(), large.name()).replace(' ', "-");
        Scene::new(Family::Small, name, move || {
            let large = Part { name: large.name().replace(' ', "-"), mesh: large.mesh() };
            let little = little.mesh(share * size(&large.mesh));
            pair(large, Part { name: file.clone(), mesh: little }, order, seed as u64)
        })
        .quick(QUICK.contains(&seed))
    };
    CASES.into_iter().enumerate().map(scene).collect()
}

impl Large {
    fn name(self) -> String {
        match self {
            Self::FineTerrain => "fine terrain".to_owned(),
            Self::Terrain => "terrain".to_owned(),
            Self::Shelf => "shelf".to_owned(),
            Self::Room => "room".to_owned(),
            Self::Figure(columns, rows) => format!("figure of {}", 2 * columns * (rows - 1)),
        }
    }

    fn mesh(self) -> Mesh {
        match self {
            Self::FineTerrain => terrain(600),
            Self::Terrain => terrain(260),
            Self::Shelf => shelf(),
            Self::Room => room(),
            Self::Figure(columns, rows) => figure(columns, rows),
        }
    }
}

impl Little {
    fn name(self) -> &'static str {
        match self {
            Self::Knot => "knot",
            Self::Blob => "blob",
            Self::Gear => "gear",
        }
    }

    fn mesh(self, wanted: f64) -> Mesh {
        let mesh = match self {
            Self::Knot => torus_knot(181, 16),
            Self::Blob => blob(4),
            Self::Gear => gear(WHEEL),
        };
        Coordinates::F32.of(&scaled(&mesh, wanted / size(&mesh)))
    }
}

fn pair(large: Part, little: Part, order: Order, seed: u64) -> Pair {
    let found = approaches(&large.mesh, &little.mesh, seed);
    let sets = GAPS.into_iter().enumerate().map(|(i, gap)| {
        let place = |gaps: &[Pose; GAPS.len()]| -> Poses {
            match order {
                Order::LargeFirst => [Pose::identity(), gaps[i]],
                Order::SmallFirst => [gaps[i], Pose::identity()],
            }
        };
        Set {
            name: format!("{gap:+}"),
            poses: found.iter().map(place).collect(),
            meets: Some(gap < 0.0),
        }
    });
    let sets = sets.collect();
    let (a, b) = match order {
        Order::LargeFirst => (large, little),
        Order::SmallFirst => (little, large),
    };
    Pair { a, b, sets }
}

/// Poses of the small body at all gaps, approach by approach.
fn approaches(large: &Mesh, little: &Mesh, seed: u64) -> Vec<[Pose; GAPS.len()]> {
    let areas = Areas::new(large);
    let mut bodies = Bodies {
        large: Body::new(large.clone()),
        little: Body::new(little.clone()),
        query: Query::new(),
    };
    let mut random = random(seed);
    let approaches = (0..MOST_TRIES).filter_map(|_| {
        let approach = Approach::draw(&areas, large, little, &mut random);
        bodies.gaps(&approach)
    });
    let found: Vec<_> = approaches.take(POSES).collect();
    assert_eq!(found.len(), POSES, "the large body leaves no space for the small one");
    found
}

/// Sums of the areas of a mesh's triangles, to draw places of its surface evenly.
struct Areas(Vec<f64>);

impl Areas {
    fn new(mesh: &Mesh) -> Self {
        let mut sum = 0.0;
        let area = |[a, b, c]: [nalgebra::Point3<f64>; 3]| {
            sum += (b - a).cross(&(c - a)).norm();
            sum
        };
        Self(mesh.corners().map(area).collect())
    }

    fn draw(&self, random: &mut Pcg64Mcg) -> usize {
        let wanted = random.random_range(0.0..self.0[self.0.len() - 1]);
        self.0.partition_point(|&sum| sum <= wanted)
    }
}

/// A straight approach of the small body.
struct Approach {
    rotation: Matrix3<f64>,
    /// Translation with the small body's middle on the surface.
    end: Vector3<f64>,
    /// A unit vector.
    outwards: Vector3<f64>,
    /// The small body's.
    size: f64,
}

impl Approach {
    fn draw(areas: &Areas, large: &Mesh, little: &Mesh, random: &mut Pcg64Mcg) -> Self {
        let [a, b, c] = large.triangle(areas.draw(random));
        let (mut u, mut v) = (random.random_range(0.0..1.0), random.random_range(0.0..1.0));
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        let place = a.coords + u * (b - a) + v * (c - a);
        let rotation = isometry(random, 0.0).rotation.to_rotation_matrix().into_inner();
        let outwards = vector(random).normalize();
        // Triangles look outwards: the approach comes from there.
        let outwards =
            if outwards.dot(&(b - a).cross(&(c - a))) < 0.0 { -outwards } else { outwards };
        let bounds = little.report().bounds;
        let end = place - rotation * bounds.center().coords;
        Self { rotation, end, outwards, size: bounds.sides().norm() }
    }

    fn at(&self, distance: f64) -> Pose {
        pose(self.rotation, self.end + distance * self.outwards)
    }
}

struct Bodies {
    large: Body,
    little: Body,
    query: Query,
}

impl Bodies {
    fn meets(&mut self, approach: &Approach, distance: f64) -> bool {
        self.query.collide(&self.large, &Pose::identity(), &self.little, &approach.at(distance))
    }

    fn is_closer(&mut self, approach: &Approach, distance: f64, tolerance: f64) -> bool {
        let here = Pose::identity();
        self.query.closer_than(&self.large, &here, &self.little, &approach.at(distance), tolerance)
    }

    /// Poses on this approach at all gaps; `None` if it leads past the surface, where there is
    /// not space enough, or through it.
    fn gaps(&mut self, approach: &Approach) -> Option<[Pose; GAPS.len()]> {
        let widest = GAPS[0] * approach.size;
        let out = STARTS
            .map(|start| start * approach.size)
            .into_iter()
            .find(|&start| !self.is_closer(approach, start, widest))?;
        if !self.meets(approach, 0.0) {
            return None;
        }
        let accuracy = CONTACT_ACCURACY * approach.size;
        let contact = last(0.0, out, accuracy, |distance| self.meets(approach, distance));
        let found = GAPS.map(|gap| {
            let gap = gap * approach.size;
            let distance = if gap < 0.0 {
                contact + gap
            } else {
                let accuracy = GAP_ACCURACY * gap;
                // Just beyond where it is closer, so that it is not.
                accuracy + last(contact, out, accuracy, |at| self.is_closer(approach, at, gap))
            };
            (gap, distance)
        });
        let right = |&(gap, distance): &(f64, f64)| self.meets(approach, distance) == (gap < 0.0);
        found.iter().all(right).then(|| found.map(|(_, distance)| approach.at(distance)))
    }
}

/// The last place of a stretch at which something still is, by bisection: it is at `from`, not at
/// `to`.
fn last(from: f64, to: f64, accuracy: f64, mut is: impl FnMut(f64) -> bool) -> f64 {
    let (mut yes, mut no) = (from, to);
    while no - yes > accuracy {
        let middle = 0.5 * (yes + no);
        if is(middle) { yes = middle } else { no = middle }
    }
    yes
}
