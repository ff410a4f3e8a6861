//! Cylinders, cones and frusta that stand upright, or in quarter turns: against bodies exactly,
//! against points, spheres, other cylinders and planes between two bounds of the true distance.

use nalgebra::{Matrix3, Point3, Vector3};
use num_traits::{Signed, Zero};
use obbtree::{Body, Mesh, Pose, Shape};
use obbtree_tests::bisection::quarter_turns;
use obbtree_tests::referee::{self, BigRational};
use obbtree_tests::scales::Posture;
use obbtree_tests::scales::bodies::{base, gap, mesh, rotation, sizes};
use obbtree_tests::scales::exact::{Exact3, ExactPlane, placed, rational, root};
use obbtree_tests::scales::numbers::{nudged, number, power};
use obbtree_tests::shapes::vector;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::support::campaign;

/// A frustum from the origin up to a height.
#[derive(Clone, Copy, Debug)]
struct Upright {
    height: f64,
    radii: [f64; 2],
}

type Bounds = [BigRational; 2];

impl Upright {
    /// Cylinders, cones and others, of all proportions.
    fn random(random: &mut Pcg64Mcg, base: f64) -> Self {
        let other = |random: &mut Pcg64Mcg| match random.random_range(0..4) {
            0 => number(random).min(base),
            1 => base * power(-random.random_range(0..60)),
            _ => base,
        };
        let (height, radius) = (other(random), other(random));
        let radii = match random.random_range(0..4) {
            0 => [radius, 0.0],
            1 => [radius, other(random)],
            _ => [radius; 2],
        };
        Self { height: height.max(f64::from_bits(1)), radii }
    }

    fn shape(&self) -> Shape {
        let Self { height, radii } = *self;
        Shape::frustum([0.0; 3], [0.0, 0.0, height], radii).expect("in range")
    }

    /// A point near its surface.
    fn near(&self, random: &mut Pcg64Mcg, gap: f64) -> Point3<f64> {
        let [first, second] = self.radii;
        let (z, radius) = match random.random_range(0..5) {
            0 => (-gap, 0.5 * first),
            1 => (self.height + gap, second),
            2 => (self.height, second + gap),
            3 => (0.5 * self.height, 0.5 * first + 0.5 * second + gap),
            _ => (0.0, first + gap),
        };
        let [x, y] = [[1.0, 0.0], [0.0, -1.0], [0.6, 0.8], [-0.8, 0.6]][random.random_range(0..4)];
        Point3::new(radius * x, radius * y, z)
    }

    /// The distance of a point: in the plane through it and the axis, of a trapezoid, which is
    /// farther the farther the point is from the axis.
    fn distance(&self, point: &Exact3) -> Bounds {
        let across = &point[0] * &point[0] + &point[1] * &point[1];
        let [low, high] = root(&across).map(|rho| self.square_in_plane([rho, point[2].clone()]));
        let [[low, _], [_, high]] = [root(&low), root(&high)];
        [low, high]
    }

    fn square_in_plane(&self, point: [BigRational; 2]) -> BigRational {
        let (height, radii) = (rational(self.height), self.radii.map(rational));
        let slope = &radii[1] - &radii[0];
        let is_between = !point[1].is_negative() && point[1] <= height;
        if is_between && &point[0] * &height <= &radii[0] * &height + slope * &point[1] {
            return BigRational::zero();
        }
        let zero = BigRational::zero;
        let [bottom, top] = [[radii[0].clone(), zero()], [radii[1].clone(), height.clone()]];
        let edges =
            [[[zero(), zero()], bottom.clone()], [bottom, top.clone()], [top, [zero(), height]]];
        let distances = edges.iter().map(|edge| square_of_segment(&point, edge));
        distances.min().expect("three")
    }
}

