//! URDF to robot, through `urdf-rs`, which reads the elements; here names are resolved and numbers checked.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use obbtree_body::{Body, Shape, ShapeError};
use obbtree_mesh::Mesh;
use obbtree_predicates::MAX_COORDINATE;
use roxmltree::Document;
use urdf_rs::{Geometry, JointType};

use crate::error::{ElementProblem, RobotError, RobotProblem};
use crate::frame::Frame;
use crate::joint::{Coefficients, Joint, JointKind, Mimic};
use crate::mesh_files::MeshFiles;
use crate::part::{Ball, Element, Part};
use crate::robot::{Link, Robot};
use crate::sin_cos::sin_cos;
use crate::xml;

impl Robot {
    /// Reads a URDF file and the meshes of its collision elements.
    ///
    /// `package_roots` are folders that contain packages; the folders around the URDF are asked too.
    ///
    /// # Errors
    /// If the file or a mesh cannot be read, a name does not exist or exists twice, links and joints are not
    /// one tree, or a number cannot be used. The message names the file, and the link or joint.
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
            Self::of_text(text, path, package_roots)
        };
        read().map_err(|problem| problem.in_file(path))
    }

    /// Reads a robot from the text of a URDF. Mesh names are relative to the folder of `path`, which need not
    /// exist.
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
    /// let robot = obbtree_robot::Robot::of_text(text, "r.urdf", &[])?;
    /// assert_eq!((robot.links().len(), robot.values()), (2, 1));
    /// # Ok::<(), obbtree_robot::RobotProblem>(())
    /// ```
    pub fn of_text(
        text: &str,
        path: impl AsRef<Path>,
        package_roots: &[PathBuf],
    ) -> Result<Self, RobotProblem> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let document = xml::parse(text)?;
        if !document.root_element().has_tag_name("robot") {
            let found = document.root_element().tag_name().name();
            return Err(RobotProblem::Urdf(format!("the root element is <{found}>, not <robot>")));
        }
        let read = urdf_rs::read_from_string(text);
        let urdf = read.map_err(|error| RobotProblem::Urdf(error.to_string()))?;
        nothing_lost(&document, &urdf)?;
        let mut files = MeshFiles::new(path.as_ref(), package_roots);
        let mut links =
            urdf.links.iter().map(|l| link(l, &mut files)).collect::<Result<Vec<_>, _>>()?;
        let mut joints = joints(&urdf)?;
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
        let values = number_values(&mut joints);
        let pairs = Self::default_pairs(&links, &joints);
        Ok(Self { name: urdf.name, links, joints, order, root, values, pairs })
    }
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

fn link(urdf: &urdf_rs::Link, files: &mut MeshFiles<'_>) -> Result<Link, RobotProblem> {
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
        let (ball, source) = (Ball::of_body(&body), filename.clone());
        let part = Part::Mesh(body);
        let (hull, prisms) = (None, None);
        return Ok(Element { part, kind: "mesh", source, origin, frame, ball, hull, prisms });
    }
    let (shape, kind, radius) = shape(&urdf.geometry).map_err(refused)?;
    let ball = Ball { center: [0.0; 3], radius };
    let hull = match &urdf.geometry {
        Geometry::Box { size } => Some(surface_of_box(size.map(|side| 0.5 * side))),
        _ => None,
    };
    let prisms = match urdf.geometry {
        Geometry::Cylinder { radius, length } => {
            Some(prisms(radius, 0.5 * length).map_err(|error| refused(error.into()))?)
        }
        _ => None,
    };
    let (part, source) = (Part::Shape(shape), String::new());
    Ok(Element { part, kind, source, origin, frame, ball, hull, prisms })
}

