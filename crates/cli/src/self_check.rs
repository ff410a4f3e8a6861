//! `obbtree self-check`: does a mesh cut itself?

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use obbtree::Query;
use serde::Serialize;

use crate::load::{MeshOptions, Model};
use crate::numbers::positive;
use crate::output::json_line;
use crate::progress::Messages;

#[derive(clap::Args)]
#[command(after_help = "\
Lists the pairs of triangles that share a point outside of the corners and the edge that both have. Corners \
are the same if their coordinates are; touching counts. Triangles that lie folded on their neighbour, \
duplicates, and corners on an edge of others are listed. Exit status 0: no pair, 1: some, 2: error.

Examples:
  obbtree self-check assets/torus_knot.obj
  obbtree self-check scan.ply --json --limit 100")]
pub(crate) struct Arguments {
    /// The mesh or tree file
    mesh: PathBuf,
    /// Print one JSON object: mesh, triangles, count, is_all (false where the limit ended the
    /// search), pairs
    #[arg(long)]
    json: bool,
    /// Stop after so many pairs
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = positive)]
    limit: Option<usize>,
    #[command(flatten)]
    messages: Messages,
    #[command(flatten)]
    options: MeshOptions,
}

/// The fields of `--json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Found {
    mesh: String,
    triangles: usize,
    /// Pairs listed.
    count: usize,
    /// Are there no others? Not known where as many were found as were wanted.
    is_all: bool,
    /// Numbers of triangles, the smaller first, ascending.
    pairs: Vec<[u32; 2]>,
    /// 0 for a tree file.
    build_ms: f64,
    check_ms: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let model: Model = Model::read(&arguments.mesh, &arguments.options, arguments.messages)?;
    let limit = arguments.limit.unwrap_or(usize::MAX);
    let mut query = Query::new().limit(limit);
    let start = Instant::now();
    let pairs = query.self_intersections(&model.body);
    let check_ms = start.elapsed().as_secs_f64() * 1e3;
    let found = Found {
        mesh: arguments.mesh.display().to_string(),
        triangles: model.body.mesh().triangles().len(),
        count: pairs.len(),
        is_all: pairs.len() < limit,
        pairs,
        build_ms: model.build_ms(),
        check_ms,
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if arguments.json {
        json_line(&mut out, &found)?;
    } else {
        found.print(&mut out)?;
    }
    out.flush()?;
    Ok(if found.count == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

impl Found {
    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        for [i, j] in &self.pairs {
            writeln!(out, "{i} {j}")?;
        }
        let Self { mesh, triangles, count, is_all, .. } = self;
        let pairs = if *count == 1 { "pair" } else { "pairs" };
        let more = if *is_all { "" } else { "; the limit ended the search" };
        writeln!(out, "{mesh}: {count} {pairs} among {triangles} triangles{more}")
    }
}
