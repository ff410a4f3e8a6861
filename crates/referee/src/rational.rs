//! Vectors of rational numbers.

pub(crate) use num_rational::BigRational;

/// Three components.
pub(crate) type Vector = [BigRational; 3];

/// The exact value.
pub(crate) fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}

pub(crate) fn zero() -> BigRational {
    exact(0.0)
}

pub(crate) fn dot(u: &Vector, v: &Vector) -> BigRational {
    &u[0] * &v[0] + &u[1] * &v[1] + &u[2] * &v[2]
}

pub(crate) fn cross(u: &Vector, v: &Vector) -> Vector {
    [(1, 2), (2, 0), (0, 1)].map(|(k, l)| &u[k] * &v[l] - &u[l] * &v[k])
}

pub(crate) fn minus(u: &Vector, v: &Vector) -> Vector {
    [0, 1, 2].map(|k| &u[k] - &v[k])
}

pub(crate) fn is_zero(u: &Vector) -> bool {
    u.iter().all(|x| *x == zero())
}
