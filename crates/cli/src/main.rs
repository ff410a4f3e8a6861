//! The `obbtree` command: mesh files and poses in, answers out. It converts and calls the library;
//! the geometry is there.

mod bench;
mod bench_sweep;
mod build;
mod check;
mod clash;
mod cloud;
mod draw;
mod export;
mod image;
mod info;
mod inputs;
mod load;
mod numbers;
mod octree;
mod output;
mod pages;
mod placed_files;
mod point;
mod progress;
mod question;
mod ray;
mod reference;
mod robot;
mod run_options;
mod scene;
mod schema;
mod self_check;
mod sweep;
mod view;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

const EXAMPLES: &str = "\
Meshes: STL, OBJ, PLY, OFF, COLLADA, glTF, GLB; or trees that `obbtree build` saved. A pose is \
\"x y z qx qy qz qw\", or the 12 or 16 numbers of a matrix, row by row.

Examples:
  obbtree info part.stl
  obbtree check assets/bolt.obj assets/nut.stl --poses assets/nut_turning.poses
  obbtree draw assets/bolt.obj assets/nut.stl --pose \"0 0 1 0 0 0 1\" -o clash.png";

/// Do triangle meshes collide, and where? Answers are certain: no contact is missed, none invented
#[derive(Parser)]
#[command(name = "obbtree", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show what is in a file of a mesh, or of points: counts, bounds, closed or not, and its tree
    Info(info::Arguments),
    /// Do meshes collide, or come near: two at one or many poses, or all pairs of more, or the
    /// parts of a file? Exit status 0: at no pose, 1: at some, 2: error
    Check(check::Arguments),
    /// Does a mesh cut itself? Exit status 0: no, 1: yes, 2: error
    SelfCheck(self_check::Arguments),
    /// Where does a ray or segment meet a mesh? Exit status 0: nowhere, 1: somewhere, 2: error
    Ray(ray::Arguments),
    /// How far is a point from a mesh, and on which side of it?
    Point(point::Arguments),
    /// Does a moving mesh meet another, and when first? Exit status 0: never, 1: it does, or
    /// neither is proven, 2: error
    Sweep(sweep::Arguments),
    /// Read a robot from its URDF: where its links are, which collide, along which motions, and
    /// paths
    Robot(robot::Arguments),
    /// Build the tree of a mesh and save it, so that later commands start faster
    Build(build::Arguments),
    /// Draw meshes to a PNG picture, triangles that meet in red, and boxes of their trees
    Draw(draw::Arguments),
    /// Write meshes, contacts and boxes to a PLY or GLB file, for other viewers
    Export(export::Arguments),
    /// Write an HTML page that shows the meshes, with sliders for poses and boxes, and B to drag
    View(view::Arguments),
    /// Which bodies of a scene cut, touch, hold or come near each other, by the rules of a study?
    Clash(clash::Arguments),
    /// Ask about a scene of many bodies, draw it, or write a page that shows it
    Scene(scene::Arguments),
    /// Time a query over a file of poses, or sweeps over a file of motions; every pass must give
    /// the same answers
    Bench(bench::Arguments),
    /// Print the JSON Schema of what `--json` prints
    Schema(schema::Arguments),
    /// Print a script that completes this command in a shell
    Completions(pages::Completions),
    /// Print or save the manual pages
    Man(pages::Man),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Info(arguments) => info::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::SelfCheck(arguments) => self_check::run(&arguments),
        Command::Ray(arguments) => ray::run(&arguments),
        Command::Point(arguments) => point::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::Robot(arguments) => robot::run(&arguments),
        Command::Build(arguments) => build::run(&arguments),
        Command::Draw(arguments) => draw::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::View(arguments) => view::run(&arguments),
        Command::Clash(arguments) => clash::run(&arguments),
        Command::Scene(arguments) => scene::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Completions(arguments) => pages::completions(&arguments, Arguments::command()),
        Command::Man(arguments) => pages::man(&arguments, Arguments::command()),
    };
    done.unwrap_or_else(|error| {
        if output::is_broken_pipe(&error) {
            // The reader stopped reading, as `| head` does. Not 0, which would be an answer.
            return ExitCode::from(output::READER_GONE);
        }
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}
