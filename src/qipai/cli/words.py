"""All texts of the command line, in both languages."""

from __future__ import annotations

from qipai.core.text import Text

# help
ABOUT = Text(
    "Qipai 棋牌: Chinese table games with exact rules, in your terminal.",
    "棋牌：规则严谨的中国棋牌游戏，在终端里就能玩。",
)
HELP_PLAY = Text("Play against bots that see only their own hand.", "和电脑玩一场，电脑只看得到自己的牌。")
HELP_REPLAY = Text("Replay a record move by move.", "逐手回放一份牌谱。")
HELP_VERIFY = Text(
    "Check a record: moves, results and the fairness of every deal.", "核对一份牌谱：出法、结果和每局发牌是否公平。"
)
HELP_RULES = Text("Print a game’s rule book and options.", "显示游戏的规则书和规则选项。")
HELP_INFO = Text("Show the installed version, build and games.", "本机安装的版本、编译情况和游戏。")
HELP_ARENA = Text(
    "Let bots play a duplicate match: which is better, by how much, and how certain it is.",
    "让几个电脑打复式比赛：谁强、强多少、有多大把握。",
)
HELP_REVIEW = Text(
    "Review finished deals: which decisions cost points, how many, and why.", "复盘打完的牌局：哪几手丢了分，丢了多少，为什么。"
)
HELP_TRAIN = Text(
    "Train the policy of a game’s bots: labels, a fit, rounds of both. Stop at any time; it resumes where it left off.",
    "训练游戏电脑的策略：打标签、拟合，一轮一轮进行。随时可停，下次接着练。",
)
HELP_BOT = Text(
    "Run one of our bots as a program for other tables (docs/bots.md).", "把内置电脑当作外部程序运行（见 docs/bots.md）。"
)
HELP_SERVE = Text("Open rooms for people and bots, in the browser.", "开服：在浏览器里和朋友、电脑一起玩。")
HELP_SCHEMA = Text("Print the JSON Schema of the server’s messages.", "输出服务器消息的 JSON Schema。")
HELP_BENCH = Text(
    "Measure a game’s speed; with `peers` instead of a game, every layer and other environments.",
    "测量游戏内核的速度；游戏名写 peers，就逐层测量并与其他学习环境对比。",
)
HELP_GAMES = Text("List the games.", "列出所有游戏。")
ARG_GAME = Text("Game name, see `qipai games`", "游戏名，见 `qipai games`")
ARG_FILE = Text("Record (JSON)", "牌谱（JSON）")
OPT_LANG = Text("Language: zh or en (default: that of the environment)", "语言：zh 或 en（默认按系统环境）")
OPT_JSON = Text("Print JSON for programs", "输出 JSON，供程序使用")
OPT_VERSION = Text("Print the version and exit", "显示版本号并退出")
OPT_SEED = Text(
    "Match seed, 64 hex digits: the same seed gives the same deals", "整场的种子，64 位十六进制；种子相同，发牌相同"
)
OPT_RULES = Text("Rules: a preset, option=value,…, or a JSON object", "规则：预设名、“选项=值”的列表（以逗号隔开）或 JSON 对象")
OPT_SEAT = Text("Your seat, from 0", "你的座位，从 0 数起")
OPT_NAME = Text("Your name at the table", "你在牌桌上的名字")
OPT_RECORD = Text("Write the match record to this file", "把整场的牌谱写进这个文件")
OPT_DEALS = Text("Stop after this many deals", "打这么多局就停")
OPT_LEVEL = Text(
    "Bots: hints (the best hint from their own view), or a level: random, easy, normal, hard, master",
    "电脑水平：hints（按自己视角的首选提示出），或 random、easy、normal、hard、master",
)
OPT_WATCH = Text("Just watch: bots play all seats", "只旁观，所有座位都是电脑")
OPT_STEP = Text("Show the table and wait for Enter after every move", "每出一手就画出牌桌，按回车继续")
OPT_DEAL = Text("Only this deal, from 1", "只看第几局，从 1 数起")
OPT_PRESET = Text("The rule book of this preset", "看这个预设的规则书")
OPT_OPTIONS = Text("Only the options", "只看规则选项")
OPT_ROUNDS = Text("Measurement rounds", "测量的轮数")
OPT_SECONDS = Text("Seconds per measurement", "每次测量的秒数")
ARG_AGENTS = Text(
    'Bots by seat: random, easy, normal, hard, master, "exec:COMMAND", weights:FILE; fewer names are repeated around the table',
    "按座位写电脑：random、easy、normal、hard、master、exec:COMMAND（外部程序）、weights:FILE（权重）；名字不够时循环入座",
)
OPT_ARENA_DEALS = Text("Most deals; each is played with every rotation", "最多打多少副牌；每副牌换遍座位都打一遍")
OPT_JOBS = Text("Processes", "进程数")
OPT_BUDGET = Text(
    "How long bots think: arena (quick), play or device (a browser offline)",
    "思考量：arena（快）、play（对局时的量）或 device（浏览器离线时的量）",
)
OPT_LIMIT = Text("Seconds per move", "每一步的限时（秒）")
OPT_BAR = Text(
    "Stop early once the first bot is clearly above or below this mean",
    "第一个电脑的均值明显高于或低于此值时，提前结束",
)
OPT_FULL = Text("Don’t stop early", "不提前结束")
OPT_KEEP = Text("Keep results in this file and continue from it", "结果存进这个文件，下次接着打")
OPT_JSON_FILE = Text("Write the result as JSON; - for standard output", "把结果写成 JSON 文件；- 表示标准输出")
OPT_PLOT = Text("Draw the match as a plot (SVG)", "把比赛过程画成图（SVG）")
OPT_BACKEND = Text("Where the work is done: local or ray", "在哪里运行：local（本机）或 ray（集群）")
OPT_ADDRESS = Text("Ray cluster address", "Ray 集群的地址")
OPT_TRAIN_OUT = Text("Folder for checkpoints, the learning curve and the weights", "存放检查点、学习曲线和权重的文件夹")
OPT_HOURS = Text("How long to train", "训练多少小时")
OPT_TRAIN_ROUNDS = Text("Stop after this many rounds in all", "总共练这么多轮就停")
OPT_POSITIONS = Text("Labelled positions per round", "每轮打标签的局面数")
OPT_TRAIN_SEED = Text("Seed: the same seed gives the same weights", "种子；种子相同，练出的权重相同")
OPT_AGAINST = Text(
    "Train an opponent of the policy behind this level, which stays as it is",
    "专门针对这一档电脑背后的策略来练，对方不变",
)
OPT_TRAIN_BACKEND = Text("Where positions are labelled: local or ray", "在哪里打标签：local（本机）或 ray（集群）")
OPT_BOT_LEVEL = Text("Bot level", "电脑水平")
OPT_BENCH_OUT = Text(
    "With `peers`: write the page, the plot and the figures into this folder", "与 peers 合用：把页面、图表和数据写入此目录"
)
OPT_PEERS = Text("Measure other libraries too, where installed", "同时测量已安装的其他库")
OPT_HOST = Text("Address to listen on (default: this machine only)", "监听地址（默认只限本机）")
OPT_PORT = Text("Port; if it is in use, the next free one", "端口；被占用时用下一个空闲端口")
OPT_LAN = Text(
    "Let friends on the local network join: prints an address and a QR code", "供局域网里的朋友加入：显示地址和二维码"
)
OPT_PUBLIC_URL = Text("Address where others reach this server", "别人访问本服务器用的地址")
OPT_DATABASE = Text(
    "sqlite:///FILE or postgresql://… (default: a file in the data folder)",
    "sqlite:///文件 或 postgresql://…（默认存入数据目录）",
)
OPT_OPEN = Text("Open the browser", "打开浏览器")
OPT_DATA = Text("Folder for the database and the signing key", "存放数据库文件和签名密钥的目录")
OPT_METRICS = Text("Show /metrics to everybody, not only this machine", "向所有人公开 /metrics（默认只限本机）")
OPT_SITE = Text(
    "Folder made by “make site”: browsers can then play against bots without this server too",
    "“make site” 建好的目录：有了它，浏览器离开服务器也能与电脑对局",
)
OPT_WATCH_DELAY = Text(
    "Steps that spectators lag behind, unless the room sets its own", "旁观者晚几步看到牌桌（房间没有另设时）"
)
OPT_REVIEWS_PER_DAY = Text("Reviews of finished deals that a person may ask for in a day", "每人每天可以复盘的局数")
OPT_WORDS = Text("File of words to mask in chat, one per line", "聊天中要遮住的词，文件里每行一个")
OPT_PROXIES = Text(
    "Proxies whose X-Forwarded-For is believed: addresses or networks, separated by commas",
    "信任哪些反向代理的 X-Forwarded-For：地址或网段，用逗号分隔",
)

