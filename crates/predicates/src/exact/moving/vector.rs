//! Points that move on straight lines, on a grid of integers, and vectors of polynomials.

use dashu_int::IBig;
use nalgebra::Point3;

use super::polynomial::Polynomial;
use crate::exact::numbers::dyadic::{Dyadic, finest};

/// Components as polynomials in time.
pub(crate) type Vector = [Polynomial; 3];

/// Points from their places at time 0 and at time 1, in units of one power of two.
pub(crate) fn moving<const N: usize>(
    start: &[Point3<f64>; N],
    end: &[Point3<f64>; N],
) -> [Vector; N] {
    let numbers = start.iter().chain(end).flat_map(|p| p.iter().copied()).map(Dyadic::new);
    let unit = finest(numbers).unwrap_or(0);
    let whole = |x: f64| {
        let x = Dyadic::new(x);
        if x.mantissa == 0 {
            IBig::ZERO
        } else {
            IBig::from(x.mantissa) << (x.exponent - unit) as usize
        }
    };
    std::array::from_fn(|n| {
        std::array::from_fn(|k| {
            let (from, to) = (whole(start[n][k]), whole(end[n][k]));
            let way = to - &from;
            Polynomial::new(vec![from, way])
        })
    })
}

pub(crate) fn difference(x: &Vector, y: &Vector) -> Vector {
    std::array::from_fn(|k| x[k].minus(&y[k]))
}

pub(crate) fn cross(x: &Vector, y: &Vector) -> Vector {
    std::array::from_fn(|k| {
        let (l, m) = ((k + 1) % 3, (k + 2) % 3);
        x[l].times(&y[m]).minus(&x[m].times(&y[l]))
    })
}

pub(crate) fn dot(x: &Vector, y: &Vector) -> Polynomial {
    x[0].times(&y[0]).plus(&x[1].times(&y[1])).plus(&x[2].times(&y[2]))
}
