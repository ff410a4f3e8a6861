//! Points in shapes, and intersections of planes: against exact integers, barycentric solutions and
//! solid angles.

use nalgebra::{Matrix3, Point2, Point3, Rotation3, Vector3};
use obbtree_geom::{ConvexPolyhedron, Plane, closest, plane_cut, point_in};
use obbtree_predicates::Triangle;
use obbtree_tests::catalogue_closest::{axes, cases, hull_by_trial, points, size};
use obbtree_tests::catalogue_planar::hull2;
use obbtree_tests::shapes::{cube, random, solid_angle, sphere, vector};
use rand::RngExt;

/// The parity of crossings of a ray along y, exact in integers; the boundary is inside.
fn in_polygon_exactly(p: [i64; 2], polygon: &[[i64; 2]]) -> bool {
    let mut inside = false;
    for (i, a) in polygon.iter().enumerate() {
        let b = &polygon[(i + 1) % polygon.len()];
        let turn = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        let spans = |k: usize| a[k].min(b[k]) <= p[k] && p[k] <= a[k].max(b[k]);
        if turn == 0 && spans(0) && spans(1) {
            return true;
        }
        if (a[0] <= p[0]) != (b[0] <= p[0]) && (turn > 0) == (b[0] < a[0]) {
            inside = !inside;
        }
    }
    inside
}

fn checked_share(name: &str, hits: u32, n: u32) {
    let share = f64::from(hits) / f64::from(n);
    eprintln!("{name}: {n} cases, {share} inside");
    assert!((0.3..0.7).contains(&share), "{name}: {share}");
}

#[test]
fn polygons() {
    let mut random = random(51);
    let n = cases(10_000);
    let (mut hits, mut convex_hits, mut triangle_hits, mut spatial) = (0, 0, 0, 0);
    for case in 0..n {
        let reach = [3, 40, 1 << 20][random.random_range(0..3)];
        let count = random.random_range(1..9);
        let mut corner = |reach: i64| [(); 2].map(|()| random.random_range(-reach..=reach));
        let polygon: Vec<[i64; 2]> = (0..count).map(|_| corner(reach)).collect();
        let p = corner(reach / 2 + 1);
        let exact = in_polygon_exactly(p, &polygon);
        let float = |p: [i64; 2]| Point2::new(p[0] as f64, p[1] as f64);
        let (point, corners): (_, Vec<_>) = (float(p), polygon.iter().map(|&p| float(p)).collect());
        assert_eq!(
            point_in::point_in_polygon(&point, &corners),
            exact,
            "case {case}: {p:?} {polygon:?}"
        );
        let scaled: Vec<_> = corners.iter().map(|p| p * 1e-200).collect();
        if reach == 3 {
            let single: Vec<_> = corners.iter().map(|p| p.map(|x| x as f32)).collect();
            assert_eq!(point_in::point_in_polygon(&point.map(|x| x as f32), &single), exact);
            // Scaling by 1e-200 rounds equal coordinates equally, and multiples to multiples.
            let tiny = point_in::point_in_polygon(&(point * 1e-200), &scaled);
            let on_edge = closest_edge(&point, &corners) < 1e-9;
            assert!(tiny == exact || on_edge, "case {case}");
        }

        let hull = hull2(&corners);
        let whole: Vec<[i64; 2]> = hull.iter().map(|p| [p.x as i64, p.y as i64]).collect();
        let in_hull = in_polygon_exactly(p, &whole);
        let found = point_in::point_in_convex_polygon(&point, &hull);
        assert_eq!(found, in_hull, "case {case}: {p:?} {whole:?}");
        // Doubled and collinear corners are allowed.
        let doubled: Vec<_> = (0..hull.len())
            .flat_map(|i| {
                [hull[i], hull[i], nalgebra::center(&hull[i], &hull[(i + 1) % hull.len()])]
            })
            .collect();
        assert_eq!(
            point_in::point_in_convex_polygon(&point, &doubled),
            in_hull,
            "case {case}: {p:?} {whole:?}"
        );
        hits += u32::from(in_polygon_exactly(p, &whole) && count > 4);
        convex_hits += u32::from(count > 4);

        if let [a, b, c, ..] = polygon[..] {
            let exact = in_polygon_exactly(p, &[a, b, c]);
            let triangle = [a, b, c].map(float);
            assert_eq!(
                point_in::point_in_triangle_2d(&point, &triangle),
                exact,
                "case {case}: {p:?} {a:?} {b:?} {c:?}"
            );
            triangle_hits += u32::from(exact);
        }

        // In space, in any plane, at any height; near the outline the projection may be on either
        // side.
        let turn = axes(&mut random);
        let lift = |p: &Point2<f64>, z: f64| Point3::from(turn * Vector3::new(p.x, p.y, z));
        let reach = reach as f64;
        let (z, height) = (vector(&mut random).x * reach, vector(&mut random).x * reach);
        let area = hull.len() > 2 && polygon_area(&corners) > 0.1 * reach;
        if area && closest_edge(&point, &corners) > 1e-6 * reach {
            let lifted: Vec<_> = corners.iter().map(|p| lift(p, z)).collect();
            let p = lift(&point, z + height);
            assert_eq!(point_in::point_in_polygon_3d(&p, &lifted), exact, "case {case}");
            if let [a, b, c] = lifted[..] {
                assert_eq!(point_in::point_in_triangle(&p, &[a, b, c]), exact, "case {case}");
            }
            spatial += 1;
        }
    }
    checked_share("hulls of five and more", hits, convex_hits);
    eprintln!("{triangle_hits} in triangles, {spatial} in space");
    assert!(triangle_hits > n / 20 && spatial > n / 3, "{triangle_hits} {spatial}");
    assert!(!point_in::point_in_polygon::<f64>(&Point2::origin(), &[]));
    assert!(!point_in::point_in_polygon_3d::<f64>(&Point3::origin(), &[]));
    assert!(!point_in::point_in_polygon_3d(&Point3::<f64>::origin(), &[Point3::origin(); 3]));
}

