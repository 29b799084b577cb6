"""What holds on every page: landmarks, names, ids, widths and contrast."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..checked import check

if TYPE_CHECKING:
    from .browser import Page

SHOTS = os.environ.get("SHOTS")


def listed(page: Page) -> list[str]:
    """The tracking ids in the clerks' list, in its order."""
    return page.run("[...document.querySelectorAll('tbody th a')].map((it) => it.textContent)")


CONTRAST = r"""(() => {
  const rgb = (t) => { const n = t.match(/[\d.]+/g).map(Number); return { c: n.slice(0, 3), a: n.length > 3 ? n[3] : 1 }; };
  const light = ([r, g, b]) => { const f = [r, g, b].map((v) => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
    return .2126 * f[0] + .7152 * f[1] + .0722 * f[2]; };
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
  const back = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.a > 0) return c.c; }
    return matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255]; };
  const bad = []; let seen = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) { const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || e.closest('script,style,option,desc,title') || !e.getClientRects().length) continue;
    const style = getComputedStyle(e), isDrawn = e.namespaceURI.includes('svg'); seen++;
    const value = ratio(rgb(isDrawn ? style.fill : style.color).c, isDrawn ? rgb(style.stroke).c : back(e));
    if (value < 4.5) bad.push(e.tagName + ' ' + walk.currentNode.data.trim().slice(0, 30) + ' ' + value.toFixed(2)); }
  for (const e of document.querySelectorAll('input:not([type=hidden]),select')) { seen++;
    const style = getComputedStyle(e);
    if (ratio(rgb(style.borderTopColor).c, back(e.parentElement)) < 3) bad.push('border of ' + e.id); }
  return { bad, seen };
})()"""


# The labels of maps that the image's edge cuts off.
CUT = """[...document.querySelectorAll('svg .map-label')].filter((label) => { const box = label.getBBox(), edge = label.ownerSVGElement.viewBox.baseVal;
  return box.x < 0 || box.x + box.width > edge.width || box.y < 0 || box.y + box.height > edge.height + 8; }).map((label) => label.textContent)"""


def inspect(page: Page, name: str, widths: tuple[int, ...] = (360, 1200), language: str = "en") -> None:
    """Accessibility, width and contrast of the page that is open."""
    pairs = page.tree()
    roles = [role for role, _ in pairs]
    for landmark in ("banner", "main", "contentinfo", "navigation"):
        check(roles.count(landmark) >= 1, f"{name}: has the landmark {landmark}")
    check(roles.count("main") == 1 and page.count("h1") == 1, f"{name}: has one main and one h1")
    for role in ("textbox", "button", "link", "combobox", "heading", "img", "image", "region", "Date", "DateTime", "InputTime"):
        check((role, "") not in pairs, f"{name}: each {role} has a name")
    facts = page.run(r"""(() => ({ lang: document.documentElement.lang,
      ids: [...document.querySelectorAll('[id]')].map((e) => e.id),
      refs: [...document.querySelectorAll('[aria-describedby],[aria-labelledby],label[for]')].flatMap((e) =>
        ((e.getAttribute('aria-describedby') || '') + ' ' + (e.getAttribute('aria-labelledby') || '') + ' ' + (e.htmlFor || '')).trim().split(/\s+/)),
      headings: [...document.querySelectorAll('h1,h2,h3')].map((e) => +e.tagName[1]), title: document.title,
      hacked: window.hacked === 1, inline: document.querySelectorAll('[style],style,script:not([src]),[onfocus],[onclick],[onload],[onerror]').length }))()""")
    check(facts["lang"] == language and facts["title"], f"{name}: has a language and a title")
    check(len(set(facts["ids"])) == len(facts["ids"]), f"{name}: ids are unique", facts["ids"])
    check(all(ref in facts["ids"] for ref in facts["refs"]), f"{name}: references to ids resolve")
    check(all(b - a <= 1 for a, b in zip(facts["headings"], facts["headings"][1:])), f"{name}: heading levels have no gaps")
    check(not facts["hacked"] and facts["inline"] == 0, f"{name}: nothing is inline or injected")
    for scheme in ("light", "dark"):
        for width in widths:
            page.shape(width, scheme=scheme)
            cut = page.run(CUT)
            check(not cut, f"{name}: the labels of maps are whole at {width}", cut)
            size = page.run("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            check(size[0] <= size[1], f"{name}: no horizontal scrolling at {width}", size)
            if SHOTS:
                page.picture(f"{SHOTS}/{name}-{scheme}-{width}.png")
        contrast = page.run(CONTRAST)
        check(contrast["seen"] > 0 and not contrast["bad"], f"{name}: sufficient contrast in {scheme}", contrast["bad"])
    page.shape(1200)
