"""Fetching from a server on this machine: pace, manners, resumption, and answers that are no logs."""

import gzip
import io
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import zipfile
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

import mjlog
from mjlog.fetching import TermsError, fetch, session
from mjlog.fetching.session import TRIES
from mjlog.tables.store import StoreError, locked
from tests.archive.test_archive import zipped
from tests.fetching.loopback import CONTACT, Clock, Site, pace, trickling
from tests.made_logs import log, log_name


def get(site, out, *numbers, **options):
    options = {"accept_terms": True, "contact": CONTACT, "site": site.url, "pace": pace(site.clock)} | options
    return fetch([log_name(number) for number in numbers], out, **options)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def gaps(site):
    times = [request[2] for request in site.requests]
    return [later - earlier for earlier, later in itertools.pairwise(times)]


def test_logs_are_kept_gzipped_under_their_ids_and_can_be_imported(site, tmp_path):
    site.has(1, 2)
    report = get(site, tmp_path / "out", 1, 2, 1)
    assert (report.n_games, report.n_fetched, report.n_remaining, report.not_fetched) == (2, 2, 0, ())
    assert names(tmp_path / "out") == [f"{log_name(n)}.xml.gz" for n in (1, 2)]
    assert gzip.decompress((tmp_path / "out" / f"{log_name(2)}.xml.gz").read_bytes()) == log(2)
    assert mjlog.read(tmp_path / "out").games.id.tolist() == [log_name(1), log_name(2)]


def test_nothing_is_asked_without_consent_a_contact_or_a_sane_site(site, tmp_path):
    with pytest.raises(TermsError):
        get(site, tmp_path / "out", 1, accept_terms=False)
    for contact in ("", "me", "me@nowhere", "a@b.c\r\nX: y", "a@b.c)"):
        with pytest.raises(ValueError, match="address"):
            get(site, tmp_path / "out", 1, contact=contact)
    for wrong in ("tenhou.net", "ftp://tenhou.net", "http://a/b", "http://a:b"):
        with pytest.raises(ValueError, match="not a site"):
            get(Site(Clock(), wrong), tmp_path / "out", 1)
    with pytest.raises(ValueError, match="too fast"):
        pace(interval=0.9)
    assert site.requests == []
    assert not (tmp_path / "out").exists()


def test_every_request_says_who_asks_and_one_connection_is_kept(site, tmp_path):
    site.has(1, 2, 3)
    get(site, tmp_path / "out", 1, 2, 3)
    assert site.paths == ["/robots.txt", *(f"/0/log/?{log_name(n)}" for n in (1, 2, 3))]
    for _, headers, _, _ in site.requests:
        assert re.fullmatch(rf"mjlog/\S+ \(.*contact: {CONTACT}\)", headers["User-Agent"])
    assert len({connection for _, _, _, connection in site.requests}) == 1


def test_the_pace_is_held_between_all_requests(site, tmp_path):
    site.has(1, 2, 3)
    get(site, tmp_path / "out", 1, 2, 3)
    assert gaps(site) == [2.0, 2.0, 2.0]


def test_waits_are_longer_at_random_and_never_shorter():
    clock = Clock()
    one = mjlog.fetching.Pace(2.0, clock=clock, sleep=clock.sleep, chance=lambda: 0.5)
    one.wait()
    one.done()
    clock.now += 0.5
    one.wait()
    one.done()
    clock.now += 9.0
    one.wait()
    assert clock.slept == [1.75]


def test_what_is_there_is_not_fetched_again(site, tmp_path):
    out = tmp_path / "out"
    site.has(1, 2, 3, 4)
    get(site, out, 1)
    (out / "more").mkdir()
    (out / "more" / f"{log_name(2)}&tw=1.mjlog").write_bytes(log(2))
    (out / f"{log_name(3)}.xml").write_bytes(b"")
    site.requests.clear()
    report = get(site, out, 1, 2, 3, 4)
    assert site.asked == [log_name(3), log_name(4)]
    assert (report.n_existing, report.n_fetched) == (2, 2)
    site.requests.clear()
    assert get(site, out, 1, 2, 3, 4).n_existing == 4
    assert site.requests == []