# errors
ERROR = Text("Error: {message}", "出错：{message}")
USAGE = Text("{message} (see `qipai --help`)", "{message}（用法见 `qipai --help`）")
BAD_LINE = Text("Invalid command line: {name}", "命令行有误：{name}")
MISSING = Text("Missing argument: {name}", "缺少参数：{name}")
NO_OPTION = Text("Unknown option: {name}", "没有 {name} 这个选项")
NO_COMMAND = Text("Unknown command: {name}", "没有 {name} 这个命令")
BAD_VALUE = Text("Invalid value for {name}", "{name} 的值不对")
BAD_LANG = Text("The language must be zh or en, not {given}", "语言只能是 zh 或 en，不能是 {given}")
BAD_LEVEL = Text("Unknown level: {given}. Available: {levels}", "没有 {given} 这个水平。可选：{levels}")
BAD_BUDGET = Text("The budget must be arena, play or device, not {given}", "思考量只能是 arena、play 或 device，不能是 {given}")
BAD_BACKEND = Text(
    "The backend must be local or ray, not {given}; an address needs ray",
    "只能选 local 或 ray，不能是 {given}；给了地址就要用 ray",
)
BAD_RULES_TEXT = Text("not option=value: {part}", "其中有一项不是“选项=值”：{part}")
BAD_RULES_JSON = Text("not a JSON object", "不是 JSON 对象")
BAD_FILE = Text("{path}: {reason}", "{path}：{reason}")
BAD_SEED = Text("A seed is 64 hexadecimal digits", "种子应为 64 位十六进制数字")
NO_DEAL = Text("No deal {given}; the record has {count}", "没有第 {given} 局，牌谱里有 {count} 局")
NO_BENCH = Text("The bench isn’t installed", "本机没有安装测速模块")
NO_BOOK = Text("This game has no rule book in this language", "这个游戏没有该语言的规则书")
STOPPED = Text("Stopped.", "已停止。")
NO_SERVER = Text("The server can’t start: {reason}", "服务器无法启动：{reason}")
NO_SITE = Text("No site in {given}. “make site” builds one.", "{given} 里没有建好的网页。请先运行 make site。")
OTHER_SITE = Text(
    "The site in {given} belongs to another version. Run “make site” again.",
    "{given} 里的网页是另一个版本的。请重新运行 make site。",
)
BAD_PROXIES = Text("Not an address or a network: {given}", "不是地址或网段：{given}")
NO_PROXIES = Text(
    "If a proxy stands in front, name it: --trusted-proxies 127.0.0.1. Otherwise all players share one address’s limits.",
    "如果前面有反向代理，请用 --trusted-proxies 127.0.0.1 写明，否则所有玩家共用一个地址的限额。",
)
BAD_PUBLIC_URL = Text(
    "The public address must begin with http:// or https://, not {given}",
    "公开地址要以 http:// 或 https:// 开头，不能是 {given}",
)

