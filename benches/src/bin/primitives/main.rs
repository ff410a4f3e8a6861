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

mod inputs;
mod timing;

use nalgebra::{Point3, Vector3};
use obbtree::Pose;
use obbtree_geom::batch::{self, SimdLevel};
use obbtree_geom::{
    Capsule, ConvexPolyhedron, Cylinder, Ray, Span, cast, chang_kim, closest, depth,
    guigue_devillers, moller, moving, overlap, triangle_separating_axes,
};
use obbtree_predicates::{Placement, Stages, triangles_meet};
use obbtree_tests::shapes::{random, vector};
use parry3d_f64::bounding_volume::BoundingVolume;
use parry3d_f64::math::{Pose as PeerPose, Vector};
use parry3d_f64::query::details::{self, ShapeCastOptions};
use parry3d_f64::query::{ClosestPoints, PointQuery, RayCast};
use parry3d_f64::shape;

use inputs::{Scene, aabb, both, obb, place, ray, segment, sphere, spot, triangle, upright, v, vv};
use timing::{Batched, Table, at, enter, yes};

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
