//! `obbtree check`: at which poses does B collide with A, or come near it?
//!
//! The poses are answered by all cores, slice by slice, and printed in their order.

mod contact_fields;
mod depth_fields;
mod many;
pub(crate) mod session;
mod slices;
mod verify;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use obbtree::query::Counts;
use obbtree::{Body, Pose};
use serde::Serialize;

use crate::inputs::{Input, ensure_none};
use crate::load::{self, EngineName, MeshOptions};
use crate::question::{QueryName, Question, QuestionOptions};
use crate::reference::Reference;
use crate::run_options::RunOptions;
use session::{Reply, Request, Session};
use slices::Slices;

#[derive(clap::Args)]
#[command(after_help = "\
With two mesh files the question is about these two, at one or many poses of B. With any other number \
of files, with --parts, and with folders and scene files it is about all pairs of bodies: a file is a body \
by its name, and of a single file each node of a glTF or COLLADA, or each object or group of an OBJ. Pairs \
are answered by --query any, closer-than, within, distance (the nearest pair) and contacts. --scale and the \
like are for all files, what stands behind a file for that one: lid.stl@unit=mm@pose=\"0 0 0.1 0 0 0 1\".

A file of points (PCD, PLY, XYZ, TXT, CSV, NPY, NPZ) is a body: all that is within a radius of a
point, which stands behind the file: scan.pcd@radius=0.01. Its questions are those about all pairs
of bodies. Points that are NaN are left out. An octree of OctoMap (BT, OT) is a body as well: the
cubes that are occupied, or all that are not free: map.bt@unknown=occupied.

An image in PNG or TIFF, of one channel of 16 bits or f32, is points of depths with the numbers of
its camera, depth.png@camera=525,525,319.5,239.5@unit=mm@radius=0.01; what is nearer or farther away
than @near=0.3@far=8 is not seen. With a tile in place of the radius it is the space behind them, up
to far, for --solid: @tile=4 takes 4 x 4 pixels together, and @nothing=solid says that a pixel that
shows nothing may hide anything. With the length from pixel to pixel it is a surface of heights,
ground.tif@spacing=0.05: x to the right, y up, from the pixel at the bottom left. What a step of the
numbers is, and which number is none: @height=0.001@hole=0.

A pose is 7 numbers (x y z qx qy qz qw), 12 (the rows of [R | t]) or 16 (the rows of a 4 x 4 \
matrix). A pose file has one pose a line; # starts a comment.

Exit status: 0 if B collides with A at no pose, 1 if it does at some pose, 2 on an error. With \
closer-than, being closer counts in place of colliding; with distance, a distance of 0 does; with
clearance, a lower bound of 0; with manifolds, a point does.

With contacts, the points that two triangles share are in the world; the normal points from A to B,
and local_depth is how far B's triangle has to move along it to no more than touch A's. Added to the
translation of B's pose, separating_translation gives a pose at which the bodies certainly
do not collide. With depth, so does translation.

Examples:
  obbtree check assets/bolt.obj assets/nut.stl --pose \"0 0 12 0 0 0 1\"
  obbtree check room.obj robot.stl --poses path.txt --query all --json
  obbtree check room.obj robot.stl --poses path.txt --query closer-than --tolerance 0.05
  obbtree check room.obj robot.stl --poses path.txt --query distance --json
  obbtree check room.obj robot.stl --poses path.txt --query clearance --effort 200
  obbtree check room.obj robot.stl --poses path.txt --query contacts --json
  obbtree check room.obj robot.stl --poses path.txt --query depth --along \"0 0 1\"
  obbtree check assets/bolt.obj assets/nut.stl --query manifolds --margin 0.01 --json
  obbtree check assets/wheel.stl assets/pinion.obj --pose \"60 0 0 0 0 0 1\" --query within --tolerance 5
  obbtree check bolt.stl@unit=mm nut.stl@unit=mm lid.obj@scale=0.01@pose=\"0 0 1 0 0 0 1\"
  obbtree check room.obj scan.pcd@radius=0.01 --query contacts --json
  obbtree check assets/wall.obj assets/wall.bt --query any
  obbtree check assembly.glb --query within --tolerance 0.002 --json
  cat part.stl | obbtree check - box.obj
  cat scan.pcd | obbtree check box.obj -- -@radius=0.01")]
