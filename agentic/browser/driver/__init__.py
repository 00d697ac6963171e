"""The DOM driver: works the page at human speed, in sight, and reads back what came of it.

Each primitive takes an element that was already found. What cannot be done as a person could raises a `DriverError`
that says what is in the way; the chat's own element is out of reach.
"""

from agentic.browser.driver.act import click_element, highlight_then_click, press_button, press_then_click
from agentic.browser.driver.choose import (
    select_control,
    select_option,
    set_control_value,
    toggle_checkbox,
    toggle_control,
)
from agentic.browser.driver.drag import drag_and_drop
from agentic.browser.driver.keyboard import press_key
from agentic.browser.driver.lists import suggestions
from agentic.browser.driver.native import set_native_checked, set_native_value
from agentic.browser.driver.overlay import show_highlight_overlay
from agentic.browser.driver.show import flash, focus_with_flash, scroll_into_center_view
from agentic.browser.driver.write import fill_field, type_into
from agentic.browser.motion import prefers_reduced_motion

__all__ = [
    "click_element",
    "drag_and_drop",
    "fill_field",
    "flash",
    "focus_with_flash",
    "highlight_then_click",
    "prefers_reduced_motion",
    "press_button",
    "press_key",
    "press_then_click",
    "scroll_into_center_view",
    "select_control",
    "select_option",
    "set_control_value",
    "set_native_checked",
    "set_native_value",
    "show_highlight_overlay",
    "suggestions",
    "toggle_checkbox",
    "toggle_control",
    "type_into",
]
