//! Clouds and voxels that are changed in place are those of their items.

mod support;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use obbtree_cloud::{CloudError, PointCloud, VoxelError, Voxels};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use support::{check_boxes, places};

/// The same cloud, made at once.
fn check_points(cloud: &PointCloud, model: &BTreeMap<u32, ([f64; 3], f64)>, has_each: bool) {
    let points: Vec<[f64; 3]> = model.values().map(|(point, _)| *point).collect();
    let radii: Vec<f64> = model.values().map(|(_, radius)| *radius).collect();
    let fresh = match has_each {
        true => PointCloud::with_radii(&points, &radii),
        false => PointCloud::new(&points, cloud.largest_radius()),
    }
    .expect("finite");
    let (kept, wanted) = (cloud.kept(), fresh.kept());
    let numbers: Vec<u32> = model.keys().copied().collect();
    assert_eq!(
        kept.numbers,
        wanted.numbers.iter().map(|&n| numbers[n as usize]).collect::<Vec<_>>()
    );
    assert_eq!((&kept.points, &kept.radii), (&wanted.points, &wanted.radii));
    assert_eq!((cloud.len(), cloud.aabb()), (fresh.len(), fresh.aabb()));
    assert_eq!(cloud.largest_radius(), fresh.largest_radius());
    assert_eq!(cloud.bounding_sphere(), fresh.bounding_sphere());
    assert_eq!((places(cloud).len(), cloud.is_empty()), (cloud.len(), model.is_empty()));
}

/// Of equal points the largest, of these the first.
fn merged(model: &mut BTreeMap<u32, ([f64; 3], f64)>) {
    let mut best: Vec<(u32, ([f64; 3], f64))> = Vec::new();
    for (&number, &(point, radius)) in &*model {
        match best.iter_mut().find(|(_, (other, _))| *other == point) {
            Some(same) if radius > same.1.1 => *same = (number, (point, radius)),
            Some(_) => {}
            None => best.push((number, (point, radius))),
        }
    }
    *model = best.into_iter().collect();
}

