//! `Query::overlap` on generated pairs whose class is known by construction: unions of cubes, whose
//! sets of cells are compared, and convex bodies of integer corners, compared by separating planes
//! in integers. Neither shares a method with the engine.

use std::collections::{BTreeMap, BTreeSet};

use nalgebra::{Matrix3, Rotation3, Vector3};
use obbtree_assets::{CUBOID_FACES, TETRAHEDRON_FACES};
use obbtree_collider::{Body, Collider, ColliderRef, Overlap, Query, Shape, SurfaceKind, Unclear};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

type Cell = [i32; 3];
type Corner = [i64; 3];

fn cases(short: usize) -> usize {
    if std::env::var_os("OBBTREE_LONG").is_some() { 10 * short } else { short }
}

/// Cubes of one side length, connected by faces.
struct Cubes {
    side: i32,
    cells: BTreeSet<Cell>,
}

impl Cubes {
    fn random(rng: &mut Pcg64Mcg, side: i32) -> Self {
        let mut cells = BTreeSet::from([[0; 3]]);
        for _ in 0..rng.random_range(0..9) {
            let from = *cells.iter().nth(rng.random_range(0..cells.len())).expect("some");
            let (axis, step) = (rng.random_range(0..3), if rng.random() { 1 } else { -1 });
            let mut next = from;
            next[axis] += step;
            cells.insert(next);
        }
        Self { side, cells }
    }

    /// The cells of side 1, moved.
    fn unit_cells(&self, by: Cell) -> BTreeSet<Cell> {
        let mut all = BTreeSet::new();
        for cell in &self.cells {
            for x in 0..self.side {
                for y in 0..self.side {
                    for z in 0..self.side {
                        let within = [x, y, z];
                        all.insert([0, 1, 2].map(|k| cell[k] * self.side + within[k] + by[k]));
                    }
                }
            }
        }
        all
    }

    /// The surface: two triangles a face of a cube, outwards, with either diagonal.
    fn soup(&self, rng: &mut Pcg64Mcg, by: Cell) -> Vec<[Cell; 3]> {
        let mut soup = Vec::new();
        for cell in &self.cells {
            for axis in 0..3 {
                for step in [0, 1] {
                    let mut beyond = *cell;
                    beyond[axis] += 2 * step - 1;
                    if self.cells.contains(&beyond) {
                        continue;
                    }
                    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                    let mut corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[a, b]| {
                        let mut corner = *cell;
                        corner[axis] += step;
                        corner[u] += a;
                        corner[v] += b;
                        [0, 1, 2].map(|k| corner[k] * self.side + by[k])
                    });
                    if step == 0 {
                        corners.reverse();
                    }
                    corners.rotate_left(rng.random_range(0..2));
                    let [p, q, r, s] = corners;
                    soup.extend([[p, q, r], [p, r, s]]);
                }
            }
        }
        soup
    }
}

/// What the sets of cells say.
fn truth(a: &BTreeSet<Cell>, b: &BTreeSet<Cell>) -> Overlap {
    let shared = a.intersection(b).count();
    if shared > 0 {
        return match (shared == a.len(), shared == b.len()) {
            (true, true) => Overlap::Coincident,
            (true, false) => Overlap::Contained,
            (false, true) => Overlap::Containing,
            (false, false) => Overlap::Cutting,
        };
    }
    let mut least = 4;
    for cell in a {
        for n in 0..27 {
            let step = [n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1];
            if b.contains(&[0, 1, 2].map(|k| cell[k] + step[k])) {
                least = least.min(step.iter().filter(|s| **s != 0).count());
            }
        }
    }
    if least > 3 { Overlap::Apart } else { Overlap::Touching { dimension: 3 - least as u8 } }
}

/// Is an edge used by four faces?
fn has_shared_edge(soup: &[[Cell; 3]]) -> bool {
    let mut uses = BTreeMap::new();
    for [p, q, r] in soup {
        for [from, to] in [[p, q], [q, r], [r, p]] {
            *uses.entry([from.min(to), from.max(to)]).or_insert(0) += 1;
        }
    }
    uses.values().any(|&count| count > 2)
}

/// Integer matrices: the identity, others with shear, some that mirror.
fn matrix(rng: &mut Pcg64Mcg) -> Matrix3<i32> {
    if rng.random_range(0..3) == 0 {
        return Matrix3::identity();
    }
    loop {
        let matrix = Matrix3::from_fn(|_, _| rng.random_range(-3..=3));
        if matrix.map(f64::from).determinant().abs() > 0.5 {
            return matrix;
        }
    }
}

