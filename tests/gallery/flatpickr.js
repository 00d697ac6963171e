// flatpickr as it comes: its field is read-only, and a day is picked from a calendar that opens on a click.
import style from "flatpickr/dist/flatpickr.min.css";
import flatpickr from "flatpickr";
import { put } from "./sent.js";

export function mount(place, options = {}) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  put(place, '<form><label>Due <input id="due" name="due"></label><button>Send</button></form>');
  flatpickr("#due", { defaultDate: "2026-01-10", ...options });
}
