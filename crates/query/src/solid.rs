//! Bodies with an inside, and the classes of clashes between them.
//!
//! The surface question comes first. Only if no two triangles meet can a shell lie wholly inside
//! another body, and then one vertex of it decides: it is on no surface, so its winding number (or
//! parity) is defined. It is counted along one axis-parallel ray by exact signs, with ties broken by
//! symbolic perturbation, so no ray that grazes an edge decides wrongly.

use std::ops::ControlFlow;

use nalgebra::Point3;
use obbtree_mesh::{InsideRule, Mesh, OpenMesh};
use obbtree_predicates::{
    Contact, Placement, Pose, classify_triangles, ray_crossing, triangles_coincide,
};

use crate::engine::{Engine, collide, for_each_pair};
use crate::line::Line;

/// A mesh, its tree, and what is known of its inside. An open body contains nothing.
#[derive(Clone, Debug)]
pub struct Body<'m, T> {
    mesh: &'m Mesh,
    tree: &'m T,
    component_points: Vec<Point3<f64>>,
    inside_rule: Result<InsideRule, OpenMesh>,
}

/// How two placed bodies stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The surfaces do not meet, and no body has a part inside the other.
    Separated,
    /// The surfaces meet, but no edge of one goes through the inside of a triangle of the other.
    Touching,
    /// An edge of one goes through the inside of a triangle of the other.
    Intersecting,
    /// The surfaces do not meet, and at least one connected part of B is inside A.
    Containing,
    /// The surfaces do not meet, and at least one connected part of A is inside B, none of B inside A.
    Contained,
    /// Every triangle of either is a triangle of the other: one body is there twice.
    Coincident,
}

impl Class {
    /// `separated`, `touching`, `intersecting`, `containing`, `contained` or `coincident`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Separated => "separated",
            Self::Touching => "touching",
            Self::Intersecting => "intersecting",
            Self::Containing => "containing",
            Self::Contained => "contained",
            Self::Coincident => "coincident",
        }
    }
}

impl<'m, T: Engine> Body<'m, T> {
    /// A body from a mesh and its tree.
    #[must_use]
    pub fn new(mesh: &'m Mesh, tree: &'m T) -> Self {
        let component_points = mesh.component_points();
        Self { mesh, tree, component_points, inside_rule: mesh.inside_rule() }
    }

    /// The same, but only if the mesh is closed.
    ///
    /// # Errors
    /// If the mesh is open, saying where.
    pub fn solid(mesh: &'m Mesh, tree: &'m T) -> Result<Self, OpenMesh> {
        let body = Self::new(mesh, tree);
        body.inside_rule.clone()?;
        Ok(body)
    }

    /// The mesh.
    #[must_use]
    pub fn mesh(&self) -> &'m Mesh {
        self.mesh
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &'m T {
        self.tree
    }

    /// How the body tells inside from outside, or where it is open.
    ///
    /// # Errors
    /// If the mesh is open.
    pub fn inside_rule(&self) -> Result<InsideRule, &OpenMesh> {
        self.inside_rule.as_ref().copied()
    }

    /// Is a point of another body inside this one? The point must not lie on this one's surface.
    /// Nothing is inside an open body.
    #[must_use]
    pub fn contains(&self, pose: &Pose, point: &Point3<f64>, pose_point: &Pose) -> bool {
        let Ok(rule) = self.inside_rule else { return false };
        let line = Line::new(point, pose_point, pose);
        let (mut winding, mut crossings) = (0_i64, 0_u64);
        self.tree.for_each_triangle_near(&line, |triangle| {
            let crossing = ray_crossing(triangle, pose, point, pose_point);
            winding += i64::from(crossing);
            crossings += u64::from(crossing != 0);
        });
        match rule {
            InsideRule::Winding => winding != 0,
            InsideRule::Parity => crossings % 2 != 0,
        }
    }

    /// Is a part of another body inside this one, given that the surfaces do not meet?
    fn contains_a_part(&self, pose: &Pose, other: &Self, pose_other: &Pose) -> bool {
        other.component_points.iter().any(|point| self.contains(pose, point, pose_other))
    }
}

/// Do two bodies collide as solids: do their surfaces meet, or is a part of one inside the other?
#[must_use]
pub fn collide_solid<T: Engine>(
    a: &Body<'_, T>,
    pose_a: &Pose,
    b: &Body<'_, T>,
    pose_b: &Pose,
    scratch: &mut T::Scratch,
) -> bool {
    collide(a.tree, pose_a, b.tree, pose_b, scratch)
        || a.contains_a_part(pose_a, b, pose_b)
        || b.contains_a_part(pose_b, a, pose_a)
}

/// How two bodies stand to each other; see [`Class`].
#[must_use]
pub fn classify<T: Engine>(
    a: &Body<'_, T>,
    pose_a: &Pose,
    b: &Body<'_, T>,
    pose_b: &Pose,
    scratch: &mut T::Scratch,
) -> Class {
    let placement = Placement::new(pose_a, pose_b);
    let mut touches = Vec::new();
    let pierced = for_each_pair(a.tree, pose_a, b.tree, pose_b, scratch, |in_a, in_b| {
        let (ta, tb) = (a.mesh.triangle(in_a as usize), b.mesh.triangle(in_b as usize));
        if classify_triangles(&ta, &tb, &placement) == Contact::Proper {
            return ControlFlow::Break(());
        }
        touches.push([in_a, in_b]);
        ControlFlow::Continue(())
    });
    if pierced.is_break() {
        Class::Intersecting
    } else if !touches.is_empty() {
        if coincident(a.mesh, pose_a, b.mesh, pose_b, &touches) {
            Class::Coincident
        } else {
            Class::Touching
        }
    } else if a.contains_a_part(pose_a, b, pose_b) {
        Class::Containing
    } else if b.contains_a_part(pose_b, a, pose_a) {
        Class::Contained
    } else {
        Class::Separated
    }
}

/// Has every triangle of each mesh its like in the other, among the pairs that touch?
fn coincident(a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose, touches: &[[u32; 2]]) -> bool {
    let mut unmatched_a = vec![true; a.triangles().len()];
    let mut unmatched_b = vec![true; b.triangles().len()];
    for &[in_a, in_b] in touches {
        let (ia, ib) = (in_a as usize, in_b as usize);
        if (unmatched_a[ia] || unmatched_b[ib])
            && triangles_coincide(&a.triangle(ia), pose_a, &b.triangle(ib), pose_b)
        {
            unmatched_a[ia] = false;
            unmatched_b[ib] = false;
        }
    }
    !unmatched_a.contains(&true) && !unmatched_b.contains(&true)
}