pub(crate) struct Arguments {
    /// Mesh or tree files: A and B; or more of them, a folder, a scene file, or one file of many
    /// parts. - is standard input. Behind a file may stand @unit=mm, @scale=FACTOR, @pose=POSE,
    /// @name=NAME, behind a file of points @radius=LENGTH, behind an octree @unknown=occupied,
    /// behind an image @camera=FX,FY,CX,CY with @near=Z, @far=Z and @tile=PIXELS, @nothing=solid,
    /// or @spacing=LENGTH, @height=FACTOR and @hole=NUMBER
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<Input>,
    /// Of several files, too, each part is a body, as of one file
    #[arg(long)]
    parts: bool,
    /// The pose of B; the identity if not given
    #[arg(long, allow_hyphen_values = true, conflicts_with = "poses")]
    pose: Option<String>,
    /// A file with many poses of B
    #[arg(long, value_name = "FILE")]
    poses: Option<PathBuf>,
    /// The pose of A; the identity if not given
    #[arg(long, allow_hyphen_values = true)]
    pose_a: Option<String>,
    /// The query
    #[arg(long, value_enum, default_value = "any")]
    query: QueryName,
    #[command(flatten)]
    question: QuestionOptions,
    /// Which engine answers; the answers are the same
    #[arg(long, value_enum, default_value = "wide")]
    engine: EngineName,
    /// Treat the bodies as solid: one that is wholly inside the other collides with it (with
    /// closer-than: has distance 0). All meshes must be closed
    #[arg(long)]
    solid: bool,
    /// Print the relation of the bodies: separated, touching, intersecting, containing (A contains
    /// B, or a part of it), contained, coincident or overlapping (a part of each in the other)
    #[arg(long)]
    classify: bool,
    /// Check each answer by slow rational arithmetic that shares no code with the engine: pairs,
    /// distances, inside and relation. The last line says what else was not checked
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    run: RunOptions,
    #[command(flatten)]
    options: MeshOptions,
}

/// The last line of `--json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Summary {
    summary: bool,
    poses: usize,
    /// How many poses collide, or are closer than the tolerance.
    hits: usize,
    /// How many pairs of triangles meet, or are near, over all poses, for `all`, `contacts` and
    /// `within`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<usize>,
    box_tests: u64,
    triangle_tests: u64,
    /// With `--verify`: what the referee did not check.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_verified: Option<&'static str>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let [input_a, input_b] = &arguments.inputs[..] else { return many(arguments) };
    let is_many = |input: &Input| input.is_scene() || input.is_sensed();
    if arguments.parts || is_many(input_a) || is_many(input_b) {
        return many(arguments);
    }
    let request = request(arguments)?;
    let pose_a = place(input_a, arguments.pose_a.as_deref(), "--pose-a")?;
    let poses = match (&arguments.poses, input_b.pose) {
        (None, Some(_)) => vec![place(input_b, arguments.pose.as_deref(), "--pose")?],
        (Some(_), Some(_)) => bail!("--poses and @pose= both say where B is: give one of them"),
        (poses, None) => load::poses(poses.as_ref(), arguments.pose.as_deref())?,
    };
    let read = |input: &Input| -> Result<Body> {
        let body = input.model(&arguments.options, arguments.run.messages)?.body;
        if arguments.solid {
            let path = input.path.display();
            body.require_closed()
                .with_context(|| format!("{path}: --solid needs closed meshes"))?;
        }
        Ok(body)
    };
    let (a, b) = (read(input_a)?, read(input_b)?);
    let is_classic = arguments.engine == EngineName::Classic;
    let reference = is_classic.then(|| Reference::build([a.mesh(), b.mesh()]));
    let session = Session { a, pose_a, b, poses, request, reference };

    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let total = answer_all(&session, arguments, &mut out)?;
    let in_words = total.in_words(&session);
    let summary = total.summary(&session);
    arguments.run.finish(out, &summary, format_args!("{in_words}"), total.hits == 0)
}

