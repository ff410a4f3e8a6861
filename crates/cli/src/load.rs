//! From paths and texts on the command line to bodies and poses.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use obbtree::io::{Loaded, ReadOptions};
use obbtree::query::Batch;
use obbtree::{Body, Mesh, Pose};

use crate::progress::Messages;

/// Which engine answers.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// Four boxes a node, for vector instructions
    Wide,
    /// The engine of the 1996 paper, the reference
    Classic,
}

/// How mesh files are read.
#[derive(Clone, clap::Args)]
#[command(next_help_heading = "Reading meshes")]
pub(crate) struct MeshOptions {
    /// Multiply all coordinates by a factor: 0.001 converts millimetres to metres
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true, default_value_t = 1.0)]
    scale: f64,
    /// Multiply x, y and z by three factors as well; where that mirrors the mesh, the corners of
    /// each triangle change their order, so that its front stays outside
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = axis_scale)]
    axis_scale: Option<[f64; 3]>,
    /// Join vertices of equal coordinates
    #[arg(long)]
    weld: bool,
    /// Leave out triangles without area; the other triangles are numbered without gaps
    #[arg(long)]
    drop_degenerate: bool,
    /// Refuse a file with more triangles
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    max_triangles: Option<usize>,
    /// Do not check that the boxes of a tree file contain its triangles. Loading is faster; a
    /// damaged file is still refused, but a forged one gives wrong answers
    #[arg(long)]
    trust: bool,
}

impl MeshOptions {
    /// Meshes as they are.
    pub(crate) fn none() -> Self {
        let (axis_scale, max_triangles) = (None, None);
        let [weld, drop_degenerate, trust] = [false; 3];
        Self { scale: 1.0, axis_scale, weld, drop_degenerate, max_triangles, trust }
    }

    /// The options that change the mesh, as words of a command.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.scale != 1.0 {
            words.push(format!("--scale={}", self.scale));
        }
        if let Some([x, y, z]) = self.axis_scale {
            words.push(format!("--axis-scale={x},{y},{z}"));
        }
        let flags = [(self.weld, "--weld"), (self.drop_degenerate, "--drop-degenerate")];
        words.extend(flags.iter().filter(|(is_on, _)| *is_on).map(|(_, flag)| flag.to_string()));
        words
    }

    /// The same with another factor.
    pub(crate) fn scaled(&self, factor: f64) -> Self {
        Self { scale: self.scale * factor, ..self.clone() }
    }

    /// Multiplies coordinates as those of meshes are.
    pub(crate) fn scale_points(&self, points: &mut [[f64; 3]]) {
        let factors = self.axis_scale.unwrap_or([1.0; 3]).map(|factor| self.scale * factor);
        if factors != [1.0; 3] {
            for point in points {
                *point = [0, 1, 2].map(|k| point[k] * factors[k]);
            }
        }
    }

    /// Multiplies a length of cubes, which stay cubes.
    pub(crate) fn scale_length(&self, length: f64) -> Result<f64> {
        let [x, y, z] = self.axis_scale.unwrap_or([1.0; 3]).map(|factor| self.scale * factor);
        anyhow::ensure!(
            x == y && y == z && x > 0.0,
            "voxels and images are scaled by one number above 0"
        );
        Ok(length * x)
    }

    pub(crate) fn to_read(&self) -> ReadOptions {
        let default = ReadOptions::default();
        let (axis_scale, max_triangles) = (default.axis_scale, default.max_triangles);
        default
            .with_scale(self.scale)
            .with_axis_scale(self.axis_scale.unwrap_or(axis_scale))
            .with_weld(self.weld)
            .with_drop_degenerate(self.drop_degenerate)
            .with_max_triangles(self.max_triangles.unwrap_or(max_triangles))
    }
}

/// The mesh of a question, and how the answer is printed.
#[derive(clap::Args)]
pub(crate) struct OneMesh {
    /// The mesh or tree file
    pub(crate) mesh: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) messages: Messages,
    #[command(flatten)]
    pub(crate) options: MeshOptions,
}

impl OneMesh {
    pub(crate) fn name(&self) -> String {
        self.mesh.display().to_string()
    }

    pub(crate) fn read(&self) -> Result<Model> {
        Model::read(&self.mesh, &self.options, self.messages)
    }
}

/// Three numbers with commas between them.
fn axis_scale(text: &str) -> Result<[f64; 3], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| "three numbers like 1,1,-1".to_owned())
}

/// Reads a mesh; of a tree file, the mesh in it.
pub(crate) fn mesh(path: &Path, options: &MeshOptions, messages: Messages) -> Result<Mesh> {
    Ok(read(path, options, messages)?.mesh)
}

/// Reads a mesh or tree file, and prints the reader's notes.
pub(crate) fn read(path: &Path, options: &MeshOptions, messages: Messages) -> Result<Loaded> {
    let memory = {
        let _activity = messages.activity("reading", path);
        memory_of(path)?
    };
    if let Some(memory) = memory {
        return read_bytes(&memory, options, messages);
    }
    let loaded = {
        let _activity = messages.activity("reading", path);
        obbtree::io::read_mesh_with(path, &options.to_read())?
    };
    for note in loaded.report.notes() {
        messages.note(path, &note);
    }
    Ok(loaded)
}

/// The file that stands for standard input, and its name in errors.
const DASH: &str = "-";
const STANDARD_INPUT: &str = "standard input";

pub(crate) fn is_standard_input(path: &Path) -> bool {
    path == Path::new(DASH)
}

/// The content of what can be read only once, and its name in errors.
pub(crate) struct Memory {
    pub(crate) bytes: Arc<Vec<u8>>,
    pub(crate) name: String,
}

