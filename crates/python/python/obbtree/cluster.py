"""Many poses over a cluster by Ray, from Parquet to Parquet, and studies of clashes: resumable, and
the same for any number of workers.

Needs Ray and pyarrow, the wheel's extra ``ray``: ``pip install 'ray>=2.40' 'pyarrow>=16'``.

Poses are Parquet files with 12 columns ``p0 .. p11``, the rows of ``[R | t]``; each part of a
file is a task. A part that is answered is a Parquet file in the folder of the answers, with the
columns ``pose`` (its number in the input) and ``collides``; it appears whole or not at all, so
that a run that was killed goes on where it was when it is started again. Each part says what it
answers: a fingerprint of both bodies, the pose of A, ``solid`` and this version, and one of its
poses. A folder with answers to anything else is refused. Ray keeps each mesh once a node, as a
tree file in its object store, tries tasks again whose worker has died, and spreads them; nothing
here schedules. What an answer is does not depend on any of this.

``clash`` and ``clash_motion`` run a study in slices: each is a file in a folder, which says by a
hash of the study, the scene, its meshes and how its bodies move what it answers. Ray keeps the
scene once a node, with each mesh once, however many bodies share it.

On a real cluster: ``ray start --head`` on one machine, ``ray start --address=HEAD:6379`` on the
others, a folder that all of them see, and ``ray.init(address="auto")`` before the call; without
that Ray makes a local cluster."""

import hashlib
import json
import os
import pathlib
import pickle
import zlib
from importlib.metadata import version
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import ray

from . import Body, ClashReport, MotionClashReport, Pose, PoseError, ReadError, Scene, Study
from . import clash as clash_here
from . import clash_motion as clash_motion_here
from . import collide_batch
from ._engine import _clash_moves, _clash_question, _clash_slice

Path = Union[str, "os.PathLike[str]"]

COLUMNS = [f"p{k}" for k in range(12)]
#: Poses a task: some tenths of a second, so that a lost task costs little and starting one costs
#: nothing beside it.
PART = 100_000
#: Numbers of poses repeat too seldom for a dictionary or for compression to pay: a third of a
#: task's time went there.
PLAIN: Dict[str, Any] = {"use_dictionary": False, "compression": "NONE"}
#: A task is tried so often before the run fails.
TRIES = 5
#: Of the form of parts and of what their fingerprints are made of, and of the engine that has
#: answered.
FORMAT = f"collide parts 1 of obbtree {version('obbtree')}"
#: What a part answers, in the metadata of its file.
QUESTION, POSES, TOTAL = b"obbtree.question", b"obbtree.poses", b"obbtree.total"


def write_poses(path: Path, poses: Any, *, part: int = PART) -> None:
    """Writes poses as Parquet, with a row group for each part: an array of any form that
    ``collide_batch`` takes, or a sequence of poses. Raises ``PoseError``, which says the shape,
    for anything else."""
    rows = _rows(poses)
    table = pa.table({name: rows[:, k] for k, name in enumerate(COLUMNS)})
    pq.write_table(table, path, row_group_size=part, **PLAIN)


def _rows(poses: Any) -> np.ndarray:
    """(N, 12): the rows of ``[R | t]`` of each pose."""
    if not hasattr(poses, "__array__"):
        poses = list(poses)
        return np.array(
            [_pose(number, pose).matrix[:3].ravel() for number, pose in enumerate(poses)]
        ).reshape(-1, 12)
    array = np.asarray(poses).astype(np.float64, casting="same_kind", copy=False)
    shape = array.shape
    if len(shape) == 2 and shape[1] == 12 or len(shape) == 3 and shape[1:] == (3, 4):
        return array.reshape(-1, 12)
    if len(shape) == 2 and shape[1] == 16 or len(shape) == 3 and shape[1:] == (4, 4):
        rows = array.reshape(-1, 16)
        bad = np.flatnonzero((rows[:, 12:] != [0, 0, 0, 1]).any(axis=1))
        if len(bad) > 0:
            raise PoseError(
                f"poses: pose {bad[0]}: the last row is {rows[bad[0], 12:].tolist()}, "
                "not [0, 0, 0, 1]"
            )
        return rows[:, :12]
    if len(shape) == 2 and shape[1] == 7:
        return _rows([*array])
    raise PoseError(
        f"poses must be of shape (N, 4, 4), (N, 3, 4), (N, 16), (N, 12) or (N, 7), not {shape}"
    )


