# SPDX-License-Identifier: Apache-2.0
"""Our rows of the peers' table as JSON, for who asks something else of them than a GPU's time (predicted-peers.test.mjs):
`[{"name", "program", "settings": {"M": "4096", ..}}]`, paths from the root of the tree."""

import json

from cases import all_cases
from peer_tessera import HERE, settings_of


def rows():
    for case in all_cases():
        for style in ("", "pallas", "triton"):
            program = HERE / "programs" / f"{case.kind}{'_' if style else ''}{style}.py"
            if program.exists():
                words = {name: str(value) for name, value in settings_of(case, "normal").items()}
                yield {
                    "name": f"{case.name} {style or 'by hand'}",
                    "program": str(program.relative_to(HERE.parents[2])),
                    "settings": words,
                }


if __name__ == "__main__":
    print(json.dumps(list(rows())))
