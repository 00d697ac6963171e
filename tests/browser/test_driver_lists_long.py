"""Lists that draw only the options in sight: scrolled through as a person does, to the one that is meant."""

import pytest

from tests.browser.driving import Driving
from tests.browser.python import Python


@pytest.fixture
def drive(python: Python) -> Driving:
    """A page to drive."""
    return Driving(python)


OPENED = """<button role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-controls="list" id="it"
  aria-label="Fruit">none</button><div id="list" role="listbox" hidden style="height: 100px; overflow: auto;
  position: relative"></div>"""
STANDING = """<div id="list" role="listbox" tabindex="0" aria-label="Fruit" style="height: 100px; overflow: auto;
  position: relative"></div>"""
# Draws as many options as are in sight, when it has been scrolled, at once or some time later.
DRAWS = """
  const list = document.querySelector("#list"), it = document.querySelector("#it");
  let chosen = "";
  const draw = () => {
    const first = Math.floor(list.scrollTop / 20);
    list.innerHTML = '<div style="height: 10000px"></div>';
    for (let n = first; n < Math.min(first + 7, 500); n++) {
      const option = document.createElement("div");
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", String(chosen === `Fruit ${n}`));
      option.textContent = `Fruit ${n}`;
      option.style.cssText = `position: absolute; top: ${n * 20}px; height: 20px`;
      option.onclick = () => {
        list.dataset.chosen = chosen = option.textContent;
        if (it) { it.textContent = chosen; open(false) }
        draw();
      };
      list.append(option);
    }
  };
  const open = is => { list.hidden = !is; it.setAttribute("aria-expanded", is); if (is) draw() };
  list.onscroll = draw;
  if (it) {
    it.onclick = () => open(list.hidden);
    it.onkeydown = ({key}) => { if (key === "Escape") open(false) };
  } else draw();
"""


@pytest.mark.parametrize("wanted", ["Fruit 3", "Fruit 300", "fruit 499"])
@pytest.mark.parametrize("markup", [OPENED, STANDING], ids=["opened", "standing"])
def test_an_option_far_down_a_list_that_draws_what_is_in_sight_is_chosen(
    drive: Driving, markup: str, wanted: str
) -> None:
    where = "it" if markup == OPENED else "list"
    said, shown = drive(
        markup,
        f"""
        said = await driver.select_option(find("#{where}"), {wanted!r}, hold_ms=0)
        result = [said, find("#list").dataset.chosen]
        """,
        DRAWS,
    )
    assert said == shown == wanted.capitalize()


def test_an_option_that_is_nowhere_in_a_long_list_is_refused_and_the_list_is_as_it_was(drive: Driving) -> None:
    (kind, told), is_closed, said = drive(
        OPENED,
        """
        told = await outcome(driver.select_option(find("#it"), "Fruit 3000", hold_ms=0))
        result = [told, find("#list").hidden, find("#it").textContent]
        """,
        DRAWS,
    )
    assert kind == "ValueRefused"
    assert "has no option 'Fruit 3000'" in told
    assert (is_closed, said) == (True, "none")
