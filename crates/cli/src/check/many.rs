//! All pairs of many bodies: of several files, of a folder, of the parts of one file.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use obbtree::Collider;
use obbtree::scene::Scene;

use crate::inputs::{Input, scene};
use crate::load::MeshOptions;
use crate::question::Question;
use crate::run_options::RunOptions;
use crate::scene::check::{self, Arguments as SceneArguments};

/// Contacts that are printed of a pair unless `--limit` says how many.
const CONTACTS: usize = 8;

/// What is read, and the question about it.
pub(super) struct Request<'r> {
    pub(super) inputs: &'r [Input],
    pub(super) parts: bool,
    pub(super) options: &'r MeshOptions,
    pub(super) run: RunOptions,
    pub(super) question: Question,
    pub(super) solid: bool,
}

pub(super) fn run(request: &Request<'_>) -> Result<ExitCode> {
    let &Request { inputs, parts, options, run, question, solid } = request;
    let mut scene_question =
        SceneArguments { solid, contacts: 0, distance: false, within: None, json: run.json };
    match question {
        Question::CloserThan(tolerance) | Question::Within(tolerance, ..) => {
            scene_question.within = Some(tolerance);
        }
        Question::Contacts(limit) => {
            scene_question.contacts = if limit == usize::MAX { CONTACTS } else { limit };
        }
        Question::Distance(_) => scene_question.distance = true,
        _ => {}
    }
    let scene = scene(inputs, parts, options, run.messages)?;
    if solid {
        ensure_closed(&scene)?;
    }
    let one = inputs[0].path.as_path();
    let file = if inputs.len() == 1 { one } else { Path::new("the files") };
    let bodies = scene.ids().count();
    ensure!(bodies > 1, "{}: one body makes no pair; self-check asks about one", file.display());
    let nothing_checked = scene.require_pairs().err();
    if let Some(why) = &nothing_checked {
        eprintln!("warning: {}: {why}", file.display());
    }
    check::run(&scene, file, nothing_checked, &scene_question, run.messages)
}

/// Refuses open meshes, which have no inside.
fn ensure_closed(scene: &Scene) -> Result<()> {
    for id in scene.ids() {
        for part in scene.parts(id)?.iter() {
            let Collider::Mesh(mesh) = part.collider() else { continue };
            let body = || format!("{}: --solid needs closed meshes", scene.name(id).unwrap_or(""));
            mesh.require_closed().with_context(body)?;
        }
    }
    Ok(())
}
