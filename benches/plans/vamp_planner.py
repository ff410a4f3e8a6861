#!/usr/bin/env python3
"""VAMP's RRT-Connect and its simplification, with its own settings for the robot:
`vamp_planner.py ROBOT PROBLEMS.jsonl.gz ROWS.jsonl [--tries N]`. Needs `vamp` and `numpy`.

Obstacles are what VAMP's own loader makes of them: cylinders become capsules that contain them,
those of the problem "box" cuboids. Each path is searched with the same samples again and again,
and the least time counts. A row has the keys of `plans plan`. """

import argparse
import gzip
import json

import numpy as np
import vamp


def euler_xyz(rotation):
    y = -np.arcsin(np.clip(rotation[2, 0], -1, 1))
    x = np.arctan2(rotation[2, 1], rotation[2, 2])
    return [x, y, np.arctan2(rotation[1, 0], rotation[0, 0])]


def environment(problem):
    made = vamp.Environment()
    for obstacle in problem["obstacles"]:
        pose, sizes = np.array(obstacle["pose"]).reshape(3, 4), obstacle["dimensions"]
        center, angles = list(pose[:, 3]), euler_xyz(pose[:, :3])
        kind = obstacle["type"]
        if kind == "box":
            made.add_cuboid(vamp.Cuboid(center, angles, [side / 2 for side in sizes]))
        elif kind == "cylinder" and problem["problem"] == "box":
            height, radius = sizes
            made.add_cuboid(vamp.Cuboid(center, angles, [radius, radius, height / 2]))
        elif kind == "cylinder":
            height, radius = sizes
            made.add_capsule(vamp.Cylinder(center, angles, radius, height))
        elif kind == "sphere":
            made.add_sphere(vamp.Sphere(center, sizes[0]))
        else:
            raise SystemExit(f"{obstacle['name']}: no {kind} is known here")
    return made


def solve(problem, tries, robot, plan, plan_settings, simplify_settings, sampler):
    around = environment(problem)
    start, goal = ([problem[end][n] for n in robot.joint_names()] for end in ("start", "goal"))
    row = {"problem": problem["problem"], "index": problem["index"], "solved": False}
    row["free_ends"] = robot.validate(start, around) and robot.validate(goal, around)
    if not row["free_ends"]:
        return row
    plans, totals = [], []
    for _ in range(tries):
        sampler.reset()
        found = plan(start, [goal], around, plan_settings, sampler)
        if not found.solved:
            return row
        short = robot.simplify(found.path, around, simplify_settings, sampler)
        plans.append(found.nanoseconds / 1e3)
        totals.append((found.nanoseconds + short.nanoseconds) / 1e3)
    path = short.path.numpy().astype(float)
    row.update(solved=True, plan_us=min(plans), total_us=min(totals), path=path.tolist())
    row["total_mean_us"] = sum(totals) / len(totals)
    row["length"] = float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("robot")
    parser.add_argument("problems")
    parser.add_argument("rows")
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    settings = vamp.configure_robot_and_planner_with_kwargs(args.robot, "rrtc")
    sampler = settings[0].halton()
    with gzip.open(args.problems, "rt") as lines, open(args.rows, "w") as rows:
        for line in list(lines)[:: args.every]:
            row = solve(json.loads(line), args.tries, *settings, sampler)
            rows.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
