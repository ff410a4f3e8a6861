//! Robots so small that the squares of their lengths underflow in `f32`: their bounding spheres
//! must not separate what collides.

mod support;

use obbtree_robot::Checker;

use support::{alone, robot};

/// Two spheres of a radius, their centres apart by a vector: links that a joint rotates about
/// themselves.
fn spheres(radius: f64, away: [f64; 3]) -> Checker {
    let [x, y, z] = away;
    let text = format!(
        r#"<robot name="r">
        <link name="a"><collision><geometry><sphere radius="{radius:e}"/></geometry></collision>
          </link>
        <link name="b"><collision><origin xyz="{x:e} {y:e} {z:e}"/><geometry>
          <sphere radius="{radius:e}"/></geometry></collision></link>
        <link name="m"/>
        <joint name="j0" type="prismatic"><parent link="a"/><child link="m"/><axis xyz="1 0 0"/>
          <limit lower="-1e-22" upper="1e-22" effort="1" velocity="1"/></joint>
        <joint name="j" type="continuous"><parent link="m"/><child link="b"/><axis xyz="1 0 0"/>
          </joint>
        </robot>"#
    );
    alone(robot(&text))
}

/// Case 5 of the wrong answers that were found: said to be valid.
#[test]
fn tiny_spheres_that_overlap_are_found() {
    assert!(!spheres(2.9e-23, [2.776e-23; 3]).is_valid(&[0.0, 0.0]));
}

/// The same robot at other scales, where spheres overlap by a part of their size on one, two
/// and three axes.
#[test]
fn spheres_that_overlap_collide_at_every_scale_and_those_apart_do_not() {
    for exponent in (-160..-40).step_by(5) {
        let radius = 2.0_f64.powi(exponent) * 1.3;
        for axes in 1..=3_usize {
            let at = |distance: f64| {
                let x = distance * radius / (axes as f64).sqrt();
                std::array::from_fn(|k| if k < axes { x } else { 0.0 })
            };
            assert!(!spheres(radius, at(1.9)).is_valid(&[0.0, 0.0]), "2^{exponent} {axes}");
            assert!(spheres(radius, at(2.1)).is_valid(&[0.0, 0.0]), "2^{exponent} {axes}");
        }
    }
}
