# SPDX-License-Identifier: Apache-2.0
"""Tilings and timelines as SVG, from the JSON of shared/protocol. No library: both are rectangles with titles.

A tiling is one picture a launch: each array that it touches, drawn to scale, cut into the blocks that programs see. A
block's colour is that of the first program which touches it, and its number stands in it where there is room. Arrays of
more than two axes show their last two; what the others hold lies one on the other, and the picture says so.

A timeline has a band for each warp or copy engine, and time from left to right. Events of a band that overlap lie in
lanes, each in the first that is free by then: copies [0, 10), [4, 14), [10, 20) need two, and the first and the third
share one. Events thinner than a pixel are drawn as one where nothing else would show.
"""
from __future__ import annotations

from html import escape
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

Json = Mapping[str, Any]
Box = Tuple[Sequence[int], Sequence[int]]

most_blocks = 2048
"""Blocks of one array that are drawn; a picture with more says how many are left out."""

most_events = 20000
most_rows = 32

kind_colours = {
    "run": "#c9d3df",
    "wait": "#f4d9d0",
    "copy": "#5b8def",
    "wgmma": "#2f9e6e",
    "store": "#c77dd8",
    "barrier": "#e0a43a",
}


class Drawing:
    """Elements of a picture, and how far they reach."""

    def __init__(self) -> None:
        self.parts: List[str] = []
        self.width = self.height = 0.0

    def reach(self, x: float, y: float) -> None:
        self.width, self.height = max(self.width, x), max(self.height, y)

    def rectangle(self, x: float, y: float, width: float, height: float, fill: str, title: str = "") -> None:
        tip = f"<title>{escape(title)}</title>" if title else ""
        size = f'x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
        self.parts.append(f'<rect {size} fill="{fill}" stroke="#39424e" stroke-width="0.5">{tip}</rect>')
        self.reach(x + width, y + height)

    def text(self, x: float, y: float, text: str, size: int = 11, anchor: str = "start") -> None:
        self.parts.append(
            f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}" text-anchor="{anchor}">{escape(text)}</text>'
        )
        left = {"start": x, "middle": x - len(text) * size * 0.3, "end": x - len(text) * size * 0.6}[anchor]
        self.reach(left + len(text) * size * 0.6, y + 3)

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.parts.append(f'<path d="M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}" stroke="#39424e" stroke-width="0.5"/>')
        self.reach(x2, y2)

    def finish(self, title: str) -> str:
        """The whole SVG, a white card that reads on a dark page, too."""
        width, height = self.width + 8, self.height + 8
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" font-family="sans-serif" fill="#1c232b">'
            f'<title>{escape(title)}</title><rect width="100%" height="100%" fill="#ffffff"/>'
            f'{"".join(self.parts)}</svg>'
        )


def colour_of(program: int) -> str:
    """Neighbours differ: hues go round by the golden angle."""
    return f"hsl({program * 137.508 % 360:.0f},62%,78%)"


def program_point(launch: Json, program: int) -> Tuple[int, ...]:
    """Where in the grid the program of this number is: row-major grids run their last axis first, others their first.

    >>> program_point({"grid": [2, 3], "order": "row-major"}, 4)
    (1, 1)
    >>> program_point({"grid": [2, 3], "order": "column-major"}, 3)
    (1, 1)
    """
    grid = list(launch["grid"])
    axes = list(range(len(grid)))
    point = [0] * len(grid)
    for axis in axes if launch.get("order") == "column-major" else reversed(axes):
        point[axis] = program % grid[axis]
        program //= grid[axis]
    return tuple(point)


def format_box(box: Box, shape: Sequence[int]) -> str:
    """As Python slices it.

    >>> format_box(([0, 512], [8, 1024]), [8, 2048])
    '[:, 512:1024]'
    """
    if not shape:
        return "the scalar"
    parts = []
    for begin, end, size in zip(box[0], box[1], shape):
        parts.append(":" if begin == 0 and end == size else str(begin) if end == begin + 1 else f"{begin}:{end}")
    return f"[{', '.join(parts)}]"


def blocks_of(operand: Json) -> Dict[Tuple[Tuple[int, ...], Tuple[int, ...]], List[int]]:
    """The distinct boxes of an operand, and the numbers of the programs that see each."""
    blocks: Dict[Tuple[Tuple[int, ...], Tuple[int, ...]], List[int]] = {}
    for program, box in enumerate(operand["boxes"]):
        if box and all(begin < end for begin, end in zip(box[0], box[1])):
            blocks.setdefault((tuple(box[0]), tuple(box[1])), []).append(program)
    return blocks


def draw_tiling(kernel: Json, launch: Optional[Json] = None) -> str:
    """A launch of a kernel (default: its first) as SVG. `kernel` is one of `Program.tilings()`."""
    launches = kernel["launches"]
    drawing = Drawing()
    if launch is None:
        if not launches:
            drawing.text(8, 20, f"{kernel['name']} is not launched")
            return drawing.finish(kernel["name"])
        launch = launches[0]
    grid = " x ".join(map(str, launch["grid"])) or "one program"
    drawing.text(8, 18, f"{kernel['name']}: grid {grid}, {launch['programs']} programs, {launch.get('order', '')}", 13)
    x = 8.0
    for operand in launch["operands"]:
        if operand["role"] in ("scalar", "scratch"):
            continue
        x = draw_operand(drawing, launch, operand, x, 40) + 28
    return drawing.finish(f"tiling of {kernel['name']}")


