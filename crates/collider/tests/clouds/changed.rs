//! A cloud that was changed in place answers as one that is made at once.

use nalgebra::Vector3;
use obbtree_collider::{
    Body, Collider, DistanceOptions, Linear, PointCloud, Query, SweepOptions, Voxels,
};
use obbtree_predicates::Pose;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use crate::solids::shape;
use crate::support::{cloud, cube, place, soup};

/// Every question, to both: the answers in words, in which each bit is said.
fn answers(query: &mut Query, of: &Collider, pose: &Pose, other: &Collider, at: &Pose) -> String {
    let tolerances = [0.0, 0.1, 1.0, 5.0];
    let closer = tolerances.map(|reach| query.closer_than(of, pose, other, at, reach));
    let swapped = tolerances.map(|reach| query.closer_than(other, at, of, pose, reach));
    let distance = query.distance(of, pose, other, at);
    let near = DistanceOptions::default().at_most(0.5);
    let near = query.distance_within(of, pose, other, at, &near);
    let collides = query.collide(of, pose, other, at);
    let (mut contacts, mut within) = (String::new(), Vec::new());
    if !matches!(other, Collider::Shape(_)) || collides {
        contacts = format!("{:?}", query.contacts(of, pose, other, at));
    }
    let items = match of {
        Collider::Points(cloud) => cloud,
        Collider::Voxels(voxels) => voxels.items(),
        _ => unreachable!("it was changed"),
    };
    for reach in tolerances {
        within.push(query.points_within(items, pose, other, at, reach));
    }
    // Which of several contacts is given is not defined, that there is one is.
    let distance = match distance.upper == 0.0 {
        true => "meet".to_owned(),
        false => format!("{distance:?}"),
    };
    let near = near.map(|near| if near.upper == 0.0 { "meet".into() } else { format!("{near:?}") });
    let to = Pose::new(*at.rotation(), at.translation() + Vector3::new(0.3, -0.2, 0.9));
    // Motions are of rotations that are closer to one than some of these are.
    let sweep = Linear::new(at, &to.expect("in range")).ok().map(|motion| {
        let swept = query.sweep(of, pose, other, &motion, &SweepOptions::default());
        std::mem::discriminant(&swept)
    });
    format!("{collides} {closer:?} {swapped:?} {distance} {near:?} {contacts} {within:?} {sweep:?}")
}

#[test]
fn every_answer_is_that_of_a_fresh_one() {
    let random = &mut Pcg64Mcg::seed_from_u64(211);
    let (mut hits, mut cases) = (0, 0);
    for case in 0..300 {
        let on_lattice = case % 2 == 0;
        let (of, fresh): (Collider, Collider) = match case % 3 {
            0 | 1 => {
                let (first, more) = (cloud(random, on_lattice, 60), cloud(random, on_lattice, 300));
                let (mut points, mut radii) = (first.points, first.radii);
                let mut changed = first.cloud;
                // One by one, so that most take the way without building.
                for (point, &radius) in more.points.iter().zip(&more.radii) {
                    changed.insert(&[*point], &[radius][..]).expect("finite");
                }
                points.extend(&more.points);
                radii.extend(&more.radii);
                let numbers: Vec<u32> = changed.kept().numbers;
                let out: Vec<u32> =
                    numbers.iter().copied().filter(|_| random.random_bool(0.4)).collect();
                let _ = changed.remove(&out);
                let left = changed.kept();
                let all: Vec<f64> =
                    left.numbers.iter().map(|&number| radii[number as usize]).collect();
                for (point, &number) in left.points.iter().zip(&left.numbers) {
                    assert_eq!(*point, points[number as usize]);
                }
                let fresh = PointCloud::with_radii(&left.points, &all).expect("finite");
                let fresh = fresh.with_numbers(&left.numbers, changed.given(), changed.left_out());
                (changed.into(), fresh.expect("numbers").into())
            }
            _ => {
                let side = [0.5, 0.3][case % 2];
                let mut cell = || [(); 3].map(|()| random.random_range(-3..4));
                let sizes = if case % 4 < 2 { [1, 1] } else { [4, 2] };
                let mut changed =
                    Voxels::with_sizes(&[cell(), cell()], &sizes, [0.0; 3], side).expect("cells");
                for _ in 0..200 {
                    let one = cell();
                    let is_there = changed.contains(one) == Some(true);
                    let _ = changed.set(&[one], !is_there || changed.len() == 1);
                }
                let kept = changed.kept();
                let fresh = Voxels::of_cubes(&kept.cubes).expect("cells");
                let fresh = fresh.with_numbers(&kept.numbers, changed.given(), changed.left_out());
                (changed.into(), fresh.expect("numbers").into())
            }
        };
        let other: Collider = match case / 3 % 4 {
            0 => Body::new(soup(random, 20, 0.3)).into(),
            1 => shape(random, on_lattice).into(),
            2 => cloud(random, on_lattice, 40).cloud.into(),
            _ => Body::new(cube()).into(),
        };
        let (pose, at) = (place(random, on_lattice), place(random, on_lattice));
        for solid in [false, true] {
            let mut query = Query::new().solid(solid);
            let told = answers(&mut query, &of, &pose, &other, &at);
            assert_eq!(told, answers(&mut query, &fresh, &pose, &other, &at), "case {case}");
            hits += usize::from(told.starts_with("true"));
            cases += 1;
        }
    }
    let share = hits as f64 / cases as f64;
    assert!((0.1..0.9).contains(&share), "{hits} of {cases} hit");
}

