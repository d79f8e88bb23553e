# SPDX-License-Identifier: Apache-2.0
"""What calibrate.py measures: kernels of microbench.cu, how they are launched, and which rate of the model of time their
times give."""

import array
import random
import statistics
from dataclasses import dataclass, replace
from typing import Callable

from cuda_driver import Refusal

TARGETS = ("sm_90a", "sm_80")


@dataclass(frozen=True)
class Pair:
    """Two launches of a kernel that differ in how often the measured part is repeated. `low` 0: one launch alone."""

    low: int
    high: int
    block: int = 32
    size: int = 0
    kernel: str = ""  # where it is not the benchmark's
    emulated: tuple = (2, 6)  # the counts in the emulator, where time is dear


@dataclass(frozen=True)
class Benchmark:
    name: str  # of a rate of Rates.def, or of Cards.def where `is_card`; what stands behind a space tells rows apart
    kernel: str
    pairs: tuple
    # (c, r, p): the rate, of what each pair takes a count, other rates by name, and the number of multiprocessors.
    value: Callable
    grid: str = "1"  # blocks: `1`, `2`, `processors`, `2 processors`, `processors x count`
    shared: int = 0  # bytes of dynamic shared memory
    data: int = 4096  # bytes of `data`; 0: as many tiles as a stream takes, three times
    is_chain: bool = False  # of line numbers, one cycle through all; else zeros
    emulated_data: int = 0  # bytes in the emulator, where they may be fewer
    is_cold: bool = False  # the L2 cache is overwritten before
    # `warps`: clocks of a block's warps; `starts`: of blocks' begins; `events`: ns; `launches`: us of many.
    clock: str = "warps"
    is_card: bool = False
    targets: tuple = TARGETS

    @property
    def rate(self):
        return self.name.split()[0]


TILE = 65536  # bytes that a block of a stream takes a count, as microbench.cu has it
L2_TILES = 256  # 16 MiB: less than the half of an L2 cache that one partition is
COPY_SIZES = (1, 2, 4, 8, 16, 32)  # KiB
HOPPER = ("sm_90a",)
CHAIN = (Pair(4, 36),)
# What R3's blocks of one store take of their place by their own instructions, as blockStart's fact says. Ours are about
# as short.
TRIVIAL_WORK = 105


def per(count):
    return lambda c, r, p: c[0] / count


def bytes_a_cycle(count):
    return lambda c, r, p: count / c[0]


def without_address(c, r, p):
    """A step of a chase without the two LEA that make a line's address, of which a load is another unit's."""
    return c[0] / 16 - 2 * r("aluLatency") - r("crossLatency")


def mean_of_halves(c, r, p):
    """ptxas alternates the two units that have HFMA2, so a chain shows the mean of their latencies."""
    return c[0] / 256 - (r("halfMatrixLatency") - r("halfLatency")) / 2


def fit(sizes, values):
    """Offset and slope of the straight line of least squares."""
    middle, mean = statistics.fmean(sizes), statistics.fmean(values)
    slope = sum((s - middle) * (v - mean) for s, v in zip(sizes, values)) / sum((s - middle) ** 2 for s in sizes)
    return mean - slope * middle, slope


def make_unit(prefix, kernel, latency=per(256)):
    many = (Pair(4, 36, 512, emulated=(1, 3)),)  # sixteen warps, four a scheduler
    return [
        Benchmark(f"{prefix}Latency", f"{kernel}Chain", CHAIN, latency),
        Benchmark(f"{prefix}Cycles", f"{kernel}Many", many, per(256 * 4)),
    ]


def make_products(n):
    pairs = tuple(Pair(8, 136, 128, kernel=f"wgmma{n}x{group}") for group in (4, 16))
    common = {"kernel": f"wgmma{n}x4", "pairs": pairs, "shared": (64 + n) * 128, "targets": HOPPER}
    one = lambda c: (c[1] - c[0]) / 12  # cycles of a product
    return [
        Benchmark(f"tensorOperations16 n={n}", value=lambda c, r, p: 2 * 64 * n * 16 / one(c), **common),
        Benchmark(f"wgmmaTail n={n}", value=lambda c, r, p: c[0] - 4 * one(c), **common),
    ]


def make_stream(name, arrays, blocks):
    value = lambda c, r, p: blocks * p * TILE * arrays / c[0]  # bytes a ns are GB/s
    pairs = (Pair(8, 32, 1024, emulated=(1, 2)),)
    grid = "processors" if blocks == 1 else "2 processors"
    kernel = "stream" + name.removeprefix("memory")
    return Benchmark(name, kernel, pairs, value, grid=grid, data=0, clock="events", is_card=True)


def make_chases():
    # The model's latency of shared memory is without the load's own issue.
    shared = lambda c, r, p: c[0] / 128 - r("issueCycles")
    l2, lines = (Pair(16, 272, size=32768),), 32768
    # In the emulator there are more lines than steps, too: each is new.
    beyond = {"data": 512 << 20, "emulated_data": 4096 * 128, "is_chain": True, "is_cold": True}
    return [
        Benchmark("sharedLatency", "sharedChase", CHAIN, shared, shared=4096),
        Benchmark("l1Latency", "l1Chase", CHAIN, per(128), data=128 * 128),
        Benchmark("l2Mean", "globalChase", l2, without_address, data=lines * 128, is_chain=True),
        Benchmark("memoryLatency", "globalChase", (Pair(16, 272),), without_address, **beyond),
        Benchmark("clusterRoundTrip", "clusterChase", CHAIN, per(64), grid="2", shared=4096, targets=HOPPER),
    ]


