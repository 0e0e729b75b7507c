"""Texts of `qipai puzzles`."""

from qipai.core.text import Text

HELP = Text("Puzzles: find the best move in positions from bots’ deals.", "残局题：从电脑对局里选出的局面，找出最好的一手。")
HELP_LIST = Text(
    "List the puzzles of a game, or count those of every game.", "列出一个游戏的残局题；不写游戏则列出各游戏的题数。"
)
HELP_SHOW = Text("Show one puzzle; with --answer also its solution.", "显示一道残局题；加 --answer 连答案一起显示。")
HELP_DAILY = Text("Show today’s puzzle (or that of --date) and solve it.", "显示并解答每日一题（或 --date 那天的题）。")
HELP_PLAY = Text("Solve puzzles in the terminal.", "在终端里做残局题。")
HELP_MAKE = Text(
    "Find new puzzles: bots play deals, and every decision is looked at. Resumes after an interruption (--keep).",
    "出新的残局题：让电脑打牌，逐一检查每个决定。中断后可接着来（--keep）。",
)
ARG_ID = Text("Number of the puzzle, as `qipai puzzles list` shows it", "残局题编号，见 qipai puzzles list")
ARG_GAMES = Text("Game; without one, all games", "游戏；不写则是所有游戏")
OPT_THEME = Text("Only puzzles of this theme", "只要这个主题的题")
OPT_DIFFICULTY = Text("Only puzzles of this difficulty: 1 (easy) to 4", "只要这个难度的题：1（容易）到 4")
OPT_ANSWER = Text("Show the solution, too", "同时显示答案")
OPT_MOVE = Text("Answer with this move instead of asking", "直接用这一手作答，不再询问")
OPT_DATE = Text("The date, as 2026-01-31; today if omitted", "日期，如 2026-01-31；不写就是今天")
OPT_COUNT = Text("How many puzzles", "要多少道题")
OPT_SEED = Text("Seed: the same seed gives the same puzzles", "种子；种子相同，出的题相同")
OPT_KEEP = Text("Folder that keeps what has been looked at", "保存出题进度的文件夹")
OPT_OUT = Text("Where to write the puzzles", "把题写到哪个文件")

NONE_YET = Text("{game} has no puzzles yet.", "{game} 还没有残局题。")
NONE_FOUND = Text("No puzzle fits.", "没有符合条件的题。")
HEAD = (Text("number", "编号"), Text("difficulty", "难度"), Text("themes", "主题"))
COUNTED = Text("{game}: {n} puzzles", "{game}：{n} 道题")
TITLE = Text("Puzzle {id}", "残局题 {id}")
TITLE_DAILY = Text("Puzzle of {date}", "{date} 每日一题")
TO_FIND = Text("Your move. One move is clearly best; find it.", "轮到你。有一手明显最好，找出来。")
PROMPT = Text("move (? for all, Enter to give up)> ", "怎么出（问号看全部，回车看答案）> ")
NEXT = Text("Enter for the next puzzle, q to stop> ", "回车做下一题，q 退出> ")
RIGHT = Text("Right: {move}.", "答对了：{move}。")
WRONG = Text("Not the best: {move}. Best is {best}.", "不是最好的：{move}。最好的是{best}。")
GIVEN_UP = Text("Best is {best}.", "最好的是{best}。")
WHY = Text("Why: {reason}.", "理由：{reason}。")
FOUND_BY = Text("Found by {found} of {asked} bots.", "{asked} 个电脑里有 {found} 个找到。")
TABLE = (Text("move", "选择"), Text("expected", "预期得分"), Text("behind", "差"), Text("worlds", "模拟局数"))
SCORE = Text("{right} of {all} right.", "{all} 题答对 {right} 题。")
MAKING = Text("puzzles ({deals} deals, {decisions} decisions)", "残局题（{deals} 局，{decisions} 个决定）")
MADE = Text(
    "{n} puzzles from {decisions} decisions of {deals} deals: {path}",
    "从 {deals} 局的 {decisions} 个决定中得到 {n} 道题：{path}",
)
