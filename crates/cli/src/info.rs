//! `obbtree info`: what is in a file of a mesh, of points or of an octree.

use std::io::{StdoutLock, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use obbtree::{PointCloud, Unknown};
use obbtree_geom::fit_obb;
use serde::Serialize;

use crate::cloud;
use crate::load::{Model, OneMesh};
use crate::octree;
use crate::output::{json_line, shown, shown_all};

#[derive(clap::Args)]
#[command(after_help = "\
Of a tree file, every box of the tree is checked to contain its triangles. Files of points: PCD, PLY
without faces, XYZ, TXT, CSV, NPY, NPZ. Octrees of OctoMap: BT, OT.

Examples:
  obbtree info assets/wheel.stl --json
  obbtree info scan.ply --scale 0.001 --weld
  obbtree info scan.pcd
  obbtree info map.bt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: OneMesh,
}

/// The fields of `--json`; lengths in the file's unit.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Info {
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

/// The same of a file of points.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CloudInfo {
    format: String,
    points: usize,
    /// Points with a coordinate that is NaN.
    left_out: usize,
    /// Different points of the others.
    distinct_positions: usize,
    /// The box around the points, if there is one.
    min: Option<[f64; 3]>,
    max: Option<[f64; 3]>,
    /// Are all coordinates numbers of 32 bits?
    single_precision: bool,
    /// The pose of the sensor that a PCD tells, `x y z qw qx qy qz`; not applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    viewpoint: Option<[f64; 7]>,
    trailing_bytes: usize,
    /// Of the cloud, with its hierarchy of boxes.
    bytes_per_point: Option<f64>,
    read_ms: f64,
    build_ms: f64,
}

/// The same of an octree.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct OctreeInfo {
    format: String,
    /// What the file calls the tree.
    id: String,
    /// The side of the smallest cells.
    resolution: f64,
    /// Leaves.
    occupied: usize,
    /// The smallest cells in these.
    occupied_cells: f64,
    /// The side of the largest of these.
    largest: Option<f64>,
    free: usize,
    /// Cubes of which nothing is known.
    unknown: usize,
    /// The box around what is occupied.
    min: Option<[f64; 3]>,
    max: Option<[f64; 3]>,
    trailing_bytes: usize,
    /// With the hierarchy of boxes.
    bytes_per_voxel: Option<f64>,
    read_ms: f64,
    build_ms: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if cloud::is_cloud(&arguments.file.mesh) {
        return of_cloud(arguments);
    }
    if octree::is_octree(&arguments.file.mesh) {
        return of_octree(arguments);
    }
    let model = arguments.file.read()?;
    tell(&Info::of(&model), arguments.file.json, Info::print)
}

