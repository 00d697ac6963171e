// <script type="py"> on a page without PyScript: run in the order of the page, with top-level await.

const NEEDS_PYSCRIPT = ["worker", "terminal", "config", "target"];
const seen = new Set();
const running = [];
let inTurn = Promise.resolve();

/** Run what is there, and what is added from now on; settles when all of the first have ended: one may go on for ever. */
async function runScripts() {
  const pyodide = await sharedPyodide();
  const mounted = files.get(pyodide)();
  mounted.catch(fail);
  const all = () => document.querySelectorAll('script[type="py"]').forEach((node) => enqueue(pyodide, mounted, node));
  new MutationObserver(all).observe(document, { childList: true, subtree: true });
  all();
  await inTurn;
  await Promise.allSettled(running);
}

function enqueue(pyodide, mounted, node) {
  if (seen.has(node)) return;
  seen.add(node);
  const name = node.src || `inline-script-${seen.size}.py`;
  const source = sourceOf(node);
  source.catch(() => {});
  // As under PyScript, a script starts when those before it have started, not when they have ended.
  inTurn = inTurn.then(async () => {
    try {
      await mounted;
      const code = pyodide.pyimport("textwrap").dedent(await source);
      running.push(pyodide.runPythonAsync(code, { filename: name }).catch((error) => show(node, error, name)));
    } catch (error) {
      show(node, error, name);
    }
  });
}

async function sourceOf(node) {
  const wanted = NEEDS_PYSCRIPT.find((name) => node.hasAttribute(name));
  if (wanted) throw new Error(word("needsPyScript", { attribute: wanted }));
  if (!node.src) return node.textContent;
  const response = await fetch(node.src);
  if (!response.ok) throw new Error(word("script", { file: node.src, why: `status ${response.status}` }));
  return response.text();
}

/** An error is shown where its script is, for whoever writes the page. */
function show(node, error, name) {
  const text = traceback(error.message, name);
  console.error(text);
  if (!document.adoptedStyleSheets.includes(errorSheet())) document.adoptedStyleSheets.push(errorSheet());
  const block = document.createElement("pre");
  block.className = "agentic-error";
  block.role = "alert";
  block.textContent = text;
  if (document.body.contains(node)) node.after(block);
  else document.body.prepend(block);
}

/** The traceback without the frames of Pyodide, which the writer of the page has not written. */
function traceback(text, name) {
  const [first, ...lines] = text.trim().split("\n");
  const own = lines.findIndex((line) => line.includes(`File "${name}"`));
  return own < 0 ? text.trim() : [first, ...lines.slice(own)].join("\n");
}

const errorSheet = once(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(built.errorCss);
  return sheet;
});
