//! One pose after the other: queried once, verified if wanted, and written as words or JSON.

use anyhow::{Context, Result};
use obbtree::nalgebra::Point3;
use obbtree::query::{
    Answer, Contact, Counts, Distance, DistanceOptions, ManifoldOptions, Relation,
};
use obbtree::{Body, Pose, Query};
use obbtree_geom::contact_outline;
use obbtree_predicates::Placement;
use serde::Serialize;

use super::contact_fields::ContactFields;
use super::depth_fields::{DepthFields, ManifoldFields};
use super::verify::{Claim, Judge};
use crate::output::{json_line, shown, shown_all};
use crate::question::{Question, depth};
use crate::reference::{Reference, Scratch};

/// The query at each pose, and how the answer is given.
pub(super) struct Request {
    pub(super) question: Question,
    pub(super) solid: bool,
    pub(super) classify: bool,
    pub(super) verify: bool,
    pub(super) json: bool,
}

/// Two bodies, where they are, and what is queried. Shared by all threads.
pub(super) struct Session {
    pub(super) a: Body,
    pub(super) pose_a: Pose,
    pub(super) b: Body,
    /// Of B.
    pub(super) poses: Vec<Pose>,
    pub(super) request: Request,
    /// Answers in place of the query.
    pub(super) reference: Option<Reference>,
}

/// What there is to say of the pairs at a pose.
struct Found {
    collides: bool,
    first: Option<[u32; 2]>,
    pairs: Vec<[u32; 2]>,
    relation: Option<Relation>,
    counts: Counts,
}

impl From<Answer> for Found {
    fn from(answer: Answer) -> Self {
        let Answer { collides, first, pairs, relation, counts, .. } = answer;
        Self { collides, first, pairs, relation, counts }
    }
}

/// What is printed for a pose, and what it adds to the sums.
pub(super) struct Reply {
    /// A line, or nothing.
    pub(super) text: Vec<u8>,
    /// Do the bodies collide, or come within the given distance?
    pub(super) hit: bool,
    pub(super) pairs: usize,
    pub(super) counts: Counts,
}

/// The JSON object of a pose. Triangle numbers count from 0 in the order of the files.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Fields<'a> {
    pose: usize,
    /// For `any`, `all` and `contacts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    collides: Option<bool>,
    /// Is the distance at most the tolerance, for `closer-than` and `within`?
    #[serde(skip_serializing_if = "Option::is_none")]
    closer: Option<bool>,
    /// The relation of the bodies, for `--classify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'static str>,
    /// `free`, `touch` or `proper`, for `--classify` of two single triangles.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// The first pair of triangles found (`any`) or the lowest (`all`).
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<[u32; 2]>,
    /// How many pairs meet, for `all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<usize>,
    /// All of them, ascending, for `all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "TrianglesOfSchema"))]
    triangles: Option<&'a [[u32; 2]]>,
    /// For `within`, nearest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    near: Option<Vec<NearFields>>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    distance: Option<DistanceFields>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    clearance: Option<ClearanceFields>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    contacts: Option<ContactFields>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    depth: Option<DepthFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    manifolds: Option<Vec<ManifoldFields>>,
}

/// What `triangles` are in a line: all pairs that meet for `all`, the closest two for `distance`.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
enum TrianglesOfSchema {
    All(Vec<[u32; 2]>),
    Closest([Option<u32>; 2]),
}

/// For `clearance`: bounds of the distance.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ClearanceFields {
    lower: f64,
    upper: f64,
}

/// For `distance`: numbers are printed so that reading them gives the same again. Points are in
/// the world.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DistanceFields {
    /// The upper end.
    distance: f64,
    lower: f64,
    upper: f64,
    point_a: [f64; 3],
    point_b: [f64; 3],
    #[cfg_attr(test, schemars(with = "TrianglesOfSchema"))]
    triangles: [Option<u32>; 2],
    /// For `--solid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    one_inside: Option<bool>,
}

