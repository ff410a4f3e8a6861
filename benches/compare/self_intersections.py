"""Self-intersections beside CGAL's `Polygon_mesh_processing::self_intersections` (exact
predicates).

    benches/compare/run --question self-intersections [--core N] [--rounds N] [MESH ...]

Without MESH: meshes of `obbtree-assets mesh`, a nut turned into its bolt, those of
`awkward_meshes.py`, and the real ones of the developers' data where that is (`OBBTREE_DATA`, or
`../shared/data` beside the checkout). Both engines get the same triangles. The pairs have to be the
same; each difference has to fall under one of two conventions, which are checked:

* CGAL names a triangle without area beside itself and tests it no further. That it has none is
  computed in fractions.
* CGAL goes by the numbers of vertices. They are joined by coordinates, but where the surface is no
  manifold some are twice in its mesh, and neighbours there are pairs. CGAL is queried again about
  the two triangles alone, and has to agree with obbtree.

Ends with 1 if a difference is left. Prints Markdown: pairs by the number of common corners (0;
1; 2: folded; 3: duplicates), differences by convention, and times on one core, medians of rounds in
which both have a turn. """

import argparse
import collections
import json
import os
import statistics
from fractions import Fraction

import awkward_meshes
from shell import CHECKOUT, CXX, HERE, TARGET, WORK, Driver, call, compile, install, output, say

MADE = WORK / "self"
NAMED = dict.fromkeys(["foam", "soup", "rod", "coral", "plate", "chain", "scan"], 20_000)
NAMED["needles"] = 5_000
# That of README's picture.
NUT_IN_BOLT = "0 0 1.239583333 -0.005312378 0.006923226 0.793323132 -0.608738249"
REAL = ["bunny.stl", "fandisk.obj", "rocker-arm.ply", "cow.glb", "teapot.dae", "env.obj", "rob.obj"]
OBBTREE = TARGET / "release" / "obbtree"


def make_all():
    """Name and file of each mesh; files are PLY, with the same triangles for both engines."""
    call(["cargo", "build", "--release", "-p", "obbtree-cli", "-p", "obbtree-assets"], cwd=CHECKOUT)
    for name, triangles in NAMED.items():
        made = MADE / f"{name}.obj"
        call([TARGET / "release" / "obbtree-assets", "mesh", name, triangles, made])
        yield name, exported([made], name)
    models = [CHECKOUT / "assets" / name for name in ("bolt.obj", "nut.stl")]
    yield "nut in bolt", exported([*models, "--pose", NUT_IN_BOLT], "nut in bolt")
    for name, make in awkward_meshes.ALL.items():
        made = MADE / f"{name}.obj"
        awkward_meshes.write(made, *make())
        yield name, exported([made], name)
    data = os.environ.get("OBBTREE_DATA", CHECKOUT.parent / "shared" / "data")
    meshes = os.path.join(data, "meshes")
    for name in REAL:
        if os.path.exists(os.path.join(meshes, name)):
            yield name, exported([os.path.join(meshes, name)], name)


def exported(meshes, name):
    ply = MADE / f"{name}.ply"
    call([OBBTREE, "export", "-q", *meshes, "-o", ply])
    return ply


class Cgal(Driver):
    def check(self):
        """Milliseconds, pairs, triangles named beside themselves."""
        time, *ids = self.ask("check")
        ids = [int(word) for word in ids]
        found = {(min(pair), max(pair)) for pair in zip(ids[::2], ids[1::2])}
        itself = {i for i, j in found if i == j}
        return float(time) / 1e6, {(i, j) for i, j in found if i < j}, itself

    def alone(self, pair):
        return self.ask("alone", *pair) == ["1"]


