"""An installed package plays: every game to its end, then its record. `python tests/build/smoke.py [--compiled]`

Needs the package alone, whatever else is installed; --compiled also demands the compiled kernel.
"""

import sys

import qipai
from qipai import build

if "--compiled" in sys.argv[1:]:
    assert build.compiled(), build.status()
assert qipai.games()
for name in qipai.games():
    table = qipai.Table(name, seed="5e" * 32)
    while not table.over:
        seat = table.to_act[0]
        table.play(seat, table.canonical(seat)[0])
    assert sum(table.returns) == 0
    assert qipai.replay(table.record()).returns == table.returns
kind = "compiled" if build.compiled() else "interpreted"
print(f"qipai {qipai.__version__} plays on Python {sys.version.split()[0]}, {kind}: {', '.join(qipai.games())}")
