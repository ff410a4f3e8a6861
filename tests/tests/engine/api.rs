//! What `Body`, `Query` and `Batch` promise: bodies that anyone can own, one search for any mix of
//! options, the same answers from batches on any number of threads and with cached contacts.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use obbtree::collider::TreeMismatch;
use obbtree::query::{
    Answer, Batch, BatchError, Counts, Placed, QueryOptions, Relation, SimdLevel,
};
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_predicates::{
    Contact, Placement, Stages, Triangle, classify_triangles, triangles_meet,
};
use obbtree_tests::data;
use obbtree_tests::shapes::{self, cube, isometry, pose, random, soup, sphere};

/// Two bodies, where A is, and where B is.
struct Case {
    a: Body,
    pose_a: Pose,
    b: Body,
    poses_b: Vec<Pose>,
}

/// The shipped models along every sixth of their shipped poses.
fn shipped() -> Vec<Case> {
    let path = |file: &str| format!("{}/../assets/{file}", env!("CARGO_MANIFEST_DIR"));
    let body = |file: &str| Body::read(path(file)).expect("a mesh");
    let case = |file: obbtree_assets::PoseFile| {
        let poses = obbtree::io::read_poses(path(file.file)).expect("poses");
        assert_eq!(poses.len(), file.steps.len());
        let poses_b = poses.into_iter().step_by(6).collect();
        Case { a: body(file.a), pose_a: Pose::identity(), b: body(file.b), poses_b }
    };
    obbtree_assets::pose_files().into_iter().map(case).collect()
}

/// Pairs that stand to each other in every way, at random poses and at chosen ones.
fn generated() -> Vec<Case> {
    let mut random = random(71);
    let mut case = |a: Mesh, b: Mesh, reach: f64, chosen: &[[f64; 3]]| {
        let pose_a = pose(&mut random, 0.3);
        let mut poses_b: Vec<Pose> = (0..20).map(|_| pose(&mut random, reach)).collect();
        // Seen from A, as quarter units: exact only where A is at its own coordinates.
        poses_b.extend(chosen.iter().map(|&by| Pose::from_translation(by).expect("in range")));
        let pose_a = if chosen.is_empty() { pose_a } else { Pose::identity() };
        Case { a: Body::new(a.clone()), pose_a, b: Body::new(b.clone()), poses_b }
    };
    let mut soups = shapes::random(72);
    vec![
        case(soup(&mut soups, 120, 0.12), soup(&mut soups, 90, 0.12), 0.9, &[]),
        case(sphere(2, 1.0), cube(0.2), 1.2, &[]),
        case(cube(0.2), sphere(2, 1.0), 1.2, &[]),
        // Equal, touching from inside and outside, inside, apart.
        case(cube(1.0), cube(1.0), 0.8, &[[0.0; 3], [1.0, 0.25, 0.0], [0.5, 0.5, 0.5], [2.0; 3]]),
        case(cube(1.0), cube(0.5), 0.8, &[[0.25; 3], [0.5, 0.25, 0.25], [1.0, 0.25, 0.25]]),
    ]
}

fn cases() -> Vec<Case> {
    shipped().into_iter().chain(generated()).collect()
}

/// Limits of none, one, a few and all pairs, each with every mix of the other options.
fn options() -> Vec<QueryOptions> {
    let mut all = Vec::new();
    for limit in [0, 1, 2, 7, usize::MAX] {
        for (relation, solid) in [(false, false), (false, true), (true, false), (true, true)] {
            let query = Query::new().limit(limit).relation(relation).solid(solid).counted(true);
            all.push(*query.options());
        }
    }
    all
}

/// All pairs in the order in which a query comes across them.
fn in_order_of_search(
    query: &mut Query,
    [a, b]: [&Body; 2],
    [pose_a, pose_b]: [&Pose; 2],
) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    let _ = query.for_each_pair(a, pose_a, b, pose_b, |pair| {
        pairs.push(pair);
        ControlFlow::Continue(())
    });
    pairs
}

fn triangles(bodies: [&Body; 2], [in_a, in_b]: [u32; 2]) -> [Triangle; 2] {
    let [a, b] = bodies.map(Body::mesh);
    [a.triangle(in_a as usize), b.triangle(in_b as usize)]
}