# serving
PORT_BUSY = Text("Port {port} is in use; using {next}.", "端口 {port} 已被占用，改用 {next}。")
SERVING = Text("Play at {url}", "打开 {url} 即可开始")
SERVING_LAN = Text("Friends on the same network: {url}", "同一网络里的朋友请打开：{url}")
ONLY_HERE = Text(
    "Only this computer can open it. For friends on the same network: {command}",
    "只有这台电脑能打开。想和同一网络里的朋友玩：{command}",
)
NO_NETWORK = Text(
    "This computer isn’t on any network, so friends can’t reach it yet.", "这台电脑没有连上网络，朋友暂时打不开。"
)
SERVING_DATA = Text("Rooms are saved in {folder}", "房间数据保存在 {folder}")
HOW_TO_STOP = Text("Ctrl-C stops the server; nothing is lost.", "按 Ctrl-C 停止服务器，牌局不会丢失。")
NO_BROWSER = Text("Can’t open a browser. The address is {url}", "没能打开浏览器，请自行访问 {url}")
SERVER_STOPPED = Text("The server has stopped; all rooms are saved.", "服务器已停止，各房间都已存盘。")

# names
NAMED = Text("{name}: ", "{name}：")
YOU = Text("You", "你")
OPPONENTS = Text("Ming Lan Bo Yue Qing Feng Tao", "阿明 小兰 老波 月姐 阿青 大风 涛哥")

