//! Rust's engines behind the questions of `benches/compare`: obbtree, its classic engine, parry3d
//! and parry3d-f64. `benches/compare/README.md` has the questions and answers.
//!
//! ```sh
//! compare_driver obbtree|classic|parry3d|parry3d-f64|parry3d-f64-trees A B
//! ```

use std::fmt::Display;
use std::io::{self, BufRead};
use std::path::Path;
use std::time::Instant;

use obbtree::Mesh;
use obbtree_benches::compare::files::{Arrays, read_mesh, read_poses, write_pairs};
use obbtree_benches::compare::peer::{Double, DoubleTrees, Ours, Peer, Single};
use obbtree_benches::compare::question::Measure;
use obbtree_tests::{classic, wide};

/// Of A and of B.
type Meshes = [Arrays; 2];

/// A measurement lasts at least so long, by as many passes as that takes, so that reading the clock
/// is nothing beside it.
const SHORTEST: f64 = 1e-4;

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [engine, a, b] = words.as_slice() else {
        return Err(io::Error::other("usage: compare_driver ENGINE A B"));
    };
    let meshes = [read_mesh(Path::new(a))?, read_mesh(Path::new(b))?];
    match engine.as_str() {
        "obbtree" => serve::<Ours<wide::Tree>>(&meshes),
        "classic" => serve::<Ours<classic::Tree>>(&meshes),
        "parry3d" => serve::<Single>(&meshes),
        "parry3d-f64" => serve::<Double>(&meshes),
        "parry3d-f64-trees" => serve::<DoubleTrees>(&meshes),
        other => Err(io::Error::other(format!("no engine {other}"))),
    }
}

fn build<P: Peer>(meshes: &Meshes) -> P {
    let mesh = |(vertices, triangles): &Arrays| {
        Mesh::new(vertices.clone(), triangles.clone()).expect("a mesh of the comparison")
    };
    P::build(meshes.each_ref().map(mesh))
}

fn serve<P: Peer>(meshes: &Meshes) -> io::Result<()> {
    println!("ready");
    let mut built: Option<P> = None;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (question, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let (word, path) = rest.split_once(' ').unwrap_or((rest, ""));
        let seconds: f64 = word.parse().unwrap_or(0.0);
        if question == "build" {
            drop(built.take());
            let nanoseconds = median_of_passes(seconds, || built = Some(build(meshes)));
            println!("{nanoseconds:.1}");
            continue;
        }
        let peer = built.as_mut().ok_or_else(|| io::Error::other("queried before build"))?;
        match question {
            "any" => any(peer, seconds, Path::new(path))?,
            "all" => all(peer, seconds, Path::new(path))?,
            "list" => list(peer, Path::new(word), Path::new(path))?,
            "once" => once::<P>(meshes, seconds, Path::new(path))?,
            other => match Measure::of(other) {
                Some(question) => measure(peer, question, seconds, Path::new(path))?,
                None => println!("-"),
            },
        }
    }
    Ok(())
}

/// Nanoseconds of a pass: the median of passes for about so many seconds, of which one is always
/// made.
fn median_of_passes(seconds: f64, mut pass: impl FnMut()) -> f64 {
    let (turn, mut passes, mut found) = (Instant::now(), 1_u32, Vec::new());
    while found.is_empty() || turn.elapsed().as_secs_f64() < seconds {
        let start = Instant::now();
        for _ in 0..passes {
            pass();
        }
        let taken = start.elapsed().as_secs_f64();
        if taken < SHORTEST && seconds > 0.0 {
            passes *= 2; // and the measurement is not counted
            continue;
        }
        found.push(1e9 * taken / f64::from(passes));
    }
    found.sort_by(f64::total_cmp);
    found[found.len() / 2]
}

fn any<P: Peer>(peer: &mut P, seconds: f64, path: &Path) -> io::Result<()> {
    timed::<P>(seconds, path, |pose| u64::from(peer.any(pose)))
}

/// Times the answers at all poses of a file, and tells them.
fn timed<P: Peer>(
    seconds: f64,
    path: &Path,
    mut ask: impl FnMut(&P::Placed) -> u64,
) -> io::Result<()> {
    let poses: Vec<P::Placed> = read_poses(path)?.iter().map(P::place).collect();
    let mut answers = vec![0; poses.len()];
    let nanoseconds = median_of_passes(seconds, || {
        for (pose, answer) in poses.iter().zip(&mut answers) {
            *answer = ask(pose);
        }
    });
    tell(nanoseconds, &answers);
    Ok(())
}

fn all<P: Peer>(peer: &mut P, seconds: f64, path: &Path) -> io::Result<()> {
    if !P::ANSWERS_ALL {
        println!("-");
        return Ok(());
    }
    timed::<P>(seconds, path, |pose| {
        let mut pairs = 0;
        peer.for_each_pair(pose, |_| pairs += 1);
        pairs
    })
}

fn list<P: Peer>(peer: &mut P, poses: &Path, path: &Path) -> io::Result<()> {
    if !P::ANSWERS_ALL {
        println!("-");
        return Ok(());
    }
    let mut lists = Vec::new();
    for pose in read_poses(poses)?.iter().map(P::place) {
        let mut pairs = Vec::new();
        peer.for_each_pair(&pose, |pair| pairs.push(pair));
        lists.push(pairs);
    }
    write_pairs(path, &lists)?;
    println!("{}", lists.iter().map(Vec::len).sum::<usize>());
    Ok(())
}

/// From arrays to the first answer.
fn once<P: Peer>(meshes: &Meshes, seconds: f64, path: &Path) -> io::Result<()> {
    let poses = read_poses(path)?;
    let pose = P::place(poses.first().ok_or_else(|| io::Error::other("no pose"))?);
    let mut answer = false;
    let nanoseconds = median_of_passes(seconds, || answer = build::<P>(meshes).any(&pose));
    println!("{nanoseconds:.1} {}", u64::from(answer));
    Ok(())
}

/// Half and twice the distance are shares of the one that the engine itself gives, before the
/// clock.
fn measure<P: Peer>(peer: &mut P, question: Measure, seconds: f64, path: &Path) -> io::Result<()> {
    let poses: Vec<P::Placed> = read_poses(path)?.iter().map(P::place).collect();
    let is_part = [Measure::Half, Measure::Twice].contains(&question);
    let mut known = vec![0.0; poses.len()];
    for (pose, known) in poses.iter().zip(&mut known).filter(|_| is_part) {
        *known = peer.measure(Measure::Distance, pose, 0.0).unwrap_or(0.0);
    }
    let is_answered =
        poses.first().is_some_and(|pose| peer.measure(question, pose, known[0]).is_some());
    if !is_answered {
        println!("-");
        return Ok(());
    }
    let mut answers = vec![f64::NAN; poses.len()];
    let nanoseconds = median_of_passes(seconds, || {
        for ((pose, &known), answer) in poses.iter().zip(&known).zip(&mut answers) {
            *answer = peer.measure(question, pose, known).unwrap_or(f64::NAN);
        }
    });
    tell(nanoseconds, &answers);
    Ok(())
}

/// The time for each query, then the answers, every bit of them.
fn tell<T: Display>(nanoseconds: f64, answers: &[T]) {
    print!("{:.3}", nanoseconds / answers.len() as f64);
    for answer in answers {
        print!(" {answer}");
    }
    println!();
}