fn sorted(pairs: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let mut pairs = pairs.to_vec();
    pairs.sort_unstable();
    pairs
}

// Bodies

/// What a planner keeps: no lifetime, and free to go to another thread.
struct Planner {
    parts: Vec<Body>,
    query: Query,
}

impl Planner {
    fn first_free(&mut self, poses: &[Pose]) -> Option<usize> {
        let [a, b] = &self.parts[..] else { return None };
        poses.iter().position(|pose| !self.query.collide(a, &Pose::identity(), b, pose))
    }
}

#[test]
fn bodies_and_queries_can_be_owned_cloned_and_sent() {
    fn shared_by_threads<T: Clone + Send + Sync + 'static>(_: &T) {}
    fn sent_to_threads<T: Clone + Send + 'static>(_: &T) {}
    let body = Body::new(sphere(2, 1.0));
    shared_by_threads(&body);
    shared_by_threads(&Placed { body: body.clone(), pose: Pose::identity() });
    shared_by_threads(&Query::new().batch());
    sent_to_threads(&Query::new());

    assert!(body.is_clone_of(&body.clone()));
    assert!(!body.is_clone_of(&Body::new(body.mesh().clone())));
    let mut planner = Planner { parts: vec![body.clone(), body], query: Query::new() };
    let poses = [0.0, 1.5, 2.5].map(|x| Pose::from_translation([x, 0.0, 0.0]).expect("in range"));
    let found = std::thread::spawn(move || planner.first_free(&poses)).join().expect("no panic");
    assert_eq!(found, Some(2));
}

#[test]
fn parts_go_apart_and_together_again() {
    let mesh = sphere(2, 1.0);
    let body = Body::new(mesh.clone());
    let other = body.clone();
    // Copied while a clone lives, moved out after.
    let (copy, tree) = body.into_parts();
    assert_eq!(copy, mesh);
    let (last, last_tree) = other.into_parts();
    let again = [Body::from_parts(copy, tree), Body::from_parts(last, last_tree)];
    let [one, two] = again.map(|body| body.expect("the parts of one body"));
    let here = Pose::identity();
    assert_eq!(obbtree::query::classify(&one, &here, &two, &here), Relation::Coincident);
}

#[test]
fn the_tree_of_another_mesh_is_refused() {
    fn check(mesh: &Mesh) {
        let tree = Body::new(mesh.clone()).into_parts().1;
        let count = mesh.triangles().len();
        let fewer = Mesh::new(mesh.vertices().to_vec(), mesh.triangles()[1..].to_vec());
        let more = [mesh.triangles(), &mesh.triangles()[..1]].concat();
        let more = Mesh::new(mesh.vertices().to_vec(), more);
        for (other, mesh) in [(fewer, count - 1), (more, count + 1)] {
            let error = Body::from_parts(other.expect("a mesh"), tree.clone()).unwrap_err();
            assert_eq!(error, TreeMismatch::Count { tree: count, mesh });
            let message = format!("the tree holds {count} triangles, the mesh {mesh}");
            assert_eq!(error.to_string(), message);
        }
        // Every triangle in turn, moved by the last bit of one corner.
        for moved in 0..count {
            let mut corners: Vec<[[f64; 3]; 3]> =
                mesh.corners().map(|triangle| triangle.map(|corner| corner.into())).collect();
            let x = &mut corners[moved][moved % 3][moved / 3 % 3];
            *x = x.next_up();
            let other = Mesh::from_soup(&corners).expect("a mesh");
            let error = Body::from_parts(other, tree.clone()).unwrap_err();
            assert_eq!(error, TreeMismatch::Triangle { triangle: moved });
            assert!(error.to_string().starts_with(&format!("triangle {moved} of the tree")));
        }
        // The same triangles in another order are other triangles; the first of them is named.
        let mut swapped = mesh.triangles().to_vec();
        swapped.swap(2, 5);
        let swapped = Mesh::new(mesh.vertices().to_vec(), swapped).expect("a mesh");
        let error = Body::from_parts(swapped, tree.clone()).unwrap_err();
        assert_eq!(error, TreeMismatch::Triangle { triangle: 2 });
        // Corners that are the same by other vertices are the same.
        let unwelded: Vec<[[f64; 3]; 3]> =
            mesh.corners().map(|triangle| triangle.map(|corner| corner.into())).collect();
        let unwelded = Mesh::from_soup(&unwelded).expect("a mesh");
        assert!(Body::from_parts(unwelded, tree).is_ok());
    }
    // One that is exact in single precision, and one that is not.
    for mesh in [cube(1.0), sphere(1, 0.1)] {
        check(&mesh);
    }
}