/// The squared distance of a point and a segment in the plane.
fn square_of_segment(point: &[BigRational; 2], [p, q]: &[[BigRational; 2]; 2]) -> BigRational {
    let minus = |a: &[BigRational; 2], b: &[BigRational; 2]| [&a[0] - &b[0], &a[1] - &b[1]];
    let dot = |a: &[BigRational; 2], b: &[BigRational; 2]| &a[0] * &b[0] + &a[1] * &b[1];
    let (along, to) = (minus(q, p), minus(point, p));
    let (length_sq, t) = (dot(&along, &along), dot(&along, &to));
    if length_sq.is_zero() || !t.is_positive() {
        return dot(&to, &to);
    }
    if t >= length_sq {
        let to = minus(point, q);
        return dot(&to, &to);
    }
    dot(&to, &to) - &t * &t / length_sq
}

/// Both placed, turned by quarters about the origin together.
fn turned(turn: &Matrix3<f64>, pose: &Pose) -> Pose {
    Pose::new(turn * pose.rotation(), turn * pose.translation()).expect("a rotation")
}

fn subtract([low, high]: &Bounds, radius: f64) -> Bounds {
    let zero = BigRational::zero();
    [low, high].map(|x| (x - rational(radius)).max(zero.clone()))
}

/// How much wider than the truth bounds may be: 1e-7 of the sizes and of how far the origins are
/// apart; and what subnormal numbers lose.
fn width(sizes: f64) -> f64 {
    1e-7 * sizes + 1e-300
}

#[test]
fn frusta_and_bodies() {
    campaign(2670, 60, "frusta and bodies", |_, random, findings, askers| {
        let base_a = base(random).min(power(240));
        let frustum = Upright::random(random, base_a);
        let gap = gap(random, base_a);
        let base_b =
            if random.random_range(0..3) == 0 { base(random).min(power(240)) } else { base_a };
        let sizes = sizes(random, base_b);
        let mesh = match random.random_range(0..3) {
            0 => Mesh::new(vec![[0.0; 3]], vec![[0; 3]]).expect("a point"),
            _ => mesh(random, sizes),
        };
        let posture = [Posture::Identity, Posture::Any][random.random_range(0..2)];
        let rotation = rotation(random, posture);
        let signed = if random.random_range(0..4) == 0 { -gap } else { gap };
        let near = frustum.near(random, signed);
        let shift = near.coords - rotation * Vector3::from(mesh.vertices()[0]);
        let Ok(pose) = Pose::new(rotation, shift) else { return };
        let turn = quarter_turns(random.random_range(0..24));
        let (there, here) = (turned(&turn, &pose), turned(&turn, &Pose::identity()));
        let meets = mesh.corners().any(|triangle| {
            referee::meets_upright_frustum(&triangle, &pose, frustum.height, frustum.radii)
        });
        findings.answer("body and frustum meet", meets);
        let of_vertices: Vec<Bounds> = mesh
            .corners()
            .flat_map(|triangle| triangle.map(|corner| frustum.distance(&placed(&corner, &pose))))
            .collect();
        let most = of_vertices.iter().map(|[_, high]| high).min().expect("vertices");
        let least = of_vertices.iter().map(|[low, _]| low).min().expect("vertices");
        let is_point = mesh.vertices().len() == 1;
        let (body, shape) = (Body::new(mesh.clone()), frustum.shape());
        let case = |what: String| {
            format!(
                "let body = Body::new(Mesh::new(vec!{:?}, vec!{:?}).unwrap());\n\
                 let pose = Pose::from_rows({:?}).unwrap();\n\
                 let shape = Shape::frustum([0.0; 3], [0.0, 0.0, {:?}], {:?}).unwrap();\n\
                  let pose_shape = Pose::from_rows({:?}).unwrap();\n// {what}",
                mesh.vertices(),
                mesh.triangles(),
                there.to_rows(),
                frustum.height,
                frustum.radii,
                here.to_rows()
            )
        };
        let tolerance = nudged(random, gap.max(f64::from_bits(1)));
        for asker in askers.iter_mut() {
            let query = &mut asker.query;
            let mut answers = findings.by(&asker.name, &case);
            let found = query.collide(&body, &there, &shape, &here);
            answers.check(found == meets, "collide", || format!("collide: {found}"));
            let found = query.distance(&body, &there, &shape, &here);
            let what = || format!("distance: {found:?}");
            let holds = found.lower >= 0.0
                && rational(found.lower) <= *most
                && (!is_point || found.upper.is_infinite() || rational(found.upper) >= *least);
            answers.check(holds, "distance", what);
            answers.check((found.upper == 0.0) == meets, "distance: 0 where they meet", what);
            let sizes = frustum.height
                + frustum.radii[0]
                + frustum.radii[1]
                + there.translation().amax()
                + mesh.vertices().as_flattened().iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            answers.check(found.upper - found.lower <= width(sizes), "distance is wide", what);
            let closer = query.closer_than(&body, &there, &shape, &here, tolerance);
            let certain_no = closer || *most > rational(tolerance);
            answers.check(certain_no, "closer_than: no", || format!("{tolerance:?}: no"));
        }
    });
}

