//! Inputs and references for the tests of planes, overlaps, casts and motions.
//!
//! Inputs are created in the number type under test; references use the same values as `f64`.
//! Distances to convex bodies are convex along a line, so a search over one parameter finds their
//! minimum, and the references need no special cases.

use std::fmt::Debug;

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree_assets::{CUBOID_FACES, TETRAHEDRON_FACES};
use obbtree_geom::{Capsule, ConvexPolyhedron, Cylinder, Ray, Segment, Span, Sphere};
use obbtree_predicates::{Aabb, Obb, Real};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::bisection::quarter_turns;
use crate::shapes;

/// The two number types of the catalogue.
pub trait Number: Real + Into<f64> + Debug {}
impl Number for f32 {}
impl Number for f64 {}

/// Cases per function and number type: some thousands, or with `OBBTREE_LONG` as for
/// [`catalogue_closest`](crate::catalogue_closest::cases).
pub fn cases() -> usize {
    crate::catalogue_closest::cases(4_000) as usize
}

/// ε of a number type.
pub fn epsilon<T: Number>() -> f64 {
    T::EPSILON.into()
}

/// A point as `f64`, without rounding.
pub fn exact<T: Number>(p: &Point3<T>) -> Point3<f64> {
    p.map(Into::into)
}

/// A vector as `f64`, without rounding.
pub fn exact_vector<T: Number>(v: &Vector3<T>) -> Vector3<f64> {
    v.map(Into::into)
}

/// The parameters of one case: a unit, a centre, and whether coordinates are small integers in this
/// unit.
#[derive(Debug)]
pub struct Scene {
    /// The random number generator.
    pub random: Pcg64Mcg,
    /// The unit of length, a power of two: 1, or about 1e-12 or 1e12 (1e-9 or 1e9 for `f32`).
    pub unit: f64,
    /// The centre of the scene, in units: the origin, or integers up to 1000.
    pub place: Vector3<f64>,
    /// Whether coordinates are integers in the unit, so that most functions round nothing.
    pub grid: bool,
}

impl Scene {
    /// A scene with this seed.
    pub fn new(seed: u64) -> Self {
        let random = shapes::random(seed);
        Self { random, unit: 1.0, place: Vector3::zeros(), grid: false }
    }

    /// Chooses new parameters.
    pub fn change<T: Number>(&mut self) {
        let reach = if epsilon::<T>() > 1e-10 { 30 } else { 40 };
        self.unit = 2.0_f64.powi([0, 0, -reach, reach][self.random.random_range(0..4)]);
        self.place = match self.random.random_range(0..3) {
            0 => shapes::vector(&mut self.random).map(|x| (x * 1000.0).round()),
            _ => Vector3::zeros(),
        };
        self.grid = self.random.random_range(0..5) == 0;
    }

    /// The largest length of this case, at least.
    pub fn largest(&self) -> f64 {
        self.unit * (8.0 + self.place.amax())
    }

    /// So many ε of the largest length, and of the reference distances so many in `f64`.
    pub fn band<T: Number>(&self, roundings: f64, of_reference: f64) -> f64 {
        (roundings * epsilon::<T>() + of_reference * f64::EPSILON) * self.largest()
    }

    /// A random number between two numbers of units; an integer on the grid, with the bounds
    /// rounded outwards.
    pub fn number<T: Number>(&mut self, low: f64, high: f64) -> T {
        let x = self.random.random_range(low..=high);
        T::from_f64(self.unit * if self.grid { x.round() } else { x })
    }

    /// A vector with components up to a number of units; sometimes along an axis.
    pub fn vector<T: Number>(&mut self, reach: f64) -> Vector3<T> {
        let along = self.random.random_range(0..24_usize);
        Vector3::from_fn(|i, _| {
            let x = self.number(-reach, reach);
            if along < 3 && along != i { T::zero() } else { x }
        })
    }