fn polygon_area(p: &[Point2<f64>]) -> f64 {
    let twice: f64 = (0..p.len()).map(|i| p[i].coords.perp(&p[(i + 1) % p.len()].coords)).sum();
    twice.abs() / 2.0
}

fn closest_edge(point: &Point2<f64>, polygon: &[Point2<f64>]) -> f64 {
    let lift = |p: &Point2<f64>| Point3::new(p.x, p.y, 0.0);
    (0..polygon.len())
        .map(|i| obbtree_geom::Segment {
            start: lift(&polygon[i]),
            end: lift(&polygon[(i + 1) % polygon.len()]),
        })
        .map(|edge| closest::dist_sq_point_segment(&lift(point), &edge).sqrt())
        .fold(f64::INFINITY, f64::min)
}

#[test]
fn tetrahedra_and_convex_polyhedra() {
    let mut random = random(52);
    let n = cases(10_000);
    let (mut hits, mut near, mut tested) = (0, 0, 0);
    for case in 0..n {
        let p: [Point3<f64>; 4] = points(&mut random);
        let weights = vector(&mut random).map(|w| 0.25 + w * 0.33);
        let edges = [p[1] - p[0], p[2] - p[0], p[3] - p[0]];
        let point = p[0] + edges[0] * weights.x + edges[1] * weights.y + edges[2] * weights.z;
        let inside = point_in::point_in_tetrahedron(&point, &p);
        let faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
        let height = |&[i, j, k]: &[usize; 3]| {
            let normal = (p[j] - p[i]).cross(&(p[k] - p[i])).try_normalize(1e-300);
            normal.map_or(0.0, |n| n.dot(&(point - p[i])).abs())
        };
        let margin = faces.iter().map(height).fold(f64::INFINITY, f64::min) / size(&p).max(1e-300);
        let volume = Matrix3::from_columns(&edges).determinant().abs();
        let scale = edges.iter().map(nalgebra::Matrix::norm).fold(0.0, f64::max);
        if volume < 1e-3 * scale.powi(3) {
            continue; // nearly flat: the tests of `closest` cover them
        }
        tested += 1;
        let expected = weights.min() >= 0.0 && weights.sum() <= 1.0;
        if margin < 64.0 * f64::EPSILON {
            near += 1;
        } else {
            assert_eq!(inside, expected, "case {case}: {weights:?} {p:?}");
            assert_eq!(closest::point_tetrahedron(&point, &p) == point, expected, "case {case}");
            let other = point_in::point_in_tetrahedron(&point, &[p[2], p[0], p[3], p[1]]);
            assert_eq!(other, expected, "case {case}");
            for power in [300, -300] {
                let scale = 2.0_f64.powi(power);
                assert_eq!(
                    point_in::point_in_tetrahedron(&(point * scale), &p.map(|p| p * scale)),
                    expected
                );
            }
        }
        hits += u32::from(inside);
    }
    eprintln!("{tested} tetrahedra, {near} near a face");
    checked_share("tetrahedra", hits, tested);
    assert!(f64::from(near) < 0.05 * f64::from(tested), "{near}");

    let mut hits = 0;
    for case in 0..n {
        let count = random.random_range(4..9);
        let scale = [1.0, 1e12, 1e-12][random.random_range(0..3)];
        let vertices: Vec<_> =
            (0..count).map(|_| Point3::from(vector(&mut random) * scale)).collect();
        let faces = hull_by_trial(&vertices);
        let point = Point3::from(vector(&mut random) * (0.7 * scale));
        let center = vertices.iter().map(|p| p.coords).sum::<Vector3<f64>>() / f64::from(count);
        let point = nalgebra::center(&point, &center.into());
        let polyhedron = ConvexPolyhedron { vertices: &vertices, faces: &faces };
        let planes: Vec<Plane> = faces
            .iter()
            .map(|face| {
                let [p, q, r] = face.map(|i| vertices[i as usize]);
                Plane::through(&p, (q - p).cross(&(r - p)))
            })
            .collect();
        let inside = point_in::point_in_convex_polyhedron(&point, &polyhedron);
        let surface: Vec<Triangle> =
            faces.iter().map(|f| f.map(|i| vertices[i as usize])).collect();
        let off =
            closest::dist_sq_point_convex_polyhedron(&point, &polyhedron).expect("faces").sqrt();
        let least = surface
            .iter()
            .map(|t| closest::dist_sq_point_triangle(&point, t).sqrt())
            .fold(f64::MAX, f64::min);
        hits += u32::from(inside);
        if least > 1e-9 * scale {
            assert_eq!(inside, off == 0.0, "case {case}");
            assert_eq!(inside, point_in::point_in_half_spaces(&point, &planes), "case {case}");
            assert_eq!(inside, point_in::point_in_closed_surface(&point, &surface), "case {case}");
        }
    }
    checked_share("convex polyhedra", hits, n);
    let origin = Point3::<f64>::origin();
    assert!(!point_in::point_in_convex_polyhedron(
        &origin,
        &ConvexPolyhedron { vertices: &[], faces: &[[0, 1, 2]] }
    ));
    assert!(point_in::point_in_half_spaces(&origin, &[]));
    assert!(!point_in::point_in_tetrahedron(&origin, &[origin; 4]));
}