/// All pairs of more than two bodies.
fn many(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { inputs, parts, run, options, query, solid, .. } = arguments;
    ensure_none(&[
        (arguments.pose.is_some(), "--pose"),
        (arguments.poses.is_some(), "--poses"),
        (arguments.pose_a.is_some(), "--pose-a"),
        (arguments.engine == EngineName::Classic, "--engine classic"),
        (arguments.classify, "--classify"),
        (arguments.verify, "--verify"),
        (*query == QueryName::All, "--query all"),
        (*query == QueryName::Clearance, "--query clearance"),
        (*query == QueryName::Depth, "--query depth"),
        (*query == QueryName::Manifolds, "--query manifolds"),
    ])?;
    let question = Question::new(*query, &arguments.question)?;
    let (parts, run, solid) = (*parts, *run, *solid);
    many::run(&many::Request { inputs, parts, options, run, question, solid })
}

/// Where a body is: as its option says, or what stands behind its file.
fn place(input: &Input, text: Option<&str>, option: &str) -> Result<Pose> {
    match (input.pose, text) {
        (Some(_), Some(_)) => {
            bail!("{option} and @pose= both say where {} is: give one of them", input.name())
        }
        (Some(pose), None) => Ok(pose),
        (None, text) => load::pose(text, option),
    }
}

/// The query, if the options go together.
fn request(arguments: &Arguments) -> Result<Request> {
    let &Arguments { solid, classify, verify, run: RunOptions { json, .. }, .. } = arguments;
    let question = Question::new(arguments.query, &arguments.question)?;
    let of_surfaces = !(solid && matches!(question, Question::Within(..)));
    ensure!(of_surfaces, "--query within is about surfaces: --solid does not go with it");
    if let Some(name) = question.beside_pairs() {
        ensure!(!classify, "--classify does not go with --query {name}: ask for one of them");
    }
    if arguments.engine == EngineName::Classic {
        Reference::ensure_answers(question, solid || classify)?;
    }
    Ok(Request { question, solid, classify, verify, json })
}

/// Answers and prints every pose.
fn answer_all(session: &Session, arguments: &Arguments, out: &mut impl Write) -> Result<Total> {
    let progress = arguments.run.messages.steps("checking", session.poses.len());
    let mut total = Total::default();
    let mut slices = Slices::of(session.poses.len());
    while let Some(slice) = slices.next_slice() {
        let report = |done| progress.reached(slice.start + done);
        let batch = session.query().batch().reporting_to(&report);
        let batch = load::on_threads(batch, arguments.run.threads);
        let numbers: Vec<usize> = slice.clone().collect();
        let mut bytes = 0;
        for reply in batch.map(&numbers, |&number, query| session.answer(number, query))? {
            let reply = reply?;
            out.write_all(&reply.text)?;
            bytes += reply.text.len();
            total.add(&reply);
        }
        out.flush()?;
        slices.took(bytes);
    }
    progress.finish();
    Ok(total)
}

/// Sums over the poses.
#[derive(Default)]
struct Total {
    hits: usize,
    pairs: usize,
    counts: Counts,
}

impl Total {
    fn add(&mut self, reply: &Reply) {
        self.hits += usize::from(reply.hit);
        self.pairs += reply.pairs;
        self.counts += reply.counts;
    }

    fn summary(&self, session: &Session) -> Summary {
        let all = matches!(
            session.request.question,
            Question::All | Question::Contacts(_) | Question::Within(..)
        );
        Summary {
            summary: true,
            poses: session.poses.len(),
            hits: self.hits,
            pairs: all.then_some(self.pairs),
            box_tests: self.counts.box_tests,
            triangle_tests: self.counts.triangle_tests,
            not_verified: session
                .request
                .question
                .not_verified()
                .filter(|_| session.request.verify),
        }
    }

    fn in_words(&self, session: &Session) -> String {
        let found = match session.request.question {
            Question::Any | Question::All | Question::Contacts(_) | Question::Depth(_) => {
                "collide".to_owned()
            }
            Question::Manifolds(margin) => format!("have points within {margin}"),
            Question::Clearance(_) => "are not shown to be free".to_owned(),
            Question::Within(tolerance, ..) => format!("have triangles within {tolerance}"),
            Question::CloserThan(tolerance) => format!("have a distance of at most {tolerance}"),
            Question::Distance(_) => "have distance 0".to_owned(),
        };
        let verified = match (session.request.verify, session.request.question.not_verified()) {
            (false, _) => String::new(),
            (true, None) => ", verified".to_owned(),
            (true, Some(rest)) => format!(", verified but for {rest}"),
        };
        format!("{} of {} poses {found}{verified}", self.hits, session.poses.len())
    }
}
