"""Games written as records of Riichi City, in the words and numbers of the client's own enumerations."""

import json

from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.rules.yaku import YAKU
from mjlog.tiles import name_of

FANG_TYPES = {
    "LiZhi": "riichi", "MenQingZiMO": "menzen_tsumo", "YiFa": "ippatsu", "LingShangKaihua": "rinshan",
    "HaiDiLaoYue": "haitei", "HeDiLaoYu": "houtei", "QiangGang": "chankan", "YiPaiZhong": "chun", "YiPaiFa": "hatsu",
    "YiPaiBai": "haku", "YiPaiQuan": "round_wind", "YiPaiMen": "seat_wind", "YiBeiKou": "iipeikou", "PingHe": "pinfu",
    "DuanYaoJiu": "tanyao", "ShuangLiZhi": "double_riichi", "DuiDuiHe": "toitoi", "QiDuiZi": "chiitoitsu",
    "SanAnKe": "sanankou", "SanGangZi": "sankantsu", "HuiYaoJiu": "honroutou", "HuiQuanDaiYaoJiu": "chanta",
    "YiQiTongGuan": "ittsuu", "SanSeTongShui": "sanshoku_doujun", "XiaoSanYuan": "shousangen",
    "SanSeTongKe": "sanshoku_doukou", "ChunQuanDaiYaoJiu": "junchan", "HuiYiSe": "honitsu", "ErBeiKou": "ryanpeikou",
    "QingYiSe": "chinitsu", "LiuJuManGuan": "nagashi_mangan", "TianHe": "tenhou", "DiHe": "chiihou", "RenHe": "renhou",
    "GuoShiWuShuang": "kokushi", "GuoShiWuShuang13": "kokushi_13", "JiuLianBaoDeng": "chuuren",
    "ChunaJiuLianBaoDeng": "junsei_chuuren", "SiAnKe": "suuankou", "SiAnKeDan": "suuankou_tanki",
    "SiGangZi": "suukantsu", "QingLaoTou": "chinroutou", "ZiYiSe": "tsuuiisou", "DaSiXi": "daisuushii",
    "XiaoSiXi": "shousuushii", "DaSanYuan": "daisangen", "LvYiSe": "ryuuiisou", "ChunLvYiSe": "junsei_ryuuiisou",
    "BaLianZhuang": "paarenchan", "QiBaoPai": "red_dora", "BaoPai": "dora", "LiBaoPai": "ura_dora",
    "KaiLiZhi": "open_riichi", "KaiShuangLiZhi": "open_double_riichi", "KaiYiMan": "open_riichi_deal_in",
    "PullNorth": "kita", "YiPaiBei": "north_wind",
}  # fmt: skip
"""The client's names of yaku in the order of their numbers from 0, with our keys."""
FANG_OF_KEY = {key: number for number, key in enumerate(FANG_TYPES.values())}
ACTIONS = {
    EventKind.PON: 5, EventKind.DAIMINKAN: 6, EventKind.ANKAN: 8, EventKind.KAKAN: 9, EventKind.KITA: 13,
}  # fmt: skip
ENDS = {
    Result.SUUFON_RENDA: 2, Result.SUUKAIKAN: 3, Result.SUUCHA_RIICHI: 4, Result.SANCHAHOU: 5,
    Result.KYUUSHU_KYUUHAI: 6, Result.EXHAUSTIVE_DRAW: 7, Result.NAGASHI_MANGAN: 7,
}  # fmt: skip
BLOCKS = {"p": 0, "s": 16, "m": 32}
FIRST_USER = 100_000_001


def card(tile):
    """The number of a tile: blocks of 16 for pin, sou, man and each honor; 256 more for a red five."""
    number, suit = int(name_of(int(tile), "mpsz")[0]), name_of(int(tile), "mpsz")[1]
    if suit == "z":
        return 16 * (number + 2) + 1
    return BLOCKS[suit] + (number or 261)


def cards(tiles):
    return [card(tile) for tile in tiles if tile != ABSENT]


