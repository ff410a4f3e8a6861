//! What the models and pose files claim, tested by brute force: all pairs of triangles, all axes.

use nalgebra::{Point3, Vector3};
use obbtree_assets::{
    HOLE_WIDTH, Model, Motion, WALL_THICKNESS, files, models, pose_files, poses, section,
};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;

/// Corners, and the least and largest coordinates.
struct Placed {
    corners: [Point3<f64>; 3],
    low: Vector3<f64>,
    high: Vector3<f64>,
}

fn place(mesh: &Mesh, pose: &Pose) -> Vec<Placed> {
    mesh.corners()
        .map(|triangle| {
            let corners = triangle.map(|corner| pose.place(&corner));
            let [p, q, r] = corners.map(|corner| corner.coords);
            Placed { corners, low: p.inf(&q).inf(&r), high: p.sup(&q).sup(&r) }
        })
        .collect()
}

/// Whether two triangles have a point in common: no direction among the two normals, the products
/// of edges, and the in-plane normals of the edges (for triangles in one plane) has a gap between
/// them. In `f64`: right unless the triangles come within some 1e-13 of touching.
fn triangles_touch(a: &Placed, b: &Placed) -> bool {
    if (0..3).any(|k| a.low[k] > b.high[k] || b.low[k] > a.high[k]) {
        return false;
    }
    let edges = |t: &Placed| {
        let [p, q, r] = t.corners;
        [q - p, r - q, p - r]
    };
    let (edges_a, edges_b) = (edges(a), edges(b));
    let normals = [edges_a[0].cross(&edges_a[1]), edges_b[0].cross(&edges_b[1])];
    let mut axes = normals.to_vec();
    for e in edges_a {
        axes.extend(edges_b.map(|f| e.cross(&f)));
        axes.push(normals[0].cross(&e));
    }
    axes.extend(edges_b.map(|f| normals[1].cross(&f)));
    !axes.iter().any(|axis| {
        let along = |t: &Placed| t.corners.map(|corner| corner.coords.dot(axis));
        let least = |x: [f64; 3]| x.into_iter().fold(f64::INFINITY, f64::min);
        let most = |x: [f64; 3]| x.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let (x, y) = (along(a), along(b));
        least(x) > most(y) || least(y) > most(x)
    })
}

fn collide(a: &Mesh, b: &Mesh, motion: &Motion) -> bool {
    let pose: Pose = motion.to_string().parse().expect("a pose file holds poses");
    let (a, b) = (place(a, &Pose::identity()), place(b, &pose));
    a.iter().any(|t| b.iter().any(|u| triangles_touch(t, u)))
}

fn model(file: &str) -> Mesh {
    let found: Option<Model> = models().into_iter().find(|model| model.file == file);
    found.unwrap_or_else(|| panic!("no model {file}")).mesh
}

#[test]
fn closed_models_are_closed_manifold_and_the_right_way_out() {
    for Model { file, mesh, .. } in models() {
        let report = mesh.report();
        assert_eq!((report.degenerate, report.duplicate), (0, 0), "{file}");
        assert_eq!(report.vertices, report.distinct_positions, "{file}: welded");
        if file == "terrain.obj" {
            assert_eq!(report.unbalanced_edges, 4 * 40, "only the border of the square is open");
            continue;
        }
        assert!(report.closed() && report.signed_volume > 0.0, "{file}: {report:?}");
        let mut edges: Vec<[u32; 2]> =
            mesh.triangles().iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
        let all = edges.len();
        edges.sort_unstable();
        edges.dedup();
        assert_eq!(edges.len(), all, "{file}: every edge runs once in each direction");
    }
}

/// Euler's formula `V - E + F = 2 - 2 * holes`: no face is missing or joined to the wrong side.
#[test]
fn models_have_as_many_holes_as_they_should() {
    let check = |file: &str, holes: i64| {
        let report = model(file).report();
        let [vertices, triangles] = [report.vertices, report.triangles].map(|n| n as i64);
        assert_eq!(vertices - triangles / 2, 2 - 2 * holes, "{file}");
    };
    check("bolt.obj", 0);
    check("l_piece.stl", 0);
    for file in ["nut.stl", "wheel.stl", "pinion.obj", "torus_knot.obj", "wall.obj"] {
        check(file, 1);
    }
    check("link.stl", 2);
}

/// Two triangles of one model may meet only in a vertex or an edge that they share.
#[test]
fn no_model_cuts_itself() {
    for Model { file, mesh, .. } in models() {
        let placed = place(&mesh, &Pose::identity());
        for i in 0..placed.len() {
            for j in 0..i {
                let shared =
                    mesh.triangles()[i].iter().any(|corner| mesh.triangles()[j].contains(corner));
                assert!(
                    shared || !triangles_touch(&placed[i], &placed[j]),
                    "{file}: triangles {j} and {i}"
                );
            }
        }
    }
}

