//! URDF to robot, through `urdf-rs`, which reads the elements; here names are resolved and numbers
//! checked.

mod elements;
mod joints;
mod mesh_files;
mod stripped;
mod tree;
mod visuals;
mod xacro;

use std::path::{Path, PathBuf};

use obbtree_collider::Body;
use roxmltree::Document;

use crate::error::{RobotError, RobotProblem};
use crate::model::{Robot, number_values, xml};
use elements::link;
use joints::{bad_number, joints, resolve_mimics};
use mesh_files::{FindBody, MeshFiles, NoBody};
use stripped::only_collision_elements;
use tree::{order, root};

pub use visuals::Visual;

impl Robot {
    /// Reads a URDF file and the meshes of its collision elements.
    ///
    /// `package_roots` are folders that contain packages; the folders around the URDF are searched
    /// too.
    ///
    /// # Errors
    /// If the file or a mesh cannot be read, it is a xacro that was not expanded, a name does not
    /// exist or exists twice, links and joints are not one tree, or a number cannot be used. The
    /// message names the file, and the link or joint.
    ///
    /// ```no_run
    /// let robot = obbtree_robot::Robot::read("panda.urdf", &["/opt/ros/share".into()])?;
    /// println!("{} pairs of links", robot.pairs().len());
    /// # Ok::<(), obbtree_robot::RobotError>(())
    /// ```
    pub fn read(path: impl AsRef<Path>, package_roots: &[PathBuf]) -> Result<Self, RobotError> {
        let path = path.as_ref();
        let read = || -> Result<Self, RobotProblem> {
            let bytes = std::fs::read(path)?;
            let text = std::str::from_utf8(&bytes);
            let text = text.map_err(|e| RobotProblem::Xml(format!("not UTF-8: {e}")))?;
            Self::from_urdf_str(text, path, package_roots)
        };
        read().map_err(|problem| problem.in_file(path))
    }

    /// Reads a robot from the text of a URDF. Mesh names are relative to the folder of `path`,
    /// which need not exist.
    ///
    /// # Errors
    /// As [`Robot::read`].
    ///
    /// ```
    /// let text = r#"<robot name="r">
    ///   <link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
    ///   <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
    ///   <joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    ///     <limit lower="0" upper="3" effort="1" velocity="1"/></joint>
    /// </robot>"#;
    /// let robot = obbtree_robot::Robot::from_urdf_str(text, "r.urdf", &[])?;
    /// assert_eq!((robot.links().len(), robot.dof()), (2, 1));
    /// # Ok::<(), obbtree_robot::RobotProblem>(())
    /// ```
    pub fn from_urdf_str(
        text: &str,
        path: impl AsRef<Path>,
        package_roots: &[PathBuf],
    ) -> Result<Self, RobotProblem> {
        let mut files = MeshFiles::new(path.as_ref(), package_roots);
        Self::from_urdf(text, &mut |written, scale| files.find_body(written, scale))
    }

    /// Reads a robot from the text of a URDF where there are no files: `mesh` gives the body of a
    /// name that the URDF has for a mesh, with its scale, or says why there is none.
    ///
    /// # Errors
    /// As [`Robot::read`].
    ///
    /// ```
    /// # use obbtree_collider::Body;
    /// # use obbtree_mesh::Mesh;
    /// let text = r#"<robot name="r"><link name="a"><collision><geometry>
    ///     <mesh filename="a.stl"/></geometry></collision></link></robot>"#;
    /// let mesh = Mesh::from_soup(&[[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])?;
    /// let body = Body::new(mesh);
    /// let robot = obbtree_robot::Robot::from_urdf_with(text, |name, _scale| match name {
    ///     "a.stl" => Ok(body.clone()),
    ///     _ => Err("there is no such mesh".to_owned()),
    /// })?;
    /// assert_eq!(robot.links()[0].source(0), "a.stl");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_urdf_with(
        text: &str,
        mut mesh: impl FnMut(&str, [f64; 3]) -> Result<Body, String>,
    ) -> Result<Self, RobotProblem> {
        Self::from_urdf(text, &mut |written, scale| mesh(written, scale).map_err(NoBody::Given))
    }

    fn from_urdf(text: &str, mesh: &mut FindBody<'_>) -> Result<Self, RobotProblem> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let document = xml::parse(text)?;
        if !document.root_element().has_tag_name("robot") {
            let found = document.root_element().tag_name().name();
            return Err(RobotProblem::Urdf(format!("the root element is <{found}>, not <robot>")));
        }
        xacro::refuse_unexpanded(&document)?;
        no_empty_geometry(&document)?;
        let read = urdf_rs::read_from_string(&only_collision_elements(&document));
        let urdf = read.map_err(|error| {
            bad_number(&document).unwrap_or_else(|| RobotProblem::Urdf(error.to_string()))
        })?;
        nothing_lost(&document, &urdf)?;
        let mut links = urdf.links.iter().map(|l| link(l, mesh)).collect::<Result<Vec<_>, _>>()?;
        let mut joints = joints(&urdf, &document)?;
        for (n, joint) in joints.iter().enumerate() {
            if let Some(other) = links[joint.child].parent_joint.replace(n) {
                let (child, other) = (&links[joint.child].name, &joints[other].name);
                let problem =
                    format!("link '{child}' is moved by '{other}' and by '{}'", joint.name);
                return Err(RobotProblem::NotATree(problem));
            }
        }
        let root = root(&links)?;
        let order = order(&links, &joints, root)?;
        resolve_mimics(&urdf, &mut joints)?;
        let dof = number_values(&mut joints);
        let pairs = Self::default_pairs(&links, &joints);
        Ok(Self { name: urdf.name, links, joints, order, root, dof, pairs })
    }
}

/// Refuses a collision element without a shape, with its place.
fn no_empty_geometry(document: &Document<'_>) -> Result<(), RobotProblem> {
    let links = document.root_element().children().filter(|node| node.has_tag_name("link"));
    for link in links {
        let elements = link.children().filter(|child| child.has_tag_name("collision"));
        let geometries = elements.flat_map(|element| element.children());
        let mut geometries = geometries.filter(|child| child.has_tag_name("geometry"));
        if let Some(empty) = geometries.find(|of| !of.children().any(|child| child.is_element())) {
            let line = document.text_pos_at(empty.range().start).row;
            let name = link.attribute("name").unwrap_or_default();
            let problem = format!("line {line}: link '{name}' has a <geometry> without a shape");
            return Err(RobotProblem::Urdf(problem));
        }
    }
    Ok(())
}

/// Did the reader see every link and every collision element?
fn nothing_lost(document: &Document<'_>, urdf: &urdf_rs::Robot) -> Result<(), RobotProblem> {
    let mut read = urdf.links.iter();
    let links = document.root_element().children().filter(|node| node.has_tag_name("link"));
    for node in links {
        let written = node.children().filter(|child| child.has_tag_name("collision")).count();
        let name = node.attribute("name").unwrap_or_default();
        let found = read.next().is_some_and(|l| l.name == name && l.collision.len() == written);
        if !found {
            let line = document.text_pos_at(node.range().start).row;
            let problem = format!("line {line}: link '{name}' was not understood");
            return Err(RobotProblem::Urdf(problem));
        }
    }
    Ok(())
}