/// The content of standard input, or of a pipe or device; `None` of a regular file or folder, and
/// of what is not there.
pub(crate) fn memory_of(path: &Path) -> Result<Option<Memory>> {
    if !is_read_once(path) {
        return Ok(None);
    }
    // Its kind is found first: what was read for that is not there a second time.
    static READ: Mutex<BTreeMap<PathBuf, Arc<Vec<u8>>>> = Mutex::new(BTreeMap::new());
    let is_input = is_standard_input(path);
    let name = if is_input { STANDARD_INPUT.to_owned() } else { path.display().to_string() };
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let bytes = match read.get(path) {
        Some(bytes) => Arc::clone(bytes),
        None => {
            let mut bytes = Vec::new();
            let all = match is_input {
                true => std::io::stdin().lock().read_to_end(&mut bytes),
                false => {
                    std::fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
                }
            };
            all.with_context(|| name.clone())?;
            let bytes = Arc::new(bytes);
            read.insert(path.to_owned(), Arc::clone(&bytes));
            bytes
        }
    };
    Ok(Some(Memory { bytes, name }))
}

/// Is it standard input, a pipe or a device?
pub(crate) fn is_read_once(path: &Path) -> bool {
    is_standard_input(path)
        || std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// So many of the first bytes of a file, or fewer; none of what cannot be read.
pub(crate) fn head(path: &Path, count: usize) -> Vec<u8> {
    if is_read_once(path) {
        let memory = memory_of(path).ok().flatten();
        return memory.map_or(Vec::new(), |read| read.bytes.iter().copied().take(count).collect());
    }
    let mut head = Vec::new();
    let file = std::fs::File::open(path);
    match file.and_then(|file| file.take(count as u64).read_to_end(&mut head)) {
        Ok(_) => head,
        Err(_) => Vec::new(),
    }
}

/// A mesh from memory, by its content.
pub(crate) fn read_bytes(
    memory: &Memory,
    options: &MeshOptions,
    messages: Messages,
) -> Result<Loaded> {
    let Memory { bytes, name } = memory;
    let loaded = obbtree::io::read_mesh_from_with(bytes, name, &options.to_read())?;
    for note in loaded.report.notes() {
        messages.note(Path::new(name), &note);
    }
    Ok(loaded)
}

/// A body that was read from a file, and what there is to tell of that.
pub(crate) struct Model {
    pub(crate) body: Body,
    /// The format of the file.
    pub(crate) format: String,
    /// The reader's notes.
    pub(crate) notes: Vec<String>,
    /// Reading the file, with its tree if it holds one, and checking that.
    pub(crate) read_time: Duration,
    /// `None` if the tree was read.
    pub(crate) build_time: Option<Duration>,
}

/// The body of a file; with `solid`, of a closed mesh.
pub(crate) fn body(
    path: &Path,
    options: &MeshOptions,
    messages: Messages,
    solid: bool,
) -> Result<Body> {
    let body = Model::read(path, options, messages)?.body;
    if solid {
        body.require_closed()
            .with_context(|| format!("{}: --solid needs closed meshes", path.display()))?;
    }
    Ok(body)
}

/// A batch on so many threads; with 0 on the process's own, one a core.
pub(crate) fn on_threads(batch: Batch<'_>, threads: usize) -> Batch<'_> {
    match threads {
        0 => batch,
        threads => batch.threads(threads),
    }
}

impl Model {
    /// Reads a mesh file and builds its tree, or reads a tree file.
    pub(crate) fn read(path: &Path, options: &MeshOptions, messages: Messages) -> Result<Self> {
        let start = Instant::now();
        Self::of(read(path, options, messages)?, path, options, messages, start)
    }

    /// The same of what was read, since `start`.
    pub(crate) fn of(
        loaded: Loaded,
        path: &Path,
        options: &MeshOptions,
        messages: Messages,
        start: Instant,
    ) -> Result<Self> {
        let Loaded { mesh, tree, format, report, .. } = loaded;
        let (format, notes) = (format.to_string(), report.notes());
        if let Some(tree) = tree {
            let _activity = messages.activity("checking", path);
            if !options.trust {
                tree.validate().with_context(|| path.display().to_string())?;
            }
            let body = Body::from_parts(mesh, tree).with_context(|| path.display().to_string())?;
            let read_time = start.elapsed();
            return Ok(Self { body, format, notes, read_time, build_time: None });
        }
        let read_time = start.elapsed();
        let _activity = messages.activity("building", path);
        let start = Instant::now();
        let body = Body::new(mesh);
        let build_time = Some(start.elapsed());
        Ok(Self { body, format, notes, read_time, build_time })
    }

    /// Milliseconds of building; 0 if the tree was read.
    pub(crate) fn build_ms(&self) -> f64 {
        self.build_time.unwrap_or_default().as_secs_f64() * 1e3
    }
}

/// The poses to ask about: those of the file, or the one given, or the identity.
pub(crate) fn poses(file: Option<&PathBuf>, text: Option<&str>) -> Result<Vec<Pose>> {
    match (file, text) {
        (Some(file), _) => {
            let poses = obbtree::io::read_poses(file)?;
            ensure!(!poses.is_empty(), "{}: there is no pose in the file", file.display());
            Ok(poses)
        }
        (None, text) => Ok(vec![pose(text, "--pose")?]),
    }
}

/// A pose given on the command line; the identity if there is none.
pub(crate) fn pose(text: Option<&str>, option: &str) -> Result<Pose> {
    text.map_or(Ok(Pose::identity()), |text| {
        text.parse().with_context(|| format!("{option} \"{text}\""))
    })
}
