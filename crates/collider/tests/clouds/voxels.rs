//! Voxels beside meshes, shapes, points and other voxels: each answer is that of all pairs of a box
//! and an item in rational arithmetic, and that of the boxes as shapes.

use std::cmp::Ordering;

use nalgebra::{Matrix3, Vector3};
use obbtree_collider::{Body, Collider, ColliderRef, Query, Shape, ShapeKind, Voxels};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_referee::{BigRational, has_part_inside, mesh_squared_distance};
use obbtree_simd::SimdLevel;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::solids::shape;
use crate::support::{cloud, length, moved, place, rational, soup, vector};

/// The surface of a box, fronts outward.
fn surface([low, high]: [[f64; 3]; 2]) -> Mesh {
    let unit = crate::support::cube();
    let corner = |v: &[f64; 3]| [0, 1, 2].map(|k| if v[k] == 0.0 { low[k] } else { high[k] });
    let vertices = unit.vertices().iter().map(corner).collect();
    Mesh::new(vertices, unit.triangles().to_vec()).expect("a box")
}

/// Cells, or leaves of several sizes; with sides that `f64` holds, or not.
fn voxels(random: &mut Pcg64Mcg, on_lattice: bool, most: usize) -> Voxels {
    let count = random.random_range(1..=most);
    let side = match on_lattice {
        true => [1.0, 0.5, 2.0][random.random_range(0..3)],
        false => [0.1, 0.05, 0.3, 1e-3][random.random_range(0..4)],
    };
    let is_flat = random.random_range(0..3) == 0;
    let reach = if on_lattice { 3 } else { 9 };
    let mut cell = || {
        let mut number = || random.random_range(-reach..=reach);
        [number(), number(), if is_flat { 0 } else { number() }]
    };
    let mut cells: Vec<[i32; 3]> = (0..count).map(|_| cell()).collect();
    cells.extend_from_within(..count / 5);
    let origin = if on_lattice { [0.5, -1.0, 0.0] } else { vector(random).into() };
    let sizes: Vec<u32> = cells.iter().map(|_| 1 << random.random_range(0..3)).collect();
    let made = match random.random_range(0..3) {
        0 => Voxels::from_cells(&cells, origin, side),
        1 => Voxels::with_sizes(&cells, &sizes, origin, side),
        _ => {
            let half = |n: usize| 0.5 * side * f64::from(sizes[n]);
            let center =
                |n: usize| [0, 1, 2].map(|k| origin[k] + f64::from(cells[n][k]) * side + half(n));
            let halves: Vec<f64> = (0..cells.len()).map(half).collect();
            let centers: Vec<[f64; 3]> = (0..cells.len()).map(center).collect();
            Voxels::from_leaves(&centers, &halves[..])
        }
    };
    made.expect("finite")
}

/// The numbers of the voxels that are kept, with their boxes.
fn boxes(voxels: &Voxels) -> Vec<(u32, [[f64; 3]; 2])> {
    voxels.kept().numbers.into_iter().zip(voxels.boxes()).collect()
}

/// An item: what is within a radius of a surface, and what that encloses.
struct Item {
    number: u32,
    surface: Mesh,
    radius: f64,
}

