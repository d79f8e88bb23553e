# SPDX-License-Identifier: Apache-2.0
"""The model's numbers as shared/rates has them, for calibrate.py."""

import re
from dataclasses import dataclass
from pathlib import Path

from cuda_driver import Refusal

RATES = Path(__file__).resolve().parent.parent.parent.parent / "shared/rates"
CARDS = {  # by the driver's name for it
    "NVIDIA A100-SXM4-40GB": "a100",
    "NVIDIA A100-SXM4-80GB": "a100-80gb",
    "NVIDIA H100 80GB HBM3": "h100",
    "NVIDIA H100 NVL": "h100-nvl",
    "NVIDIA H100 PCIe": "h100-pcie",
    "NVIDIA H200": "h200",
    "NVIDIA H200 NVL": "h200-nvl",
    "NVIDIA GH200 480GB": "gh200",
}


@dataclass(frozen=True)
class Fact:
    value: float
    grade: str
    sigma: float  # a part of the value


# A fact in parentheses, `(4, R, "text")`, `(665, R, tospe, 0.05)` or `()`: no parentheses but in its text.
FACT = r'\(((?:[^()"]|"[^"]*")*)\)'
# `RATE(name, "unit", "meaning", (of Ampere), (of Hopper))`, in any layout, without comments between its parts. The
# explanation at the head of the file has no quotes and is passed over.
RATE = re.compile(r'\bRATE\(\s*(\w+)\s*,\s*"([^"]*)"\s*,\s*"([^"]*)"\s*,\s*' + FACT + r"\s*,\s*" + FACT + r"\s*\)")
CARD = re.compile(r'\bCARD\(\s*(\w+)\s*,\s*"([^"]*)"\s*,\s*"(\w+)"')
CARD_FACT = re.compile(r"\bCARD_FACT(\(\s*(\w+)\s*,\s*(\w+)\s*,\s*((?:[^()\"]|\"[^\"]*\")*)\))")
PARTS = re.compile(r'^\s*([-+.\deE]+)\s*,\s*(\w)\s*,\s*(?:\w+|"[^"]*")\s*(?:,\s*([.\w]+)\s*)?$')


def read_source(path):
    try:
        return path.read_text()
    except OSError as error:
        raise Refusal(f"`{path}` cannot be read ({error.strerror}): this program needs the checkout that it is of")


def parse_usual_sigmas(text):
    """Facts.h: `case Grade::V: return 0.01;`, by the grade's letter."""
    return {letter: float(sigma) for letter, sigma in re.findall(r"case Grade::(\w):\s*return ([\d.]+);", text)}


def parse_fact(text, usual):
    """None for `()`."""
    parts = PARTS.match(text)
    if not parts:
        if text.strip():
            raise Refusal(
                f"`({text})` in shared/rates is no fact that calibrate.py reads: (value, grade, source[, sigma])"
            )
        return None
    value, grade, sigma = parts.groups()
    return Fact(float(value), grade, usual[grade] if sigma is None else 0.0 if sigma == "exact" else float(sigma))


def parse_rates(text, usual):
    """{"sm_80": {name: Fact}, "sm_90a": ..}; rates that a generation has not are not in its own."""
    rates = {"sm_80": {}, "sm_90a": {}}
    for name, _, _, ampere, hopper in RATE.findall(text):
        for target, fact in (("sm_80", parse_fact(ampere, usual)), ("sm_90a", parse_fact(hopper, usual))):
            if fact:
                rates[target][name] = fact
    return rates


def parse_cards(text, usual):
    """{"h200": {"target": "sm_90a", "facts": {name: Fact}}, ..}."""
    names = {identifier: card for identifier, card, _ in CARD.findall(text)}
    cards = {card: {"target": target, "facts": {}} for _, card, target in CARD.findall(text)}
    for _, identifier, name, fact in CARD_FACT.findall(text):
        if identifier in names:
            cards[names[identifier]]["facts"][name] = parse_fact(fact, usual)
    return cards


def read_model():
    usual = parse_usual_sigmas(read_source(RATES / "Facts.h"))
    rates = parse_rates(read_source(RATES / "Rates.def"), usual)
    return rates, parse_cards(read_source(RATES / "Cards.def"), usual)


def choose_card(cards, target, device_name, wanted):
    """The card that numbers are compared with, and a doubt about it."""
    if wanted:
        if wanted not in cards or cards[wanted]["target"] != target:
            known = ", ".join(name for name, card in cards.items() if card["target"] == target)
            raise Refusal(f"`--card` is `{wanted}`, expected a card of {target}: {known}")
        return wanted, ""
    if device_name in CARDS:
        return CARDS[device_name], ""
    first = next(name for name, card in cards.items() if card["target"] == target)
    return first, f"no card of Cards.def is a `{device_name}`: compared with {first} (`--card` takes another)"
