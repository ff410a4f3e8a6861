#!/usr/bin/env python3
"""FCL's own tests, compiled against obbtree/fcl.hpp, and counted.

    fcl_suite.py FOLDER PREFIX [NAME]    FOLDER: FCL's `test`; PREFIX: where obbtree is installed;
                                         NAME: only files with this in their names

Needs gtest and Eigen. What FCL's headers are called in the tests is a header that includes ours. A
function or a test that does not compile (it uses FCL's internals, or octrees) is taken out with all
that calls it, and each test among them counts as not applicable, with the compiler's reason. A test
that fails counts as one that differs; it must be among DIFFERS, with the reason, or this fails.
"""

import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# What FCL's test asks, and what is true: by the names of tests.
DIFFERS = {
    "DynamicAABBTreeCollisionManager.update": "asks that each update swaps a "
    "pair, which FCL's own remark calls an error (fcl#368); here the order stays",
    "Capsule.Volume_Capsule": "the last bits of a volume",
    "ConvexGeometry.MomentOfInertia_Cube": "FCL's inertia of a Convex is of mass 1, that "
    "of other shapes of density 1; here all are of density 1",
    "ConvexGeometry.WaterTightValidation": "the error is obbtree::Error with a text of its own",
    "FCL_CONSTANTS_EPS.autodiff_compatibility": "numbers are float or double",
    "FCL_SIGNED_DISTANCE.cylinder_sphere1_ccd": "points of a depth of curved bodies are "
    "rounded: 1e-5 off, where FCL wants 1e-6",
    "FCL_SPHERE_BOX.LargBoxSmallSphere_ccd": "depths are rounded: 2.5e-15 off",
    "FCL_SPHERE_BOX.LargBoxSmallSphere_indep": "depths are rounded: 2.5e-15 off",
    "FCL_SPHERE_CYLINDER.LargCylinderSmallSphere_ccd": "points are rounded: 3.1e-15 off",
    "FCL_SPHERE_CYLINDER.LargBoxSmallSphere_indep": "points are rounded: 3.1e-15 off",
}

TEST = re.compile(r"^\s*(?:GTEST_TEST|TEST|TEST_F|TYPED_TEST)\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.M)
SHIM = "#include <obbtree/fcl.hpp>\nnamespace fcl { using namespace obbtree::fcl; }\n"


def blocks(text):
    """The functions and tests of a file: (first, last) lines, from 0, of each outermost block of
    braces that is no namespace, with the lines of its head."""
    code = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\])\'',
                  lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)
    code = re.sub(r"^#[^\n]*", lambda m: " " * len(m[0]), code, flags=re.M)
    found, opened, head = [], [], 0
    for at, letter in enumerate(code):
        if letter == "{":
            is_namespace = re.search(r"(namespace(\s+\w+)?|extern\s*\" *\")\s*$", code[head:at])
            opened.append(None if is_namespace else head)
            if is_namespace:
                head = at + 1
        elif letter == "}" and opened:
            start = opened.pop()
            if all(outer is None for outer in opened):
                if start is not None:
                    start += len(code[start:]) - len(code[start:].lstrip())
                    found.append((code.count("\n", 0, start), code.count("\n", 0, at)))
                head = at + 1
        elif letter == ";" and all(outer is None for outer in opened):
            head = at + 1
    return found


def reason_of(message):
    """Few words of a message of the compiler."""
    return re.sub(r"\s*\[-.*|; did you mean.*", "", message).replace("‘", "'").replace("’", "'")


