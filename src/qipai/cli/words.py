"""All texts of the command line, in both languages."""

from __future__ import annotations

from qipai.core.text import Text

# help
ABOUT = Text(
    "Qipai 棋牌: Chinese table games with right rules, on your terminal.",
    "棋牌：规则严谨的中国棋牌游戏，在终端里就能玩。",
)
HELP_PLAY = Text("Play against opponents who see only their own hand.", "和电脑对手玩一场，对手只看得到自己的牌。")
HELP_REPLAY = Text("Show a record move by move.", "逐手重放一份对局记录。")
HELP_VERIFY = Text(
    "Check a record: moves, results and the fairness of every deal.", "核对一份记录：走法、结果和每局发牌是否公平。"
)
HELP_RULES = Text("Print a game's rule book and its options.", "显示游戏的规则书和规则选项。")
HELP_INFO = Text("Version, build and games of this installation.", "本机安装的版本、编译情况和游戏。")
HELP_ARENA = Text(
    "Let agents play a duplicate match: who is better, by how much, how surely.",
    "让几个电脑对手打复式比赛：谁强、强多少、有多大把握。",
)
HELP_BOT = Text(
    "Run one of our agents as a program for other tables (docs/bots.md).", "把内置对手当作外部程序运行（见 docs/bots.md）。"
)
HELP_SERVE = Text("Open rooms for people and bots, in the browser.", "开服：在浏览器里和朋友、电脑一起玩。")
HELP_SCHEMA = Text("Print the JSON Schema of the server's messages.", "输出服务器消息的 JSON Schema。")
HELP_BENCH = Text(
    "Measure the speed of a game's kernel; `peers` in place of a game: of every layer, beside other environments.",
    "测量游戏内核的速度；以 peers 代替游戏名，则逐层测量并与其他学习环境对比。",
)
HELP_GAMES = Text("List the games.", "列出所有游戏。")
ARG_GAME = Text("Name of the game, see `qipai games`", "游戏名，见 `qipai games`")
ARG_FILE = Text("A record (JSON)", "对局记录（JSON）")
OPT_LANG = Text("Language: zh or en (default: that of the environment)", "语言：zh 或 en（默认按系统环境）")
OPT_JSON = Text("Print JSON for programs", "输出 JSON，供程序使用")
OPT_VERSION = Text("Print the version and leave", "显示版本号并退出")
OPT_SEED = Text(
    "Seed of the match, 64 hex digits: the same seed gives the same deals", "整场的种子，64 位十六进制；种子相同，发牌相同"
)
OPT_RULES = Text("Rules: a preset, option=value,…, or a JSON object", "规则：预设名、“选项=值”的列表（以逗号隔开）或 JSON 对象")
OPT_SEAT = Text("Your seat, from 0", "你的座位，从 0 数起")
OPT_NAME = Text("Your name at the table", "你在牌桌上的名字")
OPT_RECORD = Text("Write the record of the match to this file", "把整场的记录写进这个文件")
OPT_DEALS = Text("Stop after so many deals", "打这么多局就停")
OPT_LEVEL = Text(
    "Opponents: hints (the best hint from their own view), or a level: random, easy, normal, hard",
    "对手水平：hints（按自己视角的首选提示走），或 random、easy、normal、hard",
)
OPT_WATCH = Text("Only watch: all seats are played for you", "只旁观，所有座位都由电脑打")
OPT_STEP = Text("Wait for Enter after every move and draw the table", "每走一手就画出牌桌，按回车继续")
OPT_DEAL = Text("Only this deal, from 1", "只看第几局，从 1 数起")
OPT_OPTIONS = Text("Only the options", "只看规则选项")
OPT_ROUNDS = Text("Rounds of measurement", "测量的轮数")
OPT_SECONDS = Text("Seconds per measurement", "每次测量的秒数")
ARG_AGENTS = Text(
    'Agents by seat: random, easy, normal, hard, or "exec:COMMAND"; fewer names are repeated around the table',
    "按座位写对手：random、easy、normal、hard 或 exec:COMMAND（外部程序）；名字不够时循环入座",
)
OPT_ARENA_DEALS = Text("Deals at most; each is played with every rotation", "最多打多少副牌；每副牌换遍座位都打一遍")
OPT_JOBS = Text("Processes", "进程数")
OPT_BUDGET = Text("How long agents think: arena (quick) or play", "思考量：arena（快）或 play（对局时的量）")
OPT_LIMIT = Text("Seconds for a decision", "每一步的限时（秒）")
OPT_BAR = Text(
    "End early when it is clear on which side of this mean the first agent is",
    "一旦能断定第一个对手的均值在此值之上或之下，就提前结束",
)
OPT_FULL = Text("Do not end early", "不提前结束")
OPT_KEEP = Text("Keep results in this file and go on from it", "结果存进这个文件，下次接着打")
OPT_JSON_FILE = Text("Write the result as JSON; - for standard output", "把结果写成 JSON 文件；- 表示标准输出")
OPT_PLOT = Text("Write a picture of the course (SVG)", "把比赛过程画成图（SVG）")
OPT_BACKEND = Text("Where deals are played: local or ray", "在哪里打：local（本机）或 ray（集群）")
OPT_ADDRESS = Text("Address of a Ray cluster", "Ray 集群的地址")
OPT_BOT_LEVEL = Text("Level of the agent", "对手水平")
OPT_BENCH_OUT = Text(
    "With `peers`: write the page, the plot and the figures into this folder", "与 peers 合用：把页面、图表和数据写入此目录"
)
OPT_PEERS = Text("Measure other libraries too, where installed", "同时测量已安装的其他库")
OPT_HOST = Text("Address to listen on (default: this machine only)", "监听地址（默认只限本机）")
OPT_PORT = Text("Port; when it is busy, the next free one", "端口；被占用时用下一个空闲端口")
OPT_LAN = Text("For friends on the local network: prints address and QR code", "供局域网里的朋友加入：显示地址和二维码")
OPT_PUBLIC_URL = Text("The address by which others reach this server", "别人访问本服务器用的地址")
OPT_DATABASE = Text(
    "sqlite:///FILE or postgresql://… (default: a file in the data folder)",
    "sqlite:///文件 或 postgresql://…（默认存入数据目录）",
)
OPT_OPEN = Text("Open the browser", "打开浏览器")
OPT_DATA = Text("Folder for the database file and the signing key", "存放数据库文件和签名密钥的目录")
OPT_METRICS = Text("Show /metrics to everybody, not only to this machine", "向所有人公开 /metrics，而不只限本机")

