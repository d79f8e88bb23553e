# SPDX-License-Identifier: Apache-2.0
"""Checks of check.py for the npm packages: installed into an empty project, offline, and used there from JavaScript,
TypeScript and a page in Chromium. Of what this checkout has installed only TypeScript and Playwright are used there.
"""
from __future__ import annotations

import functools
import json
import shutil
import subprocess

from installing import Skip, call, clean_environment, need
from npm_package import build, elements, kernels


@functools.lru_cache(maxsize=None)
def project(place):
    """A new project with both packages, by npm without network, with an empty home and cache."""
    packages = [place.package(f"{name}-*.tgz") for name in (kernels, elements)]
    folder = place.folder / "project"
    folder.mkdir()
    (folder / "package.json").write_text('{"name": "somebody", "private": true, "type": "module"}\n')
    home = place.folder / "npm-home"
    home.mkdir()
    environment = clean_environment(
        HOME=str(home), npm_config_cache=str(home / "cache"), npm_config_update_notifier="false"
    )
    options = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts"]
    call(need("npm"), "install", *options, *packages, cwd=folder, env=environment)
    for script in (place.parts.root / "web/npm/check").iterdir():
        shutil.copy(script, folder)
    return folder


def check_npm_packages_are_built_the_same_again(place):
    if not place.parts.npm:
        raise Skip("no npm package was made")
    again = build(place.parts.root, place.parts.version)
    for name, files in place.parts.npm.files.items():
        other = again.files[name]
        differing = [path for path in sorted({*files, *other}) if files.get(path) != other.get(path)]
        assert not differing, f"{name}: {differing}"


def check_npm_packages_have_what_they_say(place):
    for name in (kernels, elements):
        place.package(f"{name}-*.tgz")
        files = place.parts.npm.files[name]
        manifest = json.loads(files["package.json"])
        assert manifest["license"] == "Apache-2.0" and "dependencies" not in manifest, manifest
        assert "scripts" not in manifest and {"README.md", "LICENSE", "NOTICES.txt"} <= files.keys(), sorted(files)
        for told in manifest["exports"].values():
            paths = told.values() if isinstance(told, dict) else [told]
            for path in paths:
                assert "*" in path or path.removeprefix("./") in files, f"{name}: no {path}"
        here = str(place.parts.root).encode()
        found = [path for path, content in files.items() if here in content]
        assert not found, f"{name}: a path of this machine in {found}"


def check_npm_packages_run_in_node(place):
    told = json.loads(call(need("node"), "use.mjs", place.program, cwd=project(place), env=clean_environment()))
    assert told["version"] == place.parts.version and told["module"].split()[0] == place.parts.version, told
    assert told["kernels"] == ["add_kernel"] and told["refused"] == "unknown-name", told
    assert told["sum"] == 4096 * 4095, told["sum"]
    environment = clean_environment()
    options = [place.program, "--set", "size=4096"]
    assert told["ptx"] == call(place.parts.path, "show", *options, "--stage=ptx", env=environment)
    assert (
        told["tilings"] == json.loads(call(place.parts.path, "show", *options, "--tilings", env=environment))["kernels"]
    )
    for device, output in zip(("interpreter", "emulator"), told["outputs"]):
        assert output == call(place.parts.path, "run", *options, "--device", device, env=environment), device


def check_npm_packages_are_typed(place):
    folder, compiler = project(place), place.parts.root / "web/node_modules/.bin/tsc"
    for resolution in ("nodenext", "bundler"):
        module = "nodenext" if resolution == "nodenext" else "esnext"
        options = [
            "--strict",
            "--noEmit",
            "--exactOptionalPropertyTypes",
            "--noUncheckedIndexedAccess",
            "--target",
            "es2022",
        ]
        options += ["--module", module, "--moduleResolution", resolution, "--skipLibCheck", "false", "--types", ""]
        call(compiler, *options, "use.ts", cwd=folder, env=clean_environment())


def check_npm_packages_in_a_page(place):
    web, kernel = place.parts.root / "web", place.parts.root / "shared/kernels/hopper_gemm_pipeline.py"
    command = [need("node"), "page.mjs", project(place), web, kernel]
    told = subprocess.run(
        command, cwd=project(place), env=clean_environment(), capture_output=True, text=True, timeout=600
    )
    if told.returncode == 77:
        raise Skip(told.stdout.strip())
    assert told.returncode == 0, told.stdout + told.stderr
