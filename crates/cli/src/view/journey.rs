//! The poses of a motion that the page plays: up to the first contact, or to the end of a free
//! motion.

use anyhow::Result;
use obbtree::motion::{Motion, Sweep, SweepOptions};
use obbtree::{Body, Pose, Query};

use crate::load;
use crate::sweep::Kind;

/// Steps from the first pose to the last: two seconds of play at the pace of the page.
const STEPS: u32 = 60;

/// The end of a motion, and how B gets there.
#[derive(clap::Args)]
pub(super) struct JourneyOptions {
    /// Play the motion from the pose of B to this one, up to its first contact
    #[arg(
        long,
        value_name = "POSE",
        allow_hyphen_values = true,
        requires = "b",
        conflicts_with = "poses"
    )]
    to: Option<String>,
    /// How B gets from one pose to the other
    #[arg(long, value_enum, default_value = "linear", requires = "to")]
    kind: Kind,
}

impl JourneyOptions {
    /// The poses from the start to the contact, at which the bodies certainly meet, and what is
    /// said about them; the start alone where no motion is wanted.
    pub(super) fn poses(&self, [a, b]: [&Body; 2], from: &Pose) -> Result<(Vec<Pose>, String)> {
        let Some(to) = self.to.as_deref() else { return Ok((vec![*from], String::new())) };
        let motion = self.kind.motion(&[*from, load::pose(Some(to), "--to")?])?;
        let options = SweepOptions::default();
        let found = Query::new().sweep(a, &Pose::identity(), b, &motion, &options);
        let (last, said) = match &found {
            Sweep::Contact(found) => {
                (found.first_contact, format!("a contact at {:.6}, ", found.first_contact))
            }
            Sweep::Undecided(found) => {
                (found.until, format!("free until {:.6}, then not proven, ", found.last_free))
            }
            _ => (1.0, "the motion is free, ".to_owned()),
        };
        let time = |step: u32| last * (f64::from(step) / f64::from(STEPS));
        Ok(((0..=STEPS).map(|step| motion.pose_at(time(step))).collect(), said))
    }
}
