"""Uses of the package that a type checker accepts, and results that have the types that are said;
checked by mypy."""

import numpy as np
from numpy.typing import NDArray

import obbtree


def use(
    points: NDArray[np.float32], triangles: NDArray[np.int64], poses: NDArray[np.float64]
) -> float:
    body = obbtree.Body(points, triangles)
    hit: bool = obbtree.collide(body, None, body, obbtree.Pose(poses[0]))
    hits: NDArray[np.bool_] = obbtree.collide_batch(
        body, None, body, poses, progress=lambda done, total: None
    )
    found = obbtree.distance(body, None, body, poses[0])
    sweep = obbtree.sweep(body, None, body, (poses[0], poses[1]), time_tolerance=1e-6)
    free: NDArray[np.bool_] = obbtree.is_motion_free_batch(
        body, None, body, (poses[:-1], poses[1:])
    )
    relation: str = obbtree.classify(body, None, body, poses[0])
    print(hit, hits.sum(), relation, free.all(), sweep.last_free)
    near = obbtree.distance(body, None, obbtree.Shape.sphere([0, 0, 0], 1.0), poses[0], at_most=2.0)
    return found.upper if near is None else near.upper


def use_scene(body: obbtree.Body, poses: NDArray[np.float64]) -> NDArray[np.bool_]:
    scene = obbtree.Scene()
    scene.add("wheel", body)
    scene.add("lamp", [obbtree.Shape.sphere([0, 0, 0], 1.0), (body, poses[0])], poses[1])
    scene.margin = 0.5
    names: list[tuple[str, str]] = scene.pairs()
    found = scene.sweep({"lamp": obbtree.Translation(poses[0], [1, 2, 3])})
    print(names, found.pair, found.last_free)
    return scene.collides_batch({"lamp": poses}, threads=1)


def use_clouds(body: obbtree.Body, depth: NDArray[np.uint16]) -> NDArray[np.int64]:
    cloud = obbtree.PointCloud.from_depth(depth, 525, 525, 320, 240, 0.01, scale=0.001, far=8)
    same = obbtree.PointCloud(cloud.points, cloud.radius)
    scan = obbtree.PointCloud.read("scan.pcd", 0.01)
    number = obbtree.distance(cloud, None, body, None).cloud_points[0]
    print(number, len(scan), cloud.left_out, obbtree.collide(same, None, scan, None))
    return obbtree.distance_batch(cloud, None, body, [None]).cloud_points


def use_voxels(body: obbtree.Body, occupied: NDArray[np.bool_], cells: NDArray[np.int32]) -> float:
    voxels = obbtree.Voxels.from_array(occupied, 0.05, [0, 0, 1])
    grid = obbtree.Voxels(cells, 0.05, sizes=[1] * len(cells))
    seen = obbtree.Voxels.read("map.bt", unknown="occupied")
    ground = obbtree.Body.height_map(np.zeros((9, 9)), 0.1)
    if grid.cells is not None and grid.side is not None:
        print(grid.cells.min(), 2 * grid.side, obbtree.collide(grid, None, seen, None))
    print(len(voxels), voxels.boxes[:, 0].min(), obbtree.collide(voxels, None, ground, None))
    return obbtree.distance(voxels, None, body, None).upper


def use_robot(body: obbtree.Body, samples: NDArray[np.float64]) -> NDArray[np.float64]:
    world = obbtree.Scene()
    world.add("wheel", body)
    world.add("cup", obbtree.Shape.cuboid([1, 1, 1]))
    checker = obbtree.Checker(obbtree.Robot("arm.urdf"), world)
    checker.attach("cup", "hand", samples[0], touch_links=["finger"])
    bodies: int = checker.change(lambda world: len(world))
    valid: NDArray[np.bool_] = checker.is_valid_batch(samples)
    verdict = checker.sweep(samples[0], samples[1])
    print(bodies, [found.points for found in checker.distances_within(samples[0], 0.1)])
    if verdict.last_valid is not None:
        print(verdict.last_valid.shape, verdict.pair, valid.sum())
    curve = obbtree.Trajectory.spline(range(len(samples)), samples)
    region = checker.free_region(samples[0])
    if region is not None and checker.sweep_trajectory(curve).is_free:
        print(region[:, 0], checker.clearances_along(curve, 10).min(), curve.configuration_at(0.5))
    return checker.plan(samples[0], samples[1])
