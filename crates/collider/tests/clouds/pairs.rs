//! Every question about a cloud and something else, in both orders.

use std::collections::BTreeSet;

use nalgebra::Vector3;
use obbtree_collider::{Body, Collider, ColliderRef, Query, Shape, ShapeKind};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_simd::SimdLevel;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::support::{
    Given, Item, Truth, cloud, cube, length, moved, of_cloud, of_mesh, place, soup, vector,
};

/// What is beside the cloud.
enum Beside {
    Mesh(Body),
    Cloud(Given),
    /// A shape with what is within its radius.
    Shape(Shape, Mesh, f64),
}

impl Beside {
    fn new(random: &mut Pcg64Mcg, on_lattice: bool) -> Self {
        match random.random_range(0..4) {
            0 => Self::Cloud(cloud(random, on_lattice, 40)),
            1 => {
                let mut point = || -> [f64; 3] {
                    let v: Vector3<f64> = match on_lattice {
                        true => Vector3::from_fn(|_, _| f64::from(random.random_range(-3..4))),
                        false => vector(random),
                    };
                    v.into()
                };
                let (p, q, r) = (point(), point(), point());
                let radius = length(random, on_lattice);
                let (shape, corners) = match random.random_range(0..3) {
                    0 => (Shape::sphere(p, radius), [p; 3]),
                    1 if p != q => (Shape::capsule(p, q, radius), [p, q, q]),
                    _ => {
                        let kind = ShapeKind::Triangle { points: [p, q, r], radius };
                        (Shape::new(kind), [p, q, r])
                    }
                };
                let mesh = Mesh::from_soup(&[corners.map(Into::into)]).expect("finite");
                Self::Shape(shape.expect("finite"), mesh, radius)
            }
            _ => Self::Mesh(Body::new(mesh(random, on_lattice))),
        }
    }

    fn collider(&self) -> Collider {
        match self {
            Self::Mesh(body) => body.clone().into(),
            Self::Cloud(given) => given.cloud.clone().into(),
            Self::Shape(shape, ..) => shape.clone().into(),
        }
    }

    fn items(&self) -> Vec<Item> {
        match self {
            Self::Mesh(body) => of_mesh(body.mesh()),
            Self::Cloud(given) => of_cloud(given),
            Self::Shape(_, mesh, radius) => {
                of_mesh(mesh).into_iter().map(|item| Item { radius: *radius, ..item }).collect()
            }
        }
    }
}

fn mesh(random: &mut Pcg64Mcg, on_lattice: bool) -> Mesh {
    if !on_lattice {
        return match random.random_range(0..3) {
            0 => cube(),
            1 => soup(random, 12, 0.2),
            _ => soup(random, 6, 1.0),
        };
    }
    let mut corner = || [(); 3].map(|()| f64::from(random.random_range(-2..3)));
    let triangles: Vec<_> = (0..5).map(|_| [corner(), corner(), corner()]).collect();
    Mesh::from_soup(&triangles).expect("finite")
}

/// Which of equal points counts: the largest radius, then the lowest number.
fn counted(given: &Given) -> Vec<u32> {
    let of =
        |n: usize| (0..given.points.len()).filter(move |&k| given.points[k] == given.points[n]);
    (0..given.points.len())
        .map(|n| {
            of(n).reduce(|p, q| if given.radii[q] > given.radii[p] { q } else { p }).unwrap_or(n)
                as u32
        })
        .collect()
}

/// How many questions there were, and how many of them met something.
#[derive(Debug, Default)]
struct Seen {
    questions: usize,
    meet: usize,
    apart: usize,
    ties: usize,
}

struct Scene<'s> {
    given: &'s Given,
    beside: &'s Beside,
    poses: [Pose; 2],
}

