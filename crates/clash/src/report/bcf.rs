//! Reports as BCF archives, which programs for building models open: a topic for each clash, with
//! both bodies, a camera that looks at the place, what reviewers decided, and a picture if the
//! caller draws one.
//!
//! The files follow buildingSMART's schemas `markup.xsd`, `visinfo.xsd`, `version.xsd` and, in 3.0,
//! `extensions.xsd`. Topics and viewpoints have UUIDs that follow from those of the clashes, so a
//! program that reads the archive of a later run finds the topics that it knows.

use std::io::{Seek, Write};

use nalgebra::{Point3, Vector3};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use thiserror::Error;
use uuid::Uuid;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::clash::{Clash, Report};
use crate::review::ReviewState;

/// The version of BCF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BcfVersion {
    /// 2.1, which most programs read.
    #[default]
    V2,
    /// 3.0.
    V3,
}

/// What an archive says besides the clashes.
#[derive(Clone, Debug, PartialEq)]
pub struct BcfOptions {
    /// Its version.
    pub version: BcfVersion,
    /// Who made it: a name or an address.
    pub author: String,
    /// When, as XML has it: `2026-11-26T09:30:00Z`.
    pub date: String,
    /// How many metres a unit of the coordinates is: above 0.
    pub metres: f64,
}

/// Draws a clash as a PNG picture, or does not.
pub type Snapshot<'s> = &'s mut dyn FnMut(&Clash) -> Option<Vec<u8>>;

/// Why an archive was not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BcfError {
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is too large for an archive, or cannot be written.
    #[error("the archive cannot be written: {0}")]
    Zip(#[from] zip::result::ZipError),
    /// Not a date as XML has it.
    #[error("{0:?} is no date and time like 2026-11-26T09:30:00Z")]
    Date(String),
    /// No author.
    #[error("the author is empty")]
    Author,
    /// Metres that are no length.
    #[error("{0} is no number of metres above 0")]
    Metres(f64),
}

/// The camera's field of view in degrees, from 45 to 60 as version 2.1 wants it.
const FIELD_OF_VIEW: f64 = 60.0;
/// Where the camera is, seen from the place: from the right, in front and above.
pub(crate) const FROM: [f64; 3] = [0.5, -0.75, 0.5];
/// The camera is so many reaches away from the place.
const AWAY: f64 = 3.0;

/// Writes the clashes of a report as an archive: the same bytes for the same report, options and
/// pictures. The memory is that of one topic.
///
/// A body whose name ends, after the last `/`, in a GlobalId of IFC (22 characters) is named by it;
/// others by their names, as `AuthoringToolId` of the system `obbtree`. Characters that XML cannot
/// hold are left out, and labels, comments and names that are blank then.
///
/// # Errors
/// If it cannot be written, or the options cannot be used: see [`BcfOptions::check`].
pub fn write_bcf(
    report: &Report,
    options: &BcfOptions,
    to: impl Write + Seek,
    snapshot: Snapshot<'_>,
) -> Result<(), BcfError> {
    options.check()?;
    let mut archive = Archive {
        zip: ZipWriter::new(to),
        options,
        // The oldest date that an archive can have: the same bytes whenever it is written.
        file: SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default()),
    };
    let version = match options.version {
        BcfVersion::V2 => "2.1",
        BcfVersion::V3 => "3.0",
    };
    archive.xml("bcf.version", |xml| {
        let element = xml.create_element("Version").with_attribute(("VersionId", version));
        match options.version {
            BcfVersion::V2 => {
                element.write_inner_content(|xml| text(xml, "DetailedVersion", version))
            }
            BcfVersion::V3 => element.write_empty(),
        }?;
        Ok(())
    })?;
    if options.version == BcfVersion::V3 {
        archive.extensions(report)?;
    }
    for (index, clash) in report.clashes.iter().enumerate() {
        let picture = snapshot(clash);
        archive.topic(index, clash, picture.as_deref())?;
    }
    archive.zip.finish()?;
    Ok(())
}

