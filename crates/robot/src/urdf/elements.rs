//! Links and their collision elements.

use obbtree_collider::{Body, Shape, ShapeError};
use obbtree_mesh::Mesh;
use obbtree_predicates::{MAX_COORDINATE, UpperBound};
use urdf_rs::Geometry;

use crate::error::{ElementProblem, RobotProblem};
use crate::frame::Frame;
use crate::mesh_files::MeshFiles;
use crate::part::{self, BoundingSphere, Element, Part};
use crate::robot::Link;
use crate::sin_cos::sin_cos;

pub(super) fn link(urdf: &urdf_rs::Link, files: &mut MeshFiles<'_>) -> Result<Link, RobotProblem> {
    let elements = urdf.collision.iter().enumerate();
    let elements = elements.map(|(n, collision)| element(&urdf.name, n, collision, files));
    let elements = elements.collect::<Result<Vec<_>, _>>()?;
    Ok(Link { name: urdf.name.clone(), elements, parent_joint: None })
}

fn element(
    link: &str,
    element: usize,
    urdf: &urdf_rs::Collision,
    files: &mut MeshFiles<'_>,
) -> Result<Element, RobotProblem> {
    let refused = |problem: ElementProblem| RobotProblem::Element {
        link: link.to_owned(),
        element,
        problem: problem.to_string(),
    };
    let frame = Frame::from_xyz_rpy(*urdf.origin.xyz, *urdf.origin.rpy);
    let origin = frame.to_pose().map_err(|error| refused(error.into()))?;
    if let Geometry::Mesh { filename, scale } = &urdf.geometry {
        let written = filename.clone();
        let file = files.find(filename).map_err(|looked_at| RobotProblem::NoMesh {
            link: link.to_owned(),
            element,
            written: written.clone(),
            looked_at,
        })?;
        let scale = scale.map_or([1.0; 3], |scale| *scale);
        let body = files.body(&file, scale).map_err(|source| RobotProblem::Mesh {
            link: link.to_owned(),
            element,
            written,
            source: Box::new(source),
        })?;
        let (sphere, source) = (BoundingSphere::of_body(&body), filename.clone());
        let part = Part::Mesh(body);
        let (half, hull, prisms) = (None, None, None);
        return Ok(Element {
            part,
            kind: "mesh",
            source,
            origin,
            frame,
            sphere,
            half,
            hull,
            prisms,
        });
    }
    let (shape, kind, radius) = shape(&urdf.geometry).map_err(refused)?;
    let sphere = BoundingSphere { center: [0.0; 3], radius };
    let hull = match &urdf.geometry {
        Geometry::Box { size } => Some(surface_of_box(size.map(|side| 0.5 * side))),
        _ => None,
    };
    let prisms = match urdf.geometry {
        Geometry::Cylinder { radius, length } => {
            prisms(radius, 0.5 * length).map_err(|error| refused(error.into()))?
        }
        _ => None,
    };
    let (part, source) = (Part::Shape(shape), String::new());
    let half = half_sides(&urdf.geometry);
    Ok(Element { part, kind, source, origin, frame, sphere, half, hull, prisms })
}

/// Of the box around a shape.
fn half_sides(geometry: &Geometry) -> Option<[f64; 3]> {
    match *geometry {
        Geometry::Box { size } => Some(size.map(|side| 0.5 * side)),
        Geometry::Cylinder { radius, length } => Some([radius, radius, 0.5 * length]),
        Geometry::Capsule { radius, length } => Some([radius, radius, 0.5 * length + radius]),
        Geometry::Sphere { radius } => Some([radius; 3]),
        Geometry::Mesh { .. } => None,
    }
}

/// Prisms within a cylinder and around it, of which closeness costs a descent of two trees. Discs
/// are across the *placed* axis, and the faces of a placed prism are so but for the rounding of
/// frames, by which they can lean: the prism around is longer by what that is at its rim, the one
/// within shorter. `None` for a disc so thin that nothing is left.
fn prisms(radius: f64, half: f64) -> Result<Option<[Shape; 2]>, ShapeError> {
    /// The two are a thousandth of the radius apart.
    const SIDES: usize = 64;
    /// More than rounding moves a corner, relative to the sizes: frames of 200 joints.
    const ROUNDING: f64 = 1e-12;
    let angle = std::f64::consts::PI / SIDES as f64;
    let prism = |radius: f64, half: f64| {
        let corner = |n: usize| {
            let [sin, cos] = sin_cos(2.0 * angle * (n / 2) as f64);
            [radius * cos, radius * sin, if n.is_multiple_of(2) { half } else { -half }]
        };
        Shape::hull(&(0..2 * SIDES).map(corner).collect::<Vec<_>>())
    };
    let [_, across] = sin_cos(angle);
    let lean = ROUNDING * (radius + half);
    if !(half > 2.0 * lean) {
        return Ok(None);
    }
    let within = prism(radius * (1.0 - ROUNDING), half - lean)?;
    Ok(Some([within, prism(radius / across * (1.0 + ROUNDING), half + lean)?]))
}

/// The surface of a box around the origin, whose half sides are checked.
fn surface_of_box(half: [f64; 3]) -> Body {
    let corner = |n: u8| [0, 1, 2].map(|k| if n >> k & 1 != 0 { half[k] } else { -half[k] });
    let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(corner).to_vec();
    let faces =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Body::new(Mesh::new(corners, triangles).expect("finite corners, indices in range"))
}

/// The shape, its name, and the radius of a sphere around it.
fn shape(geometry: &Geometry) -> Result<(Shape, &'static str, f64), ElementProblem> {
    let positive = |what: &str, size: f64| {
        let is_size = size > 0.0 && size <= MAX_COORDINATE;
        if is_size { Ok(size) } else { Err(ElementProblem::Size(format!("the {what} is {size}"))) }
    };
    let axial = |radius: f64, length: f64| -> Result<[f64; 2], ElementProblem> {
        Ok([positive("radius", radius)?, 0.5 * positive("length", length)?])
    };
    Ok(match *geometry {
        Geometry::Box { size } => {
            let size = *size;
            for side in size {
                positive("side", side)?;
            }
            let half = size.map(|side| 0.5 * side);
            (Shape::cuboid(half)?, "box", part::length(half).get())
        }
        Geometry::Cylinder { radius, length } => {
            let [radius, half] = axial(radius, length)?;
            let shape = Shape::cylinder([0.0, 0.0, -half], [0.0, 0.0, half], radius)?;
            (shape, "cylinder", part::length([half, radius, 0.0]).get())
        }
        Geometry::Capsule { radius, length } => {
            let [radius, half] = axial(radius, length)?;
            let shape = Shape::capsule([0.0, 0.0, -half], [0.0, 0.0, half], radius)?;
            (shape, "capsule", (UpperBound::from(half) + UpperBound::from(radius)).get())
        }
        Geometry::Sphere { radius } => {
            let radius = positive("radius", radius)?;
            (Shape::sphere([0.0; 3], radius)?, "sphere", radius)
        }
        Geometry::Mesh { .. } => return Err(ElementProblem::Size("a mesh is no shape".to_owned())),
    })
}
