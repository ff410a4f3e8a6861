"""Commands and places that the scripts of this folder share."""

import os
import pathlib
import platform
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", CHECKOUT / "target")).resolve()
WORK = TARGET / "compare"
CXX = ["g++", "-std=c++17", "-O3", "-DNDEBUG"]


def say(text):
    print(text, file=sys.stderr, flush=True)


def call(command, **options):
    """Runs a command, its output on standard error, and stops if it fails."""
    say("$ " + " ".join(map(str, command)))
    subprocess.run(list(map(str, command)), check=True, stdout=sys.stderr, **options)


def output(command, success=(0,)):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True)
    if done.returncode not in success:
        raise subprocess.CalledProcessError(done.returncode, done.args)
    return done.stdout


def install(names):
    """Debian's or Ubuntu's packages of these names, those that are missing."""

    def installed(name):
        query = ["dpkg-query", "-W", "-f=${Status}", name]
        return subprocess.run(query, capture_output=True, text=True).stdout.endswith("ok installed")

    missing = [name for name in names if not installed(name)]
    if missing:
        root = [] if os.geteuid() == 0 else ["sudo"]
        call([*root, "apt-get", "update"])
        call([*root, "apt-get", "install", "-y", *missing])


def compile(command, source, program):
    """Compiles a driver, unless the same command did so since its sources were changed."""
    command, told = [*map(str, command), "-o", str(program)], program.with_suffix(".command")
    newest = max(path.stat().st_mtime for path in source.parent.iterdir())
    is_new = program.exists() and told.exists() and told.read_text() == "\n".join(command)
    if not is_new or program.stat().st_mtime < newest:
        call(command)
        told.write_text("\n".join(command))


def version(package):
    return output(["dpkg-query", "-W", "-f=${Version}", package])


class Driver:
    """A driver: a process that answers each line with a line of words."""

    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(list(map(str, command)), stdin=-1, stdout=-1, text=True)
        self.read()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name} ended")
        return line.split()

    def ask(self, *words):
        print(*words, file=self.process.stdin, flush=True)
        return self.read()

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def cpu():
    """The name of the processor."""
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def about():
    """What a report says of where it was made."""
    threads, system = os.cpu_count(), platform.freedesktop_os_release().get("PRETTY_NAME", "")
    return [
        f"machine: {cpu()}, {platform.machine()}, {threads} threads; {system}",
        f"compilers: {output(['g++', '--version']).splitlines()[0]}; "
        + output(["rustc", "--version"]).strip(),
        f"commit: {output(['git', '-C', CHECKOUT, 'describe', '--always', '--dirty']).strip()}",
        f"load before the run: {os.getloadavg()[0]:.2f}",
    ]