fn body(soup: &[[Cell; 3]], matrix: &Matrix3<i32>, scale: f64) -> Body {
    let place = |p: &Cell| (matrix * Vector3::from(*p)).map(|x| f64::from(x) * scale).into();
    let soup: Vec<[[f64; 3]; 3]> = soup.iter().map(|t| t.each_ref().map(place)).collect();
    Body::new(Mesh::from_soup(&soup).expect("finite"))
}

/// A pose for both bodies: the same affine map, whatever is rounded in it, changes no class.
fn pose(rng: &mut Pcg64Mcg) -> Pose {
    if rng.random_range(0..3) == 0 {
        return Pose::identity();
    }
    let angles: [f64; 3] = std::array::from_fn(|_| rng.random_range(-3.0..3.0));
    let rotation = Rotation3::from_euler_angles(angles[0], angles[1], angles[2]);
    let translation = Vector3::from_fn(|_, _| rng.random_range(-100.0..100.0));
    Pose::new(*rotation.matrix(), translation).expect("a rotation")
}

#[test]
fn unions_of_cubes_stand_as_their_cells_do() {
    let mut rng = Pcg64Mcg::seed_from_u64(34);
    let mut query = Query::new();
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let (mut unclear, mut undecided) = (0, 0);
    let cases = cases(4000);
    for case in 0..cases {
        let [a, b] = [rng.random_range(1..3), rng.random_range(1..3)]
            .map(|side| Cubes::random(&mut rng, side));
        let by = [0; 3].map(|_: i32| rng.random_range(-3..4));
        let (by, b) = match rng.random_range(0..12) {
            0 => ([0; 3], Cubes { side: a.side, cells: a.cells.clone() }),
            1 => {
                // Some cells of A.
                let most = rng.random_range(1..=a.cells.len());
                let cells = a.cells.iter().copied().take(most).collect();
                ([0; 3], Cubes { side: a.side, cells })
            }
            _ => (by, b),
        };
        let swaps = rng.random();
        let [(a, to_a), (b, by)] =
            if swaps { [(b, by), (a, [0; 3])] } else { [(a, [0; 3]), (b, by)] };
        let soups = [a.soup(&mut rng, to_a), b.soup(&mut rng, by)];
        let matrix = matrix(&mut rng);
        // Tenths are rounded, but along each axis alone, and in order: no class changes.
        let scale = if matrix == Matrix3::identity() && rng.random() { 0.1 } else { 1.0 };
        let bodies = [0, 1].map(|n| body(&soups[n], &matrix, scale));
        let pose = pose(&mut rng);
        let expected = truth(&a.unit_cells(to_a), &b.unit_cells(by));
        let clear = [0, 1].map(|n| {
            let shared = has_shared_edge(&soups[n]);
            match bodies[n].surface_kind() {
                SurfaceKind::Solid => assert!(!shared, "case {case}"),
                SurfaceKind::Unclear(Unclear::SharedEdge(_)) => assert!(shared, "case {case}"),
                other => panic!("case {case}: {other:?}"),
            }
            bodies[n].surface_kind() == SurfaceKind::Solid
        });
        let got = query.overlap(&bodies[0], &pose, &bodies[1], &pose);
        let back = query.overlap(&bodies[1], &pose, &bodies[0], &pose);
        if clear == [true; 2] {
            assert_eq!(got, expected, "case {case}");
            assert_eq!(back, expected.swapped(), "case {case}");
        } else {
            unclear += 1;
            let is_undecided = matches!(got, Overlap::Undecided(_));
            undecided += usize::from(is_undecided);
            assert!(got == expected || is_undecided, "case {case}: {got:?}, not {expected:?}");
        }
        *found.entry(format!("{expected:?}")).or_default() += 1;
    }
    println!("{found:?}; {unclear} with shared edges, {undecided} of these undecided");
    for class in ["Apart", "Cutting", "Containing", "Contained", "Coincident"] {
        assert!(found[class] > cases / 200, "{class}");
    }
    for dimension in 0..3 {
        let name = format!("{:?}", Overlap::Touching { dimension });
        assert!(found[&name] > cases / 200, "{name}");
    }
}

