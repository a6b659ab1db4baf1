"""The protobuf messages of a record that this package reads: fields, classes and dictionaries.

The descriptors are built from one table, so no generated code is needed. Names and numbers are those of the client's
description (`liqi.proto` of 2024-25); other fields are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, Final

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError, Message

from mjlog.errors import Fault, LogError

PACKAGE: Final = "lq"
GAME: Final = "GameDetailRecords"
RESPONSE: Final = "ResGameRecord"
WRAPPER: Final = "Wrapper"

MESSAGES: Final[Mapping[str, str]] = {
    WRAPPER: "name=1 string, data=2 bytes",
    RESPONSE: "head=3 RecordGame, data=4 bytes, data_url=5 string",
    GAME: "records=1 bytes*, version=2 uint32, actions=3 GameAction*",
    "GameAction": "passed=1 uint32, type=2 uint32, result=3 bytes",
    "RecordGame": (
        "uuid=1 string, start_time=2 uint32, end_time=3 uint32, config=5 GameConfig, accounts=11 AccountInfo*, "
        "result=12 GameEndResult, robots=13 AccountInfo*, standard_rule=14 uint32"
    ),
    "AccountInfo": (
        "account_id=1 uint32, seat=2 uint32, nickname=3 string, level=7 AccountLevel, level3=8 AccountLevel"
    ),
    "AccountLevel": "id=1 uint32, score=2 uint32",
    "GameEndResult": "players=1 PlayerItem*",
    "PlayerItem": (
        "seat=1 uint32, total_point=2 int32, part_point_1=3 int32, part_point_2=4 int32, grading_score=5 int32, "
        "gold=6 int32"
    ),
    "GameConfig": "category=1 uint32, mode=2 GameMode, meta=3 GameMetaData",
    "GameMetaData": "room_id=1 uint32, mode_id=2 uint32, contest_uid=3 uint32",
    "GameMode": "mode=1 uint32, ai=4 bool, detail_rule=6 GameDetailRule",
    "GameDetailRule": (
        "time_fixed=1 uint32, time_add=2 uint32, dora_count=3 uint32, shiduan=4 uint32, init_point=5 uint32, "
        "fandian=6 uint32, can_jifei=7 bool, tianbian_value=8 uint32, liqibang_value=9 uint32, changbang_value=10 "
        "uint32, noting_fafu_1=11 uint32, noting_fafu_2=12 uint32, noting_fafu_3=13 uint32, have_liujumanguan=14 "
        "bool, have_qieshangmanguan=15 bool, have_biao_dora=16 bool, have_gang_biao_dora=17 bool, "
        "ming_dora_immediately_open=18 bool, have_li_dora=19 bool, have_gang_li_dora=20 bool, have_sifenglianda=21 "
        "bool, have_sigangsanle=22 bool, have_sijializhi=23 bool, have_jiuzhongjiupai=24 bool, have_sanjiahele=25 "
        "bool, have_toutiao=26 bool, have_helelianzhuang=27 bool, have_helezhongju=28 bool, "
        "have_tingpailianzhuang=29 bool, have_tingpaizhongju=30 bool, have_yifa=31 bool, have_nanruxiru=32 bool, "
        "jingsuanyuandian=33 uint32, shunweima_2=34 int32, shunweima_3=35 int32, shunweima_4=36 int32, "
        "bianjietishi=37 bool, ai_level=38 uint32, have_zimosun=39 bool, disable_multi_yukaman=40 bool, fanfu=41 "
        "uint32, guyi_mode=42 uint32, dora3_mode=43 uint32, begin_open_mode=44 uint32, jiuchao_mode=45 uint32, "
        "muyu_mode=46 uint32, open_hand=47 uint32, xuezhandaodi=48 uint32, huansanzhang=49 uint32, chuanma=50 "
        "uint32, reveal_discard=51 uint32, field_spell_mode=52 uint32, zhanxing=53 uint32, tianming_mode=54 "
        "uint32, disable_leijiyiman=60 bool, disable_double_yakuman=62 uint32, disable_composite_yakuman=63 "
        "uint32, enable_shiti=64 uint32, enable_nontsumo_liqi=65 uint32, disable_double_wind_four_fu=66 uint32, "
        "disable_angang_guoshi=67 uint32, enable_renhe=68 uint32, enable_baopai_extend_settings=69 uint32, "
        "yongchang_mode=70 uint32, hunzhiyiji_mode=71 uint32, wanxiangxiuluo_mode=72 uint32, beishuizhizhan_mode=73 "
        "uint32, amusement_switches=74 uint32*"
    ),
    "RecordMJStart": "",
    "RecordNewRound": (
        "chang=1 uint32, ju=2 uint32, ben=3 uint32, dora=4 string, scores=5 int32*, liqibang=6 uint32, tiles0=7 "
        "string*, tiles1=8 string*, tiles2=9 string*, tiles3=10 string*, md5=13 string, paishan=14 string, "
        "left_tile_count=15 uint32, doras=16 string*"
    ),
    "RecordDealTile": "seat=1 uint32, tile=2 string, left_tile_count=3 uint32, liqi=5 LiQiSuccess, doras=6 string*",
    "RecordDiscardTile": (
        "seat=1 uint32, tile=2 string, is_liqi=3 bool, moqie=5 bool, doras=8 string*, is_wliqi=9 bool"
    ),
    "RecordChiPengGang": "seat=1 uint32, type=2 uint32, tiles=3 string*, froms=4 uint32*, liqi=5 LiQiSuccess",
    "RecordAnGangAddGang": "seat=1 uint32, type=2 uint32, tiles=3 string, doras=6 string*",
    "RecordBaBei": "seat=1 uint32, doras=6 string*, moqie=8 bool",
    "RecordHule": (
        "hules=1 HuleInfo*, old_scores=2 int32*, delta_scores=3 int32*, scores=5 int32*, gameend=6 GameEnd, "
        "doras=7 string*, baopai=9 int32"
    ),
    "RecordNoTile": "liujumanguan=1 bool, players=2 NoTilePlayerInfo*, scores=3 NoTileScoreInfo*, gameend=4 bool",
    "RecordLiuJu": (
        "type=1 uint32, gameend=2 GameEnd, seat=3 uint32, tiles=4 string*, liqi=5 LiQiSuccess, allplayertiles=6 string*"
    ),
    "LiQiSuccess": "seat=1 uint32, score=2 int32, liqibang=3 uint32, failed=4 bool",
    "GameEnd": "scores=1 int32*",
    "HuleInfo": (
        "hand=1 string*, ming=2 string*, hu_tile=3 string, seat=4 uint32, zimo=5 bool, qinjia=6 bool, liqi=7 bool, "
        "doras=8 string*, li_doras=9 string*, yiman=10 bool, count=11 uint32, fans=12 FanInfo*, fu=13 uint32, "
        "title=14 string, point_rong=15 uint32, point_zimo_qin=16 uint32, point_zimo_xian=17 uint32, title_id=18 "
        "uint32, point_sum=19 uint32, dadian=20 uint32, baopai=21 uint32, baopai_seats=22 uint32*"
    ),
    "FanInfo": "name=1 string, val=2 uint32, id=3 uint32",
    "NoTilePlayerInfo": "tingpai=3 bool, hand=4 string*",
    "NoTileScoreInfo": "seat=1 uint32, old_scores=2 int32*, delta_scores=3 int32*",
}
"""Fields of each message, `name=number type`; a star marks a repeated one."""

_Field = descriptor_pb2.FieldDescriptorProto
_SCALARS: Final = {
    "string": _Field.TYPE_STRING,
    "bytes": _Field.TYPE_BYTES,
    "bool": _Field.TYPE_BOOL,
    "uint32": _Field.TYPE_UINT32,
    "int32": _Field.TYPE_INT32,
}


def fields_of(message: str) -> list[tuple[str, int, str, bool]]:
    """Name, number, type and repetition of each field of a message.

    >>> fields_of("GameEnd")
    [('scores', 1, 'int32', True)]
    """
    fields = []
    for field in filter(None, MESSAGES[message].split(", ")):
        spelled, kind = field.strip().split(" ")
        name, number = spelled.split("=")
        fields.append((name, int(number), kind.rstrip("*"), kind.endswith("*")))
    return fields


@cache
def classes() -> dict[str, type[Message]]:
    """The class of each message."""
    file = descriptor_pb2.FileDescriptorProto(name="majsoul.proto", package=PACKAGE, syntax="proto3")
    for name in MESSAGES:
        message = file.message_type.add(name=name)
        for field, number, kind, repeated in fields_of(name):
            added = message.field.add(name=field, number=number)
            added.label = _Field.LABEL_REPEATED if repeated else _Field.LABEL_OPTIONAL
            added.type = _SCALARS.get(kind, _Field.TYPE_MESSAGE)
            if kind not in _SCALARS:
                added.type_name = f".{PACKAGE}.{kind}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{PACKAGE}.{name}")) for name in MESSAGES}


def decoded(name: str, data: bytes) -> Any:
    """The message of that name in some bytes."""
    message = classes()[name]()
    try:
        message.ParseFromString(data)
    except DecodeError as error:
        raise LogError(Fault.BROKEN_MARKUP, f"not a {name}: {error}") from error
    return message


def as_dict(message: Message) -> dict[str, Any]:
    """The fields of a message by name, without defaults."""
    plain = _converters()[message.DESCRIPTOR.name]
    return {field.name: plain[field.name](value) for field, value in message.ListFields()}


@cache
def _converters() -> dict[str, dict[str, Callable[[Any], Any]]]:
    """For each message and field, the function that makes a Python value."""
    return {name: {field: _converter(kind, many) for field, _, kind, many in fields_of(name)} for name in MESSAGES}


def _converter(kind: str, repeated: bool) -> Callable[[Any], Any]:
    if kind not in _SCALARS:
        return _dicts if repeated else as_dict
    return list if repeated else _as_it_is


def _dicts(messages: Iterable[Message]) -> list[dict[str, Any]]:
    return [as_dict(message) for message in messages]


def _as_it_is(value: Any) -> Any:
    return value


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


_SPELLED: Final = {_plain(field): field for name in MESSAGES for field, _, _, _ in fields_of(name)} | {
    f"begintiles[{seat}]": f"tiles{seat}" for seat in range(4)
}


@lru_cache(maxsize=4096)
def spelled(key: str) -> str | None:
    """A key of a dump in the spelling of the description; None for an unknown key.

    >>> spelled("pointZimoQin"), spelled("partPoint1"), spelled("begin_tiles[2]"), spelled("operation")
    ('point_zimo_qin', 'part_point_1', 'tiles2', None)
    """
    return _SPELLED.get(_plain(key))