def draw_operand(drawing: Drawing, launch: Json, operand: Json, x: float, y: float) -> float:
    """One array at `x`, `y`. Answers its right edge."""
    shape = list(operand["shape"])
    rows, columns = ([1, 1, *map(int, shape)])[-2:]
    scale = 260 / max(rows, columns, 1)
    width, height = max(columns * scale, 22), max(rows * scale, 22)
    drawing.text(x, y, f"{operand['name']}: {operand['role']} {operand['dtype']}[{', '.join(map(str, shape))}]")
    top = y + 8
    drawing.rectangle(x, top, width, height, "#f3f5f7")
    blocks = blocks_of(operand)
    across, down = width / max(columns, 1), height / max(rows, 1)
    for (begin, end), programs in list(blocks.items())[:most_blocks]:
        (row, column), (row_end, column_end) = ([0, 0, *begin])[-2:], ([1, 1, *end])[-2:]
        left, above = x + column * across, top + row * down
        wide, high = (column_end - column) * across, (row_end - row) * down
        who = ", ".join(f"{one} {program_point(launch, one)}" for one in programs[:4])
        more = f" and {len(programs) - 4} more" if len(programs) > 4 else ""
        plural = "programs" if len(programs) > 1 else "program"
        box = format_box((begin, end), shape)
        drawing.rectangle(left, above, wide, high, colour_of(programs[0]), f"{box}: {plural} {who}{more}")
        label = str(programs[0]) + ("+" if len(programs) > 1 else "")
        if wide > 7 * len(label) + 4 and high > 14:
            drawing.text(left + wide / 2, above + high / 2 + 4, label, 11, "middle")
    notes = []
    if len(blocks) > most_blocks:
        notes.append(f"{len(blocks) - most_blocks} more blocks")
    if len(shape) > 2:
        notes.append(f"its last two axes; {' x '.join(map(str, shape[:-2]))} of them lie one on the other")
    if operand["block"]["origin"] == "recorded":
        notes.append("as accessed in the interpreter")
    for number, note in enumerate(notes):
        drawing.text(x, top + height + 14 + 13 * number, note, 10)
    return x + max(width, 210)


def assign_lanes(events: Sequence[Json]) -> List[int]:
    """The lane of each event of a band, by their beginnings.

    >>> assign_lanes([{"begin": 0, "end": 10}, {"begin": 4, "end": 14}, {"begin": 10, "end": 20}])
    [0, 1, 0]
    """
    free: List[float] = []
    lanes = []
    for event in events:
        lane = next((number for number, until in enumerate(free) if until <= event["begin"]), len(free))
        free[lane : lane + 1] = [event["end"]]
        lanes.append(lane)
    return lanes


def draw_timeline(launch: Json, width: float = 900) -> str:
    """A launch's timeline as SVG. `launch` is one of `Program.timeline()`, or a bare timeline."""
    timeline = launch.get("timeline", launch)
    name = launch.get("kernel", "")
    unit, rows = timeline["unit"], timeline["rows"]
    events = timeline["events"][:most_events]
    length = max([timeline.get("length") or 0, *(event["end"] for event in events)], default=0) or 1
    drawing = Drawing()
    note = {"ns": "predicted by a model, never measured"}.get(unit, "not a GPU's time")
    drawing.text(8, 18, f"{name + ': ' if name else ''}{length:g} {unit}, {note}", 13)
    drawn_rows = rows[:most_rows]
    left, y = 20 + 6.0 * max([len(row["name"]) for row in drawn_rows], default=0), 34.0
    group = None
    for number, row in enumerate(drawn_rows):
        block = (row.get("cluster", 0), row.get("cta", 0))
        if block != group:
            group = block
            drawing.text(8, y + 10, f"cluster {block[0]}, CTA {block[1]}", 10)
            y += 16
        y = draw_band(drawing, row["name"], [one for one in events if one["row"] == number], left, y, width / length)
    drawing.line(left, y, left + width, y)
    for tick in range(5):
        at = left + width * tick / 4
        drawing.line(at, y, at, y + 4)
        drawing.text(at, y + 15, f"{length * tick / 4:g}", 10, "middle")
    y += 32
    x = left
    for kind, colour in kind_colours.items():
        drawing.rectangle(x, y - 9, 10, 10, colour)
        drawing.text(x + 14, y, kind, 10)
        x += 26 + 7 * len(kind)
    missing = []
    if len(rows) > most_rows:
        missing.append(f"{len(rows) - most_rows} more rows")
    if timeline["dropped"] or len(timeline["events"]) > most_events:
        missing.append(f"{timeline['dropped'] + len(timeline['events']) - len(events)} events left out")
    if missing:
        drawing.text(left, y + 16, "; ".join(missing), 10)
    return drawing.finish(f"timeline of {name}" if name else "timeline")


def draw_band(drawing: Drawing, label: str, events: Sequence[Json], left: float, y: float, scale: float) -> float:
    """One row's events. Answers where the next band begins."""
    lane_height = 12
    lanes = assign_lanes(events)
    drawing.text(left - 6, y + 10, label, 10, "end")
    drawn_until: Dict[int, float] = {}
    for event, lane in zip(events, lanes):
        begin, end = left + event["begin"] * scale, left + event["end"] * scale
        if end - drawn_until.get(lane, -1.0) < 0.4:
            continue  # thinner than what is there already
        drawn_until[lane] = end
        place = f", line {event['line']}" if event.get("line") else ""
        title = f"{event['name']}: {event['begin']:g} to {event['end']:g}{place}"
        colour = kind_colours.get(event["kind"], "#c9d3df")
        drawing.rectangle(begin, y + lane * lane_height, max(end - begin, 0.4), lane_height - 1, colour, title)
    return y + (max(lanes, default=0) + 1) * lane_height + 3
