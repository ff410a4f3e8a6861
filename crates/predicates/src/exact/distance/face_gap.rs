//! The gap that a face of one placed box proves, in integers of any length: see
//! [`crate::boxes::box_gap`].

use dashu_int::IBig;
use nalgebra::{Matrix3, Vector3};

use super::interval::around_root;
use crate::boxes::face_and_box::FaceAndBox;
use crate::exact::numbers::dyadic::{Dyadic, finest};

/// Numbers as integers in units of two to a power.
fn in_units(step: i32, number: f64) -> IBig {
    let Dyadic { mantissa, exponent } = Dyadic::new(number);
    if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << (exponent - step) as usize }
}

fn finest_of(numbers: impl IntoIterator<Item = f64>) -> i32 {
    // Not above 0, so that units of more factors are finer.
    finest(numbers.into_iter().map(Dyadic::new)).unwrap_or(0).min(0)
}

/// The largest `f64` that is at most the height of the other box over the face, divided by the
/// length of the normal; 0 if the height is not above 0.
#[cold]
#[inline(never)]
pub(crate) fn exact_face_gap(of: &FaceAndBox) -> f64 {
    let (own, other) = (of.pose.rotation(), of.pose_of_other.rotation());
    let [from, to] = [&of.pose, &of.pose_of_other].map(|pose| *pose.translation());
    let ends = [of.other.min.coords, of.other.max.coords];
    let of_turns = finest_of(own.iter().chain(other).copied());
    let of_places = [from, to, ends[0], ends[1]];
    let of_places = finest_of(of_places.iter().flatten().copied().chain([of.end]));
    let matrix =
        |r: &Matrix3<f64>| [0, 1, 2].map(|k| [0, 1, 2].map(|j| in_units(of_turns, r[(k, j)])));
    let (own, other) = (matrix(own), matrix(other));
    let place = |x: f64| in_units(of_places, x);
    let is_along = of.outwards > 0.0;
    let [u, v] = [1, 2].map(|next| (of.axis + next) % 3);
    // In units of the square of `2^of_turns`.
    let normal = [0, 1, 2].map(|k| {
        let (p, q) = ((k + 1) % 3, (k + 2) % 3);
        let component = &own[p][u] * &own[q][v] - &own[q][u] * &own[p][v];
        if is_along { component } else { -component }
    });
    let times = |column: [&IBig; 3]| {
        &normal[0] * column[0] + &normal[1] * column[1] + &normal[2] * column[2]
    };
    let offset: Vector3<IBig> = Vector3::from([0, 1, 2].map(|k| place(to[k]) - place(from[k])));
    // From here on in units of the cube and of `2^of_places`.
    let mut height =
        times([&offset[0], &offset[1], &offset[2]]) << of_turns.unsigned_abs() as usize;
    for j in 0..3 {
        let along = times([&other[0][j], &other[1][j], &other[2][j]]);
        let [least, most] = ends.map(|end| &along * place(end[j]));
        height += if least < most { least } else { most };
    }
    height -= times([&own[0][of.axis], &own[1][of.axis], &own[2][of.axis]]) * place(of.end);
    if height <= IBig::ZERO {
        return 0.0;
    }
    let (_, square) = (&height * &height).into_parts();
    let (_, normal_sq) = times([&normal[0], &normal[1], &normal[2]]).into_parts();
    around_root(&square, &normal_sq, of_turns + of_places)[0]
}