impl BcfOptions {
    /// Can an archive say this?
    ///
    /// # Errors
    /// If not: why.
    ///
    /// ```
    /// use obbtree_clash::{BcfOptions, BcfVersion};
    /// let (version, author) = (BcfVersion::V3, "Ada".to_owned());
    /// let date = "2026-02-30T09:30:00Z".to_owned(); // February has no 30th
    /// assert!(BcfOptions { version, author, date, metres: 0.001 }.check().is_err());
    /// ```
    pub fn check(&self) -> Result<(), BcfError> {
        if !is_date(&self.date) {
            return Err(BcfError::Date(self.date.clone()));
        }
        if is_blank(&self.author) {
            return Err(BcfError::Author);
        }
        if !(self.metres > 0.0 && self.metres.is_finite()) {
            return Err(BcfError::Metres(self.metres));
        }
        Ok(())
    }
}

/// Is it a date and a time of XML's `dateTime`, in UTC or with an offset?
fn is_date(text: &str) -> bool {
    let has_shape = |text: &str, shape: &str| {
        let fits = |(x, y): (char, char)| if y == '0' { x.is_ascii_digit() } else { x == y };
        text.len() == shape.len() && text.chars().zip(shape.chars()).all(fits)
    };
    let shape = "0000-00-00T00:00:00";
    let Some((start, zone)) = text.split_at_checked(shape.len()) else { return false };
    let (is_utc, is_offset) = (zone == "Z", zone.starts_with(['+', '-']));
    if !has_shape(start, shape) || !(is_utc || is_offset && has_shape(&zone[1..], "00:00")) {
        return false;
    }
    let numbers: Vec<u32> =
        start.split(['-', 'T', ':']).filter_map(|digits| digits.parse().ok()).collect();
    let [year, month, day, hour, minute, second] = numbers[..] else { return false };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    // An offset has at most 14 hours; digits and colons compare as the numbers do.
    let is_near = is_utc || (&zone[1..] <= "14:00" && &zone[4..] <= "59");
    year > 0
        && (1..=12).contains(&month)
        && (1..=days).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60
        && is_near
}

type Xml<'w> = Writer<&'w mut Vec<u8>>;
type Written = std::io::Result<()>;

struct Archive<'o, W: Write + Seek> {
    zip: ZipWriter<W>,
    options: &'o BcfOptions,
    file: SimpleFileOptions,
}

