"""Find text that is cut off, leaves its button, tile, cell or the page, or is broken inside a word."""

from playwright.sync_api import Page

FIND = """() => {
    const found = new Set();
    const readable = (element) => element.checkVisibility({ visibilityProperty: true })
        && !element.closest(".visually-hidden, .skip-link, svg, script, style, option, textarea");
    const name = (element) => `${element.className} "${element.textContent.trim().slice(0, 40)}"`;
    const hides = (overflow) => overflow === "hidden" || overflow === "clip";
    const width = document.documentElement.clientWidth;
    // A very long name may end in dots if its title has the whole name.
    const endsInDots = (element) => element.closest("[title]") && (getComputedStyle(element).textOverflow === "ellipsis"
        || (!element.title && endsInDots(element.parentElement)));
    for (const element of document.querySelectorAll("body *")) {
        if (!readable(element) || !element.textContent.trim()) continue;
        const style = getComputedStyle(element);
        if (style.display === "inline") continue;
        if (endsInDots(element)) continue;
        const isCut = (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1)
            || (hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1);
        if (isCut) found.add(`cut: ${name(element)}`);
    }
    for (const figure of document.querySelectorAll(".seat-tile__input"))
        if (figure.checkVisibility() && figure.scrollWidth > figure.clientWidth + 1) found.add(`cut: ${figure.value}`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !readable(element) || endsInDots(element)) continue;
        const box = element.closest("button, .button, .chip, .seat-tile, label, td, th, .notice, .toast, .list-row");
        const frame = box?.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        for (const line of range.getClientRects()) {
            if (!line.width) continue;
            const leavesPage = !element.closest(".table-scroll") && (line.right > width + 1 || line.left < -1);
            if (leavesPage) found.add(`off the page: ${name(element)}`);
            if (frame && (line.right > frame.right + 1.5 || line.left < frame.left - 1.5))
                found.add(`outside ${box.className}: ${name(element)}`);
        }
    }
    if (document.documentElement.scrollWidth > width) found.add("the page is wider than the screen");
    return [...found];
}"""

# Hyphens and slashes may end a line.
FIND_BROKEN = """([inTables, elsewhere]) => {
    const found = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (element.closest(".visually-hidden, .skip-link, svg, script, style, option, textarea")) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        const longest = element.closest("td, th") ? inTables : elsewhere;
        for (const word of texts.currentNode.data.matchAll(/[^\\s/–-]+/g)) {
            if (word[0].length > longest) continue;
            range.setStart(texts.currentNode, word.index);
            range.setEnd(texts.currentNode, word.index + word[0].length);
            const lines = [...range.getClientRects()].filter((line) => line.width).map((line) => Math.round(line.top));
            if (new Set(lines).size > 1) found.add(`${word[0]} in ${element.closest("[class]").className}`);
        }
    }
    return [...found];
}"""

# Chromium evaluates container queries in rem again only after a new layout.
RESIZE = """(size) => {
    document.documentElement.style.fontSize = size;
    document.body.style.display = "none";
    document.body.offsetHeight;
    document.body.style.display = "";
}"""
SETTLE = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    do { await frame(); await frame(); } while (document.getAnimations().some((each) => each instanceof CSSTransition));
}"""


def cut_texts(page: Page, letters: str = "100%") -> list[str]:
    """Return texts that are cut off with letters of this size; WCAG 1.4.4 asks for 200%."""
    page.wait_for_load_state()
    page.evaluate(RESIZE, letters)
    page.evaluate(SETTLE)
    found: list[str] = page.evaluate(FIND)
    return found


def broken_words(page: Page, longest: int = 10) -> list[str]:
    """Return words of up to `longest` letters (in tables seven) that stand on several lines."""
    found: list[str] = page.evaluate(FIND_BROKEN, [7, longest])
    return found
