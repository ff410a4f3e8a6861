//! The `obbtree` command: mesh files and poses in, answers out. It converts and calls; geometry is
//! elsewhere.

mod bench;
mod build;
mod check;
mod draw;
mod export;
mod info;
mod load;
mod output;
mod pages;
mod view;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

/// Certain collision queries between triangle meshes.
#[derive(Parser)]
#[command(name = "obbtree", version, about, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What a mesh file holds: counts, bounds, closed or not, and its tree
    Info(info::Arguments),
    /// Do two meshes collide? Exit status 0: no pose collides, 1: one does, 2: error
    Check(check::Arguments),
    /// Build a mesh's tree once, for every later command
    Build(build::Arguments),
    /// A picture of meshes, of where they meet in red, of boxes of a tree level
    Draw(draw::Arguments),
    /// Meshes, contacts and boxes as PLY or GLB, for other viewers
    Export(export::Arguments),
    /// An HTML page to turn, slide through levels and poses, and drag
    View(view::Arguments),
    /// Time queries over a file of poses, answers checked on every pass
    Bench(bench::Arguments),
    /// A script that completes this command in a shell
    Completions(pages::Completions),
    /// The manual page
    Man(pages::Man),
}

/// What is asked of two meshes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Query {
    /// Is there a contact? The first one ends the search.
    Any,
    /// Which pairs of triangles meet?
    All,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Info(arguments) => info::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Build(arguments) => build::run(&arguments),
        Command::Draw(arguments) => draw::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::View(arguments) => view::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Completions(arguments) => pages::completions(&arguments, Arguments::command()),
        Command::Man(arguments) => pages::man(&arguments, Arguments::command()),
    };
    done.unwrap_or_else(|error| {
        if output::is_broken_pipe(&error) {
            return ExitCode::SUCCESS; // the reader has seen enough, as with `| head`
        }
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}
