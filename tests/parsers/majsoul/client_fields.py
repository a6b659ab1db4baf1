"""The fields of Mahjong Soul's messages as a third source, independent of the reader's schema.

Names, numbers and types are facts of the game's protocol, read from two public descriptions of 2025: the `liqi.proto`
of Xerxes-2/MajsoulMax-rs (all messages below), and the list of messages that a connector requires of the client
(Wrapper, GameDetailRecords, GameAction and the records of play). Fields that the reader skips are listed too.
"""

from functools import cache

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

OF_THE_CLIENT = {
    "Wrapper": "1 name string, 2 data bytes",
    "ResGameRecord": "3 head RecordGame, 4 data bytes, 5 data_url string",
    "GameDetailRecords": ("1 records bytes*, 2 version uint32, 3 actions GameAction*, 4 bar bytes"),
    "GameAction": "1 passed uint32, 2 type uint32, 3 result bytes, 6 game_event uint32",
    "RecordGame": (
        "1 uuid string, 2 start_time uint32, 3 end_time uint32, 5 config GameConfig, 11 accounts AccountInfo*, "
        "12 result GameEndResult, 13 robots AccountInfo*, 14 standard_rule uint32"
    ),
    "AccountInfo": (
        "1 account_id uint32, 2 seat uint32, 3 nickname string, 4 avatar_id uint32, 6 title uint32, "
        "7 level AccountLevel, 8 level3 AccountLevel, 9 avatar_frame uint32, 10 verified uint32"
    ),
    "AccountLevel": "1 id uint32, 2 score uint32",
    "GameEndResult": "1 players PlayerItem*",
    "PlayerItem": (
        "1 seat uint32, 2 total_point int32, 3 part_point_1 int32, 4 part_point_2 int32, 5 grading_score int32, "
        "6 gold int32"
    ),
    "GameConfig": "1 category uint32, 2 mode GameMode, 3 meta GameMetaData",
    "GameMetaData": "1 room_id uint32, 2 mode_id uint32, 3 contest_uid uint32",
    "GameMode": ("1 mode uint32, 4 ai bool, 5 extendinfo string, 6 detail_rule GameDetailRule"),
    "GameDetailRule": (
        "1 time_fixed uint32, 2 time_add uint32, 3 dora_count uint32, 4 shiduan uint32, 5 init_point uint32, "
        "6 fandian uint32, 7 can_jifei bool, 8 tianbian_value uint32, 9 liqibang_value uint32, "
        "10 changbang_value uint32, 11 noting_fafu_1 uint32, 12 noting_fafu_2 uint32, 13 noting_fafu_3 uint32, "
        "14 have_liujumanguan bool, 15 have_qieshangmanguan bool, 16 have_biao_dora bool, "
        "17 have_gang_biao_dora bool, 18 ming_dora_immediately_open bool, 19 have_li_dora bool, "
        "20 have_gang_li_dora bool, 21 have_sifenglianda bool, 22 have_sigangsanle bool, 23 have_sijializhi bool, "
        "24 have_jiuzhongjiupai bool, 25 have_sanjiahele bool, 26 have_toutiao bool, 27 have_helelianzhuang bool, "
        "28 have_helezhongju bool, 29 have_tingpailianzhuang bool, 30 have_tingpaizhongju bool, 31 have_yifa bool, "
        "32 have_nanruxiru bool, 33 jingsuanyuandian uint32, 34 shunweima_2 int32, 35 shunweima_3 int32, "
        "36 shunweima_4 int32, 37 bianjietishi bool, 38 ai_level uint32, 39 have_zimosun bool, "
        "40 disable_multi_yukaman bool, 41 fanfu uint32, 42 guyi_mode uint32, 43 dora3_mode uint32, "
        "44 begin_open_mode uint32, 45 jiuchao_mode uint32, 46 muyu_mode uint32, 47 open_hand uint32, "
        "48 xuezhandaodi uint32, 49 huansanzhang uint32, 50 chuanma uint32, 51 reveal_discard uint32, "
        "52 field_spell_mode uint32, 53 zhanxing uint32, 54 tianming_mode uint32, 60 disable_leijiyiman bool, "
        "62 disable_double_yakuman uint32, 63 disable_composite_yakuman uint32, 64 enable_shiti uint32, "
        "65 enable_nontsumo_liqi uint32, 66 disable_double_wind_four_fu uint32, 67 disable_angang_guoshi uint32, "
        "68 enable_renhe uint32, 69 enable_baopai_extend_settings uint32, 70 yongchang_mode uint32, "
        "71 hunzhiyiji_mode uint32, 72 wanxiangxiuluo_mode uint32, 73 beishuizhizhan_mode uint32, "
        "74 amusement_switches uint32*"
    ),
    "RecordMJStart": "",
    "RecordNewRound": (
        "1 chang uint32, 2 ju uint32, 3 ben uint32, 4 dora string, 5 scores int32*, 6 liqibang uint32, "
        "7 tiles0 string*, 8 tiles1 string*, 9 tiles2 string*, 10 tiles3 string*, 13 md5 string, 14 paishan string, "
        "15 left_tile_count uint32, 16 doras string*, 20 ju_count uint32, 21 field_spell uint32, 22 sha256 string, "
        "24 saltSha256 string, 25 salt string"
    ),
    "RecordDealTile": (
        "1 seat uint32, 2 tile string, 3 left_tile_count uint32, 5 liqi LiQiSuccess, 6 doras string*, "
        "7 zhenting bool*, 9 tile_state uint32, 12 tile_index uint32"
    ),
    "RecordDiscardTile": (
        "1 seat uint32, 2 tile string, 3 is_liqi bool, 5 moqie bool, 6 zhenting bool*, 8 doras string*, "
        "9 is_wliqi bool, 11 tile_state uint32, 27 liqi_type_beishuizhizhan uint32"
    ),
    "RecordChiPengGang": (
        "1 seat uint32, 2 type uint32, 3 tiles string*, 4 froms uint32*, 5 liqi LiQiSuccess, 7 zhenting bool*, "
        "9 tile_states uint32*, 11 scores int32*, 12 liqibang uint32"
    ),
    "RecordAnGangAddGang": "1 seat uint32, 2 type uint32, 3 tiles string, 6 doras string*",
    "RecordBaBei": "1 seat uint32, 6 doras string*, 8 moqie bool, 10 tile_state uint32",
    "RecordHule": (
        "1 hules HuleInfo*, 2 old_scores int32*, 3 delta_scores int32*, 4 wait_timeout uint32, 5 scores int32*, "
        "6 gameend GameEnd, 7 doras string*, 9 baopai int32"
    ),
    "RecordNoTile": (
        "1 liujumanguan bool, 2 players NoTilePlayerInfo*, 3 scores NoTileScoreInfo*, 4 gameend bool, "
        "9 hules_history HuleInfo*"
    ),
    "RecordLiuJu": (
        "1 type uint32, 2 gameend GameEnd, 3 seat uint32, 4 tiles string*, 5 liqi LiQiSuccess, "
        "6 allplayertiles string*, 9 hules_history HuleInfo*"
    ),
    "LiQiSuccess": (
        "1 seat uint32, 2 score int32, 3 liqibang uint32, 4 failed bool, 5 liqi_type_beishuizhizhan uint32"
    ),
    "GameEnd": "1 scores int32*",
    "HuleInfo": (
        "1 hand string*, 2 ming string*, 3 hu_tile string, 4 seat uint32, 5 zimo bool, 6 qinjia bool, 7 liqi bool, "
        "8 doras string*, 9 li_doras string*, 10 yiman bool, 11 count uint32, 12 fans FanInfo*, 13 fu uint32, "
        "14 title string, 15 point_rong uint32, 16 point_zimo_qin uint32, 17 point_zimo_xian uint32, "
        "18 title_id uint32, 19 point_sum uint32, 20 dadian uint32, 21 baopai uint32, 22 baopai_seats uint32*, "
        "23 lines string*, 24 tianming_bonus uint32, 25 baida_changed string*, 26 hu_tile_baiDa_changed string, "
        "27 xia_ke_shang_coefficient uint32"
    ),
    "FanInfo": "1 name string, 2 val uint32, 3 id uint32",
    "NoTilePlayerInfo": "3 tingpai bool, 4 hand string*, 6 already_hule bool",
    "NoTileScoreInfo": (
        "1 seat uint32, 2 old_scores int32*, 3 delta_scores int32*, 4 hand string*, 5 ming string*, 6 doras string*, "
        "7 score uint32, 8 taxes int32*, 9 lines string*"
    ),
}
"""Fields of each message as `number name type`; a star marks a repeated one."""

_TYPES = descriptor_pb2.FieldDescriptorProto


def fields(message):
    """Name, number, type and repetition of each field."""
    for number, name, kind in (entry.split() for entry in OF_THE_CLIENT[message].split(", ") if entry):
        yield name, int(number), kind.rstrip("*"), kind.endswith("*")


@cache
def classes():
    """A protobuf class of each message."""
    file = descriptor_pb2.FileDescriptorProto(name="client.proto", package="client", syntax="proto3")
    for message in OF_THE_CLIENT:
        built = file.message_type.add(name=message)
        for name, number, kind, repeated in fields(message):
            label = _TYPES.LABEL_REPEATED if repeated else _TYPES.LABEL_OPTIONAL
            if kind in OF_THE_CLIENT:
                built.field.add(
                    name=name, number=number, label=label, type=_TYPES.TYPE_MESSAGE, type_name=f".client.{kind}"
                )
            else:
                built.field.add(name=name, number=number, label=label, type=getattr(_TYPES, f"TYPE_{kind.upper()}"))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"client.{name}")) for name in OF_THE_CLIENT
    }