impl<W: Write + Seek> Archive<'_, W> {
    fn xml(
        &mut self,
        name: &str,
        content: impl FnOnce(&mut Xml<'_>) -> Written,
    ) -> Result<(), BcfError> {
        let mut bytes = Vec::new();
        let mut xml = Writer::new_with_indent(&mut bytes, b' ', 2);
        xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        content(&mut xml)?;
        self.add(name, &bytes)
    }

    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), BcfError> {
        self.zip.start_file(name, self.file)?;
        self.zip.write_all(bytes)?;
        Ok(())
    }

    /// The words that topics of version 3.0 use.
    fn extensions(&mut self, report: &Report) -> Result<(), BcfError> {
        let mut labels: Vec<&str> = report.clashes.iter().flat_map(labels).collect();
        labels.sort_unstable();
        labels.dedup();
        let author = self.options.author.clone();
        self.xml("extensions.xml", |xml| {
            xml.create_element("Extensions").write_inner_content(|xml| {
                list(xml, "TopicTypes", "TopicType", &[TOPIC_TYPE])?;
                list(xml, "TopicStatuses", "TopicStatus", &STATUSES)?;
                list(xml, "TopicLabels", "TopicLabel", &labels)?;
                list(xml, "Users", "User", &[&author])
            })?;
            Ok(())
        })
    }

    fn topic(
        &mut self,
        index: usize,
        clash: &Clash,
        picture: Option<&[u8]>,
    ) -> Result<(), BcfError> {
        let folder = clash.guid;
        let viewpoint = Uuid::new_v3(&clash.guid, b"viewpoint");
        let (version, author, date, metres) = {
            let o = self.options;
            (o.version, o.author.clone(), o.date.clone(), o.metres)
        };
        let has_picture = picture.is_some();
        let comment = clash.review.as_ref().map_or("", |review| review.comment.trim());
        let has_comment = !is_blank(comment);
        let said = |xml: &mut Xml<'_>| {
            let guid = Uuid::new_v3(&clash.guid, b"comment").to_string();
            let element = xml.create_element("Comment").with_attribute(("Guid", guid.as_str()));
            element.write_inner_content(|xml| {
                text(xml, "Date", &date)?;
                text(xml, "Author", &author)?;
                text(xml, "Comment", comment)?;
                let view = viewpoint.to_string();
                let element = xml.create_element("Viewpoint");
                element.with_attribute(("Guid", view.as_str())).write_empty()?;
                Ok(())
            })?;
            Ok(())
        };
        self.xml(&format!("{folder}/markup.bcf"), |xml| {
            xml.create_element("Markup").write_inner_content(|xml| {
                let mut topic = xml
                    .create_element("Topic")
                    .with_attribute(("Guid", folder.to_string().as_str()));
                topic = topic
                    .with_attribute(("TopicType", TOPIC_TYPE))
                    .with_attribute(("TopicStatus", status(clash)));
                topic.write_inner_content(|xml| {
                    text(xml, "Title", &title(clash))?;
                    text(xml, "Index", &index.to_string())?;
                    let labels: Vec<&str> = labels(clash).collect();
                    match version {
                        BcfVersion::V2 => {
                            labels.iter().try_for_each(|label| text(xml, "Labels", label))?;
                        }
                        BcfVersion::V3 => list(xml, "Labels", "Label", &labels)?,
                    }
                    text(xml, "CreationDate", &date)?;
                    text(xml, "CreationAuthor", &author)?;
                    text(xml, "Description", &description(clash))?;
                    if version == BcfVersion::V3 {
                        if has_comment {
                            xml.create_element("Comments").write_inner_content(said)?;
                        }
                        xml.create_element("Viewpoints").write_inner_content(|xml| {
                            view_file(xml, "ViewPoint", viewpoint, has_picture)
                        })?;
                    }
                    Ok(())
                })?;
                if version == BcfVersion::V2 {
                    if has_comment {
                        said(xml)?;
                    }
                    view_file(xml, "Viewpoints", viewpoint, has_picture)?;
                }
                Ok(())
            })?;
            Ok(())
        })?;
        self.xml(&format!("{folder}/{VIEWPOINT_FILE}"), |xml| {
            let guid = viewpoint.to_string();
            let element =
                xml.create_element("VisualizationInfo").with_attribute(("Guid", guid.as_str()));
            element.write_inner_content(|xml| {
                components(xml, version, clash)?;
                camera(xml, version, clash, metres)
            })?;
            Ok(())
        })?;
        if let Some(picture) = picture {
            self.add(&format!("{folder}/{SNAPSHOT_FILE}"), picture)?;
        }
        Ok(())
    }
}

const TOPIC_TYPE: &str = "Clash";
/// Those of [`ReviewState`], and one for programs that read the archive.
const STATUSES: [&str; 4] = ["Open", "Accepted", "Resolved", "Closed"];
const VIEWPOINT_FILE: &str = "viewpoint.bcfv";
const SNAPSHOT_FILE: &str = "snapshot.png";

/// Without what XML 1.0 cannot hold.
fn clean(value: &str) -> String {
    let is_held = |c: &char| match c {
        '\t' | '\n' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        _ => !c.is_control(),
    };
    value.chars().filter(is_held).collect()
}

/// Is nothing left of it that version 3.0 takes for a text?
fn is_blank(value: &str) -> bool {
    clean(value).trim().is_empty()
}

