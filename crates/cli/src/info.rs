//! `obbtree info`: what a mesh file holds.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use obbtree::Tree;
use obbtree::geom::fit_obb;
use serde::Serialize;

use crate::load::Model;
use crate::output::json_line;

#[derive(clap::Args)]
#[command(after_help = "Example:\n  obbtree info assets/wheel.stl --json")]
pub(crate) struct Arguments {
    /// The mesh file
    mesh: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The fields of `--json`; lengths in the file's unit.
#[derive(Serialize)]
struct Info {
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
    build_ms: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let body = Model::<Tree>::read(&arguments.mesh)?;
    let info = Info::of(&body);
    let mut out = std::io::stdout().lock();
    if arguments.json {
        json_line(&mut out, &info)?;
    } else {
        info.print(&mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Info {
    fn of(body: &Model<Tree>) -> Self {
        let report = body.mesh.report();
        let corners: Vec<_> = body.mesh.corners().collect();
        let (obb, aabb) = (fit_obb(&corners).volume(), report.bounds.volume());
        Self {
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
            nodes: body.tree.node_count(),
            leaves: body.tree.leaf_count(),
            depth: body.tree.depth(),
            bytes_per_triangle: body.tree.bytes() as f64 / report.triangles as f64,
            build_ms: body.build_time.as_secs_f64() * 1e3,
        }
    }

    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let point = |p: [f64; 3]| format!("{} {} {}", p[0], p[1], p[2]);
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
        writeln!(
            out,
            "tree           {} nodes, {} leaves, depth {}, {:.1} bytes per triangle, built in {:.1} ms",
            self.nodes, self.leaves, self.depth, self.bytes_per_triangle, self.build_ms
        )
    }
}