/// What is beside the voxels, and its items.
fn beside(random: &mut Pcg64Mcg, on_lattice: bool) -> (Collider, Vec<Item>) {
    let of_mesh = |mesh: &Mesh| {
        let corners = |n: usize| mesh.triangle(n).map(|corner| corner.into());
        let item = |n| Item {
            number: n as u32,
            surface: Mesh::from_soup(&[corners(n)]).expect("finite"),
            radius: 0.0,
        };
        (0..mesh.triangles().len()).map(item).collect::<Vec<_>>()
    };
    let point = |random: &mut Pcg64Mcg| -> [f64; 3] {
        let v: Vector3<f64> = match on_lattice {
            true => Vector3::from_fn(|_, _| f64::from(random.random_range(-3..4))),
            false => vector(random),
        };
        v.into()
    };
    match random.random_range(0..4) {
        0 => {
            let given = cloud(random, on_lattice, 6);
            let kept = given.cloud.kept();
            let item = |n: usize| Item {
                number: kept.numbers[n],
                surface: Mesh::from_soup(&[[kept.points[n]; 3]]).expect("finite"),
                radius: kept.radii.as_ref().map_or(given.cloud.largest_radius(), |r| r[n]),
            };
            let items = (0..kept.points.len()).map(item).collect();
            (given.cloud.into(), items)
        }
        1 => {
            let others = voxels(random, on_lattice, 3);
            let of_box =
                |(number, corners)| Item { number, surface: surface(corners), radius: 0.0 };
            let items = boxes(&others).into_iter().map(of_box).collect();
            (others.into(), items)
        }
        2 => {
            let radius = length(random, on_lattice);
            let (points, shape) = if random.random_range(0..2) == 0 {
                let center = point(random);
                ([center; 3], Shape::sphere(center, radius))
            } else {
                let points = [point(random), point(random), point(random)];
                (points, Shape::new(ShapeKind::Triangle { points, radius }))
            };
            let surface = Mesh::from_soup(&[points]).expect("finite");
            (shape.expect("finite").into(), vec![Item { number: 0, surface, radius }])
        }
        _ => {
            let mesh = match on_lattice {
                true => {
                    let mut triangle = || [point(random), point(random), point(random)];
                    Mesh::from_soup(&[triangle(), triangle(), triangle()]).expect("finite")
                }
                false => {
                    let size = [0.05, 0.3, 2.0][random.random_range(0..3)];
                    soup(random, 4, size)
                }
            };
            let items = of_mesh(&mesh);
            (Body::new(mesh).into(), items)
        }
    }
}

/// The square of the distance of a box and an item without its radius; 0 where one is inside.
fn squared(of_box: &Mesh, pose: &Pose, item: &Item, other: &Pose) -> BigRational {
    let squared = mesh_squared_distance(of_box, pose, &item.surface, other).expect("triangles");
    let zero = rational(0.0);
    let is_inside = squared != zero
        && (has_part_inside(of_box, pose, &item.surface, other)
            || has_part_inside(&item.surface, other, of_box, pose));
    if is_inside { zero } else { squared }
}

/// Every pair, and the square of its distance without radii.
struct Truth(Vec<([u32; 2], BigRational, f64)>);

impl Truth {
    fn compare(squared: &BigRational, radius: f64, length: f64) -> Ordering {
        let reach = rational(length) + rational(radius);
        if reach < rational(0.0) {
            return Ordering::Greater;
        }
        squared.cmp(&(reach.clone() * reach))
    }

    fn close_pairs(&self, tolerance: f64) -> Vec<[u32; 2]> {
        let close = self
            .0
            .iter()
            .filter(|(_, squared, radius)| Self::compare(squared, *radius, tolerance).is_le());
        close.map(|(numbers, ..)| *numbers).collect()
    }

    fn is_closer(&self, tolerance: f64) -> bool {
        !self.close_pairs(tolerance).is_empty()
    }

    fn is_least_within(&self, [lower, upper]: [f64; 2]) -> bool {
        let is_above = |(_, squared, radius): &_| Self::compare(squared, *radius, lower).is_ge();
        self.is_closer(upper) && self.0.iter().all(is_above)
    }
}