// One search for all options

/// The counts of one search that ends as soon as the options are met, and the first pair it finds.
fn one_search(
    options: QueryOptions,
    [a, b]: [&Body; 2],
    [pose_a, pose_b]: [&Pose; 2],
) -> (Counts, Option<[u32; 2]>) {
    let placement = Placement::new(pose_a, pose_b);
    let mut query = Query::with_options(options);
    let (mut first, mut seen, mut pierced) = (None, 0, false);
    let _ = query.for_each_pair(a, pose_a, b, pose_b, |pair| {
        first = first.or(Some(pair));
        seen += 1;
        let [of_a, of_b] = triangles([a, b], pair);
        pierced = pierced || classify_triangles(&of_a, &of_b, &placement) == Contact::Proper;
        let enough = seen >= options.limit.max(1) && (pierced || !options.relation);
        if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (query.counts(), first)
}

#[test]
fn ask_answers_as_the_single_calls_do_by_one_search() {
    fn check() -> HashSet<&'static str> {
        let mut relations = HashSet::new();
        let options = options();
        for Case { a, pose_a, b, poses_b } in &cases() {
            for pose_b in poses_b {
                let all = obbtree::pairs(a, pose_a, b, pose_b);
                for &options in &options {
                    let mut query = Query::with_options(options);
                    let answer = query.ask(a, pose_a, b, pose_b);
                    let what = format!("{options:?}, {pose_b:?}");
                    assert_eq!(query.counts(), answer.counts, "{what}");
                    let mut single = Query::with_options(options);
                    let collides = single.collide(a, pose_a, b, pose_b);
                    assert_eq!(answer.collides, collides, "{what}");
                    assert_eq!(answer.pairs, single.pairs(a, pose_a, b, pose_b), "{what}");
                    let relation = single.classify(a, pose_a, b, pose_b);
                    assert_eq!(answer.relation, options.relation.then_some(relation), "{what}");
                    relations.insert(relation.name());

                    let (counts, first) = one_search(options, [a, b], [pose_a, pose_b]);
                    assert_eq!(answer.counts, counts, "{what}");
                    assert_eq!(answer.first, first, "{what}");
                    assert_eq!(answer.first.is_some(), !all.is_empty(), "{what}");
                    assert!(answer.pairs.iter().all(|pair| all.binary_search(pair).is_ok()));
                    assert_eq!(answer.pairs.len(), all.len().min(options.limit), "{what}");
                    let solids = options.solid && relation != Relation::Separated;
                    assert_eq!(answer.collides, solids || !all.is_empty(), "{what}");
                }
            }
        }
        relations
    }
    let every = ["separated", "touching", "intersecting", "containing", "contained", "coincident"];
    assert_eq!(check(), HashSet::from(every));
}

#[test]
fn work_is_counted_where_asked_and_adds_up() {
    let (a, b) = (Body::new(sphere(3, 1.0)), Body::new(sphere(3, 0.7)));
    let here = Pose::identity();
    let mut silent = Query::new().relation(true);
    let mut query = silent.clone().counted(true);
    let mut sum = Counts::default();
    for shift in [0.0, 0.2, 0.5, 3.0] {
        let pose_b = Pose::from_translation([shift, 0.0, 0.0]).expect("in range");
        let answer = query.ask(&a, &here, &b, &pose_b);
        sum += answer.counts;
        assert_eq!(query.counts(), sum, "at {shift}");
        let mut same = silent.ask(&a, &here, &b, &pose_b);
        assert_eq!(same.counts, Counts::default());
        same.counts = answer.counts;
        assert_eq!(same, answer);
    }
    assert!(sum.visits > 0 && sum.triangle_tests > 0, "{sum:?}");
    assert_eq!(silent.counts(), Counts::default());
    query.reset_counts();
    assert_eq!(query.counts(), Counts::default());
}

#[test]
fn calls_without_a_query_answer_as_a_query_does() {
    for Case { a, pose_a, b, poses_b } in &generated() {
        let mut query = Query::default();
        for pose_b in poses_b {
            let here = (a, pose_a, b, pose_b);
            let (a, pose_a, b, pose_b) = here;
            assert_eq!(obbtree::collide(a, pose_a, b, pose_b), query.collide(a, pose_a, b, pose_b));
            assert_eq!(obbtree::pairs(a, pose_a, b, pose_b), query.pairs(a, pose_a, b, pose_b));
            assert_eq!(
                obbtree::query::classify(a, pose_a, b, pose_b),
                query.classify(a, pose_a, b, pose_b)
            );
            assert_eq!(
                obbtree::closer_than(a, pose_a, b, pose_b, 0.1),
                query.closer_than(a, pose_a, b, pose_b, 0.1)
            );
        }
    }
}

// Limits

#[test]
fn a_limit_gives_the_first_pairs_of_the_search() {
    fn check(levels: &[Option<SimdLevel>]) {
        let mut cut = 0;
        for Case { a, pose_a, b, poses_b } in &cases() {
            for pose_b in poses_b.iter().step_by(3) {
                let (bodies, poses) = ([a, b], [pose_a, pose_b]);
                let all = in_order_of_search(&mut Query::default(), bodies, poses);
                for limit in [0, 1, 2, 3, 10, 100, all.len(), all.len() + 1] {
                    let limited = |level: Option<SimdLevel>| {
                        let query = Query::default().limit(limit);
                        level.into_iter().fold(query, Query::level)
                    };
                    // The order of a search for one pair is its own.
                    let order = in_order_of_search(&mut limited(None), bodies, poses);
                    if limit > 1 {
                        assert_eq!(order, all, "limit {limit} changes the order");
                    }
                    let expected = sorted(&order[..order.len().min(limit)]);
                    for &level in levels {
                        let mut query = limited(level);
                        for _ in 0..2 {
                            let found = query.pairs(a, pose_a, b, pose_b);
                            assert_eq!(found, expected, "limit {limit}, {level:?}");
                            assert_eq!(query.ask(a, pose_a, b, pose_b).pairs, expected);
                        }
                    }
                    cut += usize::from(expected.len() < all.len());
                }
            }
        }
        assert!(cut > 50, "only {cut} limits were reached");
    }
    let levels = SimdLevel::all_available().into_iter().map(Some).chain([None]);
    check(&levels.collect::<Vec<_>>());
}

// Closer than a tolerance

/// The developers' poses, whose distances were measured by another library to about 1e-8 of them.
#[test]
#[cfg_attr(
    not(all(data = "meshes", data = "poses")),
    ignore = "needs the developers' data: meshes and poses"
)]
fn closer_than_agrees_with_recorded_distances() {
    data::for_each_pose_set(|set| {
        let [a, b] = [&set.a, &set.b].map(|mesh| Body::new(mesh.clone()));
        let here = Pose::identity();
        let mut query = Query::new();
        for (number, (pose, distance)) in set.poses.iter().zip(&set.distances).enumerate() {
            let what = format!("{} pose {number}, distance {distance:?}", set.name);
            let mut closer = |tolerance| query.closer_than(&a, &here, &b, pose, tolerance);
            assert_eq!(closer(0.0), set.collides[number], "{what}");
            assert!(!closer(-1e-300) && !closer(f64::NAN), "{what}");
            if let Some(distance) = distance {
                for share in [0.0, 0.5, 1.0 - 1e-6] {
                    assert!(!closer(share * distance), "{what}, {share} of it");
                }
                for share in [1.0 + 1e-6, 2.0, f64::MAX] {
                    assert!(closer(share * distance), "{what}, {share} of it");
                }
            } else {
                assert!(closer(1e-300), "{what}");
            }
        }
    });
}