/// Of squares of side 1 in faces of two triangles each: are some within the cells, some outside?
fn sides_of(sheet: &[[Cell; 3]], cells: &BTreeSet<Cell>) -> [bool; 2] {
    let mut sides = [false; 2];
    for face in sheet.as_chunks::<2>().0 {
        let ends = |k: usize| face.as_flattened().iter().map(move |corner| corner[k]);
        let low = [0, 1, 2].map(|k| ends(k).min().expect("corners"));
        let high = [0, 1, 2].map(|k| ends(k).max().expect("corners"));
        let axis = (0..3).find(|&k| low[k] == high[k]).expect("a face");
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for a in low[u]..high[u] {
            for b in low[v]..high[v] {
                let (mut above, mut below) = (low, low);
                (above[u], above[v], below[u], below[v]) = (a, b, a, b);
                below[axis] -= 1;
                let holds = [above, below].map(|cell| cells.contains(&cell));
                sides[0] |= holds == [true; 2];
                sides[1] |= holds == [false; 2];
            }
        }
    }
    sides
}

#[test]
fn faces_of_cubes_stand_to_unions_of_cubes_as_their_sides_say() {
    let (mut rng, mut query) = (Pcg64Mcg::seed_from_u64(35), Query::new());
    let (mut found, mut sheets) = (BTreeMap::<String, usize>::new(), Vec::new());
    for case in 0..cases(8000) {
        let [solid, other] = [rng.random_range(1..3), rng.random_range(1..3)]
            .map(|side| Cubes::random(&mut rng, side));
        let by = [0; 3].map(|_: i32| rng.random_range(-3..4));
        let keep = rng.random_range(0.2..1.0);
        let mut sheet = other.soup(&mut rng, by).as_chunks::<2>().0.to_vec();
        sheet.retain(|_| rng.random_bool(keep));
        let (sheet, soup) = (sheet.as_flattened(), solid.soup(&mut rng, [0; 3]));
        if sheet.is_empty() {
            continue;
        }
        let (matrix, pose) = (matrix(&mut rng), pose(&mut rng));
        let [a, b] = [&soup[..], sheet].map(|soup| body(soup, &matrix, 1.0));
        if (a.surface_kind(), b.surface_kind()) != (SurfaceKind::Solid, SurfaceKind::Sheet) {
            continue;
        }
        let got = query.overlap(&a, &pose, &b, &pose);
        let back = query.overlap(&b, &pose, &a, &pose);
        let name = match sides_of(sheet, &solid.unit_cells([0; 3])) {
            [true, true] => "cutting",
            [true, false] => "containing",
            _ if matches!(got, Overlap::Apart) => "apart",
            _ => "touching",
        };
        assert_eq!((got.name(), back.swapped()), (name, got), "case {case}");
        *found.entry(name.to_owned()).or_default() += 1;
        sheets.push(sheet.to_vec());
    }
    println!("{found:?}");
    assert!(["cutting", "containing", "touching"].iter().all(|name| found[*name] > 25));
    // Of two sheets it does not depend on the order, of triangles neither.
    let here = Pose::identity();
    for two in sheets.as_chunks::<2>().0 {
        let [a, b] = two.each_ref().map(|soup| body(soup, &Matrix3::identity(), 1.0));
        let got = query.overlap(&a, &here, &b, &here);
        assert_eq!(query.overlap(&b, &here, &a, &here).swapped(), got);
        let turned: Vec<[Cell; 3]> = two[1].iter().rev().copied().collect();
        let turned = body(&turned, &Matrix3::identity(), 1.0);
        assert_eq!(query.overlap(&a, &here, &turned, &here), got);
        *found.entry(format!("two sheets, {}", got.name())).or_default() += 1;
    }
    assert!(found["two sheets, cutting"] > 100 && found["two sheets, touching"] > 100);
}

/// Convex: corners, and triangles outwards if `turn` is 1.
struct Convex {
    corners: Vec<Corner>,
    triangles: Vec<[u32; 3]>,
}

fn det(p: &Corner, q: &Corner, r: &Corner) -> i64 {
    p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0])
        + p[2] * (q[0] * r[1] - q[1] * r[0])
}

fn minus(p: &Corner, q: &Corner) -> Corner {
    [0, 1, 2].map(|k| p[k] - q[k])
}

fn cross(p: &Corner, q: &Corner) -> Corner {
    [0, 1, 2].map(|k| p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3])
}