/// The winding number of the surface around the point, from the solid angles of its triangles.
fn winding(point: &Point3<f64>, surface: &[Triangle]) -> f64 {
    surface.iter().map(|t| solid_angle(t, point)).sum::<f64>() / (4.0 * std::f64::consts::PI)
}

/// A ring with a square cross section around z, its corners on a grid of eighths where possible.
fn ring(parts: usize) -> Vec<Triangle> {
    let corner = |part: usize, side: usize| {
        let angle = std::f64::consts::TAU * (part % parts) as f64 / parts as f64;
        let (radius, z) = [(1.0, -0.25), (1.0, 0.25), (0.5, 0.25), (0.5, -0.25)][side % 4];
        let round = |x: f64| (x * 64.0).round() / 64.0;
        Point3::new(round(radius * angle.cos()), round(radius * angle.sin()), z)
    };
    let mut surface = Vec::new();
    for part in 0..parts {
        for side in 0..4 {
            let (p, q) = (corner(part, side), corner(part + 1, side));
            let (r, s) = (corner(part + 1, side + 1), corner(part, side + 1));
            surface.extend([[p, q, r], [p, r, s]]);
        }
    }
    surface
}

#[test]
fn closed_surfaces() {
    let mut random = random(53);
    let bodies: [(&str, Vec<Triangle>, f64); 4] = [
        ("cube", cube(1.0).corners().collect(), 1.2),
        ("sphere", sphere(2, 1.0).corners().collect(), 1.0),
        ("ring", ring(16), 1.0),
        ("fine ring", ring(100), 0.9),
    ];
    for (name, surface, reach) in &bodies {
        let n = cases(40_000) / 20;
        let (mut hits, mut near) = (0, 0);
        for case in 0..n {
            let mut point = Point3::from(vector(&mut random) * *reach);
            if name.ends_with("ring") {
                point.z *= 0.3;
                if point.coords.xy().norm() < 0.4 {
                    point.x += 0.5;
                }
            }
            if name == &"cube" {
                point = point.map(|x| 0.5 + x * 0.5);
            }
            // Below and above corners and edges, as on a grid.
            let corner = surface[random.random_range(0..surface.len())][0];
            match case % 4 {
                0 => (point.x, point.y) = (corner.x, corner.y),
                1 => point.y = corner.y,
                2 => point = point.map(|x| (x * 64.0).round() / 64.0),
                _ => {}
            }
            let turns = winding(&point, surface);
            let inside = point_in::point_in_closed_surface(&point, surface);
            hits += u32::from(inside);
            let off = surface
                .iter()
                .map(|t| closest::dist_sq_point_triangle(&point, t))
                .fold(f64::MAX, f64::min);
            if off < 1e-20 {
                // Except for those put there on purpose.
                near += usize::from(case % 4 == 3);
            } else {
                assert_eq!(inside, turns.abs() > 0.5, "{name}, case {case}: {point:?} {turns}");
                let single: Vec<_> =
                    surface.iter().map(|t| t.map(|p| p.map(|x| x as f32))).collect();
                if off > 1e-10 {
                    assert_eq!(
                        inside,
                        point_in::point_in_closed_surface(&point.map(|x| x as f32), &single),
                        "{name}"
                    );
                }
            }
        }
        assert!(near * 20 < n as usize / 4, "{name}: {near} of {n} on the surface");
        checked_share(name, hits, n);
    }
    assert!(!point_in::point_in_closed_surface::<f64>(&Point3::origin(), &[]));
}

