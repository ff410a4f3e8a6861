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

    /// How far the linear part is from a rotation or mirror: the Frobenius norm of `R^T R - I`.
    fn skew(&self) -> f64 {
        let entry = |i: usize, j: usize| {
            let product: f64 = self.0.iter().map(|row| row[i] * row[j]).sum();
            product - if i == j { 1.0 } else { 0.0 }
        };
        (0..9).map(|n| entry(n / 3, n % 3).powi(2)).sum::<f64>().sqrt()
    }

    /// The rows of `[A | t]`.
    pub(crate) fn rows(&self) -> [f64; 12] {
        std::array::from_fn(|i| self.0[i / 4][i % 4])
    }

    /// Does the map mirror, that is, is its determinant negative?
    pub(crate) fn mirrors(&self) -> bool {
        // Rows of one size, so that no product underflows; only their directions count.
        let [a, b, c] = self.0.map(|[x, y, z, _]| {
            let size = x.abs().max(y.abs()).max(z.abs());
            [x, y, z].map(|entry| entry / size)
        });
        let minor = |i: usize, j: usize| b[i] * c[j] - b[j] * c[i];
        a[0] * minor(1, 2) + a[1] * minor(2, 0) + a[2] * minor(0, 1) < 0.0
    }
}

/// A map as a rigid one after a scale: `x -> rigid (scale x)`.
///
/// The scale is all positive or all negative, so that a mirror is one about the origin, which
/// commutes with every rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scaled {
    pub(crate) rigid: Affine,
    pub(crate) scale: [f64; 3],
}

/// How far from a rotation the linear part of a rigid map may be: the Frobenius norm of
/// `R^T R - I`, as poses have it.
const MAX_SKEW: f64 = 1e-4;

/// Scales this much apart, relatively, are taken for one that was rounded.
const SAME_SCALE: f64 = 1e-5;

/// A scale is replaced by one of five digits if it is as near as this, relatively. What is left
/// stays in the rotation, so the map is the same to rounding; and instances whose matrices were
/// written with few digits share a mesh.
const NEAR_SHORT: f64 = 2e-6;

impl Scaled {
    pub(crate) const IDENTITY: Self = Self { rigid: Affine::IDENTITY, scale: [1.0; 3] };

    /// A map that scales alone. Two negative factors are half a turn.
    pub(crate) fn of_scale(factors: [f64; 3]) -> Self {
        Self::of_rotation_and_scale(&Affine::IDENTITY, factors)
    }

    /// First a scale along the axes, then a rigid map.
    pub(crate) fn of_rotation_and_scale(rigid: &Affine, factors: [f64; 3]) -> Self {
        let mirrors = factors.iter().filter(|factor| factor.is_sign_negative()).count() % 2 == 1;
        let sign = if mirrors { -1.0 } else { 1.0 };
        let turn = factors.map(|factor| f64::signum(factor) * sign);
        let scale = factors.map(|factor| factor.abs() * sign);
        let turn = if turn == [1.0; 3] { Affine::IDENTITY } else { Affine::scale(turn) };
        Self { rigid: rigid.after(&turn), scale }
    }

    /// A map taken apart; `None` if it shears or flattens.
    pub(crate) fn of(map: &Affine) -> Option<Self> {
        let mirrors = map.mirrors();
        if !mirrors && map.skew() <= MAX_SKEW {
            return Some(Self { rigid: *map, scale: [1.0; 3] });
        }
        let norm = |j: usize| map.0.iter().map(|row| row[j] * row[j]).sum::<f64>().sqrt();
        let mut scale = [norm(0), norm(1), norm(2)];
        let (least, most) = (
            scale.iter().copied().fold(f64::MAX, f64::min),
            scale.iter().copied().fold(0.0, f64::max),
        );
        if !(least.is_normal() && most.is_normal()) {
            return None;
        }
        if most - least <= SAME_SCALE * least {
            scale = [scale.iter().sum::<f64>() / 3.0; 3];
        }
        let sign = if mirrors { -1.0 } else { 1.0 };
        let scale = scale.map(|factor| sign * short(factor));
        let mut rigid = *map;
        for row in &mut rigid.0 {
            for (entry, factor) in row.iter_mut().zip(scale) {
                *entry /= factor;
            }
        }
        (rigid.skew() <= MAX_SKEW).then_some(Self { rigid, scale })
    }

    /// The composition: first the other map, then this one; `None` if it shears.
    ///
    /// With the scale `S` and a rotation `R`, `S R = R S` where `S` is uniform, and `S R = R S'`
    /// where `R` permutes the axes: `S'` has the factors in their other order.
    pub(crate) fn after(&self, first: &Self) -> Option<Self> {
        let s = self.scale;
        if s == [1.0; 3] {
            return Some(Self { rigid: self.rigid.after(&first.rigid), scale: first.scale });
        }
        let mut inner = first.rigid;
        for (row, factor) in inner.0.iter_mut().zip(s) {
            row[3] *= factor;
        }
        let uniform = s[0] == s[1] && s[1] == s[2];
        let moved = if uniform {
            s
        } else {
            let axis_of = |j: usize| {
                let one = (0..3).find(|&i| inner.0[i][j].abs() == 1.0)?;
                (0..3).all(|i| i == one || inner.0[i][j] == 0.0).then_some(one)
            };
            [s[axis_of(0)?], s[axis_of(1)?], s[axis_of(2)?]]
        };
        // Two mirrors are none.
        let scale = std::array::from_fn(|j| moved[j] * first.scale[j]);
        Some(Self { rigid: self.rigid.after(&inner), scale })
    }
}

