//! Pages in which the engine itself answers: one HTML file that any browser opens offline.
//!
//! A page holds what it is about as JSON; the engine, as the WebAssembly module that `crates/wasm/build`
//! makes (`view/engine.wasm`, called by `view/engine.js`), so that answers in the page are as certain as
//! here; a script that asks it; and plotly.js, which draws.

use anyhow::Result;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;

use crate::renderer::renderer;

/// The engine, by `crates/wasm/build`.
const ENGINE: &[u8] = include_bytes!("view/engine.wasm");

/// What all scripts use: the engine, colours, and how bodies are dragged.
const SHARED: &str = concat!(
    include_str!("view/engine.js"),
    include_str!("view/palette.js"),
    include_str!("view/moving.js")
);

/// The whole page: `html` with all scripts in the place of its mark. `script` has the function `start`, which
/// takes the data, the renderer and the engine's bytes.
pub(crate) fn live_page(html: &str, script: &str, data: &impl Serialize) -> Result<String> {
    // Names are the only text of users, and no text can end the script without this letter.
    let data = serde_json::to_string(data)?.replace('<', "\\u003c");
    let (renderer, engine) = (renderer(), BASE64_STANDARD.encode(ENGINE));
    let start = format!("start({data}, window.Plotly, \"{engine}\");");
    let scripts = format!("{renderer}\n<script>\n{SHARED}{script}\n{start}\n</script>");
    Ok(html.replace("<!--SCRIPTS-->", &scripts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_needs_nothing_else() {
        let page = live_page("<!--SCRIPTS-->", "", &"</script><img>").expect("a page");
        // The renderer takes 4.7 MB, the typesetter would take 2.1 more; the engine takes 2.0.
        assert!((5_500_000..7_000_000).contains(&page.len()), "{} bytes", page.len());
        for tag in ["<script src", "<link", "<img", "@import"] {
            assert!(!page.contains(tag), "{tag}");
        }
        assert_eq!(page.matches("</script>").count(), 2, "the renderer and our own");
    }
}