def test_a_limit_leaves_the_rest_for_the_next_time(site, tmp_path):
    site.has(1, 2, 3)
    assert get(site, tmp_path / "out", 1, 2, 3, limit=2).n_remaining == 1
    assert get(site, tmp_path / "out", 1, 2, 3, limit=2).n_fetched == 1
    assert len(site.asked) == 3


def test_a_missing_log_is_told_and_never_asked_for_again(site, tmp_path):
    site.has(2)
    report = get(site, tmp_path / "out", 1, 2)
    (missing,) = report.not_fetched
    assert str(missing) == (f"{log_name(1)}: the site does not have it, status 404 ({site.url}/0/log/?{log_name(1)})")
    assert (report.n_fetched, report.stopped) == (1, None)
    site.requests.clear()
    assert get(site, tmp_path / "out", 1, 2).n_known_missing == 1
    assert site.requests == []


def test_twenty_missing_logs_in_a_row_are_a_wrong_list(site, tmp_path):
    site.has(19, 40)
    report = get(site, tmp_path / "out", *range(50))
    assert "20 logs in a row" in report.stopped
    assert site.asked[-1] == log_name(39)
    assert (report.n_fetched, report.n_remaining) == (1, 10)
    assert len((tmp_path / "out" / ".missing").read_text().split()) == 19
    assert get(site, tmp_path / "out", *range(50)).n_known_missing == 19


def test_a_busy_server_is_given_the_time_it_asks_for(site, clock, tmp_path):
    site.say(
        f"/0/log/?{log_name(1)}",
        (429, b"", {"Retry-After": "90"}),
        (503, b"", {}),
        (503, b"", {"Retry-After": "soon"}),
        (200, log(1), {}),
    )
    report = get(site, tmp_path / "out", 1)
    assert report.n_fetched == 1
    assert gaps(site) == [2.0, 90.0, 20.0, 40.0]


def test_a_server_may_ask_for_time_by_a_date(site, clock, tmp_path):
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=1000), usegmt=True)
    site.say(f"/0/log/?{log_name(1)}", (429, b"", {"Retry-After": then}), (200, log(1), {}))
    assert get(site, tmp_path / "out", 1).n_fetched == 1
    assert 900 < gaps(site)[1] <= 1000


def test_a_server_that_asks_for_more_than_an_hour_is_left_alone(site, tmp_path):
    site.say(f"/0/log/?{log_name(1)}", (429, b"", {"Retry-After": "3601"}))
    report = get(site, tmp_path / "out", 1, 2)
    assert "3,601 s" in report.stopped
    assert (site.asked, report.n_remaining) == ([log_name(1)], 2)


@pytest.mark.parametrize("status", [401, 403, 451])
def test_a_server_that_refuses_is_left_alone(site, tmp_path, status):
    site.say(f"/0/log/?{log_name(1)}", (status, b"", {}))
    report = get(site, tmp_path / "out", 1, 2)
    assert f"status {status}" in report.stopped
    assert (site.asked, report.n_remaining) == ([log_name(1)], 2)


def test_a_server_that_stays_down_is_left_alone_after_three_logs(site, tmp_path):
    site.has(1)
    for number in (2, 3, 4):
        site.say(f"/0/log/?{log_name(number)}", (500, b"", {}))
    report = get(site, tmp_path / "out", 1, 2, 3, 4, 5)
    assert "3 logs in a row" in report.stopped
    assert (report.n_fetched, report.n_remaining) == (1, 1)
    assert len(site.asked) == 1 + 3 * TRIES
    assert report.not_fetched[0].reason == "status 500, 5 times"
    rests = [gap for gap in gaps(site) if gap > 2]
    assert rests[:4] == [10.0, 20.0, 40.0, 80.0]


def test_a_server_that_is_not_there_is_said_so(tmp_path):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    clock = Clock()
    report = fetch(
        [log_name(1)],
        tmp_path / "out",
        contact=CONTACT,
        accept_terms=True,
        site=f"http://127.0.0.1:{port}",
        pace=pace(clock),
    )
    assert "robots.txt cannot be read" in report.stopped
    assert "ConnectionRefusedError" in report.stopped
    assert (report.n_requests, clock.slept) == (TRIES, [10.0, 20.0, 40.0, 80.0])


