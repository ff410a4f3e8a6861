//! Contact bisection: one placed mesh moved along a line towards another until first contact, as
//! near as `f64` can tell, and the poses around that contact at which rounding would show.

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree::{Mesh, Pose};
use obbtree_predicates::Triangle;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::shapes;

/// How the numbers of the poses come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Any rotation and direction, all bits of `f64` in use.
    Full,
    /// Matrices and translations as if read from a file with six decimals: orthonormal to 1e-6
    /// only.
    Printed,
    /// Quarter turns and a direction along an axis: faces meet flat, edges meet parallel.
    Quarters,
}

impl Numbers {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Full, Self::Printed, Self::Quarters];
}

/// A placed mesh A, and a line of poses for mesh B: at parameter 0 a point of B's surface is on
/// A's, up to rounding, and from [`Approach::far`] on B is clear of A.
#[derive(Clone, Debug)]
pub struct Approach {
    /// Where A is.
    pub pose_a: Pose,
    /// How long the meshes are together, in their unit: the scale of the gaps.
    pub size: f64,
    rotation_b: Matrix3<f64>,
    at_zero: Vector3<f64>,
    /// Of length one, up to rounding.
    direction: Vector3<f64>,
}

impl Approach {
    /// An approach with A up to `away` times the size of both off the origin.
    pub fn random(random: &mut Pcg64Mcg, numbers: Numbers, away: f64, a: &Mesh, b: &Mesh) -> Self {
        let length = |mesh: &Mesh| mesh.report().bounds.sides().norm();
        let size = length(a) + length(b);
        let rotation_a = rotation(random, numbers);
        let rotation_b = rotation(random, numbers);
        let mut shift = shapes::vector(random) * (away * size);
        if numbers != Numbers::Full {
            shift = shift.map(six_decimals);
        }
        let direction = match numbers {
            Numbers::Quarters => rotation(random, numbers).column(0).into_owned(),
            _ => shapes::vector(random).normalize(),
        };
        let pose_a = Pose::new(rotation_a, shift).expect("a rotation");
        let mut middle_of_any =
            |mesh: &Mesh| middle(&mesh.triangle(random.random_range(0..mesh.triangles().len())));
        let (on_a, on_b) = (middle_of_any(a), middle_of_any(b));
        let at_zero = pose_a.place(&on_a).coords - rotation_b * on_b.coords;
        Self { pose_a, size, rotation_b, at_zero, direction }
    }

    /// The parameter from which on B is clear of A: both are at most `size` long, and a printed
    /// matrix stretches by less than a thousandth.
    pub fn far(&self) -> f64 {
        1.01 * self.size
    }

    /// Where B is: moved by `s` along the line, in the meshes' unit.
    pub fn pose_b(&self, s: f64) -> Pose {
        Pose::new(self.rotation_b, self.at_zero + self.direction * s).expect("a rotation")
    }

    /// The last parameter with contact and the first without, coming from afar, next to each
    /// other in `f64`. `None` if no contact is found on the way.
    ///
    /// `meets` says whether there is contact at a parameter.
    pub fn first_contact(&self, mut meets: impl FnMut(f64) -> bool) -> Option<[f64; 2]> {
        const STEPS: u32 = 32;
        let at_step = |step: u32| self.far() * f64::from(step) / f64::from(STEPS);
        let step = (0..STEPS).rev().find(|&step| meets(at_step(step)))?;
        let [mut contact, mut free] = [at_step(step), at_step(step + 1)];
        loop {
            let middle = contact / 2.0 + free / 2.0;
            if middle <= contact || middle >= free {
                return Some([contact, free]);
            }
            if meets(middle) {
                contact = middle;
            } else {
                free = middle;
            }
        }
    }

    /// Poses of B around a first contact: on both sides at every power of ten of the gap from
    /// 1e-1 of the size down to where `f64` ends, three further steps of one ulp of the
    /// parameter, and single components of the translation moved by one ulp.
    pub fn around(&self, [contact, free]: [f64; 2]) -> Vec<Pose> {
        let mut parameters = Vec::new();
        for exponent in 1..=17 {
            let gap = 10_f64.powi(-exponent) * self.size;
            parameters.extend([contact - gap, free + gap]);
        }
        let (mut inner, mut outer) = (contact, free);
        for _ in 0..3 {
            (inner, outer) = (inner.next_down(), outer.next_up());
            parameters.extend([inner, outer]);
        }
        parameters.sort_by(f64::total_cmp);
        parameters.dedup();
        let mut poses: Vec<Pose> = parameters.into_iter().map(|s| self.pose_b(s)).collect();
        for s in [contact, free] {
            for component in 0..3 {
                for next in [f64::next_up, f64::next_down] {
                    let mut translation = *self.pose_b(s).translation();
                    translation[component] = next(translation[component]);
                    poses.push(Pose::new(self.rotation_b, translation).expect("a rotation"));
                }
            }
        }
        poses
    }
}

fn middle([p, q, r]: &Triangle) -> Point3<f64> {
    Point3::from((p.coords + q.coords + r.coords) / 3.0)
}

fn six_decimals(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

fn rotation(random: &mut Pcg64Mcg, numbers: Numbers) -> Matrix3<f64> {
    let any = *shapes::isometry(random, 0.0).rotation.to_rotation_matrix().matrix();
    match numbers {
        Numbers::Full => any,
        Numbers::Printed => any.map(six_decimals),
        Numbers::Quarters => quarter_turns(random.random_range(0..24)),
    }
}

/// The 24 rotations that turn the axes into each other, by number.
pub fn quarter_turns(number: usize) -> Matrix3<f64> {
    let quarter = |axis: Vector3<f64>, times: usize| {
        let angle = std::f64::consts::FRAC_PI_2 * times as f64;
        *Rotation3::from_scaled_axis(axis * angle).matrix()
    };
    // One of six faces up, then one of four turns about the vertical; entries are -1, 0 and 1.
    let up = match number / 4 % 6 {
        times @ 0..4 => quarter(Vector3::x(), times),
        4 => quarter(Vector3::y(), 1),
        _ => quarter(Vector3::y(), 3),
    };
    (quarter(Vector3::z(), number % 4) * up).map(f64::round)
}