# errors
ERROR = Text("Error: {message}", "出错：{message}")
USAGE = Text("{message} (see `qipai --help`)", "{message}（用法见 `qipai --help`）")
BAD_LINE = Text("{name}", "命令行有误：{name}")
MISSING = Text("This is missing: {name}", "缺少参数：{name}")
NO_OPTION = Text("There is no option {name}", "没有 {name} 这个选项")
NO_COMMAND = Text("There is no command {name}", "没有 {name} 这个命令")
BAD_VALUE = Text("{name} cannot be what was given", "{name} 的值不对")
BAD_LANG = Text("The language must be zh or en, not {given}", "语言只能是 zh 或 en，不能是 {given}")
BAD_LEVEL = Text("There is no level {given}; there are: {levels}", "没有 {given} 这个水平；现有：{levels}")
BAD_BUDGET = Text("The budget must be arena or play, not {given}", "思考量只能是 arena 或 play，不能是 {given}")
BAD_BACKEND = Text(
    "The backend must be local or ray, not {given}; an address needs ray",
    "只能选 local 或 ray，不能是 {given}；给出地址时须用 ray",
)
BAD_RULES_TEXT = Text("a part is not option=value: {part}", "其中有一项不是“选项=值”：{part}")
BAD_RULES_JSON = Text("it is not a JSON object", "不是 JSON 对象")
BAD_FILE = Text("{path}: {reason}", "{path}：{reason}")
BAD_SEED = Text("A seed is 64 hexadecimal digits", "种子应为 64 位十六进制数字")
NO_DEAL = Text("The record has {count} deals; there is no deal {given}", "记录里有 {count} 局，没有第 {given} 局")
NO_BENCH = Text("The bench is not in this installation", "本机没有安装测速模块")
NO_BOOK = Text("This game has no rule book in this language", "这个游戏没有该语言的规则书")
STOPPED = Text("Stopped.", "已停止。")
NO_SERVER = Text("The server cannot start: {reason}", "服务器无法启动：{reason}")
BAD_PUBLIC_URL = Text(
    "The public address must begin with http:// or https://, not {given}",
    "公开地址须以 http:// 或 https:// 开头，不能是 {given}",
)