/// For `within`: a pair of triangles, with the distance and the closest points of the two in the
/// world, and the direction from A to B where they do not meet.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct NearFields {
    triangles: [Option<u32>; 2],
    lower: f64,
    upper: f64,
    point_a: [f64; 3],
    point_b: [f64; 3],
    normal: Option<[f64; 3]>,
}

impl NearFields {
    fn of(found: &Distance) -> Self {
        let &Distance { lower, upper, points, triangles, normal, .. } = found;
        let [point_a, point_b] = points.map(Into::into);
        Self { triangles, lower, upper, point_a, point_b, normal: normal.map(Into::into) }
    }
}

impl DistanceFields {
    fn of(found: &Distance, solid: bool) -> Self {
        let &Distance { lower, upper, points: [point_a, point_b], triangles, one_inside, .. } =
            found;
        let one_inside = solid.then_some(one_inside);
        let [point_a, point_b] = [point_a, point_b].map(Into::into);
        Self { distance: upper, lower, upper, point_a, point_b, triangles, one_inside }
    }
}

impl Session {
    /// A query that asks for what is printed, and for no more.
    pub(super) fn query(&self) -> Query {
        let limit = match self.request.question {
            Question::All => usize::MAX,
            Question::Contacts(limit) | Question::Within(_, _, limit) => limit,
            _ => 1,
        };
        Query::default()
            .solid(self.request.solid)
            .limit(limit)
            .relation(self.request.classify)
            .counted(self.request.json)
    }

    /// The reply for a pose of B by its number; one search answers the whole query.
    pub(super) fn answer(&self, number: usize, query: &mut Query) -> Result<Reply> {
        match self.request.question {
            Question::Any | Question::All => self.pairs(number, query),
            Question::Clearance(effort) => self.clearance(number, effort, query),
            Question::Contacts(limit) => self.contacts(number, limit, query),
            Question::Depth(along) => self.depth(number, along, query),
            Question::Manifolds(margin) => self.manifolds(number, margin, query),
            Question::Within(tolerance, places, _) => self.within(number, tolerance, places, query),
            Question::CloserThan(tolerance) => self.closeness(number, tolerance, query),
            Question::Distance(options) => self.distance(number, &options, query),
        }
        .with_context(|| format!("pose {number}"))
    }

    fn closeness(&self, number: usize, tolerance: f64, query: &mut Query) -> Result<Reply> {
        let pose_b = &self.poses[number];
        let (closer, counts) = self.ask(
            pose_b,
            query,
            |query| query.closer_than(&self.a, &self.pose_a, &self.b, pose_b, tolerance),
            |reference, poses, scratch| reference.closer_than(poses, tolerance, scratch),
        );
        if self.request.verify {
            self.verify(pose_b, &[Claim::CloserThan { tolerance, closer }])?;
        }
        let fields = Fields { pose: number, closer: Some(closer), ..Fields::default() };
        let words = closer.then(|| format!("the distance is at most {tolerance}"));
        let text = self.text(&fields, words)?;
        Ok(Reply { text, hit: closer, pairs: 0, counts })
    }

    fn within(
        &self,
        number: usize,
        tolerance: f64,
        places: bool,
        query: &mut Query,
    ) -> Result<Reply> {
        let pose_b = &self.poses[number];
        let (a, pose_a, b) = (&self.a, &self.pose_a, &self.b);
        query.reset_counts();
        let found = match places {
            true => query.closest_places_within(a, pose_a, b, pose_b, tolerance),
            false => query.triangles_within(a, pose_a, b, pose_b, tolerance),
        };
        let hit = !found.is_empty();
        if self.request.verify {
            self.verify(pose_b, &[Claim::CloserThan { tolerance, closer: hit }])?;
        }
        let words = found.first().map(|nearest| {
            let what = if places { "places" } else { "pairs of triangles" };
            let [in_a, in_b] = nearest.triangles.map(Option::unwrap_or_default);
            let count = found.len();
            format!(
                "{count} {what} within {tolerance}; the nearest {} apart: triangle {in_a} of A, \
                 triangle {in_b} of B",
                shown(nearest.upper)
            )
        });
        let near = Some(found.iter().map(NearFields::of).collect());
        let fields = Fields { pose: number, closer: Some(hit), near, ..Fields::default() };
        let text = self.text(&fields, words)?;
        Ok(Reply { text, hit, pairs: found.len(), counts: query.counts() })
    }

