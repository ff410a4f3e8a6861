//! Faces, strips and fans to triangles.

use crate::error::Problem;
use crate::polygon::triangulate;
use crate::report::ReadReport;

/// Vertices, and triangles as n x 3 indices of them.
pub(crate) type RawMesh = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// Adds the triangles of a face with any number of corners, and counts it in the report unless it
/// is a triangle.
///
/// # Errors
/// If its triangulation takes too long.
pub(crate) fn add_face(
    corners: &[u32],
    vertices: &[[f64; 3]],
    triangles: &mut Vec<[u32; 3]>,
    report: &mut ReadReport,
) -> Result<(), Problem> {
    match *corners {
        [p, q, r] => triangles.push([p, q, r]),
        [] | [_] | [_, _] => report.short_faces += 1,
        _ => {
            report.polygons += 1;
            let is_simple = triangulate(corners, vertices, triangles)?;
            report.crossing_polygons += usize::from(!is_simple);
        }
    }
    Ok(())
}

/// The triangles of a strip. Every second one is flipped, so that all face the same side.
pub(crate) fn strip(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let triangle = |(i, w): (usize, &[u32])| {
        if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[0], w[2], w[1]] }
    };
    corners.windows(3).enumerate().map(triangle)
}

/// The triangles of a fan.
#[cfg_attr(not(any(feature = "dae", feature = "gltf")), allow(dead_code, reason = "of scenes"))]
pub(crate) fn fan(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let rim = corners.get(1..).unwrap_or_default();
    rim.windows(2).map(|w| [corners[0], w[0], w[1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_alternate_and_fans_share_a_corner() {
        assert_eq!(strip(&[4, 5, 6, 7]).collect::<Vec<_>>(), [[4, 5, 6], [5, 7, 6]]);
        assert_eq!(fan(&[4, 5, 6, 7]).collect::<Vec<_>>(), [[4, 5, 6], [4, 6, 7]]);
        for short in [&[][..], &[1], &[1, 2]] {
            assert_eq!(strip(short).count() + fan(short).count(), 0);
        }
    }
}