/// Prisms within a cylinder and around it: of the distance of a cylinder the engine knows bounds alone that are a
/// radius apart, of a hull it knows all.
fn prisms(radius: f64, half: f64) -> Result<[Shape; 2], ShapeError> {
    /// The two are a thousandth of the radius apart.
    const SIDES: usize = 64;
    /// More than rounding moves a corner, relative to the radius.
    const ROUNDING: f64 = 1e-12;
    let angle = std::f64::consts::PI / SIDES as f64;
    let prism = |radius: f64| {
        let corner = |n: usize| {
            let [sin, cos] = sin_cos(2.0 * angle * (n / 2) as f64);
            [radius * cos, radius * sin, if n.is_multiple_of(2) { half } else { -half }]
        };
        Shape::hull(&(0..2 * SIDES).map(corner).collect::<Vec<_>>())
    };
    let [_, across] = sin_cos(angle);
    Ok([prism(radius * (1.0 - ROUNDING))?, prism(radius / across * (1.0 + ROUNDING))?])
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

/// The shape, its name, and the radius of a ball around it.
fn shape(geometry: &Geometry) -> Result<(Shape, &'static str, f64), ElementProblem> {
    /// Rounds up what a square root and a few products rounded.
    const ABOVE: f64 = 1.0 + 1.0 / (1_u64 << 48) as f64;
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
            let radius = half.iter().map(|h| h * h).sum::<f64>().sqrt() * ABOVE;
            (Shape::cuboid(half)?, "box", radius)
        }
        Geometry::Cylinder { radius, length } => {
            let [radius, half] = axial(radius, length)?;
            let shape = Shape::cylinder([0.0, 0.0, -half], [0.0, 0.0, half], radius)?;
            (shape, "cylinder", (half * half + radius * radius).sqrt() * ABOVE)
        }
        Geometry::Capsule { radius, length } => {
            let [radius, half] = axial(radius, length)?;
            let shape = Shape::capsule([0.0, 0.0, -half], [0.0, 0.0, half], radius)?;
            (shape, "capsule", (half + radius) * ABOVE)
        }
        Geometry::Sphere { radius } => {
            let radius = positive("radius", radius)?;
            (Shape::sphere([0.0; 3], radius)?, "sphere", radius)
        }
        Geometry::Mesh { .. } => return Err(ElementProblem::Size("a mesh is no shape".to_owned())),
    })
}

fn by_name<'u>(
    what: &'static str,
    names: impl Iterator<Item = &'u String>,
) -> Result<HashMap<&'u str, usize>, RobotProblem> {
    let mut numbers = HashMap::new();
    for (n, name) in names.enumerate() {
        if numbers.insert(name.as_str(), n).is_some() {
            return Err(RobotProblem::Twice { what, name: name.clone() });
        }
    }
    Ok(numbers)
}

fn joints(urdf: &urdf_rs::Robot) -> Result<Vec<Joint>, RobotProblem> {
    let links = by_name("link", urdf.links.iter().map(|link| &link.name))?;
    by_name("joint", urdf.joints.iter().map(|joint| &joint.name))?;
    urdf.joints.iter().map(|j| joint(j, &links)).collect()
}

fn joint(urdf: &urdf_rs::Joint, links: &HashMap<&str, usize>) -> Result<Joint, RobotProblem> {
    let number = |what, name: &str| {
        let (joint, name) = (&urdf.name, name.to_owned());
        let unknown = RobotProblem::Unknown { joint: joint.clone(), what, name: name.clone() };
        links.get(name.as_str()).copied().ok_or(unknown)
    };
    let refused = |problem: String| RobotProblem::joint(&urdf.name, problem);
    let kind = match urdf.joint_type {
        JointType::Revolute => JointKind::Revolute,
        JointType::Continuous => JointKind::Continuous,
        JointType::Prismatic => JointKind::Prismatic,
        JointType::Fixed => JointKind::Fixed,
        JointType::Planar => JointKind::Planar,
        JointType::Floating => JointKind::Floating,
        JointType::Spherical => {
            return Err(refused("spherical joints are not supported".to_owned()));
        }
    };
    let origin = Frame::from_xyz_rpy(*urdf.origin.xyz, *urdf.origin.rpy);
    origin.to_pose().map_err(|error| refused(error.to_string()))?;
    let has_axis = !matches!(kind, JointKind::Fixed | JointKind::Floating);
    let axis = if has_axis {
        unit(*urdf.axis.xyz).ok_or_else(|| {
            refused(format!("its axis is {:?}, which has no direction", *urdf.axis.xyz))
        })?
    } else {
        [1.0, 0.0, 0.0]
    };
    let limits = match kind {
        JointKind::Revolute | JointKind::Prismatic => {
            let (low, high) = (urdf.limit.lower, urdf.limit.upper);
            if !(low <= high) {
                return Err(refused(format!("its limits are {low} to {high}")));
            }
            Some([low, high])
        }
        _ => None,
    };
    Ok(Joint {
        name: urdf.name.clone(),
        kind,
        parent: number("parent link", &urdf.parent.link)?,
        child: number("child link", &urdf.child.link)?,
        coefficients: Coefficients::of(kind, &origin, axis),
        origin,
        axis,
        limits,
        mimic: None,
        first_value: None,
    })
}

