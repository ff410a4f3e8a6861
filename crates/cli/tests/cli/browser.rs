//! A page in a browser without a window: does steps in it, and gets what they saw.
//!
//! Needs Chromium (Debian's package `chromium`, or `OBBTREE_CHROMIUM`); without it, as the build
//! script sees it, the tests are shown as ignored.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::run::Folder;

/// Where the browser must have done all steps: it takes seconds, and a busy machine is no failure.
const PATIENCE: Duration = Duration::from_secs(300);

/// What the page writes before what was seen, in the browser's console.
const SEEN: &str = "all that was seen: ";

/// What every test has in the page: ways to look and to act. Steps are done one by one, the first
/// when the page has answered, each when the page has done what its timers had to do for the one
/// before; what they saw goes to the console as JSON.
const TOOLS: &str = r##"
<script>
const seen = {};
const by = id => document.getElementById(id);
// Events of a test have no pointer that could be captured.
for (const name of ["setPointerCapture", "releasePointerCapture"]) Element.prototype[name] = () => {};
// Red triangles of each body.
const red = () => page.bodies.all.map(body => body.red);
const body = name => page.bodies.all.find(body => body.name === name);
const slide = (id, value) => { by(id).value = value; by(id).dispatchEvent(new Event("input")); };
const point = (kind, [x, y], keys = {}) => page.view.canvas.dispatchEvent(
  new PointerEvent(kind,
    { clientX: x, clientY: y, bubbles: true, pointerId: 1, buttons: 1, ...keys }));
// A place in the window where a body is in front, all around.
const over = name => {
  const { width, height } = page.view.canvas.getBoundingClientRect();
  const isIt = (x, y) => page.bodies.pick({ clientX: x, clientY: y })?.body.name === name;
  for (let y = 60; y < height; y += 12) for (let x = 12; x < width; x += 12) {
    if (isIt(x, y) && isIt(x + 4, y) && isIt(x, y + 4) && isIt(x - 4, y)) return [x, y];
  }
  throw new Error(`${name} is nowhere to be seen`);
};
const click = at => { point("pointerdown", at); point("pointerup", at); };
const drag = (from, [dx, dy], keys) => {
  point("pointerdown", from, keys);
  for (const part of [0.5, 1]) point("pointermove", [from[0] + part * dx, from[1] + part * dy], keys);
  point("pointerup", [from[0] + dx, from[1] + dy], keys);
};
// What is saved, by name, as text.
const saved = {};
URL.createObjectURL = blob => { window.lastBlob = blob; return ""; };
HTMLAnchorElement.prototype.click = function () {
  const name = this.download;
  pending++;
  lastBlob.text().then(text => { saved[name] = text; pending--; });
};
// Pictures and files that are being made: no timer says when these are ready.
let pending = 0;
const toBlob = HTMLCanvasElement.prototype.toBlob;
HTMLCanvasElement.prototype.toBlob = function (done, ...how) {
  pending++;
  toBlob.call(this, blob => { done(blob); pending--; }, ...how);
};
const run = steps => {
  const next = () => {
    if (!window.page?.times) return setTimeout(next, 100);
    if (!steps.length) return console.log("all that was seen: " + JSON.stringify(seen));
    try {
      steps.shift()();
    } catch (error) {
      return console.log("all that was seen: " + JSON.stringify({ error: error.stack }));
    }
    settle(3);
  };
  // A timer or a frame may set one that may set another, and they run in the order in which they
  // are due: after as many waits one by one, each for a frame and longer than those timers, all
  // have run, however late.
  const settle = waits => waits > 0 || pending
    ? requestAnimationFrame(() => setTimeout(() => settle(waits - 1), 100)) : next();
  window.addEventListener("load", next);
};
</script>
"##;

fn chromium() -> String {
    let named = std::env::var("OBBTREE_CHROMIUM").ok();
    let found = named.into_iter().chain(["chromium", "chromium-browser"].map(str::to_owned));
    found
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok())
        .expect("Chromium, on the path or where OBBTREE_CHROMIUM says")
}

/// A page after some steps: what was seen, by the names that the steps gave. The page is changed.
pub(crate) fn seen(own: &Folder, page: &str, steps: &str) -> serde_json::Value {
    let chromium = chromium();
    let text = std::fs::read_to_string(page)
        .expect("a page")
        .replace("</body>", &format!("{TOOLS}<script>run([{steps}]);</script></body>"));
    std::fs::write(page, text).expect("written");
    // In real time: the browser's virtual time does not wait for the module to be compiled.
    let browser = Command::new(chromium)
        .args(["--headless=new", "--no-sandbox", "--window-size=1000,700"])
        .args(["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-extensions"])
        .arg("--enable-logging=stderr")
        .arg(format!("--user-data-dir={}", own.file("profile")))
        .arg(format!("file://{page}"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    console(browser)
}

/// What the page wrote to the browser's console at its end; ends the browser.
fn console(mut browser: Child) -> serde_json::Value {
    let errors = BufReader::new(browser.stderr.take().expect("piped"));
    let (told, tells) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut all = String::new();
        for line in errors.lines().map_while(Result::ok) {
            if let Some((_, seen)) = line.split_once(SEEN) {
                let _ = told.send(seen.to_owned());
            }
            all = all + &line + "\n";
        }
        all
    });
    let seen = tells.recv_timeout(PATIENCE);
    browser.kill().expect("it runs until then");
    browser.wait().expect("it ended");
    // Its other processes may hold the pipe for a moment, but end with it.
    let all = reader.join().expect("read");
    let seen =
        seen.unwrap_or_else(|_| panic!("the page did not do its steps in {PATIENCE:?}: {all}"));
    // The browser says after the text where it was written.
    let mut values = serde_json::Deserializer::from_str(&seen).into_iter();
    let seen: serde_json::Value =
        values.next().expect("a value").unwrap_or_else(|error| panic!("{error} in {seen}"));
    assert_eq!(seen.get("error"), None, "a step failed");
    seen
}