def record_of(games, game, *, turned=1, **settings):
    """The record of a game; the first dealer is at position `turned` of the table."""
    players = int(games.games.players[game])
    table = _Table(games, players, turned)
    first, last = int(games.kyoku_start[game]), int(games.kyoku_start[game + 1])
    kyoku = [table.kyoku(game, row, over=row == last - 1) for row in range(first, last)]
    data = {
        "fangFu": 0, "gamePlay": 1001, "handRecord": kyoku, "initPoints": 0, "isGeMu": False, "isKaiLiZhi": False,
        "keyValue": f"cn{game:018x}", "northOperateType": 0, "nowTime": 1680354000, "playerCount": players,
        "round": 2, "stageType": 4,
    } | settings  # fmt: skip
    return {"code": 0, "data": data, "message": "ok"}


def file_of(games, game, **more):
    return json.dumps(record_of(games, game, **more), ensure_ascii=False).encode()


class _Table:
    """Who sits where: user ids and positions of seats."""

    def __init__(self, games, players, turned):
        self.games, self.players, self.turned = games, players, turned
        self.in_order = [(position - turned) % players for position in range(players)]
        """The seat at each position."""

    def user(self, seat):
        return FIRST_USER + (int(seat) + self.turned) % self.players

    def kyoku(self, game, row, *, over):
        start = self.games.kyoku
        events = _Events(self, row).all()
        if over:
            header = self.games.games
            ends = [
                {
                    "user_id": self.user(seat), "point_num": int(header.final_points[game, seat]),
                    "score": round(10 * header.final_scores[game, seat]),
                }
                for seat in reversed(self.in_order)
            ]  # fmt: skip
            events.append((6, 0, {"user_data": ends, "pai_pu_id": "", "is_exist_room": False}))
        names = self.games.seats.name[game]
        return {
            "benChangNum": int(start.honba[row]), "changCi": int(start.number[row]), "handCardEncode": "",
            "handEventRecord": [
                {
                    "data": json.dumps(data), "eventPos": n, "eventType": kind, "handId": "",
                    "startTime": 1680350400 + n, "userId": user,
                }
                for n, (kind, user, data) in enumerate(events)
            ],
            "handID": f"{row}", "handPos": row, "paiShan": [],
            "players": [
                {"nickname": names[seat], "position": position, "userId": self.user(seat)}
                for position, seat in enumerate(self.in_order)
            ],
            "quanFeng": 49 + 16 * int(start.wind[row]),
        }  # fmt: skip


