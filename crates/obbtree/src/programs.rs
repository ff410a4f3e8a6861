//! The ten programs that users write most often, each in ten lines or fewer.
//!
//! The examples run as tests, in the folder of this crate; `assets` holds the models that ship
//! with the project. `Pose` parses `x y z qx qy qz qw`, the 12 numbers of `[R | t]` and the 16 of
//! a 4 x 4 matrix; poses come from `nalgebra::Isometry3` and arrays too, and by features from
//! glam, mint and other generations of nalgebra.
//!
//! # 1. Two meshes, once
//!
//! ```
//! use obbtree::{Body, Pose, collide};
//! let bolt = Body::read("../../assets/bolt.obj")?;
//! let nut = Body::read("../../assets/nut.stl")?;
//! let seated: Pose = "0 0 0.145833333 0 0 0.258819045 0.965925826".parse()?;
//! assert!(!collide(&bolt, &Pose::identity(), &nut, &seated));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 2. Many poses
//!
//! ```
//! use obbtree::{Body, Pose, Query, io};
//! let bolt = Body::read("../../assets/bolt.obj")?;
//! let nut = Body::read("../../assets/nut.stl")?;
//! let mut query = Query::new(); // keeps its memory: the second question allocates nothing
//! let poses = io::read_poses("../../assets/nut_turning.poses")?;
//! let here = Pose::identity();
//! let colliding = poses.iter().filter(|pose| query.collide(&bolt, &here, &nut, pose)).count();
//! assert_eq!(colliding, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 3. Many threads
//!
//! ```
//! use obbtree::{Body, Pose, Query};
//! let (wheel, pinion) =
//!     (Body::read("../../assets/wheel.stl")?, Body::read("../../assets/pinion.obj")?);
//! let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).expect("finite");
//! let free = std::thread::scope(|scope| {
//!     // Bodies are shared; each thread has a query of its own.
//!     let ask = |x| !Query::new().collide(&wheel, &at(0.0), &pinion, &at(x));
//!     let threads = [60.0, 40.0].map(|x| scope.spawn(move || ask(x)));
//!     threads.map(|thread| thread.join().expect("no panic"))
//! });
//! assert_eq!(free, [true, false]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 4. Solids
//!
//! ```
//! use obbtree::query::Relation;
//! use obbtree::{Body, Mesh, Pose, Query};
//! # let corners = |s: f64| vec![[0.0, 0.0, 0.0], [s, 0.0, 0.0], [0.0, s, 0.0], [0.0, 0.0, s]];
//! # let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
//! # let tetrahedron = |side| Mesh::new(corners(side), faces.clone());
//! let (large, small) = (Body::new(tetrahedron(9.0)?), Body::new(tetrahedron(1.0)?));
//! large.require_closed()?; // an open body has no inside
//! let (here, within) = (Pose::identity(), Pose::from_translation([1.0, 1.0, 1.0])?);
//! let mut query = Query::new().solid(true);
//! assert!(query.collide(&large, &here, &small, &within));
//! assert_eq!(query.classify(&large, &here, &small, &within), Relation::Containing);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 5. The first contacts
//!
//! ```
//! use obbtree::{Body, Pose, Query};
//! let knot = Body::read("../../assets/torus_knot.obj")?;
//! let (here, aside) = (Pose::identity(), Pose::from_translation([0.1, 0.0, 0.0])?);
//! let mut query = Query::new().limit(3);
//! for [in_a, in_b] in query.pairs(&knot, &here, &knot, &aside) {
//!     println!("triangle {in_a} meets triangle {in_b}");
//! }
//! # assert_eq!(query.pairs(&knot, &here, &knot, &aside).len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 6. The last contact first, along a path
//!
//! ```
//! use obbtree::{Body, Pose, Query};
//! let knot = Body::read("../../assets/torus_knot.obj")?;
//! let mut query = Query::new().contact_cache(true); // faster, never another answer
//! for step in 0..100 {
//!     let pose = Pose::from_translation([0.001 * f64::from(step), 0.0, 0.0])?;
//!     assert!(query.collide(&knot, &Pose::identity(), &knot, &pose));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 7. A batch over all cores, with progress
//!
//! ```
//! use obbtree::{Body, Pose, Query, io};
//! let bolt = Body::read("../../assets/bolt.obj")?;
//! let nut = Body::read("../../assets/nut.stl")?;
//! let poses = io::read_poses("../../assets/nut_turning.poses")?;
//! let progress = |done| eprintln!("{done} of {}", poses.len());
//! let batch = Query::new().batch().reporting_to(&progress);
//! let collides = batch.collide(&bolt, &Pose::identity(), &nut, &poses)?; // in order
//! assert_eq!(collides.iter().filter(|&&collides| collides).count(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 8. Your own arrays, without files
//!
//! ```
//! use obbtree::{Body, Mesh, Pose, collide};
//! let vertices: Vec<[f32; 3]> = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
//! let body = Body::new(Mesh::from_f32(&vertices, vec![[0, 1, 2]])?); // n x 3 and m x 3
//! let rows = [[1.0, 0.0, 0.0, 0.5], [0.0, 1.0, 0.0, 0.5], [0.0, 0.0, 1.0, 0.0]]; // [R | t]
//! assert!(collide(&body, &Pose::identity(), &body, &Pose::try_from(rows)?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 9. A tree saved, and read again
//!
//! ```
//! use obbtree::{Body, io};
//! let knot = Body::read("../../assets/torus_knot.obj")?;
//! let file = std::env::temp_dir().join("knot.obbt");
//! std::fs::write(&file, io::tree_bytes(knot.mesh(), knot.tree())?)?;
//! let again = Body::read(&file)?; // nothing is built
//! assert_eq!(again.tree(), knot.tree());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 10. A margin
//!
//! ```
//! use obbtree::{Body, Pose, closer_than};
//! let wheel = Body::read("../../assets/wheel.stl")?;
//! let pinion = Body::read("../../assets/pinion.obj")?;
//! let beside: Pose = "60 0 0 0 0 0 1".parse()?;
//! let margin = 5.0; // in the unit of the meshes; a distance of exactly 5 counts
//! assert!(!closer_than(&wheel, &Pose::identity(), &pinion, &beside, margin));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
