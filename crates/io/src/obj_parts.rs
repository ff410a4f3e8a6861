//! The objects or groups of an OBJ as parts.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use obbtree_mesh::Mesh;

use crate::error::{Fault, Problem};
use crate::nodes::{AssemblyNode, Parts, Scaled};
use crate::obj::faces;
use crate::options::ReadOptions;
use crate::report::ReadReport;

/// Reads an OBJ as parts: its objects, if at least two have faces, else its groups; without these
/// it is one part by the name of the file.
pub(crate) fn read_parts(
    bytes: &[u8],
    file: &str,
    options: &ReadOptions,
) -> Result<(Vec<Mesh>, Vec<AssemblyNode>, ReadReport), Fault> {
    let mut parts = Parts::new(bytes.len(), options);
    let mut report = ReadReport::default();
    let mut runs = Runs::default();
    let (vertices, triangles) = faces(bytes, &mut report, |keyword, name, triangle| {
        runs.named(keyword, name, triangle);
    })?;
    let of_part = runs.parts(triangles.len());
    parts.report.add(&report);
    let top = parts.top(1.0).map_err(Fault::anywhere)?;
    let mut number_of = vec![u32::MAX; vertices.len()];
    let is_plain = of_part.len() == 1 && of_part[0].0.is_empty();
    let unnamed = [if is_plain { file } else { UNNAMED }];
    for (geometry, (path, ranges)) in of_part.iter().enumerate() {
        let mut level = top.clone();
        for name in if path.is_empty() { &unnamed[..] } else { path } {
            let entered = parts.enter(&level, name, Some(Scaled::IDENTITY));
            level = entered.map_err(Fault::anywhere)?;
        }
        let placed = parts.place(&level, geometry, |_| {
            // The vertices in the order of their first use.
            let mut own = Vec::new();
            let mut numbered = |vertex: &u32| {
                let number = &mut number_of[*vertex as usize];
                if *number == u32::MAX {
                    *number = own.len() as u32;
                    own.push(vertices[*vertex as usize]);
                }
                *number
            };
            let of_ranges = ranges.iter().flat_map(|range| &triangles[range.clone()]);
            let mapped = of_ranges.clone().map(|corners| corners.each_ref().map(&mut numbered));
            let mapped: Vec<[u32; 3]> = mapped.collect();
            for &vertex in of_ranges.flatten() {
                number_of[vertex as usize] = u32::MAX;
            }
            Ok::<_, Problem>((own, mapped))
        });
        placed.map_err(Fault::anywhere)?;
    }
    parts.finish().map_err(Fault::anywhere)
}

/// Which triangles belong to which objects and groups: runs of triangles with one object and one
/// group, by the numbers of their names.
#[derive(Default)]
struct Runs {
    names: HashMap<String, usize>,
    object: Option<usize>,
    group: Option<usize>,
    begun: usize,
    runs: Vec<(Option<usize>, Option<usize>, Range<usize>)>,
}

/// The names from the root to a part, none for faces before any, and the triangles of the part.
type NamedRanges<'n> = (Vec<&'n str>, Vec<Range<usize>>);

impl Runs {
    fn named(&mut self, keyword: &[u8], name: &[u8], triangle: usize) {
        self.end(triangle);
        let name = String::from_utf8_lossy(name).into_owned();
        let name = if name.is_empty() { UNNAMED.to_owned() } else { name };
        let next = self.names.len();
        let number = Some(*self.names.entry(name).or_insert(next));
        if keyword == b"o" {
            (self.object, self.group) = (number, None);
        } else {
            self.group = number;
        }
    }

    fn end(&mut self, triangle: usize) {
        if triangle > self.begun {
            self.runs.push((self.object, self.group, self.begun..triangle));
            self.begun = triangle;
        }
    }

    /// The parts in the order of their first triangles.
    fn parts(&mut self, n_triangles: usize) -> Vec<NamedRanges<'_>> {
        self.end(n_triangles);
        let objects: HashSet<_> = self.runs.iter().filter_map(|(object, ..)| *object).collect();
        let by_object = objects.len() >= 2;
        let mut names = vec![""; self.names.len()];
        for (name, &number) in &self.names {
            names[number] = name;
        }
        let mut known = HashMap::new();
        let mut parts: Vec<NamedRanges<'_>> = Vec::new();
        for (object, group, range) in &self.runs {
            let key = (*object, group.filter(|_| !by_object));
            let part = *known.entry(key).or_insert_with(|| {
                let levels = [key.0, key.1].into_iter().flatten();
                parts.push((levels.map(|number| names[number]).collect(), Vec::new()));
                parts.len() - 1
            });
            parts[part].1.push(range.clone());
        }
        parts
    }
}

/// The name of faces before any object or group, as the format has it.
const UNNAMED: &str = "default";