#[test]
fn points_come_and_go() {
    let random = &mut Pcg64Mcg::seed_from_u64(201);
    let mut emptied = 0;
    for case in 0..60 {
        let (on_lattice, has_each, is_single) = (case % 2 == 0, case % 3 == 0, case % 5 < 3);
        let point = |random: &mut Pcg64Mcg| {
            let far = if random.random_range(0..50) == 0 { 1e3 } else { 1.0 };
            [(); 3].map(|()| match on_lattice {
                true => f64::from(random.random_range(-4..5)),
                false => far * f64::from(random.random_range(-1.0_f32..1.0)),
            } + if is_single { 0.0 } else { 0.1 })
        };
        let radius = |random: &mut Pcg64Mcg| match has_each {
            true => 0.25 * f64::from(random.random_range(0..4)),
            false => 0.5,
        };
        let count = [1, 16, 40, 700, 0][case % 5];
        let mut model = BTreeMap::new();
        let points: Vec<[f64; 3]> = (0..count).map(|_| point(random)).collect();
        let radii: Vec<f64> = (0..count).map(|_| radius(random)).collect();
        for n in 0..count {
            model.insert(n as u32, (points[n], radii[n]));
        }
        let mut cloud = match has_each {
            true => PointCloud::with_radii(&points, &radii),
            false => PointCloud::new(&points, 0.5),
        }
        .expect("finite");
        merged(&mut model);
        let (mut given, mut taken) = (count, 0);
        let before = cloud.clone();
        let kept_before = before.kept();
        for step in 0..24 {
            let more = random.random_range(0..[4, 60, 300][step % 3]);
            if random.random_range(0..5) < 3 {
                let points: Vec<[f64; 3]> = (0..more).map(|_| point(random)).collect();
                let radii: Vec<f64> = (0..more).map(|_| radius(random)).collect();
                match has_each {
                    true => cloud.insert(&points, &radii[..]).expect("finite"),
                    false => cloud.insert(&points, 0.5).expect("finite"),
                }
                for n in 0..more {
                    model.insert((given + n) as u32, (points[n], radii[n]));
                }
                given += more;
            } else {
                let out: Vec<u32> =
                    (0..more.min(given)).map(|_| random.random_range(0..given as u32)).collect();
                let left = model.keys().filter(|number| !out.contains(number)).count();
                let gone = model.len() - left;
                assert_eq!(cloud.remove(&out), Ok(gone));
                model.retain(|number, _| !out.contains(number));
                (taken, emptied) = (taken + gone, emptied + usize::from(gone > 0 && left == 0));
            }
            check_points(&cloud, &model, has_each);
            assert_eq!((cloud.given(), cloud.left_out()), (given, taken));
            if step % 4 == 3 {
                check_boxes(&cloud);
            }
        }
        assert_eq!(before.kept(), kept_before, "a clone stays as it is");
        // What is left of it in other ways.
        let mask: Vec<bool> = (0..cloud.len()).map(|n| n % 3 == 1).collect();
        let rest = cloud.without(&mask).expect("as many");
        let all = model.clone();
        let out = cloud.kept().points.into_iter().zip(&mask).filter(|(_, out)| **out);
        let out: Vec<[f64; 3]> = out.map(|(point, _)| point).collect();
        model.retain(|_, (point, _)| !out.contains(point));
        check_points(&rest, &model, has_each);
        check_boxes(&rest);
        assert_eq!(rest.left_out() + rest.len(), cloud.left_out() + cloud.len());
        // All of it, one after the other or at once, and then a point far away.
        let mut one_by_one = cloud.clone();
        for &number in all.keys() {
            assert_eq!(one_by_one.remove(&[number]), Ok(1));
        }
        assert_eq!(one_by_one.left_out(), taken + all.len());
        let none = cloud.without(&vec![true; cloud.len()]).expect("as many");
        for mut none in [one_by_one, none] {
            check_points(&none, &BTreeMap::new(), has_each);
            assert_eq!(none.given(), given);
            let (far, number) = ([1e6, 2e6, -3e6], given as u32);
            none.insert(&[far], 0.5).expect("finite");
            check_points(&none, &[(number, (far, 0.5))].into(), has_each);
            check_boxes(&none);
            assert_eq!(none.remove(&[number, number, 0]), Ok(1));
            check_points(&none, &BTreeMap::new(), has_each);
        }
    }
    assert!(emptied > 5, "{emptied} times nothing was left");
}

/// Large enough for many runs, and for blocks that get empty.
#[test]
fn many_points_come_and_go() {
    let random = &mut Pcg64Mcg::seed_from_u64(202);
    let point = |random: &mut Pcg64Mcg| [(); 3].map(|()| random.random_range(-1.0_f32..1.0));
    let mut cloud = PointCloud::new(&[[0.5_f32; 3]; 1], 0.0).expect("finite");
    let mut there: BTreeMap<u32, ([f64; 3], f64)> = [(0, ([0.5; 3], 0.0))].into_iter().collect();
    for _ in 0..400 {
        let points: Vec<[f32; 3]> = (0..30).map(|_| point(random)).collect();
        let given = cloud.given() as u32;
        cloud.insert(&points, 0.0).expect("finite");
        there.extend((given..).zip(points.iter().map(|p| (p.map(f64::from), 0.0))));
        let out: Vec<u32> =
            (0..18).map(|_| random.random_range(0..given + 30)).filter(|n| *n != 0).collect();
        cloud.remove(&out).expect("some are left");
        there.retain(|number, _| !out.contains(number));
    }
    check_points(&cloud, &there, false);
    check_boxes(&cloud);
    let all: Vec<u32> = (1..cloud.given() as u32).collect();
    for some in all.chunks(999) {
        cloud.remove(some).expect("the first is left");
    }
    assert_eq!((cloud.len(), cloud.kept().points), (1, vec![[0.5; 3]]));
    check_boxes(&cloud);
    cloud.insert(&[[9.0_f32; 3], [0.5; 3]], 0.0).expect("finite");
    assert_eq!(cloud.aabb().max, [9.0; 3].into());
    check_boxes(&cloud);
}