#[test]
fn solids_inside_each_other_have_no_distance() {
    let (a, b) = (Body::new(cube(1.0)), Body::new(cube(0.25)));
    let here = Pose::identity();
    let (mut surface, mut solid) = (Query::default(), Query::default().solid(true));
    // Surfaces 0.25 apart, from inside and from outside.
    for (x, inside) in [(0.25, true), (1.25, false)] {
        let pose_b = Pose::from_translation([x, 0.375, 0.375]).expect("in range");
        let below = 0.25_f64.next_down();
        assert!(!surface.closer_than(&a, &here, &b, &pose_b, below));
        assert!(surface.closer_than(&a, &here, &b, &pose_b, 0.25));
        assert_eq!(solid.closer_than(&a, &here, &b, &pose_b, 0.0), inside);
        assert_eq!(solid.closer_than(&b, &pose_b, &a, &here, below), inside);
        assert!(solid.closer_than(&a, &here, &b, &pose_b, 0.25));
        assert!(!solid.closer_than(&a, &here, &b, &pose_b, -0.25));
        assert!(!solid.closer_than(&a, &here, &b, &pose_b, f64::NAN));
    }
}

// Batches

#[test]
fn batches_on_any_number_of_threads_answer_as_single_calls_do() {
    for (number, Case { a, pose_a, b, poses_b }) in generated().iter().enumerate() {
        for options in options().into_iter().skip(number % 4).step_by(4) {
            let mut query = Query::with_options(options);
            let tolerance = 0.1;
            let collide: Vec<bool> =
                poses_b.iter().map(|pose| query.collide(a, pose_a, b, pose)).collect();
            let pairs: Vec<Vec<[u32; 2]>> =
                poses_b.iter().map(|pose| query.pairs(a, pose_a, b, pose)).collect();
            let relations: Vec<Relation> =
                poses_b.iter().map(|pose| query.classify(a, pose_a, b, pose)).collect();
            let closer: Vec<bool> = poses_b
                .iter()
                .map(|pose| query.closer_than(a, pose_a, b, pose, tolerance))
                .collect();
            let answers: Vec<Answer> =
                poses_b.iter().map(|pose| query.ask(a, pose_a, b, pose)).collect();
            // Both ways round, so that no pair is like the one before.
            let placed = |body: &Body, pose: &Pose| Placed { body: body.clone(), pose: *pose };
            let both_ways = |pose: &Pose| {
                let (a, b) = (placed(a, pose_a), placed(b, pose));
                [[a.clone(), b.clone()], [b, a]]
            };
            let pair_list: Vec<[Placed; 2]> = poses_b.iter().flat_map(both_ways).collect();
            let twice: Vec<bool> = collide.iter().flat_map(|&hit| [hit, hit]).collect();
            for threads in [1, 2, 8] {
                let batch = query.batch().threads(threads);
                let what = format!("{threads} threads, {options:?}");
                let map = batch.map(poses_b, |pose, query| {
                    (query.pairs(a, pose_a, b, pose), query.options().limit)
                });
                let mapped: Vec<_> =
                    pairs.iter().map(|list| (list.clone(), options.limit)).collect();
                assert_eq!(map, Ok(mapped), "{what}");
                assert_eq!(batch.collide(a, pose_a, b, poses_b).as_ref(), Ok(&collide));
                assert_eq!(batch.pairs(a, pose_a, b, poses_b).as_ref(), Ok(&pairs), "{what}");
                let found = batch.classify(a, pose_a, b, poses_b);
                assert_eq!(found.as_ref(), Ok(&relations), "{what}");
                let found = batch.closer_than(a, pose_a, b, poses_b, tolerance);
                assert_eq!(found.as_ref(), Ok(&closer), "{what}");
                // With their counts.
                assert_eq!(batch.ask(a, pose_a, b, poses_b).as_ref(), Ok(&answers), "{what}");
                assert_eq!(batch.collide_pairs(&pair_list).as_ref(), Ok(&twice), "{what}");
            }
        }
    }
}