# at the table
WELCOME = Text("{title}: {words}", "{title}：{words}")
HOW = Text("? help · h hint · r rules · u undo · l moves · q quit", "? 帮助 · h 提示 · r 规则 · u 撤回 · l 出法 · q 退出")
DEAL = Text("Deal {number}", "第 {number} 局")
PROMPT = Text("> ", "> ")
FORCED = Text("Only one move, played for you: ", "只有一种出法，已替你出：")
MORE_MOVES = Text(
    "… {count} more. l lists all, l TEXT only those with TEXT; or type the move, e.g. {example}",
    "……还有 {count} 种。l 全部列出，l 文字 只列含该文字的；也可以直接输入，如 {example}",
)
NO_SUCH_MOVES = Text("No moves contain “{wanted}”.", "没有含“{wanted}”的出法。")
MORE = Text("— Enter for more, q to stop — ", "—— 回车继续，q 停止 —— ")
GROUP = Text("{verb}, {count} moves", "{verb}，{count} 种")
NO_NUMBER = Text("Moves are numbered 1 to {count}.", "出法的编号是 1 到 {count}。")
UNCLEAR = Text("“{given}” matches {count} moves; type a number.", "“{given}”对应 {count} 种出法，请输入编号。")
HINT = Text("Hint {number} of {count}: ", "提示 {number}/{count}：")
NO_HINT = Text("No hint here.", "这里没有提示。")
UNDONE = Text("Back to your previous decision.", "已退回到你上一次的决定。")
NOTHING_TO_UNDO = Text("Nothing to undo in this deal.", "本局没有可以撤回的一步。")
HELP = Text(
    "Type a number from the list, or a move as the list (l) writes it; you can leave out the first word.\n"
    "h  a hint; again for the next one      r  the rules\n"
    "u  undo, back to your last decision    l  all moves; l TEXT those with TEXT\n"
    "q  quit                                ?  this help",
    "输入列表里的编号，或按 l 列出的写法输入，开头的动词可以省略。\n"
    "h  提示，再按看下一条    r  规则\n"
    "u  撤回，退回上次的决定  l  所有出法；l 文字 只列含该文字的\n"
    "q  退出                  ?  这份帮助",
)
SETTLED = Text("The deal is over", "本局结束")
SCORES = Text("Scores: ", "积分：")
MATCH_OVER = Text("The match is over.", "整场比赛结束。")
NEXT_DEAL = Text("Enter for the next deal, q to stop: ", "回车打下一局，q 停止：")
KEEP = Text("Save the record? File name, or Enter to skip: ", "要保存牌谱吗？输入文件名，直接回车则不保存：")
SAVED = Text("Record saved to {path}", "牌谱已存入 {path}")
SAVED_RUNNING = Text(
    "Record saved to {path}; its last deal is unfinished, and the file shows every hidden hand.",
    "牌谱已存入 {path}；最后一局还没打完，文件里含有未公开的牌。",
)
INPUT_ENDED = Text("End of input.", "输入结束。")
BYE = Text("See you next time.", "下次再玩。")