def _pose(number: int, pose: Any) -> Pose:
    try:
        return Pose(pose)
    except PoseError as error:
        raise PoseError(f"poses: pose {number}: {error}") from None


def read_answers(folder: Path) -> np.ndarray:
    """The answers of all parts: (N,) of bool, in the order of the poses.

    Raises ``ValueError`` if there are none, if some are missing, or if they are not of one run.
    """
    parts = sorted(pathlib.Path(folder).glob("part-*.parquet"))
    if not parts:
        raise ValueError(f"{folder} has no answers")
    tables: List[Any] = []
    start, of_first = 0, None
    for part in parts:
        table = pq.read_table(part)
        about = _about(table.schema, part)
        of_run = about[QUESTION], about[TOTAL]
        of_first = of_first or of_run
        if of_run != of_first:
            raise ValueError(f"{part} is of another run than {parts[0]}")
        if len(table) > 0 and table["pose"][0].as_py() != start:
            raise ValueError(
                f"{part} does not begin with pose {start}: a part before it is missing, "
                "run it again"
            )
        start += len(table)
        tables.append(table)
    total = int(of_first[1]) if of_first else 0
    if start != total:
        raise ValueError(
            f"{folder} has answers for {start} of {total} poses: run it again for the rest"
        )
    return pa.concat_tables([table.select(["collides"]) for table in tables])["collides"].to_numpy()


def _about(schema: Any, part: Any) -> Dict[bytes, bytes]:
    """What a part says of itself."""
    about: Dict[bytes, bytes] = schema.metadata or {}
    if not {QUESTION, POSES, TOTAL} <= set(about):
        raise ValueError(f"{part} does not say what it answers: it is no part of this version")
    return about


def fingerprint(trees: Tuple[bytes, bytes], pose_a: Any, solid: bool) -> str:
    """Of a question: of two tree files (``Body.to_bytes``), the pose of A, and whether they are
    solid."""
    found = hashlib.sha256(FORMAT.encode())
    for tree in trees:
        found.update(hashlib.sha256(tree).digest())
    found.update(Pose(pose_a).matrix.tobytes())
    found.update(bytes([solid]))
    return found.hexdigest()


def _read_rows(poses: str, group: int) -> Tuple[np.ndarray, str]:
    """The poses of a row group, and their fingerprint."""
    table = pq.ParquetFile(poses).read_row_group(group, columns=COLUMNS)
    rows = np.empty((len(table), len(COLUMNS)))
    for k, name in enumerate(COLUMNS):
        rows[:, k] = table[name].to_numpy()
    # A cryptographic sum would take as long as the answers; these two take a fifth of that, and
    # no one is deceived but by chance, once in more than 10^9 exchanged files.
    return rows, f"{len(rows)} {zlib.crc32(rows.data):08x} {zlib.adler32(rows.data):08x}"


def answer_part(
    trees: Tuple[bytes, bytes],
    pose_a: Any,
    poses: str,
    group: int,
    start: int,
    total: int,
    out: str,
    solid: bool,
    question: Optional[str] = None,
) -> int:
    """Answers one row group into one file; what a task does, and a single process without Ray can
    do as well.

    The first pose is the one numbered ``start`` of ``total``. ``question`` is the
    ``fingerprint``, which else is made here."""
    a, b = _bodies(trees)
    rows, of_poses = _read_rows(poses, group)
    collides = collide_batch(a, pose_a, b, rows, solid=solid, threads=1)
    numbers = np.arange(start, start + len(rows), dtype=np.int64)
    about = {
        QUESTION: question or fingerprint(trees, pose_a, solid),
        POSES: of_poses,
        TOTAL: str(total),
    }
    unfinished = f"{out}.{os.getpid()}.unfinished"
    table = pa.table({"pose": numbers, "collides": collides}).replace_schema_metadata(about)
    pq.write_table(table, unfinished, **PLAIN)
    os.replace(unfinished, out)
    return len(rows)


