"""Many poses over a cluster by Ray, from Parquet to Parquet: resumable, and the same for any number of workers.

Needs Ray and pyarrow, the wheel's extra ``ray``: ``pip install 'ray>=2.40' 'pyarrow>=16'``.

Poses are Parquet files with 12 columns ``p0 .. p11``, the rows of ``[R | t]``; each part of a file is a task. A part
that is answered is a Parquet file in the folder of the answers, with the columns ``pose`` (its number in the input) and
``collides``; it appears whole or not at all, so that a run that was killed goes on where it was when it is started
again. Ray keeps each mesh once a node, as a tree file in its object store, tries tasks again whose worker has died, and
spreads them; nothing here schedules. What an answer is does not depend on any of this.

On a real cluster: ``ray start --head`` on one machine, ``ray start --address=HEAD:6379`` on the others, a folder that
all of them see, and ``ray.init(address="auto")`` before the call; without that Ray makes a local cluster.
"""

import os
import pathlib
from typing import Any, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import ray

from . import Body, collide_batch

Path = Union[str, "os.PathLike[str]"]

COLUMNS = [f"p{k}" for k in range(12)]
#: Poses a task: some tenths of a second, so that a lost task costs little and starting one costs nothing beside it.
PART = 100_000
#: Numbers of poses repeat too seldom for a dictionary or for compression to pay: a third of a task's time went there.
PLAIN = {"use_dictionary": False, "compression": "NONE"}
#: A task is tried so often before the run fails.
TRIES = 5


def write_poses(path: Path, poses: Any, *, part: int = PART) -> None:
    """Writes (N, 3, 4) or (N, 12) poses as Parquet, with a row group for each part."""
    rows = np.asarray(poses, dtype=np.float64).reshape(-1, 12)
    table = pa.table({name: rows[:, k] for k, name in enumerate(COLUMNS)})
    pq.write_table(table, path, row_group_size=part, **PLAIN)


def read_answers(folder: Path) -> np.ndarray:
    """The answers of all parts: (N,) of bool, in the order of the poses."""
    tables = [pq.read_table(part) for part in sorted(pathlib.Path(folder).glob("part-*.parquet"))]
    return pa.concat_tables(tables)["collides"].to_numpy() if tables else np.zeros(0, dtype=bool)


def answer_part(trees: Tuple[bytes, bytes], pose_a: Any, poses: str, group: int, start: int, out: str, solid: bool) -> int:
    """Answers one row group into one file; what a task does, and a single process without Ray can do as well."""
    a, b = _bodies(trees)
    table = pq.ParquetFile(poses).read_row_group(group)
    rows = np.empty((len(table), len(COLUMNS)))
    for k, name in enumerate(COLUMNS):
        rows[:, k] = table[name].to_numpy()
    collides = collide_batch(a, pose_a, b, rows, solid=solid, threads=1)
    numbers = np.arange(start, start + len(rows), dtype=np.int64)
    unfinished = f"{out}.{os.getpid()}.unfinished"
    pq.write_table(pa.table({"pose": numbers, "collides": collides}), unfinished, **PLAIN)
    os.replace(unfinished, out)
    return len(rows)


_KEPT: List[Any] = [None, None]


def _bodies(trees: Tuple[bytes, bytes]) -> Tuple[Body, Body]:
    """The bodies of this process, read from their tree files once."""
    if _KEPT[0] != trees:
        _KEPT[:] = [trees, tuple(Body.from_bytes(tree) for tree in trees)]
    return _KEPT[1]


def _parts(poses: Sequence[Path], folder: pathlib.Path) -> Iterator[Tuple[str, int, int, int, pathlib.Path]]:
    """Of each part: its file, row group, first pose, length, and where its answers go."""
    start = number = 0
    for path in poses:
        about = pq.ParquetFile(path).metadata
        for group in range(about.num_row_groups):
            length = about.row_group(group).num_rows
            yield str(pathlib.Path(path).resolve()), group, start, length, folder / f"part-{number:08}.parquet"
            start, number = start + length, number + 1


def collide_parts(
    a: Body,
    pose_a: Any,
    b: Body,
    poses: Union[Path, Sequence[Path]],
    folder: Path,
    *,
    solid: bool = False,
    progress: Optional[Any] = None,
) -> int:
    """Does B collide with A at each pose of Parquet files? Answers into ``folder``; returns how many there are in all.

    Parts that are there already are not asked again. ``progress`` as of ``collide_batch``. Raises what a task raised,
    after ``TRIES`` tries of it.
    """
    files = [poses] if isinstance(poses, (str, os.PathLike)) else list(poses)
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    parts = list(_parts(files, folder))
    total = sum(part[3] for part in parts)
    done = sum(part[3] for part in parts if part[4].exists())
    report = _reporter(progress, total)
    report(done)
    trees = ray.put((a.to_bytes(), b.to_bytes()))
    task = ray.remote(num_cpus=1, max_retries=TRIES, retry_exceptions=[OSError])(answer_part)
    pending = [
        task.remote(trees, pose_a, file, group, start, str(out), solid)
        for file, group, start, _length, out in parts
        if not out.exists()
    ]
    while pending:
        ready, pending = ray.wait(pending)
        done += sum(ray.get(ready))
        report(done)
    return total


def _reporter(progress: Optional[Any], total: int) -> Any:
    reported = 0

    def report(done: int) -> None:
        nonlocal reported
        if progress is not None and done > reported:
            progress.update(done - reported) if hasattr(progress, "update") else progress(done, total)
        reported = done

    return report
