//! `obbtree schema`: what `--json` prints, as a JSON Schema.

use std::process::ExitCode;

use anyhow::Result;

use crate::output::print_text;

/// By the test below, from the types that are printed.
const SCHEMA: &str = include_str!("../schema.json");

#[derive(clap::Args)]
#[command(after_help = "\
Each line that a command prints with --json fits the definition under its name, as \
`#/$defs/robot check`.

Examples:
  obbtree schema > obbtree.schema.json
  obbtree schema | jq '.\"$defs\".check'")]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments) -> Result<ExitCode> {
    print_text(format_args!("{SCHEMA}"))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use obbtree::clash::{Clash, MotionClash};
    use schemars::generate::SchemaSettings;
    use schemars::{Schema, SchemaGenerator};
    use serde_json::{Map, Value, json};

    use crate::bench_sweep::SweepTiming;
    use crate::{bench, check, clash, info, point, ray, robot, scene, self_check, sweep};

    /// A line is one of these, and has no other fields.
    fn one_of(lines: Vec<Schema>) -> Value {
        let closed = |mut line: Schema| {
            line.insert("unevaluatedProperties".to_owned(), false.into());
            line.to_value()
        };
        json!({ "anyOf": lines.into_iter().map(closed).collect::<Vec<_>>() })
    }

    fn made() -> Value {
        let settings = SchemaSettings::draft2020_12().with(|to| to.inline_subschemas = true);
        let mut generator: SchemaGenerator = settings.for_serialize().into_generator();
        let generator = &mut generator;
        macro_rules! lines {
            ($($line:ty),+) => {
                vec![$(generator.subschema_for::<$line>()),+]
            };
        }
        let of_scene = lines![
            scene::check::PairLine<'_>,
            scene::check::NearLine<'_>,
            scene::check::NearestLine<'_>,
            scene::check::Summary<'_>
        ];
        let of_pair = lines![check::session::Fields<'_>, check::Summary];
        let of_rest = lines![Clash, clash::Change<'_>, clash::Summary<'_>];
        let of_motions = lines![MotionClash, clash::motion::Summary<'_>];
        let of_states = lines![robot::check::Fields<'_>, robot::check::Summary];
        let of_lines =
            lines![robot::motions::Fields<'_>, robot::motions::Sampled, robot::motions::Summary];
        let of = [
            ("bench", lines![bench::Timing, SweepTiming]),
            ("check", [of_pair, of_scene.clone()].concat()),
            ("clash", [of_rest, of_motions].concat()),
            ("info", lines![info::Info, info::CloudInfo, info::OctreeInfo]),
            ("point", lines![point::Answer]),
            ("ray", lines![ray::Answer]),
            ("robot allowed", lines![robot::allowed::Counts, robot::allowed::ProvenCounts<'_>]),
            ("robot bench", lines![robot::bench::Fields]),
            ("robot check", [of_states, of_lines].concat()),
            ("robot fk", lines![robot::fk::Fields<'_>]),
            ("robot info", lines![robot::info::Fields<'_>]),
            ("robot plan", lines![robot::plan::Fields]),
            ("scene check", of_scene),
            ("self-check", lines![self_check::Found]),
            ("sweep", lines![sweep::Fields, sweep::Summary]),
        ];
        let defs: Map<String, Value> =
            of.into_iter().map(|(name, lines)| (name.to_owned(), one_of(lines))).collect();
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "What obbtree prints with --json: each line of a command fits its definition",
            "$defs": defs,
        })
    }

    /// `OBBTREE_WRITE_SCHEMA=1 cargo test -p obbtree-cli schema` writes the file.
    #[test]
    fn the_schema_is_that_of_the_types() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema.json");
        let text = serde_json::to_string_pretty(&made()).expect("JSON") + "\n";
        if std::env::var_os("OBBTREE_WRITE_SCHEMA").is_some() {
            std::fs::write(&file, &text).expect("written");
        }
        assert_eq!(std::fs::read_to_string(file).expect("a schema"), text);
    }
}