/// A point that two frames see stays when the first of them is taken out: it went with it, as of
/// equal points one was kept, and the other was forgotten.
#[test]
fn a_point_that_is_seen_twice_stays_until_both_are_taken_out() {
    let random = &mut Pcg64Mcg::seed_from_u64(212);
    let mut twice = 0;
    for case in 0..200 {
        let radius = |n: usize| match case % 2 {
            0 => 0.25,
            _ => [0.0, 0.125, 0.25, 0.5][n % 4],
        };
        let mut all: Vec<([f64; 3], f64)> = Vec::new();
        let mut alive: Vec<usize> = Vec::new();
        let mut cloud = PointCloud::new(&[] as &[[f64; 3]], 0.25).expect("finite");
        for frame in 0..12 {
            // Few take the way without building, and many that of building anew.
            let count = if case % 4 < 2 { 2 + frame } else { 30 };
            let mut points = Vec::new();
            while points.len() < count {
                let point = [(); 3].map(|()| f64::from(random.random_range(0..3)) - 1.0);
                if !points.contains(&point) || points.len() > 26 {
                    points.push(point);
                }
            }
            let first = all.len();
            let radii: Vec<f64> = (0..count).map(|n| radius(first + n + frame)).collect();
            match case % 2 {
                0 => cloud.insert(&points, 0.25).expect("finite"),
                _ => cloud.insert(&points, &radii[..]).expect("finite"),
            }
            all.extend(points.into_iter().zip(radii));
            alive.extend(first..all.len());
            let gone: Vec<usize> =
                alive.iter().copied().filter(|_| random.random_bool(0.4)).collect();
            let numbers: Vec<u32> = gone.iter().map(|&number| number as u32).collect();
            assert_eq!(cloud.remove(&numbers).expect("they were given"), gone.len());
            alive.retain(|number| !gone.contains(number));
            let mut expected: Vec<usize> = Vec::new();
            for &number in &alive {
                let (point, radius) = all[number];
                match expected.iter_mut().find(|other| all[**other].0 == point) {
                    None => expected.push(number),
                    Some(other) => {
                        twice += 1;
                        if radius > all[*other].1 {
                            *other = number;
                        }
                    }
                }
            }
            expected.sort_unstable();
            let kept = cloud.kept();
            let numbers: Vec<usize> = kept.numbers.iter().map(|&number| number as usize).collect();
            assert_eq!(numbers, expected, "case {case}, frame {frame}");
            let of = |&number: &usize| all[number].0;
            assert_eq!(kept.points, expected.iter().map(of).collect::<Vec<_>>());
            let most = expected.iter().map(|&number| all[number].1).fold(0.0, f64::max);
            assert!(expected.is_empty() || cloud.largest_radius() == most, "case {case}");
            if let Some(radii) = kept.radii {
                let expected: Vec<f64> = expected.iter().map(|&number| all[number].1).collect();
                assert_eq!(radii, expected, "case {case}");
            }
        }
    }
    assert!(twice > 1000, "{twice}");
}