/// The same direction with length one; `None` if there is none.
fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let largest = v.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    if !(largest > 0.0 && largest.is_finite() && v.iter().all(|x| x.is_finite())) {
        return None;
    }
    let scaled = v.map(|x| x / largest);
    let norm = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
    Some(scaled.map(|x| x / norm))
}

fn root(links: &[Link]) -> Result<usize, RobotProblem> {
    let roots: Vec<usize> = (0..links.len()).filter(|&n| links[n].parent_joint.is_none()).collect();
    match roots[..] {
        [root] => Ok(root),
        [] if links.is_empty() => Err(RobotProblem::NotATree("there is no link".to_owned())),
        [] => Err(RobotProblem::NotATree("every link is moved by a joint, in a circle".to_owned())),
        [a, b, ..] => {
            let problem = format!("no joint moves '{}' and '{}'", links[a].name, links[b].name);
            Err(RobotProblem::NotATree(problem))
        }
    }
}

/// The joints from the root outward.
fn order(links: &[Link], joints: &[Joint], root: usize) -> Result<Vec<usize>, RobotProblem> {
    let mut of_parent = vec![Vec::new(); links.len()];
    for (n, joint) in joints.iter().enumerate() {
        of_parent[joint.parent].push(n);
    }
    let mut order = Vec::new();
    let mut waiting = std::collections::VecDeque::from([root]);
    while let Some(link) = waiting.pop_front() {
        for &joint in &of_parent[link] {
            order.push(joint);
            waiting.push_back(joints[joint].child);
        }
    }
    if order.len() < joints.len() {
        let left = (0..joints.len()).find(|n| !order.contains(n)).map_or("", |n| &joints[n].name);
        let problem = format!("joint '{left}' is in a circle of joints");
        return Err(RobotProblem::NotATree(problem));
    }
    Ok(order)
}

/// A mimic of a mimic follows what that one follows.
fn resolve_mimics(urdf: &urdf_rs::Robot, joints: &mut [Joint]) -> Result<(), RobotProblem> {
    let numbers = by_name("joint", urdf.joints.iter().map(|joint| &joint.name))?;
    for n in 0..joints.len() {
        let (mut multiplier, mut offset, mut at) = (1.0, 0.0, n);
        let mut steps = 0;
        while let Some(mimic) = &urdf.joints[at].mimic {
            let name = &joints[n].name;
            let unknown = || RobotProblem::Unknown {
                joint: urdf.joints[at].name.clone(),
                what: "joint to mimic",
                name: mimic.joint.clone(),
            };
            offset += multiplier * mimic.offset.unwrap_or(0.0);
            multiplier *= mimic.multiplier.unwrap_or(1.0);
            at = *numbers.get(mimic.joint.as_str()).ok_or_else(unknown)?;
            steps += 1;
            if steps > joints.len() {
                return Err(RobotProblem::joint(name, "mimics itself"));
            }
            if !multiplier.is_finite() || !offset.is_finite() {
                return Err(RobotProblem::joint(name, "its mimic has numbers that are not finite"));
            }
        }
        if steps == 0 || joints[n].kind == JointKind::Fixed {
            continue;
        }
        if joints[n].kind.values() > 1 || joints[at].kind.values() > 1 {
            let problem = "mimics, or is mimicked, with several values";
            return Err(RobotProblem::joint(&joints[n].name, problem));
        }
        let joint = (joints[at].kind != JointKind::Fixed).then_some(at);
        joints[n].mimic = Some(Mimic { joint, multiplier, offset });
    }
    Ok(())
}

/// Gives each joint its place in a configuration, and returns how many values one has.
fn number_values(joints: &mut [Joint]) -> usize {
    let mut values = 0;
    for joint in joints.iter_mut().filter(|joint| joint.mimic.is_none()) {
        if joint.kind.values() > 0 {
            joint.first_value = Some(values);
            values += joint.kind.values();
        }
    }
    for n in 0..joints.len() {
        if let Some(followed) = joints[n].mimic.and_then(|mimic| mimic.joint) {
            joints[n].first_value = joints[followed].first_value;
        }
    }
    values
}