#[test]
fn every_answer_is_that_of_all_boxes() {
    let random = &mut Pcg64Mcg::seed_from_u64(4101);
    let cases = if std::env::var_os("OBBTREE_LONG").is_some() { 3_000 } else { 150 };
    let levels = SimdLevel::all_available();
    let (mut meet, mut apart) = (0, 0);
    for case in 0..cases {
        let on_lattice = case % 2 == 0;
        let voxels = voxels(random, on_lattice, 4);
        let (collider, items) = beside(random, on_lattice);
        let mut poses = [place(random, on_lattice), place(random, on_lattice)];
        let mut query = Query::new().level(levels[random.random_range(0..levels.len())]);
        // Where they are, and moved to where they touch, up to rounding.
        for round in 0..2 {
            let [pose, other] = &poses;
            let of_pairs = boxes(&voxels).into_iter().flat_map(|(number, corners)| {
                let of_box = surface(corners);
                items.iter().map(move |item| {
                    let squared = squared(&of_box, pose, item, other);
                    ([number, item.number], squared, item.radius)
                })
            });
            let truth = Truth(of_pairs.collect());
            let what = || format!("{:?} {collider:?} {poses:?}", voxels.kept());
            let (own, beside_it) = (ColliderRef::from(&voxels), ColliderRef::from(&collider));
            let meets = truth.is_closer(0.0);
            assert_eq!(query.collide(own, pose, beside_it, other), meets, "{}", what());
            assert_eq!(query.collide(beside_it, other, own, pose), meets, "{}", what());
            (meet, apart) = (meet + usize::from(meets), apart + usize::from(!meets));

            let found = query.distance(own, pose, beside_it, other);
            assert_eq!(found.upper == 0.0, meets, "{found:?} {}", what());
            if !meets {
                assert!(truth.is_least_within([found.lower, found.upper]), "{found:?} {}", what());
                let width = 16.0 * f64::EPSILON * (found.upper + 2.0) + f64::MIN_POSITIVE;
                assert!(found.upper - found.lower <= width, "{found:?} {}", what());
                assert_eq!(found.normal.is_some(), found.lower > 0.0, "{found:?}");
            }
            let number = found.cloud_points[0].expect("a voxel");
            assert!(truth.0.iter().any(|(numbers, ..)| numbers[0] == number), "{found:?}");

            let tolerances = [found.lower.next_down(), found.lower, found.upper, 0.1];
            for tolerance in tolerances {
                let closer = query.closer_than(own, pose, beside_it, other, tolerance);
                let expected = tolerance >= 0.0 && truth.is_closer(tolerance);
                assert_eq!(closer, expected, "{tolerance:e} {}", what());
            }

            let contacts = query.contacts(own, pose, beside_it, other);
            let mut said: Vec<[u32; 2]> = contacts
                .iter()
                .map(|contact| {
                    let item = contact.triangles[1].or(contact.cloud_points[1]).unwrap_or(0);
                    [contact.cloud_points[0].expect("a voxel"), item]
                })
                .collect();
            let mut expected = truth.close_pairs(0.0);
            said.sort_unstable();
            expected.sort_unstable();
            assert_eq!(said, expected, "{}", what());

            if round == 0 {
                let beyond = [0.0, 1e-15, -1e-15, 1e-9, -1e-9][random.random_range(0..5)];
                let way = found.points[0] - found.points[1];
                poses[1] = moved(&poses[1], &(way * (1.0 + beyond)));
            }
        }
    }
    assert!(meet * 5 > cases && apart * 5 > cases, "{meet} {apart}");
}