# replay and verify
MOVE_COUNT = Text("{count} moves", "共 {count} 手")
OPEN_MOVES = Text("The same with all hands open:", "全部亮开：")
UNFINISHED = Text("The record ends here; the deal is unfinished.", "牌谱到此为止，这一局没有打完。")
GO_ON = Text("Enter for the next move, q to stop: ", "回车看下一手，q 停止：")
SHUFFLE_PROVEN = Text(
    "proven fair: the seed follows from what the server had committed to and from the players’ own numbers",
    "已证明公平：种子由服务器事先承诺的数和各玩家自己的随机数共同得出",
)
SHUFFLE_SEED = Text(
    "matches its seed; there’s no proof of how the seed was chosen",
    "发牌与种子相符；但种子由谁选定，没有证明",
)
SHUFFLE_EXPLICIT = Text("set up by hand, not shuffled", "手工摆局，不是洗牌发的")
PRACTICE_DEAL = Text("practice: moves were tried more than once", "练习局：有些步不止试过一次")
VERIFY_DEAL = Text("Deal {number}: {moves} moves, {result}", "第 {number} 局：{moves} 手，{result}")
RESULT = Text("result {returns}", "结果 {returns}")
RUNNING = Text("not finished", "没有打完")
VERIFIED = Text(
    "The record is correct: every move is legal and every result matches.", "牌谱无误：每一手都合法，每个结果都对得上。"
)
NOT_VERIFIED = Text("The record is wrong.", "牌谱有误。")

# rules, games, info
OPTIONS_TITLE = Text("{title} options", "{title}的规则选项")
DEFAULT = Text("default", "默认")
ANY_NUMBER = Text("any integer", "任意整数")
NUMBERS = Text("integer {low} to {high}", "整数 {low} 到 {high}")
FROM_NUMBER = Text("integer from {low}", "不小于 {low} 的整数")
UP_TO_NUMBER = Text("integer up to {high}", "不大于 {high} 的整数")
MATCHES = Text("text of the form {pattern}", "形如 {pattern} 的文字")
PRESETS = Text("Presets", "预设")
AS_DEFAULT = Text("all defaults", "全部用默认值")
SEATS = Text("{seats} seats", "{seats} 人")
NO_GAMES = Text("No games installed.", "本机没有安装任何游戏。")
INFO_VERSION = Text("Qipai {version} on Python {python} ({platform})", "棋牌 {version}，Python {python}（{platform}）")
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
    "Data: nothing is kept; records are saved only with --record.",
    "数据：不留任何数据，只有用 --record 才会保存牌谱。",
)

