//! Writes the models into this package's folder, or with `--check` compares them with what is
//! there; `mesh NAME TRIANGLES FILE` makes a mesh of any size, `meshes` lists their names.

#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use obbtree_assets::named::{self, Named};
use obbtree_assets::{obj_text, stl_bytes};

/// Endings of the files that only this program writes.
const ENDINGS: [&str; 6] = ["stl", "obj", "pcd", "bt", "poses", "json"];

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => write(folder),
        ["--check"] => check(folder),
        ["meshes"] => {
            list();
            Ok(())
        }
        ["mesh", name, triangles, file] => write_named(name, triangles, Path::new(file)),
        _ => {
            eprintln!("usage: obbtree-assets [--check | meshes | mesh NAME TRIANGLES FILE]");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            for line in wrong {
                eprintln!("{line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn list() {
    for Named { name, about, closed, .. } in named::all() {
        println!("{name:8} {:6}  {about}", if closed { "closed" } else { "open" });
    }
}

/// One mesh of any size, as STL or OBJ by the file's ending; says its hash.
fn write_named(name: &str, triangles: &str, file: &Path) -> Result<(), Vec<String>> {
    let wrong = |text: String| vec![text];
    let named = named::by_name(name)
        .ok_or_else(|| wrong(format!("no mesh is called {name}; `meshes` lists the names")))?;
    let triangles = triangles
        .parse()
        .ok()
        .filter(|count| (named::FEWEST..=named::MOST).contains(count))
        .ok_or_else(|| {
            wrong(format!("{triangles} is not a number from {} to {}", named::FEWEST, named::MOST))
        })?;
    let mesh = named.mesh(triangles);
    let title = format!("obbtree: {}", named.about);
    let content = match file.extension().and_then(|ending| ending.to_str()) {
        Some("stl") => stl_bytes(&mesh, &title),
        Some("obj") => obj_text(&mesh, &title).into_bytes(),
        _ => return Err(wrong(format!("{}: neither .stl nor .obj", file.display()))),
    };
    fs::write(file, content).map_err(|error| wrong(format!("{}: {error}", file.display())))?;
    println!(
        "{}: {} triangles, hash {:016x}",
        file.display(),
        mesh.triangles().len(),
        named::hash(&mesh)
    );
    Ok(())
}

fn write(folder: &Path) -> Result<(), Vec<String>> {
    for (file, content) in obbtree_assets::files() {
        fs::write(folder.join(file), &content).map_err(|error| vec![format!("{file}: {error}")])?;
        println!("{:8} bytes  {file}", content.len());
    }
    Ok(())
}

/// Every file must be there with the same bytes, and no other of its kind.
fn check(folder: &Path) -> Result<(), Vec<String>> {
    let files = obbtree_assets::files();
    let mut wrong = Vec::new();
    for (file, content) in &files {
        match fs::read(folder.join(file)) {
            Ok(found) if found == *content => {}
            Ok(_) => wrong.push(format!("{file}: differs from what the code in src/ gives")),
            Err(error) => wrong.push(format!("{file}: {error}")),
        }
    }
    let entries = fs::read_dir(folder).map_err(|error| vec![error.to_string()])?;
    for entry in entries.flatten() {
        let path = entry.path();
        let is_ours = path.extension().is_some_and(|e| ENDINGS.iter().any(|known| e == *known));
        let name = entry.file_name();
        if is_ours && !files.iter().any(|(file, _)| name == **file) {
            wrong.push(format!("{}: is not written by the code in src/", name.to_string_lossy()));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}