    /// A point within a number of units of the centre.
    pub fn point<T: Number>(&mut self, reach: f64) -> Point3<T> {
        let v = self.vector::<f64>(reach) + self.place * self.unit;
        Point3::from(v.map(T::from_f64))
    }

    /// An axis-aligned box with sides up to a number of units, sometimes flat.
    pub fn aabb<T: Number>(&mut self, reach: f64, side: f64) -> Aabb<T> {
        let inside = self.point::<T>(reach);
        let flat = self.random.random_range(0..40_usize);
        let (mut min, mut max) = (inside, inside);
        for i in 0..3 {
            if i != flat {
                min[i] -= self.number::<T>(0.0, side / 2.0);
                max[i] += self.number::<T>(0.0, side / 2.0);
            }
        }
        Aabb { min, max }
    }

    /// Axes: rotations by multiples of 90 degrees on the grid, otherwise any rotation or a very
    /// small one.
    pub fn axes<T: Number>(&mut self) -> Matrix3<T> {
        let turn = self.random.random_range(0..24);
        let axes = if self.grid {
            quarter_turns(turn)
        } else {
            let small = if turn < 6 { 10.0_f64.powi(-2 * turn as i32 - 3) } else { 3.0 };
            Rotation3::new(shapes::vector(&mut self.random) * small).into_inner()
        };
        axes.map(T::from_f64)
    }

    /// An oriented box.
    pub fn obb<T: Number>(&mut self, reach: f64, half: f64) -> Obb<T> {
        let flat = self.random.random_range(0..40_usize);
        Obb {
            axes: self.axes(),
            center: self.point(reach),
            half: Vector3::from_fn(|i, _| {
                let half = self.number(0.0, half);
                if flat == i { T::zero() } else { half }
            }),
        }
    }
}

impl Scene {
    /// A length of ten to a million roundings of the largest length.
    pub fn off_touch<T: Number>(&mut self) -> f64 {
        epsilon::<T>() * self.largest() * 10.0_f64.powf(self.random.random_range(1.0..6.0))
    }