fn dot(p: &Corner, q: &Corner) -> i64 {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

impl Convex {
    /// A tetrahedron, parallelepiped or octahedron of small integers.
    fn random(rng: &mut Pcg64Mcg) -> Self {
        loop {
            let mut vector = |most: i64| [0; 3].map(|_: i64| rng.random_range(-most..=most));
            let at = vector(4);
            let axes = [vector(3), vector(3), vector(3)];
            if det(&axes[0], &axes[1], &axes[2]) == 0 {
                continue;
            }
            let sum = |weights: [i64; 3]| {
                [0, 1, 2].map(|k| at[k] + (0..3).map(|n| weights[n] * axes[n][k]).sum::<i64>())
            };
            let (corners, triangles): (Vec<Corner>, Vec<[u32; 3]>) = match rng.random_range(0..3) {
                0 => (
                    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]].map(sum).to_vec(),
                    TETRAHEDRON_FACES.to_vec(),
                ),
                1 => (
                    (0..8_i64).map(|n| sum([n & 1, n >> 1 & 1, n >> 2 & 1])).collect(),
                    CUBOID_FACES.to_vec(),
                ),
                _ => (
                    (0..6)
                        .map(|n| {
                            let mut weights = [0; 3];
                            weights[n / 2] = if n % 2 == 0 { 1 } else { -1 };
                            sum(weights)
                        })
                        .collect(),
                    (0..8_u32)
                        .map(|n| {
                            let [x, y, z] = [n & 1, 2 + (n >> 1 & 1), 4 + (n >> 2 & 1)];
                            if n.count_ones() % 2 == 0 { [x, y, z] } else { [x, z, y] }
                        })
                        .collect(),
                ),
            };
            return Self { corners, triangles };
        }
    }

    /// The planes, by a corner and a normal outwards.
    fn planes(&self) -> Vec<(Corner, Corner)> {
        let plane = |t: &[u32; 3]| {
            let [p, q, r] = t.map(|n| self.corners[n as usize]);
            let normal = cross(&minus(&q, &p), &minus(&r, &p));
            let is_behind = self.corners.iter().all(|x| dot(&normal, &minus(x, &p)) <= 0);
            (p, if is_behind { normal } else { normal.map(|x| -x) })
        };
        self.triangles.iter().map(plane).collect()
    }

    fn contains(&self, other: &Self) -> bool {
        let planes = self.planes();
        other
            .corners
            .iter()
            .all(|x| planes.iter().all(|(p, normal)| dot(normal, &minus(x, p)) <= 0))
    }

    fn edges(&self) -> Vec<Corner> {
        let edge = |t: &[u32; 3]| {
            let corners = t.map(|n| self.corners[n as usize]);
            [0, 1, 2].map(|k| minus(&corners[(k + 1) % 3], &corners[k]))
        };
        self.triangles.iter().flat_map(edge).collect()
    }

    fn body(&self, turn: bool) -> Body {
        let vertices = self.corners.iter().map(|c| c.map(|x| x as f64)).collect();
        let triangle = |&[p, q, r]: &[u32; 3]| if turn { [p, r, q] } else { [p, q, r] };
        Body::new(Mesh::new(vertices, self.triangles.iter().map(triangle).collect()).expect("ok"))
    }
}

/// By planes that may separate: 2 if one does with a gap, 1 if one does, 0 if none.
fn separation(a: &Convex, b: &Convex) -> u8 {
    let normals = a.planes().into_iter().chain(b.planes()).map(|(_, normal)| normal);
    let (of_a, of_b) = (a.edges(), b.edges());
    let crossed = of_a.iter().flat_map(|e| of_b.iter().map(move |f| cross(e, f)));
    let mut most = 0;
    for normal in normals.chain(crossed).filter(|n| *n != [0; 3]) {
        let span = |x: &Convex| {
            let heights = x.corners.iter().map(|c| dot(&normal, c));
            (heights.clone().min().expect("some"), heights.max().expect("some"))
        };
        let (of_a, of_b) = (span(a), span(b));
        let gap = (of_b.0 - of_a.1).max(of_a.0 - of_b.1);
        most = most.max(if gap > 0 {
            2
        } else if gap == 0 {
            1
        } else {
            0
        });
    }
    most
}

