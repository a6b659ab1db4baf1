"""Small Tenhou logs for tests of everything around parsing: any number of different games, the same ones every time."""

import random


def log_name(number):
    """The id of a made game, as Tenhou forms it."""
    return f"2024010100gm-0009-0000-{number:08x}"


def log(number, *, kyoku=2):
    """The bytes of a made game: `kyoku` times a few turns, then nine terminals and honors for the dealer."""
    rng = random.Random(number)
    tags = ['<mjloggm ver="2.3"><GO type="9" lobby="0"/>']
    names = ",".join(str(number * 10 + seat) for seat in range(4)).split(",")
    tags.append("<UN " + " ".join(f'n{seat}="{name}"' for seat, name in enumerate(names)))
    tags[-1] += ' dan="10,11,12,13" rate="1500.00,1600.00,1700.00,1800.00" sx="M,F,M,F"/><TAIKYOKU oya="0"/>'
    for nth in range(kyoku):
        wall = rng.sample(range(136), 136)
        hands = [wall[13 * seat : 13 * seat + 13] for seat in range(4)]
        drawn = iter(wall[53:])
        shown = "".join(f' hai{seat}="{",".join(map(str, hand))}"' for seat, hand in enumerate(hands))
        tags.append(f'<INIT seed="0,{nth},0,1,2,{wall[52]}" ten="250,250,250,250" oya="0"{shown}/>')
        for seat in range(4):
            tile = next(drawn)
            tags.append(f"<{'TUVW'[seat]}{tile}/><{'DEFG'[seat]}{tile}/>")
        tags.append(f"<T{next(drawn)}/>")
        end = ' owari="250,0.0,250,0.0,250,0.0,250,0.0"' if nth == kyoku - 1 else ""
        shown = ",".join(map(str, hands[0]))
        tags.append(f'<RYUUKYOKU type="yao9" ba="{nth},0" sc="250,0,250,0,250,0,250,0" hai0="{shown}"{end}/>')
    return ("".join(tags) + "</mjloggm>").encode()


def write_logs(folder, numbers):
    """Write made games as files named by their ids."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        (folder / f"{log_name(number)}.xml").write_bytes(log(number))
    return folder