#[test]
fn cells_become_occupied_and_free() {
    let random = &mut Pcg64Mcg::seed_from_u64(203);
    for case in 0..80 {
        let (side, is_array) = ([0.1, 0.25, 3e-4][case % 3], case % 2 == 0);
        let origin = [0.3, -7.0, 1e3 * side];
        let counts = [9, 8, 7];
        let cell = |random: &mut Pcg64Mcg| {
            [0, 1, 2].map(|k| match is_array {
                true => random.random_range(0..counts[k]),
                false => random.random_range(-30..30),
            })
        };
        let entry = |[i, j, k]: [i32; 3]| ((i * counts[1] + j) * counts[2] + k) as u32;
        let mut model: BTreeMap<[i32; 3], u32> = BTreeMap::new();
        let first: Vec<[i32; 3]> = (0..[1, 90, 0][case / 2 % 3]).map(|_| cell(random)).collect();
        let (mut voxels, mut given);
        if is_array {
            given = 9 * 8 * 7;
            let mut occupied = vec![false; given];
            for &cell in &first {
                occupied[entry(cell) as usize] = true;
                model.insert(cell, entry(cell));
            }
            let counts = counts.map(|count| count as usize);
            voxels = Voxels::from_array(&occupied, counts, origin, side).expect("in range");
        } else {
            given = first.len();
            for (n, &cell) in first.iter().enumerate() {
                model.entry(cell).or_insert(n as u32);
            }
            voxels = Voxels::from_cells(&first, origin, side).expect("in range");
        }
        let mut left_out = voxels.left_out();
        for step in 0..30 {
            let count = random.random_range(0..[3, 100][step % 2]);
            let cells: Vec<[i32; 3]> = (0..count).map(|_| cell(random)).collect();
            let occupied = random.random_range(0..5) < 3;
            let left = model.keys().filter(|cell| !cells.contains(cell)).count();
            let before = model.len();
            let changed = voxels.set(&cells, occupied);
            if occupied {
                for &cell in &cells {
                    if let Entry::Vacant(free) = model.entry(cell) {
                        free.insert(if is_array { entry(cell) } else { given as u32 });
                        if is_array { left_out -= 1 } else { given += 1 }
                    }
                }
                assert_eq!(changed, Ok(model.len() - before));
            } else {
                model.retain(|cell, _| !cells.contains(cell));
                assert_eq!(changed, Ok(before - left));
                left_out += before - left;
            }
            let mut wanted: Vec<(u32, [i32; 3])> = model.iter().map(|(&c, &n)| (n, c)).collect();
            wanted.sort_unstable();
            let cells: Vec<[i32; 3]> = wanted.iter().map(|(_, cell)| *cell).collect();
            let fresh = Voxels::from_cells(&cells, origin, side).expect("in range");
            let numbers: Vec<u32> = wanted.iter().map(|(number, _)| *number).collect();
            assert_eq!((voxels.boxes(), voxels.kept().numbers), (fresh.boxes(), numbers));
            assert_eq!((voxels.aabb(), voxels.len()), (fresh.aabb(), fresh.len()));
            assert_eq!((voxels.given(), voxels.left_out()), (given, left_out));
            if step % 4 == 3 {
                check_boxes(voxels.items());
            }
            let tried = cell(random);
            assert_eq!(voxels.contains(tried), Some(model.contains_key(&tried)));
        }
    }
}