    fn distance(
        &self,
        number: usize,
        options: &DistanceOptions,
        query: &mut Query,
    ) -> Result<Reply> {
        let pose_b = &self.poses[number];
        let (found, counts) = self.ask(
            pose_b,
            query,
            |query| query.distance_within(&self.a, &self.pose_a, &self.b, pose_b, options),
            |reference, poses, scratch| {
                let found = reference.distance(poses, options, scratch)?;
                let (meshes, [in_a, in_b]) = ([self.a.mesh(), self.b.mesh()], poses);
                Some(Distance::of_surfaces(&found, meshes, &Placement::new(in_a, in_b)))
            },
        );
        let found = found.context("no distance is above infinity")?;
        if self.request.verify {
            let (interval, one_inside) = ([found.lower, found.upper], found.one_inside);
            self.verify(pose_b, &[Claim::Distance { interval, one_inside }])?;
        }
        let distance = Some(DistanceFields::of(&found, self.request.solid));
        let fields = Fields { pose: number, distance, ..Fields::default() };
        let [in_a, in_b] = found.triangles.map(Option::unwrap_or_default);
        let words = if found.one_inside {
            "distance 0: one body is inside the other".to_owned()
        } else {
            let upper = shown(found.upper);
            format!("distance {upper} from triangle {in_a} of A to triangle {in_b} of B")
        };
        let text = self.text(&fields, Some(words))?;
        Ok(Reply { text, hit: found.upper == 0.0, pairs: 0, counts })
    }

    fn clearance(&self, number: usize, effort: u64, query: &mut Query) -> Result<Reply> {
        let pose_b = &self.poses[number];
        query.reset_counts();
        let found = query.clearance(&self.a, &self.pose_a, &self.b, pose_b, effort);
        if self.request.verify {
            self.verify(pose_b, &[Claim::Bounds([found.lower, found.upper])])?;
        }
        let clearance = Some(ClearanceFields { lower: found.lower, upper: found.upper });
        let fields = Fields { pose: number, clearance, ..Fields::default() };
        let [lower, upper] = [found.lower, found.upper].map(shown);
        let words = format!("clearance at least {lower}, at most {upper}");
        let text = self.text(&fields, Some(words))?;
        Ok(Reply { text, hit: found.lower == 0.0, pairs: 0, counts: query.counts() })
    }

    fn contacts(&self, number: usize, limit: usize, query: &mut Query) -> Result<Reply> {
        let (bodies, poses) = ([&self.a, &self.b], [&self.pose_a, &self.poses[number]]);
        let ([a, b], [pose_a, pose_b]) = (bodies, poses);
        query.reset_counts();
        let contacts = query.contacts(a, pose_a, b, pose_b);
        // That of the contacts; parting the bodies asks much more.
        let counts = query.counts();
        let collides = !contacts.is_empty() || query.collide(a, pose_a, b, pose_b);
        if self.request.verify {
            let pair = |contact: &Contact| contact.triangles.map(Option::unwrap_or_default);
            let pairs: Vec<_> = contacts.iter().map(pair).collect();
            let is_all = limit == usize::MAX;
            let met = if is_all { Claim::Pairs(&pairs) } else { Claim::Meet(&pairs) };
            self.verify(pose_b, &[met, Claim::Collide(collides)])?;
        }
        let apart = query.separating_translation(a, pose_a, b, pose_b, &contacts);
        let deepest = self.request.solid.then(|| query.deepest_points([a, b], [pose_a, pose_b]));
        let words = collides.then(|| {
            let parted = apart.map_or_else(String::new, |by| {
                format!("; B is free after moving by ({})", shown_all(by.as_slice()))
            });
            format!("{} pairs of triangles meet{parted}", contacts.len())
        });
        let fields = Fields {
            pose: number,
            collides: Some(collides),
            contacts: Some(ContactFields::of(&contacts, apart, deepest)),
            ..Fields::default()
        };
        let text = self.text(&fields, words)?;
        Ok(Reply { text, hit: collides, pairs: contacts.len(), counts })
    }

