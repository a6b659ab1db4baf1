"""kobalab's JSON: the logs (paipu) of the browser game Majiang and of the tools around it."""

from typing import Final

from mjlog.formats import Format
from parsers.mjai.kobalab import read, write

FORMAT: Final = Format(
    name="kobalab",
    title="kobalab's JSON (majiang)",
    suffix=".json",
    unrecorded=read.UNRECORDED,
    recognises=read.recognises,
    parse=read.parse,
    write=write.write,
)
