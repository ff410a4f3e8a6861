//! The clashes of a study in a page: what the list and the chart beside the scene are told, and the
//! steps of a motion that is played.

use obbtree::clash::{MotionReport, Report, Reviews, Table};
use obbtree::motion::MotionError;
use obbtree::scene::Scene;

use super::document::{Found, Page, ReviewData};

/// So many steps are played of a motion, besides the times of its table: eight seconds at the pace
/// of the page.
const STEPS: f64 = 240.0;

/// A page of more poses, over all steps and bodies, is large: there are fewer steps then.
const MOST_POSES: usize = 60_000;

impl Page {
    /// With the clashes of a report beside the scene. The page saves what is decided about them as
    /// `file`, with those of `reviews` that are of no clash of the report.
    #[must_use]
    pub fn with_clashes(mut self, report: &Report, reviews: &Reviews, file: String) -> Self {
        let report = Found::AtRest(report.clone());
        let data = ReviewData { report, reviews: reviews.clone(), file, times: Vec::new() };
        self.data.review = Some(data);
        self.showing(true, true)
    }

    /// With what a motion study found, the motion played and a chart of it: see
    /// [`Page::with_clashes`].
    ///
    /// # Errors
    /// If there is no motion between two poses of the table.
    pub fn with_motion(
        self,
        scene: &Scene,
        (report, table): (&MotionReport, &Table),
        reviews: &Reviews,
        file: String,
    ) -> Result<Self, MotionError> {
        let times = step_times(report, table);
        let bodies: Vec<_> = table.bodies().map(|name| scene.id(name).ok()).collect();
        let mut steps = Vec::new();
        for &time in &times {
            let poses = table.poses_at(time)?;
            steps.push(bodies.iter().zip(poses).filter_map(|(id, pose)| Some(((*id)?, pose))));
        }
        let steps: Vec<Vec<_>> = steps.into_iter().map(Iterator::collect).collect();
        let mut page = self.played(&steps).showing(true, true);
        let report = Found::Moving(report.clone());
        page.data.review = Some(ReviewData { report, reviews: reviews.clone(), file, times });
        Ok(page)
    }
}

/// The times of the table, about evenly spaced ones between, and those that the report tells.
fn step_times(report: &MotionReport, table: &Table) -> Vec<f64> {
    let (given, [from, to]) = (table.times(), report.times);
    let most = MOST_POSES / table.bodies().len().max(1);
    let steps = STEPS.min(most as f64);
    let mut times = Vec::new();
    for two in given.windows(2) {
        let between = (steps * ((two[1] - two[0]) / (to - from))).ceil().max(1.0);
        times.extend((0..between as u32).map(|n| {
            let share = f64::from(n) / between;
            if n == 0 { two[0] } else { two[0] + share * (two[1] - two[0]) }
        }));
    }
    times.push(to);
    let told = report.clashes.iter().flat_map(|clash| {
        let contacts = clash.contacts.iter().flat_map(|of| [of.first[1], of.last[0]]);
        let undecided = clash.undecided.iter().flatten().copied();
        contacts.chain(undecided).chain(clash.closest.iter().map(|of| of.time))
    });
    let told: Vec<f64> = told.collect();
    if times.len() + told.len() <= most {
        times.extend(told);
    }
    times.sort_unstable_by(f64::total_cmp);
    times.dedup();
    times
}
