//! Three numbers as a vector, with `+ - * /` and square roots only.

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn unit(v: [f64; 3]) -> [f64; 3] {
    let norm = dot(v, v).sqrt();
    v.map(|x| x / norm)
}

/// `a + s b`.
pub(crate) fn along(a: [f64; 3], s: f64, b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| a[k] + s * b[k])
}
