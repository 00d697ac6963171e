// Lexical's rich text: its editor state is what is sent.
import { createEmptyHistoryState, registerHistory } from "@lexical/history";
import { registerRichText } from "@lexical/rich-text";
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from "lexical";
import { put } from "./sent.js";

export function mount(place) {
  const lines = () => editor.read(() => $getRoot().getChildren().map(block => block.getTextContent()));
  put(place, `<form><div contenteditable role="textbox" aria-label="Body" id="editor"></div><button>Send</button></form>`,
    () => ({ lines: lines() }));
  const editor = createEditor({ onError: error => { throw error } });
  registerRichText(editor);
  registerHistory(editor, createEmptyHistoryState(), 300);
  editor.setRootElement(place.querySelector("#editor"));
  editor.update(() => $getRoot().clear().append(
    $createParagraphNode().append($createTextNode("old "), $createTextNode("text").toggleFormat("bold")),
    $createParagraphNode().append($createTextNode("two"))), { discrete: true });
}