/// Of several sizes, on each other or not; what is left of a voxel is its halves beside the cell.
#[test]
fn cells_of_several_sizes_come_and_go() {
    let random = &mut Pcg64Mcg::seed_from_u64(203);
    let mut halved = 0;
    for case in 0..40 {
        let is_octree = case % 2 == 0;
        let mut voxel = || {
            let size = 1 << random.random_range(0..4);
            let aligned = |x: i32| if is_octree { x.div_euclid(size) * size } else { x };
            ([(); 3].map(|()| aligned(random.random_range(-9..9))), size as u32)
        };
        let first: Vec<([i32; 3], u32)> = (0..[1, 30, 200][case % 3]).map(|_| voxel()).collect();
        let (cells, sizes): (Vec<_>, Vec<_>) = first.iter().copied().unzip();
        let (origin, side) = ([0.1, -3.0, 7.0], [0.5, 0.05][case % 2]);
        let build = |cells: &[[i32; 3]], sizes: &[u32]| {
            Voxels::with_sizes(cells, sizes, origin, side).expect("in range")
        };
        let mut voxels = build(&cells, &sizes);
        let mut model: BTreeSet<([i32; 3], u32)> = first.into_iter().collect();
        let equal_ones = cells.len() - model.len();
        let has = |(low, size): &([i32; 3], u32), cell: [i32; 3]| {
            (0..3).all(|k| (low[k]..low[k] + *size as i32).contains(&cell[k]))
        };
        for step in 0..20 {
            let count = random.random_range(0..[3, 40][step % 2]);
            let cells: Vec<[i32; 3]> =
                (0..count).map(|_| [(); 3].map(|()| random.random_range(-12..20))).collect();
            let occupied = random.random_range(0..5) < 2;
            let mut wanted = 0;
            for &cell in &cells {
                let with: Vec<_> = model.iter().filter(|one| has(one, cell)).copied().collect();
                if occupied != with.is_empty() {
                    continue;
                }
                wanted += 1;
                if occupied {
                    model.insert((cell, 1));
                }
                for one in with {
                    model.remove(&one);
                    let mut waiting = vec![one];
                    while let Some((low, size)) = waiting.pop() {
                        halved += usize::from(size > 1);
                        let half = size / 2;
                        for n in (0..8).filter(|_| half > 0) {
                            let low = [0, 1, 2].map(|k| low[k] + (n >> k & 1) * half as i32);
                            match has(&(low, half), cell) {
                                true => waiting.push((low, half)),
                                false => drop(model.insert((low, half))),
                            }
                        }
                    }
                }
            }
            assert_eq!(voxels.set(&cells, occupied), Ok(wanted));
            let (cells, sizes): (Vec<_>, Vec<_>) = model.iter().copied().unzip();
            let fresh = build(&cells, &sizes);
            let boxes = |voxels: &Voxels| {
                let mut boxes = voxels.boxes();
                boxes.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
                boxes
            };
            assert_eq!(boxes(&voxels), boxes(&fresh));
            assert_eq!((voxels.aabb(), voxels.len()), (fresh.aabb(), fresh.len()));
            assert_eq!(voxels.given() - voxels.left_out(), voxels.len() + equal_ones);
            let numbers = voxels.kept().numbers;
            assert!(numbers.is_sorted_by(|a, b| a < b));
            assert!(numbers.last().is_none_or(|&last| (last as usize) < voxels.given()));
            if step % 4 == 3 {
                check_boxes(voxels.items());
            }
            let tried = [(); 3].map(|()| random.random_range(-12..20));
            let is_there = model.iter().any(|one| has(one, tried));
            assert_eq!(voxels.contains(tried), Some(is_there));
        }
    }
    assert!(halved > 1000, "{halved}");
}

