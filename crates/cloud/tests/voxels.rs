//! Where the faces of voxels are, in rational arithmetic; and what is refused.

use num_rational::BigRational;
use obbtree_cloud::{KeptCubes, VoxelError, Voxels};
use obbtree_predicates::MAX_COORDINATE;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}

/// Is `x` the number nearest to another?
fn is_nearest(x: f64, to: &BigRational) -> bool {
    let away = |x: f64| {
        let way = exact(x) - to;
        way.clone().max(-way)
    };
    away(x) <= away(x.next_up()) && away(x) <= away(x.next_down())
}

#[test]
fn faces_are_numbers_of_the_grid_rounded_once() {
    let random = &mut Pcg64Mcg::seed_from_u64(61);
    for _ in 0..300 {
        let side = [0.1, 0.05, 1.0 / 3.0, 0.25, 1e-9][random.random_range(0..5)];
        let far = [0.0, 1.0, 1e3][random.random_range(0..3)] * side;
        let origin = [(); 3].map(|()| random.random_range(-1.0..=1.0) * far);
        let mut cell = || [(); 3].map(|()| random.random_range(-100..100));
        let cells: Vec<[i32; 3]> = (0..20).map(|_| cell()).collect();
        let sizes: Vec<u32> = cells.iter().map(|_| 1 << random.random_range(0..4)).collect();
        let voxels = Voxels::with_sizes(&cells, &sizes, origin, side).expect("in range");
        let kept = voxels.kept();
        for (&number, [low, high]) in kept.numbers.iter().zip(voxels.boxes()) {
            let (cell, size) = (cells[number as usize], sizes[number as usize] as i32);
            for k in 0..3 {
                let at = |c: i32| exact(origin[k]) + exact(f64::from(c)) * exact(side);
                assert!(is_nearest(low[k], &at(cell[k])), "{low:?} {cell:?} {origin:?} {side}");
                assert!(is_nearest(high[k], &at(cell[k] + size)), "{high:?} {cell:?}");
            }
        }
        // The hierarchy is around them: see the tests of pairs, and here that of the whole.
        for [low, high] in voxels.boxes() {
            for k in 0..3 {
                assert!(voxels.aabb().min[k] <= low[k] && high[k] <= voxels.aabb().max[k]);
            }
        }
        let items = voxels.items();
        for place in 0..items.len() {
            let (center, half) = (items.point(place), items.half_in_frame(place));
            let [low, high] = items.cube(place).expect("a cube");
            for k in 0..3 {
                assert!(exact(low[k]) >= exact(center[k]) - exact(half));
                assert!(exact(high[k]) <= exact(center[k]) + exact(half));
                let within = exact(half) * exact(0.998);
                assert!(exact(low[k]) <= exact(center[k]) - within.clone());
                assert!(exact(high[k]) >= exact(center[k]) + within);
            }
        }
    }
}

/// Every box of the lowest level holds its cubes, exactly.
#[test]
fn boxes_hold_their_cubes() {
    let random = &mut Pcg64Mcg::seed_from_u64(62);
    for n in 0..200 {
        let side = [0.1, 1e-3, 7.0][n % 3];
        let far = [0.0, 1e4, 1e7][n / 3 % 3] * side;
        let origin = [far, -far, 0.3 * far];
        let mut cell = || [(); 3].map(|()| random.random_range(-40..40));
        let cells: Vec<[i32; 3]> = (0..300).map(|_| cell()).collect();
        let voxels = match n % 2 {
            0 => Voxels::from_cells(&cells, origin, side),
            _ => {
                let centers: Vec<[f64; 3]> = cells
                    .iter()
                    .map(|c| [0, 1, 2].map(|k| origin[k] + f64::from(c[k]) * side))
                    .collect();
                let halves: Vec<f64> =
                    cells.iter().map(|c| side / f64::from(2 + c[0].abs())).collect();
                Voxels::from_leaves(&centers, &halves[..])
            }
        };
        let voxels = voxels.expect("in range");
        let items = voxels.items();
        let from = items.origin();
        let (boxes, _) = items.boxes(0);
        for place in 0..items.len() {
            let (of, slot) = (&boxes[place / 256], place / 16 % 16);
            let [low, high] = items.cube(place).expect("a cube");
            for k in 0..3 {
                let center = exact(from[k]) + exact(f64::from(of.center[k][slot]));
                let half = exact(f64::from(of.half[k][slot]));
                assert!(exact(low[k]) >= center.clone() - half.clone());
                assert!(exact(high[k]) <= center + half);
            }
        }
    }
}

