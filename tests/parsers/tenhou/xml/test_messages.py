import re

import pytest

from mjlog.errors import Fault
from mjlog.formats import Source, parse
from parsers.tenhou.xml.messages import ENTRIES, NEEDED, about
from parsers.tenhou.xml.vocab import Trouble

TAGS = {
    "GO": '<GO type="9" lobby="0"/>',
    "INIT": (
        '<INIT seed="0,0,0,1,2,52" ten="250,250,250,250" oya="0" '
        + " ".join(f'hai{seat}="{",".join(str(4 * k + seat) for k in range(13))}"' for seat in range(4))
        + "/>"
    ),
    "RYUUKYOKU": '<RYUUKYOKU type="yao9" ba="0,0" sc="250,0,250,0,250,0,250,0"/>',
    "AGARI": (
        '<AGARI ba="0,0" hai="1,5,9,12" machi="9" ten="30,1000,0" yaku="0,1" doraHai="3" who="0" fromWho="1" '
        'sc="250,10,250,-10,250,0,250,0"/>'
    ),
}


def parsed(tag, text):
    """The failure of a log whose tag of this name is the text."""
    end = TAGS["RYUUKYOKU"] if tag != "AGARI" else text
    tags = {**TAGS, "RYUUKYOKU": end, tag: text}
    log = f'<mjloggm ver="2.3">{tags["GO"]}<TAIKYOKU oya="0"/>{tags["INIT"]}{tags["RYUUKYOKU"]}</mjloggm>'
    [(_, _, error), *_] = parse([Source("a.xml", log.encode())]).failures
    return error


@pytest.mark.parametrize(("tag", "attribute"), [(tag, name) for tag, names in NEEDED.items() for name in names])
def test_a_missing_attribute_is_named(tag, attribute):
    error = parsed(tag, re.sub(rf' {attribute}="[^"]*"', "", TAGS[tag]))
    assert error.fault is Fault.MISSING_VALUE
    assert error.message == f"{tag} needs the attribute {attribute}, which is missing or empty"


@pytest.mark.parametrize(
    ("tag", "attribute"), [(tag, name) for tag, lists in ENTRIES.items() for name in lists if name != "m"]
)
def test_a_list_of_the_wrong_length_is_named_with_both_numbers(tag, attribute):
    value = re.search(rf' {attribute}="([^"]*)"', TAGS[tag])[1]
    n = value.count(",") + 2
    error = parsed(tag, TAGS[tag].replace(f' {attribute}="{value}"', f' {attribute}="{value},0"'))
    assert error.fault is Fault.BAD_VALUE
    assert error.message.startswith(f"{attribute} has {n} entries instead of ")


@pytest.mark.parametrize(
    ("tag", "good", "bad", "message"),
    [
        ("INIT", "0,0,0,1,2,52", "0,0,0,1,x,52", "seed has the entry 'x', which is not a number, or too large"),
        ("INIT", "0,0,0,1,2,52", "0,-1,0,1,2,52", "seed has the entry '-1', which is below zero"),
        ("INIT", "250,250,250,250", "250,99999999999,250,250", "ten has the entry '99999999999', which is not"),
        ("AGARI", 'ba="0,0"', 'ba="0,-1"', "ba has the entry '-1', which is below zero"),
        ("AGARI", "30,1000,0", "30,x,0", "ten has the entry 'x'"),
        ("RYUUKYOKU", 'ba="0,0"', 'ba="0,"', "ba has the entry ''"),
        ("GO", 'type="9"', 'type="-9"', "type has the entry '-9', which is below zero"),
    ],
)
def test_what_is_no_number_is_named_with_its_attribute(tag, good, bad, message):
    error = parsed(tag, TAGS[tag].replace(good, bad))
    assert error.fault is Fault.BAD_VALUE
    assert error.message.startswith(message)


def test_what_is_not_about_an_attribute_or_not_known_is_not_named():
    assert about(TAGS["INIT"], Trouble.BAD_TILE) is None
    assert about(TAGS["INIT"], Trouble.BAD_LIST) is None
    assert about(TAGS["AGARI"].replace("yaku", "yakuman"), Trouble.MISSING_ATTRIBUTE) is None
    assert about("<ODD/>", Trouble.MISSING_ATTRIBUTE) is None
    assert about('<AGARI m="1,2,3,4,5"/>', Trouble.BAD_LIST) == "m has 5 entries instead of at most 4"