/// The labels of a topic.
fn labels(clash: &Clash) -> impl Iterator<Item = &str> {
    [clash.rule.as_str(), clash.class.name()].into_iter().filter(|label| !is_blank(label))
}

fn text(xml: &mut Xml<'_>, name: &str, value: &str) -> Written {
    xml.create_element(name).write_text_content(BytesText::new(&clean(value)))?;
    Ok(())
}

fn list(xml: &mut Xml<'_>, name: &str, each: &str, values: &[&str]) -> Written {
    xml.create_element(name)
        .write_inner_content(|xml| values.iter().try_for_each(|value| text(xml, each, value)))?;
    Ok(())
}

fn view_file(xml: &mut Xml<'_>, name: &str, guid: Uuid, has_picture: bool) -> Written {
    let guid = guid.to_string();
    xml.create_element(name).with_attribute(("Guid", guid.as_str())).write_inner_content(
        |xml| {
            text(xml, "Viewpoint", VIEWPOINT_FILE)?;
            if has_picture { text(xml, "Snapshot", SNAPSHOT_FILE) } else { Ok(()) }
        },
    )?;
    Ok(())
}

fn status(clash: &Clash) -> &'static str {
    match clash.review.as_ref().map_or(ReviewState::Open, |review| review.state) {
        ReviewState::Open => STATUSES[0],
        ReviewState::Accepted => STATUSES[1],
        ReviewState::Resolved => STATUSES[2],
    }
}

fn title(clash: &Clash) -> String {
    let [a, b] = &clash.bodies;
    format!("{}: {a} - {b}", clash.class.name().replace('_', " "))
}

fn description(clash: &Clash) -> String {
    let mut lines = vec![format!("Rule: {}", clash.rule)];
    let [x, y, z] = clash.point;
    lines.push(format!("Place: {x} {y} {z}"));
    if let Some([lower, upper]) = clash.distance {
        lines.push(format!("Distance: from {lower} to {upper}"));
    }
    if let Some([lower, upper]) = clash.depth {
        lines.push(format!("Depth: from {lower} to {upper}"));
    }
    if let Some([lower, upper]) = clash.volume {
        lines.push(format!("Volume of overlap: from {lower} to {upper}"));
    }
    lines.join("\n")
}

/// A GlobalId of IFC at the end of a name.
fn ifc_guid(name: &str) -> Option<&str> {
    let last = name.rsplit('/').next()?;
    let is_digit = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    // 128 bits: the first digit of six bits has two.
    let fits =
        last.len() == 22 && last.chars().all(is_digit) && last.starts_with(['0', '1', '2', '3']);
    fits.then_some(last)
}

fn component(xml: &mut Xml<'_>, name: &str) -> Written {
    let element = xml.create_element("Component");
    match ifc_guid(name) {
        Some(guid) => element.with_attribute(("IfcGuid", guid)).write_empty()?,
        None => element.write_inner_content(|xml| {
            text(xml, "OriginatingSystem", "obbtree")?;
            if is_blank(name) { Ok(()) } else { text(xml, "AuthoringToolId", name) }
        })?,
    };
    Ok(())
}

/// Both bodies selected, each in its colour, everything visible.
fn components(xml: &mut Xml<'_>, version: BcfVersion, clash: &Clash) -> Written {
    const COLOURS: [&str; 2] = ["E69F00", "56B4E9"];
    xml.create_element("Components").write_inner_content(|xml| {
        xml.create_element("Selection").write_inner_content(|xml| {
            clash.bodies.iter().try_for_each(|name| component(xml, name))
        })?;
        xml.create_element("Visibility")
            .with_attribute(("DefaultVisibility", "true"))
            .write_empty()?;
        xml.create_element("Coloring").write_inner_content(|xml| {
            for (name, colour) in clash.bodies.iter().zip(COLOURS) {
                let element = xml.create_element("Color").with_attribute(("Color", colour));
                element.write_inner_content(|xml| match version {
                    BcfVersion::V2 => component(xml, name),
                    BcfVersion::V3 => {
                        xml.create_element("Components")
                            .write_inner_content(|xml| component(xml, name))?;
                        Ok(())
                    }
                })?;
            }
            Ok(())
        })?;
        Ok(())
    })?;
    Ok(())
}

