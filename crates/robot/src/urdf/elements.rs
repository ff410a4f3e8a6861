//! Links and their collision elements.

use obbtree_collider::Shape;
use obbtree_predicates::MAX_COORDINATE;
use obbtree_scene::Part;
use urdf_rs::Geometry;

use super::mesh_files::{FindBody, NoBody};
use crate::error::{ElementProblem, RobotProblem};
use crate::frames::Frame;
use crate::model::Link;

pub(super) fn link(urdf: &urdf_rs::Link, mesh: &mut FindBody<'_>) -> Result<Link, RobotProblem> {
    let elements = urdf.collision.iter().enumerate();
    let elements = elements.map(|(n, collision)| element(&urdf.name, n, collision, mesh));
    let (parts, sources): (Vec<_>, Vec<_>) =
        elements.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    Ok(Link::new(urdf.name.clone(), parts, sources))
}

/// A part in the link's frame, and the mesh's name in the URDF.
fn element(
    link: &str,
    element: usize,
    urdf: &urdf_rs::Collision,
    mesh: &mut FindBody<'_>,
) -> Result<(Part, String), RobotProblem> {
    let refused = |problem: ElementProblem| RobotProblem::Element {
        link: link.to_owned(),
        element,
        problem: problem.to_string(),
    };
    let frame = Frame::from_xyz_rpy(*urdf.origin.xyz, *urdf.origin.rpy);
    let origin = frame.to_pose().map_err(|error| refused(error.into()))?;
    if let Geometry::Mesh { filename, scale } = &urdf.geometry {
        let scale = scale.map_or([1.0; 3], |scale| *scale);
        let body = mesh(filename, scale).map_err(|why| {
            let (link, written) = (link.to_owned(), filename.clone());
            match why {
                NoBody::NotThere(looked_at) => {
                    RobotProblem::NoMesh { link, element, written, looked_at }
                }
                NoBody::NotRead(source) => RobotProblem::Mesh { link, element, written, source },
                NoBody::Given(problem) => {
                    let problem = format!("mesh '{written}': {problem}");
                    RobotProblem::Element { link, element, problem }
                }
            }
        })?;
        return Ok((Part::new(body).at(origin), filename.clone()));
    }
    let shape = shape(&urdf.geometry).map_err(refused)?;
    Ok((Part::new(shape).at(origin), String::new()))
}

pub(super) fn shape(geometry: &Geometry) -> Result<Shape, ElementProblem> {
    let positive = |what: &str, size: f64| {
        let is_size = size > 0.0 && size <= MAX_COORDINATE;
        if is_size { Ok(size) } else { Err(ElementProblem::Size(format!("the {what} is {size}"))) }
    };
    let axial = |radius: f64, length: f64| -> Result<(f64, [[f64; 3]; 2]), ElementProblem> {
        let (radius, half) = (positive("radius", radius)?, 0.5 * positive("length", length)?);
        Ok((radius, [[0.0, 0.0, -half], [0.0, 0.0, half]]))
    };
    Ok(match *geometry {
        Geometry::Box { size } => {
            let size = *size;
            for side in size {
                positive("side", side)?;
            }
            Shape::cuboid(size.map(|side| 0.5 * side))?
        }
        Geometry::Cylinder { radius, length } => {
            let (radius, [from, to]) = axial(radius, length)?;
            Shape::cylinder(from, to, radius)?
        }
        Geometry::Capsule { radius, length } => {
            let (radius, [from, to]) = axial(radius, length)?;
            Shape::capsule(from, to, radius)?
        }
        Geometry::Sphere { radius } => Shape::sphere([0.0; 3], positive("radius", radius)?)?,
        Geometry::Mesh { .. } => return Err(ElementProblem::Size("a mesh is no shape".to_owned())),
    })
}