class Suite:
    def __init__(self, folder, prefix, place):
        self.folder, self.prefix, self.place = folder, prefix, place
        self.headers = place / "headers"
        names = set()
        for file in [*folder.rglob("*.cpp"), *folder.rglob("*.h")]:
            names |= set(re.findall(r'#include\s*[<"](fcl/[^">]+)[">]', file.read_text()))
        for name in names:
            header = self.headers / name
            header.parent.mkdir(parents=True, exist_ok=True)
            header.write_text("#pragma once\n" + SHIM)
        config = self.headers / "fcl_resources/config.h"
        config.parent.mkdir(exist_ok=True)
        config.write_text(f'#pragma once\n#define TEST_RESOURCES_DIR "{folder}/fcl_resources"\n')
        # What nearly all files include is parsed once.
        self.common = place / "common.h"
        self.common.write_text(f"#include <gtest/gtest.h>\n#include <Eigen/Dense>\n{SHIM}")
        made = self.compiler("-x", "c++-header", self.common, "-o", f"{self.common}.gch")
        if made.returncode != 0:
            sys.exit(made.stderr)

    def compiler(self, *arguments):
        include = [self.headers, self.folder, self.prefix / "include"]
        command = ["c++", "-std=c++17", "-O1", "-w", "-fmax-errors=0"]
        command += ["-isystem", "/usr/include/eigen3"]
        command += [f"-I{folder}" for folder in include] + [str(argument) for argument in arguments]
        return subprocess.run(command, capture_output=True, text=True)

    def reduced(self, file):
        """A file without what does not compile, and why its tests are left out."""
        text = file.read_text()
        lines, left_out, functions = text.split("\n"), {}, {}
        copy = self.place / f"{file.parent.name}_{file.name}"
        all_blocks = blocks(text)
        nearby = f"-I{file.parent}"
        while True:
            copy.write_text("\n".join(lines))
            run = self.compiler("-include", self.common, "-fsyntax-only", nearby, copy)
            if run.returncode == 0:
                return copy, left_out
            # Also of a template that is used there: `required from here`.
            place = re.compile(
                rf"{re.escape(str(copy))}:(\d+):\d+:\s+"
                r"(?:(?:fatal )?error: (.*)|.*required from here)"
            )
            wrong, last = {}, "it does not compile"
            for line in run.stderr.split("\n"):
                if match := place.match(line):
                    wrong.setdefault(int(match[1]) - 1, match[2])
                if error := re.search(r"error: (.*)", line):
                    last = error[1]
            removed = False
            for first, end in all_blocks:
                hit = [line for line in wrong if first <= line <= end]
                if not hit or not any(lines[first:end + 1]):
                    continue
                why = reason_of(wrong[hit[0]] or last)
                called = re.match(r"'(\w+)' was not declared", why)
                why = functions.get(called and called[1], why)
                head = "\n".join(lines[first:end + 1]).split("{")[0]
                functions.update((name, why) for name in re.findall(r"(\w+)\s*\(", head))
                for suite, name in TEST.findall("\n".join(lines[first:end + 1])):
                    left_out[f"{suite}.{name}"] = why
                lines[first:end + 1] = [""] * (end + 1 - first)
                removed = True
            for line in wrong:  # an include, a friend or an instance outside of all blocks
                if not removed and lines[line]:
                    lines[line], removed = "", True
            if not removed:
                return None, {f"{s}.{n}": reason_of(last) for s, n in TEST.findall(text)}

    def run(self, file):
        """(test, outcome, reason) of all tests of a file."""
        copy, left_out = self.reduced(file)
        told = [(name, "not applicable", why) for name, why in left_out.items()]
        if copy is None or not TEST.search(copy.read_text()):
            return told
        program = copy.with_suffix("")
        linked = [f"-L{self.prefix}/lib", "-lobbtree", f"-Wl,-rpath,{self.prefix}/lib"]
        linked += ["-lgtest", "-lpthread"]
        needs_helpers = "test_fcl_utility.h" in copy.read_text()
        helpers = [self.folder / "test_fcl_utility.cpp"] if needs_helpers else []
        sources = ["-include", self.common, f"-I{file.parent}", copy, *helpers]
        build = self.compiler(*sources, "-o", program, *linked)
        if build.returncode != 0:
            missing = re.search(r"undefined reference to `([^`']*)'", build.stderr)
            why = f"what it calls was left out: {missing[1] if missing else build.stderr[-200:]}"
            rest = TEST.findall(copy.read_text())
            return [*told, *((f"{s}.{n}", "not applicable", why) for s, n in rest)]
        names = [f"{s}.{n}" for s, n in TEST.findall(copy.read_text())]
        names = [name for name in names if ".DISABLED_" not in name]
        for name in names:
            try:
                command = [program, f"--gtest_filter={name}"]
                run = subprocess.run(
                    command, capture_output=True, text=True, timeout=600, cwd=self.place
                )
                passed, output = run.returncode == 0, run.stdout + run.stderr
            except subprocess.TimeoutExpired:
                passed, output = False, "600 s were not enough"
            if passed and "[       OK ]" in output:
                told.append((name, "passed", ""))
            elif missing := re.search(r"obbtree has no [\w ]+", output):
                told.append((name, "not applicable", missing[0]))
            else:
                why = DIFFERS.get(name, "UNEXPLAINED: " + first_failure(output))
                told.append((name, "differs", why))
        return told


def first_failure(output):
    found = re.search(r"(?:Failure|C\+\+ exception)[^\n]*\n(?:[^\n]*\n){0,4}", output)
    return " ".join((found[0] if found else output[-300:]).split())


def told_of(counts):
    passed, differ, not_applicable = (
        counts[outcome] for outcome in ("passed", "differs", "not applicable")
    )
    return f"{passed} passed, {differ} differ, {not_applicable} not applicable"


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    folder, prefix = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    wanted = sys.argv[3] if len(sys.argv) == 4 else ""
    files = sorted(file for file in folder.rglob("test_*.cpp") if wanted in file.name)
    files = [file for file in files if TEST.search(file.read_text())]
    counts, unexplained = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as place:
        suite = Suite(folder, prefix, pathlib.Path(place))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for file, told in zip(files, pool.map(suite.run, files)):
                here = collections.Counter(outcome for _, outcome, _ in told)
                counts += here
                print(f"{file.relative_to(folder)}: {told_of(here)}", flush=True)
                for name, outcome, why in told:
                    if outcome != "passed":
                        print(f"    {name}: {outcome}: {why}")
                        unexplained += "UNEXPLAINED" in why
    print(told_of(counts))
    sys.exit(unexplained > 0)


if __name__ == "__main__":
    main()