fn camera(xml: &mut Xml<'_>, version: BcfVersion, clash: &Clash, metres: f64) -> Written {
    let from = Vector3::from(FROM).normalize();
    let [min, max] = clash.bounds.map(Point3::from);
    let reach = clash.reach.max((max - min).norm() / 2.0);
    let reach = if reach > 0.0 && reach.is_finite() { reach } else { 1.0 };
    let eye = (nalgebra::center(&min, &max) + from * reach * AWAY) * metres;
    // Metres can take it beyond what a number holds, which XML would write as another word.
    let eye = eye.map(|x| x.clamp(-f64::MAX, f64::MAX));
    let up = Vector3::z() - from * from.z;
    let vector = |xml: &mut Xml<'_>, name: &str, v: [f64; 3]| {
        xml.create_element(name).write_inner_content(|xml| {
            ["X", "Y", "Z"].iter().zip(v).try_for_each(|(k, x)| text(xml, k, &x.to_string()))
        })?;
        Ok::<(), std::io::Error>(())
    };
    xml.create_element("PerspectiveCamera").write_inner_content(|xml| {
        vector(xml, "CameraViewPoint", eye.into())?;
        vector(xml, "CameraDirection", (-from).into())?;
        vector(xml, "CameraUpVector", up.normalize().into())?;
        text(xml, "FieldOfView", &FIELD_OF_VIEW.to_string())?;
        if version == BcfVersion::V3 { text(xml, "AspectRatio", "1") } else { Ok(()) }
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_identifiers_are_told_from_other_texts() {
        assert!(is_date("2026-11-26T09:30:00Z") && is_date("2026-11-26T09:30:00+01:00"));
        for text in [
            "",
            "2026-11-26",
            "2026-11-26T09:30:00",
            "yesterday, at half past nine o'clock",
            "2026-11-26T09:30:00+1:000",
            "2026-11-26T09:30:00ü1:00",
        ] {
            assert!(!is_date(text), "{text}");
        }
        // Of the shape of a date, but no day or time that there is; and their neighbours.
        for (no, yes) in [
            ("0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
            ("2026-00-26T09:30:00Z", "2026-01-26T09:30:00Z"),
            ("2026-13-26T09:30:00Z", "2026-12-26T09:30:00Z"),
            ("2026-11-00T09:30:00Z", "2026-11-01T09:30:00Z"),
            ("2026-11-31T09:30:00Z", "2026-12-31T09:30:00Z"),
            ("2026-02-29T09:30:00Z", "2028-02-29T09:30:00Z"),
            ("2100-02-29T09:30:00Z", "2000-02-29T09:30:00Z"),
            ("2026-11-26T24:00:00Z", "2026-11-26T23:59:59Z"),
            ("2026-11-26T09:60:00Z", "2026-11-26T09:59:00Z"),
            ("2026-11-26T09:30:60Z", "2026-11-26T09:30:59Z"),
            ("2026-11-26T09:30:00+14:01", "2026-11-26T09:30:00+14:00"),
            ("2026-11-26T09:30:00-09:60", "2026-11-26T09:30:00-09:59"),
        ] {
            assert!(!is_date(no) && is_date(yes), "{no} {yes}");
        }
        assert_eq!(ifc_guid("site/0abcdefghijklmnopqrs_$"), Some("0abcdefghijklmnopqrs_$"));
        assert_eq!(ifc_guid("site/column 12"), None);
        assert_eq!(ifc_guid("zabcdefghijklmnopqrs_$"), None);
    }
}
