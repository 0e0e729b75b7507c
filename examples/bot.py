"""A bot for any game of Qipai: answers the questions of docs/bots.md. Try it:

qipai arena xianqi "exec:python examples/bot.py" random random --deals 20
"""

import json
import random
import sys


def think(view, legal):
    """Replace this: `view` is all that your seat knows, `legal` what it may do. Returns one of `legal`."""
    daring = [move for move in legal if move not in ("pass", "buckle")]
    return random.choice(daring or legal)


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": "qipai-bot/1", "name": "example"}
        elif message["type"] == "deal":
            random.seed(message["seed"])  # the same deal again gives the same game
            continue
        elif message["type"] == "ask":
            answer = {"type": "move", "id": message["id"], "move": think(message["view"], message["legal"])}
        else:
            continue  # "over", and whatever later versions may add
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
