//! `obbtree clash --html`: the page that shows what a study found.

use std::path::Path;

use anyhow::{Context, Result};
use obbtree::clash::{MotionReport, Report, Reviews, Table};
use obbtree::scene::Scene;
use obbtree_viewer::{CommandKind, Page};

use crate::output::write_page;

/// What a page shows, and the files that it names.
pub(super) struct Shown<'s> {
    pub(super) scene: &'s Scene,
    pub(super) scene_file: &'s Path,
    pub(super) study: &'s Path,
    pub(super) html: &'s Path,
}

impl Shown<'_> {
    pub(super) fn clashes(&self, report: &Report, reviews: &Reviews) -> Result<()> {
        let page = self.page(&report.study);
        write_page(self.html, &page.with_clashes(report, reviews, self.states()))?;
        Ok(())
    }

    pub(super) fn motion(
        &self,
        report: &MotionReport,
        table: &Table,
        reviews: &Reviews,
    ) -> Result<()> {
        let page = self.page(&report.study);
        let page = page.with_motion(self.scene, (report, table), reviews, self.states());
        write_page(self.html, &page.with_context(|| self.study.display().to_string())?)?;
        Ok(())
    }

    fn page(&self, name: &str) -> Page {
        let title = if name.is_empty() { stem(self.study) } else { name.to_owned() };
        let folder = self.scene_file.parent().unwrap_or(Path::new(""));
        let words = ["obbtree", "clash", &self.study.display().to_string()].map(str::to_owned);
        let saved = format!("{}-moved.json", stem(self.scene_file));
        Page::new(&title, self.scene, folder).saved_as(saved, CommandKind::Study, words.to_vec())
    }

    /// The name of the file of states that the page saves.
    fn states(&self) -> String {
        format!("{}-states.json", stem(self.study))
    }
}

fn stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