#[test]
fn what_cannot_be_changed_is_refused_and_changes_nothing() {
    let mut cloud = PointCloud::new(&[[0.0; 3], [1.0; 3]], 0.1).expect("finite");
    let kept = cloud.kept();
    let check = |result: Result<(), CloudError>, message: &str| {
        assert_eq!(result.expect_err(message).to_string(), message);
    };
    let wrong = [[2.0; 3], [0.0, f64::NAN, 0.0]];
    check(cloud.insert(&wrong, 0.1), "point 1 has y = NaN, not a finite number");
    check(
        cloud.insert(&[[2.0; 3]], -1.0),
        "the radius is -1.0, not a number from 0 to 1.8092513943330656e75",
    );
    check(cloud.insert(&[[2.0; 3]], &[0.1, 0.2][..]), "there are 1 points and 2 radii");
    check(cloud.remove(&[0, 2]).map(|_| ()), "entry 1 is the number 2, and 2 points were given");
    assert_eq!((cloud.kept(), cloud.given()), (kept, 2));
    // Numbers of other kinds make it anew, and are the same points.
    cloud.insert(&[[0.1; 3]], 0.3).expect("finite");
    assert_eq!(cloud.kept().radii, Some(vec![0.1, 0.1, 0.3]));
    assert_eq!(cloud.kept().points[2], [0.1; 3]);

    let check = |result: Result<usize, VoxelError>, message: &str| {
        assert_eq!(result.expect_err(message).to_string(), message);
    };
    let array = [true; 6];
    let mut voxels = Voxels::from_array(&array, [1, 2, 3], [0.0; 3], 1.0).expect("cells");
    check(
        voxels.set(&[[0; 3], [0, 2, 0]], true),
        "cell 1 is [0, 2, 0], not in the array of 1 x 2 x 3",
    );
    let mut leaves = Voxels::from_leaves(&[[0.0; 3]], 0.5).expect("a leaf");
    check(
        leaves.set(&[[0; 3]], true),
        "the voxels are leaves, and only cells of a grid are changed in place",
    );
    let mut sizes = Voxels::with_sizes(&[[0; 3], [5; 3]], &[2, 3], [0.0; 3], 1.0).expect("cells");
    check(
        sizes.set(&[[0; 3], [7; 3]], false),
        "cell 1 is of a voxel at [5, 5, 5] of 3 cells a side, which has no halves",
    );
    assert_eq!(sizes.set(&[[1; 3], [7; 3], [8; 3]], true), Ok(1));
    assert_eq!((leaves.contains([0; 3]), sizes.contains([1; 3])), (None, Some(true)));
    let mut last = Voxels::with_sizes(&[[i32::MAX; 3]], &[2], [0.0; 3], 1.0).expect("a cell");
    check(
        last.set(&[[i32::MAX; 3]], false),
        "cell 0 is of a voxel at [2147483647, 2147483647, 2147483647] of 2 cells a side, which has \
         no halves",
    );
    let mut far = Voxels::from_cells(&[[0; 3]], [0.0; 3], 1e70).expect("a cell");
    let message = far.set(&[[i32::MAX; 3]], true).expect_err("far").to_string();
    assert!(message.starts_with("cell 0 reaches to x = 2.1"), "{message}");
    assert_eq!((voxels.len(), far.len()), (6, 1));
    // Of a grid whose origin is too far away for its side, too, that has no cell yet.
    let mut none = Voxels::from_cells(&[], [0.0, 1e12, 0.0], 1.0).expect("no cell");
    let message = none.set(&[[0, -1_000_000_000, 0]], true).expect_err("far").to_string();
    assert!(message.starts_with("cell 0 reaches to y = 9.99e11, too far"), "{message}");
}

/// All cells of a large map become free, and one is occupied again.
#[test]
fn a_map_may_be_free() {
    let cells: Vec<[i32; 3]> = (0..30_000).map(|n| [n % 100, n / 100, 7]).collect();
    let mut map = Voxels::from_cells(&cells, [0.5; 3], 0.05).expect("cells");
    let kept = map.clone();
    assert_eq!(map.set(&cells, false), Ok(30_000));
    assert_eq!((map.len(), map.is_empty(), map.boxes().len()), (0, true, 0));
    assert_eq!((map.given(), map.left_out(), kept.len()), (30_000, 30_000, 30_000));
    assert_eq!((map.grid(), map.contains([0, 0, 7])), (kept.grid(), Some(false)));
    assert!(map.bytes() < 2000);
    assert_eq!(map.set(&[[-9; 3], [-9; 3]], true), Ok(1));
    assert_eq!((map.kept().numbers, map.given()), (vec![30_000], 30_001));
    let fresh = Voxels::from_cells(&[[-9; 3]], [0.5; 3], 0.05).expect("a cell");
    assert_eq!((map.boxes(), map.aabb()), (fresh.boxes(), fresh.aabb()));
    check_boxes(map.items());
}
