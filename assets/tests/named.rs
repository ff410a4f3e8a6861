//! The meshes that are made by name: the same bytes everywhere, the size that was wanted, closed
//! where they say so.

use obbtree_assets::named::{self, FEWEST, hash};

/// Name, triangles wanted, and the hash of what comes. `OBBTREE_LONG=1` checks all of them.
const HASHES: [(&str, usize, u64); 36] = [
    ("blob", 1000, 0x2e6c_7be8_7bb6_d45a),
    ("blob", 20000, 0x1887_14fa_96f3_538b),
    ("blob", 300000, 0xbc4e_42fe_acdf_0e33),
    ("coral", 1000, 0xe69d_e3d7_7661_5b4a),
    ("coral", 20000, 0x5010_ffe3_516d_4e5b),
    ("coral", 300000, 0x47a5_c342_9161_dbaa),
    ("scan", 1000, 0x676e_a0b6_731a_b7d2),
    ("scan", 20000, 0xc30c_d49d_8219_8e1d),
    ("scan", 300000, 0x4a17_fa19_7832_ddc5),
    ("plate", 1000, 0xbe18_489d_9488_590b),
    ("plate", 20000, 0x089d_eb5c_7aa6_6fc0),
    ("plate", 300000, 0x4289_1585_d89a_d03b),
    ("shaft", 1000, 0x0780_fe81_58b8_7583),
    ("shaft", 20000, 0x6e37_575e_dc86_087e),
    ("shaft", 300000, 0x6a68_c667_d673_419d),
    ("rod", 1000, 0x4f48_36bd_4028_b4a6),
    ("rod", 20000, 0x0550_9a2f_dc33_da14),
    ("rod", 300000, 0x1f44_41f8_a782_0d44),
    ("knot", 1000, 0xb151_638e_dda8_ed12),
    ("knot", 20000, 0x035b_fe9e_94d0_4517),
    ("knot", 300000, 0x3b06_f714_c551_5f71),
    ("chain", 1000, 0xa57b_e5dc_55e9_1aaa),
    ("chain", 20000, 0x1b08_1f98_e2d4_9bcb),
    ("chain", 300000, 0x7bdb_16f4_f731_b571),
    ("terrain", 1000, 0x23b3_058d_d072_6333),
    ("terrain", 20000, 0xb464_6126_7564_c068),
    ("terrain", 300000, 0x0d31_dbb0_7c0f_4f76),
    ("foam", 1000, 0xf18c_bdcf_47a7_8354),
    ("foam", 20000, 0x4ec2_d2c9_c468_e618),
    ("foam", 300000, 0x575f_f0f2_a2be_f4e1),
    ("soup", 1000, 0x141e_6c88_bf91_1867),
    ("soup", 20000, 0x6990_c1a9_2855_3df4),
    ("soup", 300000, 0x2da8_8b74_35c6_bd39),
    ("needles", 1000, 0x9184_f42e_3172_9e50),
    ("needles", 20000, 0x3350_f3d6_21ec_59de),
    ("needles", 300000, 0x3d9c_2813_5cfe_4f36),
];

#[test]
fn meshes_have_their_hashes() {
    let long = std::env::var_os("OBBTREE_LONG").is_some();
    let mut wrong = Vec::new();
    for named in named::all() {
        for triangles in [1_000, 20_000, 300_000] {
            if triangles > 100_000 && !long {
                continue;
            }
            let found = hash(&named.mesh(triangles));
            if !HASHES.contains(&(named.name, triangles, found)) {
                wrong.push(format!("    (\"{}\", {triangles}, 0x{found:016x}),", named.name));
            }
        }
    }
    assert!(wrong.is_empty(), "not in the table:\n{}", wrong.join("\n"));
}

#[test]
fn meshes_are_what_they_say() {
    for named in named::all() {
        for wanted in [FEWEST, 2_000, 20_000] {
            let report = named.mesh(wanted).report();
            let what = format!("{} of {wanted}: {report:?}", named.name);
            eprintln!("{} of {wanted}: {}", named.name, report.triangles);
            assert!((wanted * 2 / 3..=wanted * 3 / 2).contains(&report.triangles), "{what}");
            assert_eq!(report.closed(), named.closed, "{what}");
            assert_eq!(report.vertices, report.distinct_positions, "{what}");
            if named.closed {
                assert!(report.signed_volume > 0.0, "{what}");
            }
        }
    }
}
