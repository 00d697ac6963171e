// A form of Shoelace's elements: every control in a shadow root of its own.
import theme from "@shoelace-style/shoelace/dist/themes/light.css";
import "@shoelace-style/shoelace/dist/components/button/button.js";
import "@shoelace-style/shoelace/dist/components/checkbox/checkbox.js";
import "@shoelace-style/shoelace/dist/components/input/input.js";
import "@shoelace-style/shoelace/dist/components/option/option.js";
import "@shoelace-style/shoelace/dist/components/radio/radio.js";
import "@shoelace-style/shoelace/dist/components/radio-group/radio-group.js";
import "@shoelace-style/shoelace/dist/components/range/range.js";
import "@shoelace-style/shoelace/dist/components/select/select.js";
import "@shoelace-style/shoelace/dist/components/switch/switch.js";
import "@shoelace-style/shoelace/dist/components/textarea/textarea.js";
import { put } from "./sent.js";

export async function mount(place) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(theme);
  document.adoptedStyleSheets.push(sheet);
  put(place, `<form>
    <sl-input name="name" label="Name" required></sl-input>
    <sl-input name="quantity" label="Quantity" type="number" value="1"></sl-input>
    <sl-select name="shipping" label="Shipping" value="standard">
      <sl-option value="standard">Standard</sl-option><sl-option value="express">Express</sl-option></sl-select>
    <sl-checkbox name="gift" value="yes">Gift</sl-checkbox>
    <sl-switch name="dark" value="yes">Dark</sl-switch>
    <sl-radio-group name="size" label="Size" value="m">
      <sl-radio value="s">Small</sl-radio><sl-radio value="m">Medium</sl-radio></sl-radio-group>
    <sl-range name="level" label="Level" value="50"></sl-range>
    <sl-textarea name="note" label="Note"></sl-textarea>
    <sl-button type="submit">Send</sl-button></form>`);
  for (const control of place.querySelectorAll("form *")) await control.updateComplete;
}
