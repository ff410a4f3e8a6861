//! What draws in a page: plotly.js (MIT). It comes out of the crate `plotly` when this command is compiled, so
//! nobody else's code lies in this repository and none is downloaded by a page.

/// The element `script` with the renderer.
pub(crate) fn renderer() -> String {
    let sources = plotly::Plot::offline_js_sources();
    // The renderer comes first; the typesetter behind it is not used.
    sources.split_inclusive("</script>").next().unwrap_or_default().to_owned()
}