#[test]
fn progress_grows_to_the_number_of_questions() {
    let questions: Vec<u64> = (0..1000).collect();
    for threads in [1, 2, 8] {
        let seen = Mutex::new(Vec::new());
        let report = |done| seen.lock().expect("no panic").push(done);
        let batch = Query::new().batch().threads(threads).reporting_to(&report);
        let answers = batch.map(&questions, |question, _| question * question).expect("answers");
        assert!(answers.iter().zip(&questions).all(|(answer, n)| *answer == n * n));
        let mut seen = seen.into_inner().expect("no panic");
        if threads == 1 {
            assert!(seen.is_sorted(), "{seen:?}");
        }
        seen.sort_unstable();
        assert_eq!(seen.last(), Some(&1000));
        assert!(seen.len() >= 10, "only {} reports", seen.len());
        assert!(seen.windows(2).all(|two| two[0] < two[1]), "a number twice: {seen:?}");
    }
    let none: [u64; 0] = [];
    assert_eq!(Query::new().batch().map(&none, |question, _| *question), Ok(vec![]));
}

/// Each question waits for the other, which only another thread can answer.
#[test]
fn questions_that_take_long_are_shared_one_by_one() {
    let begun = AtomicUsize::new(0);
    let soon = Instant::now() + Duration::from_secs(20);
    let met = Query::new().batch().threads(2).at_a_time(1).map(&[(); 2], |(), _| {
        begun.fetch_add(1, Ordering::SeqCst);
        while begun.load(Ordering::SeqCst) < 2 && Instant::now() < soon {
            std::thread::yield_now();
        }
        begun.load(Ordering::SeqCst)
    });
    assert_eq!(met, Ok(vec![2, 2]));
    let here = std::thread::current().id();
    let alone = Query::new().batch().threads(1).at_a_time(0);
    let threads = alone.map(&[(); 2], |(), _| std::thread::current().id());
    assert_eq!(threads, Ok(vec![here; 2]), "one thread is the one that asks");
}

