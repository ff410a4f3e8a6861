//! The parts of `benches/compare/rays` that are in Rust: rays, the engines obbtree and parry3d-f64,
//! and the judgement of answers.
//!
//! ```sh
//! rays make MODEL COUNT MESH RAYS       # from a mesh file, in the formats of the comparison
//! rays obbtree|parry3d-f64 MESH RAYS    # an engine; its questions: benches/compare/README.md
//! rays judge MESH RAYS ANSWERS BITS     # answers of an engine with so many bits a number, as JSON
//! ```

use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::{self, BufRead};
use std::path::Path;
use std::time::Instant;

use obbtree::query::Ray;
use obbtree::{Body, Mesh, Pose};
use obbtree_benches::compare::files::{read_mesh, write_mesh};
use obbtree_benches::rays::{
    Answer, Judge, KINDS, MISSED, on_lattice, rays, read_answers, read_rays, write_answers,
    write_rays,
};
use obbtree_tests::parry::double::trimesh;
use parry3d_f64::math::Vector;
use parry3d_f64::query::Ray as PeerRay;
use parry3d_f64::shape::{CompositeShapeRef, TriMesh};

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["make", model, count, mesh, to] => {
            let count = count.parse().map_err(io::Error::other)?;
            make(model, count, Path::new(mesh), Path::new(to))
        }
        ["judge", mesh, rays, answers, bits] => {
            let bits: i32 = bits.parse().map_err(io::Error::other)?;
            judge(&mesh_of(mesh)?, Path::new(rays), Path::new(answers), 2.0_f64.powi(-bits))
        }
        ["obbtree", mesh, rays] => serve::<Body>(&mesh_of(mesh)?, &read_rays(Path::new(rays))?),
        ["parry3d-f64", mesh, rays] => {
            serve::<TriMesh>(&mesh_of(mesh)?, &read_rays(Path::new(rays))?)
        }
        _ => Err(io::Error::other("usage: rays make|judge|obbtree|parry3d-f64 ...")),
    }
}

fn make(model: &str, count: usize, mesh: &Path, to: &Path) -> io::Result<()> {
    let loaded = obbtree::io::read_mesh(model).map_err(io::Error::other)?;
    let on_lattice = on_lattice(&loaded.mesh);
    write_mesh(mesh, &on_lattice)?;
    write_rays(to, &rays(&on_lattice, count))?;
    println!("{}", on_lattice.triangles().len());
    Ok(())
}

fn mesh_of(path: &str) -> io::Result<Mesh> {
    let (vertices, triangles) = read_mesh(Path::new(path))?;
    Mesh::new(vertices, triangles).map_err(io::Error::other)
}

fn judge(mesh: &Mesh, rays: &Path, answers: &Path, rounding: f64) -> io::Result<()> {
    let (rays, answers) = (read_rays(rays)?, read_answers(answers)?);
    assert_eq!(rays.len(), answers.len(), "another number of answers");
    let judge = Judge::new(mesh, rounding);
    let (mut from, mut verdicts) = (0, BTreeMap::new());
    for (kind, share) in KINDS {
        let to = from + rays.len() * share / 100;
        verdicts.insert(kind, judge.of(&rays[from..to], &answers[from..to]));
        from = to;
    }
    println!("{}", serde_json::to_string(&verdicts).map_err(io::Error::other)?);
    Ok(())
}

/// An engine that casts rays at one mesh.
trait Caster {
    type Ray;
    fn build(mesh: &Mesh) -> Self;
    fn ray(ray: &Ray) -> Self::Ray;
    /// The first triangle and the parameter.
    fn cast(&self, ray: &Self::Ray) -> Answer;
}

impl Caster for Body {
    type Ray = Ray;

    fn build(mesh: &Mesh) -> Self {
        Self::new(mesh.clone())
    }

    fn ray(ray: &Ray) -> Ray {
        *ray
    }

    fn cast(&self, ray: &Ray) -> Answer {
        let hit = self.closest_hit(&Pose::identity(), ray);
        hit.map_or(MISSED, |hit| (i64::from(hit.triangle), hit.t()))
    }
}

impl Caster for TriMesh {
    type Ray = PeerRay;

    fn build(mesh: &Mesh) -> Self {
        trimesh(mesh)
    }

    fn ray(ray: &Ray) -> PeerRay {
        let vector = |[x, y, z]: [f64; 3]| Vector::new(x, y, z);
        PeerRay::new(vector(ray.origin().into()), vector(ray.direction().into()))
    }

    fn cast(&self, ray: &PeerRay) -> Answer {
        let hit = CompositeShapeRef(self).cast_local_ray(ray, f64::MAX, false);
        hit.map_or(MISSED, |(triangle, t)| (i64::from(triangle), t))
    }
}

/// Answers `build`, `cast` and `list FILE` until its input ends: nanoseconds of a build,
/// nanoseconds a ray of one pass over all rays, and the answers.
fn serve<C: Caster>(mesh: &Mesh, rays: &[Ray]) -> io::Result<()> {
    let rays: Vec<C::Ray> = rays.iter().map(C::ray).collect();
    let mut caster = C::build(mesh);
    println!("ready");
    for line in io::stdin().lock().lines() {
        let line = line?;
        let start = Instant::now();
        let mut per = 1.0;
        match line.split_once(' ') {
            Some(("list", file)) => {
                let answers: Vec<Answer> = rays.iter().map(|ray| caster.cast(ray)).collect();
                write_answers(Path::new(file), &answers)?;
            }
            None if line == "build" => caster = C::build(mesh),
            None if line == "cast" => {
                for ray in &rays {
                    black_box(caster.cast(ray));
                }
                per = rays.len() as f64;
            }
            _ => return Err(io::Error::other(format!("no question: {line}"))),
        }
        println!("{:.2}", start.elapsed().as_secs_f64() * 1e9 / per);
    }
    Ok(())
}