class _Events:
    """The events of one kyoku."""

    def __init__(self, table, row):
        self.table, self.games, self.row = table, table.games, row
        self.made = []
        self.sizes = [13] * table.players
        self.turned = []

    def note(self, kind, seat, **data):
        self.made.append((kind, self.table.user(seat), data))

    def act(self, action, seat, **data):
        fields = {"action": action, "user_id": self.table.user(seat), "is_li_zhi": False, "group_cards": None}
        self.note(4, seat, **fields | data)

    def all(self):
        games, start, row = self.games, self.games.kyoku, self.row
        first, last = int(games.event_start[row]), int(games.event_start[row + 1])
        dealer = int(start.dealer[row])
        common = {
            "dealer_pos": (dealer + self.table.turned) % self.table.players, "dices": [1, 2],
            "bao_pai_card": card(start.dora_indicator[row]), "quan_feng": 49 + 16 * int(start.wind[row]),
            "chang_ci": int(start.number[row]), "ben_chang_num": int(start.honba[row]),
            "li_zhi_bang_num": int(start.sticks[row]),
            "user_info_list": [
                {"user_id": self.table.user(seat), "hand_points": int(start.points[row, seat])}
                for seat in self.table.in_order
            ],
        }  # fmt: skip
        for seat in self.table.in_order:
            hand = cards(start.hands[row, seat]) + (cards([games.events.tile[first]]) if seat == dealer else [])
            self.note(1, seat, hand_cards=hand, **common)
        self.note(2, dealer, in_card=0, is_first_xun_in=True)
        call, drawn, riichi = int(games.call_start[row]), True, False
        for n in range(first + 1, last):
            kind, seat, tile = (int(getattr(games.events, name)[n]) for name in ("kind", "seat", "tile"))
            if kind == EventKind.DRAW:
                self.note(2, seat, in_card=card(tile), is_first_xun_in=False)
                drawn = True
            elif kind == EventKind.RIICHI:
                riichi = True
            elif kind == EventKind.RIICHI_ACCEPTED:
                self.note(8, seat, user_id=self.table.user(seat), is_auto_gang=False)
            elif kind == EventKind.DORA:
                self.turned.append(card(tile))
                self.note(7, seat, cards=[*self.turned])
            elif kind == EventKind.DISCARD:
                place = self.sizes[seat] + 1 if drawn and games.events.tsumogiri[n] == 1 else 1
                self.act(11, seat, card=card(tile), move_cards_pos=[place, 1], is_li_zhi=riichi, li_zhi_type=1)
                drawn = riichi = False
            elif EventKind.CHI <= kind <= EventKind.KITA:
                self.call(call, kind, seat)
                call += 1
                drawn = False
        self.end()
        return self.made

    def call(self, call, kind, seat):
        called, *others = cards(self.games.calls.tiles[call])
        if kind == EventKind.CHI:
            action = 2 + sum(other & 15 < called & 15 for other in others)
            self.act(action, seat, card=called, group_cards=others)
        elif kind in (EventKind.KAKAN, EventKind.KITA):
            self.act(ACTIONS[kind], seat, card=called)
        else:
            self.act(ACTIONS[kind], seat, card=called, group_cards=others)
        if kind not in (EventKind.KAKAN, EventKind.KITA):
            self.sizes[seat] -= 3
        if kind in (EventKind.CHI, EventKind.PON):
            self.note(2, seat, in_card=0, is_first_xun_in=False)

    def end(self):
        games, row = self.games, self.row
        wins = range(int(games.win_start[row]), int(games.win_start[row + 1]))
        if wins:
            tsumo = games.wins.from_seat[wins.start] == ABSENT
            for win in wins:
                self.act(10 if tsumo else 7, games.wins.winner[win], card=card(games.wins.tile[win]))
            before = games.wins.points_before[wins.start]
            paid = games.wins.payments[wins.start : wins.stop].sum(axis=0)
            liable = {int(seat) for seat in games.wins.pao[wins.start : wins.stop]}
            infos = [self.win(win) for win in reversed(wins)]
            self.finish(1 if tsumo else 0, infos, before, paid, liable)
            return
        draw, result = int(games.draw_start[row]), Result(games.kyoku.result[row])
        draws, shown = games.draws, []
        if result in (Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN):
            shown = [
                {
                    "user_id": self.table.user(seat), "fang_info": None, "all_point": 0, "ting_card_list": [1],
                    "user_cards": cards(draws.hands[draw, seat]),
                }
                for seat in range(self.table.players)
                if draws.revealed[draw, seat] == 1
            ]  # fmt: skip
        paid = draws.payments[draw]
        if result == Result.NAGASHI_MANGAN:
            winner = self.table.user(int(paid.argmax()))
            kind = [{"fang_type": FANG_OF_KEY["nagashi_mangan"], "fang_num": 5}]
            shown.append({"user_id": winner, "fang_info": kind, "all_point": 8000, "ting_card_list": None})
        if result == Result.KYUUSHU_KYUUHAI:
            self.act(12, draws.revealed[draw].argmax(), card=0)
        self.finish(ENDS[result], shown, draws.points_before[draw], paid, set())

    def win(self, win):
        games = self.games
        hand = cards(games.wins.hand[win])
        hand.remove(card(games.wins.tile[win]))
        rows = range(int(games.yaku_start[win]), int(games.yaku_start[win + 1]))
        yaku = [(YAKU[games.yaku.yaku[row]], max(int(games.yaku.han[row]), 0)) for row in rows]
        ura = cards(games.wins.ura_indicators[win])
        return {
            "fang_info": [
                {"fang_type": FANG_OF_KEY[of.key], "fang_num": 13 if of.kind == "yakuman" else han} for of, han in yaku
            ],
            "all_fang_num": int(games.wins.han[win]) if games.wins.han[win] > 0 else sum(han for _, han in yaku),
            "all_fu": int(games.wins.fu[win]), "all_point": int(games.wins.points[win]), "user_cards": hand,
            "li_bao_card": ura or None, "user_id": self.table.user(games.wins.winner[win]), "ting_card_list": None,
        }  # fmt: skip

    def finish(self, end_type, infos, before, paid, liable):
        profits = [
            {
                "user_id": self.table.user(seat), "point_profit": int(paid[seat]), "li_zhi_profit": 0,
                "is_bao_pai": seat in liable, "user_point": int(before[seat] + paid[seat]),
            }
            for seat in self.table.in_order
        ]  # fmt: skip
        self.made.append((5, 0, {"end_type": end_type, "win_info": infos, "user_profit": profits}))
