//! The catalogue beside parry3d-f64, one pair of shapes after the other: answers compared first,
//! then time. `docs/lab/CATALOGUE.md` quotes the table.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p obbtree-benches --bin primitives
//! taskset -c 1 cargo run --release -p obbtree-benches --bin primitives -- ray_ # rows of this name
//! ```
//!
//! Each row has its own batch of seeded questions, half of them hits where there are hits. Peers
//! are the functions behind parry's documented calls, without the dispatch over shapes; both sides
//! have their inputs ready in their own types, in one frame. The two take turns. Rows of `batch`
//! ask ours all at once, at the best instruction set (or `OBBTREE_SIMD`), and the peer one by one.

use std::hint::black_box;
use std::time::Instant;

use nalgebra::{Point3, Rotation3, UnitQuaternion, Vector3};
use obbtree::Pose;
use obbtree_geom::batch::{self, SimdLevel};
use obbtree_geom::{
    Capsule, ConvexPolyhedron, Cylinder, Ray, Segment, Span, Sphere, cast, chang_kim, closest,
    depth, guigue_devillers, moller, moving, overlap, triangle_separating_axes,
};
use obbtree_predicates::{Aabb, Obb, Placement, Stages, Triangle, triangles_meet};
use obbtree_tests::shapes::{random, vector};
use parry3d_f64::bounding_volume::{Aabb as PeerAabb, BoundingVolume};
use parry3d_f64::math::{Pose as PeerPose, Rotation as PeerRotation, Vector};
use parry3d_f64::query::details::{self, ShapeCastOptions};
use parry3d_f64::query::{ClosestPoints, PointQuery, Ray as PeerRay, RayCast};
use parry3d_f64::shape;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Questions a row: together with their inputs they fit a second-level cache.
const QUESTIONS: usize = 4096;
/// So many tries a question are made to balance hits and misses.
const PATIENCE: usize = 16;
/// The contenders take turns this many times; the least time of each counts.
const PASSES: usize = 41;
/// Answers agree if they differ by less than this share of one plus themselves. Peers that iterate
/// stop at about 1e-10 in depth, which is its root in parameters.
const AGREE: f64 = 1e-5;

type Scene = Pcg64Mcg;

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    println!("| function | hits | ns | parry, ns | ratio | differ |");
    println!("|---|---:|---:|---:|---:|---:|");
    let table = Table { wanted };
    overlaps(&table);
    triangles(&table);
    rays(&table);
    ray_batches(&table);
    points(&table);
    point_batches(&table);
    pairs(&table);
    motions(&table);
}

struct Table {
    wanted: String,
}

