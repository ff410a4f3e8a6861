//! How does the work of a query grow? Each row grows one thing by a factor, several times, and
//! prints of each question the exponent of box tests and triangle tests together between the first
//! and the last: 1 is linear in what grows, 2 quadratic. Where the answer itself grows (pairs that
//! meet), its exponent stands last. The counts are the same on every machine with the same lanes;
//! beside them are the times of the first and the last.
//!
//! `cargo run --release -p obbtree-benches --bin growth`
//!
//! With a file, a picture in place of that: the cost of blobs against their size, from 1,000
//! triangles to 10 million, or so many: building, memory, and the questions of two of them.
//!
//! `cargo run --release -p obbtree-benches --bin growth -- growth.svg [MOST]`

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use nalgebra::Vector3;
use obbtree::collider::Config;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_assets::named::by_name;
use obbtree_benches::growth_chart::{Panel, draw};
use obbtree_tests::shapes::{random, vector};

/// How often a thing grows, and by what; magnitudes grow by 2^20 in place of 4.
const TIMES: u32 = 4;
const FACTOR: usize = 4;
/// How often each question is timed.
const ROUNDS: usize = 15;
const MAGNITUDE: f64 = (1_u32 << 20) as f64;

/// Two bodies and where B is.
type Case = (Body, Body, Pose);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(file) = words.first() {
        let most = words.get(1).map_or(Ok(10_000_000), |most| most.parse())?;
        return chart(Path::new(file), most);
    }
    let sizes = |first: usize| move |step: u32| first * FACTOR.pow(step);
    row("blobs, a gap of 1e-3", 4.0, |step| blobs(sizes(1000)(step), 1.001));
    row("blobs, in each other", 4.0, |step| blobs(sizes(1000)(step), 0.8));
    row("needles against a blob of 5000", 4.0, |step| needles(sizes(100)(step)));
    row("an outlier, 1 to 2^60 away", MAGNITUDE, |step| outlier(MAGNITUDE.powi(step as i32)));
    row("a blob on itself, moved by 1e-7", 4.0, |step| on_itself(sizes(1000)(step)));
    row("squares of one plane, apart", 4.0, |step| coplanar(step, 1.001));
    row("squares of one plane, half over half", 4.0, |step| coplanar(step, 0.5));
    row("copies in boxes that meet", 4.0, |step| copies(sizes(16)(step), 0.0));
    row("copies apart", 4.0, |step| copies(sizes(16)(step), 3.0));
    Ok(())
}

/// Of each size the time of building, the bytes of the tree, and the questions of two blobs in each
/// other and of two with a gap.
fn chart(file: &Path, most: usize) -> Result<(), Box<dyn std::error::Error>> {
    let names = ["any, in each other", "all, in each other", "distance, a gap"];
    let mut panels = [
        Panel { title: "ready after, ms, one thread", lines: vec![("Best", Vec::new())] },
        Panel { title: "bytes a triangle of the tree", lines: vec![("Best", Vec::new())] },
        Panel { title: "us a question", lines: names.map(|name| (name, Vec::new())).to_vec() },
    ];
    println!("triangles, ready ms, bytes a triangle, {}", names.join(", "));
    let mut size = 1_000;
    while size <= most {
        let mesh = blob(size);
        let start = Instant::now();
        let one = Body::build(mesh, &Config::default().with_parallel(false));
        let ms = 1e3 * start.elapsed().as_secs_f64();
        let count = one.mesh().triangles().len() as f64;
        let bytes = one.tree().bytes() as f64 / count;
        let bounds = one.mesh().report().bounds;
        let width = bounds.max.x - bounds.min.x;
        let (here, inside, beside) = (Pose::identity(), at(0.8 * width), at(1.001 * width));
        let query = &mut Query::new();
        let any = least_us(|| _ = black_box(query.collide(&one, &here, &one, &inside)));
        let all = least_us(|| _ = black_box(query.pairs(&one, &here, &one, &inside)));
        let distance = least_us(|| _ = black_box(query.distance(&one, &here, &one, &beside)));
        println!("{count}, {ms:.1}, {bytes:.1}, {any:.2}, {all:.1}, {distance:.2}");
        let numbers = [(0, 0, ms), (1, 0, bytes), (2, 0, any), (2, 1, all), (2, 2, distance)];
        for (panel, line, number) in numbers {
            panels[panel].lines[line].1.push((count, number));
        }
        size *= 10;
    }
    draw(&panels, file)
}

fn row(name: &str, growth: f64, case: impl Fn(u32) -> Case) {
    let (first, last) = (Work::of(&case(0)), Work::of(&case(TIMES - 1)));
    let steps = f64::from(TIMES - 1) * growth.ln();
    let exponent = |n: usize| (last.tests[n] / first.tests[n]).ln() / steps;
    print!("{name:38}");
    for (n, question) in ["any", "all", "distance", "self"].into_iter().enumerate() {
        print!(" {question} {:5.2} ({:8.3} to {:9.3} us)", exponent(n), first.us[n], last.us[n]);
    }
    println!(" pairs {:5.2}", (last.pairs / first.pairs).ln() / steps);
}

