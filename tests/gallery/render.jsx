// React on the page, drawn by the time this is over.
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { keepSent } from "./sent.js";

export function render(place, element, more) {
  const root = createRoot(place);
  flushSync(() => root.render(element));
  const form = place.querySelector("form");
  if (form) keepSent(form, more);
}
