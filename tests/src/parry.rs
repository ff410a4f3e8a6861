//! The same questions put to parry3d, in double and in single precision.
//!
//! Two ways each: the documented call (`query::intersection_test` on two `TriMesh`es, which has
//! no descent of two trees: every leaf of the one inside the box of the other descends the
//! other), and a descent of both trees written with parry's own `Bvh::leaf_pairs`, with its
//! triangle test at the leaves.

macro_rules! parry_peer {
    ($(#[$doc:meta])* $name:ident, $crate_name:ident, $real:ty) => {
        $(#[$doc])*
        pub mod $name {
            use nalgebra::{Rotation3, UnitQuaternion};
            use obbtree_predicates::Triangle;
            use obbtree::{Mesh, Pose};
            use $crate_name::math::{Pose as PeerPose, Rotation, Vector};
            use $crate_name::partitioning::BvhNode;
            use $crate_name::query;
            use $crate_name::shape::{Cuboid, TriMesh};
            pub use $crate_name::shape::Triangle as PeerTriangle;

            fn vector(v: [f64; 3]) -> Vector {
                Vector::new(v[0] as $real, v[1] as $real, v[2] as $real)
            }

            /// A pose as parry takes it: translation and unit quaternion.
            pub fn pose(pose: &Pose) -> PeerPose {
                let rotation = Rotation3::from_matrix_unchecked(*pose.rotation());
                let q = UnitQuaternion::from_rotation_matrix(&rotation).into_inner().coords;
                PeerPose::from_parts(
                    vector((*pose.translation()).into()),
                    Rotation::from_xyzw(q[0] as $real, q[1] as $real, q[2] as $real, q[3] as $real),
                )
            }

            /// A mesh with parry's tree of axis-aligned boxes.
            pub fn trimesh(mesh: &Mesh) -> TriMesh {
                let vertices = mesh.vertices().iter().map(|&v| vector(v)).collect();
                TriMesh::new(vertices, mesh.triangles().to_vec()).expect("triangles")
            }

            /// The documented call.
            pub fn intersection_test(a: &TriMesh, b: &TriMesh, b_in_a: &PeerPose) -> bool {
                query::intersection_test(&PeerPose::IDENTITY, a, b_in_a, b)
                    .expect("two meshes are supported")
                    .intersecting
            }

            /// Both trees descended together; calls back with each pair of triangles that parry's
            /// triangle test calls intersecting, until told to stop by `true`.
            pub fn two_tree_descent(
                a: &TriMesh,
                b: &TriMesh,
                b_in_a: &PeerPose,
                mut on_pair: impl FnMut(u32, u32) -> bool,
            ) {
                let overlap = |node_a: &BvhNode, node_b: &BvhNode| {
                    let placed = node_b.aabb().transform_by(b_in_a);
                    let (a, b) = (node_a.aabb(), placed);
                    a.mins.cmple(b.maxs).all() && b.mins.cmple(a.maxs).all()
                };
                for (in_a, in_b) in a.bvh().leaf_pairs(b.bvh(), overlap) {
                    let (ta, tb) = (a.triangle(in_a), b.triangle(in_b));
                    if meet(&ta, &tb, b_in_a) && on_pair(in_a, in_b) {
                        return;
                    }
                }
            }

            /// Two triangles by the documented call.
            pub fn meet(a: &PeerTriangle, b: &PeerTriangle, b_in_a: &PeerPose) -> bool {
                query::intersection_test(&PeerPose::IDENTITY, a, b_in_a, b)
                    .expect("two triangles are supported")
                    .intersecting
            }

            /// A triangle as parry takes it.
            pub fn triangle(t: &Triangle) -> PeerTriangle {
                let [p, q, r] = t.map(|corner| vector(corner.coords.into()));
                PeerTriangle::new(p, q, r)
            }

            /// Two boxes, given by half sides, B placed by `b_in_a`.
            pub fn boxes_overlap(a_half: [f64; 3], b_half: [f64; 3], b_in_a: &Pose) -> bool {
                let (a, b) = (Cuboid::new(vector(a_half)), Cuboid::new(vector(b_half)));
                query::intersection_test(&PeerPose::IDENTITY, &a, &pose(b_in_a), &b)
                    .expect("two boxes are supported")
                    .intersecting
            }
        }
    };
}

parry_peer! {
    /// parry3d-f64: the outside oracle.
    double, parry3d_f64, f64
}
parry_peer! {
    /// parry3d: single precision.
    single, parry3d, f32
}
