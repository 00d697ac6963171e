// ProseMirror: a document of its own, and a hidden field that is written when the form is sent.
import { baseKeymap } from "prosemirror-commands";
import { history } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { DOMParser } from "prosemirror-model";
import { schema } from "prosemirror-schema-basic";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { put } from "./sent.js";

export function mount(place) {
  const lines = () => view.state.doc.content.content.map(block => block.textContent);
  put(place, '<form><div id="editor"></div><button>Send</button></form>', () => ({ lines: lines() }));
  const old = document.createElement("div");
  old.innerHTML = "<p>old <b>text</b></p><p>two</p>";
  const view = new EditorView(place.querySelector("#editor"), {
    attributes: { "aria-label": "Body", role: "textbox", "aria-multiline": "true" },
    state: EditorState.create({
      doc: DOMParser.fromSchema(schema).parse(old),
      plugins: [history(), keymap(baseKeymap)],
    }),
  });
}