#[test]
fn what_is_no_voxel_is_refused_with_its_number() {
    let check = |made: Result<Voxels, VoxelError>, message: &str| {
        assert_eq!(made.expect_err(message).to_string(), message);
    };
    let cells = [[0, 0, 0], [3, 1, -4]];
    check(
        Voxels::from_cells(&[], [0.0; 3], 0.0),
        "the side of cells is 0.0, not a number from 2.3661043723335494e-271 to 1.8092513943330656e75",
    );
    let wanted = "not a number from 2.3661043723335494e-271 to 1.8092513943330656e75";
    for (side, text) in [
        (0.0, "0.0"),
        (-1.0, "-1.0"),
        (1e-290, "1e-290"),
        (f64::NAN, "NaN"),
        (f64::INFINITY, "inf"),
    ] {
        let message = format!("the side of cells is {text}, {wanted}");
        check(Voxels::from_cells(&cells, [0.0; 3], side), &message);
    }
    let message = "the origin has y = NaN, not a number up to 1.8092513943330656e75";
    check(Voxels::from_cells(&cells, [0.0, f64::NAN, 0.0], 1.0), message);
    let message = "cell 0 reaches to z = 1e12, too far for cells of side 1e0: at most 2^35 sides, \
        and 1.8092513943330656e75";
    check(Voxels::from_cells(&cells[..1], [0.0, 0.0, 1e12], 1.0), message);
    check(
        Voxels::with_sizes(&cells, &[1], [0.0; 3], 1.0),
        "there are 2 voxels and 1 sizes of them",
    );
    check(Voxels::with_sizes(&cells, &[1, 0], [0.0; 3], 1.0), "cell 1 has the size 0");
    let entries = Voxels::from_array(&[true; 5], [1, 2, 3], [0.0; 3], 1.0);
    check(entries, "5 entries are not 1 x 2 x 3 cells");
    let wanted = "not a number from 1.1830521861667747e-271 and above 2^-36 of its place with which \
        it reaches to 1.8092513943330656e75 at most";
    for (half, text) in [(0.0, "0.0"), (-1.0, "-1.0"), (f64::NAN, "NaN"), (1e-12, "1e-12")] {
        let made = Voxels::from_leaves(&[[0.0; 3], [5.0; 3]], &[1.0, half][..]);
        check(made, &format!("leaf 1 has the half side {text}, {wanted}"));
    }
    let made = Voxels::from_leaves(&[[0.0; 3], [0.0, 0.0, 1e300]], 0.5);
    check(made, &format!("leaf 1 has the half side 0.5, {wanted}"));
    // The corners of a leaf are numbers of shapes and meshes.
    let half = MAX_COORDINATE / 2.0;
    assert!(Voxels::from_leaves(&[[0.0, half, 0.0]], half).is_ok());
    let made = Voxels::from_leaves(&[[0.0, 1.5 * half, 0.0]], half);
    check(made, &format!("leaf 0 has the half side {half:?}, {wanted}"));
    let made = Voxels::from_leaves(&[[0.0; 3], [0.0, 0.0, f64::NAN]], 0.5);
    check(made, "leaf 1 has z = NaN, not a number up to 1.8092513943330656e75");
}

#[test]
fn there_may_be_no_voxel() {
    let none = [
        (Voxels::from_cells(&[], [0.0; 3], 1.0), 0),
        (Voxels::with_sizes(&[], &[], [0.0; 3], 1.0), 0),
        (Voxels::from_array(&[false; 6], [1, 2, 3], [0.0; 3], 1.0), 6),
        (Voxels::from_array(&[], [0, usize::MAX, 1], [0.0; 3], 1.0), 0),
        (Voxels::from_leaves::<f64>(&[], 0.5), 0),
    ];
    for (made, given) in none {
        let made = made.expect("voxels");
        let kept = made.kept();
        assert_eq!((made.len(), made.given(), made.left_out()), (0, given, given));
        assert!(made.is_empty() && made.boxes().is_empty() && kept.numbers.is_empty());
        let again = Voxels::of_cubes(&kept.cubes).and_then(|v| v.with_numbers(&[], given, given));
        assert_eq!(again.expect("voxels").kept(), kept);
        assert_eq!(made.bounding_sphere(), ([0.0; 3], 0.0));
    }
}

#[test]
fn what_is_kept_makes_the_same_again() {
    let occupied: Vec<bool> = (0..1000).map(|n| n * n % 7 < 3).collect();
    let voxels = Voxels::from_array(&occupied, [10, 5, 20], [0.1, 0.2, 0.3], 0.05).expect("some");
    let kept = voxels.kept();
    assert!(kept.numbers.iter().all(|&n| occupied[n as usize]));
    assert_eq!(kept.numbers.len(), occupied.iter().filter(|&&is| is).count());
    let KeptCubes::Cells { cells, sizes: None, .. } = &kept.cubes else { panic!("cells") };
    for (cell, &number) in cells.iter().zip(&kept.numbers) {
        let [i, j, k] = cell.map(|c| c as u32);
        assert_eq!((i * 5 + j) * 20 + k, number);
    }
    let again = Voxels::of_cubes(&kept.cubes).expect("the same");
    let again = again.with_numbers(&kept.numbers, 1000, voxels.left_out()).expect("the same");
    assert_eq!((again.kept(), again.boxes()), (kept, voxels.boxes()));
    let plain = Voxels::of_cubes(&voxels.kept().cubes).expect("the same");
    let wrong = plain.with_numbers(&[5, 3], 1000, 0).expect_err("not as many");
    let message = format!("there are {} voxels and 2 sizes of them", voxels.len());
    assert_eq!(wrong.to_string(), message);

    // Centres that several leaves have: the largest is kept.
    let leaves = Voxels::from_leaves(&[[0.0; 3], [1.0; 3], [0.0; 3]], &[0.1, 0.2, 0.3][..]);
    let leaves = leaves.expect("some");
    assert_eq!(leaves.kept().numbers, [1, 2]);
    assert_eq!(leaves.boxes()[1], [[-0.3; 3], [0.3; 3]]);
}