/// What `collide`, `pairs`, `distance` and `self_intersects` cost.
struct Work {
    /// Of boxes and of triangles.
    tests: [f64; 4],
    /// The least of some times, in microseconds.
    us: [f64; 4],
    pairs: f64,
}

impl Work {
    fn of((a, b, pose): &Case) -> Self {
        let here = Pose::identity();
        let mut pairs = 0;
        let mut query = Query::new().counted(true);
        let mut of = |mut question: Box<dyn FnMut(&mut Query) + '_>| {
            question(&mut query); // what is found when first needed
            query.reset_counts();
            question(&mut query);
            let counts = query.counts();
            let tests = (counts.box_tests + counts.triangle_tests).max(1) as f64;
            (tests, least_us(|| question(&mut query)))
        };
        let found = [
            of(Box::new(|query| _ = black_box(query.collide(a, &here, b, pose)))),
            of(Box::new(|query| pairs = query.pairs(a, &here, b, pose).len())),
            of(Box::new(|query| _ = black_box(query.distance(a, &here, b, pose)))),
            of(Box::new(|query| _ = black_box(query.self_intersects(a)))),
        ];
        Self { tests: found.map(|of| of.0), us: found.map(|of| of.1), pairs: pairs.max(1) as f64 }
    }
}

/// After it was called once for what is found when first needed.
fn least_us(mut question: impl FnMut()) -> f64 {
    question();
    let time = |_| {
        let start = Instant::now();
        question();
        start.elapsed().as_secs_f64() * 1e6
    };
    (0..ROUNDS).map(time).fold(f64::INFINITY, f64::min)
}

fn blob(triangles: usize) -> Mesh {
    by_name("blob").expect("a name of the list").mesh(triangles)
}

fn at(x: f64) -> Pose {
    Pose::from_translation([x, 0.0, 0.0]).expect("finite")
}

/// The same body twice, moved by so many of its widths.
fn blobs(triangles: usize, share: f64) -> Case {
    let body = Body::new(blob(triangles));
    let bounds = body.mesh().report().bounds;
    let width = bounds.max.x - bounds.min.x;
    (body.clone(), body, at(share * width))
}

fn needles(count: usize) -> Case {
    let b = blob(5000);
    let bounds = b.report().bounds;
    let length = (bounds.max - bounds.min).norm();
    let random = &mut random(41);
    let triangle = |_| {
        let place = (bounds.min + bounds.max.coords).coords / 2.0 + 0.2 * length * vector(random);
        let along = 0.5 * length * vector(random).normalize();
        [place - along, place + along, place + 1e-3 * length * vector(random)]
    };
    (soup((0..count).map(triangle)), Body::new(b), Pose::identity())
}

fn outlier(away: f64) -> Case {
    let mesh = blob(5000);
    let mut vertices = mesh.vertices().to_vec();
    vertices[0] = vertices[0].map(|x| (x * away) as f32).map(f64::from);
    let a = Mesh::new(vertices, mesh.triangles().to_vec()).expect("finite");
    (Body::new(a), Body::new(mesh), at(0.01))
}

/// Squares of 2 `4^step` triangles, moved by so many sides.
fn coplanar(step: u32, share: f64) -> Case {
    let cells = 8 * 2_usize.pow(step);
    let corner = |x: usize, y: usize| Vector3::new(x as f64, y as f64, 0.0) / cells as f64;
    let cell = |n: usize| {
        let (x, y) = (n % cells, n / cells);
        let [a, b, c, d] = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[u, v]| corner(x + u, y + v));
        [[a, b, c], [a, c, d]]
    };
    let body = soup((0..cells * cells).flat_map(cell));
    (body.clone(), body, at(share))
}

fn on_itself(triangles: usize) -> Case {
    let body = Body::new(blob(triangles));
    (body.clone(), body, Pose::from_translation([6e-8, -7e-8, 3e-8]).expect("finite"))
}

/// One triangle many times, and another that its box meets but it does not, moved by so much.
fn copies(count: usize, apart: f64) -> Case {
    let one = [Vector3::zeros(), Vector3::x(), Vector3::y()];
    let other = [[0.6, 0.9, -0.3], [0.9, 0.6, 0.3], [0.9, 0.9, 0.1]].map(Vector3::from);
    (soup((0..count).map(|_| one)), soup((0..count).map(|_| other)), at(apart))
}

fn soup(triangles: impl Iterator<Item = [Vector3<f64>; 3]>) -> Body {
    let vertices: Vec<[f64; 3]> = triangles.flatten().map(Into::into).collect();
    let ids = (0..vertices.len() as u32 / 3).map(|n| [3 * n, 3 * n + 1, 3 * n + 2]).collect();
    Body::new(Mesh::new(vertices, ids).expect("finite"))
}