# serving
PORT_BUSY = Text("Port {port} is busy; this is port {next}.", "端口 {port} 已被占用，改用 {next}。")
SERVING = Text("Play at {url}", "打开 {url} 即可开始")
SERVING_LAN = Text("Friends on the same network: {url}", "同一网络里的朋友请打开：{url}")
SERVING_DATA = Text("Rooms are kept in {folder}", "房间数据保存在 {folder}")
HOW_TO_STOP = Text("Ctrl-C stops the server; nothing is lost.", "按 Ctrl-C 停止服务器，牌局不会丢失。")
NO_BROWSER = Text("No browser could be opened; the address is {url}", "没能打开浏览器，请自行访问 {url}")
SERVER_STOPPED = Text("The server has stopped; the rooms wait on the disk.", "服务器已停止，各房间都已存盘。")

# names
NAMED = Text("{name}: ", "{name}：")
YOU = Text("You", "你")
OPPONENTS = Text("Ming Lan Bo Yue Qing Feng Tao", "阿明 小兰 老波 月姐 阿青 大风 涛哥")

# at the table
WELCOME = Text("{title}: {words}", "{title}：{words}")
HOW = Text("? help · h hint · r rules · u undo · l moves · q quit", "? 帮助 · h 提示 · r 规则 · u 悔棋 · l 走法 · q 退出")
DEAL = Text("Deal {number}", "第 {number} 局")
PROMPT = Text("> ", "> ")
FORCED = Text("Only one move, played for you: ", "只有一种走法，已替你走：")
MORE_MOVES = Text(
    "… {count} more. l lists all, l TEXT only those with TEXT; or type the move, e.g. {example}",
    "……还有 {count} 种。l 全部列出，l 文字 只列含该文字的；也可以直接输入，如 {example}",
)
NO_SUCH_MOVES = Text("No move has “{wanted}” in it.", "没有含“{wanted}”的走法。")
MORE = Text("— Enter for more, q to stop — ", "—— 回车继续，q 停止 —— ")
GROUP = Text("{verb}, {count} moves", "{verb}，{count} 种")
NO_NUMBER = Text("The moves are numbered 1 to {count}.", "走法的编号是 1 到 {count}。")
UNCLEAR = Text("“{given}” fits {count} moves: type its number.", "“{given}”对应 {count} 种走法，请输入编号。")
HINT = Text("Hint {number} of {count}: ", "提示 {number}/{count}：")
NO_HINT = Text("No hint here.", "这里没有提示。")
UNDONE = Text("Back to your decision before.", "已退回到你上一次的决定。")
NOTHING_TO_UNDO = Text("There is nothing to undo in this deal.", "本局没有可以悔的一步。")
HELP = Text(
    "Type a number of the list or a move as the list (l) writes it; the first word may be left out.\n"
    "h  a hint; again for the next one      r  the rules\n"
    "u  undo, back to your last decision    l  all moves; l TEXT those with TEXT\n"
    "q  quit                                ?  this help",
    "输入列表里的编号，或按 l 列出的写法输入走法，开头的动词可以省略。\n"
    "h  提示，再按看下一条    r  规则\n"
    "u  悔棋，退回上次的决定  l  所有走法；l 文字 只列含该文字的\n"
    "q  退出                  ?  这份帮助",
)
SETTLED = Text("The deal is over", "本局结束")
SCORES = Text("Scores: ", "积分：")
MATCH_OVER = Text("The match is over.", "整场比赛结束。")
NEXT_DEAL = Text("Enter for the next deal, q to stop: ", "回车打下一局，q 停止：")
KEEP = Text("Keep the record? File name, or Enter for no: ", "要保存记录吗？输入文件名，直接回车则不保存：")
SAVED = Text("Record written to {path}", "记录已写入 {path}")
SAVED_RUNNING = Text(
    "Record written to {path}; its last deal is unfinished and the file shows everything hidden.",
    "记录已写入 {path}；最后一局还没打完，文件里含有未公开的牌。",
)
INPUT_ENDED = Text("The input has ended.", "输入结束。")
BYE = Text("Until next time.", "下次再玩。")

