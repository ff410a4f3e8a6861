"""Sweeps beside FCL's conservative advancement (BVHModel, OBBRSS, Debian's library, its own
settings).

    benches/compare/run --question sweeps [--core N] [--length LENGTH] [--step STEP]
                        A B MOTIONS [A B MOTIONS ...]

A and B are mesh files, MOTIONS has two poses of 12 numbers a line: linear motions of B, A at
rest. A file of poses, 12 numbers a line, stands for motions that start there, go LENGTH in a random
direction and turn by 0.1 about a random axis (fixed seed; every STEPth pose). FCL's verdicts are
held against obbtree's, each of which carries its proof: a motion that is free at all times, or a
pose at which the exact test says that the bodies meet. Prints Markdown: times in microseconds on
one core, the mean and the median. """

import argparse
import json
import math
import random
import statistics

from shell import CHECKOUT, HERE, TARGET, WORK, call, compile, install, output

# FCL's time of contact may be later than the true one by its own tolerance.
FCL_TIME_TOLERANCE = 1e-4


def rows(text):
    return [json.loads(line) for line in text.splitlines()]


def direction(numbers):
    vector = [numbers.gauss(0, 1) for _ in range(3)]
    length = math.hypot(*vector)
    return [x / length for x in vector]


def turned(axis, angle, columns):
    """Columns after a rotation (Rodrigues)."""
    (x, y, z), c, s = axis, math.cos(angle), math.sin(angle)
    about = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
    cell = lambda i, k: (i == k) * c + (1 - c) * axis[i] * axis[k] + s * about[i][k]
    rows = [[cell(i, k) for k in range(3)] for i in range(3)]
    return [[sum(row[k] * column[k] for k in range(3)) for row in rows] for column in columns]


def motions_of(file, length, step):
    """The file itself, or one of motions that start at its poses."""
    texts = [line for line in open(file) if line.strip() and line[0] != "#"]
    lines = [[float(x) for x in text.split()] for text in texts]
    if len(lines[0]) != 12:
        return file
    numbers = random.Random(7)
    made = WORK / "motions.txt"
    with open(made, "w") as to:
        for start in lines[::step]:
            columns = turned(direction(numbers), 0.1, [start[k::4] for k in range(3)])
            along = direction(numbers)
            columns.append([start[4 * i + 3] + length * along[i] for i in range(3)])
            rows_of_end = [column[i] for i in range(3) for column in columns]
            to.write(" ".join(map(repr, start + rows_of_end)) + "\n")
    return made


def compare(a, b, motions, core, obbtree, driver):
    names = [WORK / "sweep_a.ply", WORK / "sweep_b.ply"]
    for mesh, ply in zip([a, b], names):
        call([obbtree, "export", "-q", mesh, "-o", ply])
    pinned = ["taskset", "-c", str(core)]
    sweep = [obbtree, "sweep", "-q", a, b, "--motions", motions, "--json"]
    found = rows(output(sweep, success=(0, 1)))[:-1]
    timed = rows(output([*pinned, obbtree, "bench", a, b, "--motions", motions, "--json"]))[-1]
    told = [line.split() for line in output([*pinned, driver, *names, motions]).splitlines()]
    assert len(told) == len(found), "another number of motions"
    missed = false = late = 0
    for ours, (meets, time, _) in zip(found, told):
        meets, time = meets == "1", float(time)
        missed += ours["verdict"] == "contact" and not meets
        false += ours["verdict"] == "free" and meets
        if ours["verdict"] == "contact" and meets:
            late += time > ours["first_contact"] + FCL_TIME_TOLERANCE
    times = [float(time) for _, _, time in told]
    cells = [f"{a} {b}".replace(str(CHECKOUT), ""), len(found), missed, false, late]
    cells += [f"{statistics.mean(times):.0f} / {statistics.median(times):.0f}"]
    for key in ["sweep_us", "is_free_us"]:
        cells.append(f"{timed[key]:.1f} / {timed[key + '_median']:.1f}")
    cells += [f"{timed['any_us']:.2f}"]
    print("|", " | ".join(map(str, cells)), "|", flush=True)


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("--length", type=float, default=0.2)
    parser.add_argument("--step", type=int, default=5)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args(arguments)
    if len(options.files) % 3:
        parser.error("three files each: A, B, motions")
    WORK.mkdir(parents=True, exist_ok=True)
    install(["g++", "libfcl-dev", "libeigen3-dev"])
    driver = WORK / "fcl_sweep"
    flags = ["-O3", "-march=native", "-std=c++17", "-I/usr/include/eigen3"]
    source = HERE / "drivers" / "fcl_sweep.cpp"
    compile(["g++", *flags, source, "-lfcl", "-lccd"], source, driver)
    call(["cargo", "build", "--release", "-p", "obbtree-cli"], cwd=CHECKOUT)
    print("| bodies | motions | FCL: missed | FCL: false | FCL: late | FCL, us | sweep, us "
          "| is free, us | any, us |")
    print("|---|---|---|---|---|---|---|---|---|")
    for n in range(0, len(options.files), 3):
        a, b, motions = options.files[n : n + 3]
        motions = motions_of(motions, options.length, options.step)
        compare(a, b, motions, options.core, TARGET / "release" / "obbtree", driver)
