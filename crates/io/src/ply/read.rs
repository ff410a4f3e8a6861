//! The elements of a PLY to a mesh.

use obbtree_mesh::{Mesh, MeshError};

use super::data::{Data, Number};
use super::header::{Element, Property, header};
use crate::error::{Fault, Owner, Problem};
use crate::face::{add_face, strip};
use crate::report::ReadReport;
use crate::text::{checked, point_coordinate, shown};

/// Reads the vertices of a PLY as points, which may be NaN; what is beside them is skipped.
pub(crate) fn read_points(bytes: &[u8]) -> Result<Vec<[f64; 3]>, Fault> {
    let header = header(bytes)?;
    let mut data = Data::new(&header, bytes.len());
    for element in &header.elements {
        data.check_length(element)?;
        if element.name == b"vertex" {
            let point = |number: &Number<'_>, n, axis| {
                point_coordinate(number.value, n, axis, || number.shown())
            };
            return read_vertices(element, &mut data, point);
        }
        data.skip(element)?;
    }
    Err(no_vertices())
}

fn no_vertices() -> Fault {
    Fault::anywhere(Problem::Missing { what: "element", name: "'vertex'".to_owned() })
}

/// Reads a PLY.
pub(crate) fn read(bytes: &[u8]) -> Result<(Mesh, ReadReport), Fault> {
    let header = header(bytes)?;
    let mut data = Data::new(&header, bytes.len());
    let mut report = ReadReport::default();
    let mut vertices = None;
    let mut triangles = Vec::new();
    // Faces before the vertices, which are needed to triangulate them.
    let mut waiting = Vec::new();
    for element in &header.elements {
        data.check_length(element)?;
        match element.name {
            b"vertex" if vertices.is_none() => {
                let vertex = |number: &Number<'_>, n, axis| {
                    checked(number.value, Owner::Vertex(n), axis, || number.shown())
                };
                vertices = Some(read_vertices(element, &mut data, vertex)?);
            }
            b"face" | b"tristrips" => match &vertices {
                Some(vertices) => {
                    read_faces(element, &mut data, vertices, &mut triangles, &mut report)?;
                }
                None => {
                    waiting.push((element, data.clone()));
                    data.skip(element)?;
                }
            },
            name => {
                if name == b"edge" {
                    report.lines_and_points += element.count;
                }
                data.skip(element)?;
            }
        }
    }
    let vertices = vertices.ok_or_else(no_vertices)?;
    for (element, mut data) in waiting {
        read_faces(element, &mut data, &vertices, &mut triangles, &mut report)?;
    }
    report.trailing_bytes = data.trailing_bytes();
    Ok((Mesh::new(vertices, triangles)?, report))
}