#[test]
fn convex_bodies_stand_as_planes_say() {
    let mut rng = Pcg64Mcg::seed_from_u64(35);
    let mut query = Query::new();
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    let cases = cases(6000);
    for case in 0..cases {
        let (mut a, mut b) = (Convex::random(&mut rng), Convex::random(&mut rng));
        if rng.random() {
            // A corner of each at one place.
            let [p, q] = [&a, &b].map(|one| one.corners[rng.random_range(0..one.corners.len())]);
            for corner in &mut b.corners {
                *corner = [0, 1, 2].map(|k| corner[k] + p[k] - q[k]);
            }
        }
        if rng.random_range(0..4) == 0 {
            // Corners of A, and middles of its edges when all is doubled: inscribed bodies.
            let mut corners: Vec<Corner> = Vec::new();
            while corners.len() < 4 {
                corners.push(a.corners[rng.random_range(0..a.corners.len())]);
                corners.dedup();
            }
            let [p, q, r, s] = [0, 1, 2, 3].map(|n| corners[n]);
            if det(&minus(&q, &p), &minus(&r, &p), &minus(&s, &p)) != 0 {
                b = Convex { corners, triangles: TETRAHEDRON_FACES.to_vec() };
            }
        }
        if rng.random() {
            std::mem::swap(&mut a, &mut b);
        }
        let bodies = [&a, &b].map(|one| one.body(rng.random()));
        assert!(bodies.iter().all(|body| body.surface_kind() == SurfaceKind::Solid));
        let pose = pose(&mut rng);
        let got = query.overlap(&bodies[0], &pose, &bodies[1], &pose);
        let expected = match separation(&a, &b) {
            2 => "apart",
            1 => "touching",
            _ => match (a.contains(&b), b.contains(&a)) {
                (true, true) => "coincident",
                (true, false) => "containing",
                (false, true) => "contained",
                (false, false) => "cutting",
            },
        };
        assert_eq!(got.name(), expected, "case {case}: {:?} {:?}", a.corners, b.corners);
        *found.entry(expected).or_default() += 1;
    }
    println!("{found:?}");
    assert!(found.len() == 6 && found.values().all(|&count| count > cases / 200), "{found:?}");
}

/// Whichever way their triangles look: where some look in and some out, insides are by parity.
#[test]
fn volumes_of_solids_are_those_of_common_cells() {
    let (mut rng, mut query) = (Pcg64Mcg::seed_from_u64(35), Query::new());
    let (mut told, mut overlapping) = (0, 0);
    for _ in 0..cases(300) {
        let sides = [rng.random_range(1..3), rng.random_range(1..3)];
        let both = sides.map(|side| Cubes::random(&mut rng, side));
        let by = [[0; 3], std::array::from_fn(|_| rng.random_range(-2..3))];
        let cells = [0, 1].map(|n| both[n].unit_cells(by[n]));
        let soups = [0, 1].map(|n| {
            let mut soup = both[n].soup(&mut rng, by[n]);
            if rng.random() {
                let turn = |triangle: &mut [Cell; 3]| {
                    if rng.random() {
                        triangle.swap(1, 2);
                    }
                };
                soup.iter_mut().for_each(turn);
            }
            soup
        });
        let [a, b] = soups.each_ref().map(|soup| body(soup, &Matrix3::identity(), 1.0));
        let pose = pose(&mut rng);
        let found = query.overlap_volume_of_solids(&a, &pose, &b, &pose);
        if soups.iter().any(|soup| has_shared_edge(soup)) {
            assert_eq!(found, None);
            continue;
        }
        let exact = cells[0].intersection(&cells[1]).count() as f64;
        let found = found.expect("both are solids");
        assert!(found.lower <= exact && exact <= found.upper, "{found:?} {exact}");
        assert!(found.upper - found.lower < 1e-8, "{found:?}");
        told += 1;
        overlapping += usize::from(exact > 0.0);
    }
    assert!(told > cases(200) && 10 * overlapping > 3 * told, "{told} {overlapping}");
}

