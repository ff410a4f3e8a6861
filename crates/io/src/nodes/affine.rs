//! Affine maps, for the nodes of a scene.
//!
//! Maps are composed in double precision. The identity changes no map and no point, bit for bit,
//! and rotations by multiples of 90 degrees are exact.

/// An affine map: the rows of `[A | t]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Affine([[f64; 4]; 3]);

impl Affine {
    pub(crate) const IDENTITY: Self =
        Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// From the rows of a 4 x 4 matrix; `None` if the last row is not 0 0 0 1.
    pub(crate) fn from_rows(m: &[f64; 16]) -> Option<Self> {
        (m[12..] == [0.0, 0.0, 0.0, 1.0])
            .then(|| Self(std::array::from_fn(|row| std::array::from_fn(|c| m[4 * row + c]))))
    }

    pub(crate) fn translation(t: [f64; 3]) -> Self {
        let mut map = Self::IDENTITY;
        for axis in 0..3 {
            map.0[axis][3] = t[axis];
        }
        map
    }

    pub(crate) fn scale(s: [f64; 3]) -> Self {
        let mut map = Self::IDENTITY;
        for axis in 0..3 {
            map.0[axis][axis] = s[axis];
        }
        map
    }

    /// A rotation about an axis of any length; `None` if it has no direction.
    pub(crate) fn rotation(axis: [f64; 3], degrees: f64) -> Option<Self> {
        // Multiples of 90 degrees exactly: in radians they are not `f64` numbers.
        let (sin, cos) = match degrees.rem_euclid(360.0) {
            0.0 => return Some(Self::IDENTITY),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            angle => angle.to_radians().sin_cos(),
        };
        let length = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
        // Rejects NaN as well.
        if !(length > 0.0) || length.is_infinite() {
            return None;
        }
        // Rodrigues' formula.
        let n = axis.map(|a| a / length);
        let mut map = Self::IDENTITY;
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            map.0[i][i] = cos + (1.0 - cos) * n[i] * n[i];
            map.0[i][j] = (1.0 - cos) * n[i] * n[j] - sin * n[k];
            map.0[i][k] = (1.0 - cos) * n[i] * n[k] + sin * n[j];
        }
        Some(map)
    }

    /// From a quaternion x y z w of any length; `None` if it is zero or not finite.
    pub(crate) fn quaternion(q: [f64; 4]) -> Option<Self> {
        let norm_sq: f64 = q.iter().map(|x| x * x).sum();
        if !(norm_sq > 0.0) || norm_sq.is_infinite() {
            return None;
        }
        let [x, y, z, w] = q;
        let two = 2.0 / norm_sq;
        Some(Self([
            [1.0 - two * (y * y + z * z), two * (x * y - z * w), two * (x * z + y * w), 0.0],
            [two * (x * y + z * w), 1.0 - two * (x * x + z * z), two * (y * z - x * w), 0.0],
            [two * (x * z - y * w), two * (y * z + x * w), 1.0 - two * (x * x + y * y), 0.0],
        ]))
    }

    /// The composition: first the other map, then this one.
    pub(crate) fn after(&self, first: &Self) -> Self {
        if *self == Self::IDENTITY {
            return *first;
        }
        if *first == Self::IDENTITY {
            return *self;
        }
        let (a, b) = (&self.0, &first.0);
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let linear = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
                if j == 3 { linear + a[i][3] } else { linear }
            })
        }))
    }

    pub(crate) fn apply(&self, p: [f64; 3]) -> [f64; 3] {
        self.0.map(|[x, y, z, t]| x * p[0] + y * p[1] + z * p[2] + t)
    }

    /// Does the map mirror, that is, is its determinant negative?
    pub(crate) fn mirrors(&self) -> bool {
        let [a, b, c] = &self.0;
        let minor = |i: usize, j: usize| b[i] * c[j] - b[j] * c[i];
        a[0] * minor(1, 2) + a[1] * minor(2, 0) + a[2] * minor(0, 1) < 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_angles_are_exact_and_compose() {
        let quarter = Affine::rotation([0.0, 0.0, 2.0], 90.0).unwrap();
        assert_eq!(quarter.apply([1.0, 2.0, 3.0]), [-2.0, 1.0, 3.0]);
        let half = quarter.after(&quarter);
        assert_eq!(half, Affine::rotation([0.0, 0.0, 1.0], -180.0).unwrap());
        assert_eq!(half.after(&half), Affine::IDENTITY);
        let moved = Affine::translation([5.0, 6.0, 7.0]).after(&quarter);
        assert_eq!(moved.apply([1.0, 0.0, 0.0]), [5.0, 7.0, 7.0]);
        assert!(Affine::rotation([0.0; 3], 30.0).is_none());
    }

    #[test]
    fn a_quaternion_rotates_as_axis_and_angle_do() {
        let axis = [1.0, -2.0, 0.5];
        let degrees: f64 = 77.0;
        let (sin, cos) = (degrees.to_radians() / 2.0).sin_cos();
        let length = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
        let q = [axis[0] * sin / length, axis[1] * sin / length, axis[2] * sin / length, cos];
        let (one, other) = (
            Affine::quaternion(q.map(|x| 3.0 * x)).unwrap(),
            Affine::rotation(axis, degrees).unwrap(),
        );
        for (x, y) in one.0.iter().flatten().zip(other.0.iter().flatten()) {
            assert!((x - y).abs() < 1e-15, "{x} {y}");
        }
        assert_eq!(Affine::quaternion([0.0, 0.0, 0.0, -2.0]), Some(Affine::IDENTITY));
        assert_eq!(Affine::quaternion([0.0; 4]), None);
    }
}