impl Scene<'_> {
    /// Asks everything, and gives a vector along which the other has to move to touch.
    fn ask(&self, query: &mut Query, seen: &mut Seen, random: &mut Pcg64Mcg) -> Vector3<f64> {
        let Self { given, beside, poses: [pose, other] } = self;
        let (items, collider) = (beside.items(), beside.collider());
        let truth = Truth::new(given, pose, &items, other);
        let (cloud, beside_it) = (ColliderRef::from(&given.cloud), ColliderRef::from(&collider));
        let what = || format!("{:?} {:?} {collider:?} {:?}", given.points, given.radii, self.poses);

        let meets = truth.is_closer(0.0);
        assert_eq!(query.collide(cloud, pose, beside_it, other), meets, "{}", what());
        assert_eq!(query.collide(beside_it, other, cloud, pose), meets, "{}", what());

        let found = query.distance(cloud, pose, beside_it, other);
        let interval = [found.lower, found.upper];
        assert_eq!(found.upper == 0.0, meets, "{found:?} {}", what());
        if !meets {
            assert!(truth.is_least_within(interval), "{found:?} {}", what());
            let width = 16.0 * f64::EPSILON * (found.upper + 2.0) + f64::MIN_POSITIVE;
            assert!(found.upper - found.lower <= width, "{found:?} {}", what());
            assert!(found.cloud_points[0].is_some(), "{found:?}");
            assert_eq!(found.normal.is_some(), found.lower > 0.0, "{found:?}");
        }
        let swapped = query.distance(beside_it, other, cloud, pose);
        assert_eq!([swapped.lower, swapped.upper], interval, "{}", what());

        let numbers = counted(given);
        let any = random.random_range(0.0..2.0);
        for tolerance in [
            found.lower.next_down(),
            found.lower,
            found.upper,
            found.upper.next_up(),
            0.5 * f64::from(random.random_range(0..5)),
            any,
        ] {
            let is_closer = tolerance >= 0.0 && truth.is_closer(tolerance);
            let said = query.closer_than(beside_it, other, cloud, pose, tolerance);
            assert_eq!(said, is_closer, "{tolerance:e} {}", what());
            seen.ties += usize::from((tolerance - found.upper).abs() <= 1e-15 * tolerance);
            let close = if tolerance >= 0.0 { truth.close_pairs(tolerance) } else { Vec::new() };
            let near: BTreeSet<u32> = close.iter().map(|&[n, _]| numbers[n]).collect();
            let said = query.points_within(&given.cloud, pose, beside_it, other, tolerance);
            let said = given.cloud.kept().numbers.into_iter().zip(said);
            let said: BTreeSet<u32> = said.filter(|pair| pair.1).map(|pair| pair.0).collect();
            assert_eq!(said, near, "{tolerance:e} {}", what());
        }

        let of_other = match beside {
            Beside::Cloud(given) => counted(given),
            _ => (0..items.len() as u32).collect(),
        };
        let expected: BTreeSet<_> =
            truth.close_pairs(0.0).iter().map(|&[n, m]| [numbers[n], of_other[m]]).collect();
        let contacts = query.contacts(cloud, pose, beside_it, other);
        let said: BTreeSet<_> = contacts
            .iter()
            .map(|contact| {
                let item = contact.triangles[1].or(contact.cloud_points[1]).unwrap_or(0);
                [contact.cloud_points[0].expect("a cloud"), item]
            })
            .collect();
        assert_eq!(said, expected, "{}", what());
        assert_eq!(said.len(), contacts.len(), "each once: {}", what());

        seen.questions += 17;
        seen.meet += usize::from(meets);
        seen.apart += usize::from(!meets);
        (found.points[0] - found.points[1]) * 1.0
    }
}

/// Millions of questions; a second setting runs ten times as many.
#[test]
fn every_answer_is_that_of_all_pairs() {
    let (mut random, mut seen) = (Pcg64Mcg::seed_from_u64(3301), Seen::default());
    let questions = if std::env::var_os("OBBTREE_LONG").is_some() { 1_000_000 } else { 100_000 };
    let levels = SimdLevel::all_available();
    while seen.questions < questions {
        let level = levels[random.random_range(0..levels.len())];
        let mut query = Query::new().level(level);
        let on_lattice = random.random_range(0..2) == 0;
        let given = cloud(&mut random, on_lattice, if on_lattice { 24 } else { 60 });
        let beside = Beside::new(&mut random, on_lattice);
        let poses = [place(&mut random, on_lattice), place(&mut random, on_lattice)];
        let mut scene = Scene { given: &given, beside: &beside, poses };
        let way = scene.ask(&mut query, &mut seen, &mut random);
        // Moved to where the two touch, up to rounding, and a little on either side of that.
        let beyond = [0.0, 1e-15, -1e-15, 1e-9, -1e-9, 0.01][random.random_range(0..6)];
        scene.poses[1] = moved(&scene.poses[1], &(way * (1.0 + beyond)));
        scene.ask(&mut query, &mut seen, &mut random);
    }
    eprintln!("{seen:?}");
    let few = 0.2 * (seen.meet + seen.apart) as f64;
    assert!(seen.meet as f64 > few && seen.apart as f64 > few, "{seen:?}");
}
