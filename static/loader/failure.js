// A boot that fails says so in every panel, in words a person can act on.

let failure = null;
const failed = Promise.withResolvers();
failed.promise.catch(() => {});

/** Its message is a whole sentence for the person. */
class BootError extends Error {}

class FileError extends BootError {
  constructor(file, why) {
    super(word("file", { file, why }));
    this.file = file;
  }
}

function fail(error) {
  failure = error;
  failed.reject(error);
  console.error(error);
  for (const message of [...waiting]) takeBack(message);
  document.querySelectorAll(TAG).forEach((host) => host.shadowRoot && showFailure(host));
}

function showFailure(host) {
  const place = failure && part(host, "failure");
  if (!place) return;
  const retry = document.createElement("button");
  retry.type = "button";
  retry.className = "failure-retry";
  retry.textContent = word("retry");
  retry.addEventListener("click", startAgain);
  place.replaceChildren(sentence(failure), " ", retry);
  place.hidden = false;
  part(host, "launcher").toggleAttribute("data-failed", true);
}

/** The page is loaded anew; what was written in its chats comes through. */
function startAgain() {
  document.querySelectorAll(TAG).forEach((host) => remember(host, "draft", part(host, "field").value));
  location.reload();
}

/** Nothing can be sent: what was written stays, and eye and ear are led to the reason. */
function pointAtFailure(host) {
  const place = part(host, "failure");
  place.scrollIntoView({ block: "nearest" });
  place.animate({ outline: ["3px solid currentColor", "3px solid transparent"] }, 1500);
  const alert = part(host, "alert");
  const text = sentence(failure);
  // A region that is given the text it has already is not read.
  alert.textContent = alert.textContent === text ? `${text}\u00a0` : text;
}

function sentence(error) {
  if (error instanceof BootError) return error.message;
  // A Python error carries its whole traceback; its last line says what happened.
  const why = String(error?.message ?? error).trim().split("\n").at(-1);
  return word("other", { why: /[.!?]$/.test(why) ? why : `${why}.` });
}

/** Throws where WebAssembly is not to be had, before anything is asked of it. */
function checkWebAssembly() {
  if (typeof WebAssembly !== "object") throw new BootError(word("noWebAssembly"));
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch {
    throw new BootError(word("forbidden"));
  }
}
