//! All pairs of many bodies: of several files, of a folder, of the parts of one file.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, ensure};

use super::Arguments;
use crate::inputs::{ensure_none, scene};
use crate::load::EngineName;
use crate::question::{QueryName, Question};
use crate::scene::check::{self, Arguments as SceneArguments};

/// Contacts that are printed of a pair unless `--limit` says how many.
const CONTACTS: usize = 8;

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { inputs, run, options, query, amounts, .. } = arguments;
    let pair_alone = [
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
    ];
    ensure_none(&pair_alone)?;
    let question = Question::new(*query, &arguments.tolerance, &arguments.errors, amounts)?;
    let mut scene_question = SceneArguments {
        solid: arguments.solid,
        contacts: 0,
        distance: false,
        within: None,
        json: run.json,
    };
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
    let scene = scene(inputs, arguments.parts, options, run.messages)?;
    let one = inputs[0].path.as_path();
    let file = if inputs.len() == 1 { one } else { Path::new("the files") };
    let bodies = scene.ids().count();
    ensure!(bodies > 1, "{}: one body makes no pair; self-check asks about one", file.display());
    let nothing_checked = scene.require_pairs().err();
    if let Some(why) = &nothing_checked {
        eprintln!("warning: {}: {why}", file.display());
    }
    check::run(&scene, file, nothing_checked, &scene_question)
}
