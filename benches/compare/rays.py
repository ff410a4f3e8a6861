"""Rays beside Embree (Debian's library) and parry3d-f64: the closest hit on one mesh.

    benches/compare/run --question rays [--core N] [--rounds N] [--count N] [MESH ...]

Without MESH: meshes of `obbtree-assets mesh`. Vertices are rounded to a lattice of 2^-20 of the
mesh, and all numbers are single, so that every engine gets the same rays and rays go exactly
through vertices and edges: half of them come from all around, a quarter lie in the plane of a
triangle or along an edge, a quarter go through a vertex or an edge.

Answers are held against the certain ones (`benches/src/rays/judge.rs`). A triangle that an
engine missed or invented has to be within 64 roundings of its numbers from the line of the ray,
seen along it; else it is unexplained, and if one of obbtree or parry3d-f64 is, the command ends
with 1. Prints Markdown: differences for each kind of ray, and times on one core, in rounds in which
every engine has a turn: nanoseconds of ours, and the median of the others' ratios. """

import argparse
import json
import statistics

from shell import CHECKOUT, CXX, HERE, TARGET, WORK, Driver, call, compile, install, output

MADE = WORK / "rays"
NAMED = {"coral": 70_000, "plate": 20_000, "foam": 70_000, "knot": 300_000}
# Of their numbers: what is lost is told in these roundings.
BITS = {"obbtree": 53, "parry3d-f64": 53, "Embree": 24, "Embree, robust": 24}


def compare(name, model, options, driver):
    """Prints the rows of a mesh; returns how many answers of engines in double are unexplained."""
    program, mesh, rays = TARGET / "release" / "rays", MADE / f"{name}.mesh", MADE / f"{name}.rays"
    triangles = output([program, "make", model, options.count, mesh, rays]).strip()
    commands = {
        "obbtree": [program, "obbtree"],
        "parry3d-f64": [program, "parry3d-f64"],
        "Embree": [driver, "fast"],
        "Embree, robust": [driver, "robust"],
    }
    pinned = ["taskset", "-c", str(options.core)]
    engines = [Driver(who, [*pinned, *command, mesh, rays]) for who, command in commands.items()]
    times = {engine.name: {"build": [], "cast": []} for engine in engines}
    for _ in range(options.rounds):
        for question in ("build", "cast"):
            for engine in engines:
                times[engine.name][question].append(float(engine.ask(question)[0]))
    left = 0
    for engine in engines:
        answers = MADE / "answers"
        engine.ask("list", answers)
        verdicts = json.loads(output([program, "judge", mesh, rays, answers, BITS[engine.name]]))
        cells = [f"{name}, {triangles}", engine.name]
        for kind in ("around", "grazing", "edges"):
            found = verdicts[kind]
            keys = ["other_triangle", "missed", "invented", "unexplained"]
            cells.append(" / ".join(str(found[key]) for key in keys))
            if BITS[engine.name] == 53:
                left += found["unexplained"]
        cells.append(f"{max(found['farthest'] for found in verdicts.values()):.1f}")
        if engine is engines[0]:
            hits = sum(found["hits"] for found in verdicts.values())
            cells[0] += f", {100 * hits / options.count:.0f} % hit"
            cast, build = (statistics.median(times["obbtree"][what]) for what in ("cast", "build"))
            cells += [f"{cast:.0f} ns", f"{build / 1e6:.1f} ms"]
        else:
            for question in ("cast", "build"):
                both = zip(times[engine.name][question], times["obbtree"][question])
                cells.append(f"{statistics.median(theirs / ours for theirs, ours in both):.2f}")
        print("|", " | ".join(cells), "|", flush=True)
        engine.end()
    return left


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("meshes", nargs="*")
    options = parser.parse_args(arguments)
    MADE.mkdir(parents=True, exist_ok=True)
    install(["g++", "libembree-dev"])
    driver, source = WORK / "embree", HERE / "drivers" / "embree.cpp"
    compile([*CXX, "-march=native", source, "-lembree3"], source, driver)
    packages = ["-p", "obbtree-benches", "-p", "obbtree-assets"]
    programs = ["--bin", "rays", "--bin", "obbtree-assets"]
    call(["cargo", "build", "--release", *packages, *programs], cwd=CHECKOUT)
    print("| mesh, triangles | engine | around: other triangle / missed / invented / unexplained "
          "| grazing | edges | farthest, roundings | a ray | build |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    left = 0
    for model in options.meshes:
        left += compare(model.rsplit("/", 1)[-1], model, options, driver)
    for name, triangles in {} if options.meshes else NAMED.items():
        made = MADE / f"{name}.obj"
        call([TARGET / "release" / "obbtree-assets", "mesh", name, triangles, made])
        left += compare(name, made, options, driver)
    return 1 if left else 0