    fn depth(&self, number: usize, along: Option<[f64; 3]>, query: &mut Query) -> Result<Reply> {
        let (bodies, poses) = ([&self.a, &self.b], [&self.pose_a, &self.poses[number]]);
        query.reset_counts();
        let found = depth(bodies, poses, along, query)?;
        let hit = found.upper > 0.0;
        if self.request.verify {
            let judge = Judge::new([0, 1].map(|n| (bodies[n].mesh(), poses[n])), true);
            judge.verify(&Claim::Collide(hit))?;
        }
        let words = hit.then(|| {
            let [lower, upper] = [found.lower, found.upper].map(shown);
            let by = shown_all(found.translation.as_slice());
            format!("depth at least {lower}, at most {upper}; B is free after moving by ({by})")
        });
        let depth = Some(DepthFields::of(&found));
        let fields = Fields { pose: number, collides: Some(hit), depth, ..Fields::default() };
        let text = self.text(&fields, words)?;
        Ok(Reply { text, hit, pairs: 0, counts: query.counts() })
    }

    fn manifolds(&self, number: usize, margin: f64, query: &mut Query) -> Result<Reply> {
        let pose_b = &self.poses[number];
        let options = ManifoldOptions::default().margin(margin);
        query.reset_counts();
        let found = query.manifolds(&self.a, &self.pose_a, &self.b, pose_b, &options);
        let words = (!found.is_empty()).then(|| {
            let points = found.iter().map(|manifold| manifold.points.len()).sum::<usize>();
            let depths = found.iter().flat_map(|manifold| &manifold.points).map(|p| p.depth);
            let deepest = depths.fold(f64::NEG_INFINITY, f64::max);
            let manifolds = if found.len() == 1 { "manifold" } else { "manifolds" };
            format!("{} {manifolds} of {points} points, the deepest {deepest:.6}", found.len())
        });
        let hit = !found.is_empty();
        let manifolds = Some(found.iter().map(ManifoldFields::of).collect());
        let fields = Fields { pose: number, manifolds, ..Fields::default() };
        let text = self.text(&fields, words)?;
        Ok(Reply { text, hit, pairs: 0, counts: query.counts() })
    }

    fn pairs(&self, number: usize, query: &mut Query) -> Result<Reply> {
        let pose_b = &self.poses[number];
        let all = self.request.question == Question::All;
        let answer = self.found(all, pose_b, query);
        let triangles = all.then_some(&answer.pairs[..]);
        if self.request.verify {
            let met = triangles.map_or(Claim::Meet(answer.first.as_slice()), Claim::Pairs);
            let related = answer.relation.map(Claim::Relation);
            let claims = [met, Claim::Collide(answer.collides)].into_iter().chain(related);
            self.verify(pose_b, &claims.collect::<Vec<_>>())?;
        }
        let fields = Fields {
            pose: number,
            collides: Some(answer.collides),
            class: answer.relation.map(Relation::name),
            kind: answer.relation.filter(|_| self.is_of_single_triangles()).map(kind),
            first: if all { answer.pairs.first().copied() } else { answer.first },
            pairs: triangles.map(<[_]>::len),
            triangles,
            ..Fields::default()
        };
        let text = self.text(&fields, self.in_words(&answer, &fields))?;
        Ok(Reply {
            text,
            hit: answer.collides,
            pairs: fields.pairs.unwrap_or(0),
            counts: answer.counts,
        })
    }