# replay and verify
MOVE_COUNT = Text("{count} moves", "共 {count} 手")
OPEN_MOVES = Text("The same with everything open:", "全部亮开：")
UNFINISHED = Text("The record ends here, in the middle of the deal.", "记录到此为止，这一局没有打完。")
GO_ON = Text("Enter for the next move, q to stop: ", "回车看下一手，q 停止：")
SHUFFLE_PROVEN = Text(
    "proven fair: the seed follows from what the server had committed to and from the players' own numbers",
    "已证明公平：种子由服务器事先承诺的数和各玩家自己的随机数共同得出",
)
SHUFFLE_SEED = Text(
    "dealt from its seed as it should be; who chose the seed is not proven",
    "发牌与种子相符；但种子由谁选定，没有证明",
)
SHUFFLE_EXPLICIT = Text("set up by hand, not shuffled", "手工摆局，不是洗牌发的")
VERIFY_DEAL = Text("Deal {number}: {moves} moves, {result}", "第 {number} 局：{moves} 手，{result}")
RESULT = Text("result {returns}", "结果 {returns}")
RUNNING = Text("not finished", "没有打完")
VERIFIED = Text(
    "The record is right: every move is legal and every result follows.", "记录无误：每一手都合法，每个结果都对得上。"
)
NOT_VERIFIED = Text("The record is wrong.", "记录有误。")

# rules, games, info
OPTIONS_TITLE = Text("Options of {title}", "{title}的规则选项")
DEFAULT = Text("default", "默认")
ANY_NUMBER = Text("any integer", "任意整数")
NUMBERS = Text("integer {low} to {high}", "整数 {low} 到 {high}")
FROM_NUMBER = Text("integer from {low}", "不小于 {low} 的整数")
UP_TO_NUMBER = Text("integer up to {high}", "不大于 {high} 的整数")
MATCHES = Text("text of the form {pattern}", "形如 {pattern} 的文字")
PRESETS = Text("Presets", "预设")
AS_DEFAULT = Text("all defaults", "全部用默认值")
SEATS = Text("{seats} seats", "{seats} 人")
NO_GAMES = Text("There is no game in this installation.", "本机没有安装任何游戏。")
INFO_VERSION = Text("Qipai {version} on Python {python} ({platform})", "棋牌 {version},Python {python}({platform})")
INFO_COMPILED = Text("Kernel: compiled", "内核：已编译")
INFO_INTERPRETED = Text("Kernel: interpreted (same results, about 20 times slower)", "内核：解释执行（结果相同，约慢 20 倍）")
INFO_STALE = Text(
    "The sources have changed since this build: build and install again.",
    "源文件在编译之后有改动，请重新编译安装。",
)
INFO_ADVICE = Text(
    "For the compiled kernel install with a C compiler at hand: {command}",
    "想用编译好的内核，请先装好 C 编译器再安装：{command}",
)
INFO_GAMES = Text("Games: {games}", "游戏：{games}")
INFO_FOLDER = Text("Installed in: {folder}", "安装位置：{folder}")
INFO_DATA = Text(
    "Data: none is kept; records are written only where --record says.",
    "数据：不留任何数据，只有用 --record 才会写记录文件。",
)

# arena
COL_AGENT = Text("agent", "对手")
COL_MEAN = Text("per deal", "每局均值")
COL_INTERVAL = Text("95 % interval", "95% 区间")
COL_WINS = Text("won", "赢局")
COL_MEDIAN = Text("ms", "毫秒")
COL_P99 = Text("ms p99", "毫秒 p99")
COL_ILLEGAL = Text("illegal", "违规")
COL_ERRORS = Text("errors", "出错")
COL_TIMEOUTS = Text("late", "超时")
COL_DEALS = Text("deals", "局数")
ARENA_PLAYED = Text("{deals} deals × {rotations} rotations = {plays} plays", "{deals} 副牌 × {rotations} 种座次 = {plays} 局")
ARENA_FAULT = Text(
    "Warning: {name} failed, a default move was made for it: {reason}", "警告：{name} 出错，已替它走了默认着法：{reason}"
)
ARENA_FAULTS = Text(
    "Warning: {name} failed in {faults} of {moves} decisions. Its result does not show how well it plays.",
    "警告：{name} 在 {moves} 次决定中出错 {faults} 次，成绩不能说明它的水平。",
)
ARENA_ABOVE = Text("Ended early: {name} is above {bar} (p < 0.001).", "提前结束：{name} 高于 {bar}（p < 0.001）。")
ARENA_BELOW = Text("Ended early: {name} is below {bar} (p < 0.001).", "提前结束：{name} 低于 {bar}（p < 0.001）。")
