//! Changes of a checker's world: other obstacles, allowed pairs, margins, attached bodies; and
//! other joints that move.
//!
//! What belongs to the robot alone is shared, and what is known of pairs that stay as they are is
//! taken over: a change costs what is new of it.

use std::sync::Arc;

use obbtree_predicates::Pose;
use obbtree_scene::{BodyId, Scene, SceneError};

use super::check::Checker;
use crate::checker::data::{CheckerData, RobotData, check_links, with_links};
use crate::error::WorldError;
use crate::kinematics::Kinematics;

impl CheckerData {
    /// Of a robot in a world that has not got its links.
    pub(crate) fn in_world(
        shared: &Arc<RobotData>,
        world: &Scene,
        before: Option<&Self>,
    ) -> Result<Self, WorldError> {
        let (world, links) = with_links(&shared.robot, world)?;
        Ok(Self::new(shared, world, links, before)?)
    }
}

/// The world, and what stands in it.
impl Checker {
    /// The world, with the links as bodies: names, numbers, which pairs are checked. The links are
    /// where the configuration of zeros has them; see [`Checker::world_at`]. Links without
    /// collision elements are bodies that are not enabled.
    #[must_use]
    pub fn world(&self) -> &Scene {
        &self.data.world
    }

    /// The world with all links, and what they carry, where a configuration puts them: to be
    /// drawn, to be kept in a file, or for any question that a
    /// [`SceneQuery`](obbtree_scene::SceneQuery) answers.
    ///
    /// # Errors
    /// If [`Robot::check_values`](crate::Robot::check_values) refuses the configuration, or a pose
    /// that follows cannot be used.
    pub fn world_at(&self, configuration: &[f64]) -> Result<Scene, WorldError> {
        self.robot().check_values(configuration)?;
        let mut world = self.data.world.clone();
        self.place_links(&mut world, configuration)?;
        Ok(world)
    }

    fn place_links(&self, world: &mut Scene, configuration: &[f64]) -> Result<(), WorldError> {
        let poses = Kinematics::default().link_poses(self.robot(), configuration)?;
        let mut placed = Vec::new();
        for (&body, pose) in self.data.links.iter().zip(poses) {
            let misplaced = |reason| -> Result<_, SceneError> {
                Ok(SceneError::Pose { body: world.name(body)?.to_owned(), reason })
            };
            match Pose::try_from(pose) {
                Ok(pose) => placed.push((body, pose)),
                Err(reason) => return Err(misplaced(reason)?.into()),
            }
        }
        Ok(world.set_poses(placed)?)
    }

    /// The body that a link is in the world; `None` if the robot has no such link.
    #[must_use]
    pub fn link_body(&self, link: usize) -> Option<BodyId> {
        self.data.links.get(link).copied()
    }

    /// The link that a body of the world is; `None` for other bodies.
    #[must_use]
    pub fn link_of(&self, body: BodyId) -> Option<usize> {
        self.data.links.iter().position(|&link| link == body)
    }

    /// The names of the two bodies of a pair; empty for what is no body of this world.
    #[must_use]
    pub fn names(&self, pair: [BodyId; 2]) -> [&str; 2] {
        pair.map(|body| self.data.world.name(body).unwrap_or_default())
    }

    /// Puts the robot into another world. What was changed or attached in the old one is gone; what
    /// the two share costs nothing.
    ///
    /// # Errors
    /// If a body of the world has the name of a link; then the world is the old one.
    pub fn set_world(&mut self, world: &Scene) -> Result<(), WorldError> {
        let data = CheckerData::in_world(&self.data.shared, world, Some(&self.data))?;
        *self = self.with_data(Arc::new(data));
        Ok(())
    }

    /// A checker of the same robot in another world, which shares what belongs to the robot.
    ///
    /// # Errors
    /// If a body of the world has the name of a link.
    pub fn in_world(&self, world: &Scene) -> Result<Self, WorldError> {
        let data = CheckerData::in_world(&self.data.shared, world, Some(&self.data))?;
        Ok(self.with_data(Arc::new(data)))
    }

