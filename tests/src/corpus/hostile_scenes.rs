//! Files that break readers of scenes, COLLADA and glTF: nodes, transforms and units that must be
//! applied, cycles, bombs, buffers that are not there, views past their ends.

use super::hostile::Expect::{Either, Error, Mesh as Read};
use super::hostile::{Hostile, good, hostile};

/// All files.
pub(super) fn files() -> Vec<Hostile> {
    [dae(), gltf(), glb()].concat()
}

/// The text of a format, and a way to replace what is there once.
fn text(name: &str) -> (String, impl Fn(&str, &str) -> String) {
    let text = String::from_utf8(good(name)).expect("a text format");
    let original = text.clone();
    let with = move |from: &str, to: &str| {
        assert!(original.contains(from), "{from}");
        original.replacen(from, to, 1)
    };
    (text, with)
}

fn dae() -> Vec<Hostile> {
    let (dae, with) = text("mesh.dae");
    let instance = "<instance_geometry url='#g'/>";
    let bomb = "<?xml version='1.0'?><!DOCTYPE b [<!ENTITY a0 'aaaaaaaaaa'>\
                <!ENTITY a1 '&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;'>\
                <!ENTITY a2 '&a1;&a1;&a1;&a1;&a1;&a1;&a1;&a1;&a1;&a1;'>]><COLLADA>&a2;</COLLADA>";
    let polylist = with("<triangles count='12'>", "<polylist count='2'>").replacen(
        "</triangles>",
        "</polylist>",
        1,
    );
    let start = polylist.find("<p>").expect("indices");
    let end = polylist.find("</p>").expect("indices");
    let polylist = format!(
        "{}<vcount>4 4</vcount><p>0 2 3 1 4 5 7 6 {}",
        &polylist[..start],
        &polylist[end..]
    );
    let no_scene = {
        let start = dae.find("<library_visual_scenes>").expect("a scene");
        format!("{}</COLLADA>", &dae[..start])
    };
    vec![
        hostile(
            "dae_mm_yup.dae",
            with(
                "<COLLADA>",
                "<COLLADA><asset><unit meter='0.001'/><up_axis>Y_UP</up_axis></asset>",
            ),
            Read(12),
        ),
        hostile(
            "dae_matrix.dae",
            with(instance, &format!("<matrix>0 -1 0 5 1 0 0 6 0 0 1 7 0 0 0 1</matrix>{instance}")),
            Read(12),
        ),
        hostile(
            "dae_two_instances.dae",
            with(
                "</node>",
                &format!(
                    "</node><node><translate>10 0 0</translate><scale>2 2 2</scale>{instance}</node>"
                ),
            ),
            Read(24),
        ),
        hostile("dae_polylist.dae", polylist, Read(4)),
        hostile("dae_bad_index.dae", with("<p>0", "<p>999"), Error("vertex index 999 ")),
        hostile("dae_cut.dae", dae[..dae.len() * 2 / 3].to_owned(), Error("line ")),
        hostile("dae_no_scene.dae", no_scene, Either(12)),
        hostile("xml_bomb.dae", bomb, Error("XML with DTD")),
    ]
}

fn gltf() -> Vec<Hostile> {
    let (_, with) = text("mesh.gltf");
    let data = {
        let (text, _) = text("mesh.gltf");
        let start = text.find("data:").expect("a buffer");
        let end = start + text[start..].find('"').expect("its end");
        text[start..end].to_owned()
    };
    vec![
        hostile(
            "gltf_trs.gltf",
            with(
                "{\"mesh\":0}",
                "{\"mesh\":0,\"translation\":[1,2,3],\"rotation\":[0,0,0.7071067811865476,0.7071067811865476],\"scale\":[2,2,2]}",
            ),
            Read(12),
        ),
        hostile(
            "gltf_index_oor.gltf",
            with("\"count\":8", "\"count\":7"),
            Error("vertex index 7 "),
        ),
        hostile(
            "gltf_view_oor.gltf",
            with("\"byteOffset\":96", "\"byteOffset\":1000000"),
            Error("bytes 1000000 to "),
        ),
        hostile(
            "gltf_missing_bin.gltf",
            with(&data, "not-there.bin"),
            Error("the buffer 'not-there.bin' cannot be read: "),
        ),
        hostile(
            "gltf_cycle.gltf",
            with("{\"mesh\":0}", "{\"mesh\":0,\"children\":[0]}"),
            Error("nodes[0]: "),
        ),
        hostile("gltf_lines.gltf", with("\"indices\":1", "\"indices\":1,\"mode\":1"), Either(0)),
        hostile(
            "gltf_draco.gltf",
            with(
                "\"scenes\"",
                "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"scenes\"",
            ),
            Error("KHR_draco_mesh_compression "),
        ),
        hostile("gltf_no_json.gltf", "{\"asset\":", Error("line 1: ")),
        hostile(
            "gltf_empty.gltf",
            "{\"asset\":{\"version\":\"2.0\"}}",
            Error("the mesh has no triangles"),
        ),
    ]
}

fn glb() -> Vec<Hostile> {
    let glb = good("mesh.glb");
    let mut lie = glb.clone();
    lie[8..12].copy_from_slice(&(2 * glb.len() as u32).to_le_bytes());
    vec![
        hostile("glb_cut.glb", glb[..glb.len() - 40].to_vec(), Error("byte ")),
        hostile("glb_len_lie.glb", lie, Either(12)),
        hostile("glb_header_only.glb", glb[..12].to_vec(), Error("byte ")),
    ]
}