def corners_of(ply):
    """The corners of each triangle, as `obbtree export` writes them."""
    data = ply.read_bytes()
    header, rest = data.split(b"end_header\n", 1)
    elements = [line.split() for line in header.splitlines() if line.startswith(b"element")]
    counts = {words[1]: int(words[2]) for words in elements}
    from struct import iter_unpack
    vertices = [row[:3] for row in iter_unpack("<ddd3B", rest[: 27 * counts[b"vertex"]])]
    faces = rest[27 * counts[b"vertex"] :][: 13 * counts[b"face"]]
    return [tuple(vertices[v] for v in row[1:]) for row in iter_unpack("<Biii", faces)]


def has_area(triangle):
    p, q, r = ([Fraction(x) for x in corner] for corner in triangle)
    u, v = ([y - x for x, y in zip(p, end)] for end in (q, r))
    return any(u[i - 2] * v[i - 1] != u[i - 1] * v[i - 2] for i in range(3))


def compare(name, ply, driver, pinned, rounds):
    """Prints a row; gives the number of differences that no convention explains."""
    cgal = Cgal("CGAL", [*pinned, driver, ply])
    times = []
    for _ in range(rounds):
        command = [*pinned, OBBTREE, "self-check", "-q", ply, "--json"]
        ours = json.loads(output(command, success=(0, 1)))
        theirs_ms, theirs, itself = cgal.check()
        times.append((ours["build_ms"], ours["check_ms"], theirs_ms))
    triangles, pairs = corners_of(ply), {tuple(pair) for pair in ours["pairs"]}
    assert len(triangles) == ours["triangles"], f"{ply}: another number of triangles"
    common = lambda pair: len(set(triangles[pair[0]]) & set(triangles[pair[1]]))
    flat = {i for i in itself if not has_area(triangles[i])}
    left = [(i, i) for i in itself - flat]
    flat_pairs = numbers = 0
    for pair in pairs ^ theirs:
        if flat & set(pair) and pair in pairs:
            flat_pairs += 1
        elif common(pair) and cgal.alone(pair) == (pair in pairs):
            numbers += 1
        else:
            left.append(pair)
    cgal.end()
    for pair in left[:10]:
        say(f"{name}: {pair}, {common(pair)} common corners, is not explained")
    kinds = collections.Counter(map(common, pairs & theirs))
    build, check, cgal_ms = (statistics.median(column) for column in zip(*times))
    ratio = lambda of: f"{statistics.median(map(of, times)):.2f}"
    cells = [name, len(triangles), " / ".join(str(kinds[n]) for n in range(4))]
    cells += [f"{len(flat)}, {flat_pairs}", numbers, len(left)]
    cells += [f"{build:.1f}", f"{check:.2f}", ratio(lambda t: t[1] / t[0]), f"{cgal_ms:.1f}"]
    cells += [ratio(lambda t: t[2] / t[1]), ratio(lambda t: t[2] / (t[0] + t[1]))]
    print("|", " | ".join(map(str, cells)), "|", flush=True)
    return len(left)


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("meshes", nargs="*")
    options = parser.parse_args(arguments)
    MADE.mkdir(parents=True, exist_ok=True)
    install(["g++", "libcgal-dev", "libgmp-dev", "libmpfr-dev"])
    driver, source = WORK / "cgal_self", HERE / "drivers" / "cgal_self.cpp"
    compile([*CXX, "-march=native", source, "-lgmp", "-lmpfr"], source, driver)
    named = list(make_all())
    if options.meshes:
        named = [(mesh, exported([mesh], f"mesh {n}")) for n, mesh in enumerate(options.meshes)]
    print("| mesh | triangles | same pairs: 0 / 1 / 2 / 3 common corners "
          "| without area: triangles, pairs of ours | numbered twice in CGAL | unexplained "
          "| build, ms | check, ms | check over build | CGAL, ms | CGAL over check "
          "| CGAL over build and check |")
    print("|---|" + "---:|" * 11)
    pinned = ["taskset", "-c", str(options.core)]
    left = [compare(name, ply, driver, pinned, options.rounds) for name, ply in named]
    return 1 if any(left) else 0