    /// Changes the world: bodies can be added, moved, removed, enabled, allowed to collide, given
    /// margins and groups. Links stay where kinematics puts them.
    ///
    /// # Errors
    /// Those of the change, and if it removes a link, makes it of other parts, attaches it, or
    /// enables one without collision elements; then the world stays as it was.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r"><link name="a"/>
    /// #   <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
    /// #   <joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    /// #     <limit lower="0" upper="3" effort="1" velocity="1"/></joint></robot>"#;
    /// use obbtree_collider::Shape;
    /// use obbtree_predicates::Pose;
    /// use obbtree_robot::{Checker, Robot};
    /// use obbtree_scene::Scene;
    /// let mut world = Scene::new();
    /// let lamp = Shape::sphere([0.0; 3], 0.5)?;
    /// let lamp = world.add("lamp", lamp, Pose::from_translation([0.0, 0.0, 3.0])?)?;
    /// let robot = Robot::from_urdf_str(text, "r.urdf", &[])?; // a sphere that rises
    /// let mut checker = Checker::new(Arc::new(robot), &world)?;
    /// assert!(!checker.is_valid(&[2.0])); // they touch
    /// let higher = Pose::from_translation([0.0, 0.0, 4.0])?;
    /// checker.change(|world| world.set_pose(lamp, higher))?;
    /// assert!(checker.is_valid(&[2.0]));
    /// checker.change(|world| Ok(world.allow("b", "lamp")))?;
    /// assert!(checker.is_valid(&[3.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn change<R>(
        &mut self,
        change: impl FnOnce(&mut Scene) -> Result<R, SceneError>,
    ) -> Result<R, WorldError> {
        let mut world = self.data.world.clone();
        let result = change(&mut world)?;
        self.replace(world)?;
        Ok(result)
    }

    /// Takes a changed world.
    fn replace(&mut self, world: Scene) -> Result<(), WorldError> {
        let CheckerData { shared, links, world: before, .. } = &*self.data;
        check_links(&shared.robot, [before, &world], links)?;
        let data = CheckerData::new(shared, world, links.clone(), Some(&self.data))?;
        *self = self.with_data(Arc::new(data));
        Ok(())
    }

    /// Attaches a body of the world to a link, which carries it from now on: from where it is, by a
    /// link that is where a configuration puts it. The body is checked against all that the link is
    /// checked against, but not against the link, what else this carries, and the *touch links*:
    /// with these it is allowed to collide, also after it is detached.
    ///
    /// # Errors
    /// If there is no such body or link, if the body is a link, or if
    /// [`Robot::check_values`](crate::Robot::check_values) refuses the configuration.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r"><link name="rail"/><link name="tool"/>
    /// #   <joint name="j" type="prismatic"><parent link="rail"/><child link="tool"/>
    /// #     <axis xyz="0 0 1"/><limit lower="0" upper="9" effort="1" velocity="1"/></joint>
    /// #   </robot>"#;
    /// use obbtree_collider::Shape;
    /// use obbtree_predicates::Pose;
    /// use obbtree_robot::{Checker, Robot};
    /// use obbtree_scene::Scene;
    /// let mut world = Scene::new();
    /// let sphere = Shape::sphere([0.0; 3], 0.5)?;
    /// world.add("cup", sphere.clone(), Pose::from_translation([0.0, 0.0, 1.0])?)?;
    /// world.add("lamp", sphere, Pose::from_translation([0.0, 0.0, 6.0])?)?;
    /// let robot = Robot::from_urdf_str(text, "r.urdf", &[])?; // a tool on a rail
    /// let mut checker = Checker::new(Arc::new(robot), &world)?;
    /// checker.attach("cup", "tool", &[], &[1.0])?; // at the height of the cup
    /// assert!(checker.is_valid(&[4.0]));
    /// assert_eq!(checker.names(checker.clone().colliding_pairs(&[5.0])?[0]), ["cup", "lamp"]);
    /// checker.detach("cup", &[3.0])?;
    /// assert!(checker.is_valid(&[5.0]));
    /// let cup = checker.world().id("cup")?;
    /// assert_eq!(checker.world().pose(cup)?, &Pose::from_translation([0.0, 0.0, 3.0])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attach(
        &mut self,
        body: &str,
        link: &str,
        touch_links: &[&str],
        configuration: &[f64],
    ) -> Result<(), WorldError> {
        let mut world = self.world_at(configuration)?;
        let [body_id, link_id] = [world.id(body)?, self.link_id(link)?];
        world.attach(body_id, link_id)?;
        self.replace_attached(world, body, touch_links)
    }

    /// Attaches a body of the world to a link, as [`Checker::attach`], at a pose in the link's
    /// frame. How far a plane or half-space moves with a joint has no bound: states are decided,
    /// but no motion of it is proven to be free.
    ///
    /// # Errors
    /// If there is no such body or link, or the body is a link.
    pub fn attach_at(
        &mut self,
        body: &str,
        link: &str,
        touch_links: &[&str],
        pose: Pose,
    ) -> Result<(), WorldError> {
        let mut world = self.data.world.clone();
        let [body_id, link_id] = [world.id(body)?, self.link_id(link)?];
        // Relative to the identity a pose is exactly what it is.
        world.detach(body_id)?;
        world.set_poses([(link_id, Pose::identity()), (body_id, pose)])?;
        world.attach(body_id, link_id)?;
        self.replace_attached(world, body, touch_links)
    }

    fn replace_attached(
        &mut self,
        mut world: Scene,
        body: &str,
        touch_links: &[&str],
    ) -> Result<(), WorldError> {
        for link in touch_links {
            self.link_id(link)?;
            world.allow(body, link);
        }
        self.place_links(&mut world, &self.robot().zero())?;
        self.replace(world)
    }

    /// Detaches a body from the link that carries it, if one does: it stays where a configuration
    /// has it. Links that it was allowed to touch stay allowed.
    ///
    /// # Errors
    /// If there is no such body, or [`Robot::check_values`](crate::Robot::check_values) refuses
    /// the configuration.
    pub fn detach(&mut self, body: &str, configuration: &[f64]) -> Result<(), WorldError> {
        let mut world = self.world_at(configuration)?;
        let id = world.id(body)?;
        world.detach(id)?;
        self.place_links(&mut world, &self.robot().zero())?;
        self.replace(world)
    }

    fn link_id(&self, link: &str) -> Result<BodyId, WorldError> {
        let number = self.robot().link(link);
        let body = number.and_then(|number| self.link_body(number));
        body.ok_or_else(|| WorldError::NoSuchLink(link.to_owned()))
    }

    /// A checker of the same robot in the same world, of which only some joints move: those of a
    /// group, by their numbers, which [`Robot::group`](crate::Robot::group) finds. Configurations
    /// have the values of these alone, each once and in the order of the robot, whatever their
    /// order here; the others are held where the configuration `held` of this checker's robot has
    /// them, limits or not. A planner for the group is one for [`Checker::robot`] of it.
    ///
    /// Answers are those of this checker at configurations with the held values, bit for bit.
    ///
    /// # Errors
    /// If `held` has another number of values, or places nothing; and if there is no such joint.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let joint = |name: &str, a: &str, b: &str| format!(
    /// #     r#"<joint name="{name}" type="continuous"><parent link="{a}"/><child link="{b}"/>
    /// #     <origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>"#);
    /// # let tip = r#"<link name="tip"><collision><geometry><sphere radius="0.1"/></geometry>
    /// #     </collision></link>"#;
    /// # let joints = joint("shoulder", "base", "arm") + &joint("elbow", "arm", "tip");
    /// # let links = r#"<link name="base"/><link name="arm"/>"#.to_owned() + tip;
    /// # let text = format!(r#"<robot name="r">{links}{joints}</robot>"#);
    /// use obbtree_robot::{Checker, Robot};
    /// use obbtree_scene::Scene;
    /// let robot = Robot::from_urdf_str(&text, "r.urdf", &[])?; // of a shoulder and an elbow
    /// let elbow = robot.joint("elbow").expect("a joint");
    /// let checker = Checker::new(Arc::new(robot), &Scene::new())?;
    /// let checker = checker.for_group(&[elbow], &[0.5, 0.0])?; // the shoulder is held at 0.5
    /// assert_eq!(checker.robot().dof(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_group(&self, joints: &[usize], held: &[f64]) -> Result<Self, WorldError> {
        let robot = Arc::new(self.robot().holding(joints, held)?);
        let shared = Arc::new(RobotData::new(robot));
        let CheckerData { world, links, .. } = &*self.data;
        let data = CheckerData::new(&shared, world.clone(), links.clone(), None)?;
        Ok(self.with_data(Arc::new(data)))
    }
}