def test_a_connection_closed_while_waiting_is_opened_again_at_once(site, tmp_path):
    site.has(1)
    site.say(f"/0/log/?{log_name(2)}", (None, b"", {}), (200, log(2), {}))
    assert get(site, tmp_path / "out", 1, 2).n_fetched == 2
    assert set(gaps(site)) == {2.0}


@pytest.mark.parametrize(
    ("data", "headers"),
    [
        (log(1), {"Content-Encoding": "gzip"}),
        (gzip.compress(log(1)), {"Content-Type": "application/gzip"}),
        (gzip.compress(log(1)), {"Content-Encoding": "gzip", "Content-Type": "application/gzip"}),
    ],
)
def test_gzipped_answers_are_unpacked(site, tmp_path, data, headers):
    body = gzip.compress(data) if "Content-Encoding" in headers else data
    site.say(f"/0/log/?{log_name(1)}", (200, body, headers))
    assert get(site, tmp_path / "out", 1).n_fetched == 1
    assert gzip.decompress((tmp_path / "out" / f"{log_name(1)}.xml.gz").read_bytes()) == log(1)


@pytest.mark.parametrize(
    ("body", "headers", "reason"),
    [
        (log(1), {"cut": 300}, "bytes early"),
        (b"%x\r\n%s" % (len(log(1)), log(1)[:300]), {"Transfer_Encoding": "chunked"}, "IncompleteRead"),
        (gzip.compress(log(1))[:200], {"Content-Encoding": "gzip"}, "ends too early"),
        (b"no gzip", {"Content-Encoding": "gzip"}, "damaged"),
    ],
)
def test_a_cut_answer_is_asked_for_again_and_never_kept(site, tmp_path, body, headers, reason):
    site.say(f"/0/log/?{log_name(1)}", (200, body, dict(headers)), (200, log(1), {}))
    assert get(site, tmp_path / "out", 1).n_fetched == 1
    assert gaps(site)[-1] == 10.0
    site.say(f"/0/log/?{log_name(2)}", *[(200, body, dict(headers)) for _ in range(TRIES)])
    (failure,) = get(site, tmp_path / "out", 2).not_fetched
    assert reason in failure.reason
    assert names(tmp_path / "out") == [f"{log_name(1)}.xml.gz"]


@pytest.mark.parametrize(
    ("body", "headers", "reason"),
    [
        (b"<html>Please log in</html>", {}, "not a log in the format tenhou-xml; it begins b'<html>"),
        (b'{"title":["",""],"name":["A","B","C","D"],"rule":{"disp":""},"log":[]}', {}, "not a log in the format"),
        (b"", {}, "not a log in the format"),
        (log(1)[:-60], {}, "truncated"),
        (log(1).replace(b"<INIT", b"<INIT <"), {}, "broken-markup"),
        (b'<mjloggm ver="2.3"></mjloggm>', {}, "truncated"),
        (zipped({"a.xml": log(1), "b.xml": log(2)}), {}, "archive of 2 files"),
        (gzip.compress(log(1))[:200], {}, "too early"),
        (b"x", {"Content-Encoding": "br"}, "'br'"),
        (b"x" * ((16 << 20) + 1), {}, "16 MiB"),
        (gzip.compress(bytes(17 << 20)), {"Content-Encoding": "gzip"}, "too large"),
    ],
)
def test_what_is_not_a_whole_log_is_not_kept(site, tmp_path, body, headers, reason):
    site.say(f"/0/log/?{log_name(1)}", (200, body, headers))
    site.has(2)
    report = get(site, tmp_path / "out", 1, 2)
    (failure,) = report.not_fetched
    assert failure.game == log_name(1)
    assert reason in failure.reason
    assert names(tmp_path / "out") == [f"{log_name(2)}.xml.gz"]


def test_a_log_with_a_fault_of_its_own_is_kept_as_the_service_has_it(site, tmp_path):
    odd = log(1).replace(b"<TAIKYOKU", b'<NEWTAG a="1"/><TAIKYOKU')
    site.has(1, data=odd)
    assert get(site, tmp_path / "out", 1).n_fetched == 1