/// The number of five digits that is this one but for rounding, or this one.
fn short(factor: f64) -> f64 {
    let rounded = format!("{factor:.4e}").parse().unwrap_or(factor);
    if (rounded - factor).abs() <= NEAR_SHORT * factor { rounded } else { factor }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a map that was taken apart puts a point.
    fn put(map: &Scaled, p: [f64; 3]) -> [f64; 3] {
        map.rigid.apply(std::array::from_fn(|axis| map.scale[axis] * p[axis]))
    }

    fn near(p: [f64; 3], q: [f64; 3]) -> bool {
        p.iter().zip(q).all(|(x, y)| (x - y).abs() <= 1e-12 * (1.0 + y.abs()))
    }

    #[test]
    fn a_mirror_is_one_at_any_scale() {
        for size in [1.0, 1e-110, 1e-300, 1e110, 1e300] {
            let turn = Affine::rotation([1.0, -2.0, 0.5], 77.0).unwrap();
            let scaled = |factors| turn.after(&Affine::scale(factors));
            assert!(scaled([-size, size, size]).mirrors() && scaled([-size; 3]).mirrors());
            assert!(!scaled([size; 3]).mirrors() && !scaled([-size, size, -size]).mirrors());
        }
        assert!(!Affine::scale([0.0, 1.0, -1.0]).mirrors());
    }

    #[test]
    fn maps_are_taken_apart_and_put_together() {
        let turn = Affine::rotation([1.0, -2.0, 0.5], 77.0).unwrap();
        let there = Affine::translation([5.0, -6.0, 7.0]);
        let p = [0.3, -1.7, 2.9];
        for (factors, mirrors) in [
            ([0.001; 3], false),
            ([2.0, 3.0, 5.0], false),
            ([-1.0, 1.0, 1.0], true),
            ([-2.0, -2.0, 2.0], false),
            ([-25.4; 3], true),
        ] {
            let map = there.after(&turn).after(&Affine::scale(factors));
            let apart = Scaled::of(&map).unwrap();
            assert_eq!(apart.scale.map(f64::abs), factors.map(f64::abs), "{factors:?}");
            assert!(apart.scale.iter().all(|&factor| (factor < 0.0) == mirrors));
            assert!(!apart.rigid.mirrors() && apart.rigid.skew() < 1e-14);
            assert!(near(put(&apart, p), map.apply(p)), "{factors:?}");
            // The numbers of rotation and scale, where they are given, make the same.
            let given = Scaled::of_rotation_and_scale(&there.after(&turn), factors);
            assert_eq!(given.scale, apart.scale);
            assert!(near(put(&given, p), map.apply(p)), "{factors:?}");
        }
    }

    #[test]
    fn scales_pass_rotations_where_they_can() {
        let (quarter, turn) = (
            Affine::rotation([0.0, 0.0, 1.0], 90.0).unwrap(),
            Affine::rotation([1.0, -2.0, 0.5], 77.0).unwrap(),
        );
        let there = Affine::translation([5.0, -6.0, 7.0]);
        let p = [0.3, -1.7, 2.9];
        for (outer, inner, first, fits) in [
            ([2.0; 3], turn, [1.0, 3.0, 4.0], true),
            ([-2.0; 3], turn, [-1.0, 3.0, 4.0], true),
            ([2.0, 3.0, 4.0], quarter, [5.0, 6.0, -7.0], true),
            ([2.0, 3.0, 4.0], turn, [1.0; 3], false),
        ] {
            let above =
                Affine::rotation([3.0, 1.0, 1.0], 31.0).unwrap().after(&Affine::scale(outer));
            let below = there.after(&inner).after(&Affine::scale(first));
            let both = Scaled::of(&above).unwrap().after(&Scaled::of(&below).unwrap());
            assert_eq!(both.is_some(), fits, "{outer:?}");
            if let Some(both) = both {
                assert!(near(put(&both, p), above.after(&below).apply(p)), "{outer:?}");
                assert!(both.rigid.skew() < 1e-14 && !both.rigid.mirrors());
            }
        }
    }

    #[test]
    fn shears_and_flat_maps_are_no_scaled_rotations() {
        let turn = Affine::rotation([0.0, 0.0, 1.0], 30.0).unwrap();
        assert_eq!(Scaled::of(&Affine::scale([1.0, 2.0, 1.0]).after(&turn)), None);
        assert_eq!(Scaled::of(&Affine::scale([1.0, 0.0, 1.0])), None);
        assert_eq!(Scaled::of(&Affine::scale([f64::INFINITY, 1.0, 1.0])), None);
        // Rounded to six digits, as exporters write it: the scale is 0.01, the rest stays.
        let rounded = |x: f64| (x * 1e8).round() / 1e8;
        let mut map = turn.after(&Affine::scale([0.01; 3]));
        map.0.iter_mut().flatten().for_each(|x| *x = rounded(*x));
        let apart = Scaled::of(&map).unwrap();
        assert_eq!(apart.scale, [0.01; 3]);
        assert!(near(put(&apart, [1.0, 2.0, 3.0]), map.apply([1.0, 2.0, 3.0])));
    }

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
