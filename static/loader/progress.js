// While it takes long: a quiet line says what for, and lets go of messages that wait for the page's own scripts.

const LONG = 1000; // milliseconds after which something is said
const LONGEST_WAIT = 20_000; // milliseconds that messages wait for the page's own scripts
const hurry = Promise.withResolvers();
const settled = Promise.withResolvers();
// Elements inside another's shadow root too, which no query from the document finds.
const told = new Set();
let progress = null;
let isOver = false;

/** Say `what`, a key of the words, in every panel for as long as `work` goes on, if that is long. */
async function tellIfLong(what, work) {
  const timer = setTimeout(tell, LONG, what);
  await work.catch(() => {});
  clearTimeout(timer);
  tell(null);
}

function tell(what) {
  progress = what;
  told.forEach(showProgress);
}

function showProgress(host) {
  part(host, "progress").textContent = progress ? word(progress) : "";
  part(host, "go").hidden = progress !== "scripts";
}

function followProgress(host) {
  if (isOver) return;
  told.add(host);
  const go = part(host, "go");
  go.textContent = word("go");
  go.addEventListener("click", hurry.resolve);
  showProgress(host);
}

/** There is nothing to wait for any more; elements come and go, and are not to be held. */
function endProgress() {
  isOver = true;
  told.clear();
}

/** Comes when the page's scripts have ended, and at the latest when nobody wants to wait for them any longer. */
function waitedFor(scripts) {
  return Promise.race([scripts, hurry.promise, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))]);
}
