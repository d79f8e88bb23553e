# SPDX-License-Identifier: Apache-2.0
"""Settings as a dataclass, from JSON."""
import dataclasses
import json
import re
import typing


@dataclasses.dataclass
class Settings:
    name: str
    block: int = 8
    factor: float = 1.0
    tags: typing.List[str] = dataclasses.field(default_factory=list)

    def __post_init__(self):
        if not re.fullmatch(r"[a-z_]+", self.name):
            raise ValueError(f"{self.name!r} is no name")


def load(text: str) -> Settings:
    given = json.loads(text)
    known = {field.name for field in dataclasses.fields(Settings)}
    unknown = sorted(set(given) - known)
    if unknown:
        raise KeyError(", ".join(unknown))
    return Settings(**given)