#[test]
fn intersections_of_planes_are_on_all_planes() {
    let mut random = random(54);
    let (mut lines, mut corners, n) = (0, 0, cases(10_000));
    for case in 0..n {
        let mut plane = || {
            let normal = match random.random_range(0..4) {
                0 => Vector3::from_fn(|_, _| f64::from(random.random_range(-1..=1_i8))),
                _ => vector(&mut random),
            };
            let size = 10.0_f64.powi(random.random_range(-150..150));
            Plane { normal: normal * size, offset: random.random_range(-1.0..1.0) * size }
        };
        let (a, mut b, c) = (plane(), plane(), plane());
        if case % 4 == 0 {
            // Nearly parallel to the first.
            let turn = Rotation3::from_scaled_axis(
                vector(&mut random) * 10.0_f64.powf(random.random_range(-17.0..0.0)),
            );
            b.normal = turn * a.normal;
            b.offset = a.offset * 0.5;
        }
        let unit = |p: &Plane| p.normal.try_normalize(0.0);
        let parts = (unit(&a), unit(&b), unit(&c));
        let height = |p: &Plane, x: &Point3<f64>| closest::signed_dist_point_plane(x, p).abs();
        match (plane_cut::plane_plane(&a, &b), parts) {
            (Some(line), (Some(u), Some(v), _)) => {
                assert!((line.direction.norm() - 1.0).abs() < 1e-15);
                let size = line.point.coords.amax();
                let sine = u.cross(&v).norm();
                for parameter in [0.0, 1.0, -10.0] {
                    let at = line.at(parameter);
                    let off = height(&a, &at).max(height(&b, &at));
                    let tolerance = 64.0 * f64::EPSILON * (size + parameter.abs() / sine);
                    assert!(off <= tolerance, "case {case}: {off}, sine {sine}");
                }
                assert!(line.direction.dot(&u.cross(&v)) > 0.0, "case {case}");
                assert!(
                    line.direction.dot(&line.point.coords).abs()
                        <= 64.0 * f64::EPSILON * size / sine
                );
                lines += 1;
            }
            (None, (Some(u), Some(v), _)) => {
                assert!(u.cross(&v).norm() < 32.0 * f64::EPSILON, "case {case}")
            }
            (found, _) => assert_eq!(found, None, "a plane without a normal"),
        }
        match (plane_cut::plane_plane_plane(&a, &b, &c), parts) {
            (Some(point), (Some(u), Some(v), Some(w))) => {
                let size = point.coords.amax();
                for plane in [&a, &b, &c] {
                    let off = height(plane, &point);
                    assert!(
                        off <= 64.0 * f64::EPSILON * size,
                        "case {case}: {}",
                        off / (f64::EPSILON * size)
                    );
                }
                // If the system is well-conditioned, LU decomposition finds the same point.
                let rows = Matrix3::from_rows(&[u.transpose(), v.transpose(), w.transpose()]);
                if rows.determinant().abs() > 1e-3 {
                    let offset = |p: &Plane| p.offset / p.normal.norm();
                    let theirs = rows
                        .lu()
                        .solve(&Vector3::new(offset(&a), offset(&b), offset(&c)))
                        .expect("regular");
                    assert!((theirs - point.coords).norm() <= 1e-9 * size, "case {case}");
                }
                corners += 1;
            }
            (None, (Some(u), Some(v), Some(w))) => {
                assert!(u.dot(&v.cross(&w)).abs() < 32.0 * f64::EPSILON, "case {case}");
            }
            (found, _) => assert_eq!(found, None, "a plane without a normal"),
        }
    }
    eprintln!("{n} triples: {lines} lines, {corners} points");
    assert!(lines > n / 2 && corners > n / 2);
}

/// Found in a long campaign: with one step of refinement the error of the point was twice the
/// documented one.
#[test]
fn nearly_parallel_planes_intersect_on_all_three() {
    let mut random = random(55);
    for power in 1..15 {
        for _ in 0..2000 {
            let a = vector(&mut random).normalize();
            let turn = Rotation3::from_scaled_axis(vector(&mut random) * 10.0_f64.powi(-power));
            let normals = [a, turn * a, vector(&mut random).normalize()];
            let planes = normals.map(|normal| Plane { normal, offset: random.random() });
            let [a, b, c] = &planes;
            let Some(point) = plane_cut::plane_plane_plane(a, b, c) else { continue };
            for plane in &planes {
                let off = closest::signed_dist_point_plane(&point, plane).abs();
                let unit = f64::EPSILON * point.coords.amax();
                assert!(off <= 64.0 * unit, "{power}: {} {planes:?}", off / unit);
            }
        }
    }
}
