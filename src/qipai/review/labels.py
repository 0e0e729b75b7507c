"""Headings of a review, for the terminal and for pages."""

from __future__ import annotations

from qipai.core.text import Text

TITLE = Text("Review: {game}", "复盘：{game}")
DEAL = Text("Deal {number}", "第 {number} 局")
PLAYER = Text("player", "玩家")
RESULT = Text("result", "结果")
DEALT = Text("luck of the deal", "牌运")
OTHERS = Text("others’ choices", "别家的选择")
OWN = Text("own decisions", "自己的决定")
ACCURACY = Text("accuracy", "准确率")
DECISIONS = Text("decisions", "决定")
CURVE = Text("Expected points, as each player could know them", "预期得分（按各家当时所知）")
COSTLY = Text("Costly moves", "代价大的几手")
NOTHING_COSTLY = Text("No costly moves.", "没有明显的失误。")
ALL_MOVES = Text("All decisions", "所有决定")
MOVE = Text("Move {number}", "第 {number} 手")
CHOICE = Text("choice", "选择")
VALUE = Text("expected", "预期得分")
BEHIND = Text("behind", "差")
WORLDS = Text("worlds", "模拟局数")
PLAYED = Text("played", "实战")
THINK = Text("What would you do? Show the answer", "换成你会怎么出？看答案")
KIND = Text("decision", "哪种决定")
LOST = Text("points lost", "丢分")
PER_DEAL = Text("per deal", "每局")
DEALS = Text("deals", "局数")
COST = Text("costly", "失误")
SUMMARY = Text("Summary", "汇总")
MADE_BY = Text("Made by qipai {version}, effort {effort}, seed {seed}", "由 qipai {version} 生成，精度 {effort}，种子 {seed}")
