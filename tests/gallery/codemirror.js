// CodeMirror 6: draws only the lines that are in sight.
import { basicSetup, EditorView } from "codemirror";
import { put } from "./sent.js";

export function mount(place, doc = "old text\ntwo") {
  put(place, '<form><div id="editor"></div><button>Send</button></form>',
    () => ({ lines: view.state.doc.toString().split("\n") }));
  const view = new EditorView({
    doc,
    parent: place.querySelector("#editor"),
    extensions: [
      basicSetup,
      EditorView.contentAttributes.of({ "aria-label": "Body" }),
      EditorView.theme({ "&": { height: "200px" }, ".cm-scroller": { overflow: "auto" } }),
    ],
  });
}