def check_part(
    poses: str, group: int, start: int, total: int, out: str, question: str
) -> Optional[str]:
    """Why a part that is there already is not the answer to a row group; None if it is."""
    try:
        file = pq.ParquetFile(out)
        about = _about(file.schema_arrow, out)
    except (ValueError, OSError) as error:
        return f"{out} cannot be used: {error}"
    if about[QUESTION].decode() != question:
        return (
            f"{out} answers another question: other bodies, another pose of A, another `solid` "
            "or version"
        )
    rows, of_poses = _read_rows(poses, group)
    if (
        about[POSES].decode() != of_poses
        or about[TOTAL].decode() != str(total)
        or file.metadata.num_rows != len(rows)
    ):
        return f"{out} answers other poses than those of row group {group} of {poses}"
    if len(rows) > 0 and file.read(["pose"])["pose"][0].as_py() != start:
        return f"{out} begins with another pose than {start}"
    return None


_KEPT: List[Any] = [None, None]


def _bodies(trees: Tuple[bytes, bytes]) -> Tuple[Body, Body]:
    """The bodies of this process, read from their tree files once."""
    if _KEPT[0] != trees:
        _KEPT[:] = [trees, tuple(Body.from_bytes(tree) for tree in trees)]
    return _KEPT[1]


def _parts(
    poses: Sequence[Path], folder: pathlib.Path
) -> Iterator[Tuple[str, int, int, int, pathlib.Path]]:
    """Of each part: its file, row group, first pose, length, and where its answers go."""
    start = number = 0
    for path in poses:
        about = pq.ParquetFile(path).metadata
        for group in range(about.num_row_groups):
            length = about.row_group(group).num_rows
            yield (
                str(pathlib.Path(path).resolve()),
                group,
                start,
                length,
                folder / f"part-{number:08}.parquet",
            )
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
    """Does B collide with A at each pose of Parquet files? Answers into ``folder``; returns how
    many there are in all.

    Parts that are there already are not computed again, if they are answers to this question at
    these poses; if any is not, ``ValueError`` says which, and nothing is computed. ``progress``
    as of ``collide_batch``. Raises what a task raised, after ``TRIES`` tries of it."""
    files = [poses] if isinstance(poses, (str, os.PathLike)) else list(poses)
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    both = a.to_bytes(), b.to_bytes()
    question = fingerprint(both, pose_a, solid)
    parts = list(_parts(files, folder))
    total = sum(part[3] for part in parts)
    ours = {part[4] for part in parts}
    for other in sorted(folder.glob("part-*.parquet")):
        if other not in ours:
            raise ValueError(
                f"{other} is of another run: these poses have {len(parts)} parts; "
                "take another folder"
            )
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    answered = [part for part in parts if part[4].exists()]
    check = ray.remote(num_cpus=1, max_retries=TRIES)(check_part)
    tasks = [
        check.remote(file, group, start, total, str(out), question)
        for file, group, start, _length, out in answered
    ]
    for why in ray.get(tasks):
        if why is not None:
            raise ValueError(f"{why}; take another folder")
    done = sum(part[3] for part in answered)
    report = _reporter(progress, total)
    report(done)
    trees = ray.put(both)
    task = ray.remote(num_cpus=1, max_retries=TRIES, retry_exceptions=[OSError])(answer_part)
    pending = [
        task.remote(trees, pose_a, file, group, start, total, str(out), solid, question)
        for file, group, start, _length, out in parts
        if not out.exists()
    ]
    while pending:
        ready, pending = ray.wait(pending)
        done += sum(ray.get(ready))
        report(done)
    return total


def clash(
    study: Union[Study, Path],
    scene: Optional[Scene],
    folder: Path,
    *,
    slices: int = 64,
    progress: Optional[Any] = None,
) -> ClashReport:
    """What ``obbtree.clash`` finds, over a cluster: the study in so many slices, each a task whose
    answer is a file in ``folder``.

    ``scene`` is ``None`` for the one that the study names. Slices that are there already are not
    run again; a folder with those of another study, scene, version or division is refused with
    ``ReadError``. The report is that of ``obbtree.clash``, bit by bit. ``progress`` is as of
    ``collide_batch``, of slices. A worker that dies loses the slice that it was at, which another
    one runs."""
    study, scene = _read(study, scene)
    _run_slices(study, scene, None, folder, slices, progress)
    return clash_here(study, scene, folder=folder, slices=slices)