def test_the_log_of_another_game_is_not_kept(site, tmp_path):
    site.has(1, data=log(1).replace(b'type="9"', b'type="1"'))
    site.has(2)
    site.has(3, data=log(2))
    site.has(4)
    report = get(site, tmp_path / "out", 1, 2, 3, 4)
    assert [failure.game for failure in report.not_fetched] == [log_name(1), log_name(3)]
    assert "its kind of table differs" in report.not_fetched[0].reason
    assert f"same bytes came for {log_name(2)}" in report.not_fetched[1].reason
    assert names(tmp_path / "out") == [f"{log_name(n)}.xml.gz" for n in (2, 4)]
    site.has(1, 3)
    assert get(site, tmp_path / "out", 1, 2, 3, 4).n_fetched == 2


def test_redirections_are_followed_at_the_pace_and_only_to_addresses(site, tmp_path):
    site.say(f"/0/log/?{log_name(1)}", (302, b"", {"Location": "/archived?1"}))
    site.say("/archived?1", (200, log(1), {}))
    site.say(f"/0/log/?{log_name(2)}", (302, b"", {"Location": f"/0/log/?{log_name(2)}"}))
    site.say(f"/0/log/?{log_name(3)}", (302, b"", {"Location": "file:///etc/passwd"}))
    report = get(site, tmp_path / "out", 1, 2, 3)
    assert report.n_fetched == 1
    assert set(gaps(site)) == {2.0}
    assert [failure.reason for failure in report.not_fetched] == [
        "more than 3 redirections",
        "status 302 redirects to 'file:///etc/passwd', which is not an address",
    ]


@pytest.mark.parametrize(
    ("robots", "allowed"),
    [
        ((200, b"User-agent: *\nDisallow: /0/log/", {}), False),
        ((200, b"User-agent: mjlog\nDisallow: /", {}), False),
        ((200, b"User-agent: other\nDisallow: /", {}), True),
        ((200, b"User-agent: *\nDisallow: /sc/", {}), True),
        ((503, b"", {}), False),
        ((403, b"", {}), False),
        ((200, "User-agent: *\nCrawl-delay: ²".encode(), {}), False),
        ((200, b"User-agent: *\nDisallow: http://[", {}), False),
        ((200, b"User-agent: *\nCrawl-delay: " + b"9" * 500, {}), False),
        ((200, b"User-agent: *\nCrawl-delay: 999999", {}), False),
    ],
)
def test_robots_txt_is_obeyed(site, tmp_path, robots, allowed):
    site.say("/robots.txt", robots)
    site.has(1)
    report = get(site, tmp_path / "out", 1)
    assert (report.n_fetched, report.stopped is None, bool(site.asked)) == (allowed, allowed, allowed)


@pytest.mark.parametrize("location", ["http://[::1/a", "/\u00fc", "/a b", "http://a:99999/"])
def test_a_redirection_to_no_address_is_no_answer(site, tmp_path, location):
    site.say(f"/0/log/?{log_name(1)}", (302, b"", {"Location": location.encode().decode("latin-1")}))
    site.has(2)
    report = get(site, tmp_path / "out", 1, 2)
    assert (report.n_fetched, report.stopped) == (1, None)
    assert "which is not an address" in report.not_fetched[0].reason


def test_a_redirection_to_a_name_no_host_can_have_stops_in_words(site, tmp_path):
    site.say(f"/0/log/?{log_name(1)}", (302, b"", {"Location": "http://.a/"}))
    assert "http://.a/robots.txt cannot be read" in get(site, tmp_path / "out", 1).stopped


HEAD = b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ([HEAD, *[b"A: b\r\n"] * 90], "the answer is too slow"),
        ([HEAD + b"Content-Length: 9999\r\n\r\n", *[b"x"] * 90], "the answer is too slow"),
        ([HEAD + b"Connection: close\r\n\r\n", *[b"x"] * 90], "the answer is too slow"),
        ([HEAD + b"Transfer-Encoding: chunked\r\n\r\n-5\r\nabc\r\n0\r\n\r\n"], "ValueError"),
        ([HEAD + b"Content-Length: 5\r\n\r\nabc"], "ends 2 bytes early"),
        ([b"HTTP/1.1 abc\n\n"], "BadStatusLine"),
        ([b"HTTP/1.1 100 Continue\r\n\r\n"] * 90, "the answer is too slow"),
    ],
)
def test_a_server_that_does_not_keep_to_http_is_left_in_time(monkeypatch, pieces, reason):
    monkeypatch.setattr(session, "LONGEST_ANSWER", 0.2)
    monkeypatch.setattr(session, "TRIES", 1)
    pages = {b"/robots.txt": [b"HTTP/1.1 404 no\r\nConnection: close\r\n\r\n"], b"/a": pieces}
    with trickling(pages) as url, session.Session("mjlog", pace()) as asked:
        with pytest.raises(session.UnansweredError, match=reason) as error:
            asked.get(f"{url}/a")
        assert "\n" not in str(error.value)