impl Table {
    /// One row; where nothing can miss, all questions are hits. A miss is an answer of infinity.
    fn row<A, B>(
        &self,
        name: &str,
        make: impl Fn(&mut Scene) -> (A, B),
        ours: impl Fn(&A) -> f64,
        theirs: impl Fn(&B) -> f64,
    ) {
        if !name.contains(&self.wanted) {
            return;
        }
        let (mine, peers, hits) = questions(name, make, |a, _| ours(a));
        let differ = mine.iter().zip(&peers).filter(|(a, b)| !agree(ours(a), theirs(b))).count();
        let (mut least_ours, mut least_theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..PASSES {
            least_ours = least_ours.min(pass(&mine, &ours));
            least_theirs = least_theirs.min(pass(&peers, &theirs));
        }
        print_row(name, hits, [least_ours, least_theirs], differ);
    }
}

/// One question about many, in lanes: `whole` queries ours at once, the peer one by one.
struct Batched<A, B, R> {
    name: &'static str,
    make: fn(&mut Scene) -> (A, B),
    empty: R,
}

impl<A, B, R: Copy> Batched<A, B, R> {
    /// One row. `read` makes a number of an answer, for the sum and for the comparison.
    fn row(
        self,
        table: &Table,
        whole: impl Fn(&[A], &mut [R]) -> usize,
        read: impl Fn(&A, &R) -> f64,
        theirs: impl Fn(&B) -> f64,
    ) {
        if !self.name.contains(&table.wanted) {
            return;
        }
        let (mine, peers, hits) = questions(self.name, self.make, |_, b| theirs(b));
        let mut out = vec![self.empty; QUESTIONS];
        let (mut least_ours, mut least_theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..PASSES {
            let start = Instant::now();
            assert_eq!(whole(black_box(&mine), &mut out), QUESTIONS);
            let answers = mine.iter().zip(&out).map(|(a, r)| read(a, r));
            black_box(answers.map(|x| if x < f64::INFINITY { x } else { -1.0 }).sum::<f64>());
            least_ours = least_ours.min(start.elapsed().as_secs_f64());
            least_theirs = least_theirs.min(pass(&peers, &theirs));
        }
        let pairs = mine.iter().zip(&out).zip(&peers);
        let answers = pairs.map(|((a, r), b)| (read(a, r), theirs(b)));
        let differ = answers.filter(|&(x, y)| !agree(x, y)).count();
        print_row(self.name, hits, [least_ours, least_theirs], differ);
    }
}

/// The questions of a row, for both sides, and how many are hits: made until hits and misses fill
/// half of the batch each, as far as patience goes.
fn questions<A, B>(
    name: &str,
    make: impl Fn(&mut Scene) -> (A, B),
    answer: impl Fn(&A, &B) -> f64,
) -> (Vec<A>, Vec<B>, usize) {
    let mut scene = random(name.bytes().map(u64::from).sum());
    let (mut mine, mut peers, mut hits) = (Vec::new(), Vec::new(), 0);
    let mut tries = 0;
    while mine.len() < QUESTIONS {
        tries += 1;
        let (a, b) = make(&mut scene);
        let hit = answer(&a, &b) < f64::INFINITY;
        let full = if hit { hits } else { mine.len() - hits } >= QUESTIONS / 2;
        if full && tries < PATIENCE * QUESTIONS {
            continue;
        }
        hits += usize::from(hit);
        mine.push(a);
        peers.push(b);
    }
    (mine, peers, hits)
}

fn agree(x: f64, y: f64) -> bool {
    x == y || (x - y).abs() <= AGREE * (1.0 + x.abs())
}

/// Seconds of both sides for the whole batch.
fn print_row(name: &str, hits: usize, seconds: [f64; 2], differ: usize) {
    let [x, y] = seconds.map(|s| s * 1e9 / QUESTIONS as f64);
    let share = 100 * hits / QUESTIONS;
    println!("| {name} | {share} % | {x:.1} | {y:.1} | {:.2} | {differ} |", y / x);
}

/// Seconds for the batch.
fn pass<A>(questions: &[A], ask: &impl Fn(&A) -> f64) -> f64 {
    let start = Instant::now();
    let mut sum = 0.0;
    for question in questions {
        let answer = ask(question);
        sum += if answer < f64::INFINITY { answer } else { -1.0 };
    }
    black_box(sum);
    start.elapsed().as_secs_f64()
}

/// Yes is zero, no is a miss.
fn yes(found: bool) -> f64 {
    if found { 0.0 } else { f64::INFINITY }
}

/// A parameter, or a miss.
fn at(found: Option<f64>) -> f64 {
    found.unwrap_or(f64::INFINITY)
}

fn enter(found: Option<Span>) -> f64 {
    at(found.map(|span| span.enter))
}

// The inputs of both sides.

fn v(p: &Point3<f64>) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

fn vv(p: &Vector3<f64>) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

fn place(scene: &mut Scene, reach: f64) -> Point3<f64> {
    Point3::from(vector(scene) * reach)
}

fn spot(scene: &mut Scene, reach: f64) -> (Point3<f64>, Vector) {
    let p = place(scene, reach);
    (p, v(&p))
}

fn sides(scene: &mut Scene) -> Vector3<f64> {
    vector(scene).abs().add_scalar(0.1)
}

fn obb(scene: &mut Scene, reach: f64) -> (Obb, (PeerPose, shape::Cuboid)) {
    let turn = Rotation3::new(vector(scene) * 3.0);
    let (center, half) = (place(scene, reach), sides(scene));
    let q = UnitQuaternion::from_rotation_matrix(&turn).into_inner().coords;
    let pose = PeerPose::from_parts(v(&center), PeerRotation::from_xyzw(q[0], q[1], q[2], q[3]));
    (Obb { axes: turn.into_inner(), center, half }, (pose, shape::Cuboid::new(vv(&half))))
}

fn aabb(scene: &mut Scene, reach: f64) -> (Aabb, PeerAabb) {
    let (center, half) = (place(scene, reach), sides(scene));
    let (min, max) = (center - half, center + half);
    (Aabb { min, max }, PeerAabb::new(v(&min), v(&max)))
}

fn triangle(scene: &mut Scene, reach: f64) -> (Triangle, shape::Triangle) {
    let middle = place(scene, reach);
    let [p, q, r] = [(); 3].map(|()| middle + vector(scene));
    ([p, q, r], shape::Triangle::new(v(&p), v(&q), v(&r)))
}

fn segment(scene: &mut Scene, reach: f64) -> (Segment, shape::Segment) {
    let middle = place(scene, reach);
    let (start, end) = (middle + vector(scene), middle + vector(scene));
    (Segment { start, end }, shape::Segment::new(v(&start), v(&end)))
}

fn sphere(scene: &mut Scene, reach: f64) -> (Sphere, (Vector, shape::Ball)) {
    let (center, radius) = (place(scene, reach), scene.random_range(0.1..1.0));
    (Sphere { center, radius }, (v(&center), shape::Ball::new(radius)))
}

/// Two inputs for each side, within so far of the middle.
fn both<A, B, P, Q>(
    make_a: fn(&mut Scene, f64) -> (A, P),
    reach_a: f64,
    make_b: fn(&mut Scene, f64) -> (B, Q),
    reach_b: f64,
) -> impl Fn(&mut Scene) -> ((A, B), (P, Q)) + Copy {
    move |scene| {
        let ((a, of_a), (b, of_b)) = (make_a(scene, reach_a), make_b(scene, reach_b));
        ((a, b), (of_a, of_b))
    }
}

/// From some distance towards the middle.
fn ray(scene: &mut Scene, spread: f64) -> (Ray, PeerRay) {
    let origin = Point3::from(vector(scene).normalize() * 4.0);
    let direction = place(scene, spread) - origin;
    (Ray { origin, direction }, PeerRay::new(v(&origin), vv(&direction)))
}

/// Upright, as the peer has it, and about the origin.
fn upright(scene: &mut Scene) -> (Segment, f64, f64) {
    let (half, radius) = (scene.random_range(0.2..1.0), scene.random_range(0.1..1.0));
    let end = Point3::new(0.0, half, 0.0);
    (Segment { start: -end, end }, half, radius)
}

fn overlaps(table: &Table) {
    let boxes = both(obb, 1.0, obb, 1.0);
    let peer = |((pose_a, a), (pose_b, b)): &((PeerPose, shape::Cuboid), _)| {
        yes(details::intersection_test_cuboid_cuboid(&pose_a.inv_mul(pose_b), a, b))
    };
    table.row("overlap::obb_obb", boxes, |(a, b)| yes(overlap::obb_obb(a, b)), peer);
    table.row(
        "overlap::obb_obb_past_spheres",
        boxes,
        |(a, b)| yes(overlap::obb_obb_past_spheres(a, b)),
        peer,
    );
    table.row(
        "overlap::aabb_aabb",
        both(aabb, 1.0, aabb, 1.0),
        |(a, b)| yes(overlap::aabb_aabb(a, b)),
        |(a, b)| yes(a.intersects(b)),
    );
    table.row(
        "overlap::triangle_aabb",
        both(triangle, 1.5, aabb, 1.0),
        |(t, b)| yes(overlap::triangle_aabb(t, b)),
        |(t, b)| yes(details::intersection_test_aabb_triangle(b, t)),
    );
    table.row(
        "overlap::triangle_obb",
        both(triangle, 1.5, obb, 1.0),
        |(t, b)| yes(overlap::triangle_obb(t, b)),
        |(t, (pose, b))| yes(details::intersection_test_cuboid_triangle(&pose.inverse(), b, t)),
    );
    table.row(
        "overlap::segment_aabb",
        both(segment, 1.5, aabb, 1.0),
        |(s, b)| yes(overlap::segment_aabb(s, b)),
        |(s, b)| yes(details::intersection_test_aabb_segment(b, s)),
    );
    table.row(
        "overlap::segment_obb",
        both(segment, 1.5, obb, 1.0),
        |(s, b)| yes(overlap::segment_obb(s, b)),
        |(s, (pose, b))| yes(details::intersection_test_cuboid_segment(&pose.inverse(), b, s)),
    );
    table.row(
        "overlap::sphere_triangle",
        both(sphere, 1.0, triangle, 1.0),
        |(s, t)| yes(overlap::sphere_triangle(s, t)),
        |((center, sphere), t)| {
            let there = PeerPose::from_translation(-*center);
            yes(details::intersection_test_ball_point_query(&there, sphere, t).intersecting)
        },
    );
    table.row(
        "overlap::sphere_obb",
        both(sphere, 1.0, obb, 1.0),
        |(s, b)| yes(overlap::sphere_obb(s, b)),
        |((center, sphere), (pose, b))| {
            let there = PeerPose::from_parts(pose.translation - *center, pose.rotation);
            yes(details::intersection_test_ball_point_query(&there, sphere, b).intersecting)
        },
    );
}

fn triangles(table: &Table) {
    let make = both(triangle, 0.3, triangle, 0.3);
    let peer = |(a, b): &(shape::Triangle, shape::Triangle)| {
        yes(details::intersection_test_support_map_support_map(&PeerPose::IDENTITY, a, b))
    };
    let here = Placement::new(&Pose::identity(), &Pose::identity());
    table.row(
        "triangles_meet (certain)",
        make,
        |(a, b)| yes(triangles_meet(a, b, &here, &mut Stages::default())),
        peer,
    );
    table.row("moller", make, |(a, b)| yes(moller(a, b)), peer);
    table.row("guigue_devillers", make, |(a, b)| yes(guigue_devillers(a, b)), peer);
    table.row("triangle_separating_axes", make, |(a, b)| yes(triangle_separating_axes(a, b)), peer);
    table.row("chang_kim", make, |(a, b)| yes(chang_kim(a, b)), peer);
}

fn rays(table: &Table) {
    let far = f64::MAX;
    table.row(
        "cast::ray_aabb",
        both(ray, 1.5, aabb, 0.5),
        |(r, b)| enter(cast::ray_aabb(r, b)),
        |(r, b)| at(b.cast_local_ray(r, far, true)),
    );
    table.row(
        "cast::ray_obb",
        both(ray, 1.5, obb, 0.5),
        |(r, b)| enter(cast::ray_obb(r, b)),
        |(r, (pose, b))| at(b.cast_ray(pose, r, far, true)),
    );
    table.row(
        "cast::ray_sphere",
        both(ray, 1.0, sphere, 0.5),
        |(r, s)| enter(cast::ray_sphere(r, s)),
        |(r, (center, sphere))| at(details::ray_toi_with_ball(*center, sphere.radius, r, true).1),
    );
    table.row(
        "cast::ray_triangle",
        both(ray, 0.5, triangle, 0.2),
        |(r, t)| at(cast::ray_triangle(r, t).map(|hit| hit.parameter)),
        |(r, t)| at(t.cast_local_ray(r, far, true)),
    );
    table.row(
        "cast::ray_cylinder",
        |scene| {
            let ((r, pr), (axis, half, radius)) = (ray(scene, 1.0), upright(scene));
            ((r, Cylinder { axis, radius }), (pr, shape::Cylinder::new(half, radius)))
        },
        |(r, c)| enter(cast::ray_cylinder(r, c)),
        |(r, c)| at(c.cast_local_ray(r, far, true)),
    );
    table.row(
        "cast::ray_capsule",
        |scene| {
            let ((r, pr), (axis, half, radius)) = (ray(scene, 1.0), upright(scene));
            ((r, Capsule { axis, radius }), (pr, shape::Capsule::new_y(half, radius)))
        },
        |(r, c)| enter(cast::ray_capsule(r, c)),
        |(r, c)| at(c.cast_local_ray(r, far, true)),
    );
    let mesh = obbtree_assets::icosphere(0, 1.0);
    let vertices: Vec<Point3<f64>> = mesh.vertices().iter().map(|&p| p.into()).collect();
    let solid = ConvexPolyhedron { vertices: &vertices, faces: mesh.triangles() };
    let peer = shape::ConvexPolyhedron::from_convex_mesh(
        vertices.iter().map(v).collect(),
        mesh.triangles(),
    )
    .expect("a closed convex surface");
    table.row(
        "cast::ray_polyhedron, 20 faces",
        |scene| ray(scene, 1.5),
        |r| enter(cast::ray_polyhedron(r, &solid)),
        |r| at(peer.cast_local_ray(r, far, true)),
    );
    table.row(
        "closest::point_convex_polyhedron, 20 faces",
        |scene| spot(scene, 1.5),
        |p| at(closest::dist_sq_point_convex_polyhedron(p, &solid)),
        |p| (peer.project_local_point(*p, true).point - *p).length_squared(),
    );
}

/// Against one box about the origin, and with one ray.
fn ray_batches(table: &Table) {
    let (far, level) = (f64::MAX, SimdLevel::detect());
    let mut scene = random(7);
    let (flat_box, peer_flat) = aabb(&mut scene, 0.1);
    let (slanted, (pose, peer_slanted)) = obb(&mut scene, 0.1);
    let (one, peer_one) = ray(&mut scene, 0.1);
    let read_ray = |_: &Ray, found: &Option<Span>| enter(*found);
    Batched { name: "batch::rays_aabb", make: |scene| ray(scene, 1.0), empty: None }.row(
        table,
        |rays, out| batch::rays_aabb(rays, &flat_box, out, level),
        read_ray,
        |r| at(peer_flat.cast_local_ray(r, far, true)),
    );
    Batched { name: "batch::rays_obb", make: |scene| ray(scene, 1.0), empty: None }.row(
        table,
        |rays, out| batch::rays_obb(rays, &slanted, out, level),
        read_ray,
        |r| at(peer_slanted.cast_ray(&pose, r, far, true)),
    );
    Batched { name: "batch::ray_aabbs", make: |scene| aabb(scene, 1.0), empty: None }.row(
        table,
        |boxes, out| batch::ray_aabbs(&one, boxes, out, level),
        |_, found| enter(*found),
        |b| at(b.cast_local_ray(&peer_one, far, true)),
    );
    Batched { name: "batch::ray_obbs", make: |scene| obb(scene, 1.0), empty: None }.row(
        table,
        |boxes, out| batch::ray_obbs(&one, boxes, out, level),
        |_, found| enter(*found),
        |(pose, b)| at(b.cast_ray(pose, &peer_one, far, true)),
    );
}

fn point_batches(table: &Table) {
    let level = SimdLevel::detect();
    let mut scene = random(8);
    let (one, peer_one) = triangle(&mut scene, 0.1);
    let (here, peer_here) = spot(&mut scene, 0.5);
    let empty = Point3::origin();
    Batched { name: "batch::points_triangle", make: |scene| spot(scene, 1.5), empty }.row(
        table,
        |points, out| batch::points_triangle(points, &one, out, level),
        |p, q| (p - q).norm_squared(),
        |p| (peer_one.project_local_point(*p, true).point - *p).length_squared(),
    );
    Batched { name: "batch::point_triangles", make: |scene| triangle(scene, 1.5), empty }.row(
        table,
        |triangles, out| batch::point_triangles(&here, triangles, out, level),
        |_, q| (here - q).norm_squared(),
        |t| (t.project_local_point(peer_here, true).point - peer_here).length_squared(),
    );
}

fn points(table: &Table) {
    let dist_sq = |p: &Point3<f64>, q: Point3<f64>| (p - q).norm_squared();
    let peer_sq = |p: &Vector, q: Vector| (*p - q).length_squared();
    table.row(
        "closest::point_segment",
        both(spot, 2.0, segment, 0.5),
        |(p, s)| dist_sq(p, closest::point_segment(p, s)),
        |(p, s)| peer_sq(p, s.project_local_point(*p, true).point),
    );
    table.row(
        "closest::point_triangle",
        both(spot, 1.5, triangle, 0.5),
        |(p, t)| dist_sq(p, closest::point_triangle(p, t)),
        |(p, t)| peer_sq(p, t.project_local_point(*p, true).point),
    );
    table.row(
        "closest::point_aabb",
        both(spot, 1.5, aabb, 0.5),
        |(p, b)| dist_sq(p, closest::point_aabb(p, b)),
        |(p, b)| peer_sq(p, b.project_local_point(*p, true).point),
    );
    table.row(
        "closest::point_obb",
        both(spot, 1.5, obb, 0.5),
        |(p, b)| dist_sq(p, closest::point_obb(p, b)),
        |(p, (pose, b))| peer_sq(p, b.project_point(pose, *p, true).point),
    );
    table.row(
        "closest::point_tetrahedron",
        |scene| {
            let p = place(scene, 1.0);
            let corners = [(); 4].map(|()| place(scene, 1.0));
            let [a, b, c, d] = corners.each_ref().map(v);
            ((p, corners), (v(&p), shape::Tetrahedron::new(a, b, c, d)))
        },
        |(p, corners)| dist_sq(p, closest::point_tetrahedron(p, corners)),
        |(p, t)| peer_sq(p, t.project_local_point(*p, true).point),
    );
}

fn pairs(table: &Table) {
    table.row(
        "closest::segment_segment",
        both(segment, 1.0, segment, 1.0),
        |(a, b)| closest::segment_segment(a, b).dist_sq,
        |(a, b)| match details::closest_points_segment_segment(&PeerPose::IDENTITY, a, b, f64::MAX)
        {
            ClosestPoints::WithinMargin(p, q) => (p - q).length_squared(),
            _ => f64::INFINITY,
        },
    );
    table.row(
        "closest::segment_triangle",
        both(segment, 1.0, triangle, 1.0),
        |(a, b)| closest::segment_triangle(a, b).dist_sq.sqrt(),
        |(a, b)| details::distance_support_map_support_map(&PeerPose::IDENTITY, a, b),
    );
    table.row(
        "closest::triangle_triangle",
        both(triangle, 1.5, triangle, 1.5),
        |(a, b)| closest::triangle_triangle(a, b).dist_sq.sqrt(),
        |(a, b)| details::distance_support_map_support_map(&PeerPose::IDENTITY, a, b),
    );
    table.row(
        "depth::obb_obb",
        both(obb, 1.0, obb, 1.0),
        |(a, b)| {
            let found = depth::obb_obb(a, b);
            if found.overlaps() { found.gap } else { f64::INFINITY }
        },
        |((pose_a, a), (pose_b, b))| {
            let found =
                details::contact_support_map_support_map(&pose_a.inv_mul(pose_b), a, b, 0.0);
            at(found.map(|contact| contact.dist))
        },
    );
}

fn motions(table: &Table) {
    let one = ShapeCastOptions {
        max_time_of_impact: 1.0,
        compute_impact_geometry_on_penetration: false,
        ..Default::default()
    };
    /// Two bodies and the way of the second, for both sides.
    type Question<A, B, P, Q> = ((A, B, Vector3<f64>), (P, Q, Vector));
    /// Two bodies of which the second comes.
    fn two<A, B, P, Q>(
        make_a: impl Fn(&mut Scene, f64) -> (A, P),
        make_b: impl Fn(&mut Scene, f64) -> (B, Q),
    ) -> impl Fn(&mut Scene) -> Question<A, B, P, Q> {
        move |scene| {
            let ((a, pa), (b, pb)) = (make_a(scene, 3.0), make_b(scene, 3.0));
            let motion = vector(scene) * 5.0;
            ((a, b, motion), (pa, pb, vv(&motion)))
        }
    }
    let still = Vector3::zeros();
    table.row(
        "moving::obb_obb",
        two(obb, obb),
        |(a, b, motion)| enter(moving::obb_obb(a, &still, b, motion)),
        |((pose_a, a), (pose_b, b), motion)| {
            let (there, way) = (pose_a.inv_mul(pose_b), pose_a.rotation.inverse() * *motion);
            let found = details::cast_shapes_support_map_support_map(&there, way, a, b, one);
            at(found.map(|hit| hit.time_of_impact))
        },
    );
    table.row(
        "moving::aabb_aabb",
        two(aabb, aabb),
        |(a, b, motion)| enter(moving::aabb_aabb(a, &still, b, motion)),
        |(a, b, motion)| {
            let there = PeerPose::from_translation(b.center() - a.center());
            let [a, b] = [a, b].map(|x| shape::Cuboid::new(x.half_extents()));
            let found = details::cast_shapes_support_map_support_map(&there, *motion, &a, &b, one);
            at(found.map(|hit| hit.time_of_impact))
        },
    );
    table.row(
        "moving::sphere_sphere",
        two(sphere, sphere),
        |(a, b, motion)| enter(moving::sphere_sphere(a, &still, b, motion)),
        |((center_a, a), (center_b, b), motion)| {
            let there = PeerPose::from_translation(*center_b - *center_a);
            let found = details::cast_shapes_ball_ball(&there, *motion, a, b, one);
            at(found.map(|hit| hit.time_of_impact))
        },
    );
    table.row(
        "moving::sphere_obb",
        two(obb, sphere),
        |(b, s, motion)| at(moving::sphere_obb(s, motion, b)),
        |((pose, b), (center, sphere), motion)| {
            let there = pose.inv_mul(&PeerPose::from_translation(*center));
            let way = pose.rotation.inverse() * *motion;
            let found = details::cast_shapes_support_map_support_map(&there, way, b, sphere, one);
            at(found.map(|hit| hit.time_of_impact))
        },
    );
    table.row(
        "moving::sphere_triangle",
        two(triangle, sphere),
        |(t, s, motion)| enter(moving::sphere_triangle(s, motion, t)),
        |(t, (center, sphere), motion)| {
            let there = PeerPose::from_translation(*center);
            let found =
                details::cast_shapes_support_map_support_map(&there, *motion, t, sphere, one);
            at(found.map(|hit| hit.time_of_impact))
        },
    );
}
