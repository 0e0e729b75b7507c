"""`qipai serve`: rooms for people and bots in the browser, on this machine, a local network or the internet."""

from __future__ import annotations

import io
import os
import sys
import threading
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

from qipai.cli import words
from qipai.cli.errors import FAILED, CommandError
from qipai.cli.output import Output
from qipai.core.extras import need
from qipai.core.text import Span


def serve(
    out: Output,
    host: str | None,
    port: int,
    lan: bool,
    public_url: str,
    database: str | None,
    open_browser: bool,
    data: str | None,
    metrics_open: bool,
    proxies: str = "",
    chat_words: str = "",
    watch_delay: int = 2,
    reviews_per_day: int = 50,
    site: str = "",
) -> int:
    need("server")
    from qipai.server.config import Config, Limits, data_folder
    from qipai.server.http.device import check_site
    from qipai.server.http.proxies import check_proxies, trusted_proxies
    from qipai.server.http.reach import ANYWHERE, base_of, is_local, networks_of
    from qipai.server.run import listen
    from qipai.server.run import serve as run

    folder = Path(data) if data else data_folder()
    if public_url and urlsplit(public_url).scheme not in ("http", "https"):
        raise CommandError("BAD_USAGE", words.BAD_PUBLIC_URL, given=public_url)
    named = [part.strip() for part in proxies.split(",") if part.strip()]
    try:
        check_proxies(named)
    except ValueError:
        raise CommandError("BAD_USAGE", words.BAD_PROXIES, given=proxies) from None
    wrong = check_site(Path(site)) if site else ""
    if wrong:
        raise CommandError("BAD_USAGE", words.NO_SITE if wrong == "missing" else words.OTHER_SITE, given=site)
    address = host or ("0.0.0.0" if lan else "127.0.0.1")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        listening = listen(address, port)
    except OSError as problem:
        raise CommandError("NO_SERVER", words.NO_SERVER, reason=problem.strerror or problem) from None
    real = listening.getsockname()[1]
    config = Config(
        database=database or f"sqlite:///{folder / 'rooms.db'}",
        data=str(folder),
        host=address,
        port=real,
        public_url=public_url,
        lan_command=os.environ.get("QIPAI_LAN_COMMAND") or "qipai serve --lan",
        metrics_open=metrics_open,
        trusted_proxies=named,
        words=chat_words,
        watch_delay=watch_delay,
        limits=Limits(reviews_per_day=reviews_per_day),
        site=site,
    )
    if port and real != port:
        out.say(words.PORT_BUSY, "gold", port=port, next=real)
    own = base_of("127.0.0.1" if address in ANYWHERE else address, real)
    shared = [public_url.rstrip("/")] if public_url else [base_of(found, real) for found in networks_of(config)]
    home = shared[0] if shared else own

    def started() -> None:
        out.data({"event": "serving", "url": home, "lan": shared[0] if shared else None, "port": real})
        out.say(words.SERVING, "title", url=home)
        for url in shared:
            out.say(words.SERVING_LAN, "good", url=url)
        for line in qr_lines(home) if shared and out.fancy else []:
            out.line([Span(line)])
        if not shared:
            problem = words.ONLY_HERE if is_local(address) else words.NO_NETWORK
            out.say(problem, "gold", command=config.lan_command)
        if public_url and not trusted_proxies(config):
            out.say(words.NO_PROXIES, "gold")
        out.say(words.SERVING_DATA, "dim", folder=folder)
        out.say(words.HOW_TO_STOP, "dim")
        sys.stdout.flush()
        if open_browser:
            threading.Thread(target=show, args=(out, home), daemon=True).start()

    try:
        fine = run(config, listening, started)
    except Exception as problem:  # for example an unreachable database or an invalid key
        raise CommandError("NO_SERVER", words.NO_SERVER, reason=first_line(problem)) from None
    if not fine:
        return FAILED
    out.data({"event": "stopped"})
    out.say(words.SERVER_STOPPED)
    return 0


def first_line(problem: BaseException) -> str:
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]


def qr_lines(text: str) -> list[str]:
    """A QR code in half blocks, dark on light whatever the terminal's colours are."""
    import segno

    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue().splitlines()


def show(out: Output, url: str) -> None:
    """Opens a browser if there is one; the address is printed anyway."""
    try:
        opened = webbrowser.open(url)
    except webbrowser.Error:
        opened = False
    if not opened:
        out.say(words.NO_BROWSER, "gold", url=url)
