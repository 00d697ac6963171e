// <agentic-inspector> comes when a page asks for it: its Python is imported with the first one on the page.

const INSPECTOR = "agentic-inspector";

/** Define the inspector as soon as there is one, now or later; until then it costs one look at each change. */
function inspectWhenAsked({ defineAgenticInspector }) {
  const found = document.getElementsByTagName(INSPECTOR);
  const watch = new MutationObserver(look);
  watch.observe(document, { childList: true, subtree: true });
  look();

  function look() {
    if (!found.length) return;
    watch.disconnect();
    // After what the page itself waits for: the chat comes first.
    setTimeout(() => defineAgenticInspector().catch(console.error));
  }
}
