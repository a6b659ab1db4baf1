"""Every mutation of a valid log is a failure or a finding, or its kind is named with the reason."""

import re
from pathlib import Path
from types import ModuleType

import pytest

import mjlog
from mjlog.auditing.run import audit
from mjlog.converting.convert import encode
from mjlog.formats import Source, parse
from tests.mutations import json, mjai, xml
from tests.mutations.kind import unnoticed

TRAPS = Path(__file__).resolve().parents[2] / "data" / "traps"
RARE = (
    "kita-and-rinshan", "pao", "two-yakuman", "chip-room", "double-ron", "kyuushu-kyuuhai", "suucha-riichi",
    "nagashi-mangan", "disconnections", "double-riichi-ippatsu-ura", "suukaikan",
)  # fmt: skip
"""Samples with what is rare."""
LEAST = {"tenhou-xml": 120, "tenhou-json": 40, "mjai": 40}
FORMATS = {"tenhou-xml": xml, "tenhou-json": json, "mjai": mjai}
SEED = re.compile(rb"<SHUFFLE[^>]*>")


@pytest.fixture(scope="module")
def texts():
    """Valid logs without the seed of the wall, which would know every tile."""
    simulated = encode(mjlog.simulate.games(6, seed=1, rules="tenhou-east"), "tenhou-xml")
    return [SEED.sub(b"", text) for text in (*simulated, *((TRAPS / f"{name}.xml").read_bytes() for name in RARE))]


def logs_of(texts: list[bytes], format_: str, module: ModuleType):
    if format_ != "tenhou-xml":
        games = parse([Source(f"{n}.xml", text) for n, text in enumerate(texts)]).games
        written = encode(games.select(games.games.players == 4), format_)
        again = parse([Source(f"{n}.log", text) for n, text in enumerate(written)])
        of_other_rules = {int(again.source_of_game[finding.game]) for finding in audit(again.games).findings}
        texts = [text for n, text in enumerate(written) if n not in of_other_rules]
    return [module.parts(text) for text in texts]


@pytest.mark.parametrize("format_", FORMATS)
def test_every_mutation_is_noticed_or_nothing_can_know(format_, texts):
    module = FORMATS[format_]
    logs = logs_of(texts, format_, module)
    parsed = parse([Source(f"{n}.log", module.text(log)) for n, log in enumerate(logs)])
    assert (parsed.failures, audit(parsed.games).findings) == ((), ())
    assert len({kind.name for kind in module.KINDS}) == len(module.KINDS) >= LEAST[format_]
    missed = {name for name, n in unnoticed(module.KINDS, logs, module.text).items() if n}
    assert missed == set(module.UNKNOWN)