def clash_motion(
    study: Union[Study, Path],
    scene: Optional[Scene],
    folder: Path,
    *,
    times: Optional[Any] = None,
    poses: Optional[Dict[str, Any]] = None,
    slices: int = 64,
    progress: Optional[Any] = None,
) -> MotionClashReport:
    """What ``obbtree.clash_motion`` finds, over a cluster: as ``clash``, of bodies that move.

    ``times`` and ``poses`` are as of ``obbtree.clash_motion``. A folder with slices of another
    motion is refused, too."""
    study, scene = _read(study, scene)
    moves = _clash_moves(study, times, poses)
    _run_slices(study, scene, moves, folder, slices, progress)
    return clash_motion_here(
        study, scene, times=moves[0], poses=moves[1], folder=folder, slices=slices
    )


def _read(study: Union[Study, Path], scene: Optional[Scene]) -> Tuple[Study, Scene]:
    """The study, and the scene that is given or that it names."""
    study = study if isinstance(study, Study) else Study.read(study)
    if scene is None:
        if study.scene is None:
            raise ValueError("the study names no scene, and none is given")
        scene = Scene.read(study.scene)
    return study, scene


def _run_slices(
    study: Study,
    scene: Scene,
    moves: Optional[Any],
    folder: Path,
    slices: int,
    progress: Optional[Any],
) -> None:
    """Runs the slices that are not in the folder, each as a task. ``moves`` is as of
    ``_clash_moves``, or ``None`` of bodies at rest."""
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    question = _clash_question(study, scene, moves)
    numbers = set(range(slices))
    for path in sorted(folder.glob("slice-*.json")):
        numbers.discard(_slice_of(path, question, slices))
    report = _reporter(progress, slices)
    done = slices - len(numbers)
    report(done)
    if numbers:
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        # As an array each node has it once, and its workers see it without a copy.
        stored = ray.put(np.frombuffer(pickle.dumps((scene, moves)), dtype=np.uint8))
        task = ray.remote(num_cpus=1, max_retries=TRIES, retry_exceptions=[OSError])(clash_slice)
        pending = [
            task.remote(study, stored, question, str(folder), number, slices)
            for number in sorted(numbers)
        ]
        while pending:
            ready, pending = ray.wait(pending)
            ray.get(ready)
            done += len(ready)
            report(done)


def clash_slice(
    study: Study, on: np.ndarray, question: str, folder: str, number: int, slices: int
) -> None:
    """Runs one slice into its file: what a task does. ``on`` is a pickle of the scene and of how
    its bodies move, and ``question`` the hash that it is kept by in this process."""
    if _KEPT_SCENE[0] != question:
        _KEPT_SCENE[:] = [question, pickle.loads(on.data)]
    scene, moves = _KEPT_SCENE[1]
    _clash_slice(study, scene, folder, number, slices, moves)


_KEPT_SCENE: List[Any] = [None, None]


def _slice_of(path: pathlib.Path, question: str, slices: int) -> int:
    """The number of a slice that is there."""
    try:
        with open(path) as file:
            found = json.load(file)
        number, is_ours = found["number"], found["of"] == slices and found["question"] == question
    except (ValueError, KeyError, TypeError) as error:
        raise ReadError(f"{path} cannot be used: {error}; take another folder") from None
    if not is_ours:
        why = "another study, scene, version or division"
        raise ReadError(f"{path} is a slice of {why}; take another folder")
    return int(number)


def _reporter(progress: Optional[Any], total: int) -> Any:
    reported = 0

    def report(done: int) -> None:
        nonlocal reported
        if progress is not None and done > reported:
            progress.update(done - reported) if hasattr(progress, "update") else progress(
                done, total
            )
        reported = done

    return report
