"""Charts as nodes: each drawn for the width it has, and drawn again when that changes."""

from dataclasses import asdict
from typing import Any

import js

from agentic.browser.dom import Node, clone, refs
from agentic.browser.ffi import Scope, to_browser, to_python
from agentic.core.chart import COLOURS, ChartSpec, Drawing, chart_spec_from, described, layout

SVG = "http://www.w3.org/2000/svg"
AT_FIRST = 480
"""The width a block is drawn for until it is in the page."""
MOST_NAMED = COLOURS * 4


class Charts:
    """Draws the charts of a page. One observer serves all of them, and keeps none of them alive."""

    def __init__(self, scope: Scope) -> None:
        self._specs = js.WeakMap.new()
        self._observer = js.ResizeObserver.new(scope.lend(self._resized))

    def draw(self, value: Any) -> Node:
        """A block for a payload; None for one that cannot be drawn honestly."""
        spec = chart_spec_from(value)
        if spec is None:
            return None
        block = clone("chart").firstElementChild
        part = refs(block)
        part.title.textContent = spec.title
        part.title.hidden = not spec.title.strip()
        part.drawing.setAttribute("aria-label", f"{spec.title}. {described(spec)}" if spec.title else described(spec))
        _fill_legend(part.legend, spec)
        _fill(part.drawing, layout(spec, AT_FIRST))
        # As data of JavaScript's: what Python holds would have to be let go of.
        self._specs.set(part.drawing, to_browser(asdict(spec)))
        self._observer.observe(part.drawing)
        return block

    def _resized(self, entries: Any, _observer: Any) -> None:
        for entry in entries:
            width = round(entry.contentRect.width)
            if width and (spec := chart_spec_from(to_python(self._specs.get(entry.target)))):
                _fill(entry.target, layout(spec, width))


def _fill(drawing: Node, laid_out: Drawing) -> None:
    drawing.setAttribute("viewBox", f"0 0 {laid_out.width:g} {laid_out.height:g}")
    nodes = []
    for shape in laid_out.shapes:
        node = js.document.createElementNS(SVG, "text" if shape.text else "path")
        node.setAttribute("class", f"chart-{shape.role}")
        if shape.text:
            node.textContent = shape.text
            node.setAttribute("x", f"{shape.x:.1f}")
            node.setAttribute("y", f"{shape.y:.1f}")
        else:
            node.setAttribute("d", shape.path)
        if shape.colour:
            node.setAttribute("data-series", str(shape.colour))
        nodes.append(node)
    drawing.replaceChildren(*nodes)


def _fill_legend(legend: Node, spec: ChartSpec) -> None:
    names = spec.legend
    legend.hidden = not any(name.strip() for name in names) or (len(names) == 1 and names[0] == spec.title)
    for index, name in enumerate(names[:MOST_NAMED]):
        entry = js.document.createElement("li")
        entry.setAttribute("data-series", str(index % COLOURS + 1))
        entry.dir = "auto"
        entry.textContent = name
        legend.append(entry)