/// Thousands of cases beside shapes of every kind, by the boxes as hulls.
#[test]
fn voxels_beside_a_shape_are_their_boxes_beside_it() {
    let random = &mut Pcg64Mcg::seed_from_u64(4102);
    let cases = if std::env::var_os("OBBTREE_LONG").is_some() { 20_000 } else { 1_500 };
    let (mut meet, mut apart) = (0, 0);
    for _ in 0..cases {
        let on_lattice = random.random_range(0..2) == 0;
        let voxels = voxels(random, on_lattice, 30);
        let shape = shape(random, on_lattice);
        let poses = [place(random, on_lattice), place(random, on_lattice)];
        let [pose, other] = &poses;
        let what = || format!("{:?} {:?} {poses:?}", shape.kind(), voxels.kept());
        let mut query = Query::new();
        let hulls: Vec<(u32, Shape)> = boxes(&voxels)
            .into_iter()
            .map(|(number, corners)| {
                (number, Shape::hull(surface(corners).vertices()).expect("finite"))
            })
            .collect();
        let hits: Vec<u32> = hulls
            .iter()
            .filter(|(_, hull)| query.collide(hull, pose, &shape, other))
            .map(|(number, _)| *number)
            .collect();
        let found = query.collide(&voxels, pose, &shape, other);
        assert_eq!(found, !hits.is_empty(), "{}", what());
        assert_eq!(query.collide(&shape, other, &voxels, pose), found, "{}", what());
        (meet, apart) = (meet + usize::from(found), apart + usize::from(!found));

        let contacts = query.contacts(&shape, other, &voxels, pose);
        let said: Vec<u32> =
            contacts.iter().filter_map(|contact| contact.cloud_points[1]).collect();
        assert_eq!(said, hits, "{}", what());

        let tolerance = random.random_range(0.0..1.0);
        let closer = query.closer_than(&voxels, pose, &shape, other, tolerance);
        let some =
            hulls.iter().any(|(_, hull)| query.closer_than(hull, pose, &shape, other, tolerance));
        assert_eq!(closer, some, "{tolerance} {}", what());

        let found = query.distance(&voxels, pose, &shape, other);
        let all: Vec<_> =
            hulls.iter().map(|(_, hull)| query.distance(hull, pose, &shape, other)).collect();
        let upper = all.iter().map(|one| one.upper).fold(f64::INFINITY, f64::min);
        let lower = all.iter().map(|one| one.lower).fold(f64::INFINITY, f64::min);
        assert_eq!(found.upper == 0.0, upper == 0.0, "{found:?} {}", what());
        assert!(found.lower <= upper && lower <= found.upper, "{found:?} {}", what());
    }
    assert!(meet * 5 > cases && apart * 10 > cases, "{meet} {apart}");
}

/// Faces of cells at 0.1, 0.2, ...: a plate on them touches, and one an ulp above does not.
#[test]
fn a_plate_on_a_face_touches_and_an_ulp_above_it_does_not() {
    let cells: Vec<[i32; 3]> = (0..900).map(|n| [n % 30, n / 30, n % 7 - 3]).collect();
    let origin = [0.3, -0.7, 0.1];
    let voxels = Voxels::from_cells(&cells, origin, 0.1).expect("finite");
    let (here, mut query) = (Pose::identity(), Query::new());
    let plate = |z: f64| {
        let corners = [[-9.0, -9.0, z], [9.0, -9.0, z], [0.0, 30.0, z]];
        Body::new(Mesh::from_soup(&[corners]).expect("finite"))
    };
    let floor = |z: f64| {
        Shape::half_space_through([0.0, 0.0, z], [0.0, 1.0, z], [1.0, 0.0, z]).expect("a plane")
    };
    let top = voxels.aabb().max.z;
    assert_eq!(top, (4.0_f64).mul_add(0.1, 0.1));
    assert!(query.collide(&voxels, &here, &plate(top), &here));
    assert!(!query.collide(&voxels, &here, &plate(top.next_up()), &here));
    assert!(query.collide(&voxels, &here, &floor(top), &here));
    assert!(!query.collide(&voxels, &here, &floor(top.next_up()), &here));
    let gap = query.distance(&voxels, &here, &plate(top.next_up()), &here);
    assert!(gap.lower > 0.0 && gap.lower <= top.next_up() - top);
    // Between two layers there is no gap: each of their common numbers is met by both.
    for k in -2..3 {
        let z = f64::from(k).mul_add(0.1, 0.1);
        let contacts = query.contacts(&voxels, &here, &plate(z), &here);
        let layers: std::collections::BTreeSet<i32> = contacts
            .iter()
            .map(|contact| cells[contact.cloud_points[0].expect("a voxel") as usize][2])
            .collect();
        assert_eq!(layers, [k - 1, k].into());
    }
}