/// Volumes against those of the smooth bodies, in the models' units.
#[test]
fn volumes_are_those_of_the_shapes() {
    let check = |file: &str, low: f64, high: f64| {
        let volume = model(file).report().signed_volume;
        assert!(low < volume && volume < high, "{file}: {volume}");
    };
    let disc = |radius: f64| std::f64::consts::PI * radius * radius;
    // Bolt: head and shank, the thread between its root and its outer diameter.
    let head = 0.5 * 3.0_f64.sqrt() * 18.0 * 18.0;
    check("bolt.obj", 7.0 * head + 20.0 * disc(4.8), 7.5 * head + 20.0 * disc(6.0));
    check("nut.stl", 10.0 * (head - disc(6.2)), 10.0 * (head - disc(5.0)));
    // Gears: the pitch circle halves the teeth, nearly.
    check("wheel.stl", 10.0 * (disc(23.4) - disc(6.0)), 10.0 * (disc(24.2) - disc(6.0)));
    check("pinion.obj", 12.0 * (disc(15.4) - disc(4.0)), 12.0 * (disc(16.2) - disc(4.0)));
    check("wall.obj", 0.2 * (4.0 - 0.58 * 0.36) - 1e-6, 0.2 * (4.0 - 0.58 * 0.36) + 1e-6);
    check("l_piece.stl", 0.3 * 0.51 - 1e-6, 0.3 * 0.51 + 1e-6);
}

#[test]
fn every_pose_is_what_its_file_says() {
    for poses in pose_files() {
        let (a, b) = (model(poses.a), model(poses.b));
        for (i, step) in poses.steps.iter().enumerate() {
            let found = collide(&a, &b, &step.pose);
            assert_eq!(found, step.collides.is_some(), "{} pose {i}: {step:?}", poses.file);
        }
    }
}

#[test]
fn the_nut_is_free_on_its_thread_and_collides_a_few_degrees_off_it() {
    let (bolt, nut) = (model("bolt.obj"), model("nut.stl"));
    assert!(!collide(&bolt, &nut, &poses::nut_seated()));
    for degrees in [-3.0, -1.5, 1.5, 3.0] {
        assert!(!collide(&bolt, &nut, &poses::nut_turned(degrees)), "{degrees} degrees");
    }
    for degrees in [-180.0, -20.0, -6.0, 6.0, 12.0, 90.0, 330.0] {
        assert!(collide(&bolt, &nut, &poses::nut_turned(degrees)), "{degrees} degrees");
    }
}

#[test]
fn the_gears_roll_freely_at_any_angle_of_a_tooth() {
    let (wheel, pinion) = (model("wheel.stl"), model("pinion.obj"));
    for step in 0..25 {
        let angle = std::f64::consts::TAU / 24.0 * f64::from(step) / 25.0;
        assert!(!collide(&wheel, &pinion, &poses::pinion_rolled(angle)), "step {step}");
    }
}

/// At every angle the piece has a section wider than the hole, so it must turn on the way; and the
/// way of the pose file has no jump that could hide a collision: a finer one is free as well.
#[test]
fn the_l_piece_must_turn_and_can() {
    for degree in 0..360 {
        let angle = f64::from(degree).to_radians();
        let widest = (-200..=200)
            .filter_map(|i| section(angle, f64::from(i) / 100.0, 0.5 * WALL_THICKNESS))
            .map(|[low, high]| high - low)
            .fold(0.0, f64::max);
        assert!(widest > HOLE_WIDTH, "{degree} degrees: {widest} m");
    }
    let (wall, piece) = (model("wall.obj"), model("l_piece.stl"));
    for pose in poses::l_way(500) {
        assert!(!collide(&wall, &piece, &pose), "{pose}");
    }
}

#[test]
fn files_are_small_and_read_back() {
    let files = files();
    assert!(files.iter().all(|(_, content)| content.len() < 200_000));
    assert!(files.iter().map(|(_, content)| content.len()).sum::<usize>() < 1_000_000);
    let bytes = |file: &str| &files.iter().find(|(name, _)| *name == file).unwrap().1;
    // STL: the count and the corners of the last triangle.
    let (nut, stl) = (model("nut.stl"), bytes("nut.stl"));
    assert_eq!(stl.len(), 84 + 50 * nut.triangles().len());
    assert_eq!(stl[80..84], (nut.triangles().len() as u32).to_le_bytes());
    let last: Vec<f64> = stl[stl.len() - 38..stl.len() - 2]
        .chunks_exact(4)
        .map(|word| f64::from(f32::from_le_bytes(word.try_into().unwrap())))
        .collect();
    let corners = nut.triangle(nut.triangles().len() - 1);
    assert_eq!(last, corners.iter().flat_map(|p| [p.x, p.y, p.z]).collect::<Vec<_>>());
    // OBJ: every vertex and every face.
    let (bolt, obj) = (model("bolt.obj"), std::str::from_utf8(bytes("bolt.obj")).unwrap());
    let numbers = |start: &str| -> Vec<f64> {
        let lines = obj.lines().filter_map(|line| line.strip_prefix(start));
        lines
            .flat_map(|line| line.split(' ').map(|x| f64::from(x.parse::<f32>().unwrap())))
            .collect()
    };
    assert_eq!(numbers("v "), bolt.vertices().as_flattened());
    let faces: Vec<f64> =
        bolt.triangles().as_flattened().iter().map(|&v| f64::from(v) + 1.0).collect();
    assert_eq!(numbers("f "), faces);
}