/// What is known of a file, as one JSON object or in words.
fn tell<T: Serialize>(
    info: &T,
    json: bool,
    print: impl FnOnce(&T, &mut StdoutLock<'static>) -> std::io::Result<()>,
) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    match json {
        true => json_line(&mut out, info)?,
        false => print(info, &mut out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn of_cloud(arguments: &Arguments) -> Result<ExitCode> {
    let OneMesh { json, messages, .. } = arguments.file;
    let start = Instant::now();
    let mut loaded = cloud::read_file(&arguments.file.mesh, messages)?;
    arguments.file.options.scale_points(&mut loaded.points);
    let read_ms = start.elapsed().as_secs_f64() * 1e3;
    let start = Instant::now();
    let cloud = PointCloud::without_nan(&loaded.points, 0.0);
    let cloud = cloud.with_context(|| arguments.file.name())?;
    let build_ms = start.elapsed().as_secs_f64() * 1e3;
    let if_any = |number: f64| (!cloud.is_empty()).then_some(number);
    let corner = |corner: [f64; 3]| (!cloud.is_empty()).then_some(corner);
    let info = CloudInfo {
        format: loaded.format.to_string(),
        points: cloud.given(),
        left_out: cloud.left_out(),
        distinct_positions: cloud.len(),
        min: corner(cloud.aabb().min.into()),
        max: corner(cloud.aabb().max.into()),
        single_precision: cloud.is_single(),
        viewpoint: loaded.viewpoint,
        trailing_bytes: loaded.trailing_bytes,
        bytes_per_point: if_any(cloud.bytes() as f64 / cloud.len() as f64),
        read_ms,
        build_ms,
    };
    tell(&info, json, CloudInfo::print)
}

fn of_octree(arguments: &Arguments) -> Result<ExitCode> {
    let OneMesh { json, messages, .. } = arguments.file;
    let start = Instant::now();
    let octree = octree::read_file(&arguments.file.mesh, &arguments.file.options, messages)?;
    let read_ms = start.elapsed().as_secs_f64() * 1e3;
    let start = Instant::now();
    // None where nothing is occupied.
    let name = arguments.file.name();
    let voxels = match octree.occupied.is_empty() {
        true => None,
        false => Some(octree::voxels(&octree, &name, Unknown::Free)?),
    };
    let build_ms = start.elapsed().as_secs_f64() * 1e3;
    let sizes = octree.occupied.iter().map(|leaf| leaf.size);
    let info = OctreeInfo {
        format: octree.format.to_string(),
        id: octree.id.clone(),
        resolution: octree.resolution,
        occupied: octree.occupied.len(),
        occupied_cells: sizes.clone().fold(0.0, |all, size| all + f64::from(size).powi(3)),
        largest: sizes.max().map(|size| f64::from(size) * octree.resolution),
        free: octree.free,
        unknown: octree.unknown.len(),
        min: voxels.as_ref().map(|voxels| voxels.aabb().min.into()),
        max: voxels.as_ref().map(|voxels| voxels.aabb().max.into()),
        trailing_bytes: octree.trailing_bytes,
        bytes_per_voxel: voxels.map(|voxels| voxels.bytes() as f64 / voxels.len() as f64),
        read_ms,
        build_ms,
    };
    tell(&info, json, OctreeInfo::print)
}

impl OctreeInfo {
    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Self { format, id, resolution, read_ms, .. } = self;
        writeln!(out, "format         {format}, {id}, read in {read_ms:.1} ms")?;
        writeln!(out, "cells          of side {resolution}")?;
        writeln!(
            out,
            "leaves         {} occupied ({} cells), {} free, {} unknown",
            self.occupied, self.occupied_cells, self.free, self.unknown
        )?;
        if let (Some(min), Some(max)) = (&self.min, &self.max) {
            writeln!(out, "bounds         {}  to  {}", shown_all(min), shown_all(max))?;
        }
        if let (Some(largest), Some(bytes)) = (self.largest, self.bytes_per_voxel) {
            writeln!(
                out,
                "voxels         up to {largest} a side, {bytes:.1} bytes per voxel, built in {:.1} ms",
                self.build_ms
            )?;
        }
        match self.trailing_bytes {
            0 => Ok(()),
            bytes => writeln!(out, "after them     {bytes} bytes, skipped"),
        }
    }
}

impl CloudInfo {
    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "format         {}, read in {:.1} ms", self.format, self.read_ms)?;
        writeln!(
            out,
            "points         {} ({} with NaN, left out; {} distinct positions)",
            self.points, self.left_out, self.distinct_positions
        )?;
        let bits = if self.single_precision { 32 } else { 64 };
        if let (Some(min), Some(max), Some(bytes)) = (&self.min, &self.max, self.bytes_per_point) {
            writeln!(out, "bounds         {}  to  {}", shown_all(min), shown_all(max))?;
            writeln!(
                out,
                "cloud          numbers of {bits} bits, {bytes:.1} bytes per point, built in {:.1} ms",
                self.build_ms
            )?;
        }
        if let Some(viewpoint) = &self.viewpoint {
            writeln!(out, "viewpoint      {} (not applied)", shown_all(viewpoint))?;
        }
        match self.trailing_bytes {
            0 => Ok(()),
            bytes => writeln!(out, "after them     {bytes} bytes, skipped"),
        }
    }
}

impl Info {
    fn of(model: &Model) -> Self {
        let (mesh, tree) = (model.body.mesh(), model.body.tree());
        let (report, obb) = std::thread::scope(|threads| {
            let fitted = threads.spawn(|| fit_obb(mesh.corners()).volume());
            (mesh.report(), fitted.join().expect("a box is fitted"))
        });
        let aabb = report.bounds.volume();
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
        writeln!(out, "bounds         {}  to  {}", shown_all(&self.min), shown_all(&self.max))?;
        writeln!(out, "area           {}", shown(self.area))?;
        writeln!(out, "signed volume  {}", shown(self.signed_volume))?;
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
