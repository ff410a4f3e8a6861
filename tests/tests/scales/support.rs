//! What the families share: how many scenes, and the queries of all engines and instruction sets.

use obbtree::Query;
use obbtree::query::SimdLevel;
use obbtree_tests::engines::{Built, ClassicQuery};
use obbtree_tests::scales::Findings;
use obbtree_tests::shapes::random;
use obbtree_tests::{classic, is_long, wide};
use rand_pcg::Pcg64Mcg;

/// Scenes of a family: so many in the short setting, and that many times more in the long one, or
/// as often as a number above 1 in `OBBTREE_LONG` says.
pub(super) fn scenes(short: usize, longer: usize) -> usize {
    let times = std::env::var("OBBTREE_LONG").ok().and_then(|text| text.parse::<usize>().ok());
    match times {
        Some(times @ 2..) => short * times,
        _ if is_long() => short * longer,
        _ => short,
    }
}

/// A query of one engine on one instruction set, with a name to say.
pub(super) struct Asker<T: Built> {
    pub(super) name: String,
    pub(super) query: T::Query,
}

/// Of the wide engine on each instruction set that the machine has.
pub(super) fn wide_askers() -> Vec<Asker<wide::Tree>> {
    let of = |level: SimdLevel| Asker {
        name: format!("wide {level}"),
        query: Query::new().level(level),
    };
    SimdLevel::all_available().into_iter().map(of).collect()
}

/// Of the classic engine, which has no vectors.
pub(super) fn classic_askers() -> Vec<Asker<classic::Tree>> {
    vec![Asker { name: "classic".to_owned(), query: ClassicQuery::default() }]
}

/// Scenes of a seed, with their numbers: so many in the short setting, a thousand times more in the
/// long one. Each is put to the wide engine on all instruction sets.
pub(super) fn campaign(
    seed: u64,
    short: usize,
    name: &str,
    mut scene: impl FnMut(usize, &mut Pcg64Mcg, &mut Findings, &mut [Asker<wide::Tree>]),
) {
    let (random, mut findings) = (&mut random(seed), Findings::default());
    let mut askers = wide_askers();
    for number in 0..scenes(short, 1000) {
        scene(number, random, &mut findings, &mut askers);
    }
    findings.finish(name);
}