    /// A parameter from 0 to 1 for a body that moves with it. In one of eight cases, if `gap`
    /// changes its sign on the way, it is the parameter of touching up to ten to a million
    /// roundings; otherwise 0.
    pub fn near_touch<T: Number>(&mut self, gap: impl Fn(f64) -> f64) -> f64 {
        if self.random.random_range(0..8) != 0 || (gap(0.0) > 0.0) == (gap(1.0) > 0.0) {
            return 0.0;
        }
        let apart_first = gap(0.0) > 0.0;
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..50 {
            let middle = (low + high) / 2.0;
            if (gap(middle) > 0.0) == apart_first {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.grid = false;
        let off = self.off_touch::<T>() / self.unit;
        if self.random.random() { low - off } else { high + off }
    }
}

/// What can be given in another unit.
pub trait Scaled<T> {
    /// All lengths times a power of two.
    fn times(&self, k: T) -> Self;
}

/// The fields that are lengths are scaled, the others copied.
macro_rules! scaled {
    ($($shape:ident: $($length:ident)* $(| $($copied:ident)*)?;)*) => {
        $(impl<T: Number> Scaled<T> for $shape<T> {
            fn times(&self, k: T) -> Self {
                Self { $($length: self.$length.times(k),)* $($($copied: self.$copied,)*)? }
            }
        })*
    };
}

scaled! {
    Aabb: min max;
    Obb: center half | axes;
    Segment: start end;
    Ray: origin direction;
    Sphere: center radius;
    Capsule: axis radius;
    Cylinder: axis radius;
}

macro_rules! scaled_by_product {
    ($($type:ty)*) => {
        $(impl<T: Number> Scaled<T> for $type {
            fn times(&self, k: T) -> Self {
                *self * k
            }
        })*
    };
}

scaled_by_product! { T Point3<T> Vector3<T> }

impl<T: Copy, S: Scaled<T>, const N: usize> Scaled<T> for [S; N] {
    fn times(&self, k: T) -> Self {
        self.each_ref().map(|part| part.times(k))
    }
}

impl<T: Copy, S: Scaled<T>> Scaled<T> for Vec<S> {
    fn times(&self, k: T) -> Self {
        self.iter().map(|part| part.times(k)).collect()
    }
}

/// The corners of an outline that is star-shaped around the centre of the scene, in a plane and on
/// a fine grid there, at most so many units long; and the triangles of the centre with its edges.
pub fn star<T: Number>(scene: &mut Scene, longest: f64) -> (Vec<Point3<T>>, Vec<[Point3<f64>; 3]>) {
    // With 64 steps a unit, rounding to integers does not change the order of the corners.
    scene.grid = true;
    let axes = scene.axes::<T>().map(Into::into);
    scene.grid = false;
    let middle = scene.place * scene.unit;
    let count = scene.random.random_range(3..9);
    let corners: Vec<Point3<T>> = (0..count)
        .map(|i| {
            let angle = f64::from(i) / f64::from(count) * std::f64::consts::TAU;
            let length = scene.random.random_range(0.5..longest) * 64.0;
            let (u, v) = ((angle.cos() * length).round(), (angle.sin() * length).round());
            let in_plane = axes * Vector3::new(u, v, 0.0) * (scene.unit / 64.0);
            Point3::from((middle + in_plane).map(T::from_f64))
        })
        .collect();
    let next = corners.iter().cycle().skip(1);
    let edges = corners.iter().zip(next);
    let fan = edges.map(|(from, to)| [middle.into(), exact(from), exact(to)]).collect();
    (corners, fan)
}

/// Three numbers at a time of those at the limits of the range.
pub fn at_the_limits(mut check: impl FnMut(f64, f64, f64)) {
    let sizes = [0.0, 5e-324, 1e-200, 1.0, 1e200, f64::MAX, -f64::MAX];
    for x in sizes {
        for y in sizes {
            for z in sizes {
                check(x, y, z);
            }
        }
    }
}

/// All cases of one function, and what becomes of its tally.
pub fn tally<T: Number>(
    name: &'static str,
    seed: u64,
    cases: usize,
    mut case: impl FnMut(&mut Scene, &mut Tally),
) {
    let (mut scene, mut tally) = (Scene::new(seed), Tally::new(name));
    for _ in 0..cases {
        scene.change::<T>();
        case(&mut scene, &mut tally);
    }
    tally.finish();
}

/// Counts the answers of one function.
#[derive(Debug)]
pub struct Tally {
    name: &'static str,
    cases: usize,
    hits: usize,
    left_out: usize,
    worst: f64,
}

impl Tally {
    /// For the function of this name.
    pub fn new(name: &'static str) -> Self {
        Self { name, cases: 0, hits: 0, left_out: 0, worst: 0.0 }
    }

    /// Checks a yes-or-no answer. `gap` is the reference distance from touching, not positive if
    /// the bodies meet. Within `band` of touching either answer is accepted; on an exact grid
    /// touching must be a yes.
    pub fn see(&mut self, found: bool, gap: f64, band: f64, grid: bool, what: &dyn Debug) {
        assert!(!gap.is_nan(), "{}: no judgement of {what:?}", self.name);
        self.cases += 1;
        self.hits += usize::from(found);
        if gap.abs() <= band && !grid {
            self.left_out += 1;
            if found != (gap <= 0.0) {
                self.worst = self.worst.max(gap.abs() / band);
            }
        } else {
            assert_eq!(found, gap <= band, "{}: gap {gap:e}, band {band:e}, {what:?}", self.name);
        }
    }

    /// [`see`](Self::see) for functions whose answer "separate" is certain: within the band only
    /// yes is accepted, up to the error of the reference.
    pub fn see_certain(
        &mut self,
        found: bool,
        gap: f64,
        band: f64,
        scene: &Scene,
        what: &dyn Debug,
    ) {
        let of_judge = 8.0 * f64::EPSILON * scene.largest();
        assert!(found || gap > -of_judge, "{}: apart at {gap:e}: {what:?}", self.name);
        self.see(found, gap, band, scene.grid, what);
    }

    /// Checks a point that must be on a surface.
    pub fn on_surface(&mut self, distance: f64, band: f64, what: &dyn Debug) {
        assert!(distance.abs() <= band, "{}: off by {distance:e} > {band:e}: {what:?}", self.name);
        self.worst = self.worst.max(distance.abs() / band);
    }

    /// Checks an interval of a line or a motion: `gap` along it is convex near its minimum, `low`
    /// and `high` are the ends of the line, and at the parameters found the gap must be zero.
    pub fn see_span<T: Number>(
        &mut self,
        found: Option<Span<T>>,
        gap: impl Fn(f64) -> f64,
        (low, high): (f64, f64),
        band: f64,
        what: &dyn Debug,
    ) {
        let (mut least_at, mut least) = least(&gap, low, high);
        let found = found.map(|Span { enter, exit }| (enter.into(), exit.into()));
        if let Some((enter, exit)) = found {
            // Heights over planes can have several local minima, and the search may find the wrong
            // one: the parameters found are tested too.
            for t in [enter, exit].map(|t: f64| t.clamp(low, high)) {
                if gap(t) < least {
                    (least_at, least) = (t, gap(t));
                }
            }
        }
        self.see(found.is_some(), least, band, false, what);
        let Some((enter, exit)) = found else { return };
        assert!(low <= enter && enter <= exit, "{}: {enter} {exit}: {what:?}", self.name);
        for (t, end) in [(enter, low), (exit, high)] {
            let at_end = t == end || t <= low || t >= high;
            let inwards = gap(t.min(high));
            let inwards = if at_end { inwards.max(0.0) } else { inwards };
            self.on_surface(inwards, band, what);
        }
        if least < -2.0 * band {
            assert!(enter <= least_at && least_at <= exit, "{}: {what:?}", self.name);
        }
    }

    /// Checks an answer that has only the first parameter.
    pub fn see_first<T: Number>(
        &mut self,
        found: Option<T>,
        gap: impl Fn(f64) -> f64,
        band: f64,
        what: &dyn Debug,
    ) {
        let (least_at, least) = least(&gap, 0.0, 1.0);
        self.see(found.is_some(), least, band, false, what);
        let Some(first) = found else { return };
        let first: f64 = first.into();
        let at_start = first == 0.0;
        self.on_surface(if at_start { gap(0.0).max(0.0) } else { gap(first) }, band, what);
        assert!(least >= -2.0 * band || first <= least_at, "{}: {what:?}", self.name);
    }

    /// Ends the test.
    pub fn finish(self) {
        eprintln!("{self:?}");
        let Self { name, cases, hits, left_out, .. } = self;
        assert!((cases * 3 / 10..=cases * 7 / 10).contains(&hits), "{name}: {hits} of {cases} hit");
        assert!(left_out * 20 < cases, "{name}: {left_out} of {cases} left out");
    }
}

/// The minimum of a convex function between two numbers, and its position, by golden sections.
pub fn least(f: impl Fn(f64) -> f64, low: f64, high: f64) -> (f64, f64) {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut a, mut b) = (low, high);
    let (mut c, mut d) = (b - golden * (b - a), a + golden * (b - a));
    let (mut f_c, mut f_d) = (f(c), f(d));
    for _ in 0..80 {
        if f_c < f_d {
            (b, d, f_d) = (d, c, f_c);
            c = b - golden * (b - a);
            f_c = f(c);
        } else {
            (a, c, f_c) = (c, d, f_d);
            d = a + golden * (b - a);
            f_d = f(d);
        }
    }
    [a, b, c, low, high]
        .into_iter()
        .map(|t| (t, f(t)))
        .min_by(|x, y| x.1.total_cmp(&y.1))
        .expect("five values")
}

/// Distance of a point from a segment.
pub fn to_segment(p: &Point3<f64>, a: &Point3<f64>, b: &Point3<f64>) -> f64 {
    let (along, from) = (b - a, p - a);
    let t = if along.norm() > 0.0 { from.dot(&along) / along.norm_squared() } else { 0.0 };
    (from - along * t.clamp(0.0, 1.0)).norm()
}

/// Distance of a point from a triangle, over the chords parallel to one edge: an affine family, so
/// the distance is convex in its parameter. Over the chords from one corner it would not be.
pub fn to_triangle(p: &Point3<f64>, [a, b, c]: &[Point3<f64>; 3]) -> f64 {
    least(|s| to_segment(p, &(a + (b - a) * s), &(a + (c - a) * s)), 0.0, 1.0).1
}

/// Distance of two segments.
pub fn between_segments(a: &[Point3<f64>; 2], b: &[Point3<f64>; 2]) -> f64 {
    least(|s| to_segment(&(a[0] + (a[1] - a[0]) * s), &b[0], &b[1]), 0.0, 1.0).1
}

/// Distance of a point from a box around the origin; inside, the negative distance to its surface.
pub fn to_box(p: &Vector3<f64>, half: &Vector3<f64>) -> f64 {
    let outside = p.abs() - half;
    let distance = outside.map(|x| x.max(0.0)).norm();
    if distance > 0.0 { distance } else { outside.max() }
}

/// The same for an axis-aligned box.
pub fn to_aabb<T: Number>(p: &Point3<f64>, aabb: &Aabb<T>) -> f64 {
    let (min, max) = (exact(&aabb.min), exact(&aabb.max));
    let outside = (min - p).sup(&(p - max));
    let distance = outside.map(|x| x.max(0.0)).norm();
    if distance > 0.0 { distance } else { outside.max() }
}

/// The same for an oriented box.
pub fn to_obb<T: Number>(p: &Point3<f64>, obb: &Obb<T>) -> f64 {
    let axes: Matrix3<f64> = obb.axes.map(Into::into);
    to_box(&(axes.transpose() * (p - exact(&obb.center))), &exact_vector(&obb.half))
}

/// The corners of a box.
pub fn corners<T: Number>(obb: &Obb<T>) -> [Point3<f64>; 8] {
    let axes = obb.axes.map(Into::into);
    Obb { axes, center: exact(&obb.center), half: exact_vector(&obb.half) }.corners()
}

/// The minimum of `f` on the edges of a box with these corners.
pub fn on_edges(corners: &[Point3<f64>; 8], f: impl Fn(&Point3<f64>) -> f64) -> f64 {
    let mut best = f64::INFINITY;
    for i in 0..8_usize {
        for axis in [1, 2, 4] {
            if i & axis == 0 {
                let (from, to) = (corners[i], corners[i | axis]);
                best = best.min(least(|s| f(&(from + (to - from) * s)), 0.0, 1.0).1);
            }
        }
    }
    best
}

/// The reference distance of two boxes, not positive if they meet: edges of each against the other
/// box.
pub fn between_obbs<T: Number>(a: &Obb<T>, b: &Obb<T>) -> f64 {
    on_edges(&corners(a), |p| to_obb(p, b)).min(on_edges(&corners(b), |p| to_obb(p, a)))
}

/// The sine of the smallest angle of a triangle; 0 for a degenerate one.
pub fn smallest_sine([a, b, c]: &[Point3<f64>; 3]) -> f64 {
    [(a, b, c), (b, c, a), (c, a, b)]
        .iter()
        .map(|(p, q, r)| {
            let (u, v) = (*q - *p, *r - *p);
            let lengths = u.norm() * v.norm();
            if lengths > 0.0 { u.cross(&v).norm() / lengths } else { 0.0 }
        })
        .fold(1.0, f64::min)
}

/// The corners of a convex polyhedron, and the smallest sine of its faces and heights.
pub type Corners<T> = (Vec<Point3<T>>, f64);

/// A tetrahedron or a box; the corners are `None` if rounding makes it too flat for the reference.
pub fn solid<T: Number>(
    scene: &mut Scene,
    reach: f64,
) -> (Option<Corners<T>>, &'static [[u32; 3]]) {
    let (vertices, faces): (Vec<Point3<T>>, &'static [[u32; 3]]) = if scene.random.random() {
        let mut v = [(); 4].map(|()| scene.point::<T>(reach));
        let [a, b, c, d] = v.map(|p| exact(&p));
        if (b - a).cross(&(c - a)).dot(&(d - a)) < 0.0 {
            v.swap(0, 1);
        }
        (v.to_vec(), &TETRAHEDRON_FACES)
    } else {
        let obb = scene.obb::<T>(1.0, reach / 1.5);
        (corners(&obb).iter().map(|p| p.map(T::from_f64)).collect(), &CUBOID_FACES)
    };
    let points: Vec<_> = vertices.iter().map(exact).collect();
    let sine = faces
        .iter()
        .map(|face| {
            let [a, b, c] = face.map(|i| points[i as usize]);
            let normal = (b - a).cross(&(c - a));
            let height = |p: &Point3<f64>| normal.normalize().dot(&(a - p));
            let thickness = points.iter().map(height).fold(0.0, f64::max);
            smallest_sine(&[a, b, c]).min(thickness / (reach * scene.unit))
        })
        .fold(1.0, f64::min);
    ((sine > 0.05).then_some((vertices, sine)), faces)
}

/// The outward normal of a face, of length one, and one of its corners.
fn plane_of<T: Number>(
    face: &[u32; 3],
    solid: &ConvexPolyhedron<'_, T>,
) -> (Vector3<f64>, Point3<f64>) {
    let [a, b, c] = face.map(|i| exact(&solid.vertices[i as usize]));
    ((b - a).cross(&(c - a)).normalize(), a)
}

/// The largest height of a point over the planes of the faces, not positive inside; convex.
pub fn to_solid<T: Number>(p: &Point3<f64>, solid: &ConvexPolyhedron<'_, T>) -> f64 {
    solid
        .faces
        .iter()
        .map(|face| {
            let (normal, on) = plane_of(face, solid);
            normal.dot(&(p - on))
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

/// The reference gap of two convex polyhedra, not positive if they meet: edges of each against the
/// other. Positive values are heights over planes, not distances.
pub fn between_solids<T: Number>(a: &ConvexPolyhedron<'_, T>, b: &ConvexPolyhedron<'_, T>) -> f64 {
    let edges_in = |of: &ConvexPolyhedron<'_, T>, other: &ConvexPolyhedron<'_, T>| {
        let planes: Vec<_> = other.faces.iter().map(|face| plane_of(face, other)).collect();
        let mut best = f64::INFINITY;
        for &[i, j, k] in of.faces {
            for (from, to) in [(i, j), (j, k), (k, i)] {
                if from < to {
                    let [from, to] = [from, to].map(|i| exact(&of.vertices[i as usize]));
                    let ends: Vec<[f64; 2]> = planes
                        .iter()
                        .map(|(normal, on)| [from, to].map(|p| normal.dot(&(p - on))))
                        .collect();
                    let height = |s: f64| {
                        let heights = ends.iter().map(|[start, end]| start + (end - start) * s);
                        heights.fold(f64::NEG_INFINITY, f64::max)
                    };
                    best = best.min(least(height, 0.0, 1.0).1);
                }
            }
        }
        best
    };
    edges_in(a, b).min(edges_in(b, a))
}