def test_a_crawl_delay_slows_the_pace(site, tmp_path):
    site.say("/robots.txt", (200, b"User-agent: *\nCrawl-delay: 7", {}))
    site.has(1, 2)
    get(site, tmp_path / "out", 1, 2)
    assert gaps(site) == [7.0, 7.0]


def test_two_fetches_from_one_site_do_not_run_at_once(site, tmp_path):
    site.has(1)
    get(site, tmp_path / "out", 1)
    (lock,) = Path(tempfile.gettempdir()).glob("mjlog-fetch-127.0.0.1-*")
    with locked(lock), pytest.raises(StoreError, match="one session"):
        get(site, tmp_path / "elsewhere", 1)
    assert get(site, tmp_path / "elsewhere", 1).n_fetched == 1


def test_an_archive_takes_logs_in_and_keeps_those_it_had(site, tmp_path):
    out = tmp_path / "logs.zip"
    site.has(1, 2)
    get(site, out, 1)
    get(site, out, 1, 2, 3)
    with zipfile.ZipFile(out) as archive:
        assert archive.namelist() == [f"{log_name(n)}.xml" for n in (1, 2)]
        assert archive.read(f"{log_name(2)}.xml") == log(2)
        assert archive.getinfo(f"{log_name(2)}.xml").compress_type == zipfile.ZIP_DEFLATED
    assert names(tmp_path) == [".logs.zip.missing", "logs.zip"]
    assert len(mjlog.read(out)) == 2
    site.requests.clear()
    assert get(site, out, 1, 2, 3).n_existing == 2
    assert site.requests == []


def test_a_file_that_is_no_archive_is_not_written_over(site, tmp_path):
    out = tmp_path / "logs.zip"
    out.write_bytes(b"my notes")
    with pytest.raises(ValueError, match="not a zip archive"):
        get(site, out, 1)
    assert (out.read_bytes(), site.requests) == (b"my notes", [])


KILLED = """
import os, signal, sys, tempfile
from mjlog.fetching import fetch, log_store
from tests.fetching.loopback import CONTACT, pace
tempfile.tempdir, out, site, *games = sys.argv[1:]
real, left = os.fsync, [2]
def fsync(file):
    real(file)
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
log_store.os.fsync = fsync
fetch(games, out, contact=CONTACT, accept_terms=True, site=site, pace=pace())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
@pytest.mark.parametrize("name", ["out", "out.zip"])
def test_a_killed_fetch_goes_on_where_it_was(site, tmp_path, name):
    site.has(1, 2, 3)
    out = tmp_path / "in" / name
    games = [log_name(n) for n in (1, 2, 3)]
    command = [sys.executable, "-c", KILLED, str(tmp_path), str(out), site.url, *games]
    done = subprocess.run(command, check=False, env=os.environ | {"PYTHONPATH": os.getcwd()}, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert site.asked == games[:2]
    site.requests.clear()
    report = get(site, out, 1, 2, 3)
    assert (report.n_existing, report.n_fetched, site.asked) == (1, 2, games[1:])
    assert mjlog.read(out).games.id.tolist() == games
    assert not [path for path in (tmp_path / "in").rglob("*") if path.name.endswith((".part", ".parts"))]


def test_an_interrupt_leaves_what_was_fetched_in_the_archive(site, tmp_path):
    site.has(1, 2)

    def interrupt(step):
        if step.n_done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        get(site, tmp_path / "logs.zip", 1, 2, progress=interrupt)
    assert zipfile.ZipFile(io.BytesIO((tmp_path / "logs.zip").read_bytes())).namelist() == [f"{log_name(1)}.xml"]


def test_progress_is_told_after_every_log(site, tmp_path):
    site.has(1)
    steps = []
    get(site, tmp_path / "out", 1, 2, progress=steps.append)
    assert steps == [(0, 2, 0), (1, 2, 0), (2, 2, 1)]
