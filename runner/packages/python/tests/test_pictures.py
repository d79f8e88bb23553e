# SPDX-License-Identifier: Apache-2.0
"""SVG of tilings and timelines: that it is XML, what is drawn where, and what is left out is said."""
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

import tessera
from tessera import svg

kernels = Path(__file__).resolve().parents[4] / "shared/kernels"
namespace = "{http://www.w3.org/2000/svg}"


def read(picture):
    """Its rectangles as `(x, y, width, height, title)`, and all texts."""
    root = xml.fromstring(picture)
    rectangles = []
    for one in root.iter(namespace + "rect"):
        title = one.find(namespace + "title")
        if "x" in one.attrib:
            size = tuple(float(one.get(name)) for name in ("x", "y", "width", "height"))
            rectangles.append((*size, "" if title is None else title.text))
    return rectangles, [one.text for one in root.iter(namespace + "text")]


def make_operand(shape, boxes, **more):
    block = {"origin": "block-spec", "shape": [], "squeezed": []}
    return {"name": "x", "role": "read", "dtype": "f32", "shape": shape, "boxes": boxes, "block": block, **more}


def make_tiling(operands, grid=(2, 2)):
    launch = {"grid": list(grid), "order": "row-major", "programs": 4, "recorded": 4, "operands": operands}
    return {"name": "a<b", "launches": [launch]}


class Tilings(unittest.TestCase):
    def test_blocks_lie_to_scale(self):
        boxes = [[[0, 0], [4, 4]], [[0, 4], [4, 8]], [[4, 0], [8, 4]], [[4, 4], [8, 8]]]
        rectangles, texts = read(svg.draw_tiling(make_tiling([make_operand([8, 8], boxes)])))
        blocks = [one for one in rectangles if one[4]]
        self.assertEqual([one[2:4] for one in blocks], [(130, 130)] * 4)
        self.assertEqual((blocks[3][0] - blocks[0][0], blocks[3][1] - blocks[0][1]), (130, 130))
        self.assertEqual(blocks[1][4], "[0:4, 4:8]: program 1 (0, 1)")
        self.assertIn("a<b: grid 2 x 2, 4 programs, row-major", texts)
        self.assertIn("3", texts)

    def test_shared_blocks_empty_ones_and_scalars(self):
        boxes = [[[0], [4]], [[0], [4]], None, [[2], [2]]]
        scalar = make_operand([], [], role="scalar")
        rectangles, texts = read(svg.draw_tiling(make_tiling([make_operand([8], boxes), scalar])))
        self.assertEqual([one[4] for one in rectangles if one[4]], ["[0:4]: programs 0 (0, 0), 1 (0, 1)"])
        self.assertIn("0+", texts)

    def test_what_is_left_out_is_said(self):
        many = [[[one], [one + 1]] for one in range(svg.most_blocks + 5)]
        _, texts = read(svg.draw_tiling(make_tiling([make_operand([len(many)], many)])))
        self.assertIn("5 more blocks", texts)
        deep = make_operand([3, 2, 4], [[[0, 0, 0], [1, 2, 4]]])
        _, texts = read(svg.draw_tiling(make_tiling([deep])))
        self.assertIn("its last two axes; 3 of them lie one on the other", texts)

    def test_every_example_can_be_drawn(self):
        for name in (
            "vector_add",
            "matmul_batched",
            "hello_vectors",
            "iota",
            "hopper_gemm_pipeline",
            "transpose_scale",
        ):
            for kernel in tessera.compile(kernels / f"{name}.py").tilings():
                for launch in kernel["launches"]:
                    rectangles, _ = read(svg.draw_tiling(kernel, launch))
                    self.assertTrue(rectangles, name)
        self.assertIn("is not launched", svg.draw_tiling({"name": "k", "launches": []}))


class Timelines(unittest.TestCase):
    def make(self, **more):
        events = [
            {"row": 0, "kind": "run", "begin": 0, "end": 10, "name": "run", "line": 3},
            {"row": 1, "kind": "copy", "begin": 0, "end": 6, "name": "copy a"},
            {"row": 1, "kind": "copy", "begin": 4, "end": 8, "name": "copy b"},
        ]
        rows = [{"name": "warp 0", "cluster": 0, "cta": 0}, {"name": "TMA", "cluster": 0, "cta": 1}]
        return {"unit": "steps", "dropped": 0, "rows": rows, "events": events, **more}

    def test_bands_and_lanes(self):
        rectangles, texts = read(svg.draw_timeline(self.make(), width=100))
        events = {one[4]: one for one in rectangles if one[4]}
        run, a, b = (events[title] for title in ("run: 0 to 10, line 3", "copy a: 0 to 6", "copy b: 4 to 8"))
        self.assertEqual((run[2], a[2], b[2]), (100, 60, 40))
        self.assertEqual(b[0] - a[0], 40)
        self.assertGreater(b[1], a[1], "what overlaps lies in another lane")
        self.assertIn("10 steps, not a GPU's time", texts)
        self.assertIn("cluster 0, CTA 1", texts)

    def test_long_names_have_room(self):
        picture = svg.draw_timeline(self.make(rows=[{"name": "x" * 60}, {"name": "y"}]), width=100)
        [label] = [one for one in xml.fromstring(picture).iter(namespace + "text") if one.text == "x" * 60]
        self.assertGreater(float(label.get("x")), 60 * 5)

    def test_units_and_what_is_left_out(self):
        _, texts = read(svg.draw_timeline({"kernel": "k", "grid": [1], "timeline": self.make(unit="ns", dropped=7)}))
        self.assertIn("k: 10 ns, predicted by a model, never measured", texts)
        self.assertIn("7 events left out", texts)
        rows = [{"name": str(one)} for one in range(svg.most_rows + 2)]
        _, texts = read(svg.draw_timeline(self.make(rows=rows)))
        self.assertIn("2 more rows", texts)
        read(svg.draw_timeline({"unit": "steps", "dropped": 0, "rows": [], "events": []}))

    def test_every_unit_of_an_example(self):
        program = tessera.compile(kernels / "hopper_gemm_pipeline.py", set={"K": 256})
        for device, unit in (("interpreter", "cycles (model)"), ("emulator", "steps")):
            for launch in program.timeline(device):
                self.assertEqual(launch["timeline"]["unit"], unit)
                rectangles, _ = read(svg.draw_timeline(launch))
                self.assertGreater(len(rectangles), 20)


if __name__ == "__main__":
    unittest.main()
