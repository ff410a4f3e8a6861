//! A sphere of nearly equal triangles: an icosahedron whose triangles are split into four, again
//! and again, with every new vertex pushed out onto the sphere.

use std::collections::HashMap;

use obbtree_mesh::Mesh;

use crate::vectors::{cross, dot, unit};

/// An icosphere around the origin, in the unit of `radius`: `20 * 4^level` triangles (level 8:
/// 1 310 720), closed. Vertices lie on the sphere up to rounding, so the solid is inside it; its
/// flat sides come in by at most `0.21 * radius` at level 0, and by about a fourth of that for
/// each level more. Two of one level and different radii are nested and similar.
///
/// Vertices are full `f64`, unlike those of the shipped models.
pub fn icosphere(level: u32, radius: f64) -> Mesh {
    assert!(level <= 12, "an icosphere of level {level} has too many triangles");
    let (mut vertices, mut triangles) = icosahedron();
    for _ in 0..level {
        let mut middles = HashMap::with_capacity(triangles.len() * 3 / 2);
        let mut split = Vec::with_capacity(triangles.len() * 4);
        for [a, b, c] in triangles {
            let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|[p, q]: [u32; 2]| {
                *middles.entry([p.min(q), p.max(q)]).or_insert_with(|| {
                    let [p, q] = [vertices[p as usize], vertices[q as usize]];
                    vertices.push(unit([p[0] + q[0], p[1] + q[1], p[2] + q[2]]));
                    vertices.len() as u32 - 1
                })
            });
            split.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        triangles = split;
    }
    let vertices = vertices.into_iter().map(|v| v.map(|x| radius * x)).collect();
    Mesh::new(vertices, triangles).expect("the radius is finite and in range")
}

/// Twelve corners of three golden rectangles, each in a coordinate plane, and the twenty faces.
pub(crate) fn icosahedron() -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let golden = 0.5 * (1.0 + 5.0_f64.sqrt());
    let mut vertices = Vec::with_capacity(12);
    for axis in 0..3 {
        for (short, long) in [(-1.0, -golden), (1.0, -golden), (-1.0, golden), (1.0, golden)] {
            let mut corner = [0.0; 3];
            corner[axis] = short;
            corner[(axis + 1) % 3] = long;
            vertices.push(unit(corner));
        }
    }
    // Three corners at mutual edge length make a face; it is turned to look outwards.
    let neighbours = |p: usize, q: usize| dot(vertices[p], vertices[q]) > 0.4;
    let mut triangles = Vec::with_capacity(20);
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                if neighbours(a, b) && neighbours(b, c) && neighbours(c, a) {
                    let outwards = dot(vertices[a], cross(vertices[b], vertices[c])) > 0.0;
                    let [b, c] = if outwards { [b, c] } else { [c, b] };
                    triangles.push([a as u32, b as u32, c as u32]);
                }
            }
        }
    }
    (vertices, triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_closed_and_grows_towards_the_sphere() {
        let volume = 4.0 / 3.0 * std::f64::consts::PI * 8.0;
        let mut missing = volume;
        for level in 0..5 {
            let report = icosphere(level, 2.0).report();
            assert_eq!(report.triangles, 20 * 4_usize.pow(level));
            assert_eq!(report.distinct_positions, 2 + report.triangles / 2);
            assert!(report.closed() && report.degenerate == 0);
            assert!(report.signed_volume < volume);
            assert!(volume - report.signed_volume < 0.5 * missing);
            missing = volume - report.signed_volume;
        }
    }
}
