"""The picture as one HTML page: everything is in it, and nothing is loaded from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from rules_check.graph.layout import Picture
from rules_check.graph.report import game_lines
from rules_check.graph.svg import STYLE, svg
from rules_check.properties.interactions.games import Shown

MORE_STYLE: Final = """
body { margin: 0; font: 14px/1.4 "Helvetica Neue", Arial, sans-serif; color: #222 }
aside { position: fixed; right: 0; bottom: 0; max-width: 44em; max-height: 40vh; overflow: auto;
  background: #fffffff2; border: 1px solid #999; padding: .6em 1em; display: none }
aside.open { display: block }
aside pre { white-space: pre-wrap; margin: .3em 0 }
svg { display: block; max-width: none }
.box { cursor: pointer }
svg.some .box, svg.some .edge { opacity: .12 }
svg.some .box.near, svg.some .edge.near { opacity: 1 }
svg.some .edge.near path { stroke-opacity: 1; stroke-width: 2 }
section { padding: 0 24px 24px; max-width: 60em }
section pre { background: #f5f5f5; padding: .6em 1em; white-space: pre-wrap }
input { position: fixed; right: 12px; top: 12px; padding: .3em .5em; width: 16em }
""".strip()

SCRIPT: Final = """
const svg = document.querySelector("svg"), aside = document.querySelector("aside");
const boxes = [...svg.querySelectorAll(".box")], edges = [...svg.querySelectorAll(".edge")];
let fixed = null;
const other = id => id[0] === "<" ? ">" + id.slice(1) : id[0] === ">" ? "<" + id.slice(1) : id;
function show(ids) {
  const near = new Set(ids), lines = new Set();
  for (const id of [...near]) near.add(other(id));
  const start = new Set(near), before = new Set(), after = new Set();
  const add = edge => { near.add(edge.dataset.from); near.add(edge.dataset.to); lines.add(edge); };
  for (const edge of edges) {
    const {from, to} = edge.dataset;
    if (start.has(from) || start.has(to)) add(edge);
    if (start.has(from) && to[0] === "*") after.add(to);
    if (start.has(to) && from[0] === "*") before.add(from);
  }
  for (const edge of edges) {
    if (after.has(edge.dataset.from) || before.has(edge.dataset.to)) add(edge);
  }
  svg.classList.toggle("some", start.size > 0);
  for (const box of boxes) box.classList.toggle("near", near.has(box.dataset.id));
  for (const edge of edges) edge.classList.toggle("near", lines.has(edge));
}
function tell(box) {
  aside.classList.toggle("open", !!box);
  if (!box) return;
  aside.textContent = "";
  const text = document.createElement("pre");
  const mine = box.dataset.id.slice(2), near = [...svg.querySelectorAll(".edge.near title")];
  const told = near.map(title => title.textContent).filter(text => text.includes(mine));
  text.textContent = [box.querySelector("title").textContent, "", ...told].join("\\n");
  aside.append(text);
}
for (const box of boxes) {
  box.addEventListener("mouseenter", () => { if (!fixed) show([box.dataset.id]); });
  box.addEventListener("mouseleave", () => { if (!fixed) show([]); });
  box.addEventListener("click", event => {
    event.stopPropagation();
    fixed = fixed === box ? null : box;
    show(fixed ? [box.dataset.id] : []);
    tell(fixed);
  });
}
document.addEventListener("click", event => {
  if (event.target.tagName === "INPUT") return;
  fixed = null; show([]); tell(null);
});
document.querySelector("input").addEventListener("input", event => {
  const wanted = event.target.value.toLowerCase();
  fixed = null; tell(null);
  const said = box => box.querySelector("title").textContent.toLowerCase();
  show(wanted ? boxes.filter(box => said(box).includes(wanted)).map(box => box.dataset.id) : []);
});
""".strip()


def page(picture: Picture, title: str, found: Sequence[Shown], lines: Sequence[str]) -> str:
    """The page: the picture, what was found with its games, and how much was looked at."""
    told = []
    for shown in found:
        game = "\n".join(game_lines(shown))
        told.append(f"<h3>{escape(shown.message)}</h3>")
        told += [f"<pre>{escape(game)}</pre>"] if game else []
    said = "".join(f"<p>{escape(line)}</p>" for line in lines)
    head = "<h2>Findings</h2>" if told else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}\n{MORE_STYLE}\n</style></head>\n<body>\n"
        f'{svg(picture, title, found, inner=True)}<input type="search" placeholder="find a card"'
        f' aria-label="find a card">\n<aside></aside>\n'
        f"<section>{head}{''.join(told)}{said}</section>\n<script>\n{SCRIPT}\n</script>\n"
        "</body></html>\n"
    )
