use obbtree_collider::Query;
use obbtree_robot::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let effort: usize = args[1].parse().unwrap();
    let verbose = std::env::var("V").is_ok();
    for file in &args[2..] {
        let t = Instant::now();
        let robot = match Robot::read(file, &[]) {
            Ok(r) => r,
            Err(e) => {
                println!("{file}: {e}");
                continue;
            }
        };
        let read = t.elapsed().as_secs_f64();
        let t = Instant::now();
        let mut options = ProofOptions::default();
        options.effort = effort;
        let found = prove_allowed(&robot, &options, &Query::new().batch()).unwrap();
        let took = t.elapsed().as_secs_f64();
        let mut n = [0; 5];
        let mut und = 0;
        for p in &found.pairs {
            let k = match &p.collides {
                Collides::Never => 0,
                Collides::Always => 1,
                Collides::Sometimes { .. } => 2,
                Collides::Undecided { in_samples: true } => 3,
                _ => 4,
            };
            n[k] += 1;
            und += usize::from(k > 2 && !p.is_adjacent);
            if verbose && (p.effort > 2000 || k > 2) {
                let mut least = f64::INFINITY;
                if k > 2 {
                    let r = robot.clone().with_pairs(&[p.links]);
                    let mut c =
                        Checker::new(std::sync::Arc::new(r), &obbtree_scene::Scene::new()).unwrap();
                    let mut rnd = Random(5);
                    for _ in 0..300 {
                        let q = robot.random(|| rnd.uniform());
                        if let Ok(d) = c.distance(&q) {
                            least = least.min(d.upper);
                        }
                    }
                }
                print!(
                    "{least:9.6} closed {:?}",
                    p.links.map(|l| robot.links()[l]
                        .parts()
                        .iter()
                        .map(|p| p
                            .collider()
                            .body()
                            .map(|b| (b.mesh().triangles().len(), b.require_closed().is_ok())))
                        .collect::<Vec<_>>())
                );
                println!(
                    "   {} {} adj {} effort {} {}",
                    robot.links()[p.links[0]].name(),
                    robot.links()[p.links[1]].name(),
                    p.is_adjacent,
                    p.effort,
                    ["never", "always", "sometimes", "always?", "never?"][k]
                );
            }
        }
        let name = std::path::Path::new(file).file_name().unwrap().to_string_lossy();
        println!(
            "{name:40} dof {:3} pairs {:4} never {:4} always {:3} some {:4} always? {:3} never? {:3} nonadj-undecided {:3}; read {read:.2} s, proof {took:.2} s, effort {}",
            robot.dof(),
            found.pairs.len(),
            n[0],
            n[1],
            n[2],
            n[3],
            n[4],
            und,
            found.pairs.iter().map(|p| p.effort).sum::<usize>()
        );
    }
}
