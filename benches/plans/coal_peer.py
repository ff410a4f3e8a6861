#!/usr/bin/env python3
"""OMPL's RRT-Connect with collision checks by pinocchio and Coal, all from PyPI; and Coal's word
about paths of others.

    pip install numpy ompl pin coal
    coal_peer.py plan FOLDER ROWS.jsonl [--every N]
    coal_peer.py judge FOLDER ROWS.jsonl --paths PATHS.jsonl [--samples N] [--every N]

The robot's collision meshes and the obstacles' shapes are exact, pairs are those of the SRDF, and
lines are tested at samples: OMPL's at its own resolution, those of paths to judge at so many a
line. Settings of OMPL are its defaults; what takes longer than TIME_LIMIT counts as unsolved. A
row has the keys of `plans plan`. """

import argparse
import gzip
import json
import os
import pathlib
import time

import coal
import numpy as np
import pinocchio as pin

TIME_LIMIT = 10.0  # seconds a path


class Robot:
    """A robot, and checks of its configurations among the obstacles of a problem."""

    def __init__(self, folder):
        urdf, srdf = (str(folder / f"{folder.name}.{ending}") for ending in ("urdf", "srdf"))
        os.chdir(folder)  # names of meshes are relative to it
        self.model = pin.buildModelFromUrdf(urdf)
        kind = pin.GeometryType.COLLISION
        self.alone = pin.buildGeomFromUrdf(self.model, urdf, kind, package_dirs=[str(folder)])
        self.alone.addAllCollisionPairs()
        pin.removeCollisionPairs(self.model, self.alone, srdf)
        self.joints = list(self.model.names)[1:]

    def enter(self, problem):
        """Makes the world of a problem."""
        self.around = self.alone.copy()
        links = range(self.alone.ngeoms)
        for obstacle in problem["obstacles"]:
            pose, sizes = np.array(obstacle["pose"]).reshape(3, 4), obstacle["dimensions"]
            make = {"box": coal.Box, "sphere": coal.Sphere}
            make["cylinder"] = lambda height, radius: coal.Cylinder(radius, height)
            shape = make[obstacle["type"]](*sizes)
            placed = pin.SE3(pose[:, :3], pose[:, 3])
            added = pin.GeometryObject(obstacle["name"], 0, placed, shape)
            added = self.around.addGeometryObject(added)
            for link in links:
                if self.around.geometryObjects[link].parentJoint > 0:
                    self.around.addCollisionPair(pin.CollisionPair(link, added))
        self.data = self.model.createData(), self.around.createData()

    def collides(self, configuration):
        data, geometry_data = self.data
        return pin.computeCollisions(
            self.model, data, self.around, geometry_data, configuration, True
        )

    def ends(self, problem):
        return [[(problem["start"] | problem[end])[n] for n in self.joints] for end in ENDS]


ENDS = ["start", "goal"]


def plan(robot, problem):
    from ompl import base, geometric

    row = {"problem": problem["problem"], "index": problem["index"], "solved": False}
    ends = robot.ends(problem)
    row["free_ends"] = not any(robot.collides(np.array(end)) for end in ends)
    if not row["free_ends"]:
        return row
    dof = len(robot.joints)
    space, bounds = base.RealVectorStateSpace(dof), base.RealVectorBounds(dof)
    for n in range(dof):
        bounds.setLow(n, robot.model.lowerPositionLimit[n])
        bounds.setHigh(n, robot.model.upperPositionLimit[n])
    space.setBounds(bounds)
    setup = geometric.SimpleSetup(space)
    at = np.zeros(dof)

    def is_valid(state):
        for n in range(dof):
            at[n] = state[n]
        return not robot.collides(at)

    setup.setStateValidityChecker(is_valid)
    states = [space.allocState(), space.allocState()]
    for state, end in zip(states, ends):
        for n, value in enumerate(end):
            state[n] = value
    setup.setStartAndGoalStates(*states)
    setup.setPlanner(geometric.RRTConnect(setup.getSpaceInformation()))
    setup.setup()
    begin = time.process_time()
    setup.solve(TIME_LIMIT)
    planned = time.process_time()
    if not setup.haveExactSolutionPath():
        return row
    setup.simplifySolution()
    total_us = 1e6 * (time.process_time() - begin)
    found = setup.getSolutionPath()
    path = [[found.getState(k)[n] for n in range(dof)] for k in range(found.getStateCount())]
    row.update(solved=True, plan_us=1e6 * (planned - begin), total_us=total_us, path=path)
    row["total_mean_us"] = total_us
    row["length"] = float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())
    return row


def judge(robot, problem, path, samples):
    """Does a sample of a line collide?"""
    found = False
    for a, b in zip(np.array(path), np.array(path[1:])):
        found = found or any(robot.collides(a + t * (b - a)) for t in np.linspace(0, 1, samples))
    return {"problem": problem["problem"], "index": problem["index"], "collides": bool(found)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=["plan", "judge"])
    parser.add_argument("folder", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("rows", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--paths", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--samples", type=int, default=64)
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    with gzip.open(args.folder / "problems.jsonl.gz", "rt") as lines:
        problems = [json.loads(line) for line in lines][:: args.every]
    paths = {}
    if args.task == "judge":
        with open(args.paths) as lines:
            paths = {(of["problem"], of["index"]): of.get("path") for of in map(json.loads, lines)}
    else:
        from ompl import util

        util.noOutputHandler()
        util.RNG.setSeed(1)
    robot = Robot(args.folder)
    with open(args.rows, "w") as rows:
        for problem in problems:
            path = paths.get((problem["problem"], problem["index"]))
            if args.task == "judge" and not path:
                continue
            robot.enter(problem)
            if args.task == "judge":
                row = judge(robot, problem, path, args.samples)
            else:
                row = plan(robot, problem)
            rows.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
