// Quill: its delta is what is sent.
import Quill from "quill";
import { put } from "./sent.js";

export function mount(place) {
  put(place, '<form><div id="editor"><p>old <b>text</b></p><p>two</p></div><button>Send</button></form>',
    () => ({ lines: quill.getText().replace(/\n$/, "").split("\n") }));
  const quill = new Quill("#editor");
  quill.root.setAttribute("aria-label", "Body");
}