#[test]
fn a_cancelled_batch_ends_soon_and_has_no_answers() {
    let questions = vec![(); 10_000];
    for threads in [1, 2, 8] {
        let (flag, answered) = (AtomicBool::new(true), AtomicUsize::new(0));
        let answer = |_: &(), _: &mut Query| answered.fetch_add(1, Ordering::Relaxed);
        let batch = Query::new().batch().threads(threads).cancelled_by(&flag);
        assert_eq!(batch.map(&questions, answer), Err(BatchError::Cancelled));
        assert_eq!(answered.load(Ordering::Relaxed), 0, "raised before the batch");

        // Raised by a question: those that were handed out by then may still be answered.
        flag.store(false, Ordering::Relaxed);
        let raise = |_: &(), _: &mut Query| {
            flag.store(true, Ordering::Relaxed);
            answered.fetch_add(1, Ordering::Relaxed)
        };
        assert_eq!(batch.map(&questions, raise), Err(BatchError::Cancelled));
        let answered = answered.load(Ordering::Relaxed);
        assert!((1..=1000).contains(&answered), "{answered} on {threads} threads");

        flag.store(false, Ordering::Relaxed);
        assert_eq!(batch.map(&questions, |_, _| 1).map(|ones| ones.len()), Ok(10_000));
    }
    assert_eq!(BatchError::Cancelled.to_string(), "the batch was cancelled");
}

// Cached contacts

/// The pair that a cached query gives meets, and is given exactly if the surfaces meet.
fn check_cached(
    cached: &mut Query,
    plain: &mut Query,
    bodies @ [a, b]: [&Body; 2],
    [pose_a, pose_b]: [&Pose; 2],
) -> Option<[u32; 2]> {
    let hit = plain.collide(a, pose_a, b, pose_b);
    assert_eq!(cached.collide(a, pose_a, b, pose_b), hit);
    let first = cached.first_pair(a, pose_a, b, pose_b);
    assert_eq!(first.is_some(), plain.first_pair(a, pose_a, b, pose_b).is_some());
    if let Some(pair) = first {
        let [of_a, of_b] = triangles(bodies, pair);
        let placement = Placement::new(pose_a, pose_b);
        assert!(triangles_meet(&of_a, &of_b, &placement, &mut Stages::default()), "{pair:?}");
    }
    first
}