#[test]
fn frusta_and_shapes() {
    campaign(2671, 100, "frusta and shapes", |_, random, findings, askers| {
        let base_a = base(random).min(power(240));
        let frustum = Upright::random(random, base_a);
        let gap = gap(random, base_a);
        let signed = if random.random_range(0..4) == 0 { -gap } else { gap };
        let near = frustum.near(random, signed);
        let Ok(pose) = Pose::from_translation(near.into()) else { return };
        let at: Exact3 = placed(&Point3::origin(), &pose);
        let radius = match random.random_range(0..4) {
            0 => 0.0,
            1 => number(random).min(power(240)),
            2 => gap,
            _ => base_a * power(-random.random_range(0..60)),
        };
        // A sphere, or an upright cylinder beside an upright cylinder.
        let cylinder = frustum.radii[0] == frustum.radii[1] && random.random_range(0..2) == 0;
        let (shape, text, truth) = if cylinder {
            let height = Upright::random(random, base_a).height;
            let shape = Shape::cylinder([0.0; 3], [0.0, 0.0, height], radius).expect("in range");
            let text = format!("cylinder([0.0; 3], [0.0, 0.0, {height:?}], {radius:?})");
            let above = (&at[2] - rational(frustum.height)).max(-&at[2] - rational(height));
            let above = above.max(BigRational::zero());
            let across = root(&(&at[0] * &at[0] + &at[1] * &at[1]));
            let radii = [radius, frustum.radii[0]];
            let beside = subtract(&subtract(&across, radii[0]), radii[1]);
            let [low, high] = beside.map(|gap| root(&(&gap * &gap + &above * &above)));
            let ([low, _], [_, high]) = (low, high);
            (shape, text, [low, high])
        } else {
            let shape = Shape::sphere([0.0; 3], radius).expect("in range");
            let text = format!("sphere([0.0; 3], {radius:?})");
            (shape, text, subtract(&frustum.distance(&at), radius))
        };
        let turn = quarter_turns(random.random_range(0..24));
        let (there, here) = (turned(&turn, &pose), turned(&turn, &Pose::identity()));
        let [low, high] = &truth;
        let meets = high.is_zero();
        findings.answer("frustum and shape meet", meets);
        let other = frustum.shape();
        let case = |what: String| {
            format!(
                "let shape = Shape::{text}.unwrap();\nlet pose = Pose::from_rows({:?}).unwrap();\n\
                 let frustum = Shape::frustum([0.0; 3], [0.0, 0.0, {:?}], {:?}).unwrap();\n\
                  let pose_frustum = Pose::from_rows({:?}).unwrap();\n// {what}",
                there.to_rows(),
                frustum.height,
                frustum.radii,
                here.to_rows()
            )
        };
        let sizes = frustum.height
            + frustum.radii[0]
            + frustum.radii[1]
            + near.coords.amax()
            + radius
            + shape.core().map_or(0.0, |core| {
                core.mesh()
                    .vertices()
                    .as_flattened()
                    .iter()
                    .fold(0.0, |most: f64, x| most.max(x.abs()))
            });
        let allowed = rational(width(sizes));
        let tolerance = nudged(random, gap.max(f64::from_bits(1)));
        for asker in askers.iter_mut() {
            let query = &mut asker.query;
            let mut answers = findings.by(&asker.name, &case);
            for tolerance in [0.0, tolerance] {
                let found = query.closer_than(&shape, &there, &other, &here, tolerance);
                let what = || format!("closer_than {tolerance:?}: {found}");
                answers.check(found || *high > rational(tolerance), "closer_than: no", what);
                let is_near = *low <= rational(tolerance) + &allowed;
                answers.check(!found || is_near, "closer_than: yes, far", what);
            }
            let meets = query.collide(&other, &here, &shape, &there);
            let found = query.distance(&other, &here, &shape, &there);
            let what = || format!("distance: {found:?}");
            let holds = found.lower >= 0.0
                && rational(found.lower) <= *high
                && (found.upper.is_infinite() || rational(found.upper) >= *low);
            answers.check(holds, "distance", what);
            answers.check(
                if meets { found.lower == 0.0 } else { found.upper > 0.0 },
                "distance and collide",
                what,
            );
            answers.check(found.upper - found.lower <= width(sizes), "distance is wide", what);
        }
    });
}