def make_rates_of_memory():
    many = (Pair(8, 136, 512),)
    l2 = (Pair(64, 320, 1024, L2_TILES, emulated=(4, 8)),)
    l2_value, l2_bytes = lambda c, r, p: 2 * p * TILE / c[0], L2_TILES * TILE
    stores = tuple(replace(l2[0], kernel=kernel) for kernel in ("storeWhole", "storeHalves"))
    all_blocks = {"grid": "2 processors", "data": l2_bytes}
    return [
        Benchmark("sharedBytes", "sharedMany", many, bytes_a_cycle(65536), shared=65536),
        Benchmark("l1Bytes", "l1Many", many, bytes_a_cycle(65536), data=65536),
        Benchmark("l2Bytes", "l2Many", l2, l2_value, is_card=True, **all_blocks),
        Benchmark("l2PartialWrite", "storeWhole", stores, lambda c, r, p: c[1] / c[0], **all_blocks),
        make_stream("memoryRead", 1, 2),
        make_stream("memoryCopy", 2, 2),
        make_stream("memoryTriad", 3, 1),
    ]


def make_barriers():
    pairs = tuple(Pair(4, 68, threads) for threads in (256, 512))  # of 8 and of 16 warps
    named = {"shared": 64, "targets": HOPPER}
    return [
        Benchmark("barrierArrive", "barrierMany", pairs, lambda c, r, p: (c[1] - c[0]) / 32 / 8),
        Benchmark("barrierRelease", "barrierMany", pairs, lambda c, r, p: (2 * c[0] - c[1]) / 32),  # of no warps
        Benchmark("mbarrierHandoff", "mbarrierRounds", (Pair(32, 288, 64),), per(1), **named),
        Benchmark("mbarrierTryWait", "mbarrierWaits", (Pair(8, 72),), per(16), **named),
    ]


def make_copies():
    line, sizes = (Pair(16, 144, size=128),), tuple(Pair(16, 144, size=1024 * size) for size in COPY_SIZES)
    common = {"kernel": "bulkCopies", "shared": 32768 + 64, "data": 32768, "targets": HOPPER}
    return [
        # One line by the copy engine beside one by a thread.
        Benchmark("tmaOverLoad", pairs=line, value=lambda c, r, p: c[0] - r("l2Mean"), **common),
        Benchmark("tmaLatency", pairs=sizes, value=lambda c, r, p: fit(COPY_SIZES, c)[0] - r("l2Mean"), **common),
        Benchmark("tmaKilobyte", pairs=sizes, value=lambda c, r, p: fit(COPY_SIZES, c)[1], **common),
    ]


def make_launches():
    blocks = {"grid": "processors x count", "shared": 120000, "clock": "starts"}
    starts = (Pair(8, 72, emulated=(4, 12)),)
    return [
        Benchmark("blockStart", "trivialBlocks", starts, lambda c, r, p: c[0] - TRIVIAL_WORK, **blocks),
        Benchmark("emptyKernelTime", "emptyKernel", (Pair(0, 1),), per(1), clock="launches"),
        Benchmark("launchTime", "emptyKernel", (Pair(50, 450),), per(1), clock="launches"),
    ]


BENCHMARKS = [
    *make_unit("fma32", "fma"),
    *make_unit("integerProduct", "integerProduct"),
    *make_unit("alu", "alu"),
    *make_unit("half", "half", mean_of_halves),
    *make_unit("fp64", "fp64"),
    *make_unit("special", "special"),
    *make_unit("conversion", "conversion"),
    *make_unit("shuffle", "shuffle"),
    Benchmark("voteLatency", "voteChain", CHAIN, per(128)),
    Benchmark("voteCycles", "voteMany", (Pair(4, 36, 1024, emulated=(1, 3)),), per(128 * 8)),
    *make_chases(),
    *make_rates_of_memory(),
    *make_barriers(),
    *make_copies(),
    *make_products(64),
    *make_products(128),
    *make_products(256),
    Benchmark("mmaLatency", "mmaChain", CHAIN, per(64)),
    Benchmark("mmaCycles", "mmaMany", (Pair(4, 36, 512, emulated=(1, 3)),), per(128 * 4)),
    *make_launches(),
]


def count_blocks(benchmark, processors, count):
    """Of the launch."""
    many = {"1": 1, "2": 2, "processors": processors, "2 processors": 2 * processors}
    return many.get(benchmark.grid, processors * count)


def choose_size(benchmark, pair, processors, high):
    """The kernel's `size`; of streams the tiles of an array."""
    return pair.size if benchmark.data else count_blocks(benchmark, processors, high) * high


def count_data(benchmark, pair, processors, high):
    """Bytes of `data`."""
    return benchmark.data or 3 * TILE * choose_size(benchmark, pair, processors, high)


def make_chain(lines, seed=1):
    """A word a line of 128 bytes with the number of the line after it, in one random cycle through all."""
    order = list(range(lines))
    random.Random(seed).shuffle(order)
    words = array.array("I", bytes(128 * lines))
    for here, there in zip(order, order[1:] + order[:1]):
        words[32 * here] = there
    return words


def choose(word, target=None):
    """Benchmarks whose names have `word`, of a target if one is given."""
    chosen = [one for one in BENCHMARKS if word.lower() in one.name.lower()]
    if not chosen:
        raise Refusal(
            f"`--only` is `{word}`, which no benchmark's name has: {', '.join(one.name for one in BENCHMARKS)}"
        )
    return [one for one in chosen if target is None or target in one.targets]