#[test]
fn cached_contacts_change_no_answer_along_smooth_paths() {
    fn check(solid: bool) {
        let mut random = random(73);
        let bodies = [soup(&mut random, 150, 0.1), sphere(2, 0.4), cube(0.3)].map(Body::new);
        let mut plain = Query::default().solid(solid);
        let mut cached = plain.clone().contact_cache(true);
        let (mut hits, mut again, mut tested) = (0, 0, 0);
        for path in 0..12 {
            let (a, b) = (&bodies[path % 3], &bodies[(path / 3 + 1) % 3]);
            let (from, to) = (isometry(&mut random, 0.9), isometry(&mut random, 0.9));
            let pose_a = pose(&mut random, 0.2);
            let mut before = None;
            for step in 0..60 {
                let pose_b = from.lerp_slerp(&to, f64::from(step) / 60.0).try_into().unwrap();
                let found = check_cached(&mut cached, &mut plain, [a, b], [&pose_a, &pose_b]);
                tested += 1;
                hits += u32::from(found.is_some());
                again += u32::from(found.is_some() && found == before);
                before = found;
            }
        }
        assert!((tested * 2 / 10..tested * 8 / 10).contains(&hits), "{hits} of {tested} meet");
        assert!(again > hits / 3, "{again} of {hits} by the last contact");
    }
    check(false);
    check(true);
}

/// One query for many bodies that come and go, so that a new body stands where another was: of
/// other size, with fewer triangles than the remembered one's number, in both orders.
#[test]
fn cached_contacts_change_no_answer_when_bodies_are_replaced() {
    let mut random = random(74);
    let kept = Body::new(soup(&mut random, 200, 0.12));
    let mut plain = Query::default();
    let mut cached = plain.clone().contact_cache(true);
    let (mut hits, mut tested, mut places, mut reused) = (0, 0, HashSet::new(), 0);
    for round in 0..300 {
        let mesh = match round % 4 {
            0 => soup(&mut random, 150, 0.12),
            1 => cube(0.3),
            2 => soup(&mut random, 1, 0.5),
            _ => sphere(1, 0.3),
        };
        let body = Body::new(mesh.clone());
        let place = std::ptr::from_ref(body.mesh()).addr();
        reused += usize::from(!places.insert(place));
        for _ in 0..2 {
            let (pose_a, pose_b) = (pose(&mut random, 0.2), pose(&mut random, 0.7));
            for (bodies, poses) in [
                ([&kept, &body], [&pose_a, &pose_b]),
                ([&body, &kept], [&pose_b, &pose_a]),
                ([&body, &body], [&pose_a, &pose_b]),
            ] {
                let found = check_cached(&mut cached, &mut plain, bodies, poses);
                hits += usize::from(found.is_some());
                tested += 1;
            }
        }
    }
    assert!(reused > 100, "only {reused} bodies stood where another had been");
    assert!((tested * 2 / 10..tested * 8 / 10).contains(&hits), "{hits} of {tested} meet");
}

#[test]
fn cached_contacts_change_no_answer_of_a_batch() {
    let mut random = random(75);
    let (a, b) = (Body::new(soup(&mut random, 200, 0.1)), Body::new(sphere(2, 0.3)));
    let pose_a = pose(&mut random, 0.2);
    let poses: Vec<Pose> = (0..200).map(|_| pose(&mut random, 0.9)).collect();
    let plain = Query::new();
    let cached: Batch<'_> = plain.clone().contact_cache(true).batch();
    let expected = plain.batch().collide(&a, &pose_a, &b, &poses).expect("answers");
    let hits = expected.iter().filter(|&&hit| hit).count();
    assert!((60..140).contains(&hits), "{hits} of 200 hit");
    for threads in [1, 2, 8] {
        let found = cached.clone().threads(threads).collide(&a, &pose_a, &b, &poses);
        assert_eq!(found.as_ref(), Ok(&expected), "{threads} threads");
        let answers = cached.clone().threads(threads).ask(&a, &pose_a, &b, &poses);
        let collides = answers.map(|all| all.iter().map(|one| one.collides).collect::<Vec<_>>());
        assert_eq!(collides.as_ref(), Ok(&expected), "{threads} threads");
    }
}