# arena
COL_AGENT = Text("bot", "电脑")
COL_MEAN = Text("per deal", "每局均值")
COL_INTERVAL = Text("95% interval", "95% 区间")
COL_WINS = Text("won", "赢局")
COL_MEDIAN = Text("ms", "毫秒")
COL_P99 = Text("ms p99", "毫秒 p99")
COL_ILLEGAL = Text("illegal", "违规")
COL_ERRORS = Text("errors", "出错")
COL_TIMEOUTS = Text("timeouts", "超时")
COL_DEALS = Text("deals", "局数")
ARENA_PLAYED = Text("{deals} deals × {rotations} rotations = {plays} plays", "{deals} 副牌 × {rotations} 种座次 = {plays} 局")
ARENA_FAULT = Text(
    "Warning: {name} failed; a default move was played instead: {reason}", "警告：{name} 出错，已替它出了默认的一手：{reason}"
)
ARENA_FAULTS = Text(
    "Warning: {name} failed in {faults} of {moves} decisions. Its result doesn’t show how well it plays.",
    "警告：{name} 在 {moves} 次决定中出错 {faults} 次，成绩不能说明它的水平。",
)
ARENA_ABOVE = Text("Stopped early: {name} is above {bar} (p < 0.001).", "提前结束：{name} 高于 {bar}（p < 0.001）。")
ARENA_BELOW = Text("Stopped early: {name} is below {bar} (p < 0.001).", "提前结束：{name} 低于 {bar}（p < 0.001）。")

# training
TRAIN_RESUMED = Text("Resuming round {round}: {jobs} of {of} jobs done.", "接着练第 {round} 轮：{of} 份中已完成 {jobs} 份。")
TRAIN_ROUND = Text(
    "Round {round}: {positions} positions; it wins {last}% against the last policy, {other}% against the first.",
    "第 {round} 轮：{positions} 个局面；对上一轮的策略赢 {last}%，对最初的策略赢 {other}%。",
)
TRAIN_DROPPED = Text(
    "Round {round}: {positions} positions; only {last}% against the last policy, so it isn’t kept.",
    "第 {round} 轮：{positions} 个局面；对上一轮的策略只赢 {last}%，不采用。",
)
TRAIN_BAR = Text("round {round}", "第 {round} 轮")
TRAIN_BEST = Text("The best weights so far: {path}", "目前最好的权重：{path}")
TRAIN_NONE = Text(
    "No round is finished yet; run the command again to resume from {path}",
    "还没有练完一轮；再次运行同一命令，会从 {path} 接着练",
)
BAD_AGAINST = Text("“{given}” has no policy to train against. Available: {levels}", "不能针对“{given}”来练。可选：{levels}")

# reviews
ARG_FILES = Text("Records (JSON)", "牌谱（JSON）")
OPT_EFFORT = Text(
    "quick (seconds a deal) or deep (a minute); both count playouts, not time",
    "quick（每局几秒）或 deep（每局一分钟）；都按模拟次数算，不按时间",
)
OPT_REVIEW_SEED = Text("Seed: the same seed gives the same review", "种子；种子相同，复盘结果相同")
OPT_ALL = Text("All decisions, not just the costly ones", "列出所有决定，不只是失误")
OPT_HTML = Text("Also write a page with pictures to this file", "另存为带图的网页")
OPT_REVIEW_KEEP = Text(
    "Keep what has been judged in this folder; an interrupted review resumes from there",
    "把已评过的存进这个文件夹；中断之后可接着评",
)
OPT_PLAYER = Text("Only this player’s moves and summary", "只看这位玩家的失误和汇总")
BAD_EFFORT = Text("The effort must be quick or deep, not {given}", "复盘精度只能是 quick 或 deep，不能是 {given}")
REVIEW_BAR = Text("decisions", "决定")
REVIEW_FILES = Text("records", "牌谱")
REVIEW_REFUSED = Text("Skipped {file}: {reason}", "跳过 {file}：{reason}")
REVIEW_PAGE = Text("Page: {path}", "网页：{path}")
REVIEW_LEFT = Text("Deal {number} isn’t over, so it was skipped.", "第 {number} 局没有打完，跳过。")
REVIEW_NOBODY = Text("Nobody called {name} plays in these records.", "这些牌谱里没有叫 {name} 的玩家。")
REVIEW_UNNAMED = Text("all players", "所有玩家")