#[test]
fn frusta_and_planes() {
    campaign(2672, 100, "frusta and planes", |_, random, findings, askers| {
        let base_a = base(random).min(power(240));
        let frustum = Upright::random(random, base_a);
        let gap = gap(random, base_a);
        let near = frustum.near(random, gap);
        let scale =
            if random.random_range(0..2) == 0 { 1.0 } else { number(random).min(power(240)) };
        let mut point = || (vector(random) * 2.0).map(|x| x.round() * scale);
        let through: [[f64; 3]; 3] = [Vector3::zeros(), point(), point()].map(Into::into);
        let Ok(floor) = Shape::half_space_through(through[0], through[1], through[2]) else {
            return;
        };
        let Ok(pose) = Pose::from_translation(near.into()) else { return };
        let exact = ExactPlane::new(&through.map(Point3::from), &pose);
        // The lowest point of each disc: its middle, less the radius times what of the normal is
        // across the axis.
        let across =
            root(&(&exact.normal[0] * &exact.normal[0] + &exact.normal[1] * &exact.normal[1]));
        let normal = root(&exact.normal_sq);
        let lowest = |z: f64, radius: f64| -> Bounds {
            let middle = exact.height(&[rational(0.0), rational(0.0), rational(z)]);
            [1, 0].map(|n| &middle - rational(radius) * &across[n])
        };
        let (first, second) =
            (lowest(0.0, frustum.radii[0]), lowest(frustum.height, frustum.radii[1]));
        let [low, high] = [0, 1].map(|n| first[n].clone().min(second[n].clone()));
        let is_known = low.is_positive() || !high.is_positive();
        let meets = !high.is_positive();
        findings.answer("frustum and half-space meet", meets);
        let zero = BigRational::zero();
        let [low, high] = [low.max(zero.clone()) / &normal[1], high.max(zero) / &normal[0]];
        let shape = frustum.shape();
        let turn = quarter_turns(random.random_range(0..24));
        let (there, here) = (turned(&turn, &pose), turned(&turn, &Pose::identity()));
        let case = |what: String| {
            format!(
                "let frustum = Shape::frustum([0.0; 3], [0.0, 0.0, {:?}], {:?}).unwrap();\n\
                 let pose_frustum = Pose::from_rows({:?}).unwrap();\n\
                 let [p, q, r] = {through:?};\n\
                  let floor = Shape::half_space_through(p, q, r).unwrap();\n\
                   let pose = Pose::from_rows({:?}).unwrap();\n// {what}",
                frustum.height,
                frustum.radii,
                here.to_rows(),
                there.to_rows()
            )
        };
        let tolerance = nudged(random, gap.max(f64::from_bits(1)));
        for asker in askers.iter_mut() {
            let query = &mut asker.query;
            let mut answers = findings.by(&asker.name, &case);
            let found = query.collide(&shape, &here, &floor, &there);
            answers.check(found == meets || !is_known, "collide", || format!("{found}"));
            let found = query.distance(&floor, &there, &shape, &here);
            let holds = found.lower >= 0.0
                && rational(found.lower) <= high
                && (found.upper.is_infinite() || rational(found.upper) >= low);
            answers.check(holds, "distance", || format!("{found:?}"));
            let closer = query.closer_than(&shape, &here, &floor, &there, tolerance);
            answers.check(closer || high > rational(tolerance), "closer_than: no", || {
                format!("{tolerance:?}: no")
            });
        }
    });
}
