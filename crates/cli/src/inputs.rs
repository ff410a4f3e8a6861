//! What a command reads: a file with its own scale, unit, pose and name, a folder, or standard
//! input.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use obbtree::io::read_assembly_from;
use obbtree::scene::{FileOptions, Scene, is_scene_json, scene_from_json};
use obbtree::{Collider, Pose, Unknown};

use crate::cloud;
use crate::image::ImageSettings;
use crate::load::{self, Memory, MeshOptions, Model, is_standard_input, memory_of};
use crate::octree;
use crate::progress::Messages;

/// What may stand behind a file.
const SETTINGS: [&str; 14] = [
    "camera", "far", "height", "hole", "name", "near", "nothing", "pose", "radius", "scale",
    "spacing", "tile", "unit", "unknown",
];

/// Units by their lengths in metres.
const UNITS: [(&str, f64); 6] =
    [("mm", 1e-3), ("cm", 1e-2), ("dm", 1e-1), ("m", 1.0), ("in", 0.0254), ("ft", 0.3048)];

/// A file and what is said about it: `FILE@scale=0.001@pose=0 0 1 0 0 0 1@name=lid`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Input {
    pub(crate) path: PathBuf,
    scale: f64,
    pub(crate) pose: Option<Pose>,
    pub(crate) name: Option<String>,
    /// The file holds points, each with all that is within so much.
    pub(crate) radius: Option<f64>,
    /// The file is an image.
    image: ImageSettings,
    /// What an octree's file does not know.
    pub(crate) unknown: Option<Unknown>,
    /// As it was given.
    pub(crate) text: String,
}

impl FromStr for Input {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (path, text_given) = (PathBuf::from(text), text.to_owned());
        let (pose, name, radius, unknown) = (None, None, None, None);
        let image = ImageSettings::default();
        let mut input =
            Self { path, scale: 1.0, pose, name, radius, image, unknown, text: text_given };
        let mut rest = text;
        let mut given = BTreeSet::new();
        while !Path::new(rest).exists() {
            let Some((before, setting)) = rest.rsplit_once('@') else { break };
            let Some((key, value)) = setting.split_once('=') else { break };
            input.set(key.trim(), value.trim())?;
            if !given.insert(key.trim()) {
                return Err(format!("@{}= stands behind the file twice", key.trim()));
            }
            rest = before;
        }
        input.path = PathBuf::from(rest);
        Ok(input)
    }
}

