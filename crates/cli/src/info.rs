//! `obbtree info`: what is in a mesh file.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use obbtree_geom::fit_obb;
use serde::Serialize;

use crate::load::{Model, OneMesh};
use crate::output::json_line;

#[derive(clap::Args)]
#[command(after_help = "\
Of a tree file, every box of the tree is checked to contain its triangles.

Examples:
  obbtree info assets/wheel.stl --json
  obbtree info scan.ply --scale 0.001 --weld")]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: OneMesh,
}

/// The fields of `--json`; lengths in the file's unit.
#[derive(Serialize)]
struct Info {
    format: String,
    /// What the reader joined, split or left out.
    notes: Vec<String>,
    triangles: usize,
    vertices: usize,
    distinct_positions: usize,
    degenerate: usize,
    duplicate: usize,
    closed: bool,
    unbalanced_edges: usize,
    min: [f64; 3],
    max: [f64; 3],
    area: f64,
    signed_volume: f64,
    /// Volume of the fitted oriented box over that of the axis-aligned one; null for flat meshes.
    obb_over_aabb_volume: Option<f64>,
    nodes: usize,
    leaves: usize,
    depth: usize,
    bytes_per_triangle: f64,
    /// Half the surfaces of the boxes of leaves over twice the areas of the triangles; null where
    /// no triangle has an area.
    looseness: f64,
    /// Reading the file, with its tree if it is a tree file.
    read_ms: f64,
    /// 0 for a tree file.
    build_ms: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let model = arguments.file.read()?;
    let info = Info::of(&model);
    let mut out = std::io::stdout().lock();
    if arguments.file.json {
        json_line(&mut out, &info)?;
    } else {
        info.print(&mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Info {
    fn of(model: &Model) -> Self {
        let (mesh, tree) = (model.body.mesh(), model.body.tree());
        let report = mesh.report();
        let corners: Vec<_> = mesh.corners().collect();
        let (obb, aabb) = (fit_obb(&corners).volume(), report.bounds.volume());
        Self {
            format: model.format.clone(),
            notes: model.notes.clone(),
            triangles: report.triangles,
            vertices: report.vertices,
            distinct_positions: report.distinct_positions,
            degenerate: report.degenerate,
            duplicate: report.duplicate,
            closed: report.closed(),
            unbalanced_edges: report.unbalanced_edges,
            min: report.bounds.min.into(),
            max: report.bounds.max.into(),
            area: report.area,
            signed_volume: report.signed_volume,
            obb_over_aabb_volume: (aabb > 0.0).then(|| obb / aabb),
            nodes: tree.node_count(),
            leaves: tree.leaf_count(),
            depth: tree.depth(),
            bytes_per_triangle: tree.bytes() as f64 / report.triangles as f64,
            looseness: tree.leaf_boxes().looseness,
            read_ms: model.read_time.as_secs_f64() * 1e3,
            build_ms: model.build_ms(),
        }
    }

    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let point = |p: [f64; 3]| format!("{} {} {}", p[0], p[1], p[2]);
        writeln!(out, "format         {}, read in {:.1} ms", self.format, self.read_ms)?;
        writeln!(
            out,
            "triangles      {} ({} degenerate, {} duplicate)",
            self.triangles, self.degenerate, self.duplicate
        )?;
        writeln!(
            out,
            "vertices       {} ({} distinct positions)",
            self.vertices, self.distinct_positions
        )?;
        match self.unbalanced_edges {
            0 => writeln!(out, "surface        closed")?,
            n => writeln!(out, "surface        open ({n} edges without a counterpart)")?,
        }
        writeln!(out, "bounds         {}  to  {}", point(self.min), point(self.max))?;
        writeln!(out, "area           {}", self.area)?;
        writeln!(out, "signed volume  {}", self.signed_volume)?;
        if let Some(ratio) = self.obb_over_aabb_volume {
            writeln!(
                out,
                "oriented box   {:.1} % of the axis-aligned box's volume",
                ratio * 100.0
            )?;
        }
        let origin = match self.build_ms {
            0.0 => "read from the file".to_owned(),
            ms => format!("built in {ms:.1} ms"),
        };
        writeln!(
            out,
            "tree           {} nodes, {} leaves, depth {}, {:.1} bytes per triangle, {origin}",
            self.nodes, self.leaves, self.depth, self.bytes_per_triangle
        )?;
        writeln!(
            out,
            "looseness      {:.2} (boxes of leaves against triangles; surfaces have 0.3 to 2)",
            self.looseness
        )
    }
}
