"""One fuzz case after another: something true is changed, handed in, and the answer is written down.

    python -m tests.fuzz.cases SEED FIRST COUNT

prints a digest of the answers of every hundred cases, so that two builds can be compared; `--each` prints every answer.
A case fails if anything but a documented refusal comes back, if a refusal changed something, or if it takes longer than two
seconds. The same numbers give the same cases everywhere.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import qipai
from qipai.agents.bot_server import Server
from qipai.core.data import same_json
from qipai.core.record import parse_record
from tests.fuzz.corpus import Corpus, gather, playable
from tests.fuzz.faces import FACES
from tests.fuzz.mutate import ODD, mutated

LONGEST = 2.0  # seconds of processor time
CHUNK = 100
TABLES = 6
RECORD_CODES = {"BAD_RECORD", "BAD_RULES", "BAD_DEAL", "UNKNOWN_GAME"}


class Wrong(Exception):
    """A case that failed, with its number."""


def refusal_text(refusal: qipai.QipaiError) -> str:
    """All that a caller sees of a refusal; it must be JSON and say something in both languages."""
    told = refusal.to_json()
    assert refusal.say("zh"), told
    assert refusal.message, told
    text = json.dumps([type(refusal).__name__, told], sort_keys=True, allow_nan=False)
    text.encode()
    return text


def only(codes: set[str], work: Callable[[], Any]) -> Any:
    """The result, or a refusal with one of these codes."""
    try:
        return work()
    except qipai.QipaiError as refusal:
        if refusal.code not in codes:
            raise Wrong(f"refused with {refusal.code}") from refusal
        raise


class Fuzz:
    """The corpora, and the tables and engines that cases play on."""

    def __init__(self, seed: int, tables: int = TABLES) -> None:
        self.seed = seed
        self.corpora = {game: gather(game, seed, tables) for game in qipai.games()}
        self.tables = {game: self.table(corpus) for game, corpus in self.corpora.items()}
        self.engines = {game: qipai.Engine(game) for game in self.corpora}
        self.bots = {game: self.bot(game) for game in self.corpora}
        for engine in self.engines.values():
            engine.init_game(None, seed)
        kinds: list[tuple[int, Callable[[Corpus, random.Random], str]]] = [
            (50, self.view),
            (13, self.record),
            (9, self.state),
            (12, self.move),
            (6, self.action),
            (8, self.call),
            (2, self.message),
        ]
        self.kinds = [kind for weight, kind in kinds for _ in range(weight)]

    def table(self, corpus: Corpus) -> qipai.Table:
        """A table some moves into a deal."""
        table = playable(corpus.game, {}, self.seed)
        for _ in range(9):
            if not table.over:
                table.play(table.to_act[0], table.canonical(table.to_act[0])[0])
        return table

    def bot(self, game: str) -> Server:
        server = Server("random")
        server.answer({"type": "hello", "protocol": "qipai-bot/2", "game": game})
        return server

    def feed(self, number: int) -> str:
        """The answer to one case, or Wrong."""
        rng = random.Random(f"{self.seed} {number}")
        corpus = self.corpora[rng.choice(list(self.corpora))]
        kind = rng.choice(self.kinds)
        began = time.process_time()
        try:
            try:
                answer = kind(corpus, rng)
            except qipai.QipaiError as refusal:
                answer = refusal_text(refusal)
            spent = time.process_time() - began
            assert spent < LONGEST, f"it took {spent:.1f} s"
        except Exception as problem:
            name = f"{corpus.game} {kind.__name__}"
            raise Wrong(f"{name}: python -m tests.fuzz.cases {self.seed} {number} 1: {problem!r:.300}") from problem
        return f"{corpus.game} {kind.__name__} {answer}"

    def donors(self, corpus: Corpus, rng: random.Random, what: str) -> list[Any]:
        """Mostly of the same game, sometimes of another."""
        game = rng.choice(list(self.corpora)) if rng.random() < 0.1 else corpus.game
        found: list[Any] = getattr(self.corpora[game], what)
        return found

    # the kinds of cases
    def view(self, corpus: Corpus, rng: random.Random) -> str:
        game = qipai.game(corpus.game)
        data = mutated(rng.choice(corpus.views), rng, self.donors(corpus, rng, "views"))
        view = only({"BAD_VIEW"}, lambda: game.read_view(data))
        world = game.world(view, qipai.FastRng(rng.randrange(100)))
        assert world.view(view.seat) == view, "the world shows something else"
        hints: list[Any] = []
        if view.seat >= 0 and (world.to_act() >> view.seat) & 1 and rng.random() < 0.1:
            hints = [game.write(view, hint.action) for hint in game.advice.hints(view, 2)]
        return f"read {world.digest()} {hints}"

    def record(self, corpus: Corpus, rng: random.Random) -> str:
        data = mutated(rng.choice(corpus.records), rng, self.donors(corpus, rng, "records"))
        text = as_text(data) if rng.random() < 0.3 else None
        found = only(RECORD_CODES, lambda: qipai.verify(data if text is None else parse_record(text)))
        return json.dumps(found, sort_keys=True)

    def state(self, corpus: Corpus, rng: random.Random) -> str:
        engine = self.engines[corpus.game]
        before = engine.table
        digest = before.state.digest() if before is not None else 0
        data = mutated(rng.choice(corpus.dumps), rng, self.donors(corpus, rng, "dumps"))
        try:
            only({"ENGINE_INVALID_STATE"}, lambda: engine.load_state(data))
        except qipai.QipaiError:
            assert engine.table is before, "the engine changed"
            assert before is None or before.state.digest() == digest, "the engine changed"
            raise
        dump = engine.dump_state()
        assert "record" in dump or same_json(dump, data), "the state is another"  # moves of a record have many spellings
        return json.dumps(dump, sort_keys=True)

    def move(self, corpus: Corpus, rng: random.Random) -> str:
        table = self.tables[corpus.game]
        seat = rng.choice(ODD) if rng.random() < 0.1 else rng.randrange(table.seats)
        given = mutated(rng.choice(corpus.moves), rng, corpus.moves)
        before = (table.state.digest(), table.version, len(table.deals[-1].moves), table.to_act)
        try:
            played = table.play(seat, given)
            table.undo()
        finally:
            after = (table.state.digest(), table.version, len(table.deals[-1].moves), table.to_act)
            assert after == before, "the table changed"
        return played

    def action(self, corpus: Corpus, rng: random.Random) -> str:
        engine = self.engines[corpus.game]
        dump = engine.dump_state()
        odd = [rng.choice(ODD) if rng.random() < 0.5 else None for _ in range(3)]
        index = mutated(0, rng, [])
        try:
            engine.apply_action(index, odd[0], odd[1], odd[2])
        except qipai.QipaiError:
            assert same_json(engine.dump_state(), dump), "the engine changed"
            raise
        engine.load_state(dump)
        return "played"

    def call(self, corpus: Corpus, rng: random.Random) -> str:
        """Any function of the library, with something that it does not expect."""
        name = rng.choice(list(FACES))
        given = rng.choice(ODD) if rng.random() < 0.7 else mutated(rng.choice(corpus.rules), rng, corpus.rules)
        try:
            FACES[name](corpus.game, self.tables[corpus.game], given)
        except qipai.QipaiError as refusal:
            return f"{name} {refusal_text(refusal)}"
        return f"{name} answered"

    def message(self, corpus: Corpus, rng: random.Random) -> str:
        """A message to a bot of ours."""
        ask = {"type": "ask", "id": 1, "view": rng.choice(corpus.views), "legal": corpus.moves[:3]}
        given = mutated(ask, rng, [{"type": "deal", "seed": 1}, {"type": "over"}])
        try:
            reply = self.bots[corpus.game].answer(given)
        except ValueError as problem:
            reply = {"problem": str(problem)}
        text = json.dumps(reply, ensure_ascii=False, allow_nan=False)
        text.encode()
        return text


def as_text(data: Any) -> Any:
    """JSON text, if it can be written at all."""
    try:
        return json.dumps(data)
    except (TypeError, ValueError, RecursionError):
        return data if isinstance(data, str) else repr(type(data))


def run(seed: int, first: int, count: int) -> list[str]:
    """A digest of the answers of every hundred cases."""
    fuzz = Fuzz(seed)
    out: list[str] = []
    for start in range(first, first + count, CHUNK):
        answers = [fuzz.feed(number) for number in range(start, min(start + CHUNK, first + count))]
        out.append(hashlib.sha256("\n".join(answers).encode(errors="surrogatepass")).hexdigest()[:16])
    return out


def main() -> None:
    seed, first, count = (int(given) for given in sys.argv[1:4])
    if "--each" in sys.argv:
        fuzz = Fuzz(seed)
        for number in range(first, first + count):
            sys.stdout.write(f"{number} {fuzz.feed(number)!a}\n")
        return
    for line in run(seed, first, count):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