impl Input {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        if let Some(taken) = self.image.set(key, value) {
            return taken;
        }
        match key {
            "name" if !value.is_empty() => self.name = Some(value.to_owned()),
            "pose" => {
                let pose = value.parse().map_err(|error| format!("pose={value}: {error}"))?;
                self.pose = Some(pose);
            }
            "radius" => {
                let radius = value.parse().map_err(|_| format!("radius={value}: no number"))?;
                self.radius = Some(radius);
            }
            "scale" => {
                let factor: f64 = value.parse().map_err(|_| format!("scale={value}: no number"))?;
                self.scale *= factor;
            }
            "unknown" => {
                self.unknown = Some(match value {
                    "free" => Unknown::Free,
                    "occupied" => Unknown::Occupied,
                    _ => return Err(format!("unknown={value}: one of free, occupied")),
                });
            }
            "unit" => {
                let names = UNITS.map(|(name, _)| name).join(", ");
                let unit = UNITS.into_iter().find(|(name, _)| *name == value);
                let (_, metres) = unit.ok_or_else(|| format!("unit={value}: one of {names}"))?;
                self.scale *= metres;
            }
            _ => return Err(format!("`{key}`: what stands behind @ is {}", SETTINGS.join(", "))),
        }
        Ok(())
    }

    /// The name that it has in the answers: the one given, or that of the file.
    pub(crate) fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| match is_standard_input(&self.path) {
            true => "stdin".to_owned(),
            false => self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        })
    }

    /// Is it a file of an octree, by what stands behind it or by its content?
    fn is_octree(&self) -> bool {
        self.unknown.is_some() || octree::is_octree(&self.path)
    }

    /// Is it a file of points or voxels, or an image?
    pub(crate) fn is_sensed(&self) -> bool {
        self.image.is_image() || self.is_cloud() || self.is_octree()
    }

    /// Is it a file of points, by what stands behind it or by its content?
    fn is_cloud(&self) -> bool {
        self.radius.is_some() || cloud::is_cloud(&self.path)
    }

    /// Refuses what is said behind a file of another kind.
    fn ensure_fitting(&self) -> Result<()> {
        let file = self.path.display();
        let is_image = self.image.is_image();
        if self.unknown.is_some() {
            let is_other = is_image || self.is_cloud();
            ensure!(!is_other, "{file}: @unknown= is of octrees, not of points or images");
        }
        if self.radius.is_none() {
            return Ok(());
        }
        ensure!(
            !self.image.is_behind(),
            "{file}: depths are either points with a radius, or the space behind them: @radius= \
             does not go with @tile= and @nothing="
        );
        ensure!(
            self.image.is_depth() || !self.image.is_heights(),
            "{file}: @radius= is of points; an image of heights is a surface"
        );
        if let Some(kind) = Some(&self.path).filter(|_| !is_image).and_then(|path| solid_kind(path))
        {
            bail!("{file}: @radius= is of files of points, and this is a file of {kind}");
        }
        Ok(())
    }

    /// The collider of a file: a mesh, points with their radius, voxels, or an image.
    pub(crate) fn collider(&self, options: &MeshOptions, messages: Messages) -> Result<Collider> {
        self.ensure_fitting()?;
        if self.image.is_image() && !self.image.is_depth() {
            let surface = self.image.surface(&self.path, &options.scaled(self.scale), messages)?;
            return Ok(surface.into());
        }
        if self.image.is_behind() {
            let behind = self.image.behind(&self.path, &options.scaled(self.scale), messages)?;
            return Ok(behind.into());
        }
        if self.image.is_depth() || self.is_cloud() {
            let radius = self.radius.with_context(|| match self.image.is_depth() {
                true => format!(
                    "{}; the space behind them a tile: @tile=1@far=5",
                    cloud::no_radius(&self.path)
                ),
                false => cloud::no_radius(&self.path),
            })?;
            let options = options.scaled(self.scale);
            let cloud = match self.image.is_depth() {
                true => self.image.cloud(&self.path, radius, &options, messages)?,
                false => cloud::read(&self.path, radius, &options, messages)?,
            };
            return Ok(cloud.into());
        }
        if self.is_octree() {
            let (unknown, options) = (self.unknown.unwrap_or_default(), options.scaled(self.scale));
            return Ok(octree::read(&self.path, unknown, &options, messages)?.into());
        }
        Ok(self.model(options, messages)?.body.into())
    }

    /// The same, changed by nothing but what stands behind the file, without a note.
    pub(crate) fn collider_as_it_is(&self) -> Result<Collider> {
        self.collider(&MeshOptions::none(), Messages::none())
    }

    /// The body of a mesh file.
    pub(crate) fn model(&self, options: &MeshOptions, messages: Messages) -> Result<Model> {
        Model::read(&self.path, &options.scaled(self.scale), messages)
    }

    /// Can only be read as many bodies: a folder, or a scene file?
    pub(crate) fn is_scene(&self) -> bool {
        self.path.is_dir()
            || self.path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
    }

    /// Adds its bodies to a scene: with `parts` one for each part, else the file as one. The names
    /// begin with that of the file if it is one of `several`.
    fn add(
        &self,
        scene: &mut Scene,
        [parts, several]: [bool; 2],
        options: &MeshOptions,
        messages: Messages,
    ) -> Result<()> {
        let read = options.scaled(self.scale).to_read();
        let mut file = FileOptions::default()
            .with_read(read)
            .with_whole(!parts)
            .with_pose(self.pose.unwrap_or_else(Pose::identity));
        if several || self.name.is_some() {
            file = file.with_name(self.name());
        }
        if self.is_sensed() {
            let name = self.unused_in(scene);
            scene.add(&name, self.collider(options, messages)?, file.pose)?;
            return Ok(());
        }
        let _activity = messages.activity("reading", &self.path);
        let Some(memory) = memory_of(&self.path)? else {
            for (path, note) in scene.add_file(&self.path, &file)?.notes {
                messages.note(&path, &note);
            }
            return Ok(());
        };
        if parts {
            let assembly = read_assembly_from(&memory.bytes, &memory.name, &read)?;
            for note in assembly.report.notes() {
                messages.note(Path::new(&memory.name), &note);
            }
            scene.add_assembly(assembly, &file)?;
        } else {
            let body = self.model_of(&memory, options, messages)?.body;
            scene.add(&self.name(), body, file.pose)?;
        }
        Ok(())
    }

    /// Its name, with the first number behind it that is free where a body has it.
    fn unused_in(&self, scene: &Scene) -> String {
        let name = self.name();
        let numbered = (2..).map(|n| format!("{name}#{n}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| scene.id(name).is_err()).unwrap_or_default()
    }

    fn model_of(
        &self,
        memory: &Memory,
        options: &MeshOptions,
        messages: Messages,
    ) -> Result<Model> {
        let loaded = load::read_bytes(memory, &options.scaled(self.scale), messages)?;
        Model::of(loaded, &self.path, options, messages, std::time::Instant::now())
    }
}

/// What a file holds by its first bytes, if that is no points: a mesh or voxels.
fn solid_kind(path: &Path) -> Option<String> {
    if octree::is_octree(path) {
        return Some("voxels".to_owned());
    }
    cloud::mesh_format(path).map(|format| format!("a mesh ({format})"))
}

/// The bodies of several files; of one file its parts.
pub(crate) fn scene(
    inputs: &[Input],
    parts: bool,
    options: &MeshOptions,
    messages: Messages,
) -> Result<Scene> {
    let several = inputs.len() > 1;
    let mut scene = Scene::new();
    for input in inputs {
        input.add(&mut scene, [parts || !several, several], options, messages)?;
    }
    Ok(scene)
}

/// The scene of a file of any kind, for commands that ask about scenes; `-` is standard input.
pub(crate) fn scene_of_file(path: &Path) -> Result<Scene> {
    let Some(Memory { bytes, name }) = memory_of(path)? else {
        return Ok(obbtree::scene::read_scene(path)?);
    };
    ensure!(!bytes.is_empty(), "{name}: there is nothing to read");
    if is_scene_json(&bytes) {
        let text = str::from_utf8(&bytes).with_context(|| format!("{name} is not UTF-8"))?;
        return Ok(scene_from_json(text, &name)?);
    }
    let assembly = read_assembly_from(&bytes, &name, &Default::default())?;
    let mut scene = Scene::new();
    scene.add_assembly(assembly, &FileOptions::default())?;
    Ok(scene)
}

/// Refuses what a question about more than two bodies does not have.
pub(crate) fn ensure_none(options: &[(bool, &str)]) -> Result<()> {
    for (is_given, option) in options {
        if *is_given {
            bail!(
                "{option} is for two mesh files; of more bodies, of points, of voxels, or the parts of a \
                 file, the questions are any, closer-than, within, distance and contacts, and \
                 FILE@pose=\"...\" says where a file is"
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_stand_behind_the_file() {
        let input: Input = "a@b.stl@unit=mm@name=lid@pose=0 0 1 0 0 0 1@scale=2".parse().unwrap();
        assert_eq!(input.path, Path::new("a@b.stl"));
        assert_eq!((input.scale, input.name()), (0.002, "lid".to_owned()));
        assert_eq!(input.pose, Some(Pose::from_translation([0.0, 0.0, 1.0]).unwrap()));
        assert_eq!("scan.pcd@radius=0.01".parse::<Input>().unwrap().radius, Some(0.01));
        assert_eq!("some/part.stl".parse::<Input>().unwrap().name(), "part");
        assert_eq!("-".parse::<Input>().unwrap().name(), "stdin");
        for (text, why) in [
            ("a.stl@unit=parsec", "unit=parsec: one of mm, cm"),
            (
                "a.stl@uint=mm",
                "`uint`: what stands behind @ is camera, far, height, hole, name, near, nothing, pose,",
            ),
            ("a.stl@scale=big", "scale=big: no number"),
            ("a.pcd@radius=wide", "radius=wide: no number"),
            ("a.tif@spacing=wide", "spacing=wide: a number, or one along x and one along y"),
            ("a.tif@hole=no", "hole=no: no number"),
            ("a.png@camera=1,2,3", "camera=1,2,3: four numbers of pixels, fx,fy,cx,cy"),
            ("a.png@near=here", "near=here: no number"),
            ("a.png@tile=0", "tile=0: a number of pixels, at least 1"),
            ("a.png@nothing=full", "nothing=full: one of free, solid"),
            ("a.bt@unknown=yes", "unknown=yes: one of free, occupied"),
            ("a.stl@pose=1 2", "pose=1 2: "),
            ("a.stl@name=", "`name`"),
            ("a.stl@unit=mm@unit=m", "@unit= stands behind the file twice"),
            ("a.stl@pose=0 0 1 0 0 0 1@unit=m@pose=0 0 0 0 0 0 1", "@pose= stands behind"),
            ("a.pcd@radius=1@radius=2", "@radius= stands behind the file twice"),
            ("a.png@camera=1,2,3,4@camera=1,2,3,4", "@camera= stands behind"),
        ] {
            let error = text.parse::<Input>().unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
