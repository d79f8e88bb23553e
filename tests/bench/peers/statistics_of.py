# SPDX-License-Identifier: Apache-2.0
"""Samples to a table. A sample is milliseconds; a round is one turn of every peer, so that a slow minute of the machine hits all of them."""

import statistics


def median_of_rounds(rounds):
    """The median of all samples of one peer; None when it has none."""
    samples = [sample for one in rounds for sample in one]
    return statistics.median(samples) if samples else None


def round_ratios(baseline_rounds, rounds):
    """How many times as fast as the baseline, round by round: neighbours in time are compared with each other."""
    pairs = [(statistics.median(base), statistics.median(own)) for base, own in zip(baseline_rounds, rounds) if base and own]
    return [base / own for base, own in pairs]


def describe_ratio(ratios):
    if not ratios:
        return "-"
    text = f"{statistics.median(ratios):.3f}"
    return text if len(ratios) == 1 else f"{text} ({min(ratios):.3f} to {max(ratios):.3f})"


def describe_time(case, milliseconds):
    if milliseconds is None:
        return "-"
    if case.bytes:
        return f"{milliseconds:.4f} ms, {case.bytes / milliseconds * 1e-6:.0f} GB/s"
    return f"{milliseconds:.3f} ms, {case.flops / milliseconds * 1e-9:.0f} TF/s"


def make_table(measured, peers):
    """`measured`: a list of {case, inputs, baseline, rounds: {peer: [[ms]]}, variants: {peer: text}}, as Markdown."""
    baselines = sorted({row["case"].baseline for row in measured})
    header = ["problem", "inputs"] + list(peers) + [f"{peer} / {' or '.join(baselines)}" for peer in peers if peer not in baselines]
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    for row in measured:
        rounds, case = row["rounds"], row["case"]
        cells = [case.name, row["inputs"]]
        for peer in peers:
            variant = row["variants"].get(peer)
            cells.append(describe_time(case, median_of_rounds(rounds.get(peer, []))) + (f" ({variant})" if variant else ""))
        for peer in peers:
            if peer not in baselines:
                cells.append(describe_ratio(round_ratios(rounds.get(case.baseline, []), rounds.get(peer, []))))
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
