//! `obbtree completions` and `obbtree man`: made from the arguments as clap knows them.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Command;
use clap_complete::Shell;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  obbtree completions bash > ~/.local/share/bash-completion/completions/obbtree
  obbtree completions fish > ~/.config/fish/completions/obbtree.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  obbtree man | man -l -
  obbtree man -o ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Save the pages of the command and of its subcommands to this folder; without it the main
    /// page is printed
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(crate) fn completions(arguments: &Completions, mut command: Command) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "obbtree", &mut script);
    std::io::Write::write_all(&mut std::io::stdout().lock(), &script)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(arguments: &Man, command: Command) -> Result<ExitCode> {
    match &arguments.output {
        Some(folder) => {
            std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(command, folder))
                .with_context(|| folder.display().to_string())?;
        }
        None => clap_mangen::Man::new(command).render(&mut std::io::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}
