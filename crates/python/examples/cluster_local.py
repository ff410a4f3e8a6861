"""Poses over a local cluster of two workers, one of which is killed midway; the answers are those
of one process.

    python examples/cluster_local.py [POSES [MESH_A MESH_B]]

Prints the throughput of one process without Ray, from memory and from file to file, and with Ray
on two workers that have been started."""

import importlib
import os
import pathlib
import signal
import sys
import tempfile
import threading
import time
from typing import List, Set

import numpy as np
import ray
from numpy.typing import NDArray

import obbtree
from obbtree import cluster

ASSETS = pathlib.Path(__file__).resolve().parents[3] / "assets"
POSES = int(sys.argv[1]) if len(sys.argv) > 1 else 400_000
MESHES = sys.argv[2:4] or [str(ASSETS / "bolt.obj"), str(ASSETS / "nut.stl")]
PARTS = 64
Floats = NDArray[np.float64]


def random_poses(count: int, reach: float) -> Floats:
    """B around A, no further along any axis: some of them collide, some are beside it."""
    random = np.random.default_rng(1)
    q = random.normal(size=(count, 4))
    x, y, z, w = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    rows = np.empty((count, 3, 4))
    rows[:, 0, :3] = np.stack(
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], axis=1
    )
    rows[:, 1, :3] = np.stack(
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], axis=1
    )
    rows[:, 2, :3] = np.stack(
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], axis=1
    )
    rows[:, :, 3] = random.uniform(-reach, reach, size=(count, 3))
    return rows


def kill_one_midway(folder: pathlib.Path, killed: List[int]) -> None:
    """Once a quarter of the parts is there, kills a process that is in a task."""
    while not killed and (parts := len(list(folder.glob("part-*.parquet")))) < PARTS:
        if parts >= PARTS // 4:
            killed.extend(kill_one())
        time.sleep(0.002)


def kill_one() -> List[int]:
    """Kills a worker of this cluster that answers a part; none where all are between two tasks."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            name = (process / "cmdline").read_bytes().replace(b"\0", b" ").strip()
            is_ours = int((process / "stat").read_text().rsplit(")", 1)[1].split()[1]) in raylets()
            if name.startswith(b"ray::answer_part") and is_ours:
                os.kill(int(process.name), signal.SIGKILL)
                return [int(process.name)]
        except OSError:
            continue
    return []


def raylets() -> Set[int]:
    """The processes of this script's cluster that start workers."""
    node = importlib.import_module("ray._private.worker")._global_node
    return {process.process.pid for process in node.all_processes.get("raylet", [])}


def one_process(
    a: obbtree.Body, b: obbtree.Body, file: pathlib.Path, folder: pathlib.Path
) -> None:
    """What two workers do, part by part, in this process."""
    folder.mkdir()
    trees = a.to_bytes(), b.to_bytes()
    first = range(0, POSES, -(-POSES // PARTS))
    for part, start in enumerate(first):
        out = str(folder / f"part-{part:08}.parquet")
        cluster.answer_part(trees, None, str(file), part, start, POSES, out, False)


def main() -> None:
    a, b = (obbtree.Body(mesh) for mesh in MESHES)
    poses = random_poses(POSES, np.ptp(a.vertices, axis=0).max())
    start = time.perf_counter()
    expected = obbtree.collide_batch(a, None, b, poses, threads=1)
    alone = time.perf_counter() - start
    print(f"one process, one thread: {POSES / alone:.0f} poses/s; {expected.mean():.0%} collide")
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    with tempfile.TemporaryDirectory() as made:
        temporary = pathlib.Path(made)
        file = temporary / "poses.parquet"
        cluster.write_poses(file, poses, part=-(-POSES // PARTS))
        # A worker that has imported numpy and pyarrow, and read the trees.
        cluster.write_poses(temporary / "few.parquet", poses[:PARTS], part=1)
        cluster.collide_parts(a, None, b, temporary / "few.parquet", temporary / "started")
        start = time.perf_counter()
        one_process(a, b, file, temporary / "one-process")
        from_file = time.perf_counter() - start
        start = time.perf_counter()
        cluster.collide_parts(a, None, b, file, temporary / "undisturbed")
        together = time.perf_counter() - start
        print(f"one process, from file to file: {POSES / from_file:.0f} poses/s")
        print(
            f"Ray, two workers: {POSES / together:.0f} poses/s, "
            f"{from_file / together:.2f} times one process, "
            f"{alone / together:.2f} times one from memory"
        )
        killed: List[int] = []
        folder = temporary
        for attempt in range(10):
            # The last parts may be written before a worker is seen in its task.
            folder = temporary / f"disturbed-{attempt}"
            thread = threading.Thread(target=kill_one_midway, args=(folder, killed), daemon=True)
            thread.start()
            cluster.collide_parts(a, None, b, file, folder)
            thread.join()
            if killed:
                break
        assert killed, "no worker was killed"
        np.testing.assert_array_equal(cluster.read_answers(temporary / "undisturbed"), expected)
        np.testing.assert_array_equal(cluster.read_answers(folder), expected)
        parts = sorted(folder.glob("part-*.parquet"))
        assert len(parts) == PARTS
        for other in ("undisturbed", "one-process"):
            same = [
                (temporary / other / part.name).read_bytes() == part.read_bytes() for part in parts
            ]
            assert all(same), f"parts differ: {other}"
        parts[3].unlink()
        before = parts[4].stat().st_mtime_ns
        cluster.collide_parts(a, None, b, file, folder)
        assert parts[3].exists() and parts[4].stat().st_mtime_ns == before, (
            "a resumed run answers what is missing alone"
        )
        print("one worker was killed midway, one run resumed: the files are byte-equal")
    ray.shutdown()


if __name__ == "__main__":
    main()
