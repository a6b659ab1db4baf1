"""The dashboard as a page for the browser.

Every choice is an address, so that pages can be kept and sent. The page arrives in pieces: the controls at once, then
each panel as soon as it is computed. By default only this machine can reach the page, and only under its own names: a
foreign site cannot read it through the reader's browser. At another address whoever reaches it can read it.
"""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.datastructures import QueryParams
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from mjlog.dashboard.choices import Choices
from mjlog.dashboard.pieces import head_html, panel_html
from mjlog.display import page as kyoku_page
from mjlog.panels import Selection
from mjlog.report.html import rendered
from mjlog.stats.dimensions import keeps_rows
from mjlog.tables.dataset import Dataset
from mjlog.tables.originals import find_game, source_of_game
from mjlog.words import LANGUAGES, NAMES, Language, in_language, language, tr

LOOPBACK: Final = "127.0.0.1"


def application(ds: Dataset, *, hosts: tuple[str, ...] = (LOOPBACK, "localhost"), ahead: bool = False) -> Starlette:
    """The pages of a data set, for browsers that ask for one of the `hosts`. Raises ValueError without games.

    With `ahead`, a thread computes what all choices share after the first page was sent; the process waits for it.
    """
    choices = Choices(ds)
    thread = Thread(target=choices.prepare)

    async def prepare() -> None:
        if thread.ident is None:
            thread.start()

    after = BackgroundTask(prepare) if ahead and keeps_rows(ds) else None

    def page(request: Request) -> Response:
        pieces = _page(choices, request.query_params)
        return StreamingResponse(pieces, media_type="text/html", background=after)

    def nothing(request: Request) -> Response:
        return Response(status_code=204)

    def kyoku(request: Request) -> Response:
        query = request.query_params
        game, number = query.get("game", ""), query.get("kyoku", "")
        try:
            view = find_game(source_of_game(game, ds.folder), game)
            with in_language(language_of(query)):
                text = kyoku_page(view.kyoku[int(number)], tr("{game}, kyoku {kyoku}", game=game, kyoku=number))
        except (ValueError, IndexError, OSError) as error:
            return HTMLResponse(rendered("message.html", text=str(error)), status_code=404)
        return HTMLResponse(text)

    app = Starlette(
        routes=[Route("/", page), Route("/kyoku", kyoku), Route("/favicon.ico", nothing)],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))],
    )
    app.state.choices = choices
    return app


def selection_of(query: QueryParams, choices: Choices) -> Selection:
    """The selection of an address; a value that is no choice counts as not given."""
    players = choices.players[0]
    if query.get("players", "") in map(str, choices.players):
        players = int(query["players"])
    years = choices.years(players)
    ends = [int(query[name]) if query.get(name, "").isdecimal() else None for name in ("from", "to")]
    chosen = (ends[0] or years[0], ends[1] or years[-1]) if years and any(ends) else None
    return Selection(
        players=players,
        player=choices.name_of(query.get("player", "").strip(), players) or None,
        rooms=tuple(filter(None, [query.get("room", "")])),
        years=chosen,
        opponents=tuple(filter(None, [choices.name_of(query.get("opponent", "").strip(), players)])),
    )


def language_of(query: QueryParams) -> Language:
    """The language of an address; by default that of the process."""
    return next((code for code in LANGUAGES if code == query.get("lang")), language())


def _page(choices: Choices, query: QueryParams) -> Iterator[str]:
    """The page in pieces; each one sets its language, since the server may compute the next one in another context."""
    s, code = selection_of(query, choices), language_of(query)
    chapters = choices.chapters(s)
    chapter = query.get("chapter", "")
    if chapter not in chapters:
        chapter = next(iter(chapters))
    with in_language(code):
        title, games, problem = choices.head(s, chapter)
        head = rendered(
            "live.html",
            title=title,
            s=s,
            chapter=chapter,
            chapters=list(chapters),
            address=lambda name: "?" + str(QueryParams({**dict(query), "chapter": name})),
            kinds=choices.players,
            names=choices.names(s.players),
            rooms=choices.rooms(s.players),
            years=choices.years(s.players),
            languages=NAMES,
        )
        head += head_html(title, games, problem)
    yield head
    for panel in () if problem else chapters[chapter]:
        with in_language(code):
            html = panel_html(choices, panel, s, games, kyoku_address)
        yield f"<section>{html}</section>"
    yield "</main></body></html>"


def kyoku_address(kyoku: tuple[str, int]) -> str:
    """The address of a kyoku's table, in the language in use."""
    game, number = kyoku
    return f"kyoku?{QueryParams({'game': game, 'kyoku': str(number), 'lang': language()})}"


def serve(folder: str | Path, *, player: str | None, host: str, port: int, ready: Callable[[str], Any]) -> None:
    """Serve the dashboard until the process is interrupted; `ready` gets the address of the first page.

    Raises OSError if the address cannot be used, ValueError for a data set without games.
    """
    hosts = (host, "localhost") if host == LOOPBACK else ("*",)
    app = application(Dataset(folder), hosts=hosts, ahead=True)
    query = f"?{QueryParams({'player': player})}" if player else ""
    config = uvicorn.Config(app, host=host, port=port, log_level="error", access_log=False, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    with _listening(host, port) as listening:
        ready(f"http://{host}:{port}/{query}")
        server.run(sockets=[listening])
    app.state.choices.close()


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise OSError(f"port {port} of {host} is in use; choose another one with --port") from error