    /// Asks the query, or the reference if there is one; with the work that was done.
    fn ask<R>(
        &self,
        pose_b: &Pose,
        query: &mut Query,
        of_query: impl FnOnce(&mut Query) -> R,
        of_reference: impl FnOnce(&Reference, [&Pose; 2], &mut Scratch) -> R,
    ) -> (R, Counts) {
        if let Some(reference) = &self.reference {
            let mut scratch = Scratch::default();
            let answer = of_reference(reference, [&self.pose_a, pose_b], &mut scratch);
            return (answer, scratch.counts);
        }
        query.reset_counts();
        (of_query(query), query.counts())
    }

    fn found(&self, all: bool, pose_b: &Pose, query: &mut Query) -> Found {
        let (mut found, counts) = self.ask(
            pose_b,
            query,
            |query| query.ask(&self.a, &self.pose_a, &self.b, pose_b).into(),
            |reference, poses, scratch| {
                let mut pairs = reference.pairs(poses, !all, scratch);
                let first = pairs.first().copied();
                pairs.sort_unstable();
                let (collides, relation) = (first.is_some(), None);
                Found { collides, first, pairs, relation, counts: Counts::default() }
            },
        );
        found.counts = counts;
        found
    }

    /// # Errors
    /// If the referee denies a claim.
    fn verify(&self, pose_b: &Pose, claims: &[Claim<'_>]) -> Result<()> {
        let bodies = [(self.a.mesh(), &self.pose_a), (self.b.mesh(), pose_b)];
        let judge = Judge::new(bodies, self.request.solid);
        claims.iter().try_for_each(|claim| judge.verify(claim))
    }

    fn is_of_single_triangles(&self) -> bool {
        [&self.a, &self.b].map(|body| body.mesh().triangles().len()) == [1, 1]
    }

    /// A line of JSON, or of words if there are any.
    fn text(&self, fields: &Fields<'_>, words: Option<String>) -> Result<Vec<u8>> {
        let mut text = Vec::new();
        if self.request.json {
            json_line(&mut text, fields)?;
        } else if let Some(words) = words {
            text = format!("pose {}: {words}\n", fields.pose).into_bytes();
        }
        Ok(text)
    }

    /// What there is to say of a pose: nothing if there is no contact and no relation was
    /// requested.
    fn in_words(&self, answer: &Found, fields: &Fields<'_>) -> Option<String> {
        let contact = fields.first.map(|pair @ [in_a, in_b]| {
            let point = self.contact_point(pair, &self.poses[fields.pose]);
            let near = shown_all(point.coords.as_slice());
            let more = fields.pairs.map_or(String::new(), |n| format!(", {n} pairs in all"));
            format!("triangle {in_a} of A meets triangle {in_b} of B near ({near}){more}")
        });
        let inside = answer.collides && answer.first.is_none();
        let inside = inside.then(|| "one body is inside the other".to_owned());
        let said = [fields.class.map(str::to_owned), contact, inside];
        let said: Vec<String> = said.into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join(": "))
    }

    /// The middle of what two triangles share, in world coordinates.
    fn contact_point(&self, [in_a, in_b]: [u32; 2], pose_b: &Pose) -> Point3<f64> {
        let placed = |body: &Body, id: u32, pose: &Pose| {
            body.mesh().triangle(id as usize).map(|corner| pose.place(&corner))
        };
        let shared =
            contact_outline(&placed(&self.a, in_a, &self.pose_a), &placed(&self.b, in_b, pose_b));
        let share = 1.0 / shared.len() as f64;
        shared.iter().fold(Point3::origin(), |sum, corner| sum + corner.coords * share)
    }
}

/// How two single triangles meet. They have no inside and no other triangle, so their relation as
/// bodies tells it.
fn kind(relation: Relation) -> &'static str {
    match relation {
        Relation::Intersecting => "proper",
        Relation::Touching | Relation::Coincident => "touch",
        _ => "free",
    }
}