/// A segment is sampled at 120ths of its length: of corners that are at most 6 apart, all its
/// crossings of planes between integers are 60ths.
#[test]
fn segments_and_points_stand_to_a_box_as_their_points_do() {
    const SAMPLES: i64 = 120;
    let mut rng = Pcg64Mcg::seed_from_u64(40);
    let mut query = Query::new();
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    let cases = cases(2000);
    let half = [1, 2, 2];
    let cuboid = Shape::cuboid(half.map(f64::from)).expect("positive");
    let here = Pose::identity();
    for case in 0..cases {
        let corner = |rng: &mut Pcg64Mcg| [0; 3].map(|_: i64| rng.random_range(-3..=3));
        let from = corner(&mut rng);
        let to = if rng.random_range(0..4) == 0 { from } else { corner(&mut rng) };
        let [mut inside, mut on, mut outside] = [0; 3];
        for t in 0..=SAMPLES {
            let beyond = (0..3).map(|k| {
                let at = from[k] * (SAMPLES - t) + to[k] * t;
                at.abs() - i64::from(half[k]) * SAMPLES
            });
            match beyond.max().expect("three") {
                0 => on += 1,
                most if most < 0 => inside += 1,
                _ => outside += 1,
            }
        }
        let expected = match (inside > 0, outside > 0) {
            (true, true) => Overlap::Cutting,
            (true, false) => Overlap::Contained,
            _ if on == 0 => Overlap::Apart,
            _ => Overlap::Touching { dimension: u8::from(on > 1 && from != to) },
        };
        let [from, to] = [from, to].map(|p| p.map(|x| x as f64));
        let thin = if from == to && rng.random() {
            Collider::from(Shape::sphere(from, 0.0).expect("finite"))
        } else if rng.random() {
            Collider::from(Shape::segment(from, to).expect("finite"))
        } else {
            let mesh = Mesh::new(vec![from, to], vec![[0, 1, 1], [1, 0, 1]]).expect("in range");
            Collider::from(Body::new(mesh))
        };
        let got = query.overlap(&thin, &here, &cuboid, &here);
        let back = query.overlap(&cuboid, &here, &thin, &here);
        assert_eq!(back, got.swapped(), "case {case}");
        let is_undecided = got == Overlap::Undecided(Unclear::NoArea(0));
        assert!(got == expected || is_undecided, "case {case}: {got:?}, not {expected:?}");
        assert!(!is_undecided || expected != Overlap::Apart, "case {case}");
        *found.entry(got.name()).or_default() += 1;
    }
    println!("{found:?}");
    assert!(found["undecided"] < cases / 10, "{found:?}");
    for class in ["apart", "touching", "cutting", "contained"] {
        assert!(found[class] > cases / 200, "{class}");
    }
}

#[test]
fn segments_and_points_touch_each_other() {
    use Overlap::{Apart, Coincident, Touching};
    let segment = |to: [f64; 3]| Shape::segment([0.0; 3], to).expect("finite");
    let (point, along, across) =
        (Shape::point(), segment([2.0, 0.0, 0.0]), segment([0.0, 2.0, 0.0]));
    let flat = Shape::triangle([[0.0; 3], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]).expect("finite");
    let box_with_a_wire = {
        let mut corners: Vec<[f64; 3]> =
            (0..8).map(|n| [n & 1, n >> 1 & 1, n >> 2].map(f64::from)).collect();
        corners.push([5.0, 0.5, 0.5]);
        let mut faces = CUBOID_FACES.to_vec();
        faces.push([7, 8, 8]);
        Body::new(Mesh::new(corners, faces).expect("in range"))
    };
    let mut query = Query::new();
    let mut check = |a: ColliderRef<'_>, b: ColliderRef<'_>, at: [f64; 3], expected: Overlap| {
        let (here, there) = (Pose::identity(), Pose::from_translation(at).expect("in range"));
        assert_eq!(query.overlap(a, &here, b, &there), expected, "{at:?}");
        assert_eq!(query.overlap(b, &there, a, &here), expected.swapped(), "{at:?}");
    };
    let of = |shape| ColliderRef::Shape(shape);
    check(of(&point), of(&point), [0.0; 3], Coincident);
    check(of(&point), of(&point), [0.0, 0.0, 1.0], Apart);
    check(of(&point), of(&along), [0.0; 3], Touching { dimension: 0 });
    check(of(&along), of(&along), [0.0; 3], Coincident);
    check(of(&along), of(&along), [1.0, 0.0, 0.0], Touching { dimension: 1 });
    check(of(&along), of(&along), [2.0, 0.0, 0.0], Touching { dimension: 0 });
    check(of(&along), of(&across), [1.0, -1.0, 0.0], Touching { dimension: 0 });
    check(of(&along), of(&across), [1.0, -1.0, 1.0], Apart);
    check(of(&flat), of(&along), [0.5, 0.5, 0.0], Touching { dimension: 1 });
    check(of(&flat), of(&point), [0.5, 0.5, 0.0], Touching { dimension: 0 });
    // A triangle without area that sticks out of a solid counts, too.
    let upright = Shape::triangle([[0.0, -2.0, -2.0], [0.0, 3.0, -2.0], [0.0, 0.0, 4.0]]);
    let upright = upright.expect("finite");
    check(ColliderRef::Mesh(&box_with_a_wire), of(&upright), [3.0, 0.0, 0.0], Overlap::Cutting);
    check(ColliderRef::Mesh(&box_with_a_wire), of(&upright), [6.0, 0.0, 0.0], Apart);
}
