//! A planner links the engine: an L-shaped piece is brought through the hole in a wall, which it
//! passes only by turning on the way, and past a robot link that stands behind it.
//!
//! ```sh
//! cargo run --release -p obbtree --example planner
//! ```
//!
//! `World` is all that a planner needs of the engine: bodies, which threads share, and the test
//! of a state by a query, of which each thread has its own. The search is RRT-Connect from the
//! `rrt` crate. The path that it finds is checked again in far finer steps, by a batch over all
//! cores; if it cuts a corner, the search is repeated with half the step.

use std::path::Path;
use std::sync::Mutex;

use obbtree::nalgebra::{Isometry3, Vector3};
use obbtree::query::Placed;
use obbtree::{Body, Pose, Query};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Metres and radians: `x, y, z`, then the rotation about z. One radian moves the tips of the
/// piece's legs, which are 1 m long, by 1 m, so that one step length serves all four.
type State = [f64; 4];

/// Metres (or radians) between the states that the search tests at first.
const STEP: f64 = 0.02;
/// Metres between the states of the final check.
const CHECK_STEP: f64 = 0.0005;

/// Everything that does not move, and the piece that does.
struct World {
    piece: Body,
    obstacles: Vec<Placed>,
}

impl World {
    fn read(assets: &Path) -> Result<Self, Box<dyn std::error::Error>> {
        let wall = Body::read(assets.join("wall.obj"))?;
        let link = Body::read(assets.join("link.stl"))?;
        let behind_the_wall = Pose::from_translation([1.6, -1.0, 0.0])?;
        Ok(Self {
            piece: Body::read(assets.join("l_piece.stl"))?,
            obstacles: vec![
                Placed { body: wall, pose: Pose::identity() },
                Placed { body: link, pose: behind_the_wall },
            ],
        })
    }

    /// Touching is colliding, so the piece is free in a valid state.
    fn is_valid(&self, state: &[f64], query: &mut Query) -> bool {
        let Ok(pose) = pose(state) else { return false };
        self.obstacles
            .iter()
            .all(|obstacle| !query.collide(&obstacle.body, &obstacle.pose, &self.piece, &pose))
    }
}

fn pose(state: &[f64]) -> Result<Pose, obbtree::pose::PoseError> {
    let [x, y, z, angle] = [state[0], state[1], state[2], state[3]];
    Isometry3::new(Vector3::new(x, y, z), Vector3::z() * angle).try_into()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let assets = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets"));
    let world = World::read(assets)?;
    let start: State = [-1.3, -0.15, 0.0, 0.0];
    let goal: State = [0.9, 0.2, 0.0, -std::f64::consts::FRAC_PI_2];

    let mut query = Query::new();
    let random = Mutex::new(Pcg64Mcg::new(1));
    let sample = || -> Vec<f64> {
        let mut random = random.lock().expect("one thread samples");
        [1.5, 1.2, 0.03, 3.2].map(|reach| random.random_range(-reach..reach)).to_vec()
    };
    let mut step = STEP;
    let path = loop {
        let started = std::time::Instant::now();
        let mut tested = 0_u64;
        let mut is_valid = |state: &[f64]| {
            tested += 1;
            world.is_valid(state, &mut query)
        };
        let mut path = rrt::dual_rrt_connect(&start, &goal, &mut is_valid, sample, step, 200_000)?;
        rrt::smooth_path(&mut path, &mut is_valid, step, 200);
        let milliseconds = started.elapsed().as_secs_f64() * 1e3;
        println!("step {step}: {tested} states in {milliseconds:.0} ms, path of {}", path.len());

        let fine = refine(&path);
        let valid = query.batch().map(&fine, |state, query| world.is_valid(state, query))?;
        let colliding = valid.iter().filter(|valid| !**valid).count();
        println!("  checked {} states {CHECK_STEP} apart: {colliding} collide", fine.len());
        if colliding == 0 {
            break path;
        }
        step /= 2.0; // a corner was cut between two states
    };
    for state in &path {
        let [x, y, z, angle] = [state[0], state[1], state[2], state[3].to_degrees()];
        println!("  x {x:6.3}  y {y:6.3}  z {z:6.3}  rotation {angle:7.2} degrees");
    }
    Ok(())
}

/// The path in steps of at most [`CHECK_STEP`].
fn refine(path: &[Vec<f64>]) -> Vec<State> {
    let mut fine = Vec::new();
    for ends in path.windows(2) {
        let longest = (0..4).map(|i| (ends[1][i] - ends[0][i]).abs()).fold(0.0, f64::max);
        let steps = (longest / CHECK_STEP).ceil().max(1.0) as usize;
        for step in 0..=steps {
            let at = step as f64 / steps as f64;
            fine.push(std::array::from_fn(|i| ends[0][i] + at * (ends[1][i] - ends[0][i])));
        }
    }
    fine
}