/// The vertices, whose coordinates `check` takes: of a number, the `n`-th vertex, and its axis.
fn read_vertices(
    element: &Element<'_>,
    data: &mut Data<'_>,
    check: impl Fn(&Number<'_>, usize, usize) -> Result<f64, Problem>,
) -> Result<Vec<[f64; 3]>, Fault> {
    let mut axes = [usize::MAX; 3];
    for (axis, name) in [b"x", b"y", b"z"].into_iter().enumerate() {
        let has_name =
            |property: &Property<'_>| property.count.is_none() && property.name == name.as_slice();
        axes[axis] = element.properties.iter().position(has_name).ok_or_else(|| {
            let name = format!("'{}' of the vertices", shown(name));
            data.fault(Problem::Missing { what: "property", name })
        })?;
    }
    if element.count > u32::MAX as usize {
        let (count, limit) = (element.count, u32::MAX as usize);
        return Err(MeshError::TooMany { what: "vertices", count, limit }.into());
    }
    let mut vertices = Vec::with_capacity(element.count);
    for index in 0..element.count {
        data.begin(element, index)?;
        let mut vertex = [0.0; 3];
        for (column, property) in element.properties.iter().enumerate() {
            let Some(axis) = axes.iter().position(|&axis| axis == column) else {
                data.skip_property(property, element, index)?;
                continue;
            };
            let before = data.clone();
            let number = data.next(property.entry, element, index)?;
            let coordinate = check(&number, index, axis);
            vertex[axis] = coordinate.map_err(|problem| before.fault(problem))?;
        }
        data.end()?;
        vertices.push(vertex);
    }
    Ok(vertices)
}

fn read_faces(
    element: &Element<'_>,
    data: &mut Data<'_>,
    vertices: &[[f64; 3]],
    triangles: &mut Vec<[u32; 3]>,
    report: &mut ReadReport,
) -> Result<(), Fault> {
    let is_indices = |property: &Property<'_>| {
        property.count.is_some()
            && [&b"vertex_indices"[..], b"vertex_index"].contains(&property.name)
    };
    let strips = element.name == b"tristrips";
    let Some(list) = element.properties.iter().position(is_indices) else {
        if element.count == 0 {
            return Ok(());
        }
        let name = "'vertex_indices' of the faces".to_owned();
        return Err(data.fault(Problem::Missing { what: "list", name }));
    };
    if !strips {
        triangles.reserve(element.count);
    }
    let mut corners = Vec::new();
    for index in 0..element.count {
        data.begin(element, index)?;
        let start = data.clone();
        for (column, property) in element.properties.iter().enumerate() {
            let (true, Some(count)) = (column == list, property.count) else {
                data.skip_property(property, element, index)?;
                continue;
            };
            corners.clear();
            for _ in 0..data.count(count, element, index)? {
                let before = data.clone();
                let number = data.next(property.entry, element, index)?;
                match number.integer() {
                    Some(vertex) if vertex < vertices.len() => corners.push(vertex as u32),
                    None if strips && number.value < 0.0 => {
                        triangles.extend(strip(&corners));
                        corners.clear();
                    }
                    _ => {
                        return Err(before.fault(Problem::IndexOutOfRange {
                            index: number.shown(),
                            vertices: vertices.len(),
                            so_far: false,
                        }));
                    }
                }
            }
            if strips {
                triangles.extend(strip(&corners));
            } else {
                add_face(&corners, vertices, triangles, report)
                    .map_err(|problem| start.fault(problem))?;
            }
        }
        data.end()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{Format, Loaded, ReadError, read_mesh_from};

    fn ply(text: impl AsRef<[u8]>) -> Result<Loaded, ReadError> {
        read_mesh_from(text.as_ref(), "a.ply", Some(Format::Ply))
    }

    const VERTICES: &str =
        "element vertex 4\nproperty double x\nproperty double y\nproperty double z\n";
    const FACES: &str =
        "element face 2\nproperty uchar flag\nproperty list uchar int vertex_index\n";
    const POINTS: &str = "0 0 0\n1 0 0\n1 1 0\n0 1 .1\n";

    fn ascii(elements: &str, data: &str) -> String {
        format!("ply\nformat ascii 1.0\n{elements}end_header\n{data}")
    }

    #[test]
    fn elements_in_any_order() {
        let both = [[0, 1, 2], [0, 2, 3]];
        let check = |elements: &str, data: &str, triangles: &[[u32; 3]]| {
            let loaded = ply(ascii(elements, data)).unwrap();
            assert_eq!(loaded.mesh.triangles(), triangles, "{elements}");
            assert_eq!(loaded.mesh.vertices()[3], [0.0, 1.0, 0.1]);
        };
        let faces = "9 4 0 1 2 3\n9 1 3\n";
        check(&format!("{VERTICES}{FACES}"), &format!("{POINTS}\n{faces}"), &both);
        check(&format!("{FACES}{VERTICES}"), &format!("{faces}{POINTS}"), &both);
        check(
            &format!("{VERTICES}element tristrips 1\nproperty list int int vertex_indices\n"),
            &format!("{POINTS}8 0 1 3 2 -1 3 1 0"),
            &[[0, 1, 3], [1, 2, 3], [3, 1, 0]],
        );
    }

    #[test]
    fn binary_of_both_orders_widens_exactly() {
        let mut files = ["little", "big"].map(|order| {
            format!(
                "ply\r\nformat binary_{order}_endian 1.0\r\nelement vertex 3\r\n\
                 property list uchar short tags\r\nproperty float x\r\nproperty int y\r\n\
                 property char z\r\n\
                 element face 1\r\nproperty list uint ushort vertex_indices\r\nend_header\r\n"
            )
            .into_bytes()
        });
        for (x, y) in [(0.1_f32, 1 << 30), (-0.0, -7), (1e-40, 10)] {
            files[0].extend(
                [&[1, 10, 13][..], &x.to_le_bytes(), &i32::to_le_bytes(y), &[0xff]].concat(),
            );
            files[1].extend(
                [&[1, 10, 13][..], &x.to_be_bytes(), &i32::to_be_bytes(y), &[0xff]].concat(),
            );
        }
        files[0].extend([3, 0, 0, 0, 2, 0, 0, 0, 1, 0]);
        files[1].extend([0, 0, 0, 3, 0, 2, 0, 0, 0, 1]);
        for file in &files {
            let mesh = ply(file).unwrap().mesh;
            assert_eq!(mesh.triangles(), [[2, 0, 1]]);
            assert_eq!(mesh.vertices()[0], [f64::from(0.1_f32), f64::from(1 << 30), -1.0]);
            assert_eq!(mesh.vertices()[1][0].to_bits(), (-0.0_f64).to_bits());
            assert_eq!(mesh.vertices()[2][0], f64::from(1e-40_f32));
        }
        files[0].extend(b"xyz");
        assert_eq!(ply(&files[0]).unwrap().report.trailing_bytes, 3);
    }

    #[test]
    fn errors_name_lines_and_bytes() {
        let check = |elements: &str, data: &str, message: &str| {
            let error = ply(ascii(elements, data)).unwrap_err().to_string();
            assert_eq!(error, format!("a.ply: {message}"));
        };
        let elements = format!("{VERTICES}{FACES}");
        let faces = |faces: &str| format!("{POINTS}{faces}");
        for (face, message) in [
            ("9 3 0 1 4", "vertex index 4 is out of range: there are 4 vertices"),
            ("9 3 0 1 1.5", "vertex index 1.5 is out of range: there are 4 vertices"),
            ("9 3 0 1 2 3", "expected the end of the line, found '3'"),
            ("9 3 0 1", "expected a number, found the end of the line"),
            ("9 -3 0 1", "expected the length of a list, found '-3'"),
        ] {
            check(&elements, &faces(&format!("{face}\n0 0")), &format!("line 15: {message}"));
        }
        let inside = "line 16: the file ends inside face 1; its header announces 2 of them";
        check(&elements, &faces("9 3 0 1 2\n\n"), inside);
        let points = "0 nan 0\n0 0 0\n0 0 0\n0 0 0\n";
        check(VERTICES, points, "line 8: vertex 0 has y = nan, not a finite number");
        let without_z = VERTICES.replace(" z", " w");
        check(&without_z, POINTS, "line 7: there is no property 'z' of the vertices");
        for (elements, message) in [
            ("element face 0\n", "there is no element 'vertex'"),
            ("element face x\n", "line 3: expected a count, found 'x'"),
            (
                "property float x\n",
                "line 3: expected 'element' before the first property, found the end of the line",
            ),
            ("element a 1\nproperty quad x\n", "line 4: expected a type of number, found 'quad'"),
        ] {
            check(elements, "", message);
        }
    }
}