/// What is wholly inside of a voxel meets it, and voxels inside a closed mesh meet the solid.
#[test]
fn inside_is_met() {
    let random = &mut Pcg64Mcg::seed_from_u64(4103);
    let voxels = Voxels::from_cells(&[[0, 0, 0], [5, 5, 5]], [0.0; 3], 2.0).expect("finite");
    let (small, large) =
        (Body::new(surface([[0.4; 3], [0.6; 3]])), Body::new(surface([[-3.0; 3], [20.0; 3]])));
    for _ in 0..50 {
        let rotation = *place(random, false).rotation();
        let pose =
            Pose::new(rotation, Vector3::new(11.0, 11.0, 11.0) - rotation * Vector3::repeat(0.5))
                .expect("a rotation");
        let (here, mut query) = (Pose::identity(), Query::new());
        assert!(query.collide(&voxels, &here, &small, &pose));
        let found = query.distance(&small, &pose, &voxels, &here);
        assert!(found.upper == 0.0 && found.one_inside && found.cloud_points[1] == Some(1));
        assert!(!query.collide(&voxels, &here, &large, &here));
        assert!(Query::new().solid(true).collide(&voxels, &here, &large, &here));
        let beside =
            Pose::new(Matrix3::identity(), Vector3::new(40.0, 0.0, 0.0)).expect("in range");
        assert!(!Query::new().solid(true).collide(&voxels, &beside, &large, &here));
    }
}

/// Many cells: the hierarchy finds what all boxes find.
#[test]
fn a_surface_of_thousands_of_cells() {
    let random = &mut Pcg64Mcg::seed_from_u64(4104);
    let cells: Vec<[i32; 3]> = (0..20_000)
        .map(|n| {
            let [x, y] = [n % 200 - 100, n / 200 - 50];
            let height = 6.0 * (f64::from(x) * 0.07).sin() * (f64::from(y) * 0.09).cos();
            [x, y, height as i32]
        })
        .collect();
    let voxels = Voxels::from_cells(&cells, [0.0; 3], 0.05).expect("finite");
    let boxes = boxes(&voxels);
    let (mut query, here, mut met) = (Query::new(), Pose::identity(), 0);
    for _ in 0..200 {
        let pose = place(random, false);
        let pose =
            Pose::new(*pose.rotation(), vector(random).component_mul(&Vector3::new(4.0, 2.0, 0.6)))
                .expect("a rotation");
        let body = Body::new(soup(random, 6, 0.1));
        let found = query.contacts(&voxels, &here, &body, &pose);
        let near = body.tree().sphere_radius() + 0.2;
        let center = pose.place(&body.tree().sphere_center().into());
        let mut expected = Vec::new();
        for (number, corners) in &boxes {
            let middle = (Vector3::from(corners[0]) + Vector3::from(corners[1])) * 0.5;
            if (middle - center.coords).norm() > near {
                continue;
            }
            let hull = Shape::hull(surface(*corners).vertices()).expect("finite");
            for triangle in 0..body.mesh().triangles().len() {
                let one = body.mesh().triangle(triangle).map(|corner| corner.into());
                let one = Shape::new(ShapeKind::Triangle { points: one, radius: 0.0 });
                if query.collide(&hull, &here, &one.expect("finite"), &pose) {
                    expected.push([*number, triangle as u32]);
                }
            }
        }
        let said: Vec<[u32; 2]> = found
            .iter()
            .map(|contact| [contact.cloud_points[0], contact.triangles[1]].map(Option::unwrap))
            .collect();
        assert_eq!(said, expected);
        met += usize::from(!said.is_empty());
    }
    assert!((40..160).contains(&met), "{met}");
}
